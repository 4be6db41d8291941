"""The numbers and words in the tables of the systems, in a file that makes changes visible."""

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from orcus_tui import systems
from tests.helpers.project.snapshots import check_file

TABLES = Path(__file__).with_name("tables.txt")
LEAST = 4
"""The minimum number of entries of a table."""


def modules() -> Iterator[str]:
    for each in pkgutil.walk_packages(systems.__path__, f"{systems.__name__}."):
        yield each.name


def is_table(value: object) -> bool:
    return isinstance(value, Mapping | tuple | list | set | frozenset) and len(value) >= LEAST and is_data(value)


def is_data(value: object) -> bool:
    """Whether a value consists of numbers, texts and collections of them."""
    if isinstance(value, Mapping):
        return all(map(is_data, value)) and all(map(is_data, value.values()))
    if isinstance(value, tuple | list | set | frozenset):
        return all(map(is_data, value))
    return value is None or isinstance(value, int | float | str)


def shown(value: object) -> str:
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{shown(key)}: {shown(each)}' for key, each in value.items())}}}"
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(shown, value)))}}}"
    if isinstance(value, tuple | list):
        return f"({', '.join(map(shown, value))})"
    return repr(value)


def test_the_tables_are_as_last_reviewed() -> None:
    rows: dict[str, str] = {}
    for name in modules():
        for constant, value in vars(importlib.import_module(name)).items():
            if re.fullmatch("_?[A-Z][A-Z0-9_]*(?<!MESSAGES)", constant) and is_table(value):  # those are in wording.txt
                rows.setdefault(f"{constant} = {shown(value)}", name.removeprefix("orcus_tui."))
    check_file(TABLES, "".join(sorted(f"{name}: {row}\n" for row, name in rows.items())))
