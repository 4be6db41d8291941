"""Generates the page of settings from the table of settings.

`python -m tools.settings_reference > docs/config.md`
"""

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
from orcus_tui.model.player_settings import FIGHT_SETTINGS, SIDE_SETTINGS
from tools.markdown_tables import markdown_table

EXAMPLE = """\
# Plain keys come first, before any line in [brackets].
theme = "nord"
ascii = false                   # without this line, the terminal's encoding decides
mouse = true
plain = false
ask = "party"                   # the players roll their heroes' saves
turn_clock = 120                # two minutes for a turn; "up" counts up
party = "~/games/party.toml"    # or a path from the folder of this file

[keys]
next = "ctrl+n"                 # n alone now does nothing
undo = ["z", "backspace"]       # several keys, one action
help = "?"

[aliases]
burn = "persist @foes 5 fire"
rout = "apply @staggered weakened save"
omen = 'apply @party "feels watched"'     # single quotes around double quotes

[lines]
f5 = "burn save"                          # a line on a key; {selected} is the creature selected

[sides]
party = "#5fafff"
foes = "coral"
neutral = "ansi_yellow"

[players]
host = "0.0.0.0"                # phones in the same network can reach the players' view
timer = 90

[players.foes]
hp = "bar"

[[modifier]]                    # a house rule; without system, of every fight
who = "@party"
modifier = "+1 saves while staggered"
name = "Grit"
system = "orcus"
"""
"""An example with every kind of entry."""

_OPENING = """\
# Settings

The tracker needs no settings file. Write one to choose a theme, change keys, or add your own commands. It is a text
file in [TOML](https://toml.io), read once when the tracker opens.

This page is generated from the program's own table by `python -m tools.settings_reference`.

## Location

| system | file |
|---|---|
| Linux | `~/.config/orcus-tui/config.toml`, or in `$XDG_CONFIG_HOME` if that is set |
| macOS | `~/Library/Application Support/orcus-tui/config.toml` |
| Windows | `%LOCALAPPDATA%\\orcus-tui\\config.toml` |

Create the folder if it does not exist. The environment variable `ORCUS_TUI_CONFIG` names another file to read instead.

## Example"""

_FAULTS = """\
Text is written in quotes, `true` and `false` are not. A `#` starts a comment.

An error in the file never keeps the tracker from opening. It is shown with its line:

```
config.toml:9: keys.nxet: unknown action "nxet" (did you mean "next"?)
```

A faulty entry is ignored; all others apply. Only a file that is not valid TOML, for example because of an unclosed
quote, is ignored as a whole."""

_KEYS = """\
The action is on the left, its key on the right: `next = "ctrl+n"`. The list of keys in the tracker (`?`) names the
actions. Several keys for one action are a list, `["z", "backspace"]`, or separated by commas, `"z, backspace"`. They
replace all default keys of that action; other actions keep theirs. Two actions cannot share a key: to use the key of
another action, give that action a new one.

| key | written |
|---|---|
| a letter or digit | itself: `n`; `N` is the same key with Shift |
| a sign | itself or its name: `?` is `question_mark` |
| with Ctrl or Alt | `ctrl+r`, `alt+x`, `ctrl+shift+left`; `Ctrl-R` and `Control+R` work too |"""

_KEYS_END = """\
Upper and lower case are the same, except for a single letter. Most terminals cannot tell `ctrl+i` from `tab`, `ctrl+m`
from `enter`, or `ctrl+shift+r` from `ctrl+r`, and some keys never reach the program."""

_ALIASES = """\
The alias is on the left, its line on the right; what you type after the alias is added to the line. With
`burn = "persist @foes 5 fire"`, `burn save` is `persist @foes 5 fire save`. An alias has lower-case letters, digits and
hyphens, and begins with a letter. It cannot be the name of a command, but it can replace a command's short form; [the
command language](commands.md) lists both. Put single quotes around a line with double quotes, as above.

An alias can take its words by parameters; then nothing is added to it. `$1` to `$9` are the words after the alias,
`$2=3` has a default, `$*` is all of them, and `{target?}` is one more word, a target. An alias of several lines is a
list, carried out in full or not at all, and one step of undo. `help` and completion show the help line:

```toml
[aliases]
scorch = "persist $1 $2=5 fire save"
volley = ["attack bow $1", "attack bow $2"]
dirge = { do = "apply {target?} dazed save", help = "dazes a creature" }
```

`macro NAME N` makes an alias of the last N lines, with parameters in place of their targets, and writes it into this
file, whose comments stay."""

_LINES = """\
The key is on the left, written as in `[keys]`, and its line on the right. It comes before what the key does otherwise.
`{selected}` is the creature selected, `{targets}` are the marked ones, or it alone. A line that ends in a blank, or has
`{target?}`, is opened to be completed."""

_COLOURS = """\
A colour is a word, or `#` and six hexadecimal digits as on web pages: `#c03030`. A side without a colour has the
theme's. Colours that begin with `ansi_` are the sixteen of your terminal's own palette."""

_PLAYERS = """\
What the [players' view](players.md) shows in every fight, unless the encounter says otherwise. Settings of creatures
are in a table for each side (`[players.foes]`), or in `[players]` for all sides. `host` and `port` are where the
tracker serves the view: without them `v` asks who may look, and uses the port of the last time. What phones may send
is in `[players.input]`, as in an encounter: `on = true` for the usual, and a line for each kind.
"""

_DEFAULTS_IN_WORDS: Mapping[object, str] = {
    None: "by the terminal",
    "": "none",
    True: "`true`",
    False: "`false`",
}
_WIDTH = 120


def reference() -> str:
    """The whole page, in Markdown."""
    sections = [_OPENING, f"```toml\n{EXAMPLE}```", _FAULTS]
    sections += ["## Keys of the file", markdown_table(("key", "value", "default", "meaning"), _rows())]
    sections += ["## `[keys]`", f"{_KEYS}\n{_other_keys()}", _KEYS_END]
    sections += [_wrap(f"{_code_list(OWN_KEYS)} cannot be assigned: they do the same everywhere in the program.")]
    sections += [_wrap(f"Names of signs: {', '.join(_signs())}.")]
    sections += ["## `[aliases]`", _ALIASES]
    sections += ["## `[lines]`", _LINES]
    sections += ["## `[sides]`", _COLOURS, _wrap(f"Colour words: {_code_list((*COLOURS, *TERMINAL_COLOURS))}.")]
    sections += ["## `[players]`", f"{_PLAYERS}\n{markdown_table(('setting', 'values'), _player_settings())}"]
    return "\n\n".join(sections) + "\n"


def _rows() -> Iterator[tuple[str, ...]]:
    for setting in SETTINGS.values():
        name = f"`[{setting.name}]`" if setting.is_table else f"`{setting.name}`"
        yield name, setting.takes, _default(setting.name, setting.default), setting.about


def _player_settings() -> Iterator[tuple[str, str]]:
    """The settings of the players' view, each with its words."""
    for key, words in (*FIGHT_SETTINGS.items(), *SIDE_SETTINGS.items()):
        more = {"timer": ", or seconds to count down from", "defenses": ", or names: `ac,will`"}.get(key, "")
        yield f"`{key}`", "; ".join(f"`{word}`: {meaning}" for word, meaning in words.items()) + more
    yield "`host`, `port`", "as `orcus-tui players --web` has them"
    yield "`names`, a list", 'names of this machine in your network, which browsers may ask for: `["gm.local"]`'


def _default(name: str, value: object) -> str:
    """A setting's default, in words."""
    if name == "theme":
        return "the program's own"
    if isinstance(value, dict):
        return "no change"
    return _DEFAULTS_IN_WORDS.get(value, f'`"{value}"`')


def _other_keys() -> str:
    return f"| others | {_code_list(NAMED_KEYS)}, `{FUNCTION_KEYS[0]}` to `{FUNCTION_KEYS[-1]}` |"


def _wrap(text: str) -> str:
    return fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _code_list(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _signs() -> Iterator[str]:
    for sign, name in SIGN_NAMES.items():
        quoted = "`` ` ``" if sign == "`" else f"`{sign}`"
        yield f"{quoted} `{name}`"


if __name__ == "__main__":
    sys.stdout.write(reference())
