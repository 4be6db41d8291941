"""What a change to the fight would do: both fights played with the same dice for each creature, and compared."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.context import Library
from orcus_tui.model.fight import Fight
from orcus_tui.odds.forecast import Forecast, Plan, refuse_unplayable
from orcus_tui.odds.interval import Interval, paired_difference
from orcus_tui.rules.resolution import Impossible
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.door import execute_line
from orcus_tui.session.session import Session

PAIRED_FIGHTS = 100
"""Fights of each pair of habits that are compared, where no number is asked for."""


class Difference(Struct, frozen=True):
    """What a change does to the share of fights won, from -1 to 1, and the interval of that."""

    lines: tuple[str, ...]
    mean: float
    interval: Interval
    fights: int


def changed_fight(fight: Fight, lines: Sequence[str], library: Library) -> Fight:
    """The fight after lines of the language that roll no dice, as `drop goblin6` or `add Goblin x2`.

    `library` is where `add` finds creatures. Raises Impossible with the line that cannot be carried out, or after which
    there is no fight to play.
    """
    changed = Session(fight, GivenDice(()))
    changed.library = library
    for line in lines:
        result = execute_line(changed, line)
        if result and result.error:
            raise Impossible(f"{line}: {result.error}")
        try:
            refuse_unplayable(changed.fight)
        except Impossible as why:
            raise Impossible(f"{line}: then {why}") from why
    return changed.fight


def plan_to_compare(known: Forecast) -> Plan:
    """The plan by which a changed fight is played: the fights of a forecast again."""
    return replace(known.plan, fights=min(len(each.played) for each in known.pairs))


def difference(known: Forecast, other: Forecast, lines: Sequence[str]) -> Difference:
    """What these lines do to the fights of a forecast, over all pairs of habits; `other` has been played with them."""
    differences = [
        float(now.end == "won") - float(before.end == "won")
        for pair, again in zip(known.pairs, other.pairs, strict=True)
        for before, now in zip(pair.played, again.played, strict=False)
    ]
    mean, interval = paired_difference(differences)
    return Difference(tuple(lines), mean, interval, len(differences))


def plan_for_pairs(plan: Plan) -> Plan:
    """The plan of a forecast that is to be compared: the same number of fights for each pair."""
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
