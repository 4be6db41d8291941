"""The page about the config, from the table that reads it: `python -m orcus_tui.config.settings_reference`."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from textwrap import fill

from orcus_tui.config.settings import (
    COLOURS,
    FUNCTION_KEYS,
    NAMED_KEYS,
    OWN_KEYS,
    SETTINGS,
    SIGN_NAMES,
    TERMINAL_COLOURS,
)

EXAMPLE = """\
# What stands for itself comes first, before any line in [brackets].
theme = "nord"
ascii = false                   # leave it out, and the tracker asks your terminal
mouse = true
ask = "party"                   # the heroes' saves are rolled at the table

[keys]
next = "ctrl+n"                 # n alone now does nothing
undo = ["z", "backspace"]       # several keys, one action
help = "?"

[aliases]
burn = "persist @foes 5 fire"
rout = "apply @staggered weakened save"
omen = 'apply @party "feels watched"'     # single quotes hold double ones

[sides]
party = "#5fafff"
foes = "coral"
neutral = "ansi_yellow"
"""
"""A config in full, with entries of every kind."""

_OPENING = """\
# The config

The tracker needs no config. Write one when you want another theme, other keys, or words of your own: a text file in
[TOML](https://toml.io), read once, when the tracker opens.

This page is made from the program's own table by `python -m orcus_tui.config.settings_reference`.

## Where it lies

| system | file |
|---|---|
| Linux | `~/.config/orcus-tui/config.toml`, or in `$XDG_CONFIG_HOME` where that is set |
| macOS | `~/Library/Application Support/orcus-tui/config.toml` |
| Windows | `%LOCALAPPDATA%\\orcus-tui\\config.toml` |

Make the folder if it is not there yet. Set the variable `ORCUS_TUI_CONFIG` to have another file read instead.

## A whole one"""

_FAULTS = """\
Texts stand in quotes, `true` and `false` do not. `#` begins a note to yourself.

A mistake never keeps the tracker from opening. It says what is wrong, and on which line:

```
config.toml:9: keys.nxet: unknown action "nxet" (did you mean "next"?)
```

What is wrong counts as not written, and all else holds. Only a file that is no TOML at all, for a quote that is never
closed say, leaves everything as the program has it."""

_KEYS = """\
On the left the action, on the right its key: `next = "ctrl+n"`. The list of keys in the tracker (`?`) names the
actions. Several keys for one action stand in a list, `["z", "backspace"]`, or with commas between them,
`"z, backspace"`. An action you give a key has no others; one you do not name keeps its own. No two actions share a key:
to give an action the key of another, give that another one too.

| key | written |
|---|---|
| a letter or digit | itself: `n`; `N` is the same key with Shift |
| a sign | itself, or by name: `?` is `question_mark` |
| with Ctrl or Alt | `ctrl+r`, `alt+x`, `ctrl+shift+left`; `Ctrl-R` and `Control+R` are understood |"""

_KEYS_END = """\
Upper and lower case are alike, but for a letter by itself. Most terminals cannot tell `ctrl+i` from `tab`, `ctrl+m`
from `enter`, or `ctrl+shift+r` from `ctrl+r`, and keep some keys to themselves."""

_ALIASES = """\
On the left your word, on the right the line it stands for; what you type after the word follows the line. With
`burn = "persist @foes 5 fire"`, `burn save` is `persist @foes 5 fire save`. An alias is of small letters, digits and
hyphens, a letter first. It cannot be the name of a verb, but may take a verb's short form. [The command
language](commands.md) lists both. For quotes within the line put single ones around it, as `omen` has above."""

_COLOURS = """\
A colour is a word, or `#` and six hexadecimal digits, as on web pages: `#c03030`. A side you do not name has the
theme's colour. Those that begin with `ansi_` are your terminal's own sixteen, which may look as you have set them
there."""

_MEANT: Mapping[object, str] = {None: "as the terminal asks", "": "the program's own", True: "`true`", False: "`false`"}
_WIDTH = 120


def reference() -> str:
    """The whole page, in Markdown."""
    sections = [_OPENING, f"```toml\n{EXAMPLE}```", _FAULTS]
    sections += ["## What can stand in it", _table(("key", "takes", "without it", "is"), _rows())]
    sections += ["## `[keys]`", f"{_KEYS}\n{_other_keys()}", _KEYS_END]
    sections += [
        _wrapped(f"No action can have {_listed(OWN_KEYS)}: they are the program's own, wherever the focus is.")
    ]
    sections += [_wrapped(f"The signs by name: {', '.join(_signs())}.")]
    sections += ["## `[aliases]`", _ALIASES]
    sections += ["## `[sides]`", _COLOURS, _wrapped(f"The words: {_listed((*COLOURS, *TERMINAL_COLOURS))}.")]
    return "\n\n".join(sections) + "\n"


def _rows() -> Iterator[tuple[str, ...]]:
    for setting in SETTINGS.values():
        name = f"`[{setting.name}]`" if setting.is_table else f"`{setting.name}`"
        yield name, setting.takes, _without(setting.default), setting.about


def _without(default: object) -> str:
    """What holds where a key is not written, in words."""
    if isinstance(default, dict):
        return "nothing is changed"
    return _MEANT.get(default, f'`"{default}"`')


def _other_keys() -> str:
    return f"| others | {_listed(NAMED_KEYS)}, `{FUNCTION_KEYS[0]}` to `{FUNCTION_KEYS[-1]}` |"


def _wrapped(text: str) -> str:
    return fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _signs() -> Iterator[str]:
    for sign, name in SIGN_NAMES.items():
        quoted = "`` ` ``" if sign == "`" else f"`{sign}`"
        yield f"{quoted} `{name}`"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


if __name__ == "__main__":
    sys.stdout.write(reference())
