"""Creatures as the TOML a person would write: powers set in, short tables on one line."""

from collections.abc import Iterator, Mapping, Sequence

from orcus_tui.rules.fields import FIELDS

WIDTH = 120
_INDENT = "  "
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_PLAIN_KEY = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
# What comes first in a stat block comes first here; the rest goes as the format lists it.
_FIRST = ("name", "id", "count", "kind", "side", "level", "role", "size", "type", "tags", "alignment", "xp")
_FIRST_OF_POWER = ("name", "action", "use", "range", "attack", "damage", "crit", "miss", "effects", "always")
_ORDER = {name: place for place, name in enumerate(dict.fromkeys((*_FIRST, *FIELDS)))}
_ORDER_OF_POWER = {name: place for place, name in enumerate(_FIRST_OF_POWER)}


def creature_text(table: Mapping[str, object]) -> str:
    """A creature's table, with those of its powers and effects; whole lines.

    Its values are what TOML can say but dates. Raises TypeError for any other.
    """
    lines = ["[[creature]]", *_pairs(table, _ORDER)]
    for name in ("power", "effect"):
        within = table.get(name, ())
        for each in within if isinstance(within, Sequence) else ():
            lines += ["", f"{_INDENT}[[creature.{name}]]"]
            lines += (_INDENT + line for line in _pairs(each, _ORDER_OF_POWER))
    return "\n".join(lines) + "\n"


def _pairs(table: Mapping[str, object], order: Mapping[str, int]) -> Iterator[str]:
    """A line for each key, or several for a long list; tables of their own left out."""
    for key in sorted(table, key=lambda each: order.get(each, len(order))):
        if key not in ("power", "effect"):
            yield from _pair(key, table[key])


def _pair(key: str, value: object) -> Iterator[str]:
    line = f"{_key(key)} = {_value(value)}"
    if len(line) <= WIDTH or not isinstance(value, Sequence) or isinstance(value, str):
        yield line
        return
    yield f"{_key(key)} = ["
    yield from (f"{_INDENT}{_value(each)}," for each in value)
    yield "]"


def _key(key: str) -> str:
    return key if key and _PLAIN_KEY.issuperset(key) else _text(key)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_value(each)}' for key, each in value.items())} }}" if value else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_value, value))}]"
    raise TypeError(f"TOML has no {type(value).__name__}")


def _text(text: str) -> str:
    """A text in double quotes; in single ones where it has double ones itself, and single ones can hold it."""
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    return '"' + "".join(_ESCAPES.get(each) or _printable(each) for each in text) + '"'


def _printable(sign: str) -> str:
    return sign if sign.isprintable() else f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"
