"""A campaign that is open: its file, the fight of it that is played, and the entries written to it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from orcus_tui.campaign.campaign import PLANNED, SKIPPED, Award, Campaign, CampaignFight, Treasure, moved_clock
from orcus_tui.campaign.campaign_file import Edit, Written, entry, read_campaign, take_back, write_edit
from orcus_tui.campaign.fight_end import FightEnd, end_of
from orcus_tui.campaign.overview import campaign_lines
from orcus_tui.model import requests
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import points
from orcus_tui.rules.resolution import Impossible
from orcus_tui.session.recorded_fight import RecordedFight, Result
from orcus_tui.storage.atomic import DISK, Disk
from orcus_tui.storage.encounter.read import EncounterFile, path_inside, read_campaign_fight
from orcus_tui.storage.lock import FileLock
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS


class Entry(Struct, frozen=True):
    """An entry that a request wrote: its line for the log of `undo`, and how many changes the fight had then."""

    line: str
    written: Written
    changes: int


class OpenCampaign:
    """A campaign while it is open, locked against other programs.

    `journals` is the folder of the journals. `read_only` says why nothing is written to it; it is empty for one that
    can be written.
    """

    def __init__(self, path: Path, journals: Path) -> None:
        self.path = path
        self.journals = journals
        self._campaign = read_campaign(path)
        self._lock = FileLock(path)
        self.read_only = self._lock.take()
        self._seen = _version(path)
        self._entries: list[Entry] = []
        self._end: Written | None = None
        self._ended: Fight | None = None
        self._time: tuple[Fight | None, int] = (None, 0)

    def close(self) -> None:
        """Lets other programs write to the campaign."""
        self._lock.close()

    @property
    def campaign(self) -> Campaign:
        """The campaign as its file is now. Raises EncounterFaults if it cannot be read any more."""
        version = _version(self.path)
        if version != self._seen:
            self._campaign, self._seen = read_campaign(self.path), version
        return self._campaign

    @property
    def party(self) -> Path | None:
        """The party file."""
        return path_inside(self.path, self.campaign.party) if self.campaign.party else None

    def missing(self) -> list[Path]:
        """The files that the campaign names and that do not exist: its party, and the fights to come."""
        campaign = self.campaign
        planned = [each.file for each in campaign.fights if each.state == PLANNED]
        paths = [path_inside(self.path, each) for each in (campaign.party, *planned) if each]
        return [each for each in dict.fromkeys(paths) if not each.exists()]

    # Requests

    def handle(self, session: RecordedFight, request: requests.CampaignRequest) -> Result:
        """Handles a request. Raises Impossible or StorageError."""
        return _HANDLERS[type(request)](self, session, request)

    def show(self, _: RecordedFight, __: requests.ShowCampaign) -> Result:
        """The fights of the campaign, its day, XP and loot."""
        return Result(lines=tuple(campaign_lines(self.campaign, self.path.parent)))

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
        fight = opened.fight if opened.digest else session.house_rules(opened.fight)
        session.named_paths.add(path)
        warning = session.move_on_to(fight, path, opened.digest)
        self._end, self._ended = None, None
        return Result(lines=(f"{opened.fight.name}: {len(opened.fight.states)} creatures",), warning=warning)

    def read_fight(self, file: str) -> EncounterFile:
        """The fight of a file, with the party as it is now.

        Raises EncounterFaults, or Impossible for another system.
        """
        campaign = self.campaign
        opened = read_campaign_fight(path_inside(self.path, file), campaign.system, self.party)
        if opened.fight.system != campaign.system:
            raise Impossible(
                f"{file} is for {SYSTEMS[opened.fight.system].title}; "
                f"the campaign is for {SYSTEMS[campaign.system].title}"
            )
        return opened

    def add_fight(self, session: RecordedFight, request: requests.AddFight) -> Result:
        """Adds a fight to the list."""
        campaign = self.campaign
        path = path_inside(self.path, request.file)
        if not path.exists():
            raise StorageError(path, "there is no such file")
        place = len(campaign.fights)
        if request.after:
            before = campaign.place_of(request.after)
            if before is None:
                raise Impossible(f"the campaign has no fight {request.after}")
            place = before + 1
        _, table = entry(CampaignFight(request.file))
        self._write(session, f"campaign add {request.file}", Edit(inserted=(place, table)))
        return Result(lines=(f"{request.file} is fight {place + 1} of {len(campaign.fights) + 1}",))

    def skip_fight(self, session: RecordedFight, request: requests.SkipFight) -> Result:
        """Marks a planned fight as skipped."""
        place = self.campaign.place_of(request.file)
        if place is None:
            raise Impossible(f"the campaign has no fight {request.file}")
        state = self.campaign.fights[place].state
        if state != PLANNED:
            raise Impossible(f"{request.file} is {state} already")
        edit = Edit(fight=request.file, fight_values={"state": SKIPPED})
        self._write(session, f"campaign skip {request.file}", edit)
        return Result(lines=(f"{request.file}: skipped",))

    def award(self, session: RecordedFight, request: requests.Award) -> Result:
        """Gives XP that the heroes share."""
        heroes = tuple(request.targets) or _heroes(session.fight)
        if not heroes:
            raise Impossible("there are no heroes here; name them: `award 450 for NAMES`")
        given = Award(request.xp, heroes, request.why, self.campaign.day)
        self._write(session, f"award {request.xp}", Edit(added=(entry(given),)))
        names = ", ".join(_name(session.fight, each) for each in heroes)
        return Result(lines=(f"{points(given.xp)} XP: {points(given.share)} each for {names}",))

    def found(self, session: RecordedFight, request: requests.Found) -> Result:
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
        self._write(session, f'give "{found}"', Edit(treasure=found, treasure_values={"by": request.to}))
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

    def _write(self, session: RecordedFight, line: str, edit: Edit) -> None:
        if self.read_only:
            raise Impossible(f"the campaign is read-only: {self.read_only}")
        written = self.write(edit, session.disk)
        self._entries.append(Entry(line, written, session.timeline.undo_count))

    def write(self, edit: Edit, disk: Disk = DISK) -> Written:
        """Writes an entry to the file, which another file replaces: the lock moves to that one."""
        with self._lock.released():
            return write_edit(self.path, edit, disk)

    def _take_back(self, written: Written, disk: Disk) -> None:
        with self._lock.released():
            take_back(self.path, written, disk)

    def undo(self, session: RecordedFight) -> Result | None:
        """Takes back the last entry, if nothing has happened in the fight since."""
        if not self._entries or self._entries[-1].changes != session.timeline.undo_count:
            return None
        last = self._entries[-1]
        self._take_back(last.written, session.disk)
        self._entries.pop()
        return Result(lines=(f"Undid: {last.line}",), undone=(last.line,))

    # Following the fight

    def follow(self, session: RecordedFight) -> str:
        """Writes the end of a fight, takes it out when `finish` is undone, and moves the clock. Returns a warning."""
        if self.read_only:
            return ""
        try:
            self._follow_end(session)
            self._follow_clock(session)
        except StorageError as fault:
            return str(fault)
        return ""

    def _follow_end(self, session: RecordedFight) -> None:
        fight = session.fight
        file = self.file_of(session)
        is_over = bool(file) and fight.phase == "finished"
        if is_over and self._end is None:
            self._end = self._write_end(session, file)
        elif not is_over and self._end is not None and fight.phase == "turns":
            self._take_back(self._end, session.disk)
            self._end = None

    def _write_end(self, session: RecordedFight, file: str) -> Written | None:
        """Writes how a fight ended, with its award and loot; None for one whose end the file already has."""
        campaign = self.campaign
        place = campaign.place_of(file)
        if place is None or campaign.fights[place].state != PLANNED:
            return None
        journal = session.recorder.id if session.recorder else ""
        return self.write(end_edit(campaign, file, end_of(session.timeline), journal), session.disk)

    def _follow_clock(self, session: RecordedFight) -> None:
        """Moves day and time of day by the time that has passed in a fight, once it is not in turns."""
        fight = session.fight
        start, seen = self._time
        if start is not session.timeline.start:
            self._time = (session.timeline.start, session.timeline.start.clock)
            seen = self._time[1]
        if fight.phase == "turns" or fight.clock == seen:
            return
        campaign = self.campaign
        day, clock = moved_clock(campaign.day, campaign.clock, fight.clock - seen)
        self.write(Edit(values={"day": day, "clock": clock}), session.disk)
        self._time = (session.timeline.start, fight.clock)

    def file_of(self, session: RecordedFight) -> str:
        """The name of the fight's file in the campaign; empty for a fight that is not one of it."""
        encounter = session.fight_files.encounter
        if encounter is None:
            return ""
        for each in self.campaign.fights:
            if path_inside(self.path, each.file).absolute() == encounter.absolute():
                return each.file
        return ""


def end_edit(campaign: Campaign, file: str, end: FightEnd, journal: str) -> Edit:
    """The entry of a fight that has ended: its state, the award, and the loot."""
    values: dict[str, Any] = {"state": end.state, "day": campaign.day}
    added = []
    if journal:
        values["journal"] = journal
    if end.xp:
        added.append(entry(Award(end.xp, end.heroes, file, campaign.day)))
    if end.state != "lost":
        added += [entry(Treasure(each.name, each.value, each.count, campaign.day)) for each in end.treasure]
    return Edit(fight=file, fight_values=values, added=tuple(added))


def _version(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


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
    requests.Award: OpenCampaign.award,
    requests.Found: OpenCampaign.found,
    requests.Give: OpenCampaign.give,
    requests.History: OpenCampaign.history,
    requests.Recap: OpenCampaign.recap,
}
