"""The figures of a journal on disk, with the time of each creature's turns from the stamps of its lines."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from msgspec import Struct

from orcus_tui.model.text import plural
from orcus_tui.report.figures import CreatureFigures, FightFigures, figures_of
from orcus_tui.storage.journal.journal_file import JournalContents, read_journal
from orcus_tui.storage.journal.recovery import Replay, begin_replay, is_known_format, replay_errors, replay_lines
from orcus_tui.storage.storage_error import StorageError

LONGEST_PAUSE = 20 * 60
"""The most seconds between two lines of a turn; a longer pause is a break, and counts for no turn."""


class JournalReport(Struct, frozen=True):
    """The figures of a journal, the start of its fight, and the problem if some of it could not be read."""

    figures: FightFigures
    when: str = ""
    problem: str = ""


def report_journal(path: Path) -> JournalReport:
    """The figures of the fight in a journal in its current state, without undone commands.

    Raises StorageError if the journal cannot be read, or has a format with unknown events.
    """
    contents = read_journal(path)
    header = contents.header
    if not is_known_format(header):
        raise StorageError(path, f"has format {header['format']}, whose events this program does not know")
    with replay_errors(path):
        replay = begin_replay(header)
    seconds = _replay(replay, contents)
    damage = str(contents.damage) if contents.damage else ""
    return JournalReport(figures_of(replay.timeline, seconds), str(header.get("when", "")), replay.problem or damage)


def _replay(replay: Replay, contents: JournalContents) -> dict[str, float]:
    """Replays the lines up to an invalid one; returns the seconds of turns by creature.

    The time from one line to the next belongs to the creature whose turn it is.
    """
    seconds: defaultdict[str, float] = defaultdict(float)
    last = _seconds_of(contents.header.get("when"))
    active = replay.timeline.fight.active
    for record in replay_lines(replay, contents):
        now = _seconds_of(record.at)
        if active and last and now and 0 < now - last < LONGEST_PAUSE:
            seconds[active] += now - last
        last = now or last
        active = replay.timeline.fight.active
    return seconds


def _seconds_of(stamp: object) -> float | None:
    """Seconds since the epoch; None for an invalid time."""
    try:
        return datetime.fromisoformat(str(stamp)).timestamp()
    except ValueError:
        return None


def total_figures(reports: Sequence[FightFigures]) -> FightFigures:
    """The figures of several fights as one; creatures with the same name and side are added up.

    The course from turn to turn is left out.
    """
    first = reports[0]
    total = FightFigures(plural(len(reports), "fight"), first.system)
    for each in reports:
        total.rounds += each.rounds
        total.unattributed += each.unattributed
        total.healed_by_nobody += each.healed_by_nobody
        for figures in each.creatures.values():
            _add(total, figures)
    return total


def _add(total: FightFigures, figures: CreatureFigures) -> None:
    key = f"{figures.side} {figures.name}"
    known = total.creatures.setdefault(key, CreatureFigures(figures.name, figures.side))
    for name in SUMMED:
        setattr(known, name, getattr(known, name) + getattr(figures, name))
    known.rolls += figures.rolls


SUMMED = tuple(name for name in CreatureFigures.__struct_fields__ if name not in ("name", "side", "rolls"))
"""The figures that add up from fight to fight."""
