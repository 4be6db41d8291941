"""The part of reading traits that is different in each system, loaded when a stat block needs it.

The module `trait_mechanics` of a system's importers has `read_prose`, the meaning of prose; and, where the system has
traits of special kinds, `read_special`, which returns whether a trait is one of them.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import cast

from orcus_tui.importers.creature_draft import CreatureDraft, Table
from orcus_tui.importers.prose import Reading

ReadProse = Callable[[str], Reading]
ReadSpecial = Callable[[CreatureDraft, Table, str], bool]


@cache
def prose_reader(system: str) -> ReadProse:
    """The reader of a system's prose; without one, a reader that understands nothing."""
    return cast("ReadProse", _part_of(system, "read_prose") or _read_nothing)


@cache
def special_reader(system: str) -> ReadSpecial | None:
    """The reader of a system's special kinds of traits, if it has any."""
    return cast("ReadSpecial | None", _part_of(system, "read_special"))


def _part_of(system: str, name: str) -> object:
    package = system.replace("-", "_")
    return getattr(import_module(f"orcus_tui.importers.{package}.trait_mechanics"), name, None)


def _read_nothing(text: str) -> Reading:
    return Reading(unknown=[text])
