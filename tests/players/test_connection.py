"""A connection of a viewer, without a socket."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from orcus_tui.players import connection, server
from orcus_tui.players.connection import MOST_CONNECTIONS, MOST_FROM_ONE_ADDRESS
from tests.campaign.trials import PATIENCE


class Wire(asyncio.Transport):
    """A transport from an address, without a reader."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        super().__init__({"peername": [address, 50000]})
        self.is_cut = asyncio.Event()

    def set_write_buffer_limits(self, **limits: Any) -> None:
        assert limits == {"high": 0}

    def pause_reading(self) -> None:
        """Stops reading the data that arrive."""

    def resume_reading(self) -> None:
        """Does nothing, since no more data arrive."""

    def close(self) -> None:
        """Does nothing, since it is already closed."""

    def is_closing(self) -> bool:
        return self.is_cut.is_set()

    def abort(self) -> None:
        self.is_cut.set()


async def silent(_scope: Scope, receive: Receive, _send: Send) -> None:
    """Sends no response until the viewer has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


class Viewers:
    """Connections to one server."""

    def __init__(self) -> None:
        self.config = server._config(silent)
        self.config.load()
        self.state = ServerState()
        self.wires: list[Wire] = []

    def connect(self, address: str, sent: bytes = b"") -> Wire:
        wire = Wire(address)
        viewer = connection.ViewerConnection(self.config, self.state, {})
        viewer.connection_made(wire)
        if sent:
            viewer.data_received(sent)
        self.wires.append(wire)
        return wire

    @property
    def open(self) -> list[Wire]:
        return [each for each in self.wires if not each.is_closing()]

    async def leave(self) -> None:
        for viewer in list(self.state.connections):
            viewer.connection_lost(None)
        await asyncio.gather(*self.state.tasks)


def with_viewers(test: Callable[[Viewers], None]) -> None:
    async def connect() -> None:
        viewers = Viewers()
        try:
            test(viewers)
        finally:
            await viewers.leave()

    asyncio.run(connect())


REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


def test_the_oldest_of_too_many_silent_connections_from_one_address_is_closed() -> None:
    def crowd(viewers: Viewers) -> None:
        other = viewers.connect("192.0.2.2")
        crowd = [viewers.connect("192.0.2.1", b"GET /") for _ in range(MOST_FROM_ONE_ADDRESS + 3)]
        assert viewers.open == [other, *crowd[3:]]

    with_viewers(crowd)


def test_connections_that_have_sent_a_request_do_not_count_for_their_address() -> None:
    def crowd(viewers: Viewers) -> None:
        for _ in range(MOST_FROM_ONE_ADDRESS + 3):
            viewers.connect("192.0.2.1", REQUEST)
        viewers.connect("192.0.2.1")
        assert viewers.open == viewers.wires

    with_viewers(crowd)


def test_the_oldest_silent_one_of_too_many_connections_is_closed_never_a_viewers() -> None:
    def crowd(viewers: Viewers) -> None:
        first = viewers.connect("192.0.2.1", REQUEST)
        silent = [viewers.connect(f"192.0.2.{number % 200 + 1}") for number in range(MOST_CONNECTIONS + 2)]
        assert viewers.open == [first, *silent[3:]]
        late = [viewers.connect("192.0.2.1", REQUEST) for _ in range(MOST_CONNECTIONS - 1)]
        assert viewers.open == [first, *late]
        viewers.connect("192.0.2.1", REQUEST)
        assert viewers.open == [first, *late], "the last one is closed"

    with_viewers(crowd)


def test_a_viewer_that_reads_nothing_is_disconnected_even_if_it_sends_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "READ_TIMEOUT", 0.01)

    async def connect() -> None:
        config = server._config(silent)
        config.load()
        viewer, wire = connection.ViewerConnection(config, ServerState(), {}), Wire()
        viewer.connection_made(wire)
        viewer.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        viewer.pause_writing()
        viewer.data_received(b"GET")
        try:
            await asyncio.wait_for(wire.is_cut.wait(), PATIENCE)
        finally:
            viewer.connection_lost(None)
            await asyncio.gather(*viewer.tasks)

    asyncio.run(connect())


def test_only_a_connection_that_has_sent_no_request_in_time_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "REQUEST_TIMEOUT", 0.01)

    async def connect() -> None:
        viewers = Viewers()
        try:
            viewer, late = viewers.connect("192.0.2.1", REQUEST), viewers.connect("192.0.2.1", REQUEST[:-2])
            await asyncio.wait_for(late.is_cut.wait(), PATIENCE)  # its time limit began after the viewer's
            assert viewers.open == [viewer]
        finally:
            await viewers.leave()

    asyncio.run(connect())


def test_a_request_has_five_seconds_and_a_viewer_that_reads_nothing_twenty() -> None:
    assert (connection.REQUEST_TIMEOUT, connection.READ_TIMEOUT) == (5, 20)
