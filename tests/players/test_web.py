"""The web view over real sockets: its responses, the requests it refuses, and the cost of many viewers."""

import contextlib
import http.client
import json
import os
import random
import re
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from orcus_tui.players.connection import LARGEST_REQUEST, MOST_CONNECTIONS, MOST_FROM_ONE_ADDRESS
from orcus_tui.players.kept_address import FILE
from orcus_tui.players.web import MOST_VIEWERS, SECURITY_HEADERS
from tests.campaign.trials import PATIENCE
from tests.helpers.fights.followed import Table
from tests.helpers.fights.served import Served, memory_of, served

linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Served]]:
    with served(tmp_path_factory.mktemp("served")) as both:
        yield both


@pytest.fixture
def full_view(tmp_path: Path) -> Iterator[tuple[Table, Served]]:
    """A view for one test that takes all places for viewers: they are free again only some time after it."""
    with served(tmp_path) as both:
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
def test_every_response_has_the_security_headers(view: tuple[Table, Served], path: str, method: str) -> None:
    _, web = view
    headers = web.get(path, method).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "Server" not in headers


def test_without_an_address_only_this_computer_can_connect(view: tuple[Table, Served]) -> None:
    _, web = view
    assert web.host == "127.0.0.1"
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.2", web.port), timeout=1)


def test_a_view_that_was_started_alone_accepts_no_data_and_logs_nothing(view: tuple[Table, Served]) -> None:
    _, web = view
    page = web.get("", Cookie="seat=1")
    assert not page.headers.get_all("Set-Cookie")
    text = page.read().decode()
    assert not re.search(r"<(form|input|textarea)|\.cookie|sendBeacon|WebSocket", text)
    assert re.findall(r"fetch\(\"([^\"]*)\", \{ method:", text) == ["say"]  # only for phones with a seat
    assert text.count("method:") == 1
    assert web.get("say", "POST").status == 405
    assert web.get("seat/state").status == web.get("seat").status == 404
    assert web.get("state", "POST").status == 405
    assert web.get(f"/{web.token}/nothing").status == web.get("state/").status == 404
    assert web.errors.read_text() == ""
    (kept,) = [path for path in web.folder.rglob("*") if path.is_file() and web.token in path.read_text()]
    assert kept.name == FILE
    assert os.name == "nt" or kept.stat().st_mode & 0o777 == 0o600


def test_requests_for_another_host_token_or_page_are_refused(view: tuple[Table, Served]) -> None:
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
    assert web.get("state", Origin="null").status == 403
    assert web.get("state", Origin=f"http://127.0.0.1:{web.port}").status == 200


def events(web: Served, *headers: str) -> "socket.socket":
    named = "".join(f"{each}\r\n" for each in headers)
    request = f"GET /{web.token}/events HTTP/1.1\r\nHost: 127.0.0.1:{web.port}\r\n{named}\r\n"
    return web.connect(request.encode())


def read_until(stream: "socket.socket", wanted: bytes) -> bytes:
    """The data that a stream has sent, once they contain `wanted`."""
    read, end = b"", time.monotonic() + PATIENCE
    stream.settimeout(PATIENCE)
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


def request(web: Served, *headers: str, path: str = "state", method: str = "GET") -> bytes:
    lines = (f"{method} /{web.token}/{path} HTTP/1.1", f"Host: 127.0.0.1:{web.port}", *headers, "", "")
    return "\r\n".join(lines).encode()


def everything_from(connected: socket.socket) -> bytes:
    """The data that arrive until the view closes the connection."""
    connected.settimeout(PATIENCE)
    read = b""
    with connected, contextlib.suppress(ConnectionResetError):
        while got := connected.recv(65536):
            read += got
    return read


def test_a_request_names_its_host_and_its_origin_once(view: tuple[Table, Served]) -> None:
    _, web = view
    own, other = f"Origin: http://127.0.0.1:{web.port}", "Origin: http://evil.example"
    for origins in ((own, other), (other, own), (own, own), (own, f"o{own[1:]}")):
        assert everything_from(web.connect(request(web, *origins))).startswith(b"HTTP/1.1 403 "), origins
    assert everything_from(web.connect(request(web, own))).startswith(b"HTTP/1.1 200 ")
    for host in (f"Host: 127.0.0.1:{web.port}", "Host: evil.example", "hOST:"):
        assert everything_from(web.connect(request(web, host))).startswith(b"HTTP/1.1 400 "), host


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (400, b"GET / HTTP/1.1\r\nNo colon\r\n\r\n"),
        (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),  # a browser that tries https
        (400, b"\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"),
        (421, b"GET / HTTP/1.0\n\n"),
        (421, b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\nbody"),
        (431, b"GET / HTTP/1.1\r\nX: " + b"y" * 100_000),
    ],
)
def test_responses_of_the_server_itself_have_the_headers_too(
    view: tuple[Table, Served], status: int, sent: bytes
) -> None:
    _, web = view
    with web.connect(sent) as connected:
        connected.settimeout(PATIENCE)
        answer = http.client.HTTPResponse(connected)
        answer.begin()
        assert answer.status == status
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers.get_all(name) == [value], name
        assert "Server" not in answer.headers


@pytest.mark.parametrize("piece", [1, 100, 4096, 1 << 20], ids=lambda piece: f"{piece} bytes at a time")
@pytest.mark.parametrize("size", [LARGEST_REQUEST + 1, 100_000])
@pytest.mark.parametrize("where", ["header", "headers", "line"])
def test_a_request_that_is_too_large_is_refused_in_any_chunks(
    view: tuple[Table, Served], where: str, size: int, piece: int
) -> None:
    _, web = view
    if where == "line":
        plain = request(web, path="state?")
        sent = plain.replace(b"?", b"?" + b"x" * (size - len(plain)))
    else:
        name = b"X: " if where == "header" else b"X: y\r\nX: "
        plain = request(web)[:-2]
        sent = plain + name + b"z" * (size - len(plain) - len(name) - 4) + b"\r\n\r\n"
    assert len(sent) == size
    with web.connect() as connected:
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(ConnectionError):  # the connection is closed
            for start in range(0, min(size, 3 * LARGEST_REQUEST) if piece < 100 else size, piece):
                connected.sendall(sent[start : start + piece])
        connected.shutdown(socket.SHUT_WR)
        assert everything_from(connected).startswith(b"HTTP/1.1 431 ")
    assert web.get("").status == 200


def test_the_largest_request_is_answered(view: tuple[Table, Served]) -> None:
    _, web = view
    plain = request(web, "X: ")
    sent = plain.replace(b"X: ", b"X: " + b"y" * (LARGEST_REQUEST - len(plain)))
    assert len(sent) == LARGEST_REQUEST
    assert everything_from(web.connect(sent)).startswith(b"HTTP/1.1 200 ")


def test_a_connection_carries_one_request(view: tuple[Table, Served]) -> None:
    _, web = view
    answers = everything_from(web.connect(request(web) * 3))
    assert answers.count(b"HTTP/1.1 200 ") == answers.count(b"HTTP/1.1") == 1
    assert everything_from(web.connect(request(web, path="../nope"))).startswith(b"HTTP/1.1 404 "), (
        "the connection is not closed after a refusal"
    )


@linux
@pytest.mark.parametrize("body", ["Content-Length: 40000000", "Transfer-Encoding: chunked"])
def test_no_request_body_is_stored(view: tuple[Table, Served], body: str) -> None:
    table, web = view
    piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    with events(web, body) as stream:
        read_until(stream, b"creatures")
        before = memory_of(web.process)
        for _ in range(600):
            stream.sendall(piece)
        table.play('announce "Still here"')
        read_until(stream, b"Still here")
        assert memory_of(web.process) - before < 4 * 1024**2, "39 MB were sent"
    table.play("undo")


def idle_connections(web: Served, count: int, *, source: str = "") -> list[socket.socket]:
    """Connections that send nothing, or half a request."""
    made = []
    for number in range(count):
        made.append(socket.create_connection((web.host, web.port), 10, (source, 0) if source else None))
        made[-1].sendall((b"", b"GET /", request(web)[:-2])[number % 3])
    return made


def open_among(connections: list[socket.socket]) -> list[socket.socket]:
    """The connections that the view has not closed."""
    for each in connections:
        each.setblocking(False)
    return [each for each in connections if not _was_cut_off(each)]


def _was_cut_off(connected: socket.socket) -> bool:
    try:
        return connected.recv(1000) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_idle_connections_from_one_address_do_not_lock_others_out(full_view: tuple[Table, Served]) -> None:
    table, web = full_view
    with contextlib.ExitStack() as stack:
        viewers = [stack.enter_context(events(web)) for _ in range(MOST_VIEWERS - 1)]
        for viewer in viewers:
            read_until(viewer, b"creatures")
        # Together fewer than the files that may be open on macOS.
        idle = [stack.enter_context(each) for each in idle_connections(web, 160)]
        assert web.get("").status == 200
        late = stack.enter_context(events(web))
        read_until(late, b"creatures")
        assert len(open_among(idle)) <= MOST_FROM_ONE_ADDRESS
        assert not open_among(idle[: -MOST_FROM_ONE_ADDRESS - 1]), "the oldest were closed first"
        table.play('announce "Nobody has left"')
        for viewer in (*viewers, late):
            read_until(viewer, b"Nobody has left")


@linux
def test_idle_connections_from_many_addresses_do_not_lock_others_out(view: tuple[Table, Served]) -> None:
    table, web = view
    with contextlib.ExitStack() as stack:
        viewer = stack.enter_context(events(web))
        read_until(viewer, b"creatures")
        idle = []
        for number in range(2, 12):  # on Linux every address of 127.0.0.0/8 is the machine's own
            idle += idle_connections(web, MOST_FROM_ONE_ADDRESS // 2, source=f"127.0.0.{number}")
        for each in idle:
            stack.enter_context(each)
        assert web.get("").status == 200
        assert len(open_among(idle)) < MOST_CONNECTIONS
        table.play('announce "Nobody has left"')
        read_until(viewer, b"Nobody has left")
        table.play("undo")


def bad_requests(web: Served) -> list[bytes]:
    """Random requests that no player's browser makes."""
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
                continue  # the connection is closed, which also counts as an answer
        assert not answer or re.match(rb"HTTP/1\.1 (4\d\d|100) ", answer), (request, answer)
    assert web.state() == before
    assert table.path.read_bytes() == fight
    assert web.process.poll() is None
    assert web.errors.read_text() == ""


SOON_CUT_OFF = """
from orcus_tui.players import connection
connection.REQUEST_TIMEOUT = 1
from orcus_tui.cli.start import main
main()
"""


def test_half_open_and_slow_requests_are_disconnected(tmp_path: Path) -> None:
    with served(tmp_path, program=[sys.executable, "-c", SOON_CUT_OFF, "players", "--web"]) as (_, web):
        half = [web.connect() for _ in range(60)]
        for number, connected in enumerate(half):
            with contextlib.suppress(ConnectionError):  # it is cut off already
                connected.sendall((b"", b"GET", b"GET / HTTP/1.1\r\nHost: x\r\nX: ")[number // 20])
        slow = half[-1]
        slow.settimeout(0.1)
        with contextlib.suppress(ConnectionError):
            while not _is_cut_off(slow):
                slow.sendall(b"y")  # it never ends
        until(lambda: is_answered(web), "an answer to a request that is sent in time")
        for connected in half[:-1]:
            connected.settimeout(PATIENCE)
            with connected, contextlib.suppress(ConnectionResetError):
                assert connected.recv(1000) == b""
        slow.close()
        assert web.errors.read_text() == ""


def is_answered(web: Served) -> bool:
    """Whether a request is answered; not if this machine is so slow that the request takes too long as well."""
    with contextlib.suppress(ConnectionError):
        return web.get().status == 200
    return False


def until(holds: Callable[[], object], what: str) -> None:
    """Waits until a condition is true."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"{what} never came"
        time.sleep(0.02)


def _is_cut_off(connected: socket.socket) -> bool:
    try:
        return connected.recv(1000) == b""
    except TimeoutError:
        return False


def test_one_viewer_too_many_is_asked_to_retry(full_view: tuple[Table, Served]) -> None:
    _, web = full_view
    viewers = [events(web) for _ in range(MOST_VIEWERS)]
    for viewer in viewers:
        read_until(viewer, b"creatures")
    assert web.get("events").status == 429
    assert web.get("").status == web.get("state").status == 200
    for viewer in viewers:
        viewer.close()
    web.says(lambda _: web.get("events").status == 200)


BUSY = """
import sys
from orcus_tui.players import connection, server
from orcus_tui.players.addresses import address_of
from orcus_tui.players.public_state import PublicCreature, PublicState

class Busy:
    state = PublicState(1, creatures=tuple(PublicCreature(f"Creature {each}", "foes") for each in range(16)))
    problem, path = "", ""

    def has_news(self):
        return True

    def poll(self):
        if self.state.sequence >= 250 or not go:
            return False
        self.state = msgspec.structs.replace(self.state, sequence=self.state.sequence + 1, announcement="x" * 20_000)
        return True

import msgspec, threading
go = []
threading.Thread(target=lambda: go.append(sys.stdin.readline()), daemon=True).start()
server.POLL = 0.001
connection.READ_TIMEOUT = 5.0
listening = server.listen("127.0.0.1", 0)
address = address_of("127.0.0.1", listening.getsockname()[1], "T" * 22)
printing = server.Printing(lambda: print(address.url, flush=True), print)
server.serve(server.Served(Busy(), listening, address), printing)
"""


def sockets_of(process: subprocess.Popen[bytes]) -> int:
    found = 0
    for each in Path(f"/proc/{process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # it has just been closed
            found += "socket:" in str(each.readlink())
    return found


@linux
def test_memory_stays_flat_with_64_viewers_of_which_one_never_reads(tmp_path) -> None:
    web = Served(tmp_path, program=[sys.executable, "-c", BUSY])
    viewers = [events(web) for _ in range(MOST_VIEWERS)]
    try:
        for viewer in viewers[1:]:
            read_until(viewer, b"creatures")
        before, connected = memory_of(web.process), sockets_of(web.process)
        assert web.process.stdin
        web.process.stdin.write(b"go\n")
        web.process.stdin.flush()
        read, states = dict.fromkeys(viewers[1:], b""), 0
        while not any(b"id: 250\n" in each for each in read.values()):
            for viewer in select.select(viewers[1:], [], [], PATIENCE)[0]:
                got = viewer.recv(1 << 20)
                assert got, "a viewer that reads is cut off"
                read[viewer] = read[viewer][-len(b"id: 250") :] + got
                states += got.count(b"\nid: ")
        assert states > 250, "hardly any state but the last was sent"
        assert memory_of(web.process) - before < 4 * 1024**2, "the data that one viewer has not read would be 5 MB"
        until(lambda: sockets_of(web.process) < connected, "the end of the one that never reads")
        unread = b""
        while got := viewers[0].recv(1 << 20):
            unread += got
        assert b"id: 250\n" not in unread
        assert web.errors.read_text() == ""
    finally:
        for viewer in viewers:
            viewer.close()
        web.stop()
