"""The rules systems, by their ids, and a package for each.

May import `rules` and the packages below it. Start reading at `orcus/system`; a row in WHERE makes a system known.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module

from orcus_tui.rules.system import System

DEFAULT = "orcus"

WHERE: dict[str, tuple[str, str]] = {
    "orcus": (f"{__name__}.orcus.system", "ORCUS"),
    "archmage": (f"{__name__}.archmage.system", "ARCHMAGE"),
    "archmage-plus": (f"{__name__}.archmage.variant", "ARCHMAGE_PLUS"),
    "true-srd": (f"{__name__}.true_srd.system", "TRUE_SRD"),
    "srd5": (f"{__name__}.srd5.system", "SRD5"),
}
"""For each id the module, and what the system is called in it."""


class _Systems(Mapping[str, System]):
    """The systems, each imported when first asked for, since a fight needs only one."""

    def __init__(self) -> None:
        self._read: dict[str, System] = {}

    def __getitem__(self, key: str) -> System:
        if key not in self._read:
            module, name = WHERE[key]
            self._read[key] = getattr(import_module(module), name)
        return self._read[key]

    def __contains__(self, key: object) -> bool:
        return key in WHERE

    def __iter__(self) -> Iterator[str]:
        return iter(WHERE)

    def __len__(self) -> int:
        return len(WHERE)


SYSTEMS: Mapping[str, System] = _Systems()
