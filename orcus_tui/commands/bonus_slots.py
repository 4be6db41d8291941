"""The arguments of `bonus`: its amount, its statistic, its type, and when it counts."""

import re
from collections.abc import Iterable, Mapping

from orcus_tui.commands import amounts
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.durations import offered_durations, read_duration
from orcus_tui.commands.facts import facts_slot
from orcus_tui.commands.names import find, own_words, vocabulary
from orcus_tui.commands.slot import Slot, after, flag
from orcus_tui.commands.system_slots import ADVANTAGE_WORDS
from orcus_tui.dice import DiceError
from orcus_tui.dice import parse as parse_dice
from orcus_tui.model.duration import Duration
from orcus_tui.model.modifier import ATTACKED
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import complete_word

Amount = int | str
"""A number, dice with a sign (`+1d4`), or a word of advantage."""

NO_DICE = ("speed", "crit")
"""The statistics that dice cannot change."""
ABILITY_NAMES: Mapping[str, str] = {
    "strength": "str", "dexterity": "dex", "constitution": "con", "intelligence": "int", "wisdom": "wis",
    "charisma": "cha",
}  # fmt: skip
DIE_STATS = ("attack", "saves", "checks", "initiative")
"""The statistics whose die may be rolled twice."""


def _amount(cursor: WordCursor) -> Amount | None:
    """A number or dice with a sign, or a word for advantage that the system has."""
    word, system = cursor.peek(), cursor.system
    if word.key in ADVANTAGE_WORDS:
        if word.key not in system.words.advantage_words:
            raise CommandError(f"{system.display_name} has no {ADVANTAGE_WORDS[word.key]}", word.column)
        cursor.at += 1
        return word.key
    found = signed_dice(word.key, word.column)
    cursor.at += found is not None
    return found


def signed_dice(text: str, column: int) -> Amount | None:
    """`+2`, or dice with a sign: `-1d4`. Raises CommandError for a sign before any other word."""
    text = text.replace("−", "-")
    if text[:1] not in ("+", "-") or not re.match(r"[0-9(]|d[0-9%]", text[1:]):
        return None
    if amounts.is_whole(text[1:]):
        return int(text)
    try:
        parsed = parse_dice(text[1:])
    except DiceError as error:
        raise CommandError(error.message, column + error.column) from None
    whole = f"({text[1:]})" if any(sign in text[1:] for sign in "+-*/") else parsed.text
    return f"{text[0]}{whole}"


def _offer_amounts(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    return (Candidate(each, ADVANTAGE_WORDS[each]) for each in cursor.system.words.advantage_words)


def _stat(cursor: WordCursor) -> str:
    """A statistic that the amount can change."""
    system = cursor.system
    word, names = cursor.take(), vocabulary(system).stats
    if word.key == ATTACKED and system.words.advantage_words:
        stat = ATTACKED
    elif word.key in system.saves.abilities and cursor.skip("saves"):
        stat = _saves_by_ability(system)[word.key]
    elif word.key in ABILITY_NAMES or word.key in system.words.abilities:
        stat = ABILITY_NAMES.get(word.key, word.key)  # only the full word
    else:
        stat = find(word, names, f"{system.display_name} has no statistic", has=names.values())
    wrong = _why_not(system, cursor.values.get("amount"), stat)
    if wrong:
        raise CommandError(wrong, word.column)
    return stat


def _saves_by_ability(system: System) -> dict[str, str]:
    """The statistic of the saves by each ability."""
    return {each: f"{each} saves" for each in system.saves.abilities}


def _why_not(system: System, amount: object, stat: str) -> str:
    """Why a statistic cannot take this amount; empty if it can."""
    is_by_ability = stat in _saves_by_ability(system).values()
    if amount == "ca" and stat not in ("attack", ATTACKED):
        return f"combat advantage is for attack and {ATTACKED}"
    if stat == ATTACKED:
        return "" if amount in ADVANTAGE_WORDS else f"{ATTACKED} takes advantage, not a number; a defense takes one"
    if amount in ("adv", "dis") and stat not in DIE_STATS and not is_by_ability:
        return f"{ADVANTAGE_WORDS[str(amount)]} is for {', '.join(DIE_STATS)}, {ATTACKED}"
    is_dice = isinstance(amount, str) and amount not in ADVANTAGE_WORDS
    return (
        f"{stat} takes a number, not dice"
        if is_dice and (stat in (*NO_DICE, *ABILITY_NAMES.values(), "mana") or is_by_ability)
        else ""
    )


def _offer_stats(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    system, amount = cursor.system, cursor.values.get("amount")
    for name, value in vocabulary(system).stats.items():
        if not _why_not(system, amount, value):
            yield Candidate(name, "" if value == name else value)
    if amount in ADVANTAGE_WORDS:
        yield Candidate(ATTACKED, "attacks on it")
    yield from (Candidate(each, "the saves by this ability") for each in _saves_by_ability(system).values())
    if isinstance(amount, int):
        yield from (Candidate(each, "an ability, and what depends on it") for each in system.words.abilities)


def _duration(cursor: WordCursor) -> Duration | None:
    """A duration without `while`, which begins facts here."""
    return None if cursor.key == "while" else read_duration(cursor)


_SPANS = {"turn": "in any one turn", "round": "in a round"}


def _each(cursor: WordCursor) -> str | None:
    """`each turn` or `each round`."""
    if not cursor.skip("each"):
        return None
    word = cursor.take("turn or round", lambda _: (Candidate(span, f"once {when}") for span, when in _SPANS.items()))
    span = complete_word(word.key, _SPANS)
    if span not in _SPANS:
        raise CommandError(f'expected "turn" or "round" after each, got "{word.text}"', word.column)
    return f"each {span}"


def _quoted_type(cursor: WordCursor) -> str:
    word = cursor.take("a type in quotes")
    if not word.is_quoted:
        raise CommandError(f'put a type of your own in quotes: type "{word.text}"', word.column)
    return own_words(word, "a type")


BONUS_SLOTS = {
    "±N|±DICE|adv|dis|ca": Slot(
        "±N|±DICE|adv|dis|ca", "amount", "a bonus or penalty, e.g. +2, -2 or +1d4", _amount, _offer_amounts
    ),
    "STAT": Slot("STAT", "stat", "a statistic", _stat, _offer_stats, greedy=True),
    'type "NAME"': after(
        "type",
        "a type of your own; only its best bonus counts",
        Slot('"NAME"', "type", "a type in quotes", _quoted_type),
    ),
    "against FACTS|NAME": facts_slot("against", "against", "counts only against such creatures, or in such attacks"),
    "with FACTS": facts_slot("with", "using", "counts only with such attacks"),
    "while FACTS": facts_slot("while", "during", "counts only while this is true of the creature or the fight"),
    "once": flag("once", "only to the first roll it changes", "limit"),
    "each turn|each round": Slot(
        "each turn|each round",
        "limit",
        '"each"',
        _each,
        lambda _, __: (Candidate("each", "each turn or each round: counts once in it"),),
        excludes=frozenset(("once",)),
    ),
    "DURATION": Slot(
        "DURATION",
        "duration",
        "a duration",
        _duration,
        lambda cursor, typed: (each for each in offered_durations(cursor.context, typed) if each.text != "while"),
    ),
}
