"""The creature cards: the creature whose turn it is, the selected one, and those who come next."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from orcus_tui.model.effect import Effect
from orcus_tui.model.power import Power
from orcus_tui.model.text import defense_name, number, with_sign
from orcus_tui.rules import stats
from orcus_tui.rules.facts import Moment, holds
from orcus_tui.rules.in_force import conditions_in_force, conditions_of, creature_standing
from orcus_tui.rules.stats import speed
from orcus_tui.rules.system.actions import ActionKind
from orcus_tui.rules.system.health import BoxRow
from orcus_tui.rules.templates import labelled
from orcus_tui.rules.uses import bars_on, is_spent, uses_left
from orcus_tui.screen.fight.creature_figures import bar, fate, health_role, is_out_for_good, players_row, points
from orcus_tui.screen.fight.view import PaneContent, PaneData, PaneSize, View
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import (
    EMPTY,
    Row,
    Span,
    cells,
    divider,
    fit,
    flow,
    row_of,
    width_of,
    wrap,
    wrap_within,
)
from orcus_tui.session.stat_block_text import (
    attack_of,
    costs_of,
    damage_of,
    effects_of,
    resistances,
    save_of,
    waits_for,
)


class Part(Struct, frozen=True):
    """A part of a card in three forms: full, short and shortest.

    Parts with a higher `weight` are kept longer; of parts with the same weight, the upper one. `short` forms are
    optional. `within` fits the part into any number of rows between the short and the full form.
    """

    full: Sequence[Row]
    weight: int = 0
    short: Sequence[Row] = ()
    shortest: Sequence[Row] = ()
    within: Callable[[int], Sequence[Row]] | None = None


def rows_of_card(parts: Sequence[Part]) -> list[Row]:
    """All rows of a card."""
    return [row for part in parts for row in part.full if row]


def rows_in_room(parts: Sequence[Part], room: int) -> list[Row]:
    """The parts of a card that fit into `room` rows, in their order.

    Parts are added by weight in their shortest form, then enlarged by weight.
    """
    chosen: dict[int, Sequence[Row]] = {}
    left = room
    by_weight = sorted(range(len(parts)), key=lambda at: -parts[at].weight)
    full = [part.full for part in parts]
    for forms in ([part.shortest for part in parts], [part.short for part in parts], full):
        for at in by_weight:
            rows = [row for row in forms[at] if row]
            held = chosen.get(at, ())
            within = parts[at].within
            if forms is full and within and len(rows) > len(held) + left:
                rows = [*within(len(held) + left)]
            more = len(rows) - len(held)
            if rows and 0 <= more <= left:
                chosen[at] = rows
                left -= more
    return [row for at in sorted(chosen) for row in chosen[at]]


MAX_BAR = 20
INDENT = 2
MAX_CARD_TEXT = 240
"""Characters of a power's or a trait's text on a card."""
MIN_LOWER = 3
"""The fewest rows for the selected creature's card, which is below the card of the creature whose turn it is."""
EDGE = 3
"""The cells of the upper edge around a heading."""


def title(view: View, creature: str) -> Row:
    """Name, role and level, kind."""
    sheet = view.fight.sheets[creature]
    level = sheet.role if sheet.level is None else f"{sheet.role or 'level'} {sheet.level}"
    facts = (level, sheet.kind.upper() if sheet.kind == "pc" else sheet.kind)
    rest = f" {signs.DASH} ".join(each for each in facts if each)
    form = view.fight.states[creature].form
    name = f"{sheet.name} ({form.name})" if form else sheet.name
    return row_of(Span(name, sheet.side), Span(f" {signs.DASH} {rest}", "muted"))


def card(view: View, creature: str, width: int, key_labels: Mapping[str, str]) -> list[Row]:
    """A creature's whole card; `key_labels` are the keys of its powers."""
    return rows_of_card(parts(view, creature, width, key_labels))


HEALTH, POWERS, HELD, DEFENSES, ACTIONS, EXPLAINED, OTHER = 7, 6, 5, 4, 3, 2, 1
"""The weights of the parts of a card."""


def parts(view: View, creature: str, width: int, key_labels: Mapping[str, str]) -> list[Part]:
    """The parts of a card from the top; for the creature whose turn it is, powers weigh most after health."""
    health = _health(view, creature, width)
    conditions = [*_conditions(view, creature), *_effects(view, creature), *_rules(view, creature)]
    held = wrap(_held_in_short(view, creature), width, INDENT)
    powers = [*_powers(view, creature, key_labels)]
    has_turn = creature == view.fight.active
    defenses_ = flow(_defenses(view, creature), width, indent=INDENT)
    actions = flow(_actions(view, creature), width, indent=INDENT)
    actions_in_short = actions if len(actions) < 2 else [fit(_actions_in_short(view, creature), width)]
    return [
        Part(health, HEALTH, health, health[:1]),
        Part(wrap(players_row(view, creature), width, INDENT), EXPLAINED),
        Part(defenses_, DEFENSES, defenses_, () if has_turn else defenses_),
        Part(_wrap_each(_defense_changes(view, creature), width), EXPLAINED),
        Part(_wrap_each(_waiting(view, creature), width), HELD),
        Part(_wrap_each(conditions, width), HELD, held, _first_row(held, width)),
        Part(actions, ACTIONS, actions, actions_in_short if has_turn else ()),
        Part(flow(_resources(view, creature), width, indent=INDENT), OTHER),
        Part(
            wrap(row_of(", ".join(resistances(view.formatter, view.fight.sheets[creature]))), width, INDENT), EXPLAINED
        ),
        Part(
            _wrap_each(powers, width),
            POWERS if has_turn else OTHER,
            [fit(each, width) for each in powers],
            flow(_powers_in_short(view, creature, key_labels), width) if has_turn else (),
            partial(_in_rows, powers, width),
        ),
        Part(_wrap_each(_traits(view, creature), width), OTHER),
        Part(_wrap_each(_remarks(view, creature), width), OTHER),
    ]


def _held_in_short(view: View, creature: str) -> Row:
    """The names of the effects on a creature: `dazed, prone, persistent 5 fire`."""
    known = conditions_of(view.fight_view)
    effects = [
        view.formatter.effect(each)
        for each in view.fight.states[creature].effects
        if each.kind != "mark" and not (each.kind == "condition" and each.name in known)
    ]
    names = [*sorted(conditions_in_force(view.fight_view, creature)), *effects]
    return row_of(Span(", ".join(names), "warning")) if names else EMPTY


def _first_row(rows: Sequence[Row], width: int) -> Sequence[Row]:
    """The first of the rows, with a sign at its end if there are more."""
    return rows if len(rows) < 2 else [fit((*rows[0], Span(f" {signs.CUT}", "muted")), width)]


def _powers_in_short(view: View, creature: str, key_labels: Mapping[str, str]) -> Iterator[Row]:
    """The key and the name of each power."""
    for place, power in enumerate(view.fight.sheets[creature].powers, start=1):
        used = is_spent(view.fight, creature, power)
        barred = _barred_by(view, creature, power)
        key = Span(f"{key_labels.get(f'power-{place}', '')} ", "accent")
        use = _use(power, used=used, barred=bool(barred))
        left = _uses_left(view, creature, power)
        yield row_of(key, *use, Span(power.name, "muted" if used or barred else "strong"), Span(left, "accent"))


def _wrap_each(lines: Iterable[Row], width: int) -> list[Row]:
    return [part for each in lines for part in wrap(each, width, INDENT)]


def _in_rows(lines: Sequence[Row], width: int, most: int) -> Sequence[Row]:
    """The lines in `room` rows, at least one row each; upper lines wrap first."""
    rows: list[Row] = []
    for place, each in enumerate(lines, start=1):
        rows += wrap_within(each, width, most - len(rows) - (len(lines) - place), INDENT)
    return rows


def _join(parts: Iterator[Row]) -> Row:
    """The parts in one row, two blanks between them."""
    spans: list[Span] = []
    for part in parts:
        spans += (Span("  "), *part) if spans and part else part
    return tuple(spans)


def _health(view: View, creature: str, width: int) -> list[Row]:
    """Hit points or the damage track, and the state of the creature."""
    state = view.fight.states[creature]
    where = creature_standing(view.fight_view, creature)
    staggered = where == "up" and stats.is_called_staggered(view.fight_view, creature)
    words = [view.formatter.word("staggered")] if staggered else []
    words += [fate(view, creature)] if where != "up" else []
    words += (word for word, is_so in (("hidden", state.hidden), ("will be surprised", state.surprised)) if is_so)
    condition = Span(f"  {', '.join(words)}", health_role(view, creature)) if words else Span("")
    box_rows = view.system.health.boxes(state)
    if box_rows:
        return _boxes(box_rows, condition, width)
    is_dead = state.life == "dead"
    figure = points(view, creature).text if is_dead else view.system.health.figure(view.fight.sheets[creature], state)
    hit_points = Span(figure, health_role(view, creature))
    temporary = Span(f"  temp {state.temp_hp}" if state.temp_hp else "", "accent")
    length = max(4, min(MAX_BAR, width - 26))
    return [row_of(Span("HP ", "muted"), *bar(view, creature, length), "  ", hit_points, temporary, condition)]


def _boxes(box_rows: Sequence[BoxRow], condition: Span, width: int) -> list[Row]:
    """The rows of a damage track, the condition after the first."""
    rows = []
    for place, each in enumerate(box_rows):
        spans = [Span(f"{each.title:<10} ", "muted"), _tally(each)]
        spans += (_box(name, is_marked=is_marked) for name, is_marked in each.boxes.items())
        rows.append(row_of(*spans, "" if place else condition))
    return [part for each in rows for part in wrap(each, width, INDENT)]


def _tally(row: BoxRow) -> Span:
    return Span(f"{row.tally} {row.count}", "warning" if row.count else "muted")


def _box(name: str, *, is_marked: bool) -> Span:
    sign = signs.MARKED_BOX if is_marked else signs.FREE_BOX
    return Span(f" {sign}{name}", "danger" if is_marked else "muted")


def _defenses(view: View, creature: str) -> Iterator[Row]:
    printed = stats.printed_defenses(view.system, view.system.creatures.defending_sheet(view.fight, creature))
    for name, value in stats.defenses(view.fight_view, creature).items():
        yield row_of(Span(f"{defense_name(name)} ", "muted"), _defense(value, printed[name]))
    yield _saves(view, creature)


def _defense(value: int, printed: int) -> Span:
    """A defense as it is now, with a sign if it differs from the stat block."""
    if value == printed:
        return Span(number(value), "strong")
    return (
        Span(f"{number(value)}{signs.RAISED}", "good")
        if value > printed
        else Span(f"{number(value)}{signs.LOWERED}", "danger")
    )


def _saves(view: View, creature: str) -> Row:
    """The bonus to saving throws, by ability if the system has such saves."""
    parts: list[Span] = []
    for ability in view.system.saves.abilities or ("",):
        bonus = stats.total(stats.save_modifiers(view.fight_view, creature, ability))
        if bonus:
            parts += (Span(f" {ability} ".rstrip(), "muted"), Span(f" {with_sign(bonus)}", "strong"))
    return row_of(Span("saves", "muted"), *parts) if parts else EMPTY


def _defense_changes(view: View, creature: str) -> Iterator[Row]:
    """Why defenses differ from the stat block; a change to all of them is one row."""
    reasons: dict[str, list[str]] = {}
    for name in stats.defenses(view.fight_view, creature):
        for amount, _, because in stats.defense_modifiers(Moment(view.fight_view, creature), name):
            reasons.setdefault(f"{with_sign(amount)} {view.formatter.cause(because)}", []).append(defense_name(name))
    everywhere = len(stats.defenses(view.fight_view, creature))
    for reason, names in reasons.items():
        where = "defenses" if len(names) == everywhere else ", ".join(names)
        yield row_of(Span(f"{where} {reason}", "muted"))


def _waiting(view: View, creature: str) -> Iterator[Row]:
    """A delayed turn and a readied action."""
    fight = view.fight
    if creature in fight.delayed:
        count = fight.delayed[creature]
        yield row_of(Span("delaying" if count is None else f"delaying until {count}", "accent"))
    if creature in fight.readied:
        yield row_of(Span("readied ", "accent"), fight.readied[creature][0])


def _conditions(view: View, creature: str) -> Iterator[Row]:
    """Each condition with its meaning, and its duration if it is a separate effect."""
    table = conditions_of(view.fight_view)
    own = {each.name: each for each in view.fight.states[creature].effects if each.kind in ("condition", "mark")}
    for name in sorted(conditions_in_force(view.fight_view, creature)):
        duration = f" {signs.DOT} {_duration(view, creature, own[name])}" if name in own else ""
        yield row_of(Span(name, "warning"), Span(duration, "muted"))
        if name in table:
            yield row_of(Span(f"  {signs.MEANS} {table[name].means}"))


def _effects(view: View, creature: str) -> Iterator[Row]:
    """The effects that are not conditions."""
    known = conditions_of(view.fight_view)
    for effect in view.fight.states[creature].effects:
        if effect.kind == "mark" or (effect.kind == "condition" and effect.name in known):
            continue
        duration = f" {signs.DOT} {_duration(view, creature, effect)}"
        yield row_of(Span(view.formatter.effect(effect), _EFFECT_ROLES.get(effect.kind, "")), Span(duration, "muted"))


def _rules(view: View, creature: str) -> Iterator[Row]:
    """The modifiers of terrain and house rules that the creature has."""
    moment = Moment(view.fight_view, creature)
    for rule in view.fight.modifiers:
        if holds(rule.facts, moment, "bearer"):
            yield row_of(Span(str(rule.row), "accent"), Span(f" {signs.DOT} {rule.row.name or 'house rule'}", "muted"))


_EFFECT_ROLES = {"persistent": "danger", "regeneration": "good", "bonus": "accent"}


def _duration(view: View, creature: str, effect: Effect) -> str:
    """The duration and the source of an effect."""
    others = effect.source != creature and effect.source in view.fight.sheets
    source = f", from {view.fight.sheets[effect.source].name}" if others else ""
    formatter = view.formatter
    until = f"{formatter.duration_of(effect, creature)}{formatter.joined_with(effect, creature)}"
    return f"{until}{source}{formatter.then_and_after(effect, creature)}"


def _actions(view: View, creature: str) -> Iterator[Row]:
    """The actions left: in the creature's turn all of them, otherwise only actions that are allowed out of turn."""
    left = stats.actions_left(view.fight_view, creature)
    for action in _kinds_of_action(view, creature):
        because = stats.forbids(view.fight_view, creature, action.name)
        is_choice = stats.may_trade_for(view.fight_view, creature, action)
        text = f"or {action.name}" if is_choice else f"{left[action.name]} {action.name}"
        role = "strong" if is_choice or left[action.name] else "muted"
        yield row_of(Span(text, role), Span(f" ({because})" if because else "", "muted"))


def _kinds_of_action(view: View, creature: str) -> Iterator[ActionKind]:
    """The kinds of actions that a creature may take now."""
    if view.fight.phase != "turns" or creature_standing(view.fight_view, creature) in ("dead", "out"):
        return
    for action in view.system.actions.kinds:
        if creature == view.fight.active or action.off_turn:
            yield action


def _actions_in_short(view: View, creature: str) -> Row:
    """The actions left in one row, equal counts once: `1 standard, move, swift, immediate`."""
    left = stats.actions_left(view.fight_view, creature)
    words: list[str] = []
    last = 0
    for action in _kinds_of_action(view, creature):
        if stats.may_trade_for(view.fight_view, creature, action):
            words.append(f"or {action.name}")
        elif left[action.name]:
            words.append(action.name if left[action.name] == last else f"{left[action.name]} {action.name}")
            last = left[action.name]
    return row_of(Span(", ".join(words), "strong") if words else Span("no actions left", "muted"))


def _resources(view: View, creature: str) -> Iterator[Row]:
    sheet, state = view.fight.sheets[creature], view.fight.states[creature]
    facts = (
        (view.formatter.word("recoveries"), state.recoveries if sheet.side == "party" else None),
        (view.formatter.word("action points"), state.action_points or None),
        ("speed", speed(view.fight_view, creature) or None),
        (f"failed {view.formatter.word('death save')}s", state.death_failures or None),
        (f"successful {view.formatter.word('death save')}s", state.death_successes or None),
        *labelled(state.counters, sheet.resources),
    )
    for name, value in facts:
        if value is not None:
            yield row_of(Span(f"{name} ", "muted"), str(value))


def _powers(view: View, creature: str, key_labels: Mapping[str, str]) -> Iterator[Row]:
    """Each power with its key, its roll, and whether it is spent."""
    has_keys = creature == (view.fight.active or view.selected)
    for place, power in enumerate(view.fight.sheets[creature].powers, start=1):
        key = key_labels.get(f"power-{place}", " ") if has_keys else " "
        used = is_spent(view.fight, creature, power)
        barred = _barred_by(view, creature, power)
        yield row_of(
            Span(f"{key} ", "accent"),
            *_use(power, used=used, barred=bool(barred)),
            Span(power.name, "muted" if used or barred else "strong"),
            Span(_uses_left(view, creature, power), "accent"),
            Span(f" ({barred})" if barred else "", "warning"),
            Span(_roll(power), "muted" if used or barred else ""),
            Span(_details(view, power, creature), "muted"),
        )


def _uses_left(view: View, creature: str, power: Power) -> str:
    """The uses left of a power that has several: ` 2/3`."""
    count = power.use.count
    return f" {uses_left(view.fight, creature, power)}/{count}" if count > 1 else ""


def _barred_by(view: View, creature: str, power: Power) -> str:
    """The condition that forbids a power, in the system's words, or an empty string."""
    bar = next(bars_on(view.fight_view, creature, power), None)
    return view.formatter.word(bar.condition) if bar else ""


def _use(power: Power, *, used: bool, barred: bool) -> Row:
    """The sign of a power with limited uses, or of a power that a condition forbids."""
    if barred and not used:
        return (Span(f"{signs.BARRED} ", "warning"),)
    if power.use.kind == "at-will":
        return EMPTY
    return (Span(f"{signs.USED if used else signs.UNUSED} ", "muted" if used else "accent"),)


def _roll(power: Power) -> str:
    return "".join(f"  {each}" for each in (attack_of(power), save_of(power), damage_of(power)) if each)


def _details(view: View, power: Power, user: str) -> str:
    """The text of a power without its roll; a long text is cut, since the stat block has all of it."""
    use = "" if power.use.kind == "at-will" else view.formatter.use(power.use)
    action = "" if power.action == view.system.actions.kinds[0].name else power.action
    facts = ", ".join(each for each in (action, use, power.range, *costs_of(power), waits_for(power)) if each)
    parts = (facts, *effects_of(view.formatter, power, user), _cut(power.text))
    return "".join(f" {signs.DOT} {each}" for each in parts if each)


def _cut(text: str) -> str:
    """A text in one line, cut to the length of a card's texts."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_CARD_TEXT else f"{line[: MAX_CARD_TEXT - 1].rstrip()}{signs.CUT}"


def _traits(view: View, creature: str) -> Iterator[Row]:
    for each in view.fight.sheets[creature].traits:
        yield row_of(Span(each.name, "strong"), Span(f": {_cut(each.text)}" if each.text else "", "muted"))


def _remarks(view: View, creature: str) -> Iterator[Row]:
    """The auras, forms, senses, languages, text and notes of a creature."""
    sheet = view.fight.sheets[creature]
    forms = ", ".join(each.name for each in sheet.forms)
    named = (("forms ", forms), ("senses ", sheet.senses), ("languages ", sheet.languages))
    perceives = _join(row_of(Span(name, "muted"), words) for name, words in named if words)
    yield row_of(Span(f"aura {sheet.aura}" if sheet.aura else "", "accent"))
    for aura in sheet.auras:
        yield row_of(Span(f"aura {aura.in_full}", "accent"))
    inside = [name for name, zone in view.fight.zones.items() if creature in zone.inside]
    yield row_of(Span(f"in {', '.join(inside)}" if inside else "", "accent"))
    foes = [view.fight.sheets[each].name for each in view.fight.states[creature].engaged]
    yield row_of(Span(f"engaged with {', '.join(foes)}" if foes else "", "accent"))
    yield perceives
    for text in (sheet.text, sheet.notes):
        for each in text.splitlines():
            yield row_of(Span(each, "muted"))


def fill(data: PaneData, size: PaneSize) -> PaneContent:
    """The creature whose turn it is, and the selected one below it; shortened cards if there is little room.

    A single shortened card is followed by the whole card, for scrolling.
    """
    view, labels = data.view, data.key_labels
    upper = view.fight.active or view.selected
    if not upper:
        hint = Span(f"No creatures yet: {labels['add']} adds one", "muted")
        return PaneContent(row_of("Cards"), [row_of(hint)])
    upper_parts = parts(view, upper, size.width, labels)
    rows = rows_of_card(upper_parts)
    if view.selected in ("", upper):
        if len(rows) <= size.height:
            return PaneContent(title(view, upper), rows)
        return PaneContent(title(view, upper), _short_then_whole_card(upper_parts, size.height))
    lower_parts = parts(view, view.selected, size.width, labels)
    lower = lower_parts[0].full if is_out_for_good(view, view.selected) else rows_of_card(lower_parts)
    room = size.height - 1 - min(len(lower), max(size.height // 3, MIN_LOWER))
    in_short = rows if len(rows) <= room else rows_in_room(upper_parts, room)
    lower_room = size.height - 1 - len(in_short)
    if len(lower) > lower_room:
        lower = _short_then_whole_card(lower_parts, lower_room)
    heading = title(view, upper)
    if in_short is not rows:
        select, stat_block = labels["select-active"], labels["stat-block"]
        hints = (f" {signs.CUT} {select} then {stat_block}: in full", f" {signs.CUT} {select} then {stat_block}")
        room = size.width - EDGE - width_of(heading)
        heading += (Span(next((each for each in hints if cells(each) <= room), f" {signs.CUT}"), "muted"),)
    return PaneContent(heading, [*in_short, divider(*title(view, view.selected)), *lower])


def _short_then_whole_card(shown: Sequence[Part], room: int) -> list[Row]:
    """A card shortened to `room` rows, followed by the whole card, to be seen by scrolling."""
    in_short = rows_in_room(shown, room)
    free = [EMPTY] * (room - len(in_short))
    return [*in_short, *free, divider(Span("in full", "muted")), *rows_of_card(shown)]
