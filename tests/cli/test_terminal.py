"""The installed program in a real terminal: killed, closed, resized, typed at fast, and left as it was found."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this operating system")

from in_a_terminal import PROGRAM, Terminal, is_stopped, run, surroundings, unfinished

from orcus_tui.cli.main import app
from orcus_tui.cli.start import COMMANDS

BROKEN = """
import sys
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.cli.start import main
def broken(self, text):
    raise KeyError("a mistake of ours")
FightScreen.begin_line = broken
sys.exit(main())
"""


def fight_shown(folder: Path, *arguments: str, **more: str) -> Terminal:
    """The program, its fight on the screen, where messages may lie upon all but the last rows."""
    terminal = Terminal(folder, *arguments, **more)
    if not arguments:
        terminal.leave_notes()
    terminal.until("to type a command", "begin", "saved")
    return terminal


def first_round(terminal: Terminal) -> Terminal:
    """The terminal, its fight in the first round."""
    terminal.type("b")
    terminal.until("Enter", "begin", "Esc")
    terminal.type("\r")  # the form for initiative; what is empty is rolled
    terminal.until("Round 1")
    return terminal


def state_of(folder: Path, fight: str) -> str:
    """A fight as it is on disk."""
    result = run(folder, "play", "--resume", fight, "--json", "-c", "")
    assert not result.returncode, result.stderr
    return result.stdout


def check_as_found(terminal: Terminal) -> None:
    """The terminal is as the program found it, and no error was printed."""
    assert terminal.now == terminal.found
    assert terminal.screen.left_on == set()
    assert b"Traceback" not in terminal.written


def quit_and_check(terminal: Terminal) -> None:
    """Quits by the key; the terminal is as it was."""
    terminal.type("q")
    assert terminal.ended() == 0
    check_as_found(terminal)


# Killed, and gone on with


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


# Left in every way there is


@pytest.mark.parametrize(
    ("sent", "status"),
    [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130), ("q", 0), ("\x03", 0), (":quit\r", 0)],
)
def test_however_it_is_left_the_terminal_is_as_it_was_and_the_fight_is_kept(
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


def test_signals_on_top_of_each_other_end_it_once(tmp_path: Path) -> None:
    with first_round(fight_shown(tmp_path)) as terminal:
        for sent in (signal.SIGTERM, signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            terminal.process.send_signal(sent)
        assert terminal.ended() > 128
        check_as_found(terminal)


@pytest.mark.parametrize(
    ("sent", "written"),
    [
        (signal.SIGTERM, b"\x1b[?1049h"),
        (signal.SIGHUP, b"\x1b[?1049h"),
        (signal.SIGINT, b"\x1b[?1049h"),
        (signal.SIGTERM, b"\x1b[?1004h"),
        (signal.SIGTERM, b"\x1b[?2004h"),
    ],
)
def test_a_signal_while_the_screen_is_coming_up_leaves_the_terminal_as_it_was(
    tmp_path: Path, sent: signal.Signals, written: bytes
) -> None:
    with Terminal(tmp_path) as terminal:
        terminal.until_written(written)
        terminal.process.send_signal(sent)
        assert terminal.ended() == 128 + sent
        check_as_found(terminal)


def test_ctrl_c_at_any_moment_of_opening_says_nothing(tmp_path: Path) -> None:
    for later in range(7):
        with Terminal(tmp_path, program=(sys.executable, "-c", f"{LOADING}{PROGRAM[-1]}")) as terminal:
            terminal.until_written(b"loading")
            time.sleep(later * 0.1)  # whichever moment of loading or of the first drawing that is
            terminal.type("\x03")
            assert terminal.ended() in (0, 130, -signal.SIGINT)
            check_as_found(terminal)


LOADING = """
import signal
put = signal.signal
signal.signal = lambda *sent: (put(*sent), print("loading", flush=True))
"""


@pytest.mark.parametrize("hung_up", [True, False])
def test_a_closed_terminal_ends_it_and_the_fight_is_kept(tmp_path: Path, hung_up: bool) -> None:
    """With or without a signal that says so; it neither stays behind nor keeps the journal to itself."""
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


@pytest.mark.parametrize("stopped_by", [signal.SIGTSTP, signal.SIGSTOP, None])
def test_stopped_and_continued_it_goes_on_and_leaves_the_terminal_as_it_was(
    tmp_path: Path, stopped_by: signal.Signals | None
) -> None:
    with first_round(fight_shown(tmp_path)) as terminal:
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
        terminal.until("26/29")
        quit_and_check(terminal)


NO_TEXT = (b"\xff", b"\xe4\xf6\xfc", b"\x1b[M\xf0\xf1\xf2", b"\x1b]11;rgb:\xff\x1b\\", b"\x1b[999999999999m")
NO_SIZES = (b"\x1b[48;0;0;0;0t\x1b[<35;5;5M", b"\x1b[48;99999;99999;1;1t\x1b[<35;5;5M")


@pytest.mark.parametrize("all_sent", [NO_TEXT, NO_SIZES], ids=["no text", "a size that no terminal has"])
def test_bytes_that_mean_nothing_are_no_keys(tmp_path: Path, all_sent: tuple[bytes, ...]) -> None:
    with first_round(fight_shown(tmp_path)) as terminal:
        for sent in all_sent:
            terminal.send(sent)
            # A key in one read with such bytes is lost with them; sooner or later one is not.
            terminal.wait_for(
                lambda: "Help" in terminal.screen.text or bool(terminal.type("?")), f"help after {sent!r}"
            )
            terminal.type("\x1b")
            if not terminal.comes(lambda: "Initiative" in terminal.screen.text, 0.5):
                terminal.type("\x1b")  # a second `?` was asked of the help itself, and opened a screen over it
                terminal.until("Initiative")
            terminal.until_gone("Help")
        quit_and_check(terminal)


def test_bytes_that_are_no_text_end_no_paste(tmp_path: Path) -> None:
    """A paste longer than is read at once, with a byte of another encoding at its beginning, or later."""
    with first_round(fight_shown(tmp_path)) as terminal:
        for count, at in enumerate((0, 3_000, 7_000), 1):
            pasted = bytearray(b"q" * 8_000)
            pasted[at : at + 1] = b"\xf6\r"
            terminal.send(b"\x1b[200~" + pasted + b"\x1b[201~")
            terminal.say("damage toad 3")
            terminal.until(f"{29 - 3 * count}/29")
        quit_and_check(terminal)


def test_a_key_that_is_reported_wrongly_is_no_key(tmp_path: Path) -> None:
    with first_round(fight_shown(tmp_path)) as terminal:
        for sent in (b"\x1b[:;:u", b"\x1b[1;1:u", b"\x1b[99999999999u", b"\x1b[;;1114112u"):
            terminal.send(sent + b"?")
            terminal.until("Help")
            terminal.type("\x1b")
            terminal.until("Initiative")
            terminal.until_gone("Help")
        quit_and_check(terminal)


# A mistake of the program's own


def test_a_crash_is_reported_in_a_line_and_the_fight_is_kept(tmp_path: Path) -> None:
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


# Other ways in


FAULTY = """
format = 1
name = "The ford"
[[creature]]
name = "Ari"
max_hp = "many"
"""


def test_a_file_is_opened(tmp_path: Path) -> None:
    file = tmp_path / "ford.toml"
    file.write_text(FAULTY.replace('"many"', "30"), encoding="utf-8")
    with fight_shown(tmp_path, str(file)) as terminal:
        assert "The ford · Orcus" in terminal.screen.text
        assert "30/30" in terminal.screen.text


def test_ascii_draws_nothing_else(tmp_path: Path) -> None:
    with Terminal(tmp_path, "--ascii") as terminal:
        terminal.leave_notes()
        terminal.until("Initiative", "saved")
        first_round(terminal)
        terminal.say("damage toad 3")
        terminal.until("26/29")
        terminal.type("?")
        terminal.until("Help")
        assert terminal.screen.text.isascii()


@pytest.mark.parametrize("theme", ["orcus-dark", "orcus-light", "ansi-light"])
def test_no_color_sends_no_colour_anywhere(tmp_path: Path, theme: str) -> None:
    (tmp_path / "config.toml").write_text(f'theme = "{theme}"\n', encoding="utf-8")
    with first_round(fight_shown(tmp_path, NO_COLOR="1")) as terminal:
        terminal.type(":")
        terminal.until("a command, e.g.")
        terminal.type("damage toad 3")
        terminal.until("Preview:")
        terminal.type("\r")
        terminal.until("26/29")
        for keys, shown in (("?", "Help"), ("+", "Add a creature"), ("o", "─ Open"), ("c", "j k PgDn"), ("P", "Paste")):
            terminal.type(keys)
            terminal.until(shown)
            terminal.type("\x1b")
            terminal.until_gone(shown)
            terminal.until("to type a command")
        terminal.type("\x10")
        terminal.until("Search for")
        terminal.type("dam\x1b")
        terminal.until("to type a command")
        terminal.type("5")
        terminal.until("no power 5")
        quit_and_check(terminal)
        sent = {number for found in re.findall(rb"\x1b\[([0-9;:]*)m", terminal.written) for number in attributes(found)}
        assert sent <= {0, 1, 2, 4, 7}, sent
        assert {1, 7} <= sent, "what matters stands out all the same"


def attributes(numbers: bytes) -> set[int]:
    """The numbers of a sequence that sets how text looks: 30 and more are colours."""
    return {int(each or 0) for each in re.split(rb"[;:]", numbers)}


def test_a_faulty_file_is_reported_with_its_line_and_no_screen_opens(tmp_path: Path) -> None:
    file = tmp_path / "ford.toml"
    file.write_text(FAULTY, encoding="utf-8")
    with Terminal(tmp_path, str(file)) as terminal:
        assert terminal.ended() == 2
        assert "".join(terminal.screen.text.split()).startswith(f"{file}:6:")
        assert b"\x1b" not in terminal.written
        check_as_found(terminal)


def test_a_fight_is_resumed_by_its_id(tmp_path: Path) -> None:
    with first_round(fight_shown(tmp_path)) as terminal:
        terminal.say("damage toad 3")
        terminal.until("26/29")
        terminal.type("q")
        terminal.ended()
    (fight,) = unfinished(tmp_path)
    with Terminal(tmp_path, "recover", fight[:12]) as again:
        again.until("Round 1", "26/29")
        again.type("z")
        again.until("29/29")
        again.type("q")
        assert again.ended() == 0
        check_as_found(again)
    with Terminal(tmp_path, "recover", "nothing-like-it") as wrong:
        assert wrong.ended() == 2
        assert fight in "".join(wrong.screen.text.split())


@pytest.mark.parametrize("arguments", [(), ("ford.toml",), ("recover", "2026-01-01")])
def test_without_a_terminal_a_line_names_what_needs_none(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    piped = run(tmp_path, *arguments)
    assert (piped.returncode, piped.stdout, piped.stderr.count("\n")) == (2, "", 1)
    assert "orcus-tui play" in piped.stderr
    with Terminal(tmp_path, *arguments, TERM="dumb") as dumb:
        assert dumb.ended() == 2
        assert "orcus-tui play" in " ".join(dumb.screen.text.split())
        assert b"\x1b" not in dumb.written


# Keys and sizes


def test_keys_typed_in_one_go_land_where_they_should(tmp_path: Path) -> None:
    with first_round(fight_shown(tmp_path)) as terminal:
        terminal.type(".d5\rn:damage wick 2 # nzq\r:temp orrin 3\rnzz?undo")
        terminal.until("Help", "undo", "undoes the last command")
        terminal.wait_for(lambda: terminal.screen.text.split()[:1] == ["undo"], "what was typed in the search")
        terminal.type("\x1b")
        terminal.until("Initiative")
        terminal.type("q")
        assert terminal.ended() == 0
    (fight,) = unfinished(tmp_path)
    (opening, *lines) = lines_of(tmp_path, fight)
    assert opening == "begin"
    assert lines[0].startswith("damage ")
    assert lines[1:] == ["next", "damage wick 2 # nzq", "temp orrin 3", "next", "undo 1", "undo 1"]


def lines_of(folder: Path, fight: str) -> list[str]:
    """The commands of a journal, as they were typed."""
    records = [json.loads(line) for line in (folder / "state" / f"{fight}.jsonl").read_bytes().splitlines()]
    return [
        each["executions"][-1]["line"] if "executions" in each else f"undo {each['count']}"
        for each in records
        if each.get("record") in ("change", "undo")
    ]


def test_another_size_while_a_fight_runs(tmp_path: Path) -> None:
    with first_round(fight_shown(tmp_path, size=(80, 24))) as terminal:
        terminal.resize(140, 50)
        terminal.until("Initiative", "Timers", "Log", "Round 1")
        terminal.wait_for(lambda: len(terminal.screen.text.splitlines()[-1]) > 80, "all of it in use")
        terminal.say("damage toad 3")
        terminal.until("26/29")
        terminal.resize(30, 8)
        terminal.until("40", "12")
        terminal.until_gone("26/29")
        terminal.resize(40, 12)
        terminal.until("Round 1")
        for columns, lines in ((1, 1), (500, 3), (200, 60), (3, 200), (80, 24)):
            terminal.resize(columns, lines)
        terminal.until("Round 1", "26/29", "Initiative")
        quit_and_check(terminal)


# Two terminals, and a folder that takes nothing


def test_a_fight_open_in_another_terminal_is_refused_with_the_process_that_has_it(tmp_path: Path) -> None:
    with first_round(fight_shown(tmp_path)) as first:
        (fight,) = unfinished(tmp_path)
        with Terminal(tmp_path, "recover", fight) as second:
            assert second.ended() == 2
            text = "".join(second.screen.text.split())
            assert f"process{first.process.pid}(orcus-tui" in text
            assert "closeittherefirst" in text
            check_as_found(second)
        with fight_shown(tmp_path, size=(200, 40)) as third:  # a fight of its own, beside the first
            first_round(third)
            third.type("o")
            third.until("open elsewhere")
        first.say("damage toad 3")
        first.until("26/29", "saved")
        first.type("q")
        assert first.ended() == 0
    assert len(unfinished(tmp_path)) == 2


@pytest.mark.parametrize("arguments", [(), ("--ascii",)])
def test_where_nothing_can_be_saved_it_says_so_and_never_that_it_is(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "state").write_text("no folder", encoding="utf-8")
    with Terminal(tmp_path, *arguments) as terminal:
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


# What a person has set


def test_keys_and_a_theme_of_ones_own_and_a_history_that_stays(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG, encoding="utf-8")
    with fight_shown(tmp_path) as terminal:
        first_round(terminal)
        terminal.type("\x0e")
        terminal.until("next  ")
        terminal.say("hurt 4")
        terminal.until("25/29")
        terminal.type("q")
        terminal.ended()
        assert b"38;2;" in terminal.written or b"48;2;" in terminal.written or b"48;5;" in terminal.written
    with Terminal(tmp_path) as again:
        again.until("Unfinished fights")
        again.type("\r")
        again.until("25/29", "saved")
        again.type(":")
        again.until("hurt")
        again.type("\x1b[A")
        again.until("hurt 4")
        again.type("\r")
        again.until("21/29")


CONFIG = """
theme = "nord"
[keys]
next = "ctrl+n"
[aliases]
hurt = "damage toad"
"""


def test_faults_in_the_config_are_reported_with_their_lines_and_the_tracker_opens(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('theme = "nrod"\n[keys]\nnext = "ctrl+n"\nnxet = "x"\nundo = "b"\n', encoding="utf-8")
    with fight_shown(tmp_path) as terminal:
        text = "".join(terminal.until("nord", "nxet").split())
        first_round(terminal)
        terminal.type("\x0e")
        terminal.until("next  ")
        assert "config.toml" in text


def test_a_config_that_is_no_toml_is_reported_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('theme = "nord"\n[keys\n', encoding="utf-8")
    with fight_shown(tmp_path) as terminal:
        terminal.until("config.toml", ":2")
        first_round(terminal)


# What is loaded for what


LOADED = (
    "import sys, orcus_tui.cli.start as start\ntry:\n start.main()\nfinally:\n print(*sys.modules, file=sys.stderr)"
)


@pytest.mark.parametrize(
    "arguments", [("--help",), ("--version",), ("roll", "2d6"), ("systems",), ("recover", "--list"), ("play", "-c", "")]
)
def test_a_command_never_waits_for_the_screen(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", LOADED, *arguments]
    ran = subprocess.run(command, env=surroundings(tmp_path), capture_output=True, text=True, check=True)
    loaded = set(ran.stderr.split())
    assert "typer" in loaded
    assert not {"textual", "rich"} & loaded


def test_the_tracker_never_waits_for_the_command_line(tmp_path: Path) -> None:
    with fight_shown(tmp_path, program=(sys.executable, "-c", LOADED)) as terminal:
        first_round(terminal)
        terminal.type("q")
        terminal.ended()
        loaded = set(terminal.written.rpartition(b"\x1b")[2].decode().split())
    assert "textual.app" in loaded
    assert not {"typer", "click", "orcus_tui.cli.main"} & loaded


def test_what_the_first_picture_does_without_is_not_imported_with_the_screen() -> None:
    later = """
        orcus_tui.commands.everyday_words orcus_tui.commands.help orcus_tui.rules.attacks orcus_tui.rules.answers
        orcus_tui.screen.changed_cells orcus_tui.screen.fight.key_actions orcus_tui.screen.widgets.dialog
        orcus_tui.screen.widgets.line_input orcus_tui.storage.encounter.progress_tables
    """
    code = (
        "import sys, orcus_tui.cli.tracker as tracker, orcus_tui.screen.app; "
        "tracker.read_encounter(tracker.SAMPLE); print(*sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(later.split()) & set(ran.stdout.split())
    assert all(find_spec(each) for each in later.split())


def test_the_words_that_are_commands_are_those_of_the_command_line() -> None:
    assert {
        command.name or (command.callback and command.callback.__name__) for command in app.registered_commands
    } == COMMANDS
