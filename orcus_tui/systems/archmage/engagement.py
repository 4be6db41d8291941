"""Engagement in the Archmage Engine, and the opportunity attacks that follow from it (§Engaged, §Ranged Attacks)."""

from collections.abc import Sequence

from orcus_tui.model.steps import SystemStep
from orcus_tui.rules import engagement
from orcus_tui.rules.engagement import foes_up
from orcus_tui.rules.opportunities import offer_opportunities
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.attacks import PowerUse, Strike

AUTO_ENGAGE = "auto_engage"


def engage(resolution: Resolution, step: SystemStep) -> None:
    """`engage`: engages the targets with the source (§Engaged)."""
    source = resolution.source(step.source)
    if not source:
        raise Impossible("who engages? add `by NAME`")
    for creature in (source, *step.targets):
        state = resolution.state(creature)
        if state.is_out or state.place != "here":
            raise Impossible(f"{resolution.name(creature)} is dead or away and cannot engage")
    if source in step.targets:
        raise Impossible(f"{resolution.name(source)} cannot engage itself", of="targets")
    new = [each for each in step.targets if each not in resolution.state(source).engaged]
    if not new:
        names = resolution.formatter().names_and(step.targets)
        raise Impossible(f"{resolution.name(source)} is engaged with {names} already", of="targets")
    for creature in new:
        if _are_allies(resolution, source, creature):
            resolution.forbid("engages ally", who=source, ally=creature)
    engagement.engage(resolution, source, new)


def engage_targets(strike: Strike) -> None:
    """Engages an attacker with the foes that it attacks in melee, by option (§Engaged)."""
    resolution, source = strike.resolution, strike.source
    if strike.power.origin == "melee" and resolution.option(AUTO_ENGAGE):
        engage_by_melee(resolution, source, strike.targets)


def engage_by_melee(resolution: Resolution, source: str, targets: Sequence[str]) -> None:
    """Engages a creature with foes that it has reached, unless the fight is over."""
    here = [each for each in targets if resolution.state(each).place == "here" and not resolution.state(each).is_out]
    if resolution.fight.phase != "finished":
        engagement.engage(
            resolution, source, [each for each in here if each != source and not _are_allies(resolution, source, each)]
        )


def _are_allies(resolution: Resolution, one: str, other: str) -> bool:
    side = resolution.sheet(one).side
    return side != "neutral" and side == resolution.sheet(other).side


def draw_all(use: PowerUse) -> None:
    """Logs and offers the opportunity attacks of all foes that are engaged with the user."""
    if is_known(use.resolution, use.source):
        _offer_to(use, foes_up(use.resolution.view, use.source))
    else:
        use.resolution.say("draws all", use.source)


def draw_others(use: PowerUse) -> None:
    """Logs and offers the opportunity attacks of the foes engaged with the user, except its targets."""
    if is_known(use.resolution, use.source):
        _offer_to(use, [each for each in foes_up(use.resolution.view, use.source) if each not in use.targets])
    else:
        use.resolution.say("draws others", use.source)


def _offer_to(use: PowerUse, foes: Sequence[str]) -> None:
    if foes:
        use.resolution.say("draws from", use.source, foes=tuple(foes))
        offer_opportunities(use.resolution, use.source, tuple(foes))


def is_known(resolution: Resolution, creature: str) -> bool:
    """Whether the engagement of a creature is tracked: an option derives it from melee attacks, or it was typed."""
    return bool(resolution.option(AUTO_ENGAGE) or resolution.state(creature).engaged)


def allies_engaged_with(resolution: Resolution, source: str, target: str) -> tuple[str, ...] | None:
    """The allies of a creature that are engaged with its target; None if that is not known (§Fumbles)."""
    engaged = resolution.state(target).engaged
    if not engaged:
        return None
    return tuple(each for each in engaged if each != source and _are_allies(resolution, source, each))
