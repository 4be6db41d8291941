"""Offers: lines that are possible now, and are only carried out if a person chooses to.

`make_offer` is the only way to make one. The lines of offers are read where they are accepted (`commands/acceptance`).
"""

from collections.abc import Collection, Sequence
from itertools import chain

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.events import OfferMade, OffersClosed
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.model.offer import CHOOSE, THIS_TURN, Offer, OfferedLine, number_range
from orcus_tui.model.power import Line, Power
from orcus_tui.model.text import in_quotes
from orcus_tui.rules.resolution import AcceptedOffer
from orcus_tui.rules.system.resolution import Resolution


def make_offer(
    resolution: Resolution,
    creature: str,
    because: str,
    *lines: OfferedLine,
    target: str = "",
    targets: steps.Targets | None = (),
    until: str = THIS_TURN,
) -> None:
    """Offers a line to a creature, or a choice of several, unless the same is open already.

    `targets` are those that the lines name; None if the person who accepts the offer names them.
    """
    fight = resolution.fight
    if not fight.makes_offers or (creature, lines) in [(each.creature, each.lines) for each in fight.offers]:
        return
    made = Offer(fight.next_offer, creature, because, lines, until, target, targets)
    number = _lapsed_number(resolution, made)
    resolution.emit(OfferMade(replace(made, id=number) if number else made))


def _lapsed_number(resolution: Resolution, made: Offer) -> int | None:
    """The number of the same offer if it lapsed in this command: an offer repeated each turn keeps its number."""
    if not resolution.began.offers:
        return None
    taken = {each.id for each in resolution.fight.offers}
    if resolution.accepted:
        taken.add(resolution.accepted.offer.id)
    same = (made.creature, made.because, made.line)
    lapsed = (each for each in resolution.began.offers if (each.creature, each.because, each.line) == same)
    return next((each.id for each in lapsed if each.id not in taken), None)


def offer_power(resolution: Resolution, creature: str, power: Power, because: str, target: str = "") -> None:
    """Offers a power to a creature that has it: `use Roar by ogre`."""
    line = power_line(creature, power)
    make_offer(resolution, creature, because, line, target=target)


def power_line(creature: str, power: Power) -> OfferedLine:
    """The line with which a creature uses a power, whether or not it attacks."""
    return OfferedLine(f"use {quoted(power.name)}", creature, power=power.name)


def quoted(name: str) -> str:
    """A name as written in a line: in quotes unless it is one plain word."""
    return name if name.replace("-", "").isalnum() else in_quotes(name)


def lapse(resolution: Resolution) -> None:
    """Closes the offers whose moment has passed with the turn that ends."""
    if not resolution.fight.offers:
        return
    close(resolution, [each for each in resolution.fight.offers if each.until == THIS_TURN])


def withdraw(resolution: Resolution, creature: str, because: str = "") -> None:
    """Closes the offers of a creature; with `because`, only those made for this reason."""
    own = [each for each in resolution.fight.offers if each.creature == creature]
    close(resolution, [each for each in own if because in ("", each.because)])


def withdraw_from_the_dead(resolution: Resolution, creature: str) -> None:
    """Closes what a creature was offered before it died, but not what events of the encounter offer."""
    briefing = resolution.fight.briefing
    own = [each for each in resolution.fight.offers if each.creature == creature]
    close(resolution, [each for each in own if not briefing.event_that_offers(each)])


def withdraw_interrupts(resolution: Resolution, creature: str) -> None:
    """Closes a creature's offers of powers before a command, since its reaction is spent."""
    own = [each for each in resolution.fight.offers if each.creature == creature]
    close(resolution, [each for each in own if any(line.before for line in each.lines)])


def withdraw_powers(resolution: Resolution, creature: str, names: Collection[str]) -> None:
    """Closes a creature's offers of these powers, which are spent."""
    own = [each for each in resolution.fight.offers if each.creature == creature and each.lines]
    close(resolution, [each for each in own if all(line.power in names for line in each.lines)])


def withdraw_alternatives(resolution: Resolution, offer: Offer) -> None:
    """Closes the other offers to a creature for the same reason, when it may accept only one of them."""
    alike = (offer.creature, offer.because)
    close(resolution, [each for each in resolution.fight.offers if (each.creature, each.because) == alike])


def close(resolution: Resolution, closed: Sequence[Offer]) -> None:
    """Closes offers, if there are any."""
    if closed:
        resolution.emit(OffersClosed(tuple([each.id for each in closed])))


def offer_of(fight: Fight, number: int | None) -> Offer:
    """The open offer with this number; without one, the oldest.

    Raises Impossible if it is closed or was never made.
    """
    if not fight.offers:
        closed = number is not None and number < fight.next_offer
        raise Impossible(_closed(number or 0) if closed else "there are no open offers")
    if number is None:
        return fight.offers[0]
    found = next((each for each in fight.offers if each.id == number), None)
    if found is None:
        known = ", ".join(str(each.id) for each in fight.offers)
        missing = _closed(number) if number < fight.next_offer else f"there is no offer {number}"
        raise Impossible(f"{missing}; open: {known}")
    return found


def _closed(number: int) -> str:
    return f"offer {number} is closed: it was accepted or declined, or its moment has passed"


# The verbs


def accept(resolution: Resolution, step: typed_steps.Accept) -> None:
    """`accept`: carries out the line of an offer, or of several that are alike."""
    offer = offer_of(resolution.fight, step.number)
    others = [offer_of(resolution.fight, each) for each in step.others]
    number = number_range([offer, *others])
    accepted = message("offer accepted", number=number, line=step.line)
    _close_with_note(resolution, offer, accepted, message("event offer accepted", number=number, line=step.line))
    close(resolution, others)
    if step.step is not None:
        resolution.accepted = AcceptedOffer(offer, step.free)
        resolution.carry_out(step.step)
        resolution.accepted = None


def decline(resolution: Resolution, step: typed_steps.Decline) -> None:
    """`decline`: removes offers."""
    declined = [offer_of(resolution.fight, step.number)]
    if step.all:
        declined = list(resolution.fight.offers)
    elif step.number is not None and step.last is not None:
        declined += [each for each in resolution.fight.offers if step.number < each.id <= step.last]
    for offer in declined:
        note = message("offer declined", number=offer.id, line=offer.line)
        of_event = message("event offer declined", number=offer.id, line=offer.line)
        _close_with_note(resolution, offer, note, of_event)


def _close_with_note(resolution: Resolution, offer: Offer, note: Message, note_of_event: Message) -> None:
    """Closes an offer with a note in the log; that of an event of the encounter names no creature."""
    of_event = resolution.fight.briefing.event_that_offers(offer)
    closed = (note_of_event, "") if of_event else (note, offer.creature)
    resolution.emit(OffersClosed((offer.id,), *closed))


# Lines of powers that are offered


def offer_line(resolution: Resolution, step: steps.MakeOffer) -> None:
    """`offer` and `choose` in a line of a power: one offer for all its targets."""
    lines = [_for_targets(resolution, each, step.targets, step.source) for each in step.lines]
    named = [_targets_named(each, step.targets, step.source) for each in step.lines]
    targets = tuple(dict.fromkeys(chain.from_iterable(named))) if all(named) else ()
    make_offer(resolution, step.source, resolution.cause.power or CHOOSE, *lines, targets=targets)


def _targets_named(line: steps.LineToOffer, targets: steps.Targets, source: str) -> steps.Targets:
    """The creatures that a line names as its targets when it is offered."""
    if line.counter or line.alone:
        return ()
    if line.to_self:
        return (source,)
    return () if line.power and targets == (source,) else targets


def _for_targets(resolution: Resolution, line: steps.LineToOffer, targets: steps.Targets, source: str) -> OfferedLine:
    """A line to offer, with its targets and its source."""
    concerned = ",".join(_targets_named(line, targets, source))
    if line.counter:
        of_fight = line.counter in resolution.system.counters.initial
        concerned = line.counter if of_fight else f"{source}.{line.counter}"
    words = (line.verb, concerned, line.rest)
    return OfferedLine(" ".join(each for each in words if each), source if line.takes_source else "", bool(line.power))


def offer_power_line(resolution: Resolution, creature: str, line: Line, target: str, because: str) -> None:
    """Offers a power's line of this creature on a target, if it can be offered."""
    if line.offered is not None:
        offered = _for_targets(resolution, line.offered, (target,), creature)
        targets = _targets_named(line.offered, (target,), creature)
        make_offer(resolution, creature, because, offered, target=target, targets=targets)
