"""Writes the table of shipped fights in `docs/encounters.md`: `python -m tools.encounter_odds` simulates them.

With `--check` it writes nothing, and fails if the table is out of date.

Each row has the number of the median fight, so that a test can repeat it to detect an old table.
"""

import sys
from pathlib import Path

from orcus_tui.simulation.forecast import Forecast, Plan, all_pairs, forecast, processors
from orcus_tui.simulation.output import range_text
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.systems import SYSTEMS

PAGE = Path(__file__).parents[1] / "docs" / "encounters.md"
ENCOUNTERS = Path(__file__).parents[1] / "encounters"
HEADING, NEXT = "## The fights that ship\n", "## In an editor\n"
FIGHTS = 40
"""Fights for each pair of habits."""

INTRODUCTION = f"""
The results of simulating them with the party they name ({FIGHTS} fights for each pair of habits, seed 1; see
[Odds](odds.md)): an indication of how hard they are, not a promise. The last column is the median fight of the middle
pair, `steady` against `spreading`.

| fight | system | won | rounds | median fight |
| --- | --- | --- | ---: | --- |
"""


def main() -> None:
    """Updates the table in the page, or checks it."""
    text, written = PAGE.read_text(encoding="utf-8"), page()
    if sys.argv[1:] != ["--check"]:
        PAGE.write_text(written, encoding="utf-8", newline="\n")
    elif written != text:
        sys.exit("the table in docs/encounters.md is out of date: python -m tools.encounter_odds")


def page() -> str:
    """The page with a new table."""
    text = PAGE.read_text(encoding="utf-8")
    before, after = text.split(HEADING if HEADING in text else NEXT)[0], text[text.index(NEXT) :]
    rows = "\n".join(row(file) for file in encounters())
    return f"{before}{HEADING}{INTRODUCTION}{rows}\n\n{after}"


def encounters() -> list[Path]:
    """The encounters that ship, without the files of parties."""
    return sorted(each for each in ENCOUNTERS.glob("*.toml") if not each.stem.endswith("party"))


def row(file: Path) -> str:
    fight = read_encounter(file)
    *_, found = forecast(fight, Plan(all_pairs(fight.system), 1, FIGHTS, processors()))
    rounds = sorted(each.rounds for each in found.pairs)
    system = SYSTEMS[fight.system].title
    link = f"[{fight.name}](../encounters/{file.name})"
    return f"| {link} | {system} | {range_text(found)} | {rounds[0]}–{rounds[-1]} | {middle(found)} |"


def middle(found: Forecast) -> str:
    """`fight 12: won in 7 rounds`."""
    fight = found.pairs[len(found.pairs) // 2].middle
    return f"fight {fight.number}: {fight.end} in {fight.rounds} rounds" if fight else ""


if __name__ == "__main__":
    main()
