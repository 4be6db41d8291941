"""An encounter being built, as a value: its name, its heroes and its creatures."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.rules.encounter_building import LevelFault, Levels, Table, level_of
from orcus_tui.rules.fields import MOST_OF_ONE
from orcus_tui.storage.encounter.fight_tables import FORMAT
from orcus_tui.systems import DEFAULT, building

_FIELDS_OF_DRAFT = ("format", "name", "system", "party", "creature")
"""The keys of an encounter file that are fields of a draft."""

AS_PRINTED = "As printed for level "
"""The prefix of texts of powers and traits, also in files, if their creature's level was changed."""


class Entry(Struct, frozen=True):
    """A creature of the encounter: its table without `count`, the count, and the change of level."""

    printed: Table
    count: int = 1
    levels: int = 0

    @property
    def name(self) -> str:
        """The creature's name."""
        return str(self.printed.get("name", ""))


class Draft(Struct, frozen=True):
    """An encounter being built.

    `head` holds the other keys above the creatures in its file, in order. `party` is the party file as the encounter
    names it; `heroes` are the levels of the heroes in that file, or of the heroes that the encounter is meant for.
    """

    name: str = ""
    system: str = DEFAULT
    party: str = ""
    heroes: Levels = ()
    entries: tuple[Entry, ...] = ()
    head: Mapping[str, Any] = {}


def with_creature(draft: Draft, creature: Table, count: int = 1) -> Draft:
    """The draft with `count` more of a creature; a creature already in it, unchanged, gets a higher count.

    Raises Impossible above the largest count of a file.
    """
    printed = {key: value for key, value in creature.items() if key != "count"}
    for place, entry in enumerate(draft.entries):
        if entry.printed == printed and not entry.levels:
            return with_count(draft, place, entry.count + count)
    _refuse_too_many(count)
    return replace(draft, entries=(*draft.entries, Entry(printed, count)))


def with_count(draft: Draft, place: int, count: int) -> Draft:
    """The draft with another count of the creature at a place; 0 takes the creature out.

    Raises Impossible above the largest count of a file.
    """
    _refuse_too_many(count)
    before, after = draft.entries[:place], draft.entries[place + 1 :]
    if count < 1:
        return replace(draft, entries=(*before, *after))
    entry = replace(draft.entries[place], count=count)
    return replace(draft, entries=(*before, entry, *after))


def _refuse_too_many(count: int) -> None:
    if count > MOST_OF_ONE:
        raise Impossible(f"at most {MOST_OF_ONE} of one creature")


def with_level_shift(draft: Draft, place: int, levels: int) -> Draft:
    """The draft with the creature at a place moved up or down by a number of levels.

    Raises LevelFault if the system's rules do not say how.
    """
    entry = draft.entries[place]
    entry = replace(entry, levels=entry.levels + levels)
    creature_of(draft, entry)
    return replace(draft, entries=(*draft.entries[:place], entry, *draft.entries[place + 1 :]))


def creature_of(draft: Draft, entry: Entry) -> Table:
    """One creature of an entry at its new level. Raises LevelFault if the rules do not allow that."""
    if not entry.levels:
        return entry.printed
    change = building(draft.system).change_level
    if change is None:
        raise LevelFault("the rules do not say how to move a creature to another level")
    return _with_level_marked(change(entry.printed, entry.levels), level_of(entry.printed))


def _with_level_marked(creature: Table, level: int | None) -> Table:
    """A creature moved from `level`; texts of traits and powers with figures are marked as printed for that level."""
    marked = {
        key: [
            {**each, "text": f"{AS_PRINTED}{level}: {each['text']}"} if _has_unmarked_figures(each) else each
            for each in creature[key]
        ]
        for key in ("trait", "power")
        if key in creature
    }
    return {**creature, **marked}


def _has_unmarked_figures(entry: Table) -> bool:
    text = str(entry.get("text", ""))
    return not text.startswith(AS_PRINTED) and any(each.isdecimal() for each in text)


def draft_table(draft: Draft) -> dict[str, Any]:
    """The draft as the tables of an encounter file, without a name if the draft has none."""
    name = {"name": draft.name} if draft.name else {}
    party = {"party": draft.party} if draft.party else {}
    table = {"format": FORMAT, **name, "system": draft.system, **party, **draft.head}
    creatures = [_with_count(creature_of(draft, each), each.count) for each in draft.entries]
    return {**table, "creature": creatures} if creatures else table


def _with_count(creature: Table, count: int) -> dict[str, Any]:
    """The creature's table, with a count above 1."""
    return {**creature, "count": count} if count > 1 else dict(creature)


def draft_from_table(table: Mapping[str, Any]) -> Draft:
    """The draft in the tables of an encounter file, with the heroes of the file itself."""
    creatures = table.get("creature", [])
    entries = tuple(
        Entry({key: value for key, value in each.items() if key != "count"}, each.get("count", 1)) for each in creatures
    )
    head = {key: value for key, value in table.items() if key not in _FIELDS_OF_DRAFT}
    system = table.get("system", DEFAULT)
    return Draft(table.get("name", ""), system, table.get("party", ""), (), entries, head)
