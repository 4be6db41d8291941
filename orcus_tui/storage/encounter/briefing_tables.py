"""The texts, timers and challenges of an encounter, as the tables of a file."""

import re
from collections.abc import Mapping
from typing import Any

from orcus_tui.commands.grammar import find_grammar
from orcus_tui.commands.lexer import words_of
from orcus_tui.model.briefing import Briefing, EncounterEvent, EventOccasion, FoundTreasure
from orcus_tui.model.clock import Countdown, played_seconds, typed_time
from orcus_tui.model.fight import Challenge
from orcus_tui.rules.field_faults import FieldFault, fault, mismatch, quote, unknown
from orcus_tui.rules.field_table import Field, FieldTable, tables_by_name
from orcus_tui.rules.validators import LINE, LINES, TEXT_SCHEMA, Scope, Validator, list_of, tables, whole
from orcus_tui.storage.encounter.effect_tables import language

MOST_DIGITS = 6
_ID = r"[a-z][a-z0-9-]*"
_FORMS = '"round 4", "initiative 20", "start of ogre", "ogre staggered", "ogre at 20" or "ogre dies"'

EventTime = tuple[EventOccasion, int, str]
"""The moment of an event: the occasion, the round, initiative count or hit points, and the creature."""


def _read_event_time(scope: Scope, value: object) -> EventTime:
    if not isinstance(value, str):
        raise mismatch(_FORMS, value)
    match value.lower().split():
        case ["round" | "initiative" as occasion, number] if _is_number(number):
            return occasion, int(number), ""
        case ["start", "of", creature] if _is_id(creature):
            found: EventTime = ("start", 0, creature)
        case [creature, "staggered" | "dies" as occasion] if _is_id(creature):
            found = (occasion, 0, creature)
        case [creature, "at", number] if _is_id(creature) and _is_number(number):
            found = ("at", int(number), creature)
        case _:
            raise fault(f"expected {_FORMS}, got {quote(value)}")
    if found[2] not in scope.ids:
        raise unknown("creature", found[2], sorted(scope.ids))
    return found


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS


def _is_id(word: str) -> bool:
    return re.fullmatch(_ID, word) is not None


def _require_text(_scope: Scope, values: dict[str, Any]) -> None:
    if not values.keys() & {"text", "line", "do"}:
        raise fault("say what happens: a text, a line to offer, or lines to carry out", "text")


def _command(text: str, scope: Scope) -> str:
    """A line to carry out; only its command can be checked before the event."""
    words = words_of(text)
    if words:
        find_grammar(words[0], scope.system)
    return text


_COMMAND = language(_command, TEXT_SCHEMA)

EVENT = FieldTable(
    EncounterEvent("round"),
    Field(
        "at",
        Validator(_read_event_time, TEXT_SCHEMA, write=lambda _, time: EncounterEvent(*time).at),
        "round 4, initiative 20, start of ogre, ogre staggered, ogre at 20, ogre dies",
        ("occasion", "number", "creature"),
        required=True,
    ),
    Field("text", LINES, "what the log says when it happens"),
    Field("line", LINE, "a line that is offered, never carried out automatically"),
    Field("do", list_of(_COMMAND), "lines that are carried out, in order"),
    check=_require_text,
)

TREASURE = FieldTable(
    FoundTreasure(),
    Field("name", LINE, "what it is", required=True),
    Field("value", whole(0), "what each is worth"),
    Field("count", whole(1), "how many there are"),
)

BRIEFING = FieldTable(
    Briefing(),
    Field("read_aloud", LINES, "what to read to the players before the fight"),
    Field("terrain", LINES, "the ground, for the game master"),
    Field("tactics", LINES, "how the foes fight"),
    Field("notes", LINES, "anything else to remember"),
    Field("event", tables("event", EVENT.validator), "[[event]] once for each", "events"),
    Field("treasure", tables("treasure", TREASURE.validator), "[[treasure]] once for each"),
)


def briefing_from(scope: Scope, table: Mapping[str, Any], faults: list[FieldFault]) -> Briefing:
    """The briefing in the tables of a file; adds their faults to `faults`."""
    values, wrong = BRIEFING.values(scope, {key: table[key] for key in BRIEFING.fields if key in table})
    faults += wrong
    return Briefing(**BRIEFING.attribute_values(values))


MOST = 1_000


def _read_time(scope: Scope, value: object) -> int:
    seconds = played_seconds(value, scope.system.round_seconds) if isinstance(value, str) else None
    if seconds is None:
        raise mismatch('a time such as "10m" or "1h"', value)
    return seconds


TIME = Validator(_read_time, TEXT_SCHEMA, write=lambda _, seconds: typed_time(seconds))

TIMERS = tables_by_name(
    "timer",
    FieldTable(
        Countdown(0),
        Field("left", TIME, "the time left: 10m, 1h, 1d; required", required=True),
        Field("line", LINE, "a line offered when it is over"),
    ),
)
CHALLENGES = tables_by_name(
    "challenge",
    FieldTable(
        Challenge(0, 0),
        Field("needs", whole(1, MOST), "the successes that win; required", required=True),
        Field("limit", whole(1, MOST), "the failures that lose; required", required=True),
        Field("successes", whole(0), "the successes so far (0)"),
        Field("failures", whole(0), "the failures so far (0)"),
    ),
)
