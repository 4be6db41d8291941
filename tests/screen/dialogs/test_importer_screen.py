"""Importing creatures on the screen: pasted or from a file, into a fight or an encounter."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.builder.draft import Draft
from orcus_tui.builder.plan import OpenDraft
from orcus_tui.library.library import Library
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.dialogs.importer import LONGEST, PasteArea
from orcus_tui.screen.widgets.line_input import LineInput
from tests.helpers.fights.played import Played, hero, monster
from tests.helpers.imports.orcus_stat_blocks import BOG_WARDEN, block
from tests.helpers.screen.builder import until_drawn
from tests.helpers.screen.driver import (
    command_line,
    in_the_fight,
    is_whole,
    pane_text,
    paste,
    play,
    press,
    say,
    seen,
    settle,
    tracker,
    until,
    until_read,
)

OWN = Path("creatures")
WOLVES = 'name = "Wolf"\nmax_hp = 11\nac = 13\nmtype = "beast"\n'


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def fight(**config: Any) -> Tracker:
    """The tracker on a fight, with a library without own creatures."""
    session = Played(hero("Ari", 20), monster("Ogre", 12)).session
    session.library = Library(OWN, OWN / "none")
    return tracker(session, **config)


def saved_names(name: str) -> list[str]:
    """The creatures in a file of the user's own folder."""
    table = tomllib.loads((OWN / name).read_text(encoding="utf-8"))
    return [each["name"] for each in table["creature"]]


def test_a_paste_is_shown_with_its_id_its_stat_block_and_what_was_not_understood() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, f"Frobs the mill.\n\n{BOG_WARDEN}")
        assert "1 creature for Orcus: 3 attacks" in pane_text(pilot, "found")
        assert "Bog Warden  level 4 elite" in pane_text(pilot, "found")
        assert " bog-warden " in pane_text(pilot, "found")
        assert "    1 left out: Frobs the mill." in pane_text(pilot, "found")
        assert "Reed Lash (standard, at-will, reach 2, weapon) +9 vs AC" in pane_text(pilot, "block")
        await press(pilot, "tab", "down")
        assert "the pasted text, line 1: left out" in pane_text(pilot, "block")
        await press(pilot, "enter")
        assert pilot.app.screen.query_one(PasteArea).cursor_location == (0, 0)

    play(fight(), script, (160, 40))


def test_an_imported_creature_is_saved_to_the_library_and_its_line_is_begun() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, BOG_WARDEN)
        await press(pilot, "tab", "enter")
        assert command_line(pilot) == 'add "Bog Warden" '
        assert saved_names("bog-warden.toml") == ["Bog Warden"]
        await press(pilot, *"x2", "enter")
        assert "Bog Warden 2" in in_the_fight(pilot)
        await press(pilot, "z")
        assert in_the_fight(pilot) == ["Ari", "Ogre"]

    play(fight(), script)


def test_all_are_added_at_once() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, f"{block(name='Reed Ogre')}\n\n{block(name='Ogre Chief')}\n")
        await press(pilot, "tab", "a")
        assert "Reed Ogre" in in_the_fight(pilot)
        assert "Ogre Chief" in in_the_fight(pilot)
        assert saved_names("reed-ogre.toml") == ["Reed Ogre", "Ogre Chief"]

    play(fight(), script)


def test_very_many_creatures_are_added_after_a_confirmation() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, "\n\n".join(block(name=f"Ogre of {chr(65 + each)}") for each in range(21)))
        await press(pilot, "tab", "a")
        assert "21 creatures: press a again to add all of them" in pane_text(pilot, "foot")
        await press(pilot, "a")
        assert "Ogre of U" in in_the_fight(pilot)

    play(fight(), script, (120, 60))


def test_a_file_is_read_by_its_name_and_its_creatures_are_saved_under_it() -> None:
    Path("ogres.md").write_text(f"{block(name='Reed Ogre')}\n\n{block(name='Ogre Chief')}\n", encoding="utf-8")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P", "shift+tab", *"ogres.md", "enter")
        await until_read(pilot)
        assert "2 creatures for Orcus" in pane_text(pilot, "found")
        await press(pilot, "s")
        assert f"saved to {OWN / 'ogres.toml'}" in pane_text(pilot, "foot")
        await press(pilot, "escape")
        assert "Reed Ogre" not in in_the_fight(pilot)
        assert saved_names("ogres.toml") == ["Reed Ogre", "Ogre Chief"]

    play(fight(), script)


def test_a_saved_creature_is_not_written_again_and_another_of_its_name_gets_a_number_or_replaces_it() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, block(name="Reed Ogre"))
        await press(pilot, "tab", "s", "s")
        assert f"in {OWN / 'reed-ogre.toml'} already" in pane_text(pilot, "foot")
        assert [each.name for each in OWN.iterdir()] == ["reed-ogre.toml"]
        await press(pilot, "shift+tab", "ctrl+end")
        pilot.app.screen.query_one(PasteArea).clear()
        await paste(pilot, block(name="Reed Ogre", head="**HP:** 41"))
        await press(pilot, "tab", "s")
        assert "as Reed Ogre 2, others have the name; r replaces those" in pane_text(pilot, "foot")
        assert saved_names("reed-ogre-2.toml") == ["Reed Ogre 2"]
        await press(pilot, "r")
        assert "replaced Reed Ogre" in pane_text(pilot, "foot")
        assert "max_hp = 41" in (OWN / "reed-ogre.toml").read_text(encoding="utf-8")
        await press(pilot, "enter", "enter")
        assert "Reed Ogre" in in_the_fight(pilot)

    play(fight(), script)


@pytest.mark.parametrize("form", ["{}", "'{}' ", '"{}"', "escaped", "uri", "relative"])
def test_a_file_dropped_on_the_terminal_is_read(form: str) -> None:
    path = Path("two ogres.md").absolute()
    path.write_text(f"{block(name='Reed Ogre')}\n\n{block(name='Ogre Chief')}\n", encoding="utf-8")
    forms = {"escaped": str(path).replace(" ", "\\ "), "uri": path.as_uri(), "relative": path.name}

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, forms.get(form, form.format(path)))
        assert "2 creatures for Orcus" in pane_text(pilot, "found")
        await press(pilot, "tab", "s")
        assert saved_names("two-ogres.toml") == ["Reed Ogre", "Ogre Chief"]

    play(fight(), script)


@pytest.mark.parametrize(
    "form", ["'{0}/two ogres.md' '{0}/ogre'\\''s lair.md' ", "{0}/two\\ ogres.md {0}/ogre\\'s\\ lair.md"]
)
def test_several_dropped_files_are_read_as_one_in_place_of_the_text(form: str) -> None:
    Path("two ogres.md").write_text(f"{block(name='Reed Ogre')}\n\n{block(name='Ogre Chief')}\n", encoding="utf-8")
    Path("ogre's lair.md").write_text(block(name="Ogre of the Lair"), encoding="utf-8")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, block(name="Reed Ogre"))
        await paste(pilot, form.format(Path.cwd()))
        assert "3 creatures for Orcus" in pane_text(pilot, "found")

    play(fight(), script)


def test_a_file_name_is_completed() -> None:
    Path("books").mkdir()
    Path("books", "ogres.md").write_text(block(name="Reed Ogre"), encoding="utf-8")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P", "shift+tab", *"bo")
        name = pilot.app.screen.query_one("#file", LineInput)
        await until(pilot, lambda: name.complete() and name.value == "books/")
        await press(pilot, "o")
        await until(pilot, lambda: name.complete() and name.value == "books/ogres.md")
        await press(pilot, "enter")
        await until_read(pilot)
        assert "1 creature for Orcus" in pane_text(pilot, "found")
        await press(pilot, "shift+tab", "shift+tab", "tab")
        assert pilot.app.screen.focused is pilot.app.screen.query_one("#text")

    play(fight(), script)


def test_the_files_of_a_folder_are_read_as_one() -> None:
    Path("book").mkdir()
    for name in ("Reed Ogre", "Ogre Chief"):
        (Path("book") / f"{name}.md").write_text(block(name=name), encoding="utf-8")
    (Path("book") / "cover.png").write_bytes(b"\x89PNG\0")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P", "shift+tab", *"book", "enter")
        await until_read(pilot)
        assert "2 creatures for Orcus" in pane_text(pilot, "found")
        assert "cover.png" in pane_text(pilot, "found")
        await press(pilot, "s")
        assert saved_names("book.toml") == ["Ogre Chief", "Reed Ogre"]

    play(fight(), script)


def test_a_creature_named_like_another_in_the_fight_is_refused() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, block(name="Ogre"))
        await press(pilot, "tab", "enter")
        assert "another Ogre is in the fight" in pane_text(pilot, "foot")
        assert not OWN.exists()

    play(fight(), script)


def test_a_creature_that_was_added_can_be_added_again() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        for _ in range(2):
            await press(pilot, "P")
            await paste(pilot, block(name="Reed Ogre"))
            await press(pilot, "tab", "enter", "enter")
        assert "Reed Ogre" in in_the_fight(pilot)
        assert len(pilot.app.fight.view.fight.sheets) == 4

    play(fight(), script)


def test_a_creature_of_another_rules_system_can_only_be_saved() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, f"[wolf]\n{WOLVES}")
        await press(pilot, "tab", "enter")
        assert "not Orcus; s saves it to the library" in pane_text(pilot, "foot")
        await press(pilot, "s")
        assert tomllib.loads((OWN / "wolf.toml").read_text(encoding="utf-8"))["system"] == "srd5"

    play(fight(), script)


def test_an_error_is_shown_until_its_text_is_gone() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, "hello")
        assert "the pasted text: unknown format" in pane_text(pilot, "found")
        await press(pilot, "tab", "a", "s", "enter")
        assert pilot.app.screen.query("#text")
        await press(pilot, "shift+tab", *["backspace"] * 5)
        await until_read(pilot)
        assert "Paste a stat block" in pane_text(pilot, "found")
        await press(pilot, "shift+tab", *"none.md", "enter")
        await until_read(pilot)
        assert "none.md: there is no such file" in pane_text(pilot, "found")
        await press(pilot, "shift+tab", "shift+tab", *["backspace"] * 7, *"~nobody-here/x.md", "enter")
        await until_read(pilot)
        assert "~nobody-here/x.md: there is no such file" in pane_text(pilot, "found")

    play(fight(), script)


def test_a_paste_cannot_control_the_terminal_and_has_a_limit() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, "\x1b[31mred\r\nand\tmore")
        assert pilot.app.screen.query_one(PasteArea).text == "�[31mred\nand\tmore"
        assert "\x1b" not in "".join(seen(pilot))
        await paste(pilot, "x" * LONGEST)
        assert "too long to paste" in pane_text(pilot, "foot")
        assert "x" * 10 not in pilot.app.screen.query_one(PasteArea).text

    play(fight(), script)


def test_letters_are_text_in_an_input_and_escape_goes_back() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P", *"jask", "enter", *"a", "shift+tab", *"sa")
        assert pilot.app.screen.query_one(PasteArea).text == "jask\na"
        await press(pilot, "escape")
        assert not pilot.app.screen.query("#text")
        await say(pilot, "damage ogre 3")
        assert pilot.app.fight.view.fight.states["ogre"].hp == 57

    play(fight(), script)


def test_a_file_name_left_with_escape_is_brought_back() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P", "shift+tab", *"ogres.md", "escape", "P")
        assert pilot.app.screen.query_one("#file", LineInput).value == "ogres.md"

    play(fight(), script)


def test_a_text_left_in_the_builder_is_there_again_after_the_builder_was_left() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "B", "tab", "i")
        await paste(pilot, BOG_WARDEN)
        await press(pilot, "escape", "n", *"The mill", "escape", "escape", "B", "tab", "n", "up")
        assert pilot.app.screen.query_one("#ask", LineInput).value == "The mill"
        await press(pilot, "escape", "i")
        assert pilot.app.screen.query_one(PasteArea).text == BOG_WARDEN

    play(fight(), script)


def test_a_text_left_with_escape_is_brought_back_and_an_entered_one_is_not() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, BOG_WARDEN)
        await press(pilot, "escape", "P")
        await until_read(pilot)
        assert "Bog Warden  level 4 elite" in pane_text(pilot, "found")
        await press(pilot, "tab", "enter", "escape", "P")
        assert pilot.app.screen.query_one(PasteArea).text == ""

    play(fight(), script, (160, 40))


def test_in_the_builder_creatures_are_added_to_the_encounter_not_the_library() -> None:
    app = fight()
    app.open_draft = OpenDraft(Draft("Ford"))

    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, "tab", "i")
        await paste(pilot, BOG_WARDEN)
        await press(pilot, "tab", "enter", "plus")
        assert "2 × Bog Warden  level 4 elite" in pane_text(pilot, "encounter")
        assert not OWN.exists()

    play(app, script)


def test_a_click_selects_and_a_second_click_chooses() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, f"{block(name='Reed Ogre')}\n\n{block(name='Ogre Chief')}\n")
        row = next(number for number, text in enumerate(seen(pilot)) if " ogre-chief " in text)
        await pilot.click(offset=(70, row), times=2)
        await settle(pilot)
        assert command_line(pilot) == 'add "Ogre Chief" '

    play(fight(), script)


@pytest.mark.parametrize("size", [(80, 24), (79, 24), (60, 15), (40, 12), (20, 5)])
def test_it_is_drawn_in_the_smallest_terminal(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "P")
        await paste(pilot, BOG_WARDEN)
        await press(pilot, "tab", "down", "tab", "j", "tab", "tab")
        assert is_whole(pilot), "\n".join(seen(pilot))
        await press(pilot, "escape")
        assert not pilot.app.screen.query("#text")

    play(fight(ascii=True), script, size)
