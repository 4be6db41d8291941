"""Creatures for the rest of an encounter's budget: proposals, the best first, and random fills."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui.builder.difficulty import TOLERANCE, difficulty_of, foes_of, hero_levels
from orcus_tui.builder.draft import Draft, with_creature
from orcus_tui.errors import Impossible
from orcus_tui.library.facts import Facts, facts_of, searchable
from orcus_tui.model.text import points
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS, building

if TYPE_CHECKING:
    from orcus_tui.library.library import Creature, Library
    from orcus_tui.session.dice_source import Chance

MOST_KINDS = 4
"""The most kinds of creatures in a fill."""
MOST_OF_A_KIND = 8
"""The most copies of one creature in a proposal or a fill; more would be hard to run."""
TRIES = 30
"""The number of random fills to try before using one that misses the budget."""


HIGHEST_SEED = 9_999
"""The largest seed that is chosen if none is given; short enough to write down."""


class Room(Struct, frozen=True):
    """The rest of a budget: `left` is the exact rest, `most` the rest with the tolerance."""

    left: float
    most: float
    unit: str


class Pick(Struct, frozen=True):
    """A number of creatures of the library, and the cost of one."""

    creature: Creature
    count: int
    cost: float

    def __str__(self) -> str:
        return f"{self.count} × {self.creature.facts.name}"


def room_in(draft: Draft) -> Room:
    """The rest of a draft's budget. Raises Impossible if there is no budget, or it is spent."""
    difficulty, measure = difficulty_of(draft), building(draft.system).measure
    if measure is None:
        raise Impossible(f"no budget to fill: {building(draft.system).why_no_measure}")
    if difficulty.budget is None or difficulty.cost is None:
        raise Impossible("no budget to fill: set the heroes first")
    left = difficulty.budget - difficulty.cost
    if left <= TOLERANCE * difficulty.budget:
        raise Impossible(
            f"the budget is spent: {points(difficulty.cost)} of {points(difficulty.budget)} {measure.unit}"
        )
    return Room(left, left + TOLERANCE * difficulty.budget, measure.unit)


def proposals(draft: Draft, creatures: Iterable[Creature]) -> list[Pick]:
    """The number of each creature that fits into the rest of the budget, most related to the draft's foes first.

    Creatures that do not fit, or are too far from the heroes' level, are left out. Raises Impossible as `room_in` does.
    """
    room = room_in(draft)
    kin = _relations(facts_of(each.creature) for each in foes_of(draft))

    def order(proposal: Pick) -> tuple[bool, int, float, str]:
        off = abs(room.left - proposal.count * proposal.cost)
        shared = len(kin & _relations([proposal.creature.facts]))
        return off > room.most - room.left, -shared, off, proposal.creature.facts.name

    found = [_best(each, cost, room) for each, cost in _affordable(draft, creatures, room)]
    return sorted(found, key=order)


def _best(creature: Creature, cost: float, room: Room) -> Pick:
    count = max(1, min(round(room.left / cost), int(room.most / cost), MOST_OF_A_KIND))
    return Pick(creature, count, cost)


def _relations(creatures: Iterable[Facts]) -> set[str]:
    """The words of types and tags."""
    return {word for facts in creatures for word in searchable(" ".join((facts.type, *facts.tags))).split()}


def _affordable(draft: Draft, creatures: Iterable[Creature], room: Room) -> list[tuple[Creature, float]]:
    """The creatures of a suitable level that fit at least once, each with its cost."""
    rules, heroes = building(draft.system), tuple(each for each in hero_levels(draft) if each is not None)
    lowest, highest = rules.fitting(heroes)
    kinds = SYSTEMS[draft.system].creatures.kinds
    found = []
    for each in creatures:
        table = {"kind": each.facts.kind, "level": each.facts.level, "xp": each.facts.xp}
        strength = rules.strength(table)
        cost = rules.measure.cost(table, heroes) if rules.measure else None
        is_foe = each.facts.kind in kinds and kinds[each.facts.kind].side == "foes"
        if is_foe and strength is not None and lowest <= strength <= highest and cost and cost <= room.most:
            found.append((each, cost))
    return found


class RandomFill(Struct, frozen=True):
    """A random fill: its query, and the draft before and after it."""

    query: str
    before: Draft
    after: Draft

    def without(self, draft: Draft) -> Draft:
        """A draft without this fill, so that another can replace it; unchanged if it was edited since."""
        return self.before if self.after == draft else draft


def read_fill(typed: str, chance: Chance) -> tuple[str, int]:
    """The query and the seed of a fill, `undead seed 7`; without a seed, one at random."""
    found = re.fullmatch(r"(.*?)(?:(?:^|\s)seed\s+([0-9]{1,9}))?\s*", typed)
    query, seed = (found[1], found[2]) if found else (typed, None)
    return query.strip(), int(seed) if seed else chance.randint(1, HIGHEST_SEED)


def fill_budget(draft: Draft, creatures: Sequence[Creature], library: Library, chance: Chance) -> Draft:
    """The draft with random valid creatures that use up the rest of its budget.

    Raises Impossible as `room_in` does, and if none of the creatures fits.
    """
    room = room_in(draft)
    known = _affordable(draft, creatures, room)
    while known:
        picks = _filling_picks(known, room, chance)
        faulty = [each.creature for each in picks if _has_faults(each.creature, draft.system, library)]
        if not faulty:
            for each in picks:
                draft = with_creature(draft, each.creature.table, each.count)
            return draft
        known = [each for each in known if each[0] not in faulty]
    raise Impossible(f"none of these creatures fits into the {points(room.left)} {room.unit} left")


def _has_faults(creature: Creature, system: str, library: Library) -> bool:
    try:
        library.values(SYSTEMS[system], creature)
    except StorageError:
        return True
    return False


def _filling_picks(known: Sequence[tuple[Creature, float]], room: Room, chance: Chance) -> list[Pick]:
    """The first random picks that fill the room, or the closest of TRIES attempts."""

    def off(picks: Sequence[Pick]) -> float:
        return abs(room.left - sum(each.count * each.cost for each in picks))

    best: list[Pick] = []
    for _ in range(TRIES):
        picks = _picks(known, room, chance)
        if not best or off(picks) < off(best):
            best = picks
        if off(best) <= room.most - room.left:
            break
    return best


def _picks(known: Sequence[tuple[Creature, float]], room: Room, chance: Chance) -> list[Pick]:
    """Random creatures, a number of each, until the room is used up or there are enough kinds."""
    picks: list[Pick] = []
    most = room.most
    while len(picks) < MOST_KINDS:
        names = [each.creature.facts.name for each in picks]
        fitting = [each for each in known if each[1] <= most and each[0].facts.name not in names]
        if not fitting or most <= room.most - room.left:
            break
        creature, cost = fitting[chance.randint(0, len(fitting) - 1)]
        count = chance.randint(1, min(int(most / cost), MOST_OF_A_KIND))
        picks.append(Pick(creature, count, cost))
        most -= count * cost
    return picks
