"""A forecast for people, as text 80 columns wide, and for other programs, as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from rich.cells import cell_len, set_cell_size

from orcus_tui.model.fight import Fight
from orcus_tui.model.text import plural, some_of
from orcus_tui.simulation.day import NO_REST, name_of_day
from orcus_tui.simulation.forecast import Forecast, PairOdds, Stage, creature_odds, is_small
from orcus_tui.simulation.interval import fights_won, share_range, share_text
from orcus_tui.simulation.verdict import breaking_fight, verdict
from orcus_tui.simulation.what_if import Difference
from orcus_tui.systems import SYSTEMS

FORMAT = 1
"""The format of the JSON document."""
LONGEST_FIGHT = 28
"""The most cells for the name of a fight of a day."""
BAR_CELLS = 14
"""The width of a bar."""
LEFT_OUT = "Not played: position, cover and flight, talk, triggers in words, and what a reminder leaves to you."
NO_OFFERS = "Nothing that is offered is played: triggers, legendary and lair actions, opportunity attacks, events."


class Bar(Struct, frozen=True):
    """A share as a bar: filled up to `low`, lighter up to `high`, which are the ends of its interval.

    `kind` is the role of its colour on a screen.
    """

    low: float
    high: float
    kind: str = "good"

    def __str__(self) -> str:
        """The bar in signs of one cell."""
        full, possible = round(self.low * BAR_CELLS), round(self.high * BAR_CELLS)
        return f"{'█' * full}{'▒' * (possible - full)}{'░' * (BAR_CELLS - possible)}"


Text = tuple[str | Bar, ...]
"""A line of a forecast: texts, and bars between them."""


# As text


def title(forecast: Forecast) -> str:
    """`The ice house, Orcus, from Cor's turn in round 2`."""
    return f"{name_of_day(forecast.day)}, {SYSTEMS[forecast.fight.system].display_name}{_from_here(forecast.fight)}"


def forecast_lines(forecast: Forecast, playing: str = "") -> Iterator[Text]:
    """The lines of a forecast, a sentence first.

    Before it is complete, they include its progress and the text `playing`.
    """
    yield (verdict(forecast),)
    yield from ((progress(forecast),), (playing,)) if playing else ((headline(forecast),),)
    yield ()
    yield from _habit_lines(forecast.pairs)
    yield ()
    yield from _creature_lines(forecast)
    yield ()
    if forecast.stages:
        yield from _stage_lines(forecast)
        yield ()
    yield from ((each,) for each in _left_lines(forecast))
    yield (LEFT_OUT,)
    yield from () if forecast.plan.offers else ((NO_OFFERS,),)
    yield from ((each,) for each in _not_played_lines(forecast.not_played))


def _from_here(fight: Fight) -> str:
    """The start of the forecast of a fight that has begun: `, from Cor's turn in round 2`."""
    if fight.phase != "turns" or fight.active is None:
        return ""
    return f", from {fight.sheets[fight.active].name}'s turn in round {fight.round}"


def progress(forecast: Forecast) -> str:
    """`400 fights played so far: the party won 41 to 70 %`; `so far` unless the forecast is complete."""
    played = _fights(forecast)
    won = str(_won(forecast)) if is_small(forecast) else range_text(forecast)
    return f"{played} played{'' if forecast.is_complete else ' so far'}: the party won {won}"


def headline(forecast: Forecast) -> str:
    """`The party won 41 to 70 % of 900 fights, depending on how both sides play (seed 1)`.

    If any pair of habits has been played only a few times, it has the number of fights won instead of the range.
    """
    played, seed = _fights(forecast), forecast.plan.seed
    partial = "" if forecast.is_complete else "; stopped before the end"
    if is_small(forecast):
        return f"The party won {_won(forecast)} of {played}, too few for a range (seed {seed}{partial})"
    depending = ", depending on how both sides play" if len(forecast.pairs) > 1 else ""
    return f"The party won {range_text(forecast)} of {played}{depending} (seed {seed}{partial})"


def _fights(forecast: Forecast) -> str:
    """`400 fights`, or `400 days`."""
    return plural(forecast.fights, "day" if len(forecast.day.fights) > 1 else "fight")


def range_text(forecast: Forecast) -> str:
    """The lowest and the highest share of fights won, over the habits: `41 to 70 %`."""
    least, most = (choose(forecast.pairs, key=lambda each: each.share) for choose in (min, max))
    return share_range((least.won, len(least.played)), (most.won, len(most.played)))


def _won(forecast: Forecast) -> int:
    return sum(each.won for each in forecast.pairs)


def _habit_lines(pairs: Sequence[PairOdds]) -> Iterator[Text]:
    """A row for each pair of habits."""
    yield (f"{'party':<10}{'foes':<11}{'':<{BAR_CELLS}}  {'won':<28}{'rounds':>6}",)
    for each in pairs:
        won = fights_won(each.won, len(each.played))
        endless = f"   {each.endless} endless" if each.endless else ""
        bar = Bar(each.interval.low, each.interval.high)
        who = f"{each.pair.party.name:<10}{each.pair.foes.name:<11}"
        yield who, bar, f"  {won:<28}{each.rounds:>6}{endless}"


def _creature_lines(forecast: Forecast) -> Iterator[Text]:
    """A row for each hero: how often it falls and dies, and the hit points it has left, over all fights."""
    names = {each: sheet.name for each, sheet in forecast.fight.sheets.items() if sheet.side == "party"}
    width = max(cell_len(name) for name in names.values())
    yield (f"{'':<{width}}  {'falls':>6}  {'':<{BAR_CELLS}}  {'dies':>6}  {'HP left':>7}",)
    played = [each for pair in forecast.pairs for each in pair.played]
    for creature, name in names.items():
        odds = creature_odds(played, creature)
        falls, dies = (share_text(count, odds.fights) for count in (odds.falls, odds.dies))
        share = odds.falls / odds.fights if odds.fights else 0
        start = f"{set_cell_size(name, width)}  {falls:>6}  "
        yield start, Bar(share, share, "danger"), f"  {dies:>6}  {odds.hp:>7.0f}"


def _stage_lines(forecast: Forecast) -> Iterator[Text]:
    """A row for each fight of a day: how often it is reached and won, and what the party has left after it."""
    names = [f"{place}. {each.name}" for place, each in enumerate(forecast.stages, 1)]
    width = min(LONGEST_FIGHT, max(map(cell_len, names)))
    yield (f"{'':<{width}}  {'reached':>7}  {'':<{BAR_CELLS}}  {'won then':>8}  {'HP left':>7}  {'recoveries':>10}",)
    for name, each in zip(names, forecast.stages, strict=True):
        bar = Bar(each.tally.interval.low, each.tally.interval.high)
        reached, won = share_text(each.tally.of, forecast.fights), share_text(each.tally.won, each.tally.of)
        recoveries = f"{each.recoveries:.0f}" if each.recoveries else ""
        start = f"{set_cell_size(name, width)}  {reached:>7}  "
        yield start, bar, f"  {won if each.tally.of else '':>8}  {each.hp:>7.0f}  {recoveries:>10}".rstrip()
    rest = forecast.day.rest
    yield (f"After each fight: {'no rest' if rest == NO_REST else f'a {rest} rest, in which the hurt recover'}.",)


def _left_lines(forecast: Forecast) -> Iterator[str]:
    """The recoveries and limited powers that the party has left."""
    played = [each for pair in forecast.pairs for each in pair.played]
    if not played:
        return
    recoveries = round(sum(each.recoveries for each in played) / len(played))
    limited = round(sum(each.limited for each in played) / len(played))
    parts = [plural(recoveries, "recovery", "recoveries")] if any(each.recoveries for each in played) else []
    parts += [plural(limited, "limited power")] if any(each.limited for each in played) else []
    if parts:
        yield f"Left to the party on average: {' and '.join(parts)}."


def _not_played_lines(names: Sequence[str]) -> Iterator[str]:
    if names:
        yield f"{len(names)} not played, at least in part: {some_of(names)}"


# As JSON


def as_json(forecast: Forecast, differences: Sequence[Difference] = ()) -> dict[str, Any]:
    """The document of `orcus-tui odds --json`, with any changes that were compared."""
    document = {
        "format": FORMAT,
        "name": name_of_day(forecast.day),
        "seed": forecast.plan.seed,
        "complete": forecast.is_complete,
        "range": [round(each, 4) for each in forecast.range],
        "habits": [_pair(forecast, each) for each in forecast.pairs],
        "not_played": list(forecast.not_played),
    }
    if forecast.stages:
        document |= {
            "rest": forecast.day.rest,
            "fights": [*map(_stage, forecast.stages)],
            "breaks_in": breaking_fight(forecast),
        }
    return {**document, "what_if": [*map(_difference, differences)]} if differences else document


def _stage(found: Stage) -> dict[str, Any]:
    return {
        "name": found.name,
        "reached": found.tally.of,
        "won": found.tally.won,
        "hp": round(found.hp, 2),
        "recoveries": round(found.recoveries, 2),
    }


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
