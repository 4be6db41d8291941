"""The rules systems by id, and a package for each.

May import `rules` and the packages below it. Start reading at `orcus/system`; a row in WHERE makes a system known.
Besides its system's module, a package may have a module `encounters` with a `BUILDING`, and a folder `creatures` that
ships with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui import extensions

if TYPE_CHECKING:
    from orcus_tui.model.fight import Fight
    from orcus_tui.rules.encounter_building import Building
    from orcus_tui.rules.system import FightView, System

DEFAULT = "orcus"


class Location(Struct, frozen=True):
    """The location of a system: its module, its name there, and other systems whose creatures it can use."""

    module: str
    name: str
    uses_creatures_of: tuple[str, ...] = ()

    @property
    def package(self) -> str:
        """The package of the module; a module outside any package counts as one."""
        return self.module.rpartition(".")[0] or self.module

    @property
    def folder(self) -> Path:
        """The folder of the package."""
        return Path(str(import_module(self.package).__file__)).parent


WHERE: dict[str, Location] = {
    "orcus": Location(f"{__name__}.orcus.system", "ORCUS"),
    "archmage": Location(f"{__name__}.archmage.system", "ARCHMAGE"),
    "archmage-plus": Location(f"{__name__}.archmage.variant", "ARCHMAGE_PLUS", ("archmage",)),
    "true-srd": Location(f"{__name__}.true_srd.system", "TRUE_SRD"),
    "srd5": Location(f"{__name__}.srd5.system", "SRD5"),
    "srd5-plain": Location(f"{__name__}.srd5.plain", "SRD5_PLAIN", ("srd5",)),
}
"""The location of each system, by id."""


def location_of(system: str) -> Location:
    """The location of a system: one of WHERE, or that of a separately installed package."""
    if system in WHERE:
        return WHERE[system]
    module, _, name = extensions.installed(extensions.SYSTEMS)[system].partition(":")
    return Location(module, name)


def installed_systems() -> dict[str, System]:
    """The systems of separately installed packages, without those that cannot be loaded."""
    names = (each for each in extensions.installed(extensions.SYSTEMS) if each in SYSTEMS and each not in WHERE)
    return {each: SYSTEMS[each] for each in names}


class _Systems(Mapping[str, "System"]):
    """The systems; each is imported when it is first needed, since a fight needs only one.

    Systems of separately installed packages are found by name, but not listed, since searching for them takes a while.
    """

    def __init__(self) -> None:
        self._imported: dict[str, System] = {}

    def __getitem__(self, key: str) -> System:
        if key not in self._imported:
            self._imported[key] = self._import(key)
        return self._imported[key]

    @staticmethod
    def _import(key: str) -> System:
        """Imports a system. Raises KeyError if it does not exist or cannot be loaded."""
        if key in WHERE:
            found: System = getattr(import_module(WHERE[key].module), WHERE[key].name)
            return found
        loaded: System | None = extensions.load(extensions.SYSTEMS, key)
        if loaded is None or loaded.id != key:
            raise KeyError(key)
        return loaded

    def __contains__(self, key: object) -> bool:
        if key in WHERE or not isinstance(key, str) or key in self._imported:
            return key in WHERE or key in self._imported
        loaded = extensions.load(extensions.SYSTEMS, key)
        return loaded is not None and loaded.id == key

    def __iter__(self) -> Iterator[str]:
        return iter(WHERE)

    def __len__(self) -> int:
        return len(WHERE)


SYSTEMS: Mapping[str, System] = _Systems()


def building(system: str) -> Building:
    """A system's rules for building encounters, imported when an encounter is built."""
    module = f"{location_of(system).package}.encounters"
    try:
        found: Building = import_module(module).BUILDING
    except ModuleNotFoundError as fault:
        if fault.name not in (module, location_of(system).package):
            raise
        from orcus_tui.rules.encounter_building import Building

        return Building(why_no_measure="the rules have no encounter budget")
    return found


def creatures_folder(system: str) -> Path:
    """The folder of the creatures that ship with a system, and their licences; it need not exist."""
    return location_of(system).folder / "creatures"


def libraries_of(system: str) -> tuple[str, ...]:
    """The systems whose creatures a system can use; itself first."""
    return (system, *location_of(system).uses_creatures_of)


def empty_fight(name: str, system: str) -> Fight:
    """A fight without creatures that has not begun."""
    from orcus_tui.model.fight import Fight

    return Fight(name, system, {}, {}, counters=dict(SYSTEMS[system].counters.initial))


def view_of(fight: Fight) -> FightView:
    """A fight under its system, for rules that only read."""
    from orcus_tui.rules.fight_view import FightViewUnder

    return FightViewUnder(SYSTEMS[fight.system], fight)
