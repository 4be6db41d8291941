"""The mutants that are equivalent to the program: no test can, or should, distinguish them."""

import tomllib
from pathlib import Path

from msgspec import Struct, convert

from tests.mutants.draw import Mutant, mutants_of_module

LIST = Path("tests/mutants/equivalent.toml")
"""The list in a source tree."""


class Equivalent(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the list: the lines before and after, and why the change has no visible effect."""

    path: str
    function: str
    before: str
    after: str
    reason: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.path, self.function, self.before, self.after


def read_equivalents(root: Path) -> list[Equivalent]:
    """The listed mutants. Raises msgspec.ValidationError for an incomplete entry."""
    tables = tomllib.loads((root / LIST).read_text(encoding="utf-8"))
    return convert(tables.get("mutant", []), list[Equivalent])


def stale(root: Path, listed: list[Equivalent]) -> list[Equivalent]:
    """The entries whose mutant no longer exists because the program has changed."""
    possible = {mutant.key for path in {each.path for each in listed} for mutant in _mutants(root, path)}
    return [each for each in listed if each.key not in possible]


def _mutants(root: Path, path: str) -> list[Mutant]:
    module = root / path
    return list(mutants_of_module(path, module.read_text(encoding="utf-8"))) if module.is_file() else []
