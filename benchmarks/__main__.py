"""Prints the table: `python -m benchmarks [AREA…]`."""

import sys

from benchmarks import (
    campaigns,
    core,
    doors,
    evenings,
    importers,
    library,
    odds,
    players,
    screen,
    slow_line,
    startup,
    storage,
)
from benchmarks.measure import Row

AREAS = {
    "startup": startup.rows,
    "core": core.rows,
    "storage": storage.rows,
    "library": library.rows,
    "importers": importers.rows,
    "odds": odds.rows,
    "screen": screen.rows,
    "slow_line": slow_line.rows,
    "evenings": evenings.rows,
    "players": players.rows,
    "campaigns": campaigns.rows,
    "doors": doors.rows,
}


def main() -> None:
    wanted = sys.argv[1:] or list(AREAS)
    if not AREAS.keys() >= set(wanted):
        sys.exit(f"python -m benchmarks [AREA]…\nthe areas are {', '.join(AREAS)}")
    print(f"{'what':<58} {'figure':>9} {'limit':>7}  verdict")
    for area in wanted:
        for row in AREAS[area]():
            show(row)


def show(row: Row) -> None:
    limit = "" if row.limit is None else f"{'≥ ' if row.at_least else ''}{row.limit:g}"
    print(f"{row.what:<58} {row.figure:>8.2f} {row.unit:<2}{limit:>6}  {row.verdict:<7} {row.note}", flush=True)


main()
