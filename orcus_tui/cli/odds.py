"""`orcus-tui odds`: a fight played ahead many times, and how often the party wins."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.cli.messages import print_line, print_message, refuse, refusing_errors
from orcus_tui.odds.forecast import Plan, all_pairs, forecast, pair_named, processors
from orcus_tui.odds.odds_json import as_json
from orcus_tui.odds.odds_text import forecast_lines, progress
from orcus_tui.storage.encounter.read import read_encounter

if TYPE_CHECKING:
    from orcus_tui.model.fight import Fight
    from orcus_tui.odds.forecast import Forecast


class OddsOptions(Struct, frozen=True):
    """The arguments of `orcus-tui odds`."""

    encounter: Path
    party: Path | None = None
    fights: int | None = None
    seed: int = 1
    habit: str | None = None
    json: bool = False
    processes: int | None = None


INTERRUPTED = 130
"""The exit status of a run stopped by Ctrl+C, after what is known so far has been printed."""


def print_odds(options: OddsOptions) -> None:
    """Plays the fight ahead and prints what came of it; after Ctrl+C, what is known so far."""
    if options.fights is not None and options.fights < 1:
        refuse("--fights takes a number from 1")
    with refusing_errors():
        fight = _fight(options)
        pairs = (pair_named(fight.system, options.habit),) if options.habit else all_pairs(fight.system)
        plan = Plan(pairs, options.seed, options.fights, options.processes or processors())
        found, interrupted = _play(fight, plan)
    if found is None:
        raise typer.Exit(INTERRUPTED)
    if options.json:
        print_line(json.dumps(as_json(found)))
    else:
        for line in forecast_lines(found):
            print_line(line)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _fight(options: OddsOptions) -> Fight:
    fight = read_encounter(options.encounter)
    if options.party is None:
        return fight
    party = read_encounter(options.party)
    if party.system != fight.system:
        refuse(f"{options.party} is for {party.system}, the encounter for {fight.system}")
    foes = {each: sheet for each, sheet in fight.sheets.items() if sheet.side != "party"}
    heroes = {each: sheet for each, sheet in party.sheets.items() if sheet.side == "party"}
    twice = next((each for each in heroes if each in foes), None)
    if twice:
        refuse(f"{options.party} and the encounter both have a creature with the id {twice}")
    return replace(
        fight,
        sheets={**heroes, **foes},
        states={each: (party if each in heroes else fight).states[each] for each in (*heroes, *foes)},
    )


def _play(fight: Fight, plan: Plan) -> tuple[Forecast | None, bool]:
    """What is known in the end, and whether the person stopped it earlier."""
    known: Forecast | None = None
    shows = sys.stderr.isatty()
    try:
        for known in forecast(fight, plan):
            if shows and not known.is_complete:
                print_message(progress(known))
    except KeyboardInterrupt:
        return known, True
    return known, False
