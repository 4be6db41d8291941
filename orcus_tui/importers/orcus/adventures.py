"""The layout of Orcus adventures: blocks without level and hit points, with boxes to tick off.

Their levels stand in a list elsewhere in the text, `* Bog hound (Level 2 Striker): ♞`; boxes are parted where the
creature is staggered.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from msgspec.structs import replace

from orcus_tui.importers.orcus.layout_lines import HitPoints, Line

BOXES = "☐☑☒"
_TICKED_OFF = rf"[^\w:]{{0,4}}:? *(?P<before>[{BOXES} ]+)(?:/ *(?P<behind>[{BOXES} ]+))?"
_LISTED = r"(?P<name>[A-Z][\w' -]{1,60}?)(?: x\d{1,2})? \((?P<level>Level \d{1,2} [^():]{1,40}(?:\([^():]{1,20}\))?)\)"
_DEFENSES = r"(?i)\W*AC\b\W{0,8}\d"
_LEVEL = r"(?i)level \d"
ALIKE = 0.85
"""How alike a name in the list and one above a block must be: `toads` and `toad`."""
MOST = 500
"""The largest number of creatures of this layout in one text."""
HEAD_LINES = 12
"""Lines below a name in which the defenses of a block stand."""


def with_levels_and_hit_points(lines: list[Line]) -> list[Line]:
    """The lines, with the level and the hit points of each block of this layout, where it is printed first."""
    if not any(re.search(rf"[{BOXES}]{{3}}", line.text) for line in lines):
        return lines
    levels = {_key(found["name"]): found["level"] for line in lines if (found := re.match(_LISTED, line.plain))}
    written: list[Line] = []
    tried: set[str] = set()
    in_block = has_hit_points = False
    for at, line in enumerate(lines):
        boxes = re.fullmatch(_TICKED_OFF, line.plain) if in_block else None
        if line.heading and line.plain:
            written.append(line)
            level = "" if _key(line.plain) in tried or len(tried) > MOST else _level_for(lines, at, levels)
            in_block, has_hit_points = bool(level), False
            if level:
                tried.add(_key(line.plain))
                written.append(Line(line.number, level))
        elif boxes and not has_hit_points:
            has_hit_points = True
            written.append(replace(line, hit_points=_hit_points(boxes["before"], boxes["behind"] or "")))
        elif not boxes:
            written.append(line)
    return written


def _level_for(lines: list[Line], at: int, levels: dict[str, str]) -> str:
    """The level in the list of the creature that a heading begins; empty for other headings."""
    below = [*_head(lines, at)]
    has_defenses = any(re.match(_DEFENSES, line.plain) for line in below)
    if not has_defenses or any(re.match(_LEVEL, line.plain) for line in below):
        return ""
    alike = get_close_matches(_key(lines[at].plain), [*levels][:MOST], n=1, cutoff=ALIKE)
    return levels[alike[0]] if alike else ""


def _head(lines: list[Line], at: int) -> Iterator[Line]:
    for line in lines[at + 1 : at + 1 + HEAD_LINES]:
        if line.heading:
            return
        yield line


def _key(name: str) -> str:
    return re.sub(r"[^a-z]+", " ", name.lower()).strip()


def _hit_points(before: str, behind: str) -> HitPoints:
    """Boxes as hit points: those before the stroke are lost until the creature is staggered."""
    first, second = (sum(sign in BOXES for sign in part) for part in (before, behind))
    return HitPoints(first + second, second if second and abs(second - first) > 1 else 0)
