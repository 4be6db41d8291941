"""The text of HTML: its paragraphs, each with its line, and the plain text of a value with a few tags in it."""

import re
from html.parser import HTMLParser

from msgspec import Struct

_BLOCKS = ("p", "td", "th", "tr", "div", "li", "br", "ul", "ol", "table", "tbody", "h1", "h2", "h3", "h4", "h5", "h6")
_SUSPECT = re.compile(r"[<&]")


class Paragraph(Struct, frozen=True):
    """A paragraph in one line, or a line of text, and the line it begins on."""

    line: int
    text: str


def paragraphs(html: str, first_line: int = 1) -> list[Paragraph]:
    """The paragraphs, cells and lines of HTML; `first_line` is the line it begins on."""
    parser = _ParagraphParser(first_line)
    parser.feed(html)
    parser.close()
    parser.end_paragraph()
    return parser.paragraphs


def html_text(value: str) -> str:
    """The text of a value that may be HTML, one line per paragraph."""
    if not _SUSPECT.search(value):
        return value.strip()
    return "\n".join(each.text for each in paragraphs(value))


class _ParagraphParser(HTMLParser):
    """Collects paragraphs, each with the line it begins on."""

    def __init__(self, first_line: int) -> None:
        super().__init__()
        self.paragraphs: list[Paragraph] = []
        self._first_line = first_line
        self._words: list[str] = []
        self._line = first_line

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002  # as in the base
        """Ends the paragraph at the start of a block; attributes are ignored."""
        if tag in _BLOCKS:
            self.end_paragraph()

    def handle_endtag(self, tag: str) -> None:
        """Ends the paragraph at the end of a block."""
        if tag in _BLOCKS:
            self.end_paragraph()

    def handle_data(self, data: str) -> None:
        """Adds text to the paragraph."""
        if not self._words:
            self._line = self._first_line + self.getpos()[0] - 1
        if self._words or data.strip():
            self._words.append(data)

    def end_paragraph(self) -> None:
        """Ends the current paragraph, and keeps it if it has words."""
        words = " ".join("".join(self._words).split())
        if words:
            self.paragraphs.append(Paragraph(self._line, words))
        self._words = []
