"""A change compared with the same dice, and forecasts compared with how evenings ended."""

from pathlib import Path
from random import Random

import pytest

from orcus_tui.commands.context import NoLibrary
from orcus_tui.errors import Impossible
from orcus_tui.model.fight import Fight
from orcus_tui.rules.system.habits import FOCUSED, SPREADING
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.simulation.calibration import Calibration, ComparedFight, calibrate, calibration_lines
from orcus_tui.simulation.forecast import Forecast, Plan, forecast
from orcus_tui.simulation.play_out import Pair
from orcus_tui.simulation.what_if import changed_fight, difference, difference_text, plan_to_compare
from tests.helpers.casts.duels import TITANS, fight_of, fighter
from tests.helpers.fights.forecasts import complete_forecast
from tests.helpers.fights.random_fights import journal_settings_at, play_lines

PAIR = Pair(FOCUSED, SPREADING)
FIGHT = fight_of(fighter("Ari", "party", max_hp=40), fighter("Rat", "foes", count=4, max_hp=12))


def played_again(known: Forecast, changed: Fight) -> Forecast:
    found = complete_forecast(changed, plan_to_compare(known))
    assert found is not None
    return found


def test_one_rat_fewer_is_a_help_and_the_same_dice_make_it_sure_sooner() -> None:
    *_, known = forecast(FIGHT, Plan((PAIR,), fights=60))
    fewer = changed_fight(FIGHT, ["drop rat4"], NoLibrary())
    found = difference(known, played_again(known, fewer), ["drop rat4"])
    assert found.mean > 0
    assert found.interval.low > 0
    assert difference_text(found).startswith("With `drop rat4`: ")
    assert "more fights of a hundred won" in difference_text(found)


def test_without_a_change_there_is_no_difference() -> None:
    *_, known = forecast(FIGHT, Plan((PAIR,), fights=20))
    found = difference(known, played_again(known, FIGHT), ["note rat1 hello"])
    assert (found.mean, found.interval.low, found.interval.high) == (0, 0, 0)
    assert "as many fights won" in difference_text(found)


def test_a_change_that_cannot_be_carried_out_names_its_line() -> None:
    with pytest.raises(Impossible, match="drop nobody: "):
        changed_fight(FIGHT, ["drop nobody"], NoLibrary())


def test_a_change_that_leaves_no_foes_is_refused_before_any_fight_is_played() -> None:
    with pytest.raises(Impossible, match="drop rat1,rat2,rat3,rat4: then there are no foes to play the fight with"):
        changed_fight(FIGHT, ["drop rat1,rat2,rat3,rat4"], NoLibrary())


def test_journals_are_compared_with_the_forecast_of_their_first_line(tmp_path: Path) -> None:
    settings = journal_settings_at(tmp_path)
    won = Session(FIGHT, RandomDice(Random(1)), journal_settings=settings)
    play_lines(won, "begin", "kill rat1,rat2,rat3,rat4", "finish")
    won.end(finished=True)
    open_ = Session(FIGHT, RandomDice(Random(1)), journal_settings=settings)
    play_lines(open_, "begin")
    open_.end(finished=True)
    looks = [*calibrate(sorted(tmp_path.glob("*.jsonl")), 1, 1)]
    assert [(each.read, each.journals) for each in looks] == [(1, 2), (2, 2)]
    found = looks[-1]
    assert [each.outcome for each in found.compared] == ["won"]
    assert found.compared[0].forecast < 0.5
    assert len(found.left_out) == 1
    assert "was not decided" in found.left_out[0]


def test_creatures_of_the_library_are_summoned_in_the_fights_of_journals(tmp_path: Path) -> None:
    call = {"name": "Call", "use": "encounter", "range": "self", "effects": ["summon Titan"]}
    fight = fight_of(fighter("Ari", "party", max_hp=900), fighter("Rat", "foes", power=[call]))
    session = Session(fight, RandomDice(Random(1)), journal_settings=journal_settings_at(tmp_path))
    play_lines(session, "begin", "kill rat", "finish")
    session.end(finished=True)
    journals = sorted(tmp_path.glob("*.jsonl"))
    forecasts = [[*calibrate(journals, 1, 1, each)][-1].compared[0].forecast for each in (NoLibrary(), TITANS)]
    assert forecasts[0] == 1
    assert forecasts[1] < 0.1


def test_the_reliability_table_has_counts() -> None:
    compared = [ComparedFight("a", 0.8, "won"), ComparedFight("b", 0.75, "lost"), ComparedFight("c", 1.0, "won")]
    assert [*calibration_lines(Calibration(tuple(compared), ("x.jsonl: is empty",), 4))] == [
        "3 fights compared, 1 left out",
        "of 2 fights forecast 70 to 90 %, 1 was won (9 to 91 %)",
        "of 1 fight forecast 90 to 100 %, 1 was won (21 to > 99 %)",
        "left out: x.jsonl: is empty",
    ]


def test_a_table_stopped_early_says_how_far_it_came() -> None:
    found = Calibration((ComparedFight("a", 0.8, "won"),), (), 7)
    assert next(calibration_lines(found)) == "1 fight compared, 0 left out; stopped after 1 of 7 journals"
