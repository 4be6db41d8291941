"""Results of reading Orcus stat blocks: a result, a creature, a power, its lines."""

from typing import Any

from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.import_result import ImportResult
from tests.helpers.imports.orcus_stat_blocks import block


def found(text: str) -> ImportResult:
    return read_source(text.encode(), "notes.md")


def creature(text: str) -> Any:
    (only,) = found(text).creatures
    return only


def power(text: str, name: str = "Slam", number: int = 0) -> Any:
    """A power of an ogre whose slam has this text; `number` is the number of powers that the text becomes."""
    listed = creature(block(f"† **{name}** (standard, at-will)", text))["power"]
    return listed[number]


def lines(text: str) -> list[str]:
    return power(f"+8 vs AC; {text}").get("effects", [])
