"""The data of a stream and when they are sent, without a socket."""

import asyncio

import pytest

from orcus_tui.players import web
from orcus_tui.players.kept_address import new_address
from orcus_tui.players.public_state import PublicState

SCOPE = {"type": "http", "method": "GET"}


async def never() -> web.Message:
    await asyncio.Event().wait()
    raise AssertionError


def test_a_heartbeat_repeats_the_state() -> None:
    broadcast = web.Broadcast(PublicState(7))
    sent: list[bytes] = []

    async def send(message: web.Message) -> None:
        sent.append(message.get("body", b""))
        broadcast.signal.beat()
        if len(sent) == 5:
            broadcast.signal.end()

    asyncio.run(web.Stream(broadcast)(SCOPE, never, send))
    assert sent[2] == sent[3] == sent[4]
    assert sent[2].startswith(b"id: 7\ndata: {")
    assert sent[-1] == web.BYE
    assert broadcast.viewers == 0


def test_a_slow_viewer_gets_only_the_newest_state() -> None:
    broadcast = web.Broadcast(PublicState(1))
    sent: list[bytes] = []

    async def send(message: web.Message) -> None:
        sent.append(message.get("body", b""))
        for number in range(2, 2000):
            if len(sent) == 3:  # while this one is being sent
                broadcast.show(PublicState(number))
        if len(sent) == 4:
            broadcast.signal.end()

    asyncio.run(web.Stream(broadcast)(SCOPE, never, send))
    assert [each.split(b"\n")[0] for each in sent[2:4]] == [b"id: 1", b"id: 1999"]


def test_a_state_is_sent_as_soon_as_it_is_shown() -> None:
    broadcast = web.Broadcast(PublicState(1))
    sent: list[bytes] = []

    async def send(message: web.Message) -> None:
        sent.append(message.get("body", b""))
        if len(sent) == 3:
            asyncio.get_running_loop().call_later(0.01, broadcast.show, PublicState(2))
        if len(sent) == 4:
            asyncio.get_running_loop().call_later(0.01, broadcast.signal.end)

    asyncio.run(asyncio.wait_for(web.Stream(broadcast)(SCOPE, never, send), web.HEARTBEAT / 2))
    assert [each.split(b"\n")[0] for each in sent[2:]] == [b"id: 1", b"id: 2", b"event: bye"]


def test_a_stream_that_begins_after_the_end_sends_the_state_and_ends() -> None:
    broadcast = web.Broadcast(PublicState(1))
    broadcast.signal.end()
    sent: list[bytes] = []

    async def send(message: web.Message) -> None:
        sent.append(message.get("body", b""))

    asyncio.run(asyncio.wait_for(web.Stream(broadcast)(SCOPE, never, send), web.HEARTBEAT / 2))
    assert [each.split(b"\n")[0] for each in sent[2:]] == [b"id: 1", b"event: bye"]


def test_a_viewer_that_leaves_is_no_longer_counted() -> None:
    broadcast = web.Broadcast(PublicState(1))

    is_sent = asyncio.Event()

    async def send(_: web.Message) -> None:
        assert broadcast.viewers == 1
        is_sent.set()

    async def gone() -> web.Message:
        await is_sent.wait()
        return {"type": "http.disconnect"}

    asyncio.run(web.Stream(broadcast)(SCOPE, gone, send))
    assert broadcast.viewers == 0


def test_tokens_are_long_and_unique() -> None:
    tokens = {new_address().token for _ in range(100)}
    assert len(tokens) == 100
    assert {len(each) for each in tokens} == {22}


def test_a_response_to_an_internal_error_has_the_headers_too() -> None:
    sent: list[web.Message] = []

    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    async def send(message: web.Message) -> None:
        sent.append(message)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(web.SecurityHeaders(fail)({**SCOPE, "headers": []}, never, send))
    assert sent[0]["status"] == 500
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    assert headers.items() >= {name.lower(): value for name, value in web.SECURITY_HEADERS.items()}.items()
