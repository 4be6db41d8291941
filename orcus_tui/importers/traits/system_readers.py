"""The system-specific readers of traits, loaded when a stat block needs them.

The module of a system has `read_prose`, which reads prose, or, if the system has special kinds of traits,
`read_special`, which reads a trait of such a kind and returns whether it is one.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import cast

from orcus_tui.importers.creature_draft import CreatureDraft, Table
from orcus_tui.importers.prose import Reading

_MODULES = {
    "archmage": "archmage.clauses", "orcus": "orcus.effects", "srd5": "srd5.trait_mechanics",
    "true-srd": "true_srd.trait_mechanics",
}  # fmt: skip
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
    module = _MODULES.get(system)
    return getattr(import_module(f"orcus_tui.importers.{module}"), name, None) if module else None


def _read_nothing(text: str) -> Reading:
    return Reading(unknown=[text])
