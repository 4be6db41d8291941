"""The end of a fight as an entry of the campaign's file: written by `finish`, removed when `finish` is undone."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.campaign.campaign import PLANNED, WON, Award, Campaign, Treasure
from orcus_tui.campaign.campaign_file import ChangedByHand, Edit, Table, Written, entry
from orcus_tui.campaign.fight_end import FightEnd, end_of
from orcus_tui.campaign.open_file import OpenFile
from orcus_tui.errors import Impossible
from orcus_tui.model.history import Timeline
from orcus_tui.session.recorded_fight import RecordedFight
from orcus_tui.storage.atomic import Disk


class WrittenEnd(Struct, frozen=True):
    """The end of a fight in the file: its history, and the number of changes when `finish` wrote the end."""

    end: FightEnd
    written: Written
    timeline: Timeline
    changes: int

    @property
    def is_undone(self) -> bool:
        """Whether the `finish` that wrote it was undone."""
        return self.timeline.undo_count < self.changes

    @property
    def added(self) -> tuple[tuple[str, Table], ...]:
        """The award and the treasures that this end added to the file."""
        return self.written.edit.added

    def added_table(self, name: str) -> tuple[str, Table]:
        """The award, or the treasure with this name. Raises Impossible if there is none."""
        tables = {added_name(each).lower(): each for each in self.added}
        if name.lower() not in tables:
            known = ", ".join(map(added_name, tables.values())) or "nothing"
            raise Impossible(f'the end of this fight added no "{name}" ({known})')
        return tables[name.lower()]

    def without(self, table: tuple[str, Table]) -> "WrittenEnd":
        """The end without one award or treasure."""
        added = tuple(each for each in self.added if each is not table)
        return replace(self, written=replace(self.written, edit=replace(self.written.edit, added=added)))


class EndEntry:
    """The entry for the end of the last fight that was played; `last` is None until there is one."""

    def __init__(self, file: OpenFile) -> None:
        self._file = file
        self.last: WrittenEnd | None = None

    def of(self, timeline: Timeline) -> WrittenEnd | None:
        """The end of a fight, if it was written."""
        return self.last if self.last and self.last.timeline is timeline else None

    def write(self, session: RecordedFight, name: str) -> None:
        """Writes the outcome of a fight, with its award and loot, unless the file already has it."""
        campaign, self.last = self._file.campaign, None
        place = campaign.place_of(name)
        if place is None or campaign.fights[place].state != PLANNED:
            return
        journal, end = session.recorder.id if session.recorder else "", end_of(session.timeline)
        written = self._file.write(end_edit(campaign, name, end, journal), session.disk)
        self.last = WrittenEnd(end, written, session.timeline, session.timeline.undo_count)

    def take_back(self, end: WrittenEnd, disk: Disk) -> None:
        """Removes an end from the file. Raises ChangedByHand, or StorageError."""
        try:
            self._file.take_back(end.written, disk)
        except ChangedByHand:
            self.last = None
            raise
        self.last = None


def end_edit(campaign: Campaign, file: str, end: FightEnd, journal: str) -> Edit:
    """The entry of a fight that has ended: its state, the award, and the loot."""
    values: dict[str, Any] = {"state": end.state, "day": campaign.day}
    added = []
    if journal:
        values["journal"] = journal
    if end.xp:
        added.append(entry(Award(end.xp, end.heroes, file, campaign.day)))
    if end.state == WON:
        added += [entry(Treasure(each.name, each.value, each.count, campaign.day)) for each in end.treasure]
    return Edit(fight=file, fight_values=values, added=tuple(added))


def added_name(table: tuple[str, Mapping[str, Any]]) -> str:
    """The name of an award or a treasure for `campaign leave`."""
    kind, values = table
    return str(values["name"]) if kind == "treasure" else kind
