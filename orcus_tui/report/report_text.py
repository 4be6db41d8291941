"""The figures as text for a terminal: totals of the sides, then each creature, then the course of the fight.

The lines fit 80 columns, with the frame of a screen.
"""

from collections.abc import Collection, Iterator, Sequence
from textwrap import wrap

from msgspec import Struct
from rich.cells import set_cell_size

from orcus_tui.model.clock import minutes_text
from orcus_tui.model.text import plural
from orcus_tui.report.condition_spans import condition_rows
from orcus_tui.report.figures import CreatureFigures, FightFigures
from orcus_tui.report.luck import luck_of, luck_words
from orcus_tui.report.report_forms import SIDES, fall_lines, members, name_of, short_name, side_total

BAR = 12
SPARKS = "▁▂▃▄▅▆▇█"
NAME = 18
WIDTH = 78
HIGHLIGHTS = (
    ("criticals", "critical hit", "critical hits"),
    ("conditions", "condition caused", "conditions caused"),
    ("turns_lost", "turn without an action", "turns without an action"),
    ("absorbed", "damage absorbed", "damage absorbed"),
    ("overkill", "damage beyond the last hit point", "damage beyond the last hit point"),
    ("dealt_to_own", "damage to their own side", "damage to their own side"),
    ("recoveries", "recovery used", "recoveries used"),
    ("limited_powers", "limited power used", "limited powers used"),
)
"""The figures of a side that are mentioned if they are not 0, with the words for one and for several."""
LABEL = 34
COURSE = 36
"""The columns in which the turns are drawn; in a longer fight, a column has several turns."""
MOST_CONDITIONS = 16
"""The largest number of rows of conditions."""


def report_lines(figures: FightFigures, *, ranked: bool = False) -> Iterator[str]:
    """The lines of `orcus-tui report`; `ranked`: by the damage dealt instead of in the order of the encounter."""
    yield f"{figures.name}: {plural(figures.rounds, 'round')}"
    yield ""
    for side, title in SIDES:
        if members(figures, side):
            yield from _side_lines(figures, side, title, ranked=ranked)
            yield ""
    about_all = [*_time_lines(figures)]
    if figures.unattributed:
        about_all.append(f"{figures.unattributed} damage without a named source.")
    yield from (*about_all, "") if about_all else ()
    yield from _round_lines(figures)
    yield from _course_lines(figures)
    for line in fall_lines(figures):
        yield from wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _side_lines(figures: FightFigures, side: str, title: str, *, ranked: bool) -> Iterator[str]:
    there = members(figures, side)
    totals = ", ".join(
        f"{side_total(figures, side, name)} {words}"
        for name, words in (("dealt", "dealt"), ("taken", "taken"), ("healed", "healed"))
    )
    yield f"{title}: {totals}"
    most = max((each.dealt for each in figures.creatures.values()), default=0)
    yield f"  {'':<{NAME}} {'dealt':<{BAR + 5}} {'taken':>5} {'healed':>6} {'hits':>7} {'kills':>5} {'falls':>5}  time"
    for each in sorted(there, key=lambda one: -one.dealt) if ranked else there:
        yield _row(each, most).rstrip()
    yield from _highlights(there)


def _row(each: CreatureFigures, most: int) -> str:
    bar = "█" * (round(each.dealt / most * BAR) if most else 0)
    hits = f"{each.hits}/{each.hits + each.misses}" if each.hits + each.misses else ""
    name = set_cell_size(short_name(each.name, NAME), NAME)
    return (
        f"  {name} {each.dealt or '':>4} {bar:<{BAR}} {each.taken or '':>5} {each.healed or '':>6} {hits:>7}"
        f" {each.kills or '':>5} {each.falls or '':>5}  {minutes_text(int(each.seconds)) if each.seconds else ''}"
    )


def _highlights(there: Sequence[CreatureFigures]) -> Iterator[str]:
    """Luck, critical hits, saves, conditions, absorbed damage and used resources of a side."""
    rolls = [roll for each in there for roll in each.rolls]
    luck = luck_of(rolls)
    if words := luck_words(luck):
        yield f"  {luck.made} of {luck.of} d20s succeeded, {luck.expected:.1f} expected: {words}"
    saves = [sum(getattr(each, name) for each in there) for name in ("saves_made", "saves_failed")]
    parts = [f"{saves[0]} of {sum(saves)} saves made"] if any(saves) else []
    for name, one, several in HIGHLIGHTS:
        if total := sum(getattr(each, name) for each in there):
            parts.append(plural(total, one, several))
    for line in wrap(", ".join(parts), WIDTH - 2, break_on_hyphens=False):
        yield f"  {line}"


def _time_lines(figures: FightFigures) -> Iterator[str]:
    """The time of all turns, and the game master's share of it."""
    whole = sum(each.seconds for each in figures.creatures.values())
    if whole:
        game_master = sum(each.seconds for each in figures.creatures.values() if each.side != "party")
        yield f"Turns took {minutes_text(int(whole))}, of which {round(game_master / whole * 100)} % the game master's."


def _round_lines(figures: FightFigures) -> Iterator[str]:
    """The damage of each side, round by round."""
    if not figures.by_round:
        return
    most = max(amount for sides in figures.by_round.values() for amount in sides.values()) or 1
    yield f"{'Damage dealt':<14} {'by the party':<{BAR + 7}}by the foes"
    for number, sides in sorted(figures.by_round.items()):
        bars = (_round_bar(sides.get(side, 0), most) for side, _ in SIDES)
        yield f"  {f'round {number}':<12} {'   '.join(bars)}".rstrip()
    yield ""


def _round_bar(amount: int, most: int) -> str:
    return f"{amount or '':>4} {'█' * round(amount / most * BAR):<{BAR}}"


def _course_lines(figures: FightFigures) -> Iterator[str]:
    """Hit points, falls and conditions from turn to turn, in the same columns; and the turning points."""
    if len(figures.course) < 2:
        return
    step = max(1, -(-len(figures.course) // COURSE))
    turns = "each column a turn" if step == 1 else f"each column {step} turns"
    yield f"Turn by turn ({turns})"
    yield f"{'  round':<{LABEL}} {_round_numbers(figures, step)}".rstrip()
    for side, title in SIDES:
        sparks = "".join(SPARKS[min(7, int(each.shares[side] * 8))] for each in figures.course[::step])
        yield f"{f'  {title}, hit points left':<{LABEL}} {sparks} {round(figures.course[-1].shares[side] * 100)} %"
        fallen = {each.turn for each in figures.falls if figures.creatures[each.creature].side == side}
        if fallen:
            yield _turns_row(f"{title}, falls", fallen, len(figures.course), step, "†")
    for row in condition_rows(figures.conditions, MOST_CONDITIONS):
        label = f"{short_name(figures.creatures[row.creature].name, NAME)}: {row.condition}"
        yield _turns_row(label, row.turns, len(figures.course), step, "━")
    yield from _turning_lines(figures)
    yield ""


def _round_numbers(figures: FightFigures, step: int) -> str:
    """The number of each round above its first turn, if there is room."""
    line, last = "", 0
    for turn, end in enumerate(figures.course):
        column = turn // step
        if end.round > last and column >= len(line) + (1 if line else 0):
            line = f"{line:<{column}}{end.round}"
        last = end.round
    return line


def _turns_row(label: str, turns: Collection[int], count: int, step: int, mark: str) -> str:
    """A row with a mark in the column of each of these turns."""
    columns = {turn // step for turn in turns}
    marks = "".join(mark if each in columns else "·" for each in range(-(-count // step)))
    return f"  {set_cell_size(label, LABEL - 2)} {marks}"


def _turning_lines(figures: FightFigures) -> Iterator[str]:
    for point in turning_points(figures):
        name = name_of(figures, point.creature)
        gainer = "party" if point.swing > 0 else "foes"
        yield f"  round {point.round}, {name}'s turn: {round(abs(point.swing) * 100)} % to the {gainer}"


# Turning points

MOST_TURNING_POINTS = 3
LEAST_SWING = 0.08
"""The smallest swing that counts, as a share of a side's hit points."""


class TurningPoint(Struct, frozen=True):
    """A turn in which one side gained on the other by a share of its hit points; the party if `swing` is positive."""

    round: int
    creature: str
    swing: float


def turning_points(figures: FightFigures) -> list[TurningPoint]:
    """The turns with the largest swings, in the order they were taken."""
    swings = [*_swings(figures)]
    largest = sorted(swings, key=lambda each: -abs(each.swing))[:MOST_TURNING_POINTS]
    return [each for each in swings if each in largest and abs(each.swing) >= LEAST_SWING]


def _swings(figures: FightFigures) -> Iterator[TurningPoint]:
    leads = [each.shares["party"] - each.shares["foes"] for each in figures.course]
    for turn, before, now in zip(figures.course[1:], leads, leads[1:], strict=False):
        yield TurningPoint(turn.round, turn.creature, now - before)
