"""Modifiers in files: the words of `bonus`, `resist` and similar verbs without targets, and when they count."""

from collections.abc import Collection
from functools import lru_cache
from typing import cast

from orcus_tui.commands.bonus_slots import BONUS_SLOTS
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.grammar import Grammar, fill, find_grammar, grammar_of
from orcus_tui.commands.lexer import Word, words_of
from orcus_tui.commands.line_compiler import NO_WORDS, FileWords, context_with
from orcus_tui.commands.names import among, vocabulary
from orcus_tui.commands.power_verbs import BONUS, Verb
from orcus_tui.model import steps
from orcus_tui.model.facts import Fact, Facts
from orcus_tui.model.modifier import ALWAYS, QUALITIES, FightModifier, Modifier, When
from orcus_tui.rules.system import System

_WHEN = tuple(BONUS_SLOTS[each] for each in ("against FACTS|NAME", "with FACTS", "while FACTS"))


def compile_when(text: str, system: System, ids: Collection[str] = ()) -> When:
    """`against undead with melee while staggered`; `ids` are the creatures that may be named.

    Raises CommandError with the column in `text`.
    """
    cursor = WordCursor(words_of(text), context_with(system, ids))
    found: dict[str, Facts] = {}
    while cursor.word is not None:
        slot = next((each for each in _WHEN if cursor.key in each.begins), None)
        facts = slot.read(cursor) if slot and slot.key not in found else None
        if slot is None or not isinstance(facts, Facts):
            raise CommandError("expected against, with or while, each once, and facts", cursor.column)
        found[slot.key] = facts
    return When(**found)


def compile_modifier(
    text: str, system: System, ids: Collection[str] = (), words_of_file: FileWords = NO_WORDS
) -> Modifier:
    """A bonus without verb and targets, such as `+2 attack while staggered`, or `resist fire 5 while escalation even`.

    Raises CommandError with the column in `text`.
    """
    words = words_of(text)
    if not words:
        raise CommandError("a modifier needs an amount and a statistic, e.g. +2 attack", 1)
    verb = BONUS
    if words[0].key[:1].isalpha() and words[0].key not in ("adv", "dis", "ca"):
        verb = find_grammar(words[0], system)[0].verb
        if verb.name not in (*QUALITIES, BONUS.name):
            raise CommandError(f'a modifier is a bonus, or {", ".join(QUALITIES)}, not "{words[0].text}"', 1)
    cursor = WordCursor(
        words, context_with(system, ids, words_of_file), int(words[0].key[:1].isalpha() and verb is not BONUS)
    )
    if verb is BONUS and words[0].key == BONUS.name:
        cursor.at = 1
    cursor.values["targets"] = ()
    fill(_of_modifier(verb), cursor)
    facts = cast("dict[str, Facts]", {key: cursor.values.pop(key) for key in _WHEN_KEYS if key in cursor.values})
    when = When(**facts)
    when = ALWAYS if when == ALWAYS else when
    step = verb.step(**cursor.values)
    if isinstance(step, steps.Withstand):
        return Modifier(step.quality, step.amount or 0, type=step.type, when=when, unless=step.unless)
    if not isinstance(step, steps.Bonus):
        raise CommandError(f"{verb.name} is not a modifier", 1)
    limit = "once" if step.once else step.limit
    if limit == "once":
        raise CommandError("`once` is for effects; a lasting modifier takes `each turn` or `each round`", 1)
    return Modifier(step.stat, step.amount, step.dice, step.advantage, step.type, when, limit)


_WHEN_KEYS = ("against", "using", "during")
_SHARED = ("targets", "duration", "source", "then", "after", "joined", "name", "once")


@lru_cache
def _of_modifier(verb: Verb) -> Grammar:
    """A verb's grammar without targets and duration, with facts that say when the modifier counts."""
    known = grammar_of(verb)
    required = tuple(slot for slot in known.required if slot.key not in _SHARED)
    own = [slot for slot in known.optional if slot.key not in _SHARED]
    own += [slot for slot in _WHEN if slot.key not in {each.key for each in own}]
    return Grammar(verb, required, tuple(sorted(own, key=lambda slot: slot.greedy)))


def compile_fight_modifier(
    who: str, row: Modifier, name: str, system: System, words: Collection[str] = ()
) -> FightModifier:
    """A modifier of terrain or a house rule, for all creatures that match `who` at the moment.

    `words` are the ids and zones that it may name. Raises CommandError for words that mean no creatures.
    """
    row = Modifier(row.stat, row.amount, row.dice, row.advantage, row.type, row.when, row.limit, name, row.unless)
    return FightModifier(who, compile_who(who, system, words), row)


def compile_who(who: str, system: System, words: Collection[str] = ()) -> Facts:
    """Targets as facts that are tested each time: `@foes,!ogre`, `@prone`, `@fog`, `gob*`."""
    groups: list[tuple[Fact, ...]] = []
    left_out: tuple[Fact, ...] = ()
    for part in who.replace(" ", "").split(","):
        word = part.removeprefix("!").lower()
        fact = _who_fact(word, system, words) if word else None
        if fact is None:
            raise CommandError(f'"{part}" matches no creatures; write e.g. @foes, @party, @prone or an id', 1)
        if part.startswith("!"):
            left_out += (Fact(fact, negated=True),)
        else:
            groups.append((Fact(fact),) if fact else ())
    groups = groups or [()]
    return Facts(tuple((*group, *left_out) for group in groups), who)


def _who_fact(word: str, system: System, words: Collection[str]) -> str | None:
    """The fact that a word for targets means; empty for all creatures, None if the word means no creatures."""
    if not word.startswith("@"):
        return word if "*" in word or word in words else None
    name = word[1:]
    if name == "all":
        return ""
    if name in words:
        return name
    known = {each: each for each in ("party", "foes", "neutral", "staggered", "down", "up")}
    return among(Word(word, word, word, 1, len(word) + 1), name, known | dict(vocabulary(system).conditions))
