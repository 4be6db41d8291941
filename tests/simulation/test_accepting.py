"""Offers in a simulated fight: triggers, legendary and lair actions, auras, several turns, phases."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from orcus_tui.library.library import Library
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.fight import Fight
from orcus_tui.model.steps import Step
from orcus_tui.rules.system.habits import CARELESS, FOCUSED, HUNTING, SPREADING, WILD
from orcus_tui.simulation.bestiary import Bestiary, bestiary_of
from orcus_tui.simulation.day import Day, with_library
from orcus_tui.simulation.forecast import Plan, forecast_days, not_played, not_played_in
from orcus_tui.simulation.play_out import DiceStreams, Pair, SimulatedFight
from orcus_tui.simulation.replay import play_again, replay
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from tests.helpers.casts.duels import CLUB, fight_of, fighter

PAIR = Pair(FOCUSED, HUNTING)
LIMITED: Mapping[str, str] = {"use": "encounter"}


def power(name: str, **fields: object) -> dict[str, object]:
    return {"name": name, "attack": "+9 vs AC", "damage": "2", **fields}


def played(fight: Fight, pair: Pair = PAIR, *, number: int = 0) -> SimulatedFight:
    return play_again(fight, pair, 1, number)


def taken(fight: Fight, pair: Pair = PAIR, *, fights: int = 4) -> list[Step]:
    """The steps of a few fights, including accepted offers; each fight is replayed line by line."""
    found: list[Step] = []
    for number in range(fights):
        playing = play_again(fight, pair, 1, number)
        found += [step for step, _ in playing.steps_taken]
        replay(fight, playing)
    return found


def accepted(fight: Fight, pair: Pair = PAIR) -> list[str]:
    """The lines of the offers that are accepted in a few fights."""
    return [step.line for step in taken(fight, pair) if isinstance(step, typed_steps.Accept)]


def duel(*, hero: Mapping[str, object] = {}, foe: Mapping[str, object] = {}, system: str = "orcus") -> Fight:
    return fight_of(
        fighter("Ari", "party", **{"max_hp": 40, **hero}),
        fighter("Ogre", "foes", **{"max_hp": 40, **foe}),
        system=system,
    )


BITE_BACK = power("Bite Back", action="free", trigger="hit")
BITE_BACK_ONCE = {**BITE_BACK, **LIMITED}


def test_a_triggered_attack_hits_the_creature_that_caused_it() -> None:
    fight = duel(foe={"power": [CLUB, BITE_BACK]})
    used = [step.step for step in taken(fight) if isinstance(step, typed_steps.Accept)]
    assert used
    assert all(isinstance(each, typed_steps.Attack) and each.targets == ("ari",) for each in used)


@pytest.mark.parametrize(("habit", "uses"), [(HUNTING, True), (WILD, False)])
def test_a_side_that_saves_its_limited_powers_declines_offers_of_them(habit: object, uses: bool) -> None:
    fight = duel(foe={"power": [CLUB, BITE_BACK_ONCE]})
    assert bool(accepted(fight, replace(PAIR, foes=habit))) == uses


def test_healing_that_is_offered_is_taken_by_a_creature_that_is_hurt() -> None:
    knit = {"name": "Knit", "action": "free", "range": "self", "trigger": "hit", "effects": ["heal 3"], **LIMITED}
    fight = duel(foe={"power": [CLUB, knit]})
    steps_taken = played(fight).steps_taken
    assert any(isinstance(step, typed_steps.Accept) for step, _ in steps_taken)
    at_full = duel(foe={"power": [CLUB, knit], "max_hp": 4000}, hero={"max_hp": 30})
    assert not any(isinstance(step, typed_steps.Accept) for step, _ in played(at_full).steps_taken)


def test_a_declined_offer_is_considered_when_it_is_offered_again() -> None:
    knit = {"name": "Knit", "action": "legendary", "range": "self", "effects": ["heal 3"]}
    heroes = [
        fighter(
            name, "party", max_hp=40, initiative_total=total, power=[power("Axe", attack="+30 vs AC", damage=damage)]
        )
        for name, total, damage in (("Ari", 20, "2"), ("Bel", 15, "25"), ("Cor", 10, "25"))
    ]
    dragon = fighter("Dragon", "foes", max_hp=40, initiative_total=1, legendary=1, power=[CLUB, knit])
    assert "use Knit by dragon" in accepted(fight_of(*heroes, dragon, system="srd5"))


def test_a_death_burst_is_carried_out_by_the_dead() -> None:
    burst = power("Burst", action="free", trigger="dies", damage="4")
    minion = fighter("Imp", "foes", max_hp=4, power=[CLUB, burst])
    fight = fight_of(fighter("Ari", "party", max_hp=60), minion, fighter("Ogre", "foes", max_hp=40))
    assert "use Burst by imp" in accepted(fight)


@pytest.mark.parametrize("offers", [True, False])
def test_nothing_offered_is_played_without_offers(offers: bool) -> None:
    aura = {"name": "Stench", "line": "damage 1 poison"}
    foe = {"power": [CLUB, BITE_BACK], "aura": [aura]}
    found = taken(replace(duel(foe=foe), makes_offers=offers))
    assert any(isinstance(each, typed_steps.Accept | steps.Into) for each in found) == offers


def test_an_aura_affects_half_of_the_opponents_and_others_once_those_fall() -> None:
    aura = {"name": "Stench", "line": "damage 1 poison"}
    heroes = [fighter(name, "party", max_hp=10) for name in ("Ari", "Bel", "Cor", "Dag")]
    fight = fight_of(*heroes, fighter("Ogre", "foes", max_hp=400, aura=[aura]))
    entered = [step for step, _ in played(fight).steps_taken if isinstance(step, steps.Into)]
    assert [each.zone for each in entered] == ["stench"] * len(entered)
    assert len(entered[0].targets) == 2
    assert len(entered) > 1
    assert not set(entered[0].targets) & set(entered[1].targets)


def test_an_aura_for_allies_leaves_its_bearer_and_the_heroes_out() -> None:
    aura = {"name": "Drums", "side": "allies", "line": "temp 1"}
    drummer = fighter("Drummer", "foes", aura=[aura])
    fight = fight_of(fighter("Ari", "party"), drummer, fighter("Imp", "foes", count=3))
    first = next(step for step, _ in played(fight).steps_taken if isinstance(step, steps.Into))
    assert len(first.targets) == 2
    assert set(first.targets) < {"imp1", "imp2", "imp3"}


def test_a_lair_action_is_taken_but_not_in_two_rounds_in_a_row() -> None:
    quake = power("Quake", action="lair")
    fight = duel(foe={"power": [CLUB, quake]}, system="srd5")
    playing = played(fight)
    lines = [step.line for step, _ in playing.steps_taken if isinstance(step, typed_steps.Accept)]
    assert lines == ["use Quake by ogre"] * len(lines)
    assert len(lines) in (playing.fight.round // 2, (playing.fight.round + 1) // 2)


def test_legendary_resistance_is_used_for_the_first_saves_that_fail() -> None:
    blast = {"name": "Blast", "save": "dex 30", "damage": "1"}
    foe = {"counters": {"legendary resistance": 2}, "max_hp": 20}
    playing = played(duel(hero={"power": [blast]}, foe=foe, system="srd5"))
    spent = [step for step, _ in playing.steps_taken if isinstance(step, typed_steps.SystemStep)]
    assert [each.targets for each in spent] == [("ogre",)] * 2
    assert playing.fight.states["ogre"].counters["legendary resistance"] == 0


def test_at_most_one_creature_makes_an_opportunity_attack() -> None:
    bow = {"name": "Bow", "range": "ranged 20", "attack": "+5 vs AC", "damage": "1d8"}
    archer = fighter("Ari", "party", max_hp=200, power=[bow])
    fight = fight_of(archer, fighter("Imp", "foes", count=4, max_hp=30))
    playing = SimulatedFight(fight, PAIR, DiceStreams(1, 0))
    playing.begin()
    counts = []
    for _ in range(30):
        if playing.end:
            break
        whose, before = playing.fight.active, len(playing.steps_taken)
        playing.take_turn()
        done = [step for step, _ in playing.steps_taken[before:] if isinstance(step, typed_steps.Accept)]
        if whose == "ari":
            counts.append(len(done))
    assert set(counts) == {0, 1}


def test_a_creature_with_two_turns_attacks_twice_a_round() -> None:
    playing = SimulatedFight(duel(foe={"turns": 2, "max_hp": 900}, hero={"max_hp": 900}), PAIR, DiceStreams(1, 0))
    playing.begin()
    for _ in range(6):
        playing.take_turn()
    attacks = [step.source for step, _ in playing.steps_taken if isinstance(step, typed_steps.Attack)]
    assert (attacks.count("ogre"), attacks.count("ari")) == (4, 2)


def test_a_phase_begins_when_the_hit_points_have_fallen_to_its_threshold() -> None:
    rage = {"name": "Rage", "power": [power("Rend", damage="9")]}
    trait = {"name": "Second phase", "trigger": "hp 50%", "effects": ["become Rage"]}
    playing = played(duel(foe={"form": [rage], "trait": [trait]}, hero={"max_hp": 200}))
    used = {
        step.power for step, _ in playing.steps_taken if isinstance(step, typed_steps.Attack) and step.source == "ogre"
    }
    assert used == {"Club", "Rend"}


def test_creatures_that_are_summoned_act_in_their_summoners_turn() -> None:
    call = {"name": "Call", "range": "self", "effects": ["summon Wolf x2"], **LIMITED}
    wolf = fighter("Wolf", "foes", max_hp=6)
    fight = fight_of(fighter("Ari", "party", max_hp=60), wolf, fighter("Witch", "foes", power=[CLUB, call]))
    found = taken(fight)
    assert any(isinstance(each, typed_steps.UsePower) and each.power == "Call" for each in found)
    assert {each.source for each in found if isinstance(each, typed_steps.Attack)} >= {"wolf2", "wolf3"}
    assert not_played(fight) == ()


def summoner(creature: str) -> Fight:
    call = {"name": "Call", "range": "self", "effects": [f"summon {creature}"], **LIMITED}
    return duel(foe={"power": [CLUB, call]})


def test_a_power_that_summons_unknown_creatures_is_left_out() -> None:
    assert not_played(summoner("Bear")) == ("Ogre: Call",)


def test_creatures_that_summoned_creatures_summon_are_found_in_the_library_too() -> None:
    wolf, bear = (summoner(name).sheets["ogre"] for name in ("Bear", "Wolf"))
    library = Bestiary({"wolf": {"power": wolf.powers}, "bear": {"power": bear.powers}})
    assert set(bestiary_of([summoner("Wolf")], library).known) == {"wolf", "bear"}


def test_creatures_of_the_library_are_summoned_in_every_process_and_replayed() -> None:
    library = Library(Path("nowhere"))
    fight = summoner(f'"{library.creatures("orcus")[0].facts.name}"')
    day = with_library(Day((fight,)), library)
    assert not_played_in(day) == ()
    session, _ = replay(fight, play_again(fight, PAIR, 1, 0, day.bestiary))
    assert len(session.fight.sheets) == len(fight.sheets) + 1
    one, two = (
        list(forecast_days((day,), Plan((PAIR,), fights=4, processes=processes)))[-1][0].pairs for processes in (1, 2)
    )
    assert one == two


def test_a_power_that_costs_nothing_is_used_every_second_time_that_it_is_offered() -> None:
    fight = duel(foe={"power": [CLUB, BITE_BACK], "max_hp": 4000})
    playing = SimulatedFight(fight, PAIR, DiceStreams(1, 0))
    playing.begin()
    for _ in range(400):
        playing.take_turn()
    used = sum(isinstance(step, typed_steps.Accept) for step, _ in playing.steps_taken)
    assert 0.3 < used / (playing.fight.next_offer - 1) < 0.7


def test_lines_of_events_are_carried_out_and_bring_in_reserves() -> None:
    fight = fight_of(fighter("Ari", "party", max_hp=60), fighter("Ogre", "foes"), fighter("Imp", "foes", reserve=True))
    event = {"at": "round 2", "text": "An imp comes.", "line": "enter imp"}
    with_event = replace(fight, briefing=replace(fight.briefing, events=briefing_events(event)))
    assert "enter imp" in accepted(with_event)
    assert [not_played(each) for each in (fight, with_event)] == [("Imp: in reserve, with no round to enter",), ()]
    by_itself = replace(
        fight, briefing=replace(fight.briefing, events=briefing_events({"at": "round 2", "do": ["enter imp"]}))
    )
    assert not_played(by_itself) == ()


def briefing_events(*tables: Mapping[str, object]) -> tuple[object, ...]:
    table = {"format": 1, "system": "orcus", "event": list(tables), "creature": [fighter("Imp", "foes", reserve=True)]}
    return fight_from_table(table, name="pit").briefing.events


def test_powers_that_are_played_when_offered_are_left_out_only_without_offers() -> None:
    foe = {"power": [CLUB, BITE_BACK, power("Parry", action="free", trigger="text: an ally moves away")]}
    fight = duel(foe=foe)
    assert not_played(fight) == ("Ogre: Parry",)
    assert not_played(replace(fight, makes_offers=False)) == ("Ogre: Bite Back", "Ogre: Parry")


def test_a_careless_side_still_takes_what_costs_nothing() -> None:
    assert accepted(duel(hero={"power": [CLUB, BITE_BACK]}), Pair(CARELESS, SPREADING))
