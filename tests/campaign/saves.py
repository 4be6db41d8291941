"""The builder, `import`, the library and the archive, when killed, on power failures, and on a full disk: each file is
old or new.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

from msgspec import structs

from tests.campaign.disk import MOODS, BadDisk
from tests.campaign.instruments.power_disk import PowerDisk, after_power_failure, restore
from tests.campaign.programs.file_writer import (
    ACTS_EACH,
    Refused,
    Saver,
    Snapshot,
    check_files,
    check_use,
    prepare,
    snapshot,
    snapshots,
)
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import NO_SYNC

FAILURES_EACH = 40
KILLS_EACH = 4
CALLS_EACH = 70
"""The approximate number of calls of the disk in a trial."""
LEFT_AS_IT_IS = "could not be restored"
"""The message if a failing disk prevents restoring a file."""


def _enter(folder: Path, seed: int) -> Path:
    """Changes to a new folder with files in it."""
    folder.mkdir()
    os.chdir(folder)
    prepare(seed)
    return folder


def try_power(seed: int, folder: Path) -> int:
    """Simulates power failures while files are saved: everything reported as saved is there, the rest is unchanged."""
    chance = Random(seed)
    root = _enter(folder / "root", seed)
    power = PowerDisk()
    for path in root.rglob("*"):
        if path.is_file():
            power.have(path)
    steps = [len(power.steps)]
    found = snapshots(seed, power.disk, lambda: steps.append(len(power.steps)))
    for number in range(FAILURES_EACH):
        at = chance.randint(steps[0], steps[-1])
        left = folder / f"left-{number}"
        left.mkdir()
        restore(after_power_failure(power.steps[:at], chance), root, left)
        os.chdir(left)
        last = max(act for act, done in enumerate(steps) if done <= at)
        now = snapshot()
        check_files(now, found[last : last + 2])
        check_use(now)
        os.chdir(root)
        shutil.rmtree(left)
    os.chdir(folder)
    return FAILURES_EACH


def try_disk(seed: int, folder: Path) -> int:
    """Saves on a disk that fails at times: a refusal changes nothing, and everything can be saved when the disk works
    again.
    """
    chance = Random(seed)
    _enter(folder / "root", seed)
    bad = BadDisk(chance, chance.choice(MOODS))
    saver = Saver(seed, structs.replace(bad.disk, remove=NO_SYNC.remove))  # a file that cannot be removed must stay
    for _ in range(ACTS_EACH):
        bad.fails = chance.choice(MOODS) if chance.random() < 0.3 else bad.fails
        before = snapshot()
        try:
            saver.act()
        except Refused as refusal:
            _check_refusal(str(refusal), before)
    bad.fails = 0.0
    saver.write()
    saver.edit()
    saver.import_to_library()
    check_use(snapshot())
    return ACTS_EACH


def _check_refusal(message: str, before: Snapshot) -> None:
    """Raises Broken if a refused action has changed a file without a message."""
    now = snapshot()
    if LEFT_AS_IT_IS in message:
        held = set(now.values())
        if lost := [name for name, data in before.items() if data not in held]:
            raise Broken(f"lost: {lost}")
    elif now != before and "may not survive a power failure" not in message:
        changed = {name for name in {*before, *now} if before.get(name) != now.get(name)}
        raise Broken(f"refused, and yet changed {changed}: {message}")


def try_kill(seed: int, folder: Path) -> int:
    """Kills the program at any call of the disk while it saves: all files are complete, old or new."""
    chance = Random(seed)
    _enter(folder / "expected", seed)
    found = snapshots(seed, NO_SYNC)
    for number in range(KILLS_EACH):
        _enter(folder / f"killed-{number}", seed)
        words = [
            sys.executable,
            "-m",
            "tests.campaign.programs.file_writer",
            str(seed),
            str(chance.randint(0, CALLS_EACH)),
        ]
        process = subprocess.run(words, env=_environment(), capture_output=True, text=True, check=False)
        if process.stderr:
            raise Broken(process.stderr)
        done = len(process.stdout.splitlines())
        now = snapshot()
        check_files(now, found[done : done + 2])
        check_use(now)
    os.chdir(folder)
    return KILLS_EACH


def _environment() -> dict[str, str]:
    """The environment in which a program finds the campaign's code from any folder."""
    root = str(Path(__file__).parents[2])
    return dict(os.environ) | {"PYTHONPATH": root, "PYTHONUTF8": "1"}


SAVES = "builder, import, library, archive"
CAMPAIGNS = (
    Campaign("kill-saves", f"{SAVES} killed at any call: files old or new", "kills", try_kill, 0.5),
    Campaign("power-saves", f"{SAVES} without power: files are old or new", "failures", try_power, 0.5),
    Campaign("disk-saves", f"{SAVES} on bad disks: nothing is half done", "acts", try_disk, 0.5),
)
