"""The lines of a text or Markdown source in the order they are read, without markup, each with its number."""

import html
import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from orcus_tui.importers.creature_draft import plain
from orcus_tui.importers.source_text import BROKEN_WORD, LIGATURES, without_escapes

_LETTERS = str.maketrans(
    {**LIGATURES, "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ", "\u200b": "", "\ufeff": ""}
)
_SOFT_HYPHEN = "\u00ad"
_TAG = r"</?[a-zA-Z][^<>\n]{0,300}>|<!--[^\n]{0,300}?-->"
_QUOTE = r"^(?:\s{0,3}>\s?)+"
_BULLET = r"^\s*[-–*+•‣▪◦●]\s+(?=\S)"
_HEADING = r"^(#{1,6})(?=[^#])"
_RULE = r"^(?:[-_*] ?){3,}$|^=+$"
# Fences, page breaks, block styles, callout marks and anchors, which are not text of a creature.
_NO_TEXT = r"^(?:```.*|~~~.*|\\[a-z]+|:+|\}\}+|\{\{[^{}\s]*|\[![^\]]*\].{0,40}|\^[\w-]+)$"
_PICTURE = r"!\[\[[^\]]{0,300}\]\]|!\[[^\]]{0,300}\]\([^)]{0,300}\)"
_FURNITURE = (
    r"^page [0-9]{1,4}(?: of [0-9]{1,4})?$"
    r"|^(?:[0-9]{1,4} )?system reference document(?: v?[0-9.]{1,5})?(?: [0-9]{1,4})?$|^not for resale\b"
)
_LINKS = (
    (_PICTURE, ""),
    (r"\[\[(?:[^\]|]{0,200}\|)?([^\]|]{0,200})\]\]", r"\1"),
    (r"\[([^\]\[]{0,300})\]\([^()\s]{0,300}\)", r"\1"),
    (r"\{\{[\w,:#.-]{1,80} {1,5}([^{}]{0,300})\}\}", r"\1"),
    (r"(?: {1,9}|(?<=\*\*)|^)::(?: {1,9}|$)", " "),
    (r"`?dice:[^`|]{0,80}\|(?:[a-z]{1,20}\|)?text\(([^)]{0,40})\)`?", r"\1"),
    (r"`dice: ?1d20 ?([+-] ?[0-9]{1,3})[^`]{0,80}`", r"\1"),
    (r"`dice: ?([^`|]{1,80})[^`]{0,80}`", r"\1"),
)  # fmt: skip
_MARKS = re.compile(r"[\[\]{}]|::|dice:")
_TABLE_RULE = set(" \t:|-")
_STRONG = r"^(?P<open>[*_]{2,5})(?P<name>[^*_\n]{1,120}?)(?P<close>[*_]{2,5})(?P<rest>.*)$"
_WEAK = r"^[*_](?P<name>[^*_\n]{1,120}?[.])[*_](?P<rest>.*)$"
_ITALIC = r"^[*_][^*_]+[*_]$"


class SourceLine(Struct, frozen=True):
    """A line without markup: its number, its text, and the meaning of its markup.

    `strong` is the bold text at its beginning, `rest` the text after that; `heading` is the level of a heading, else 0.
    """

    number: int
    text: str
    strong: str = ""
    rest: str = ""
    heading: int = 0
    italic: bool = False


def source_lines(text: str) -> list[SourceLine]:
    """The lines of a source; blank ones have no text."""
    lines: list[SourceLine] = []
    for number, raw in in_reading_order(_repair(text)):
        bare = re.sub(_QUOTE, "", raw)
        if not bare or bare.isspace():
            lines.append(SourceLine(number, ""))
            continue
        if lines and lines[-1].text and set(bare.strip()) == {"="}:
            lines[-1] = SourceLine(lines[-1].number, lines[-1].text, heading=1)
            continue
        parts = re.split(r"<br ?/?>", bare, flags=re.IGNORECASE) if "<" in bare else [bare]
        lines += [line for part in parts if (line := _line(number, part)) is not None]
    return lines


def _repair(text: str) -> str:
    """The text without ligatures, and with a hyphen only where one is printed."""
    text = text.translate(_LETTERS)
    text = re.sub(rf"{_SOFT_HYPHEN}(?= ?[0-9])", "-", text)
    text = re.sub(rf"{_SOFT_HYPHEN} ?(?=\n)", BROKEN_WORD, text)
    return text.replace(_SOFT_HYPHEN, "")


def _line(number: int, raw: str) -> SourceLine | None:
    """A line without markup; None for a line of only markup, and for headers and footers of the page."""
    bare = (re.sub(_TAG, " ", raw) if "<" in raw else raw).strip()
    if not bare or ("|" in bare and "-" in bare and set(bare) <= _TABLE_RULE):
        return None
    if re.match(_RULE, bare) or re.match(_NO_TEXT, bare):
        return SourceLine(number, "")
    bare = re.sub(_BULLET, "", html.unescape(bare) if "&" in bare else bare)
    if bare.startswith("|"):
        bare = "  ".join(each.strip() for each in bare.strip("|").split("|"))
    bare = _link_text(bare).removesuffix("}}").strip()
    heading = re.match(_HEADING, bare)
    if heading:
        return SourceLine(number, plain(bare.strip("# ")).strip(" *_"), heading=len(heading[1]))
    text = plain(bare)
    return None if re.match(_FURNITURE, text, re.IGNORECASE) else _with_bold(number, bare, text)


def without_links(text: str) -> str:
    """A text as a page shows it, in one line: the names of links, the shown dice, no emphasis."""
    return plain(_link_text(re.sub(_TAG, " ", text) if "<" in text else text))


def _link_text(text: str) -> str:
    if _MARKS.search(text):
        for pattern, shown in _LINKS:
            text = re.sub(pattern, shown, text)
    return without_escapes(text)


def _with_bold(number: int, bare: str, text: str) -> SourceLine:
    """A line, with the bold text at its beginning in a separate field."""
    strong = re.match(_STRONG, bare) or re.match(_WEAK, bare)
    name = plain(strong["name"]) if strong else ""
    if not strong or not name:
        return SourceLine(number, text, italic=re.match(_ITALIC, bare) is not None)
    rest = plain(strong["rest"]).strip("*_ ")
    return SourceLine(number, f"{name}{'' if rest[:1] in ('.', ':') else ' '}{rest}".strip(), name, rest)


# Reading order: the two columns of a PDF page may be side by side in its text

NumberedLine = tuple[int, str]

_FEWEST_LINES = 12
_LEAST_SIDE_BY_SIDE = 0.35
"""The least share of lines with a wide gap in a page of two columns; otherwise only tables have such gaps."""
_MOST_CROSSING = 0.06
"""The largest share of lines that cross both columns, such as headers and footers."""
_GAP = re.compile(r"(?<=\S) {3,}(?=\S)")
_INDENTED = 8
"""Spaces before a line with an empty left column."""


def in_reading_order(text: str) -> list[NumberedLine]:
    """The lines of a text with their numbers, page by page, a left column before its right one."""
    pages: list[list[NumberedLine]] = [[]]
    for number, line in enumerate(text.split("\n"), 1):
        if "\f" in line:
            pages.append([])
        pages[-1].append((number, line.replace("\f", "").replace("\t", "    ")))
    return [line for page in pages for line in _in_order(page)]


def _in_order(page: Sequence[NumberedLine]) -> Sequence[NumberedLine]:
    place = _right_column([line.rstrip() for _, line in page if line.strip()])
    if place is None:
        return page
    left: list[NumberedLine] = []
    right: list[NumberedLine] = []
    for number, line in page:
        if line[max(0, place - 2) : place].strip():  # it crosses both columns
            left.append((number, line))
        else:
            left.append((number, line[:place].rstrip()))
            right.append((number, line[place:]))
    return [*left, *right]


def _right_column(lines: Sequence[str]) -> int | None:
    """The column at which the right half of a page begins; None for a page in one column."""
    gaps = [[found.end() for found in _GAP.finditer(line)] for line in lines]
    indents = [len(line) - len(line.lstrip()) for line in lines]
    if len(lines) < _FEWEST_LINES or sum(map(bool, gaps)) < _LEAST_SIDE_BY_SIDE * len(lines):
        return None
    starts = Counter(place for each in gaps for place in each)
    starts.update(indent for indent in indents if indent > _INDENTED)
    place, number = starts.most_common(1)[0]
    crossing = sum(len(line) > place and line[place - 2 : place].strip() != "" for line in lines)
    both = number >= _LEAST_SIDE_BY_SIDE * len(lines) and crossing <= max(2, _MOST_CROSSING * len(lines))
    return place if both else None
