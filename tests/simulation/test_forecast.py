"""Many simulated fights: about even for equal sides, and the same on one processor as on several."""

import json
import pickle
import subprocess
import sys
from io import BytesIO
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from orcus_tui.errors import Impossible
from orcus_tui.model.fight import Fight
from orcus_tui.rules.system.habits import FOCUSED, HUNTING, SPREADING, Habit
from orcus_tui.simulation import processes
from orcus_tui.simulation.day import Day
from orcus_tui.simulation.forecast import (
    Forecast,
    Plan,
    all_pairs,
    forecast,
    not_played,
    pairs_named,
)
from orcus_tui.simulation.output import as_json, forecast_lines, headline, progress, title
from orcus_tui.simulation.play_out import Pair, play_out
from orcus_tui.simulation.player_process import Player, Ticket, play_tickets
from orcus_tui.simulation.stopping import BATCH, FEWEST
from orcus_tui.storage.encounter.read import read_encounter
from tests.campaign.trials import PATIENCE
from tests.helpers.casts.duels import fight_of, fighter
from tests.helpers.fights.forecasts import complete_forecast
from tests.helpers.fights.random_fights import begin_small_fight
from tests.helpers.project.files import EXAMPLES, ROOT

MIRROR = Pair(FOCUSED, Habit(name="alike", aim="weakest"))


def duel() -> Fight:
    return fight_of(
        fighter("Ari", "party", kind="standard"),
        fighter("Ogre", "foes", power=[{"name": "Fist", "attack": "+5 vs AC", "damage": "1d8+2"}]),
    )


def last(fight: Fight, plan: Plan) -> Forecast:
    *_, found = forecast(fight, plan)
    return found


def test_equal_sides_have_even_odds() -> None:
    found = last(duel(), Plan((MIRROR,), seed=3, fights=400)).pairs[0]
    assert found.interval.low < 0.5 < found.interval.high
    assert len({each.number for each in found.played}) == 400


@pytest.mark.parametrize("offers", [True, False])
def test_equal_sides_from_the_library_have_even_odds_too(offers: bool) -> None:
    back = {"name": "Bite", "action": "free", "trigger": "hit", "attack": "+5 vs AC", "damage": "1d4"}
    fists = [{"name": "Fist", "attack": "+5 vs AC", "damage": "1d8+2"}, back]
    alike = {"kind": "standard", "max_hp": 20, "power": fists, "max_recoveries": 0}
    fight = fight_of(*(fighter(f"{side} {n}", side, **alike) for side in ("party", "foes") for n in (1, 2)))
    found = last(fight, Plan(pairs_named("orcus", "mirror"), fights=200, offers=offers)).pairs
    assert len(found) == 3
    assert all(each.interval.low < 0.5 < each.interval.high for each in found)


def test_the_result_is_the_same_on_one_processor_and_on_several() -> None:
    one, two = (last(duel(), Plan((MIRROR,), fights=60, processes=each)) for each in (1, 2))
    assert one.pairs == two.pairs


def test_a_longer_run_continues_the_shorter() -> None:
    short, long = (last(duel(), Plan((MIRROR,), fights=each)).pairs[0].played for each in (30, 60))
    assert long[:30] == short


def lines_of(found: Forecast) -> list[str]:
    return ["".join(map(str, line)) for line in forecast_lines(found)]


def test_a_forecast_continues_until_the_interval_is_narrow() -> None:
    looks = [*forecast(duel(), Plan((MIRROR,)))]
    counts = [each.fights for each in looks]
    assert counts == [1, 5, *range(BATCH, counts[-1] + 1, BATCH)]
    assert counts[-1] > FEWEST
    assert [each.is_complete for each in looks] == [False] * (len(looks) - 1) + [True]
    assert looks[-1].pairs[0].interval.half_width <= 0.05 < looks[-2].pairs[0].interval.half_width


def test_all_pairs_of_habits_make_the_range() -> None:
    pairs = all_pairs("orcus")
    found = last(duel(), Plan(pairs, fights=5))
    shares = [each.share for each in found.pairs]
    assert len(pairs) == 9
    assert found.range == (min(shares), max(shares))


@pytest.mark.parametrize("side", ["party", "foes"])
def test_a_fight_without_a_side_is_refused(side: str) -> None:
    with pytest.raises(Impossible, match="no heroes" if side == "foes" else "no foes"):
        last(fight_of(fighter("Ari", side)), Plan((MIRROR,)))


def test_habits_are_given_by_name() -> None:
    def named(names: str) -> list[tuple[str, str]]:
        return [(each.party.name, each.foes.name) for each in pairs_named("orcus", names)]

    assert named("Focused, wild") == [("focused", "wild")]
    assert named("wild,steady") == [("wild", "steady")]
    assert named("Mirror") == [("focused", "focused"), ("steady", "steady"), ("careless", "careless")]
    with pytest.raises(Impossible, match="two habits"):
        pairs_named("orcus", "focused")
    with pytest.raises(Impossible, match='no habit "brave" for the foes; there are hunting, spreading, wild'):
        pairs_named("orcus", "focused,brave")


def test_unplayable_features_are_listed_once_for_a_group() -> None:
    roar = {"name": "Roar", "text": "Everybody shudders."}
    claws = {"name": "Claws", "attack": "+5 vs AC", "damage": "1d6", "effects": ['remind end "look around"']}
    parry = {"name": "Parry", "action": "reaction", "attack": "+5 vs AC", "damage": "1d6"}
    fight = fight_of(fighter("Ari", "party"), fighter("Ogre", "foes", count=2, power=[roar, claws, parry]))
    assert not_played(fight) == ("Ogre: Roar", "Ogre: Claws", "Ogre: Parry")


def test_the_document_has_the_fields_that_other_programs_read() -> None:
    found = as_json(last(duel(), Plan((MIRROR,), seed=2, fights=10)))
    assert (found["format"], found["name"], found["seed"]) == (1, "pit", 2)
    (habits,) = found["habits"]
    assert set(habits) >= {"party", "foes", "fights", "won", "low", "high", "rounds", "creatures"}
    assert set(habits["creatures"]) == {"ari", "ogre"}
    assert set(habits["creatures"]["ari"]) == {"falls", "dies", "hp"}
    assert json.loads(json.dumps(found)) == found


def test_the_text_says_the_range_first_and_what_is_left_out() -> None:
    found = last(duel(), Plan(all_pairs("orcus"), fights=25))
    lines = lines_of(found)
    assert lines[1] == headline(found)
    assert "depending on how both sides play (seed 1)" in lines[1]
    assert max(map(len, lines)) <= 100
    assert any(each.startswith("Not played: position") for each in lines)


def test_the_first_line_names_the_turn_from_which_a_running_fight_is_played() -> None:
    found = last(duel(), Plan((MIRROR,), fights=1))
    assert title(found) == "pit, Orcus"
    begun = begin_small_fight("next").fight
    assert title(replace(found, day=Day((begun,)))) == "The ford, Orcus, from Ogre's turn in round 1"


def test_the_first_twelve_omitted_powers_are_named() -> None:
    found = last(duel(), Plan((MIRROR,), fights=1))
    named = [f"Ogre: Roar {number}" for number in range(1, 13)]
    lines = lines_of(replace(found, not_played=(*named, "Ogre: Howl", "Ogre: Yell")))
    assert f"14 not played, at least in part: {', '.join(named)} and 2 more" in lines
    lines = lines_of(replace(found, not_played=tuple(named)))
    assert f"12 not played, at least in part: {', '.join(named)}" in lines


def test_fights_without_an_end_are_counted_in_their_row() -> None:
    found = last(duel(), Plan((MIRROR,), fights=3))
    (pair,) = found.pairs
    first, second, third = pair.played
    odds = replace(pair, played=(replace(first, end="endless"), second, replace(third, end="endless")))
    assert odds.endless == 2
    assert any(each.endswith("   2 endless") for each in lines_of(replace(found, pairs=(odds,))))


def test_remaining_resources_are_only_mentioned_if_there_are_any() -> None:
    found = last(duel(), Plan((MIRROR,), fights=2))
    (pair,) = found.pairs

    def lines(recoveries: int, limited: int) -> list[str]:
        played = tuple(replace(each, recoveries=recoveries, limited=limited) for each in pair.played)
        shown = lines_of(replace(found, pairs=(replace(pair, played=played),)))
        return [each for each in shown if each.startswith("Left")]

    assert lines(0, 0) == []
    assert lines(1, 0) == ["Left to the party on average: 1 recovery."]
    assert lines(2, 1) == ["Left to the party on average: 2 recoveries and 1 limited power."]
    assert lines(0, 2) == ["Left to the party on average: 2 limited powers."]


def test_a_name_in_wide_characters_leaves_the_columns_where_they_are() -> None:
    fight = fight_of(fighter("灯台守の影", "party"), fighter("Ari", "party"), fighter("Ogre", "foes"))
    lines = lines_of(last(fight, Plan((MIRROR,), fights=1)))
    heads, wide, narrow = (next(each for each in lines if word in each) for word in ("falls", "灯台守の影", "Ari "))
    assert cell_len(heads) == cell_len(wide) == cell_len(narrow)


def test_a_few_fights_give_no_range() -> None:
    found = last(duel(), Plan(all_pairs("orcus"), fights=1))
    won = sum(each.won for each in found.pairs)
    assert headline(found) == f"The party won {won} of 9 fights, too few for a range (seed 1)"
    assert progress(found) == f"9 fights played: the party won {won}"
    assert progress(replace(found, is_complete=False)) == f"9 fights played so far: the party won {won}"
    only = last(duel(), Plan((MIRROR,), fights=1))
    assert headline(only) == f"The party won {only.pairs[0].won} of 1 fight, too few for a range (seed 1)"


def test_the_first_result_comes_after_one_fight_of_each_pair_and_others_by_batches() -> None:
    looks = [each.fights for each in forecast(duel(), Plan(all_pairs("orcus"), fights=30))]
    assert looks == [9, 45, 225, 270]


def test_a_forecast_can_be_stopped_in_the_middle_of_a_batch() -> None:
    asked = iter([False] * 30 + [True] * 1_000)
    looks = [*forecast(duel(), Plan((MIRROR,), fights=100), lambda: next(asked))]
    assert [each.fights for each in looks] == [1, 5, 25]


@pytest.mark.parametrize("plays_here", [True, False])
def test_a_forecast_that_others_play_is_stopped_too(plays_here: bool) -> None:
    plan = Plan(all_pairs("orcus"), fights=500, processes=2, plays_here=plays_here)
    stopped = False
    looks = forecast(duel(), plan, lambda: stopped)
    assert next(looks).fights == 9
    stopped = True
    assert next(looks, None) is None


def test_another_process_that_is_ended_is_named_as_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []
    start = processes.start_child

    def start_and_note(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(start(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(processes, "start_child", start_and_note)
    looks = forecast(duel(), Plan((MIRROR,), fights=400, processes=1, plays_here=False))
    next(looks)
    (other,) = started
    other.kill()
    other.wait()
    with pytest.raises(Impossible, match="a process that was playing has ended"):
        list(looks)


def test_an_error_in_another_process_is_raised_here_with_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "start_child", lambda _, stderr: start_faulty(stderr))
    with pytest.raises(processes.ProcessError, match=r"CommandError: no such thing"):
        list(forecast(duel(), Plan((MIRROR,), fights=4, processes=1, plays_here=False)))


def start_faulty(stderr: int) -> subprocess.Popen[bytes]:
    """A process in which every fight ends with an error that cannot be unpickled."""
    code = "from orcus_tui.simulation import player_process as p\n"
    code += "from orcus_tui.commands.command_error import CommandError\n"
    code += "def play(*_): raise CommandError('no such thing', 3)\np.Player.play = play\np.main()"
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, stderr=stderr, cwd=ROOT)


def test_the_last_line_of_an_ended_process_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: str, stderr: int) -> subprocess.Popen[bytes]:
        code, pipe = "raise SystemExit('no room left')", subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, stderr=stderr)

    monkeypatch.setattr(processes, "start_child", start)
    with pytest.raises(Impossible, match=r"that was playing has ended \(no room left\); try again"):
        list(forecast(duel(), Plan((MIRROR,), fights=400, processes=3)))


def test_what_earlier_fights_have_read_and_rolled_changes_nothing() -> None:
    ambush = read_encounter(EXAMPLES / "ambush-on-the-salt-steps.toml")
    player = Player([Day((ambush,))])
    for number, pair in product((0, 0, 1), all_pairs(ambush.system)[::3]):
        assert player.play(Ticket(0, 0, pair, 2, number)) == play_out(ambush, pair, 2, number)


def test_discarded_tickets_are_not_played() -> None:
    run = processes.Run([Ticket(index, 0, MIRROR, 1, index) for index in range(3)])
    assert run.next_ticket()
    run.discard_tickets()
    assert run.next_ticket() is None and not run.is_over.is_set()


def test_a_run_without_fights_is_over_at_once() -> None:
    assert processes.Run([]).is_over.is_set()


def test_each_ticket_has_its_result_as_soon_as_it_is_played() -> None:
    sent = (Day((duel(),)),), Ticket(0, 0, MIRROR, 1, 0), Ticket(1, 0, MIRROR, 1, 7)
    tickets = BytesIO(b"".join(map(pickle.dumps, sent)))
    results = BytesIO()
    play_tickets(tickets, results)
    results.seek(0)
    assert [pickle.load(results).fight for _ in range(2)] == [play_out(duel(), MIRROR, 1, each) for each in (0, 7)]


def test_if_no_process_can_be_started_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(processes, "start_child", refuse)
    expected = r"started \(too many processes\); `orcus-tui odds FILE --processes 1` needs none"
    with pytest.raises(Impossible, match=expected):
        last(duel(), Plan((MIRROR,), fights=1, processes=2))
    assert last(duel(), Plan((MIRROR,), fights=1)).fights == 1


ASKS = """
from orcus_tui.simulation import processes
from orcus_tui.simulation.forecast import Plan, all_pairs, forecast
from orcus_tui.storage.encounter.fight_tables import fight_from_table

CLUB = {"name": "Club", "attack": "+5 vs AC", "damage": "1"}
WALL = {"kind": "standard", "level": 1, "max_hp": 9000, "defenses": {"ac": 14}, "power": [CLUB]}

start = processes.start_child
processes.start_child = lambda entry, stderr: start(entry, stderr=None)
heroes, foes = ({**WALL, "name": name, "side": side} for name, side in (("Ari", "party"), ("Ogre", "foes")))
fight = fight_from_table({"format": 1, "system": "orcus", "creature": [heroes, foes]}, name="pit")
for known in forecast(fight, Plan(all_pairs("orcus"), fights=1_000, processes=2)):
    print(known.fights, flush=True)
"""


def test_worker_processes_end_with_their_parent_however_it_ends(tmp_path: Path) -> None:
    (tmp_path / "asks.py").write_text(ASKS, encoding="utf-8")
    pipe = subprocess.PIPE
    asking = subprocess.Popen([sys.executable, tmp_path / "asks.py"], stdout=pipe, stderr=pipe, text=True)
    assert asking.stdout is not None
    assert asking.stdout.readline().strip() == "9"
    asking.kill()
    asking.communicate(timeout=PATIENCE)  # at the end of standard error, which the other processes have open too


def test_a_creatures_file_can_give_it_a_habit() -> None:
    foes = [fighter("Ogre", "foes", habit="spreading", count=2)]
    heroes = [fighter(name, "party", max_hp=hp) for name, hp in (("Ari", 14), ("Cor", 34))]
    own = last(fight_of(*heroes, *foes), Plan((Pair(FOCUSED, HUNTING),), fights=30))
    by_side = last(fight_of(*heroes, *[{**foes[0], "habit": ""}]), Plan((Pair(FOCUSED, SPREADING),), fights=30))
    assert own.pairs[0].played == by_side.pairs[0].played
    with pytest.raises(Impossible, match='no habit "kind"; there are focused, '):
        last(fight_of(*heroes, fighter("Ogre", "foes", habit="kind")), Plan((MIRROR,), fights=1))


def test_a_reserve_without_a_round_is_named_as_left_out() -> None:
    gator = fighter("Gator", "foes", reserve=True)
    late = fighter("Ogre", "foes", reserve="round 3")
    found = not_played(fight_of(fighter("Ari", "party"), fighter("Rat", "foes"), gator, late))
    assert [each for each in found if "reserve" in each] == ["Gator: in reserve, with no round to enter"]


@pytest.mark.parametrize("before_the_stop", [0, 1, BATCH + 1, 59])
def test_a_forecast_that_is_stopped_is_never_taken_for_a_complete_one(before_the_stop: int) -> None:
    asked = count()
    assert complete_forecast(duel(), Plan((MIRROR,), fights=60), lambda: next(asked) >= before_the_stop) is None


def test_a_forecast_that_is_not_stopped_is_complete() -> None:
    found = complete_forecast(duel(), Plan((MIRROR,), fights=60))
    assert found is not None
    assert (found.fights, found.is_complete) == (60, True)
