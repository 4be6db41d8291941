"""Which texts mention a name that players must not read."""

import re
from itertools import combinations

import pytest

from orcus_tui.players.secret_words import COMMON_WORDS, mentions, secret_words
from orcus_tui.systems import SYSTEMS
from tests.helpers.project.files import ROOT


def is_secret(text: str, *names: str, public: tuple[str, ...] = ()) -> bool:
    return mentions(text, secret_words(frozenset(names), frozenset(public)))


@pytest.mark.parametrize(
    "text",
    [
        *("Strahd's curse", "strahd’s curse", "STRAHD", "Strahds' curse", "The Strahds", "curse of Strahd", "(Strahd)"),
        *("secretname", "Strahd Secretname", "Stráhd", "S\u0301trahd", "Strahd-curse", "Str-ahd", "S.t.r.a.h.d."),
        *("Strahdcurse", "curseOfStrahd", "strahd_curse", "Strahd2", "Str\u00adahd", "Str\u200bahd", "Ｓｔｒａｈｄ"),
        *("strahd/ari", "Strahd…", "“Strahd”", "'Strahd'", "Str ahd"),
    ],
)
def test_each_word_of_a_name_is_secret_in_any_spelling(text: str) -> None:
    assert is_secret(text, "Strahd Secretname")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("progress is slow", "Ogre"), ("controlled", "Troll"), ("damaged", "Mage"), ("unbearable", "Bear")),
        *(("rattled", "Giant Rat"), ("switch places", "Witch"), ("on the king's road", "Goblin Ring of the Hall")),
        *(("Goblin 3", "Ogre 3"), ("3 arrows", "Orc 3"), ("an x on the floor", "Mister X Orc"), ("5 fire", "R5 Unit")),
        *(("fire on the ledge", "Fire Elemental"), ("prone in the mud", "Prone Ghoul"), ("red mist", "Red Dragon")),
        *(("frightened by the dark", "Frightened Ghoul"), ("large and slow", "Large Ooze"), ("what we are", "Ares")),
        *(
            ("fo and fum", "Fox"),
            ("the lord of it", "Ghost of the Hall"),
            ("", "Ogre"),
            ("…", "Ogre"),
            ("attacked", "Attack Dog"),
        ),
    ],
)
def test_similar_words_are_not_secret(text: str, name: str) -> None:
    assert not is_secret(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("Black's curse", "Lord Black"), ("the Greens' banner", "Captain Green"), ("Will’s aid", "Old Will")),
        *(("the fire's heat", "Fire Elemental"), ("on fire", "Fire"), ("by the leader", "The Leader")),
        *(("a black soldier", "Black Soldier"), ("no one can move", "No One"), ("it burns", "It")),
    ],
)
def test_a_common_word_is_secret_as_a_possessive_and_as_a_whole_name(text: str, name: str) -> None:
    assert is_secret(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("wolf bite", "Lord of Wolves"), ("wolves", "Wolf"), ("ghost", "Ghosts"), ("harpy song", "Harpies")),
        *(("fox fire", "Foxes"), ("ash falls", "Ashes"), ("her hero", "Heroes")),
        *(
            ("witches", "Witch"),
            ("shadows", "Shadow Lord"),
            ("Thanos' glove", "Thanos"),
            ("Ares' wrath", "Ares"),
            ("minions", "Smoke Minions"),
            ("ogrekin", "Ogre"),
        ),
    ],
)
def test_plurals_and_longer_words_count(text: str, name: str) -> None:
    assert is_secret(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(("voljin's totem", "Vol'jin"), ("Vol jin", "Vol'jin"), ("mind flayer", "Mindflayer"), ("derolo", "De Rolo")),
        *(("mindflayer", "Mind-Flayer"), ("Lukasz", "Łukasz"), ("Aether", "Æther"), ("strasse", "Straße")),
        *(("r2d2 beeps", "R2D2"), ("X marks it", "X"), ("bo's aid", "Bo"), ("McDonald", "Mcdonald")),
    ],
)
def test_names_with_signs_or_of_few_letters(text: str, name: str) -> None:
    assert is_secret(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("黒騎士の呪い", "黒騎士"),
        ("龍の呪い", "龍"),
        ("קללת המכשפה", "מכשפה"),
        ("the ??? glares", "???"),
        ("🐉 fear", "Red 🐉"),
    ],
)
def test_a_secret_name_is_found_anywhere_without_its_capitals_and_signs(text: str, name: str) -> None:
    assert is_secret(text, name)


def test_words_of_names_that_players_see_are_not_secret() -> None:
    seen = ("Goblin", "King Arthur", "The Count of Barovia")
    for text in ("goblin's net", "goblins", "the count's smile", "king", "Barovia"):
        assert not is_secret(text, "Goblin King", "Goblins of Barovia", public=seen), text
    assert is_secret("the Goblin King's decree", "Goblin King", public=seen), "the whole name is not on the page"
    assert is_secret("archer volley", "Goblin Archer", public=seen), "what is left of the name"
    assert not is_secret("a king, arthur", "King Arthur", public=seen)


def test_nothing_is_secret_without_hidden_creatures() -> None:
    assert not is_secret("Strahd's curse")
    assert not is_secret("Strahd's curse", public=("Strahd",))


def test_an_invisible_name_makes_nothing_secret() -> None:
    assert not is_secret("prone", "\u200b")


def test_the_words_of_every_system_are_common() -> None:
    common = frozenset().union(*COMMON_WORDS.values())
    for system in SYSTEMS.values():
        for texts in (
            *(system.conditions.table, system.conditions.aliases, system.words.damage_types, system.words.defenses),
            *(system.words.damage_aliases, system.words.bonus_stats, system.words.ranges, system.words.abilities),
            system.creatures.kinds,
        ):
            missing = sorted(set(re.findall("[a-z]+", " ".join(texts).lower())) - common)
            assert not missing, f"add {missing} of {system.id} to orcus_tui/players/common_words.toml"


def test_the_page_has_the_common_words_and_each_once() -> None:
    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    for group, words in COMMON_WORDS.items():
        row = f"| {group} | {' '.join(sorted(words))} |"
        assert row in page, f"docs/players.md needs the row {row}"
    for some, others in combinations(COMMON_WORDS.values(), 2):
        assert not some & others
