"""Serves the web view: the socket, the limits of a connection, and the loop that passes on what is new in the feed."""

import asyncio
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from orcus_tui.errors import OrcusError
from orcus_tui.players.addresses import Address
from orcus_tui.players.feed import POLL, FightFeed
from orcus_tui.players.web import Stage, site
from orcus_tui.storage.storage_error import reason

REQUEST_WITHIN = 5.0
"""Seconds within which a request must have come."""
UNREAD_FOR = 20.0
"""Seconds after which a viewer that reads nothing is cut off."""
MOST_CONNECTIONS = 256
LARGEST_REQUEST = 8 * 1024
"""Bytes of a request's line and headers."""
SEND_BUFFER = 32 * 1024
"""Bytes that the operating system keeps for a viewer who does not read."""


class CannotServe(OrcusError):
    """The address cannot be served on; the message says why."""


class ViewerConnection(H11Protocol):
    """A connection that must ask soon and read what it gets; it may ask once."""

    _ask_by: asyncio.TimerHandle | None = None
    _read_by: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base
        """Gives the request its time. One connection too many is cut at once."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
            return
        transport.set_write_buffer_limits(high=0)
        connected: socket.socket | None = transport.get_extra_info("socket")
        if connected is not None:
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._ask_by = self.loop.call_later(REQUEST_WITHIN, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Reads a request; what makes none of sense after another ends the connection."""
        try:
            super().data_received(data)
        except h11.LocalProtocolError:
            self.transport.abort()
        if self.cycle is not None and self._ask_by is not None:
            self._ask_by.cancel()

    def pause_writing(self) -> None:
        """The viewer has not read all it got: from now on its time runs."""
        super().pause_writing()
        self._read_by = self.loop.call_later(UNREAD_FOR, self.transport.abort)

    def resume_writing(self) -> None:
        """The viewer has read all."""
        super().resume_writing()
        if self._read_by is not None:
            self._read_by.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more is waited for."""
        super().connection_lost(exc)
        for waiting in (self._ask_by, self._read_by):
            if waiting is not None:
                waiting.cancel()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises CannotServe: the port is in use, or the address is not this machine's."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise CannotServe(f"{host} is no address of this machine: {_why(error)}") from error
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # there, it would let two programs have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(MOST_CONNECTIONS)
    except OSError as error:
        listening.close()
        raise CannotServe(f"cannot serve on {host}, port {port}: {_why(error)}") from error
    return listening


def _why(error: Exception) -> str:
    return reason(error).lower() if isinstance(error, OSError) else "that is no name of a machine"


def serve(
    feed: FightFeed, listening: socket.socket, address: Address, *, say: Callable[[str], None], with_tracker: bool
) -> None:
    """Serves until it is interrupted; `with_tracker`, until standard input ends. `say` gets messages for a person.

    Raises StorageError where the journal vanishes.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(feed, listening, address, say, with_tracker=with_tracker))


async def _serve(
    feed: FightFeed, listening: socket.socket, address: Address, say: Callable[[str], None], *, with_tracker: bool
) -> None:
    stage = Stage(feed.state)
    server = uvicorn.Server(_config(site(stage, address.hosts, address.token)))
    if with_tracker:
        _stop_with_standard_input(server)
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        await _show_news(feed, stage, server, say)
    finally:
        stage.end()
        server.should_exit = True
        await serving


def _config(app: ASGIApp) -> uvicorn.Config:
    """No log, so that no token is in one; the parser that is always there; limits of our own."""
    return uvicorn.Config(
        app,
        http=ViewerConnection,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=LARGEST_REQUEST,
        timeout_graceful_shutdown=1,
    )


async def _show_news(feed: FightFeed, stage: Stage, server: uvicorn.Server, say: Callable[[str], None]) -> None:
    """Shows what is new, until the server is to stop."""
    problem = ""
    while not server.should_exit:
        if feed.poll():
            stage.show(feed.state)
        if feed.problem != problem:
            problem = feed.problem
            if problem:
                say(f"{feed.path}: {problem}; waiting")
        await asyncio.sleep(POLL)


def _stop_with_standard_input(server: uvicorn.Server) -> None:
    """Stops the server once whoever started it has gone, however it went."""

    def read_to_the_end() -> None:
        sys.stdin.buffer.read()
        server.should_exit = True

    threading.Thread(target=read_to_the_end, daemon=True).start()
