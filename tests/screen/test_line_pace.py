"""How fast a line is, as the terminal's answers say; and how long it is busy."""

import pytest

from orcus_tui.screen.line_pace import DRAWING, PAUSE, LinePace
from tests.helpers.fights.clock import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_until_the_terminal_answers_the_line_is_taken_for_slow(clock: Clock) -> None:
    pace = LinePace(clock)
    assert not pace.is_fast
    assert pace.piece == 48  # 50 ms at 9,600 baud


def test_a_line_is_busy_until_all_that_was_sent_has_arrived(clock: Clock) -> None:
    pace = LinePace(clock)
    pace.send(96)
    clock.now += 0.04
    pace.send(96)
    assert pace.busy == pytest.approx(0.16)
    clock.now += 1
    assert pace.busy == 0


def test_a_prompt_answer_makes_the_line_fast(clock: Clock) -> None:
    pace = LinePace(clock)
    pace.send(2000)
    assert pace.ask(2000)
    clock.now += 0.02
    pace.answer()
    assert pace.is_fast
    assert pace.busy == 0


def test_a_late_answer_says_how_slow_it_is(clock: Clock) -> None:
    pace = LinePace(clock)
    assert pace.ask(2400)
    clock.now += 10
    pace.answer()
    assert pace.piece == 12


def test_a_few_bytes_show_nothing_and_nothing_is_asked(clock: Clock) -> None:
    pace = LinePace(clock)
    assert not pace.ask(40)
    clock.now += 0.001
    pace.answer()  # to somebody else's question
    assert not pace.is_fast


def test_each_answer_is_to_a_question_of_its_own(clock: Clock) -> None:
    pace = LinePace(clock)
    assert pace.ask(960)
    clock.now += 0.1
    assert pace.ask(1920)  # the screen has changed its size before the first picture was through
    clock.now += 0.9
    pace.answer()
    assert pace.piece == 48
    clock.now += 2
    pace.answer()
    assert pace.piece == 48


def test_an_answer_that_was_lost_is_not_waited_for(clock: Clock) -> None:
    pace = LinePace(clock)
    assert pace.ask(960)
    pace.lose_answers()
    clock.now += 60
    assert pace.ask(960)
    clock.now += 0.01
    pace.answer()
    assert pace.is_fast


def test_the_pause_begins_with_the_last_key(clock: Clock) -> None:
    pace = LinePace(clock)
    assert pace.pause_left == 0
    pace.press_key()
    clock.now += PAUSE / 2
    pace.press_key()
    pace.answer_key()
    assert pace.pause_left == pytest.approx(PAUSE)
    clock.now += PAUSE * 2
    assert pace.pause_left == 0


def test_a_key_that_nothing_has_answered_makes_the_rest_wait_until_it_is_drawn(clock: Clock) -> None:
    pace = LinePace(clock)
    pace.press_key()
    pace.answer_key()
    pace.press_key()
    assert 0 < pace.pause_left == pytest.approx(DRAWING)
    assert DRAWING < PAUSE
