"""Hundreds of creatures and thousands of targets, with the same time limits as a small fight."""

from pathlib import Path
from random import Random

from orcus_tui.commands.lexer import LONGEST_LINE
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.systems import SYSTEMS
from tests.campaign.inputs.fights import crowd_in
from tests.campaign.inputs.lines import LONG_PARTS, LONG_TARGETS, WORDS, line_by
from tests.campaign.lines import any_line, try_hint, try_line, try_preview
from tests.campaign.trials import Campaign
from tests.helpers.fights.sessions import session_on

LINES_EACH = 30
HINTS_EACH = 3
"""The number of lines whose hints are drawn while they are typed."""


def try_large(seed: int, _folder: Path) -> int:
    """Tries lines that name many or all of the hundreds of creatures in a fight."""
    chance = Random(seed)
    system: System = chance.choice(tuple(SYSTEMS.values()))
    session = session_on(fight_from_table(crowd_in(system, chance)), seed)
    for number in range(LINES_EACH):
        line = "begin" if number == 1 else long_line(chance)
        if number % (LINES_EACH // HINTS_EACH) == 0:
            try_hint(session, line, len(line), chance)
            try_preview(session, line)
        try_line(session, line)
    return LINES_EACH


def long_line(chance: Random) -> str:
    """A line with its targets replaced by hundreds, up to the maximum length."""
    if chance.random() < 0.1:
        return _line_of_parts(chance)
    line = any_line(chance, line_by(chance))
    if chance.random() < 0.3:
        line = line.replace(" strike ", " flurry ")
    words = [word for word in dict.fromkeys(WORDS["TARGETS"]) if f" {word} " in f"{line} "]
    if not words or chance.random() < 0.2:
        return line
    word = chance.choice(words)
    length = chance.choice((20, 200, 2_000, LONGEST_LINE))
    return line.replace(f" {word}", f" {long_targets(chance, length - len(line))}", 1)


def _line_of_parts(chance: Random) -> str:
    """A line that joins very many parts."""
    beginning, (between, parts) = chance.choice(tuple(LONG_PARTS.items()))
    length = chance.choice((20, 200, 2_000, LONGEST_LINE))
    several = (chance.choice(parts).replace("NUMBER", str(number)) for number in range(length // 5))
    return f"{beginning}{between.join(several)}"[:length].rpartition(between)[0] or "begin"


def long_targets(chance: Random, length: int) -> str:
    """A list of targets of about this length: one repeated, or many different ones."""
    several = chance.sample(LONG_TARGETS, chance.choice((1, 1, 2, 5)))
    targets = ""
    while len(targets) < length:
        targets += f"{chance.choice(several).replace('NUMBER', str(chance.randint(1, 200)))},"
    return targets[: max(length, 1)].rpartition(",")[0] or several[0].replace("NUMBER", "1")


CAMPAIGNS = (Campaign("large", "hundreds of creatures, and lists of targets as long as a line", "lines", try_large, 2),)
