"""The current state in a few sentences: the turn, hurt creatures, timers, questions, offers, and powers."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from orcus_tui.model.fight import is_enemy
from orcus_tui.model.power import Power
from orcus_tui.model.text import plural, shorten_names
from orcus_tui.plain.speech import sentence, spoken
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.stats import actions_left
from orcus_tui.rules.system import FightView
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.ahead.timers import short_texts, timers, when_text
from orcus_tui.session.encounter_notes import briefing_lines
from orcus_tui.session.lookup import notes_on, spent_or_left
from orcus_tui.session.question_text import question_dice, question_text
from orcus_tui.session.stat_block_text import attack_of, power_line

NEXT = 4
"""The number of next creatures that are named."""


def name(view: FightView, creature: str) -> str:
    """A creature's name."""
    return view.fight.sheets[creature].name


def condition(view: FightView, creature: str) -> str:
    """The hit points and the state of a creature: `20 of 31, restrained`."""
    health = view.system.health.figure(view.fight.sheets[creature], view.fight.states[creature])
    return spoken(", ".join(each for each in (health.strip("()"), *notes_on(view, creature)) if each))


def turn(view: FightView, creature: str) -> str:
    """As in `Gerda's turn. 20 of 31, restrained.`."""
    return f"{name(view, creature)}'s turn. {sentence(condition(view, creature))}"


def following(view: FightView) -> str:
    """`Next: Salt Rats 1 to 4.`; empty if nobody comes next."""
    fight = view.fight
    if fight.active not in fight.order:
        return ""
    place = fight.order.index(fight.active) + 1
    order = (*fight.order[place:], *fight.order[: place - 1])
    coming = [each for each in order if creature_standing(view, each) == "up"]
    names = shorten_names([name(view, each) for each in coming[:NEXT]])
    return sentence(f"Next: {names[0]}") if names else ""


def who(view: FightView) -> list[str]:
    """As in `Round 2, Gerda's turn. 20 of 31, restrained. Next: Cliff Netter.`."""
    fight = view.fight
    if fight.active is None:
        return [start(view)]
    return [f"Round {fight.round}, {turn(view, fight.active)} {following(view)}".strip()]


def start(view: FightView) -> str:
    """As in `Ambush on the salt steps. Not begun. 4 heroes, 7 foes.`."""
    fight = view.fight
    where = {"setup": "Not begun", "finished": "Over"}.get(fight.phase, f"Round {fight.round}")
    here = [each for each, state in fight.states.items() if state.place == "here"]
    heroes = sum(fight.sheets[each].side == "party" for each in here)
    foes = sum(fight.sheets[each].side == "foes" for each in here)
    return f"{sentence(fight.name)} {where}. {plural(heroes, 'hero', 'heroes')}, {plural(foes, 'foe')}."


def now(view: FightView) -> list[str]:
    """`Left: standard, move, swift.`, then the meanings of the conditions of the creature at its turn."""
    creature = view.fight.active
    if creature is None:
        return ["It is nobody's turn."]
    left = [
        f"{count} {kind}" if count > 1 else kind for kind, count in actions_left(view, creature).items() if count > 0
    ]
    said = [sentence(f"Left: {', '.join(left) or 'no actions'}")]
    table = view.system.conditions.table
    held = [each.name for each in view.fight.states[creature].effects if each.name in table]
    return said + [sentence(f"{each}: {table[each].means}") for each in dict.fromkeys(held)]


def hurt(view: FightView, side: str) -> list[str]:
    """The creatures of a side that are hurt: `3 of 4 heroes hurt.`, then a sentence for each."""
    members = [each for each, sheet in view.fight.sheets.items() if sheet.side == side and _is_here(view, each)]
    injured = [each for each in members if _is_hurt(view, each)]
    word = ("hero", "heroes") if side == "party" else ("foe", "foes")
    head = f"{len(injured)} of {plural(len(members), *word)} hurt." if members else f"No {word[1]}."
    return [head, *_with_conditions(view, injured)]


def foes(view: FightView) -> list[str]:
    """All foes that are not dead, with their hit points and states."""
    living = [
        each
        for each, sheet in view.fight.sheets.items()
        if sheet.side == "foes" and _is_here(view, each) and creature_standing(view, each) != "dead"
    ]
    return [f"{plural(len(living), 'foe')}." if living else "No foe is left.", *_with_conditions(view, living)]


def _with_conditions(view: FightView, creatures: Iterable[str]) -> Iterator[str]:
    """A sentence for each creature, `Ogre 20 of 31, prone.`, or for equal ones: `Salt Rat 1 to 4, 5 of 5 each.`."""
    for state, alike in groupby(creatures, partial(condition, view)):
        names = [name(view, each) for each in alike]
        for each in shorten_names(names):
            yield sentence(f"{each}, {state} each" if each not in names else before_number(each, state))


def before_number(who: str, text: str) -> str:
    """A name before a text, with a comma if it ends with a number: `Salt Rat 1, 5 of 5`, but `Ogre 20 of 31`."""
    return f"{who}{',' if who[-1:].isdecimal() else ''} {text}"


def with_commas(view: FightView, text: str) -> str:
    """A text with a comma between a name that ends with a number and a number after it."""
    for sheet in view.fight.sheets.values():
        if sheet.name[-1:].isdecimal():
            text = re.sub(rf"\b{re.escape(sheet.name)} (?=[−-]?[0-9])", f"{sheet.name}, ", text)
    return text


def _is_here(view: FightView, creature: str) -> bool:
    return view.fight.states[creature].place == "here"


def _is_hurt(view: FightView, creature: str) -> bool:
    left, most = view.system.health.remaining(view.fight.sheets[creature], view.fight.states[creature])
    return left < most or creature_standing(view, creature) != "up"


def timer_sentences(view: FightView) -> list[str]:
    """As in `2 timers.`, then each: `End of Gerda's turn: restrained, save.`."""
    found, formatter = timers(view), Formatter(view)
    said = [f"{plural(len(found), 'timer')}." if found else "No timers."]
    for each in found:
        what, stages = short_texts(formatter, each)
        when = when_text(formatter, each.when)
        is_named = each.creature not in view.fight.sheets or name(view, each.creature) in when
        whose = "" if is_named else f"{name(view, each.creature)}, "
        said.append(sentence(f"{when}: {whose}{', '.join(filter(None, (what, stages)))}"))
    return said


def questions(view: FightView) -> Iterator[str]:
    """As in `Question 1: Gerda, save, restrained, d20.`."""
    formatter = Formatter(view)
    for each in view.fight.questions:
        what = question_text(formatter, each).replace("(", ", ").replace(")", "")
        yield sentence(f"Question {each.id}: {name(view, each.creature)}, {what}, {question_dice(formatter, each)}")


def offers(view: FightView) -> Iterator[str]:
    """As in `Offer 1: Ogre, opportunity, attack Club ari. Type accept 1.`; for an announced event, only its line."""
    formatter, announced = Formatter(view), {each.text or each.at for each in view.fight.briefing.events}
    for each in view.fight.offers:
        why = () if each.because in announced else (name(view, each.creature), formatter.trigger(each.because))
        parts = (*why, each.line)
        yield f"Offer {each.id}: {spoken(', '.join(parts))}. Type accept {each.id}."


def powers(view: FightView, creature: str) -> list[str]:
    """The powers of a creature, numbered: `1 Shortbow, standard, plus 6 against AC.`."""
    fight = view.fight
    return [
        sentence(", ".join(filter(None, (f"{number} {_in_short(each)}", spent_or_left(fight, creature, each)))))
        for number, each in enumerate(view.fight.sheets[creature].powers, start=1)
    ] or ["No powers."]


def _in_short(power: Power) -> str:
    use = {"at-will": "", "encounter": "once", "daily": "once a day"}.get(power.use.kind, power.use.kind)
    return ", ".join(each for each in (power.name, power.action, attack_of(power), use) if each)


def power_in_full(view: FightView, creature: str, number: int) -> list[str]:
    """Everything about a power by its number."""
    known = view.fight.sheets[creature].powers
    if not 0 < number <= len(known):
        return [f"There are {plural(len(known), 'power')}."]
    return [sentence(power_line(Formatter(view), known[number - 1], creature))]


def notes(view: FightView) -> list[str]:
    """The texts of the encounter."""
    lines, _ = briefing_lines(view)
    return [sentence(each) for each in lines if each] or ["No notes."]


def is_decided(view: FightView) -> bool:
    """Whether no foe of the party is left in a running fight that had foes."""
    fight = view.fight
    enemies = [each for each in fight.states if any(is_enemy(fight, each, other) for other in _party(view))]
    return fight.phase == "turns" and bool(enemies) and all(creature_standing(view, each) != "up" for each in enemies)


def _party(view: FightView) -> Iterable[str]:
    return (each for each, sheet in view.fight.sheets.items() if sheet.side == "party")
