"""A stat block in words, with the lines of its powers in plain language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from orcus_tui.dice import maximise
from orcus_tui.model import steps
from orcus_tui.model.creature import Sheet, Trait
from orcus_tui.model.duration import SOURCE, TARGET, UNTIL_REMOVED, Duration
from orcus_tui.model.effect import bonus_words
from orcus_tui.model.message import message
from orcus_tui.model.modifier import ALWAYS
from orcus_tui.model.power import Line, Power, RollLine, save_to_sustain
from orcus_tui.model.text import defense_name, join_with_and, number, points, with_sign
from orcus_tui.model.trigger import ANY_ROLL, ON_A_MISS, RollOutcome, Trigger, written_faces
from orcus_tui.rules.resources import spends_slot
from orcus_tui.rules.stats import staggered_value
from orcus_tui.rules.system import FightView
from orcus_tui.rules.templates import Formatter, labelled, slot_level

OWN_CLAUSE = frozenset({"save", "rounds", "while"})
"""The endings of durations that follow a comma: `dazed, save ends`, but `dazed until …`."""


def power_line(formatter: Formatter, power: Power, user: str) -> str:
    """A power in a line: its use, rolls and effects, and its text."""
    known = (
        power.action,
        _use_of(formatter, power, user),
        power.range,
        *power.tags,
        *costs_of(power),
        waits_for(power),
        _whole_of(power),
    )
    facts = ", ".join(each for each in known if each)
    rolls = ", ".join(each for each in (attack_of(power), save_of(power), damage_of(power)) if each)
    head = f"{power.name} ({facts}) {rolls}".rstrip()
    text = [" ".join(power.text.split())] if power.text else []
    return "; ".join((head, *effects_of(formatter, power, user), *text))


def _use_of(formatter: Formatter, power: Power, user: str) -> str:
    """The uses of a power; empty for a spell that spends a slot, since its level says so."""
    fight = formatter.fight
    is_spell = power.level > 0 and not power.use.is_limited
    spends = spends_slot(fight, user, power) if user in fight.states else is_spell
    return "" if spends else formatter.use(power.use)


def trait_line(trait: Trait) -> str:
    """A trait as `Name (trigger): text`, with its modifiers and the lines that its trigger executes."""
    when = f" ({triggers_of(trait.trigger)})" if trait.trigger else ""
    texts = (trait.text, *map(str, trait.modifiers), *(each.text for each in trait.effects))
    lines = "; ".join(filter(None, texts))
    return f"{trait.name}{when}: {lines}" if lines else f"{trait.name}{when}"


def waits_for(power: Power) -> str:
    """The trigger of a power, such as `trigger: staggered`; empty without one."""
    return f"trigger: {triggers_of(power.trigger)}" if power.trigger else ""


def _whole_of(power: Power) -> str:
    """`part of` with the power that a power is a part of.

    It is empty without one, or if the power's name begins with that name.
    """
    is_named = power.name.lower().startswith(power.part_of.lower())
    return "" if is_named else f"part of {power.part_of}"


def triggers_of(triggers: Iterable[Trigger]) -> str:
    """Triggers in words."""
    return ", ".join(each.shown for each in triggers)


def attack_of(power: Power) -> str:
    """A power's attack roll, such as `+8 vs AC`; empty without one."""
    return "" if power.bonus is None else f"{with_sign(power.bonus)} vs {defense_name(power.defense)}"


def save_of(power: Power) -> str:
    """The save against a power, such as `Dex save DC 13 (half on a success)`; empty without one."""
    if power.save is None:
        return ""
    note = " (half on a success)" if power.saved == "half" else ""
    return f"{power.save.by.capitalize()} save DC {power.save.number}{note}"


def damage_of(power: Power) -> str:
    """A power's damage, such as `2d6+Str fire` or `5 damage`; empty without damage."""
    ability = f"+{power.ability.capitalize()}" if power.ability else ""
    return f"{power.damage.text}{ability} {'+'.join(power.types) or 'damage'}" if power.damage else ""


def costs_of(power: Power) -> list[str]:
    """The costs of a power, the level of a spell, and its components."""
    costs = [f"costs {cost}" for cost in power.cost]
    level = [f"level {power.level}"] if power.level else []
    return [*level, *costs, *([power.components] if power.components else [])]


def effects_of(formatter: Formatter, power: Power, user: str) -> list[str]:
    """The rest of a power: attacks, critical hits, effects, misses, higher slots.

    The action or save that sustains it comes last.
    """
    several = [", ".join(map(str, power.multiattack))] if power.multiattack else []
    effects = (line_words(formatter, each, user) for each in _joined_lines(power.effects))
    lines = _joined_lines(power.always)
    always = (f"{_hit_or_miss(power, each)}{_words_of_always(formatter, power, each, user)}" for each in lines)
    return [*several, *_criticals(power), *effects, *always, *_misses(power), *_upkeep(power)]


def _joined_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines; lines that differ only in the faces of the die are joined."""
    found: list[Line] = []
    for line in lines:
        last, faces = found[-1] if found else None, line.outcome.faces
        if last and faces and last.outcome.faces and _on_any_face(last) == _on_any_face(line):
            both = tuple(sorted({*last.outcome.faces, *faces}))
            found[-1] = replace(last, outcome=replace(last.outcome, faces=both))
        else:
            found.append(line)
    return found


def _on_any_face(line: Line) -> Line:
    return replace(line, text="", outcome=replace(line.outcome, faces=()))


def _words_of_always(formatter: Formatter, power: Power, line: Line, user: str) -> str:
    """The words of a line; in a power that calls for saves, a line for misses is for successful saves."""
    if power.save and line.outcome == ON_A_MISS:
        return f"saved: {line_words(formatter, replace(line, outcome=ANY_ROLL), user)}"
    return line_words(formatter, line, user)


def _hit_or_miss(power: Power, line: Line) -> str:
    """The words before a line that does not need a hit or a failed save."""
    if line.outcome != ANY_ROLL:
        return ""  # the line itself says which rolls it is for
    if power.bonus is not None:
        return "hit or miss: "
    return "saved or not: " if power.save else ""


def _criticals(power: Power) -> Iterator[str]:
    if power.targets:
        yield f"targets: {power.targets.text}"
    if power.crit_range:
        yield f"critical on {power.crit_range}+"
    if power.crit:
        yield f"critical: {power.crit.text} more"
    if power.crit_times:
        yield f"critical: damage ×{power.crit_times}"


def _misses(power: Power) -> Iterator[str]:
    if power.miss == "half":
        yield "miss: half damage"
    elif power.miss != "none":
        yield f"miss: {power.miss.text} damage"


def _upkeep(power: Power) -> Iterator[str]:
    own = power.level or "the spell's own"  # a part of a spell, such as its zone, has no level
    above = f"for each level of the slot above {own}"
    if power.higher:
        yield f"{power.higher.text} more {above}"
    if power.more_targets:
        yield f"targets or attacks: {power.more_targets} more {above}"
    if power.maintain:
        yield f"maintain: {power.maintain}{'' if save_to_sustain(power.maintain) else ' action'}"


# Lines


def line_words(formatter: Formatter, line: Line, user: str) -> str:
    """A line of a power: its trigger, its target, and its effect; `user` has the power."""
    words = _WORDS.get(type(line.step))
    does = words(formatter, line.step, user) if words else line.text
    if not words:
        return does  # a verb of one system: its typed words are plain enough
    affected = "itself: " if line.to_self else ""
    when = f"{outcome_words(line.outcome)}: " if line.outcome != ANY_ROLL else ""
    more = " more" if line.outcome.crit and isinstance(line.step, steps.DealDamage) else ""
    return f"{when}{condition_words(line)}{affected}{does}{more}"


def condition_words(line: Line) -> str:
    """The conditions of a line: `if prone: `, `else: if self staggered: `, `each swallowed: `; empty without one."""
    first = ((line.when, line.of_self),) if line.when else ()
    facts = "".join(f"if {'self ' if of_self else ''}{each}: " for each, of_self in (*first, *line.further))
    bearers = f"each {line.bearing}: " if line.bearing else ""
    return f"{bearers}else: {facts}" if line.otherwise else f"{bearers}{facts}"


def outcome_words(outcome: RollOutcome) -> str:
    """The attack rolls a line is for: `natural 16+`, `critical`, `natural even miss`."""
    result = {True: "hit", False: "miss", None: ""}[outcome.hits]
    faces = written_faces(outcome.faces).replace("-", "–").replace(",", ", ") if outcome.faces else ""
    kind = "critical" if outcome.crit else f"natural {faces}" if faces else ""
    return f"{kind} {result}".strip()


def _effects(formatter: Formatter, step: steps.EffectStep, user: str) -> str:
    """Joined effects: their names, then the duration they share."""
    named = join_with_and([_NAMED[type(each)](formatter, each, user) for each in (step, *step.joined)])
    then = "".join(f", then {formatter.words(names)}" for names in step.then)
    return f"{named}{_lasts(formatter, step.duration, user)}{then}{_after(formatter, step, user)}"


def _after(formatter: Formatter, step: steps.EffectStep, user: str) -> str:
    if step.after is None:
        return ""
    return f"; saved: {formatter.words(step.after.names)}{_lasts(formatter, step.after.duration, user)}"


def _lasts(formatter: Formatter, duration: Duration, user: str) -> str:
    """The duration of an effect, after a comma where it is a separate clause."""
    if duration == UNTIL_REMOVED:
        return ""
    anchored = duration.ending in ("start", "end") and duration.anchor in (SOURCE, TARGET)
    known = replace(duration, anchor=user if duration.anchor == SOURCE else TARGET) if anchored else duration
    text = formatter.duration(known, TARGET)
    return f", {text}" if duration.ending in OWN_CLAUSE else f" {text}"


def _persistent(formatter: Formatter, step: steps.Persist, _: str) -> str:
    typed = formatter.types(step.types) if step.types else ""
    rolled = "rolled each time" if step.each else ""
    return " ".join(filter(None, (formatter.word("persistent"), step.amount.text, typed, rolled)))


def _bonus(_: Formatter, step: steps.Bonus, user: str) -> str:  # noqa: ARG001  # shared signature
    type_ = f" ({step.type})" if step.type else ""
    changed = bonus_words(step.advantage, step.dice or with_sign(step.amount), step.stat)
    when = f" {step.when.text()}" if step.when != ALWAYS else ""
    return f"{changed}{type_}{when}{' once' if step.once else ''}"


_NAMED: Mapping[type[steps.Step], Callable[[Formatter, Any, str], str]] = MappingProxyType(
    {
        steps.Apply: lambda formatter, step, _: formatter.words(step.conditions),
        steps.Persist: _persistent,
        steps.Regen: lambda formatter, step, _: f"{formatter.word('regeneration')} {step.amount.text}",
        steps.Mark: lambda formatter, _, user: f"marked by {formatter.name(user)}",
        steps.Bonus: _bonus,
        steps.Withstand: lambda formatter, step, _: formatter.defense_text(step.quality, (step.type,), step.amount),
    }
)
"""A placeholder for the bearer of an effect that no creature has yet."""


def _damage(formatter: Formatter, step: steps.DealDamage, _: str) -> str:
    typed = f" {formatter.types(step.types)}" if step.types else ""
    share = ", doubled" * step.double + ", divided among the targets" * step.split
    return f"{'half of ' if step.half else ''}{step.amount.text}{typed} damage{share}"


def _remind(formatter: Formatter, step: steps.Remind, user: str) -> str:
    return f"{step.point} of each turn: {step.text}{_lasts(formatter, step.duration, user)}"


def _zone(formatter: Formatter, step: steps.MakeZone, user: str) -> str:
    """A zone: `zone Cloudkill: Cloudkill (zone) at the start of each turn inside, 100 rounds`."""
    what = f"zone {step.name}"
    if step.line:
        used = step.line.step
        does = used.power if isinstance(used, steps.FollowUp) else line_words(formatter, step.line, user)
        what = f"{what}: {formatter.sentence(f'zone {step.at}', line=does)}"
    return f"{what}{_lasts(formatter, step.duration, user)}"


def rolled_lines(formatter: Formatter, step: RollLine, user: str) -> str:
    """The dice, and a line for each range of numbers: `d6 1–4: 5 temporary hit points | 5–6: dazed, save ends`."""
    highest = maximise(step.dice).total
    rows = (
        f"{each.first}{f'–{min(each.last, highest)}' if each.last > each.first else ''}: "
        f"{line_words(formatter, each.line, user)}"
        for each in step.rows
    )
    return f"{step.dice.text} {' | '.join(rows)}"


_WORDS: Mapping[type[steps.Step], Callable[[Formatter, Any, str], str]] = MappingProxyType(
    {
        **dict.fromkeys(_NAMED, _effects),
        steps.DealDamage: _damage,
        steps.Heal: lambda formatter, step, _: formatter.text(message("power heals", amount=step.amount.text)),
        steps.Temp: lambda formatter, step, _: formatter.text(
            message("power gives temporary", amount=step.amount.text)
        ),
        steps.Recover: lambda formatter, step, _: formatter.text(message("power gives recoveries", count=step.times)),
        steps.Remove: lambda formatter, step, _: f"ends {formatter.word(step.name) if step.name else 'all effects'}",
        steps.Save: lambda _, step, __: f"a save{f' against {step.name}' if step.name else ''}",
        steps.Remind: _remind,
        steps.Say: lambda _, step, __: f"if it applies: `{step.text}`" if step.line else step.text,
        steps.FollowUp: lambda _, step, __: f"then {step.power}",
        steps.MakeZone: _zone,
        RollLine: rolled_lines,
    }
)
"""The words for a step; steps that are missing here are shown as typed."""


# The rest of a stat block


def level_of(sheet: Sheet) -> str:
    """`level 3`; empty if the level is unknown."""
    return "" if sheet.level is None else f"level {sheet.level}"


def description(sheet: Sheet) -> list[str]:
    """Size and type, tags, kind, role, level, alignment and XP, each once."""
    what = (f"{sheet.size} {sheet.type}".strip(), *sheet.tags, sheet.kind, sheet.role, level_of(sheet), sheet.alignment)
    xp = f"{points(sheet.xp)} XP" if sheet.xp else ""
    return [*dict.fromkeys(each for each in (*what, xp) if each)]


def special_rules(sheet: Sheet) -> Iterator[str]:
    """The hit dice, the turns a round, the rules that differ from those of its side, and the habit."""
    if sheet.turns > 1:
        yield f"{sheet.turns} turns a round"
    if sheet.hit_dice:
        yield f"hit dice {sheet.hit_dice}"
    if sheet.recovery:
        yield f"recovery {sheet.recovery}"
    flags = {
        "dies by the heroes' rules": sheet.uses_death_rules,
        "named villain": sheet.named_villain,
        "adds the escalation die": sheet.uses_escalation,
    }
    yield from (words for words, holds in flags.items() if holds)
    if sheet.habit:
        yield f"habit in the odds: {sheet.habit}"


PERIODS = {"short": "short rest", "long": "long rest"}
"""The words for the moments that restore a resource, if they differ from the keys."""


def stats_of(sheet: Sheet) -> list[str]:
    """The abilities of a stat block, then its bonuses to checks: `str 18`, `perception +13`."""
    abilities = [f"{name} {number(score)}" for name, score in sheet.abilities.items()]
    return abilities + [f"{name} {with_sign(bonus)}" for name, bonus in sheet.skills.items()]


def resources(sheet: Sheet, counters: Mapping[str, int]) -> Iterator[str]:
    """Each resource: `oil 3`, `ki 2/5 (short rest)`, `slots 1st 4/4`."""
    for name, (label, number_of_most) in zip(counters, labelled(counters, sheet.resources), strict=True):
        printed = sheet.resources.get(name)
        again = f" ({PERIODS.get(printed.per, printed.per)})" if printed and not slot_level(name) else ""
        yield f"{label} {number_of_most}{again}"


def printed_saves(sheet: Sheet) -> Iterator[str]:
    """The bonus to saving throws, if any: `saves +2`, `saves con +2, dex +5`."""
    if isinstance(sheet.saves, int):
        bonuses = with_sign(sheet.saves) if sheet.saves else ""
    else:
        bonuses = ", ".join(f"{ability} {with_sign(bonus)}" for ability, bonus in sheet.saves.items())
    if bonuses:
        yield f"saves {bonuses}"


def staggered_at(view: FightView, creature: str) -> str:
    """`staggered at 15`; empty in a system without the word, and for a creature that never is."""
    value, word = staggered_value(view.fight, creature), view.system.words.term("staggered")
    return f"{word} at {value}" if value and word else ""


def resistances(formatter: Formatter, sheet: Sheet) -> list[str]:
    """The resistances and the regeneration of a stat block; resistances gained later are among the effects."""
    parts = [formatter.defense_text("resist", (what,), amount) for what, amount in sheet.resist.items()]
    parts += (formatter.defense_text("vulnerable", (what,), amount) for what, amount in sheet.vulnerable.items())
    parts += (formatter.defense_text("immune", (what,), None) for what in sheet.immune)
    parts += (f"half {what}" for what in sheet.half)
    return parts + ([f"regeneration {sheet.regeneration}"] if sheet.regeneration else [])


def passages(sheet: Sheet) -> list[str]:
    """The text below the powers, line by line: traits, forms, auras, senses, languages, text and notes."""
    traits = (trait_line(each) for each in sheet.traits)
    forms = ", ".join(each.name for each in sheet.forms)
    auras = (("aura", each.in_full) for each in sheet.auras)
    named = (("forms", forms), ("aura", sheet.aura), *auras, ("senses", sheet.senses), ("languages", sheet.languages))
    texts = (*traits, *(f"{name} {words}" for name, words in named if words), sheet.text, sheet.notes)
    return [passage for text in texts for passage in text.splitlines()]
