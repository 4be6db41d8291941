"""The figures in a terminal, 80 columns wide: totals of the sides first, then who did what, then how it went."""

from collections.abc import Iterator, Sequence

from orcus_tui.report.figures import CreatureFigures, FightFigures
from orcus_tui.report.luck import luck_of, luck_words
from orcus_tui.report.report_forms import fall_lines, members, side_total
from orcus_tui.report.turning_points import turning_points

BAR = 16
SPARKS = "▁▂▃▄▅▆▇█"
SIDES = (("party", "Party"), ("foes", "Foes"))
NAME = 16


def report_lines(figures: FightFigures, *, ranked: bool = False) -> Iterator[str]:
    """The lines of `orcus-tui report`; `ranked`: by the damage dealt, otherwise in the order of the encounter."""
    yield f"{figures.name}: {figures.rounds} {'round' if figures.rounds == 1 else 'rounds'}"
    yield ""
    for side, title in SIDES:
        if members(figures, side):
            yield from _side_lines(figures, side, title, ranked=ranked)
            yield ""
    yield from _time_lines(figures)
    if figures.unattributed:
        yield f"{figures.unattributed} damage had no source that anybody named."
    yield from _course_lines(figures)
    yield from fall_lines(figures)


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
    counts = (number or "" for number in (each.taken, each.healed))
    taken, healed = counts
    return (
        f"  {each.name[:NAME]:<{NAME}} {each.dealt or '':>4} {bar:<{BAR}} {taken:>5} {healed:>6} {hits:>7}"
        f" {each.kills or '':>5} {each.falls or '':>5}  {_minutes(each.seconds)}"
    )


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}" if seconds else ""


def _highlights(there: Sequence[CreatureFigures]) -> Iterator[str]:
    """What stands out: critical hits, absorbed damage, conditions, luck."""
    rolls = [roll for each in there for roll in each.rolls]
    luck = luck_of(rolls)
    if words := luck_words(luck):
        yield f"  {luck.made} of {luck.of} d20s came off, {luck.expected:.1f} could be expected: {words}"
    parts = [
        f"{total} {one if total == 1 else several}"
        for total, one, several in (
            (sum(each.criticals for each in there), "critical hit", "critical hits"),
            (sum(each.conditions for each in there), "condition laid on others", "conditions laid on others"),
            (sum(each.turns_lost for each in there), "turn without an action", "turns without an action"),
            (sum(each.absorbed for each in there), "damage absorbed", "damage absorbed"),
            (
                sum(each.overkill for each in there),
                "damage beyond the last hit point",
                "damage beyond the last hit point",
            ),
            (sum(each.dealt_to_own for each in there), "damage to their own side", "damage to their own side"),
        )
        if total
    ]
    if parts:
        yield f"  {', '.join(parts)}"


def _time_lines(figures: FightFigures) -> Iterator[str]:
    """How long the turns took, and the share of it that was the game master's."""
    whole = sum(each.seconds for each in figures.creatures.values())
    if whole:
        game_master = sum(each.seconds for each in figures.creatures.values() if each.side != "party")
        yield f"Turns took {_minutes(whole)}, of which {round(game_master / whole * 100)} % the game master's."


def _course_lines(figures: FightFigures) -> Iterator[str]:
    """The share of hit points from turn to turn, a line for each side, and where it turned."""
    if len(figures.course) < 2:
        return
    yield "Hit points left, turn by turn"
    step = max(1, -(-len(figures.course) // 60))
    moments = figures.course[::step]
    for side, title in SIDES:
        sparks = "".join(SPARKS[min(7, int(each.shares[side] * 8))] for each in moments)
        yield f"  {title:<6} {sparks} {round(figures.course[-1].shares[side] * 100)} %"
    for point in turning_points(figures):
        name = figures.creatures[point.creature].name if point.creature in figures.creatures else point.creature
        gainer = "party" if point.swing > 0 else "foes"
        yield f"  round {point.round}, {name}'s turn: {round(abs(point.swing) * 100)} % to the {gainer}"
    yield ""
