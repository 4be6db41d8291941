"""Creatures moved in the order at any moment: each has exactly its turns in every round."""

from collections import Counter
from pathlib import Path
from random import Random

from orcus_tui.model.events import CreatureAdded, FightChanged, RoundStarted, StateChanged, TurnShared, TurnStarted
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.systems import SYSTEMS
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import session_on

NAMES = ("ari", "bel", "cor", "dog", "eel", "fox")
TWICE = "fox"
"""The creature with two turns a round."""
ROUNDS = 50


def try_turns(seed: int, _folder: Path) -> int:
    """Plays rounds in any system."""
    chance = Random(seed)
    play_rounds(chance.choice(tuple(SYSTEMS)), ROUNDS, chance)
    return ROUNDS


def play_rounds(system: str, rounds: int, chance: Random) -> None:
    """Plays rounds with random moves. Raises Broken if a creature that is up has more or fewer turns than places."""
    session = begin(system, chance)
    while session.fight.round <= rounds:
        if session.fight.phase == "setup":
            session.run("begin")
        elif session.fight.active is None:
            session.run(f"revive {chance.choice(NAMES)}")
        for line in lines_of_turn(session, chance):
            session.run(line)
    check(session)


def begin(system: str, chance: Random) -> Session:
    """A fight of a few creatures that has begun."""
    hit_points = {"max_hp": 30} if "max_hp" in SYSTEMS[system].health.fields else {}
    creatures = [{"name": name, "initiative_total": total_of(name, chance), **hit_points} for name in NAMES]
    session = session_on(fight_from_table({"format": 1, "name": "Moves", "system": system, "creature": creatures}))
    session.run("begin")
    return session


def total_of(name: str, chance: Random) -> int | list[int]:
    """Initiative for each turn of a creature."""
    totals = [chance.randint(-5, 30), chance.randint(-5, 30)]
    return totals if name == TWICE else totals[0]


def line_of_init(chance: Random) -> str:
    """A line that changes a creature's initiative."""
    name = chance.choice(NAMES)
    total = total_of(name, chance)
    return f"init {name} {','.join(map(str, total)) if isinstance(total, list) else total}"


def lines_of_turn(session: Session, chance: Random) -> list[str]:
    """A few lines that move creatures in the order, and one that ends the turn."""
    names = NAMES
    moves = (
        lambda: line_of_init(chance),
        lambda: line_of_init(chance),
        lambda: f"move {chance.choice(names)} {chance.choice(('before', 'after'))} {chance.choice(names)}",
        lambda: f"act {chance.choice(names)}",
        lambda: 'ready "it moves"',
        lambda: f"delay {chance.randint(-5, 15)}",
        lambda: f"{chance.choice(('kill', 'revive', 'revive', 'revive'))} {chance.choice(names)}",
        lambda: f"share {chance.choice(names[:-1])} {chance.choice(('off', f'with {chance.choice(names)}'))}",
        lambda: "undo",
    )
    return [*(chance.choice(moves)() for _ in range(chance.choice((0, 0, 1, 1, 2, 3)))), chance.choice(ENDS)]


ENDS = ("next", "next", "next", "delay")


def check(session: Session) -> None:
    """Raises Broken if a creature that is up for a whole round has more or fewer turns in it than places."""
    turns, absent = Counter[str](), set[str]()
    fight = session.timeline.start
    begun = False
    for execution in session.timeline.executions:
        for event in execution.events:
            fight = event.apply(fight)
            if isinstance(event, RoundStarted):
                if begun:
                    compare(fight.round - 1, turns, {*fight.states} - absent, absent)
                begun, turns = True, Counter()
                absent = {each for each, state in fight.states.items() if state.is_out}
            elif isinstance(event, TurnStarted):
                turns[event.creature] += not (event.delayed and turns[event.creature] >= event.slot)
            elif isinstance(event, TurnShared):
                turns[event.creature] += not event.again
            elif isinstance(event, FightChanged) and event.field == "readied_actor" and event.value:
                turns[event.value] += 1
            elif isinstance(event, CreatureAdded) or (isinstance(event, StateChanged) and event.field == "life"):
                absent.add(event.creature)


def compare(number: int, turns: Counter[str], present: set[str], absent: set[str]) -> None:
    """Raises Broken for a wrong number of turns in a round; creatures absent for a part of it may have fewer."""
    wrong = [f"{each} has {turns[each]}" for each in present if turns[each] != 1 + (each == TWICE)]
    wrong += [f"{each} has {turns[each]} and was away" for each in absent if turns[each] > 1 + (each == TWICE)]
    if wrong:
        raise Broken(f"turns in round {number}: {', '.join(wrong)}")


CAMPAIGNS = (Campaign("turns", "creatures moved in the order at any moment", "rounds", try_turns, 1),)
