"""The effect of a change to a fight: both fights are simulated with the same dice for each creature, and compared."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.context import Library
from orcus_tui.errors import Impossible
from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.simulation.forecast import Forecast, Plan, refuse_unplayable
from orcus_tui.simulation.interval import Interval, paired_difference

PAIRED_FIGHTS = 100
"""Fights of each pair of habits to compare, if no number is asked for."""


class Difference(Struct, frozen=True):
    """The effect of a change on the share of fights won, from -1 to 1, with its interval."""

    lines: tuple[str, ...]
    mean: float
    interval: Interval
    fights: int


def changed_fight(fight: Fight, lines: Sequence[str], library: Library) -> Fight:
    """The fight after lines of the language that roll no dice, such as `drop goblin6` or `add Goblin x2`.

    `library` is where `add` finds creatures. Raises Impossible, with the line, if a line cannot be carried out or
    leaves no fight to play.
    """
    changed = Session(fight, GivenDice(()))
    changed.library = library
    for line in lines:
        result = changed.run(line)
        if result and result.error:
            raise Impossible(f"{line}: {result.error}")
        try:
            refuse_unplayable(changed.fight)
        except Impossible as why:
            raise Impossible(f"{line}: then {why}") from why
    return changed.fight


def plan_to_compare(known: Forecast) -> Plan:
    """The plan for a changed fight: as many fights as the forecast has played of every pair."""
    return replace(known.plan, fights=min(len(each.played) for each in known.pairs))


def difference(known: Forecast, other: Forecast, lines: Sequence[str]) -> Difference:
    """The difference between two forecasts over all pairs of habits; `other` is the forecast with these lines."""
    differences = [
        float(now.end == "won") - float(before.end == "won")
        for pair, again in zip(known.pairs, other.pairs, strict=True)
        for before, now in zip(pair.played, again.played, strict=False)
    ]
    mean, interval = paired_difference(differences)
    return Difference(tuple(lines), mean, interval, len(differences))


def plan_for_pairs(plan: Plan) -> Plan:
    """The plan with a fixed number of fights for each pair, so that two forecasts can be compared."""
    return replace(plan, fights=plan.fights or PAIRED_FIGHTS)


def difference_text(found: Difference) -> str:
    """``With `drop goblin6`: 12 more fights of a hundred won (+8 to +16; …)``."""
    low, high = (round(each * 100) for each in (found.interval.low, found.interval.high))
    mean = round(found.mean * 100)
    change = f"{abs(mean)} {'more' if mean >= 0 else 'fewer'} fights of a hundred won"
    if mean == 0:
        change = "as many fights won"
    sure = "" if low <= 0 <= high else ", with 95 % certainty not by chance"
    lines = "; ".join(found.lines)
    between = f"{_with_sign(low)} to {_with_sign(high)}{sure}"
    return f"With `{lines}`: {change} ({between}; {found.fights:,} pairs with the same dice)"


def _with_sign(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"
