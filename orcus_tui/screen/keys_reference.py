"""The page about the keys, from the table they are bound by: `python -m orcus_tui.screen.keys_reference`."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from textwrap import fill

from orcus_tui.screen.keys import EVERYWHERE, GROUPS, Key, shown_key

_OPENING = """\
# The keys

A key does something as long as no line is being typed. Most stand for a line of [the command language](commands.md),
and the log shows it as if it had been typed. `{targets}` are the creatures marked or, where none is, the one selected;
`{selected}` is always that one. A line that ends in `…` is begun in the command line, and waits for the rest.

Every key can be another one: [`config.toml`](config.md#keys) knows it by its id, as in `next = "ctrl+n"`. In the
tracker `?` lists the keys as they are bound, with these ids.

This page is made from the program's own table by `python -m orcus_tui.screen.keys_reference`."""

_WIDTH = 120
POWERS = "power-"
"""How the ids of the nine keys of powers begin; they share a row."""

PLACES: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "Everywhere": (
        "These cannot be bound otherwise.",
        tuple(EVERYWHERE.items()),
    ),
    "In the command line": (
        "Above it stand the form of the verb, what the word at the end could become, and last what Enter would do or "
        "what is wrong, under its column. A line with something wrong in it is not carried out.",
        (
            ("Enter", "carries the line out, and goes back to the fight; an empty one only goes back"),
            ("Esc", "goes back to the fight, nothing being done"),
            ("Tab, Shift+Tab", "puts in the next of what the word could become, or the one before"),
            ("↑, ↓", "earlier and later lines that begin as what is typed"),
            ("→", "at the end: takes the grey rest of a line typed before"),
            ("Ctrl+W, Ctrl+U, Ctrl+K", "deletes the word before, all before, all behind the cursor"),
            ("Home, End, Ctrl+←, Ctrl+→", "moves the cursor to the start, the end, a word back, a word on"),
        ),
    ),
    "At an open question": (
        "`r` goes to the oldest; the cursor is on it in the timers. All keys but these are those of the fight.",
        (
            ("0 … 9", "what the die shows, before bonuses"),
            ("Backspace", "deletes a digit"),
            ("Enter", "answers and goes to the next question, after the last back to the fight; without digits, back"),
            ("a", "has all open questions rolled"),
            ("Esc", "goes back to the fight; the question stays open"),
        ),
    ),
    "In the line that searches the log": (
        "`/` opens it. It finds while you type, the latest first.",
        (
            ("↑, ↓", "the one before, the one after"),
            ("Enter, Esc", "back to where it was opened"),
        ),
    ),
    "In a list to choose from": (
        "Help, the creatures to add and the files to open are searched by typing. On the left what there is, on the "
        "right what the chosen one is.",
        (
            ("letters", "leave only what has every word typed"),
            ("↑, ↓, PgUp, PgDn", "move in the list"),
            ("Ctrl+Home, Ctrl+End", "to the first and the last"),
            ("Enter", "takes what is chosen"),
            ("Tab, Shift+Tab", "to what stands on the right, to scroll in it, and back to the list"),
            ("/", "back to the search from there"),
            ("j, k, Home, End", "move as well, on the right and in a list without a search"),
            ("g, l", "in the unfinished fights, as the tracker opens: goes on with one, only looks at it"),
            ("Esc", "back to the fight"),
        ),
    ),
    "In a text that fills the screen": (
        "An answer that is longer than the log, such as a stat block, is shown so.",
        (
            ("j, k, ↑, ↓", "a row on, a row back"),
            ("Space, PgDn, PgUp", "a page on, a page back"),
            ("g, G, Home, End", "to the first row and the last"),
            ("/", "searches it: ↑ and ↓ go to the one before and the one after, Enter and Esc leave the search"),
            ("Esc, q", "back to the fight"),
        ),
    ),
    "The mouse": (
        "Nothing needs it. `mouse = false` in the config turns it off.",
        (
            ("a click on a creature", "selects it"),
            ("a double click on a creature", "begins the line `damage` with it"),
            ("a click on an open question", "goes to it; digits and Enter answer"),
            ("a double click in the log", "puts the command into the command line"),
            ("a click on a pane", "gives it the focus"),
            ("the wheel", "scrolls"),
            ("a click, a double click in a list", "chooses, takes"),
        ),
    ),
}
"""The keys that are bound where they are used: what is to be known of the place, and what each does there."""


def reference() -> str:
    """The whole page, in Markdown."""
    sections = [_OPENING]
    for title, keys in GROUPS.items():
        sections += [f"## {title}", _table(("key", "id", "does", "its line"), _rows(keys))]
    for title, (about, does) in PLACES.items():
        sections += [f"## {title}", fill(about, _WIDTH), _table(("key", "does"), does)]
    return "\n\n".join(sections) + "\n"


def _rows(keys: Iterable[Key]) -> Iterator[tuple[str, ...]]:
    """A row for each key; those of the powers in one."""
    powers = [key for key in keys if key.id.startswith(POWERS)]
    for key in keys:
        if key not in powers:
            yield _quoted(key), f"`{key.id}`", key.about, _line(key)
    if powers:
        first, last = powers[0], powers[-1]
        about = "begins a line with that power of whose turn it is: `attack`, or `use` where it needs no attack roll"
        line = "`attack POWER {targets} …`"
        yield f"{_quoted(first)} … {_quoted(last)}", f"`{first.id}` … `{last.id}`", about, line


def _quoted(key: Key) -> str:
    return " ".join(f"`{shown_key(each)}`" for each in key.keys.split(","))


def _line(key: Key) -> str:
    return f"`{key.line}{'…' if key.begins else ''}`" if key.line else ""


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


if __name__ == "__main__":
    sys.stdout.write(reference())
