"""Creatures and encounters as the TOML a person would write: blank lines, indented powers, short values inline."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from orcus_tui.rules import fields

WIDTH = 120
"""The most columns of a line, without its indent."""

NESTED = ("trait", "power", "effect")
"""The keys of a creature that become tables below it."""

_FIRST = ("name", "id", "count", "kind", "side", "level", "role", "size", "type", "tags", "alignment", "xp")
_ORDER = tuple(dict.fromkeys((*_FIRST, *fields.FIELDS)))
_ORDER_OF_POWER = ("name", "action", "use", "range", "attack", "damage", "crit", "miss", "effects", "always")
_PROSE = ("text", "notes")
_BARE = r"[A-Za-z0-9_-]+"
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"})
_STEP = "  "


def encounter_text(table: Mapping[str, Any]) -> str:
    """The text of a file: its plain keys, its other tables such as the options, then its creatures."""
    others = {key: value for key, value in table.items() if key != "creature"}
    tables = {key: value for key, value in others.items() if isinstance(value, Mapping)}
    top = "".join(_entry(key, value, "") for key, value in others.items() if key not in tables)
    sections = [_section(f"[{_key(key)}]", value, "") for key, value in tables.items()]
    return "\n".join([top, *sections, *map(creature_text, table.get("creature", ()))])


def creature_text(creature: Mapping[str, Any]) -> str:
    """A creature's table, with those of its powers and effects; whole lines.

    Raises TypeError for a value that an encounter file cannot hold.
    """
    parts = [_section("[[creature]]", _own_entries(creature), "")]
    for name in NESTED:
        order = _ORDER_OF_POWER if name == "power" else ()
        parts += [_section(f"[[creature.{name}]]", _in_order(each, order), _STEP) for each in creature.get(name, ())]
    return "\n".join(parts)


def order_creature(creature: Mapping[str, Any]) -> dict[str, Any]:
    """A creature's table in the order it is written in, powers and effects last."""
    below = {name: creature[name] for name in NESTED if name in creature}
    return {**_own_entries(creature), **below}


def _own_entries(creature: Mapping[str, Any]) -> dict[str, Any]:
    """A creature's entries in the order they are written, without those that become separate tables."""
    return {key: value for key, value in _in_order(creature, _ORDER).items() if key not in NESTED}


def _in_order(table: Mapping[str, Any], order: Iterable[str]) -> dict[str, Any]:
    """The entries in this order, followed by all others."""
    keys = [*(key for key in order if key in table), *table]
    return {key: table[key] for key in dict.fromkeys(keys)}


def _section(heading: str, table: Mapping[str, Any], indent: str) -> str:
    return f"{indent}{heading}\n" + "".join(_entry(key, value, indent) for key, value in table.items())


def _entry(key: str, value: object, indent: str) -> str:
    return f"{indent}{_key(key)} = {_value_text(key, value, indent)}\n"


def _value_text(key: str, value: object, indent: str) -> str:
    """The text of a value; a long list or long prose takes several lines."""
    if isinstance(value, str) and "\n" in value:
        return _multiline_text(value)
    plain = inline_value(value)
    if len(f"{_key(key)} = {plain}") <= WIDTH:
        return plain
    if isinstance(value, list | tuple):
        return "[\n" + "".join(f"{indent}{_STEP}{inline_value(each)},\n" for each in value) + f"{indent}]"
    return _wrap_text(value, indent) if isinstance(value, str) and key in _PROSE else plain


def inline_value(value: object) -> str:
    """A value in one line. Raises TypeError for a value that an encounter file cannot have, such as a date."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline_value, value))}]"
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {inline_value(entry)}" for key, entry in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    raise TypeError(f"an encounter file has no {type(value).__name__}")


def _key(key: str) -> str:
    return key if re.fullmatch(_BARE, key) else f'"{_escape(key)}"'


def _text(text: str) -> str:
    """A text in double quotes, or in single quotes if it has double quotes and no others."""
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    return f'"{_escape(text)}"'


def _escape(text: str) -> str:
    text = text.translate(_ESCAPES)
    return text if text.isprintable() else "".join(sign if sign.isprintable() else _escape_code(sign) for sign in text)


def _escape_code(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def _multiline_text(text: str) -> str:
    """A text of several lines, in triple quotes."""
    return '"""\n' + "\n".join(map(_escape, text.split("\n"))) + '"""'


def _wrap_text(text: str, indent: str) -> str:
    """A long line broken by escaped line breaks, only at single blanks, because TOML would drop several."""
    rows = [""]
    for word in re.split(r"(?<=\S) (?=\S)", text):
        longer = f"{rows[-1]} {word}" if rows[-1] else word
        if rows[-1] and len(indent) + len(_STEP) + len(_escape(longer)) + len(" \\") > WIDTH:
            rows.append(word)
        else:
            rows[-1] = longer
    if len(rows) == 1 or text[0].isspace():
        return _text(text)
    lines = " \\\n".join(f"{indent}{_STEP}{_escape(row)}" for row in rows)
    return f'"""\\\n{lines}"""'
