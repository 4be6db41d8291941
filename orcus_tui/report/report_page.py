"""The figures as an HTML page and its charts as SVG: the course of the fight, damage by round, a row for each creature.

The charts are drawn here, since even the smallest library writes ten times as much and links a script.
"""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from orcus_tui.model.text import plural
from orcus_tui.report.condition_spans import ConditionFigures, condition_rows
from orcus_tui.report.figures import CreatureFigures, FightFigures
from orcus_tui.report.luck import luck_of, luck_words
from orcus_tui.report.report_forms import COLUMNS, SIDES, fall_lines, name_of, short_name, turn_text

WIDTH = 640
MARGIN = 8
LEFT, RIGHT = 130, 16
PLOT = WIDTH - LEFT - RIGHT
COURSE_HEIGHT, ROUND_HEIGHT, ROW_HEIGHT = 150, 22, 20
GAP, TITLE = 26, 22
LETTER = 6.5
"""The approximate width of a letter."""
LONGEST_NAME = 20
MOST_CONDITIONS = 24
"""The largest number of rows of conditions."""

STYLE = Path(__file__).with_name("charts.css").read_text(encoding="utf-8")


def charts(figures: FightFigures) -> str:
    """All charts of a fight as one SVG document, light or dark as the reader's screen is."""
    parts: list[str] = []
    top = 8
    for draw in (_course, _conditions, _rounds, _creatures):
        part, height = draw(figures, top)
        if part:
            parts += part
            top += height + GAP
    body = "\n".join(parts)
    title = escape(figures.name)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-MARGIN} 0 {WIDTH + MARGIN} {top}" role="img"'
        f' aria-label="{title}">\n'
        f"<title>{title}</title>\n<style>\n{STYLE}</style>\n"
        f'<rect x="{-MARGIN}" width="{WIDTH + MARGIN}" height="{top}" style="fill: var(--paper)"/>\n{body}\n</svg>\n'
    )


def _text(x: float, y: float, text: str, *, kind: str = "", anchor: str = "start") -> str:
    of_kind = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{of_kind}>{escape(text)}</text>'


def _bar(x: float, y: float, width: float, kind: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:.1f}" height="{ROW_HEIGHT - 8}" class="{kind}"/>'


def _course(figures: FightFigures, top: int) -> tuple[list[str], int]:
    """The share of hit points that each side has left, turn by turn, with marks for falls."""
    if len(figures.course) < 2:
        return [], 0
    step, bottom = PLOT / (len(figures.course) - 1), top + TITLE + COURSE_HEIGHT
    parts = [_text(0, top + 12, "Hit points left, turn by turn", kind="title")]
    for share in (0, 50, 100):
        y = bottom - share / 100 * COURSE_HEIGHT
        parts += [
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:g}" y2="{y:g}" class="rule"/>',
            _text(LEFT - 6, y + 4, f"{share} %", kind="dim", anchor="end"),
        ]
    for side, title in SIDES:
        points = [
            (LEFT + at * step, bottom - each.shares[side] * COURSE_HEIGHT) for at, each in enumerate(figures.course)
        ]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" class="line {side}"/>')
        sign = "——" if side == "party" else "- -"
        x = WIDTH - RIGHT - (70 if side == "party" else 0)
        parts.append(_text(x, top + 12, f"{sign} {title}", kind=side, anchor="end"))
    parts += _fall_marks(figures, step, bottom)
    return parts, TITLE + COURSE_HEIGHT + 16


def _fall_marks(figures: FightFigures, step: float, bottom: float) -> Iterator[str]:
    """A dagger below each turn with a fall."""
    for turn in sorted({each.turn for each in figures.falls}):
        fallen = [each for each in figures.falls if each.turn == turn and each.creature in figures.creatures]
        for side, _ in SIDES:
            names = [
                figures.creatures[each.creature].name
                for each in fallen
                if figures.creatures[each.creature].side == side
            ]
            if names:
                x, shift = LEFT + turn * step, 0 if side == "party" else 8
                mark = f'<text x="{x - 7 + shift:g}" y="{bottom + 13:g}" class="{side}">†'
                yield f"{mark}<title>Round {fallen[0].round}: {escape(', '.join(names))}</title></text>"


def _conditions(figures: FightFigures, top: int) -> tuple[list[str], int]:
    """A row for each condition of each creature, below the turns in which it applied."""
    rows = condition_rows(figures.conditions, MOST_CONDITIONS)
    if not rows:
        return [], 0
    parts, y = [_text(0, top + 12, "Conditions, turn by turn", kind="title")], top + TITLE
    for row in rows:
        spans = [
            each for each in figures.conditions if (each.creature, each.condition) == (row.creature, row.condition)
        ]
        parts += _condition_row(figures, spans, y)
        y += ROW_HEIGHT
    return parts, y - top


def _condition_row(figures: FightFigures, spans: Sequence[ConditionFigures], y: float) -> Iterator[str]:
    """The spans of one condition, with its name where there is room: to the right, to the left, or above."""
    creature, condition = figures.creatures[spans[0].creature], spans[0].condition
    step = PLOT / (len(figures.course) - 1)
    yield _text(LEFT - 6, y + 11, short_name(creature.name, LONGEST_NAME), kind="dim", anchor="end")
    yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y + 6:g}" y2="{y + 6:g}" class="rule"/>'
    for each in spans:
        bar = _bar(LEFT + (each.first - 1) * step, y, (each.last - each.first + 1) * step, creature.side)
        by = f" ({name_of(figures, each.by)})" if each.by != each.creature else ""
        said = f"{creature.name}: {condition}{by}; {turn_text(figures, each.first)} to {turn_text(figures, each.last)}"
        yield f"<g>{bar}<title>{escape(said)}</title></g>"
    left, right = LEFT + (spans[0].first - 1) * step, LEFT + max(each.last for each in spans) * step
    room = len(condition) * LETTER + 6
    if right + room <= WIDTH - RIGHT:
        yield _text(right + 6, y + 11, condition, kind="over")
    elif left - room >= LEFT:
        yield _text(left - 6, y + 11, condition, kind="over", anchor="end")
    else:
        yield _text(left + 6, y + 10, condition, kind="within")


def _rounds(figures: FightFigures, top: int) -> tuple[list[str], int]:
    """The damage of each side, round by round."""
    if not figures.by_round:
        return [], 0
    most = max(sum(sides.values()) for sides in figures.by_round.values()) or 1
    parts, y = [_text(0, top + 12, "Damage dealt, round by round", kind="title")], top + TITLE
    for number, sides in sorted(figures.by_round.items()):
        parts.append(_text(LEFT - 6, y + 11, f"round {number}", kind="dim", anchor="end"))
        x: float = LEFT
        for side, amount in sorted(sides.items(), reverse=True):
            width = amount / most * (PLOT - 110)
            parts.append(_bar(x, y, width, side))
            x += width + 1
        said = ", ".join(f"{sides[side]} {title.lower()}" for side, title in SIDES if sides.get(side))
        parts.append(_text(x + 6, y + 11, said, kind="dim"))
        y += ROUND_HEIGHT
    return parts, y - top


def _creatures(figures: FightFigures, top: int) -> tuple[list[str], int]:
    """A row for each creature: damage dealt and healing."""
    there = [each for each in figures.creatures.values() if each.dealt or each.taken or each.healed]
    if not there:
        return [], 0
    most = max(each.dealt + each.healed for each in there) or 1
    parts, y = [_text(0, top + 12, "Dealt, and healed", kind="title")], top + TITLE
    for each in there:
        parts += _creature_row(each, y, (PLOT - 190) / most)
        y += ROW_HEIGHT
    return parts, y - top


def _creature_row(each: CreatureFigures, y: float, scale: float) -> Iterator[str]:
    yield _text(LEFT - 6, y + 11, short_name(each.name, LONGEST_NAME), kind="dim", anchor="end")
    yield _bar(LEFT, y, each.dealt * scale, each.side)
    x = LEFT + each.dealt * scale
    if each.healed:
        yield _bar(x + 1, y, each.healed * scale, "heal")
        x += each.healed * scale + 1
    said = [f"{each.dealt} dealt"] if each.dealt else []
    said += [f"{each.healed} healed"] if each.healed else []
    said += [f"{each.taken} taken"] if each.taken else []
    yield _text(x + 6, y + 11, ", ".join(said), kind="dim")


# The page

PAGE_STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")


def as_html(figures: FightFigures) -> str:
    """The figures as an HTML page without links or scripts, light or dark as the reader's screen is."""
    title = escape(figures.name)
    falls = "".join(f"<li>{escape(line)}</li>" for line in fall_lines(figures))
    rounds = plural(figures.rounds, "round")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{PAGE_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{rounds}</p>\n"
        f'{charts(figures)}<div class="scroll">{"".join(_figures_table(figures))}</div>\n'
        f"{f'<h2>Falls</h2><ul>{falls}</ul>' if falls else ''}\n</body>\n</html>\n"
    )


def _figures_table(figures: FightFigures) -> Iterator[str]:
    heads = "".join(f"<th>{each}</th>" for each in ("", *COLUMNS, "luck"))
    yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
    for each in figures.creatures.values():
        yield f"<tr>{''.join(_cells(each))}</tr>"
    yield "</tbody></table>"


def _cells(each: CreatureFigures) -> Iterator[str]:
    yield f"<td>{escape(each.name)}</td>"
    for name in COLUMNS:
        yield f"<td>{getattr(each, name) or ''}</td>"
    yield f"<td>{escape(luck_words(luck_of(each.rolls)))}</td>"
