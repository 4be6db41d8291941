"""The modifiers in force on a creature, as rows: which of them count at a moment, and their dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui import dice
from orcus_tui.dice import Face
from orcus_tui.model.effect import Effect
from orcus_tui.model.facts import Fact, Facts
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.model.modifier import ALWAYS, ATTACKED, Advantage, Modifier, When, read_rows
from orcus_tui.rules.facts import Moment, counts_when, holds
from orcus_tui.rules.in_force import InForce, held_conditions, in_force
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.system.attacks import Strike
from orcus_tui.rules.system.conditions import Condition
from orcus_tui.rules.system.hooks import Modifier as Added
from orcus_tui.rules.system.hooks import OfPower

if TYPE_CHECKING:
    from orcus_tui.rules.system.resolution import Resolution

ADVANTAGE_SIDES = {"adv": 1, "dis": -1}
SOURCE = "source"
"""The word for the creature that caused a condition, in the facts of its rows."""
EITHER = "attack or save"
"""The statistic of a bonus that is for the next attack roll or saving throw, whichever comes first."""
SAVE_STATS = ("saves", EITHER)
"""The statistics whose bonuses count for a saving throw."""


class Held(Struct, frozen=True):
    """A modifier that a creature has: its row, the type by which it stacks, its cause, and the effect it is from.

    `who` says whether a rule of the fight applies to the creature. `is_written`: it is from a stat block or from such a
    rule, and counts only while the creature is in the fight.
    """

    row: Modifier
    stacks: str | OfPower
    cause: str | Message
    place: int
    effect: Effect | None = None
    who: Facts | None = None
    is_written: bool = False

    @property
    def key(self) -> str:
        """The key under which a creature remembers that it has counted in this turn or round."""
        return f"{self.row.limit}: {self.effect.id if self.effect else f'{self.row.name} {self.row}'}"

    @property
    def depends(self) -> bool:
        """Whether it counts only at some moments."""
        of_effect = self.effect is not None and bool(self.effect.against or self.effect.tags)
        return self.row.when is not ALWAYS or bool(self.row.limit or self.who) or of_effect

    @property
    def weight(self) -> int:
        """Its amount; for dice, their average."""
        return average_of(self.row) if self.row.dice else self.row.amount


class Rows(Struct, frozen=True):
    """The modifiers of a creature by statistic, oldest first, and which statistics have numbers, dice or words.

    `words` are the statistics with a word other than advantage, such as `ca`. `effects` are the names of its effects.
    """

    by_stat: Mapping[str, tuple[Held, ...]]
    numbers: frozenset[str]
    dice: frozenset[str]
    advantages: frozenset[str]
    words: frozenset[str]
    limited: frozenset[str]
    effects: frozenset[str]


def average_of(row: Modifier) -> int:
    """The average of a row's dice, with their sign; never 0."""
    average = max(1, dice.average(dice.parse(row.dice[1:])))
    return -average if row.dice.startswith("-") else average


# The rows of a creature


def rows_of(view: FightView, creature: str) -> Rows:
    """All modifiers of a creature, whether they count now or not."""
    found: InForce | None = view.found.get(creature)
    if found is None or found.state is not view.fight.states[creature]:
        found = in_force(view, creature)
    rows: Rows | None = found.rows
    if rows is None:
        names = frozenset([each.name for each in view.fight.states[creature].effects])
        rows = found.rows = _by_stat(list(_rows(view, creature)), names)
    return rows


NO_ROWS = Rows({}, *(frozenset(),) * 6)


def _by_stat(rows: list[Held], effects: frozenset[str]) -> Rows:
    if not rows and not effects:
        return NO_ROWS
    by_stat: dict[str, list[Held]] = {}
    numbers, dice_, advantages_, words, limited = set[str](), set[str](), set[str](), set[str](), set[str]()
    for held in rows:
        row = held.row
        by_stat.setdefault(row.stat, []).append(held)
        if row.dice:
            dice_.add(row.stat)
        if row.advantage:
            (advantages_ if row.advantage in ADVANTAGE_SIDES else words).add(row.stat)
        elif not row.dice:
            numbers.add(row.stat)
        if row.limit:
            limited.add(row.stat)
    return Rows(
        {stat: tuple(of_stat) for stat, of_stat in by_stat.items()},
        numbers=frozenset(numbers),
        dice=frozenset(dice_),
        advantages=frozenset(advantages_),
        words=frozenset(words),
        limited=frozenset(limited),
        effects=effects,
    )


def has_rows(view: FightView, creature: str, *stats: str) -> bool:
    """Whether a creature has any modifiers to these statistics, whether they count now or not."""
    return not rows_of(view, creature).by_stat.keys().isdisjoint(stats)


def _rows(view: FightView, creature: str) -> Iterator[Held]:
    system, fight = view.system, view.fight
    place = 0
    for effect in fight.states[creature].effects:
        if effect.kind == "bonus" and effect.name in system.words.abilities:
            for row in rows_of_ability(view, creature, effect):
                yield Held(row, "", message("ability bonus", ability=effect.name), place, effect)
                place += 1
        elif effect.kind == "bonus":
            yield Held(row_of(effect), _stacking_type(system, effect), effect.power or _reason(effect), place, effect)
            place += 1
    for trait in fight.sheets[creature].traits:
        for row in trait.modifiers:
            yield Held(replace(row, name=trait.name), row.type, trait.name, place, is_written=True)
            place += 1
    for rule in fight.modifiers:
        yield Held(rule.row, rule.row.type, rule.row.name or "house rule", place, who=rule.facts, is_written=True)
        place += 1
    acting = held_conditions(view, creature)
    of_conditions = [
        held for name, known in acting.items() if known.rows for held in _rows_of_condition(view, creature, name, known)
    ]
    of_conditions.sort(key=_order_in_sums)
    for at, held in enumerate(of_conditions, start=place):
        yield replace(held, place=at)


def _order_in_sums(held: Held) -> tuple[bool, str, bool]:
    """The order of conditions in a sum: conditions that depend on the attack come last."""
    row = held.row
    return row.stat != "defenses", row.stat, row.when.using is not None


def _rows_of_condition(view: FightView, creature: str, name: str, known: Condition) -> Iterator[Held]:
    """The rows of a condition.

    If every effect that causes it is against a single opponent, there is a copy for each opponent.
    """
    type_ = view.system.conditions.modifier_type(view.fight)
    caused_by = [each for each in view.fight.states[creature].effects if each.name == name]
    opponents = [each for each in caused_by if each.against]
    for effect in opponents if caused_by and len(opponents) == len(caused_by) else (None,):
        for row in known.rows:
            bound = bind_to_sources(row, [each.source for each in caused_by])
            yield Held(bound, row.type or type_, _cause_of_row(name, row, caused_by), 0, effect)


def _cause_of_row(name: str, row: Modifier, caused_by: list[Effect]) -> str | Message:
    """The name of a condition's row in a sum."""
    if row.stat == ATTACKED:
        return message("target is", condition=name)
    words = [fact.word for facts in (row.when.against, row.when.using) if facts for fact in facts.any_of[0]]
    if words == ["marker"] and caused_by:
        return message("marked by", by=caused_by[0].source)
    if row.stat == "defenses" and row.when.against:
        return message("at range", condition=name, range=words[0])
    return name


def bind_to_sources(row: Modifier, sources: list[str]) -> Modifier:
    """The row with the ids of the creatures that caused its condition in place of `source`."""
    when = row.when
    if when is ALWAYS or not sources:
        return row
    bound = [_bind(facts, sources) for facts in (when.against, when.using, when.during)]
    return row if bound == [when.against, when.using, when.during] else replace(row, when=When(*bound))


def _bind(facts: Facts | None, sources: list[str]) -> Facts | None:
    if facts is None or not any(SOURCE in (fact.word, fact.other) for group in facts.any_of for fact in group):
        return facts
    return Facts(
        tuple(
            tuple(_bind_fact(fact, source) for fact in group)
            for source in dict.fromkeys(sources)
            for group in facts.any_of
        )
    )


def _bind_fact(fact: Fact, source: str) -> Fact:
    word, other = (source if each == SOURCE else each for each in (fact.word, fact.other))
    return replace(fact, word=word, other=other)


def row_of(effect: Effect) -> Modifier:
    """A bonus as a row."""
    limit = "once" if effect.once else effect.limit
    dice_ = effect.dice
    return Modifier(
        effect.name, 0 if dice_ else effect.amount or 0, dice_, effect.advantage, effect.type or "", effect.when, limit
    )


def _stacking_type(system: System, effect: Effect) -> str | OfPower:
    """The type that decides whether a bonus adds up with others: its own, or its power."""
    return OfPower(effect.power) if system.bonuses.once_per_power and effect.power else effect.type or ""


def _reason(effect: Effect) -> str | Message:
    what = "penalty" if (effect.amount or 0) < 0 or effect.dice.startswith("-") else "bonus"
    return message("typed bonus", type=effect.type, what=what) if effect.type else what


# Which of them count


def counting(moment: Moment, *stats: str) -> list[Held]:
    """The rows to any of these statistics that count for a creature at a moment, oldest first."""
    rows = rows_of(moment.view, moment.bearer).by_stat
    held = [each for stat in stats if stat in rows for each in rows[stat]]
    if not held:
        return held
    found = [each for each in held if counts_now(each, moment)]
    if len(found) > 1 and len(stats) > 1:
        found.sort(key=lambda each: each.place)
    return found


def counts_now(held: Held, moment: Moment) -> bool:
    """Whether a row counts: its facts are true, and it has not counted yet in this turn or round."""
    effect, row = held.effect, held.row
    if held.is_written:
        state = moment.fight.states[moment.bearer]
        if state.is_out or state.place != "here" or not applies_to_bearer(held, moment):
            return False
    elif effect is not None and not counts(effect, moment.other, _own_tags(moment)):
        return False
    if row.when is not ALWAYS and not counts_when(row.when, moment):
        return False
    return row.limit in ("", "once") or not _has_counted(moment.fight, moment.bearer, held)


def applies_to_bearer(held: Held, moment: Moment) -> bool:
    """Whether a row is for this creature, in its present state: only a rule of the fight may be for others."""
    return held.who is None or holds(held.who, moment, "bearer")


def counts(effect: Effect, opponent: str, tags: tuple[str, ...]) -> bool:
    """Whether a bonus that is limited to an opponent, or to tags, counts here."""
    if effect.against and effect.against != opponent:
        return False
    return not effect.tags or any(tag in tags for tag in effect.tags)


def _own_tags(moment: Moment) -> tuple[str, ...]:
    use = moment.use
    return use.power.tags if use is not None and use.source == moment.bearer else ()


def bonuses(moment: Moment, *stats: str) -> list[Added]:
    """The numbers among the rows to any of these statistics that count."""
    if rows_of(moment.view, moment.bearer).numbers.isdisjoint(stats):
        return []
    return [
        (held.row.amount, held.stacks, held.cause)
        for held in counting(moment, *stats)
        if not held.row.dice and not held.row.advantage
    ]


def advantages(moment: Moment, *stats: str) -> list[tuple[int, str | Message]]:
    """Advantage (1) and disadvantage (-1) to any of these statistics, with their causes."""
    if rows_of(moment.view, moment.bearer).advantages.isdisjoint(stats):
        return []
    return [
        (ADVANTAGE_SIDES[held.row.advantage], held.cause)
        for held in counting(moment, *stats)
        if held.row.advantage in ADVANTAGE_SIDES
    ]


def has_row(strike: Strike, target: str, word: Advantage) -> bool:
    """Whether a modifier of the attacker, or of the target for attacks on it, gives an attack this advantage."""
    view, source = strike.resolution.view, strike.source
    if "attack" in rows_of(view, source).words and _gives(word, Moment(view, source, target, strike), "attack"):
        return True
    return ATTACKED in rows_of(view, target).words and _gives(word, Moment(view, target, source, strike), ATTACKED)


def _gives(word: Advantage, moment: Moment, stat: str) -> bool:
    return any(held.row.advantage == word for held in counting(moment, stat))


# Dice


def roll_bonus_dice(resolution: Resolution, moment: Moment, *stats: str) -> list[Added]:
    """Rolls the bonus dice that count for these statistics, in the order of effects; of each type, only the best."""
    if rows_of(moment.view, moment.bearer).dice.isdisjoint(stats):
        return []
    found = [held for held in counting(moment, *stats) if not held.row.advantage]
    if not any(held.row.dice for held in found):
        return []
    best = best_of_types(resolution.system, found)
    return [roll_dice(held.row.dice, held.stacks, held.cause, resolution.joined_die) for held in best if held.row.dice]


def roll_dice(text: str, type_: str | OfPower, cause: str | Message, die: Face) -> Added:
    """Rolls dice with a sign, such as `+1d4`, as a term of a sum."""
    roll = dice.roll(dice.parse(text[1:]), die)
    amount = -roll.total if text.startswith("-") else roll.total
    if len(roll.dice) < 2:
        return amount, type_, message("bonus dice", dice=text[1:], cause=cause)
    faces = ", ".join(map(str, roll.dice))
    return amount, type_, message("bonus dice rolled", dice=text[1:], faces=faces, cause=cause)


def roll_save_dice(resolution: Resolution, creature: str, moment: Moment | None = None) -> list[Added]:
    """Rolls the bonus dice of a saving throw; `moment` has the cause of the save."""
    if rows_of(resolution.view, creature).dice.isdisjoint(SAVE_STATS):
        return []
    return roll_bonus_dice(resolution, moment or Moment(resolution.view, creature), *SAVE_STATS)


def best_of_types(system: System, rows: Iterable[Held]) -> list[Held]:
    """The rows that count together: the best bonus and worst penalty of each type, and all untyped ones."""
    best: dict[tuple[str | OfPower, bool], Held] = {}
    rows = list(rows)
    for held in rows:
        if stacks_by_type(system, held.stacks):
            key = (held.stacks, held.weight > 0)
            if key not in best or abs(held.weight) > abs(best[key].weight):
                best[key] = held
    return [each for each in rows if each is best.get((each.stacks, each.weight > 0), each)]


def stacks_by_type(system: System, type_: str | OfPower) -> bool:
    """Whether only the best bonus of a type counts."""
    if not type_:
        return False
    best_of = system.bonuses.best_of
    return best_of is None or type_ in best_of or isinstance(type_, OfPower)


# Modifiers that one roll uses up


def used_by_roll(moment: Moment, *stats: str) -> list[Held]:
    """The limited rows to any of these statistics that have just changed a roll."""
    if rows_of(moment.view, moment.bearer).limited.isdisjoint(stats):
        return []
    found = counting(moment, *stats)
    if not any(held.row.limit for held in found):
        return []
    system = moment.view.system
    changed = _sum(best_of_types(system, found))
    return [
        held
        for held in found
        if held.row.limit
        and (held.row.advantage or _sum(best_of_types(system, [each for each in found if each is not held])) != changed)
    ]


def _sum(rows: Iterable[Held]) -> int:
    return sum(held.weight for held in rows)


def remember_counted(resolution: Resolution, creature: str, held: Held) -> None:
    """Remembers that a row has counted in this turn or round."""
    resolution.remember(f"{creature} {held.key}", _span_number(resolution.fight, held))


def _has_counted(fight: Fight, creature: str, held: Held) -> bool:
    return fight.system_memory.get(f"{creature} {held.key}", 0) == _span_number(fight, held)


def _span_number(fight: Fight, held: Held) -> int:
    """A number for this turn or round, different from all others in the fight."""
    if held.row.limit == "each round" or fight.active is None:
        return fight.round + 1
    further = fight.turn.slot - 1 if fight.turn else 0
    return further * 1_000_000_000 + (fight.round + 1) * 10_000 + list(fight.sheets).index(fight.active)


UNKNOWN = 10
"""The score of an ability that a stat block leaves out."""


def rows_of_ability(view: FightView, creature: str, effect: Effect) -> Iterator[Modifier]:
    """The rows of a bonus to an ability: to its checks, and to what depends on it in this system."""
    amount = _change(view, creature, effect)
    if amount:
        for words in (effect.name, *view.system.bonuses.depend_on_ability.get(effect.name, ())):
            yield from read_rows(f"{amount:+d} {words}")


def _change(view: FightView, creature: str, effect: Effect) -> int:
    """The change of an ability's modifier by a bonus, given the earlier bonuses to that ability."""
    held = view.fight.states[creature].effects
    earlier = [each for each in held if each.kind == "bonus" and each.name == effect.name and each.id < effect.id]
    before = sum(each.amount or 0 for each in earlier)
    after = before + (effect.amount or 0)
    if not view.system.checks.by_score:
        return after - before
    score = view.fight.sheets[creature].abilities.get(effect.name, UNKNOWN)
    return (score + after) // 2 - (score + before) // 2


def is_to_ability(system: System, effect: Effect) -> bool:
    """Whether an effect is a bonus or penalty to an ability."""
    return effect.kind == "bonus" and effect.name in system.words.abilities
