"""Moves in the order never give or take a turn."""

from random import Random

import pytest

from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.systems import SYSTEMS
from tests.campaign.turns import play_rounds
from tests.helpers.fights.random_fights import play_lines, session_on
from tests.helpers.project.exhaustive import only_exhaustive

FOUR = {"Ogre": 20, "Ari": 15, "Bel": 12, "Cor": 8}


def fight_of_four(system: str, *lines: str) -> Session:
    """A fight of four creatures, after `begin` and these lines."""
    hit_points = {"max_hp": 30} if "max_hp" in SYSTEMS[system].health.fields else {}
    creatures = [{"name": name, "initiative_total": total, **hit_points} for name, total in FOUR.items()]
    session = session_on(fight_from_table({"format": 1, "name": "Four", "system": system, "creature": creatures}))
    play_lines(session, "begin", *lines)
    return session


def turns(session: Session, count: int) -> list[str]:
    """The creatures whose turns come next, each with the round."""
    found: list[str] = []
    for _ in range(count):
        play_lines(session, "next")
        found.append(f"{session.fight.active} {session.fight.round}")
    return found


MOVES = {
    # a creature that has acted is passed over until the next round
    "next; init ogre 10": "bel 1, cor 1, ari 2, bel 2, ogre 2, cor 2",
    "next; move ogre after cor": "bel 1, cor 1, ari 2, bel 2, cor 2, ogre 2",
    "next; next; init ari 10": "cor 1, ogre 2, bel 2, ari 2",
    "next; init ari 3": "bel 1, cor 1, ogre 2, bel 2, cor 2, ari 2",
    # one that has not acted and is moved ahead of the current turn acts next
    "next; init bel 18": "bel 1, cor 1, ogre 2, bel 2, ari 2, cor 2",
    "next; move bel before ari": "bel 1, cor 1, ogre 2, bel 2, ari 2, cor 2",
    "next; init cor 30; init bel 25": "cor 1, bel 1, cor 2, bel 2, ogre 2, ari 2",
    "next; init cor 30; init cor 3": "bel 1, cor 1, ogre 2, ari 2, bel 2, cor 2",
    # newcomers ahead of the current turn wait for the next round
    "next; next; add dog hp=9 initiative_total=14": "cor 1, ogre 2, ari 2, dog 2, bel 2",
    "next; next; add dog hp=9 initiative_total=14; init dog 10": "dog 1, cor 1, ogre 2",
    "next; next; add dog hp=9 initiative_total=10": "dog 1, cor 1, ogre 2",
    "next; next; reserve cor; enter cor; init cor 14": "ogre 2, ari 2, cor 2, bel 2",
    "next; next; reserve ari; enter ari; init ari 10": "cor 1, ogre 2, bel 2, ari 2",
}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("line", MOVES)
def test_a_move_in_the_order_gives_and_takes_no_turn(system: str, line: str) -> None:
    lines = line if "max_hp" in SYSTEMS[system].health.fields else line.replace(" hp=9", "")
    expected = MOVES[line].split(", ")
    assert turns(fight_of_four(system, *lines.split("; ")), len(expected)) == expected


@pytest.mark.parametrize(
    ("system", "rounds"), [case for system in SYSTEMS for case in ((system, 40), only_exhaustive(system, 1_000))]
)
def test_every_creature_has_one_turn_a_round_wherever_it_is_moved(system: str, rounds: int) -> None:
    play_rounds(system, rounds, Random(rounds))
