"""Questions answered on the screen."""

from typing import Any

from textual.pilot import Pilot

from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.panes import INITIATIVE
from tests.helpers.fights.played import Played, creature, hero, power
from tests.helpers.screen.driver import (
    command_line,
    fight_tracker,
    pane_text,
    play,
    press,
    row_of,
    say,
    seen,
    sees,
    tracker,
)


def tracker_with_questions(*lines: str, **config: Any) -> Tracker:
    """Ari and Cor each have a saving throw to roll, and it is the ogre's turn."""
    return fight_tracker("ask party", "apply ari,cor dazed save", "next", "next", "next", *lines, **config)


def test_a_question_is_answered_with_digits_and_the_next_one_has_the_focus_then_the_fight() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "? 2 open" in seen(pilot)[0]
        await press(pilot, "r")
        assert row_of(pilot, "Ari save", "timers").rstrip().endswith("d20 › ▏")
        await press(pilot, "1", "7", "8", "backspace", "backspace", "5")
        assert row_of(pilot, "Ari save", "timers").rstrip().endswith("d20 › 15▏")
        await press(pilot, "enter")
        assert "Ari save" not in pane_text(pilot, "timers")
        assert row_of(pilot, "Cor save", "timers").rstrip().endswith("d20 › ▏")
        assert "? 1 open" in seen(pilot)[0]
        assert sees(pilot, "answer 1 15")
        await press(pilot, "2", "enter")
        assert "open" not in seen(pilot)[0]
        assert seen(pilot)[-1].startswith(f" {INITIATIVE.title} ")
        assert "dazed" not in row_of(pilot, "Ari")
        assert "dazed" in row_of(pilot, "Cor")
        assert sees(pilot, "▶ Goblin 1")

    play(tracker_with_questions(), script)


def test_digits_and_n_are_never_blocked_by_a_question() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "n")
        assert sees(pilot, "▶ Goblin 2")
        assert "? 2 open" in seen(pilot)[0]
        await press(pilot, "1")
        assert (command_line(pilot) or "").startswith("attack strike")
        await press(pilot, "escape", "r", "n")
        assert sees(pilot, "▶ Goblin 3")
        await press(pilot, "escape", "1")
        assert (command_line(pilot) or "").startswith("attack strike")
        await press(pilot, "escape")
        assert "? 2 open" in seen(pilot)[0]

    play(tracker_with_questions(), script)


def test_enter_without_a_digit_leaves_a_question_open_and_ends_no_turn() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "r", "enter")
        assert seen(pilot)[-1].startswith(f" {INITIATIVE.title} ")
        assert "? 2 open" in seen(pilot)[0]
        assert sees(pilot, "▶ Goblin 1")

    play(tracker_with_questions(), script)


def test_digits_of_a_question_that_was_left_are_restored_and_another_digit_replaces_them() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "r", "1", "escape", "r")
        assert row_of(pilot, "Ari save", "timers").rstrip().endswith("d20 › 1▏")
        await press(pilot, "7", "down")
        assert row_of(pilot, "Cor save", "timers").rstrip().endswith("d20 › ▏")
        await press(pilot, "3", "up")
        assert row_of(pilot, "Ari save", "timers").rstrip().endswith("d20 › 7▏")
        await press(pilot, "enter")
        assert sees(pilot, "answer 1 7")
        assert row_of(pilot, "Cor save", "timers").rstrip().endswith("d20 › 3▏")
        await press(pilot, "backspace", "1", "4", "enter")
        assert sees(pilot, "answer 2 14")

    play(tracker_with_questions(), script)


def test_digits_of_an_answer_that_was_undone_are_not_taken_for_the_next() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "r", "1", "5", "enter", "escape", "z", "r")
        assert row_of(pilot, "Ari save", "timers").rstrip().endswith("d20 › ▏")

    play(tracker_with_questions(), script)


def test_an_impossible_face_is_refused_and_the_question_stays_open() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "r", "9", "9", "enter")
        assert "? 2 open" in seen(pilot)[0]
        assert "a d20 shows 1 to 20" in row_of(pilot, "Ari save", "timers")

    play(tracker_with_questions(), script, toasts=True)


def test_undoing_a_question_that_has_the_focus_returns_the_focus() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "r", "1", "z", "z", "z")
        assert "open" not in seen(pilot)[0]
        await press(pilot, "1")
        assert (command_line(pilot) or "").startswith("attack strike")

    play(tracker_with_questions(), script)


def test_without_a_question_r_names_the_command_that_asks() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "r")
        assert sees(pilot, "no open questions")
        assert sees(pilot, "`ask party`")

    play(fight_tracker(), script, toasts=True)


def test_arrows_choose_which_question_is_answered() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "r", "down", "2", "down")
        assert row_of(pilot, "Cor save", "timers").rstrip().endswith("d20 › 2▏")
        assert "↑ ↓ another question" in seen(pilot)[-1]
        await press(pilot, "0", "enter")
        assert "dazed" not in row_of(pilot, "Cor")
        assert "Ari save" in pane_text(pilot, "timers")
        await press(pilot, "r")
        assert "another question" not in seen(pilot)[-1]

    play(tracker_with_questions(), script)


def test_the_footer_names_whole_keys_only() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "…" not in seen(pilot)[-1]
        assert seen(pilot)[-1].rstrip().endswith(("command", "help", "quit", "persist"))

    play(tracker_with_questions(), script, (80, 24))


def test_all_questions_rolled_lead_back_to_the_fight() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "ask all", "apply ari,ogre dazed save", "next", "next")
        await press(pilot, "r", "a")
        assert pilot.app.fight.focus_name == "initiative"
        assert not pilot.app.fight.view.fight.questions

    play(fight_tracker(), script)


def test_the_error_of_an_answer_is_at_the_question_and_the_digits_stay() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "ask all", "apply ari dazed save", "next")
        await press(pilot, "r", "9", "9", "enter")
        assert "a d20 shows 1 to 20 › 99" in row_of(pilot, "Ari save", "timers")
        await press(pilot, "1", "7")
        assert "d20 › 17" in row_of(pilot, "Ari save", "timers")
        await press(pilot, "enter")
        assert sees(pilot, "answer 1 17")

    play(fight_tracker(), script, (120, 40), toasts=True)


CHORISTERS = (
    creature(
        "Ari",
        'kind = "pc"\nmax_hp = 30\ninitiative_total = 20',
        power("Cold", 'save = "con 11"\ndamage = "2 cold"'),
    ),
    creature("Chorister", "count = 4\nmax_hp = 60\ninitiative_total = 12"),
)


def tracker_with_choristers() -> Tracker:
    """Four choristers have the same save to roll, in Ari's turn."""
    fight = Played(*CHORISTERS, system="srd5").play("begin", "ask all", "use cold @foes")
    return tracker(fight.session)


def hit_points(pilot: Pilot[Any]) -> list[int]:
    states = pilot.app.fight.view.fight.states
    return [states[f"chorister{number}"].hp for number in range(1, 5)]


def test_the_same_question_for_several_of_a_kind_is_one_row_with_a_number_for_each() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "? 4 open" in seen(pilot)[0]
        assert "Chorister ×4" in row_of(pilot, "×4", "timers")
        await press(pilot, "r", *"149", "space", *"3", "space", *"11")
        assert row_of(pilot, "×4", "timers").rstrip().endswith("› 14 9 3 11▏")
        await press(pilot, "enter")
        assert "? " not in seen(pilot)[0]
        assert hit_points(pilot) == [60, 58, 58, 60]

    play(tracker_with_choristers(), script)


def test_fewer_numbers_answer_the_first_of_them_and_the_rest_stay_in_the_row() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "r", *"14", "enter")
        assert row_of(pilot, "×3", "timers")
        assert hit_points(pilot) == [60, 60, 60, 60]
        await press(pilot, *"2", "space", *"3", "space", *"4", "space", *"5", "enter")
        assert "3 dice" in row_of(pilot, "×3", "timers")
        assert "? 3 open" in seen(pilot)[0]

    play(tracker_with_choristers(), script)


def test_t_takes_totals_in_place_of_dice() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "r", "t", *"15", "space", *"2", "enter")
        assert hit_points(pilot)[:2] == [60, 58]
        assert sees(pilot, "answer 2 total 2")

    play(tracker_with_choristers(), script)


def test_the_question_that_has_the_focus_is_written_in_full_on_the_command_line() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "r")
        assert "…" in row_of(pilot, "? B", "timers")
        assert seen(pilot)[-2].strip() == "› Brunhild of the Long Marsh save 10+: tangled in the roots"
        await press(pilot, "escape")
        assert seen(pilot)[-2].startswith(" › press : to type a command")

    fight = Played(hero("Brunhild of the Long Marsh", 20), creature("Ogre", "max_hp = 9\ninitiative_total = 5"))
    fight.play("begin", "ask party", 'apply brunhild "tangled in the roots" save', "next")
    play(tracker(fight.session), script, (80, 24))
