"""A power of a stat block, its lines compiled into steps."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.dice import Dice
from orcus_tui.model.facts import Facts
from orcus_tui.model.steps import Heal, LineToOffer, Recover, Step, Targets
from orcus_tui.model.trigger import ANY_ROLL, D20, RollOutcome, Trigger

ORIGINS = {"close": "near", "reach": "melee", "area": "far", "personal": "self"}
"""Other words for the origin of a power's effect."""

UseKind = Literal[
    "at-will", "encounter", "daily", "refresh", "recharge", "with", "round", "turn", "rounds", "cyclic", "escalation"
]
STANCE = "stance"
"""The tag of stances."""
WITH = "with"
"""The kind of use of a power that is spent and recharged together with another one."""


def first_word(text: str) -> str:
    """The first word of a text in lower case, only its letters: `melee` of `Melee, reach 2`."""
    words = text.split(maxsplit=1)
    return "".join(each for each in words[0].lower() if each.isalpha()) if words else ""


D6 = 6
HIGHEST_CRIT, LOWEST_CRIT = D20, 2
"""The bounds of the lowest natural roll that is a critical hit."""
"""The die that recharges powers, unless they need a d20."""
PERIODS: Mapping[UseKind, str] = MappingProxyType(
    {"daily": "day", "encounter": "encounter", "round": "round", "turn": "turn", "rounds": "rounds"}
)
"""The kinds of use that are counted, with their words after the number: `3/day`."""


class Use(Struct, frozen=True):
    """The uses of a power; `count` is how many it has.

    `numbers` are the faces, or the lowest roll, that recharge it (a `daily` power recharges by them within the same
    battle); for the kind `rounds`, the number of round starts until it returns. `on` is the event that recharges it;
    for the kind `with`, the name of the power whose use it shares; for `escalation`, the values of the escalation die
    at which it can be used.
    """

    kind: UseKind = "at-will"
    numbers: tuple[int, ...] = ()
    on: str = ""
    count: int = 1

    @property
    def die(self) -> int:
        """The sides of the die that recharges it: a d20 if its numbers need one."""
        return D20 if max(self.numbers, default=0) > D6 else D6

    @property
    def can_return_in_battle(self) -> bool:
        """Whether a die at the start of each turn allows a daily power again, after its first use in a battle."""
        return self.kind == "daily" and bool(self.numbers)

    @property
    def is_limited(self) -> bool:
        """Whether it can be used up."""
        return self.kind not in ("at-will", "escalation")

    def __str__(self) -> str:
        """As written in an encounter file."""
        if self.kind in ("round", "turn", "rounds") or self.count > 1:
            rounds = f"{self.numbers[0]} " if self.kind == "rounds" else ""
            return f"{self.count}/{rounds}{PERIODS[self.kind]}"
        if self.numbers and self.kind in ("refresh", "daily") and self.die == D20:
            return f"{'daily ' if self.can_return_in_battle else ''}refresh {self.numbers[0]}+"
        back = self.on or ",".join(map(str, self.numbers))
        return f"{self.kind} {back}" if back else self.kind


class Cost(Struct, frozen=True):
    """The cost of a power: an amount of a resource of its user or of the fight."""

    name: str
    amount: int = 1

    def __str__(self) -> str:
        """As written in an encounter file."""
        return f"{self.name} {self.amount}"


class Line(Struct, frozen=True):
    """A line of the command language in a power, and the roll that triggers it.

    `to_self`: it is for the power's user, not for the creature hit. `when` are facts about the target, or with
    `of_self` about the user, that must be true; `further` are more such facts. `otherwise`: it applies if the facts of
    the previous line are not true. `offered` is the line in the form in which it can be offered, if there is one.
    `bearing` is an effect from the user: the line is for each creature that has this effect.
    """

    text: str
    step: Step
    to_self: bool = False
    outcome: RollOutcome = ANY_ROLL
    when: Facts | None = None
    of_self: bool = False
    otherwise: bool = False
    further: tuple[tuple[Facts, bool], ...] = ()
    offered: LineToOffer | None = None
    bearing: str = ""


class RollRow(Struct, frozen=True):
    """A line for a range of dice results, from the first number to the last."""

    first: int
    last: int
    line: Line


class RollLine(Step, frozen=True):
    """Rolls dice for each target, and carries out the line for the number that they show."""

    dice: Dice
    rows: tuple[RollRow, ...]
    targets: Targets = ()
    source: str = ""


def with_rows(line: Line) -> Iterator[Line]:
    """A line, and the lines that it chooses by the result of its dice; these are for the user if the line is."""
    yield line
    if isinstance(line.step, RollLine):
        for row in line.step.rows:
            for each in with_rows(row.line):
                yield replace(each, to_self=each.to_self or line.to_self)


def save_to_sustain(maintain: str) -> int:
    """The total that the save to sustain a power must reach: 11 for `save 11+`; 0 if an action sustains it."""
    found = re.fullmatch(r"save ([0-9]+)\+", maintain)
    return int(found[1]) if found else 0


class PowerSave(Struct, frozen=True):
    """The saving throw that a power calls for: its ability or defense, and the number to reach."""

    by: str
    number: int

    def __str__(self) -> str:
        """As written in an encounter file."""
        return f"{self.by} {self.number}"


class Part(Struct, frozen=True):
    """A power of a multiattack, and the number of times it is used: at most `count`, if `dice` are rolled for it."""

    power: str
    count: int = 1
    dice: Dice | None = None

    def __str__(self) -> str:
        """As written in an encounter file."""
        return self.power if self.count == 1 else f"{self.power} x{self.dice.text if self.dice else self.count}"


class Power(Struct, frozen=True):
    """A power of a creature, as printed in its stat block.

    `range` is as printed; its first word (`melee`, `ranged`, `near`, `far`, `self`) is its origin. `miss` is the damage
    of a miss: none, half of the roll, or a separate amount. `crit_times` is the factor for critical hits, if it is not
    the usual one, `crit_range` the lowest natural roll that is critical, if it is not 20; the modifier of `ability` is
    added to the damage. `save`: its targets save instead of being attacked; `saved` is the damage that a successful
    save leaves. `multiattack` are the powers of a multiattack, in order. `targets` is the most creatures that it
    affects; dice are rolled before the targets are named. `effects` are lines for targets that are hit or fail the
    save, `always` for all targets. `maintain` is the action that sustains it, or the save (`save 11+`). `trigger` are
    the occasions on which it is offered (`rules/triggers`), or words for the game master. `cost` is what it spends.
    `level` is that of a spell, which spends a slot; `higher` is the damage or healing that each higher level of the
    slot adds, `more_targets` the number of targets or attacks. `part_of` is the power of the same creature that it is a
    part of.
    """

    name: str
    action: str = "standard"
    use: Use = Use()
    range: str = ""
    bonus: int | None = None
    defense: str = ""
    damage: Dice | None = None
    types: tuple[str, ...] = ()
    crit: Dice | None = None
    crit_times: int = 0
    crit_range: int = 0
    ability: str = ""
    miss: Dice | Literal["none", "half"] = "none"
    save: PowerSave | None = None
    saved: Literal["none", "half"] = "none"
    multiattack: tuple[Part, ...] = ()
    targets: Dice | None = None
    effects: tuple[Line, ...] = ()
    always: tuple[Line, ...] = ()
    maintain: str = ""
    tags: tuple[str, ...] = ()
    trigger: tuple[Trigger, ...] = ()
    text: str = ""
    cost: tuple[Cost, ...] = ()
    level: int = 0
    higher: Dice | None = None
    more_targets: int = 0
    components: str = ""
    part_of: str = ""

    @property
    def lines(self) -> Iterator[Line]:
        """All its lines, including those that dice choose."""
        for line in (*self.effects, *self.always):
            yield from with_rows(line)

    @property
    def attacks(self) -> bool:
        """Whether it has an attack roll, or lists attacks."""
        return self.bonus is not None or bool(self.multiattack)

    @property
    def harms(self) -> bool:
        """Whether it is meant for enemies."""
        return self.attacks or bool(self.save or self.damage)

    @property
    def heals(self) -> bool:
        """Whether it is meant for hurt allies."""
        return not self.harms and any(isinstance(each.step, Heal | Recover) and not each.to_self for each in self.lines)

    @property
    def origin(self) -> str:
        """`melee`, `ranged`, `near`, `far` or `self`; by default `melee`."""
        return _origin(self.range)


@lru_cache(1024)
def _origin(range_: str) -> str:
    first = first_word(range_) or "melee"
    return ORIGINS.get(first, first)


def with_parts(powers: Sequence[Power]) -> tuple[Power, ...]:
    """The powers of a creature, each with the name of the power that it is a part of, if any.

    By default, `Bite (save)` is a part of `Bite`.
    """
    if not any(" (" in each.name for each in powers):
        return tuple(powers)
    names = {each.name.lower(): each.name for each in powers}
    wholes = [names.get(each.name.lower().partition(" (")[0], each.name) for each in powers]
    return tuple(
        each if each.part_of or whole == each.name else replace(each, part_of=whole)
        for each, whole in zip(powers, wholes, strict=True)
    )
