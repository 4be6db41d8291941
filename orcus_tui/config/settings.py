"""The settings file: a TOML file that is read once at start. Its faults never keep the tracker from opening."""

import re
import stat
import string
import unicodedata
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from msgspec import Struct, field

from orcus_tui.config.house_rules import read_house_rules
from orcus_tui.model.creature import Side
from orcus_tui.model.fight import Asking
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import printable
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, fault, fault_line, mismatch, quote, unknown
from orcus_tui.rules.public_settings import read_fight_setting
from orcus_tui.rules.validators import FLAG, LINE, Scope, Validator, list_of, one_of, whole
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.storage.toml import positions
from orcus_tui.storage.toml.positions import Fault, Lines, TomlError
from orcus_tui.systems import DEFAULT, SYSTEMS

LARGEST_FILE = 256 * 1024  # in bytes; a megabyte of faults would take more than a second


class Config(Struct, frozen=True):
    """The user's settings; the defaults are those of an empty file.

    `keys` has the keys of each action, separated by commas. An empty `theme` is the program's own; if `ascii` is None,
    the terminal's encoding decides. A number of seconds as `turn_clock` counts down. `party` is the path of a party
    file, or empty. `lines` has the lines of the keys that the user defined. `players` has the `[players]` table, with
    the `host`, the `port` and the other `hosts` of the players' view. `modifier` has the house rules.
    """

    theme: str = ""
    ascii: bool | None = None
    mouse: bool = True
    plain: bool = False
    ask: Asking = "none"
    turn_clock: Literal["off", "up"] | int = "off"
    party: str = ""
    modifier: tuple[Mapping[str, Any], ...] = ()
    keys: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[Side, str] = field(default_factory=dict)
    players: Mapping[str, Any] = field(default_factory=dict)


class ScreenNames(Struct, frozen=True):
    """The names that settings can refer to: themes, and actions with their default keys, separated by commas."""

    actions: Mapping[str, str]
    themes: Collection[str]


class Setting(Struct, frozen=True):
    """A key of the settings file: the function that reads its value, and descriptions of its values and effect.

    `read` takes the key, the value and the names of the screen, and raises FieldFaults. A table is read entry by entry,
    so that the other entries apply if one is wrong.
    """

    name: str
    read: Callable[[str, Any, ScreenNames], object]
    takes: str
    about: str

    @property
    def default(self) -> Any:
        """The value if the file has none."""
        return getattr(Config(), self.name)

    @property
    def is_table(self) -> bool:
        """Whether it is a table: `[name]` with its lines below."""
        return isinstance(self.default, Mapping)


def read_config(path: Path, names: ScreenNames, only: Collection[str] = ()) -> tuple[Config, list[str]]:
    """The settings in a file (`only` limits them to these keys), and their faults as `FILE:LINE: key: message`.

    A missing file is not a fault. Nothing is raised: a faulty value is replaced by its default, and so is every value
    of a file that is not TOML.
    """
    try:
        data = _bytes_of(path)
        table = positions.load(data)
    except StorageError as wrong:
        return Config(), [printable(str(wrong))]
    except TomlError as wrong:
        return Config(), [_fault_line(path, wrong.fault)]
    if only:
        table = {key: table[key] for key in only if key in table}

    @cache
    def lines() -> Lines:
        return positions.locate(positions.decode(data))

    values, faults = _values(table, names)
    values["keys"], clashes = _without_clashes(values.get("keys", {}), names.actions, lines)
    values["players"] = _with_hosts(values.get("players", {}))
    if values.get("party"):
        values["party"] = str(path.parent / values["party"])  # relative to the settings file, not to the working folder
    placed = [Fault(lines().line(one.tail), None, fault_line(one)) for one in (*faults, *clashes)]
    return Config(**values), [_fault_line(path, one) for one in sorted(placed, key=lambda one: one.line)]


def _fault_line(path: Path, one: Fault) -> str:
    place = ":".join(str(part) for part in (path, one.line, one.column) if part is not None)
    return printable(f"{place}: {one.message}")


def _bytes_of(path: Path) -> bytes:
    """The bytes of a file; empty if it does not exist. Raises StorageError if it cannot be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            # Reading a pipe would wait for its writer.
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
        raise StorageError(path, f"larger than {LARGEST_FILE // 1024} kB: this is not a settings file")
    return data


def _values(table: Mapping[str, Any], names: ScreenNames) -> tuple[dict[str, Any], list[FieldFault]]:
    """The valid values of the file, by their names in SETTINGS, and the faults of the others."""
    values: dict[str, Any] = {}
    faults: list[FieldFault] = []
    for key, value in table.items():
        setting = SETTINGS.get(key)
        try:
            if setting is None:
                raise fault(f"unknown key{did_you_mean(key, SETTINGS)}")
            if setting.is_table:
                values[key], wrong = _entries(setting, value, names)
                faults += wrong
            else:
                values[key] = setting.read(key, value, names)
        except FieldFaults as wrong_value:
            faults += wrong_value.under(key)
    return values, faults


def _entries(setting: Setting, table: object, names: ScreenNames) -> tuple[dict[str, Any], list[FieldFault]]:
    if not isinstance(table, dict):
        raise fault(f"expected a table: [{setting.name}] with its lines below, got {quote(table)}")
    found: dict[str, Any] = {}
    faults: list[FieldFault] = []
    for key, value in table.items():
        try:
            found[key] = setting.read(key, value, names)
        except FieldFaults as wrong:
            faults += wrong.under(setting.name, key)
    return found, faults


def _unknown(what: str, key: str, known: Collection[str]) -> FieldFaults:
    """The fault of an unknown key of a table."""
    if key in SETTINGS and not SETTINGS[key].is_table:
        return fault("move it above the first line in [brackets]")
    return unknown(what, key, known)


# Keys

LONGEST_KEY = 100  # characters
_MODIFIERS = {each: each for each in ("alt", "ctrl", "hyper", "meta", "shift", "super")}
_MODIFIERS |= {"control": "ctrl", "option": "alt"}
_MODIFIER = rf"(?i:({'|'.join(_MODIFIERS)})\s*[+-]\s*)"

# Names of signs that differ between Textual and Unicode.
_SHORTENED = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}
_OTHER_NAMES = {
    "esc": "escape", "return": "enter", "del": "delete", "ins": "insert", "spacebar": "space",
    "page_up": "pageup", "page_down": "pagedown", "pgup": "pageup", "pgdn": "pagedown",
}  # fmt: skip


def _sign_name(sign: str) -> str:
    """Textual's name for the key of a character."""
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
    "ctrl+c": "quits at once: the fight is saved; warns where an encounter is not",
    "ctrl+q": "quits at once: the fight is saved; warns where an encounter is not",
}
"""The keys that cannot be assigned, and what they always do."""


def key_name(given: str) -> str:
    """Textual's name of a key: `Ctrl+R` is `ctrl+r`, `?` is `question_mark`, `Page Up` is `pageup`.

    Raises FieldFaults for an unknown key.
    """
    text = given.strip()
    if not text:
        raise fault("a key is missing; the space bar is `space`")
    if len(text) > LONGEST_KEY:
        raise fault(f"a key takes at most {LONGEST_KEY} characters; this has {len(text)}")
    modifiers: set[str] = set()
    while found := re.match(_MODIFIER, text):
        modifiers.add(_MODIFIERS[found[1].lower()])
        text = text[found.end() :]
    if modifiers and len(text) == 1:
        text = text.lower()
    if modifiers == {"shift"} and len(text) == 1 and text in string.ascii_lowercase:
        return text.upper()
    return "+".join((*sorted(modifiers), _bare_key(text, given)))


def _bare_key(text: str, given: str) -> str:
    if len(text) == 1 and text.isprintable():
        return _sign_name(text)
    name = re.sub(r"[ -]", "_", text.lower())
    name = _OTHER_NAMES.get(name, name)
    names = (*NAMED_KEYS, *FUNCTION_KEYS, *SIGN_NAMES.values())
    if name not in names:
        raise unknown("key", given.strip(), names)
    return name


def _keys(action: str, value: object, names: ScreenNames) -> str:
    """The keys of an action, from a text with commas or a list."""
    if action not in names.actions:
        raise _unknown("action", action, names.actions)
    if isinstance(value, str):
        # A comma alone is the key itself.
        value = [value] if value.strip() == "," else value.split(",")
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise mismatch('a key, such as "n", or a list of keys', value)
    if not value:
        raise fault("a key is missing")
    return ",".join(dict.fromkeys(_assignable_key(each) for each in value))


def _assignable_key(given: str) -> str:
    """The name of a key that an action can have."""
    name = key_name(given)
    if name in OWN_KEYS:
        raise fault(f"{name} cannot be assigned ({OWN_KEYS[name]})")
    return name


def _line_of_key(key: str, value: object, _: ScreenNames) -> str:
    """The line of a key that the user defined."""
    from orcus_tui.commands.command_error import CommandError
    from orcus_tui.commands.lexer import words_of

    _assignable_key(key)
    line: str = _checked(LINE, value)
    try:
        if not words_of(line):
            raise fault("a key needs a line; this one is empty")
    except CommandError as error:
        raise fault(f"column {error.column}: {error.message}") from None
    return line


def _without_clashes(
    given: Mapping[str, str], own: Mapping[str, str], lines: Callable[[], Lines]
) -> tuple[dict[str, str], list[FieldFault]]:
    """The keys of the file that do not clash with another action's, and a fault for each clash."""
    valid = dict(given)
    faults: list[FieldFault] = []
    # Repeated, because an action that loses its keys gets its default keys back, which may clash too.
    while valid and (clash := _clash(valid, own)):
        action, key, other = clash
        where = (
            f"on line {lines().line(('keys', other))}" if other in valid else "by default; give that action another key"
        )
        faults.append(FieldFault(("keys", action), f"{key} is the key of {other} {where}"))
        del valid[action]
    return valid, faults


def _clash(given: Mapping[str, str], own: Mapping[str, str]) -> tuple[str, str, str] | None:
    """The first action with a key of another action: the action, the key, the other."""
    own_keys = {action: _names_of(keys) for action, keys in own.items()}
    taken = {key: action for action, keys in own_keys.items() if action not in given for key in keys}
    for action, keys in given.items():
        for key in keys.split(","):
            other = taken.setdefault(key, action)
            # Actions that share a default key are used in different places.
            if other != action and not (key in own_keys[action] and key in own_keys[other]):
                return action, key, other
    return None


def _names_of(keys: str) -> set[str]:
    """The names of default keys."""
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
"""The sixteen colours of the terminal's own palette."""

_ask = one_of(lambda _: get_args(Asking), "value")


def _checked(validator: Validator, value: object) -> Any:
    """The value, checked by a validator that is the same in all systems."""
    return validator.read(Scope(SYSTEMS[DEFAULT]), value)


def _alias(name: str, value: object, _: ScreenNames) -> str:
    # Imported here, since the tracker reads its settings before its first frame, and only aliases need the language.
    from orcus_tui.commands.command_error import CommandError
    from orcus_tui.commands.lexer import split_lines, words_of
    from orcus_tui.commands.verbs import SINGLE_LINE, verbs_of

    if not re.fullmatch(_ALIAS, name):
        raise fault("an alias has lower-case letters, digits and hyphens, and begins with a letter")
    if any(verb.name == name for system in SYSTEMS.values() for verb in verbs_of(system)):
        raise fault(f"{quote(name)} is already a command")
    table: dict[str, Any] = value if isinstance(value, dict) else {"do": value}
    if unknown := [each for each in table if each not in ("do", "help")]:
        raise fault(f"an alias has do and help, not {unknown[0]!r}")
    do, about = table.get("do"), _checked(LINE, table.get("help", ""))
    lines: list[str] = [_checked(LINE, each) for each in (do if isinstance(do, list) else [do])]
    try:
        if not lines or not all(map(words_of, lines)):
            raise fault("an alias needs a line; this one is empty")
        if any(len(split_lines(line)) > 1 for line in lines):
            raise fault(SINGLE_LINE)
    except CommandError as error:
        raise fault(f"column {error.column}: {error.message}") from None
    text = "; ".join(line.strip() for line in lines)
    return f"{text} # {about}" if about else text


def _colour(side: str, value: object, _: ScreenNames) -> str:
    if side not in get_args(Side):
        raise _unknown("side", side, get_args(Side))
    if not isinstance(value, str):
        raise mismatch("a colour", value)
    colour = value.strip().lower()
    if re.fullmatch(_HEX, colour) or colour in COLOURS or colour in TERMINAL_COLOURS:
        return colour
    near = did_you_mean(colour, (*COLOURS, *TERMINAL_COLOURS))
    raise fault(f"expected a colour, such as red or #c03030, got {quote(value)}{near}")


def _theme(_: str, value: object, names: ScreenNames) -> str:
    if value == "":
        return ""
    found: str = _checked(one_of(lambda _: names.themes, "theme"), value)
    return found


def _read_asking(_: str, value: object, __: ScreenNames) -> object:
    return _checked(_ask, value)


def _party(_: str, value: object, __: ScreenNames) -> str:
    """A path with `~` expanded; the file is read when an encounter is built."""
    text: str = _checked(LINE, value)
    try:
        return str(Path(text).expanduser()) if text else ""
    except RuntimeError as error:
        raise fault(f"{quote(text)}: no such user") from error


PLAYERS_ADDRESS: Mapping[str, Validator] = {"host": LINE, "port": whole(0, 65535)}
"""The address on which the tracker serves the players' view."""
_HOSTS = list_of(LINE)


def _with_hosts(players: Mapping[str, Any]) -> Mapping[str, Any]:
    """The table, with a list in `names` (the names of this machine) moved to `hosts`.

    A single word in `names` says how creatures are named.
    """
    found = dict(players)
    if not isinstance(found.get("names", ""), str):
        found["hosts"] = tuple(found.pop("names"))
    return found


def _players(key: str, value: object, _: ScreenNames) -> object:
    """A setting of the players' view, the table of a side, or a part of the address."""
    if key in PLAYERS_ADDRESS:
        return _checked(PLAYERS_ADDRESS[key], value)
    if key == "names" and isinstance(value, list):
        return _checked(_HOSTS, value)
    return read_fight_setting(Scope(SYSTEMS[DEFAULT]), key, value)


def _flag(_: str, value: object, __: ScreenNames) -> bool:
    found: bool = _checked(FLAG, value)
    return found


LONGEST_TURN = 3600
"""The longest countdown of the turn clock, in seconds."""


def _turn_clock(_: str, value: object, __: ScreenNames) -> object:
    if isinstance(value, str):
        return _checked(one_of(lambda _: ("off", "up"), "turn clock"), value)
    return _checked(whole(1, LONGEST_TURN), value)


SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting("theme", _theme, "the name of a theme", "the theme of the screen; the command palette lists them"),
        Setting("ascii", _flag, "`true` or `false`", "draw with ASCII characters only and send as little as possible"),
        Setting("mouse", _flag, "`true` or `false`", "use the mouse"),
        Setting("plain", _flag, "`true` or `false`", "`orcus-tui play` speaks in sentences, as with `--plain`"),
        Setting(
            "ask", _read_asking, '`"none"`, `"party"` or `"all"`', "whose dice are rolled at the table, as with `ask`"
        ),
        Setting(
            "turn_clock",
            _turn_clock,
            '`"off"`, `"up"` or a number of seconds',
            "a turn timer in the header, which counts up, or down from a number of seconds",
        ),
        Setting("party", _party, "the path of a party file", "the party of new encounters in the builder"),
        Setting(
            "modifier",
            lambda _, value, __: read_house_rules(value),
            "`[[modifier]]` tables with `who`, `modifier`, `name` and `system`",
            "house rules of every fight, or of the fights of one system",
        ),
        Setting("keys", _keys, "a line for each action: its key, or a list of keys", "your own keys"),
        Setting(
            "aliases",
            _alias,
            "a line for each alias: the line it runs, a list of lines, or `{ do = …, help = … }`",
            "your own commands",
        ),
        Setting(
            "lines",
            _line_of_key,
            "a line for each key, with the line of the language it stands for",
            "lines on keys of your own; `{selected}` and `{targets}` are the creatures on the screen",
        ),
        Setting("sides", _colour, "`party`, `foes`, `neutral`: a colour", "the colours of the three sides"),
        Setting(
            "players",
            _players,
            "a line for each setting, a table for a side",
            "what players see, and where it is served",
        ),
    )
}
"""The keys of the settings file in the order of writing: plain keys before tables."""
