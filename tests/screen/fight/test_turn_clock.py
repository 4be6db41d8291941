"""The turn timer, which counts up, or down from a number of seconds, from the beginning of each turn."""

from functools import partial

import pytest
from textual.pilot import Pilot

from orcus_tui.model.clock import minutes_text
from orcus_tui.screen.fight import fight_screen
from orcus_tui.screen.fight.header_footer import TurnClock
from orcus_tui.screen.fight.user_input import ClockMode, UserInput
from orcus_tui.screen.widgets.row import text_of
from tests.helpers.fights.clock import BEGAN, Clock
from tests.helpers.fights.played import Played, hero, monster
from tests.helpers.screen.driver import fight_tracker, play, press, seen


def texts_after(mode: ClockMode, *seconds: int) -> list[str]:
    """The text of the timer some seconds after a turn has begun."""
    clock = Clock()
    turn_clock = TurnClock(mode, now=clock)
    turn_clock.set_turn(Played(hero("Ari", 20)).play("begin").session.fight)
    found = []
    for each in seconds:
        clock.now = BEGAN + each
        found.append(text_of(turn_clock.row).strip())
    return found


def test_it_counts_up_or_down_and_says_what_is_over() -> None:
    assert texts_after("up", 0, 65, 3600) == ["0:00", "1:05", "60:00"]
    assert texts_after(90, 0, 60, 90, 102) == ["1:30", "0:30", "0:00", "−0:12"]
    assert texts_after("off", 5) == [""]
    assert minutes_text(-61) == "−1:01"


def test_the_timer_restarts_with_each_turn_and_is_empty_without_one() -> None:
    clock = Clock()
    turn_clock = TurnClock("up", now=clock)
    fight = Played(hero("Ari", 20), monster("Ogre", 10))
    turn_clock.set_turn(fight.session.fight)
    assert turn_clock.row == ()
    turn_clock.set_turn(fight.play("begin").session.fight)
    clock.now += 20
    turn_clock.set_turn(fight.play("d ogre 1").session.fight)
    assert text_of(turn_clock.row).strip() == "0:20"
    turn_clock.set_turn(fight.play("next").session.fight)
    assert text_of(turn_clock.row).strip() == "0:00"
    turn_clock.set_turn(fight.play("finish").session.fight)
    assert turn_clock.row == ()


def test_the_turn_timer_is_next_to_the_turn_if_the_config_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fight_screen, "TurnClock", partial(TurnClock, now=Clock()))

    async def script(pilot: Pilot[None]) -> None:
        assert "▶ Ari  1:30" in seen(pilot)[0]
        await press(pilot, "ctrl+t")
        assert "▶ Ari  1:" not in seen(pilot)[0]

    play(fight_tracker(user_input=UserInput(turn_clock=90)), script, (80, 24))
