"""The server of the web view: its socket, its configuration, and the loop that forwards news from the feed."""

import asyncio
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

import msgspec
import uvicorn
from starlette.types import ASGIApp

from orcus_tui.errors import OrcusError
from orcus_tui.players.addresses import Address
from orcus_tui.players.connection import LARGEST_REQUEST, ViewerConnection
from orcus_tui.players.feed import POLL, FightFeed
from orcus_tui.players.input_routes import SeatNews, input_routes
from orcus_tui.players.messages import News, Proposal, Verdict, line_of, read_news
from orcus_tui.players.seats import Seats
from orcus_tui.players.web import Broadcast, site
from orcus_tui.storage.storage_error import reason

ACCEPTED_AT_ONCE = 16
"""Connections accepted before one is read; few enough not to displace each other."""
QUEUE = 128
"""Connections that may wait to be accepted."""


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
        raise CannotServe(f"{host} is no address of this machine: {_why(error)}") from error
    listening = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # there, it would let two programs have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(QUEUE)
    except OSError as error:
        listening.close()
        raise CannotServe(f"cannot serve on {host}, port {port}: {_why(error)}") from error
    return listening


def _why(error: Exception) -> str:
    return reason(error).lower() if isinstance(error, OSError) else "that is no name of a machine"


class Printing(NamedTuple):
    """How the address, and then each problem, is printed."""

    announce: Callable[[], None]
    say: Callable[[str], None]


class Served(NamedTuple):
    """What is served: a fight, at an address, with the seats of an earlier start if phones may send anything."""

    feed: FightFeed
    listening: socket.socket
    address: Address
    seats: Mapping[str, str] | None = None


def serve(served: Served, printing: Printing) -> None:
    """Serves until interrupted, or with seats until standard input ends.

    The address is printed once an interrupt would end it in order. Raises StorageError if the journal disappears.
    """
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(served, printing))


class _Server(uvicorn.Server):
    """A server that accepts few connections at a time while many wait; asyncio has one number for both."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, and lengthens the queue again, which asyncio has shortened."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(QUEUE)


async def _serve(served: Served, printing: Printing) -> None:
    feed, address = served.feed, served.address
    broadcast, news = Broadcast(feed.state), SeatNews()
    seats = Seats(feed, _send_to_tracker, news.signal, time.monotonic, served.seats or {})
    has_phones = served.seats is not None
    routes = input_routes(seats, news, lambda: broadcast.is_over) if has_phones else ()
    server = _Server(_config(site(broadcast, address.hosts, address.token, routes)))
    if has_phones:
        _follow_tracker(server, seats)
    printing.announce()
    serving = asyncio.create_task(server.serve(sockets=[served.listening]))
    try:
        await _broadcast_changes(feed, broadcast, server, printing.say, news)
    finally:
        broadcast.end()
        news.signal()
        server.should_exit = True
        await serving


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


async def _broadcast_changes(
    feed: FightFeed, broadcast: Broadcast, server: uvicorn.Server, say: Callable[[str], None], news: SeatNews
) -> None:
    """Broadcasts new states until the server stops."""
    problem = ""
    while not server.should_exit:
        if feed.poll():
            broadcast.show(feed.state)
            news.signal()
        if feed.problem != problem:
            problem = feed.problem
            if problem:
                say(f"{feed.path}: {problem}; waiting")
        await asyncio.sleep(POLL)


def _send_to_tracker(proposal: Proposal) -> None:
    """Sends what a phone has said to the program that started this one."""
    sys.stdout.buffer.write(line_of(proposal))
    sys.stdout.buffer.flush()


def _follow_tracker(server: uvicorn.Server, seats: Seats) -> None:
    """Takes the verdicts of the program that started this one, and stops the server when that one ends."""
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
