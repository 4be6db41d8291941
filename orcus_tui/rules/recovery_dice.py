"""The dice of recoveries, in systems that print them in the stat block."""

from msgspec import Struct

from orcus_tui.dice import Dice, Die, maximise, minimise, parse, without_dice
from orcus_tui.errors import Impossible
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Term
from orcus_tui.rules.system.resolution import Resolution


class RecoveryRoll(Struct, frozen=True):
    """A roll of recovery dice: `text` is the sum in dice notation, or the typed number if it was `typed`."""

    total: int
    text: str
    dice: tuple[Die, ...] = ()
    terms: tuple[Term, ...] = ()
    typed: bool = False


def roll_recovery(
    resolution: Resolution, creature: str, rolled: int | None, dice_name: str, example: str
) -> RecoveryRoll:
    """The recovery dice of a creature, rolled or typed, with their printed bonus.

    `dice_name` is the system's name for the dice, and `example` is used in the error. Raises Impossible if they must be
    rolled and the stat block has none.
    """
    if rolled is None:
        rolled = resolution.typed.take_recovery()
    printed = resolution.sheet(creature).recovery
    if rolled is None and not printed:
        raise Impossible(
            f"{resolution.name(creature)} has no {dice_name} on its sheet: `recover {creature} AMOUNT` types the "
            f"result, `set {creature} recovery {example}` the dice"
        )
    recovery = parse(printed or "0")
    if rolled is None:
        roll = resolution.roll(recovery)
        return RecoveryRoll(roll.total, roll.text, roll.dice)
    bonus = printed_bonus(recovery)
    return RecoveryRoll(rolled + bonus, str(rolled), terms=(Term(bonus),) if bonus else (), typed=True)


def recovery_bonus(fight: Fight, creature: str) -> int:
    """The printed bonus of a creature's recovery dice."""
    return printed_bonus(parse(fight.sheets[creature].recovery or "0"))


def range_of_dice(fight: Fight, creature: str) -> tuple[int, int]:
    """The lowest and highest total of a recovery's dice, without the bonus printed with them."""
    recovery = parse(fight.sheets[creature].recovery or "0")
    bonus = printed_bonus(recovery)
    return minimise(recovery).total - bonus, maximise(recovery).total - bonus


def refuse_impossible_total(resolution: Resolution, creature: str, typed: Dice, times: int, of: str) -> None:
    """Raises Impossible, for that field, if a creature's recoveries cannot have this total."""
    added = resolution.system.rest.recovery_bonus(resolution.fight, creature)
    least, most = (times * (end + added) for end in range_of_dice(resolution.fight, creature))
    if least == most:
        return
    total = next((end.total for end in (minimise(typed), maximise(typed)) if not least <= end.total <= most), None)
    if total is not None:
        recoveries = "a recovery heals" if times == 1 else f"{times} recoveries heal"
        raise Impossible(f"{recoveries} {resolution.name(creature)} {least} to {most}, not {total}", of=of)


def printed_bonus(recovery: Dice) -> int:
    """The bonus printed with recovery dice; 0 for a plain amount."""
    return 0 if recovery.is_constant else without_dice(recovery)
