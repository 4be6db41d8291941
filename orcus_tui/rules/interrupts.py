"""Interrupts: powers that change the command that triggers them, such as a shield against a hit.

They are offered with `before`.
"""

from collections.abc import Iterator

from orcus_tui.model import steps
from orcus_tui.model.events import AttackRolled, HitPointsChanged
from orcus_tui.model.offer import Offer, OfferedLine
from orcus_tui.model.power import Power
from orcus_tui.model.trigger import ANY_ROLL, Trigger
from orcus_tui.rules import offers, resources
from orcus_tui.rules.actions import counted_kind
from orcus_tui.rules.facts import Moment, counts_when
from orcus_tui.rules.powers import whole_name
from orcus_tui.rules.resolution import Triggered
from orcus_tui.rules.stats import REACTION, actions_left, forbids
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.uses import why_unusable

ALWAYS_HITS = 20
"""The face with which an attack always hits."""
COUNTERS = "counters spells"
"""The tag of a spell that stops the spell of another creature."""
FOE_CASTS = Trigger("foe casts")


def is_interrupt(resolution: Resolution, power: Power, trigger: Trigger) -> bool:
    """Whether a power is used outside its user's turn, and changes the attack or the spell that triggers it."""
    kind = counted_kind(resolution, power.action)
    off_turn = kind is not None and kind.off_turn
    return off_turn and (_counters(power, trigger) or next(_protections(power), None) is not None)


def _counters(power: Power, trigger: Trigger) -> bool:
    """Whether a power stops the spell that triggers it."""
    return COUNTERS in power.tags and trigger == FOE_CASTS


def _protections(power: Power) -> Iterator[steps.Bonus | steps.Withstand]:
    """The bonuses to defenses, resistances and immunities that a power gives its user."""
    for line in power.effects + power.always:
        if line.outcome == ANY_ROLL and (line.to_self or power.origin == "self"):
            first = line.step
            for each in (first, *first.joined) if isinstance(first, steps.JoinedEffects) else ():
                if isinstance(each, steps.Withstand) or (isinstance(each, steps.Bonus) and each.amount > 0):
                    yield each


def offer_interrupt(resolution: Resolution, triggered: Triggered, power: Power) -> None:
    """Offers a power before the command that triggers it, if the power changes that command."""
    creature, counters = triggered.creature, _counters(power, triggered.trigger)
    if not counters and not any(_helps(resolution, triggered, each) for each in _protections(power)):
        return
    slot = resources.slot_for(resolution.began, creature, power, resources.level_cast(triggered.use) if counters else 0)
    if not _could_use(resolution, creature, power, slot):
        return
    same = [each for each in resolution.fight.offers if each.creature == creature and _is_for(each, power)]
    earlier = [each for each in same if each in resolution.began.offers]
    if len(same) > len(earlier):
        return
    offers.close(resolution, earlier)
    target, at_slot = triggered.other if counters else "", f"slot {slot}" if slot > power.level else ""
    words = " ".join(each for each in ("use", offers.quoted(power.name), target, at_slot) if each)
    line = OfferedLine(words, creature, power=power.name, before=True)
    offers.make_offer(resolution, creature, str(triggered.trigger), line)


def _is_for(offer: Offer, power: Power) -> bool:
    """Whether an offer is for using a power before a command."""
    return any(line.before and line.power == power.name for line in offer.lines)


def _could_use(resolution: Resolution, creature: str, power: Power, slot: int) -> bool:
    """Whether a creature could use a power in another creature's turn when the command began."""
    fight, view = resolution.began, resolution.began_view
    state = fight.states.get(creature)
    if state is None or state.place != "here" or state.is_out or forbids(view, creature, REACTION):
        return False
    kind = counted_kind(resolution, power.action)
    is_left = kind is not None and actions_left(view, creature).get(kind.name, 0) > 0
    return is_left and not why_unusable(fight, creature, power, slot)


def _helps(resolution: Resolution, triggered: Triggered, protection: steps.Bonus | steps.Withstand) -> bool:
    """Whether a bonus turns the hit into a miss, or a resistance concerns the damage."""
    if isinstance(protection, steps.Bonus):
        moment = Moment(
            resolution.view, triggered.creature, triggered.other, use=triggered.use, damage=triggered.damage
        )
        return counts_when(protection.when, moment) and any(
            _misses(each, protection) for each in _hits(resolution, triggered)
        )
    return any(protection.type in kinds for kinds in _damage_kinds(resolution, triggered))


def _hits(resolution: Resolution, triggered: Triggered) -> Iterator[AttackRolled]:
    """The attacks of a creature that have hit another in this command, unless the die alone decided it."""
    pair = (triggered.other, triggered.creature)
    for each in resolution.events:
        if isinstance(each, AttackRolled) and (each.creature, each.target) == pair and each.outcome != "miss":
            yield from () if each.face == ALWAYS_HITS else (each,)


def _misses(attack: AttackRolled, bonus: steps.Bonus) -> bool:
    """Whether an attack misses a defense with that bonus."""
    total, needed = attack.total, attack.needed
    if total is None or needed is None or bonus.stat not in ("defenses", attack.defense, attack.met_with):
        return False
    return total < needed + bonus.amount


def _damage_kinds(resolution: Resolution, triggered: Triggered) -> Iterator[tuple[str, ...]]:
    """The types and the power of each damage to a creature in this command; `all` is among the types."""
    for each in resolution.events:
        if isinstance(each, HitPointsChanged) and each.creature == triggered.creature and each.harm is not None:
            yield ("all", *each.harm.types, whole_name(resolution.fight, each.harm.source, each.harm.power))
