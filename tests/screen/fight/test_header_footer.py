"""The header and the footer: their contents on a narrow screen, and the offered keys."""

from typing import Any

from textual.pilot import Pilot

from orcus_tui.screen.fight.header_footer import Saving, header, prompt_text
from orcus_tui.screen.fight.keys import first_labels
from orcus_tui.screen.widgets.row import text_of
from tests.helpers.fights.played import Played, hero, monster
from tests.helpers.screen.driver import play, press, seen, sees, settle, tracker
from tests.helpers.screen.panes import view_of

LABELS = first_labels({})


def test_a_narrow_screen_loses_the_system_before_the_name_and_whose_turn_it_is_last() -> None:
    view = view_of(Played(hero("Ari", 20), monster("Ogre", 10)).play("begin").session)
    headers = [text_of(header(view, Saving(in_journal=True), width)) for width in range(20, 120)]
    assert [len(each) for each in headers] == [*range(20, 120)]
    parts = ("▶ Ari", view.fight.name, view.system.title)
    shown = [sum(part in each for part in parts) for each in headers]
    assert shown == sorted(shown)
    assert {*shown} == {1, 2, 3}
    assert [each for each in headers if view.system.title in each and view.fight.name not in each] == []


def test_the_footer_offers_only_what_can_be_done() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "undo" not in seen(pilot)[-1]
        assert "begin" in seen(pilot)[-1]
        await press(pilot, "b")
        assert "undo" in seen(pilot)[-1]
        assert "power 1" not in seen(pilot)[-1]

    play(tracker(Played(hero("Ari", 20), monster("Ogre", 10)).session), script, (160, 40))


def test_a_drag_that_starts_in_another_pane_goes_to_it_like_a_click() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert seen(pilot)[-1].startswith(" initiative ")
        await pilot.mouse_down("#cards")
        await settle(pilot)
        assert seen(pilot)[-1].startswith(" cards ")
        await press(pilot, "colon", "escape")
        assert seen(pilot)[-1].startswith(" cards ")

    play(tracker(Played(hero("Ari", 20), monster("Ogre", 10)).session), script, (160, 40))


def test_the_prompt_names_creatures_that_have_not_acted_while_a_turn_may_be_lost() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("begin")
    assert prompt_text(LABELS, view_of(fight.session), 80).endswith("; Ari has not acted")
    fight.play("spent ari standard")
    assert "has not acted" not in prompt_text(LABELS, view_of(fight.session), 80)
    fight.play("apply ogre stunned", "next")
    assert "has not acted" not in prompt_text(LABELS, view_of(fight.session), 80), "it cannot act"


def test_x_names_the_foes_who_are_standing_before_the_end_of_the_fight() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "X")
        assert sees(pilot, "Not over: Ogre is standing")
        assert not sees(pilot, "What comes next")
        await press(pilot, "X")
        assert sees(pilot, "What comes next")

    play(tracker(Played(hero("Ari", 20), monster("Ogre", 10)).play("begin").session), script)


def test_a_narrow_header_counts_the_open_questions_rather_than_naming_whose_dice_are_asked_for() -> None:
    fight = Played(hero("Ari", 10), monster("The Keeper of the Old Bridge", 20))
    fight.play("ask party", "apply ari dazed save", "begin", "next", "next", "apply ari slowed save")
    view = view_of(fight.session)
    assert "asks for the party's dice  ? 1 open" in text_of(header(view, Saving(in_journal=True), 120))
    narrow = text_of(header(view, Saving(in_journal=True), 70))
    assert narrow.rstrip().endswith("● saved  ? 1 open")
    assert "asks for" not in narrow
