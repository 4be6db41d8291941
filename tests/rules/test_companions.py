"""Summons, mounts and companions act in another creature's turn."""

from pathlib import Path
from typing import Any

import pytest

from orcus_tui.model.creature import State
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table, fight_text
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.systems import SYSTEMS
from tests.helpers.fights.random_fights import play_lines, result_of, session_on

RIDERS: dict[str, dict[str, Any]] = {
    "ari": {"initiative_total": 20, "kind": "pc"},
    "ogre": {"initiative_total": 15},
    "horse": {"initiative_total": 10, "side": "party"},
    "cor": {"initiative_total": 5, "kind": "pc"},
}


def riders(system: str, *lines: str) -> Session:
    """Ari, an ogre, a horse and Cor, in this order, after these lines."""
    hit_points = {"max_hp": 30} if "max_hp" in SYSTEMS[system].health.fields else {}
    creatures = [{"name": id_.title(), **hit_points, **values} for id_, values in RIDERS.items()]
    session = session_on(fight_from_table({"format": 1, "name": "Ride", "system": system, "creature": creatures}))
    play_lines(session, *lines)
    return session


def turns(session: Session, count: int) -> str:
    """The next turns, each with those who act in it."""
    found: list[str] = []
    for _ in range(count):
        play_lines(session, "next")
        turn = session.fight.turn
        found.append("+".join((turn.creature, *turn.companions)) if turn else "nobody")
    return " ".join(found)


def state(session: Session, creature: str) -> State:
    return session.fight.states[creature]


SHARED = {
    "share horse with ari; begin": "ogre cor ari+horse ogre cor",
    "begin; share horse with ari": "ogre cor ari+horse ogre",
    # it has not acted and its partner has: this round, it acts in its own place
    "begin; next; share horse with ari": "horse cor ari+horse ogre cor",
    # neither has acted
    "begin; share horse with cor": "ogre cor+horse ari ogre cor+horse",
    # it has acted and its partner has not
    "begin; next; next; share horse with cor": "cor ari ogre cor+horse",
    "share horse with cor; begin; share horse off": "ogre horse cor ari",
    "share horse with ari; begin; share horse off": "ogre cor ari ogre horse cor",
    "share ogre with cor; begin; next; share ogre off": "ogre cor ari ogre horse cor",
    # its partner no longer takes turns
    "share horse with ogre; begin; kill ogre": "horse cor ari horse",
    "share horse with ogre; begin; next; drop ogre": "cor ari horse cor",
    "share horse with ogre; begin; reserve ogre": "horse cor ari horse",
    # a creature that shares a turn cannot be a partner: the third acts in the first one's turn, too
    "share horse with ari; share cor with horse; begin": "ogre ari+horse+cor ogre",
    "share cor with horse; share horse with ari; begin": "ogre ari+horse+cor ogre",
}


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("lines", SHARED)
def test_creatures_that_share_a_turn_act_in_it_and_in_no_other(system: str, lines: str) -> None:
    expected = SHARED[lines]
    assert turns(riders(system, *lines.split("; ")), len(expected.split())) == expected


def test_a_turn_partner_has_no_place_in_the_order_and_state_names_the_other() -> None:
    session = riders("orcus", "share horse with ari", "begin")
    found = session.state()
    assert found["order"] == ["ari", "ogre", "cor"]
    assert [each["shares_turn"] for each in found["creatures"].values()] == [None, "ari", None, None]
    assert list(found["creatures"]) == ["ari", "horse", "ogre", "cor"]
    assert found["slot"] == 1


def test_start_and_end_of_its_turn_run_right_after_those_of_its_partner() -> None:
    session = riders("orcus", "share horse with ari", "begin", "persist horse 3 fire enc", "persist ari 2 enc")
    play_lines(session, "next", "next")
    log = "\n".join(result_of(session, "next").log)
    assert log.index("Ari's turn") < log.index("Ari takes 2") < log.index("Horse takes 3"), log
    play_lines(session, "apply horse,ari dazed save")
    ended = "\n".join(result_of(session, "next").log)
    assert ended.index("Ari saves") < ended.index("Horse saves") < ended.index("Ogre's turn")


def test_durations_by_a_shared_turn_end_with_that_turn() -> None:
    session = riders("orcus", "share horse with ari", "begin", "apply ogre dazed eont by horse")
    play_lines(session, "apply ogre slowed sont by horse", "apply ogre prone eot by horse", "next")
    assert [each.name for each in state(session, "ogre").effects] == ["dazed", "slowed"]
    play_lines(session, "next", "next")
    assert [each.name for each in state(session, "ogre").effects] == ["dazed"]
    play_lines(session, "next")
    assert not state(session, "ogre").effects


def test_its_actions_are_separate_and_none_are_reactions() -> None:
    session = riders("srd5", "share horse with ari", "begin", "spent horse move")
    assert session.state()["creatures"]["horse"]["actions"]["move"] == 0
    assert session.state()["creatures"]["ari"]["actions"]["move"] == 1
    play_lines(session, "next", "next", "next")
    assert session.state()["creatures"]["horse"]["actions"]["move"] == 1


REFUSED = {
    "share horse with horse": "Horse cannot share its own turn",
    "share horse off": "Horse shares nobody's turn",
    "share horse with ari; share horse with ari": "Horse acts in Ari's turn already",
    "share horse with ari; share ari with horse": "Ari cannot share its own turn; Horse acts in Ari's turn",
    "kill ogre; share horse with ogre": "Ogre takes no turns",
    "share horse with ari; begin; move horse before ogre": "Horse has no place in the order; it acts in Ari's turn",
    "share horse with ari; begin; act horse": "Horse has neither delayed nor readied an action",
    "begin; next; next; delay; share horse with cor": "Horse has delayed its turn; `act horse` first",
    "begin; summon Nobody": '"Nobody" is neither in the fight nor in the library',
    "summon horse": "it is nobody's turn; name the creature",
}


@pytest.mark.parametrize("lines", REFUSED)
def test_an_impossible_share_is_refused_and_changes_nothing(lines: str) -> None:
    *before, line = lines.split("; ")
    session = riders("orcus", *before)
    fight = session.fight
    assert REFUSED[lines] in result_of(session, line).error
    assert session.fight is fight


# Summons


@pytest.mark.parametrize("system", SYSTEMS)
def test_summoned_creatures_act_in_the_turn_of_their_creator_on_its_side(system: str) -> None:
    session = riders(system, "begin", "next", "summon horse x2")
    assert turns(session, 4) == "horse cor ari ogre+horse2+horse3"
    for each in ("horse2", "horse3"):
        assert state(session, each).shares_turn == "ogre"
        assert session.fight.sheets[each].side == "foes"
        assert state(session, each).hp == session.fight.sheets[each].max_hp
        assert state(session, each).initiative is None
    assert "horse2" not in session.fight.order


def test_a_creature_summoned_in_its_creators_turn_acts_in_that_turn() -> None:
    session = riders("orcus", "begin", "summon horse", "apply horse2 dazed save")
    assert session.fight.turn
    assert session.fight.turn.companions == ("horse2",)
    assert "Horse 2 saves against dazed" in "\n".join(result_of(session, "next").log)


def test_one_summoned_before_its_creators_turn_acts_in_it() -> None:
    session = riders("orcus", "begin", "summon horse by ogre")
    assert turns(session, 3) == "ogre+horse2 horse cor"


@pytest.mark.parametrize("system", SYSTEMS)
def test_one_summoned_after_its_creators_turn_has_no_place_and_waits_for_the_next(system: str) -> None:
    session = riders(system, "begin", "next", "summon horse by ari")
    assert "horse2" not in session.fight.order
    assert turns(session, 4) == "horse cor ari+horse2 ogre"


def test_creatures_of_a_summoned_summoner_act_in_the_same_turn() -> None:
    session = riders("orcus", "begin", "summon horse", "summon horse by horse2")
    assert turns(session, 4) == "ogre horse cor ari+horse2+horse3"


def test_summoning_is_one_step_of_undo() -> None:
    session = riders("orcus", "begin")
    fight = session.fight
    play_lines(session, "summon horse x2 by cor", "undo")
    assert session.fight is fight


def test_a_summoned_creature_of_orcus_has_its_creators_defenses_and_outlives_it_until_the_end() -> None:
    session = riders("orcus", "begin", "summon horse by ogre", "kill ogre")
    assert state(session, "horse2").effects[0].name == "summoned"
    assert state(session, "horse2").place == "here"
    assert turns(session, 4) == "horse2 horse cor ari"
    assert session.fight.order == ("ari", "ogre", "horse2", "horse", "cor")
    play_lines(session, "finish")
    assert state(session, "horse2").place == "gone"


def test_a_creature_with_the_condition_summoned_has_no_separate_turn() -> None:
    session = riders("orcus", "begin", "apply horse summoned by ogre")
    assert turns(session, 4) == "ogre+horse cor ari ogre+horse"
    play_lines(session, "remove horse summoned")
    assert turns(session, 3) == "cor ari ogre"


# Delays and readied actions


def test_a_partner_that_delays_delays_the_shared_turn() -> None:
    session = riders("orcus", "share horse with ari", "begin", "apply horse dazed save", "delay", "next", "act ari")
    assert session.fight.turn
    assert session.fight.turn.companions == ("horse",)
    log = "\n".join(result_of(session, "next").log)
    assert "Horse saves against dazed" in log


def test_a_wasted_delayed_turn_ends_for_both_partners() -> None:
    session = riders("orcus", "share horse with ari", "begin", "apply horse dazed save", "delay", "next")
    log = "\n".join(result_of(session, "next").log)
    assert log.index("wasted") < log.index("Horse saves against dazed")
    assert session.fight.turn
    assert session.fight.turn.companions == ("horse",)


def test_a_readied_action_that_replaces_a_shared_turn_counts_for_both_partners() -> None:
    session = riders("orcus", "share horse with cor", "begin", "next", "next", 'ready "ari moves"', "next", "act cor")
    assert session.fight.turn
    assert session.fight.turn.companions == ("horse",)
    assert turns(session, 3) == "ogre cor+horse ari"


# Files


def test_a_fight_with_shared_turns_is_written_and_read() -> None:
    session = riders("orcus", "share horse with ari", "begin", "summon horse by ogre", "next")
    text = fight_text(session.fight)
    read = read_encounter_bytes(text.encode(), Path("ride.toml"))
    assert read == session.fight


def test_a_file_says_in_whose_turn_a_creature_acts() -> None:
    creatures = [{"name": "Ari", "max_hp": 20}, {"name": "Horse", "max_hp": 20, "shares_turn": "ari"}]
    session = session_on(fight_from_table({"format": 1, "name": "R", "system": "orcus", "creature": creatures}))
    play_lines(session, "begin")
    assert session.fight.turn
    assert session.fight.turn.companions == ("horse",)
