"""The page about the keys, from the table they are bound by: `python -m orcus_tui.screen.fight.keys_reference`."""

import sys
from collections.abc import Iterable, Iterator
from textwrap import fill

from orcus_tui.screen.fight.keys import GROUPS, PLACES, Key, shown_key

_OPENING = """\
# The keys

A key does something as long as no line is being typed. Most stand for a line of [the command language](commands.md),
and the log shows it as if it had been typed. `{targets}` are the creatures marked or, where none is, the one selected;
`{selected}` is always that one. A line that ends in `…` is begun in the command line, and waits for the rest.

Every key can be another one: [`config.toml`](config.md#keys) knows it by its id, as in `next = "ctrl+n"`. In the
tracker `?` lists the keys as they are bound, with these ids.

This page is made from the program's own table by `python -m orcus_tui.screen.fight.keys_reference`."""

_WIDTH = 120
POWERS = "power-"
"""How the ids of the nine keys of powers begin; they share a row."""


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
