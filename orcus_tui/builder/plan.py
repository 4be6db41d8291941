"""`orcus-tui new`: an encounter begun, or gone on with, from what a shell says of it; and written without a screen."""

import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.builder.difficulty import told
from orcus_tui.builder.draft import Draft
from orcus_tui.builder.draft_file import SourceFile, for_party, read_draft, write_changed, write_new
from orcus_tui.builder.draft_line import added
from orcus_tui.commands.command_error import CommandError
from orcus_tui.library.library import Library
from orcus_tui.rules.encounter_building import Heroes, Levels
from orcus_tui.rules.resolution import Impossible
from orcus_tui.storage.encounter.read import bytes_of
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import DEFAULT

MOST_HEROES = 50


class Plan(Struct, frozen=True):
    """What a shell says of an encounter to be built; `edit`: its file is there, and is to be changed."""

    file: Path | None = None
    name: str | None = None
    system: str | None = None
    party: str | None = None
    heroes: str | None = None
    edit: bool = False


class Begun(Struct, frozen=True):
    """An encounter being built, where it is to be written, and the file as it is where that is to be changed."""

    draft: Draft
    path: Path | None = None
    sheaf: SourceFile | None = None


def begun(plan: Plan) -> Begun:
    """The encounter as it is before anything is added. Raises StorageError and Impossible where the plan is none."""
    if plan.edit:
        return _gone_on_with(plan)
    if plan.file and os.path.lexists(plan.file):
        raise StorageError(plan.file, "there is such a file already; --edit changes it, and keeps its comments")
    folder = plan.file.parent if plan.file else Path()
    system = plan.system or (_system_of(folder / plan.party) if plan.party else DEFAULT)
    name = plan.name or (_called_as(plan.file) if plan.file else "")
    return Begun(_with_heroes(Draft(name, system), plan, folder), plan.file)


def _gone_on_with(plan: Plan) -> Begun:
    if plan.file is None:
        raise Impossible("--edit changes a file: name it")
    draft, sheaf = read_draft(plan.file)
    if plan.system not in (None, draft.system):
        raise StorageError(plan.file, f"is for {draft.system}, and a file keeps its system")
    draft = replace(draft, name=plan.name) if plan.name else draft
    return Begun(_with_heroes(draft, plan, plan.file.parent), plan.file, sheaf)


def _called_as(file: Path) -> str:
    """What a fight is called that has its file's name: `The ford` of `the-ford.toml`."""
    words = "".join(each if each.isprintable() else " " for each in file.stem).replace("-", " ").replace("_", " ")
    return " ".join(words.split())[:1].upper() + " ".join(words.split())[1:]


def _system_of(party: Path) -> str:
    """The system a party file says it is for; the default where it says none."""
    try:
        system = tomllib.loads(bytes_of(party).decode()).get("system", DEFAULT)
    except ValueError:
        return DEFAULT  # what is wrong with the file is told when its heroes are read
    return system if isinstance(system, str) else DEFAULT


def _with_heroes(draft: Draft, plan: Plan, folder: Path) -> Draft:
    if plan.party and plan.heroes:
        raise Impossible("give the heroes by their party file or by their levels, not both")
    if plan.party:
        return for_party(draft, folder, _from(folder, plan.party))
    return replace(draft, heroes=levels_in(plan.heroes)) if plan.heroes else draft


def _from(folder: Path, party: str) -> str:
    """The path of a party file as the encounter names it: from its folder, where it lies inside."""
    path = Path(party)
    if path.is_absolute() and path.resolve().is_relative_to(folder.resolve()):
        return path.resolve().relative_to(folder.resolve()).as_posix()
    return party


def levels_in(text: str) -> Heroes:
    """Levels as a person writes them: `4x3` is four of level 3, `3, 3, 4` three heroes. Raises Impossible."""
    levels: list[int] = []
    for part in filter(None, re.split(r"[,\s]+", text)):
        found = re.fullmatch(r"(?:([0-9]{1,3})x)?([0-9]{1,3})", part)
        if found is None or not 1 <= int(found[1] or 1) <= MOST_HEROES:
            raise Impossible(f"{part!r} says no heroes: 4x3 is four of level 3, and 3,3,4 are three")
        levels += [int(found[2])] * int(found[1] or 1)
    return tuple(levels)


def levels_told(levels: Levels) -> str:
    """Levels as `levels_in` reads them, as far as they are known: `4x3, 2`."""
    counts = Counter(each for each in levels if each is not None)
    return ", ".join(f"{count}x{level}" if count > 1 else f"{level}" for level, count in counts.items())


def written(begun: Begun, additions: Sequence[str], library: Library) -> Iterable[str]:
    """Adds what is said, writes the file where one is named, and answers what came of it, line by line.

    Raises StorageError, and CommandError and Impossible naming what was to be added; then nothing is written.
    """
    draft = begun.draft
    for line in additions:
        try:
            draft = added(draft, line, library)
        except CommandError as fault:
            raise CommandError(f"{line}: {fault.message}", fault.column) from fault
        except Impossible as fault:
            raise Impossible(f"{line}: {fault}") from fault
    if begun.path is None:
        return [*told(draft), "nothing is written, for no file is named"]
    if begun.sheaf:
        write_changed(draft, begun.sheaf)
    else:
        write_new(draft, begun.path)
    return [*told(draft), f"written to {begun.path}"]
