"""Facts: each word when true and when false, and how facts are read."""

from pathlib import Path

import msgspec
import pytest

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.facts import read_facts
from orcus_tui.commands.lexer import words_of
from orcus_tui.commands.line_compiler import context_with
from orcus_tui.model.facts import Fact, FactNumber, facts_text
from orcus_tui.model.text import in_quotes, name_key
from orcus_tui.rules.facts import About, Moment, holds
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.systems import SYSTEMS
from tests.helpers.fights.played import Played, creature, hero, monster

ORCUS = SYSTEMS["orcus"]


def fight(*lines: str) -> Played:
    """Ari and a giant of 60 hit points, after these lines."""
    return Played(hero("Ari", 20), monster("Ogre", 10, 'type = "giant"\ntags = ["mountain"]')).play(*lines)


def is_so(text: str, played: Played, about: About = "other") -> bool:
    """Whether facts are true of the ogre, as Ari sees it, or of Ari."""
    view = played.session.view
    facts = read_facts(WordCursor(words_of(text), context_with(view.system, view.fight.sheets)))
    return holds(facts, Moment(view, "ari", "ogre"), about)


@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("prone", ["apply ogre prone"]),
        ("staggered", ["damage ogre 30"]),
        ("hp 50-", ["damage ogre 10"]),
        ("hp 25%-", ["damage ogre 45"]),
        ("!unhurt", ["damage ogre 1"]),
        ("down", ["kill ogre", "revive ogre", "knockout ogre"]),
        ("ally", ["side ogre party"]),
        ("marked", ["mark ogre by ari"]),
        ('"in the fog"', ['apply ogre "in the fog"']),
        ("round 1", ["begin"]),
        ("prone+staggered", ["apply ogre prone", "damage ogre 30"]),
        ("prone,staggered", ["damage ogre 30"]),
    ],
)
def test_a_fact_is_false_and_then_true(word: str, lines: list[str]) -> None:
    assert not is_so(word, fight())
    assert is_so(word, fight(*lines))


@pytest.mark.parametrize("word", ["giant", '"mountain"', "foe", "up", "unhurt", "ogre", "standard", "og*", "!prone"])
def test_a_fact_of_a_creature_reads_as_written(word: str) -> None:
    assert is_so(word, fight())


@pytest.mark.parametrize("word", ["undead", "ari", "crit", "melee", "ca", "marker"])
def test_a_fact_that_is_not_true_here(word: str) -> None:
    assert not is_so(word, fight())


@pytest.mark.parametrize(
    ("die", "word", "true"),
    [
        (3, "escalation 3+", True),
        (2, "escalation 3+", False),
        (2, "escalation 2", True),
        (0, "escalation even", False),
        (2, "escalation even", True),
        (1, "escalation even", False),
        (3, "escalation 3+ + !staggered", True),
    ],
)
def test_the_escalation_die_is_shown(die: int, word: str, *, true: bool) -> None:
    pd = "defenses = { ac = 18, pd = 16, md = 14 }"
    ari = creature("Ari", f'kind = "pc"\nmax_hp = 40\ninitiative_total = 20\n{pd}')
    ogre = creature("Ogre", f"max_hp = 60\ninitiative_total = 10\n{pd}")
    played = Played(ari, ogre, system="archmage").play("begin", f"counter escalation {die}")
    assert is_so(word, played, "bearer") == true


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("undaed", 'unknown fact "undaed" (did you mean "undead"?)'),
        ("escalation 3+", 'unknown fact "escalation"'),
        ("prone+", "expected a fact"),
        ("hp 5", "expected the most hit points"),
        ("round 3+prone", "write the + before"),
    ],
)
def test_a_word_that_is_not_a_fact_is_refused(text: str, message: str) -> None:
    with pytest.raises(CommandError) as raised:
        read_facts(WordCursor(words_of(text), context_with(ORCUS, ())))
    assert message in raised.value.message


@pytest.mark.parametrize("text", ["weapon+ca", "!prone,hp 25%-", '"half cover"', "round 3+ + !marker"])
def test_facts_are_shown_as_written(text: str) -> None:
    facts = read_facts(WordCursor(words_of(text), context_with(ORCUS, ())))
    assert str(facts) == text


@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize(
    "text", ["escalation 3 + staggered", "escalation 3+ + dazed,hp 50%- + !melee", "round 2 + round 3+ + melee"]
)
def test_facts_that_are_written_are_read_as_the_same(text: str, *, quoted: bool) -> None:
    context = context_with(SYSTEMS["archmage"], ())
    facts = read_facts(WordCursor(words_of(text), context))
    again = read_facts(WordCursor(words_of(facts_text(facts, quoted=quoted)), context))
    assert again.any_of == facts.any_of


@pytest.mark.parametrize("words", ["at bay\\", "\\", 'he says "hi"', "a\\b", 'ends "\\'])
def test_an_effect_in_own_words_is_found_and_written_whatever_its_signs(words: str) -> None:
    played = fight(f"apply ari {in_quotes(words)}", f"bonus ari +2 attack while {in_quotes(words)}")
    assert played.play("why ari attack").log[0].endswith(f"+2 while {in_quotes(name_key(words))} (bonus)")
    again = read_encounter_bytes(fight_text(played.session.fight).encode(), Path("again.toml"))
    assert again == played.session.fight


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("hp 25%-", Fact("hp", number=FactNumber(25, "at most", is_share=True))),
        ("round 3", Fact("round", number=FactNumber(3))),
        ("escalation odd", Fact("escalation", number=FactNumber(comparison="odd"))),
        ("exhaustion 3+", Fact("exhaustion", number=FactNumber(3, "at least"))),
        ("sees ogre", Fact("sees", other="ogre")),
        ("goblin 3", Fact("goblin 3")),
        ("hp 25", Fact("hp 25")),
    ],
)
def test_a_fact_as_one_text_of_an_old_journal_is_split_into_its_parts(text: str, fact: Fact) -> None:
    found = msgspec.convert({"word": text}, Fact)
    assert found == fact
    assert str(found) == text
