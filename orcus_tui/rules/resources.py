"""Resources with a maximum, counters of the fight, the costs of powers, and spell slots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.dice import Dice, Pool, parse
from orcus_tui.errors import Impossible
from orcus_tui.model import steps
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.model.power import Cost, Line, Power, RollLine
from orcus_tui.rules.system.attacks import PowerUse
from orcus_tui.rules.templates import counted, slot_level

if TYPE_CHECKING:
    from orcus_tui.model.typed_steps import SetCounter
    from orcus_tui.rules.system.resolution import Resolution

SLOT = "slot"
SHORTER: dict[str, tuple[str, ...]] = {
    "turn": ("turn",),
    "round": ("round",),
    "encounter": ("turn", "round", "encounter"),
    "short": ("turn", "round", "encounter", "short"),
    "long": ("turn", "round", "encounter", "short", "long"),
}
"""The periods of the resources that each moment restores."""
SILENT = ("turn", "round")
"""The moments at which resources are restored without a line in the log."""


# Costs


def spends_slot(fight: Fight, creature: str, power: Power) -> bool:
    """Whether a power is a spell that spends a slot: it has a level, no uses of its own, and its user has slots."""
    return bool(power.level) and not power.use.is_limited and bool(_slots(fight, creature))


def _slots(fight: Fight, creature: str) -> dict[int, int]:
    """The slots left, by level."""
    counters = fight.states[creature].counters
    return {level: count for name, count in counters.items() if (level := slot_level(name))}


def costs_of(fight: Fight, creature: str, power: Power, slot: int = 0) -> Iterator[Cost]:
    """What a use of a power costs its user, with the slot of a spell."""
    yield from power.cost
    if spends_slot(fight, creature, power):
        yield Cost(f"{SLOT}{slot or power.level}")


def slot_for(fight: Fight, creature: str, power: Power, least: int = 0) -> int:
    """The lowest slot left of level `least` or higher, else the highest that the creature has; 0 without slots."""
    if not spends_slot(fight, creature, power):
        return 0
    left = [level for level, count in sorted(_slots(fight, creature).items()) if count > 0 and level >= power.level]
    return next((level for level in left if level >= least), left[-1] if left else 0)


def level_cast(use: PowerUse) -> int:
    """The level at which a spell is cast: that of its slot, else its own."""
    return int(getattr(getattr(use, "step", None), "slot", 0)) or use.power.level


def owner_of(fight: Fight, creature: str, name: str) -> tuple[str, str, int]:
    """The owner of a resource (empty for the fight), with the resource's full name and number."""
    own = fight.states[creature].counters
    for owner, counters in ((creature, own), ("", fight.counters)):
        found = next((each for each in counters if each.casefold() == name.casefold()), None)
        if found is not None:
            return owner, found, counters[found]
    return creature, name, 0


def why_unpayable(fight: Fight, creature: str, power: Power, slot: int = 0) -> Message | None:
    """Why a creature cannot pay for a power; None if it can."""
    for cost in costs_of(fight, creature, power, slot):
        _, name, there = owner_of(fight, creature, cost.name)
        if there >= cost.amount:
            continue
        higher = [level for level, count in sorted(_slots(fight, creature).items()) if level > power.level and count]
        if slot_level(cost.name):
            key = "slot empty, higher left" if higher else "slot empty"
            return message(key, who=creature, level=slot or power.level, higher=higher[0] if higher else 0)
        return message("too few to spend", who=creature, name=name, there=there, wanted=cost.amount)
    return None


def refuse_wrong_slot(fight: Fight, creature: str, power: Power, slot: int) -> None:
    """Raises Impossible if a slot is typed with a power that is no spell, or is lower than the spell."""
    if not spends_slot(fight, creature, power):
        if power.level and not power.use.is_limited:
            name, needed = fight.sheets[creature].name, f"slot{slot} = {{ max = 1 }}"
            raise Impossible(f"{name} has no spell slots; its [creature.resources] could have {needed}", of=SLOT)
        raise Impossible(f"{power.name} takes no slot", of=SLOT)
    if slot < power.level:
        raise Impossible(f"{power.name} needs a slot of level {power.level} or higher, not {slot}", of=SLOT)


def pay(use: PowerUse, slot: int = 0) -> None:
    """Spends what a power costs, or as much as there is."""
    resolution, creature = use.resolution, use.source
    if not use.power.cost and not use.power.level:
        return
    for cost in costs_of(resolution.fight, creature, use.power, slot):
        owner, name, there = owner_of(resolution.fight, creature, cost.name)
        left = max(min(there, 0), there - cost.amount)
        if owner:
            _set(resolution, owner, name, left, _what_is_left(name, left))
        else:
            _set_of_fight(resolution, name, left)


def _what_is_left(name: str, number: int) -> Message:
    """The rest of a resource: `2 3rd-level slots`, `3 ki`."""
    level = slot_level(name)
    if level:
        return message("slots left", level=level, number=number)
    return message("resource left", name=name, number=number)


def _set(resolution: Resolution, creature: str, name: str, value: int, note: Message) -> None:
    """Sets a resource of a creature, with a line in the log."""
    from orcus_tui.model.events import StateChanged

    counters = {**resolution.state(creature).counters, name: value}
    resolution.emit(StateChanged(creature, "counters", counters, note))
    _wait(resolution, creature, name, value)


def _set_of_fight(resolution: Resolution, name: str, value: int) -> None:
    from orcus_tui.model.events import FightChanged

    counters = {**resolution.fight.counters, name: value}
    note = message("fight counter set", name=name, number=value)
    if name not in resolution.system.counters.initial:
        note = message("own fight counter set", name=name, number=value)
    resolution.emit(FightChanged("counters", counters, note))


def _wait(resolution: Resolution, creature: str, name: str, value: int) -> None:
    """Starts to count the rounds until a resource returns, if it returns after rounds and is below its maximum."""
    resource, waits = resolution.sheet(creature).resources.get(name), resolution.state(creature).waits
    rounds = resource.every_rounds if resource else None
    if resource and rounds and value < resource.max and name not in waits:
        resolution.change(creature, "waits", {**waits, name: rounds[1]})
    elif resource and rounds and value >= resource.max and name in waits:
        resolution.change(creature, "waits", {each: left for each, left in waits.items() if each != name})


# Slots of a higher level


def at_slot(power: Power, slot: int) -> Power:
    """A spell as cast with a slot: with the damage, healing, targets and attacks that each higher level adds."""
    return with_higher_slot(power, slot - power.level) if power.level else power


def with_higher_slot(power: Power, levels: int) -> Power:
    """A spell, or a follow-up of a spell, as cast with a slot that is some levels above the spell's own."""
    if levels <= 0:
        return power
    if power.more_targets:
        power = _with_more_targets(power, power.more_targets * levels)
    if power.higher and power.damage:
        power = replace(power, damage=_with_more(power.damage, power.higher, levels))
    effects, always = (
        tuple(_with_more_in_line(line, None if power.damage else power.higher, levels) for line in each)
        for each in (power.effects, power.always)
    )
    return replace(power, effects=effects, always=always)


def _with_more_targets(power: Power, more: int) -> Power:
    """A power with more targets; in a power that makes several attacks, the last attack is made more often."""
    if power.targets:
        return replace(power, targets=parse(f"{power.targets.text}+{more}"))
    *others, last = power.multiattack or (None,)
    if last is None:
        return power
    return replace(power, multiattack=(*others, replace(last, count=last.count + more)))


def _with_more_in_line(line: Line, more: Dice | None, levels: int) -> Line:
    """A line with more healing or temporary hit points, or whose zone uses a power at the higher slot."""
    step = line.step
    if isinstance(step, RollLine):
        rows = (replace(each, line=_with_more_in_line(each.line, more, levels)) for each in step.rows)
        return replace(line, step=replace(step, rows=tuple(rows)))
    if more and isinstance(step, steps.Heal | steps.Temp):
        return replace(line, step=replace(step, amount=_with_more(step.amount, more, levels)))
    if isinstance(step, steps.MakeZone) and step.line and isinstance(step.line.step, steps.FollowUp):
        used = replace(step.line.step, levels=levels)
        inside = replace(step.line, text=f"{step.line.text} +{levels}", step=used)
        return replace(line, step=replace(step, line=inside))
    return line


def _with_more(amount: Dice, more: Dice, times: int) -> Dice:
    """An amount to which dice are added several times: `8d6` with `1d6` twice is `8d6+2d6`."""
    if len(more.parts) == 1 and isinstance(pool := more.parts[0], Pool) and more.text == f"{pool.size}d{pool.sides}":
        return parse(f"{amount.text}+{pool.size * times}d{pool.sides}")
    return parse("+".join((amount.text, *(more.text,) * times)))


# When resources are back


def restore(resolution: Resolution, creature: str, moment: str) -> None:
    """Restores the resources of a creature that return at a moment, such as a short rest, to their maximum."""
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    if not sheet.resources:
        return
    periods = SHORTER[moment]
    rests = moment in ("short", "long")
    due = {name: each for name, each in sheet.resources.items() if each.per in periods or (rests and each.every_rounds)}
    back = {
        name: each.max if each.back is None else each.back
        for name, each in due.items()
        if state.counters.get(name, 0) < each.max or each.back is not None
    }
    back = {name: number for name, number in back.items() if number != state.counters.get(name, 0)}
    if back:
        said = None if moment in SILENT else message("resources back", names=tuple(map(counted, back, back.values())))
        resolution.change(creature, "counters", {**state.counters, **back}, said)
        left = {name: rounds for name, rounds in resolution.state(creature).waits.items() if name not in back}
        resolution.change(creature, "waits", left)


def restore_after_rounds(resolution: Resolution, creature: str, name: str) -> None:
    """Restores a resource that has waited for its rounds; it waits again unless it is at its maximum."""
    resource = resolution.sheet(creature).resources[name]
    rounds = resource.every_rounds
    there = resolution.state(creature).counters.get(name, 0)
    now = min(resource.max, there + (rounds[0] if rounds else 0))
    _set(resolution, creature, name, now, message("counter set", name=name, number=now))


# The verb


def set_own_counter(resolution: Resolution, step: steps.OwnCounter) -> None:
    """`counter` in a line of a power: a resource of its user, or of the fight if only the fight has it."""
    from orcus_tui.model.typed_steps import SetCounter

    owner, name, _ = owner_of(resolution.fight, step.source, step.name)
    owner = "" if name in resolution.system.counters.initial else owner
    set_counter(resolution, SetCounter(name, step.number, step.relative, owner))


def set_counter(resolution: Resolution, step: SetCounter) -> None:
    """`counter`: sets or changes a resource, of a creature or of the fight."""
    if not step.creature:
        _set_fight_counter(resolution, step)
        return
    there = resolution.state(step.creature).counters.get(step.name, 0)
    value = step.number + (there if step.relative else 0)
    _set(resolution, step.creature, step.name, value, message("counter set", name=step.name, number=value))
    resolution.system.after.counter(resolution, step)
    resource = resolution.sheet(step.creature).resources.get(step.name)
    if resource and value > resource.max:
        resolution.forbid("beyond maximum", who=step.creature, name=step.name, most=resource.max, number=value)
    elif value < 0 and (step.number < 0 or resource):
        wanted = there - value
        resolution.forbid("too few to spend", who=step.creature, name=step.name, there=there, wanted=wanted)


def _set_fight_counter(resolution: Resolution, step: SetCounter) -> None:
    initial, limits = resolution.system.counters.initial, resolution.system.counters.limits
    there = resolution.fight.counters.get(step.name, initial.get(step.name, 0))
    value = step.number + (there if step.relative else 0)
    least, most = limits.get(step.name, (value, value))
    if not least <= value <= most:
        raise Impossible(f"{step.name} goes from {least} to {most}, not to {value}", of="change")
    _set_of_fight(resolution, step.name, value)
