"""The powers and spells that ship with a system, by name, each as the table of a power; read on first use.

Numbers that a book leaves to the hero are in braces: `{attack}`, `{2*weapon}` (`encounter/casting`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
from msgspec import Struct

from orcus_tui.model.suggestions import nearest
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.systems import creatures_folder, libraries_of

POWERS = "powers.json"
HOW_TO_REPAIR = "reinstall the program, or in its sources run `python -m tools.shipped_powers DATA`"
_ONE_THREAD = Lock()
LONG = 4
"""Words with at least this many letters are also searched without the last letter: `cleave` finds `Cleaving Slice`."""
_OWNER = r"[^\s:]+['’]s? (?=\S)"
"""The owner in the name of a spell, as in `Melf's Acid Arrow`; the open rules leave the owner out."""


class BookPower(Struct, frozen=True, omit_defaults=True):
    """A power of a book.

    `lists` are the classes, disciplines or lists that have it, `level` its level or tier, if any. `power` is its table,
    without the name; `more` has the tables of the powers that come with it, whose names extend its name: `Call
    Lightning (again)`. `traits` has the tables of the traits that come with it (an empty key stands for its own name),
    `resources` the tables of resources. `words` describe its effect, for searches.
    """

    name: str
    lists: tuple[str, ...] = ()
    level: int | None = None
    power: dict[str, Any] = {}
    more: dict[str, dict[str, Any]] = {}
    words: tuple[str, ...] = ()
    traits: dict[str, dict[str, Any]] = {}
    resources: dict[str, dict[str, Any]] = {}

    @property
    def full_name(self) -> str:
        """The name with its list, since powers of several lists may share a name: `Weapon Drill: Cleaving Slice`."""
        return f"{self.lists[0]}: {self.name}" if self.lists else self.name

    @property
    def is_trait(self) -> bool:
        """Whether it is only a trait, such as a talent that always applies."""
        return "" in self.traits and self.power.keys() <= {"tags"}

    def tables(self) -> Iterator[dict[str, Any]]:
        """The tables of the power (unless it is only a trait) and of the powers that come with it, by name."""
        if not self.is_trait:
            yield {"name": self.name, **self.power}
        yield from self._named(self.more)

    def trait_tables(self) -> Iterator[dict[str, Any]]:
        """The tables of the traits that come with it, each with its name."""
        yield from self._named(self.traits)

    def _named(self, tables: Mapping[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for words, table in tables.items():
            yield {"name": f"{self.name} ({words})" if words else self.name, **table}


class UnknownPower(LookupError):
    """Raised if no power has a name, or several powers have it; `message` suggests similar or full names."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class PowerBook:
    """The powers of a system, by name."""

    def __init__(self, powers: Iterable[BookPower] = ()) -> None:
        self.powers = tuple(powers)

    def named(self, name: str) -> BookPower:
        """The power with a name, which may include one of its lists: `Wizard: Fireball`. Raises UnknownPower."""
        found = self._candidates(name)
        if len(found) == 1:
            return found[0]
        if not found:
            raise UnknownPower(f'no power or spell is called "{name}"{self._near(name)}')
        forms = " or ".join(f'"{each.full_name}"' for each in found)
        raise UnknownPower(f'{len(found)} powers are called "{found[0].name}": write {forms}')

    def has(self, name: str) -> bool:
        """Whether any power has this whole name, brackets included: `Regeneration (Daily)`."""
        return bool(self._candidates(name))

    def with_word(self, text: str) -> list[BookPower]:
        """The powers for which each word of a text begins a word of their name or list."""
        wanted = [f" {each}" for each in _plain(text).split()]
        names = ((each, f" {_plain(each.full_name)}") for each in self.powers)
        return [each for each, words in names if all(word in words for word in wanted)]

    def _candidates(self, name: str) -> list[BookPower]:
        for form in (name, re.sub(_OWNER, "", name.strip(), count=1)):
            if found := self._by_name.get(_plain(form)):
                return found
        before, colon, after = name.partition(":")
        in_list = self._by_name.get(_plain(after), []) if colon else []
        return [each for each in in_list if _plain(before) in map(_plain, each.lists)]

    @cached_property
    def _by_name(self) -> Mapping[str, list[BookPower]]:
        found: dict[str, list[BookPower]] = {}
        for each in self.powers:
            found.setdefault(_plain(each.name), []).append(each)
        return found

    def _near(self, name: str) -> str:
        """A suggestion of names with similar spelling or the same words; from one list if the name includes it."""
        before, colon, after = (each.strip() for each in name.rpartition(":"))
        is_known = _plain(after) in self._by_name
        has_list = colon and not is_known
        in_list = [each for each in self.powers if has_list and _plain(before) in map(_plain, each.lists)]
        powers = in_list or self.powers
        alike = nearest(after, (each.name for each in powers))
        stem = " ".join(word[:-1] if len(word) > LONG else word for word in after.split())
        near = [alike] if alike else [each.name for each in PowerBook(powers).with_word(stem)[:3]]
        named = " or ".join(f'"{before}: {each}"' if in_list else f'"{each}"' for each in near)
        return f" (did you mean {named}?)" if near else ""


def _plain(name: str) -> str:
    """A name for comparison: without signs such as apostrophes and hyphens."""
    return re.sub(r"[\W_]+", " ", re.sub("['’]", "", name.casefold())).strip()


@cache
def power_book(system: str) -> PowerBook:
    """The powers that a system can use; empty without any. Raises StorageError if they cannot be read."""
    folders = dict.fromkeys(creatures_folder(each) for each in libraries_of(system))
    return PowerBook(each for folder in folders for each in read_powers(folder / POWERS))


def read_powers(file: Path) -> list[BookPower]:
    """The powers in a file; empty if there is none. Raises StorageError if it cannot be read."""
    try:
        with _ONE_THREAD:  # two threads must not decode a struct for the first time at once, as in `journal/records`
            return msgspec.json.decode(file.read_bytes(), type=list[BookPower])
    except FileNotFoundError:
        return []
    except OSError as fault:
        raise StorageError(file, reason(fault)) from fault
    except msgspec.DecodeError as fault:
        raise StorageError(file, f"not valid ({fault}): {HOW_TO_REPAIR}") from fault
