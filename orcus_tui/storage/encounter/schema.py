"""The JSON Schema of encounter and party files, for editors: `python -m orcus_tui.storage.encounter.schema`.

It comes from the table of fields and from the words of each rules system. It asks for less than the program does:
lines of the command language, and what one value means for another, are for `orcus-tui check`.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from orcus_tui.model.encounter_fields import ABOUT, ABOUT_POWER
from orcus_tui.model.player_settings import FIGHT_SETTINGS, SIDE_SETTINGS, SIDES
from orcus_tui.model.track import TALLIES, Track
from orcus_tui.rules import field_shapes, fields
from orcus_tui.rules.attack_rolls import HIGHEST, LOWEST
from orcus_tui.rules.system import Option, System
from orcus_tui.storage.encounter.effect_tables import KINDS as KINDS_OF_EFFECT
from orcus_tui.storage.encounter.effect_tables import plain_shapes
from orcus_tui.storage.encounter.from_tables import FORMAT
from orcus_tui.storage.encounter.power_tables import actions
from orcus_tui.systems import DEFAULT, SYSTEMS

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
TEXTS: Schema = {"type": "array", "items": TEXT}
FLAG: Schema = {"type": "boolean"}
WHOLE: Schema = {"type": "integer", "minimum": -field_shapes.LARGEST, "maximum": field_shapes.LARGEST}
COUNTED: Schema = {"type": "integer", "minimum": 0, "maximum": field_shapes.LARGEST}
TALLY: Schema = {"type": "integer", "minimum": 0, "maximum": field_shapes.FARTHEST}
GAME_NUMBER: Schema = {"type": "integer", "minimum": -field_shapes.FARTHEST, "maximum": field_shapes.FARTHEST}
NAME: Schema = {"type": "string", "pattern": r"\S", "maxLength": field_shapes.LONGEST_NAME}
OWN_WORDS: Schema = {**NAME, "maxLength": field_shapes.LONGEST_WORDS}
AMOUNT: Schema = {"type": ["string", "integer"]}
WORDS: Schema = {"anyOf": [AMOUNT, TEXTS]}

_BY_SHAPE: Mapping[int, Schema] = {
    id(field_shapes.WHOLE): WHOLE,
    id(field_shapes.COUNTED): COUNTED,
    id(field_shapes.COUNTED_OR_NONE): {"anyOf": [COUNTED, {"const": field_shapes.NONE}]},
    id(field_shapes.NUMBER): {"type": "number", "minimum": 0, "maximum": field_shapes.LARGEST},
    id(field_shapes.FLAG): FLAG,
    id(field_shapes.LINE): TEXT,
    id(field_shapes.LINES): TEXT,
    id(field_shapes.NAME): NAME,
    id(field_shapes.WORDS): WORDS,
    id(field_shapes.DICE): AMOUNT,
    id(field_shapes.LIST): TEXTS,
    id(field_shapes.TALLY): TALLY,
    id(field_shapes.GAME_NUMBER): GAME_NUMBER,
    id(field_shapes.COUNTERS): {"type": "object", "additionalProperties": GAME_NUMBER},
}
"""The schema of a value, by its shape in the table of fields."""


_TRAIT: Schema = {
    "type": "object",
    "properties": {"name": NAME, "text": TEXT, "trigger": TEXT},
    "required": ["name"],
    "additionalProperties": False,
}


_EVENT: Schema = {
    "type": "object",
    "properties": {
        "at": {"description": "round 4, initiative 20, start of ogre, ogre staggered, ogre at 20, ogre dies", **TEXT},
        "text": {"description": "what the log says when it comes", **TEXT},
        "line": {"description": "a line offered then, never carried out by itself", **TEXT},
    },
    "required": ["at"],
    "additionalProperties": False,
}


def words(known: Iterable[str]) -> Schema:
    """One of these words; an editor offers them as they are, and any case will do."""
    listed = list(dict.fromkeys(known))
    return {"anyOf": [{"enum": listed}, {"type": "string", "pattern": f"^({'|'.join(map(_any_case, listed))})$"}]}


def _any_case(word: str) -> str:
    signs = (f"[{each.upper()}{each.lower()}]" if each.upper() != each.lower() else _plain(each) for each in word)
    return "".join(signs)


def _plain(sign: str) -> str:
    return sign if sign.isalnum() or sign in " -_'" else f"\\{sign}"


def _table(keys: Schema | None, values: Schema) -> Schema:
    named = {"propertyNames": keys} if keys else {}
    return {"type": "object", **named, "additionalProperties": values}


def _resistances(system: System, *, listed: bool) -> Schema:
    known = words((*fields.resistible(system), *system.words.damage_aliases))
    as_list: Schema = {"type": "array", "items": known}
    if not system.damage.numbered_resistances:
        return as_list
    numbered = _table(known, COUNTED)
    return {"anyOf": [numbered, as_list]} if listed else numbered


def _own(system: System) -> Mapping[str, Schema]:
    """The fields of a system whose shape alone does not determine their schema."""
    known_defenses = words((*system.words.defenses, *system.words.defense_aliases))
    points: Schema = {"type": "integer"}
    by_ability = _table(words(system.saves.abilities), WHOLE)
    suffered = words((*fields.halvable(system), *system.words.damage_aliases))
    flags = {name: TALLY if name in TALLIES else FLAG for name in Track.__struct_fields__}
    return {
        "id": {"type": "string", "pattern": "^[a-z][a-z0-9-]*$", "maxLength": fields.LONGEST_ID},
        "count": {"type": "integer", "minimum": 1, "maximum": fields.MOST_OF_ONE},
        "kind": words(system.creatures.kinds),
        "side": words(("party", "foes", "neutral")),
        "max_hp": {**points, "minimum": 1},
        "hp": points,
        "temp_hp": {**points, "minimum": 0},
        "staggered": {**points, "minimum": 0},
        "saves": {"anyOf": [WHOLE, by_ability]} if system.saves.abilities else WHOLE,
        "life": words(fields.FIELDS["life"].shape.words(system)),
        "place": words(fields.FIELDS["place"].shape.words(system)),
        "reserve": {"anyOf": [FLAG, {"type": "string", "pattern": "^ *[Rr][Oo][Uu][Nn][Dd] +[1-9][0-9]{0,3} *$"}]},
        "half": {"type": "array", "items": suffered},
        "legendary": COUNTED if "legendary" in system.actions.resources else {"not": {}},
        "immune": TEXTS,
        "defenses": _table(known_defenses, WHOLE),
        "abilities": _table(words(system.words.abilities), WHOLE),
        "resist": _resistances(system, listed=False),
        "vulnerable": _resistances(system, listed=system.damage.default_vulnerability is not None),
        "actions": _table(words(each.name for each in system.actions.kinds), TALLY),
        "trait": {"type": "array", "items": _TRAIT},
        "players": _players(system),
        "track": {"type": "object", "properties": flags, "additionalProperties": False},
    }


def _players(system: System) -> Schema:
    """What players see of a creature, or of a side."""
    known = "|".join((*system.words.defenses, *system.words.defense_aliases))
    named: Schema = {"type": "string", "pattern": f"^({known})( *, *({known}))*$"}
    properties = {key: words(values) for key, values in SIDE_SETTINGS.items()}
    properties["defenses"] = {"anyOf": [properties["defenses"], named, {"type": "array", "items": TEXT}]}
    properties["initiative"] = {"anyOf": [properties["initiative"], FLAG]}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _fight_players(system: System) -> Schema:
    """What players see of a fight: of all creatures, of each side, and the timer."""
    of_side = _players(system)
    timer: Schema = {"anyOf": [words(FIGHT_SETTINGS["timer"]), {"type": ["integer", "string"]}]}
    own = {"timer": timer, "hidden_turn": words(FIGHT_SETTINGS["hidden_turn"])}
    properties = {**own, **of_side["properties"], **dict.fromkeys(SIDES, of_side)}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def field_schemas(system: System) -> dict[str, Schema]:
    """What each field of a creature may be, in a system."""
    own = _own(system)
    absent = fields.HEALTH.difference(system.health.fields)
    return {
        name: {"description": ABOUT[name], **(own[name] if name in own else _BY_SHAPE[id(field.shape)])}
        for name, field in fields.FIELDS.items()
        if name not in absent
    }


def _save(system: System) -> Schema:
    """A save against a power; in a system without such saves, none."""
    known = "|".join(system.saves.of_powers)
    return {"type": "string", "pattern": rf"^\s*({known})\s"} if known else {"not": {}}


def _actions(system: System) -> Schema:
    """An action, or several of the kinds a turn counts."""
    return {"anyOf": [words(actions(system)), {"type": "string", "pattern": r"^[^+]+(\+[^+]+)+$"}]}


def power_schema(system: System) -> Schema:
    """A power, in a system."""
    lines: Schema = {"type": "array", "items": {"type": "string", "pattern": r"\S"}}
    known: dict[str, Schema] = {
        "name": NAME,
        "action": _actions(system),
        "use": {"type": "string", "pattern": r"^\s*([Aa][Tt][- ]|[Ee]|[Dd]|[Rr]|[Ww])"},
        "range": TEXT,
        "attack": {"type": "string", "pattern": r"[Vv][Ss]"},
        "damage": AMOUNT,
        "crit": AMOUNT,
        "crit_range": {"type": "integer", "minimum": LOWEST, "maximum": HIGHEST},
        "miss": AMOUNT,
        "save": _save(system),
        "saved": words(("none", "half")),
        "multiattack": {"type": "array", "items": NAME},
        "effects": lines,
        "always": lines,
        "maintain": _actions(system),
        "trigger": {"type": "string"},
        "ability": words(system.damage.abilities) if system.damage.abilities else TEXT,
        "tags": TEXTS,
        "text": TEXT,
    }
    properties = {name: {"description": ABOUT_POWER[name], **schema} for name, schema in known.items()}
    return {"type": "object", "properties": properties, "required": ["name"], "additionalProperties": False}


def effect_schema() -> Schema:
    """What is on a creature already; most of its keys are for fights in progress."""
    texts = ("type", "duration", "source", "against", "anchor", "until")
    properties: dict[str, Schema] = {
        "name": OWN_WORDS,
        "persist": GAME_NUMBER,
        "regen": GAME_NUMBER,
        **dict.fromkeys(texts, TEXT),
        "kind": words(KINDS_OF_EFFECT),
        "amount": GAME_NUMBER,
        "id": {**TALLY, "minimum": 1},
        "bundle": TALLY,
        "then": TEXTS,
        "later": {"type": "array", "items": TEXTS},
        "after": {
            "type": "object",
            "properties": {"names": TEXTS, "duration": TEXT},
            "required": ["names"],
            "additionalProperties": False,
        },
        "point": words(("start", "end")),
        "skips": FLAG,
    }
    properties |= {name: _BY_SHAPE[id(shape)] for name, shape in plain_shapes(properties).items()}
    one = [{"required": [key]} for key in ("name", "persist", "regen")]
    return {"type": "object", "properties": properties, "additionalProperties": False, "anyOf": one}


def creature_schema(system: System) -> Schema:
    """A creature, in a system."""
    properties = field_schemas(system)
    properties["power"] = {"type": "array", "items": power_schema(system)}
    properties["effect"] = {"type": "array", "items": {"$ref": "#/definitions/effect"}}
    found: Schema = {
        "type": "object",
        "properties": properties,
        "required": ["name"],
        "additionalProperties": False,
    }
    if "max_hp" in system.health.needed:
        with_hp = [name for name, kind in system.creatures.kinds.items() if kind.max_hp is not None]
        by_kind = {"required": ["kind"], "properties": {"kind": words(with_hp)}}
        found["anyOf"] = [{"required": ["max_hp"]}, *([by_kind] if with_hp else [])]
    return found


def _option(option: Option) -> Schema:
    values: Schema = {"enum": list(option.values)} if option.values else WHOLE
    return {"description": option.about, "default": option.default, **values}


def _options(system: System) -> Schema:
    properties = {key: _option(option) for key, option in system.options.items()}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def schema(systems: Mapping[str, System] = SYSTEMS) -> Schema:
    """The schema; what only one system has applies where a file is of that system."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Orcus TUI: an encounter, or a party",
        "type": "object",
        "properties": {
            "format": {"const": FORMAT, "description": "required"},
            "name": {"description": "what the fight is called; else as the file", **NAME},
            "system": {"description": "whose rules", "default": DEFAULT, "enum": list(systems)},
            "party": {"description": "a file with the heroes, in the same folder or one below it", **TEXT},
            "read_aloud": {"description": "what to read to the players before the fight", **TEXT},
            "terrain": {"description": "the ground, for the game master", **TEXT},
            "tactics": {"description": "how the foes fight", **TEXT},
            "notes": {"description": "whatever else to remember", **TEXT},
            "event": {"description": "[[event]] once for each", "type": "array", "items": _EVENT},
            "options": {"description": "rules options", "type": "object"},
            "players": {"description": "what players see, of all, and in a table for each side", "type": "object"},
            "fight": {"description": "a fight in progress, as the program writes it", "type": "object"},
            "creature": {"description": "[[creature]] once for each", "type": "array"},
        },
        "required": ["format"],
        "additionalProperties": False,
        "allOf": [_system_schema(system) for system in systems.values()],
        "definitions": {"effect": effect_schema(), **{each.id: creature_schema(each) for each in systems.values()}},
    }


def _system_schema(system: System) -> Schema:
    """What holds for the files of a system; a file that names none is of the default one."""
    named: Schema = {"properties": {"system": {"const": system.id}}}
    if system.id != DEFAULT:
        named["required"] = ["system"]
    creatures = {"type": "array", "items": {"$ref": f"#/definitions/{system.id}"}}
    own = {"creature": creatures, "options": _options(system), "players": _fight_players(system)}
    return {"if": named, "then": {"properties": own}}


def text() -> str:
    """The schema as the file that ships."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
