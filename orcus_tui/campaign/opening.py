"""Opens and begins campaigns; writes the ends of fights that a killed program could not write."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.campaign.campaign import FILE_NAME, PLANNED, Campaign, other_system_message
from orcus_tui.campaign.campaign_file import read_campaign
from orcus_tui.campaign.fight_end import end_edit, end_of
from orcus_tui.campaign.open_campaign import OpenCampaign
from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import DiceSource
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.encounter.read import (
    party_file,
    path_inside,
    read_encounter,
    read_encounter_file,
    read_party,
    system_named,
)
from orcus_tui.storage.journal.journal_file import journal_path
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.journal.recovery import view_journal
from orcus_tui.storage.lock import is_locked
from orcus_tui.storage.storage_error import StorageError, storage_errors
from orcus_tui.storage.toml.write import inline_value
from orcus_tui.systems import DEFAULT, building, empty_fight


def campaign_path(folder: Path) -> Path:
    """The campaign's file in a folder; the path of the file itself is returned unchanged."""
    return folder if folder.name == FILE_NAME and not folder.is_dir() else folder / FILE_NAME


def open_campaign(folder: Path, journals: Path) -> OpenCampaign:
    """The campaign of a folder. Raises EncounterFaults if its file cannot be read, StorageError if it has none."""
    path = campaign_path(folder)
    if path.parent.is_dir() and not path.exists():
        raise StorageError(path, f"there is no such file; `orcus-tui campaign new {folder}` makes one")
    return OpenCampaign(path, journals)


def campaign_with(path: Path) -> tuple[Campaign, Path] | None:
    """The campaign that lists an encounter, in its folder or above it, with the campaign's file; None without one.

    Raises EncounterFaults if that file cannot be read.
    """
    path = path.absolute()
    file = next((each / FILE_NAME for each in path.parents if (each / FILE_NAME).exists()), None)
    if file is None:
        return None
    campaign, name = read_campaign(file), path.relative_to(file.parent).as_posix()
    return (campaign, file) if any(each.file == name for each in campaign.fights) else None


def read_fight(path: Path) -> Fight:
    """The fight of an encounter, with the system and the party of a campaign that lists it. Raises EncounterFaults."""
    found = campaign_with(path)
    if found is None:
        return read_encounter(path)
    campaign, file = found
    party = path_inside(file, campaign.party) if campaign.party else None
    return read_encounter_file(path, campaign.system, party).fight


def planned_files(file: Path) -> list[Path]:
    """The encounters of the planned fights in a campaign's file. Raises EncounterFaults."""
    return [path_inside(file, each.file) for each in read_campaign(file).fights if each.state == PLANNED]


def session_between_fights(
    campaign: OpenCampaign, dice: DiceSource, journal_settings: JournalSettings | None
) -> Session:
    """A session with the heroes of a campaign, before the next fight. Raises StorageError for a faulty party."""
    known = campaign.campaign
    party = campaign.party
    if party and party.exists():
        fight = replace(read_party(party, known.system), name=known.name)
    else:
        fight = empty_fight(known.name, known.system)
    session = Session(fight, dice, journal_settings=journal_settings)
    session.campaign = campaign
    return session


# A new campaign


class NewCampaign(Struct, frozen=True):
    """A new campaign: its file, the number of its fights, and the faults of the files that were left out."""

    path: Path
    fights: int
    left_out: tuple[StorageError, ...] = ()


def new_campaign(folder: Path) -> NewCampaign:
    """Writes `campaign.toml` next to the encounters of a folder.

    Raises StorageError if there is a campaign already, or if the file cannot be written.
    """
    path = folder / FILE_NAME
    if path.exists():
        raise StorageError(path, "exists already; `orcus-tui campaign` shows it")
    with storage_errors(folder, "cannot be made"):
        folder.mkdir(parents=True, exist_ok=True)
    files = sorted(folder.glob("*.toml"))
    party, system = _party_and_system(folder, files)
    fights: list[Path] = []
    left_out: list[StorageError] = []
    for each in files:
        try:
            if each != party and _has_foes(each, system, party):
                fights.append(each)
        except StorageError as fault:
            left_out.append(fault)
    write_atomically(path, _new_text(folder, fights, party, system))
    return NewCampaign(path, len(fights), tuple(left_out))


def _party_and_system(folder: Path, files: list[Path]) -> tuple[Path | None, str]:
    """The party that most files name, the first of several; else `party.toml`. And its system.

    Without a system there, the system is that of a file.
    """
    naming: dict[Path, list[Path]] = {}
    for each in files:
        with suppress(StorageError):
            if (named := party_file(each)) and named.exists():
                naming.setdefault(named, []).append(each)
    usual = folder / "party.toml"
    party = max(naming, key=lambda named: len(naming[named]), default=usual if usual.exists() else None)
    first = [party, *naming.get(party, ())] if party else []
    return party, next(filter(None, map(system_named, [*first, *files])), DEFAULT)


def _has_foes(path: Path, system: str, party: Path | None) -> bool:
    """Whether a file is an encounter with foes.

    Raises EncounterFaults for one that cannot be read, StorageError for one of another system.
    """
    fight = read_encounter_file(path, system, party).fight
    has_foes = any(sheet.side == "foes" for sheet in fight.sheets.values())
    if has_foes and (wrong := other_system_message(fight.system, system)):
        raise StorageError(path, wrong)
    return has_foes


def _new_text(folder: Path, fights: list[Path], party: Path | None, system: str) -> str:
    """The text of a new campaign, with the name of its folder."""
    head: dict[str, Any] = {"format": 1, "name": folder.absolute().name or "Campaign", "system": system}
    if party:
        head["party"] = party.relative_to(folder).as_posix()
    head |= {"day": 1, "clock": "08:00"}
    if xp := _xp_so_far(party, system) if party else 0:
        head["xp"] = xp
    lines = [f"{key} = {inline_value(value)}" for key, value in head.items()]
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


# Missing ends of fights


def complete(campaign: OpenCampaign) -> list[str]:
    """Writes the ends of fights whose journals say that they have ended; returns a line for each.

    An end is missing if the program was killed between the end of a fight and its entry in the file. If it was killed
    after `finish` was undone, the file has an end that is no longer true; a line says so.
    """
    if campaign.file.read_only:
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
        return  # `recover` reports the problem
    if timeline.fight.phase == "finished":
        end = end_of(timeline)
        campaign.file.write(end_edit(campaign.campaign, file, end, journal))
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
