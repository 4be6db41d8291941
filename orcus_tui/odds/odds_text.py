"""A forecast in words, 80 columns wide: the range first, then what lies behind it."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len, set_cell_size

from orcus_tui.model.fight import Fight
from orcus_tui.odds.forecast import BATCH, Forecast, PairOdds, creature_odds
from orcus_tui.odds.interval import fights_won, share_range, share_text
from orcus_tui.systems import SYSTEMS

MOST_LEFT_OUT = 12
LEFT_OUT = "Not played: position, cover and flight, talk, reactions, and what a reminder leaves to you."


def forecast_lines(forecast: Forecast, playing: str = "") -> Iterator[str]:
    """The lines of `orcus-tui odds`; while it goes on, with what is known so far and that it is `playing`."""
    yield f"{forecast.fight.name}, {SYSTEMS[forecast.fight.system].display_name}{_from_here(forecast.fight)}"
    yield from (progress(forecast), playing) if playing else (headline(forecast),)
    yield ""
    yield from _habit_lines(forecast.pairs)
    yield ""
    yield from _creature_lines(forecast)
    yield ""
    yield from _left_lines(forecast)
    yield LEFT_OUT
    yield from _not_played_lines(forecast.not_played)


def _from_here(fight: Fight) -> str:
    """Where a fight that has begun goes on from: `, from Cor's turn in round 2`."""
    if fight.phase != "turns" or fight.active is None:
        return ""
    return f", from {fight.sheets[fight.active].name}'s turn in round {fight.round}"


def progress(forecast: Forecast) -> str:
    """What is known so far: `400 fights played so far: the party won 41 to 70 %`."""
    played = _count(forecast.fights, "fight", "fights")
    won = str(_won(forecast)) if _is_small(forecast) else range_text(forecast)
    return f"{played} played so far: the party won {won}"


def headline(forecast: Forecast) -> str:
    """`The party won 41 to 70 % of 900 fights, depending on how both sides play (seed 1)`.

    Where a pair of habits has been played a few times only, just how many fights were won.
    """
    played, seed = _count(forecast.fights, "fight", "fights"), forecast.plan.seed
    partial = "" if forecast.is_complete else "; stopped before the end"
    if _is_small(forecast):
        return f"The party won {_won(forecast)} of {played}, too few to tell more (seed {seed}{partial})"
    depending = ", depending on how both sides play" if len(forecast.pairs) > 1 else ""
    return f"The party won {range_text(forecast)} of {played}{depending} (seed {seed}{partial})"


def range_text(forecast: Forecast) -> str:
    """The lowest and the highest share of fights won, over the habits: `41 to 70 %`."""
    least, most = (choose(forecast.pairs, key=lambda each: each.share) for choose in (min, max))
    return share_range((least.won, len(least.played)), (most.won, len(most.played)))


def _is_small(forecast: Forecast) -> bool:
    return any(len(each.played) < BATCH for each in forecast.pairs)


def _won(forecast: Forecast) -> int:
    return sum(each.won for each in forecast.pairs)


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
    width = max(cell_len(name) for name in names.values())
    yield f"{'':<{width}}  {'falls':>6}  {'dies':>6}  {'HP left':>7}"
    played = [each for pair in forecast.pairs for each in pair.played]
    for creature, name in names.items():
        odds = creature_odds(played, creature)
        falls, dies = (share_text(count, odds.fights) for count in (odds.falls, odds.dies))
        yield f"{set_cell_size(name, width)}  {falls:>6}  {dies:>6}  {odds.hp:>7.0f}"


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
