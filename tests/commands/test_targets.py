"""Names, ranges and sets of targets: the creatures they mean, and the error of a word that means none."""

import pytest
from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.lexer import words_of
from orcus_tui.commands.targets import MOST_SEARCHED, resolve, resolve_one
from orcus_tui.rules.system import FightView
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.systems.orcus.system import ORCUS
from tests.helpers.casts.language import BEFORE, CONTEXT, fault


def targets(text: str, context: Context = CONTEXT) -> str:
    (word,) = words_of(text)
    return " ".join(resolve(word, context))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ari", "ari"),
        ("ARI", "ari"),
        ("ar", "ari"),
        ("Old-Mage", "mage"),
        ('"Old Mage"', "mage"),
        ('"old mage"', "mage"),
        ("old", "mage"),
        ("g1", "goblin1"),
        ("gob2", "goblin2"),
        ("goblin-2", "goblin2"),
        ("o1", "orb1"),
        ("g1,g2", "goblin1 goblin2"),
        ("g2,g1", "goblin2 goblin1"),
        ("ari,ari,ogre,ari", "ari ogre"),
        ("goblin3", "goblin3"),
        ("g1,g3", "goblin1 goblin3"),
        ("wolf", "wolf"),
        ("rat", "rat"),
        (".", "ari"),
        (".,ogre", "ari ogre"),
        ('"Old Mage",ogre', "mage ogre"),
    ],
)
def test_a_single_name_means_exactly_that_creature(typed: str, meant: str) -> None:
    assert targets(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("g1-2", "goblin1 goblin2"),
        ("goblin1-4", "goblin4 goblin1 goblin2"),
        ("goblin1-goblin2", "goblin1 goblin2"),
        ("gob*", "goblin4 goblin1 goblin2"),
        ("goblin?", "goblin4 goblin1 goblin2"),
        ("*mage", "mage"),
        ("OLD*", "mage"),
        ("@party", "ari cor"),
        ("@foes", "goblin4 ogre goblin1 goblin2"),
        ("@neutral", "mage orb1 orb2"),
        ("@all", "goblin4 ogre ari goblin1 goblin2 cor mage orb1 orb2"),
        ("@ALL", "goblin4 ogre ari goblin1 goblin2 cor mage orb1 orb2"),
        ("@staggered", "ogre cor"),
        ("@down", "cor"),
        ("@up", "goblin4 ogre ari goblin1 goblin2 mage orb1 orb2"),
        ("@dead", "goblin3"),
        ("@reserve", "wolf"),
        ("@prone", "ogre goblin1 cor"),
        ("@PRONE", "ogre goblin1 cor"),
        ("@foes,!g2", "goblin4 ogre goblin1"),
        ("!g2,@foes", "goblin4 ogre goblin1"),
        ("@foes,!gob*", "ogre"),
        ("@foes,!@prone", "goblin4 goblin2"),
        ("@party,!@stunned", "ari cor"),
        ("@foes,goblin3", "goblin4 ogre goblin1 goblin2 goblin3"),
        ("ogre,@foes", "ogre goblin4 goblin1 goblin2"),
    ],
)
def test_a_set_leaves_out_the_dead_and_absent_and_is_in_initiative_order(typed: str, meant: str) -> None:
    assert targets(typed) == meant


@pytest.mark.parametrize(
    ("typed", "column", "message"),
    [
        ("arri", 1, 'no creature is called "arri" (did you mean "ari"?)'),
        ("by", 1, 'expected a target before "by"'),
        ("gob", 1, '"gob" could be goblin1, goblin2, goblin3 or goblin4'),
        ("ari,orgre", 5, 'did you mean "ogre"?'),
        ("ari,", 5, "expected a target"),
        (",ari", 1, "expected a target"),
        ("!g2", 1, "exclude from which targets?"),
        ("@foes,!", 7, "exclude which target?"),
        ("@party,!@party", 1, "leaves no target"),
        ("@stunned", 1, '"@stunned" matches no living creature'),
        ("@stunnd", 1, 'did you mean "stunned"?'),
        ("@fooes", 1, 'did you mean "foes"?'),
        ("@", 1, "is not a side, state, condition or zone"),
        ("z*", 1, '"z*" matches no living creature'),
        ("g1-9", 1, "no goblin9 in this fight"),
        ("g0-2", 1, "no goblin0 in this fight"),
        ("g3-3", 1, '"g3-3" matches no living creature'),
        ("g4-1", 1, "is backwards: g1-4"),
        ("x1-4", 1, 'begins with "x"'),
        ('""', 1, "no creature"),
    ],
)
def test_a_word_that_names_no_creature_is_an_error_at_its_column(typed: str, column: int, message: str) -> None:
    at, text = fault(typed, of=targets)
    assert at == column
    assert message in text


def test_a_list_of_targets_has_a_limit_and_each_set_is_searched_once() -> None:
    sets = ["g*" + "*" * number for number in range(MOST_SEARCHED)]
    every = ["goblin1", "!ogre", *sets, *sets]
    assert set(targets(",".join(every))) == set(targets("g*"))
    assert fault(",".join((*sets, "o*")), of=targets) == (
        len(",".join(sets)) + 2,
        "a list of targets takes at most 100 names, ranges and sets, and as many ids as there are creatures",
    )


def test_no_creature_acts_before_the_first_turn() -> None:
    assert fault(".", BEFORE, of=targets) == (1, "it is nobody's turn")


def test_one_creature_may_not_be_listed_twice() -> None:
    (word,) = words_of("@party")
    assert "expected one creature" in fault("@party", of=lambda _, context: resolve_one(word, context))[1]
    (word,) = words_of("@down")
    assert resolve_one(word, CONTEXT) == "cor"


def test_a_prefix_skips_creatures_that_left() -> None:
    assert "no creature" in fault("ra", of=targets)[1]


WEIR = [
    {"name": "Small Fishing Spider", "max_hp": 9},
    {"name": "Woad Eel", "max_hp": 9, "count": 2},
    {"name": "Eel Tamer", "max_hp": 9, "side": "party"},
    {"name": "Gnoll Ranger", "max_hp": 9},
    {"name": "Elf Ranger", "max_hp": 9, "side": "party"},
]


def weir(*dead: str) -> Context:
    """The creatures of a weir, some of them dead."""
    fight = fight_from_table({"format": 1, "name": "Weir", "creature": WEIR})
    states = {each: replace(fight.states[each], life="dead") for each in dead}
    return Context(FightView(ORCUS, replace(fight, states={**fight.states, **states})))


@pytest.mark.parametrize(
    ("typed", "dead", "meant"),
    [
        ("spider", (), "small-fishing-spider"),
        ("fish", (), "small-fishing-spider"),
        ("eel2", (), "woad-eel2"),
        ("eel", (), "eel-tamer"),
        ("woad", ("woad-eel1",), "woad-eel2"),
        ("ranger", ("gnoll-ranger",), "elf-ranger"),
        ("gnoll", ("gnoll-ranger",), "gnoll-ranger"),
    ],
)
def test_any_word_of_a_name_finds_a_creature_the_living_first(typed: str, dead: tuple[str, ...], meant: str) -> None:
    assert targets(typed, weir(*dead)) == meant


def test_a_word_that_fits_two_living_creatures_means_the_foe_in_an_attack() -> None:
    (word,) = words_of("ranger")
    assert resolve(word, weir(), foes_of="eel-tamer") == ("gnoll-ranger",)
    assert resolve(word, weir(), foes_of="woad-eel1") == ("elf-ranger",)
    with pytest.raises(CommandError, match='"ranger" could be gnoll-ranger or elf-ranger'):
        resolve(word, weir())
