"""What the value of a field may look like: read and checked, typed by a person, and written back.

A shape is asked with the rules system, because the words a field takes are the system's. Whatever is wrong with a
value is raised as `FieldFaults`, all of it at once.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from orcus_tui.dice import DiceError, parse
from orcus_tui.model.suggestions import did_you_mean, suggest
from orcus_tui.model.text import FORBIDDEN, FORBIDDEN_IN_LINES, character_name, longer_than
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import System

LARGEST = 1_000_000
"""Of the numbers people write."""
FARTHEST = 10**15
"""Of numbers that play can reach: a thousand hits of the largest dice."""
NONE = "none"
"""Typed for a value, removes it: a printed number, or one entry of a table. A file says so of recoveries."""
LONGEST_NAME = 100
LONGEST_WORDS = 500
"""The characters of a person's own words: for an effect, a reminder, an announcement."""

Tail = tuple[str | int, ...]
Read = Callable[[System, Any], Any]


class FieldFault(Struct, frozen=True):
    """What is wrong with a value, and where in it: `tail` leads there, lists counted from 0."""

    tail: Tail
    message: str


class FieldFaults(Impossible):
    """A value that cannot be taken; `faults` holds one or more `FieldFault`."""

    def __init__(self, *faults: FieldFault) -> None:
        super().__init__("; ".join(fault_line(fault) for fault in faults))
        self.faults = faults

    def under(self, *head: str | int) -> list[FieldFault]:
        """The faults as seen from further up."""
        return [FieldFault((*head, *one.tail), one.message) for one in self.faults]


def fault(message: str, *tail: str | int) -> FieldFaults:
    """One fault, to be raised."""
    return FieldFaults(FieldFault(tail, message))


def fault_line(found: FieldFault) -> str:
    """A fault in one line: `defenses.ac: expected a whole number, got "18"`."""
    return f"{path_text(found.tail)}: {found.message}" if found.tail else found.message


def path_text(path: Iterable[str | int]) -> str:
    """A path as people write it, lists counted from 1: `creature[2].defenses.ac`."""
    parts = [f"[{part + 1}]" if isinstance(part, int) else f".{_key(part)}" for part in path]
    return "".join(parts).removeprefix(".")


def quote(value: object) -> str:
    """A value for a message, in a few words."""
    if isinstance(value, str):
        text = value if len(value) <= 40 else f"{value[:39]}…"
        return f'"{text}"' if text.isprintable() else ascii(text)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else "a date or time"


def mismatch(what: str, value: object) -> FieldFaults:
    """The fault of a value of another shape than `what`."""
    return fault(f"expected {what}, got {quote(value)}")


def _key(text: str) -> str:
    if re.fullmatch(r"[A-Za-z0-9_-]+", text):
        return text if len(text) <= 40 else f"{text[:39]}…"
    return quote(text)


# Reading


def whole(least: int = -LARGEST, most: int = LARGEST) -> Read:
    """A reader of whole numbers within bounds; true and false are none."""

    def read(_system: System, value: object) -> int:
        if type(value) is not int:
            raise mismatch("a whole number", value)
        if not least <= value <= most:
            raise mismatch(f"a whole number from {least:,} to {most:,}", value)
        return value

    return read


def number(_system: System, value: object) -> float:
    """A number of 0 or more, whole or not."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise mismatch("a number", value)
    if not 0 <= value <= LARGEST:
        raise mismatch(f"a number from 0 to {LARGEST:,}", value)
    return value


def flag(_system: System, value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise mismatch("true or false", value)
    return value


def line(_system: System, value: object) -> str:
    """A text of one line, without control characters."""
    return _text(value, FORBIDDEN)


def lines(_system: System, value: object) -> str:
    """A text of one line or several, without other control characters."""
    return _text(value, FORBIDDEN_IN_LINES, "\n")


def _text(value: object, forbidden: str, allowed: str = "") -> str:
    if not isinstance(value, str):
        raise mismatch("a text", value)
    # Nearly all texts have nothing but what can be printed and what is allowed: no pattern is needed for those.
    if not value.replace(allowed, "").isprintable() and (found := re.search(forbidden, value)):
        raise fault(f"{character_name(found[0])} at character {found.start() + 1}: remove it")
    return value


def name(system: System, value: object) -> str:
    """A name: a text of one line that is not blank, and not endless."""
    return _up_to(LONGEST_NAME, "a name", system, value)


def own_words(system: System, value: object) -> str:
    """What an effect is called: a condition, or a person's own words for it."""
    return _up_to(LONGEST_WORDS, "an effect's name", system, value)


def remark(system: System, value: object) -> str:
    """A person's own words that are said or shown: a reminder, an announcement."""
    return _up_to(LONGEST_WORDS, "a text", system, value)


def memory_key(system: System, value: object) -> str:
    """What a rule remembers something by, which may hold the names of a power and of creatures."""
    return _up_to(LONGEST_WORDS, "what is remembered", system, value)


def _up_to(longest: int, what: str, system: System, value: object) -> str:
    text = line(system, value)
    if not text.strip():
        raise fault(f"{what} cannot be blank")
    if too_long := longer_than(longest, what, text):
        raise fault(too_long)
    return text


def number_or_none(system: System, value: object) -> int | None:
    """A whole number of 0 or more, or `none`."""
    if value == NONE:
        return None
    count: int = whole(0)(system, value)
    return count


def words(system: System, value: object) -> str:
    """A text of one line, a whole number, or a list of texts, joined by commas: `30 ft.`, `6`, `["Elven", "Orc"]`."""
    if isinstance(value, list):
        return ", ".join(each(line)(system, value))
    return str(value) if type(value) is int else line(system, value)


def dice(system: System, value: object) -> str:
    """Dice or a whole number, as text."""
    text = words(system, value)
    try:
        return parse(text).text if text else ""
    except DiceError as error:
        raise fault(f"column {error.column}: {error.message}") from None


def one_of(known: Callable[[System], Iterable[str]], what: str, *, own: bool = False) -> Read:
    """A reader of one of the words the system knows; upper and lower case are alike.

    `own`: systems differ in them, so that a fault names the system.
    """

    def read(system: System, value: object) -> str:
        if not isinstance(value, str):
            raise mismatch(f"{'an' if what[0] in 'aeiou' else 'a'} {what}", value)
        found = value.lower()
        if found not in known(system):
            raise unknown(what, value, known(system), of=system if own else None)
        return found

    return read


def unknown(what: str, word: str, known: Iterable[str], *tail: str | int, of: System | None = None) -> FieldFaults:
    """The fault of an unknown word, with the nearest known one or, where there are few, all of them.

    A word that `of` lacks may be one of another system: the message lists what it has instead.
    """
    listed = list(known)
    near = did_you_mean(word, listed)
    if of is not None and not near:
        near = f"; {of.display_name} has {', '.join(listed) or 'none'}"
    elif not near and 0 < len(listed) <= 12:
        near = f" (known: {', '.join(listed)})"
    return fault(f"unknown {what} {quote(word)}{near}", *tail)


def each(read: Read) -> Read:
    """A reader of lists, every entry read by `read`; answers a tuple."""

    def read_all(system: System, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise mismatch("a list", value)
        found = []
        faults: list[FieldFault] = []
        for place, entry in enumerate(value):
            try:
                found.append(read(system, entry))
            except FieldFaults as wrong:
                faults += wrong.under(place)
        if faults:
            raise FieldFaults(*faults)
        return tuple(found)

    return read_all


def pairs(key: Read, read: Read) -> Read:
    """A reader of tables with any number of keys; answers a mapping."""

    def read_all(system: System, value: object) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise mismatch("a table", value)
        found: dict[str, Any] = {}
        faults: list[FieldFault] = []
        for written, entry in value.items():
            try:
                name = key(system, written)
                if name in found:
                    raise fault(f"{name} is given twice")
                found[name] = read(system, entry)
            except FieldFaults as wrong:
                faults += wrong.under(written)
        if faults:
            raise FieldFaults(*faults)
        return found

    return read_all


def table(readers: Mapping[str, Read], required: Iterable[str] = ()) -> Read:
    """A reader of tables with these keys; answers the values by key, only those that are there."""

    def read_all(system: System, value: object) -> dict[str, Any]:
        found, faults = entries(system, value, readers)
        faults += [FieldFault((key,), "missing") for key in required if isinstance(value, dict) and key not in value]
        if faults:
            raise FieldFaults(*faults)
        return found

    return read_all


def entries(system: System, value: object, readers: Mapping[str, Read]) -> tuple[dict[str, Any], list[FieldFault]]:
    """The values of a table that are right, by key, and the faults of those that are not."""
    found: dict[str, Any] = {}
    if not isinstance(value, dict):
        return found, list(mismatch("a table", value).faults)
    unknown = [key for key in value if key not in readers]
    near = dict(zip(unknown, suggest(unknown, readers), strict=True))
    faults: list[FieldFault] = []
    for key, entry in value.items():
        if key in near:
            faults.append(FieldFault((key,), f"unknown key{near[key]}"))
            continue
        try:
            found[key] = readers[key](system, entry)
        except FieldFaults as wrong:
            faults += wrong.under(key)
    return found, faults


def tables(heading: str, read: Read) -> Read:
    """A reader of what is written as `[[heading]]`, once for each."""
    read_all = each(read)

    def read_list(system: System, value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise fault(f"write [[{heading}]], once for each, got {quote(value)}")
        answer: tuple[Any, ...] = read_all(system, value)
        return answer

    return read_list


# Typing: what a file would hold for a word typed in a command


def typed_number(text: str) -> object:
    """A whole number or a decimal; any other text stays text, and the reader reports it."""
    plain = text.strip().replace("−", "-")
    if re.fullmatch(r"[+-]?[0-9]{1,15}", plain):
        return int(plain)
    return float(plain) if re.fullmatch(r"[+-]?[0-9]{1,15}\.[0-9]{1,15}", plain) else text


def typed_flag(text: str) -> object:
    """True or false, by any word for it."""
    return FLAG_WORDS.get(text.strip().lower(), text)


FLAG_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def typed_list(text: str) -> object:
    """What stands between commas, with or without the brackets and quotes of a file."""
    parts = (_bare(part) for part in _within(text, "[]").split(","))
    return [part for part in parts if part]


def typed_pairs(text: str) -> object:
    """`fire=5, cold=10`, with or without the braces of a file, or a list where no number is given."""
    inner = _within(text, "{}")
    parts = inner.split(",")
    if not inner or not all("=" in part for part in parts):
        return typed_list(inner) if inner else {}
    return {_bare(key): typed_entry(value) for key, _, value in (part.partition("=") for part in parts)}


def typed_texts(text: str) -> object:
    """`hp=none, names=unknown`, with or without the braces of a file."""
    parts = [part.partition("=") for part in _within(text, "{}").split(",") if part.strip()]
    return {_bare(key): _bare(value) for key, _, value in parts}


def _within(text: str, brackets: str) -> str:
    plain = text.strip()
    enclosed = plain[:1] == brackets[0] and plain[-1:] == brackets[1]
    return plain[1:-1].strip() if enclosed else plain


def _bare(part: str) -> str:
    return part.strip().strip('"')


def typed_entry(text: str) -> object:
    """One value of a table: true, false or a number."""
    value = typed_flag(text)
    return typed_number(text) if isinstance(value, str) else value


def complete_word(text: str, words: Iterable[str]) -> str:
    """The one word that begins with what is typed; the text itself where none does, or several do."""
    start = text.strip().lower()
    fitting = [word for word in words if start and word.startswith(start)]
    return fitting[0] if len(fitting) == 1 else text


def no_words(_: System) -> Iterable[str]:
    """No words: the values cannot be listed."""
    return ()


# Writing: what a file holds for a value


def plain_value(_system: System, value: Any) -> object:
    """The plain thing: tuples as lists, mappings as tables."""
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


class Shape(Struct, frozen=True):
    """How a value is read and checked, what stands for it when typed, and how it is written back.

    `keyed`: it is a table, and one entry of it can be named, as `defenses.ac`. `words` are the values it can have,
    where they can be listed; typed, the beginning of one will do.
    """

    read: Read
    typed: Callable[[str], object] = str
    write: Callable[[System, Any], object] = plain_value
    keyed: bool = False
    words: Callable[[System], Iterable[str]] = no_words

    def file_value(self, system: System, text: str) -> object:
        """What a file would hold for what a person typed."""
        return self.typed(complete_word(text, self.words(system)))


def word_shape(known: Callable[[System], Iterable[str]], what: str, *, own: bool = False) -> Shape:
    """One of the words the system knows."""
    return Shape(one_of(known, what, own=own), words=known)


WHOLE = Shape(whole(), typed_number)
COUNTED = Shape(whole(0), typed_number)
COUNTED_OR_NONE = Shape(number_or_none, typed_number, lambda _, value: NONE if value is None else value)
NUMBER = Shape(number, typed_number)
FLAG = Shape(flag, typed_flag, words=lambda _: ("true", "false"))
LINE = Shape(line)
LINES = Shape(lines)
NAME = Shape(name)
WORDS = Shape(words)
DICE = Shape(dice)
LIST = Shape(each(line), typed_list)
GAME_NUMBER = Shape(whole(-FARTHEST, FARTHEST), typed_number)
"""A number that play changes, such as a counter; it can become larger than a person may write."""
TALLY = Shape(whole(0, FARTHEST), typed_number)
id_number = whole(1, FARTHEST)
next_id = whole(1, FARTHEST + 1)
"""One past the last id given, which may be the highest there is."""
COUNTERS = Shape(pairs(name, GAME_NUMBER.read), typed_pairs, keyed=True)
REMEMBERED = Shape(pairs(memory_key, GAME_NUMBER.read), typed_pairs, keyed=True)
