"""The events of an encounter: announced when they occur, with a line to type, and in the timers until then."""

from pathlib import Path
from typing import Any

import pytest

from orcus_tui.model.fight import who_offers
from orcus_tui.session.ahead.timers import short_texts, timers, when_text
from orcus_tui.session.encounter_notes import briefing_lines
from orcus_tui.session.log_text import formatter_of
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.fights.random_fights import play_lines, session_on

ARI = {"name": "Ari", "kind": "pc", "max_hp": 30, "initiative_total": 20}
OGRE = {"name": "Ogre", "max_hp": 20, "initiative_total": 10}


def fight_with(*events: dict[str, Any]) -> Any:
    table = {"format": 1, "name": "Ford", "event": list(events), "creature": [ARI, OGRE]}
    return fight_from_table(table)


def log_of(at: str, *lines: str) -> list[str]:
    """The log of the last line, in a fight with one event."""
    session = session_on(fight_with({"at": at, "text": "A bell rings."}))
    play_lines(session, *lines[:-1])
    return play_lines(session, lines[-1])


@pytest.mark.parametrize(
    ("at", "before", "comes", "stays_away"),
    [
        ("round 1", [], "begin", "init ari 21"),
        ("round 2", ["begin", "next"], "next", "d ogre 3"),
        ("initiative 15", ["begin"], "next", "d ogre 3"),
        ("initiative 20", ["begin"], "next", "d ogre 3"),
        ("initiative 21", [], "begin", "init ari 22"),
        ("initiative 5", ["begin", "next"], "next", "d ogre 3"),
        ("start of ogre", ["begin"], "next", "d ogre 3"),
        ("ogre staggered", ["begin"], "d ogre 10", "d ogre 9"),
        ("ogre staggered", ["begin"], "d ogre 19", "d ogre 20"),
        ("ogre at 5", ["begin"], "d ogre 15", "d ogre 14"),
        ("ogre dies", ["begin"], "kill ogre", "d ogre 19"),
    ],
)
def test_an_event_is_logged_when_it_occurs_not_before(at: str, before: list[str], comes: str, stays_away: str) -> None:
    assert "event: A bell rings." in log_of(at, *before, comes)
    assert "event" not in str(log_of(at, *before, stays_away))


def test_round_0_begins_with_the_fight_only_after_a_surprise_that_has_a_round() -> None:
    table = {
        "format": 1,
        "name": "Ford",
        "options": {"surprise": "separate_round"},
        "event": [{"at": "round 0", "text": "Reeds part.", "do": ["damage ari 3"]}],
        "creature": [ARI, OGRE],
    }
    session = session_on(fight_from_table(table))
    assert "Reeds part." not in str(play_lines(session, "begin"))
    session = session_on(fight_from_table(table))
    assert "event: Reeds part." in str(play_lines(session, "surprise ari", "begin"))
    assert session.fight.round == 0
    assert session.fight.states["ari"].hp == 27
    assert "Reeds part." not in str(play_lines(session, "next", "next"))


def test_a_file_with_an_event_at_a_round_that_its_system_does_not_have_opens() -> None:
    text = (
        b'system = "srd5"\n[[event]]\nat = "round 0"\ntext = "Reeds part."\n[[creature]]\nname = "Ogre"\nmax_hp = 20\n'
    )
    assert read_encounter_bytes(b"format = 1\n" + text, Path("reeds.toml")).briefing.events[0].at == "round 0"


OGRE_BURNS = ["Ogre's turn", "Ogre takes 2 persistent from Ari: 20 → 18"]


def test_an_event_at_a_count_comes_between_turns_or_last_in_the_round() -> None:
    bell = {"text": "A bell rings.", "do": ["damage ari 3"]}
    session = session_on(fight_with({"at": "initiative 15", **bell}, {"at": "initiative 5", **bell}))
    play_lines(session, "begin", "persist ari,ogre 2 enc")
    event = "event: A bell rings."
    assert play_lines(session, "next")[:4] == [event, "Ari takes 3: 30 → 27", *OGRE_BURNS]
    assert play_lines(session, "next")[:5] == [
        event,
        "Ari takes 3: 27 → 24",
        "Round 2",
        "Ari's turn",
        "Ari takes 2 persistent: 24 → 22",
    ]


def test_the_text_of_an_event_is_one_line_in_the_log_and_in_its_offer() -> None:
    session = session_on(fight_with({"at": "round 2", "text": "A bell\nrings.\n", "line": "damage ogre 3"}))
    assert "event: A bell rings. (ready to type: damage ogre 3)" in play_lines(session, "begin", "next", "next")
    assert [each.because for each in session.fight.offers] == ["A bell rings."]
    assert who_offers(session.fight, session.fight.offers[0]) == "A bell rings"


def test_an_event_that_kills_the_next_creature_occurs_once() -> None:
    session = session_on(fight_with({"at": "initiative 15", "text": "A bell rings.", "do": ["kill ogre"]}))
    log = play_lines(session, "begin", "next")
    assert log.count("event: A bell rings.") == 1
    assert (session.fight.round, session.fight.active) == (2, "ari")


def test_a_line_that_ends_a_turn_waits_until_the_next_has_begun() -> None:
    session = session_on(fight_with({"at": "initiative 15", "text": "A bell rings.", "do": ["next"]}))
    play_lines(session, "begin", "next")
    assert (session.fight.round, session.fight.active) == (2, "ari")


def test_an_event_at_a_count_comes_once_in_every_round() -> None:
    session = session_on(fight_with({"at": "initiative 15", "text": "A bell rings."}))
    rounds = [str(play_lines(session, line)).count("bell") for line in ("begin", "next", "next", "next", "next")]
    assert rounds == [0, 1, 0, 1, 0]


def test_becoming_staggered_again_after_healing_is_logged_again() -> None:
    at = ("begin", "d ogre 12", "d ogre 1", "heal ogre 9", "d ogre 9")
    assert log_of("ogre staggered", *at)[-1] == "event: A bell rings."
    assert "event" not in str(log_of("ogre staggered", *at[:3]))


@pytest.mark.parametrize(
    ("event", "log"),
    [
        ({"text": "The lid falls.", "line": "hide ogre"}, "event: The lid falls. (ready to type: hide ogre)"),
        ({"line": "hide ogre"}, "event, ready to type: hide ogre"),
    ],
)
def test_a_line_is_offered_and_never_carried_out(event: dict[str, str], log: str) -> None:
    session = session_on(fight_with({"at": "round 1", **event}))
    said = play_lines(session, "begin")
    assert said[-1] == log
    assert str(said).count("hide ogre") == 1
    assert [each.line for each in session.fight.offers] == ["hide ogre"]
    assert not session.fight.states["ogre"].hidden


def test_the_offer_of_an_event_outlives_the_creature_at_its_turn() -> None:
    session = session_on(fight_with({"at": "round 1", "text": "The lid falls.", "line": "hide ogre"}))
    play_lines(session, "begin", "kill ari")
    assert [each.line for each in session.fight.offers] == ["hide ogre"]
    assert play_lines(session, "accept")[0] == "offer 1: `hide ogre`"


def test_undo_takes_an_event_back_and_redo_says_it_again() -> None:
    session = session_on(fight_with({"at": "ogre dies", "text": "The gate opens."}))
    play_lines(session, "begin", "kill ogre", "undo")
    assert "The gate opens." in str(play_lines(session, "kill ogre"))


@pytest.mark.parametrize("line", ["apply ogre slowed teont", "damage @foes 3"])
def test_the_offer_of_an_event_lapses_when_all_its_targets_are_dead(line: str) -> None:
    session = session_on(fight_with({"at": "round 1", "text": "A bell rings.", "line": line}))
    play_lines(session, "begin", "damage ogre 19")
    assert len(session.fight.offers) == 1
    play_lines(session, "damage ogre 1")
    assert session.fight.states["ogre"].life == "dead"
    assert not session.fight.offers
    play_lines(session, "undo")
    assert len(session.fight.offers) == 1


@pytest.mark.parametrize("line", ["damage ari,ogre 3", "add ghoul", "heal ari 3"])
def test_the_offer_of_an_event_stays_while_a_target_lives(line: str) -> None:
    session = session_on(fight_with({"at": "round 1", "text": "A bell rings.", "line": line}))
    play_lines(session, "begin", "kill ogre")
    assert [each.line for each in session.fight.offers] == [line]


def test_an_event_offers_nothing_to_those_who_die_in_the_same_command() -> None:
    session = session_on(fight_with({"at": "ogre staggered", "text": "It flees.", "line": "drop ogre"}))
    play_lines(session, "begin", "damage ogre 10")
    assert [each.line for each in session.fight.offers] == ["drop ogre"]
    play_lines(session, "undo", "damage ogre 20")
    assert session.fight.states["ogre"].life == "dead"
    assert not session.fight.offers


def test_an_offer_of_a_death_to_the_dead_creature_stays() -> None:
    session = session_on(fight_with({"at": "ogre dies", "text": "It rises again.", "line": "revive ogre"}))
    play_lines(session, "begin", "kill ogre")
    assert [each.line for each in session.fight.offers] == ["revive ogre"]


def test_events_are_in_the_timers_until_they_can_no_longer_occur() -> None:
    events = ("round 2", "initiative 15", "start of ogre", "ogre staggered", "ogre at 5", "ogre dies")
    session = session_on(fight_with(*({"at": at, "text": at} for at in events)))
    play_lines(session, "begin", 'remind round 3 "the lamp goes out"')

    def rows() -> list[tuple[str, str, str]]:
        formatter = formatter_of(session.fight)
        found = timers(session.view)
        return [(when_text(formatter, each.when), *short_texts(formatter, each)) for each in found]

    assert rows() == [
        ("start of Ogre's turn", "initiative 15", "event at 15"),
        ("start of Ogre's turn", "start of ogre", "event"),
        ("round 2 begins", "round 2", "event"),
        ("round 3 begins", "the lamp goes out", "reminder"),
        ("when Ogre is staggered", "ogre staggered", ""),
        ("when Ogre has 5 hit points or fewer", "ogre at 5", ""),
        ("when Ogre dies", "ogre dies", ""),
    ]
    play_lines(session, "d ogre 12")
    assert [what for _, what, _ in rows()][-2:] == ["ogre at 5", "ogre dies"]
    play_lines(session, "d ogre 4")
    assert [what for _, what, _ in rows()][-2:] == ["the lamp goes out", "ogre dies"]
    play_lines(session, "heal ogre 20")
    assert [what for _, what, _ in rows()][-3:] == ["ogre staggered", "ogre at 5", "ogre dies"]
    play_lines(session, "kill ogre", "next")
    assert [what for _, what, _ in rows()] == ["initiative 15", "the lamp goes out"]


@pytest.mark.parametrize(
    ("event", "fault"),
    [
        ('at = "rnd 2"\ntext = "x"', 'expected "round 4", "initiative 20", "start of ogre", "ogre staggered", '),
        ('at = "ogr dies"\ntext = "x"', 'unknown creature "ogr" (did you mean "ogre"?)'),
        ('at = "round 2"', "say what happens: a text, a line to offer, or lines to carry out"),
        ('text = "x"', "event[1].at: missing"),
        ('at = "round 2"\ntxt = "x"', 'unknown key (did you mean "text"?)'),
        ("at = 2\ntext = 'x'", "got 2"),
    ],
)
def test_a_wrong_event_is_refused_with_its_line(event: str, fault: str) -> None:
    toml = f'format = 1\n[[event]]\n{event}\n[[creature]]\nname = "Ogre"\nmax_hp = 9\n'
    with pytest.raises(StorageError) as wrong:
        read_encounter_bytes(toml.encode(), Path("ford.toml"))
    assert fault in str(wrong.value)
    assert "ford.toml:" in str(wrong.value)


def test_a_system_without_the_word_staggered_says_half_the_hit_points() -> None:
    event = {"at": "ogre staggered", "text": "A bell rings."}
    table = {"format": 1, "name": "Ford", "system": "srd5", "event": [event], "creature": [ARI, OGRE]}
    session = session_on(fight_from_table(table))
    when = [when_text(formatter_of(session.fight), each.when) for each in timers(session.view)]
    assert when == ["when Ogre is at half its hit points"]
    assert briefing_lines(session.view)[0][-1] == "Ogre at half its hit points: A bell rings."
