"""The creature cards: all there is to know about whose turn it is, and about who is selected."""

from collections.abc import Iterator, Mapping

from orcus_tui.model.duration import read_back
from orcus_tui.model.effect import Effect, label
from orcus_tui.model.power import Power
from orcus_tui.model.track import LETHAL, NONLETHAL, Track
from orcus_tui.rules.stats import (
    actions_left,
    conditions_in_force,
    conditions_of,
    defense_modifiers,
    defenses,
    forbids,
    is_staggered,
    leaves_choice,
    printed_defense,
    save_modifiers,
    standing,
    total,
)
from orcus_tui.rules.sums import defense_name
from orcus_tui.screen.fight.figures import bar, health, points
from orcus_tui.screen.fight.keys import AS_BY_DEFAULT, KEYS
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import (
    EMPTY,
    Line,
    Span,
    divider,
    line,
    wrapped,
)
from orcus_tui.session.inspect import attack_of, damage_of, lines_of, withstands

LONGEST_BAR = 20
INDENT = 2


def title(view: View, creature: str) -> Line:
    """Name, role and level, kind: what stands in the frame."""
    sheet = view.fight.sheets[creature]
    level = sheet.role if sheet.level is None else f"{sheet.role or 'level'} {sheet.level}"
    facts = (level, sheet.kind.upper() if sheet.kind == "pc" else sheet.kind)
    told = f" {signs.DASH} ".join(each for each in facts if each)
    return line(Span(sheet.name, sheet.side), Span(f" {signs.DASH} {told}", "muted"))


def card(view: View, creature: str, width: int, keymap: Mapping[str, str] = AS_BY_DEFAULT) -> list[Line]:
    """A creature's card, as wide as it may be and as long as it must; `keymap` are the keys bound otherwise."""
    parts = (
        *_how_hurt(view, creature, width),
        *wrapped(_joined(_defenses(view, creature)), width, INDENT),
        *_each_wrapped(_changed_defenses(view, creature), width),
        *_each_wrapped(_waits(view, creature), width),
        *_each_wrapped(_conditions(view, creature), width),
        *_each_wrapped(_effects(view, creature), width),
        *wrapped(_joined(_actions(view, creature)), width, INDENT),
        *wrapped(_joined(_resources(view, creature)), width, INDENT),
        *wrapped(line(", ".join(withstands(view.fight.sheets[creature]))), width, INDENT),
        *_each_wrapped(_powers(view, creature, keymap), width),
        *_each_wrapped(_remarks(view, creature), width),
    )
    return [each for each in parts if each]


def _each_wrapped(lines: Iterator[Line], width: int) -> list[Line]:
    return [part for each in lines for part in wrapped(each, width, INDENT)]


def _joined(parts: Iterator[Line]) -> Line:
    """The parts in one line, two blanks between them."""
    spans: list[Span] = []
    for part in parts:
        spans += (Span("  "), *part) if spans and part else part
    return tuple(spans)


def _how_hurt(view: View, creature: str, width: int) -> list[Line]:
    """Hit points, or the damage track where a system has none; and how the creature stands."""
    state = view.fight.states[creature]
    where = standing(view.system, view.fight, creature)
    words = ["staggered"] if where == "up" and is_staggered(view.system, view.fight, creature) else []
    words += [where] if where != "up" else []
    words += (word for word, is_so in (("hidden", state.hidden), ("will be surprised", state.surprised)) if is_so)
    told = Span(f"  {', '.join(words)}", health(view, creature)) if words else Span("")
    if state.track is not None:
        return _track(state.track, told, width)
    shown = Span(f"{state.hp}/{view.fight.sheets[creature].max_hp}", points(view, creature).role)
    temporary = Span(f"  temp {state.temp_hp}" if state.temp_hp else "", "accent")
    length = max(4, min(LONGEST_BAR, width - 26))
    return [line(Span("HP ", "muted"), *bar(view, creature, length), "  ", shown, temporary, told)]


def _track(track: Track, told: Span, width: int) -> list[Line]:
    """The two rows of the damage track: the tally of each, and its boxes."""
    drawn = []
    for row, (tally, *boxes) in (("lethal", LETHAL), ("non-lethal", NONLETHAL)):
        count = getattr(track, tally)
        spans = [Span(f"{row:<10} ", "muted"), Span(f"{tally} {count}", "warning" if count else "muted")]
        for box in boxes:
            is_marked = getattr(track, box)
            sign = signs.MARKED_BOX if is_marked else signs.FREE_BOX
            spans.append(Span(f" {sign}{box}", "danger" if is_marked else "muted"))
        drawn.append(line(*spans, told if row == "lethal" else ""))
    return [part for each in drawn for part in wrapped(each, width, INDENT)]


def _defenses(view: View, creature: str) -> Iterator[Line]:
    sheet = view.fight.sheets[creature]
    for name, value in defenses(view.system, view.fight, creature).items():
        printed = printed_defense(view.system, sheet, name) or 0
        role = "strong" if value == printed else "good" if value > printed else "danger"
        yield line(Span(f"{defense_name(name)} ", "muted"), Span(str(value), role))
    yield _saves(view, creature)


def _saves(view: View, creature: str) -> Line:
    """What is added to saving throws; by ability, where a system has them so."""
    parts: list[Span] = []
    for ability in view.system.saves.abilities or ("",):
        bonus = total(save_modifiers(view.system, view.fight, creature, ability))
        if bonus:
            parts += (Span(f" {ability} ".rstrip(), "muted"), Span(f" {bonus:+d}", "strong"))
    return line(Span("saves", "muted"), *parts) if parts else EMPTY


def _changed_defenses(view: View, creature: str) -> Iterator[Line]:
    """Where a defense is not as printed, why; what changes all of them alike is told once."""
    reasons: dict[str, list[str]] = {}
    for name in defenses(view.system, view.fight, creature):
        for amount, _, because in defense_modifiers(view.system, view.fight, creature, name):
            reasons.setdefault(f"{amount:+d} {because}", []).append(defense_name(name))
    everywhere = len(defenses(view.system, view.fight, creature))
    for reason, names in reasons.items():
        where = "defenses" if len(names) == everywhere else ", ".join(names)
        yield line(Span(f"{where} {reason}", "muted"))


def _waits(view: View, creature: str) -> Iterator[Line]:
    """A turn delayed, and the action that is readied."""
    fight = view.fight
    if creature in fight.delayed:
        count = fight.delayed[creature]
        yield line(Span("delays" if count is None else f"delays until {count}", "accent"))
    if creature in fight.readied:
        yield line(Span("readied ", "accent"), fight.readied[creature][0])


def _conditions(view: View, creature: str) -> Iterator[Line]:
    """Each condition in force with what it means, its duration where an effect of its own brings it."""
    table = conditions_of(view.system, view.fight)
    own = {each.name: each for each in view.fight.states[creature].effects if each.kind in ("condition", "mark")}
    for name in sorted(conditions_in_force(view.system, view.fight, creature)):
        lasts = f" {signs.DOT} {_lasts(view, creature, own[name])}" if name in own else ""
        yield line(Span(name, "warning"), Span(lasts, "muted"))
        if name in table:
            yield line(Span(f"  {signs.MEANS} {table[name].means}"))


def _effects(view: View, creature: str) -> Iterator[Line]:
    """The effects that are not conditions."""
    known = conditions_of(view.system, view.fight)
    for effect in view.fight.states[creature].effects:
        if effect.kind == "mark" or (effect.kind == "condition" and effect.name in known):
            continue
        lasts = f" {signs.DOT} {_lasts(view, creature, effect)}"
        yield line(Span(label(effect), _EFFECT_ROLES.get(effect.kind, "")), Span(lasts, "muted"))


_EFFECT_ROLES = {"persistent": "danger", "regeneration": "good", "bonus": "accent"}


def _lasts(view: View, creature: str, effect: Effect) -> str:
    """How long an effect lasts, and whose doing it is."""
    others = effect.source != creature and effect.source in view.fight.sheets
    source = f", from {view.fight.sheets[effect.source].name}" if others else ""
    then = f", then {'+'.join(effect.then)}" if effect.then else ""
    return f"{read_back(effect.duration)}{then}{source}"


def _actions(view: View, creature: str) -> Iterator[Line]:
    """The actions left; all of them at its turn, else those it may take out of turn."""
    if view.fight.phase != "turns" or standing(view.system, view.fight, creature) in ("dead", "out"):
        return
    left = actions_left(view.system, view.fight, creature)
    for action in view.system.actions.kinds:
        if creature != view.fight.active and not action.off_turn:
            continue
        because = forbids(view.system, view.fight, creature, action.name)
        is_choice = leaves_choice(view.system, view.fight, creature, action)
        told = f"or {action.name}" if is_choice else f"{left[action.name]} {action.name}"
        role = "strong" if is_choice or left[action.name] else "muted"
        yield line(Span(told, role), Span(f" ({because})" if because else "", "muted"))


def _resources(view: View, creature: str) -> Iterator[Line]:
    sheet, state = view.fight.sheets[creature], view.fight.states[creature]
    facts = (
        ("recoveries", state.recoveries if sheet.side == "party" else None),
        ("action points", state.action_points or None),
        ("speed", sheet.speed or None),
        ("failed death saves", state.death_failures or None),
        ("made death saves", state.death_successes or None),
        *state.counters.items(),
    )
    for name, value in facts:
        if value is not None:
            yield line(Span(f"{name} ", "muted"), str(value))


def _powers(view: View, creature: str, keymap: Mapping[str, str]) -> Iterator[Line]:
    """Each power with the key that begins it, its roll, and whether it is used up."""
    spent = view.fight.states[creature].spent
    keyed = creature == (view.fight.active or view.selected)
    for number, power in enumerate(view.fight.sheets[creature].powers, start=1):
        key = KEYS.get(f"power-{number}") if keyed else None
        used = power.name in spent
        yield line(
            Span(f"{key.first_shown(keymap) if key else ' '} ", "accent"),
            *_use(power, used=used),
            Span(power.name, "muted" if used else "strong"),
            Span(_roll(power), "muted" if used else ""),
            Span(_brings(power, view.system.actions.kinds[0].name), "muted"),
        )


def _use(power: Power, *, used: bool) -> Line:
    """A sign for what can be used up, and how often it may be used."""
    if power.use.kind == "at-will":
        return EMPTY
    return (Span(f"{signs.USED if used else signs.UNUSED} ", "muted" if used else "accent"),)


def _roll(power: Power) -> str:
    return "".join(f"  {each}" for each in (attack_of(power), damage_of(power)) if each)


def _brings(power: Power, usual_action: str) -> str:
    use = "" if power.use.kind == "at-will" else str(power.use)
    action = "" if power.action == usual_action else power.action
    facts = [each for each in (action, use, power.range) if each]
    return "".join(f" {signs.DOT} {each}" for each in (", ".join(facts), *lines_of(power)) if each)


def _remarks(view: View, creature: str) -> Iterator[Line]:
    sheet = view.fight.sheets[creature]
    for text, role in ((sheet.aura and f"aura {sheet.aura}", "accent"), (sheet.text, "muted"), (sheet.notes, "muted")):
        for each in text.splitlines():
            yield line(Span(each, role))


def cards_beside(
    view: View, width: int, room: int, keymap: Mapping[str, str] = AS_BY_DEFAULT
) -> tuple[Line, list[Line]]:
    """Whose turn it is and below it who is selected: the heading of the pane, and its rows.

    Where both do not go into so many rows, the upper one is cut. `keymap` are the keys bound otherwise than by default.
    """
    upper = view.fight.active or view.selected
    if not upper:
        return line("Cards"), [
            line(Span(f"nobody is here yet: {KEYS['add'].first_shown(keymap)} adds a creature", "muted"))
        ]
    rows = card(view, upper, width, keymap)
    if view.selected in ("", upper):
        return title(view, upper), rows
    lower = card(view, view.selected, width, keymap)
    left = room - 1 - min(len(lower), max(room // 3, 2))
    if len(rows) > left:
        rest = len(rows) - left + 1
        select, show = (KEYS[each].first_shown(keymap) for each in ("select-active", "stat-block"))
        more = line(Span(f"{signs.CUT} {rest} more lines: {select} selects it, {show} shows all", "muted"))
        rows = [*rows[: left - 1], more] if left > 0 else []
    return title(view, upper), [*rows, divider(*title(view, view.selected)), *lower]


def cards_in_short(view: View, width: int) -> tuple[Line, list[Line]]:
    """Those who come next, card below card."""
    fight = view.fight
    after = fight.order.index(fight.active) + 1 if fight.active in fight.order else 0
    coming = (*fight.order[after:], *fight.order[:after]) or tuple(fight.states)
    shown = [each for each in coming if each not in (fight.active, view.selected) and _takes_part(view, each)]
    if not shown:
        return line("Next"), []
    rows = card(view, shown[0], width)
    for each in shown[1:4]:
        rows += [divider(*title(view, each)), *card(view, each, width)]
    return title(view, shown[0]), rows


def _takes_part(view: View, creature: str) -> bool:
    return standing(view.system, view.fight, creature) in ("up", "down")
