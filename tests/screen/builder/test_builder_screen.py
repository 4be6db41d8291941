"""The builder on the screen: finding, adding, counting and moving creatures, writing and playing; and the library of
`+`.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from orcus_tui.builder.draft import Draft, Entry
from orcus_tui.builder.draft_file import SourceFile, read_draft
from orcus_tui.builder.plan import OpenDraft
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.builder.builder_input import HEROES, HEROES_OF_PARTY, Prompt, PromptLine
from orcus_tui.screen.builder.builder_screen import BuilderScreen
from orcus_tui.storage.toml.edit import EditError
from tests.helpers.screen.builder import building, fight_with_library, until_drawn
from tests.helpers.screen.driver import (
    command_line,
    in_the_fight,
    is_leaving,
    is_whole,
    pane_text,
    play,
    press,
    seen,
    sees,
    settle,
    type_text,
    until,
)

COMMENTED = '# mine\nformat = 1\n[[creature]]\nname = "Ogre" # big\nmax_hp = 50\n'
PARTY = 'format = 1\n[[creature]]\nname = "Ari"\nkind = "pc"\nlevel = 3\nmax_hp = 30\n'


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("party.toml").write_text(PARTY, encoding="utf-8")


def open_file(text: str) -> OpenDraft:
    """A file of the game master, as `orcus-tui new ford.toml --edit` opens it."""
    path = Path("ford.toml")
    path.write_text(text, encoding="utf-8")
    draft, source_file = read_draft(path)
    return OpenDraft(draft, path, source_file)


def test_the_typed_query_finds_creatures_and_shows_them_next_to_it() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await type_text(pilot, "level 3 goblin")
        assert "Goblin Boss" in pane_text(pilot, "library")
        assert "Marsh Goblin" not in pane_text(pilot, "library")
        await until(pilot, lambda: "Chop (standard, at-will) +8 vs AC" in pane_text(pilot, "block"))
        await type_text(pilot, " zzz")
        why = "".join(each.strip("│ ") + " " for each in pane_text(pilot, "library").splitlines())
        assert 'no matches for "zzz"' in " ".join(why.split())
        assert "own.toml:" in why  # one of the own creatures has a fault

    play(building(), script)


def test_creatures_are_added_counted_moved_and_removed() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"marsh", "enter", "enter", "tab", "plus", "greater_than_sign")
        assert "3 × Marsh Goblin  level 2 (+1) mook" in pane_text(pilot, "encounter")
        assert "93 XP" in pane_text(pilot, "encounter")
        await press(pilot, "minus", "less_than_sign", "less_than_sign")
        assert "2 × Marsh Goblin  level 1 mook" in pane_text(pilot, "encounter")
        assert "Marsh Goblin: the rules go from level 1 to 35" in pane_text(pilot, "foot")
        await press(pilot, "x")
        assert "Empty. Enter adds" in pane_text(pilot, "encounter")

    play(building(), script)


def test_keys_that_change_the_encounter_are_letters_in_the_search() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"boss", "enter", *"xwn+")
        assert "1 × Goblin Boss" in pane_text(pilot, "encounter")
        assert pilot.app.screen.query_one("#search").value == "bossxwn+"

    play(building(), script)


def test_a_creature_with_faults_is_not_put_in() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"troll", "enter")
        assert "Empty. Enter adds" in pane_text(pilot, "encounter")
        assert "max_hp: missing: Orcus counts hit points" in pane_text(pilot, "foot")

    play(building(), script, (200, 40))


def test_the_party_gives_the_budget_and_its_faults_are_reported() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"boss", "enter", "tab", "p", "enter")
        assert "Budget for 1 hero of level 3: 150 XP" in pane_text(pilot, "encounter")
        assert "200 % of the budget" in pane_text(pilot, "encounter").splitlines()[0]
        await press(pilot, "p", *"none.toml", "enter")
        assert "none.toml" in pane_text(pilot, "foot")

    play(building(), script, (160, 40))


def test_heroes_can_be_given_for_the_budget_and_the_party_stays() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"boss", "enter", "tab", "p", "enter", "w", "enter", "h")
        assert "Heroes for the budget, e.g. 5x3 (empty: the whole party)" in pane_text(pilot, "foot")
        assert pilot.app.screen.query_one("#ask").value == "1x3"
        await press(pilot, *"4", "enter")
        assert "4 heroes of which level?" in pane_text(pilot, "foot")
        await press(pilot, *["backspace"], *"2x4", "enter")
        assert "Budget for 2 heroes of level 4: 350 XP" in pane_text(pilot, "encounter")
        assert "not written" not in pane_text(pilot, "encounter")
        await press(pilot, "h", "backspace", "enter")
        assert "Budget for 1 hero of level 3: 150 XP" in pane_text(pilot, "encounter")
        assert tomllib.loads(Path("ford.toml").read_text(encoding="utf-8"))["party"] == "party.toml"

    play(building(), script, (160, 40))


def test_it_is_written_under_the_name_given_and_played() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"boss", "enter", "tab", "n", *"Fords at Dusk", "enter", "o")
        assert "write it first: w" in pane_text(pilot, "foot")
        assert "not written" in pane_text(pilot, "encounter")
        await press(pilot, "w", "enter")
        assert "written to fords-at-dusk.toml" in pane_text(pilot, "foot")
        assert "not written" not in pane_text(pilot, "encounter")
        table = tomllib.loads(Path("fords-at-dusk.toml").read_text(encoding="utf-8"))
        assert (table["name"], [each["name"] for each in table["creature"]]) == ("Fords at Dusk", ["Goblin Boss"])
        await press(pilot, "o")
        await until(pilot, lambda: not pilot.app.screen.query("#library"))
        await until(pilot, lambda: sees(pilot, "Fords at Dusk") and sees(pilot, "Goblin Boss"))

    play(building(), script)


def test_creatures_that_fit_the_budget_are_proposed_best_first_and_added_as_proposed() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, "tab", "f")
        assert "no budget to fill: set the heroes first" in " ".join(pane_text(pilot, "library").split())
        await press(pilot, "tab", "h", *"4x3", "enter")
        assert "Fits the budget  4" in pane_text(pilot, "library")
        rows = pane_text(pilot, "library").splitlines()
        assert [rows[at].split("  ")[0].strip("│ ") for at in (1, 2, 3)] == [
            "2 × Goblin Boss",
            "3 × Half a Troll",
            "5 × Cook",
        ]
        await press(pilot, "slash", "down", "enter")
        assert "max_hp: missing" in pane_text(pilot, "foot")
        await press(pilot, "down", "enter")
        assert "5 × Cook" in pane_text(pilot, "encounter")
        assert "the budget is spent" in " ".join(pane_text(pilot, "library").split())
        await press(pilot, "tab", "f")
        assert "Library  4" in pane_text(pilot, "library")
        await press(pilot, "tab", "f", "escape")
        assert "Library  4" in pane_text(pilot, "library")
        assert "not written" not in pane_text(pilot, "foot")

    play(building(), script, (120, 40))


def test_the_budget_is_filled_at_random_and_again_in_the_place_of_the_last() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"cook", "enter", "tab", "h", *"4x3", "enter", "F", *"goblin seed 7", "enter")
        assert "Filled with seed 7: F and Enter for another" in pane_text(pilot, "foot")
        filled = pilot.app.screen.draft
        assert filled.entries[0].name == "Cook"
        assert {each.name for each in filled.entries[1:]} <= {"Goblin Boss", "Marsh Goblin"}
        await press(pilot, "F")
        assert pilot.app.screen.query_one("#ask").value == "goblin"
        await press(pilot, *"goblin seed 7", "enter")
        assert pilot.app.screen.draft == filled
        await press(pilot, "F", *"nobody", "enter")
        assert 'no matches for "nobody"' in pane_text(pilot, "foot")

    play(building(), script, (160, 40))


def test_a_day_continues_with_the_same_party_once_a_fight_is_written() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"boss", "enter", "tab", "p", "enter", "d")
        assert "write it first: w" in pane_text(pilot, "foot")
        await press(pilot, "w", "enter", "d")
        assert pilot.app.screen.draft == Draft("", "orcus", "party.toml", (3,))
        text = pane_text(pilot, "encounter")
        assert "Budget for 1 hero of level 3: 150 XP" in text
        assert "1. Ford: 300 XP · 200 % of the budget" in text
        assert "2. New encounter" in text
        await press(pilot, "enter", "tab", "n", *"Mill", "enter", "w", "enter", "escape")
        assert sorted(each.name for each in Path().glob("*.toml")) == ["ford.toml", "mill.toml", "party.toml"]

    play(building(), script, (160, 40))


def test_a_new_name_replaces_the_old_one_and_an_arrow_key_keeps_it() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, "tab", "n", *"Mill", "enter")
        assert pane_text(pilot, "encounter").startswith("┌─ Mill ")
        await press(pilot, "n", "right", *"pond", "enter")
        assert pane_text(pilot, "encounter").startswith("┌─ Millpond ")

    play(building(), script, (120, 40))


def test_no_other_file_is_written_over() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"boss", "enter", "tab", "w", *["backspace"] * 9, *"party.toml", "enter")
        assert "exists already" in pane_text(pilot, "foot")
        assert Path("party.toml").read_text(encoding="utf-8") == PARTY

    play(building(), script)


def test_an_existing_file_is_changed_and_keeps_its_comments() -> None:
    begun = open_file(COMMENTED)

    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, "tab", "plus", "w", "plus", "w")
        assert Path("ford.toml").read_text(encoding="utf-8") == f"{COMMENTED}count = 3\n"

    play(building(begun), script)


def test_if_the_file_changed_meanwhile_another_is_written() -> None:
    begun = open_file(COMMENTED)
    Path("ford.toml").write_text("# changed\n", encoding="utf-8")
    Path("ford-2.toml").write_text("# mine too\n", encoding="utf-8")

    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, "tab", "plus", "w")
        assert "the file has changed since it was opened; write it to another file" in pane_text(pilot, "foot")
        assert pilot.app.screen.query_one("#ask").value == "ford-3.toml"
        await press(pilot, "escape")
        assert "not written" in pane_text(pilot, "encounter")
        await press(pilot, "w", "enter", "plus", "w")
        assert "written to ford-3.toml" in pane_text(pilot, "foot")
        assert Path("ford.toml").read_text(encoding="utf-8") == "# changed\n"
        assert tomllib.loads(Path("ford-3.toml").read_text(encoding="utf-8"))["creature"][0]["count"] == 3

    play(building(begun), script, (160, 40))


def test_another_file_is_written_and_the_first_stays() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"boss", "enter", "tab", "w", "enter", "plus", "W", "enter")
        assert "written to ford-2.toml" in pane_text(pilot, "foot")
        await press(pilot, "W", *["backspace"] * 11, *"party.toml", "enter")
        assert "exists already" in pane_text(pilot, "foot")
        await press(pilot, "escape", "plus", "w")
        counts = [
            tomllib.loads(Path(name).read_text())["creature"][0].get("count") for name in ("ford.toml", "ford-2.toml")
        ]
        assert counts == [None, 3]

    play(building(), script)


def test_a_copy_of_an_existing_file_keeps_its_comments() -> None:
    begun = open_file(COMMENTED)

    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, "tab", "plus", "W", "enter")
        assert "written to ford-2.toml" in pane_text(pilot, "foot")
        await press(pilot, "plus", "w")
        assert Path("ford-2.toml").read_text(encoding="utf-8") == f"{COMMENTED}count = 3\n"
        assert Path("ford.toml").read_text(encoding="utf-8") == COMMENTED

    play(building(begun), script)


def test_comments_that_cannot_be_kept_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = open_file(COMMENTED)
    monkeypatch.setattr("orcus_tui.builder.draft_file.write_copy", refuse)

    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, "tab", "plus", "W", "enter")
        assert "written to ford-2.toml; the comments of ford.toml could not be kept" in pane_text(pilot, "foot")
        assert tomllib.loads(Path("ford-2.toml").read_text(encoding="utf-8"))["creature"][0]["count"] == 2

    play(building(begun), script, (160, 40))


def refuse(_: Draft, __: SourceFile, path: Path, **___: Any) -> SourceFile:
    raise EditError(path, "not changed: its layout is too unusual to keep; change it by hand")


def test_an_answer_that_was_left_is_brought_back_where_the_same_is_asked() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        line = pilot.app.screen.query_one("#ask", Input)
        await press(pilot, "tab", "n", "up")
        assert line.value == "Ford"
        await press(pilot, *"The mill", "escape", "h", "up")
        assert line.value == ""
        await press(pilot, "escape", "n")
        assert line.value == "Ford"
        assert "Name of the encounter; ↑ brings back The mill " in pane_text(pilot, "foot")
        await press(pilot, "up", *"er", "enter")
        assert pilot.app.screen.draft.name == "The miller"
        await press(pilot, "n")
        assert "brings back" not in pane_text(pilot, "foot")

    play(building(), script)


def test_an_answer_that_was_left_never_replaces_what_is_being_typed() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        line = pilot.app.screen.query_one("#ask", Input)
        await press(pilot, "tab", "n", *"The mill", "escape")
        await press(pilot, "n", *"A much longer name", "up")
        assert line.value == "A much longer name"
        await press(pilot, "escape", "n", "escape", "n", "delete", "escape", "n", "up")
        assert line.value == "A much longer name"
        await press(pilot, "escape", "n", "delete", "up")
        assert line.value == "A much longer name"

    play(building(), script)


def test_hero_levels_left_in_a_prompt_are_brought_back_in_any_prompt() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        line = pilot.app.screen.query_one("#ask", PromptLine)
        line.ask(Prompt("heroes", HEROES, "", str))
        line.value = "4x3"
        line.keep_answer()
        line.ask(Prompt("heroes", HEROES_OF_PARTY, "5x2", str))
        line.bring_back_answer()
        assert line.value == "4x3"

    play(building(), script)


def test_unwritten_changes_are_shown_before_they_are_left() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"boss", "enter", "escape")
        assert "not written: w writes it, Esc again discards it" in pane_text(pilot, "foot")
        await press(pilot, "escape")
        await until(pilot, lambda: is_leaving(pilot))

    play(building(), script)


@pytest.mark.parametrize("opened", [(), ("tab", "i"), ("tab", "question_mark")])
def test_quitting_warns_once_of_an_unwritten_encounter_under_any_dialog(
    opened: tuple[str, ...],
) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"boss", "enter", *opened, "ctrl+c")
        assert not is_leaving(pilot)
        assert sees(pilot, "the encounter is not written; quit again to discard it")
        await press(pilot, "ctrl+c")
        assert is_leaving(pilot)

    play(building(), script, toasts=True)


def test_quitting_says_nothing_of_an_encounter_that_is_written() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"boss", "enter", "tab", "w", "enter", "ctrl+c")
        assert is_leaving(pilot)

    play(building(), script)


def test_from_a_fight_it_goes_back_to_the_fight_or_opens_what_was_built() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "B")
        await until_drawn(pilot)
        await press(pilot, "escape")
        assert not pilot.app.screen.query("#library")
        await press(pilot, "B")
        await until_drawn(pilot)
        await press(pilot, *"boss", "enter", "tab", "w", "enter", "o")
        assert "b begins the fight: 1 creature" in pane_text(pilot, "log")

    play(fight_with_library(), script)


def test_from_a_fight_it_has_the_party_of_the_settings_or_says_why_not() -> None:
    def with_party(party: str) -> Tracker:
        app = fight_with_library()
        app.fight.user_input.party = str(Path(party).absolute())
        return app

    async def reads_it(pilot: Pilot[Any]) -> None:
        await press(pilot, "B")
        await until_drawn(pilot)
        assert "Budget for 1 hero of level 3" in pane_text(pilot, "encounter")

    async def cannot(pilot: Pilot[Any]) -> None:
        await press(pilot, "B")
        await until_drawn(pilot)
        assert "the settings' party" in pane_text(pilot, "foot")

    play(with_party("party.toml"), reads_it, (160, 40))
    play(with_party("none.toml"), cannot, (160, 40))


def test_a_click_selects_and_a_second_click_adds_the_creature() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        row = next(number for number, text in enumerate(seen(pilot)) if "Goblin Boss" in text)
        await pilot.click(offset=(5, row), times=2)
        await settle(pilot)
        assert "1 × Goblin Boss" in pane_text(pilot, "encounter")

    play(building(), script)


@pytest.mark.parametrize("size", [(80, 24), (79, 24), (60, 15), (40, 12), (20, 5)])
def test_it_is_drawn_in_the_smallest_terminal(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, "enter", "tab", "plus", "tab", "j", "tab", "down", "enter")
        assert is_whole(pilot), "\n".join(seen(pilot))

    play(building(), script, size)


def test_more_than_a_file_may_hold_is_reported() -> None:
    draft = Draft("Ford", entries=(Entry({"name": "Rat", "kind": "mook"}, 200),))

    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, "tab", "plus")
        assert "at most 200 of one creature" in pane_text(pilot, "foot")
        assert "200 × Rat" in pane_text(pilot, "encounter")

    play(building(OpenDraft(draft)), script)


def test_the_library_is_searched_where_a_creature_is_added() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "plus", *"level 3 elite")
        assert "Goblin Boss" in pane_text(pilot, "choices")
        assert "Marsh" not in pane_text(pilot, "choices")
        await press(pilot, "down")
        await until(pilot, lambda: "Chop" in pane_text(pilot, "detail"))
        await press(pilot, "enter")
        assert command_line(pilot) == 'add "Goblin Boss" '
        await press(pilot, "enter")
        assert "Goblin Boss" in in_the_fight(pilot)

    play(fight_with_library(), script)


def test_a_query_that_finds_nothing_says_why_below_the_new_creature() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "plus", *"level")
        assert "expected a number after level" in pane_text(pilot, "choices")
        await press(pilot, *[" "], *"3 goblni")
        text = " ".join(pane_text(pilot, "choices").split())
        assert "level 3 goblni" in text
        assert 'no matches for "goblni" (did you mean "goblin"?)' in text
        await press(pilot, "backspace", "backspace", *"in")
        assert "Goblin Boss" in pane_text(pilot, "choices")
        assert "no matches" not in pane_text(pilot, "choices")

    play(fight_with_library(), script, (160, 40))


def test_a_hero_made_in_the_builder_joins_the_party_of_the_encounter() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await until_drawn(pilot)
        await press(pilot, *"marsh", "enter", "tab", "H")
        await press(pilot, *"Bo", "down", "down", *"4", "down", *"20", "ctrl+s", "escape")
        assert "Bo" in Path("party.toml").read_text(encoding="utf-8")
        builder = pilot.app.screen
        assert isinstance(builder, BuilderScreen)
        assert (builder.draft.party, builder.draft.heroes) == ("party.toml", (3, 4))

    play(building(), script)
