"""What a game master reads about an encounter, as the tables of a file."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from orcus_tui.model.briefing import BRIEFING_TEXTS, Briefing, EncounterEvent
from orcus_tui.rules import field_shapes
from orcus_tui.rules.field_shapes import FieldFault, FieldFaults, fault, quote
from orcus_tui.rules.system import System

BRIEFING_KEYS = (*BRIEFING_TEXTS, "event")
MOST_DIGITS = 6
_ID = r"[a-z][a-z0-9-]*"
_FORMS = '"round 4", "initiative 20", "start of ogre", "ogre staggered", "ogre at 20" or "ogre dies"'


def briefing_from(table: Mapping[str, Any], system: System, ids: Collection[str], faults: list[FieldFault]) -> Briefing:
    """The briefing in the tables of a file; adds their faults to `faults`."""
    texts, wrong = field_shapes.entries(
        system,
        {key: table[key] for key in BRIEFING_TEXTS if key in table},
        dict.fromkeys(BRIEFING_TEXTS, field_shapes.lines),
    )
    faults += wrong
    try:
        read = field_shapes.tables("event", lambda _, value: _event(system, value, ids))
        events = read(system, table.get("event", []))
    except FieldFaults as found:
        faults += found.under("event")
        events = ()
    return Briefing(**texts, events=events)


def _event(system: System, value: object, ids: Collection[str]) -> EncounterEvent:
    readers = {
        "at": lambda _, at: _event_trigger(at, ids),
        "text": field_shapes.lines,
        "line": field_shapes.line,
    }
    found = field_shapes.table(readers, required=("at",))(system, value)
    if not found.get("text") and not found.get("line"):
        raise fault("say what happens: a text, a line to offer, or both", "text")
    return EncounterEvent(**found.pop("at"), **found)


def _event_trigger(value: object, ids: Collection[str]) -> dict[str, Any]:
    """The parts of an event that say when it comes."""
    if not isinstance(value, str):
        raise field_shapes.mismatch(_FORMS, value)
    match value.lower().split():
        case ["round" | "initiative" as occasion, number] if _is_number(number):
            return {"occasion": occasion, "number": int(number)}
        case ["start", "of", creature] if _is_id(creature):
            found: dict[str, Any] = {"occasion": "start", "creature": creature}
        case [creature, "staggered" | "dies" as occasion] if _is_id(creature):
            found = {"occasion": occasion, "creature": creature}
        case [creature, "at", number] if _is_id(creature) and _is_number(number):
            found = {"occasion": "at", "creature": creature, "number": int(number)}
        case _:
            raise fault(f"expected {_FORMS}, got {quote(value)}")
    if creature not in ids:
        raise field_shapes.unknown("creature", creature, sorted(ids))
    return found


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS


def _is_id(word: str) -> bool:
    return re.fullmatch(_ID, word) is not None


def briefing_tables(briefing: Briefing) -> dict[str, object]:
    """The keys of a file for a briefing, without those that are empty."""
    found: dict[str, object] = {key: text for key in BRIEFING_TEXTS if (text := getattr(briefing, key))}
    if briefing.events:
        found["event"] = [_event_table(each) for each in briefing.events]
    return found


def _event_table(event: EncounterEvent) -> dict[str, object]:
    texts = {"text": event.text, "line": event.line}
    return {"at": event.at, **{key: text for key, text in texts.items() if text}}
