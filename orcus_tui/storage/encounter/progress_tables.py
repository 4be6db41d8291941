"""The progress of a fight, as the table `[fight]` of a file or of a journal."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from orcus_tui.model.fight import OF_LAST_ATTACK, Fall, Fight, Turn
from orcus_tui.model.offer import Offer, OfferedLine
from orcus_tui.rules import validators
from orcus_tui.rules.field_faults import FieldFault, under
from orcus_tui.rules.field_table import Field, FieldTable
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import (
    CREATURE,
    GAME_NUMBER,
    ID_NUMBER,
    LINE,
    NEXT_ID,
    REMARK,
    TALLY,
    Scope,
    Validator,
    list_of,
    one_of,
    table,
    tables,
    whole,
)
from orcus_tui.storage.encounter.effect_tables import EFFECT, effect_from, effect_table, read_effect
from orcus_tui.storage.encounter.question_tables import QUESTION
from orcus_tui.storage.encounter.zone_tables import ENDED_ZONES, ZONES


def _row(optional: Mapping[str, Validator] | None = None, **keys: Validator) -> Validator:
    """A table with these keys, read as a tuple of their values; a missing optional value is None."""
    found = table({**keys, **(optional or {})}, required=keys)
    names = (*keys, *(optional or {}))

    def read(scope: Scope, value: object) -> tuple[Any, ...]:
        values = found.read(scope, value)
        return tuple([values.get(name) for name in names])

    def write(system: System, row: tuple[Any, ...]) -> object:
        given = zip(names, row, strict=True)
        return found.write(system, {name: value for name, value in given if value is not None})

    return replace(found, read=read, write=write)


def _delayed() -> Validator:
    """The count on which each delaying creature acts."""
    rows = tables("fight.delayed", _row({"count": GAME_NUMBER}, creature=CREATURE))
    return replace(
        rows,
        read=lambda scope, value: dict(rows.read(scope, value)),
        write=lambda system, delayed: rows.write(system, delayed.items()),
    )


def _readied() -> Validator:
    """The trigger and the round of each readied action, by creature."""
    rows = tables("fight.readied", _row(creature=CREATURE, trigger=LINE, round=TALLY))
    return replace(
        rows,
        read=lambda scope, value: {creature: (trigger, at) for creature, trigger, at in rows.read(scope, value)},
        write=lambda system, readied: rows.write(system, [(each, *waits) for each, waits in readied.items()]),
    )


# Deaths


def _read_ended(scope: Scope, value: object) -> tuple[str, Any]:
    bearer, values = _ENDED.read(scope, value)
    return bearer, effect_from(values, bearer)


def _write_ended(system: System, ended: tuple[str, Any]) -> object:
    bearer, effect = ended
    return {"bearer": bearer, "effect": effect_table(system, effect, bearer)}


_ENDED = _row(bearer=CREATURE, effect=Validator(read_effect, EFFECT.schema))

FALL = FieldTable(
    Fall(""),
    Field("creature", CREATURE, required=True),
    Field(
        "ended",
        tables("fight.fallen.ended", replace(_ENDED, read=_read_ended, write=_write_ended)),
        attribute="effects",
    ),
    Field("question", tables("fight.fallen.question", QUESTION.validator), attribute="questions"),
    Field("readied", _row(trigger=LINE, round=TALLY)),
    Field("delayed", _row({"count": GAME_NUMBER})),
    Field("zones", tables("fight.fallen.zones", _row(name=LINE, inside=list_of(CREATURE)))),
)

# The fight


def _read_offered(scope: Scope, value: object) -> tuple[OfferedLine, ...]:
    """The lines of an offer; older files have a single text."""
    if isinstance(value, str):
        return (OfferedLine(LINE.read(scope, value)),)
    lines: tuple[OfferedLine, ...] = _LINES.read(scope, value)
    return lines


OFFERED_LINE = FieldTable(OfferedLine(""), Field("words", LINE, required=True), Field("source", CREATURE))
_LINES = tables("fight.offer.line", OFFERED_LINE.validator)
OFFER = FieldTable(
    Offer(0, "", ""),
    Field("id", ID_NUMBER, required=True),
    Field("creature", CREATURE, required=True),
    Field("line", replace(_LINES, read=_read_offered), attribute="lines", required=True),
    Field("because", LINE, required=True),
    Field("target", CREATURE),
    Field("targets", list_of(CREATURE)),
    unstored=("whole_line",),
)
TURN = FieldTable(Turn(""), unstored=("creature",))

PROGRESS = FieldTable(
    Fight("", "", {}, {}),
    Field("phase", one_of(lambda _: ("setup", "turns", "finished"), "phase")),
    Field("round", TALLY),
    Field("active", CREATURE, attribute=()),
    Field("turn", TURN.validator, attribute=()),
    Field("order", list_of(CREATURE)),
    Field("acted", list_of(CREATURE)),
    Field("passed", list_of(CREATURE)),
    Field("delayed", _delayed()),
    Field("readied", _readied()),
    Field("reminder", tables("fight.reminder", _row(round=whole(1), text=REMARK)), attribute="reminders"),
    Field("last_targets", table(dict.fromkeys(OF_LAST_ATTACK, list_of(CREATURE)))),
    Field("fallen", tables("fight.fallen", FALL.validator)),
    Field("interrupter", CREATURE, attribute="readied_actor"),
    Field("counters", validators.COUNTERS, default=lambda system: system.counters.initial),
    Field("remembered", validators.REMEMBERED, attribute="system_memory"),
    Field("asking", one_of(lambda _: ("none", "party", "all"), "setting of `ask`")),
    Field("question", tables("fight.question", QUESTION.validator), attribute="questions"),
    Field("offer", tables("fight.offer", OFFER.validator), attribute="offers"),
    Field("announcement", REMARK),
    Field("zone", ZONES, attribute="zones"),
    Field("ended_zone", ENDED_ZONES, attribute="ended_zones"),
    Field("clock", TALLY),
    Field("next_question", NEXT_ID),
    Field("next_offer", NEXT_ID),
    Field("next_effect", NEXT_ID),
    Field("next_bundle", NEXT_ID),
    unstored=(
        *("name", "system", "sheets", "states", "options", "briefing", "players", "modifiers"),
        *("makes_offers", "timers", "challenges"),
    ),
)


def progress_from(scope: Scope, table: object, faults: list[FieldFault]) -> dict[str, Any]:
    """The values in `[fight]`, by attribute name of the fight; adds their faults to `faults`."""
    values, wrong = PROGRESS.values(scope, table)
    faults += under(wrong, "fight")
    progress = PROGRESS.attribute_values(values)
    if values.get("active"):
        progress["turn"] = replace(values.get("turn", Turn("")), creature=values["active"])
    return progress


def progress_table(system: System, fight: Fight) -> dict[str, object]:
    """The table `[fight]`; `progress_from` reads it back."""
    table = PROGRESS.write(system, fight)
    if fight.turn:
        table["active"] = fight.turn.creature
        if flags := TURN.write(system, fight.turn):
            table["turn"] = flags
    return table
