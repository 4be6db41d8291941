"""The end of an encounter, and rests."""

from orcus_tui.model import steps
from orcus_tui.model.events import FightChanged, QuestionClosed, Said
from orcus_tui.model.text import points
from orcus_tui.rules import initiative
from orcus_tui.rules.effects import end, expire_with_encounter
from orcus_tui.rules.powers import make_available
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.stats import conditions_of, standing
from orcus_tui.rules.system import Resolution


def finish(resolution: Resolution, step: steps.Finish) -> None:  # noqa: ARG001  # rules are called alike
    """`finish`: what lasts until the end of the encounter expires; a summary and the XP."""
    if resolution.fight.phase == "finished":
        raise Impossible("this fight is over already")
    rounds = resolution.fight.round
    for question in resolution.fight.questions:
        resolution.emit(QuestionClosed(question, "the encounter is over"))
    expire_with_encounter(resolution)
    for field, empty in (("turn", None), ("delayed", {}), ("readied", {}), ("interrupter", "")):
        if getattr(resolution.fight, field) != empty:
            resolution.emit(FightChanged(field, empty))
    living = tuple(each for each in resolution.fight.order if resolution.state(each).life != "dead")
    initiative.set_order(resolution, living)
    resolution.emit(
        FightChanged(
            "phase", "finished", f"the encounter is over after {rounds} {'round' if rounds == 1 else 'rounds'}"
        )
    )
    for rule in resolution.system.rest.after_fight:
        for creature in resolution.fight.states:
            rule(resolution, creature)
    for line in summary(resolution):
        resolution.emit(Said(line))


def summary(resolution: Resolution) -> list[str]:
    """How everyone stands, and the XP of the foes who are dead, down or gone."""
    fight = resolution.fight
    lines = []
    for side in ("party", "foes", "neutral"):
        members = [each for each in fight.states if fight.sheets[each].side == side]
        told = ", ".join(f"{resolution.name(each)} {standing_of(resolution, each)}" for each in members)
        if told:
            lines.append(f"{side}: {told}")
    beaten = [
        each
        for each in fight.states
        if fight.sheets[each].side == "foes"
        and (standing(resolution.system, fight, each) in ("dead", "down") or fight.states[each].place == "gone")
    ]
    xp = sum(fight.sheets[each].xp for each in beaten)
    kinds = resolution.system.creatures.kinds
    heroes = [each for each, sheet in fight.sheets.items() if sheet.side == kinds[sheet.kind].side == "party"]
    share = f", {points(xp / len(heroes))} for each of {len(heroes)}" if heroes and xp else ""
    lines.append(f"XP: {points(xp)} for {len(beaten)} {'foe' if len(beaten) == 1 else 'foes'} beaten{share}")
    return lines


def standing_of(resolution: Resolution, creature: str) -> str:
    """How a creature stands, with its hit points or what is marked on its track."""
    state = resolution.state(creature)
    where = standing(resolution.system, resolution.fight, creature)
    figure = resolution.system.health.figure(resolution.sheet(creature), state)
    return f"{where} {figure}" if figure and where in ("up", "down") else where


def rest(resolution: Resolution, step: steps.Rest) -> None:
    """`rest short`, `rest long`: as the system says."""
    if resolution.fight.phase == "turns":
        resolution.say("the fight is still on; allowed and noted")
    resolution.say(f"a {step.length} rest")
    rule = resolution.system.rest.short if step.length == "short" else resolution.system.rest.long
    for creature, state in resolution.fight.states.items():
        if state.life != "dead" and state.place != "gone":
            rule(resolution, creature)
            if step.length == "long":
                _get_up(resolution, creature)


def _get_up(resolution: Resolution, creature: str) -> None:
    """Ends what stays when somebody is down no more, as being prone: who has slept and is up has got up."""
    if standing(resolution.system, resolution.fight, creature) != "up":
        return
    left = {name for each in conditions_of(resolution.system, resolution.fight).values() for name in each.leaves_behind}
    for effect in resolution.state(creature).effects:
        if effect.name in left and effect.duration.ending == "removed":
            end(resolution, creature, effect, "rested")


def powers_back(resolution: Resolution, creature: str, kinds: tuple[str, ...]) -> None:
    """Powers of these kinds of use are there again."""
    names = tuple(power.name for power in resolution.sheet(creature).powers if power.use.kind in kinds)
    make_available(resolution, creature, names, "has again:")


def end_saveable(resolution: Resolution, creature: str, why: str = "rested") -> None:
    """Ends what a save ends: a rest has time for more saves than it takes."""
    for effect in resolution.state(creature).effects:
        if effect.duration.ending == "save":
            end(resolution, creature, effect, why)
