"""Stat blocks of the fifth edition as text: pasted from a page or a PDF, or Markdown in any dialect."""

import re
from collections.abc import Sequence

from msgspec import Struct

from orcus_tui.importers.creature_draft import Leftover
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.source_text import decode_source, refuse_too_many_lines
from orcus_tui.importers.srd5.block_body import read_body, split_one_line_block, with_labels_joined
from orcus_tui.importers.srd5.printed_creature import PrintedCreature, draft_of
from orcus_tui.importers.srd5.source_lines import SourceLine, source_lines

_SIZES = r"(?:tiny|small|medium|large|huge|gargantuan)"
_ARMOR = r"(?:armou?r ?class|AC)\b ?:? ?(?=[0-9])|armor class(?=[0-9])"
_POINTS = r"\b(?:hit points|HP)(?: ?:? ?(?=[0-9])| half\b)|\bhit points(?=[0-9])"
_BEFORE_ARMOR = r"(?:hit points|HP|speed)\b ?:? ?[0-9]"
"""Fields that some layouts print above the armor class."""
_KIND = rf"^{_SIZES}\b.*(?:,|\b(?:unaligned|good|evil|neutral)\b|$)"
_ALIGNED = r"\b(?:unaligned|any alignment|(?:lawful|chaotic|neutral) ?(?:good|evil|neutral)?)\b"
_NAME_AND_KIND = rf"^(?P<name>\S.{{0,80}}?) (?P<kind>{_SIZES} .{{2,80}}, [^.]+)$"
_MOST_LINES_OF_KIND, _MOST_LINES_TO_POINTS = 3, 4
_LONGEST_NAME, _MOST_WORDS_OF_TITLE = 70, 6


class Head(Struct, frozen=True):
    """The head of a stat block: the places of its first line, its fields and unknown lines; its name and kind."""

    first: int
    fields: int
    name: str
    kind: str
    kind_line: int
    unknown: tuple[int, ...] = ()


def read(data: bytes) -> ImportResult:
    """The creatures of a text. Raises UnreadableSource if there are none."""
    text = decode_source(data)
    refuse_too_many_lines(text.count("\n") + 1)
    lines = with_labels_joined([each for line in source_lines(text) for each in split_one_line_block(line)])
    heads = _heads(lines)
    printed: list[PrintedCreature] = []
    outside, below = lines[: heads[0].first] if heads else lines, list[SourceLine]()
    for head, after in zip(heads, [*heads[1:], None], strict=False):
        end = after.first if after else len(lines)
        last = _without_titles(lines, head.fields, end) if after else end
        creature = PrintedCreature(head.name, lines[head.first].number)
        creature.put("kind", head.kind, head.kind_line)
        below += read_body(creature, lines[head.fields : last])
        outside += (*lines[last:end], *(lines[place] for place in head.unknown))
        printed.append(creature)
    return result_for_system("srd5", map(draft_of, printed), _paragraphs([*outside, *below]))


def _paragraphs(lines: list[SourceLine]) -> list[Leftover]:
    """The lines outside any creature; consecutive lines are joined."""
    found: list[Leftover] = []
    last = -1
    for line in lines:
        if not line.text:
            continue
        if found and line.number <= last + 1:
            found[-1] = Leftover(found[-1].line, "", f"{found[-1].text} {line.text}")
        else:
            found.append(Leftover(line.number, "", line.text))
        last = line.number
    return found


# The bounds of stat blocks, which are found by their armor class and hit points


def _heads(lines: Sequence[SourceLine]) -> list[Head]:
    heads: list[Head] = []
    for place, line in enumerate(lines):
        if re.match(_ARMOR, line.text, re.IGNORECASE):
            least = heads[-1].fields + 1 if heads else 0
            first = _first_field(lines, place, least)
            if _points_follow(lines, first):
                heads.append(_head(lines, first, least))
    return heads


def _first_field(lines: Sequence[SourceLine], armor: int, least: int) -> int:
    """The place of an armor class, or of the fields right above it, unless they belong to the block above."""
    first = armor
    for place in range(armor - 1, least - 1, -1):
        if re.match(_BEFORE_ARMOR, lines[place].text, re.IGNORECASE):
            first = place
        elif lines[place].text:
            return first
    return armor if least else first


def _points_follow(lines: Sequence[SourceLine], place: int) -> bool:
    """Whether hit points are printed in the same line or soon after."""
    if re.search(_POINTS, lines[place].text, re.IGNORECASE):
        return True
    near = [each.text for each in lines[place + 1 : place + 3 * _MOST_LINES_TO_POINTS] if each.text]
    return any(
        re.match(_POINTS, text, re.IGNORECASE) or re.search(r"\bHP [0-9]", text)
        for text in near[:_MOST_LINES_TO_POINTS]
    )


def _head(lines: Sequence[SourceLine], fields: int, least: int) -> Head:
    """The head above its first field; it begins at line `least` or below."""
    above = [place for place in range(fields - 1, max(least, fields - 12) - 1, -1) if lines[place].text]
    for count, place in enumerate(above[:_MOST_LINES_OF_KIND], 1):
        text = lines[place].text
        kind = " ".join(lines[each].text for each in reversed(above[:count]))
        if re.match(_KIND, text, re.IGNORECASE):
            return _head_named_above(lines, above[count:], fields, place, kind)
        merged = re.match(_NAME_AND_KIND, kind, re.IGNORECASE)
        if merged and (lines[place].heading or re.match(r"[A-Z!#]", text)):
            name = merged["name"].strip("#! ")
            return Head(place, fields, name, merged["kind"], lines[place].number)
    if not above:
        return Head(fields, fields, "", "", lines[fields].number)
    first = lines[above[0]]
    if not first.heading and len(above) > 1 and (first.italic or re.search(_ALIGNED, first.text, re.IGNORECASE)):
        return _head_named_above(lines, above[1:], fields, above[0], first.text)
    return _head_named_above(lines, above, fields, fields, "")


def _head_named_above(lines: Sequence[SourceLine], above: list[int], fields: int, first: int, kind: str) -> Head:
    """The head with its name from the nearest line above that can be a name, or from a title above one other line."""
    kind_line = lines[first].number
    for at, place in enumerate(above[:2]):
        line = lines[place]
        if line.heading or (_could_be_name(line.text) if at == 0 else _is_title(line)):
            return Head(place, fields, line.text.strip("#! "), kind, kind_line, tuple(above[:at]))
    return Head(first, fields, "", kind, kind_line)


def _could_be_name(text: str) -> bool:
    if len(text) > _LONGEST_NAME or re.search(r"[.;:]$", text) or re.match(_BEFORE_ARMOR, text, re.IGNORECASE):
        return False
    return re.search(r"[^\W\d_]", text) is not None


def _without_titles(lines: Sequence[SourceLine], fields: int, end: int) -> int:
    """The end of a block, before blank lines and before titles of the next block, such as `Angels`."""
    while end - 1 > fields:
        line = lines[end - 1]
        if line.text and not (_is_title(line) and _is_closed(lines[end - 2].text)):
            break
        end -= 1
    return end


def _is_closed(text: str) -> bool:
    """Whether a title can follow a line: a blank one, or the end of a sentence."""
    return not text or text.endswith((".", "!", ")"))


def _is_title(line: SourceLine) -> bool:
    """Whether a line reads like a title: a few words with capitals, and no number or stop."""
    words = line.text.strip("!# ").split()
    if line.strong or not 0 < len(words) <= _MOST_WORDS_OF_TITLE or re.search(r"[.,;:0-9+]", line.text):
        return False
    return all(re.match(r"[A-Z(]|of$|the$|and$", each) for each in words)
