"""An open campaign: its file, the fight being played, and the entries written to the file."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from orcus_tui.campaign.campaign import (
    PLANNED,
    SKIPPED,
    Award,
    Campaign,
    CampaignFight,
    Treasure,
    moved_clock,
    other_system_message,
)
from orcus_tui.campaign.campaign_cache import CampaignCache
from orcus_tui.campaign.campaign_file import Edit, OpenFile, Written, entry
from orcus_tui.campaign.fight_end import EndEntry, WrittenEnd, added_name, end_lines, party_changes_of, proposals_of
from orcus_tui.campaign.overview import Overview, campaign_lines
from orcus_tui.errors import Impossible
from orcus_tui.model import requests
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import plural, points
from orcus_tui.session.recorded_fight import EndProposal, RecordedFight, Result
from orcus_tui.storage.encounter.read import EncounterFile, path_inside, read_encounter_file
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS, building


class Entry(Struct, frozen=True):
    """An entry that a request wrote: the line that `undo` logs, and the number of the fight's changes at that time.

    For `campaign leave`, `left_from` is the end of the fight as it was written before that command.
    """

    line: str
    written: Written
    changes: int
    left_from: WrittenEnd | None = None


class OpenCampaign:
    """A campaign while it is open. `journals` is the folder of the journals."""

    def __init__(self, path: Path, journals: Path) -> None:
        self.file = OpenFile(path)
        self.journals = journals
        self.cache = CampaignCache(journals)
        self._entries: list[Entry] = []
        self._end = EndEntry(self.file)
        self._time: tuple[Fight | None, int] = (None, 0)

    def close(self) -> None:
        """Lets other programs write to the campaign."""
        self.file.close()

    @property
    def path(self) -> Path:
        """The path of `campaign.toml`."""
        return self.file.path

    @property
    def campaign(self) -> Campaign:
        """The campaign as its file is now. Raises EncounterFaults if it cannot be read any more."""
        return self.file.campaign

    @property
    def party(self) -> Path | None:
        """The party file."""
        return self.file.party

    def missing(self) -> list[Path]:
        """The files that the campaign names and that do not exist: its party, and the planned fights."""
        campaign = self.campaign
        paths = [path_inside(self.path, each) for each in (campaign.party, *self.planned()) if each]
        return [each for each in dict.fromkeys(paths) if not each.exists()]

    # Requests

    def handle(self, session: RecordedFight, request: requests.CampaignRequest) -> Result:
        """Handles a request. Raises Impossible or StorageError."""
        return _HANDLERS[type(request)](self, session, request)

    def show(self, session: RecordedFight, _: requests.ShowCampaign) -> Result:
        """The fights of the campaign, its day, XP and loot."""
        return Result(lines=tuple(self.overview(session.fight, {})))

    def overview(self, fight: Fight | None, odds: Mapping[str, str]) -> list[str]:
        """The campaign in lines, with the timers of a fight and the odds of planned fights, by file."""
        shown = Overview(self.campaign, self.path.parent, self.cache, self.running(), fight, odds)
        lines = [*campaign_lines(shown)]
        self.cache.save()
        return lines

    @property
    def folder(self) -> Path:
        """The folder of its files."""
        return self.path.parent

    def rest_of_day(self) -> tuple[Path, ...]:
        """The files of the planned fights that fit in the day.

        If the system has no rule for that, it is only the next file.
        """
        campaign = self.campaign
        day = building(campaign.system).day
        fought = sum(each.day == campaign.day and each.state not in (PLANNED, SKIPPED) for each in campaign.fights)
        room = max(0, day.fights - fought) if day else 1
        return tuple(path_inside(self.path, each) for each in self.planned()[:room])

    def file_at(self, path: Path) -> str:
        """The campaign's name for a file: relative to the campaign's folder if the file is inside it."""
        real, folder = path.absolute(), self.folder.absolute()
        return real.relative_to(folder).as_posix() if real.is_relative_to(folder) else str(path)

    def planned(self) -> list[str]:
        """The files of the planned fights."""
        return [each.file for each in self.campaign.fights if each.state == PLANNED]

    def planned_fight(self, file: str) -> Fight:
        """The fight of a file, with the party as it is now. Raises EncounterFaults, or Impossible."""
        return self.read_fight(file).fight

    def running(self) -> dict[str, str]:
        """The latest unfinished journal of each planned fight, by the fight's file."""
        files = {str(path_inside(self.path, each).absolute()): each for each in self.planned()}
        journals = self.cache.journals().items()
        return {files[each.encounter]: name for name, each in journals
                if each.encounter in files and not each.is_finished}  # fmt: skip

    def begin_next(self, session: RecordedFight, _: requests.BeginNext) -> Result:
        """Opens the next planned fight."""
        if session.fight.phase == "turns":
            raise Impossible("the fight is not over; `finish` it first")
        campaign = self.campaign
        place = campaign.next_place
        if place is None:
            raise Impossible("no fight is planned; `campaign add FILE` adds one")
        file = campaign.fights[place].file
        opened, path = self.read_fight(file), path_inside(self.path, file)
        fight = opened.with_rules(session.house_rules)
        not_kept = party_changes_of(session, self.party)
        session.named_paths.add(path)
        warning = session.move_on_to(fight, path, opened.digest)
        self._end.last = None
        lines = [f"{opened.fight.name}: {plural(len(opened.fight.states), 'creature')}"]
        if not_kept:
            lines.append(f"the heroes are as {campaign.party} has them; not saved: {not_kept}")
        return Result(lines=tuple(lines), warning=warning)

    def read_fight(self, file: str) -> EncounterFile:
        """The fight of a file, with the party as it is now.

        Raises EncounterFaults, or Impossible for another system.
        """
        campaign = self.campaign
        opened = read_encounter_file(path_inside(self.path, file), campaign.system, self.party)
        if wrong := other_system_message(opened.fight.system, campaign.system):
            raise Impossible(f"{file} is {wrong}. `campaign skip {file}` leaves it out")
        return opened

    def add_fight(self, session: RecordedFight, request: requests.AddFight) -> Result:
        """Adds a fight to the list."""
        campaign, file = self.campaign, request.file
        path = path_inside(self.path, file)
        if not path.exists() and path_inside(self.path, f"{file}.toml").exists():
            file = f"{file}.toml"
        elif not path.exists():
            raise StorageError(path, "there is no such file")
        place = len(campaign.fights)
        if request.after:
            before = campaign.place_of(request.after)
            if before is None:
                raise Impossible(f"the campaign has no fight {request.after}")
            place = before + 1
        _, table = entry(CampaignFight(file))
        self._write(session, f"campaign add {file}", Edit(inserted=(place, table)))
        return Result(lines=(f"{file} is fight {place + 1} of {len(campaign.fights) + 1}",))

    def skip_fight(self, session: RecordedFight, request: requests.SkipFight) -> Result:
        """Marks a planned fight as skipped."""
        place = self.campaign.place_of(request.file)
        if place is None:
            raise Impossible(f"the campaign has no fight {request.file}")
        fight = self.campaign.fights[place]
        if fight.state != PLANNED:
            raise Impossible(f"{fight.file} is already {fight.state}")
        edit = Edit({"state": SKIPPED}, fight=fight.file)
        self._write(session, f"campaign skip {fight.file}", edit)
        return Result(lines=(f"{fight.file}: skipped",))

    def leave_out(self, session: RecordedFight, request: requests.LeaveOut) -> Result:
        """Removes the award or a treasure of the fight that just ended."""
        end = self._end.of(session.timeline)
        if end is None:
            raise Impossible("no fight of the campaign has just ended")
        table = end.added_table(request.what)
        name = added_name(table)
        self._write(session, f"campaign leave {name}", Edit(removed=(table,)), left_from=end)
        self._end.last = end.without(table)
        return Result(lines=(f"left out: {name}",))

    def award(self, session: RecordedFight, request: requests.Award) -> Result:
        """Gives XP that the heroes share."""
        heroes = tuple(request.targets) or _heroes(session.fight)
        if not heroes:
            raise Impossible("there are no heroes here; name them: `award 450 for NAMES`")
        given = Award(request.xp, heroes, request.why, self.campaign.day)
        self._write(session, f"award {request.xp}", Edit(added=(entry(given),)))
        names = ", ".join(_name(session.fight, each) for each in heroes)
        return Result(lines=(f"{points(given.xp)} XP: {points(given.share)} each for {names}",))

    def add_treasure(self, session: RecordedFight, request: requests.Found) -> Result:
        """Adds a treasure."""
        thing = Treasure(request.thing, request.value, found=self.campaign.day, by=request.by)
        self._write(session, f'found "{request.thing}"', Edit(added=(entry(thing),)))
        whose = f", {_name(session.fight, request.by)} has it" if request.by else ""
        return Result(lines=(f"found: {request.thing}{whose}",))

    def give(self, session: RecordedFight, request: requests.Give) -> Result:
        """Gives a treasure to a hero."""
        names = [each.name for each in self.campaign.treasures]
        found = next((each for each in names if each.lower() == request.thing.lower()), None)
        if found is None:
            known = ", ".join(names) or "nothing was found yet"
            raise Impossible(f'no treasure is called "{request.thing}" ({known})')
        self._write(session, f'give "{found}"', Edit({"by": request.to}, treasure=found))
        return Result(lines=(f"{_name(session.fight, request.to)} has {found}",))

    def history(self, _: RecordedFight, request: requests.History) -> Result:
        """What a hero did in the fights of the campaign."""
        from orcus_tui.campaign.history import history_lines  # here, since it reads journals

        return Result(lines=tuple(history_lines(self.campaign, self.journals, request.name)))

    def recap(self, _: RecordedFight, request: requests.Recap) -> Result:
        """What happened in a fight."""
        from orcus_tui.campaign.recap import recap_lines

        return Result(lines=tuple(recap_lines(self.campaign, self.journals, request.fight)))

    # Entries

    def _write(self, session: RecordedFight, line: str, edit: Edit, left_from: WrittenEnd | None = None) -> None:
        if self.file.read_only:
            raise Impossible(f"the campaign is read-only: {self.file.read_only}")
        written = self.file.write(edit, session.disk)
        self._entries.append(Entry(line, written, session.timeline.undo_count, left_from))

    def undo(self, session: RecordedFight) -> Result | None:
        """Takes back the last entry, if nothing has happened in the fight since."""
        if not self._entries or self._entries[-1].changes != session.timeline.undo_count:
            return None
        last = self._entries[-1]
        self.file.take_back(last.written, session.disk)
        self._entries.pop()
        self._end.last = last.left_from or self._end.last
        return Result(lines=(f"Undid: {last.line}",), undone=(last.line,))

    # Following the fight

    def follow(self, session: RecordedFight) -> tuple[tuple[str, ...], str]:
        """Writes the end of a fight, or removes it when `finish` is undone, and moves the clock.

        Returns lines about the end, and a warning.
        """
        if self.file.read_only:
            return (), ""
        try:
            lines = tuple(self._follow_end(session))
            self._follow_clock(session)
        except StorageError as fault:
            return (), str(fault)
        return lines, ""

    def _follow_end(self, session: RecordedFight) -> Iterator[str]:
        end = self._end.of(session.timeline)
        if end and end.is_undone:
            # A `campaign leave` for this end can no longer be undone.
            self._entries = [each for each in self._entries if not each.left_from]
            self._end.take_back(end, session.disk)
        elif end is None and session.fight.phase == "finished" and (file := self.file_of(session)):
            self._end.write(session, file)
            if self._end.last:
                yield from end_lines(self.campaign, file, self._end.last.end, self.proposals(session))

    def proposals(self, session: RecordedFight) -> list[EndProposal]:
        """The award, the loot and the party to keep, after the end of a fight; empty at any other time."""
        end = self._end.of(session.timeline)
        if end is None or session.fight.phase != "finished":
            return []
        return [*proposals_of(session, self.party, end.end, end.added)]

    def _follow_clock(self, session: RecordedFight) -> None:
        """Adds the time that a fight took to the campaign's day and time of day, when the fight is not in turns."""
        fight = session.fight
        start, seen = self._time
        if start is not session.timeline.start:
            self._time = (session.timeline.start, session.timeline.start.clock)
            seen = self._time[1]
        if fight.phase == "turns" or fight.clock == seen:
            return
        campaign = self.campaign
        day, clock = moved_clock(campaign.day, campaign.clock, fight.clock - seen)
        self.file.write(Edit({"day": day, "clock": clock}), session.disk)
        self._time = (session.timeline.start, fight.clock)

    def file_of(self, session: RecordedFight) -> str:
        """The name of the fight's file in the campaign; empty for a fight that is not in it."""
        encounter = session.fight_files.encounter
        if encounter is None:
            return ""
        for each in self.campaign.fights:
            if path_inside(self.path, each.file).absolute() == encounter.absolute():
                return each.file
        return ""


def _heroes(fight: Fight) -> tuple[str, ...]:
    kinds = SYSTEMS[fight.system].creatures.kinds
    return tuple(each for each, sheet in fight.sheets.items() if sheet.side == kinds[sheet.kind].side == "party")


def _name(fight: Fight, creature: str) -> str:
    return fight.sheets[creature].name if creature in fight.sheets else creature


_HANDLERS: Mapping[type[requests.CampaignRequest], Callable[[OpenCampaign, RecordedFight, Any], Result]] = {
    requests.ShowCampaign: OpenCampaign.show,
    requests.BeginNext: OpenCampaign.begin_next,
    requests.AddFight: OpenCampaign.add_fight,
    requests.SkipFight: OpenCampaign.skip_fight,
    requests.LeaveOut: OpenCampaign.leave_out,
    requests.Award: OpenCampaign.award,
    requests.Found: OpenCampaign.add_treasure,
    requests.Give: OpenCampaign.give,
    requests.History: OpenCampaign.history,
    requests.Recap: OpenCampaign.recap,
}
