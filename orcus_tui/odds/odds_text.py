"""A forecast in words, 80 columns wide: the range first, then what lies behind it."""

from collections.abc import Iterator, Sequence

from orcus_tui.odds.forecast import Forecast, PairOdds
from orcus_tui.odds.interval import fights_won, percent, percent_range
from orcus_tui.systems import SYSTEMS

MOST_LEFT_OUT = 12
LEFT_OUT = "Not played: position, cover and flight, talk, reactions, and what a reminder leaves to you."


def forecast_lines(forecast: Forecast) -> Iterator[str]:
    """The lines of `orcus-tui odds`."""
    yield f"{forecast.fight.name}, {SYSTEMS[forecast.fight.system].display_name}"
    yield headline(forecast)
    yield ""
    yield from _habit_lines(forecast.pairs)
    yield ""
    yield from _creature_lines(forecast)
    yield ""
    yield from _left_lines(forecast)
    yield LEFT_OUT
    yield from _not_played_lines(forecast.not_played)


def progress(forecast: Forecast) -> str:
    """What is known so far: `400 fights played: the party won 41 to 70 %`."""
    return f"{forecast.fights:,} fights played so far: the party won {percent_range(*forecast.range)}"


def headline(forecast: Forecast) -> str:
    """`The party won 41 to 70 % of 900 fights, depending on the habits of both sides (seed 1)`."""
    depending = ", depending on how both sides play" if len(forecast.pairs) > 1 else ""
    partial = "" if forecast.is_complete else "; stopped before the end"
    won, seed = percent_range(*forecast.range), forecast.plan.seed
    return f"The party won {won} of {_count(forecast.fights, 'fight', 'fights')}{depending} (seed {seed}{partial})"


def _habit_lines(pairs: Sequence[PairOdds]) -> Iterator[str]:
    """A row for each pair of habits."""
    yield f"{'party':<10}{'foes':<12}{'won':<28}{'rounds':>6}"
    for each in pairs:
        won = fights_won(each.won, len(each.played))
        endless = f"   {each.endless} without an end" if each.endless else ""
        yield f"{each.pair.party.name:<10}{each.pair.foes.name:<12}{won:<28}{each.rounds:>6}{endless}"


def _creature_lines(forecast: Forecast) -> Iterator[str]:
    """A row for each creature: how often it falls and dies, and what it has left, over all fights."""
    names = {each: sheet.name for each, sheet in forecast.fight.sheets.items() if sheet.side == "party"}
    width = max(len(name) for name in names.values())
    yield f"{'':<{width}}  {'falls':>6}  {'dies':>6}  {'left':>6}"
    for creature, name in names.items():
        found = [(pair.creature(creature), len(pair.played)) for pair in forecast.pairs]
        count = sum(number for _, number in found) or 1
        falls, dies = (
            sum(getattr(odds, what) * number for odds, number in found) / count for what in ("falls", "dies")
        )
        hp = sum(odds.hp * number for odds, number in found) / count
        yield f"{name:<{width}}  {percent(falls):>6}  {percent(dies):>6}  {hp:>6.0f}"


def _left_lines(forecast: Forecast) -> Iterator[str]:
    """What the party has left of what comes back only with rest."""
    played = [each for pair in forecast.pairs for each in pair.played]
    if not played:
        return
    recoveries = round(sum(each.recoveries for each in played) / len(played))
    limited = round(sum(each.limited for each in played) / len(played))
    parts = [_count(recoveries, "recovery", "recoveries")] if any(each.recoveries for each in played) else []
    parts += [_count(limited, "limited power", "limited powers")] if any(each.limited for each in played) else []
    if parts:
        yield f"Left to the party on average: {' and '.join(parts)}."


def _count(number: int, one: str, several: str) -> str:
    return f"{number:,} {one if number == 1 else several}"


def _not_played_lines(names: Sequence[str]) -> Iterator[str]:
    if names:
        more = f", and {len(names) - MOST_LEFT_OUT} more" if len(names) > MOST_LEFT_OUT else ""
        yield f"{len(names)} left out, at least in part: {', '.join(names[:MOST_LEFT_OUT])}{more}"
