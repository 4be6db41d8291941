"""The cost of a turn early, late and in large fights, and the memory of undo."""

import gc
import tracemalloc
from collections.abc import Iterator
from dataclasses import make_dataclass, replace
from functools import partial
from statistics import median

from msgspec.structs import astuple, force_setattr

from benchmarks.fights import session
from benchmarks.measure import Row, per_call, timed
from orcus_tui.commands.reading import read_line
from orcus_tui.dice import DiceError, parse
from orcus_tui.model.creature import State
from orcus_tui.session.ahead.preview import preview_command
from orcus_tui.session.session import Session

HOSTILE = (
    "1000000d6", "99999999999d99999999", "(" * 10_000, "1" * 5_000, "1d" + "9" * 5_000, "((((", "1d6!!!!", "1d６",
    "1/0", "1d0", "d", "", "1d6kh1x", "--------1-", "\0", "1d6r<7", "1000d6+1000d6", "1d6[" + "fire" * 1_000 + "]",
    "[" * 200, "d" * 200, "r" * 199 + "x", "*".join(["999999999"] * 20), "(1*" * 66, "1d10000" + "!" * 100, "{}",
)  # fmt: skip
FIRST, MANY = 10, 10_000
"""The numbers of commands before an early and a late measurement."""
WINDOW = 300
"""The number of commands measured each time."""
TURNS = 600
STEPS = 500
CROWD = 2_000
AT_ONCE = (
    "damage @all 3 fire", "attack hex @all", "apply @all dazed save", "mark @all", "remove @all all", "kill @all",
    "reserve @all", "drop @all", "init @all", "init @all 5", "mask @all", "do fall 25 @all",
    "damage " + ",".join("*" * number for number in range(1, 51)) + " 3",
)  # fmt: skip
"""Lines that change every creature of a fight."""


def rows() -> Iterator[Row]:
    """Hostile dice, `next` in a fight of 20, late and early, in large and small fights, and memory."""
    yield _hostile()
    yield _next()
    yield _late()
    yield _memory()
    yield from _large()
    yield from _at_once()


def _hostile() -> Row:
    slowest = max(min(timed(partial(_refused, text)) for _ in range(5)) for text in HOSTILE)
    return Row(
        f"the slowest of {len(HOSTILE)} hostile dice to be refused", slowest * 1e6, 1000, "µs", "each the best of 5"
    )


def _refused(text: str) -> None:
    try:
        parse(text)
    except DiceError:
        return
    raise AssertionError(text)


def _next() -> Row:
    fight = session(20, 3)
    state = next(iter(fight.fight.states.values()))
    same = make_dataclass("Same", State.__struct_fields__, frozen=True, slots=True)(*astuple(state))
    one = per_call(lambda: replace(same, hp=7), 5_000)
    turn = median(timed(lambda: fight.run("next")) for _ in range(TURNS))
    note = f"{turn * 1e6:.0f} µs vs {one * 1e6:.1f} µs"
    return Row("next, 20 creatures, 60 effects, to one dataclasses.replace", turn / one, 40, "×", note)


def _late() -> Row:
    fight = session(20, 3)
    costs = [timed(lambda: fight.run("next")) for _ in range(MANY + WINDOW)]
    early, late = median(costs[FIRST : FIRST + WINDOW]), median(costs[MANY:])
    note = f"{late * 1e6:.0f} µs vs {early * 1e6:.0f} µs"
    return Row(f"the {MANY:,}th command, to the {FIRST}th", late / early, 1.2, "×", note)


def _memory() -> Row:
    """The memory of the timeline for an undo step, without the events and the line, which belong to the log."""
    fight = session(20, 3)
    for _ in range(50):
        fight.run("next")
    gc.collect()
    tracemalloc.start()
    for _ in range(STEPS):
        fight.run("next")
    gc.collect()
    with_log = tracemalloc.get_traced_memory()[0] / STEPS
    for execution in fight.timeline.executions[-STEPS:]:
        force_setattr(execution, "events", ())
    gc.collect()
    without = tracemalloc.get_traced_memory()[0] / STEPS
    tracemalloc.stop()
    return Row("memory per step of undo, 20 creatures, the log apart", without, 1500, "B", f"with it {with_log:.0f} B")


def _large() -> Iterator[Row]:
    """`next` in large fights: each new fight copies the mapping of creatures, a turn's end searches effects."""
    small, large = session(20, 3), session(200, 3)
    for line in ("next", "damage creature-7 3 fire", "attack blade creature-7 face 2"):
        costs = [_cost(small, line), _cost(large, line)]
        note = f"{costs[1] * 1e6:.0f} µs vs {costs[0] * 1e6:.0f} µs"
        yield Row(f"{line.split()[0]} with 200 creatures, to 20", costs[1] / costs[0], None, "×", note)


def _at_once() -> Iterator[Row]:
    """Lines that change all creatures of a crowd: read, previewed, and executed without a journal."""
    fight = session(CROWD, 3)
    for line in AT_ONCE:
        context = fight.context
        reading = read_line(line, len(line), context)
        if reading.command is None:
            raise RuntimeError(f"{line}: {reading.error}")
        read = timed(partial(read_line, line, len(line), context))
        shown = timed(partial(preview_command, reading.command, context))
        running = Session(fight.fight, fight.dice_source)
        done = timed(partial(running.run, line))
        note = f"read {read * 1000:.0f} ms, preview {shown * 1000:.0f} ms, carried out {done * 1000:.0f} ms"
        yield Row(f"{CROWD:,} creatures: {line:.21}", max(read + shown, done) * 1000, 1000, "ms", note)


def _cost(fight: Session, line: str) -> float:
    return median(timed(lambda: fight.run(line)) for _ in range(WINDOW))
