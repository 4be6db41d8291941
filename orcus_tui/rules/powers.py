"""Powers in use: the reasons to refuse them, the dice that recharge them, and their texts."""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.creature import Sheet
from orcus_tui.model.events import DieRolled, MessageLogged, QuestionAsked
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.model.power import Power
from orcus_tui.model.text import name_key
from orcus_tui.rules.actions import use_once
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.resources import refuse_wrong_slot
from orcus_tui.rules.system.attacks import PowerUse
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.uses import (
    RECHARGE,
    bars_on,
    limited_use,
    refill,
    set_left,
    sharing_use,
    spend_use,
    uses_left,
    why_unusable,
)


def whole_name(fight: Fight, creature: str, power: str) -> str:
    """The folded name of a power, or of the power that it is a part of; immunities name a whole power."""
    sheet = fight.sheets.get(creature)
    found = sheet.power_named(power) if sheet else None
    return ((found and found.part_of) or power).lower()


def power_of(resolution: Resolution, creature: str, name: str) -> Power:
    """A power of a creature's stat block. Raises Impossible if it has no power of that name."""
    powers = resolution.fight.sheets[creature].powers
    for power in powers:
        if power.name == name:
            return power
    folded = name.casefold()
    for power in powers:
        if power.name.casefold() == folded:
            return power
    raise Impossible(f'{resolution.name(creature)} has no power "{name}"')


def use_line(use: PowerUse, step: typed_steps.Attack | typed_steps.UsePower) -> str:
    """The line that uses the power of a step: `use not-one-step ogre by toad`."""
    by = f"by {use.source}" if use.source != use.resolution.fight.active else ""
    return " ".join(filter(None, ("use", name_key(use.power.name), ",".join(step.targets), by)))


def refuse_spent(use: PowerUse, slot: int = 0) -> None:
    """Refuses a power that is used up, that cannot be used or paid for now, or that a condition bars."""
    resolution, source, power = use.resolution, use.source, use.power
    if slot:
        refuse_wrong_slot(resolution.fight, source, power, slot)
    reason = why_unusable(resolution.fight, source, power, slot)
    if reason and not (resolution.accepted and resolution.accepted.free):
        resolution.forbid(reason.key, **reason.values)
    if is_resting(resolution, source, power):
        resolution.forbid("not twice running", power=power.name)
    for bar in bars_on(resolution.view, source, power) if held_conditions(resolution.view, source) else ():
        said = "only such powers" if bar.leaves_kind else "no such powers"
        resolution.forbid(said, who=source, condition=bar.condition, kind=bar.kind)


def is_resting(resolution: Resolution, creature: str, power: Power) -> bool:
    """Whether a power that cannot be used in two consecutive rounds was used in this round or the last one."""
    if power.action not in resolution.system.actions.not_twice_running:
        return False
    used = resolution.fight.system_memory.get(_last_use_key(creature, power), 0)
    return used > 0 and resolution.fight.round - used <= 1


def _last_use_key(creature: str, power: Power) -> str:
    """The key under which the round of a power's last use is remembered."""
    return f"{power.name} of {creature}"


def mark_spent(use: PowerUse) -> None:
    """Spends a use of a power; remembers the round if the power cannot be used in two consecutive rounds."""
    resolution, creature, power = use.resolution, use.source, use.power
    if power.action in resolution.system.actions.not_twice_running:
        resolution.remember(_last_use_key(creature, power), resolution.fight.round)
    if power.use.is_limited:
        spend_use(resolution, creature, power)
        if power.use.can_return_in_battle:
            use_once(resolution, creature, _reuse_mark(power))


def _reuse_mark(power: Power) -> str:
    """The mark of a daily power that was used in this battle and that a die may recharge."""
    return f"again: {power.name}"


def spend_all_used(resolution: Resolution, creature: str) -> None:
    """At the end of a battle, spends the daily powers that a die has recharged."""
    for power in resolution.sheet(creature).powers:
        if power.use.can_return_in_battle and _reuse_mark(power) in resolution.state(creature).used:
            set_left(resolution, creature, power, 0)


def log_power_text(resolution: Resolution, power: Power) -> None:
    """Logs the text of a power, once in a command."""
    if power.text:
        log_text(resolution, power.name, power.text)


def log_text(resolution: Resolution, name: str, text: str) -> None:
    """Logs the text of a power or a trait, once in a command."""
    if not text:
        return
    remark = message("power text", power=name, text=" ".join(text.split()))
    if not any(isinstance(each, MessageLogged) and each.message == remark for each in resolution.events):
        resolution.emit(MessageLogged(remark))


def regain(resolution: Resolution, creature: str, names: Collection[str]) -> None:
    """Makes powers, and those that share their uses, available again, and logs it."""
    powers = [each for each in resolution.sheet(creature).powers if each.name in names]
    refill(resolution, creature, powers, "powers back")


def refresh_dice(resolution: Resolution, creature: str) -> None:
    """Rolls a die for each expended refresh or recharge power (Orcus monsters §Limited Usage)."""
    roll_for_uses(resolution, creature, ("refresh", "recharge"))


def roll_refresh(resolution: Resolution, creature: str) -> None:
    """Rolls a die for each expended refresh power, in systems where a rest brings recharge powers back."""
    roll_for_uses(resolution, creature, ("refresh",))


def roll_for_uses(resolution: Resolution, creature: str, kinds: Collection[str], sides: int | None = None) -> None:
    """Rolls a die for each spent power of these kinds of use: with `sides`, or the power's own die."""
    state = resolution.fight.states[creature]
    if not state.spent and not state.used:
        return
    for power in resolution.view.of_sheets(_rolled_for)[creature]:
        is_due = power.name in state.spent and power.use.kind in kinds and power.use.numbers
        if is_due or ("refresh" in kinds and power.use.can_return_in_battle and _reuse_mark(power) in state.used):
            die = sides or power.use.die
            if resolution.asks(creature):
                question = resolution.new_question(RECHARGE, creature, power.name, die)
                resolution.emit(QuestionAsked(replace(question, power=power.name)))
            else:
                recharge_on(resolution, creature, power.name, resolution.die(die))


def _rolled_for(sheets: Mapping[str, Sheet]) -> Mapping[str, Sequence[Power]]:
    """The powers of each creature that a die may bring back."""
    return {creature: [each for each in sheet.powers if each.use.numbers] for creature, sheet in sheets.items()}


def recharge_on(resolution: Resolution, creature: str, name: str, face: int) -> None:
    """Applies the face of a refresh die."""
    power = power_of(resolution, creature, name)
    has_threshold = power.use.kind == "recharge"
    back = face >= power.use.numbers[0] if has_threshold else face in power.use.numbers
    kind = "recharge on or above" if has_threshold else RECHARGE
    outcome = "recharged" if back else "not recharged"
    resolution.emit(DieRolled(kind, creature, face, outcome=outcome, power=power.name, numbers=power.use.numbers))
    if back:
        refill(resolution, creature, (power,))
    elif power.use.can_return_in_battle:
        set_left(resolution, creature, power, 0)
    else:
        resolution.system.after.failed_recharge(resolution, creature, name)


# The verbs


def spend(resolution: Resolution, step: typed_steps.Spend) -> None:
    """`spend`: marks uses of a power as spent."""

    def rule(creature: str, _: int) -> None:
        power = power_of(resolution, creature, step.power)
        left = uses_left(resolution.fight, creature, power)
        if not left:
            raise Impossible(f"{power.name} is spent already")
        if step.count > left:
            resolution.forbid("too few uses", power=power.name, left=left, wanted=step.count)
        now = max(0, left - step.count)
        note = message("spends power", power=power.name)
        if limited_use(resolution.sheet(creature), power).count > 1:
            note = message("uses left", power=power.name, left=now)
        set_left(resolution, creature, power, now, note)

    resolution.for_each(step.targets, rule)


def recharge(resolution: Resolution, step: steps.Recharge) -> None:
    """`recharge`: restores uses of a power."""

    def rule(creature: str, _: int) -> None:
        power = power_of(resolution, creature, step.power)
        left, most = uses_left(resolution.fight, creature, power), limited_use(resolution.sheet(creature), power).count
        if left >= most:
            raise Impossible(f"{power.name} is not spent")
        if left + step.count > most:
            resolution.forbid("too many uses", power=power.name, most=most, wanted=left + step.count)
        now = min(most, left + step.count)
        back = sharing_use(resolution.sheet(creature), (power.name,))
        note = message("uses left", power=power.name, left=now) if most > 1 else message("powers back", powers=back)
        set_left(resolution, creature, power, now, note)

    resolution.for_each(step.targets, rule)
