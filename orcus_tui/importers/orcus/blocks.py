"""The lines and stat blocks of a text: Orcus Markdown, with or without its markup.

A block begins with a name and a line with the level. In a block quote it ends with the quote, otherwise with the next
heading, rule or block.
"""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.importers.creature_draft import LONGEST_TEXT, Leftover, one_line
from orcus_tui.importers.draft_text import Aura
from orcus_tui.importers.source_text import UnreadableSource, refuse_too_many_lines, without_escapes

_QUOTE = r"[ \t]*>[> \t]*"
_HEADING = r" {0,3}#{1,6}(?:\s|$)"
_LINE_RULE = r"(?:-{3,}|\*{3,}|_{3,})"
_RULE = r" {0,3}(?:(?:-{3,}|\*{3,}|_{3,})\s*|(?:`{3}|~{3}|:{3}|<(?:figure|img|div|table)\b).*)"
_BULLET = r"[ \t]*(?:[-+–](?=[ \t]+\D)|\*(?=[ \t])|[•◦‣▪])[ \t]*(?=\S)"
_TABLE_RULE = r"[ :|-]{3,}"
_LEVEL = (
    r"level (?P<level>\d{1,4}) (?P<words>[a-z ()/-]{1,60}?)"
    r"(?P<rest>[ ,;|–—-]*[(\[]? ?(?:XP:? ?)?\d[\w,.]{0,20}(?: ?XP\b[^.]{0,40})?[)\]]?)?"
)
# Markup without meaning, with its replacement; a text without these signs has none.
_MARKS = tuple(
    (signs, re.compile(pattern), stands)
    for signs, pattern, stands in (
        (("\u00ad", "\u200b", "\u2060", "\ufe0f", "\ufeff"), "[\u00ad\u200b\u2060\ufe0f\ufeff]", ""),  # invisible
        (("\\", "<br"), r"(?:\\|<br ?/?>)[ \t]*$", ""),  # hard breaks
        (("basic)",), r"^\(([mr])basic\)[ \t]*", r"\1 "),
        (("basic)",), r"\([mr]basic\)[ \t]*$", ""),
        (("**",), r"^[,;] +(?=\*\*)", ""),
        (("b>", "strong>"), r"</?(?:b|strong)>", "**"),
        (("span", "i>", "em>", "u>", "p>"), r"</?(?:span|i|em|u|p)\b[^<>]*>", ""),
        ((".0 ",), r"([+-]\d{1,3})\.0(?= vs\b)", r"\1"),  # +11.0 vs AC
        (("‐", "‑", "–", "−"), r"(?<=[^\W\d_])[‐‑–−](?=[^\W\d_])", "-"),  # at–will
        (("***",), r"\*{3}(?=\S)([^*]+)\*{3}", r"**\1**"),
        (("__",), r"(?<!\w)_{2,3}(?=[^\s_])([^_]+)_{2,3}(?!\w)", r"**\1**"),
    )
)
_BASIC_BEHIND = r"(?<=\d)[ \t]+(?=\([mr]basic\)[ \t]*\S)"
_DESCRIPTION = r".+[.!?…][\"”’')*_]*|[*_](?![*_]).+"
SIZE = r"(?i)(?:tiny|small|medium|large|huge|gargantuan)\b"
# The beginnings of lines that can follow a rule within a block: bold statistics, or a power with its sign.
_PARTED = (
    r"(?i)(?:\*\*|__)(?:speed|init|ac\b|hp\b|hit|armor|str|senses|skills|resist|immun|vulner|action)|"
    r"\(?[^\w\s#*_>|()-]\)? *\*\*"
)
_SIZE_AND_TYPE = rf"{SIZE}.*(?:[(●•]|\b(?:animate|automaton|beast|humanoid|monstrosity)\b)"
_HIT_POINTS = r"(?i)(?:[^.]{0,60}[;, ])?(?:HP|hit points)\b\W{0,8}\d"
LONGEST_HEAD = 200
BETWEEN = 6
"""Lines to look ahead after a blank line for a quote that continues without its mark."""
SECTION = r"(?i)traits|(?P<action>standard|move|minor|swift|free|immediate|triggered|other)(?: (?:actions?|powers?))+"
"""A heading between the powers of a block, with the action of those below it."""
DESCRIPTION_LINES = 3
"""The most lines between a name and the line with the level."""
HEAD_LINES = 4
"""The number of lines below a name and level in which hit points confirm a stat block."""
_MARKUP = r"[*_#]+"


class Head(Struct, frozen=True):
    """The head of a power: its name, the parts of its cost, its tags, and its kind, such as `melee`."""

    name: str
    cost: tuple[str, ...]
    tags: str = ""
    origin: str = ""


class HitPoints(Struct, frozen=True):
    """Hit points, and the number at which the creature is staggered; 0 for the usual half."""

    most: int
    staggered: int = 0


class Line(Struct, frozen=True):
    """A line and its layout: its number in the source, and its text without quote marks and spaces.

    In layouts other than the rulebook's, `head`, `aura` or `hit_points` are set for a line of that kind, and its text
    is not read.
    """

    number: int
    text: str
    quoted: bool = False
    heading: bool = False
    rule: bool = False
    bullet: bool = False
    head: Head | None = None
    aura: Aura | None = None
    hit_points: HitPoints | None = None

    @property
    def plain(self) -> str:
        """The text without marks for bold, italic and headings."""
        return _without_markup(self.text)


@lru_cache(maxsize=256)  # cached, since it is read a dozen times for each line
def _without_markup(text: str) -> str:
    return re.sub(_MARKUP, "", text).strip()


class Block(Struct, frozen=True):
    """A stat block: its name, the line with its level, and the lines between (`above`) and below them."""

    name: str
    level: Line
    lines: tuple[Line, ...]
    above: tuple[Line, ...] = ()


def lines_of(text: str) -> list[Line]:
    """The lines of a text. Raises UnreadableSource for too many."""
    refuse_too_many_lines(text.count("\n") + 1)
    wholes = enumerate(text.split("\n"), 1)
    return [_line(number, raw) for number, whole in wholes for raw in re.split(_BASIC_BEHIND, whole)]


def with_continued_lines(lines: Iterable[Line], continues: Callable[[Line, Line], bool]) -> list[Line]:
    """The lines; each that continues the line before is joined with it."""
    whole: list[Line] = []
    for line in lines:
        if whole and continues(whole[-1], line):
            whole[-1] = replace(whole[-1], text=f"{whole[-1].text} {line.text}")
        else:
            whole.append(line)
    return whole


def blocks_of(lines: list[Line]) -> tuple[list[Block], list[Leftover]]:
    """The blocks among the lines of a text, and each passage outside them."""
    lines = with_levels_and_hit_points(lines)
    found: list[Block] = []
    outside: list[Line] = []
    at = 0
    beginnings = list(_beginnings(lines))
    for (start, level), following in zip(beginnings, [*beginnings, (len(lines), 0)][1:], strict=True):
        outside += lines[at:start]
        end = _end(lines, level, following[0])
        name, level_line = _name_and_level(lines[start], lines[level])
        above = tuple(line for line in lines[start + 1 : level] if line.text and not line.rule)
        found.append(Block(name, level_line, tuple(lines[level + 1 : end]), above))
        at = end
    outside += lines[at:]
    return found, list(_passages(outside))


def level_match(line: Line) -> "re.Match[str] | None":
    """The match of a line with the level: `level`, `words`, and `rest`, which begins with the XP; or None."""
    return re.fullmatch(_LEVEL, line.plain.rstrip(" :;."), re.IGNORECASE)


def _line(number: int, raw: str) -> Line:
    if len(raw) > LONGEST_TEXT:
        raise UnreadableSource(f"a line of more than {LONGEST_TEXT:,} characters is not part of a stat block", number)
    quoted = re.match(_QUOTE, raw)
    inner = raw[quoted.end() :] if quoted else raw
    rule = re.fullmatch(_RULE, inner) is not None
    heading = re.match(_HEADING, inner) is not None
    bullet = None if rule else re.match(_BULLET, inner)
    text = html.unescape(inner[bullet.end() :] if bullet else inner)
    for signs, mark, stands in _MARKS:
        if any(sign in text for sign in signs):
            text = mark.sub(stands, text)
    text = without_escapes(one_line(text))
    return Line(number, text, quoted is not None, heading, rule, bullet is not None)


def _beginnings(lines: list[Line]) -> Iterator[tuple[int, int]]:
    """The places of the name and of the level of each block."""
    above: list[int] = []
    for at, line in enumerate(lines):
        if level_match(line) and above and not lines[above[-1]].rule:
            yield _name_above(lines, above), at
            above = []
        elif _is_nameless(line) or _named_with_level(line, lines[at + 1 : at + 1 + HEAD_LINES]):
            yield at, at
            above = []
        elif line.text and not (line.rule and line.text.startswith("<")):  # a picture
            above = [*above[-DESCRIPTION_LINES:], at]


def _name_above(lines: list[Line], above: list[int]) -> int:
    """The place of the name above a level: the next line, or a heading with the size or a description below it."""
    nearest = lines[above[-1]]
    if nearest.heading or not (re.match(_SIZE_AND_TYPE, nearest.plain) or re.fullmatch(_DESCRIPTION, nearest.text)):
        return above[-1]
    for at in reversed(above[:-1]):
        if lines[at].heading:
            return at
        if lines[at].rule:
            break
    return above[-1]


def _is_nameless(line: Line) -> bool:
    """Whether a line has the level and XP of a creature without a name."""
    return level_match(line) is not None and re.search(r"(?i)\bXP\b", line.plain) is not None


def _named_with_level(line: Line, following: list[Line]) -> bool:
    """Whether a line has the name and the level: `Ogre Level 1 Striker (100 XP)`.

    It must also have XP, be a heading, or be followed by hit points, because prose mentions levels too.
    """
    at = _level_within(line)
    if not at:
        return False
    if line.heading or re.search(r"(?i)\bXP\b", line.plain[at:]):
        return True
    return any(re.match(_HIT_POINTS, each.plain) for each in following)


def _level_within(line: Line) -> int:
    """The place of the level in a line with text before it; 0 for other lines."""
    at = line.plain.lower().rfind(" level ") if len(line.plain) <= LONGEST_HEAD else -1
    return at if at > 0 and level_match(Line(line.number, line.plain[at + 1 :])) else 0


def _name_and_level(first: Line, level: Line) -> tuple[str, Line]:
    """The name, and the line with the level without the name."""
    at = _level_within(first) if first is level else 0
    if not at:
        return "" if first is level else first.plain, level
    return first.plain[:at].strip(" ,–—-"), Line(level.number, level.plain[at:].strip(), level.quoted)


def _end(lines: list[Line], level: int, limit: int) -> int:
    """The place after the last line of the block, which is at most `limit`."""
    quoted, lives = lines[level].quoted, False
    for at in range(level + 1, limit):
        line = lines[at]
        if (
            (line.rule and not _continues_below(lines, at, limit))
            or (line.heading and not re.fullmatch(SECTION, line.plain))
            or (lives and _is_table(lines, at))
        ):
            return at
        if quoted and not line.text and not line.quoted and not _quote_continues(lines, at):
            return at
        lives = lives or line.hit_points is not None or re.match(_HIT_POINTS, line.plain) is not None
    return limit


def _continues_below(lines: list[Line], at: int, limit: int) -> bool:
    """Whether a rule is within a stat block: statistics or a power come next, or after an unknown line."""
    below = islice((lines[each].text for each in range(at + 1, limit) if lines[each].text), 2)
    return bool(re.fullmatch(_LINE_RULE, lines[at].text)) and any(re.match(_PARTED, each) for each in below)


def _is_table(lines: list[Line], at: int) -> bool:
    """Whether a table begins; it is not part of a block that already has hit points."""
    below = lines[at + 1].text if at + 1 < len(lines) else ""
    return "|" in lines[at].text and "|" in below and re.fullmatch(_TABLE_RULE, below) is not None


def _quote_continues(lines: list[Line], at: int) -> bool:
    """Whether a quote continues after a blank line without a quote mark."""
    return next((each.quoted for each in lines[at : at + BETWEEN] if each.text), False)


def _passages(lines: list[Line]) -> Iterator[Leftover]:
    """The passages outside blocks, each of consecutive lines."""
    start = 0
    for at in range(1, len(lines) + 1):
        if at == len(lines) or lines[at].number != lines[at - 1].number + 1:
            texts = [each for each in lines[start:at] if each.text]
            if texts:
                yield Leftover(texts[0].number, "", "\n".join(each.text for each in texts)[:LONGEST_TEXT])
            start = at


# Stat blocks of adventures have no level and, instead of hit points, boxes to tick off. Their levels are in a list
# elsewhere in the text, `* Bog hound (Level 2 Striker): ♞`; a stroke divides the boxes where the creature is staggered.

BOXES = "☐☑☒"
_TICKED_OFF = rf"[^\w:]{{0,4}}:? *(?P<before>[{BOXES} ]+)(?:/ *(?P<behind>[{BOXES} ]+))?"
_LISTED = r"(?P<name>[A-Z][\w' -]{1,60}?)(?: x\d{1,2})? \((?P<level>Level \d{1,2} [^():]{1,40}(?:\([^():]{1,20}\))?)\)"
_DEFENSES = r"(?i)\W*AC\b\W{0,8}\d"
_HAS_LEVEL = r"(?i)level \d"
ALIKE = 0.85
"""The least similarity at which a listed name and the name above a block count as the same: `toads` and `toad`."""
MOST_LISTED = 500
"""The largest number of creatures of this layout in one text."""
LINES_TO_DEFENSES = 12
"""The number of lines below a name in which a block has its defenses."""


def with_levels_and_hit_points(lines: list[Line]) -> list[Line]:
    """The lines, with the level and the hit points added where a block of this layout is first printed."""
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
            level = "" if _key(line.plain) in tried or len(tried) > MOST_LISTED else _level_for(lines, at, levels)
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
    """The listed level of the creature that a heading names; empty for other headings."""
    below = [*_lines_below(lines, at)]
    has_defenses = any(re.match(_DEFENSES, line.plain) for line in below)
    if not has_defenses or any(re.match(_HAS_LEVEL, line.plain) for line in below):
        return ""
    alike = get_close_matches(_key(lines[at].plain), [*levels][:MOST_LISTED], n=1, cutoff=ALIKE)
    return levels[alike[0]] if alike else ""


def _lines_below(lines: list[Line], at: int) -> Iterator[Line]:
    for line in lines[at + 1 : at + 1 + LINES_TO_DEFENSES]:
        if line.heading:
            return
        yield line


def _key(name: str) -> str:
    return re.sub(r"[^a-z]+", " ", name.lower()).strip()


def _hit_points(before: str, behind: str) -> HitPoints:
    """Boxes as hit points: those before the stroke are lost until the creature is staggered."""
    first, second = (sum(sign in BOXES for sign in part) for part in (before, behind))
    return HitPoints(first + second, second if second and abs(second - first) > 1 else 0)
