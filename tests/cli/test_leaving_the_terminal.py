"""The installed program quits, is killed or suspended, loses its terminal, or crashes: the terminal is restored."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this operating system")

from tests.helpers.disks.shell import Shell
from tests.helpers.project.exhaustive import some_of
from tests.helpers.screen.terminal import (
    PROGRAM,
    Terminal,
    check_as_found,
    fight_shown,
    first_round,
    is_stopped,
    quit_and_check,
    unfinished,
)

BROKEN = """
import sys
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.cli.start import main
def broken(self, text):
    raise KeyError("a mistake of ours")
FightScreen.begin_line = broken
sys.exit(main())
"""


def state_of(folder: Path, fight: str) -> str:
    """A fight as it is on disk."""
    result = Shell(folder)("play", "--resume", fight, "--json", "-c", "")
    assert not result.returncode, result.stderr
    return result.stdout


# Killed, and resumed


def test_a_fight_killed_in_the_middle_of_a_turn_is_offered_and_nothing_is_missing(tmp_path: Path) -> None:
    with first_round(fight_shown(tmp_path)) as terminal:
        terminal.say("damage toad 3")
        terminal.until("26/29")
        terminal.say("apply ketta dazed save")
        terminal.until("dazed  ", "save 10+")
        terminal.say("temp wick 4")
        shown = terminal.until("23/23+4")
        os.kill(terminal.process.pid, signal.SIGKILL)
        assert terminal.ended() == -signal.SIGKILL
    order = [line for line in shown.splitlines() if "/" in line]

    with Terminal(tmp_path) as again:
        text = again.until("Unfinished fights", "› temp wick 4")
        assert "› damage toad 3" in text
        again.type("\r")
        shown = again.until("Round 1", "26/29", "23/23+4", "Ketta dazed", "save 10+", "saved")
        again.until("› press : to type")
        assert [line for line in again.screen.text.splitlines() if "/" in line] == order
        again.type("\t\t\t")
        again.until("damage toad 3  Kiln Toad takes 3: 29 → 26", "apply ketta dazed save", "Wick")
        again.type("zzz")
        again.until("29/29", "23/23", "Undid: damage toad 3")
        again.until_gone("save 10+")
        again.type("q")
        assert again.ended() == 0
    assert len(unfinished(tmp_path)) == 1


# Every way to leave


@pytest.mark.parametrize(
    ("sent", "status"),
    some_of(
        [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130), ("q", 0), ("\x03", 0), (":quit\r", 0)],
        one_in=2,
    ),
)
def test_every_way_of_leaving_restores_the_terminal_and_keeps_the_fight(
    tmp_path: Path, sent: signal.Signals | str, status: int
) -> None:
    with first_round(fight_shown(tmp_path)) as terminal:
        assert terminal.now != terminal.found
        assert {"alternate screen", "mouse clicks", "hidden cursor"} <= terminal.screen.left_on
        if isinstance(sent, str):
            terminal.type(sent)
        else:
            terminal.process.send_signal(sent)
        assert terminal.ended() == status
        check_as_found(terminal)
        assert not terminal.screen.text.strip()
    assert len(unfinished(tmp_path)) == 1


def test_several_signals_at_once_end_it_once(tmp_path: Path) -> None:
    with first_round(fight_shown(tmp_path)) as terminal:
        for sent in (signal.SIGTERM, signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            terminal.process.send_signal(sent)
        assert terminal.ended() > 128
        check_as_found(terminal)


@pytest.mark.parametrize(
    ("sent", "written"),
    some_of(
        [
            (signal.SIGTERM, b"\x1b[?1049h"),
            (signal.SIGHUP, b"\x1b[?1049h"),
            (signal.SIGINT, b"\x1b[?1049h"),
            (signal.SIGTERM, b"\x1b[?1004h"),
            (signal.SIGTERM, b"\x1b[?2004h"),
        ],
        one_in=2,
    ),
)
def test_a_signal_while_the_screen_opens_restores_the_terminal(
    tmp_path: Path, sent: signal.Signals, written: bytes
) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.until_written(written)
        terminal.process.send_signal(sent)
        assert terminal.ended() == 128 + sent
        check_as_found(terminal)


@pytest.mark.parametrize("tenths", some_of(range(7), one_in=3))
def test_ctrl_c_at_any_moment_of_opening_is_silent(tmp_path: Path, tenths: int) -> None:
    with Terminal(tmp_path, program=(sys.executable, "-c", f"{LOADING}{PROGRAM[-1]}")) as terminal:
        terminal.until_written(b"loading")
        time.sleep(tenths / 10)  # at any moment of loading or of the first drawing
        terminal.type("\x03")
        assert terminal.ended() in (0, 130, -signal.SIGINT)
        check_as_found(terminal)


LOADING = """
import signal
put = signal.signal
signal.signal = lambda *sent: (put(*sent), print("loading", flush=True))
"""


@pytest.mark.parametrize("hung_up", [True, False])
def test_a_closed_terminal_ends_the_program_and_the_fight_is_saved(tmp_path: Path, hung_up: bool) -> None:
    """The program ends when its terminal closes, with or without a signal, and releases the journal."""
    program = PROGRAM if hung_up else (*PROGRAM[:-1], f"import signal\n{DEAF}{PROGRAM[-1]}")
    with first_round(fight_shown(tmp_path, program=program)) as terminal:
        terminal.say("damage toad 3")
        terminal.until("26/29")
        terminal.close()
        assert terminal.ended() in (128 + signal.SIGHUP, 1)
    (fight,) = unfinished(tmp_path)
    assert '"hp": 26' in state_of(tmp_path, fight)
    assert not (tmp_path / "state" / "crash.txt").exists()


DEAF = """
put = signal.signal
put(signal.SIGHUP, signal.SIG_IGN)
signal.signal = lambda number, call: None if number == signal.SIGHUP else put(number, call)
"""


def test_the_tracker_continues_after_suspension_and_restores_the_terminal(tmp_path: Path) -> None:
    with first_round(fight_shown(tmp_path)) as terminal:
        for times, stopped_by in enumerate((signal.SIGTSTP, signal.SIGSTOP, None, signal.SIGTSTP), 1):
            if stopped_by:
                terminal.process.send_signal(stopped_by)
                terminal.wait_for(lambda: is_stopped(terminal.process.pid), "the program to stop")
            if stopped_by is signal.SIGTSTP:
                terminal.wait_for(lambda: not terminal.screen.left_on, "the terminal given back")
                check_as_found(terminal)
            terminal.screen.take(b"\x1b[2Jsomething else")
            terminal.process.send_signal(signal.SIGCONT)
            terminal.until("Round 1", "Kiln Toad", "Log")
            terminal.until_gone("something else")
            terminal.say("damage toad 3")
            terminal.until(f"{29 - 3 * times}/29")
        quit_and_check(terminal)


# A crash of the program


def test_a_crash_is_reported_in_one_line_and_the_fight_is_saved(tmp_path: Path) -> None:
    broken = (sys.executable, "-c", BROKEN)
    with first_round(fight_shown(tmp_path, program=broken)) as terminal:
        terminal.type("n")
        terminal.until("next  ")
        terminal.type(":")
        assert terminal.ended() == 1
        check_as_found(terminal)
        text = "".join(terminal.screen.text.split())
    (fight,) = unfinished(tmp_path)
    report = tmp_path / "state" / "crash.txt"
    assert text == "".join(
        "orcus-tui crashed (KeyError: 'a mistake of ours'); nothing is lost: "
        f"`orcus-tui recover {fight}` resumes the fight; details in {report}".split()
    )
    assert "in broken" in report.read_text(encoding="utf-8")
    assert '"round": 1' in state_of(tmp_path, fight)


def test_a_crash_report_that_cannot_be_written_is_printed(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("no folder", encoding="utf-8")
    with Terminal(tmp_path, program=(sys.executable, "-c", BROKEN)) as terminal:
        terminal.leave_notes()
        terminal.until("not saved", "Initiative")
        terminal.type(":")
        assert terminal.ended() == 1
        assert terminal.now == terminal.found
        assert terminal.screen.left_on == set()
        assert b"there is no fight to recover" in terminal.written
        assert b"in broken" in terminal.written


# Two terminals, and a folder that cannot be written


def test_a_fight_open_in_another_terminal_is_refused_with_its_process(tmp_path: Path) -> None:
    with first_round(fight_shown(tmp_path)) as first:
        (fight,) = unfinished(tmp_path)
        with Terminal(tmp_path, "recover", fight) as second:
            assert second.ended() == 2
            text = "".join(second.screen.text.split())
            assert f"process{first.process.pid}(orcus-tui" in text
            assert "closeittherefirst" in text
            check_as_found(second)
        with fight_shown(tmp_path, size=(200, 40)) as third:  # a separate fight, next to the first
            first_round(third)
            third.type("o")
            third.until("open elsewhere")
        first.say("damage toad 3")
        first.until("26/29", "saved")
        first.type("q")
        assert first.ended() == 0
    assert len(unfinished(tmp_path)) == 2


@pytest.mark.parametrize("arguments", [(), ("--ascii",)])
def test_an_unsaved_fight_is_reported_and_never_shown_as_saved(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "state").write_text("no folder", encoding="utf-8")
    with Terminal(tmp_path, *arguments, size=(200, 50)) as terminal:  # so wide that no message covers the order
        terminal.leave_notes()
        terminal.until("! not saved", "to type a command")
        first_round(terminal)
        for line, seen in (("damage toad 3", "26/29"), ("roll 1d20", "roll 1d20"), ("heal toad 1", "27/29")):
            terminal.say(line)
            assert "! not saved" in terminal.until(seen)
        terminal.type("zy")
        terminal.until("Redid", "27/29", "! not saved")
        terminal.type("q")
        terminal.until("quit again")
        quit_and_check(terminal)
