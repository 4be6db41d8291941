"""Random fights and lines as strategies, and small fights for tests.

A strategy draws only a seed, which costs a tenth of drawing every word by Hypothesis, and gives more variety.
"""

from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from orcus_tui.model.fight import Fight
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.lines import NOT_HERE, RANDOM_LINES, damaged_line_of, line_by, script_of
from tests.helpers.fights.sessions import NO_SYNC, journal_settings_at, result_of, session_on

__all__ = [
    "NOT_HERE",
    "NO_SYNC",
    "RANDOM_LINES",
    "begin_small_fight",
    "damaged_lines",
    "fight_of",
    "fights",
    "journal_of",
    "journal_settings_at",
    "line_by",
    "play_lines",
    "result_of",
    "script_of",
    "scripts",
    "seeds",
    "session_on",
    "small_fight",
]

seeds = st.integers(0, 2**32)
fights = seeds.map(fight_of)
damaged_lines = seeds.map(damaged_line_of)


def scripts(longest: int = 30) -> st.SearchStrategy[list[str]]:
    """Lines in a row."""
    return st.builds(script_of, seeds, st.integers(0, longest))


def play_lines(session: Session, *lines: str) -> list[str]:
    """Plays lines that must all succeed; returns their log."""
    log: list[str] = []
    for line in lines:
        result = result_of(session, line)
        assert not result.error, f"{line}: {result.error}"
        log += result.log
    return log


def journal_of(session: Session) -> Path:
    """The path of a session's journal; its stem is the journal's id."""
    assert session.recorder is not None
    return session.recorder.path


def begin_small_fight(*lines: str) -> Session:
    """A session on the small fight after `begin` and these lines; it is Ari's turn, and the ogre is next."""
    session = session_on(small_fight())
    play_lines(session, "begin", *lines)
    return session


@cache
def small_fight() -> Fight:
    """A fight of two heroes, an ogre and three goblins."""
    defenses = {"ac": 15, "fortitude": 14, "reflex": 13, "will": 12}
    strike = {"name": "Strike", "attack": "+5 vs AC", "damage": "1d8+3", "miss": "half"}
    hex_ = {
        "name": "Hex",
        "use": "encounter",
        "attack": "+5 vs Will",
        "damage": "2d6 fire",
        "effects": ["apply dazed save"],
    }
    common = {"defenses": defenses, "power": [strike, hex_]}
    tables = [
        {"name": "Ari", "kind": "pc", "max_hp": 40, "initiative_total": 20, "recoveries": 6, **common},
        {"name": "Cor", "kind": "pc", "max_hp": 30, "initiative_total": 15, "recoveries": 6, **common},
        {"name": "Ogre", "max_hp": 60, "initiative_total": 18, **common},
        {"name": "Goblin", "count": 3, "kind": "mook", "initiative_total": 10, **common},
    ]
    return fight_from_table({"format": 1, "name": "The ford", "system": "orcus", "creature": tables})
