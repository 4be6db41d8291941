"""The events for other programs: their kinds and fields, as values of JSON, and their JSON Schema.

Kinds and fields are only ever added: a reader ignores those that it does not know. The events of the rules are private
and may change; the table says what other programs see of each.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Literal

from msgspec import Struct, to_builtins

from orcus_tui.model import events
from orcus_tui.model.duration import read_back
from orcus_tui.model.effect import Effect, EffectLabel
from orcus_tui.model.fight import Fight
from orcus_tui.rules.fields import FIELDS
from orcus_tui.rules.templates import Formatter
from orcus_tui.rules.validators import plain_value
from orcus_tui.session.log_text import formatter_of, joined_lines, lines_with_events
from orcus_tui.systems import SYSTEMS

Type = Literal["text", "number", "flag", "creature", "texts", "numbers", "creatures", "effect", "value"]


class Event(Struct, frozen=True):
    """An event of a fight.

    `kind` is one of `orcus-tui schema events`, `text` its line in the log, empty if it has none. `data` has the other
    fields, which depend on the kind; `event["hp"]` reads one of them.
    """

    kind: str
    text: str
    data: Mapping[str, Any]

    def __getitem__(self, field: str) -> Any:
        return self.data[field]

    @property
    def creature(self) -> str | None:
        """The id of the creature that it is about, if any."""
        return self.data.get("creature") or None

    def as_json(self) -> dict[str, Any]:
        """The event as an object of the stream."""
        return {"kind": self.kind, **self.data, "text": self.text}


# The table


class EventField(Struct, frozen=True):
    """A field: its name, its type, its meaning, and how it is read; `null`: it may be missing, as null."""

    name: str
    type: Type
    about: str
    read: Callable[[Any], Any]
    null: bool = False


class EventKind(Struct, frozen=True):
    """A kind of event, its meaning and its fields."""

    name: str
    about: str
    fields: tuple[EventField, ...]


def _kind(name: str, about: str, *fields: EventField) -> EventKind:
    return EventKind(name, about, fields)


def _field(name: str, type_: Type, about: str, attribute: str = "", *, null: bool = False) -> EventField:
    """A field that is an attribute of the event or of a part of it, as in `offer.id`.

    With `null`, an empty text becomes null.
    """
    attribute_of = attrgetter(attribute or name)

    def read(event: Any) -> Any:
        value = attribute_of(event)
        if isinstance(value, tuple):
            return list(value)
        return None if null and value == "" else value

    return EventField(name, type_, about, read, null)


def _effect(effect: Effect | EffectLabel) -> dict[str, Any]:
    lasts = read_back(effect.duration) if isinstance(effect, Effect) else None
    found = {"name": effect.name, "kind": effect.kind, "amount": effect.amount, "type": effect.type}
    return {"id": effect.id, **found, "duration": lasts, "source": effect.source or None}


_EFFECT = {
    "id": "integer", "name": "string", "kind": "string", "amount": ["integer", "null"], "type": ["string", "null"],
    "duration": ["string", "null"], "source": ["string", "null"],
}  # fmt: skip
CREATURE = _field("creature", "creature", "the creature it is about")
_ANY_CREATURE = _field("creature", "creature", "the creature it is about; null if it is about none", null=True)
_POWER = _field("power", "text", "the power", null=True)
_FACE = _field("face", "number", "what the d20 shows; null if a total was typed, or nothing was rolled", null=True)
_OUTCOME = _field("outcome", "text", "the outcome, such as hit or saved; empty if there is none")
_NEEDED = _field("needed", "number", "the total that is needed; null if there is none", null=True)
_EFFECT_FIELD = EventField("effect", "effect", "the effect", lambda event: _effect(event.effect))
_EFFECTS = EventField("effects", "texts", "the effects", lambda event: [each.name for each in event.effects])
_ZONE = _field("zone", "text", "the zone", "name")
_QUESTION = (
    _field("question", "number", "its number", "question.id"),
    _field("creature", "creature", "whose die it is", "question.creature"),
    _field("about", "text", "what it is about", "question.about"),
    _field("die", "number", "the sides of the die", "question.die"),
)

KINDS: Mapping[type[events.Event], EventKind] = {
    events.MessageLogged: _kind("noted", "a remark in the log", _ANY_CREATURE),
    events.AttackRolled: _kind(
        "attack_rolled",
        "an attack on one target",
        CREATURE,
        _field("target", "creature", "the target"),
        _POWER,
        _OUTCOME,
        _FACE,
        _field("total", "number", "the total; null if nothing was rolled", null=True),
        _NEEDED,
        _field("defense", "text", "the defense attacked", null=True),
        _field("again", "flag", "whether it is the second roll of the same attack"),
    ),
    events.DieRolled: _kind(
        "die_rolled",
        "one die of any other kind",
        CREATURE,
        _field("purpose", "text", "what it is for", "kind"),
        _field("face", "number", "what the die shows"),
        _field("total", "number", "the face with all modifiers"),
        _NEEDED,
        _OUTCOME,
        _field("target", "creature", "the other creature concerned", null=True),
        _POWER,
    ),
    events.SaveRolled: _kind(
        "save_rolled",
        "a saving throw",
        CREATURE,
        _EFFECTS,
        _field("face", "number", "what the die shows"),
        _NEEDED,
        _OUTCOME,
        _field("ability", "text", "the ability of the save", null=True),
    ),
    events.SaveLost: _kind("save_lost", "a saving throw that fails without a die", CREATURE, _EFFECTS),
    events.AdvantageRolled: _kind(
        "two_dice_rolled",
        "two dice with advantage or disadvantage",
        CREATURE,
        _field("faces", "numbers", "what they show"),
        _field("side", "number", "1 for advantage, -1 for disadvantage"),
        _field("face", "number", "the face that counts"),
    ),
    events.AdvantageNoted: _kind(
        "advantage_noted",
        "advantage and disadvantage of a die rolled at the table",
        CREATURE, _field("side", "number", "1 for advantage, -1 for disadvantage, 0 if they cancel out"),
    ),
    events.DiceRolled: _kind(
        "dice_rolled",
        "a sum of dice, such as damage",
        _ANY_CREATURE,
        _field("purpose", "text", "what it is for", "kind"),
        _field("dice", "text", "the sum in dice notation", "text"),
        _field("total", "number", "the total"),
        _POWER,
        _field("label", "text", "the name that was typed for it", null=True),
    ),
    events.HitPointsChanged: _kind(
        "hit_points_changed",
        "hit points, before and after",
        CREATURE,
        _field("was", "number", "the hit points before", "was_hp"),
        _field("hp", "number", "the hit points now"),
        _field("was_temp_hp", "number", "the temporary hit points before"),
        _field("temp_hp", "number", "the temporary hit points now"),
        EventField("damage", "number", "the damage taken", lambda event: event.harm.amount if event.harm else 0),
        EventField("types", "texts", "its types", lambda event: list(event.harm.types) if event.harm else []),
        EventField("source", "creature", "who caused it",
                   lambda event: (event.harm.source if event.harm else event.healer) or None, null=True),
        _field("healing", "number", "the healing offered"),
        _field("staggered", "flag", "whether it becomes staggered"),
    ),
    events.StateChanged: _kind(
        "creature_changed",
        "a value of a creature changes; the fields are those of the encounter format",
        CREATURE, _field("field", "text", "the field"), _field("value", "value", "its value now", null=True),
    ),
    events.FightChanged: _kind(
        "fight_changed",
        "a value of the fight changes, such as its phase, its order or a counter",
        _field("field", "text", "the field"),
        EventField("value", "value", "its value now", lambda event: to_builtins(event.value), null=True),
    ),
    events.EffectAdded: _kind("effect_added", "an effect begins", CREATURE, _EFFECT_FIELD),
    events.EffectEnded: _kind("effect_ended", "an effect ends", CREATURE, _EFFECT_FIELD),
    events.EffectChanged: _kind("effect_changed", "an effect changes without ending", CREATURE, _EFFECT_FIELD),
    events.ZoneMade: _kind(
        "zone_made", "a zone begins",
        _ZONE, _field("inside", "creatures", "who is inside", "zone.inside"),
    ),
    events.ZoneMembersChanged: _kind(
        "zone_members_changed", "creatures enter or leave a zone",
        _ZONE, _field("entering", "creatures", "who enters"), _field("leaving", "creatures", "who leaves"),
    ),
    events.ZoneLasts: _kind(
        "zone_changed", "the duration of a zone changes",
        _ZONE, EventField("duration", "text", "how long it lasts now", lambda event: read_back(event.duration)),
    ),
    events.ZoneRestored: _kind(
        "zone_restored",
        "a zone that had ended is there again",
        _ZONE, _field("inside", "creatures", "who is inside", "zone.inside"),
    ),
    events.ZoneEnded: _kind("zone_ended", "a zone is over", _ZONE),
    events.RoundStarted: _kind("round_started", "a round begins", _field("round", "number", "its number")),
    events.TurnStarted: _kind(
        "turn_started", "a creature's turn begins", CREATURE, _field("delayed", "flag", "whether it was delayed"),
    ),
    events.TurnShared: _kind(
        "turn_shared",
        "a creature begins to act in the turn of another",
        CREATURE, _field("actions", "numbers", "the actions it has, in the order of the system"),
    ),
    events.FormTaken: _kind(
        "form_taken",
        "a creature takes a form, or its own again",
        CREATURE,
        _field("name", "text", "the name of the stat block", "sheet.name"),
        EventField("form", "text", "the form; null for its own",
                   lambda event: event.state.form.name if event.state.form else None, null=True),
    ),
    events.ActionSpent: _kind(
        "action_spent", "a creature spends an action",
        CREATURE, _field("actions", "numbers", "the actions left, in the order of the system"),
    ),
    events.QuestionAsked: _kind("question_asked", "a die is asked for", *_QUESTION),
    events.QuestionClosed: _kind("question_closed", "a question is answered, or no longer needed", *_QUESTION),
    events.OfferMade: _kind(
        "offer_made",
        "a line is offered",
        _field("offer", "number", "its number", "offer.id"),
        _field("creature", "creature", "the creature it is offered to", "offer.creature"),
        _field("line", "text", "the line", "offer.line"),
        _field("because", "text", "what made it possible", "offer.because"),
        _field("until", "text", "when it lapses", "offer.until"),
    ),
    events.OffersClosed: _kind(
        "offers_closed", "offers are accepted, are declined or have lapsed", _field("numbers", "numbers", "which"),
    ),
    events.SideStanding: _kind(
        "side_counted",
        "the state of a side as the fight ends",
        _field("side", "text", "the side"),
        EventField("creatures", "creatures", "the creatures", lambda side: [each.creature for each in side.members]),
        EventField("states", "texts", "the state of each", lambda side: [each.where for each in side.members]),
    ),
    events.ExperienceEarned: _kind(
        "experience_earned",
        "the XP of the beaten foes",
        _field("xp", "number", "the XP"),
        _field("beaten", "creatures", "the beaten foes"),
        _field("heroes", "creatures", "who shares them"),
    ),
    events.CreatureAdded: _kind(
        "creature_added",
        "a creature joins the fight",
        CREATURE,
        _field("name", "text", "its name", "sheet.name"),
        _field("side", "text", "its side", "sheet.side"),
    ),
}  # fmt: skip
"""The kind and fields that other programs see for each event of the rules."""
KINDS = {**KINDS, events.SheetChanged: KINDS[events.StateChanged]}

_LINE = EventField("line", "text", "the line", lambda line: line)
UNDONE = _kind("undone", "a line is undone", _LINE)
REDONE = _kind("redone", "a line that was undone is carried out again", _LINE)

OF_FIGHT = (
    *("phase", "turn", "order", "delayed", "readied", "counters", "options", "asking", "players", "announcement"),
    *("reminders", "name", "clock"),
)
"""The fields of a fight whose changes other programs see; the others are internal."""


# Reading events


def public_events(happened: Collection[events.Event], fight: Fight) -> tuple[list[Event], list[str]]:
    """The events as other programs see them, and the lines of the log, with names as in the fight after them."""
    formatter = formatter_of(fight)
    lines = [*lines_with_events(formatter, happened)]
    texts = {id(event): line for event, line in lines}
    found = (_public_event(event, texts.get(id(event), ""), formatter) for event in happened)
    return [each for each in found if each is not None], joined_lines(formatter, happened, lines)


def line_events(kind: EventKind, lines: Iterable[str]) -> Iterator[Event]:
    """Events of lines that were undone or redone."""
    return (Event(kind.name, "", {"line": line}) for line in lines)


def _public_event(event: events.Event, text: str, formatter: Formatter) -> Event | None:
    kind = KINDS[type(event)]
    if isinstance(event, events.StateChanged | events.SheetChanged):
        return _creature_changed(event, text, formatter)
    if isinstance(event, events.FightChanged) and event.field not in OF_FIGHT:
        return Event("noted", text, {"creature": None}) if text else None
    return Event(kind.name, text, {each.name: each.read(event) for each in kind.fields})


_BY_ATTRIBUTE = {each.attributes[0]: each for each in FIELDS.values() if len(each.attributes) == 1}


def _creature_changed(
    event: events.StateChanged | events.SheetChanged, text: str, formatter: Formatter
) -> Event | None:
    """A changed value, by its name in the encounter format; a change of an internal value becomes a remark."""
    field = _BY_ATTRIBUTE.get(event.field)
    if field is None or (field.by_program and not field.in_snapshot and field.name != "place"):
        return Event("noted", text, {"creature": event.creature}) if text else None
    value = plain_value(SYSTEMS[formatter.fight.system], event.value)
    data = {"creature": event.creature, "field": field.name, "value": to_builtins(value)}
    return Event("creature_changed", text, data)


# The schema

_SCHEMAS: Mapping[Type, dict[str, Any]] = {
    "text": {"type": "string"},
    "number": {"type": "number"},
    "flag": {"type": "boolean"},
    "creature": {"type": "string"},
    "texts": {"type": "array", "items": {"type": "string"}},
    "numbers": {"type": "array", "items": {"type": "number"}},
    "creatures": {"type": "array", "items": {"type": "string"}},
    "effect": {
        "type": "object",
        "properties": {name: {"type": type_} for name, type_ in _EFFECT.items()},
        "required": list(_EFFECT),
    },
    "value": {},
}


def all_kinds() -> list[EventKind]:
    """Every kind of event, in the order of their names."""
    return sorted({each.name: each for each in (*KINDS.values(), UNDONE, REDONE)}.values(), key=lambda each: each.name)


def schema() -> dict[str, Any]:
    """The JSON Schema of an event."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Event of Orcus TUI",
        "description": "Kinds and fields are only ever added; ignore those that you do not know.",
        "oneOf": [_kind_schema(each) for each in all_kinds()],
    }


def schema_text() -> str:
    """The JSON Schema as a text with a line for each value."""
    return json.dumps(schema(), indent=1) + "\n"


def _kind_schema(kind: EventKind) -> dict[str, Any]:
    fields = {each.name: {"description": each.about, **_type_schema(each)} for each in kind.fields}
    return {
        "title": kind.name,
        "description": kind.about,
        "type": "object",
        "properties": {
            "kind": {"const": kind.name},
            **fields,
            "text": {"description": "its line in the log; empty if it has none", "type": "string"},
        },
        "required": ["kind", *fields, "text"],
    }


def _type_schema(field: EventField) -> dict[str, Any]:
    found = _SCHEMAS[field.type]
    if field.null and "type" in found:
        return {**found, "type": [found["type"], "null"]}
    return dict(found)
