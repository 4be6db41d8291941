"""The screens beyond the fight: what they menu, and choosing on them."""

import threading
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from on_screen import MenuApp, drawn, key_event, played, pressed, settled, typed, until
from textual.pilot import Pilot
from textual.widgets import Input

from orcus_tui.commands.verbs import verbs_of
from orcus_tui.config.settings import Config
from orcus_tui.model.fight import Fight
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu, matches
from orcus_tui.screen.dialogs.creature_choices import add_menu, creatures_of
from orcus_tui.screen.dialogs.file_choices import file_menu
from orcus_tui.screen.dialogs.unfinished import unfinished_menu
from orcus_tui.screen.fight.command_palette import Everything
from orcus_tui.screen.fight.help_menu import help_menu
from orcus_tui.screen.fight.key_places import PLACES
from orcus_tui.screen.fight.keys import KEYS
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.screen.widgets.key_labels import key_label
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.door import execute_line
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.storage.journal.recorder import JournalSettings
from orcus_tui.systems.orcus.system import ORCUS

FIGHT = """
format = 1
name = "The ford"
[[creature]]
name = "Ari"
kind = "pc"
max_hp = 30
[[creature]]
name = "Mud Goblin"
level = 2
role = "Skirmisher"
max_hp = 12
count = 3
"""


def fight_of(text: str = FIGHT) -> Fight:
    return read_encounter_bytes(text.encode(), Path("ford.toml"))


def menu_of(*texts: str, **more: Any) -> Menu:
    return Menu("Things", [Choice(each, f"about {each}", DialogResult("insert", each)) for each in texts], **more)


def texts(choices: Sequence[Choice]) -> list[str]:
    return [each.text for each in choices]


def named(menu: Menu, text: str) -> Choice:
    (choice,) = (each for each in menu.choices if each.text == text)
    return choice


# What is offered


def test_what_begins_as_typed_comes_first_and_every_word_must_be_there() -> None:
    choices = [
        Choice("remove", "ends an effect"),
        Choice("apply", "an effect, a move"),
        Choice("move"),
        Choice("a move"),
    ]
    assert texts(matches(choices, "Move")) == ["move", "a move", "remove", "apply"]
    assert texts(matches(choices, "effect ends")) == ["remove"]
    assert matches(choices, " ") == choices


def test_help_has_every_key_as_it_is_bound_every_verb_and_every_condition() -> None:
    menu = help_menu(ORCUS, {"next": "ctrl+n,f5"}, ("ari", "ogre"))
    results = [each.result for each in menu.choices]
    assert [each.argument for each in results if each and each.action == "run"] == list(KEYS)
    assert named(menu, "Ctrl+N f5 next").result == DialogResult("run", "next")
    assert {each.name for each in verbs_of(ORCUS)} <= {each.argument.strip() for each in results if each}
    assert named(menu, "dazed").result == DialogResult("insert", "apply ari,ogre dazed ")
    assert "TARGETS AMOUNT" in named(menu, "damage (d, dmg)").details()[0]
    assert all(each.details() for each in menu.choices if each.result)


def test_help_has_the_keys_of_every_place_to_be_looked_at() -> None:
    menu = help_menu(ORCUS, {})
    there = [each for each in menu.choices if each.group in PLACES]
    assert [(each.text, each.about, each.result) for each in there] == [
        (f"{keys:<6}".rstrip(), does, None) for place in PLACES.values() for keys, does in place.keys
    ]
    assert all(each.details() == (each.about,) for each in there)
    assert "Tab, Shift+Tab" in texts(matches(menu.choices, "next previous completion"))
    assert "Backspace" in texts(matches(menu.choices, "backspace"))
    assert "Ctrl+P" in texts(matches(menu.choices, "keys palette"))


@pytest.mark.parametrize(
    ("key", "called"),
    [
        ("question_mark", "?"),
        ("semicolon", ";"),
        ("ctrl+p", "Ctrl+P"),
        ("ctrl+left", "Ctrl+←"),
        ("shift+tab", "Shift+Tab"),
        ("ctrl+shift+left", "Ctrl+Shift+←"),
        ("alt+plus", "Alt++"),
        ("pageup", "PgUp"),
        ("f5", "f5"),
        ("N", "N"),
    ],
)
def test_keys_are_called_as_they_stand_on_a_keyboard(key: str, called: str) -> None:
    assert key_label(key) == called


def test_no_key_is_named_in_the_text_of_another_as_it_can_be_changed() -> None:
    keys = {key_label(each) for key in KEYS.values() for each in key.keys.split(",")}
    keys -= {"Enter", "a", *"123456789"}  # at a question, where it cannot be; and words
    for key in KEYS.values():
        assert not keys & {each.strip(";,:") for each in key.about.split()}, key.about


def test_creatures_are_offered_once_a_kind_and_what_is_typed_as_a_new_one() -> None:
    fight = fight_of()
    menu = add_menu(creatures_of(ORCUS, fight))
    assert texts(menu.choices) == ["Ari", "Mud Goblin"]
    goblin = menu.choices[1]
    assert (goblin.about, goblin.result) == (
        "level 2, standard, Skirmisher",
        DialogResult("insert", 'add "Mud Goblin" '),
    )
    assert "Mud Goblin 1" in goblin.details()[0]
    assert menu.from_typed
    assert menu.from_typed(' The  "Duke" ').result == DialogResult("insert", r'add "The \"Duke\"" hp=')
    assert menu.from_typed("").result == DialogResult("insert", "add ")


# Files


def test_files_are_looked_for_beside_the_encounter_and_in_the_working_folder(tmp_path: Path) -> None:
    there, here = tmp_path / "campaign", tmp_path / "here"
    for folder in (there, here / "encounters", here / "folder.toml"):
        folder.mkdir(parents=True)
    (there / "ford.toml").write_text(FIGHT)
    (there / "notes.txt").write_text("")
    (here / "encounters" / "faulty.toml").write_text("name = 3\n[[creature]]\n")
    (here / "saved.toml").write_text(FIGHT + '[fight]\nphase = "turns"\nround = 2\n')
    (here / "pyproject.toml").write_text("[project]\n")
    menu = file_menu(here, there / "ford.toml", None)
    assert texts(menu.choices) == ["ford.toml", "faulty.toml", "saved.toml"]
    assert [each.about for each in menu.choices] == ["", "", "in progress"]
    assert menu.choices[0].result == DialogResult("open", str(there / "ford.toml"))
    assert list(menu.choices[0].details())[:5] == ["The ford", "Orcus", "", "Ari", "3 × Mud Goblin"]
    faults = "\n".join(menu.choices[1].details())
    assert "faulty.toml:1: name: expected" in faults
    assert "creature[1].max_hp: missing" in faults
    assert "in progress: round 2" in menu.choices[2].details()


def test_what_cannot_be_read_is_told_in_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "encounters").symlink_to("encounters")
    (tmp_path / "gone.toml").symlink_to("nowhere.toml")
    (tmp_path / "a\x1b[31m.toml").write_text(FIGHT)
    menu = file_menu(tmp_path, None, tmp_path / "gone.toml")
    about = {Path(each.text).name: each.about for each in menu.choices}
    assert about["gone.toml"].startswith("cannot be read: ")
    assert about["encounters"].startswith("cannot be read: ")
    assert about["a\x1b[31m.toml"] == ""

    def refuse(folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    menu = file_menu(tmp_path, None, tmp_path / "state")
    assert {each.about for each in menu.choices} == {"cannot be read: Permission denied"}


def begun(folder: Path, day: int, *lines: str) -> Session:
    journal_settings = JournalSettings(folder, "orcus-tui test", lambda: f"2026-01-0{day}T20:15:00+00:00")
    session = Session(fight_of(), RandomDice(Random(1)), journal_settings=journal_settings)
    for line in lines:
        result = execute_line(session, line)
        assert result
        assert not result.error
    return session


def test_unfinished_fights_are_offered_newest_first_with_their_last_commands(tmp_path: Path) -> None:
    begun(tmp_path, 1, "begin", *["next"] * 8, "undo 2", "d ari 5", "roll d20").end(finished=False)
    begun(tmp_path, 3).end(finished=True)
    held = begun(tmp_path, 2, "begin")
    (tmp_path / "bad.jsonl").write_text("junk\n")
    newest, older, bad = unfinished_menu(tmp_path).choices
    assert (newest.about, newest.result) == (
        "2026-01-02 20:15, open elsewhere",
        DialogResult("view", "2026-01-02-the-ford"),
    )
    assert (older.text, older.about) == ("The ford", "2026-01-01 20:15")
    assert older.results_by_key == {
        "g": DialogResult("resume", "2026-01-01-the-ford"),
        "l": DialogResult("view", "2026-01-01-the-ford"),
    }
    lines = list(older.details())
    assert lines[1] == "12 commands, the last 8:"
    assert lines[8:11] == ["› undo 2", "› d ari 5", "› roll d20"]
    assert not bad.result
    assert "is not a journal" in bad.about
    assert "is not a journal" in bad.details()[0]
    held.end(finished=False)
    others = file_menu(tmp_path, None, tmp_path, own_journal="2026-01-01-the-ford")
    assert texts(others.choices) == ["The ford", "bad"]


def test_the_last_commands_of_a_damaged_journal_are_told_up_to_there(tmp_path: Path) -> None:
    session = begun(tmp_path, 1, "begin", "next", "next")
    session.end(finished=False)
    (path,) = tmp_path.glob("*.jsonl")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"x" + lines[2][1:], *lines[3:]]))
    (choice,) = unfinished_menu(tmp_path).choices
    shown = choice.details()
    assert "› begin" in shown
    assert any("line 3 is damaged" in each for each in shown)
    path.unlink()
    assert "cannot be read" in choice.details()[0]


def test_a_fight_killed_before_its_first_command_is_not_offered_and_only_beginnings_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(tmp_path, 1)
    begun(tmp_path, 2, "begin")
    begun(tmp_path, 3)
    with (tmp_path / "2026-01-03-the-ford.jsonl").open("ab") as torn:
        torn.write(b'{"crc"')

    def refuse(path: Path) -> bytes:
        raise AssertionError(f"{path} is read whole")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    menu = file_menu(tmp_path, None, tmp_path)
    assert [each.about[:10] for each in menu.choices] == ["2026-01-03", "2026-01-02"]


# Choosing


def test_typing_finds_and_enter_chooses() -> None:
    app = MenuApp(menu_of("apply", "damage", "remove"))

    async def script(pilot: Pilot[Any]) -> None:
        assert "3 of 3" in drawn(pilot, "choices")
        await typed(pilot, "re")
        assert "1 of 3" in drawn(pilot, "choices")
        assert "damage" not in drawn(pilot, "choices")
        assert "─ remove ─" in drawn(pilot, "detail")
        assert drawn(pilot, "foot").startswith(" Enter insert Esc back")
        await typed(pilot, "xx")
        assert "No matches" in drawn(pilot, "choices")
        await pressed(pilot, "enter", "down", "pageup", "backspace", "backspace", "enter")

    played(app, script)
    assert app.answers == [DialogResult("insert", "remove")]


def test_escape_chooses_nothing() -> None:
    app = MenuApp(menu_of("apply"))

    async def script(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "a", "escape")

    played(app, script)
    assert app.answers == [None]


def test_the_keys_move_in_the_list_while_the_search_has_the_focus() -> None:
    app = MenuApp(menu_of(*(f"{number:03}" for number in range(500))))

    async def script(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "down", "down", "pagedown", "up")
        page = app.screen.query_one("#choices").size.height - 3
        assert f"─ {page + 1:03} ─" in drawn(pilot, "detail")
        await pressed(pilot, "ctrl+end")
        assert " 499 " in drawn(pilot, "choices")
        assert isinstance(app.focused, Input)
        await pressed(pilot, "4", "9")
        assert "─ 490 ─" not in drawn(pilot, "choices")
        assert "─ 049 ─" in drawn(pilot, "detail") or "─ 490 ─" in drawn(pilot, "detail")

    played(app, script)


def test_a_detail_is_made_when_it_is_looked_at_and_once() -> None:
    made: list[int] = []

    def choice(number: int) -> Choice:
        def detail() -> list[str]:
            made.append(number)
            return ["so"]

        return Choice(str(number), "", DialogResult("insert", ""), detail)

    app = MenuApp(Menu("Many", [choice(number) for number in range(400)]))

    async def script(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "down")
        await pilot.resize_terminal(100, 30)
        await settled(pilot)
        assert "so" in drawn(pilot, "detail")

    played(app, script)
    assert made == [0, 1]


class Disk:
    """Details that come from a disk, each when it is let go on."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.asked: list[str] = []

    def choice(self, text: str) -> Choice:
        def detail() -> list[str]:
            self.asked.append(text)
            assert threading.current_thread() is not threading.main_thread()
            assert self.goes_on.wait(60)
            return [f"all about {text}"]

        return Choice(text, "", DialogResult("open", text), detail, from_disk=True)


def test_a_slow_disk_holds_up_nothing_and_only_what_is_chosen_is_shown() -> None:
    disk = Disk()
    app = MenuApp(Menu("Files", [Choice("none", details=lambda: ["instant"]), disk.choice("one"), disk.choice("two")]))

    async def script(pilot: Pilot[Any]) -> None:
        assert "instant" in drawn(pilot, "detail")
        pilot.app.post_message(key_event("down"))
        await until(pilot, lambda: disk.asked == ["one"])
        pilot.app.post_message(key_event("down"))
        await until(pilot, lambda: "─ two ─" in drawn(pilot, "detail"))
        await until(pilot, lambda: disk.asked == ["one", "two"])
        assert "all about" not in drawn(pilot, "detail")
        disk.goes_on.set()
        await settled(pilot)
        assert "all about two" in drawn(pilot, "detail")
        await pressed(pilot, "up", "up")
        assert "instant" in drawn(pilot, "detail")
        await pressed(pilot, "down", "down")
        assert "all about two" in drawn(pilot, "detail")

    played(app, script)


def test_what_the_cursor_only_passes_is_not_read() -> None:
    disk = Disk()
    disk.goes_on.set()
    app = MenuApp(Menu("Files", [disk.choice(str(number)) for number in range(9)]))

    async def script(pilot: Pilot[Any]) -> None:
        for _ in range(6):
            pilot.app.post_message(key_event("down"))
        await settled(pilot)
        assert "all about 6" in drawn(pilot, "detail")
        assert disk.asked[-1] == "6"
        assert len(disk.asked) < 4

    played(app, script)


def test_files_and_unfinished_fights_are_read_beside_the_screen(tmp_path: Path) -> None:
    begun(tmp_path, 1, "begin").end(finished=False)
    (tmp_path / "ford.toml").write_text(FIGHT)
    menu = file_menu(tmp_path, None, tmp_path)
    assert len(menu.choices) == 2
    assert all(each.from_disk for each in menu.choices)


def test_a_click_on_what_the_chosen_one_is_lets_the_keys_scroll_in_it() -> None:
    rows = [f"row {number}" for number in range(90)]
    app = MenuApp(Menu("Things", [Choice("long", details=lambda: rows), Choice("other")]))

    async def script(pilot: Pilot[Any]) -> None:
        await pilot.click("#detail", offset=(4, 4))
        await until(pilot, lambda: " Tab list" in drawn(pilot, "foot"))
        await pressed(pilot, "down", "down")
        assert "row 0" not in drawn(pilot, "detail")
        assert "─ long ─" in drawn(pilot, "detail")
        await pressed(pilot, "end")
        assert "row 89" in drawn(pilot, "detail")
        await pressed(pilot, "home")
        assert "row 0" in drawn(pilot, "detail")
        await pressed(pilot, "tab")
        await until(pilot, lambda: " Tab details" in drawn(pilot, "foot"))

    played(app, script)


def test_markup_and_control_characters_are_only_text() -> None:
    nasty = "[b]x[/b] [/oops] [@click=app.quit]y[/] \x1b[31m\x07\n\u202ez"
    app = MenuApp(
        Menu(nasty, [Choice(nasty, nasty, DialogResult("view", nasty), lambda: [nasty], nasty), Choice("other")])
    )

    async def script(pilot: Pilot[Any]) -> None:
        for name in ("choices", "detail", "foot"):
            seen = drawn(pilot, name)
            assert all(sign.isprintable() for sign in seen.replace("\n", ""))
        assert "[@click=app.quit]y[/]" in drawn(pilot, "detail")

    played(app, script, size=(200, 30))


@pytest.mark.parametrize(("size", "beside"), [((200, 50), True), ((80, 24), True), ((60, 20), True), ((40, 12), False)])
def test_it_fits_every_size(size: tuple[int, int], *, beside: bool) -> None:
    app = MenuApp(help_menu(ORCUS, {}))

    async def script(pilot: Pilot[Any]) -> None:
        detail, choices = app.screen.query_one("#detail"), app.screen.query_one("#choices")
        assert bool(detail.size) is beside
        assert "begin" in drawn(pilot, "choices")
        assert "Enter run" in drawn(pilot, "foot")
        await pressed(pilot, "tab")
        assert detail.has_focus
        assert bool(choices.size) is beside
        assert "rolls missing initiative" in drawn(pilot, "detail")
        await pressed(pilot, "slash")
        await typed(pilot, "dazed")
        assert "1 of" in drawn(pilot, "choices")
        await pilot.resize_terminal(20, 5)
        await pilot.resize_terminal(120, 40)
        await settled(pilot)
        assert "dazed" in drawn(pilot, "detail")

    played(app, script, size)


def test_a_click_chooses_and_a_second_one_answers() -> None:
    app = MenuApp(menu_of("apply", "damage", "remove"))

    async def script(pilot: Pilot[Any]) -> None:
        await pilot.click("#choices", offset=(4, 2))
        await settled(pilot)
        assert "─ damage ─" in drawn(pilot, "detail")
        await pilot.click("#choices", offset=(4, 9))
        await pilot.click("#choices", offset=(4, 3), times=2)
        await settled(pilot)

    played(app, script)
    assert app.answers == [DialogResult("insert", "remove")]


def test_without_a_search_letters_are_keys() -> None:
    view = DialogResult("view", "b")
    both = {"g": DialogResult("resume", "b"), "l": view}
    menu = Menu(
        "Unfinished",
        [Choice("a"), Choice("b", "", both["g"], results_by_key=both)],
        has_search=False,
        escape_label="leave",
    )
    app = MenuApp(menu)

    async def script(pilot: Pilot[Any]) -> None:
        assert drawn(pilot, "foot").startswith(" Esc leave")
        await pressed(pilot, "enter", "l", "j")
        assert drawn(pilot, "foot").startswith(" Enter resume l view Esc leave")
        await pressed(pilot, "l")

    played(app, script)
    assert app.answers == [view]


def test_headings_part_what_is_offered_until_something_is_typed() -> None:
    app = MenuApp(Menu("Things", [Choice(each, group=f"Group {each[0]}") for each in ("a1", "a2", "b1")]))

    async def script(pilot: Pilot[Any]) -> None:
        seen = drawn(pilot, "choices")
        assert seen.index("Group a") < seen.index("a1") < seen.index("Group b") < seen.index("b1")
        await pressed(pilot, "down", "down", "up", "up")
        assert "Group a" in drawn(pilot, "choices")
        await typed(pilot, "1")
        assert "Group" not in drawn(pilot, "choices")

    played(app, script, size=(40, 9))


def test_a_creature_that_is_found_is_meant_before_a_new_one() -> None:
    fight = fight_of()
    app = MenuApp(add_menu(creatures_of(ORCUS, fight)))

    async def script(pilot: Pilot[Any]) -> None:
        await typed(pilot, "gob")
        assert "Mud Goblin 1 [mud-goblin1]" in drawn(pilot, "detail")
        await pressed(pilot, "up", "enter")

    played(app, script)
    assert app.answers == [DialogResult("insert", "add gob hp=")]


# The palette


def test_the_palette_has_keys_verbs_creatures_and_themes() -> None:
    text = FIGHT.replace('"Ari"', '"[b]Ari[/oops] [@click=app.quit]"')
    app = Tracker(Session(fight_of(text), RandomDice(Random(1))), None, Config(), UserInput({"damage": "f5"}))

    async def script(pilot: Pilot[Any]) -> None:
        palette = Everything(app.screen)
        hits = {hit.text: hit async for hit in palette.search("dam")}
        assert {"damage (f5)", "damage …"} <= set(hits)
        (ari,) = [hit async for hit in palette.search("oops") if "Ari" in (hit.text or "")]
        assert str(ari.prompt) == "[b]Ari[/oops] [@click=app.quit]"
        (theme,) = [hit async for hit in palette.search("orcus-light")]
        theme.command()
        assert app.theme == "orcus-light"
        (goblin,) = [hit async for hit in palette.search("goblin 2")]
        goblin.command()
        assert app.fight.view.selected == "mud-goblin2"
        assert len([hit async for hit in palette.discover()]) == len(KEYS)
        await pressed(pilot, "ctrl+p")
        await typed(pilot, "bonus")
        await settled(pilot)
        await pressed(pilot, "enter")
        assert app.screen.query_one("#command-line", Input).value == "bonus "

    played(app, script)
