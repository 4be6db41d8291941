"""A forecast in one sentence: how the fight likely ends, and who likely falls."""

from collections.abc import Sequence

from orcus_tui.model.text import join_with_and
from orcus_tui.simulation.forecast import Forecast, creature_odds, is_small
from orcus_tui.simulation.interval import wilson

CHANCES = (
    (0.95, "the party almost surely wins"),
    (0.75, "the party likely wins"),
    (0.58, "the party has the edge"),
    (0.42, "about even"),
    (0.25, "the foes have the edge"),
    (0.05, "the party likely loses"),
    (0.0, "the party almost surely loses"),
)
"""The words for the chances of the party, each with the least share of fights won."""

WIDE = 0.5
"""If the range is at least this wide, the habits decide more than the dice."""

LIKELY, POSSIBLE = 0.5, 0.25
"""The least shares of fights for a hero's fall or death to be likely, and to be possible."""

BREAKS = 0.1
"""The least share of all days that end in the same fight, for the sentence to name that fight."""

MOST_NAMED = 2
"""The most heroes that are named; for more, the sentence has their number."""


FATES = (
    ("dies", LIKELY, "likely dies", "likely die"),
    ("falls", LIKELY, "likely falls", "likely fall"),
    ("dies", POSSIBLE, "may die", "may die"),
    ("falls", POSSIBLE, "may fall", "may fall"),
)
"""The fates of heroes, each with the share of fights from which it is mentioned, and its verbs for one and for several.

The sentence names the first fate that is likely for any hero.
"""


def verdict(forecast: Forecast) -> str:
    """The forecast in words: `About even; Tamsin likely falls`."""
    number = breaking_fight(forecast)
    breaks = f"most lost days end in fight {number}, {forecast.day.fights[number - 1].name}" if number else ""
    sentence = "; ".join(each for each in (_chance(forecast), breaks, _fate(forecast)) if each)
    return f"{sentence[0].upper()}{sentence[1:]}."


def breaking_fight(forecast: Forecast) -> int | None:
    """The number of the fight in which most lost days end; None if their share is small."""
    losses = [each.tally.of - each.tally.won for each in forecast.stages]
    worst = max(range(len(losses)), key=losses.__getitem__, default=0)
    return worst + 1 if losses and losses[worst] >= BREAKS * forecast.fights else None


def _chance(forecast: Forecast) -> str:
    """The party's chance to win in words, over all pairs of habits."""
    shares = [each.share for each in forecast.pairs]
    low, high = forecast.range
    words = _words(_cautious(sum(shares) / len(shares), forecast.fights))
    depends = not is_small(forecast) and high - low >= WIDE
    return f"{words}, but much depends on how both sides play" if depends else words


def _words(share: float) -> str:
    return next(words for least, words in CHANCES if share >= least)


def _cautious(share: float, fights: int) -> float:
    """The share in the interval that is nearest to one half, so that few fights make no bold claim."""
    found = wilson(round(share * fights), fights)
    return min(max(0.5, found.low), found.high)


def _fate(forecast: Forecast) -> str:
    """The worst fate of heroes: `Tamsin likely falls`; empty if none is likely to fall."""
    heroes = {each: sheet.name for each, sheet in forecast.fight.sheets.items() if sheet.side == "party"}
    played = [each for pair in forecast.pairs for each in pair.played]
    odds = {each: creature_odds(played, each) for each in heroes}
    for outcome, least, verb, verbs in FATES:
        names = [heroes[each] for each, one in odds.items() if wilson(getattr(one, outcome), one.fights).low >= least]
        if names:
            return f"{_named(names, len(heroes))} {verb if len(names) == 1 else verbs}"
    return ""


def _named(names: Sequence[str], of: int) -> str:
    if len(names) == of > MOST_NAMED:
        return "all heroes"
    return join_with_and(names) if len(names) <= MOST_NAMED else f"{len(names)} of {of} heroes"
