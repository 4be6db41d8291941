"""Looking at a fight: what is there, how everyone stands, and where a number or a condition came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orcus_tui.commands.help import help_lines
from orcus_tui.model import requests
from orcus_tui.model.duration import read_back
from orcus_tui.model.effect import Effect, label
from orcus_tui.model.events import Event, HitPointsChanged, StateChanged, read_log
from orcus_tui.model.fight import Fight, in_place_order
from orcus_tui.rules.effects import called
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.stats import (
    actions_left,
    conditions_in_force,
    conditions_of,
    defense_modifiers,
    defenses,
    is_staggered,
    save_modifiers,
    standing,
    total,
)
from orcus_tui.rules.working import signed

if TYPE_CHECKING:
    from orcus_tui.rules.system import System
    from orcus_tui.session import Answer, Session


def preview(session: Session, step: requests.Preview) -> Answer:  # noqa: ARG001  # requests are called alike
    """What `next` would do, dice left open."""
    return session.preview(), ""


def show(session: Session, step: requests.Show) -> Answer:
    """The whole fight, or one creature's card."""
    if step.target:
        return card(session.system, session.fight, step.target), ""
    return overview(session.system, session.fight), ""


def show_log(session: Session, step: requests.ShowLog) -> Answer:
    """The last commands, and what came of them."""
    lines = []
    for deed in session.timeline.deeds[-step.count :] if step.count else ():
        lines.append(f"> {deed.line}")
        lines.extend(f"  {each}" for each in read_log(deed.events, deed.after))
    return lines or ["nothing has happened yet"], ""


def show_help(session: Session, step: requests.Help) -> Answer:
    """A verb, or all of them."""
    return help_lines(step.verb or None, session.system), ""


def overview(system: System, fight: Fight) -> list[str]:
    """A line for each creature, in the order they act, and the open questions."""
    where = {"setup": "not begun", "finished": "over"}.get(fight.phase, f"round {fight.round}")
    lines = [f"{fight.name} · {system.title} · {where}"]
    lines += [_line(system, fight, creature) for creature in in_place_order(fight)]
    for question in fight.questions:
        name = fight.sheets[question.creature].name
        lines.append(f"? {question.id}: {name}, {question.kind} ({question.about}), d{question.die}")
    return lines


def _line(system: System, fight: Fight, creature: str) -> str:
    sheet, state = fight.sheets[creature], fight.states[creature]
    count = "–" if state.initiative is None else str(state.initiative)
    points = "" if state.hp is None else f" {state.hp}/{sheet.max_hp}"
    if state.temp_hp:
        points += f"+{state.temp_hp}"
    where = standing(system, fight, creature)
    notes: list[str] = [] if where == "up" else [where]
    if is_staggered(system, fight, creature) and where == "up":
        notes.append("staggered")
    notes += sorted(conditions_in_force(system, fight, creature))
    notes += [label(each) for each in state.effects if each.kind not in ("condition", "mark")]
    if creature in fight.delayed:
        notes.append("delays")
    if creature in fight.readied:
        notes.append(f"readied: {fight.readied[creature][0]}")
    told = f" · {', '.join(notes)}" if notes else ""
    pointer = "▶" if creature == fight.active else " "
    return f"{pointer} {count:>3} {sheet.name} [{creature}]{points}{told}"


def card(system: System, fight: Fight, creature: str) -> list[str]:
    """All there is to know about one creature."""
    sheet, state = fight.sheets[creature], fight.states[creature]
    facts = [sheet.kind, sheet.role, f"level {sheet.level}" if sheet.level else "", sheet.side]
    lines = [f"{sheet.name} [{creature}] – {', '.join(each for each in facts if each)}"]
    lines.append(_line(system, fight, creature).strip())
    now = defenses(system, fight, creature)
    lines.append("  " + "  ".join(f"{name} {value}" for name, value in now.items()))
    left = actions_left(system, fight, creature)
    lines.append("  left: " + ", ".join(f"{count} {name}" for name, count in left.items()))
    lines += _resources(fight, creature)
    table = conditions_of(system, fight)
    for name in sorted(conditions_in_force(system, fight, creature)):
        if name in table:
            lines.append(f"  {name}: {table[name].means}")
    for place, effect in enumerate(state.effects, start=1):
        lines.append(f"  #{place} {label(effect)}, {read_back(effect.duration)}{_from(fight, effect)}")
    for power in sheet.powers:
        spent = " – used up" if power.name in state.spent else ""
        attack = f" {power.bonus:+d} vs {power.defense.upper()}" if power.bonus is not None else ""
        damage = f" {power.damage.text} {' '.join(power.types)}".rstrip() if power.damage else ""
        lines.append(f"  {power.name} ({power.action}, {power.use}){attack}{damage}{spent}")
    lines += [f"  {text}" for text in (sheet.aura and f"aura {sheet.aura}", sheet.text, sheet.notes) if text]
    return lines


def _resources(fight: Fight, creature: str) -> list[str]:
    state = fight.states[creature]
    told = [f"{name} {count}" for name, count in state.counters.items()]
    if state.recoveries is not None:
        told.append(f"recoveries {state.recoveries}")
    if state.action_points:
        told.append(f"action points {state.action_points}")
    if state.death_failures:
        told.append(f"failed death saves {state.death_failures}")
    return [f"  {', '.join(told)}"] if told else []


def _from(fight: Fight, effect: Effect) -> str:
    source = fight.sheets.get(effect.source)
    power = f" with {effect.power}" if effect.power else ""
    return f", from {source.name}{power}" if source else ""


# Why


def why(session: Session, step: requests.Why) -> Answer:
    """Where a creature's hit points, defenses, conditions and effects came from."""
    fight, system, creature = session.fight, session.system, step.target
    topics = _topics(session, creature)
    if not step.name:
        return [line for lines in topics.values() for line in lines] or [f"nothing has happened to {creature}"], ""
    wanted = step.name.casefold()
    fitting = [lines for name, lines in topics.items() if name == wanted]
    fitting = fitting or [lines for name, lines in topics.items() if name.startswith(wanted)]
    held = [each for each in fight.states[creature].effects if wanted in called(each)]
    lines = [line for each in held for line in _since(session, creature, each)] or [
        line for lines in fitting for line in lines
    ]
    if not lines:
        lines = [f"{name}: {because}" for name, because in _implied(system, fight, creature).items() if name == wanted]
    if not lines:
        known = ", ".join(topics)
        raise Impossible(f'{fight.sheets[creature].name} has no "{step.name}"; there is {known}')
    return lines, ""


def _topics(session: Session, creature: str) -> dict[str, list[str]]:
    """What can be asked about a creature, and the answers."""
    fight, system = session.fight, session.system
    topics: dict[str, list[str]] = {}
    if system.has_hit_points:
        topics["hp"] = _told(session, creature, HitPointsChanged)
    for name in system.defenses:
        printed = fight.sheets[creature].defenses.get(name)
        if printed is not None:
            modifiers = defense_modifiers(system, fight, creature, name)
            sums = "".join(f" {signed(amount)} ({because})" for amount, _, because in modifiers if amount)
            topics[name] = [f"{name} {printed + total(modifiers)}: {printed} printed{sums}"]
    saves = save_modifiers(fight, creature)
    if saves:
        sums = " ".join(f"{signed(amount)} ({because})" for amount, _, because in saves)
        topics["saves"] = [f"saves {total(saves):+d}: {sums}"]
    topics["state"] = _told(session, creature, StateChanged)
    for effect in fight.states[creature].effects:
        topics.setdefault(label(effect).casefold(), []).extend(_since(session, creature, effect))
    for name, because in _implied(system, fight, creature).items():
        topics.setdefault(name, [f"{name}: {because}"])
    return topics


def _told(session: Session, creature: str, kind: type[HitPointsChanged | StateChanged]) -> list[str]:
    lines = []
    for deed in session.timeline.deeds:
        for event in deed.events:
            if isinstance(event, kind) and event.creature == creature:
                told = event.read(deed.after)
                if told:
                    lines.append(f"{told} [{deed.line}, round {deed.after.round}]")
    return lines


def _since(session: Session, creature: str, effect: Effect) -> list[str]:
    """Since when an effect is there, by whom, and how it ends."""
    ends = read_back(effect.duration)
    then = f"; a failed save turns it into {'+'.join(effect.then)}" if effect.then else ""
    for deed in session.timeline.deeds:
        if any(_brought(event, creature, effect) for event in deed.events):
            since = f"since round {deed.after.round}, [{deed.line}]"
            return [f"{label(effect)}: {since}{_from(session.fight, effect)}; {ends}{then}"]
    return [f"{label(effect)}: since before the fight{_from(session.fight, effect)}; {ends}{then}"]


def _brought(event: Event, creature: str, effect: Effect) -> bool:
    added = getattr(event, "effect", None)
    return isinstance(added, Effect) and added.id == effect.id and getattr(event, "creature", "") == creature


def _implied(system: System, fight: Fight, creature: str) -> dict[str, str]:
    """The conditions no effect of their own brings, each with what brings it."""
    table = conditions_of(system, fight)
    because: dict[str, str] = {}
    for name in system.derived_conditions(fight, creature):
        because[name] = f"at {fight.states[creature].hp} hit points"
    for name in sorted(conditions_in_force(system, fight, creature)):
        for included in table[name].includes if name in table else ():
            because.setdefault(included, f"because it is {name}")
    return because
