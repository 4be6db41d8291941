"""Fights in later rounds, played line by line, with effects, open questions, groups, and changes to undo."""

from pathlib import Path
from random import Random

from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_settings import JournalSettings
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.fitting_lines import fitting_line
from tests.campaign.names import hurtful_fight_of
from tests.campaign.trials import Broken
from tests.helpers.fights.sessions import journal_settings_at, session_on

FIRST_ROUND, LAST_ROUND = 2, 20
"""The rounds in which such a fight is returned."""
MOST_LINES = 800
"""The most lines to play; a fight that needs more is returned earlier."""
LINES_IN_LAST_ROUND = 12
"""The lines played once the round has begun."""
MOST_UNDONE = 4
HELP = ("heal @party,@down 20", "revive @dead 20", "add Newcomer x2 hp=30")
"""Lines that keep a fight with few creatures going."""
FEW = 4
TORN = b'{"crc":"00000000","seq":'
"""The beginning of a torn line."""


def any_fight(seed: int) -> Fight:
    """A fight in setup; half of these fights have hurtful names."""
    return hurtful_fight_of(seed) if Random(seed).random() < 0.5 else fight_of(seed)


def play_deep(session: Session, chance: Random) -> None:
    """Plays a fight from setup into one of the rounds `FIRST_ROUND` to `LAST_ROUND`, more often an early one."""
    target = min(chance.randint(FIRST_ROUND, LAST_ROUND), chance.randint(FIRST_ROUND, LAST_ROUND))
    play_to_round(session, chance, target)
    if chance.random() < 0.5:
        session.run(chance.choice(("ask party", "ask all")))
    for _ in range(LINES_IN_LAST_ROUND):
        session.run(fitting_line(chance, session.fight))
    if chance.random() < 0.3:
        session.run(f"undo {chance.randint(1, MOST_UNDONE)}")


def play_to_round(session: Session, chance: Random, target: int) -> None:
    """Plays until a round begins, or for `MOST_LINES`."""
    for _ in range(MOST_LINES):
        if session.fight.round >= target and session.fight.phase == "turns":
            return
        for line in HELP if _few_are_left(session.fight) else ():
            session.run(line)
        session.run(fitting_line(chance, session.fight))


def played(chance: Random, seed: int) -> Session:
    """A fight played into a later round without a journal."""
    session = session_on(any_fight(seed), seed)
    play_deep(session, chance)
    return session


def resumed(chance: Random, seed: int, settings: JournalSettings) -> Session:
    """A fight played into a later round, left and resumed from its journal, whose last line may be torn."""
    path = leave_fight(chance, seed, settings)
    if chance.random() < 0.3:
        with path.open("ab") as journal:
            journal.write(TORN)
    session, _ = Session.resume(settings, path.stem, RandomDice(Random(seed)))
    return session


def opened(chance: Random, seed: int, folder: Path) -> Session:
    """A fight in progress from a file that was written in a later round."""
    path = folder / "fight.toml"
    path.write_text(fight_text(played(chance, seed).fight), encoding="utf-8")
    return session_on(read_encounter(path), seed, encounter=path)


def leave_fight(chance: Random, seed: int, settings: JournalSettings) -> Path:
    """Plays a fight into a later round and leaves it; returns its journal."""
    session = session_on(any_fight(seed), seed, journal_settings=journal_settings_at(settings.folder))
    play_deep(session, chance)
    if session.recorder is None:
        raise Broken("no journal")
    path = session.recorder.path
    session.end(finished=False)
    again, lost = Session.open_for_viewing(settings, path, session.dice_source)
    if lost or again.fight != session.fight:
        raise Broken(f"the journal has another fight: {lost}")
    return path


def _few_are_left(fight: Fight) -> bool:
    return sum(state.place == "here" and not state.is_out for state in fight.states.values()) < FEW
