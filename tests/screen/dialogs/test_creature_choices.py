"""Creatures to choose from when one is added."""

from typing import Any

from ford import fight_of
from menu_choices import texts
from on_screen import MenuApp, pane_text, play, press, type_text
from textual.pilot import Pilot

from orcus_tui.screen.dialogs.choices import DialogResult
from orcus_tui.screen.dialogs.creature_choices import add_menu, creatures_of
from orcus_tui.systems.orcus.system import ORCUS


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


def test_a_match_comes_before_a_new_creature() -> None:
    fight = fight_of()
    app = MenuApp(add_menu(creatures_of(ORCUS, fight)))

    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, "gob")
        assert "Mud Goblin 1 [mud-goblin1]" in pane_text(pilot, "detail")
        await press(pilot, "up", "enter")

    play(app, script)
    assert app.answers == [DialogResult("insert", "add gob hp=")]
