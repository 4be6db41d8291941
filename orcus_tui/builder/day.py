"""A day of several fights: the party goes from one to the next, and their XP add up."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from orcus_tui.builder.difficulty import difficulty_of, difficulty_summary, hero_levels, shared_xp
from orcus_tui.builder.draft import Draft
from orcus_tui.builder.draft_file import read_draft, with_party
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import building


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
