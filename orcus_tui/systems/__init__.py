"""The rules systems, by their ids."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType

from orcus_tui.rules.system import System

DEFAULT = "orcus"

_WHERE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "orcus": ("orcus", "ORCUS"),
        "archmage": ("archmage", "ARCHMAGE"),
        "archmage-plus": ("archmage_plus", "ARCHMAGE_PLUS"),
    }
)
"""For each id the module and what the system is called in it."""


LIBRARIES: Mapping[str, tuple[str, ...]] = MappingProxyType({"archmage-plus": ("archmage-plus", "archmage")})
"""For a system that shares the creatures of others, whose they are, its own first; all others have but their own."""


class _Systems(Mapping[str, System]):
    """The systems, each read when it is first asked for: a fight needs but one, and waits for no other."""

    def __init__(self) -> None:
        self._read: dict[str, System] = {}

    def __getitem__(self, key: str) -> System:
        if key not in self._read:
            module, name = _WHERE[key]
            self._read[key] = getattr(import_module(f"{__name__}.{module}"), name)
        return self._read[key]

    def __contains__(self, key: object) -> bool:
        return key in _WHERE

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)


SYSTEMS: Mapping[str, System] = _Systems()
