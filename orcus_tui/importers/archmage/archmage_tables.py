"""Archmage stat blocks in tables: HTML tables, and grids drawn with dashes and bars, in a page of text.

The cells become lines in the order a browser copies them, which `archmage_text` reads.
"""

import re
from itertools import groupby, pairwise

from orcus_tui.importers.archmage.archmage_text import read_lines
from orcus_tui.importers.archmage.passages import Passage
from orcus_tui.importers.html_text import paragraphs
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.source_text import decode_source

NARROWEST = 6
"""Characters in a line of a grid's cell below which its text runs down, one character a line."""

_BORDER = re.compile(r"\s*\+(?:[-=:]+\+)+\s*")
_ROW = re.compile(r"\s*\|.*\|\s*")
_MARKUP = (
    (re.compile(r"\[([^\]]*)\]\{[^}]*\}"), r"\1"),  # [Nastier Special]{.underline}
    (re.compile(r"\^([a-z]{2})\^"), r"\1"),  # 3^rd^
    (re.compile(r"---"), "—"),
)
_TABLE = re.compile(r"(?is)<table\b")
_TABLE_END = re.compile(r"(?is)</table\s*>")


def read(data: bytes) -> ImportResult:
    """The creatures in the tables of a page. Raises UnreadableSource if there are none."""
    text = decode_source(data)
    return read_lines(_grids_as_lines(_tables_as_lines(text)))


def _tables_as_lines(text: str) -> list[Passage]:
    """The lines of a page, a paragraph in a line for what is in its HTML tables."""
    lines: list[Passage] = []
    place, line = 0, 1
    for found in _TABLE.finditer(text):
        if found.start() < place:  # a table in a table
            continue
        before = text[place : found.start()]
        lines += _plain_lines(before, line)
        line += before.count("\n")
        ended = _TABLE_END.search(text, found.start())
        place = ended.end() if ended else len(text)
        table = text[found.start() : place]
        lines += [Passage(each.line, each.text) for each in paragraphs(table, line)]
        line += table.count("\n")
    return [*lines, *_plain_lines(text[place:], line)]


def _plain_lines(text: str, line: int) -> list[Passage]:
    return [Passage(line + at, each) for at, each in enumerate(text.split("\n"))]


# Grids


def _grids_as_lines(lines: list[Passage]) -> list[Passage]:
    """The lines, a paragraph in a line for what is in a drawn grid."""
    found: list[Passage] = []
    for in_grid, group in groupby(lines, lambda each: bool(_BORDER.fullmatch(each.text) or _ROW.fullmatch(each.text))):
        part = list(group)
        found += _grid(part) if in_grid and _BORDER.fullmatch(part[0].text) else part
    return found


def _grid(lines: list[Passage]) -> list[Passage]:
    """The paragraphs of a grid, row by row and cell by cell."""
    found: list[Passage] = []
    edges = [at for at, sign in enumerate(lines[0].text) if sign == "+"]
    for is_border, group in groupby(lines, lambda each: bool(_BORDER.fullmatch(each.text))):
        row = [] if is_border else list(group)
        for left, right in pairwise(edges) if row else ():
            cell = [Passage(each.line, each.text[left + 1 : right].strip()) for each in row]
            found += _cell(cell, right - left - 1)
    return found


def _cell(cell: list[Passage], width: int) -> list[Passage]:
    """The paragraphs of a cell: joined lines, or, where it is too narrow for words, joined characters."""
    found: list[Passage] = []
    for is_text, group in groupby(cell, lambda each: bool(each.text.strip("* " if width < NARROWEST else " "))):
        part = list(group)
        if is_text:
            texts = [each.text for each in part]
            joined = "".join(each.strip("*") for each in texts) if width < NARROWEST else _join(texts)
            for pattern, plain in _MARKUP:
                joined = pattern.sub(plain, joined)
            found.append(Passage(part[0].line, joined))
    return found


def _join(texts: list[str]) -> str:
    """The lines of a paragraph as one; a lone letter begins the word that goes on below it."""
    joined = ""
    for text in texts:
        parted = joined and not re.fullmatch(r"(?:.* )?[A-Z]", joined)
        joined += f" {text}" if parted else text
    return joined
