"""The settings of the players' view, as commands and files write them; `rules/player_settings` changes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from orcus_tui.model.player_settings import (
    FIGHT_SETTINGS,
    INPUT_KINDS,
    INPUT_ON,
    INPUT_WORDS,
    NEVER_DONE,
    SIDE_SETTINGS,
    SIDES,
)
from orcus_tui.rules import validators
from orcus_tui.rules.field_faults import fault, quote, unknown
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import FLAG, TEXT_SCHEMA, Schema, Scope, Validator, one_of, table, words_schema

LONGEST_TIMER = 3600
"""The range of a turn's timer, in seconds."""


def read_setting(scope: Scope, key: str, value: object) -> str:
    """The value of a setting, from a command or a file. Raises FieldFaults."""
    words = _WORDS[key]
    if isinstance(value, bool):
        value = "yes" if value else "no"  # a file may have true or false
    if key == "timer":
        return _timer(value)
    if key == "defenses" and (isinstance(value, list) or (isinstance(value, str) and value.lower() not in words)):
        return _defenses(scope, value)
    found: str = one_of(lambda _: words, "value").read(scope, value)
    return found


_WORDS: Mapping[str, Mapping[str, str]] = {**FIGHT_SETTINGS, **SIDE_SETTINGS}


def _timer(value: object) -> str:
    """`off`, `up`, or the seconds to count down from: `90`, also written `down 90`."""
    if type(value) is int:
        value = str(value)
    seconds = re.fullmatch(r"(?:down +)?([0-9]{1,6})", value.strip().lower()) if isinstance(value, str) else None
    if seconds and 1 <= int(seconds[1]) <= LONGEST_TIMER:
        return str(int(seconds[1]))
    if isinstance(value, str) and value.lower() in FIGHT_SETTINGS["timer"]:
        return value.lower()
    raise fault(f"expected off, up, or seconds from 1 to {LONGEST_TIMER:,}, got {quote(value)}")


def _defenses(scope: Scope, value: str | list[object]) -> str:
    """The defenses that are revealed, by the system's names: `ac,will`."""
    named = [each.strip() for each in value.split(",")] if isinstance(value, str) else value
    words = scope.system.words
    known = {**{name: name for name in words.defenses}, **words.defense_aliases}
    defense = one_of(lambda _: (*known, *SIDE_SETTINGS["defenses"]), "defense", own=True)
    found: list[str] = [defense.read(scope, each) for each in named]
    if any(each not in known for each in found):
        raise fault("write none or all alone, or name defenses")
    return ",".join(dict.fromkeys(known[each] for each in found)) or "none"


def _setting(key: str) -> Validator:
    return Validator(lambda scope, value: read_setting(scope, key, value), lambda system: _setting_schema(system, key))


def _setting_schema(system: System, key: str) -> Schema:
    words = words_schema(_WORDS[key])
    others: Mapping[str, tuple[Schema, ...]] = {
        "initiative": ({"type": "boolean"},),
        "timer": ({"type": ["integer", "string"]},),
        "defenses": (_defenses_schema(system), {"type": "array", "items": TEXT_SCHEMA}),
    }
    return {"anyOf": [words, *others[key]]} if key in others else words


def _defenses_schema(system: System) -> Schema:
    known = "|".join((*system.words.defenses, *system.words.defense_aliases))
    return {"type": "string", "pattern": f"^({known})( *, *({known}))*$"}


_SIDE_TABLE = table({key: _setting(key) for key in SIDE_SETTINGS})


def _input_kind(kind: str) -> Validator:
    words = {word: means for word, means in INPUT_WORDS.items() if word != "do" or kind not in NEVER_DONE}
    return one_of(lambda _: words, "value")


_INPUT_KINDS = {kind: _input_kind(kind) for kind in INPUT_KINDS}
INPUT = table({"on": FLAG, **_INPUT_KINDS})
"""What phones may send: `[players.input]`."""
_CREATURE_TABLE = table({**{key: _setting(key) for key in SIDE_SETTINGS}, INPUT_ON: table(_INPUT_KINDS)})

_FIGHT_SETTINGS: Mapping[str, Validator] = {
    **{key: _setting(key) for key in _WORDS},
    **dict.fromkeys(SIDES, _SIDE_TABLE),
    INPUT_ON: INPUT,
}
_FIGHT_TABLE = table(_FIGHT_SETTINGS)


def read_fight_setting(scope: Scope, key: str, value: object) -> object:
    """Reads one entry of `[players]`: a setting, or the table of a side. Raises FieldFaults."""
    if key not in _FIGHT_SETTINGS:
        raise unknown("setting", key, _FIGHT_SETTINGS)
    return _FIGHT_SETTINGS[key].read(scope, value)


def flat_settings(found: Mapping[str, Any]) -> dict[str, str]:
    """The settings of a `[players]` table by their keys in a fight, such as `foes.hp`.

    A setting outside the tables of the sides applies to all sides that do not have it.
    """
    flat = {key: found[key] for key in FIGHT_SETTINGS if key in found}
    flat |= {f"{side}.{key}": found[key] for side in SIDES for key in SIDE_SETTINGS if key in found}
    flat |= {f"{side}.{key}": value for side in SIDES for key, value in found.get(side, {}).items()}
    return flat | _flat_input(found)


def _flat_input(found: Mapping[str, Any]) -> dict[str, str]:
    """The input that a `[players]` table allows phones to send, by the keys in a fight, such as `input.roll`."""
    flat = {f"{INPUT_ON}.{key}": value for key, value in found.get(INPUT_ON, {}).items() if key != "on"}
    return {INPUT_ON: "on", **flat} if found.get(INPUT_ON, {}).get("on") else flat


def settings_table(settings: Mapping[str, str]) -> dict[str, Any]:
    """The settings of a fight as the `[players]` table of a file."""
    table: dict[str, Any] = {key: settings[key] for key in FIGHT_SETTINGS if key in settings}
    for side in SIDES:
        of_side = {key: settings[f"{side}.{key}"] for key in SIDE_SETTINGS if f"{side}.{key}" in settings}
        if of_side:
            table[side] = of_side
    return table | _input_table(settings)


def _input_table(settings: Mapping[str, str]) -> dict[str, Any]:
    of_input: dict[str, Any] = {"on": True} if settings.get(INPUT_ON) == "on" else {}
    of_input |= {kind: settings[f"{INPUT_ON}.{kind}"] for kind in INPUT_KINDS if f"{INPUT_ON}.{kind}" in settings}
    return {INPUT_ON: of_input} if of_input else {}


CREATURE = Validator(
    lambda scope, value: _flat_creature(_CREATURE_TABLE.read(scope, value)),
    _CREATURE_TABLE.schema,
    validators.texts,
    lambda _, settings: {key: settings[key] for key in SIDE_SETTINGS if key in settings} | _input_table(settings),
)
"""The settings of one creature: `[creature.players]`."""


def _flat_creature(found: Mapping[str, Any]) -> dict[str, str]:
    return {key: value for key, value in found.items() if key != INPUT_ON} | _flat_input(found)


FIGHT = Validator(
    lambda scope, value: flat_settings(_FIGHT_TABLE.read(scope, value)),
    _FIGHT_TABLE.schema,
    write=lambda _, settings: settings_table(settings),
)
"""The settings of a fight: `[players]`, with a table for each side."""
