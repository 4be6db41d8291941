"""The output of `show` and `log`, line by line."""

import pytest

from orcus_tui.storage.encounter.fight_tables import fight_from_table, fight_table
from tests.helpers.casts.ari_and_ogre import DEFENSES, reads, session
from tests.helpers.fights.random_fights import play_lines, result_of, session_on

# show


def test_the_fight_is_a_line_for_each_creature_in_the_order_they_act() -> None:
    assert reads(session("begin", "next", "damage ogre 50", "temp ogre 4"), "show") == [
        "Ford · Orcus · round 1",
        "   20 Ari [ari] 44/44",
        "▶  10 Big Ogre [ogre] 30/80+4 · staggered",
    ]


def test_the_heading_shows_that_the_fight_has_not_begun_or_is_over() -> None:
    assert reads(session(), "show")[0] == "Ford · Orcus · not begun"
    assert reads(session("begin", "finish"), "show")[0] == "Ford · Orcus · over"


@pytest.mark.parametrize(
    ("lines", "noted"),
    [
        (["kill ogre"], "dead"),
        (["reserve ogre"], "in reserve until it enters"),
        (["drop ogre"], "out"),
        (["hide ogre"], "hidden"),
        (["surprise ogre"], "will be surprised"),
        (["apply ogre slowed+dazed"], "dazed, slowed"),
        (["apply ogre dazed", "apply ogre dazed"], "dazed"),
        (['apply ogre "on fire"', 'apply ogre "on fire"'], "on fire"),
        (["persist ogre 5 fire", "bonus ogre -2 ac"], "persistent 5 fire, −2 ac"),
        (["begin first ogre", "delay"], "delaying"),
        (["begin first ogre", "ready the door opens"], "readied: the door opens"),
    ],
)
def test_a_line_of_the_fight_notes_anything_unusual(lines: list[str], noted: str) -> None:
    (line,) = (each for each in reads(session(*lines), "show") if "[ogre]" in each)
    assert line.split(" · ")[1:] == [noted]


def test_open_questions_are_shown_below_with_their_numbers() -> None:
    fight = session("apply ari dazed save", "ask party", "begin", "next")
    assert reads(fight, "show")[-1] == "question 1: Ari, save (dazed), d20"


def test_a_card_shows_points_defenses_effects_powers_and_notes() -> None:
    fight = session("begin", "apply ogre dazed save", "bonus ogre -2 ac eont", "persist ogre 5 fire", "spend ogre roar")
    assert reads(fight, "show ogre") == [
        "Big Ogre [ogre] – Large giant, elite, brute, level 4, foes",
        "  initiative 10, hp 80/80, dazed, −2 ac, persistent 5 fire",
        "  ac 18 (20 printed), fortitude 16, reflex 14, will 13, staggered at 40, saves +2, "
        "recoveries 1, action points 1",
        "  resist 5 fire, immune charm",
        "  actions left: 1 standard, 0 move (dazed), 0 swift (dazed), 0 immediate (dazed)",
        "  dazed: one standard action; grants combat advantage; no immediate or opportunity actions",
        "  #1 dazed, save ends, from Ari",
        "  #2 −2 ac, until the end of Ari's next turn, from Ari",
        "  #3 persistent 5 fire, save ends, from Ari",
        "  Club (standard, at-will, melee 2) +8 vs AC, 2d6+4 damage; prone",
        "  Roar (swift, encounter); dazed, save ends – spent",
        "  aura 1: enemies that begin their turn in it take 5 fire",
        "  owes Ari a sheep",
    ]


def test_the_numbers_on_a_card_are_valid_for_remove() -> None:
    fight = session("apply ogre dazed", "persist ogre 5 fire", "persist ogre 3 cold")
    places = [line.split(",")[0].strip() for line in reads(fight, "show ogre") if "#" in line]
    assert places == ["#1 dazed", "#2 persistent 5 fire", "#3 persistent 3 cold"]
    assert play_lines(fight, "remove ogre #2") == ["Big Ogre: persistent 5 fire ends (removed)"]


def test_a_card_names_the_cause_of_an_implied_condition() -> None:
    topics = [line.split(":")[0] for line in reads(session("damage ari 50"), "show ari") if "(" in line and ":" in line]
    assert topics[1:] == [
        "  dying (at −6 hit points)",
        "  helpless (comes with unconscious)",
        "  prone (comes with unconscious)",
        "  unconscious (comes with dying)",
    ]


def test_marks_and_reminders_are_shown_by_names_and_points_of_the_turn() -> None:
    fight = session("begin", "mark ogre eont", 'remind ogre end "the ground shakes" enc')
    assert [line for line in reads(fight, "show ogre") if "#" in line] == [
        "  #1 marked by Ari, until the end of Ari's next turn, from Ari",
        "  #2 the ground shakes (reminder at the end of the turn), until the end of the encounter, from Ari",
    ]


def test_traits_are_shown_and_stay_through_a_written_fight() -> None:
    trait = [{"name": "Sure-footed", "text": "Ignores difficult terrain."}, {"name": "Tough"}]
    table = {"format": 1, "name": "Cliff", "creature": [{"name": "Goat", "max_hp": 9, "trait": trait}]}
    fight = fight_from_table(table)
    assert fight_from_table(fight_table(fight)) == fight
    assert reads(session_on(fight), "show goat")[-2:] == ["  Sure-footed: Ignores difficult terrain.", "  Tough"]


# log


def test_the_log_has_the_last_commands_and_their_results() -> None:
    fight = session("begin", "damage ogre 7", "note ari tired", "undo", "damage ogre 8")
    assert reads(fight, "log 2") == [
        "> damage ogre 7",
        "  Big Ogre takes 7: 80 → 73",
        "> damage ogre 8",
        "  Big Ogre takes 8: 73 → 65",
    ]


def test_a_log_without_a_command_says_so() -> None:
    assert reads(session(), "log") == ["nothing has happened yet"]


def test_looking_changes_nothing() -> None:
    fight = session("begin", "apply ari dazed save")
    before = fight.fight
    for line in ("show", "show ari", "why ari", "why ari dazed", "log", "log 1", "preview"):
        assert not result_of(fight, line).error
    assert fight.fight is before
    assert fight.timeline.undo_count == 2


def test_a_text_of_several_lines_is_shown_below_its_creature_line_by_line() -> None:
    wolf = {"name": "Wolf", "max_hp": 9, "defenses": DEFENSES, "text": "Skills: stealth +4\nChallenge 1/4"}
    fight = session_on(fight_from_table({"format": 1, "name": "Ford", "system": "orcus", "creature": [wolf]}))
    assert reads(fight, "show wolf")[-2:] == ["  Skills: stealth +4", "  Challenge 1/4"]
