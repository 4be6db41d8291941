"""The lines of a power: carried out for those they concern, and sustained where the power says so."""

from msgspec.structs import replace

from orcus_tui.model import steps
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.power import Line, Power
from orcus_tui.rules import effects
from orcus_tui.rules.resolution import Cause
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import AttackResult


def carry_lines(
    resolution: Resolution, lines: tuple[Line, ...], results: list[AttackResult], source: str, cause: Cause
) -> None:
    """Carries out a power's lines in order, each for the targets it applies to."""
    for line in lines:
        carry_line(resolution, line, line_targets(resolution, line, results), source, cause)


def line_targets(resolution: Resolution, line: Line, results: list[AttackResult]) -> steps.Targets:
    """The targets whose attack roll triggers a line; a line about a die nobody typed is left to the game master."""
    outcome = line.outcome
    targets: list[str] = []
    for each in results:
        if each.void and not (line.to_self and each.user_only):
            continue
        if (outcome.crit and not each.crit) or outcome.hits not in (None, each.hits):
            continue
        if outcome.faces and each.face is None:
            resolution.say("face not known", each.target, line=line.text)
        elif not outcome.faces or each.face in outcome.faces:
            targets.append(each.target)
    return tuple(targets)


def carry_line(resolution: Resolution, line: Line, targets: steps.Targets, source: str, cause: Cause) -> None:
    """Carries out a power's line for its living targets, or for its user."""
    living = tuple(each for each in targets if resolution.state(each).life != "dead")
    concerned = (source,) if line.to_self and targets else living
    if not concerned:
        return
    before, resolution.cause = resolution.cause, cause
    resolution.attempt(steps.bind(line.step, concerned, source), line.text)
    resolution.cause = before


def start_sustaining(resolution: Resolution, power: Power, source: str) -> None:
    """Starts sustaining a power with a maintain entry; the turn of its use counts as paid (Orcus §Maintain)."""
    if power.maintain:
        until = Duration("words", words="it is not sustained")
        held = Effect(0, power.name, "other", source, until, power=power.name, maintain=power.maintain)
        sustained = resolution.fight.active == source
        effects.add(resolution, source, replace(held, sustained=sustained))
