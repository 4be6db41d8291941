"""Opens and begins campaigns: the folder, the session between fights, and ends of fights that were never written."""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from orcus_tui.campaign.campaign import FILE_NAME, PLANNED
from orcus_tui.campaign.fight_end import end_of
from orcus_tui.campaign.open_campaign import OpenCampaign, end_edit
from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import DiceSource
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.encounter.read import party_file, path_inside, read_encounter, read_party
from orcus_tui.storage.journal.journal_file import journal_path
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.journal.recovery import view_journal
from orcus_tui.storage.lock import is_locked
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.write import inline_value
from orcus_tui.systems import DEFAULT, SYSTEMS, building


def campaign_path(folder: Path) -> Path:
    """The campaign's file in a folder; a path of the file itself is that file."""
    return folder if folder.name == FILE_NAME and not folder.is_dir() else folder / FILE_NAME


def open_campaign(folder: Path, journals: Path) -> OpenCampaign:
    """The campaign of a folder. Raises EncounterFaults if its file cannot be read."""
    return OpenCampaign(campaign_path(folder), journals)


def session_between_fights(
    campaign: OpenCampaign, dice: DiceSource, journal_settings: JournalSettings | None
) -> Session:
    """A session with the heroes of a campaign, before the next fight begins. Raises StorageError for a faulty party."""
    known = campaign.campaign
    party = campaign.party
    if party and party.exists():
        fight = replace(read_party(party, known.system), name=known.name)
    else:
        fight = Fight(known.name, known.system, {}, {}, counters=dict(SYSTEMS[known.system].counters.initial))
    session = Session(fight, dice, journal_settings=journal_settings)
    session.campaign = campaign
    return session


# A new campaign


def new_campaign(folder: Path) -> tuple[Path, int]:
    """Writes `campaign.toml` next to the encounters of a folder; returns it, and how many fights it lists.

    Raises StorageError if there is one already, or it cannot be written.
    """
    path = folder / FILE_NAME
    if path.exists():
        raise StorageError(path, "exists already; `orcus-tui campaign` shows it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise StorageError(folder, f"cannot be made: {fault.strerror}") from fault
    fights = [each for each in sorted(folder.glob("*.toml")) if _is_encounter(each)]
    write_atomically(path, _new_text(folder, fights))
    return path, len(fights)


def _is_encounter(path: Path) -> bool:
    """Whether a file is an encounter with foes."""
    try:
        fight = read_encounter(path)
    except StorageError:
        return False
    return any(sheet.side == "foes" for sheet in fight.sheets.values())


def _new_text(folder: Path, fights: list[Path]) -> str:
    """The text of a new campaign: its name is the folder's, its system and party those of the first fight."""
    system, party = DEFAULT, ""
    if fights:
        system = read_encounter(fights[0]).system
        found = party_file(fights[0])
        party = found.relative_to(folder).as_posix() if found else ""
    elif (folder / "party.toml").exists():
        party = "party.toml"
    head = {"format": 1, "name": folder.absolute().name or "Campaign", "system": system, "party": party}
    lines = [f"{key} = {inline_value(value)}" for key, value in head.items() if value != ""]
    lines += ["day = 1", 'clock = "08:00"']
    if xp := _xp_so_far(folder / party, system) if party else 0:
        lines.append(f"xp = {xp}")
    for each in fights:
        lines += ["", "[[fight]]", f"file = {inline_value(each.name)}"]
    return "\n".join(lines) + "\n"


def _xp_so_far(party: Path, system: str) -> int:
    """The XP with which the heroes reached their level; the lowest, if they differ."""
    table = building(system).xp_to_reach
    try:
        levels = [sheet.level for sheet in read_party(party, system).sheets.values() if sheet.level]
    except StorageError:
        return 0
    level = min(levels, default=1)
    return table[level - 1] if 0 < level <= len(table) else 0


# Ends that were never written


def complete(campaign: OpenCampaign) -> list[str]:
    """Writes the ends of fights whose journals say that they have ended; returns a line for each.

    A program that was killed between the end of a fight and its entry in the file leaves one behind. One that was
    killed after `finish` was undone leaves an end that is not true; a line says so.
    """
    if campaign.read_only:
        return []
    fights = campaign.campaign.fights
    files = {str(path_inside(campaign.path, each).absolute()): each for each in {each.file for each in fights}}
    planned, written = {*campaign.planned()}, {each.journal for each in fights if each.journal}
    lines: list[str] = []
    for name, journal in campaign.cache.journals().items():
        file = files.get(journal.encounter)
        if file and name in written and not journal.is_finished:
            lines += _line_about_undone(campaign, file, name)
        elif file in planned and name not in written:
            lines += _write_missed_end(campaign, file, name)
    campaign.cache.save()
    return lines


def _write_missed_end(campaign: OpenCampaign, file: str, journal: str) -> Iterator[str]:
    path = journal_path(campaign.journals, journal)
    place = campaign.campaign.place_of(file)
    if is_locked(path) or place is None or campaign.campaign.fights[place].state != PLANNED:
        return
    try:
        timeline = view_journal(path).timeline
    except StorageError:
        return  # recovering it says what is wrong
    if timeline.fight.phase == "finished":
        end = end_of(timeline)
        campaign.write(end_edit(campaign.campaign, file, end, journal))
        yield f"{file}: {end.state}, written now from its journal {journal}"


def _line_about_undone(campaign: OpenCampaign, file: str, journal: str) -> Iterator[str]:
    path = journal_path(campaign.journals, journal)
    try:
        is_over = is_locked(path) or view_journal(path).timeline.fight.phase == "finished"
    except StorageError:
        return
    if not is_over:
        yield (
            f"{file}: its `finish` was undone in the journal {journal}; set the fight to `planned`, take out what it "
            f"gave, and resume it: orcus-tui play --campaign {campaign.path.parent} --resume {journal}"
        )
