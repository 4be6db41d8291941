"""Campaigns and their trials, each from a seed, in a separate folder and process."""

import contextlib
import multiprocessing
import os
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from pathlib import Path
from types import FrameType

from msgspec import Struct


class Depth(Struct, frozen=True):
    """The depth of a trial on the screen: its latest round, the commands that changed the fight, the dialogs opened."""

    round: int
    commands: int
    dialogs: int


class Tried(Struct, frozen=True):
    """The number of things that a trial tried, and its depth."""

    count: int
    depth: Depth


Trial = Callable[[int, Path], int | Tried]
"""Tries something derived from a seed in an empty current folder; returns the number of things it tried.

Any exception means that something did not hold.
"""

LONGEST_TRIAL = 120
"""Seconds after which a trial counts as hung."""
PATIENCE = 60.0
"""Seconds after which a wait fails; far more than anything ever needs."""
PROCESS_ENDED = "a process ended in the middle of its trial: this one, or one that ran at the same time"


class Broken(Exception):
    """Something did not hold."""


class Hung(BaseException):
    """A trial has timed out. Not an Exception, since the program under trial handles those."""


class Campaign(Struct, frozen=True):
    """Trials of one kind. `of` names the things they count, `share` is their part of the time."""

    name: str
    what: str
    of: str
    trial: Trial
    share: float = 1.0


class Outcome(Struct, frozen=True):
    """The result of one trial; `fault` is empty if no check failed."""

    seed: int
    tried: int = 0
    fault: str = ""
    depth: Depth | None = None


class Tally(Struct):
    """The results of a campaign's trials."""

    trials: int = 0
    tried: int = 0
    seconds: float = 0.0
    failed: list[Outcome] = []
    depths: list[Depth] = []

    def add(self, outcome: Outcome) -> None:
        """Counts a trial."""
        self.trials += 1
        self.tried += outcome.tried
        if outcome.depth:
            self.depths.append(outcome.depth)
        if outcome.fault:
            self.failed.append(outcome)

    @property
    def depth(self) -> str:
        """The depth of its trials; empty if unknown."""
        if not self.depths:
            return ""
        rounds = sorted(each.round for each in self.depths)
        commands, dialogs = sum(each.commands for each in self.depths), sum(each.dialogs for each in self.depths)
        return (
            f"rounds {rounds[0]}-{rounds[-1]} (median {rounds[len(rounds) // 2]}), "
            f"{commands:,} commands, {dialogs:,} dialogs"
        )


def run_campaign(campaign: Campaign, seeds: Iterator[int], seconds: float) -> Tally:
    """Runs trials with the next seeds on all processors until the time is over; at least one on each."""
    tally, began = Tally(), time.monotonic()
    while not _run_trials(campaign, seeds, began + seconds, tally):
        pass
    tally.seconds = time.monotonic() - began
    return tally


def _run_trials(campaign: Campaign, seeds: Iterator[int], ends: float, tally: Tally) -> bool:
    """Runs trials in new processes; returns False if a trial has killed its process, so that more may remain to run."""
    processes = os.cpu_count() or 1
    # Spawned, not forked: a fork of a process with threads may hang, and Windows has none.
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        running = {pool.submit(run_trial, campaign, seed): seed for seed in islice(seeds, processes)}
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                seed = running.pop(future)
                try:
                    tally.add(future.result())
                except BrokenProcessPool:
                    for each in (seed, *running.values()):
                        tally.add(Outcome(each, fault=PROCESS_ENDED))
                    return time.monotonic() >= ends
                following = next(seeds, None) if time.monotonic() < ends else None
                if following is not None:
                    running[pool.submit(run_trial, campaign, following)] = following
    return True


def run_trial(campaign: Campaign, seed: int) -> Outcome:
    """Runs one trial in a new folder."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, contextlib.chdir(folder):
        try:
            with _time_limit(LONGEST_TRIAL):
                tried = campaign.trial(seed, Path(folder))
            if isinstance(tried, Tried):
                return Outcome(seed, tried.count, depth=tried.depth)
            return Outcome(seed, tried)
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001  # any exception, even an exit, means that something did not hold
            return Outcome(seed, fault=traceback.format_exc(limit=-12, chain=False))


@contextlib.contextmanager
def _time_limit(seconds: int) -> Iterator[None]:
    """Raises Hung in this process after a number of seconds; never on Windows, which has no such alarm."""
    if sys.platform == "win32":
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise Hung(f"not done after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def table(tallies: Sequence[tuple[Campaign, Tally]]) -> Iterator[str]:
    """The table of the campaigns with the results of their trials."""
    yield f"{'campaign':<13} {'what':<70} {'tried':>22} {'trials':>7} {'failed':>7} {'seconds':>8}"
    for campaign, tally in tallies:
        yield (
            f"{campaign.name:<13} {campaign.what:<70} {f'{tally.tried:,} {campaign.of}':>22} "
            f"{tally.trials:>7,} {len(tally.failed):>7} {tally.seconds:>8.0f}  {tally.depth}"
        ).rstrip()
