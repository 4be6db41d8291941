"""A connection of a viewer, without a socket."""

import asyncio
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from orcus_tui.players import server


class Wire(asyncio.Transport):
    """A transport on which nobody reads."""

    def __init__(self) -> None:
        super().__init__()
        self.is_cut = asyncio.Event()

    def set_write_buffer_limits(self, **limits: Any) -> None:
        assert limits == {"high": 0}

    def pause_reading(self) -> None:
        """What comes is not read any more."""

    def resume_reading(self) -> None:
        """Nothing more comes."""

    def close(self) -> None:
        """It is gone already."""

    def is_closing(self) -> bool:
        return self.is_cut.is_set()

    def abort(self) -> None:
        self.is_cut.set()


async def silent(_scope: Scope, receive: Receive, _send: Send) -> None:
    """Answers nothing until the viewer has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def test_a_viewer_that_reads_nothing_is_cut_off_even_if_it_says_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "UNREAD_FOR", 0.01)

    async def connect() -> None:
        config = server._config(silent)
        config.load()
        connection, wire = server.ViewerConnection(config, ServerState(), {}), Wire()
        connection.connection_made(wire)
        connection.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        connection.pause_writing()
        connection.data_received(b"GET")
        try:
            await asyncio.wait_for(wire.is_cut.wait(), 5)
        finally:
            connection.connection_lost(None)
            await asyncio.gather(*connection.tasks)

    asyncio.run(connect())
