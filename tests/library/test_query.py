"""Creatures found by words: level, kind, role, size, type, tag and name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.library.facts import CombatFacts, facts_of
from orcus_tui.library.query import explain_no_match, matching_creatures, read_query
from tests.helpers.casts.library import SHIPPED

KNOWN = [facts_of(table) for table in SHIPPED]


def found(query: str) -> list[str]:
    return [each.name for each in matching_creatures(read_query(query, KNOWN), KNOWN)]


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
        ("level 1+", ["Bear", "Wyrm"]),
    ],
)
def test_creatures_are_found_by_their_challenge(query: str, names: list[str]) -> None:
    assert [each.name for each in matching_creatures(read_query(query, CHALLENGED), CHALLENGED)] == names
    assert CHALLENGED[1].about == "CR 1/4"


def test_cr_begins_a_word_if_no_creature_has_a_challenge() -> None:
    crab = [facts_of({"name": "Crab", "level": 1})]
    assert matching_creatures(read_query("cr", crab), crab) == crab


FIGHTERS = [
    facts_of({"name": name, "level": level, **fields})
    for name, level, fields in (
        (
            "Cinder Drake",
            3,
            {"type": "Dragon", "kind": "boss", "max_hp": 120, "speed": "6, fly 8 (hover)", "resist": {"fire": 5}}
            | {"defenses": {"ac": 19, "will": 14}}
            | {"power": [{"name": "Ember Breath", "damage": "2d6+3 fire", "effects": ["persist 5 acid+poison save"]}]},
        ),
        (
            "Bog Thing",
            2,
            {"kind": "mook", "immune": ["poison"], "vulnerable": {"cold": 5}, "speed": "5, swim 5, burrower"}
            | {"defenses": {"ac": 15, "will": 12}, "role": "Skulker"}
            | {"power": [{"name": "Mire", "effects": ["natural even: apply slowed+prone save then immobile"]}]},
        ),
        (
            "Will of Iron",
            4,
            {"max_hp": 60, "resist": {"all": 5}, "half": ["lightning"], "trait": [{"name": "Ember Heart"}]}
            | {"role": "Archer", "defenses": {"ac": 17, "will": 18}}
            | {"power": [{"name": "Nap", "always": ["self: apply dazed eont", "miss: damage 3 cold"]}]},
        ),
    )
]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("hp 60-200", ["Cinder Drake", "Will of Iron"]),
        ("hp 100+ ac 19", ["Cinder Drake"]),
        ("hp >60", ["Cinder Drake"]),
        ("hp >=60", ["Cinder Drake", "Will of Iron"]),
        ("ac <17", ["Bog Thing"]),
        ("level <=3 ac 15..19", ["Cinder Drake", "Bog Thing"]),
        ("ac 15 ac 17", ["Bog Thing", "Will of Iron"]),
        ("will 18+", ["Will of Iron"]),
        ("will", ["Will of Iron"]),
        ("resist fire", ["Cinder Drake", "Will of Iron"]),
        ("resists lightning", ["Will of Iron"]),
        ("immune pois", ["Bog Thing"]),
        ("vulnerable cold", ["Bog Thing"]),
        ("deals fire", ["Cinder Drake"]),
        ("damage poison", ["Cinder Drake"]),
        ("deals cold", ["Will of Iron"]),
        ("inflicts prone", ["Bog Thing"]),
        ("inflicts immobilized", ["Bog Thing"]),
        ("slowed", ["Bog Thing"]),
        ("power ember", ["Cinder Drake", "Will of Iron"]),
        ('"ember breath" or (mook)', ["Cinder Drake", "Bog Thing"]),
        ("not (dragon) hp 60", ["Will of Iron"]),
        ("breath", ["Cinder Drake"]),
        ("fly", ["Cinder Drake"]),
        ("flying hover", ["Cinder Drake"]),
        ("swim burrow", ["Bog Thing"]),
        ("not swim", ["Cinder Drake", "Will of Iron"]),
        ("not resist fire", ["Bog Thing"]),
        ("not mook not boss", ["Will of Iron"]),
        ("dragon or level 4", ["Cinder Drake", "Will of Iron"]),
        ("level 2-3 fly or swim not dragon", ["Bog Thing"]),
        ("mook or not resist all or dragon", ["Cinder Drake", "Bog Thing"]),
        ("solo", ["Cinder Drake"]),
        ("minion solo", ["Cinder Drake", "Bog Thing"]),
        ("lurker or artillery", ["Bog Thing", "Will of Iron"]),
        ("cr 2-3", ["Cinder Drake", "Bog Thing"]),
        ("challenge 4", ["Will of Iron"]),
    ],
)
def test_creatures_are_found_by_what_they_do_and_withstand(query: str, names: list[str]) -> None:
    assert [each.name for each in matching_creatures(read_query(query, FIGHTERS), FIGHTERS)] == names


@pytest.mark.parametrize(
    ("query", "column", "message"),
    [
        ("resist firre", 8, 'no creature resists "firre" (did you mean "fire"?)'),
        ("inflicts prune", 10, 'no creature inflicts "prune" (did you mean "prone"?)'),
        ("inflicts dazed", 10, 'no creature inflicts "dazed"'),
        ("power embre", 7, 'no creature has a power or trait named "embre"'),
        ("mook resist", 12, "expected a word after resist, such as resist all"),
        ("mook or", 8, "expected a word after or"),
        ("mook not", 9, "expected a word after not"),
        ("hp 60 not (mook or dragon)", 11, "not is for one word, not for several in brackets: not a not b"),
        ("hp <60+", 4, 'expected one number after <, got "<60+"'),
        ("inflcts prone", 1, 'no matches for "inflcts" (did you mean "inflicts"?)'),
        ("minoin", 1, 'no matches for "minoin" (did you mean "minion"?)'),
        ("ac", 3, "expected a number after ac, such as ac 3, ac 3-5 or ac 3+"),
    ],
)
def test_a_word_of_the_stat_block_that_is_wrong_is_reported(query: str, column: int, message: str) -> None:
    with pytest.raises(CommandError) as refused:
        read_query(query, FIGHTERS)
    assert (refused.value.column, refused.value.message) == (column, message)


def test_a_solo_of_srd_5_has_legendary_actions() -> None:
    known = [facts_of({"name": "Lich", "legendary": 3}), facts_of({"name": "Rat"})]
    assert known[0].about == "standard, legendary"
    for query in ("solo", "boss", "legendary"):
        assert matching_creatures(read_query(query, known), known) == known[:1]


def test_an_unknown_word_is_not_its_own_suggestion() -> None:
    with pytest.raises(CommandError) as refused:
        read_query("minion", [facts_of({"name": "Rat"})])
    assert refused.value.message == 'no matches for "minion"'


def test_words_joined_by_or_are_left_out_together_in_an_explanation() -> None:
    query = "level 2 dragon or archer"
    explanation = explain_no_match(query, read_query(query, FIGHTERS), FIGHTERS)
    assert explanation == (
        'no creature matches all of "level 2 dragon or archer"; '
        "without level 2: Cinder Drake, Will of Iron; without dragon or archer: Bog Thing"
    )


@pytest.mark.parametrize("wrong", [{"power": "x"}, {"power": [3, {"damage": 4, "effects": 5}]}, {"speed": ["fly"]}])
def test_facts_of_a_wrong_type_are_left_out(wrong: dict[str, object]) -> None:
    assert facts_of({"name": "X", "max_hp": "9", "defenses": [1], "resist": 3, **wrong}).combat == CombatFacts()


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


def test_if_nothing_matches_all_words_partial_matches_are_reported() -> None:
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
        assert all(each in KNOWN for each in matching_creatures(terms, KNOWN))
