"""Simulated fights compared with typed lines, one processor with two, and a report with a recovery."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from msgspec.structs import replace

from benchmarks.fights import execute, play_journal, session
from benchmarks.measure import Row, in_turn, timed
from orcus_tui.report.journal_report import report_journal
from orcus_tui.simulation.forecast import Plan, all_pairs, forecast
from orcus_tui.simulation.play_out import DiceStreams, SimulatedFight
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_file import read_journal
from orcus_tui.storage.journal.recovery import replay_journal

ENCOUNTERS = Path(__file__).parents[1] / "encounters"
SAMPLE = ENCOUNTERS / "ambush-on-the-salt-steps.toml"
TURNS = 400
FIGHTS = 1_000
DICE_EACH = 90
"""The approximate number of dice in a fight of the sample."""
LINES = 10_000


def rows() -> Iterator[Row]:
    """A turn, a thousand fights, processors, and a report."""
    yield _turn()
    yield from _fights()
    yield _report()


def _turn() -> Row:
    """A simulated turn, compared with `attack` and `next` typed in the same fight."""
    typed_fight = session(20, 3)
    playing = SimulatedFight(replace(typed_fight.fight, makes_offers=False), all_pairs("orcus")[4], DiceStreams(1, 0))

    def typed() -> None:
        for line in ("attack blade creature-4 face 12", "next"):
            execute(typed_fight, line)

    ahead, by_hand = in_turn(playing.take_turn, typed, TURNS)
    note = f"{ahead * 1e6:.0f} µs vs {by_hand * 1e6:.0f} µs"
    return Row("a turn played ahead, to `attack` and `next`", ahead / by_hand, 0.65, "×", note)


def _fights() -> Iterator[Row]:
    """A thousand fights on one processor, compared with two, and with a loop of the same number of dice."""
    fight = read_encounter(SAMPLE)
    pairs = all_pairs(fight.system)

    def play(processes: int, fights: int = FIGHTS // len(pairs)) -> float:
        before = _processor_time()
        for _ in forecast(fight, Plan(pairs, 1, fights, processes)):
            pass
        return _processor_time() - before

    yield Row("the first look at the ambush, a fight of each pair", play(1, 1), 0.5, " s", "processor time")
    one, two = play(1), play(2)
    note = f"{one:.1f} s of processor time vs {two:.1f} s in both"
    yield Row(f"{FIGHTS:,} fights of the ambush: one processor, to two", 2 * one / two, 1.8, "×", note, at_least=True)
    plain = timed(_plain_dice)
    yield Row(
        f"{FIGHTS:,} such fights, to a plain loop of the same dice", one / plain, None, "×", f"{plain * 1e3:.0f} ms"
    )


def _processor_time() -> float:
    """The processor time of this process and of those that it has waited for."""
    return sum(os.times()[:4])


def _plain_dice() -> int:
    """Only rolls as many dice as such fights do."""
    chance = Random(1)
    return sum(chance.randint(1, 20) for _ in range(FIGHTS * DICE_EACH))


def _report() -> Row:
    """The report of a long journal, compared with its recovery."""
    with tempfile.TemporaryDirectory() as folder:
        _, path = play_journal(Path(folder), session(20, 3), ("next",), LINES)
        report, recovery = in_turn(lambda: report_journal(path), lambda: replay_journal(read_journal(path)), 3)
    note = f"{report * 1000:.0f} ms vs {recovery * 1000:.0f} ms"
    return Row(f"the report of a journal of {LINES:,} lines, to its recovery", report / recovery, 3, "×", note)
