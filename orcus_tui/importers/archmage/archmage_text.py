"""Plain text of Archmage stat blocks: in the layout of the book, or in the order a browser copies a table."""

import re

from msgspec import Struct, field

from orcus_tui.importers.archmage.heads import (
    LEVEL_LINE,
    Head,
    is_figure_line,
    is_head_word,
    put_figures,
    read_figures,
)
from orcus_tui.importers.archmage.passages import Passage, begins_passage, is_attack, read_passages
from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.hyphenation import is_broken_at_hyphen, without_parting_hyphen
from orcus_tui.importers.import_result import ImportResult, Leftover, UnreadableSource
from orcus_tui.importers.source_text import decode_source, refuse_too_many_blocks, refuse_too_many_lines
from orcus_tui.importers.system_check import result_for_system

LONGEST_JOINED = 3_000
"""Characters of a paragraph put together from broken lines."""
MOST_FIGURES = 40
"""Lines of defenses and hit points, where each label and each number may have a line."""
LOOK_AHEAD = 6
"""Lines behind the level within which a stat block has its initiative or an attack."""

_MARKS_BEFORE = re.compile(r"^[\s>#]*(?:[-–*•‣▪◦●]\s+)?")
_LIGATURES = str.maketrans({"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "\u00ad": "", "\u200b": ""})
_INITIATIVE = re.compile(r"(?i)initiative\b\W*[+-]?[0-9]")
_VERSUS = (" vs", " vs.")
_SENTENCE_END = (".", "!", "?", ")", '"', "…", ":")


class _Block(Struct):
    """The lines of a stat block, by what they are."""

    name: Passage
    head: list[Passage] = field(default_factory=list)
    body: list[Passage] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    has_all_figures: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether the figures at the foot have come."""
        return len(self.body) > 1 and self.has_all_figures

    def add_figures(self, text: str) -> None:
        """Adds a line of defenses and hit points."""
        self.figures.append(plain(text))
        self.has_all_figures = len(read_figures(" ".join(self.figures))[0]) == 4


def read(data: bytes) -> ImportResult:
    """The creatures of a text. Raises UnreadableSource if there are none."""
    lines = decode_source(data).translate(_LIGATURES).split("\n")
    return read_lines([Passage(number, text) for number, text in enumerate(lines, 1)])


def read_lines(lines: list[Passage]) -> ImportResult:
    """The creatures in lines of text. Raises UnreadableSource if there are none."""
    refuse_too_many_lines(len(lines))
    lines = [Passage(each.line, _MARKS_BEFORE.sub("", each.text).strip()) for each in lines if plain(each.text)]
    starts = _starts(lines)
    if not starts:
        raise UnreadableSource("no stat block found; each has a level, an initiative and AC, PD, MD and HP")
    refuse_too_many_blocks([lines[each].line for each in starts])
    others = [Leftover(each.line, "", each.text) for each in lines[: starts[0]]]
    drafts: list[CreatureDraft] = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        block, behind = _block(lines[start:end])
        drafts.append(_creature(block))
        others += [Leftover(each.line, "", each.text) for each in behind]
    return result_for_system("archmage", drafts, [each for each in others if each.text.isprintable()])


def _starts(lines: list[Passage]) -> list[int]:
    """Where the stat blocks begin: at the name, above the level and the size."""
    found: list[int] = []
    for at, line in enumerate(lines):
        if not LEVEL_LINE.fullmatch(plain(line.text)):
            continue
        behind = lines[at + 1 : at + 1 + LOOK_AHEAD]
        if not any(_INITIATIVE.match(plain(each.text)) or is_attack(each.text) for each in behind):
            continue
        start = at - 1
        while start > 0 and is_head_word(lines[start].text):
            start -= 1
        found.append(max(start, 0))
    return list(dict.fromkeys(found))


def _block(lines: list[Passage]) -> tuple[_Block, list[Passage]]:
    """The parts of a stat block, and the lines behind its end."""
    is_nameless = LEVEL_LINE.fullmatch(plain(lines[0].text)) is not None
    block = _Block(Passage(lines[0].line, "nameless" if is_nameless else lines[0].text))
    for at, line in enumerate(lines):
        if at == 0 and not is_nameless:
            continue
        waiting = bool(block.figures) and not block.is_complete
        if len(block.figures) < MOST_FIGURES and is_figure_line(line.text, labels_wait=waiting):
            block.add_figures(line.text)
        elif block.is_complete:
            return block, lines[at:]
        elif block.body or _INITIATIVE.match(plain(line.text)) or is_attack(line.text):
            _add_to_body(block.body, line)
        else:
            block.head.append(line)
    return block, []


def _add_to_body(body: list[Passage], line: Passage) -> None:
    """Adds a line, or joins it with the one before where a sentence was broken."""
    before = body[-1].text if body and len(body[-1].text) < LONGEST_JOINED else ""
    is_broken = bool(before) and (line.text[0].islower() or (len(before) > 60 and not before.endswith(_SENTENCE_END)))
    if before.endswith(_VERSUS) or (is_broken and not begins_passage(line.text)):
        is_at_hyphen = is_broken_at_hyphen(before, line.text)
        first = without_parting_hyphen(before, line.text) if is_at_hyphen else f"{before} "
        body[-1] = Passage(body[-1].line, f"{first}{line.text}")
    else:
        body.append(line)


def _creature(block: _Block) -> CreatureDraft:
    draft = CreatureDraft(block.name.text, block.name.line)
    head = Head()
    for each in block.head:
        head.read(each.text)
    head.put_into(draft, block.name.line)
    put_figures(draft, *read_figures(" ".join(block.figures)))
    read_passages(draft, block.body)
    return draft
