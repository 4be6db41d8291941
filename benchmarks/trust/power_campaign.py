"""The power fails at any moment: what was shown before is on the disk, and files are old or new, never in between."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from random import Random

from msgspec import Struct

from benchmarks.trust.campaign import Broken, Campaign
from benchmarks.trust.disk_campaign import files_now
from benchmarks.trust.fights import fight_of
from benchmarks.trust.lines import script_of
from benchmarks.trust.power_disk import PowerDisk, Step, after_power_failure, restore
from benchmarks.trust.sessions import journal_settings_at, session_on
from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.door import execute_line
from orcus_tui.session.session import Session
from orcus_tui.storage.journal.journal_list import list_journals

FAILURES_EACH = 40
"""Power failures in a trial."""
FILES = ("fight.toml", "log.md", "heroes.toml")
WRITING = ("write fight.toml", "export log.md", "keep heroes.toml")
SOMEBODYS_LOG = b"Somebody else's log.\n" * 100
STATE = Path("home", "share", "state")


class Shown(Struct, frozen=True):
    """What was shown after so many steps of the disk: the fight, and the files that were said to be written."""

    steps: int
    fight: Fight
    files: Mapping[str, bytes | None]


def try_power(seed: int, folder: Path) -> int:
    """A fight with files written now and then, and what is left of it when the power fails at any step."""
    chance = Random(seed)
    root = folder / "root"
    root.mkdir()
    os.chdir(root)
    power = PowerDisk()
    if chance.random() < 0.7:
        Path("log.md").write_bytes(SOMEBODYS_LOG)
        power.have(Path("log.md"))
    began = len(power.steps)
    shown = play_fight(chance, seed, power, root)
    for number in range(FAILURES_EACH):
        left = root.parent / f"left-{number}"
        left.mkdir()
        at = chance.randint(began, len(power.steps))
        if chance.random() < 0.5 and at < shown[0].steps:
            at = chance.randint(shown[0].steps, len(power.steps))
        try_failure(chance, power.steps[:at], shown, (root, left))
        os.chdir(root)
        shutil.rmtree(left)
    os.chdir(folder)
    return FAILURES_EACH


def play_fight(chance: Random, seed: int, power: PowerDisk, root: Path) -> list[Shown]:
    """A fight on this disk, and what it showed."""
    session = session_on(fight_of(seed), seed, journal_settings=journal_settings_at(root / STATE, power.disk))
    session.disk = power.disk
    shown = [Shown(len(power.steps), session.fight, files_now(FILES))]
    lines = script_of(chance.randrange(2**32), 10)
    for line in lines:
        execute_line(session, chance.choice(WRITING) if chance.random() < 0.25 else line)
        shown.append(Shown(len(power.steps), session.fight, files_now(FILES)))
    return shown


def try_failure(chance: Random, steps: list[Step], shown: list[Shown], folders: tuple[Path, Path]) -> None:
    """Fails the power after these steps. Raises Broken where something that was shown is lost."""
    root, left = folders
    restore(after_power_failure(steps, chance), root, left)
    os.chdir(left)
    last = max((number for number, each in enumerate(shown) if each.steps <= len(steps)), default=-1)
    may_be = shown[max(last, 0) : last + 2]  # what was shown, or what was to be shown next
    for name in FILES:
        data = files_now(FILES)[name]
        if data not in [each.files[name] for each in may_be] and not (last < 0 and data is None):
            raise Broken(f"{name} is neither old nor new after {len(steps)} steps: {data!r:.300}")
    if shown[0].files["log.md"] and SOMEBODYS_LOG not in [each.read_bytes() for each in Path().glob("log*.md")]:
        raise Broken(f"what was in log.md before is lost after {len(steps)} steps")
    if last >= 0:
        go_on(left / STATE, [each.fight for each in may_be])


def go_on(state: Path, may_be: list[Fight]) -> None:
    """Resumes the fight, and goes on with it."""
    journal_settings = journal_settings_at(state)
    names = [each.id for each in list_journals(state) if not each.fault]
    if len(names) != 1:
        raise Broken(f"the journal is lost: {names}")
    try:
        session, lost = Session.resume(journal_settings, names[0], RandomDice(Random(1)))
    except OrcusError as error:
        raise Broken(f"the journal cannot be resumed: {error}") from error
    if session.fight not in may_be:
        raise Broken(f"the fight is not what was shown: {lost}")
    if session.recorder is None:
        return  # garbage with a newline in it: to be viewed only, but nothing is lost
    execute_line(session, "add Newcomer hp=7")
    fight, journal = session.fight, session.recorder.id
    session.end(finished=False)
    again, _ = Session.resume(journal_settings, journal, RandomDice(Random(1)))
    again.end(finished=False)
    if again.fight != fight:
        raise Broken("what was done after the failure is lost")


CAMPAIGNS = (Campaign("power", "power failures: what was shown is there, files are old or new", "failures", try_power),)
