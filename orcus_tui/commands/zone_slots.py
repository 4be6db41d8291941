"""Arguments that are zones: their names, their lines, and the creatures inside."""

from collections.abc import Iterable

from msgspec.structs import replace

from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.creature_slots import TARGETS
from orcus_tui.commands.lexer import Word
from orcus_tui.commands.slot import Slot, choice
from orcus_tui.commands.targets import resolve
from orcus_tui.commands.word_cursor import WordCursor
from orcus_tui.model.text import name_key
from orcus_tui.rules.zone_names import name_fault


def _new_name(cursor: WordCursor) -> str:
    """A name that is not used yet. Raises CommandError."""
    word = cursor.take()
    name = name_key(word.text)
    if fault := name_fault(cursor.system, cursor.fight, name):
        raise CommandError(fault, word.column)
    return name


def _named_zone(cursor: WordCursor) -> str:
    """The name of a zone as typed; the rules look it up, since a power's line may name a future zone."""
    return cursor.take("a zone").text


def _zone_to_end(cursor: WordCursor) -> str:
    cursor.take()
    return _named_zone(cursor)


def _offer_zones(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    for name, zone in cursor.fight.zones.items():
        line = f"{zone.line.text} ({zone.at})" if zone.line else "no line"
        yield Candidate(name, f"{len(zone.inside)} inside, {line}", zone.aura)


def _line(cursor: WordCursor) -> Word | None:
    """The line in quotes, unless it is a creature's name; it is compiled when the whole line has been read."""
    word = cursor.peek()
    if not word.is_quoted:
        return None
    try:
        resolve(word, cursor.context)
    except CommandError:
        cursor.at += 1
        return word
    return None


def _offer_inside(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """The creatures inside the zone that was named, then all targets."""
    zone = cursor.fight.zones.get(str(cursor.values.get("zone", "")))
    for creature in zone.inside if zone else ():
        yield Candidate(creature, cursor.fight.sheets[creature].name)
    yield from TARGETS.offer(cursor, typed)


NEW_ZONE = Slot("NAME", "name", "a name for the zone", _new_name, greedy=True)
ZONE = Slot("NAME", "zone", "a zone", _named_zone, _offer_zones, greedy=True)
ZONE_TO_END = Slot("zone NAME", "zone", "a zone", _zone_to_end, _offer_zones, greedy=True)
ZONE_LINE = Slot('"LINE"', "line", "a line in quotes", _line)
INSIDE = replace(TARGETS, offer=_offer_inside)
POINT = choice(
    "at",
    {
        "start": "LINE at the start of the turn of each creature inside",
        "end": "LINE at the end of the turn of each creature inside",
        "inside": "LINE in force while inside",
    },
)
