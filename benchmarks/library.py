"""The time from a query to the first creature of the library, compared with reading the file as plain TOML."""

import subprocess
import sys
from collections.abc import Iterator
from statistics import median

from benchmarks.measure import Row

TIMES = 15
LARGEST = "archmage"
SETTING = f"""
import orcus_tui.session.session
from pathlib import Path
from time import perf_counter
from orcus_tui.systems import SYSTEMS

system = SYSTEMS["{LARGEST}"]
start = perf_counter()
"""
"""A program that runs a fight and has not used the library yet."""
OPENED = "from orcus_tui.library.library import Library; library = Library(Path('nowhere'))\n"
PRINTED = "print(perf_counter() - start)\n"
QUERY = SETTING + OPENED + "next(iter(library.search(system.id, 'level 3-5 mook undead')))\n" + PRINTED
BY_COMBAT = SETTING + OPENED + "next(iter(library.search(system.id, 'hp 40+ or dazed not resist fire')))\n" + PRINTED
BY_NAME = SETTING + OPENED + "assert library.find(system, 'orc shaman')\n" + PRINTED
TYPED = SETTING + OPENED + "next(iter(library.offer(system, 'orc')))\n" + PRINTED
SPELLS = (
    SETTING.replace(LARGEST, "srd5")
    + OPENED
    + "assert library.search_powers(system.id, 'spell class:wizard level<=3 paralyses')\n"
    + PRINTED
)
CASTER = SETTING.replace(LARGEST, "srd5") + OPENED + "assert library.find(system, 'lich')\n" + PRINTED
PLAIN = (
    SETTING
    + "import tomllib; from orcus_tui.systems import creatures_folder\n"
    + "tomllib.loads((creatures_folder(system.id) / 'creatures.toml').read_text(encoding='utf-8'))\n"
    + PRINTED
)


def rows() -> Iterator[Row]:
    """The first result of a query, a creature by name, and the first candidate, each in a separate process."""
    asked = {
        "a query": QUERY,
        "a query for what creatures do and withstand": BY_COMBAT,
        "a creature by name, ready to be added": BY_NAME,
        "the first candidate of `add`": TYPED,
        "a query for spells": SPELLS,
        "a caster by name, with 26 spells": CASTER,
    }
    times: dict[str, list[float]] = {code: [] for code in (*asked.values(), PLAIN)}
    for _ in range(TIMES):  # alternating, so that a drift of the machine affects all
        for code, found in times.items():
            found.append(_seconds(code))
    plain = median(times[PLAIN]) * 1000
    for what, code in asked.items():
        yield Row(f"{what}, cold", median(times[code]) * 1000, 100, "ms", f"tomllib of the same file: {plain:.0f} ms")


def _seconds(code: str) -> float:
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(done.stdout)
