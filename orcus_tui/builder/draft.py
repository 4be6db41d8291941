"""An encounter being built, as a value: what it is called, for whom it is, and who is in it."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.rules.encounter_building import Levels, NotLevelled, Table, level_of
from orcus_tui.rules.fields import MOST_OF_ONE
from orcus_tui.rules.resolution import Impossible
from orcus_tui.storage.encounter.from_tables import FORMAT
from orcus_tui.systems import DEFAULT
from orcus_tui.systems.building_registry import building


class Entry(Struct, frozen=True):
    """A creature as printed, without `count`; how many of it; and by how many levels it is moved."""

    printed: Table
    count: int = 1
    levels: int = 0

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.printed.get("name", ""))


class Draft(Struct, frozen=True):
    """An encounter being built.

    `head` is what stands above the creatures in its file, in that order, without what the other fields say. `party` is
    the party file as the encounter names it, `heroes` are the levels of those in it, or of whom the fight is meant for.
    """

    name: str = ""
    system: str = DEFAULT
    party: str = ""
    heroes: Levels = ()
    entries: tuple[Entry, ...] = ()
    head: Mapping[str, Any] = {}


def with_creature(draft: Draft, creature: Table, count: int = 1) -> Draft:
    """The draft with so many more of a creature: one that is in it already, as printed, only becomes more.

    Raises Impossible for more of it than a file may say.
    """
    printed = {key: value for key, value in creature.items() if key != "count"}
    for place, entry in enumerate(draft.entries):
        if entry.printed == printed and not entry.levels:
            return counted(draft, place, entry.count + count)
    _refuse_too_many(count)
    return replace(draft, entries=(*draft.entries, Entry(printed, count)))


def counted(draft: Draft, place: int, count: int) -> Draft:
    """The draft with so many of the creature at a place; with none of it the creature is gone.

    Raises Impossible for more of it than a file may say.
    """
    _refuse_too_many(count)
    before, after = draft.entries[:place], draft.entries[place + 1 :]
    if count < 1:
        return replace(draft, entries=(*before, *after))
    entry = replace(draft.entries[place], count=count)
    return replace(draft, entries=(*before, entry, *after))


def _refuse_too_many(count: int) -> None:
    if count > MOST_OF_ONE:
        raise Impossible(f"there are at most {MOST_OF_ONE} of one creature")


def moved(draft: Draft, place: int, levels: int) -> Draft:
    """The draft with the creature at a place moved by so many levels more, up or down.

    Raises NotLevelled where the system's rules do not say how.
    """
    entry = draft.entries[place]
    entry = replace(entry, levels=entry.levels + levels)
    creature_of(draft, entry)
    return replace(draft, entries=(*draft.entries[:place], entry, *draft.entries[place + 1 :]))


def creature_of(draft: Draft, entry: Entry) -> Table:
    """One creature of an entry, of the level it is moved to. Raises NotLevelled where that cannot be."""
    if not entry.levels:
        return entry.printed
    levelled = building(draft.system).levelled
    if levelled is None:
        raise NotLevelled("its rules do not say how to move a creature to another level")
    return _told_apart(levelled(entry.printed, entry.levels), level_of(entry.printed))


def _told_apart(creature: Table, level: int | None) -> Table:
    """A creature moved from a level, its powers' texts marked as that level's, for they give figures of their own."""
    powers = [
        {**each, "text": f"As printed for level {level}: {each['text']}"} if _has_figures(each) else each
        for each in creature.get("power", ())
    ]
    return {**creature, "power": powers} if powers else creature


def _has_figures(power: Table) -> bool:
    text = str(power.get("text", ""))
    return not text.startswith("As printed for level ") and any(each.isdecimal() for each in text)


def table_of(draft: Draft) -> dict[str, Any]:
    """The draft as the tables of an encounter file; without a name it is called as its file."""
    name = {"name": draft.name} if draft.name else {}
    party = {"party": draft.party} if draft.party else {}
    table = {"format": FORMAT, **name, "system": draft.system, **party, **draft.head}
    creatures = [_with_count(creature_of(draft, each), each.count) for each in draft.entries]
    return {**table, "creature": creatures} if creatures else table


def _with_count(creature: Table, count: int) -> dict[str, Any]:
    """The creature's table with its count, where that is more than one."""
    return {**creature, "count": count} if count > 1 else dict(creature)


def draft_of(table: Mapping[str, Any], heroes: Levels = ()) -> Draft:
    """The draft that the tables of an encounter file describe; heroes in the file itself count with the others."""
    creatures = table.get("creature", [])
    entries = tuple(
        Entry({key: value for key, value in each.items() if key != "count"}, each.get("count", 1)) for each in creatures
    )
    told = ("format", "name", "system", "party", "creature")
    head = {key: value for key, value in table.items() if key not in told}
    system = table.get("system", DEFAULT)
    return Draft(table.get("name", ""), system, table.get("party", ""), heroes, entries, head)
