"""Aliases with parameters, several lines and help."""

import pytest

from orcus_tui.commands.aliases import help_of, lines_in
from orcus_tui.errors import OrcusError
from tests.helpers.fights.played import Played, creature, power

DEFENSES = "defenses = { ac = 12, fortitude = 12, reflex = 12, will = 12 }"
ALIASES = {
    "burn": "persist $1 5 fire save",
    "scorch": "persist $1 $2=5 fire save",
    "volley": "attack bow $1; attack bow $2",
    "hush": "apply {target?} dazed save # dazes a creature",
    "each": "damage $* 2",
    "both": "damage $1,$2 3",
    "plain": "damage ogre",
    "pair": "damage ogre 1; damage rat 1",
    "nested": "volley $1 $1; damage $1 1",
    "loop": "damage ogre 1; loop",
    "selfish": "selfish $1",
    "late": "damage ogre 1; damage nobody 1",
    "asks": "damage ogre 1; undo",
}


def table() -> Played:
    """Ari against an ogre and a rat, with the aliases."""
    bow = power("Bow", 'range = "ranged 10"\nattack = "+5 vs AC"\ndamage = "3"')
    played = Played(
        creature("Ari", f'kind = "pc"\nmax_hp = 40\ninitiative_total = 20\n{DEFENSES}', bow),
        creature("Ogre", f"max_hp = 40\ninitiative_total = 10\n{DEFENSES}"),
        creature("Rat", f"max_hp = 9\ninitiative_total = 5\n{DEFENSES}"),
    ).play("begin")
    played.session.fight_files.aliases.update(ALIASES)
    return played


@pytest.mark.parametrize(
    ("alias", "line"),
    [
        ("burn ogre", "persist ogre 5 fire save"),
        ("scorch ogre", "persist ogre 5 fire save"),
        ("scorch ogre 8", "persist ogre 8 fire save"),
        ("hush rat", "apply rat dazed save"),
        ("each ogre,rat", "damage ogre,rat 2"),
        ("both ogre rat", "damage ogre,rat 3"),
        ("plain 4 fire", "damage ogre 4 fire"),
        ('burn "Ogre"', "persist ogre 5 fire save"),
    ],
)
def test_an_alias_is_its_line_with_its_words_filled_in(alias: str, line: str) -> None:
    assert table().play(alias).session.fight == table().play(line).session.fight


def test_an_alias_of_several_lines_is_one_step_of_undo() -> None:
    played = table()
    before = played.session.fight
    played.play("volley ogre rat", dice="15 15").shows("ogre", hp=37).shows("rat", hp=6)
    played.play("undo")
    assert played.session.fight == before
    played.play("redo").shows("rat", hp=6)
    played.play("pair").shows("ogre", hp=36).shows("rat", hp=5)


def test_an_alias_may_use_another_of_several_lines() -> None:
    played = table().play("nested ogre", dice="15 15").shows("ogre", hp=33)
    played.play("undo").shows("ogre", hp=40)


@pytest.mark.parametrize(
    ("line", "why", "column"),
    [
        ("burn", "needs $1: persist $1 5 fire save", 5),
        ("burn ogre rat", 'unexpected "rat"', 11),
        ("hush", "needs a target", 5),
        ("volley ogre", "needs $2", 12),
        ("burn ogrr", 'no creature is called "ogrr"', 6),
        ("pair ogre", "the alias takes no words", 6),
        ("selfish ogre", "refers to itself", 1),
        ("loop", "refers to itself", 1),
        ("late", "late, line 2 (damage nobody 1)", 1),
        ("asks", "`undo` cannot be used", 1),
        ("before volley ogre rat", "has several lines", 8),
    ],
)
def test_a_wrong_alias_says_what_is_wrong_and_changes_nothing(line: str, why: str, column: int) -> None:
    played = table()
    assert why in played.refused(line)
    result = played.session.run(line)
    assert result is not None
    assert result.column == column


def test_the_help_line_is_shown_in_help_and_completion() -> None:
    assert help_of(ALIASES["hush"]) == "dazes a creature"
    assert help_of(ALIASES["burn"]) == ""
    result = table().session.run("help")
    assert result is not None
    assert [line for line in result.lines if line.split()[:1] == ["hush"]] == [f"  {'hush':<22} dazes a creature"]
    assert lines_in("damage a 1; # nothing; damage b 2") == ["damage a 1", "damage b 2"]


def test_a_preview_shows_every_line() -> None:
    from orcus_tui.api.fight import Fight

    fight = Fight(table().session)
    assert fight.preview("pair").lines == ("Ogre 40 → 39", "Rat 9 → 8")
    with pytest.raises(OrcusError, match="needs"):
        fight.preview("volley")


def test_a_macro_has_parameters_in_place_of_the_targets() -> None:
    played = table().play("damage ogre 3", "apply ogre,rat dazed save", "damage ogre 4")
    kept: dict[str, str] = {}

    def keep(name: str, line: str) -> str:
        kept[name] = line
        return "kept"

    played.session.save_alias = keep
    played.play("macro smash 3")
    assert kept == {"smash": "damage $1 3; apply $2 dazed save; damage $1 4"}
    played.play("smash rat ogre").shows("rat", hp=2)
    assert "there are only" in played.refused("macro more 50")
    assert "is a command already" in played.refused("macro damage 1")
