"""The powers that a forecast can use, each with its purpose, its average damage and its cost."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from orcus_tui import dice
from orcus_tui.model import steps
from orcus_tui.model.power import Power, RollLine
from orcus_tui.model.trigger import IN_WORDS
from orcus_tui.rules.system import System

Purpose = Literal["attack", "heal", "help"]

SPELL = "spell"
"""The tag of spells."""
_HEALING = (steps.Heal, steps.Recover, steps.Rally, steps.Stabilize)
CONCENTRATING = "concentrating"
BENEFITS = frozenset(("invisible",))
"""The conditions that help the creatures that have them."""
OFFERED_ACTIONS = frozenset(("legendary", "lair"))
"""The actions that are offered between turns."""
_REMINDERS = (steps.Say, steps.Remind)
_CONDITIONAL = re.compile(r"must be|grappl|\bprone\b|willing|engulfed|swallowed", re.IGNORECASE)
_NUMBER_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "a": 1}
_COUNTED = re.compile(
    r"\b(?P<count>\d{0,2}d\d{1,2}|\d{1,2}|one|two|three|four) "
    r"(?:other |different |random |nearby |faraway |or |far |away )*"
    r"(?P<what>attacks?|enem\w+|creatures?|targets?|foes?)",
    re.IGNORECASE,
)
_EVERYBODY = re.compile(
    r"\b(?:all|every|each) (?:nearby |other )*(?:enem|creature|foe|target)|enemies only", re.IGNORECASE
)


class Reach(Struct, frozen=True):
    """The opponents that a power reaches: a number, which may be dice; all of them; or a share of them in an area.

    `attacks`: the number is that of attacks, which may all be on one opponent.
    """

    number: dice.Dice | None = None
    everybody: bool = False
    area: bool = False
    attacks: bool = False


class Playable(Struct, frozen=True):
    """A power that can be used without a decision at the table.

    `cost` are the kinds of action it takes, `worth` its average damage to one target, `limited` whether its uses are
    limited, `legendary` the number of legendary actions it takes.
    """

    power: Power
    purpose: Purpose
    cost: tuple[str, ...]
    reach: Reach
    worth: float
    limited: bool
    legendary: int = 0


class Repertoire(Struct, frozen=True):
    """The powers that a forecast uses for a creature, the best first; `left_out` are powers not used, or only in part.

    `by_name` also has powers that are used only when they are offered. `left_out_with_offers` replaces `left_out` in
    fights that make offers. `costs` are the different costs of its powers. `heals`: one of them heals.
    """

    playable: tuple[Playable, ...]
    left_out: tuple[str, ...]
    by_name: Mapping[str, Playable] = {}
    left_out_with_offers: tuple[str, ...] = ()
    costs: tuple[tuple[str, ...], ...] = ()
    heals: bool = False


@lru_cache(4096)
def _constant(number: int) -> dice.Dice:
    return dice.parse(str(number))


class _SamePowers:
    """The powers of a creature as a cache key, compared by identity, since comparing values would be slow."""

    __slots__ = ("powers", "system")

    def __init__(self, system: System, powers: tuple[Power, ...]) -> None:
        self.system = system
        self.powers = powers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SamePowers) and self.powers is other.powers and self.system is other.system

    def __hash__(self) -> int:
        return id(self.powers)


def known_repertoire(system: System, powers: tuple[Power, ...]) -> Repertoire:
    """The repertoire of a creature with these powers, kept from fight to fight."""
    return _repertoire_of(_SamePowers(system, powers))


@lru_cache(1_000)
def _repertoire_of(key: _SamePowers) -> Repertoire:
    return repertoire(key.system, key.powers)


def repertoire(system: System, powers: tuple[Power, ...]) -> Repertoire:
    """The repertoire of a creature with these powers."""
    by_name = {power.name.casefold(): power for power in powers}
    parts = {part.power.casefold() for power in powers for part in power.multiattack}
    found: list[Playable] = []
    left_out: list[str] = []
    continued = _continued_spells(powers)
    used_by_others = parts | _follow_ups(powers) | continued
    for power in powers:
        playable = None if power.name.casefold() in continued else _playable(system, power, by_name)
        found += [playable] if playable else []
        if _has_reminders(power) if playable else power.name.casefold() not in used_by_others:
            left_out.append(power.name)
    offered = [each for power in powers if (each := _offered(system, power, by_name))]
    whole = {each.power.name for each in offered if not _has_reminders(each.power)}
    return Repertoire(
        tuple(sorted(found, key=lambda each: -each.worth)),
        tuple(left_out),
        {each.power.name: each for each in (*found, *offered)},
        tuple(each for each in left_out if each not in whole),
        tuple(dict.fromkeys(each.cost for each in found)),
        any(each.purpose == "heal" for each in found),
    )


def _continued_spells(powers: tuple[Power, ...]) -> set[str]:
    """The powers that only continue another spell, which has a cost itself: `Call Lightning (again)`."""
    costly = {each.name.casefold() for each in powers if each.level or each.use.is_limited}
    return {each.name.casefold() for each in powers if SPELL in each.tags and each.part_of.casefold() in costly}


def _follow_ups(powers: tuple[Power, ...]) -> set[str]:
    """The powers that other powers use."""
    lines = (line.step for power in powers for line in power.lines)
    return {step.power.casefold() for step in lines if isinstance(step, steps.FollowUp)}


def _playable(system: System, power: Power, by_name: dict[str, Power]) -> Playable | None:
    """The power as its user plays it in its own turn; None if it has a trigger, or if no part can be played."""
    purpose = _purpose(power)
    legendary = _actions(system, power).count("legendary")
    cost = () if legendary else _cost(system, power)
    if purpose is None or power.trigger or cost is None or _CONDITIONAL.search(power.range):
        return None
    if _is_only_words(system, power):
        return None
    if legendary and purpose != "attack":
        return None  # after another creature's turn there is time for one attack; helping is up to the players
    limited = power.use.kind != "at-will" or power.level > 0
    if not cost and not legendary and not limited:
        return None  # a free action without a limit would never end
    return Playable(power, purpose, cost, _reach(power), _worth(power, by_name), limited, legendary)


def _offered(system: System, power: Power, by_name: dict[str, Power]) -> Playable | None:
    """The power as its user plays it when it is offered; None if it is never offered, or if no part can be played."""
    purpose, actions = _purpose(power), _actions(system, power)
    has_trigger = any(each.event != IN_WORDS for each in power.trigger)
    if not (has_trigger or OFFERED_ACTIONS.intersection(actions)):
        return None
    if purpose is None or _CONDITIONAL.search(power.range):
        return None
    limited = power.use.kind != "at-will" or power.level > 0
    return Playable(power, purpose, (), _reach(power), _worth(power, by_name), limited, actions.count("legendary"))


def _purpose(power: Power) -> Purpose | None:
    lines = [line for line in power.lines if not isinstance(line.step, (*_REMINDERS, RollLine))]
    if power.bonus is not None or power.save or power.damage or power.multiattack:
        return "attack"
    if any(isinstance(line.step, _HEALING) for line in lines):
        return "heal"
    if not lines:
        return None
    own = all(line.to_self for line in lines) or power.origin == "self"
    return "help" if own or all(_is_boon(each.step) or (power.level and each.to_self) for each in lines) else "attack"


def _is_only_words(system: System, power: Power) -> bool:
    """Whether a spell leaves all effects to the table: it has only words and concentration, or a choice."""
    if not power.level or power.bonus is not None or power.damage or power.multiattack:
        return False
    return all(
        isinstance(each.step, (*_REMINDERS, RollLine)) or _leaves_only_words(system, each.step) for each in power.lines
    )


def _leaves_only_words(system: System, step: steps.Step) -> bool:
    if isinstance(step, steps.MakeOffer):
        return True
    return isinstance(step, steps.Apply) and all(
        name == CONCENTRATING or name not in system.conditions.table for name in step.conditions
    )


def _is_boon(step: steps.Step) -> bool:
    """Whether a line helps the creatures it is for."""
    if isinstance(step, steps.Bonus):
        return step.amount > 0
    if isinstance(step, steps.Withstand):
        return step.quality != "vulnerable"
    if isinstance(step, steps.Apply):
        return BENEFITS.issuperset(step.conditions)
    return isinstance(step, steps.Temp | steps.Regen)


def _actions(system: System, power: Power) -> tuple[str, ...]:
    return system.actions.parts_of(power.action.casefold())


def _cost(system: System, power: Power) -> tuple[str, ...] | None:
    """The kinds of action that a power takes in its user's turn, empty if it is free.

    It is None if the power is for others' turns.
    """
    rules = system.actions
    found: list[str] = []
    for name in _actions(system, power):
        kind = next((each for each in rules.kinds if each.name == rules.aliases.get(name, name)), None)
        if kind is None and name != "free":
            return None
        if kind and kind.off_turn:
            return None
        found += [kind.name] if kind else []
    return tuple(found)


def _reach(power: Power) -> Reach:
    counted = _COUNTED.search(power.range)
    if counted:
        count, attacks = counted["count"].lower(), counted["what"].lower().startswith("attack")
        number = _constant(_NUMBER_WORDS[count]) if count in _NUMBER_WORDS else dice.parse(count)
        return Reach(number, attacks=attacks)
    if power.targets is not None:
        return Reach(power.targets)
    if _EVERYBODY.search(power.range):
        return Reach(everybody=True)
    return Reach(area=power.origin in ("near", "far") and "one" not in power.range.split())


def _worth(power: Power, by_name: dict[str, Power]) -> float:
    if power.multiattack:
        parts = [by_name[part.power.casefold()] for part in power.multiattack for _ in range(part.count)]
        return sum(_average(part) for part in parts)
    return _average(power)


def _average(power: Power) -> float:
    """The damage of a power halfway between its minimum and its maximum."""
    if power.damage is None:
        return 0.0
    return (dice.minimise(power.damage).total + dice.maximise(power.damage).total) / 2


def _has_reminders(power: Power) -> bool:
    return any(isinstance(step, _REMINDERS) for step in _steps(power))


def _steps(power: Power) -> Iterator[steps.Step]:
    for line in power.lines:
        yield line.step
