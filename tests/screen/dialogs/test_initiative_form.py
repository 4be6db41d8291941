"""The initiative form: totals typed field by field, the rest rolled."""

from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from tests.helpers.fights.played import Played, creature
from tests.helpers.screen.driver import pane_text, play, press, resize, sees, tracker

OGRE = creature("Ogre", "max_hp = 60\ninitiative = -1")
RATS = creature("Rat", "max_hp = 5\ncount = 4")
HEROES = [creature(name, 'kind = "pc"\nmax_hp = 30\ninitiative = 2') for name in ("Ari", "Bo")]


def not_begun(*lines: str) -> Session:
    session = Played(OGRE, *HEROES, RATS).play(*lines).session
    session.dice_source = RandomDice(Random(1))
    return session


def totals(session: Session) -> list[int | None]:
    return [session.fight.states[each].initiative for each in ("ari", "bo", "ogre", "rat1")]


def test_b_asks_for_the_heroes_first_and_begins_after_the_last_of_them() -> None:
    session = not_begun()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        rows = [each.split()[0] for each in pane_text(pilot, "form").replace("│", "").splitlines()[1:5]]
        assert rows == ["@Ari", "@Bo", "Ogre", "Rat"]
        assert "−1" in pane_text(pilot, "form")
        await press(pilot, *"17", "enter", *"12", "enter")
        assert session.fight.phase == "turns"
        assert totals(session)[:2] == [17, 12]
        assert None not in totals(session)

    play(tracker(session), script)


def test_b_and_enter_roll_for_everyone() -> None:
    session = not_begun()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b", "enter")
        assert session.fight.phase == "turns"
        assert None not in totals(session)

    play(tracker(session), script)


@pytest.mark.parametrize("lines", [("ask party",), ("init ari 3", "init bo 4")])
def test_b_begins_at_once_where_the_dice_are_asked_for_or_the_heroes_have_theirs(lines: tuple[str, ...]) -> None:
    session = not_begun(*lines)

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        assert None not in totals(session)[2:]  # the dice of the foes, for which nothing was typed
        assert not pilot.app.screen.query("#form")

    play(tracker(session), script)


def test_a_group_has_one_field_and_a_field_left_empty_is_rolled() -> None:
    session = not_begun()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "I", "up", "down", "down", "down", *"9", "tab", "shift+tab", *"-2", "down", "enter")
        assert session.fight.phase == "setup"
        assert totals(session)[2:] == [-2, 9]
        assert {session.fight.states[f"rat{number}"].initiative for number in range(1, 5)} == {9}
        assert None not in totals(session)
        await press(pilot, "I")
        assert not pilot.app.screen.query("#form")

    play(tracker(session), script)


def test_the_error_of_a_total_is_next_to_its_field_and_the_input_stays() -> None:
    session = not_begun()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b", *"1x")
        assert "digits only" in pane_text(pilot, "form").splitlines()[1]
        assert sees(pilot, "a total is a whole number")
        await press(pilot, "7")
        assert "digits only" not in pane_text(pilot, "form")
        await press(pilot, "enter", "-", "enter")
        assert "digits only" in pane_text(pilot, "form").splitlines()[2]
        await press(pilot, "backspace")
        await resize(pilot, 60, 20)
        await press(pilot, "escape")
        assert session.fight.phase == "setup"
        await press(pilot, "b")
        assert "17" in pane_text(pilot, "form").splitlines()[1]
        await press(pilot, "down", "enter")
        assert totals(session)[0] == 17

    play(tracker(session), script)
