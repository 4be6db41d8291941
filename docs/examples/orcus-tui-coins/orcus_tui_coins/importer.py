"""Coin lists: a line for each creature, `NAME: HIT POINTS`, under the heading `COINS`."""

from orcus_tui.importers.format_detection import Format
from orcus_tui.importers.import_result import ImportResult

FORMAT = Format("Coin lists", "orcus_tui_coins.importer", (r"(?m)^COINS$",))


def read(data: bytes) -> ImportResult:
    """The creatures of a list."""
    lines = (line.partition(":") for line in data.decode().splitlines() if ":" in line)
    creatures = tuple({"name": name.strip(), "max_hp": int(hp)} for name, _, hp in lines)
    return ImportResult("orcus", creatures)
