"""The config: one TOML file of what a person likes, read once; whatever is wrong with it, the tracker opens."""

import re
import stat
import string
import unicodedata
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct, field

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.lexer import words_of
from orcus_tui.commands.verbs import verbs_of
from orcus_tui.model.creature import Side
from orcus_tui.model.fight import Asking
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import printable
from orcus_tui.rules import field_shapes
from orcus_tui.rules.field_shapes import (
    FieldFault,
    FieldFaults,
    expected,
    fault,
    said,
    shown,
)
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.storage.toml import positions
from orcus_tui.storage.toml.positions import Fault, Lines, TomlFaults
from orcus_tui.systems import DEFAULT, SYSTEMS

LARGEST_FILE = 1024 * 1024  # bytes


class Config(Struct, frozen=True):
    """What a person likes; as it stands here, what everyone gets who says nothing.

    `keys` has, for an action, its keys, parted by commas. An empty `theme` is the program's own; where `ascii` is
    None, the terminal's encoding says.
    """

    theme: str = ""
    ascii: bool | None = None
    mouse: bool = True
    ask: Asking = "none"
    keys: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[Side, str] = field(default_factory=dict)


class Known(Struct, frozen=True):
    """What the screen has: its actions, each with the keys it has by itself, parted by commas; and its themes."""

    actions: Mapping[str, str]
    themes: Collection[str]


class Setting(Struct, frozen=True):
    """A key of the config: how its value is read, what that may be, and what it is for, for people.

    `read` gets the key, the value and what the screen knows, and raises FieldFaults. A table is read entry by entry,
    each with its own key, so that a wrong one leaves the others in force.
    """

    name: str
    read: Callable[[str, Any, Known], object]
    takes: str
    about: str

    @property
    def default(self) -> Any:
        """What holds where the file says nothing."""
        return getattr(Config(), self.name)

    @property
    def is_table(self) -> bool:
        """Whether it is written as `[name]`, with lines of its own."""
        return isinstance(self.default, Mapping)


def read_config(path: Path, known: Known) -> tuple[Config, list[str]]:
    """The config in a file, and every fault of it, as `FILE:LINE: key: what is wrong`.

    No file is no fault. Nothing is raised: a fault leaves the default in place of what it is about; a file that is
    no TOML leaves all of them.
    """
    try:
        data = _bytes_of(path)
        table = positions.load(data)
    except StorageError as wrong:
        return Config(), [printable(str(wrong))]
    except TomlFaults as wrong:
        return Config(), [_told(path, one) for one in wrong.faults]
    lines = positions.locate(positions.decode(data))
    values, faults = _values(table, known)
    values["keys"], clashes = _without_clashes(values.get("keys", {}), known.actions, lines)
    placed = [Fault(lines.line(one.tail), None, said(one)) for one in (*faults, *clashes)]
    return Config(**values), [_told(path, one) for one in sorted(placed, key=lambda one: one.line)]


def _told(path: Path, one: Fault) -> str:
    place = ":".join(str(part) for part in (path, one.line, one.column) if part is not None)
    return printable(f"{place}: {one.message}")


def _bytes_of(path: Path) -> bytes:
    """What a file holds, nothing where there is none; raises StorageError where that cannot be had."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            # A pipe would keep us waiting for whoever writes to it.
            raise StorageError(path, "this is not an ordinary file")
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise StorageError(path, f"cannot be read: {reason(error)}") from error
    except ValueError as error:
        raise StorageError(path, "no file can have such a name") from error
    if len(data) > LARGEST_FILE:
        raise StorageError(path, f"larger than {LARGEST_FILE // 1024**2} MB: this is no config")
    return data


def _values(table: Mapping[str, Any], known: Known) -> tuple[dict[str, Any], list[FieldFault]]:
    """What is right in the file, by the names of SETTINGS, and the faults of what is not."""
    values: dict[str, Any] = {}
    faults: list[FieldFault] = []
    for key, value in table.items():
        setting = SETTINGS.get(key)
        try:
            if setting is None:
                raise fault(f"unknown key{did_you_mean(key, SETTINGS)}")
            if setting.is_table:
                values[key], wrong = _entries(setting, value, known)
                faults += wrong
            else:
                values[key] = setting.read(key, value, known)
        except FieldFaults as wrong_value:
            faults += wrong_value.under(key)
    return values, faults


def _entries(setting: Setting, table: object, known: Known) -> tuple[dict[str, Any], list[FieldFault]]:
    if not isinstance(table, dict):
        raise fault(f"write [{setting.name}], and its lines below, got {shown(table)}")
    found: dict[str, Any] = {}
    faults: list[FieldFault] = []
    for key, value in table.items():
        try:
            found[key] = setting.read(key, value, known)
        except FieldFaults as wrong:
            faults += wrong.under(setting.name, key)
    return found, faults


def _unknown(what: str, key: str, known: Collection[str]) -> FieldFaults:
    """The fault of a line that its table has no use for."""
    if key in SETTINGS and not SETTINGS[key].is_table:
        return fault("write it further up, before the first line in [brackets]")
    return field_shapes.unknown(what, key, known)


# Keys

_LONGEST_KEY = 100  # characters
_MODIFIERS = {each: each for each in ("alt", "ctrl", "hyper", "meta", "shift", "super")}
_MODIFIERS |= {"control": "ctrl", "option": "alt"}
_HELD = rf"(?i:({'|'.join(_MODIFIERS)})\s*[+-]\s*)"

# What Textual shortens in Unicode's names of signs.
_SHORTENED = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}
_WRITTEN = {
    "esc": "escape",
    "return": "enter",
    "del": "delete",
    "ins": "insert",
    "spacebar": "space",
    "page_up": "pageup",
    "page_down": "pagedown",
    "pgup": "pageup",
    "pgdn": "pagedown",
}


def _sign_name(sign: str) -> str:
    """What Textual calls the key of one sign."""
    if sign.isalnum():
        return sign
    name = unicodedata.name(sign, sign).lower().replace("-", "_").replace(" ", "_")
    return _SHORTENED.get(name, name)


NAMED_KEYS = (
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown"),
    *("enter", "escape", "tab", "space", "backspace", "insert", "delete"),
)
FUNCTION_KEYS = tuple(f"f{number}" for number in range(1, 25))
SIGN_NAMES = {sign: _sign_name(sign) for sign in string.punctuation}

OWN_KEYS = {
    "ctrl+p": "opens the command palette",
    "ctrl+c": "quits",
    "ctrl+q": "quits",
}
"""The keys the program keeps for itself, and what they do wherever the focus is."""


def key_name(written: str) -> str:
    """A key as Textual calls it: `Ctrl+R` is `ctrl+r`, `?` is `question_mark`, `Page Up` is `pageup`.

    Raises FieldFaults for what is no key.
    """
    text = written.strip()
    if not text:
        raise fault("a key is missing; the space bar is called space")
    if len(text) > _LONGEST_KEY:
        raise field_shapes.unknown("key", text, ())
    held: set[str] = set()
    while found := re.match(_HELD, text):
        held.add(_MODIFIERS[found[1].lower()])
        text = text[found.end() :]
    if held and len(text) == 1:
        text = text.lower()
    if held == {"shift"} and len(text) == 1 and text in string.ascii_lowercase:
        return text.upper()
    return "+".join((*sorted(held), _bare_key(text, written)))


def _bare_key(text: str, written: str) -> str:
    if len(text) == 1 and text.isprintable():
        return _sign_name(text)
    name = re.sub(r"[ -]", "_", text.lower())
    name = _WRITTEN.get(name, name)
    names = (*NAMED_KEYS, *FUNCTION_KEYS, *SIGN_NAMES.values())
    if name not in names:
        raise field_shapes.unknown("key", written.strip(), names)
    return name


def _keys(action: str, value: object, known: Known) -> str:
    """The keys of an action: a text with commas between them, or a list."""
    if action not in known.actions:
        raise _unknown("action", action, known.actions)
    if isinstance(value, str):
        # A comma by itself is meant as the key.
        value = [value] if value.strip() == "," else value.split(",")
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise expected('a key, such as "n", or a list of keys', value)
    if not value:
        raise fault("a key is missing")
    return ",".join(dict.fromkeys(_free_key(each) for each in value))


def _free_key(written: str) -> str:
    """A key that can be an action's."""
    name = key_name(written)
    if name in OWN_KEYS:
        raise fault(f"{name} is the program's own ({OWN_KEYS[name]})")
    return name


def _without_clashes(
    given: Mapping[str, str], own: Mapping[str, str], lines: Lines
) -> tuple[dict[str, str], list[FieldFault]]:
    """The keys of the file without those of actions that would take another's, and the faults of these."""
    kept = dict(given)
    faults: list[FieldFault] = []
    # From the start after each, for an action has its own key again when it loses the one it was given.
    while clash := _clash(kept, own):
        action, key, other = clash
        where = f"on line {lines.line(('keys', other))}" if other in kept else "unless you give that another"
        faults.append(FieldFault(("keys", action), f"{key} is the key of {other}, {where}"))
        del kept[action]
    return kept, faults


def _clash(given: Mapping[str, str], own: Mapping[str, str]) -> tuple[str, str, str] | None:
    """The first action that was given a key another has: itself, the key, the other."""
    own_keys = {action: _names_of(keys) for action, keys in own.items()}
    taken = {key: action for action, keys in own_keys.items() if action not in given for key in keys}
    for action, keys in given.items():
        for key in keys.split(","):
            other = taken.setdefault(key, action)
            # What the screen itself puts on one key is used in different places.
            if other != action and not (key in own_keys[action] and key in own_keys[other]):
                return action, key, other
    return None


def _names_of(keys: str) -> set[str]:
    """The screen's own keys, which are in no need of checking."""
    return {_sign_name(key) if len(key) == 1 else key for key in map(str.strip, keys.split(",")) if key}


# Aliases, colours, and the rest

_ALIAS = r"[a-z][a-z0-9-]*"
_HEX = r"#[0-9a-f]{6}"

COLOURS = (
    *("black", "white", "silver", "gray", "grey", "red", "maroon", "crimson", "coral", "salmon", "orange", "brown"),
    *("gold", "yellow", "olive", "lime", "green", "teal", "turquoise", "cyan", "aqua", "blue", "navy", "indigo"),
    *("violet", "purple", "magenta", "fuchsia", "pink"),
)
TERMINAL_COLOURS = tuple(
    f"ansi_{bright}{colour}"
    for bright in ("", "bright_")
    for colour in ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
)
"""The sixteen that a terminal may show as its owner likes."""

# The shapes used here ask a system nothing.
_ANY_SYSTEM = SYSTEMS[DEFAULT]
_ask = field_shapes.one_of(lambda _: get_args(Asking), "word for whose dice are asked for")


def _alias(name: str, value: object, _: Known) -> str:
    """The line an alias stands for."""
    if not re.fullmatch(_ALIAS, name):
        raise fault("an alias is of small letters, digits and hyphens, a letter first")
    if any(verb.name == name for system in SYSTEMS.values() for verb in verbs_of(system)):
        raise fault(f"{shown(name)} is a command already")
    line: str = field_shapes.line(_ANY_SYSTEM, value)
    try:
        if not words_of(line):
            raise fault("an alias stands for a line; this one says nothing")
    except CommandError as error:
        raise fault(f"column {error.column}: {error.message}") from None
    return line.strip()


def _colour(side: str, value: object, _: Known) -> str:
    """The colour of a side."""
    if side not in get_args(Side):
        raise _unknown("side", side, get_args(Side))
    if not isinstance(value, str):
        raise expected("a colour", value)
    colour = value.strip().lower()
    if re.fullmatch(_HEX, colour) or colour in COLOURS or colour in TERMINAL_COLOURS:
        return colour
    near = did_you_mean(colour, (*COLOURS, *TERMINAL_COLOURS))
    raise fault(f"expected a colour, such as red or #c03030, got {shown(value)}{near}")


def _theme(_: str, value: object, known: Known) -> str:
    if value == "":
        return ""
    found: str = field_shapes.one_of(lambda _: known.themes, "theme")(_ANY_SYSTEM, value)
    return found


def _asking(_: str, value: object, __: Known) -> object:
    return _ask(_ANY_SYSTEM, value)


def _flag(_: str, value: object, __: Known) -> bool:
    return field_shapes.flag(_ANY_SYSTEM, value)


SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting("theme", _theme, "the name of a theme", "the colours of the screen; the palette lists the themes"),
        Setting("ascii", _flag, "`true` or `false`", "whether letters and dashes stand in for signs and frames"),
        Setting("mouse", _flag, "`true` or `false`", "whether the tracker takes clicks and the wheel"),
        Setting("ask", _asking, '`"none"`, `"party"` or `"all"`', "whose dice are yours to roll when a fight opens"),
        Setting("keys", _keys, "a line for each action: its key, or a list of keys", "the keys you want instead"),
        Setting("aliases", _alias, "a line for each alias: what it stands for", "words of your own for whole lines"),
        Setting("sides", _colour, "`party`, `foes`, `neutral`: a colour", "the colours of the three sides"),
    )
}
"""The keys of the config, in the order people should write them: those of one line come before the tables."""
