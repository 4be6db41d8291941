"""Phones with seats: the time from a tap to the tracker's log and back, and their cost for the tracker."""

import http.client
import json
import secrets
import select
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.measure import Row, high, percentiles, ratio
from benchmarks.terminal import ORCUS, PATIENCE, Terminal, own_state

SEATS, VIEWERS, TAPS, TIMES = 8, 30, 40, 40
SETTINGS = '[players]\nhost = "127.0.0.1"\n[players.input]\non = true\n'
HEROES = ("Ketta", "Orrin", "Sabel", "Wick")


class Phone:
    """A phone with the stream of its seat."""

    def __init__(self, place: tuple[str, int, str], hero: str) -> None:
        self.host, self.port, self.token = place
        creatures = json.loads(self._request("GET", "state"))["creatures"]
        self.hero = next(each["key"] for each in creatures if each["name"] == hero)
        self.number, self.secret, self._read = 0, "", b""
        reply = json.loads(self.say("claim"))
        self.secret = reply["secret"]

    def _request(self, method: str, path: str, body: bytes | None = None) -> bytes:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=PATIENCE)
        headers = {"Content-Type": "application/json", "Origin": f"http://{self.host}:{self.port}"}
        if body and self.secret:
            headers["Authorization"] = f"Seat {self.secret}"
        connection.request(method, f"/{self.token}/{path}", body, headers)
        return connection.getresponse().read()

    def say(self, kind: str, **words: object) -> bytes:
        """Sends a message; returns the reply."""
        self.number += 1
        self.key = secrets.token_hex(12)
        more = {} if kind == "claim" else {"n": self.number}
        body = {"v": 1, "key": self.key, "kind": kind, "hero": self.hero, **more, **words}
        return self._request("POST", "say", json.dumps(body).encode())

    def open_stream(self) -> None:
        """Opens the stream of the seat, once it is accepted."""
        self.socket = socket.create_connection((self.host, self.port))
        head = f"GET /{self.token}/seat HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nAuthorization: Seat {self.secret}"
        self.socket.sendall(f"{head}\r\n\r\n".encode())

    def wait_for(self, text: bytes) -> None:
        """Waits until the stream brings a text."""
        ends = time.monotonic() + PATIENCE
        while text not in self._read:
            if not select.select([self.socket], [], [], ends - time.monotonic())[0]:
                raise TimeoutError(f"{text!r} never came: {self._read[-500:]!r}")
            self._read = (self._read + self.socket.recv(1 << 16))[-100_000:]


def rows() -> Iterator[Row]:
    """The time from a tap to the verdict on the phone, and a damage command with and without phones."""
    with own_state() as folder:
        (folder / "config.toml").write_text(SETTINGS, encoding="utf-8")
        with Terminal([ORCUS]) as watched, Terminal([ORCUS]) as alone, ExitStack() as stack:
            for tracker in (alone, watched):
                _begin(tracker)
            place = _serve(watched, folder)
            phones = [Phone(place, hero) for hero in islice(cycle(HEROES), SEATS)]
            watched.settle()
            watched.press(":players accept all")
            watched.press("\r")
            for phone in phones:
                phone.open_stream()
                phone.wait_for(b'"accepted":true')
            for _ in range(VIEWERS):
                viewer = stack.enter_context(socket.create_connection(place[:2]))
                viewer.sendall(f"GET /{place[2]}/events HTTP/1.1\r\nHost: {place[0]}:{place[1]}\r\n\r\n".encode())
            yield _taps(watched, phones)
            yield damage_beside(watched, alone, f"{SEATS} seats and {VIEWERS} viewers")


def _begin(tracker: Terminal) -> None:
    tracker.until("Ketta")
    tracker.settle()
    for key in ("\x1b", "b", "\r"):  # missing initiative is rolled
        tracker.press(key)


def _serve(tracker: Terminal, folder: Path) -> tuple[str, int, str]:
    """Opens the view; returns its host, port and token."""
    tracker.press("v")
    file = folder / "players.json"
    ends = time.monotonic() + PATIENCE
    while not file.exists():
        if time.monotonic() > ends:
            raise TimeoutError("the view was not opened")
        time.sleep(0.05)
    tracker.settle()
    tracker.press("\x1b")
    kept = json.loads(file.read_bytes())
    url = urlsplit(f"http://127.0.0.1:{kept['port']}/")
    return url.hostname or "", kept["port"], kept["token"]


def _taps(tracker: Terminal, phones: Sequence[Phone]) -> Row:
    """The time from a tap that is carried out at once, through the tracker's log, to the verdict on the phone."""
    taken = []
    for number, phone in enumerate(islice(cycle(phones), TAPS)):
        began = time.perf_counter()
        phone.say("note", text=f"note {number}")
        phone.wait_for(f'"{phone.key}":"done"'.encode())
        taken.append(time.perf_counter() - began)
        tracker.settle()
    what = f"tap to log and back, {SEATS} seats, {VIEWERS} viewers, 95th percentile"
    return Row(what, high(taken) * 1000, 200, "ms", percentiles(taken))


def damage_beside(watched: Terminal, alone: Terminal, audience: str) -> Row:
    """A damage command in the tracker with an audience, compared with one without."""
    taken: dict[str, list[float]] = {"watched": [], "alone": []}
    for number in range(TIMES):
        for name, tracker in (("watched", watched), ("alone", alone)):
            tracker.press(f":damage ketta {number % 3 + 1}")
            taken[name].append(tracker.press("\r").last)
    note = f"{percentiles(taken['watched'])} vs {percentiles(taken['alone'])}"
    return Row(f"damage with {audience}, to without", ratio(taken["watched"], taken["alone"]), 1.1, "×", note)
