"""The uses of powers: how many are left, why a power cannot be used now, and when uses return."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui.model.creature import Sheet
from orcus_tui.model.facts import ESCALATION
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.model.power import WITH, Power, Use
from orcus_tui.rules import resources
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.stats import first_barring
from orcus_tui.rules.system import FightView
from orcus_tui.rules.validators import FARTHEST

if TYPE_CHECKING:
    from orcus_tui.rules.system.resolution import Resolution

RECHARGE = "recharge"
CYCLIC = "cyclic"
"""The use of a cyclic power: at will while the escalation die is even, otherwise once a battle."""
OF_A_FIGHT = ("round", "turn", "rounds", CYCLIC)
"""The kinds of use that every rest restores."""


def counted_power(sheet: Sheet, power: Power) -> Power:
    """The power whose uses count for this power: itself, or the power whose use it shares."""
    if power.use.kind != WITH:
        return power
    return next((each for each in sheet.powers if each.name.casefold() == power.use.on.casefold()), power)


def limited_use(sheet: Sheet, power: Power) -> Use:
    """The uses of a power: its own, or those of the power whose use it shares."""
    return counted_power(sheet, power).use


def sharing_use(sheet: Sheet, names: Collection[str]) -> tuple[str, ...]:
    """The names of the powers that share a use with these, themselves included."""
    counted = {counted_power(sheet, power).name for power in sheet.powers if power.name in names}
    return tuple(power.name for power in sheet.powers if counted_power(sheet, power).name in counted)


def uses_left(fight: Fight, creature: str, power: Power) -> int:
    """The number of uses left of a power."""
    state, counted = fight.states[creature], counted_power(fight.sheets[creature], power)
    most = counted.use.count
    return 0 if power.name in state.spent else min(most, state.uses.get(counted.name, most))


def uses_of_several(fight: Fight, creature: str) -> dict[str, int]:
    """The uses left of the powers that have several, by name."""
    powers = (each for each in fight.sheets[creature].powers if each.use.count > 1)
    return {each.name: uses_left(fight, creature, each) for each in powers}


def is_spent(fight: Fight, creature: str, power: Power) -> bool:
    """Whether a power has no use left; a cyclic one always has while the escalation die is even."""
    if power.name not in fight.states[creature].spent:
        return False
    return power.use.kind != CYCLIC or not is_escalation(fight, "even")


def is_escalation(fight: Fight, on: str) -> bool:
    """Whether the escalation die has one of these values: `3`, `3+`, `even` (not 0) or `odd`."""
    return fight.counters.get(ESCALATION, 0) in escalation_values(on)


@cache
def escalation_values(words: str) -> range:
    """The values of the escalation die that a power's use names."""
    if words in ("even", "odd"):
        return range(2 if words == "even" else 1, FARTHEST, 2)
    least = int(words.removesuffix("+"))
    return range(least, FARTHEST if words.endswith("+") else least + 1)


def why_unusable(fight: Fight, creature: str, power: Power, slot: int = 0) -> Message | None:
    """Why a creature cannot use a power now, apart from its conditions; None if it can."""
    if power.name in fight.states[creature].spent and is_spent(fight, creature, power):
        return message("power spent", power=power.name)
    use = limited_use(fight.sheets[creature], power) if power.use.kind == WITH else power.use
    if use.kind == ESCALATION and not is_escalation(fight, use.on):
        return message("wrong escalation", power=power.name, on=use.on, now=fight.counters.get(ESCALATION, 0))
    return resources.why_unpayable(fight, creature, power, slot) if power.cost or power.level else None


# Spending and restoring


def set_left(resolution: Resolution, creature: str, power: Power, left: int, note: Message | None = None) -> None:
    """Sets the uses left of a power and of those that share them.

    Closes open questions about powers that are restored, and offers of powers that are spent.
    """
    from orcus_tui.model.events import QuestionClosed

    sheet, state = resolution.sheet(creature), resolution.state(creature)
    counted = counted_power(sheet, power)
    sharing = sharing_use(sheet, (power.name,))
    uses = {name: each for name, each in state.uses.items() if name != counted.name}
    if 0 < left < counted.use.count:
        uses[counted.name] = left
    others = tuple(name for name in state.spent if name not in sharing)
    spent = others if left else tuple(dict.fromkeys((*state.spent, *sharing)))
    if uses != state.uses:
        resolution.change(creature, "uses", uses, note)
        note = None
    resolution.change(creature, "spent", spent, note)
    if left >= counted.use.count:
        _end_wait(resolution, creature, counted)
    elif counted.use.kind == "rounds":
        _begin_wait(resolution, creature, counted)
    for question in resolution.fight.questions if left else ():
        if question.creature == creature and question.kind == RECHARGE and question.power in sharing:
            resolution.emit(QuestionClosed(question, message("recharged")))
    if resolution.fight.offers and not left:
        from orcus_tui.rules.offers import withdraw_powers

        withdraw_powers(resolution, creature, sharing)


def _begin_wait(resolution: Resolution, creature: str, power: Power) -> None:
    """Counts the rounds until a use is back, unless they are counted already."""
    waits = resolution.state(creature).waits
    if power.name not in waits:
        resolution.change(creature, "waits", {**waits, power.name: power.use.numbers[0]})


def _end_wait(resolution: Resolution, creature: str, power: Power) -> None:
    waits = resolution.state(creature).waits
    if power.name in waits:
        resolution.change(creature, "waits", {name: left for name, left in waits.items() if name != power.name})


def spend_use(resolution: Resolution, creature: str, power: Power) -> None:
    """Spends a use of a limited power; if it has several uses, the log says how many are left."""
    use = limited_use(resolution.sheet(creature), power)
    if not use.is_limited or (use.kind == CYCLIC and is_escalation(resolution.fight, "even")):
        return
    left = max(0, uses_left(resolution.fight, creature, power) - 1)
    note = message("uses left", power=power.name, left=left) if use.count > 1 else None
    set_left(resolution, creature, power, left, note)


def restore(resolution: Resolution, creature: str, kinds: Collection[str], note: str = "") -> None:
    """Restores all uses of the powers with these kinds of use."""
    state = resolution.state(creature)
    if state.spent or state.uses:
        powers = [each for each in resolution.sheet(creature).powers if each.use.kind in kinds]
        refill(resolution, creature, powers, note)


def refill(resolution: Resolution, creature: str, powers: Iterable[Power], note: str = "") -> None:
    """Restores all uses of these powers and of those that share them.

    `note` is the message for powers that had lost uses.
    """
    sheet, state = resolution.sheet(creature), resolution.state(creature)
    counted = {counted_power(sheet, each).name: each for each in powers}
    short = {name: each for name, each in counted.items() if each.name in state.spent or name in state.uses}
    sharing = sharing_use(sheet, [each.name for each in short.values()])
    names = tuple(name for name in sharing if name in state.spent or name in state.uses)
    said = message(note, powers=names) if note else None
    for power in short.values():
        set_left(resolution, creature, power, limited_use(sheet, power).count, said)
        said = None


def start_turn(resolution: Resolution) -> None:
    """At the start of any turn, restores all creatures' uses and resources for a turn."""
    if resolution.view.of_sheets(_refreshing):
        _restore_all(resolution, "turn")


def start_round(resolution: Resolution) -> None:
    """At the start of a round, restores uses and resources for a round, and those that return after rounds."""
    if resolution.view.of_sheets(_refreshing):
        _restore_all(resolution, "round")
    for creature, state in resolution.fight.states.items():
        for name in state.waits:
            _count_down(resolution, creature, name)


def _restore_all(resolution: Resolution, moment: str) -> None:
    """Restores all creatures' uses and resources that return at a moment."""
    refreshing = resolution.view.of_sheets(_refreshing)
    for creature in resolution.fight.states:
        if creature in refreshing:
            restore(resolution, creature, (moment,))
            resources.restore(resolution, creature, moment)


def _refreshing(sheets: Mapping[str, Sheet]) -> frozenset[str]:
    """The creatures with resources, or with uses for a turn or a round."""
    return frozenset(
        creature
        for creature, sheet in sheets.items()
        if sheet.resources or any(power.use.kind in ("turn", "round") for power in sheet.powers)
    )


def _count_down(resolution: Resolution, creature: str, name: str) -> None:
    waits = resolution.state(creature).waits
    if name not in waits:
        return
    if waits[name] > 1:
        resolution.change(creature, "waits", {**waits, name: waits[name] - 1})
        return
    resolution.change(creature, "waits", {each: left for each, left in waits.items() if each != name})
    if name in resolution.sheet(creature).resources:
        resources.restore_after_rounds(resolution, creature, name)
        return
    power = resolution.sheet(creature).power_named(name)
    if power:
        left = min(power.use.count, uses_left(resolution.fight, creature, power) + power.use.count)
        set_left(resolution, creature, power, left, message("powers back", powers=(name,)))


# Bars


class Bar(Struct, frozen=True):
    """A condition that bars a power: it bars powers of this `kind` or, if it `leaves_kind`, all others."""

    condition: str
    kind: str
    leaves_kind: bool


def bars_on(view: FightView, creature: str, power: Power) -> Iterator[Bar]:
    """The conditions of a creature that bar one of its powers: by its use, its range or its tags."""
    held = held_conditions(view, creature)
    for kind in (limited_use(view.fight.sheets[creature], power).kind, power.origin) if held else ():
        condition = first_barring(held, kind)
        if condition:
            yield Bar(condition, kind, leaves_kind=False)
    for name, known in held.items():
        if known.leaves_tags and not any(tag in known.leaves_tags for tag in power.tags):
            yield Bar(name, " or ".join(known.leaves_tags), leaves_kind=True)
