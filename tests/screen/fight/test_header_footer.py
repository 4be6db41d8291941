"""The header and the footer: what a narrow screen still shows, and which keys are offered."""

from typing import Any

from textual.pilot import Pilot

from orcus_tui.screen.fight.header_footer import Saving, header
from orcus_tui.screen.widgets.row import text_of
from tests.helpers.fights.played import Played, hero, monster
from tests.helpers.screen.driver import play, press, seen, settle, tracker
from tests.helpers.screen.panes import view_of


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
