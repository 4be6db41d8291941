"""Offers in a simulated fight: which of them a creature accepts by its side's habit, and their targets."""

from collections.abc import Callable

from orcus_tui.model import typed_steps
from orcus_tui.model.fight import Fight
from orcus_tui.model.offer import Offer
from orcus_tui.model.requests import Request
from orcus_tui.model.steps import Step
from orcus_tui.simulation.battlefield import share_left
from orcus_tui.simulation.decisions import Situation, allies, in_aimed_order, steps_on
from orcus_tui.simulation.playable import Playable

HURT = 0.5
"""With at most this share of its hit points, a creature of any habit accepts healing."""

COMMON = frozenset(("hits", "misses", "hit", "missed", "turn start", "turn end", "round start"))
"""Frequent triggers.

A free power with one of these triggers is offered instead of acting as a trait if the game master has to judge
something, such as a charge before the hit.
"""

CHANCE_TO_APPLY = 2
"""A condition that the game master has to judge counts as true in one of this many offers."""

Read = Callable[[str], Step | None]
"""Reads a line; None for one that is incomplete or wrong now."""


def acceptance(situation: Situation, offer: Offer, read: Read) -> typed_steps.Accept | None:
    """The step that accepts an offer; None if the creature declines. In a choice it takes the first line."""
    line = offer.choices[0]
    words = "1" if len(offer.choices) > 1 else ""
    found = read_offer(situation.fight, offer, read)
    if isinstance(found, Request):  # it would come before the last command, which a simulation does not execute again
        return None
    if isinstance(found, typed_steps.Attack | typed_steps.UsePower) and not _has_target(offer, found, read):
        playable = situation.repertoire.by_name.get(found.power)
        found = _use_of(situation, playable, offer) if playable else None
        words = " ".join((words, ",".join(found.targets))).strip() if found else ""
    return typed_steps.Accept(offer.id, words, line.with_words(), found, line.free) if found else None


def read_offer(fight: Fight, offer: Offer, read: Read) -> Step | None:
    """The step of an offer's first line. Without a target, it takes the creature that caused the offer, else any."""
    line = offer.choices[0]
    target = offer.target if offer.target in fight.states else next(iter(fight.states))
    return read(line.with_words()) or read(line.with_words(target))


def _has_target(offer: Offer, step: typed_steps.Attack | typed_steps.UsePower, read: Read) -> bool:
    """Whether the line of an offer already names its targets."""
    return bool(step.targets) and read(offer.choices[0].with_words()) is not None


def _use_of(situation: Situation, playable: Playable, offer: Offer) -> typed_steps.Attack | typed_steps.UsePower | None:
    """The use of an offered power; None if its user saves it for later, or it would do nothing now."""
    if playable.limited and situation.habit.limited == "last":
        return None
    costs_nothing = playable.power.action == "free" and not playable.limited
    if costs_nothing and offer.because in COMMON and situation.chance(CHANCE_TO_APPLY) != 1:
        return None
    if playable.purpose == "heal":
        return _healing(situation, playable)
    enemies = situation.enemies
    if not enemies:
        return None
    aimed = enemies if playable.purpose == "help" else in_aimed_order(situation, enemies)
    first = [offer.target] if offer.target in enemies else []
    used, *_ = steps_on(situation, playable, [*first, *(each for each in aimed if each not in first)])
    return used


def _healing(situation: Situation, playable: Playable) -> typed_steps.UsePower | None:
    """The use of a healing power on the ally that needs it most, or on its user."""
    view = situation.view
    worst = min(allies(situation), key=lambda each: share_left(view, each), default=situation.creature)
    target = situation.creature if playable.power.origin == "self" else worst
    if share_left(view, target) > max(HURT, situation.habit.heals_below):
        return None
    return typed_steps.UsePower(playable.power.name, (target,), situation.creature)
