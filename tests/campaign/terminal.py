"""A terminal that sends anything: the program responds correctly and restores the terminal at the end."""

import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.campaign.inputs.hurtful_words import hurtful_word
from tests.campaign.inputs.lines import line_by
from tests.campaign.trials import PATIENCE, Broken, Campaign

if TYPE_CHECKING:
    from tests.campaign.instruments.terminal import Terminal

ACTS_EACH = 80
MOST_TYPED = 200
"""The most characters typed at once; more would only take longer."""
SIZES = ((120, 40), (80, 24), (40, 12), (20, 3), (2, 2), (1, 1), (300, 100))
KEYS = (
    *(bytes((each,)) for each in range(1, 127) if chr(each) not in "\x03\x11\x1a\x1cq"),
    *(f"\x1b[{final}".encode() for final in ("A", "B", "C", "D", "F", "H", "Z", "5~", "6~", "1;5H", "3~", "11~")),
    *(b"\r", b"\t", b"\x1b", b":", b"?", b"I", b"P", b"m", b"B", b"o", b"+", b"\x10") * 3,
)
"""The bytes of keys, except those that quit, or end or stop a suspended program."""
REPORTS = (
    *(b"\x1b[I", b"\x1b[O", b"\x1b[?2026;2$y", b"\x1b[?2048;0$y", b"\x1b[?62;c", b"\x1b[24;80R", b"\x1b[97u"),
    *(b"\x1b[97;5u", b"\x1b[57441;1:3u", b"\x1b[:;:u", b"\x1b[99999999999u", b"\x1b[1;1:u", b"\x1b[;;;u", b"\x1b["),
    *(b"\x1b[<0;1M", b"\x1b[<999999;1;1M", b"\x1b[M\xff\xff\xff", b"\x1b]11;rgb:0/0/0\x1b\\", b"\x1bP1$r\x1b\\"),
    *(b"\xc3", b"\xe6\x97", b"\xf0\x9f", b"\xff\xfe", b"\xed\xa0\x80", b"\x1b[200~", b"\x1b[201~", b"\x1b\x1b\x1b"),
    *(b"\x1b[48;24;80;0;0t", b"\x1b[48;0;0;0;0t", b"\x1b[" + b"1;" * 200 + b"m"),
)
"""Reports of a terminal, requested or not, complete or not, valid or not."""
EMPTY_LINE = "› a command"
"""The beginning of an empty command line; it is followed by an example, or by the line that was left with Esc."""
TYPING = "command line  Enter run"
"""A text on the screen while the command line is open."""
MOST_OPEN = 8
"""The most dialogs and lines open at once, and the most texts in them."""
ENDS: dict[str, tuple[int, ...]] = {
    "key": (0,),
    "SIGINT": (130,),
    "SIGTERM": (143,),
    "SIGHUP": (129,),
    "closed": (129,),
}
"""The ways to end the program, and the exit status of each."""


def try_terminal(seed: int, folder: Path) -> int:
    """Runs the tracker on its sample fight in a terminal that sends anything, and then ends it in some way."""
    from tests.campaign.instruments.terminal import Terminal

    chance = Random(seed)
    with Terminal(folder, size=(120, 40)) as terminal:
        terminal.leave_notes()
        terminal.until("Initiative", "saved")
        for _ in range(ACTS_EACH):
            if terminal.process.poll() is not None:
                break  # `quit` was chosen
            chance.choices(ACTS, (60, 10, 10, 10, 5, 4, 1))[0](terminal, chance)
        how, mark = chance.choice(list(ENDS)), f"Mark{seed}"
        is_marked = terminal.process.poll() is None and _add_mark(terminal, mark)
        if is_marked:
            _end(terminal, how)
        else:
            how = "key"
        status = terminal.ended()
        _check_end(terminal, folder, how, status)
    if is_marked and not any(mark in each.read_text() for each in (folder / "state").glob("*.jsonl")):
        raise Broken(f"what was shown is not in the journal ({how})")
    return ACTS_EACH


def _press(terminal: "Terminal", chance: Random) -> None:
    terminal.send(b"".join(chance.choice(KEYS) for _ in range(chance.randint(1, 5))))
    terminal.take_what_is_written()


def _report(terminal: "Terminal", chance: Random) -> None:
    terminal.send(chance.choice(REPORTS))


def _use_mouse(terminal: "Terminal", chance: Random) -> None:
    button, column, line = chance.choice((0, 0, 0, 2, 35, 64, 65)), chance.randint(1, 130), chance.randint(1, 45)
    terminal.type(f"\x1b[<{button};{column};{line}M\x1b[<{button};{column};{line}m")


def _enter(terminal: "Terminal", chance: Random) -> None:
    text = line_by(chance) if chance.random() < 0.5 else hurtful_word(chance)[:3_000]
    if text.lower().startswith("q"):
        return  # it is about to quit, and the mark may appear before it has
    pasted = b"\x1b[200~" + text.encode("utf-8", "replace") + b"\x1b[201~"
    typed = text[:MOST_TYPED].encode("utf-8", "replace")
    terminal.send(b"\x1b\x1b:" + chance.choice((typed, pasted)) + b"\r")
    terminal.take_what_is_written()


def _resize(terminal: "Terminal", chance: Random) -> None:
    for _ in range(chance.randint(1, 4)):
        terminal.resize(*chance.choice(SIZES))


def _read_late(_terminal: "Terminal", chance: Random) -> None:
    time.sleep(chance.random() / 2)  # meanwhile the output fills the terminal's buffer


def _suspend(terminal: "Terminal", _chance: Random) -> None:
    from tests.campaign.instruments.terminal import is_stopped

    terminal.process.send_signal(signal.SIGTSTP)
    terminal.wait_for(
        lambda: is_stopped(terminal.process.pid) or terminal.process.poll() is not None, "the program to stop"
    )
    terminal.process.send_signal(signal.SIGCONT)


ACTS: tuple[Callable[["Terminal", Random], None], ...] = (
    _press,
    _report,
    _use_mouse,
    _enter,
    _resize,
    _read_late,
    _suspend,
)


def _add_mark(terminal: "Terminal", name: str) -> bool:
    """Adds a creature and waits until it is shown; returns False if the program was about to end."""
    terminal.resize(120, 40)
    if not _open_command_line(terminal):
        return False
    line = f"add {name} hp=5"
    terminal.type(line)
    terminal.until(f"› {line}")
    terminal.type("\r")
    shown = re.compile(rf"(?<!add ){name}")

    def is_in_the_fight() -> bool:
        """Whether the mark is in the fight, not only in the preview."""
        text = terminal.screen.text
        return TYPING not in text and shown.search(text) is not None

    terminal.wait_for(is_in_the_fight, f"{name} in the fight")
    return True


def _open_command_line(terminal: "Terminal") -> bool:
    """Closes everything and opens an empty command line; returns False if the program ended instead."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        terminal.send(b"\x1b[201~")  # a paste may be open; half a report before this one may swallow it
        for _ in range(MOST_OPEN):
            terminal.type("\x1b")
            terminal.take_what_is_written(0.15)  # an Esc only counts as a key if nothing follows it
        terminal.type(":")
        if terminal.comes(lambda: EMPTY_LINE in terminal.screen.text, 2):
            return True
        if terminal.process.poll() is not None:
            return False
    raise Broken(f"no command line can be opened:\n{terminal.screen.text}")


def _end(terminal: "Terminal", how: str) -> None:
    """Ends the program, or its terminal."""
    if how == "key":
        _open_command_line(terminal)
        terminal.type("quit\r")
    elif how == "closed":
        terminal.close()
    else:
        terminal.process.send_signal(getattr(signal, how))


def _check_end(terminal: "Terminal", folder: Path, how: str, status: int) -> None:
    """Raises Broken unless the program ended correctly."""
    if b"Traceback" in terminal.written or any(folder.glob("**/crash*")):
        raise Broken(f"it crashed:\n{terminal.written[-2000:].decode(errors='replace')}")
    if status not in ENDS[how]:
        raise Broken(f"{how}: exit status {status}")
    if how != "closed" and (terminal.now != terminal.found or terminal.screen.left_on):
        raise Broken(f"{how}: the terminal is not as it was: {terminal.screen.left_on}")


WHAT = "any keys, reports, sizes and signals in a terminal (not on Windows)"
CAMPAIGNS = () if sys.platform == "win32" else (Campaign("terminal", WHAT, "acts", try_terminal, 3),)
