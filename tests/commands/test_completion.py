"""Completion, usage, help and the page of commands: what is offered, its meaning, and that it keeps a line valid."""

import pytest
from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.commands.completion import last_word
from orcus_tui.commands.context import Context, WordCursor
from orcus_tui.commands.grammar import fill, grammar_of
from orcus_tui.commands.help import help_lines
from orcus_tui.commands.lexer import words_of
from orcus_tui.commands.parse import parse
from orcus_tui.commands.power_verbs import Verb
from orcus_tui.commands.slot import no_offer
from orcus_tui.commands.verbs import TABLE
from orcus_tui.model.typed_steps import Rest
from orcus_tui.rules.fields import FIELDS
from orcus_tui.rules.system import FightView, System
from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.language import BEFORE, CONTEXT, IN_OTHER, ORCUS
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.fights.readings import complete, usage_at
from tools.command_reference import reference

VERBS = [verb for group in TABLE.values() for verb in group]


def words(text: str, context: Context = CONTEXT) -> list[str]:
    return [candidate.text for candidate in complete(text, context)]


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("da", ["damage"]),
        ("DA", ["damage"]),
        ("end", ["finish", "next", "remove"]),
        ("vict", ["finish"]),
        ("xq", []),
        ("damage og", ["ogre"]),
        ("damage @p", ["@party", "@prone"]),
        ("damage g1,og", ["g1,ogre"]),
        ("damage @foes,!og", ["@foes,!ogre"]),
        ("damage ogre ", []),
        ("damage ogre 7 f", ["fire", "force", "far", "face"]),
        ("damage ogre 7 fire+co", ["fire+cold"]),
        ("damage ogre 7 miss c", ["cold"]),
        ("damage ogre 7 by c", ["cor"]),
        ("apply ogre daz", ["dazed"]),
        ("apply ogre dazed+slo", ["dazed+slowed"]),
        ("apply ogre dazed t", ["teont", "tsont", "then"]),
        ("apply ogre dazed eont s", []),
        ("apply ogre dazed then stu", ["stunned"]),
        ("apply ogre dazed until the end of co", ["cor's"]),
        ("apply ogre dazed eont:co", ["eont:cor"]),
        ("apply ogre dazed save:", ["save:easy", "save:hard"]),
        ("attack s", ["shield-bash", "shining-path", "slimy-spew"]),
        ("attack cl", ["club"]),
        ("attack club ar", ["ari"]),
        ("attack club ari by ", ["ogre"]),
        ("attack nonsense ar", []),
        ("remove ogre #", ["#1", "#2"]),
        ("why ogre ", ["hp", "ac", "fortitude", "reflex", "will", "saves", "attack", "actions", "prone", "persistent"]),
        ("set ogre defenses.f", ["defenses.fortitude"]),
        ("set ogre kind e", ["elite"]),
        ("set ogre side n", ["neutral"]),
        ("set ogre hidden ", ["true", "false"]),
        ("set ogre notes ", []),
        ("add Rat kind=mo", ["kind=mook"]),
        ("add Rat surprised=t", ["surprised=true"]),
        ("attack longsword ogre a", []),
        ("attack longsword ogre c", ["ca", "coup", "charge"]),
        ("spend ogre c", ["club"]),
        ("do help", ["helpattack", "helpdefense"]),
        ("remove ogre ", ["prone", "persistent", "all"]),
        ("option death_save_t", ["death_save_timing"]),
        ("option death_save_timing e", ["end"]),
        ("counter a", ["ari.conviction"]),
        ("help dam", ["damage"]),
        ("damge ogre", []),
        ("damage nobody ", []),
        ("from ari: dam", ["damage"]),
        ("from ari: option death_save_timing e", ["end"]),
        ("from ari", []),
        ("# dam", []),
        ('note ari "da', []),
    ],
)
def test_the_word_at_the_end_is_completed(text: str, offered: list[str]) -> None:
    assert words(text) == offered


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("damage ", ["goblin", "ogre", "ari", "bo", "troll"]),
        ("apply ", ["goblin", "ogre", "ari", "bo", "troll"]),
        ("attack strike ", ["goblin", "ogre", "ari", "bo", "troll"]),
        ("use burn ", ["goblin", "ogre", "ari", "bo", "troll"]),
        ("use mend ", ["ari", "bo", "goblin", "ogre", "troll"]),
        ("heal ", ["ari", "bo", "goblin", "ogre", "troll"]),
    ],
)
def test_enemies_of_the_active_creature_are_offered_first_and_the_fallen_last(typed: str, offered: list[str]) -> None:
    strike, mend = power("Strike", 'attack = "+5 vs AC"\ndamage = "3"'), power("Mend", 'effects = ["heal 5"]')
    burn = power("Burn", 'damage = "3 fire"')
    heroes = hero("Ari", 20, "", strike, mend, burn), hero("Bo", 15, "", strike)
    foes = monster("Goblin", 18), monster("Ogre", 12, "", strike), monster("Troll", 30)
    fight = Played(*heroes, *foes).play("begin first ari", "kill troll")
    assert words(typed, fight.session.context)[:5] == offered
    fight.play("next")
    assert words("damage ", fight.session.context)[:2] == ["ari", "bo"]


def test_completion_shows_the_meaning_of_a_word() -> None:
    meanings = {
        each.text: each.meaning for text in ("", "d ", "a ogre ", "a ogre dazed ") for each in complete(text, CONTEXT)
    }
    assert meanings["next"].startswith("ends this turn and starts the next")
    assert meanings["ogre"] == "Ogre, hp 20/60"
    assert meanings["dazed"] == ORCUS.conditions.table["dazed"].means
    assert meanings["eont"] == "until the end of the source's next turn"


def test_the_turns_until_which_an_effect_may_last_are_offered() -> None:
    offered = words("apply ogre dazed until the end of ")
    assert {"target's", "ari's", "goblin1's"} <= set(offered)
    assert words("apply ogre dazed until the end of target's ") == ["next"]


def test_own_aliases_are_offered() -> None:
    assert words("bur", replace(CONTEXT, aliases={"burn": "persist ogre 5 fire"})) == ["burn"]
    assert words("burn sa", replace(CONTEXT, aliases={"burn": "persist ogre 5 fire"})) == ["save"]


def test_a_systems_words_are_offered_in_its_fights_only() -> None:
    assert words("attack longsword ogre ad") == []
    assert words("attack longsword ogre ad", IN_OTHER) == ["adv"]


def right_so_far(line: str, context: Context) -> bool:
    """Raises CommandError if no further words could make the line valid."""
    try:
        parse(line, context)
    except Unfinished:
        return False
    return True


SAMPLES = ("7", "+2", "x")
"""Words for slots whose words cannot be listed."""


@pytest.mark.parametrize("context", [CONTEXT, BEFORE, IN_OTHER], ids=["turns", "setup", "other"])
@pytest.mark.parametrize("verb", VERBS, ids=[verb.name for verb in VERBS])
def test_every_offered_word_keeps_the_line_valid(verb: Verb, context: Context) -> None:
    begun = [f"{verb.name} "]
    for _ in range(4):
        longer: list[str] = []
        for line in begun:
            offered = [f"{line}{word}1" if word.endswith("=") else f"{line}{word}" for word in words(line, context)]
            for each in offered:
                right_so_far(each, context)
            further = offered[:2] or [line + sample for sample in SAMPLES if _fits(line + sample, context)]
            longer.extend(f"{each} " for each in further)
        begun = longer


@pytest.mark.parametrize("verb", VERBS, ids=[verb.name for verb in VERBS])
def test_every_listable_thing_is_offered(verb: Verb) -> None:
    listed = [slot for slot in grammar_of(verb).required[:1] or grammar_of(verb).optional if slot.offer is not no_offer]
    offered = set(words(f"{verb.name} "))
    for slot in listed:
        assert offered & {each.text for each in slot.offer(WordCursor([], CONTEXT), "")}, slot.shown


def _fits(line: str, context: Context) -> bool:
    try:
        right_so_far(line, context)
    except CommandError:
        return False
    return True


@pytest.mark.parametrize(
    ("text", "usage"),
    [
        ("heal og", "heal TARGETS AMOUNT"),
        ("h", "heal TARGETS AMOUNT"),
        ("next", "next [TARGETS]"),
        ("", ""),
        ("xyz", ""),
        ('note "', 'note TARGETS "TEXT"'),
    ],
)
def test_the_usage_of_the_verb_typed(text: str, usage: str) -> None:
    assert usage_at(text, CONTEXT) == usage


def test_help_names_every_verb_and_says_how_one_is_written() -> None:
    listed = "\n".join(help_lines(None, ORCUS))
    assert all(verb.name in listed and verb.summary in listed for verb in VERBS)
    assert help_lines("dmg", ORCUS)[0].startswith("damage TARGETS AMOUNT")
    with pytest.raises(KeyError):
        help_lines("banana", ORCUS)


def test_the_reference_page_has_every_verb_once() -> None:
    page = reference([ORCUS])
    for verb in VERBS:
        usage = f"{verb.name} {verb.usage}".strip().replace("|", "\\|")
        assert page.count(f"| `{usage}` |") == 1
    assert all(f"### {title}" in page for title in TABLE)


def test_a_verb_needs_nothing_but_its_row() -> None:
    """A system's own verb, with slots of the language and with literal words."""
    row = Verb("escalation", (), "hold|reduce|reset [by SOURCE]", "what the die does", Rest)
    for text, what in (("hold", "hold"), ("reset by ari", "reset")):
        cursor = WordCursor(words_of(text), CONTEXT)
        spans = fill(grammar_of(row), cursor)
        assert cursor.values["what"] == what
        assert ("source" in spans) == ("by" in text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", ""),
        ("dam", "dam"),
        ("damage ", ""),
        ('apply ari "cold fe', '"cold fe'),
        ('note ari "one" two', "two"),
        (r'note ari "a \" quote', r'"a \" quote'),
        ('note ari "\\', '"\\'),
        ("d a,b", "a,b"),
        pytest.param("a" * 1_000_000 + " b", "b", id="after a word without end"),
    ],
)
def test_the_last_word_may_be_incomplete(text: str, word: str) -> None:
    assert last_word(text) == word


@pytest.mark.parametrize("before", ["", "ogre,", "@foes,!"])
def test_a_later_word_of_a_name_is_found_in_a_list_too(before: str) -> None:
    context = Played(hero("Ari", 20), monster("Ogre", 10), monster("Dire Wolf", 5)).session.context
    assert words(f"damage {before}wol", context) == [f"{before}dire-wolf"]
    assert words(f"damage dire-wolf,{before}xyz", context) == []


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_each_field_is_offered_with_its_meaning(system: System) -> None:
    context = replace(CONTEXT, view=FightView(system, CONTEXT.fight))
    offered = [*complete("add Bandit ", context), *complete("set ogre ", context)]
    fields = [each for each in offered if each.text.endswith("=") or each.text in FIELDS]
    assert len(fields) > 60
    assert not [each.text for each in fields if len(each.meaning) < 8 or each.meaning in ("field", "required")]


def test_the_fields_that_a_newcomer_needs_are_offered_first() -> None:
    offered = [each for each in words("add Bandit ") if each.endswith("=")]
    assert offered[:3] == ["hp=", "init=", "name="]
    assert "ac=" in offered[3:12]
    assert "id=" in offered
    assert "used=" not in offered
    assert "hp=" not in words("add Bandit hp=20 ")
