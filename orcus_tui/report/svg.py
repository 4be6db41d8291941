"""The charts of a fight as SVG: hit points over the turns, damage by round, and a row for each creature.

Drawn by our own few lines, because the smallest library for it writes ten times as much and links a script.
"""

from collections.abc import Iterator
from html import escape

from orcus_tui.report.figures import CreatureFigures, FightFigures

WIDTH = 640
LEFT, RIGHT = 130, 16
PLOT = WIDTH - LEFT - RIGHT
COURSE_HEIGHT, ROUND_HEIGHT, ROW_HEIGHT = 150, 22, 20
GAP, TITLE = 26, 22
SIDES = (("party", "Party"), ("foes", "Foes"))

STYLE = """
svg { color-scheme: light dark; --ink: #1d1b16; --dim: #6b675c; --rule: #d8d2c2; --party: #1f6f8b; --foes: #b3402a;
  --heal: #4f7f2b; --paper: #fdfaf2; font: 12px system-ui, sans-serif; fill: var(--ink); }
@media (prefers-color-scheme: dark) { svg { --ink: #ece6d8; --dim: #a39c8a; --rule: #4a463c; --party: #6fc3df;
  --foes: #f08a6f; --heal: #a5d27a; --paper: #1b1a17; } }
.dim { fill: var(--dim); } .title { font-weight: 600; } .rule { stroke: var(--rule); }
.party { fill: var(--party); } .foes, .neutral { fill: var(--foes); } .heal { fill: var(--heal); }
.line { fill: none; stroke-width: 2; } .line.party { stroke: var(--party); } .line.foes { stroke: var(--foes);
  stroke-dasharray: 6 3; }
"""


def charts(figures: FightFigures) -> str:
    """All charts of a fight as one SVG document, light or dark as the reader's screen is."""
    parts: list[str] = []
    top = 8
    for draw in (_course, _rounds, _creatures):
        part, height = draw(figures, top)
        if part:
            parts += part
            top += height + GAP
    body = "\n".join(parts)
    title = escape(figures.name)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" role="img" aria-label="{title}">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n"
        f'<rect width="{WIDTH}" height="{top}" style="fill: var(--paper)"/>\n{body}\n</svg>\n'
    )


def _text(x: float, y: float, text: str, *, kind: str = "", anchor: str = "start") -> str:
    of_kind = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{of_kind}>{escape(text)}</text>'


def _bar(x: float, y: float, width: float, kind: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:.1f}" height="{ROW_HEIGHT - 8}" class="{kind}"/>'


def _course(figures: FightFigures, top: int) -> tuple[list[str], int]:
    """The share of hit points each side has left, turn by turn, with the falls marked."""
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
    """A dagger below the last turn of the round in which somebody falls."""
    last_of_round = {each.round: at for at, each in enumerate(figures.course)}
    for number, at in last_of_round.items():
        fallen = [each for each in figures.falls if each.round == number and each.creature in figures.creatures]
        for side, _ in SIDES:
            names = [
                figures.creatures[each.creature].name
                for each in fallen
                if figures.creatures[each.creature].side == side
            ]
            if names:
                x, shift = LEFT + at * step, 0 if side == "party" else 10
                mark = f'<text x="{x - 14 + shift:g}" y="{bottom + 13:g}" class="{side}">†'
                yield f"{mark}<title>Round {number}: {escape(', '.join(names))}</title></text>"


def _rounds(figures: FightFigures, top: int) -> tuple[list[str], int]:
    """The damage each side dealt, round by round."""
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
    """A row for each creature: dealt, and below it what it healed."""
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
    yield _text(LEFT - 6, y + 11, each.name if len(each.name) <= 20 else f"{each.name[:19]}…", kind="dim", anchor="end")
    yield _bar(LEFT, y, each.dealt * scale, each.side)
    x = LEFT + each.dealt * scale
    if each.healed:
        yield _bar(x + 1, y, each.healed * scale, "heal")
        x += each.healed * scale + 1
    said = [f"{each.dealt} dealt"] if each.dealt else []
    said += [f"{each.healed} healed"] if each.healed else []
    said += [f"{each.taken} taken"] if each.taken else []
    yield _text(x + 6, y + 11, ", ".join(said), kind="dim")
