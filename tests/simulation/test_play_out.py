"""One simulated fight: by the rules, with a stream of dice for each creature."""

import tomllib
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from orcus_tui.library.library import Library
from orcus_tui.model import typed_steps
from orcus_tui.rules.system.habits import CARELESS, FOCUSED, HUNTING, SPREADING, Habit
from orcus_tui.rules.validators import Scope
from orcus_tui.simulation.play_out import MOST_ROUNDS, DiceStreams, Pair, SimulatedFight, play_out
from orcus_tui.simulation.playable import repertoire
from orcus_tui.storage.encounter.fight_tables import creature_from_table
from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.duels import CLUB, fight_of, fighter

PAIR = Pair(FOCUSED, HUNTING)
HAMPERED = {"name": "hampered", "duration": "until removed"}


def test_a_fight_ends_when_one_side_has_no_creature_up() -> None:
    found = play_out(fight_of(fighter("Ari", "party"), fighter("Ogre", "foes")), PAIR, 1, 0)
    assert found.end in ("won", "lost")
    assert found.fell
    assert found.fell <= {"ari", "ogre"}


def test_a_fight_that_cannot_be_lost_is_never_lost() -> None:
    giant = fighter("Ari", "party", max_hp=500, power=[{**CLUB, "damage": "30"}])
    fight = fight_of(giant, fighter("Rat", "foes", max_hp=3, power=[{**CLUB, "damage": "1"}]))
    assert {play_out(fight, PAIR, 1, number).end for number in range(20)} == {"won"}


def test_the_rest_counts_unspent_recoveries_and_limited_powers() -> None:
    rest = {"name": "Rest", "use": "daily", "text": "Sleeps."}
    fight = fight_of(
        fighter("Ari", "party", max_hp=500, recoveries=3, power=[{**CLUB, "damage": "30"}, rest]),
        fighter("Rat", "foes", max_hp=3, power=[{**CLUB, "use": "daily"}]),
    )
    found = play_out(fight, PAIR, 1, 0)
    assert (found.recoveries, found.limited) == (3, 1)


def test_an_endless_fight_is_stopped_and_counted() -> None:
    wall = {"power": [{**CLUB, "damage": "0"}]}
    found = play_out(fight_of(fighter("Ari", "party", **wall), fighter("Ogre", "foes", **wall)), PAIR, 1, 0)
    assert (found.end, found.rounds) == ("endless", MOST_ROUNDS)


def test_a_fight_played_ahead_is_unchanged_and_gives_the_same_result_again() -> None:
    fight = fight_of(fighter("Ari", "party"), fighter("Ogre", "foes"))
    states = dict(fight.states)
    first = [play_out(fight, PAIR, 7, number) for number in range(5)]
    assert [play_out(fight, PAIR, 7, number) for number in range(5)] == first
    assert fight.states == states
    assert [play_out(fight, PAIR, 8, number) for number in range(5)] != first


def test_each_creature_has_its_own_dice() -> None:
    alone, with_other = DiceStreams(1, 0), DiceStreams(1, 0)
    with_other.of("rat")(20)
    faces = [alone.of("ogre")(20) for _ in range(50)]
    assert [with_other.of("ogre")(20) for _ in range(50)] == faces
    assert set(faces) <= set(range(1, 21))
    assert len(set(faces)) > 10


def test_fights_with_the_same_dice_roll_them_independently() -> None:
    chance = Random("1:0:ogre").random
    faces = [int(chance() * 20) + 1 for _ in range(100)]
    one, other = DiceStreams(1, 0).of("ogre"), DiceStreams(1, 0).of("ogre")
    assert [one(20) for _ in range(50)] == faces[:50]
    assert [other(20) for _ in range(100)] == faces
    assert [one(20) for _ in range(50)] == faces[50:]


def test_a_reserve_enters_in_its_round_and_the_fight_waits_for_it() -> None:
    late = fighter("Ogre", "foes", reserve="round 3")
    rat = fighter("Rat", "foes", max_hp=1)
    strong = fighter("Ari", "party", max_hp=300, power=[{**CLUB, "attack": "+30 vs AC", "damage": "20"}])
    found = play_out(fight_of(strong, rat, late), PAIR, 1, 0)
    assert found.end == "won"
    assert found.rounds >= 3
    assert "ogre" in found.fell


def test_the_fallen_are_healed_by_those_who_can() -> None:
    mend = {"name": "Mend", "action": "swift", "use": "encounter", "range": "near 5", "effects": ["heal 10"]}
    playing = SimulatedFight(
        fight_of(
            fighter("Ari", "party", hp=0, max_hp=40),
            fighter("Cor", "party", power=[CLUB, mend], initiative=50),
            fighter("Ogre", "foes", max_hp=200),
        ),
        PAIR,
        DiceStreams(1, 0),
    )
    playing.begin()
    playing.take_turn()
    assert playing.fight.states["ari"].hp == 10
    assert playing.fight.states["cor"].spent == ("Mend",)


def test_foes_who_focus_on_the_weakest_fell_more_heroes_than_foes_who_spread() -> None:
    heroes = [fighter(name, "party", max_hp=hp) for name, hp in (("Ari", 14), ("Bram", 24), ("Cor", 34))]
    fight = fight_of(*heroes, fighter("Ogre", "foes", max_hp=25, count=2))
    names = {"ari", "bram", "cor"}
    fallen = {
        foes.name: sum(len(play_out(fight, Pair(CARELESS, foes), 1, number).fell & names) for number in range(10))
        for foes in (HUNTING, SPREADING)
    }
    assert fallen["hunting"] > fallen["spreading"]


def test_a_grabbed_creature_tries_to_escape_before_shooting() -> None:
    bow = {"name": "Bow", "range": "ranged", "attack": "+5 vs AC", "damage": "5"}
    rope = {"name": "Rope", "attack": "+30 vs AC", "damage": "1", "effects": ["grab"]}
    archer = fighter("Ari", "party", power=[bow], recoveries=0)
    fight = fight_of(archer, fighter("Reeve", "foes", initiative=20, power=[rope]), system="archmage")
    playing = SimulatedFight(fight, PAIR, DiceStreams(1, 0))
    playing.to_the_end(0)
    done = [step.verb for step, _ in playing.steps_taken if isinstance(step, typed_steps.SystemStep)]
    assert "disengage" in done
    assert any(isinstance(step, typed_steps.Attack) and step.power == "Bow" for step, _ in playing.steps_taken)


def test_a_creature_that_may_not_use_a_power_uses_another() -> None:
    blast = {"name": "Blast", "use": "encounter", "attack": "+5 vs AC", "damage": "9d8"}
    club = {**CLUB, "tags": ["basic"]}
    hero = fighter("Ari", "party", initiative=20, effect=[HAMPERED], power=[blast, club])
    playing = SimulatedFight(
        fight_of(hero, fighter("Ogre", "foes", max_hp=900), system="archmage"), PAIR, DiceStreams(1, 0)
    )
    playing.begin()
    playing.take_turn()
    attacks = [step for step, _ in playing.steps_taken if isinstance(step, typed_steps.Attack)]
    assert [each.power for each in attacks] == ["Club"]
    assert playing.attacks_on == {"ogre": 1}


@pytest.mark.parametrize("offers", [True, False])
def test_legendary_actions_are_taken_after_the_turns_of_others_as_many_as_there_are(offers: bool) -> None:
    bite = {"name": "Bite", "attack": "+9 vs AC", "damage": "1"}
    tail = {"name": "Tail", "action": "legendary", "attack": "+9 vs AC", "damage": "2"}
    wings = {"name": "Wings", "action": "legendary+legendary", "attack": "+9 vs AC", "damage": "3"}
    heroes = [fighter(name, "party", max_hp=900, initiative=20) for name in ("Ari", "Bram", "Cor", "Dag")]
    dragon = fighter("Dragon", "foes", max_hp=900, initiative=30, legendary=3, power=[bite, tail, wings])
    fight = replace(fight_of(*heroes, dragon, system="srd5"), makes_offers=offers)
    playing = SimulatedFight(fight, PAIR, DiceStreams(1, 0))
    playing.begin()
    used = []
    for _ in range(10):
        whose, before = playing.fight.active, len(playing.steps_taken)
        playing.take_turn()
        taken = [getattr(step, "step", step) for step, _ in playing.steps_taken[before:]]
        attacks = [each for each in taken if isinstance(each, typed_steps.Attack)]
        used.append((whose, [each.power for each in attacks if each.source == "dragon"]))
    assert [powers for whose, powers in used if whose == "dragon"] == [["Bite"]] * 2
    others = [powers for whose, powers in used if whose != "dragon"]
    # Wings cost two of the three actions, the tail one; the best affordable action comes first.
    assert others == [["Wings"], ["Tail"], [], []] * 2


def test_every_legendary_action_of_the_library_is_played_or_counted_as_left_out() -> None:
    system, seen = SYSTEMS["srd5"], 0
    for creature in Library(Path("nowhere")).creatures("srd5"):
        (table,) = tomllib.loads(creature.text())["creature"]
        _, sheet, _ = creature_from_table(table, Scope(system))
        own = repertoire(system, sheet.powers)
        played = {each.power.name for each in own.playable}
        legendary = {each.name for each in sheet.powers if "legendary" in each.action}
        assert legendary <= played | set(own.left_out)
        seen += bool(legendary)
    assert seen > 20


def test_an_action_point_is_spent_from_the_round_of_the_habit_on() -> None:
    hero = fighter("Ari", "party", initiative=50, action_points=1, max_hp=90)
    ogre = fighter("Ogre", "foes", initiative=-50, max_hp=900)

    def left(party: Habit, round_: int) -> int:
        playing = SimulatedFight(fight_of(hero, ogre), Pair(party, HUNTING), DiceStreams(1, 0))
        playing.begin()
        while playing.fight.round < round_ or playing.fight.active != "ari":
            playing.take_turn()
        playing.take_turn()
        return playing.fight.states["ari"].action_points

    assert left(FOCUSED, 1) == 0
    assert [left(CARELESS, each) for each in (1, 2)] == [1, 0]


def test_the_number_of_targets_is_a_number_a_word_or_dice() -> None:
    reached = {
        words: repertoire(
            SYSTEMS["orcus"], fight_of(fighter("Ari", "party", power=[{**CLUB, "range": words}])).sheets["ari"].powers
        )
        .playable[0]
        .reach.number
        for words in ("melee, two creatures", "near, 3 enemies", "near, 1d3 nearby enemies")
    }
    assert [each and each.text for each in reached.values()] == ["2", "3", "1d3"]


@pytest.mark.parametrize(("targets", "most"), [("1", 1), ("2", 2), ("1d3", 3)])
def test_a_power_is_used_on_at_most_its_number_of_targets(targets: str, most: int) -> None:
    blight = {"name": "Blight", "range": "far, 30 ft.", "targets": targets, "save": "con 13", "damage": "1"}
    heroes = [fighter(name, "party", max_hp=300) for name in ("Ari", "Bel", "Cor", "Dag")]
    lich = fighter("Lich", "foes", max_hp=300, power=[blight])
    playing = SimulatedFight(fight_of(*heroes, lich, system="srd5"), PAIR, DiceStreams(1, 0))
    playing.begin()
    for _ in range(100):
        playing.take_turn()
    used = [step for step, _ in playing.steps_taken if isinstance(step, typed_steps.UsePower)]
    assert max(len(each.targets) for each in used) == most
