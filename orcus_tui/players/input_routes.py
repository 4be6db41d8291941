"""The routes for phones: `say` takes their messages, `seat` streams the questions and verdicts of a seat."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from orcus_tui.players.connection import LARGEST_BODY
from orcus_tui.players.seats import Reply, Seats
from orcus_tui.players.web import BYE, SAY, Signal, begin_events, send_body, send_until_left
from orcus_tui.storage.storage_error import StorageError

BODY_TIMEOUT = 5.0
"""Seconds within which the body of a request must arrive."""
SCHEME = "Seat "


def input_routes(seats: Seats, news: Signal, update: Callable[[], None]) -> list[Route]:
    """The routes of `say`, `seat` and `seat/state`; `news` wakes the streams of seats.

    `update` brings the view up to date, so that a phone's message is judged after all earlier decisions of the tracker.
    """

    async def say(request: Request) -> Response:
        body = await _body_of(request)
        if isinstance(body, Reply):
            return _response(body)
        with suppress(StorageError):  # if the journal is gone, the server is about to end
            update()
        return _response(seats.say(body, _secret(request)))

    async def state(request: Request) -> Response:
        return _response(seats.state_of(_secret(request)))

    async def seat(request: Request) -> Response | SeatStream:
        reply = seats.state_of(_secret(request))
        return _response(reply) if reply.status != 200 else SeatStream(seats, news, _secret(request))

    return [Route(f"/{SAY}", say, methods=["POST"]), Route("/seat/state", state), Route("/seat", seat)]


async def _body_of(request: Request) -> bytes | Reply:
    """A phone's message, or the reply that refuses it."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        return Reply(415, {"state": "refused", "why": "not JSON"})
    try:
        body = await asyncio.wait_for(_body(request), BODY_TIMEOUT)
    except (TimeoutError, ClientDisconnect):
        return Reply(400, {"state": "refused", "why": "not understood"})
    if len(body) > LARGEST_BODY:
        return Reply(413, {"state": "refused", "why": "too large"})
    return body


async def _body(request: Request) -> bytes:
    """The body of a request, up to a little more than is allowed."""
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > LARGEST_BODY:
        return b" " * (LARGEST_BODY + 1)
    found = b""
    async for part in request.stream():
        found += part
        if len(found) > LARGEST_BODY:
            break
    return found


def _secret(request: Request) -> str:
    given = request.headers.get("authorization", "")
    return given.removeprefix(SCHEME).strip() if given.startswith(SCHEME) else ""


def _response(reply: Reply) -> Response:
    return Response(msgspec.json.encode(reply.body), reply.status, media_type="application/json")


class SeatStream:
    """The response to `seat`: the state of the seat at once, and whenever it changes."""

    def __init__(self, seats: Seats, news: Signal, secret: str) -> None:
        self._seats = seats
        self._news = news
        self._secret = secret

    async def __call__(self, _: Scope, receive: Receive, send: Send) -> None:
        """Sends until the phone leaves, the seat ends, or the view stops."""
        await send_until_left(self._send(send), receive)

    async def _send(self, send: Send) -> None:
        await begin_events(send)
        sent = (b"", 0)
        while not self._news.is_over:
            seen = self._news.count
            reply = self._seats.state_of(self._secret)
            if reply.status != 200:
                break
            now = msgspec.json.encode(reply.body), self._news.beats
            if now != sent:  # the state has changed, or a heartbeat repeats it
                await send_body(send, b"event: seat\ndata: %b\n\n" % now[0], more=True)
            sent = now
            await self._news.wait(seen)
        await send_body(send, BYE if self._news.is_over else b"", more=False)
