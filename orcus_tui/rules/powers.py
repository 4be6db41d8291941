"""Powers used up and there again."""

from orcus_tui.model import steps
from orcus_tui.model.events import QuestionAsked, QuestionClosed, Rolled
from orcus_tui.model.power import Power
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import Resolution

RECHARGE = "recharge"
REFRESH_DIE, RECHARGE_DIE = 6, 20


def power_of(resolution: Resolution, creature: str, name: str) -> Power:
    """A power of a creature's stat block.

    Raises Impossible where it has none of that name.
    """
    for power in resolution.sheet(creature).powers:
        if power.name.casefold() == name.casefold():
            return power
    raise Impossible(f'{resolution.name(creature)} has no power "{name}"')


def mark_spent(resolution: Resolution, creature: str, power: Power) -> None:
    """Notes a power as used up, where its use is limited."""
    spent = resolution.state(creature).spent
    if power.use.kind != "at-will" and power.name not in spent:
        resolution.change(creature, "spent", (*spent, power.name))


def make_available(resolution: Resolution, creature: str, names: tuple[str, ...], text: str) -> None:
    """Notes powers as there again; open questions about them lapse."""
    state = resolution.state(creature)
    back = [name for name in state.spent if name in names]
    if not back:
        return
    left = tuple(name for name in state.spent if name not in names)
    resolution.change(creature, "spent", left, f"{text} {', '.join(back)}")
    for question in resolution.fight.questions:
        if question.creature == creature and question.kind == RECHARGE and question.about in back:
            resolution.emit(QuestionClosed(question, "there again"))


def refresh_dice(resolution: Resolution, creature: str, sides: int = REFRESH_DIE) -> None:
    """A die for each expended refresh power; a listed face brings it back (Orcus monsters §Limited Usage)."""
    state = resolution.state(creature)
    if not state.spent:
        return
    for power in resolution.sheet(creature).powers:
        if power.name in state.spent and power.use.kind in ("refresh", "recharge"):
            if resolution.asks(creature):
                question = resolution.new_question(RECHARGE, creature, power.name, sides)
                resolution.emit(QuestionAsked(question))
            else:
                recharge_on(resolution, creature, power.name, resolution.die(sides))


def recharge_on(resolution: Resolution, creature: str, name: str, face: int) -> None:
    """What a refresh die's face brings."""
    power = power_of(resolution, creature, name)
    by_least = power.use.kind == "recharge"
    back = face >= power.use.numbers[0] if by_least else face in power.use.numbers
    wanted = f"{power.use.numbers[0]}+" if by_least else ", ".join(map(str, power.use.numbers))
    resolution.emit(
        Rolled(f"rolls for {power.name}, on {wanted}:", str(face), "there again" if back else "not yet", creature)
    )
    if back:
        make_available(resolution, creature, (name,), "has again:")
    else:
        resolution.system.after.failed_recharge(resolution, creature, name)


def spend(resolution: Resolution, step: steps.Spend) -> None:
    """`spend`: a power is used up, by hand."""
    for creature in step.targets:
        power = power_of(resolution, creature, step.power)
        spent = resolution.state(creature).spent
        if power.name in spent:
            raise Impossible(f"{resolution.name(creature)} has used {power.name} up already")
        resolution.change(creature, "spent", (*spent, power.name), f"has used up {power.name}")


def recharge(resolution: Resolution, step: steps.Recharge) -> None:
    """`recharge`: a power is there again, by hand."""
    for creature in step.targets:
        power = power_of(resolution, creature, step.power)
        if power.name not in resolution.state(creature).spent:
            raise Impossible(f"{resolution.name(creature)} has not used {power.name} up")
        make_available(resolution, creature, (power.name,), "has again:")
