"""A wrong word does no harm: the error points at its column and suggests the nearest known word."""

from pathlib import Path

import pytest

from tests.helpers.fights.played import Played, hero, monster, power

BLAST = power("Ice Blast", 'attack = "+8 vs Reflex"')

WRONG = [
    ("remove ogre dazd", "dazd", '(did you mean "dazed"?)'),
    ("save ogre dazd", "dazd", '(did you mean "dazed"?)'),
    ("save ogre prone 12", "prone", "no save ends prone"),
    ("why ogre dazd", "dazd", '(did you mean "dazed"?)'),
    ("set ari hp many", "many", "expected a whole number"),
    ("set ari defenses.acc 12", "defenses.acc", '(did you mean "ac"?)'),
    ("set ari side foos", "foos", '(did you mean "foes"?)'),
    ("set ari id bob", "id", "`rename` changes the name"),
    ("option death_save_timing ennd", "ennd", '(did you mean "end"?)'),
    ("add Bandit x3 hp=many", "hp=many", "expected a whole number"),
    ("add Bandit x300 hp=9", "x300", "from 1 to 200"),
    ("add Bandit", "Bandit", "neither in the fight nor in the library"),
    ("side ogre fos", "fos", '(did you mean "foes"?)'),
    ("bonus ogre +2 ac eotn", "eotn", '(did you mean "eont"?)'),
    ("rest shrt", "shrt", '(did you mean "short"?)'),
    ('remind ogre strt "the rats come"', "strt", '(did you mean "start"?)'),
    ("attack ice-blast ogre face 12,13", "face", "2 for 1 target;"),
    ("attack ice-blast ogre total 22,13", "total", "2 for 1 target;"),
]


@pytest.fixture
def fight() -> Played:
    fight = Played(hero("Ari", 20, "", BLAST), monster("Ogre", 10))
    return fight.play("begin", "apply ogre dazed save", "apply ogre prone")


@pytest.mark.parametrize(("line", "word", "message"), WRONG)
def test_a_wrong_word_is_pointed_at_and_the_fight_untouched(fight: Played, line: str, word: str, message: str) -> None:
    assert message in fight.refused(line)
    result = fight.session.run(line)
    assert result is not None
    assert result.column == line.index(word) + 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("end", '(did you mean "finish", "next" or "remove"?)'),
        ("end fight", '"finish"'),
        ("victory", '(did you mean "finish"?)'),
        ("hurt ogre 3", '(did you mean "damage"?)'),
        ("dazed ogre", "; use `apply TARGETS dazed`"),
        ("push ogre", "; use `do shove`"),
        ("cast ice-blast ogre", '(did you mean "use"?)'),
    ],
)
def test_an_everyday_word_for_a_command_suggests_it(fight: Played, line: str, message: str) -> None:
    assert message in fight.refused(line)


def test_a_wrong_word_in_a_script_is_pointed_at_too(fight: Played, tmp_path: Path) -> None:
    script = tmp_path / "script.txt"
    script.write_text("damage ogre 3\nremove ogre dazd\n")
    assert f"{script}:2:13: Ogre has no effect" in fight.refused(f'run "{script}"')
    assert fight["ogre"]["hp"] == 60


def test_a_resource_has_a_name() -> None:
    assert Played(hero("Ari", 20), monster("Ogre", 10)).refused('counter ari."\u2007" 3') == "a name cannot be blank"
