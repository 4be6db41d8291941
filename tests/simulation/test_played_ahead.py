"""The choices of creatures in simulated fights, and the end of each fight, in a file that makes changes visible."""

from pathlib import Path

import msgspec

from orcus_tui.model.steps import Step
from orcus_tui.rules.system.habits import CARELESS, FOCUSED, HUNTING, SPREADING
from orcus_tui.simulation.forecast import Plan, forecast
from orcus_tui.simulation.output import as_json, forecast_lines
from orcus_tui.simulation.play_out import DiceStreams, Pair, PlayedFight, SimulatedFight
from orcus_tui.simulation.playable import repertoire
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.systems import SYSTEMS
from tests.helpers.project.files import ROOT
from tests.helpers.project.snapshots import check_file

FIGHTS = sorted((ROOT / "tests" / "systems" / "played").glob("*.toml"))
PAIRS = (Pair(FOCUSED, HUNTING), Pair(CARELESS, SPREADING))
MOST_STEPS = 80


def step_text(step: Step) -> str:
    """A step by its fields that are not empty."""
    fields = {name: value for name, value in msgspec.structs.asdict(step).items() if value}
    return f"{type(step).__name__} {', '.join(f'{name}={value}' for name, value in fields.items())}"


def end_text(found: PlayedFight) -> str:
    fell, died = (" ".join(sorted(each)) or "nobody" for each in (found.fell, found.died))
    left = " ".join(f"{name} {hp}" for name, hp in found.hp.items())
    return (
        f"{found.end} in round {found.rounds}; {fell} fell, {died} died; {left}; "
        f"{found.recoveries} recoveries, {found.limited} limited powers"
    )


def rows_of(path: Path) -> list[str]:
    fight = read_encounter(path)
    rows = [path.stem]
    for name, sheet in fight.sheets.items():
        own = repertoire(SYSTEMS[fight.system], sheet.powers)
        rows += [f"  {name} can {each.power.name}: {each.purpose}, worth {each.worth}" for each in own.playable]
    for number, pair in enumerate(PAIRS):
        playing = SimulatedFight(fight, pair, DiceStreams(1, number))
        end = end_text(playing.to_the_end(number))
        rows += [f"  {step_text(step)}" for step, _ in playing.steps_taken[:MOST_STEPS]]
        rows.append(f"  {end}")
    *_, found = forecast(fight, Plan(PAIRS, fights=2))
    rows += [f"  {''.join(map(str, line))}" for line in forecast_lines(found)]
    return [*rows, f"  {msgspec.json.encode(as_json(found)['habits']).decode()}"]


def test_choices_of_creatures_are_as_last_reviewed() -> None:
    rows = [row for path in FIGHTS for row in rows_of(path)]
    check_file(ROOT / "tests" / "simulation" / "played_ahead.txt", "".join(f"{row}\n" for row in rows))
