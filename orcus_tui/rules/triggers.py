"""Triggers: what powers and traits wait for.

The rules note those that come; `set_off` then carries out the lines of traits, and offers powers.
One list of words serves files, `check` and the rules (FORMATS.md, `trigger`).
"""

import re
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from orcus_tui.model import steps
from orcus_tui.model.creature import Sheet, Trait
from orcus_tui.model.damage import Damage, Harm
from orcus_tui.model.power import Power
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.rules import offers
from orcus_tui.rules.actions import counted_kind, in_this_turn, use_once, use_until_next_turn
from orcus_tui.rules.interrupts import is_interrupt, offer_interrupt
from orcus_tui.rules.power_effects import apply_lines_to
from orcus_tui.rules.powers import bars_on, log_text, regain
from orcus_tui.rules.resolution import Cause, Chain, Triggered
from orcus_tui.rules.stats import REACTION, actions_left, forbids
from orcus_tui.rules.system import FightView, Resolution, System
from orcus_tui.rules.system.attacks import PowerUse
from orcus_tui.rules.uses import is_spent, why_unusable

MOST_IN_A_CHAIN = 20
"""How many triggers may follow from one another in a command."""
STAGGERED, DIES, HIT, MISSED = "staggered", "dies", "hit", "missed"
HURT = "hurt"
ESCALATION = "escalation"
HIT_POINTS = "hp "
"""The beginning of the triggers of hit points; also the key under which those are found that wait for any of them."""
TEXT = "text:"
"""The beginning of a trigger in words for a person to judge."""

TRIGGERS: Mapping[str, str] = {
    STAGGERED: "it becomes staggered",
    DIES: "it dies",
    HIT: "an attack hits it",
    MISSED: "an attack misses it",
    HURT: "it takes damage",
    "hits": "its attack hits",
    "misses": "its attack misses",
    "crits": "its attack is a critical hit",
    "turn start": "its turn starts",
    "turn end": "its turn ends",
    "round start": "a round starts",
    "ally dies": "another creature of its side dies",
    "ally staggered": "another creature of its side becomes staggered",
    "foe dies": "a foe dies",
    "foe staggered": "a foe becomes staggered",
    "foe casts": "a foe casts a spell",
    "saves": "it succeeds at a saving throw",
    "fails": "it fails a saving throw",
    "marked attack": "a creature that it marked attacks and leaves it out",
}
"""The triggers that are always written alike, with their meanings."""
FORMS: Mapping[str, str] = {
    "hurt by fire": "it takes damage of this type",
    "hp 50%": "its hit points fall to this share of the maximum",
    "hp 20": "its hit points fall to this number",
    "escalation 3": "the escalation die reaches this number",
    "natural 1": "its attack die shows this number",
}
"""The triggers with a number or a damage type, by an example."""
ONCE = (HIT_POINTS, STAGGERED)
"""The beginnings of triggers that come only once in a fight, unless a trait says `again`."""


def known_trigger(system: System, text: str) -> str | None:
    """The trigger of a text in the form in which it fires; None for words that are no trigger."""
    words = " ".join(text.lower().split())
    if words in TRIGGERS:
        return words
    first, _, last = words.rpartition(" ")
    if first == "hurt by" and last in system.words.damage_types:
        return words
    if first == "hp" and re.fullmatch("0*[1-9][0-9]{0,2}%?|[0-9]{1,6}", last):
        return f"hp {int(last.removesuffix('%'))}{'%' if last.endswith('%') else ''}"
    if first == "escalation" and first in system.counters.initial and re.fullmatch("[1-6]", last):
        return words
    if first == "natural" and re.fullmatch("[1-9]|1[0-9]|20", last):
        return words
    return None


def trigger_fault(system: System, text: str) -> str:
    """What `check` says of a trigger in other words; empty for one that fires, and for one that says it is a text."""
    if known_trigger(system, text) or text.lower().startswith(TEXT):
        return ""
    hurt = (f"hurt by {each}" for each in system.words.damage_types)
    near = did_you_mean(" ".join(text.lower().split()), (*TRIGGERS, *FORMS, *hurt))
    return f'unknown trigger "{text}"{near}; for your own words, begin with "{TEXT}"'


# What waits for a moment: noted when it comes, and set off when the step is done


def note(resolution: Resolution, creature: str, word: str, other: str = "", attack: Triggered | None = None) -> None:
    """Notes that a trigger has come, if anything of a creature waits for it; `set_off` carries out what follows.

    `other` is the creature that caused it, or that was acted on; `attack` has the attack that it is about.
    """
    if creature in resolution.view.of_sheets(_waiting).get(word, ()):
        come = Triggered(creature, word, other, resolution.chain)
        if attack is not None:
            come = replace(come, use=attack.use, damage=attack.damage, outcome=attack.outcome)
        resolution.triggers.append(come)


def _waiting(sheets: Mapping[str, Sheet]) -> Mapping[str, Mapping[str, None]]:
    """The creatures that wait for each trigger, by its word."""
    by_word: dict[str, dict[str, None]] = {}
    for creature, sheet in sheets.items():
        for word in {*_triggers(sheet), *(power.use.on for power in sheet.powers if power.use.on)}:
            for key in (word, HIT_POINTS) if word.startswith(HIT_POINTS) else (word,):
                by_word.setdefault(key, {})[creature] = None
    return by_word


def _triggers(sheet: Sheet) -> Iterator[str]:
    for power in sheet.powers:
        yield from power.trigger
    for trait in sheet.traits:
        yield from trait.trigger


def note_for_others(resolution: Resolution, creature: str, word: str, use: PowerUse | None = None) -> None:
    """Notes a trigger of a creature's allies and foes: `ally dies`, `foe dies`; `use` is what it did."""
    sheets, waiting = resolution.fight.sheets, resolution.view.of_sheets(_waiting)
    side = sheets[creature].side
    for each in sorted({*waiting.get(f"ally {word}", ()), *waiting.get(f"foe {word}", ())}, key=list(sheets).index):
        other = sheets[each].side
        found = f"ally {word}" if other == side else "" if "neutral" in (other, side) else f"foe {word}"
        if each != creature and _takes_part(resolution, each):
            note(resolution, each, found, creature, Triggered(each, found, creature, use=use) if use else None)


def note_for_all(resolution: Resolution, word: str) -> None:
    """Notes a trigger of every creature, such as the start of a round."""
    for each in resolution.view.of_sheets(_waiting).get(word, ()):
        if _takes_part(resolution, each):
            note(resolution, each, word)


def note_damage(resolution: Resolution, creature: str, harm: Harm) -> None:
    """Notes that a creature has taken damage, and each of its types."""
    if harm.amount <= 0:
        return
    note(resolution, creature, HURT, harm.source)
    for each in harm.types:
        note(resolution, creature, f"hurt by {each}", harm.source)


def note_hit_points(resolution: Resolution, creature: str, was: int, hp: int, staggered_at: int | None) -> None:
    """Notes the triggers of hit points that fall so far, the highest first: `hp 50%`, `staggered`, `hp 20`.

    `staggered_at` are the hit points at which it has become staggered, if it has.
    """
    come: list[tuple[float, str]] = [] if staggered_at is None else [(staggered_at, STAGGERED)]
    if creature in resolution.view.of_sheets(_waiting).get(HIT_POINTS, ()):
        sheet = resolution.fight.sheets[creature]
        for word in _triggers(sheet):
            least = _hit_points(word, sheet.max_hp or 0) if word.startswith(HIT_POINTS) else None
            if least is not None and hp <= least < was:
                come.append((least, word))
    for _, word in sorted(set(come), reverse=True):
        note(resolution, creature, word)
        if word == STAGGERED:
            note_for_others(resolution, creature, STAGGERED)


def _hit_points(word: str, most: int) -> float:
    """The hit points of a trigger such as `hp 50%` or `hp 20`."""
    number = int(word[3:].removesuffix("%"))
    return number * most / 100 if word.endswith("%") else number


def note_attack(
    resolution: Resolution,
    attacker: str,
    target: str,
    outcome: str,
    face: int | None,
    about: PowerUse | Damage,
) -> None:
    """Notes the triggers of an attack on one target: those of the target, then those of the attacker.

    `outcome` is `hit`, `miss` or `crit`; `about` is the attack, or what it has dealt, where only that is known.
    """
    if not resolution.view.of_sheets(_waiting):
        return
    hits = outcome != "miss"
    use, damage = (None, about) if isinstance(about, Damage) else (about, None)
    attack = Triggered(attacker, "", target, use=use, damage=damage, outcome=outcome)
    note(resolution, target, HIT if hits else MISSED, attacker, attack)
    note(resolution, attacker, "hits" if hits else "misses", target, attack)
    if outcome == "crit":
        note(resolution, attacker, "crits", target, attack)
    if face is not None:
        note(resolution, attacker, f"natural {face}", target, attack)


def note_save(resolution: Resolution, creature: str, *, saved: bool) -> None:
    """Notes the outcome of a saving throw."""
    note(resolution, creature, "saves" if saved else "fails")


def note_markers(resolution: Resolution, attacker: str, targets: steps.Targets) -> None:
    """Notes that a marked creature leaves those that marked it out of an attack."""
    markers = [each.source for each in resolution.state(attacker).effects if each.name == "marked"]
    for marker in markers:
        if marker not in (attacker, *targets) and marker in resolution.fight.states:
            note(resolution, marker, "marked attack", attacker)


def note_escalation(resolution: Resolution) -> None:
    """Notes the numbers that the escalation die has reached with this command."""
    if resolution.fight.counters is resolution.began.counters:
        return
    before, now = (fight.counters.get(ESCALATION, 0) for fight in (resolution.began, resolution.fight))
    for number in range(before + 1, now + 1):
        note_for_all(resolution, f"{ESCALATION} {number}")


# What a trigger sets off


def finish(resolution: Resolution) -> None:
    """At the end of a command: sets off all that it has triggered."""
    note_escalation(resolution)
    set_off(resolution)


def set_off(resolution: Resolution) -> None:
    """Sets off what waits for the triggers that have come: powers are offered, traits carry out their lines."""
    if not resolution.triggers or resolution.is_setting_off:
        return
    resolution.is_setting_off = True
    try:
        while resolution.triggers:
            _set_off(resolution, resolution.triggers.pop(0))
    finally:
        resolution.is_setting_off = False
        resolution.chain = None


def _takes_part(resolution: Resolution, creature: str) -> bool:
    state = resolution.state(creature)
    return state.place == "here" and not state.is_out


def _set_off(resolution: Resolution, come: Triggered) -> None:
    creature, word = come.creature, come.word
    if creature not in resolution.fight.sheets:
        return
    sheet = resolution.sheet(creature)
    returning = [each for each in sheet.powers if each.use.kind == "refresh" and each.use.on == word]
    regain(resolution, creature, tuple(each.name for each in returning))
    powers = [each for each in sheet.powers if word in each.trigger and not is_spent(resolution.fight, creature, each)]
    traits = [
        each
        for each in sheet.traits
        if word in each.trigger
        and not _has_come(resolution, creature, word, each)
        and (each.effects or _may_be_said(resolution, creature, each))
    ]
    interrupts = [each for each in powers if is_interrupt(resolution, each)]
    powers = [each for each in powers if each not in interrupts]
    if powers or traits:
        names = (*(each.name for each in powers), *(each.name for each in traits))
        resolution.say("triggered", creature, powers=names, happening=word)
    for power in (*interrupts, *powers) if resolution.fight.makes_offers else ():
        if power in interrupts:
            offer_interrupt(resolution, come, power)
        elif can_use(resolution, creature, power, dying=word == DIES):
            offers.offer_power(resolution, creature, power, word, come.other)
    for trait in traits:
        if trait.effects or not _was_said_in_full(resolution, creature, trait):
            log_text(resolution, trait.name, trait.text)
        if trait.effects:
            _carry_out(resolution, come, trait)


def _has_come(resolution: Resolution, creature: str, word: str, trait: Trait) -> bool:
    """Whether a trait has done already what it does once in a fight; if not, remembers that it does it now."""
    if trait.again or not trait.effects or not word.startswith(ONCE):
        return False
    name = f"{word}: {trait.name}"
    if name in resolution.state(creature).used:
        return True
    use_once(resolution, creature, name)
    return False


def _may_be_said(resolution: Resolution, creature: str, trait: Trait) -> bool:
    """Whether a trait that only has a text is named now: once a turn."""
    name = in_this_turn(resolution.fight, f"said: {trait.name}")
    if name in resolution.state(creature).used_until_next_turn:
        return False
    use_until_next_turn(resolution, creature, name)
    return True


def _was_said_in_full(resolution: Resolution, creature: str, trait: Trait) -> bool:
    """Whether the fight's log already has the text of a trait; if not, remembers that it comes now."""
    name, fight = f"said: {trait.name}", resolution.fight
    if any(name in state.used and trait in fight.sheets[each].traits for each, state in fight.states.items()):
        return True
    use_once(resolution, creature, name)
    return False


def can_use(resolution: Resolution, creature: str, power: Power, *, dying: bool = False, action: str = "") -> bool:
    """Whether a creature can use a power at a moment that is not its turn; `dying`: it may be dead.

    `action` is what it costs then, if that is not what the power says.
    """
    state = resolution.state(creature)
    unusable = why_unusable(resolution.fight, creature, power)
    if unusable or state.place != "here" or (state.is_out and not dying):
        return False
    if dying:
        return True
    view: FightView = resolution.view
    if next(bars_on(view, creature, power), None) or forbids(view, creature, REACTION):
        return False
    kind = counted_kind(resolution, action or power.action)
    return kind is None or not kind.off_turn or actions_left(view, creature).get(kind.name, 0) > 0


def _carry_out(resolution: Resolution, come: Triggered, trait: Trait) -> None:
    """Carries out the lines of a trait, unless a loop of triggers has gone on for too long."""
    chain = come.chain or Chain()
    chain.length += 1
    if chain.length > MOST_IN_A_CHAIN:
        if chain.length == MOST_IN_A_CHAIN + 1:
            resolution.say("too many triggers", come.creature, most=MOST_IN_A_CHAIN)
        return
    is_about_another = come.word in _ABOUT_ANOTHER or come.word.startswith("hurt by ")
    target = (come.other if is_about_another else "") or come.creature
    resolution.chain = chain
    cause = Cause(trait.name, {}, come.creature, come.use, {target: come.outcome}, damage=come.damage)
    apply_lines_to(resolution, trait.effects, (target,), cause, even_dead=come.word == DIES)


_ABOUT_ANOTHER = (HIT, MISSED, HURT, "hits", "misses", "crits", "marked attack")
"""The triggers whose lines are for the creature that caused them, or that was acted on."""
