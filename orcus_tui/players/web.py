"""The web view: one page, the public state as JSON, and a stream of states.

`TOKEN/` is the page, `TOKEN/state` the state with an ETag, and `TOKEN/events` the state as server-sent events, whenever
it changes and every HEARTBEAT seconds. With seats, phones send to `TOKEN/say`; `TOKEN/seat` is the stream of a seat,
and `TOKEN/seat/state` its present state. `Guard` checks each request before anything else reads it.
"""

import asyncio
import secrets
from collections.abc import Collection, Coroutine, Sequence
from functools import cache
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.errors import ServerErrorMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from orcus_tui.players.public_state import PublicState

HEARTBEAT = 10.0
"""Seconds after which streams repeat what they sent last."""
BYE = b"event: bye\ndata: {}\n\n"
"""The last event of a stream: the view is closed."""
RETRY = 2_000
"""Milliseconds after which a browser reconnects to a lost stream."""
MOST_VIEWERS = 64
SAY = "say"
"""The path to which phones send."""
NONCE_BYTES = 16

_NOTHING = "default-src 'none'; frame-ancestors 'none'"
SECURITY_HEADERS = {
    "Cache-Control": "no-store",
    "Connection": "close",
    "Content-Security-Policy": _NOTHING,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""The headers of every response; the page has its own policy."""
_POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Signal:
    """Wakes the streams of viewers when they have something to send; `beats` counts the heartbeats."""

    def __init__(self) -> None:
        self.count = self.beats = 0
        self.is_over = False
        self._next = asyncio.Event()

    def send(self) -> None:
        """Wakes every stream."""
        self.count += 1
        waiting, self._next = self._next, asyncio.Event()
        waiting.set()

    def beat(self) -> None:
        """Wakes every stream to repeat what it sent last."""
        self.beats += 1
        self.send()

    def end(self) -> None:
        """Ends every stream."""
        self.is_over = True
        self.send()

    async def wait(self, seen: int) -> None:
        """Waits until more than `seen` signals have been sent, or all streams end."""
        if self.count == seen and not self.is_over:
            await self._next.wait()


class Broadcast:
    """The state that is shown, encoded once, and the signal to send it."""

    def __init__(self, state: PublicState) -> None:
        self.viewers = 0
        self.signal = Signal()
        self._set(state)

    def _set(self, state: PublicState) -> None:
        self.sequence = state.sequence
        self.body = msgspec.json.encode(state)

    def show(self, state: PublicState) -> None:
        """Replaces the state; a stream that missed earlier states sends only this one."""
        self._set(state)
        self.signal.send()


class Stream:
    """The response to `TOKEN/events`: the state at once, whenever it changes, and with every heartbeat."""

    def __init__(self, broadcast: Broadcast) -> None:
        self._broadcast = broadcast

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends until the viewer or the broadcast ends."""
        if self._broadcast.viewers >= MOST_VIEWERS:
            busy = PlainTextResponse("too many viewers", 429, {"Retry-After": "10"})
            await busy(scope, receive, send)
            return
        self._broadcast.viewers += 1
        try:
            await send_until_left(self._send(scope, send), receive)
        finally:
            self._broadcast.viewers -= 1

    async def _send(self, scope: Scope, send: Send) -> None:
        more = scope["method"] == "GET"
        await begin_events(send, more=more)
        signal = self._broadcast.signal
        while more:
            seen = signal.count
            body = b"id: %d\ndata: %b\n\n" % (self._broadcast.sequence, self._broadcast.body)
            await send_body(send, body, more=True)
            await signal.wait(seen)
            if signal.is_over:
                await send_body(send, BYE, more=False)
                return


async def send_body(send: Send, body: bytes, *, more: bool) -> None:
    """Sends a part of a response."""
    await send({"type": "http.response.body", "body": body, "more_body": more})


async def begin_events(send: Send, *, more: bool = True) -> None:
    """Begins a response of server-sent events."""
    headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send_body(send, b"retry: %d\n\n" % RETRY, more=more)


async def send_until_left(sending: Coroutine[None, None, None], receive: Receive) -> None:
    """Sends a response to its end, or until the viewer is gone."""
    tasks = [asyncio.ensure_future(each) for each in (sending, _until_disconnected(receive))]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _until_disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class SecurityHeaders:
    """Middleware that adds SECURITY_HEADERS to every response, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = ServerErrorMiddleware(app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Responds with the headers that the response does not set itself."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)


class Guard:
    """Middleware that lets valid requests of viewers through and refuses all others.

    A request needs the exact Host, or the address it came to (else 421); the page's Origin, if it has an Origin (else
    403); GET or HEAD (else 405); and the token as the first part of its path (else 404). With `accepts_input`, POST
    from the page's Origin is let through to `say`.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str], token: str, *, accepts_input: bool) -> None:
        self._app = app
        self._accepts_input = accepts_input
        self._hosts = {host.lower() for host in hosts}
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuses the request, or lets it through without the token."""
        refusal = self._refusal(scope)
        if refusal:
            await refusal(scope, receive, send)
            return
        _, _, rest = scope["path"][1:].partition("/")
        if scope["path"].count("/") == 1:
            await RedirectResponse(f"{scope['path']}/", 308)(scope, receive, send)
            return
        await self._app({**scope, "path": f"/{rest}"}, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        named = headers.getlist("host")
        hosts = self._hosts | _own_hosts(scope)
        if len(named) != 1 or named[0].lower() not in hosts:
            return PlainTextResponse("this is not the address of this view", 421)
        origins = headers.getlist("origin")
        allowed = {f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts}
        if len(origins) > 1 or not {each.lower() for each in origins} <= allowed:
            return PlainTextResponse("not from another page", 403)
        token, _, rest = scope["path"][1:].partition("/")
        says = self._accepts_input and scope["method"] == "POST" and rest == SAY
        if scope["method"] not in ("GET", "HEAD") and not says:
            return PlainTextResponse("only GET and HEAD", 405, {"Allow": "GET, HEAD"})
        if says and not origins:
            return PlainTextResponse("not from this page", 403)
        if not secrets.compare_digest(token.encode("utf-8", "replace"), self._token):
            return PlainTextResponse("nothing is here", 404)
        return None


def _own_hosts(scope: Scope) -> set[str]:
    """The address of this machine to which a request came: a machine has one for each network, and may get more."""
    if not scope.get("server"):
        return set()
    host, port = scope["server"]
    host = host.removeprefix("::ffff:")
    return {f"[{host}]:{port}" if ":" in host else f"{host}:{port}"}


def site(broadcast: Broadcast, hosts: Collection[str], token: str, input_: Sequence[Route] = ()) -> ASGIApp:
    """The web view of a broadcast, for requests with one of these hosts (`192.168.1.5:8350`) and the token.

    `input_` are the routes of what phones send, if they may send anything.
    """

    async def page(_: Request) -> Response:
        nonce = secrets.token_urlsafe(NONCE_BYTES)
        text = _page().replace("NONCE", nonce)
        policy = {"Content-Security-Policy": _POLICY.format(nonce=nonce)}
        return Response(text, media_type="text/html", headers=policy)

    async def state(request: Request) -> Response:
        body = broadcast.body
        tag = f'"{broadcast.sequence}"'
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"ETag": tag})
        return Response(body, media_type="application/json", headers={"ETag": tag})

    async def events(_: Request) -> Stream:
        return Stream(broadcast)

    routes = [Route("/", page), Route("/state", state), Route("/events", events), *input_]
    app = Starlette(routes=routes)
    app.router.redirect_slashes = False
    return SecurityHeaders(Guard(app, hosts, token, accepts_input=bool(input_)))


@cache
def _page() -> str:
    return Path(__file__).with_name("page.html").read_text(encoding="utf-8")
