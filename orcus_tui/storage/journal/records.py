"""Events as lines of the journal carry them, and back."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from orcus_tui.model import events
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.events import (
    CreatureAdded,
    EffectAdded,
    EffectChanged,
    Event,
    QuestionAsked,
    QuestionClosed,
    StateChanged,
)
from orcus_tui.model.fight import Question
from orcus_tui.model.track import Track
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.from_tables import creature_from_table
from orcus_tui.storage.encounter.to_tables import creature_table

Plain = Any
"""What JSON can say."""

_CLASSES: Mapping[str, type[Event]] = {
    "said": events.Said,
    "rolled": events.Rolled,
    "hp": events.HitPointsChanged,
    "state": events.StateChanged,
    "sheet": events.SheetChanged,
    "fight": events.FightChanged,
    "effect": events.EffectAdded,
    "ended": events.EffectEnded,
    "changed": events.EffectChanged,
    "round": events.RoundStarted,
    "turn": events.TurnStarted,
    "action": events.ActionSpent,
    "asked": events.QuestionAsked,
    "closed": events.QuestionClosed,
    "creature": events.CreatureAdded,
}
_NAMES = {each: name for name, each in _CLASSES.items()}
TRACK = "track"
"""The name of a change of state whose value is a damage track."""


def _values(record: Struct) -> list[Any]:
    return list(astuple(record))


def encode(event: Event, system: System) -> Plain:
    """An event as a list: its name, then its fields."""
    name = _NAMES[type(event)]
    if isinstance(event, EffectAdded | EffectChanged):
        rest = _values(event)[2:]
        return [name, event.creature, _encode_effect(event.effect), *rest]
    if isinstance(event, StateChanged) and isinstance(event.value, Track):
        return [TRACK, event.creature, _values(event.value), event.text]
    if isinstance(event, QuestionAsked | QuestionClosed):
        return [name, _values(event.question), *_values(event)[1:]]
    if isinstance(event, CreatureAdded):
        return [name, event.creature, creature_table(event.creature, event.sheet, event.state, system)]
    return [name, *_values(event)]


def _encode_effect(effect: Effect) -> Plain:
    values = _values(effect)
    values[_DURATION] = _values(effect.duration)
    return values


_DURATION = Effect.__struct_fields__.index("duration")


def decode(record: Plain, system: System) -> Event:
    """The event a list stands for.

    Raises ValueError, TypeError, KeyError or IndexError where it stands for none.
    """
    name, *values = record
    special = _DECODERS.get(name)
    if special:
        return special(values, system)
    return _CLASSES[name](*_all_frozen(values))


def _all_frozen(values: list[Plain]) -> list[Any]:
    # Most are numbers and texts, which this is spared to look into: a journal has a hundred thousand of them.
    return [_frozen(value) if type(value) in _NESTED else value for value in values]


def _frozen(value: Plain) -> Any:
    if isinstance(value, list):
        return tuple(_all_frozen(value))
    return {key: _frozen(each) if type(each) in _NESTED else each for key, each in value.items()}


_NESTED = (list, dict)


def _decode_effect(values: Plain) -> Effect:
    values = _all_frozen(values)
    values[_DURATION] = Duration(*values[_DURATION])
    return Effect(*values)


def _effect_added(values: list[Plain], system: System) -> Event:  # noqa: ARG001  # decoders are called alike
    return EffectAdded(values[0], _decode_effect(values[1]))


def _effect_changed(values: list[Plain], system: System) -> Event:  # noqa: ARG001  # decoders are called alike
    return EffectChanged(values[0], _decode_effect(values[1]), *values[2:])


def _track_changed(values: list[Plain], system: System) -> Event:  # noqa: ARG001  # decoders are called alike
    return StateChanged(values[0], "track", Track(*values[1]), *values[2:])


def _question_asked(values: list[Plain], system: System) -> Event:  # noqa: ARG001  # decoders are called alike
    return QuestionAsked(Question(*values[0]))


def _question_closed(values: list[Plain], system: System) -> Event:  # noqa: ARG001  # decoders are called alike
    return QuestionClosed(Question(*values[0]), *values[1:])


def _creature_added(values: list[Plain], system: System) -> Event:
    creature, sheet, state = creature_from_table(values[1], system)
    return CreatureAdded(creature, sheet, state)


_DECODERS: Mapping[str, Callable[[list[Plain], System], Event]] = {
    "effect": _effect_added,
    "changed": _effect_changed,
    TRACK: _track_changed,
    "asked": _question_asked,
    "closed": _question_closed,
    "creature": _creature_added,
}
