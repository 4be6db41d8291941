"""Simulates library creatures against heroes, turn by turn, to try the rules in unexpected fights."""

import json
import tomllib
from functools import cache
from pathlib import Path
from random import Random

from msgspec.structs import replace

from orcus_tui.library.library import Library
from orcus_tui.library.own_creatures import OwnCreature
from orcus_tui.library.shipped import ShippedCreature
from orcus_tui.model.fight import Fight
from orcus_tui.report.figures import figures_of
from orcus_tui.rules.snapshot import snapshot
from orcus_tui.simulation.forecast import all_pairs
from orcus_tui.simulation.play_out import DiceStreams, SimulatedFight
from orcus_tui.simulation.replay import play_again, replay
from orcus_tui.storage.encounter.fight_tables import fight_from_table, fight_text
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.systems import SYSTEMS, view_of
from tests.campaign.trials import Broken, Campaign

ENCOUNTERS = Path(__file__).parents[2] / "encounters"
MOST_FOES = 3
LONGEST = 12
"""The most rounds in a trial, so that a fight without damage does not take all the time."""


def try_fight(seed: int, _folder: Path) -> int:
    """Simulates a fight: invariants hold after every turn, and typed lines play it exactly as the simulation does."""
    chance = Random(seed)
    system = chance.choice([each for each in SYSTEMS if heroes_of(each)])
    fight = fight_of(system, chance)
    pair = chance.choice(all_pairs(system))
    playing = SimulatedFight(fight, pair, DiceStreams(seed, 0))
    playing.begin()
    turns = 0
    while not playing.end and playing.fight.round <= LONGEST:
        before = playing.fight
        playing.take_turn()
        turns += 1
        check_turn(before, playing.fight)
    check_ways(playing.fight)
    if playing.end:
        check_replay(fight, playing, seed)
    return turns


def fight_of(system: str, chance: Random) -> Fight:
    """Heroes of a shipped party, and a few creatures of the library."""
    heroes = heroes_of(system)
    foes = []
    for creature in chance.sample(creatures_of(system), chance.randint(1, MOST_FOES)):
        (table,) = tomllib.loads(creature.text())["creature"]
        foes.append({**table, "count": chance.randint(1, 3)})
    return fight_from_table({"format": 1, "name": "Trial", "system": system, "creature": [*heroes, *foes]})


@cache
def creatures_of(system: str) -> list[OwnCreature | ShippedCreature]:
    """All creatures of a system's library; the variant has that of the Archmage Engine."""
    return Library(Path("nowhere")).creatures(system)


@cache
def heroes_of(system: str) -> list[dict[str, object]]:
    """The heroes of the shipped party of a system; empty without one."""
    for file in sorted(ENCOUNTERS.glob("*party.toml")):
        table = tomllib.loads(file.read_text(encoding="utf-8"))
        if table.get("system", "orcus") == system:
            return list(table["creature"])
    return []


def check_turn(before: Fight, fight: Fight) -> None:
    """Raises Broken if an invariant does not hold after a turn."""
    for creature, state in fight.states.items():
        sheet = fight.sheets[creature]
        most = max(sheet.max_hp or 0, before_hp(before, creature))
        if state.hp is not None and state.hp > most:
            raise Broken(f"{creature} has {state.hp} of {sheet.max_hp} hit points")
        if state.temp_hp < 0 or min(state.actions, default=0) < 0 or (state.recoveries or 0) < 0:
            raise Broken(f"{creature} has less than nothing: {state}")
        if len({each.id for each in state.effects}) != len(state.effects):
            raise Broken(f"{creature} has an effect twice")
    if fight.phase == "turns" and fight.active is not None and fight.active not in fight.order:
        raise Broken(f"it is the turn of {fight.active}, who has no place in the order")
    if fight.questions:
        raise Broken(f"nobody is asked, and yet there are questions: {fight.questions}")
    json.dumps(snapshot(view_of(fight)))


def before_hp(before: Fight, creature: str) -> int:
    """The hit points of a creature before the turn."""
    state = before.states.get(creature)
    return (state.hp or 0) if state else 0


def check_ways(fight: Fight) -> None:
    """Raises Broken unless the fight is read back from a file unchanged."""
    fight = replace(fight, makes_offers=True)  # a file has no simulated fight
    text = fight_text(fight)
    again = read_encounter_bytes(text.encode(), Path("trial.toml"))
    if json.dumps(snapshot(view_of(again))) != json.dumps(snapshot(view_of(fight))):
        raise Broken("written and read again, the fight is another")


def check_replay(fight: Fight, playing: SimulatedFight, seed: int) -> None:
    """Checks that typed lines play the same fight, that undo leads back to its start, and that its figures add up."""
    session, _ = replay(fight, play_again(fight, playing.pair, seed, 0))
    found = figures_of(session.timeline)
    dealt = sum(each.dealt for each in found.creatures.values()) + found.unattributed
    if dealt != sum(each.taken for each in found.creatures.values()):
        raise Broken(f"{dealt} dealt is not what was taken")
    session.undo(session.timeline.undo_count)
    if session.fight != replace(fight, offers=()):
        raise Broken("undone to the start, the fight is another")


CAMPAIGNS = (Campaign("odds", "simulated turns of creatures of the library", "turns", try_fight, 1),)
