"""Durations: every short and long form."""

import re
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.amounts import is_whole
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import Context, WordCursor
from orcus_tui.commands.lexer import Word, pieces
from orcus_tui.commands.names import find, own_words, prefix_matches, vocabulary
from orcus_tui.commands.targets import offered_creatures, resolve_one
from orcus_tui.model.clock import LONGEST, seconds_of, time_text
from orcus_tui.model.duration import (
    ENCOUNTER,
    SAVE_ENDS,
    SOURCE,
    TARGET,
    THIS_TURN,
    UNTIL_NEXT_TURN,
    UNTIL_REMOVED,
    Duration,
    Ending,
)
from orcus_tui.model.suggestions import nearest
from orcus_tui.model.text import name_key
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import complete_word


class Form(Struct, frozen=True):
    """A form of a duration: short, long, and its meaning; `words` are offered as completions."""

    short: str
    long: str
    means: str
    words: tuple[str, ...] = ()


FORMS = (
    Form("save", "save ends", "until a saving throw succeeds; s is short for it", ("save",)),
    Form("save:16", "save ends 16+", "until a saving throw totals 16 or more; hard and easy are totals too"),
    Form(
        "save 10r",
        "save ends, at most 10 rounds",
        'the same with a limit in rounds, or in minutes as in 1m; also after until "it moves"',
    ),
    Form("eont", "until the end of NAME's next turn", "until the end of the source's next turn", ("eont",)),
    Form("eont:NAME", "until the end of NAME's next turn", "until the end of that creature's next turn"),
    Form("sont", "until the start of NAME's next turn", "until the start of the source's next turn", ("sont",)),
    Form("sont:NAME", "until the start of NAME's next turn", "until the start of that creature's next turn"),
    Form("teont", "until the end of target's next turn", "until the end of its own next turn", ("teont",)),
    Form("tsont", "until the start of target's next turn", "until the start of its own next turn", ("tsont",)),
    Form("eot", "until the end of the turn", "until the end of this turn", ("eot",)),
    Form("enc", "until the end of the encounter", "until the fight is finished", ("enc",)),
    Form("3r", "for 3 rounds", "for that many rounds", ("3r", "for")),
    Form(
        "5m", "for 5 minutes", "counts rounds, and continues after the fight: 5m, 1h, 8h, 1d", ("5m", "1h", "8h", "1d")
    ),
    Form('until "it moves"', "", "until the event in your words; you remove it", ("until",)),
    Form("while grappled", "", "as long as it has that condition from the same source", ("while",)),
    Form("until removed", "", "until you remove it: the default"),
)

_SHORT: Mapping[str, Duration] = {
    "eont": Duration("end", SOURCE),
    "sont": UNTIL_NEXT_TURN,
    "teont": Duration("end", TARGET),
    "tsont": Duration("start", TARGET),
    "eot": THIS_TURN,
    "enc": ENCOUNTER,
}
_ANCHORED: Mapping[str, Ending] = {"eont": "end", "sont": "start"}
_WHOSE: Mapping[str, str] = {
    "my": SOURCE,
    "source": SOURCE,
    "its": TARGET,
    "their": TARGET,
    "his": TARGET,
    "her": TARGET,
    "target": TARGET,
}
_LIMITED = ("save", "words")
"""The endings that may also have a limit in rounds."""
_POSSESSIVE = r"['’]s?\Z"
_UNITS = ("rounds", "minutes", "hours", "days")
_ROUNDS = r"([0-9]{1,9})r"
_TOTAL = r"\(?([0-9]{1,9})\+\)?,?"
_ENDS = ("ends", "ends,")
_OWN_WORDS = 'put your own words in quotes: until "it moves"'


def read_duration(cursor: WordCursor) -> Duration | None:
    """The duration that begins at the next word, or None.

    Raises CommandError for a duration with an error, Unfinished for one that ends too soon.
    """
    duration = _read_ending(cursor)
    return _limited(cursor, duration) if duration and duration.ending in _LIMITED and cursor.word else duration


def _read_ending(cursor: WordCursor) -> Duration | None:
    """The duration that begins at the next word, without its limit."""
    word = cursor.peek()
    if not word.key:
        return None
    short = _SHORT.get(word.key)
    if short is not None:
        cursor.at += 1
        return short
    opening = _OPENINGS.get(_without_comma(word).key)
    if opening is not None:
        cursor.at += 1
        return opening(cursor)
    if word.key in cursor.system.saves.abilities and cursor.following.startswith("save:"):
        cursor.at += 1
        lasts = _with_colon(cursor, cursor.peek())
        return lasts and replace(lasts, ability=word.key)
    if word.key in cursor.system.saves.abilities and "save".startswith(cursor.following.removesuffix(",")):
        cursor.at += 1
        cursor.take('"save"', lambda _: _words("save"))
        return replace(_save(cursor), ability=word.key)
    degree = cursor.system.saves.degrees.get(_without_comma(word).key)
    if degree is not None:
        cursor.at += 1
        return save_of(degree, cursor.system)
    if ":" in word.key:
        return _with_colon(cursor, word)
    return _rounds(cursor, word)


def _limited(cursor: WordCursor, duration: Duration) -> Duration:
    """The duration with the limit that follows, if any: `save 10r`, `save ends, at most 1 minute`."""
    if cursor.skip("at"):
        most = cursor.take('"most"', lambda _: _words("most"))
        if most.key != "most":
            raise CommandError(f'expected "most", got "{most.text}"', most.column)
    elif not cursor.skip("for"):
        limit = _rounds(cursor, cursor.peek())
        return replace(duration, at_most=limit.number) if limit else duration
    limit = _rounds(cursor, cursor.peek()) if cursor.word else None
    return replace(duration, at_most=(limit or _for(cursor)).number)


def read_whole(cursor: WordCursor) -> Duration:
    """The duration in all remaining words, as in a file, where `until it moves` needs no quotes.

    Raises CommandError if they are not a duration.
    """
    start = cursor.at
    if cursor.skip("until") and cursor.word is not None and cursor.key != "removed":
        has_limit = cursor.word.is_quoted and cursor.following == "at"
        cursor.skip("the")
        if cursor.key not in ("end", "start") and not has_limit:
            cursor.at = start + 1
            return Duration("words", words=cursor.rest())
    cursor.at = start
    duration = read_duration(cursor) if cursor.word is not None else None
    if duration is None or cursor.word is not None:
        raise CommandError("not a duration; write e.g. eont, save or 3r", cursor.column)
    return duration


def complete_duration(cursor: WordCursor) -> None:
    """Completes the next word if it begins a single word of a duration; of several, other words may be meant."""
    offered = {each.text: each.text for each in offered_durations(cursor.context, "")}
    begun = prefix_matches(cursor.key, offered) if cursor.key else {}
    if len(begun) == 1:
        cursor.replace_next(*begun)


def is_misspelling(word: Word) -> bool:
    """Whether a word is a misspelled short form, such as `eotn`."""
    return nearest(word.key, _SHORT) is not None


def save_of(number: int, system: System) -> Duration:
    """`save ends` with a total, unless it is the system's usual one."""
    return SAVE_ENDS if number == system.saves.needs else Duration("save", number=number)


def offered_durations(context: Context, typed: str) -> Iterator[Candidate]:
    """The words that may begin a duration; after a colon, the creatures or the totals of a save."""
    head, colon, _ = typed.lower().partition(":")
    degrees = context.system.saves.degrees.items()
    if colon:
        whose = offered_creatures(context) if head in _ANCHORED else ()
        yield from (Candidate(f"{head}:{each.text}", each.meaning) for each in whose)
        yield from (Candidate(f"{head}:{name}", f"{number}+") for name, number in degrees if head == "save")
        return
    for form in FORMS:
        for word in form.words:
            yield Candidate(word, form.means)
    for name, number in degrees:
        yield Candidate(name, f"until a saving throw totals {number} or more")
    for ability in context.system.saves.abilities:
        yield Candidate(ability, f"until such a save succeeds: {ability} save, {ability} save dc 13")


def _save(cursor: WordCursor) -> Duration:
    if cursor.skip("dc"):
        word = _without_comma(cursor.take("a difficulty"))
        if not is_whole(word.key):
            raise CommandError("which DC must the save reach? e.g. save dc 13", word.column)
        cursor.skip(*_ENDS)
        return save_of(_positive(word.key, word, "a DC is 1 or more"), cursor.system)
    if cursor.skip(*_ENDS):
        found = re.fullmatch(_TOTAL, cursor.key)
        if found:
            word = cursor.take("a total")
            return save_of(_positive(found[1], word, "a total is 1 or more"), cursor.system)
    return SAVE_ENDS


def _without_comma(word: Word) -> Word:
    """A word without the comma that separates it from a limit: `save, 10r`."""
    first, *others = pieces(word, ",")
    return first if len(others) == 1 and not others[0].raw else word


def _with_colon(cursor: WordCursor, word: Word) -> Duration | None:
    word = _without_comma(word)
    typed, _, rest = word.key.partition(":")
    head = complete_word(typed, ("save", *_ANCHORED))
    if head != "save" and head not in _ANCHORED:
        return None
    cursor.at += 1
    offset = len(typed) + 1
    after = Word(word.raw[offset:], word.text[offset:], rest, word.column_at(offset), word.end)
    if not rest:
        raise CommandError("something is missing after the colon, e.g. eont:NAME or save:16", after.column)
    if head in _ANCHORED:
        return Duration(_ANCHORED[head], resolve_one(after, cursor.context))
    system = cursor.system
    degree = system.saves.degrees.get(complete_word(rest, system.saves.degrees))
    if degree is not None:
        return save_of(degree, system)
    if not is_whole(rest.removesuffix("+")):
        raise CommandError("which total must the save reach? e.g. save:16", after.column)
    return save_of(_positive(rest.removesuffix("+"), after, "a total is 1 or more"), system)


def _rounds(cursor: WordCursor, word: Word) -> Duration | None:
    found = re.fullmatch(_ROUNDS, word.key)
    if found:
        cursor.at += 1
        return _lasting(found[1], word)
    if seconds_of(word.key) is not None:
        cursor.at += 1
        return _timed(word.key, word, cursor.system)
    if cursor.following and "rounds".startswith(cursor.following) and is_whole(word.key):
        cursor.at += 2
        return _with_printed_time(cursor, _lasting(word.key, word))
    return None


def _with_printed_time(cursor: WordCursor, duration: Duration) -> Duration:
    """The duration, past the time in brackets that is printed after many rounds: `100 rounds (10 minutes)`."""
    printed = f"({time_text(duration.number * cursor.system.round_seconds)})".split()
    if [each.key for each in cursor.words[cursor.at : cursor.at + len(printed)]] == printed:
        cursor.at += len(printed)
    return duration


def _for(cursor: WordCursor) -> Duration:
    word = cursor.take("the number of rounds")
    if not is_whole(word.key):
        raise CommandError("for how many rounds? e.g. for 3 rounds", word.column)
    unit = cursor.take('"rounds"', lambda _: _words(*_UNITS))
    found = complete_word(unit.key, _UNITS)
    if found not in _UNITS:
        raise CommandError(f'expected "rounds", got "{unit.text}"', unit.column)
    if found == "rounds":
        return _with_printed_time(cursor, _lasting(word.key, word))
    return _timed(f"{word.key}{found[0]}", word, cursor.system)


def _while(cursor: WordCursor) -> Duration:
    system = cursor.system
    word = cursor.take("a condition", lambda _: _words(*system.conditions.table))
    known = vocabulary(system).conditions
    if word.is_quoted:
        return Duration("while", words=known.get(name_key(word.text)) or own_words(word))
    return Duration("while", words=find(word, known, f"{system.display_name} has no condition"))


def _until(cursor: WordCursor) -> Duration:
    word = cursor.take("what ends it", lambda _: _words("the", "end", "start", "removed"))
    if word.is_quoted:
        word = _without_comma(word)
        if not word.text.strip():
            raise CommandError(f"until what? {_OWN_WORDS}", word.column)
        return Duration("words", words=word.text)
    point = complete_word(word.key, ("the", "end", "start", "removed"))
    if point == "removed":
        return UNTIL_REMOVED
    if point == "the":
        word = cursor.take('"end" or "start"', lambda _: _words("end", "start"))
        point = complete_word(word.key, ("end", "start"))
    if point not in ("end", "start"):
        raise CommandError(f'expected "end" or "start" (of a turn); {_OWN_WORDS}', word.column)
    of = cursor.take('"of"', lambda _: _words("of"))
    if of.key not in ("o", "of"):
        raise CommandError(f'expected "of", got "{of.text}"', of.column)
    if point == "start":
        return Duration("start", _whose_next_turn(cursor))
    start = cursor.at
    cursor.skip("the", "this")
    if cursor.skip("turn"):
        return THIS_TURN
    if cursor.skip("encounter", "fight"):
        return ENCOUNTER
    cursor.at = start
    return Duration("end", _whose_next_turn(cursor))


def _whose_next_turn(cursor: WordCursor) -> str:
    """The creature whose turn it is: its name is all words up to `next turn`, with or without `'s`."""
    cursor.skip("the")
    named: list[Word] = []
    word = cursor.take("the creature whose turn it is", lambda _: _possessors(cursor))
    while word.key != "next":
        named.append(word)
        word = cursor.take('"next turn"', lambda _: _words("next"))
    turn = cursor.take('"turn"', lambda _: _words("turn"))
    if not named or turn.key != "turn":
        raise CommandError("expected NAME's next turn", turn.column if named else word.column)
    first, last = named[0], named[-1]
    name = re.sub(_POSSESSIVE, "", " ".join(each.text for each in named))
    key = name.lower() if first is last and not first.is_quoted else ""
    if key in _WHOSE:
        return _WHOSE[key]
    return resolve_one(Word(name, name, key, first.column, last.end), cursor.context)


def _possessors(cursor: WordCursor) -> Iterator[Candidate]:
    yield Candidate("target's", "the creature with the effect")
    for each in offered_creatures(cursor.context):
        yield Candidate(f"{each.text}'s", each.meaning)


def _words(*words: str) -> Iterator[Candidate]:
    return (Candidate(word, "") for word in words)


def _timed(time: str, word: Word, system: System) -> Duration:
    """A duration of minutes, hours or days, which is counted in rounds."""
    seconds = seconds_of(time) or 0
    if seconds > LONGEST:
        raise CommandError(f"expected a time of up to {time_text(LONGEST)}", word.column)
    return _lasting(str(-(-seconds // system.round_seconds)), word)


def _lasting(number: str, word: Word) -> Duration:
    return Duration("rounds", number=_positive(number, word, "a duration is 1 round or more"))


def _positive(number: str, word: Word, otherwise: str) -> int:
    if int(number) < 1:
        raise CommandError(otherwise, word.column)
    return int(number)


_OPENINGS: Mapping[str, Callable[[WordCursor], Duration]] = {
    "save": _save,
    "s": _save,
    "for": _for,
    "until": _until,
    "while": _while,
}
