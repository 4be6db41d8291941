"""`orcus-tui odds`: a fight simulated many times, and how often the party wins."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from msgspec.structs import replace

from orcus_tui.cli import INTERRUPTED
from orcus_tui.cli.options import OddsOptions
from orcus_tui.cli.output import print_line, print_lines, print_message, refuse, refusing_errors
from orcus_tui.cli.tracker import open_tracker
from orcus_tui.config import paths
from orcus_tui.simulation.calibration import Calibration, calibrate, calibration_lines
from orcus_tui.simulation.day import Day, rests_of, with_library
from orcus_tui.simulation.forecast import Plan, all_pairs, forecast_days, pairs_named, processors
from orcus_tui.simulation.output import as_json, forecast_lines, progress, title
from orcus_tui.simulation.replay import replay_middle
from orcus_tui.simulation.what_if import changed_fight, difference, difference_text, plan_for_pairs, plan_to_compare
from orcus_tui.storage.encounter.read import is_folder, read_encounter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from orcus_tui.model.fight import Fight
    from orcus_tui.simulation.forecast import Forecast
    from orcus_tui.simulation.what_if import Difference


OFFERS = ("all", "none")
"""The words after `--offers`."""


def print_odds(options: OddsOptions) -> None:
    """Simulates the fight and prints the forecast; after Ctrl+C, the forecast so far."""
    if options.fights is not None and options.fights < 1:
        refuse("--fights takes a number from 1")
    if options.offers not in OFFERS:
        refuse(f"--offers takes {' or '.join(OFFERS)}")
    if options.json and (options.middle or options.opens):
        refuse("--middle and --open do not go with --json")
    if len(options.encounters or ()) > 1 and (options.middle or options.opens or options.what_if):
        refuse("--middle, --open and --what-if are for one fight, not for a day")
    try:
        with refusing_errors():
            if options.journals is not None:
                _print_calibration(options.journals, options)
            elif not options.encounters:
                refuse("name an encounter file, or a folder of journals with --journals")
            else:
                _print_odds(options)
    except KeyboardInterrupt as stopped:
        raise typer.Exit(INTERRUPTED) from stopped


def _print_odds(options: OddsOptions) -> None:
    library = paths.library(print_message)
    day = with_library(_day(options), library)
    fight = day.fights[0]
    pairs = pairs_named(fight.system, options.habit) if options.habit else all_pairs(fight.system)
    plan = Plan(
        pairs, options.seed, options.fights, options.processes or processors(), offers=options.offers == OFFERS[0]
    )
    plan = plan_for_pairs(plan) if options.what_if else plan
    changes = {
        line: with_library(Day((changed_fight(fight, [line], library),)), library) for line in options.what_if or ()
    }
    found, interrupted = _play(day, plan)
    if found is None:
        print_message("stopped before the first fights ended: no odds yet")
        raise typer.Exit(INTERRUPTED)
    _print_forecast(found, {} if interrupted else changes, options)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    _print_middle(found, options)


def _print_forecast(found: Forecast, changes: Mapping[str, Day], options: OddsOptions) -> None:
    """Prints the forecast, and how the fight compares with each change."""
    differences = (_difference(found, line, changed) for line, changed in changes.items())
    if options.json:
        print_line(json.dumps(as_json(found, [*differences])))
        return
    print_line(title(found))
    print_lines("".join(map(str, line)) for line in forecast_lines(found))
    print_lines(map(difference_text, differences))


def _difference(found: Forecast, line: str, changed: Day) -> Difference:
    *_, (other,) = forecast_days((changed,), plan_to_compare(found))
    return difference(found, other, [line])


def _print_middle(found: Forecast, options: OddsOptions) -> None:
    """Prints the log of the median fight, or opens it."""
    if not (options.middle or options.opens):
        return
    session, lines = replay_middle(found, paths.journal_settings() if options.opens else None)
    journal_id = session.recorder.id if session.recorder else ""
    session.end(finished=False)
    print_lines(lines if options.middle else ())
    if journal_id:
        raise typer.Exit(open_tracker(None, resume=journal_id))


def _print_calibration(folder: Path, options: OddsOptions) -> None:
    """Compares forecasts with the journals of a folder; after Ctrl+C, only with the journals read so far."""
    if not is_folder(folder):
        refuse(f"{folder}: name a folder of journals")
    journals = sorted(folder.glob("*.jsonl"))
    found, interrupted = Calibration((), (), len(journals)), False
    try:
        library = paths.library(print_message)
        for found in calibrate(journals, options.seed, options.processes or processors(), library):
            if sys.stderr.isatty() and found.read < found.journals:
                print_message(f"{found.read} of {found.journals} journals compared")
    except KeyboardInterrupt:
        interrupted = True
    print_lines(calibration_lines(found))
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _day(options: OddsOptions) -> Day:
    """The fights to simulate one after another; usually one."""
    fights = tuple(_fight(each, options.party) for each in options.encounters or ())
    rests = rests_of(fights[0].system)
    if options.rest not in rests:
        refuse(f"--rest takes {', '.join(rests[:-1])} or {rests[-1]}")
    return Day(fights, options.rest)


def _fight(encounter: Path, party_file: Path | None) -> Fight:
    fight = read_encounter(encounter)
    if party_file is None:
        return fight
    party = read_encounter(party_file)
    if party.system != fight.system:
        refuse(f"{party_file} is for {party.system}, the encounter for {fight.system}")
    foes = {each: sheet for each, sheet in fight.sheets.items() if sheet.side != "party"}
    heroes = {each: sheet for each, sheet in party.sheets.items() if sheet.side == "party"}
    twice = next((each for each in heroes if each in foes), None)
    if twice:
        refuse(f"{party_file} and the encounter both have a creature with the id {twice}")
    return replace(
        fight,
        sheets={**heroes, **foes},
        states={each: (party if each in heroes else fight).states[each] for each in (*heroes, *foes)},
    )


def _play(day: Day, plan: Plan) -> tuple[Forecast | None, bool]:
    """Simulates the fights; returns the last forecast, if any, and whether Ctrl+C interrupted it."""
    known: Forecast | None = None
    shows = sys.stderr.isatty()
    try:
        for (known,) in forecast_days((day,), plan):
            if shows and not known.is_complete:
                print_message(progress(known))
    except KeyboardInterrupt:
        return known, True
    return known, False
