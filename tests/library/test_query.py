"""Creatures found by words: level, kind, role, size, type, tag and name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from library_cast import SHIPPED

from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.library.facts import facts_of
from orcus_tui.library.query import explain_no_match, matching, read_query

KNOWN = [facts_of(table) for table in SHIPPED]


def found(query: str) -> list[str]:
    return [each.name for each in matching(read_query(query, KNOWN), KNOWN)]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("level 3-5 mook undead", ["Bone Dog", "Bone Pile"]),
        ("undead level 3-5 mook", ["Bone Dog", "Bone Pile"]),
        ("UNDEAD Level 3–5 Mook", ["Bone Dog", "Bone Pile"]),
        ("level 4", ["Fen Ghost", "Mud Goblin Chief"]),
        ("level 5+", ["Barrow Wight", "Bone Pile", "Wolf-of-9 Moons"]),
        ("level 9-5", ["Barrow Wight", "Bone Pile", "Wolf-of-9 Moons"]),
        ("xp 50-200 undead", ["Barrow Wight", "Bone Pile"]),
        ("xp 400+", ["Mud Goblin Chief", "Wolf-of-9 Moons"]),
        ("level 1 level 9", ["Mud Goblin", "Wolf-of-9 Moons"]),
        ("elite boss", ["Fen Ghost", "Mud Goblin Chief"]),
        ("striker", ["Bone Dog", "Mud Goblin"]),
        ("small beast", ["Bone Dog"]),
        ("small large mook", ["Bone Dog", "Bone Pile"]),
        ("undead ooze", ["Bone Pile"]),
        ("leader", ["Mud Goblin Chief"]),
        ("gob", ["Mud Goblin", "Mud Goblin Chief"]),
        ("chief mud", ["Mud Goblin Chief"]),
        ('"mud goblin"', ["Mud Goblin"]),
        ('"mud gob"', ["Mud Goblin", "Mud Goblin Chief"]),
        ("wolf-of-9", ["Wolf-of-9 Moons"]),
        ("", [each.name for each in KNOWN]),
        ("   # only a remark", [each.name for each in KNOWN]),
    ],
)
def test_creatures_are_found_by(query: str, names: list[str]) -> None:
    assert found(query) == names


CHALLENGED = [
    facts_of({"name": name, "text": f"Skills: stealth +1\nChallenge {rating}"})
    for name, rating in (("Rat", "0"), ("Wolf", "1/4"), ("Crab", "1/2"), ("Bear", "2"), ("Wyrm", "17"))
]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("challenge 1/4", ["Wolf"]),
        ("cr 1/4-2", ["Wolf", "Crab", "Bear"]),
        ("cr 2+", ["Bear", "Wyrm"]),
        ("cr 0 cr 17", ["Rat", "Wyrm"]),
        ("level 1+", []),
    ],
)
def test_creatures_are_found_by_their_challenge(query: str, names: list[str]) -> None:
    assert [each.name for each in matching(read_query(query, CHALLENGED), CHALLENGED)] == names
    assert CHALLENGED[1].about == "challenge 1/4 standard"


def test_where_nobody_has_a_challenge_cr_begins_a_word() -> None:
    crab = [facts_of({"name": "Crab", "level": 1})]
    assert matching(read_query("cr", crab), crab) == crab


@pytest.mark.parametrize(
    ("query", "column", "message"),
    [
        ("level", 6, "expected a number after level, such as level 3, level 3-5 or level 3+"),
        ("mook level three", 12, 'expected a level such as level 3, level 3-5 or level 3+, got "three"'),
        ("mook xp", 8, "expected a number after xp, such as xp 3, xp 3-5 or xp 3+"),
        ("level 3-x", 7, 'expected a level such as level 3, level 3-5 or level 3+, got "3-x"'),
        ("mook undaed", 6, 'no matches for "undaed" (did you mean "undead"?)'),
        ("gobiln", 1, 'no matches for "gobiln" (did you mean "goblin"?)'),
        ("mooks", 1, 'no matches for "mooks" (did you mean "mook"?)'),
        ('"bone dgo"', 1, 'no creature named "bone dgo" (did you mean "Bone Dog"?)'),
        ("zzzz", 1, 'no matches for "zzzz"'),
        ('mook "bone', 6, "this quote is never closed"),
    ],
)
def test_a_word_that_says_nothing_is_reported_with_its_column(query: str, column: int, message: str) -> None:
    with pytest.raises(CommandError) as refused:
        read_query(query, KNOWN)
    assert (refused.value.column, refused.value.message) == (column, message)


def test_a_query_that_ends_too_soon_is_only_unfinished() -> None:
    with pytest.raises(Unfinished):
        read_query("mook level", KNOWN)


def test_where_nothing_is_all_of_it_what_there_is_without_a_word_is_reported() -> None:
    query = "level 1 undead goblin"
    assert found(query) == []
    explanation = explain_no_match(query, read_query(query, KNOWN), KNOWN)
    assert explanation == 'no creature matches all of "level 1 undead goblin"; without undead: Mud Goblin'


def test_a_library_without_creatures_says_so() -> None:
    assert explain_no_match("", read_query("", []), []) == "no creatures for this rules system yet"


@given(st.text() | st.text(alphabet='level 0123456789-+"mokud#'))
def test_any_text_is_a_query_or_a_fault_within_it(query: str) -> None:
    try:
        terms = read_query(query, KNOWN)
    except CommandError as fault:
        assert 1 <= fault.column <= len(query) + 1
        assert fault.message
    else:
        assert all(each in KNOWN for each in matching(terms, KNOWN))
