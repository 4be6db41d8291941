"""Where the stat blocks of a text are: Orcus Markdown, with or without its marks.

A block begins with a name and a line that tells the level; in a block quote it ends with the quote, else with the
next heading, rule or block.
"""

import html
import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from orcus_tui.importers.creature_draft import LONGEST_TEXT, one_line
from orcus_tui.importers.import_result import Leftover, NotReadable

_QUOTE = r"[ \t]*>[> \t]*"
_HEADING = r" {0,3}#{1,6}(?:\s|$)"
_RULE = r" {0,3}(?:(?:-{3,}|\*{3,}|_{3,})\s*|(?:`{3}|~{3}|:{3}|<(?:figure|img|div|table)\b).*)"
_BULLET = r"[ \t]*(?:[-+–](?=[ \t]+\D)|\*(?=[ \t])|[•◦‣▪])[ \t]*(?=\S)"
_TABLE_RULE = r"[ :|-]{3,}"
_LEVEL = (
    r"level (?P<level>\d{1,4}) (?P<words>[a-z ()/-]{1,60}?)"
    r"(?P<rest>[ ,;|–—-]*[(\[]? ?(?:XP:? ?)?\d[\w,.]{0,20}(?: ?XP\b[^.]{0,40})?[)\]]?)?"
)
# Marks that say nothing, and what stands for them.
_MARKS = (
    ("[\u00ad\u200b\u2060\ufeff]", ""),  # signs nobody sees
    (r"(?:\\|<br ?/?>)[ \t]*$", ""),  # hard breaks
    (r"(?<=[^\W\d_])[‐‑–−](?=[^\W\d_])", "-"),  # at–will
    (r"\*{3}(?=\S)([^*]+)\*{3}", r"**\1**"),
    (r"(?<!\w)_{2,3}(?=[^\s_])([^_]+)_{2,3}(?!\w)", r"**\1**"),
)
_MARKUP = r"[*_#]+"
SIZE = r"(?i)(?:tiny|small|medium|large|huge|gargantuan)\b"
_HIT_POINTS = r"(?i)(?:[^.]{0,60}[;, ])?(?:HP|hit points)\b\W{0,8}\d"
LONGEST_HEAD = 200
BETWEEN = 6
"""Lines after a blank one in which a quote that lost its mark there goes on."""
SECTION = r"(?i)traits|(?P<action>standard|move|minor|swift|free|immediate|triggered|other)(?: (?:actions?|powers?))+"
"""A line between the powers of a block, which tells what action those below it take."""
HEAD_LINES = 4
"""Lines below a name with its level in which hit points show that it is one."""
MOST_LINES = 200_000


class Line(Struct, frozen=True):
    """A line as far as its layout goes: its number in the source, and its text without quote marks and blanks."""

    number: int
    text: str
    quoted: bool = False
    heading: bool = False
    rule: bool = False
    bullet: bool = False

    @property
    def plain(self) -> str:
        """The text without marks for bold, italic and headings."""
        return _without_markup(self.text)


@lru_cache(maxsize=256)  # each line is asked for it a dozen times, as its neighbours are read
def _without_markup(text: str) -> str:
    return re.sub(_MARKUP, "", text).strip()


class Block(Struct, frozen=True):
    """One stat block: the name, the line of the level, and all that stands between and follows."""

    name: str
    level: Line
    lines: tuple[Line, ...]


def blocks_of(text: str) -> tuple[list[Block], list[Leftover]]:
    """The blocks of a text, and every stretch of it that belongs to none. Raises NotReadable for what is endless."""
    if text.count("\n") >= MOST_LINES:
        raise NotReadable(f"this has more than {MOST_LINES:,} lines: import it in parts", MOST_LINES + 1)
    lines = [_line(number, raw) for number, raw in enumerate(text.split("\n"), 1)]
    found: list[Block] = []
    outside: list[Line] = []
    at = 0
    beginnings = list(_beginnings(lines))
    for (start, level), following in zip(beginnings, [*beginnings, (len(lines), 0)][1:], strict=True):
        outside += lines[at:start]
        end = _end(lines, level, following[0])
        name, told = _parted(lines[start], lines[level])
        found.append(Block(name, told, (*lines[start + 1 : level], *lines[level + 1 : end])))
        at = end
    outside += lines[at:]
    return found, list(_stretches(outside))


def told_level(line: Line) -> "re.Match[str] | None":
    """What a line says of the level, if it does: `level`, `words` and the `rest`, which begins with the XP."""
    return re.fullmatch(_LEVEL, line.plain.rstrip(" :;."), re.IGNORECASE)


def _line(number: int, raw: str) -> Line:
    if len(raw) > LONGEST_TEXT:
        raise NotReadable(f"a line of more than {LONGEST_TEXT:,} characters is none of a stat block", number)
    quoted = re.match(_QUOTE, raw)
    inner = raw[quoted.end() :] if quoted else raw
    rule = re.fullmatch(_RULE, inner) is not None
    heading = re.match(_HEADING, inner) is not None
    bullet = None if rule else re.match(_BULLET, inner)
    text = html.unescape(inner[bullet.end() :] if bullet else inner)
    for mark, stands in _MARKS:
        text = re.sub(mark, stands, text)
    text = re.sub(r"\\([.*_#>-])", r"\1", one_line(text))
    return Line(number, text, quoted is not None, heading, rule, bullet is not None)


def _beginnings(lines: list[Line]) -> Iterator[tuple[int, int]]:
    """For each block the places of the line with its name and of the line with its level."""
    before, earlier = -1, -1
    for at, line in enumerate(lines):
        if told_level(line) and before >= 0 and not lines[before].rule:
            yield (earlier if _is_below_name(lines, before, earlier) else before), at
            before, earlier = -1, -1
        elif _is_nameless(line) or _named_with_level(line, lines[at + 1 : at + 1 + HEAD_LINES]):
            yield at, at
            before, earlier = -1, -1
        elif line.text:
            before, earlier = at, before


def _is_below_name(lines: list[Line], at: int, earlier: int) -> bool:
    """Whether the line above the level tells the size, and the one above it is a heading with the name."""
    return earlier >= 0 and lines[earlier].heading and re.match(SIZE, lines[at].plain) is not None


def _is_nameless(line: Line) -> bool:
    """Whether a line with nothing above it tells level and XP, of a creature without a name."""
    return told_level(line) is not None and re.search(r"(?i)\bXP\b", line.plain) is not None


def _named_with_level(line: Line, following: list[Line]) -> bool:
    """Whether a line has the name and the level: `Ogre Level 1 Striker (100 XP)`.

    It needs the XP, or to be a heading, or hit points in the lines following, for prose speaks of levels too.
    """
    at = _level_within(line)
    if not at:
        return False
    if line.heading or re.search(r"(?i)\bXP\b", line.plain[at:]):
        return True
    return any(re.match(_HIT_POINTS, each.plain) for each in following)


def _level_within(line: Line) -> int:
    """Where the level begins on a line that has something before it; 0 on any other."""
    at = line.plain.lower().rfind(" level ") if len(line.plain) <= LONGEST_HEAD else -1
    return at if at > 0 and told_level(Line(line.number, line.plain[at + 1 :])) else 0


def _parted(first: Line, level: Line) -> tuple[str, Line]:
    """The name, and the line of the level without it."""
    at = _level_within(first) if first is level else 0
    if not at:
        return "" if first is level else first.plain, level
    return first.plain[:at].strip(" ,–—-"), Line(level.number, level.plain[at:].strip(), level.quoted)


def _end(lines: list[Line], level: int, limit: int) -> int:
    """The place after the last line of the block, which is at most `limit`."""
    quoted, lives = lines[level].quoted, False
    for at in range(level + 1, limit):
        line = lines[at]
        if line.rule or (line.heading and not re.fullmatch(SECTION, line.plain)) or (lives and _is_table(lines, at)):
            return at
        if quoted and not line.text and not line.quoted and not _goes_on(lines, at):
            return at
        lives = lives or re.match(_HIT_POINTS, line.plain) is not None
    return limit


def _is_table(lines: list[Line], at: int) -> bool:
    """Whether a table begins, which is no part of a block that has told its hit points."""
    below = lines[at + 1].text if at + 1 < len(lines) else ""
    return "|" in lines[at].text and "|" in below and re.fullmatch(_TABLE_RULE, below) is not None


def _goes_on(lines: list[Line], at: int) -> bool:
    """Whether a quote goes on after a blank line that lost its mark."""
    return next((each.quoted for each in lines[at : at + BETWEEN] if each.text), False)


def _stretches(lines: list[Line]) -> Iterator[Leftover]:
    """Lines that belong to no block, each unbroken stretch as one."""
    start = 0
    for at in range(1, len(lines) + 1):
        if at == len(lines) or lines[at].number != lines[at - 1].number + 1:
            said = [each for each in lines[start:at] if each.text]
            if said:
                yield Leftover(said[0].number, "", "\n".join(each.text for each in said)[:LONGEST_TEXT])
            start = at
