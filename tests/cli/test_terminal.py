"""The installed program in a real terminal: every way to open it, typing, pasting, resizing, and settings."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("pty", reason="there are no pseudo-terminals on this operating system")

from orcus_tui.campaign.opening import new_campaign
from orcus_tui.cli import REFUSED
from orcus_tui.cli.main import app
from orcus_tui.cli.start import COMMANDS
from orcus_tui.config.paths import SAMPLE
from orcus_tui.systems import location_of
from tests.helpers.project.exhaustive import only_exhaustive
from tests.helpers.project.files import ROOT
from tests.helpers.screen.terminal import (
    Terminal,
    check_as_found,
    fight_shown,
    first_round,
    quit_and_check,
    run,
    unfinished,
)
from tests.journals.record import ENCOUNTERS

# Other ways to open it


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


def test_ascii_draws_only_ascii(tmp_path: Path) -> None:
    with Terminal(tmp_path, "--ascii") as terminal:
        terminal.leave_notes()
        terminal.until("Initiative", "saved")
        first_round(terminal)
        terminal.say("damage toad 3")
        terminal.until("26/29")
        terminal.type("?")
        terminal.until("Help")
        assert terminal.screen.text.isascii()


def test_a_campaign_is_drawn_in_ascii_too(tmp_path: Path) -> None:
    (tmp_path / "weir.toml").write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    new_campaign(tmp_path)
    with Terminal(tmp_path, "campaign", "play", str(tmp_path), "--ascii") as terminal:
        terminal.until("The sluice at Hollow Weir")
        assert terminal.screen.text.isascii()


@pytest.mark.parametrize("theme", ["orcus-dark", only_exhaustive("orcus-light"), "ansi-light"])
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
        terminal.until_gone("Search for")
        terminal.until("to type a command")
        terminal.type("5")
        terminal.until("no power 5")
        quit_and_check(terminal)
        sent = {number for found in re.findall(rb"\x1b\[([0-9;:]*)m", terminal.written) for number in attributes(found)}
        assert sent <= {0, 1, 2, 4, 7}, sent
        assert {1, 7} <= sent, "what matters still stands out"


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
def test_without_a_terminal_it_suggests_a_command_that_needs_none(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    piped = run(tmp_path, *arguments)
    assert (piped.returncode, piped.stdout, piped.stderr.count("\n")) == (2, "", 1)
    assert "orcus-tui play" in piped.stderr
    with Terminal(tmp_path, *arguments, TERM="dumb") as dumb:
        assert dumb.ended() == 2
        assert "orcus-tui play" in " ".join(dumb.screen.text.split())
        assert b"\x1b" not in dumb.written


# Keys and sizes


def test_keys_typed_all_at_once_reach_the_right_widgets(tmp_path: Path) -> None:
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


def test_the_terminal_is_resized_during_a_fight(tmp_path: Path) -> None:
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


# Bytes that are neither keys nor text

NO_TEXT = (b"\xff", b"\xe4\xf6\xfc", b"\x1b[M\xf0\xf1\xf2", b"\x1b]11;rgb:\xff\x1b\\", b"\x1b[999999999999m")
NO_SIZES = (b"\x1b[48;0;0;0;0t\x1b[<35;5;5M", b"\x1b[48;99999;99999;1;1t\x1b[<35;5;5M")


@pytest.fixture(scope="module")
def in_round_1(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    """A fight in its first round; whatever was sent to it, the program quits at the end and restores the terminal."""
    with first_round(fight_shown(tmp_path_factory.mktemp("bytes"))) as terminal:
        yield terminal
        quit_and_check(terminal)


@pytest.mark.parametrize("all_sent", [NO_TEXT, NO_SIZES], ids=["no text", "a size that no terminal has"])
def test_meaningless_bytes_are_not_keys(in_round_1: Terminal, all_sent: tuple[bytes, ...]) -> None:
    before = fight_rows(in_round_1)
    for sent in all_sent:
        in_round_1.send(sent)
        in_round_1.type("?")
        while not in_round_1.comes(lambda: "Help" in in_round_1.screen.text, 1):
            in_round_1.type("?")  # a key read together with such bytes is lost, but sooner or later one is read alone
        in_round_1.type("\x1b")
        while not in_round_1.comes(lambda: is_closed(in_round_1), 2):
            in_round_1.type("\x1b")  # a second `?` was pressed in the help itself, and opened another screen
    assert fight_rows(in_round_1) == before


def is_closed(terminal: Terminal) -> bool:
    """Whether no help is over the fight."""
    return "Initiative" in terminal.screen.text and "Help" not in terminal.screen.text


def fight_rows(terminal: Terminal) -> list[str]:
    """The rows with hit points."""
    return [each for each in terminal.screen.text.splitlines() if "/" in each]


def test_invalid_text_does_not_end_a_paste(in_round_1: Terminal) -> None:
    """A paste that is too long for one read, with a byte of another encoding at its beginning or later."""
    for count, at in enumerate((0, 3_000, 7_000), 1):
        pasted = bytearray(b"q" * 8_000)
        pasted[at : at + 1] = b"\xf6\r"
        in_round_1.send(b"\x1b[200~" + pasted + b"\x1b[201~")
        in_round_1.say("damage toad 3")
        in_round_1.until(f"{29 - 3 * count}/29")


def test_escapes_in_a_paste_are_not_keys(in_round_1: Terminal) -> None:
    before = fight_rows(in_round_1)
    in_round_1.send(b"\x1b[200~green \x1b[32mok\x1b[0m n n\x1b] nn bar\n\x1b[201~?")
    in_round_1.until("Help")
    in_round_1.type("\x1b")
    in_round_1.until_gone("Help")
    in_round_1.until("Initiative")
    assert fight_rows(in_round_1) == before


def test_a_malformed_key_report_is_not_a_key(in_round_1: Terminal) -> None:
    for sent in (b"\x1b[:;:u", b"\x1b[1;1:u", b"\x1b[99999999999u", b"\x1b[;;1114112u"):
        in_round_1.send(sent + b"?")
        in_round_1.until("Help")
        in_round_1.type("\x1b")
        in_round_1.until("Initiative")
        in_round_1.until_gone("Help")


# Settings


def test_the_users_keys_and_theme_apply_and_the_history_is_saved(tmp_path: Path) -> None:
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


def test_invalid_toml_in_the_config_is_reported_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('theme = "nord"\n[keys\n', encoding="utf-8")
    with fight_shown(tmp_path) as terminal:
        terminal.until("config.toml", ":2")
        first_round(terminal)


# What is imported when


LOADED = (
    "import sys, orcus_tui.cli.start as start\ntry:\n start.main()\nfinally:\n print(*sys.modules, file=sys.stderr)"
)


def test_the_tracker_never_waits_for_the_command_line(tmp_path: Path) -> None:
    with fight_shown(tmp_path, program=(sys.executable, "-c", LOADED)) as terminal:
        first_round(terminal)
        terminal.type("q")
        terminal.ended()
        loaded = set(terminal.written.rpartition(b"\x1b")[2].decode().split())
    assert "textual.app" in loaded
    assert not {"typer", "click", "orcus_tui.cli.main"} & loaded


def test_modules_the_first_frame_does_not_need_are_not_imported_with_the_screen() -> None:
    later = """
        orcus_tui.commands.everyday_words orcus_tui.commands.help orcus_tui.rules.attacks orcus_tui.rules.answers
        orcus_tui.screen.slow_line orcus_tui.screen.fight.key_actions orcus_tui.screen.widgets.dialog
        orcus_tui.screen.widgets.line_input orcus_tui.session.log_text orcus_tui.storage.encounter.progress_tables
        ssl textual.scrollbar
    """
    code = (
        "import sys, orcus_tui.cli.tracker as tracker, orcus_tui.screen.app; "
        "tracker.read_encounter(tracker.SAMPLE); print(*sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(later.split()) & set(ran.stdout.split())
    assert all(find_spec(each) for each in later.split())


FIRST_PICTURE = """
import sys
from pathlib import Path
from orcus_tui.cli.start import main
from orcus_tui.screen.terminal_driver import TerminalDriver

LOADED = Path(FILE)
write = TerminalDriver.write

def write_and_note(self, data):
    if "Initiative" in data and not LOADED.exists():
        LOADED.write_text(" ".join(sys.modules), encoding="utf-8")
    write(self, data)

TerminalDriver.write = write_and_note
main()
"""
MOST_MODULES = 146
"""The program's modules that the first frame needs: one more takes 0.2 ms of the start."""


def test_no_more_modules_are_loaded_before_the_first_picture(tmp_path: Path) -> None:
    noted = tmp_path / "loaded"
    program = FIRST_PICTURE.replace("FILE", repr(str(noted)))
    with fight_shown(tmp_path, program=(sys.executable, "-c", program)):
        pass
    loaded = {each for each in noted.read_text(encoding="utf-8").split() if each.startswith("orcus_tui.")}
    assert "orcus_tui.screen.fight.order_pane" in loaded
    assert len(loaded) <= MOST_MODULES, "what has been added can be imported by what uses it after the first frame"


@pytest.mark.parametrize(("system", "encounter"), ENCOUNTERS.items())
def test_a_fight_is_shown_without_the_rules_that_change_it(tmp_path: Path, system: str, encounter: str) -> None:
    noted, file = tmp_path / "loaded", ROOT / "encounters" / f"{encounter}.toml"
    program = FIRST_PICTURE.replace("FILE", repr(str(noted)))
    with Terminal(tmp_path, str(file), program=(sys.executable, "-c", program)) as terminal:
        terminal.leave_notes()
        terminal.until("to type a command", "saved")
    loaded = set(noted.read_text(encoding="utf-8").split())
    assert location_of(system).module in loaded
    assert not {each for each in loaded if each.endswith(("play", "rules.resolution", "rules.effects"))}


def test_the_screen_leaves_tls_to_what_imports_it_later() -> None:
    code = "import orcus_tui.screen.app, sys; print('ssl' in sys.modules); import ssl; print(bool(ssl.OPENSSL_VERSION))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "True"]


def test_the_entry_point_knows_every_command() -> None:
    assert {
        command.name or (command.callback and command.callback.__name__) for command in app.registered_commands
    } == COMMANDS.keys()


# Followed by a second game master


def test_a_second_tracker_follows_the_fight_and_stays_read_only(tmp_path: Path) -> None:
    encounter = tmp_path / "ambush.toml"
    encounter.write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    with Terminal(tmp_path, str(encounter)) as master:
        master.leave_notes()
        first_round(master)
        # So large that no message covers the order.
        with Terminal(tmp_path, str(encounter), "--read-only", size=(160, 50)) as follower:
            follower.until("Round 1", "read-only")
            follower.type("o")
            follower.until("this tracker only follows a fight")
            follower.say("open elsewhere.toml")
            follower.until("› open elsewhere.toml")  # a refused line can be corrected
            follower.type("\x1b")
            follower.until("› press : to type")
            follower.type("w")
            follower.until("name a file for the copy")
            master.say("damage toad 3")
            master.until("26/29")
            follower.until("26/29", "read-only")
            turn = follower.screen.text.splitlines()[0]
            follower.type("n")
            follower.until("this fight is read-only: another program plays it")
            follower.until("26/29", turn)
            quit_and_check(follower)
        quit_and_check(master)
    assert list(tmp_path.glob("*.toml")) == [encounter]
    assert len(unfinished(tmp_path)) == 1


def test_without_a_running_fight_following_is_refused(tmp_path: Path) -> None:
    with Terminal(tmp_path, "--read-only") as terminal:
        assert terminal.ended() == REFUSED
        assert b"no fight is running; begin one in the tracker first" in terminal.written
