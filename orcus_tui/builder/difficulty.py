"""The difficulty of an encounter: its XP, the budget of its heroes, and the system's own measure."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from orcus_tui.builder.draft import Draft, Entry, creature_of
from orcus_tui.model.text import plural, points
from orcus_tui.rules.encounter_building import Foe, Heroes, Levels, Measure, Table, level_of, party_level
from orcus_tui.rules.system.creatures import Kind
from orcus_tui.systems import SYSTEMS, building

TOLERANCE = 0.1
"""The largest deviation from the budget, as a fraction of it, that still counts as a fair fight."""

ROUNDING = 1e-9
"""The inaccuracy of sums of fractions, so that 110 % is within the tolerance."""


class Difficulty(Struct, frozen=True):
    """The difficulty of an encounter for its heroes.

    `xp` adds up the foes whose XP is known. `cost` and `budget` are in the unit of the system's measure; they are None
    if the system has no measure or the heroes' levels are not known. `unmeasured` names the foes for which the measure
    has no value.
    """

    heroes: Levels
    xp: float
    cost: float | None
    budget: float | None
    unmeasured: tuple[str, ...]

    @property
    def share(self) -> float | None:
        """The encounter's cost as a part of the budget."""
        return self.cost / self.budget if self.cost is not None and self.budget else None


def difficulty_of(draft: Draft) -> Difficulty:
    """Measures a draft."""
    rules = building(draft.system)
    foes = _foe_entries(draft)
    levels = hero_levels(draft)
    heroes = _known_levels(levels)
    xp = sum(each.count * (_xp(draft, creature) or 0) for each, creature in foes)
    if rules.measure is None or not heroes or len(heroes) < len(levels):
        return Difficulty(levels, xp, None, None, ())
    values = [(each, rules.measure.cost(creature, heroes)) for each, creature in foes]
    cost = sum(each.count * value for each, value in values if value is not None)
    unmeasured = tuple(_without_cost(each) for each, value in values if value is None)
    return Difficulty(levels, xp, cost, rules.measure.budget(heroes), unmeasured)


def foe_places(draft: Draft) -> list[int]:
    """The places of the entries of foes."""
    return [place for place, each in enumerate(draft.entries) if _side(draft, each.printed) == "foes"]


def _foe_entries(draft: Draft) -> list[tuple[Entry, Table]]:
    """The entries of foes, each with its creature at its level."""
    return [(draft.entries[place], creature_of(draft, draft.entries[place])) for place in foe_places(draft)]


def foes_of(draft: Draft) -> list[Foe]:
    """The foes of a draft at their levels."""
    return [Foe(creature, entry.count) for entry, creature in _foe_entries(draft)]


def _known_levels(levels: Levels) -> Heroes:
    return tuple(each for each in levels if each is not None)


def _without_cost(entry: Entry) -> str:
    return f"{entry.name} (no level)" if level_of(entry.printed) is None else entry.name


def hero_levels(draft: Draft) -> Levels:
    """The levels of the heroes: those of the party, then those in the encounter itself."""
    inside = [
        level_of(each.printed)
        for each in draft.entries
        for _ in range(each.count)
        if _kind(draft, each.printed).side == "party" == _side(draft, each.printed)
    ]
    return (*draft.heroes, *inside)


def xp_of(draft: Draft, entry: Entry) -> float | None:
    """The XP of one creature of an entry; None if neither the stat block nor the rules have a number."""
    return _xp(draft, creature_of(draft, entry))


def _xp(draft: Draft, creature: Table) -> float | None:
    printed = creature.get("xp")
    if printed:  # 0 means "not given"
        return float(printed)
    return building(draft.system).xp(str(creature.get("kind", "standard")), level_of(creature))


def _kind(draft: Draft, creature: Table) -> Kind:
    return SYSTEMS[draft.system].creatures.kinds.get(str(creature.get("kind", "standard")).lower(), Kind())


def _side(draft: Draft, creature: Table) -> str:
    return str(creature.get("side", _kind(draft, creature).side))


# In words


def difficulty_summary(draft: Draft) -> str:
    """A draft's difficulty for a heading: `736 XP · 105 % of the budget`; empty if nothing is known."""
    difficulty = difficulty_of(draft)
    xp = f"{points(difficulty.xp)} XP" if difficulty.xp else ""
    share = "" if difficulty.share is None else _budget_share(difficulty.share)
    return " · ".join(filter(None, (xp, share)))


def difficulty_lines(draft: Draft, how_to_set_heroes: str) -> list[str]:
    """A draft's size, XP, budget and difficulty, a line each.

    `how_to_set_heroes` is the text for an encounter without heroes: `set a party file (p) or hero levels (h)`.
    """
    difficulty = difficulty_of(draft)
    count = sum(each.count for each in draft.entries)
    xp = shared_xp(difficulty.xp, len(difficulty.heroes)) if difficulty.xp else "no XP"
    size = f"{plural(count, 'creature')} · {xp}"
    measure = building(draft.system).measure
    if measure is None or difficulty.budget is None:
        return [size, f"Difficulty: {_why_unknown(draft, difficulty, how_to_set_heroes)}", *level_gaps(draft)]
    lines = [
        size,
        _budget(difficulty, measure, difficulty.budget),
        f"Difficulty: {_against_budget(difficulty, measure)}",
        *level_gaps(draft),
    ]
    if difficulty.unmeasured:
        lines.append(f"Not counted (the rules give no value): {', '.join(dict.fromkeys(difficulty.unmeasured))}")
    return lines


def _why_unknown(draft: Draft, difficulty: Difficulty, how_to_set_heroes: str) -> str:
    rules = building(draft.system)
    known = _known_levels(difficulty.heroes)
    if rules.measure is None:
        return (rules.remark(foes_of(draft), known) if known else "") or f"unknown; {rules.why_no_measure}"
    if not difficulty.heroes:
        return how_to_set_heroes
    if None in difficulty.heroes:
        return "unknown; some of the heroes have no level"
    return f"unknown; the rules give no budget for {_heroes_by_level(_known_levels(difficulty.heroes))}"


def level_gaps(draft: Draft) -> list[str]:
    """A warning for each kind of foe whose level is too far from the heroes' by the system's rules."""
    rules, heroes = building(draft.system), _known_levels(hero_levels(draft))
    if not heroes:
        return []
    lowest, highest = rules.fitting(heroes)
    strengths = {str(each.creature.get("name")): rules.strength(each.creature) for each in foes_of(draft)}
    return [
        _gap(name, strength, rules.strength_name, party_level(heroes))
        for name, strength in strengths.items()
        if strength is not None and not lowest <= strength <= highest
    ]


def _gap(name: str, strength: float, strength_name: str, party: int) -> str:
    side = "above" if strength > party else "below"
    apart = f"{points(abs(strength - party))} {side} the party's {party}"
    return f"Warning: {name} has {strength_name} {points(strength)}, {apart}"


def shared_xp(xp: float, heroes: int) -> str:
    """XP in words, with the share of each of several heroes."""
    share = f", {points(xp // heroes)} for each of {heroes} heroes" if heroes > 1 else ""
    return f"{points(xp)} XP{share}"


def _budget(difficulty: Difficulty, measure: Measure, budget: float) -> str:
    heroes = _heroes_by_level(_known_levels(difficulty.heroes))
    return f"Budget for {heroes}: {points(budget)} {measure.unit}, {measure.means}"


def _against_budget(difficulty: Difficulty, measure: Measure) -> str:
    """A share of the budget in words: `105 % of the budget: standard (630 of 600 XP)`."""
    if difficulty.share is None or difficulty.cost is None or difficulty.budget is None:
        return "unknown"
    if abs(difficulty.share - 1) <= TOLERANCE + ROUNDING:
        degree = measure.fair_fight
    else:
        degree = f"{'harder' if difficulty.share > 1 else 'easier'} than {measure.fair_fight}"
    cost = f"{points(difficulty.cost)} of {points(difficulty.budget)} {measure.unit}"
    return f"{_budget_share(difficulty.share)}: {degree} ({cost})"


def _budget_share(share: float) -> str:
    return f"{share * 100:.0f} % of the budget"


def _heroes_by_level(heroes: Sequence[int]) -> str:
    """Heroes by their levels: `4 heroes of level 3`, `2 heroes of level 3 and 1 of level 4`."""
    (first, count), *others = sorted(Counter(heroes).items())
    parts = [f"{plural(count, 'hero', 'heroes')} of level {first}"]
    return " and ".join([*parts, *(f"{count} of level {level}" for level, count in others)])
