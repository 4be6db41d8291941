"""Arguments about time and challenges: lengths of time, and the names of timers and challenges."""

from collections.abc import Iterable
from typing import get_args

from orcus_tui.commands import amounts
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.lexer import Word
from orcus_tui.commands.names import among, find, own_words
from orcus_tui.commands.slot import Slot, choice, single
from orcus_tui.model.clock import played_seconds, seconds_of, time_text
from orcus_tui.model.creature import Outcome
from orcus_tui.model.text import longer_than, name_key
from orcus_tui.rules.validators import LONGEST_NAME

_MEANINGS = {
    "slain": "dead: it counts for XP",
    "fled": "got away",
    "captured": "taken prisoner",
    "spared": "let go",
    "absent": "was never part of it: nothing is counted",
}


def _time(cursor: WordCursor) -> int:
    word = cursor.take("a time")
    seconds = played_seconds(word.key, cursor.system.round_seconds)
    if seconds is None:
        raise CommandError(f'expected a time such as 10m, 1h, 8h or 1d, got "{word.text}"', word.column)
    return seconds


def _time_or_off(cursor: WordCursor) -> tuple[int | None]:
    """The seconds in a tuple; None in it for `off`."""
    return (None,) if cursor.skip("off") else (_time(cursor),)


def _offer_times(_: WordCursor, __: str) -> Iterable[Candidate]:
    return (Candidate(each, time_text(seconds_of(each) or 0)) for each in ("10m", "1h", "8h", "1d"))


def _offer_times_or_off(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    yield from _offer_times(cursor, typed)
    if cursor.fight.timers:
        yield Candidate("off", "ends the timer")


def _new_name(word: Word) -> str:
    name = own_words(word, "a name").strip()
    if too_long := longer_than(LONGEST_NAME, "a name", name):
        raise CommandError(too_long, word.column)
    return name


def _name_among(names: Iterable[str], cursor: WordCursor) -> str:
    """The name that a word means, or a new name."""
    word = cursor.take("a name")
    known = {name_key(each): each for each in names}
    return known.get(name_key(word.text)) or _new_name(word)


def _timer(cursor: WordCursor) -> str:
    return _name_among(cursor.fight.timers, cursor)


def _offer_timers(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    return (Candidate(name_key(name), time_text(each.left)) for name, each in cursor.fight.timers.items())


def _line(cursor: WordCursor) -> str | None:
    """A line in quotes; it is read when it is accepted."""
    return own_words(cursor.take(), "a line") if cursor.peek().is_quoted else None


def _new_challenge(cursor: WordCursor) -> str:
    return _name_among(cursor.fight.challenges, cursor)


def _challenge(cursor: WordCursor) -> str | None:
    """The challenge that a word names; None for a number, unless it is in quotes."""
    word = cursor.peek()
    known = {name_key(each): each for each in cursor.fight.challenges}
    if not word.is_quoted and amounts.whole(word) is not None and among(word, word.key, known) is None:
        return None
    return find(cursor.take(), known, "there is no challenge", has=known.values())


def _offer_challenges(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    for name, each in cursor.fight.challenges.items():
        counted = f"{each.successes} of {each.needs}, {each.failures} of {each.limit}"
        yield Candidate(name_key(name), each.result or counted)


TIME = Slot("TIME", "time", "a time, e.g. 10m or 1h", _time, _offer_times, greedy=True)
TIME_OR_OFF = Slot("TIME|off", "time", "a time, e.g. 1h", _time_or_off, _offer_times_or_off, greedy=True)
LINE = Slot('"LINE"', "line", "a line in quotes", _line)
TIMER = Slot('"NAME"', "name", "a name in quotes", _timer, _offer_timers, greedy=True)
NEW_CHALLENGE = Slot('"NAME"', "name", "a name in quotes", _new_challenge, greedy=True)
CHALLENGE = Slot('"NAME"', "name", "a challenge", _challenge, _offer_challenges, greedy=True)
NEEDS = single("NEEDS", "needs", "the number of successes that win", amounts.positive)
LIMIT = single("LIMIT", "limit", "the number of failures that lose", amounts.positive)
NUMBER = single("N", "number", "how many, e.g. 2", amounts.positive)
OUTCOME = choice("outcome", {each: _MEANINGS[each] for each in get_args(Outcome)})
