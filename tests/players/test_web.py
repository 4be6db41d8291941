"""The web view over real sockets: what it answers, whom it refuses, what many viewers cost."""

import contextlib
import json
import random
import re
import select
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from following_fights import Table
from serving_players import Served, memory_of, served

from benchmarks.trust.campaign import PATIENCE
from orcus_tui.players.server import LARGEST_REQUEST
from orcus_tui.players.web import MOST_VIEWERS

linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Served]]:
    with served(tmp_path_factory.mktemp("served")) as both:
        yield both


def test_the_page_the_state_and_its_tag(view: tuple[Table, Served]) -> None:
    _, web = view
    page = web.get("")
    text = page.read().decode()
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    (nonce,) = set(re.findall(r'nonce="([^"]+)"', text))
    assert f"script-src 'nonce-{nonce}'" in page.headers["Content-Security-Policy"]
    assert nonce not in web.get("").read().decode()
    assert not re.search(r"(src|href|url\()\s*=?\s*[\"'(]?(https?:)?//", text), "nothing comes from outside"
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", text)
    state = web.get("state")
    assert json.loads(state.read())["phase"] == "turns"
    assert web.get("state", If_None_Match=state.headers["ETag"]).status == 304
    assert web.get("state", "HEAD").read() == b""
    assert web.get(f"/{web.token}").headers["Location"] == f"/{web.token}/"


@pytest.mark.parametrize("path", ["", "state", "events", "nothing", "/", "/wrong/state"])
@pytest.mark.parametrize("method", ["HEAD", "POST", "DELETE"])
def test_every_answer_has_the_headers_that_protect_it(view: tuple[Table, Served], path: str, method: str) -> None:
    _, web = view
    headers = web.get(path, method).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "Server" not in headers


def test_who_asks_for_another_host_another_token_or_another_thing_is_refused(view: tuple[Table, Served]) -> None:
    _, web = view
    for host in ("evil.example", f"evil.example:{web.port}", "127.0.0.1", f"localhost:{web.port}", ""):
        assert web.get("state", Host=host).status == 421, host
    for path in ("/", "/state", "/favicon.ico", f"/{web.token[:-1]}/state", f"/{web.token}x/state", "//state", "/é"):
        assert web.get(path.encode().decode("latin-1") if path.isascii() else "/%C3%A9").status == 404, path
    for path in ("nothing", "state/", "../state", "state/x"):
        assert web.get(path).status == 404, path
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "NONSENSE"):
        assert web.get("state", method).status == 405, method
    assert web.get("state", Origin="http://evil.example").status == 403
    assert web.get("state", Origin=f"http://127.0.0.1:{web.port}").status == 200


def events(web: Served, *headers: str) -> "socket.socket":
    named = "".join(f"{each}\r\n" for each in headers)
    request = f"GET /{web.token}/events HTTP/1.1\r\nHost: 127.0.0.1:{web.port}\r\n{named}\r\n"
    return web.connect(request.encode())


def read_until(stream: "socket.socket", wanted: bytes, within: float = 10) -> bytes:
    """What a stream has sent, once that has something in it."""
    read, end = b"", time.monotonic() + within
    stream.settimeout(within)
    while wanted not in read:
        assert time.monotonic() < end, read
        got = stream.recv(65536)
        assert got, read
        read += got
    return read


def test_a_stream_has_whole_states_each_the_same_as_the_state(view: tuple[Table, Served]) -> None:
    table, web = view
    with events(web) as stream:
        first = read_until(stream, b"creatures")
        assert b"retry: 2000" in first
        assert b"data: " + web.get().read() in first.replace(b"\r\n", b"\n")
        table.play('announce "Here it comes"')
        assert b"Here it comes" in read_until(stream, b"Here it comes")
    with events(web, "Last-Event-ID: 1") as stream:
        assert b"Here it comes" in read_until(stream, b"Here it comes")
    table.play("undo")


def bad_requests(web: Served) -> list[bytes]:
    """Requests at random that no browser of a player makes."""
    chance = random.Random(15)
    host = f"127.0.0.1:{web.port}"
    methods = ["GET", "POST", "PUT", "get", "G T", "\x00", "CONNECT", "PRI", "OPTIONS", "DELETE", "TRACE"]
    paths = [
        *(f"/{web.token}/nope", "/", f"/{web.token[:-1]}/state", "/../../etc/passwd", "*", "http://evil/", "//", ""),
        *(f"/{web.token}/%2e%2e/state", f"/{web.token}/state%00", "/\x01", "/" + "a" * 3000, "/%ff%fe", "/é"),
    ]
    hosts = [host, "evil", "", f"{host}, {host}", "\x7f", "127.0.0.1:1", "[::1", "a" * 500]
    versions = ["HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/9", "", "HTP/1.1"]
    extras = [
        *("", "Content-Length: 99999999999", "Content-Length: -1", "Transfer-Encoding: chunked", "Upgrade: websocket"),
        *("Connection: Upgrade\r\nUpgrade: websocket", "Expect: 100-continue", "X: " + "y" * (LARGEST_REQUEST + 1)),
        *(" folded: yes", "No colon", "Host: again", "Cookie: a=b", "Range: bytes=0-", "Bad\x00Name: 1"),
    ]
    made = []
    while len(made) < 3000:
        parts = [chance.choice(each) for each in (methods, paths, hosts, versions, extras)]
        good = parts[0] == "GET" and parts[2] == host and parts[1].startswith(f"/{web.token}/state")
        if good:
            continue
        method, path, named, version, extra = parts
        text = f"{method} {path} {version}\r\nHost: {named}\r\n{extra}{chr(13) + chr(10) if extra else ''}\r\n"
        made.append(text.encode("latin-1", "replace"))
    return made


def test_thousands_of_bad_requests_are_answered_with_4xx_and_nothing_else_happens(view: tuple[Table, Served]) -> None:
    table, web = view
    before = web.says(lambda state: not state["announcement"])
    fight = table.path.read_bytes()
    for request in bad_requests(web):
        with web.connect() as connected:
            try:
                connected.sendall(request)
                connected.shutdown(socket.SHUT_WR)
                answer = connected.recv(4096)
            except ConnectionError:
                continue  # cut off, which is an answer as well
        assert not answer or re.match(rb"HTTP/1\.1 (4\d\d|100) ", answer), (request, answer)
    assert web.state() == before
    assert table.path.read_bytes() == fight
    assert web.process.poll() is None
    assert web.errors.read_text() == ""


SOON_CUT_OFF = """
from orcus_tui.players import server
server.REQUEST_WITHIN = 1
from orcus_tui.cli.start import main
main()
"""


def test_half_open_and_slow_requests_are_cut_off(tmp_path: Path) -> None:
    with served(tmp_path, program=[sys.executable, "-c", SOON_CUT_OFF, "players", "--web"]) as (_, web):
        half = [web.connect(data) for data in (b"", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\nX: ") for _ in range(20)]
        slow = half[-1]
        slow.settimeout(0.1)
        with contextlib.suppress(ConnectionError):
            while not _is_cut_off(slow):
                slow.sendall(b"y")  # it is never done
        assert web.get().status == 200
        for connected in half[:-1]:
            connected.settimeout(PATIENCE)
            with connected, contextlib.suppress(ConnectionResetError):
                assert connected.recv(1000) == b""
        slow.close()
        assert web.errors.read_text() == ""


def _is_cut_off(connected: socket.socket) -> bool:
    try:
        return connected.recv(1000) == b""
    except TimeoutError:
        return False


def test_one_viewer_too_many_is_asked_to_come_back(view: tuple[Table, Served]) -> None:
    _, web = view
    viewers = [events(web) for _ in range(MOST_VIEWERS)]
    for viewer in viewers:
        read_until(viewer, b"creatures")
    assert web.get("events").status == 429
    for viewer in viewers:
        viewer.close()
    web.says(lambda _: web.get("events").status == 200)


BUSY = """
import sys
from orcus_tui.players import server
from orcus_tui.players.addresses import address_of
from orcus_tui.players.public_state import PublicCreature, PublicState
from orcus_tui.players.web import new_token

class Busy:
    state = PublicState(1, creatures=tuple(PublicCreature(f"Creature {each}", "foes") for each in range(16)))
    problem, path = "", ""

    def poll(self):
        if self.state.sequence >= 250 or not go:
            return False
        self.state = msgspec.structs.replace(self.state, sequence=self.state.sequence + 1, announcement="x" * 20_000)
        return True

import msgspec, threading
go = []
threading.Thread(target=lambda: go.append(sys.stdin.readline()), daemon=True).start()
server.POLL = 0.001
server.UNREAD_FOR = 1.0
listening = server.listen("127.0.0.1", 0)
address = address_of("127.0.0.1", listening.getsockname()[1], new_token())
print(address.url, flush=True)
server.serve(Busy(), listening, address, say=print, with_tracker=False)
"""


@linux
def test_memory_stays_flat_with_64_viewers_one_of_whom_never_reads(tmp_path) -> None:
    web = Served(tmp_path, program=[sys.executable, "-c", BUSY])
    viewers = [events(web) for _ in range(MOST_VIEWERS)]
    try:
        for viewer in viewers[1:]:
            read_until(viewer, b"creatures")
        before = memory_of(web.process)
        assert web.process.stdin
        web.process.stdin.write(b"go\n")
        web.process.stdin.flush()
        read, states = b"", 0
        while b"id: 250\n" not in read:
            ready, _, _ = select.select(viewers[1:], [], [], PATIENCE)
            read = b"".join(viewer.recv(1 << 20) for viewer in ready)
            states += read.count(b"\nid: ")
        assert states > 250, "hardly any state but the last was sent"
        assert memory_of(web.process) - before < 4 * 1024**2, "what one viewer has not read would be 5"
        time.sleep(1.5)  # then who never read has been cut off
        unread = b""
        while got := viewers[0].recv(1 << 20):
            unread += got
        assert b"id: 250\n" not in unread
        assert web.errors.read_text() == ""
    finally:
        for viewer in viewers:
            viewer.close()
        web.stop()
