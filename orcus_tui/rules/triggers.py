"""Triggers: the occasions that powers and traits wait for.

The rules note the triggers that occur; `set_off` then carries out the lines of traits, and offers powers. Files,
`check` and the rules use the same list of words (FORMATS.md, `trigger`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from orcus_tui.model import steps
from orcus_tui.model.creature import OUT, Sheet, Trait
from orcus_tui.model.damage import Damage
from orcus_tui.model.facts import ESCALATION
from orcus_tui.model.power import Line, Power
from orcus_tui.model.trigger import ANY_ROLL, Trigger
from orcus_tui.rules import offers
from orcus_tui.rules.actions import counted_kind, in_this_turn, use_once, use_until_next_turn
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.interrupts import is_interrupt, offer_interrupt
from orcus_tui.rules.power_effects import apply_lines_to, apply_to_nobody
from orcus_tui.rules.powers import log_text, regain
from orcus_tui.rules.resolution import Cause, Chain, Triggered
from orcus_tui.rules.stats import REACTION, actions_left, forbids
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.attacks import AttackResult, PowerUse
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.trigger_words import (
    ATTACK_EVENTS,
    CRITS,
    DIES,
    FAILS,
    HIT,
    HIT_POINTS,
    HITS,
    HURT,
    HURT_BY,
    MARKED_ATTACK,
    MISSED,
    MISSES,
    NATURAL,
    ONCE,
    SAVES,
    STAGGERED,
)
from orcus_tui.rules.uses import bars_on, is_spent, why_unusable

MOST_IN_A_CHAIN = 20
"""How many triggers may follow from one another in a command."""


# Triggers are noted when they occur, and set off when the step is done


def note(
    resolution: Resolution, creature: str, trigger: Trigger, other: str = "", attack: Triggered | None = None
) -> None:
    """Notes that a trigger has occurred, if a power or trait of a creature waits for it; `set_off` acts on it.

    `other` is the creature that caused it, or that was acted on; `attack` has the attack that it is about.
    """
    waiting = resolution.view.of_sheets(_waiting).get(trigger.event)
    if waiting and trigger in waiting.get(creature, ()):
        about = attack or Triggered(creature, trigger)
        chain = resolution.guards.chain
        resolution.triggers.append(replace(about, creature=creature, trigger=trigger, other=other, chain=chain))


def _waiting(sheets: Mapping[str, Sheet]) -> Mapping[str, Mapping[str, Collection[Trigger]]]:
    """The creatures that wait for each event, each with its triggers."""
    by_event: dict[str, dict[str, set[Trigger]]] = {}
    for creature, sheet in sheets.items():
        for trigger in (*_triggers(sheet), *(Trigger(each.use.on) for each in sheet.powers if each.use.on)):
            by_event.setdefault(trigger.event, {}).setdefault(creature, set()).add(trigger)
    return by_event


def _hit_point_triggers(sheets: Mapping[str, Sheet]) -> Mapping[str, Sequence[tuple[float, Trigger]]]:
    """The hit point triggers of each creature that has any, with the hit points that set them off."""
    found: dict[str, list[tuple[float, Trigger]]] = {}
    for creature, sheet in sheets.items():
        for trigger in _triggers(sheet):
            if trigger.event == HIT_POINTS and trigger.number is not None:
                limit = trigger.number * (sheet.max_hp or 0) / 100 if trigger.is_share else trigger.number
                found.setdefault(creature, []).append((limit, trigger))
    return found


def _triggers(sheet: Sheet) -> Iterator[Trigger]:
    for power in sheet.powers:
        yield from power.trigger
    for trait in sheet.traits:
        yield from trait.trigger


def note_for_others(resolution: Resolution, creature: str, trigger: Trigger, use: PowerUse | None = None) -> None:
    """Notes an event of a creature as a trigger of its allies and foes, such as `ally dies`; `use` is its power."""
    sheets, side = resolution.fight.sheets, resolution.sheet(creature).side
    of_ally, of_foe = Trigger(f"ally {trigger.event}"), Trigger(f"foe {trigger.event}")
    attack = Triggered(creature, trigger, use=use) if use else None
    waiting = resolution.view.of_sheets(_waiting)
    others = {*waiting.get(of_ally.event, ()), *waiting.get(of_foe.event, ())}
    for each in sorted(others, key=list(sheets).index):
        other = sheets[each].side
        if each == creature or not _takes_part(resolution, each):
            continue
        if other == side:
            note(resolution, each, of_ally, creature, attack)
        elif "neutral" not in (other, side):
            note(resolution, each, of_foe, creature, attack)


def note_for_all(resolution: Resolution, trigger: Trigger) -> None:
    """Notes a trigger of every creature, such as the start of a round."""
    for each in resolution.view.of_sheets(_waiting).get(trigger.event, ()):
        if _takes_part(resolution, each):
            note(resolution, each, trigger)


def note_damage(resolution: Resolution, creature: str, types: Iterable[str], source: str, amount: int = 0) -> None:
    """Notes damage to a creature: the fact, each type, and how much its source has dealt it this turn."""
    note(resolution, creature, HURT, source)
    if source and resolution.fight.turn and _damage_limits(resolution, creature):
        key = _dealt_key(creature, source)
        resolution.remember(key, resolution.fight.system_memory.get(key, 0) + amount)
    for each in types:
        note(resolution, creature, Trigger(HURT_BY, type=each), source)


def _dealt_key(creature: str, source: str) -> str:
    """The key that records how much damage one creature has dealt another in the current turn."""
    return f"dealt/{creature}/{source}"


def _damage_limits(resolution: Resolution, creature: str) -> list[Trigger]:
    """The triggers of a creature for an amount of damage in a turn."""
    return [each for each in _waiting_for(resolution, HURT.event, creature) if each.number]


def end_turn(resolution: Resolution) -> None:
    """Sets off the triggers of damage in one turn as the turn ends, and forgets that damage."""
    dealt = _damage_of_turn(resolution) if resolution.fight.system_memory else ()
    for creature, source, amount in dealt:
        resolution.remember(_dealt_key(creature, source), 0)
        for trigger in _damage_limits(resolution, creature) if resolution.state(creature).life != "dead" else ():
            if trigger.number and amount >= trigger.number:
                note(resolution, creature, trigger, source)
    if dealt:
        set_off(resolution)


def _damage_of_turn(resolution: Resolution) -> list[tuple[str, str, int]]:
    """The creatures with such triggers that were hurt in the current turn, each with a source and its damage."""
    fight = resolution.fight
    waiting = resolution.view.of_sheets(_waiting).get(HURT.event, {})
    # The limit may be on the form's sheet, or on the creature's own.
    hurt = (each for each, state in fight.states.items() if each in waiting or state.form or fight.sheets[each].forms)
    pairs = (
        (each, source, fight.system_memory.get(_dealt_key(each, source), 0)) for each in hurt for source in fight.states
    )
    return [each for each in pairs if each[2]]


def note_hit_points(resolution: Resolution, creature: str, was: int, hp: int, staggered_at: int | None) -> None:
    """Notes the triggers of the hit points to which a creature falls, the highest first.

    Examples of such triggers: `hp 50%`, `staggered`, `hp 20`.

    `staggered_at` are the hit points at which it has become staggered, if it has.
    """
    limits = resolution.view.of_sheets(_hit_point_triggers).get(creature, ())
    if not limits and staggered_at is None:
        return
    reached = [(limit, str(trigger), trigger) for limit, trigger in limits if hp <= limit < was]
    if staggered_at is not None:
        reached.append((staggered_at, STAGGERED.event, STAGGERED))
    for _, _, trigger in sorted(reached, key=lambda each: each[:2], reverse=True):
        note(resolution, creature, trigger)
        if trigger == STAGGERED:
            note_for_others(resolution, creature, STAGGERED)


def note_attack(use: PowerUse, result: AttackResult) -> None:
    """Notes the triggers of an attack on one target: those of the target, then those of the attacker."""
    if use.resolution.view.of_sheets(_waiting):
        about = Triggered(use.source, Trigger(), result.target, use=use, outcome=result.outcome, face=result.face)
        _note_attack(use.resolution, about)


def note_typed_attack(resolution: Resolution, damage: Damage, face: int | None) -> None:
    """Notes the triggers of an attack of which only the damage was typed, perhaps with the face of its roll."""
    if resolution.view.of_sheets(_waiting):
        outcome = "miss" if damage.missed else "crit" if damage.crit else "hit"
        attack = Triggered(damage.source, Trigger(), damage.target, damage=damage, outcome=outcome, face=face)
        _note_attack(resolution, attack)


def _note_attack(resolution: Resolution, attack: Triggered) -> None:
    attacker, target, face, hits = attack.creature, attack.other, attack.face, attack.outcome != "miss"
    note(resolution, target, HIT if hits else MISSED, attacker, attack)
    note(resolution, attacker, HITS if hits else MISSES, target, attack)
    if attack.outcome == "crit":
        note(resolution, attacker, CRITS, target, attack)
    if face is not None and NATURAL in resolution.view.of_sheets(_waiting):
        note(resolution, attacker, Trigger(NATURAL, face), target, attack)
        for each in _waiting_for(resolution, NATURAL, attacker):
            if face in each.rolls.faces and each.rolls.hits in (None, hits):
                note(resolution, attacker, each, target, attack)


def _waiting_for(resolution: Resolution, event: str, creature: str) -> list[Trigger]:
    """The triggers of an event for which a creature waits, always in the same order."""
    waiting = resolution.view.of_sheets(_waiting).get(event)
    return sorted(waiting.get(creature, ()), key=str) if waiting else []


def note_sustaining(resolution: Resolution, creature: str, event: str, power: str) -> None:
    """Notes that a power is sustained (`SUSTAINS`), or that it ends (`LAPSES`)."""
    for each in _waiting_for(resolution, event, creature):
        if each.of.lower() == power.lower():
            note(resolution, creature, each)


def note_save(resolution: Resolution, creature: str, *, saved: bool) -> None:
    """Notes the outcome of a saving throw."""
    note(resolution, creature, SAVES if saved else FAILS)


def note_markers(resolution: Resolution, attacker: str, targets: steps.Targets) -> None:
    """Notes that a marked creature attacks without a creature that marked it among its targets."""
    held = resolution.fight.states[attacker].effects
    for marker in [each.source for each in held if each.name == "marked"] if held else ():
        if marker not in (attacker, *targets) and marker in resolution.fight.states:
            note(resolution, marker, MARKED_ATTACK, attacker)


def note_escalation(resolution: Resolution) -> None:
    """Notes the numbers that the escalation die has reached with this command."""
    before, now = (fight.counters.get(ESCALATION, 0) for fight in (resolution.began, resolution.fight))
    for number in range(before + 1, now + 1):
        note_for_all(resolution, Trigger(ESCALATION, number))


# The consequences of triggers


def finish(resolution: Resolution) -> None:
    """At the end of a command: sets off all that it has triggered."""
    if resolution.fight.counters is not resolution.began.counters:
        note_escalation(resolution)
    if resolution.triggers:
        set_off(resolution)


def set_off(resolution: Resolution) -> None:
    """Acts on the triggers that have occurred: offers powers, and carries out the lines of traits."""
    if not resolution.triggers or resolution.guards.is_setting_off:
        return
    resolution.guards.is_setting_off = True
    try:
        while resolution.triggers:
            _set_off(resolution, resolution.triggers.pop(0))
    finally:
        resolution.guards.is_setting_off = False
        resolution.guards.chain = None


def _takes_part(resolution: Resolution, creature: str) -> bool:
    state = resolution.state(creature)
    return state.place == "here" and not state.is_out


def _set_off(resolution: Resolution, triggered: Triggered) -> None:
    creature, trigger = triggered.creature, triggered.trigger
    if creature not in resolution.fight.sheets:
        return
    sheet = resolution.sheet(creature)
    returning = [each for each in sheet.powers if each.use.kind == "refresh" and each.use.on == trigger.event]
    regain(resolution, creature, tuple(each.name for each in returning))
    powers = [
        each for each in sheet.powers if trigger in each.trigger and not is_spent(resolution.fight, creature, each)
    ]
    traits = _claim_traits(resolution, triggered)
    interrupts = [each for each in powers if is_interrupt(resolution, each, trigger)]
    powers = [each for each in powers if each not in interrupts]
    if powers or traits:
        names = (*(each.name for each in powers), *(each.name for each in traits))
        resolution.say("triggered", creature, powers=names, happening=str(trigger))
    for power in (*interrupts, *powers) if resolution.fight.makes_offers else ():
        if power in interrupts:
            offer_interrupt(resolution, triggered, power)
        elif can_use(resolution, creature, power, dying=trigger == DIES):
            offers.offer_power(resolution, creature, power, str(trigger), triggered.other)
    for trait in traits:
        if trait.effects:
            log_text(resolution, trait.name, trait.text)
            _carry_out(resolution, triggered, trait)
        else:
            _log_text_once(resolution, creature, trait)


def _claim_traits(resolution: Resolution, triggered: Triggered) -> list[Trait]:
    """Remembers that the traits with a trigger act or are named now; returns those that are allowed to.

    Lines for hit points run once in a fight, unless the trait says `again`; a trait without lines is mentioned once a
    turn.
    """
    creature, trigger = triggered.creature, triggered.trigger
    claimed: list[Trait] = []
    for trait in resolution.sheet(creature).traits:
        if trigger not in trait.trigger or _does_nothing(resolution, triggered, trait):
            continue
        state = resolution.state(creature)
        if not trait.effects:
            name = in_this_turn(resolution.fight, f"said: {trait.name}")
            if name in state.used_until_next_turn:
                continue
            use_until_next_turn(resolution, creature, name)
        elif trigger.event in ONCE and not trait.again:
            name = f"{trigger}: {trait.name}"
            if name in state.used:
                continue
            use_once(resolution, creature, name)
        claimed.append(trait)
    return claimed


def _log_text_once(resolution: Resolution, creature: str, trait: Trait) -> None:
    """Logs the text of a trait, unless this fight has logged it for any creature that has the trait."""
    name, fight = f"said: {trait.name}", resolution.fight
    if any(name in state.used and trait in fight.sheets[each].traits for each, state in fight.states.items()):
        return
    use_once(resolution, creature, name)
    log_text(resolution, trait.name, trait.text)


def can_use(resolution: Resolution, creature: str, power: Power, *, dying: bool = False, action: str = "") -> bool:
    """Whether a creature can use a power outside its turn; with `dying`, it may be dead.

    `action` is the cost of the use, if it differs from the power's action.
    """
    state = resolution.fight.states[creature]
    if state.place != "here" or (state.life in OUT and not dying) or why_unusable(resolution.fight, creature, power):
        return False
    if dying:
        return True
    view: FightView = resolution.view
    kind = counted_kind(resolution, action or power.action)
    if kind is not None and kind.off_turn and not actions_left(view, creature).get(kind.name):
        return False
    return not (held_conditions(view, creature) and _is_barred(view, creature, power))


def _is_barred(view: FightView, creature: str, power: Power) -> bool:
    """Whether a condition of a creature bars one of its powers, or forbids reactions."""
    return any(bars_on(view, creature, power)) or bool(forbids(view, creature, REACTION))


def _carry_out(resolution: Resolution, triggered: Triggered, trait: Trait) -> None:
    """Carries out the lines of a trait, unless a chain of triggers is too long."""
    chain = triggered.chain or Chain()
    chain.length += 1
    if chain.length > MOST_IN_A_CHAIN:
        if chain.length == MOST_IN_A_CHAIN + 1:
            resolution.say("too many triggers", triggered.creature, most=MOST_IN_A_CHAIN)
        return
    target, cause = _target_and_cause(triggered, trait)
    resolution.guards.chain = chain
    lines = tuple(each for each in trait.effects if _is_due(resolution, each, triggered, target))
    apply_lines_to(resolution, lines, (target,), cause, even_dead=triggered.trigger == DIES)


def _is_due(resolution: Resolution, line: Line, triggered: Triggered, target: str) -> bool:
    """Whether a line is for the attack roll that triggered it; if the die is unknown, the log says so."""
    faces = line.outcome.faces
    if faces and triggered.face is None:
        resolution.say("face not known", target, line=line.text)
    return not faces or triggered.face in faces


def _does_nothing(resolution: Resolution, triggered: Triggered, trait: Trait) -> bool:
    """Whether a trait has lines but none of them applies now, so that the log need not name it."""
    target, cause = _target_and_cause(triggered, trait)
    lines = tuple(
        each for each in trait.effects if not each.outcome.faces or triggered.face in (None, *each.outcome.faces)
    )
    return bool(trait.effects) and (not lines or apply_to_nobody(resolution, lines, target, cause))


def _target_and_cause(triggered: Triggered, trait: Trait) -> tuple[str, Cause]:
    """The target of a trait's lines, and their cause."""
    about_another = triggered.trigger.event in _ABOUT_ANOTHER or triggered.trigger.rolls != ANY_ROLL
    target = (triggered.other if about_another else "") or triggered.creature
    return target, Cause(
        trait.name, {}, triggered.creature, triggered.use, {target: triggered.outcome}, damage=triggered.damage
    )


_ABOUT_ANOTHER = (HURT_BY, HURT.event, MARKED_ATTACK.event, *ATTACK_EVENTS)
"""The triggers whose lines are for the creature that caused them, or that was acted on."""
