"""A moving picture: drawings of the screen shown one after the other by the style sheet of one SVG file.

Parts that several drawings have in common are in the file once.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

STILL = 3
"""The frame for readers who prefer no motion, and for programs without animations."""

_SIZE = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')
_STYLE = re.compile(r"\.terminal-\d+-(r\d+) \{ ([^}]*) \}")
_CELLS = re.compile(r'<rect fill="[^"]*" x="[^"]*" y="[^"]*" width="[^"]*" height="24.65"[^>]*/>')
_TEXT = re.compile(r'<text class="terminal-\d+-(r\d+)"([^>]*?) clip-path="[^"]*">(.*?)</text>')
_TITLE = re.compile(r'<text class="terminal-\d+-title".*?</text>')
_FONT = "font: 20px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"

Seen = tuple[int, ...]
"""The numbers of the frames in which something is seen."""


class Frame(NamedTuple):
    """A drawing of the screen as SVG, and the seconds for which it is shown."""

    seconds: float
    drawn: str


def moving(frames: Sequence[Frame]) -> str:
    """One SVG that repeats the frames in a loop."""
    styles: dict[str, str] = {}
    cells: dict[str, list[int]] = {}
    texts: dict[str, list[int]] = {}
    titles: dict[str, list[int]] = {}
    for number, (_, drawn) in enumerate(frames):
        _note(cells, _CELLS.findall(drawn), number)
        _note(titles, [_plain_title(each) for each in _TITLE.findall(drawn)], number)
        _note(texts, _texts(drawn, styles), number)
    seen = dict.fromkeys(tuple(each) for found in (cells, titles, texts) for each in found.values())
    width, height = _size(frames[0])
    rules = [f".{name} {{ {style} }}" for style, name in styles.items()]
    motion = [rule for each in seen for rule in _rules(each, [seconds for seconds, _ in frames])]
    still = [f".{_name(each)} {{ visibility: hidden; }}" for each in seen if STILL not in each]
    reduced = "@media (prefers-reduced-motion: reduce) { g { animation: none !important; } }"
    screen = f'<g transform="translate(9, 41)">{_groups(cells)}{_groups(texts)}</g>'
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        "<style>", f"text {{ {_FONT}; white-space: pre; }}", *rules, *still, *motion, reduced, "</style>",
        f'<rect fill="#292929" width="{width}" height="{height}" rx="8"/>',
        _groups(titles), screen, "</svg>\n",
    ))  # fmt: skip


def _size(frame: Frame) -> tuple[str, str]:
    found = _SIZE.search(frame.drawn)
    if found is None:
        raise ValueError("a drawing without a size")
    return found[1], found[2]


def _note(found: dict[str, list[int]], elements: Iterable[str], number: int) -> None:
    """Notes the frame of each element, once."""
    for each in dict.fromkeys(elements):
        found.setdefault(each, []).append(number)


def _texts(drawn: str, styles: dict[str, str]) -> list[str]:
    """The texts of a drawing, with classes that are the same in all drawings."""
    own = dict(_STYLE.findall(drawn))
    return [
        f'<text class="{styles.setdefault(own[role], f"c{len(styles)}")}"{place}>{text}</text>'
        for role, place, text in _TEXT.findall(drawn)
    ]


def _plain_title(title: str) -> str:
    return re.sub(r'class="[^"]*" ', "", title)


def _groups(elements: dict[str, list[int]]) -> str:
    """The elements, in a group for each set of frames."""
    groups: dict[Seen, list[str]] = {}
    for element, numbers in elements.items():
        groups.setdefault(tuple(numbers), []).append(element)
    return "\n".join(f'<g class="{_name(seen)}">{"".join(each)}</g>' for seen, each in groups.items())


def _name(seen: Seen) -> str:
    return f"in-{'-'.join(map(str, seen))}"


def _rules(seen: Seen, seconds: Sequence[float]) -> Iterable[str]:
    """The style of an element that is seen in some of the frames; empty if it is in all of them."""
    if len(seen) == len(seconds):
        return
    total, begun, steps = sum(seconds), 0.0, []
    for number, each in enumerate(seconds):
        steps.append(f"{begun / total:.2%} {{ visibility: {'visible' if number in seen else 'hidden'}; }}")
        begun += each
    yield f"@keyframes {_name(seen)} {{ {' '.join(steps)} }}"
    yield f".{_name(seen)} {{ animation: {_name(seen)} {total:g}s step-end infinite; }}"
