"""What an encounter comes to: its XP, the budget of those it is for, and how hard it is by the system's own measure."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from orcus_tui.builder.draft import Draft, Entry, creature_of
from orcus_tui.model.text import points
from orcus_tui.rules.encounter_building import Heroes, Levels, Measure, Table, level_of
from orcus_tui.rules.system.creatures import Kind
from orcus_tui.systems import SYSTEMS
from orcus_tui.systems.building_registry import building


class Reckoning(Struct, frozen=True):
    """What an encounter comes to.

    `xp` are those of all foes, as far as they are known. `worth` and `budget` are in the unit of the system's measure,
    None where there is none or nobody it is for; `unmeasured` are foes that the measure has nothing for.
    """

    heroes: Levels
    xp: float
    worth: float | None
    budget: float | None
    unmeasured: tuple[str, ...]

    @property
    def share(self) -> float | None:
        """What it comes to, as a part of the budget."""
        return self.worth / self.budget if self.worth is not None and self.budget else None


def reckon(draft: Draft) -> Reckoning:
    """What the draft comes to."""
    rules = building(draft.system)
    foes = [(each, creature_of(draft, each)) for each in draft.entries if _side(draft, each.printed) == "foes"]
    told = heroes_of(draft)
    heroes = _known(told)
    xp = sum(each.count * (_xp(draft, creature) or 0) for each, creature in foes)
    if rules.measure is None or not heroes or len(heroes) < len(told):
        return Reckoning(told, xp, None, None, ())
    counted = [(each, rules.measure.worth(creature, heroes)) for each, creature in foes]
    worth = sum(each.count * value for each, value in counted if value is not None)
    unmeasured = tuple(_without_worth(each) for each, value in counted if value is None)
    return Reckoning(told, xp, worth, rules.measure.fair(heroes), unmeasured)


def _known(levels: Levels) -> Heroes:
    return tuple(each for each in levels if each is not None)


def _without_worth(entry: Entry) -> str:
    return f"{entry.name} (no level is written)" if level_of(entry.printed) is None else entry.name


def heroes_of(draft: Draft) -> Levels:
    """The levels of the heroes: those of the party, and those in the encounter itself."""
    inside = [
        level_of(each.printed)
        for each in draft.entries
        for _ in range(each.count)
        if _kind(draft, each.printed).side == "party" == _side(draft, each.printed)
    ]
    return (*draft.heroes, *inside)


def xp_of(draft: Draft, entry: Entry) -> float | None:
    """What one creature of an entry brings; None where neither it nor the rules say."""
    return _xp(draft, creature_of(draft, entry))


def _xp(draft: Draft, creature: Table) -> float | None:
    printed = creature.get("xp")
    if printed:  # 0 is what stands where nobody has said
        return float(printed)
    return building(draft.system).xp(str(creature.get("kind", "standard")), level_of(creature))


def _kind(draft: Draft, creature: Table) -> Kind:
    return SYSTEMS[draft.system].creatures.kinds.get(str(creature.get("kind", "standard")).lower(), Kind())


def _side(draft: Draft, creature: Table) -> str:
    return str(creature.get("side", _kind(draft, creature).side))


# In words


def in_short(draft: Draft) -> str:
    """What the draft comes to, in a few words: `736 XP, 105% of the budget`; nothing where there is nothing to say."""
    found = reckon(draft)
    xp = f"{points(found.xp)} XP" if found.xp else ""
    share = "" if found.share is None else f"{found.share:.0%} of the budget"
    return ", ".join(each for each in (xp, share) if each)


def told(draft: Draft) -> list[str]:
    """What the draft comes to, in a few lines."""
    found = reckon(draft)
    count = sum(each.count for each in draft.entries)
    lines = [f"{count} {'creature' if count == 1 else 'creatures'}; {_told_xp(found)}"]
    rules = building(draft.system)
    if rules.measure is None:
        return [*lines, f"how hard: {rules.silent}"]
    if not found.heroes:
        return [*lines, "how hard: that goes by the heroes: name their party file, or say how many of what level"]
    if None in found.heroes:
        return [*lines, "how hard: that goes by the heroes' levels, and not all of them are written"]
    if found.budget is None:
        return [*lines, f"how hard: the rules have no budget for {_those(_known(found.heroes))}"]
    lines += [_budget(found, rules.measure, found.budget), f"how hard: {how_hard(found, rules.measure)}"]
    if found.unmeasured:
        lines.append(f"not counted, for the rules have nothing for them: {', '.join(dict.fromkeys(found.unmeasured))}")
    return lines


def _told_xp(found: Reckoning) -> str:
    share = f", {points(found.xp / len(found.heroes))} for each of {len(found.heroes)}" if len(found.heroes) > 1 else ""
    return f"XP {points(found.xp)}{share}" if found.xp else "no XP"


def _budget(found: Reckoning, measure: Measure, budget: float) -> str:
    worth = f"{points(budget)} {measure.unit}, {measure.is_called} – {measure.means}"
    return f"budget for {_those(_known(found.heroes))}: {worth}"


def how_hard(found: Reckoning, measure: Measure) -> str:
    """How hard a fight is beside the one the rules call right; they name no other degrees."""
    share = found.share
    if share is None or found.worth is None or found.budget is None:
        return ""
    than = "" if share == 1 else "less than " if share < 1 else "more than "
    worth = f"{points(found.worth)} of {points(found.budget)} {measure.unit}"
    return f"{share:.0%} of the budget, {than}{measure.is_called} ({worth})"


def _those(heroes: Sequence[int]) -> str:
    """Heroes by their levels: `4 heroes of level 3`, `2 heroes of level 3 and 1 of level 4`."""
    parts = [f"{count} of level {level}" for level, count in sorted(Counter(heroes).items())]
    first = parts[0].replace(" of", " hero of" if parts[0].startswith("1 ") else " heroes of", 1)
    return " and ".join([first, *parts[1:]])
