"""Creatures to choose from when one is added."""

from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input

from orcus_tui.rules.system import FightView
from orcus_tui.screen.dialogs.choices import DialogResult
from orcus_tui.screen.dialogs.creature_choices import add_menu, creatures_of, with_count
from orcus_tui.systems.orcus.system import ORCUS
from tests.helpers.casts.ford import fight_of
from tests.helpers.screen.driver import MenuApp, fight_tracker, pane_text, play, press, type_text
from tests.helpers.screen.menus import texts


def test_creatures_are_offered_once_for_each_kind_and_what_is_typed_as_a_new_one() -> None:
    fight = fight_of()
    menu = add_menu(creatures_of(FightView(ORCUS, fight)))
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


def test_a_match_comes_before_a_new_creature() -> None:
    fight = fight_of()
    app = MenuApp(add_menu(creatures_of(FightView(ORCUS, fight))))

    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, "gob")
        assert "Mud Goblin 1 [mud-goblin1]" in pane_text(pilot, "detail")
        await press(pilot, "up", "enter")

    play(app, script)
    assert app.answers == [DialogResult("insert", "add gob hp=")]


def test_a_count_may_be_typed_after_the_words_as_in_the_command() -> None:
    menu = with_count(add_menu(creatures_of(FightView(ORCUS, fight_of()))))
    (goblins,), _ = menu.matches("mud x4")
    assert goblins.result == DialogResult("insert", 'add "Mud Goblin" x4 ')
    assert goblins.about.startswith("x4, ")
    assert menu.matches("mud x1d4")[0][0].result == DialogResult("insert", 'add "Mud Goblin" x1d4 ')
    assert menu.matches("mud")[0][0].result == DialogResult("insert", 'add "Mud Goblin" ')
    assert menu.from_typed
    assert menu.from_typed("Ice Rat X2").result == DialogResult("insert", 'add "Ice Rat" x2 hp=')
    assert menu.from_typed("x4").text == "x4"


def test_the_creatures_that_were_typed_to_be_added_are_brought_back() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "+", *"gob x3", "escape", "+", "up")
        assert pilot.app.screen.query_one("#search", Input).value == "gob x3"

    play(fight_tracker(), script)
