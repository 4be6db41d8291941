"""Reminders: at a point of the turn, or now, as a power's line."""

from orcus_tui.model import steps
from orcus_tui.model.effect import Effect
from orcus_tui.rules import effects
from orcus_tui.rules.system import Resolution


def remind(resolution: Resolution, step: steps.Remind) -> None:
    """`remind`: said at that point of each target's turns."""
    for creature in step.targets:
        source = resolution.source(step.source, creature)
        effects.add(resolution, creature, Effect(0, step.text, "other", source, step.duration, point=step.point))


def say(resolution: Resolution, step: steps.Say) -> None:
    """A power's reminder, for those it hit; a line that may have to be typed has their ids, and its user's."""
    if not step.targets:
        resolution.say("plain", text=step.text)
        return
    targets = ",".join(step.targets)
    said = (step.line or step.text).replace("TARGETS", targets).replace("TARGET", targets)
    text = said.replace("ITSELF", step.source)
    if step.line:
        resolution.say("line if so", targets=step.targets, line=text)
    else:
        resolution.say("reminder for", targets=step.targets, text=text)


def say_due(resolution: Resolution, creature: str, point: str) -> None:
    """Says what is to be remembered at this point of a creature's turn."""
    for effect in resolution.state(creature).effects:
        if effect.point == point:
            resolution.say("remember", creature, text=effect.name)
