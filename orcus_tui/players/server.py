"""The server of the web view: its socket, its configuration, and the loop that forwards news from the feed."""

import asyncio
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import NamedTuple

import msgspec
import uvicorn
from starlette.types import ASGIApp

from orcus_tui.errors import OrcusError
from orcus_tui.players.addresses import Address
from orcus_tui.players.connection import LARGEST_REQUEST, ViewerConnection
from orcus_tui.players.feed import POLL, FightFeed
from orcus_tui.players.input_routes import input_routes
from orcus_tui.players.messages import News, Proposal, Verdict, line_of, read_news
from orcus_tui.players.seats import Seats
from orcus_tui.players.web import HEARTBEAT, Broadcast, Signal, site
from orcus_tui.storage.storage_error import StorageError, reason

ACCEPTED_AT_ONCE = 16
"""The number of connections that are accepted before one is read.

They are few enough that new connections do not displace each other.
"""
QUEUE = 128
"""The number of connections that may wait to be accepted."""

POLLS_PER_TICK = 6
"""The number of checks of the journal between two ticks of the server."""


def listen_where_kept(host: str, port: int, kept: int) -> tuple[socket.socket, bool]:
    """A listening socket on a port (0: the kept one, or any), and whether the kept port is in use.

    Raises CannotServe as `listen`.
    """
    if port or not kept:
        return listen(host, port), False
    try:
        return listen(host, kept), False
    except CannotServe:
        return listen(host, 0), True


class CannotServe(OrcusError):
    """The address cannot be used for serving; the message says why."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises CannotServe if the port is in use or the address is not this machine's."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise CannotServe(f"{host} is not an address of this machine: {_why(error)}") from error
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # on Windows this option would let two programs use one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(QUEUE)
    except OSError as error:
        listening.close()
        raise CannotServe(f"cannot serve on {host}, port {port}: {_why(error)}") from error
    return listening


def _why(error: Exception) -> str:
    return reason(error).lower() if isinstance(error, OSError) else "that is not a machine's name"


class Printing(NamedTuple):
    """The functions that print the address and each problem."""

    announce: Callable[[], None]
    say: Callable[[str], None]


class Served(NamedTuple):
    """A served fight: its feed, its address, and the seats of an earlier run if phones may send anything."""

    feed: FightFeed
    listening: socket.socket
    address: Address
    seats: Mapping[str, str] | None = None


def serve(served: Served, printing: Printing) -> None:
    """Serves until interrupted, or with seats until standard input ends.

    The address is printed once an interrupt can end the server cleanly. Raises StorageError if the journal disappears.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(served, printing))


class _View:
    """The state that the server shows, and the signals to the streams of viewers and seats."""

    def __init__(self, feed: FightFeed, say: Callable[[str], None]) -> None:
        self.broadcast, self.news = Broadcast(feed.state), Signal()
        self._feed = feed
        self._say = say
        self._problem = ""
        self._beats_at = time.monotonic() + HEARTBEAT

    def has_news(self) -> bool:
        """Whether the journal has changed since the last update."""
        return self._feed.has_news()

    def update(self) -> None:
        """Shows what is new in the journal. Raises StorageError if the journal has disappeared."""
        if self._feed.poll():
            self.broadcast.show(self._feed.state)
            self.news.send()
        if self._feed.problem != self._problem:
            self._problem = self._feed.problem
            if self._problem:
                self._say(f"{self._feed.path}: {self._problem}; waiting")
        now = time.monotonic()
        if now >= self._beats_at:
            self._beats_at = now + HEARTBEAT
            self.broadcast.signal.beat()
            self.news.beat()

    def end(self) -> None:
        """Ends all streams."""
        self.broadcast.signal.end()
        self.news.end()


class _Server(uvicorn.Server):
    """A server that updates the view in its own loop, and accepts few connections at once.

    asyncio has only one limit, for connections accepted at once and for waiting connections. `fault` is the reason why
    the view ended.
    """

    def __init__(self, config: uvicorn.Config, view: _View) -> None:
        super().__init__(config)
        self.fault: StorageError | None = None
        self._view = view

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, and lengthens the queue again, which asyncio has shortened."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(QUEUE)

    async def main_loop(self) -> None:
        """Updates the view until the server is to stop, or the journal has disappeared."""
        ticks = count()
        try:
            while not await self.on_tick(next(ticks)):
                self._view.update()
                await asyncio.to_thread(self._wait_for_news)
        except StorageError as fault:
            self.fault = fault
        finally:
            self._view.end()

    def _wait_for_news(self) -> None:
        """Waits for a change of the journal, a stop, or the next tick; in a thread, which takes less processor time."""
        for _ in range(POLLS_PER_TICK):
            time.sleep(POLL)
            if self.should_exit or self._view.has_news():
                break


async def _serve(served: Served, printing: Printing) -> None:
    view, address = _View(served.feed, printing.say), served.address
    seats = Seats(served.feed, _send_to_tracker, view.news.send, time.monotonic, served.seats or {})
    has_phones = served.seats is not None
    routes = input_routes(seats, view.news, view.update) if has_phones else ()
    server = _Server(_config(site(view.broadcast, address.hosts, address.token, routes)), view)
    if has_phones:
        _follow_tracker(server, seats)
    printing.announce()
    await server.serve(sockets=[served.listening])
    if server.fault:
        raise server.fault


def _config(app: ASGIApp) -> uvicorn.Config:
    """The configuration: no log, since it would contain the token, and our own limits."""
    return uvicorn.Config(
        app,
        http=ViewerConnection,
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        backlog=ACCEPTED_AT_ONCE,
        h11_max_incomplete_event_size=LARGEST_REQUEST,
        timeout_graceful_shutdown=1,
    )


def _send_to_tracker(proposal: Proposal) -> None:
    """Sends a phone's proposal to the tracker that started this program."""
    sys.stdout.buffer.write(line_of(proposal))
    sys.stdout.buffer.flush()


def _follow_tracker(server: uvicorn.Server, seats: Seats) -> None:
    """Takes the verdicts of the tracker that started this program, and stops the server when the tracker ends."""
    loop = asyncio.get_running_loop()

    def read_to_the_end() -> None:
        lines = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115  # Python waits for sys.stdin's lock at exit
        for line in lines:
            with suppress(msgspec.DecodeError):
                loop.call_soon_threadsafe(_take, seats, read_news(line))
        server.should_exit = True

    threading.Thread(target=read_to_the_end, daemon=True).start()


def _take(seats: Seats, message: News) -> None:
    if isinstance(message, Verdict):
        seats.decide(message)
    else:
        seats.change(message)
