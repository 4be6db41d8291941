"""Reports of fights of every length, in every format: within the limits, or announced as slow."""

from pathlib import Path
from random import Random

from orcus_tui.cli.report import FORMS
from orcus_tui.errors import OrcusError
from orcus_tui.report.figures import FightFigures
from orcus_tui.report.journal_report import report_journal
from orcus_tui.report.luck import Roll, luck_of
from orcus_tui.report.report_text import report_lines
from orcus_tui.storage.journal.journal_file import SUFFIX
from orcus_tui.storage.large_file import large_journal_message
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.lines import script_of
from tests.campaign.instruments.limits import within_limits
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import journal_settings_at, session_on

LENGTHS = (10, 100, 100, 1_000)
ROLLS = (100, 1_000, 20_000)


def try_report(seed: int, folder: Path) -> int:
    """Tries the report of a fight's journal, complete and cut off, and the luck of many rolls."""
    chance = Random(seed)
    session = session_on(fight_of(seed), seed, journal_settings=journal_settings_at(folder / "state"))
    for line in script_of(seed, chance.choice(LENGTHS)):
        session.run(line)
    session.end(finished=chance.random() < 0.5)
    tried = 0
    for path in (folder / "state").glob(f"*{SUFFIX}"):
        for share in (1, chance.random()):
            path.write_bytes(path.read_bytes()[: round(path.stat().st_size * share)])
            tried += _try_journal(path)
    luck = _luck(chance)
    if not 0 <= luck <= 1:
        raise Broken(f"a chance of {luck}")
    return tried + 1


def _try_journal(path: Path) -> int:
    announced = bool(large_journal_message(path))
    with within_limits(f"the report of {path.stat().st_size:,} bytes", announced=announced):
        try:
            figures: FightFigures = report_journal(path).figures
        except OrcusError:
            return 1
    for form in (*FORMS.values(), as_text):
        with within_limits(f"a form of the report of {path.stat().st_size:,} bytes", announced=announced):
            form(figures)
    return len(FORMS) + 2


def as_text(figures: FightFigures) -> str:
    """The printed report."""
    return "\n".join(report_lines(figures))


def _luck(chance: Random) -> float:
    count = chance.choice(ROLLS)
    chances = [chance.choice((hits / 20, 1 - (1 - hits / 20) ** 2, (hits / 20) ** 2)) for hits in range(21)]
    rolls = [Roll(each, chance.random() < each) for each in chance.choices(chances, k=count)]
    with within_limits(f"the luck of {count:,} rolls"):
        return luck_of(rolls).share


CAMPAIGNS = (Campaign("report", "the report of any journal: in time, or announced", "reports", try_report, 0.5),)
