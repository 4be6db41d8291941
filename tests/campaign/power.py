"""Power failures at any moment: everything shown is on disk, and files are old or new, never in between."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random

from msgspec import Struct

from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.journal.journal_file import journal_path
from orcus_tui.storage.journal.journal_list import list_unfinished
from orcus_tui.storage.storage_error import StorageError
from tests.campaign.disk import files_now
from tests.campaign.inputs.deep_fights import TORN, leave_fight
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.fitting_lines import fitting_line
from tests.campaign.inputs.lines import script_of
from tests.campaign.instruments.power_disk import PowerDisk, Step, Write, after_power_failure, restore
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import journal_settings_at, session_on

FAILURES_EACH = 40
"""The number of power failures in a trial."""
LINES_EACH = 10
FILES = ("fight.toml", "log.md", "heroes.toml")
WRITING = ("write fight.toml", "export log.md", "keep heroes.toml")
SOMEBODYS_LOG = b"Somebody else's log.\n" * 100
STATE = Path("home", "share", "state")


class Shown(Struct, frozen=True):
    """The state shown after a number of disk calls: the fight, its journal, and the written files."""

    steps: int
    fight: Fight
    files: Mapping[str, bytes | None]
    journal: str


def try_power(seed: int, folder: Path) -> int:
    """Tries a fight that writes files, with a power failure at any step."""
    chance = Random(seed)
    with _root(folder, "root") as root:
        power = PowerDisk()
        if chance.random() < 0.7:
            Path("log.md").write_bytes(SOMEBODYS_LOG)
            power.have(Path("log.md"))
        began = len(power.steps)
        session = session_on(fight_of(seed), seed, journal_settings=journal_settings_at(root / STATE, power.disk))
        shown = play_fight(chance, session, power)
        try_failures(chance, power, (began, shown), root)
    return FAILURES_EACH


def try_resumed(seed: int, folder: Path) -> int:
    """Tries a fight that is resumed after a power failure or with a torn line, and loses power again at any step."""
    chance = Random(seed)
    with _root(folder, "root") as root:
        _leave_fights(chance, seed)
        power = PowerDisk()
        for path in root.rglob("*"):
            if path.is_file():
                power.have(path)
        began = len(power.steps)
        settings = journal_settings_at(root / STATE, power.disk)
        journal = min(each.id for each in list_unfinished(root / STATE) if not each.fault)
        left, _ = Session.open_for_viewing(settings, journal_path(root / STATE, journal), RandomDice(Random(seed)))
        shown = [Shown(began, left.fight, files_now(FILES), journal)]
        session, _ = Session.resume(settings, journal, RandomDice(Random(seed)))
        if not session.read_only:
            shown += play_fight(chance, session, power)
        try_failures(chance, power, (began, shown), root)
    return FAILURES_EACH


@contextmanager
def _root(folder: Path, name: str) -> Iterator[Path]:
    """Makes a new folder the current one."""
    root = folder / name
    root.mkdir()
    os.chdir(root)
    yield root
    os.chdir(folder)


def _leave_fights(chance: Random, seed: int) -> None:
    """Leaves two fights in the current folder, one of which has just lost power, or has a torn last line."""
    root = Path().absolute()
    settings = journal_settings_at(root / STATE)
    path = leave_fight(chance, seed, settings)
    kind = chance.random()
    if kind < 0.4:
        with path.open("ab") as journal:
            journal.write(TORN)
    elif kind < 0.8:
        _lose_power(chance, seed, path)
    leave_fight(chance, seed + 1, settings)


def _lose_power(chance: Random, seed: int, path: Path) -> None:
    """Continues a fight until the power fails, and replaces the files of the current folder with the remaining ones."""
    root, power = Path().absolute(), PowerDisk()
    power.have(path)
    session, _ = Session.resume(journal_settings_at(root / STATE, power.disk), path.stem, RandomDice(Random(seed)))
    began = len(power.steps)
    play_fight(chance, session, power)
    left = after_power_failure(power.steps[: chance.randint(began, len(power.steps))], chance)
    shutil.rmtree(root / "home")
    for name in FILES:
        Path(name).unlink(missing_ok=True)
    restore(left, root, root)


def play_fight(chance: Random, session: Session, power: PowerDisk) -> list[Shown]:
    """Plays on a disk that may fail, perhaps switches to another fight, and leaves; returns the states shown."""
    session.disk, session.offers_again = power.disk, True
    shown = [_shown(session, power)]
    for line in script_of(chance.randrange(2**32), LINES_EACH):
        if chance.random() < 0.05:
            power.fails = chance.choice(("write", "sync"))
        if chance.random() < 0.05:
            session = _switch(chance, session)
            session.disk, session.offers_again = power.disk, True
            shown.append(_shown(session, power))
        fits = fitting_line(chance, session.fight) if chance.random() < 0.5 else line
        session.run(chance.choice(WRITING) if chance.random() < 0.25 else fits)
        shown.append(_shown(session, power))
    power.fails = ""
    session.end(finished=False)
    return shown


def _shown(session: Session, power: PowerDisk) -> Shown:
    return Shown(len(power.steps), session.fight, files_now(FILES), session.recorder.id if session.recorder else "")


def _switch(chance: Random, session: Session) -> Session:
    """Resumes another fight, as the file dialog does, or this one if there is no other."""
    if session.journal_settings is None or session.recorder is None:
        return session
    folder = session.journal_settings.folder
    others = [each.id for each in list_unfinished(folder) if not each.fault and each.id != session.recorder.id]
    if not others:
        return session
    try:
        other, _ = Session.resume(session.journal_settings, chance.choice(others), RandomDice(chance))
    except StorageError:
        return session  # the disk failed
    if other.read_only:
        return session
    session.end(finished=False)
    return other


def try_failures(chance: Random, power: PowerDisk, played: tuple[int, list[Shown]], root: Path) -> None:
    """Simulates `FAILURES_EACH` power failures after the beginning of the fight. Raises as `try_failure` does."""
    began, shown = played
    for number in range(FAILURES_EACH):
        left = root.parent / f"left-{number}"
        left.mkdir()
        at = chance.randint(began, len(power.steps))
        if chance.random() < 0.5 and at < shown[0].steps:
            at = chance.randint(shown[0].steps, len(power.steps))
        try_failure(chance, power.steps[:at], shown, (root, left))
        os.chdir(root)
        shutil.rmtree(left)


def try_failure(chance: Random, steps: list[Step], shown: list[Shown], folders: tuple[Path, Path]) -> None:
    """Simulates a power failure after these steps. Raises Broken if something that was shown is lost."""
    root, left = folders
    restore(after_power_failure(steps, chance), root, left)
    os.chdir(left)
    last = max((number for number, each in enumerate(shown) if each.steps <= len(steps)), default=-1)
    may_be = shown[max(last, 0) : last + 2]  # the last state shown, or the next one
    for name in FILES:
        data = files_now(FILES)[name]
        if data not in [each.files[name] for each in may_be] and not (last < 0 and data is None):
            raise Broken(f"{name} is neither old nor new after {len(steps)} steps: {data!r:.300}")
    log = shown[0].files["log.md"]
    # The log was written again; nobody needs its earlier states.
    is_of_this_fight = any(isinstance(each, Write) and each.data == log for each in steps)
    if log and not is_of_this_fight and log not in [each.read_bytes() for each in Path().glob("log*.md")]:
        raise Broken(f"what was in log.md before is lost after {len(steps)} steps")
    if last >= 0:
        go_on(left / STATE, may_be)


def go_on(state: Path, may_be: list[Shown]) -> None:
    """Resumes the fight that was shown, and continues it."""
    settings, name = journal_settings_at(state), may_be[0].journal
    path = journal_path(state, name)
    if not path.exists():
        raise Broken(f"the journal {name} is lost; there is {sorted(each.name for each in state.iterdir())}")
    try:
        session, lost = Session.resume(settings, name, RandomDice(Random(1)))
    except OrcusError as error:
        raise Broken(f"the journal cannot be resumed: {error}") from error
    if session.fight not in [each.fight for each in may_be]:
        raise Broken(f"the fight is not what was shown: {lost}")
    if session.recorder is None:
        return  # garbage with a newline in it: the fight can only be viewed, but nothing is lost
    session.run("add Newcomer hp=7")
    fight, journal = session.fight, session.recorder.id
    session.end(finished=False)
    again, _ = Session.resume(settings, journal, RandomDice(Random(1)))
    again.end(finished=False)
    if again.fight != fight:
        raise Broken("what was done after the failure is lost")


CAMPAIGNS = (
    Campaign("power", "power failures: what was shown is there, files are old or new", "failures", try_power),
    Campaign("power-resumed", "power failures in fights that were resumed: the same", "failures", try_resumed),
)
