"""The program in a pseudo-terminal: typed at, read as text, resized, and closed."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

from tests.campaign.trials import PATIENCE

PROGRAM = (sys.executable, "-c", "import sys; from orcus_tui.cli.start import main; sys.exit(main())")

_SEQUENCE = re.compile(
    rb"\x1b\[(?P<private>[<=>?]?)(?P<numbers>[0-9;:]*)(?P<between>[ -/]*)(?P<final>[@-~])"
    rb"|\x1b[\]P^_X][^\x07\x1b]*(?:\x07|\x1b\\)"
    rb"|\x1b\[[0-?]*[ -/]*(?=\x1b)"  # cut short by the next sequence
    rb"|\x1b[()*+#% ].|\x1b[^\[\]P^_X()*+#% ]"
    rb"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f])|(?P<text>[^\x00-\x1f\x7f]+)",
    re.DOTALL,
)

_IN_TERMINAL = 'exec "$@" <> "$0" >&0 2>&0'
"""A shell command that makes the terminal its controlling terminal, then is replaced by the program.

Using `preexec_fn` instead would copy the whole test process, which takes a tenth of a second.
"""

_LAST = b"\x1b]the end\x07"
"""What a test writes to a terminal after the program; terminals ignore it."""

OURS = {
    "1049": "alternate screen",
    "25": "hidden cursor",
    "2004": "bracketed paste",
    "7": "no line wrap",
    "1000": "mouse clicks",
    "1003": "mouse moves",
    "1015": "mouse by numbers",
    "1006": "mouse far away",
    "1004": "focus reports",
}
"""The modes of a terminal that the program changes."""
_ON_AT_FIRST = frozenset({"25", "7"})


class Screen:
    """A terminal emulator: the text and the modes that result from the written bytes."""

    def __init__(self, columns: int, lines: int) -> None:
        self.columns, self.lines = columns, lines
        self.cells = self._blank()
        self.modes = set(_ON_AT_FIRST)
        self.keyboards = 0  # how many keyboard reports were turned on, and not yet off again
        self.asked: list[bytes] = []
        self._x = self._y = 0
        self._rest = b""
        self._last_picture = ""

    @property
    def text(self) -> str:
        """The screen as text."""
        return "\n".join("".join(row).rstrip() for row in self.cells)

    @property
    def picture(self) -> str:
        """The screen as text, without a picture of which only a part has arrived, which a terminal does not show."""
        return self._last_picture if "2026" in self.modes else self.text

    @property
    def left_on(self) -> set[str]:
        """The modes that differ from the initial ones."""
        changed = self.modes.symmetric_difference(_ON_AT_FIRST) & OURS.keys()
        return {OURS[mode] for mode in changed} | ({"keyboard reports"} if self.keyboards else set())

    def resize(self, columns: int, lines: int) -> None:
        """Changes the size and clears the screen."""
        self.columns, self.lines = columns, lines
        self.cells = self._blank()

    def take(self, data: bytes) -> None:
        """Interprets written bytes."""
        data = self._rest + data
        at = 0
        while found := _SEQUENCE.match(data, at):
            written = found["text"]
            if written and found.end() == len(data):
                try:
                    written.decode()
                except UnicodeDecodeError as cut:
                    if len(written) - cut.start < 4:  # a character whose other bytes are still to come
                        self._write(written[: cut.start].decode())
                        at += cut.start
                        break
            at = found.end()
            self._follow(found)
        self._rest = data[at:]

    def _blank(self) -> list[list[str]]:
        return [[" "] * self.columns for _ in range(self.lines)]

    def _follow(self, found: "re.Match[bytes]") -> None:
        if found["text"]:
            self._write(found["text"].decode(errors="replace"))
        elif found["control"]:
            self._control(found["control"])
        elif found["final"]:
            self._sequence(found["private"].decode(), found["numbers"].decode(), found["between"] + found["final"])

    def _write(self, text: str) -> None:
        for character in text:
            if self._x >= self.columns and "7" in self.modes:
                self._x = 0
                self._control(b"\n")
            if self._x < self.columns and self._y < self.lines:
                self.cells[self._y][self._x] = character
            self._x += 1

    def _control(self, control: bytes) -> None:
        if control == b"\r":
            self._x = 0
        elif control == b"\b":
            self._x = max(self._x - 1, 0)
        elif control == b"\n":
            self._y += 1
            if self._y >= self.lines:
                self._y = self.lines - 1
                self.cells = [*self.cells[1:], [" "] * self.columns]

    def _sequence(self, private: str, numbers: str, final: bytes) -> None:
        if private == "?" and final in (b"h", b"l"):
            self._mode(numbers, on=final == b"h")
        elif (private, final) == ("?", b"$p"):
            self.asked.append(f"\x1b[?{numbers};{2 if numbers == '2026' else 0}$y".encode())
        elif private and final == b"u":
            self.keyboards += {">": 1, "<": -1}.get(private, 0)
        elif not private:
            self._plain(final, [int(each) if each.isdigit() else 0 for each in numbers.split(";")])

    def _mode(self, numbers: str, *, on: bool) -> None:
        for mode in numbers.split(";"):
            if mode == "2026" and on:
                self._last_picture = self.picture
            (self.modes.add if on else self.modes.discard)(mode)
            if mode == "1049":
                self.cells = self._blank()

    def _plain(self, final: bytes, numbers: list[int]) -> None:
        first = max(numbers[0], 1)
        if final in (b"H", b"f"):
            self._y, self._x = first - 1, max(numbers[1] if len(numbers) > 1 else 1, 1) - 1
        elif final == b"C":
            self._x += first
        elif final == b"D":
            self._x = max(self._x - first, 0)
        elif final == b"A":
            self._y = max(self._y - first, 0)
        elif final == b"B":
            self._y = min(self._y + first, self.lines - 1)
        elif final in (b"J", b"K", b"X"):
            self._erase(final, numbers[0])
        elif final == b"n" and numbers[0] == 6:
            self.asked.append(f"\x1b[{self._y + 1};{self._x + 1}R".encode())
        elif final == b"c":
            self.asked.append(b"\x1b[?62;c")

    def _erase(self, final: bytes, number: int) -> None:
        if final == b"J" and number == 2:
            self.cells = self._blank()
        elif final != b"J" and self._y < self.lines:
            ends = self.columns if final == b"K" else min(self._x + max(number, 1), self.columns)
            self.cells[self._y][self._x : ends] = [" "] * (ends - self._x)


class Terminal:
    """A terminal that runs the program with its state and config in a folder.

    It also has its own session, so that closing it hangs up the program.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        size: tuple[int, int] = (120, 40),
        program: Sequence[str] = PROGRAM,
        **environment: str,
    ) -> None:
        self._mine, its = pty.openpty()
        self.screen = Screen(*size)
        self.found = termios.tcgetattr(its)
        self.written = b""
        self._resize(its)
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", _IN_TERMINAL, os.ttyname(its), *program, *arguments],
            stdin=its,
            env=surroundings(folder) | environment,
            start_new_session=True,
        )
        self._its: int | None = its

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Kills the program and closes the terminal."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.close()
        if self._its is not None:
            os.close(self._its)
            self._its = None

    # Typing

    def type(self, text: str) -> None:
        """Types a text at once."""
        self.send(text.encode())

    def send(self, data: bytes) -> None:
        os.write(self._mine, data)

    def say(self, line: str) -> None:
        """Opens the command line, types a line, and presses Enter."""
        self.type(f":{line}\r")

    def resize(self, columns: int, lines: int) -> None:
        """Resizes the terminal, which sends a signal to the program."""
        self.screen.resize(columns, lines)
        self._resize(self._mine)

    def _resize(self, fd: int) -> None:
        fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", self.screen.lines, self.screen.columns, 0, 0))

    def close(self) -> None:
        """Closes the terminal, as closing its window does."""
        if self._mine >= 0:
            if self._its is not None:
                os.close(self._its)
                self._its = None
            os.close(self._mine)
            self._mine = -1

    # Reading

    def until(self, *wanted: str) -> str:
        """Reads until all these texts are on the screen; returns the screen."""
        self.wait_for(lambda: all(each in self.screen.text for each in wanted), f"{wanted} on the screen")
        return self.screen.text

    def leave_notes(self) -> None:
        """Closes the notes of the sample fight; a message may cover all but their last row."""
        self.until("Esc back")
        self.type("\x1b")
        self.until_gone("Esc back")

    def until_gone(self, *unwanted: str) -> str:
        """Reads until none of these texts is on the screen; returns the screen."""
        self.wait_for(lambda: not any(each in self.screen.text for each in unwanted), f"{unwanted} gone")
        return self.screen.text

    def until_written(self, wanted: bytes) -> None:
        """Reads until these bytes are written."""
        self.wait_for(lambda: wanted in self.written, f"{wanted!r} written")

    def wait_for(self, come: Callable[[], bool], what: str) -> None:
        """Reads until a condition is true. Raises AssertionError after a timeout."""
        if not self.comes(come, PATIENCE):
            status = self.process.poll()
            ended = "" if status is None else f", and the program ended with {status}"
            raise AssertionError(f"waited in vain for {what}{ended}; there is:\n{self.screen.text}")

    def comes(self, come: Callable[[], bool], seconds: float) -> bool:
        """Reads until a condition is true, the program has ended or time is up; returns whether it is true."""
        ends = time.monotonic() + seconds
        while "2026" in self.screen.modes or not come():  # a condition that is true already needs no wait
            if self._read(0.01):
                continue
            if self.process.poll() is not None:
                self._read_the_rest()
                return come()
            if time.monotonic() > ends:
                return come()
        return True

    def ended(self) -> int:
        """Reads until the program has ended; returns its exit status."""
        self.wait_for(lambda: self.process.poll() is not None, "the program to end")
        self._read_the_rest()
        return self.process.wait()

    def _read_the_rest(self) -> None:
        """Reads what the program wrote before its end, which may arrive after it on a busy machine."""
        if self._its is None:
            return
        os.write(self._its, _LAST)
        while _LAST not in self.written:
            self._read(PATIENCE)
        self.written = self.written.replace(_LAST, b"")

    def take_what_is_written(self, patience: float = 0) -> None:
        """Reads until the program has written nothing for `patience` seconds."""
        while self._read(patience):
            pass

    def _read(self, patience: float) -> bool:
        if self._mine < 0:
            time.sleep(patience)
            return False
        if not select.select([self._mine], [], [], patience)[0]:
            return False
        data = os.read(self._mine, 65536)
        self.written += data
        self.screen.take(data)
        while self.screen.asked:
            os.write(self._mine, self.screen.asked.pop(0))
        return True

    # Afterwards

    @property
    def now(self) -> list[Any]:
        """The current settings of the terminal; `found` has those at the start."""
        if self._its is None:
            raise AssertionError("the terminal is closed")
        return termios.tcgetattr(self._its)


def is_stopped(process: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
    return state.stdout.startswith("T")


def surroundings(folder: Path) -> dict[str, str]:
    """An environment in which the program keeps all its files in a folder."""
    folders = {"ORCUS_TUI_STATE": str(folder / "state"), "ORCUS_TUI_CONFIG": str(folder / "config.toml")}
    others = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    return others | folders | {"TERM": "xterm-256color", "PYTHONUTF8": "1"}


def run(folder: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Runs the program without a terminal, to its end."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        env=surroundings(folder) | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def unfinished(folder: Path) -> list[str]:
    """The ids of the fights that `recover --list` offers."""
    return [line.split()[0] for line in run(folder, "recover", "--list").stdout.splitlines()]
