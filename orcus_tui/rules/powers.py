"""The uses of powers: spent and recharged powers."""

from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model import steps
from orcus_tui.model.creature import Sheet
from orcus_tui.model.events import DieRolled, MessageLogged, QuestionAsked, QuestionClosed
from orcus_tui.model.message import Message, message
from orcus_tui.model.power import WITH, Power, Use
from orcus_tui.model.text import name_key
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.stats import first_barring
from orcus_tui.rules.system import FightView, Resolution
from orcus_tui.rules.system.attacks import PowerUse

RECHARGE = "recharge"
REFRESH_DIE, RECHARGE_DIE = 6, 20


def power_of(resolution: Resolution, creature: str, name: str) -> Power:
    """A power of a creature's stat block. Raises Impossible if it has no power of that name."""
    for power in resolution.sheet(creature).powers:
        if power.name.casefold() == name.casefold():
            return power
    raise Impossible(f'{resolution.name(creature)} has no power "{name}"')


def line_with(verb: str, use: PowerUse, step: steps.Attack | steps.UsePower) -> str:
    """The line with another verb for the power of a step: `attack not-one-step ogre face 12`."""
    by = f"by {use.source}" if use.source != use.resolution.fight.active else ""
    faces = f"face {','.join(map(str, step.faces))}" if step.faces and verb == "attack" else ""
    targets = ",".join(step.targets) or ("TARGETS" if verb == "attack" else "")
    words = (verb, name_key(use.power.name), targets, by, faces)
    return " ".join(each for each in words if each)


def _counted_by(power: Power) -> str:
    """The folded name of the power whose uses count for this one: itself, or the one whose use it shares."""
    return (power.use.on if power.use.kind == WITH else power.name).casefold()


def _limited_use(sheet: Sheet, power: Power) -> Use:
    """The uses of a power: its own, or those of the power whose use it shares."""
    if power.use.kind != WITH:
        return power.use
    return next((each.use for each in sheet.powers if each.name.casefold() == power.use.on.casefold()), power.use)


class Bar(Struct, frozen=True):
    """A condition that bars a power; `kind` is what it bars or, if it `leaves_kind`, all that it allows."""

    condition: str
    kind: str
    leaves_kind: bool


def bars_on(view: FightView, creature: str, power: Power) -> Iterator[Bar]:
    """The conditions of a creature that bar one of its powers: by its use, its range or its tags."""
    held = held_conditions(view, creature)
    for kind in (_limited_use(view.fight.sheets[creature], power).kind, power.origin) if held else ():
        condition = first_barring(held, kind)
        if condition:
            yield Bar(condition, kind, leaves_kind=False)
    for name, known in held.items():
        if known.leaves_tags and not any(tag in known.leaves_tags for tag in power.tags):
            yield Bar(name, " or ".join(known.leaves_tags), leaves_kind=True)


def _sharing_use(resolution: Resolution, creature: str, names: Collection[str]) -> tuple[str, ...]:
    """The names of the powers that share a use with these of a creature, themselves included."""
    powers = resolution.sheet(creature).powers
    counted = {_counted_by(power) for power in powers if power.name in names}
    return tuple(power.name for power in powers if _counted_by(power) in counted)


def refuse_spent(use: PowerUse) -> None:
    """Refuses a power that is used up, or that a condition bars."""
    resolution, source, power = use.resolution, use.source, use.power
    if power.name in resolution.state(source).spent and not resolution.accepts_free:
        resolution.forbid("power spent", power=power.name)
    if is_resting(resolution, source, power):
        resolution.forbid("not twice running", power=power.name)
    for bar in bars_on(resolution.view, source, power):
        said = "only such powers" if bar.leaves_kind else "no such powers"
        resolution.forbid(said, who=source, condition=bar.condition, kind=bar.kind)


def is_resting(resolution: Resolution, creature: str, power: Power) -> bool:
    """Whether a power that is not for two rounds in a row was used in this round or the last one."""
    if power.action not in resolution.system.actions.not_twice_running:
        return False
    used = resolution.fight.system_memory.get(_last_use(creature, power), 0)
    return used > 0 and resolution.fight.round - used <= 1


def _last_use(creature: str, power: Power) -> str:
    """The name of the round in which a creature last used a power."""
    return f"{power.name} of {creature}"


def mark_spent(use: PowerUse) -> None:
    """Marks a power with limited uses as spent, and those that share its use."""
    resolution, creature, power = use.resolution, use.source, use.power
    spent = resolution.state(creature).spent
    if power.action in resolution.system.actions.not_twice_running:
        resolution.remember(_last_use(creature, power), resolution.fight.round)
    if power.use.kind != "at-will" and power.name not in spent:
        sharing = _sharing_use(resolution, creature, (power.name,))
        resolution.change(creature, "spent", tuple(dict.fromkeys((*spent, *sharing))))


def log_power_text(resolution: Resolution, power: Power) -> None:
    """Logs the text of a power, once in a command."""
    log_text(resolution, power.name, power.text)


def log_text(resolution: Resolution, name: str, text: str) -> None:
    """Logs the text of a power or a trait, once in a command."""
    if not text:
        return
    remark = message("power text", power=name, text=" ".join(text.split()))
    if not any(isinstance(each, MessageLogged) and each.message == remark for each in resolution.events):
        resolution.emit(MessageLogged(remark))


def regain(resolution: Resolution, creature: str, names: tuple[str, ...]) -> None:
    """Makes powers available again, and those that share their uses, with a line in the log."""
    names = _sharing_use(resolution, creature, names)
    back = tuple(name for name in resolution.state(creature).spent if name in names)
    if back:
        make_available(resolution, creature, back, message("powers back", powers=back))


def make_available(resolution: Resolution, creature: str, back: tuple[str, ...], note: Message | None = None) -> None:
    """Notes spent powers as available again, and those that share their uses; open questions about them lapse."""
    if not back:
        return
    back = _sharing_use(resolution, creature, back)
    left = tuple(name for name in resolution.state(creature).spent if name not in back)
    resolution.change(creature, "spent", left, note)
    for question in resolution.fight.questions:
        if question.creature == creature and question.kind == RECHARGE and question.power in back:
            resolution.emit(QuestionClosed(question, message("recharged")))


def refresh_dice(resolution: Resolution, creature: str, sides: int = REFRESH_DIE) -> None:
    """Rolls a die for each expended refresh power; a listed face recharges it (Orcus monsters §Limited Usage)."""
    state = resolution.state(creature)
    if not state.spent:
        return
    for power in resolution.sheet(creature).powers:
        if power.name in state.spent and power.use.kind in ("refresh", "recharge") and power.use.numbers:
            if resolution.asks(creature):
                question = resolution.new_question(RECHARGE, creature, power.name, sides)
                resolution.emit(QuestionAsked(replace(question, power=power.name)))
            else:
                recharge_on(resolution, creature, power.name, resolution.die(sides))


def recharge_on(resolution: Resolution, creature: str, name: str, face: int) -> None:
    """Applies the face of a refresh die."""
    power = power_of(resolution, creature, name)
    by_least = power.use.kind == "recharge"
    back = face >= power.use.numbers[0] if by_least else face in power.use.numbers
    kind = "recharge on or above" if by_least else RECHARGE
    outcome = "recharged" if back else "not recharged"
    resolution.emit(DieRolled(kind, creature, face, outcome=outcome, power=power.name, numbers=power.use.numbers))
    if back:
        make_available(resolution, creature, (name,))
    else:
        resolution.system.after.failed_recharge(resolution, creature, name)


def spend(resolution: Resolution, step: steps.Spend) -> None:
    """`spend`: marks a power as spent."""

    def rule(creature: str, _: int) -> None:
        power = power_of(resolution, creature, step.power)
        spent = resolution.state(creature).spent
        if power.name in spent:
            raise Impossible(f"{power.name} is spent already")
        sharing = _sharing_use(resolution, creature, (power.name,))
        now = tuple(dict.fromkeys((*spent, *sharing)))
        resolution.change(creature, "spent", now, message("spends power", power=power.name))

    resolution.for_each(step.targets, rule)


def recharge(resolution: Resolution, step: steps.Recharge) -> None:
    """`recharge`: makes a power available again."""

    def rule(creature: str, _: int) -> None:
        power = power_of(resolution, creature, step.power)
        if power.name not in resolution.state(creature).spent:
            raise Impossible(f"{power.name} is not spent")
        regain(resolution, creature, (power.name,))

    resolution.for_each(step.targets, rule)
