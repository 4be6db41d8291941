"""Moves in the order never give or take a turn."""

from pathlib import Path
from random import Random

import pytest

from orcus_tui.rules.snapshot import snapshot
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table, fight_text
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.systems import SYSTEMS
from tests.campaign.turns import play_rounds
from tests.helpers.fights.random_fights import play_lines, session_on
from tests.helpers.project.exhaustive import only_exhaustive

FOUR = {"Ogre": 20, "Ari": 15, "Bel": 12, "Cor": 8}


def four(system: str) -> Session:
    """A fight of four creatures."""
    hit_points = {"max_hp": 30} if "max_hp" in SYSTEMS[system].health.fields else {}
    creatures = [{"name": name, "initiative_total": total, **hit_points} for name, total in FOUR.items()]
    return session_on(fight_from_table({"format": 1, "name": "Four", "system": system, "creature": creatures}))


def fight_of_four(system: str, *lines: str) -> Session:
    """The fight of four, after `begin` and these lines."""
    session = four(system)
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


# Several turns a round

SEVERAL = {
    "init ogre 20,10": "ogre1 ari1 bel1 ogre2 cor1 ogre1",
    "init ogre 10,20": "ogre1 ari1 bel1 ogre2 cor1 ogre1",
    "init ogre 20,10,9": "ogre1 ari1 bel1 ogre2 ogre3 cor1 ogre1",
    "init ogre 20,10; init ogre 14": "ari1 ogre1 bel1 cor1 ari1",
    "init ogre 20,10; begin; next; init ogre 25,17": "ari1 ogre2 bel1 cor1 ogre1 ogre2",
    "init ogre 20,10; begin; next; init ogre 9,7": "ari1 bel1 cor1 ogre2 ari1",
    "init ogre 20,10; begin; next; move ogre after cor": "ari1 bel1 cor1 ogre2 ogre1",
    "init ogre 20,10; begin; next; next; init ogre 20": "bel1 cor1 ogre1 ari1",
    "begin; next; next; init ogre 20,10": "bel1 ogre2 cor1 ogre1",
    "begin; next; next; init ogre 20,18": "bel1 cor1 ogre1 ogre2",
    "init ogre 20,10; begin; delay": "ari1 bel1 ogre2 cor1 ogre1",
    "init ogre 20,10; begin; delay; act ogre": "ogre1 bel1 ogre2 cor1",
    "init ogre 20,10; begin; kill ogre; next; next; revive ogre": "bel1 ogre2 cor1 ogre1",
    "init ogre 20,10; share cor with ogre": "ogre1+cor ari1 bel1 ogre2 ogre1+cor",
}


@pytest.mark.parametrize("lines", SEVERAL)
def test_a_creature_with_several_totals_takes_one_turn_for_each(lines: str) -> None:
    session = four("orcus")
    for line in (*lines.split("; "), *(() if "begin" in lines else ("begin",))):
        play_lines(session, line)
    expected = SEVERAL[lines].split()
    found = []
    for _ in expected:
        turn = session.fight.turn
        assert turn
        assert session.state()["slot"] == turn.slot
        found.append("+".join((f"{turn.creature}{turn.slot}", *turn.companions)))
        play_lines(session, "next")
    assert found == expected


def test_a_creature_in_reserve_with_a_total_has_no_place_until_it_enters() -> None:
    session = fight_of_four("orcus", "reserve cor", "init cor 19")
    assert snapshot(session.view)["order"] == ["ogre", "ari", "bel"]
    play_lines(session, "enter cor")
    assert snapshot(session.view)["order"] == ["ogre", "cor", "ari", "bel"]


def test_order_lists_a_creature_once_for_each_of_its_turns() -> None:
    session = four("orcus")
    play_lines(session, "init ogre 20,10", "begin")
    assert session.state()["order"] == ["ogre", "ari", "bel", "ogre", "cor"]
    assert session.state()["creatures"]["ogre"]["initiative"] == 20


@pytest.mark.parametrize("system", SYSTEMS)
def test_turns_in_a_file_each_roll_and_a_list_of_totals_gives_the_turns(system: str) -> None:
    hit_points = {"max_hp": 30} if "max_hp" in SYSTEMS[system].health.fields else {}
    creatures = [
        {"name": "Hydra", "initiative_total": [10, 20], **hit_points},
        {"name": "Eel", "count": 2, "turns": 3, "initiative": 4, **hit_points},
    ]
    session = session_on(fight_from_table({"format": 1, "name": "F", "system": system, "creature": creatures}))
    play_lines(session, "begin")
    counted = {each: session.fight.order.count(each) for each in session.fight.states}
    assert counted == {"hydra": 2, "eel1": 3, "eel2": 3}
    hydra, eel, other = session.fight.states.values()
    assert (hydra.initiative, hydra.further_turns) == (20, (10,))
    assert (eel.initiative, eel.further_turns) == (other.initiative, other.further_turns)
    text = fight_text(session.fight)
    assert read_encounter_bytes(text.encode(), Path("f.toml")) == session.fight


def test_asked_dice_of_several_turns_are_asked_one_after_another() -> None:
    creature = {"name": "Eel", "turns": 2, "initiative": 4, "max_hp": 9}
    session = session_on(fight_from_table({"format": 1, "name": "F", "system": "orcus", "creature": [creature]}))
    play_lines(session, "ask all", "bonus eel +3 initiative", "begin", "answer 5")
    assert len(session.fight.questions) == 1
    play_lines(session, "answer 12", "begin")
    eel = session.fight.states["eel"]
    assert (eel.initiative, eel.further_turns) == (16, (12,))
    assert session.fight.order == ("eel", "eel")


def test_a_bonus_to_initiative_counts_for_the_first_turn_only() -> None:
    creature = {"name": "Eel", "turns": 2, "max_hp": 9}
    session = session_on(fight_from_table({"format": 1, "name": "F", "system": "orcus", "creature": [creature]}))
    play_lines(session, "bonus eel +50 initiative", "begin")
    eel = session.fight.states["eel"]
    assert eel.initiative
    assert eel.initiative > 50 > eel.further_turns[0]


def test_start_and_end_of_turn_run_in_each_of_its_turns() -> None:
    session = four("orcus")
    play_lines(session, "init ogre 20,10", "begin", "persist ogre 3 fire enc", "apply ogre weakened save:40")
    log = play_lines(session, "next", "next", "next", "next")
    assert sum("Ogre takes 3" in line for line in log) == 1
    assert sum("saves against weakened" in line for line in log) == 2


def test_durations_end_with_the_next_of_its_turns() -> None:
    session = four("orcus")
    play_lines(session, "init ogre 20,10", "begin", "apply ari dazed eont by ogre", "apply bel slowed sont by ogre")
    play_lines(session, "apply cor prone 1r")
    for _ in range(3):
        play_lines(session, "next")
    held = {each: [one.name for one in state.effects] for each, state in session.fight.states.items()}
    assert held == {"ogre": [], "ari": ["dazed"], "bel": [], "cor": ["prone"]}
    play_lines(session, "next")
    assert not session.fight.states["ari"].effects
    play_lines(session, "next")
    assert not session.fight.states["cor"].effects
