"""A name typed after targets that a key filled in replaces them; any other word follows them."""

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.helpers.fights.random_fights import session_on, small_fight
from tests.helpers.screen.driver import command_line, fight_tracker, play, press, tracker

TYPED = {
    # the key that begins the line, what is typed, and the line then
    ("1", "cor"): "attack strike cor",
    ("1", "cor 15 9"): "attack strike cor 15 9",
    ("1", "15 9"): "attack strike ogre 15 9",
    ("1", "15,2 9"): "attack strike ogre 15,2 9",
    ("1", "ca"): "attack strike ogre ca",
    ("1", "c"): "attack strike ogre c",  # ca, charge or coup
    ("1", "goblin2,cor "): "attack strike goblin2,cor ",
    ("1", "@party 9"): "attack strike @party 9",
    ("d", "7 fire"): "damage ari 7 fire",
    ("d", "ogre 7"): "damage ogre 7",
    ("d", "g1-2 7"): "damage g1-2 7",
    ("a", "dazed save"): "apply ari dazed save",
    ("a", "ogre dazed"): "apply ogre dazed",
    ("a", "nobody"): "apply ari nobody",
    ("h", "cor 5"): "heal cor 5",
    ("1", " cor"): "attack strike cor",
    ("1", "  cor 15 9"): "attack strike cor 15 9",
    ("d", " 7 fire"): "damage ari  7 fire",
}


@pytest.mark.parametrize(("key", "typed"), TYPED)
def test_a_name_takes_the_place_of_the_targets(key: str, typed: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, key, *typed)
        assert command_line(pilot) == TYPED[key, typed]

    play(fight_tracker(), script)


def test_words_after_the_targets_stay() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "1")
        assert command_line(pilot) == "attack strike ogre by ari "
        await press(pilot, *"goblin2")
        assert command_line(pilot) == "attack strike goblin2 by ari"

    play(tracker(session_on(small_fight())), script)


def test_a_line_that_is_left_is_the_first_to_be_recalled() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, *":d ogre 5", "enter", "d", *"12 fire", "escape", ":", "up")
        assert command_line(pilot) == "damage ari 12 fire"
        await press(pilot, "up")
        assert command_line(pilot) == "d ogre 5"
        await press(pilot, "escape", "d", "escape", ":", "up")  # a line without typed text
        assert command_line(pilot) == "d ogre 5"

    play(fight_tracker(), script)
