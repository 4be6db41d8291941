"""The results of a line in sentences: the verdict, the creature, the number and the reason, in that order."""

from collections.abc import Iterator, Sequence

from orcus_tui.model import events
from orcus_tui.model.events import Event
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import defense_name, number, plural
from orcus_tui.plain import glances
from orcus_tui.plain.speech import sentence, spoken
from orcus_tui.rules.initiative import INITIATIVE
from orcus_tui.rules.system import FightView
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.log_text import lines_with_events
from orcus_tui.systems import view_of

EVENT_MESSAGES = ("encounter event", "encounter event with line")
"""The messages of the encounter's own events."""
WARNINGS = ("no action left", "overridden", "opportunity taken already", "line skipped")
"""The messages that a person must not miss."""
ROLLS = ("roll", "labelled roll", "number of targets")
"""The kinds of dice with a separate sentence, since the user asks for them.

Other dice are part of a result's sentence.
"""
_SILENT = (events.AdvantageRolled, events.RoundStarted, events.TurnStarted, events.QuestionAsked)
_OFFERS = (events.OfferMade, events.OffersClosed)
_VERDICTS = {"hit": "Hit", "critical hit": "Critical hit on", "miss": "Missed"}


def sentences_of(happened: Sequence[Event], before: Fight, after: Fight) -> list[str]:
    """The sentences of the events of a line: whose turn it is first, questions and offers last."""
    view = view_of(after)
    asked, offered = ({each.id for each in open_ones} for open_ones in (before.questions, before.offers))
    offered -= {each.offer.id for each in happened if isinstance(each, events.OfferMade)}
    questions = zip(after.questions, glances.questions(view), strict=True)
    offers = zip(after.offers, glances.offers(view), strict=True)
    new_questions = [text for each, text in questions if each.id not in asked]
    new_offers = [text for each, text in offers if each.id not in offered]
    said = [*_turn(happened, view), *_news(happened, view), *new_offers, *new_questions]
    if not after.questions and before.questions:
        said.append("No questions.")
    if glances.is_decided(view) and not glances.is_decided(view_of(before)):
        said.append("No foe is left. Type finish.")
    return said


def _turn(happened: Sequence[Event], view: FightView) -> Iterator[str]:
    """The turn that begins; at the start of a round also the round, and the creatures that come next."""
    started = [each.creature for each in happened if isinstance(each, events.TurnStarted)]
    rounds = [each.round for each in happened if isinstance(each, events.RoundStarted)]
    if started:
        head = f"Round {rounds[-1]}. " if rounds else ""
        after = f" {glances.following(view)}" if rounds else ""
        yield f"{head}{glances.turn(view, started[-1])}{after}".strip()


def _news(happened: Sequence[Event], view: FightView) -> Iterator[str]:
    """All other events: first the attacks, together with their damage."""
    formatter = Formatter(view)
    lines = {id(event): line for event, line in lines_with_events(formatter, happened)}
    attacks = [each for each in happened if isinstance(each, events.AttackRolled)]
    if len(attacks) > 1:
        hits = sum(each.outcome in ("hit", "critical hit") for each in attacks)
        yield f"{hits} of {len(attacks)} hit."
    said_with_attack: set[int] = set()
    for place, event in enumerate(happened):
        if isinstance(event, events.AttackRolled):
            damage = _damage_of(event, happened[place + 1 :])
            said_with_attack |= {id(event), id(damage)}
            yield _attack(view, event, damage)
    at_turn = next((each.creature for each in reversed(happened) if isinstance(each, events.TurnStarted)), "")
    for event in happened:
        is_said = id(event) in said_with_attack or isinstance(event, (*_SILENT, *_OFFERS)) or _is_of_another(event)
        line = "" if is_said else lines.get(id(event), "")
        if line:
            yield _other(view, event, line, at_turn)


def _is_of_another(event: Event) -> bool:
    """Whether the sentence of another event covers this event: the result of its dice, or the turn that begins."""
    if isinstance(event, events.DiceRolled):
        return event.kind not in ROLLS
    if isinstance(event, events.DieRolled):
        return event.kind.startswith(INITIATIVE)
    return isinstance(event, events.FightChanged) and event.field == "order"


def _damage_of(attack: events.AttackRolled, later: Sequence[Event]) -> events.HitPointsChanged | None:
    """The damage of an attack: the first loss of its target before the next attack on it."""
    for each in later:
        if isinstance(each, events.AttackRolled) and each.target == attack.target:
            return None
        if isinstance(each, events.HitPointsChanged) and each.harm and each.creature == attack.target:
            return each
    return None


def _attack(view: FightView, attack: events.AttackRolled, damage: events.HitPointsChanged | None) -> str:
    """As in `Hit Gerda, 20 against AC 18. 4 damage. 27 of 31 left.`."""
    who = Formatter(view).name(attack.target)
    verdict = f"{_VERDICTS.get(attack.outcome, attack.outcome.capitalize())} {who}"
    if attack.total is not None and attack.needed is not None:
        verdict += f", {number(attack.total)} against {defense_name(attack.defense)} {attack.needed}"
    return f"{sentence(verdict)} {_loss(view, damage)}".strip()


def _loss(view: FightView, damage: events.HitPointsChanged | None) -> str:
    """As in `4 fire damage. 27 of 31 left. Staggered.`."""
    if damage is None or damage.harm is None:
        return ""
    kinds = " and ".join(damage.harm.types)
    most = view.fight.sheets[damage.creature].max_hp if damage.creature in view.fight.sheets else None
    left = f"{number(damage.hp)} of {most} left" if most else f"{number(damage.hp)} left"
    amount = " ".join(each for each in (number(damage.harm.amount), kinds, "damage") if each)
    staggered = " Staggered." if damage.staggered else ""
    return f"{sentence(amount)} {sentence(left)}{staggered}"


def _other(view: FightView, event: Event, line: str, at_turn: str) -> str:
    formatter = Formatter(view)
    if isinstance(event, events.HitPointsChanged) and event.harm:
        return f"{formatter.name(event.creature)}: {_loss(view, event)}"
    if isinstance(event, events.SaveRolled):
        names = spoken(formatter.effects(event.effects))
        verdict = event.outcome.capitalize()
        return sentence(f"{verdict}. {formatter.name(event.creature)}, {names}, {event.face}, needs {event.needed}")
    if isinstance(event, events.EffectEnded):
        ended = formatter.effect(event.effect)
        if event.creature == at_turn:
            return sentence(f"Ended: {ended}")
        return sentence(f"{formatter.name(event.creature)} no longer {ended}")
    if isinstance(event, events.MessageLogged) and event.message.key in EVENT_MESSAGES:
        return sentence(f"event: {event.message.values['text']}")  # the offer has the line
    if isinstance(event, events.MessageLogged) and event.message.key in WARNINGS:
        return f"Warning: {sentence(line)}"
    return sentence(line)


def undone(lines: Sequence[str], view: FightView) -> list[str]:
    """`Undone: answer 14.`, then whose turn it is and what is open."""
    return _reversed("Undone", lines, view)


def redone(lines: Sequence[str], view: FightView) -> list[str]:
    """`Done again: answer 14.`, then whose turn it is and what is open."""
    return _reversed("Done again", lines, view)


def _reversed(verb: str, lines: Sequence[str], view: FightView) -> list[str]:
    head = sentence(f"{verb}: {lines[0]}") if len(lines) == 1 else f"{verb}: {plural(len(lines), 'line')}."
    said = [head, *glances.who(view)]
    if view.fight.questions:
        said.append(f"{plural(len(view.fight.questions), 'question')} open.")
    return said
