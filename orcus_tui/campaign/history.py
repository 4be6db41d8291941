"""The history of a hero: the hero's figures in the fights of a campaign, from their journals, and their cache."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from orcus_tui.campaign.campaign import Campaign, CampaignFight
from orcus_tui.campaign.campaign_cache import FOLDER, Version, read_cache, version_of, write_cache
from orcus_tui.errors import Impossible
from orcus_tui.model.text import name_key, plural, points
from orcus_tui.report.figures import CreatureFigures, FightFigures
from orcus_tui.report.journal_report import report_journal
from orcus_tui.report.luck import luck_of, luck_words
from orcus_tui.storage.journal.journal_file import archived_path, has_journal, journal_path
from orcus_tui.storage.storage_error import StorageError

VERSION = 1


class CachedFigures(Struct, frozen=True):
    """Cached figures, with the version of their journal."""

    version: int
    journal: Version
    figures: FightFigures


def figures_of_journal(journals: Path, journal_id: str) -> FightFigures:
    """The figures of a journal, which may be archived. Raises StorageError if there is none, or it cannot be read."""
    path = journal_path(journals, journal_id)
    if not has_journal(journals, journal_id):
        path = archived_path(journals, journal_id) or path
    journal = version_of(path)
    if journal is None:
        raise StorageError(path, "there is no such journal")
    keep = journals / FOLDER / f"{journal_id}.json"
    kept = read_cache(keep, CachedFigures)
    if kept and (kept.version, kept.journal) == (VERSION, journal):
        return kept.figures
    figures = report_journal(path).figures
    write_cache(keep, CachedFigures(VERSION, journal, figures))
    return figures


class Appearance(Struct, frozen=True):
    """A creature in one fight of the campaign: its figures, and whether it died there."""

    fight: CampaignFight
    figures: CreatureFigures
    died: bool


class History(Struct, frozen=True):
    """The fights of a hero in the order of the campaign, and the journals that cannot be read, with the reason."""

    appearances: tuple[Appearance, ...]
    problems: tuple[str, ...]


def history_of(campaign: Campaign, journals: Path, name: str) -> History:
    """What a hero did in each fight. Raises Impossible for a name that no fight has."""
    found: list[Appearance] = []
    problems: list[str] = []
    for fight in campaign.fights:
        if not fight.journal:
            continue
        try:
            figures = figures_of_journal(journals, fight.journal)
        except StorageError as fault:
            problems.append(f"{fight.file}: {fault}")
            continue
        found += _appearances(fight, figures, name)
    if not found and not problems:
        raise Impossible(f'no finished fight of the campaign has a "{name}"')
    return History(tuple(found), tuple(problems))


def history_lines(campaign: Campaign, journals: Path, name: str) -> Iterator[str]:
    """The sums of a hero's fights, and a line for each. Raises Impossible for a name that no fight has."""
    history = history_of(campaign, journals, name)
    yield from _sum_lines(history.appearances)
    for each in history.appearances:
        yield f"{each.fight.file}: {_figures_text(each.figures, died=each.died)}"
    yield from history.problems


def history_table(campaign: Campaign, journals: Path, name: str) -> dict[str, Any]:
    """The history for other programs: an object for each fight. Raises Impossible for a name that no fight has."""
    history = history_of(campaign, journals, name)
    fights = [
        {"file": each.fight.file, "day": each.fight.day, "journal": each.fight.journal, "name": each.figures.name}
        | {key: getattr(each.figures, key) for key in FIGURES}
        | {"died": each.died}
        for each in history.appearances
    ]
    return {"fights": fights, "problems": list(history.problems)}


FIGURES = ("dealt", "taken", "healed", "biggest", "kills", "falls")
"""The figures of each fight for other programs."""


def _appearances(fight: CampaignFight, figures: FightFigures, name: str) -> Iterator[Appearance]:
    for creature, each in figures.creatures.items():
        if name_key(name) in (name_key(each.name), creature):
            died = any(fall.creature == creature and fall.dead for fall in figures.falls)
            yield Appearance(fight, each, died)


def _sum_lines(found: Sequence[Appearance]) -> Iterator[str]:
    if not found:
        return
    own = [each.figures for each in found]
    times = len({each.fight for each in found})
    yield f"{own[-1].name}: {plural(times, 'fight')}"
    deaths = sum(each.died for each in found)
    falls = sum(each.falls for each in own)
    kills = sum(each.kills for each in own)
    ends = f"{plural(deaths, 'death')}, {plural(kills, 'kill')}"
    yield f"down {_times(falls)}, {ends}"
    dealt, taken, healed = (sum(getattr(each, what) for each in own) for what in ("dealt", "taken", "healed"))
    yield f"damage: dealt {points(dealt)}, taken {points(taken)}; healed {points(healed)}"
    yield f"biggest hit: {points(max(each.biggest for each in own))}"
    rolls = [roll for each in own for roll in each.rolls]
    if rolls:
        luck = luck_of(rolls)
        words = luck_words(luck)
        yield f"luck: {luck.made} of {luck.of} d20s succeeded, {luck.expected:.1f} expected{words and f'; {words}'}"


def _figures_text(figures: CreatureFigures, *, died: bool) -> str:
    fate = ", died" if died else f", down {_times(figures.falls)}" if figures.falls else ""
    return f"dealt {points(figures.dealt)}, taken {points(figures.taken)}, healed {points(figures.healed)}{fate}"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
