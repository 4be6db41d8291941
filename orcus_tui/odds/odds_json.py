"""A forecast as JSON: the form that other programs read."""

from collections.abc import Sequence
from typing import Any

from orcus_tui.odds.forecast import Forecast, PairOdds, creature_odds
from orcus_tui.odds.what_if import Difference

FORMAT = 1


def as_json(forecast: Forecast, differences: Sequence[Difference] = ()) -> dict[str, Any]:
    """The document of `orcus-tui odds --json`, with the changes that were compared, if any."""
    document = {
        "format": FORMAT,
        "name": forecast.fight.name,
        "seed": forecast.plan.seed,
        "complete": forecast.is_complete,
        "range": [round(each, 4) for each in forecast.range],
        "habits": [_pair(forecast, each) for each in forecast.pairs],
        "not_played": list(forecast.not_played),
    }
    return {**document, "what_if": [*map(_difference, differences)]} if differences else document


def _difference(found: Difference) -> dict[str, Any]:
    return {
        "lines": list(found.lines),
        "difference": round(found.mean, 4),
        "low": round(found.interval.low, 4),
        "high": round(found.interval.high, 4),
        "pairs": found.fights,
    }


def _pair(forecast: Forecast, odds: PairOdds) -> dict[str, Any]:
    interval = odds.interval
    return {
        "party": odds.pair.party.name,
        "foes": odds.pair.foes.name,
        "fights": len(odds.played),
        "won": odds.won,
        "endless": odds.endless,
        "low": round(interval.low, 4),
        "high": round(interval.high, 4),
        "rounds": odds.rounds,
        "creatures": {each: _creature(odds, each) for each in forecast.fight.sheets},
    }


def _creature(odds: PairOdds, creature: str) -> dict[str, float]:
    found = creature_odds(odds.played, creature)
    fights = found.fights or 1
    return {"falls": round(found.falls / fights, 4), "dies": round(found.dies / fights, 4), "hp": round(found.hp, 2)}
