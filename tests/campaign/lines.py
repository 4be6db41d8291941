"""Lines of the command language, valid and damaged, executed and previewed."""

import json
from pathlib import Path
from random import Random

from orcus_tui.commands.reading import read_line
from orcus_tui.model.history import NO_UNDO
from orcus_tui.screen.fight.hints import completions_of, hints
from orcus_tui.session.ahead.preview import preview_command
from orcus_tui.session.session import Session
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.hurtful_words import hurtful_word, quoted
from tests.campaign.inputs.lines import damaged_line_of, line_by, script_of
from tests.campaign.instruments.limits import within_limits, within_time
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import session_on

SLOWEST_HINT = 0.25
"""Seconds of processor time for one key on the command line."""
LINES_EACH = 150
HINTS_EACH = 40
SIZES = ((100, 12), (200, 30), (40, 6), (20, 4), (3, 30), (8, 3), (2, 2), (1, 1))


def try_lines(seed: int, _folder: Path) -> int:
    """Tries lines in a fight: only user errors, no change by a failing line, no line slower than a second."""
    chance = Random(seed)
    session = session_on(fight_of(seed), seed)
    for line in script_of(seed, LINES_EACH):
        try_line(session, any_line(chance, line))
    return LINES_EACH


def any_line(chance: Random, line: str) -> str:
    """The line, or a damaged copy."""
    kind = chance.random()
    if kind < 0.7:
        return line
    if kind < 0.85:
        return damaged_line_of(chance.randrange(2**32))
    words = line.split()
    word = hurtful_word(chance)
    words[chance.randrange(len(words))] = quoted(word) if chance.random() < 0.5 else word
    return " ".join(words)


def try_line(session: Session, line: str) -> None:
    """Executes a line. Raises Broken if it takes too long, or fails and changes something."""
    before, dice = session.fight, session.dice_source.mark()
    with within_limits(f"{line!r:.300}"):
        result = session.run(line)
    if result and result.error and (session.fight is not before or session.dice_source.mark() != dice):
        raise Broken(f"failed, and yet changed something: {line!r}")
    if session.fight is not before:
        json.dumps(session.state())


def try_hints(seed: int, _folder: Path) -> int:
    """Types lines letter by letter, and measures the time for the hints above the command line."""
    chance = Random(seed)
    session = session_on(fight_of(seed), seed)
    for line in script_of(seed, 10):
        session.run(line)
    tried = 0
    for _ in range(HINTS_EACH):
        line = any_line(chance, line_by(chance))
        ends = range(len(line) + 1) if len(line) < 40 else sorted(chance.sample(range(len(line) + 1), 20))
        for end in ends:
            try_hint(session, line, end, chance)
            tried += 1
    return tried


def try_hint(session: Session, line: str, end: int, chance: Random) -> None:
    """Draws the hints for the beginning of a line. Raises Broken if that takes too long."""
    typed = line[:end]
    with within_time(f"the hints of {typed!r:.300}", SLOWEST_HINT):
        reading = read_line(typed, chance.choice((end, chance.randint(0, end))), session.context)
        hints(reading, 0, completions_of(reading), NO_UNDO, chance.choice(SIZES))


def try_preview(session: Session, line: str) -> None:
    """Previews a line. Raises Broken if that takes too long."""
    command = read_line(line, len(line), session.context).command
    with within_limits(f"the preview of {line!r:.300}"):
        if command:
            preview_command(command, session.context)


CAMPAIGNS = (
    Campaign("lines", "any line, in any system: our own errors alone, all or nothing", "lines", try_lines, 12),
    Campaign("hints", "what is shown while a line is typed", "keys", try_hints, 1),
)
