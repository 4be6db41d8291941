"""Archmage stat blocks in text: in the layout of the book, copied from a browser, or in tables of a page."""

import re
from collections.abc import Iterator
from itertools import groupby, islice, pairwise

from msgspec import Struct, field

from orcus_tui.importers import source_text
from orcus_tui.importers.archmage.passages import begins_passage, is_attack, read_passages
from orcus_tui.importers.archmage.statistics import (
    LEVEL_LINE,
    Head,
    is_figure_line,
    is_head_word,
    put_figures,
    read_figures,
    separate_figures,
)
from orcus_tui.importers.creature_draft import CreatureDraft, Leftover, plain
from orcus_tui.importers.html_text import Paragraph, paragraphs
from orcus_tui.importers.import_result import ImportResult, result_for_system

LONGEST_JOINED = 3_000
"""The most characters of a paragraph that is joined from broken lines."""
MOST_FIGURES = 40
"""The most lines of defenses and hit points; each label and each number may be on its own line."""
LOOK_AHEAD = 6
"""The number of lines below the level that are searched for an initiative or an attack."""
LONGEST_HEAD = 200
"""The most characters of a line with the name and the level, or the level and other figures."""
LOOK_BACK = 3
"""The most lines above the level that are searched for the name."""
LONGEST_NAME = 60
"""The most characters of a name that is not directly above the level."""

_MARKS_BEFORE = re.compile(r"^[\s>#]*(?:[-–*•‣▪◦●]\s+)?")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>")
_LETTERS = str.maketrans({**source_text.LIGATURES, "\u00ad": ""})
_INITIATIVE = re.compile(r"(?i)init(?:iative)?\b\W*[+-]?[0-9]")
_NAME_END = re.compile(r" ?[,:;(—–|] ?| - ")
_VERSUS = (" vs", " vs.")
_PUNCTUATION = (".", "!", "?", "…")
_SENTENCE_END = (*_PUNCTUATION, ")", '"', ":")


class _Block(Struct):
    """The lines of a stat block by kind.

    If the figures follow the body, `foot` is the number of lines before them; else 0.
    """

    name: Paragraph
    head: list[Paragraph] = field(default_factory=list)
    body: list[Paragraph] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    has_all_figures: bool = False
    foot: int = 0

    def add_figures(self, text: str) -> None:
        """Adds a line of defenses and hit points."""
        self.figures.append(plain(text))
        if not self.has_all_figures and len(read_figures(" ".join(self.figures))[0]) == 4:
            self.has_all_figures, self.foot = True, len(self.body) if len(self.body) > 1 else 0

    def is_below(self, text: str) -> bool:
        """Whether a line comes after figures at the end of the block, and is not part of a passage."""
        continues = len(self.body) > self.foot and _continues(self.body[-1].text, text)
        return bool(self.foot) and not continues and not begins_passage(text)


def read(data: bytes) -> ImportResult:
    """The creatures of a text. Raises UnreadableSource if there are none."""
    lines = source_text.decode_source(data).translate(_LETTERS).split("\n")
    return read_lines([Paragraph(number, text) for number, text in enumerate(lines, 1)])


def read_lines(lines: list[Paragraph]) -> ImportResult:
    """The creatures in lines of text. Raises UnreadableSource if there are none."""
    source_text.refuse_too_many_lines(len(lines))
    bare = (Paragraph(each.line, source_text.without_escapes(_TAG.sub("", each.text))) for each in lines)
    stripped = (Paragraph(each.line, _MARKS_BEFORE.sub("", each.text).strip()) for each in bare if plain(each.text))
    lines = [part for each in stripped for part in _split_head(each)]
    starts = _starts(lines)
    source_text.refuse_too_many_blocks([lines[each].line for each in starts])
    outside = lines[: starts[0]] if starts else lines
    drafts: list[CreatureDraft] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        block, below = _block(lines[start:end])
        drafts.append(_creature(block))
        outside += below
    others = [Leftover(each.line, "", each.text) for each in outside]
    return result_for_system("archmage", drafts, [each for each in others if each.text.isprintable()])


def _split_head(line: Paragraph) -> Iterator[Paragraph]:
    """A line split as the book prints it: name, level, initiative and figures each on its own line."""
    if len(line.text) > LONGEST_HEAD:
        yield line
        return
    for part in _name_and_level(line.text):
        yield from (Paragraph(line.line, each) for each in separate_figures(part))


def _name_and_level(text: str) -> tuple[str, ...]:
    """The name and the level of a head in one line: `Fen Lurker, large 4th level spoiler [beast]`."""
    for end in _NAME_END.finditer(text) if "level" in text.lower() else ():
        name, level = text[: end.start()], text[end.end() :]
        level = level.removesuffix(")") if "(" in end[0] else level
        if plain(name) and not is_head_word(name) and LEVEL_LINE.fullmatch(next(separate_figures(plain(level)), "")):
            return name, level
    return (text,)


def _starts(lines: list[Paragraph]) -> list[int]:
    """The places where stat blocks begin: at the name, above the level and the size."""
    found: list[int] = []
    for at, line in enumerate(lines):
        if not LEVEL_LINE.fullmatch(plain(line.text)):
            continue
        below = lines[at + 1 : at + 1 + LOOK_AHEAD]
        if any(_INITIATIVE.match(plain(each.text)) or is_attack(each.text) for each in below):
            found.append(_place_of_name(lines, at))
    return list(dict.fromkeys(found))


def _place_of_name(lines: list[Paragraph], level: int) -> int:
    """The place of the name, above the level and the sizes; sentences in between are skipped."""
    others = (at for at in range(level - 1, -1, -1) if not is_head_word(lines[at].text))
    above = [*islice(others, LOOK_BACK)] or [0]
    if not lines[above[0]].text.endswith(_PUNCTUATION):
        return above[0]
    return next((at for at in above if _can_be_name(lines[at].text)), above[0])


def _can_be_name(text: str) -> bool:
    is_read = is_figure_line(text, labels_wait=False) or begins_passage(text)
    return not (is_read or text.endswith(_PUNCTUATION) or len(text) > LONGEST_NAME)


def _block(lines: list[Paragraph]) -> tuple[_Block, list[Paragraph]]:
    """A stat block, and the lines below it that do not belong to it."""
    is_nameless = LEVEL_LINE.fullmatch(plain(lines[0].text)) is not None
    block = _Block(Paragraph(lines[0].line, "nameless" if is_nameless else lines[0].text))
    below: list[Paragraph] = []
    for line in lines if is_nameless else lines[1:]:
        waiting = bool(block.figures) and not block.has_all_figures
        if len(block.figures) < MOST_FIGURES and is_figure_line(line.text, labels_wait=waiting):
            block.add_figures(line.text)
        elif block.is_below(line.text):
            below.append(line)
        elif block.body or _INITIATIVE.match(plain(line.text)) or is_attack(line.text):
            _add_to_body(block.body, line)
        else:
            block.head.append(line)
    return block, below


def _add_to_body(body: list[Paragraph], line: Paragraph) -> None:
    """Adds a line, or joins it with the line before if it continues a sentence."""
    before = body[-1].text if body and len(body[-1].text) < LONGEST_JOINED else ""
    if before.endswith(_VERSUS) or (_continues(before, line.text) and not begins_passage(line.text)):
        is_at_hyphen = source_text.is_broken_at_hyphen(before, line.text)
        first = source_text.without_hyphen(before, line.text) if is_at_hyphen else f"{before} "
        body[-1] = Paragraph(body[-1].line, f"{first}{line.text}")
    else:
        body.append(line)


def _continues(before: str, text: str) -> bool:
    """Whether a line continues the sentence of the line before."""
    return bool(before) and (text[0].islower() or (len(before) > 60 and not before.endswith(_SENTENCE_END)))


def _creature(block: _Block) -> CreatureDraft:
    draft = CreatureDraft(block.name.text, block.name.line)
    head = Head()
    for each in block.head:
        head.read(each.text)
    head.put_into(draft, block.name.line)
    put_figures(draft, *read_figures(" ".join(block.figures)))
    read_passages(draft, block.body)
    return draft


# Tables in HTML, and grids drawn with dashes and bars; each cell becomes lines, as when copied from a browser

NARROWEST = 6
"""The smallest width of a grid cell with words; the text of a narrower cell is vertical, one character per line."""

_BORDER = re.compile(r"\s*\+(?:[-=:]+\+)+\s*")
_ROW = re.compile(r"\s*\|.*\|\s*")
_MARKUP = (
    (re.compile(r"\[([^\]]*)\]\{[^}]*\}"), r"\1"),  # [Nastier Special]{.underline}
    (re.compile(r"\^([a-z]{2})\^"), r"\1"),  # 3^rd^
    (re.compile(r"---"), "—"),
)
_TABLE = re.compile(r"(?is)<table\b")
_TABLE_END = re.compile(r"(?is)</table\s*>")


def read_tables(data: bytes) -> ImportResult:
    """The creatures in the tables of a page. Raises UnreadableSource if there are none."""
    text = source_text.decode_source(data)
    return read_lines(_grids_as_lines(_tables_as_lines(text)))


def _tables_as_lines(text: str) -> list[Paragraph]:
    """The lines of a page; each paragraph in its HTML tables becomes a line."""
    lines: list[Paragraph] = []
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
        lines += paragraphs(table, line)
        line += table.count("\n")
    return [*lines, *_plain_lines(text[place:], line)]


def _plain_lines(text: str, line: int) -> list[Paragraph]:
    return [Paragraph(line + at, each) for at, each in enumerate(text.split("\n"))]


# Grids


def _grids_as_lines(lines: list[Paragraph]) -> list[Paragraph]:
    """The lines; each paragraph in a drawn grid becomes a line."""
    found: list[Paragraph] = []
    for in_grid, group in groupby(lines, lambda each: bool(_BORDER.fullmatch(each.text) or _ROW.fullmatch(each.text))):
        part = list(group)
        found += _grid(part) if in_grid and _BORDER.fullmatch(part[0].text) else part
    return found


def _grid(lines: list[Paragraph]) -> list[Paragraph]:
    """The paragraphs of a grid, row by row and cell by cell."""
    found: list[Paragraph] = []
    edges = [at for at, sign in enumerate(lines[0].text) if sign == "+"]
    for is_border, group in groupby(lines, lambda each: bool(_BORDER.fullmatch(each.text))):
        row = [] if is_border else list(group)
        for left, right in pairwise(edges) if row else ():
            cell = [Paragraph(each.line, each.text[left + 1 : right].strip()) for each in row]
            found += _cell(cell, right - left - 1)
    return found


def _cell(cell: list[Paragraph], width: int) -> list[Paragraph]:
    """The paragraphs of a cell: joined lines, or, where it is too narrow for words, joined characters."""
    found: list[Paragraph] = []
    for is_text, group in groupby(cell, lambda each: bool(each.text.strip("* " if width < NARROWEST else " "))):
        part = list(group)
        if is_text:
            texts = [each.text for each in part]
            joined = "".join(each.strip("*") for each in texts) if width < NARROWEST else _join(texts)
            for pattern, plain in _MARKUP:
                joined = pattern.sub(plain, joined)
            found.append(Paragraph(part[0].line, joined))
    return found


def _join(texts: list[str]) -> str:
    """The lines of a paragraph as one; a lone letter begins the word that continues below it."""
    joined = ""
    for text in texts:
        needs_space = joined and not re.fullmatch(r"(?:.* )?[A-Z]", joined)
        joined += f" {text}" if needs_space else text
    return joined
