"""The plan of `orcus-tui new`: the draft to begin with, and how to complete and write it without a screen."""

import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.builder.budget_fill import fill_budget, proposals, room_in
from orcus_tui.builder.difficulty import difficulty_lines, difficulty_of, difficulty_summary, hero_levels, shared_xp
from orcus_tui.builder.draft import Draft
from orcus_tui.builder.draft_file import (
    SourceFile,
    read_campaign_draft,
    read_draft,
    with_party,
    write_changed,
    write_new,
)
from orcus_tui.builder.draft_line import with_line
from orcus_tui.commands.command_error import CommandError
from orcus_tui.errors import Impossible
from orcus_tui.library.library import Library
from orcus_tui.model.text import points
from orcus_tui.rules.encounter_building import Heroes, Levels
from orcus_tui.session.dice_source import Chance
from orcus_tui.storage.atomic import DISK, Disk
from orcus_tui.storage.encounter.read import bytes_of
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import DEFAULT, building

MOST_HEROES = 50
MOST_PROPOSALS = 3


class Plan(Struct, frozen=True):
    """The encounter that the command line requests; with `edit`, `file` exists and is to be changed.

    `default_party` is the path of the settings' party file, for a new encounter without `party` and `heroes`; `after`
    has the files of the day's earlier fights, which have the same party. `folder` is the folder of a new encounter
    without a file. In a campaign, `campaign_party` is the campaign's party file in that folder, for all fights that
    name no party.
    """

    file: Path | None = None
    name: str | None = None
    system: str | None = None
    party: str | None = None
    heroes: str | None = None
    edit: bool = False
    default_party: str = ""
    after: tuple[Path, ...] = ()
    folder: Path = Path()
    campaign_party: str = ""


class OpenDraft(Struct, frozen=True):
    """A draft in the builder, the path to write it to, and the file it edits, if any.

    `remark` is a message for the user; `earlier` has the earlier fights of the day. Without a path, the file will be in
    `folder`.
    """

    draft: Draft
    path: Path | None = None
    source: SourceFile | None = None
    remark: str = ""
    earlier: tuple[Draft, ...] = ()
    folder: Path = Path()


def open_draft(plan: Plan) -> OpenDraft:
    """The draft that a plan begins with. Raises StorageError and Impossible for a plan that cannot be carried out."""
    earlier = _earlier_fights(plan)
    if earlier and plan.system not in (None, earlier[0].system):
        raise Impossible(f"--after names a fight for {earlier[0].system}, not for {plan.system}")
    opened = _open_existing(plan) if plan.edit else _open_new(plan, earlier)
    return replace(opened, earlier=earlier, folder=plan.folder)


def _earlier_fights(plan: Plan) -> tuple[Draft, ...]:
    if not plan.campaign_party:
        return read_day(plan.after)
    system = plan.system or DEFAULT
    return read_day(plan.after, lambda file: read_campaign_draft(file, plan.folder, system, plan.campaign_party))


def _open_new(plan: Plan, earlier: Sequence[Draft]) -> OpenDraft:
    if plan.file and os.path.lexists(plan.file):
        raise StorageError(plan.file, "exists already; --edit changes it and keeps its comments")
    folder = plan.file.parent if plan.file else plan.folder
    name = plan.name or (_name_from(plan.file) if plan.file else "")
    if plan.campaign_party:
        draft = Draft(name, plan.system or DEFAULT)
        return OpenDraft(with_party(draft, folder, plan.campaign_party), plan.file)
    if earlier and not plan.party and not plan.heroes:
        return OpenDraft(fight_after(earlier[-1], plan.after[-1], name, folder), plan.file)
    if plan.default_party and not plan.party and not plan.heroes:
        return _with_default_party(OpenDraft(Draft(name, plan.system or DEFAULT), plan.file), plan, folder)
    system = plan.system or (earlier[0].system if earlier else DEFAULT)
    if plan.party and not plan.system:
        system = _system_of(folder / plan.party)
    return OpenDraft(_with_heroes(Draft(name, system), plan, folder), plan.file)


def _with_default_party(opened: OpenDraft, plan: Plan, folder: Path) -> OpenDraft:
    """The draft with the settings' party; if that cannot be read, it is left out with a remark.

    A party outside the encounter's folder cannot be named in its file; its heroes only count for the budget.
    A party for a system other than the requested one is left out.
    """
    party = Path(plan.default_party)
    try:
        inside = Path(os.path.realpath(party)).relative_to(os.path.realpath(folder)).as_posix()
    except ValueError:
        inside = ""
    try:
        system = _system_of(party)
        if plan.system not in (None, system):
            return opened
        draft = replace(opened.draft, system=system)
        found = with_party(draft, folder, inside) if inside else with_party(draft, party.parent, party.name)
    except StorageError as fault:
        return replace(opened, remark=f"the settings' party: {fault}")
    return replace(opened, draft=found if inside else replace(found, party=""))


def _open_existing(plan: Plan) -> OpenDraft:
    if plan.file is None:
        raise Impossible("--edit needs a FILE")
    draft, source = read_draft(plan.file)
    if plan.system not in (None, draft.system):
        raise StorageError(plan.file, f"is for {draft.system}; the system of a file cannot be changed")
    draft = replace(draft, name=plan.name) if plan.name else draft
    return OpenDraft(_with_heroes(draft, plan, plan.file.parent), plan.file, source)


def _name_from(file: Path) -> str:
    """A fight's name from its file's: `The ford` from `the-ford.toml`."""
    words = "".join(each if each.isprintable() else " " for each in file.stem).replace("-", " ").replace("_", " ")
    return " ".join(words.split())[:1].upper() + " ".join(words.split())[1:]


def _system_of(party: Path) -> str:
    """The system a party file names, or the default."""
    try:
        system = tomllib.loads(bytes_of(party).decode()).get("system", DEFAULT)
    except ValueError:
        return DEFAULT  # reading its heroes reports the problem
    return system if isinstance(system, str) else DEFAULT


def _with_heroes(draft: Draft, plan: Plan, folder: Path) -> Draft:
    if plan.party and plan.heroes:
        raise Impossible("give --party or --heroes, not both")
    if plan.party:
        return with_party(draft, folder, _path_from(folder, plan.party))
    return replace(draft, heroes=parse_levels(plan.heroes)) if plan.heroes else draft


def _path_from(folder: Path, party: str) -> str:
    """The path of a party file as the encounter names it: relative to the folder, if inside it."""
    path, real_folder = Path(os.path.realpath(party)), Path(os.path.realpath(folder))
    if Path(party).is_absolute() and path.is_relative_to(real_folder):
        return path.relative_to(real_folder).as_posix()
    return party


def parse_levels(text: str) -> Heroes:
    """Reads levels: `4x3` is four heroes of level 3; `3, 3, 4` is three heroes.

    Raises Impossible, also for a number alone, which could be a level or a number of heroes.
    """
    levels: list[int] = []
    parts = [each for each in re.split(r"[,\s]+", text) if each]
    if len(parts) == 1 and re.fullmatch("[0-9]{1,3}", parts[0]):
        number = parts[0]
        raise Impossible(
            f"{number} heroes of which level? {number}x3 is {number} of level 3, 1x{number} one of {number}"
        )
    for part in parts:
        found = re.fullmatch(r"(?:([0-9]{1,3})x)?([0-9]{1,3})", part)
        if found is None or not 1 <= int(found[1] or 1) <= MOST_HEROES:
            raise Impossible(f"expected levels of heroes such as 4x3 or 3,3,4, at most {MOST_HEROES}x, got {part!r}")
        levels += [int(found[2])] * int(found[1] or 1)
    return tuple(levels)


def format_levels(levels: Levels) -> str:
    """The known levels, as `parse_levels` reads them: `4x3, 1x2`."""
    counts = Counter(each for each in levels if each is not None)
    return ", ".join(f"{count}x{level}" for level, count in counts.items())


class FillRequest(Struct, frozen=True):
    """A fill of the rest of the budget: the query for the creatures, and the seed that picks them."""

    query: str
    seed: int
    chance: Chance


def build_and_write(
    opened: OpenDraft,
    additions: Sequence[str],
    library: Library,
    filling: FillRequest | None = None,
    *,
    disk: Disk = DISK,
) -> Iterable[str]:
    """Adds creatures to a draft, writes it if it has a path, and returns a summary, line by line.

    Raises StorageError, or CommandError or Impossible with the faulty addition; then nothing is written.
    """
    draft = opened.draft
    for line in additions:
        try:
            draft = with_line(draft, line, library)
        except CommandError as fault:
            raise CommandError(f"{line}: {fault.message}", fault.column) from fault
        except Impossible as fault:
            raise Impossible(f"{line}: {fault}") from fault
    remarks = [opened.remark] if opened.remark else []
    if filling:
        draft = fill_budget(draft, library.search(draft.system, filling.query), library, filling.chance)
        picks = ", ".join(f"{each.count} × {each.name}" for each in draft.entries)
        remarks += [f"Filled with seed {filling.seed}: {picks}"]
    summary = [*remarks, *difficulty_lines(draft, "set --party or --heroes"), *_proposal_lines(draft, library)]
    summary += day_lines(opened.earlier, draft)
    if opened.path is None:
        return [*summary, "Not written: no FILE given"]
    written = (
        write_changed(draft, opened.source, disk=disk) if opened.source else write_new(draft, opened.path, disk=disk)
    )
    return [*summary, f"Wrote {opened.path}", *filter(None, (written.warning,))]


def _proposal_lines(draft: Draft, library: Library) -> list[str]:
    """A line with creatures for the rest of the budget; empty if none fit."""
    try:
        room, found = room_in(draft), proposals(draft, library.creatures(draft.system))
    except Impossible:
        return []
    fitting = " or ".join(map(str, found[:MOST_PROPOSALS]))
    return [f"Left: {points(room.left)} {room.unit}, for {fitting}"] if fitting else []


# A day of several fights: the party goes from one to the next, and their XP add up


def _draft_at(file: Path) -> Draft:
    return read_draft(file)[0]


def read_day(files: Sequence[Path], read: Callable[[Path], Draft] = _draft_at) -> tuple[Draft, ...]:
    """The fights of a day, from their files in order. Raises StorageError, also for a fight of another system."""
    fights: list[Draft] = []
    for file in files:
        draft = read(file)
        if fights and draft.system != fights[0].system:
            raise StorageError(file, f"is for {draft.system}; the first fight of the day is for {fights[0].system}")
        fights.append(draft)
    return tuple(fights)


def next_fight(fight: Draft, name: str = "") -> Draft:
    """An empty fight after another one in the same folder, for the same party or, without one, the same heroes."""
    return Draft(name, fight.system, fight.party, fight.heroes if fight.party else hero_levels(fight))


def fight_after(fight: Draft, file: Path, name: str, folder: Path) -> Draft:
    """An empty fight in a folder, to come after the fight of a file.

    Raises StorageError if the folder lacks the party.
    """
    after = next_fight(fight, name)
    party = os.path.relpath(file.parent / fight.party, folder) if fight.party else ""
    return with_party(after, folder, Path(party).as_posix()) if party else after


def day_lines(earlier: Sequence[Draft], fight: Draft) -> list[str]:
    """The fights of the day with their difficulty and XP, last the fight being built; empty if it is the only one."""
    if not earlier:
        return []
    fights = [*earlier, fight]
    xp = sum(difficulty_of(each).xp for each in fights)
    lines = [f"Day of {len(fights)} fights · {shared_xp(xp, len(hero_levels(fight)))}"]
    for number, each in enumerate(fights, 1):
        lines.append(f"{number}. {': '.join(filter(None, (each.name or 'New encounter', difficulty_summary(each))))}")
    return [*lines, f"After each fight: {building(fight.system).after_fight}"]
