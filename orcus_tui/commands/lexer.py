"""Lines into words, each with its column."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from orcus_tui.commands.command_error import CommandError
from orcus_tui.model.text import BEFORE_QUOTE, FORBIDDEN, character_name, in_quotes, longer_than

LONGEST_LINE = 20_000
"""The longest line in characters, so that reading a line is never noticeably slow."""

# Patterns are texts, which `re` compiles on first use, so that they do not slow down the start.
_QUOTED = r'"(?:[^"\\]|\\(?s:.))*"'
_WORD = rf'(?:[^\s"]|{_QUOTED})+|"'
_PLACE = r"#[0-9]+"


class Word(Struct, frozen=True):
    """A word of a line.

    `raw` is the word as typed, `text` is without quotes, `key` is in lower case; `key` is empty for a word that begins
    with a quote, since quoted words are never words of the language. `column` is 1-based, `end` the column after the
    word.
    """

    raw: str
    text: str
    key: str
    column: int
    end: int

    @property
    def is_quoted(self) -> bool:
        """Whether it begins with a quote."""
        return self.raw[:1] == '"'

    def column_at(self, offset: int) -> int:
        """The column at an offset in the word, but not beyond its end."""
        return min(self.column + offset, self.end)


def words_of(line: str) -> list[Word]:
    """The words of a line, as from `lex`. Raises CommandError for a line with an error."""
    words, error = lex(line)
    if error:
        raise error
    return words


def lex(line: str) -> tuple[list[Word], CommandError | None]:
    r"""The words of a line, without its comment; or the words before an error, and the error.

    "Double quotes" hold spaces together, also within a word (`name="Big Ogre"`); `\"` is a quote inside them, and `\\`
    before a quote is a backslash. A `#` that begins a word starts a comment, unless it is a place number (`#2`), which
    no line begins with. Errors are a quote that is never closed, a control character, and a line that is too long, in
    which no word is read.
    """
    words: list[Word] = []
    if too_long := longer_than(LONGEST_LINE, "a line", line):
        return words, CommandError(too_long, LONGEST_LINE + 1)
    error = None if line.isprintable() else _control_character(line)
    if error is None and '"' not in line and "#" not in line:
        return _plain_words(line), None
    end = error.column - 1 if error else len(line)
    for found in re.finditer(_WORD, line):
        raw, (start, after) = found.group(), found.span()
        if after > end or (raw[0] == "#" and not (words and re.fullmatch(_PLACE, raw))):
            break
        if raw == '"':
            return words, CommandError("this quote is never closed", start + 1)
        words.append(_word(raw, start + 1, after + 1))
    return words, error


def _plain_words(line: str) -> list[Word]:
    """The words of a line without quotes and comments."""
    words: list[Word] = []
    after = 0
    for raw in line.split():
        start = line.index(raw, after)
        after = start + len(raw)
        words.append(Word(raw, raw, raw.lower(), start + 1, after + 1))
    return words


def _control_character(line: str) -> CommandError | None:
    """The error at the first control character; tabs and line breaks are spaces outside quotes."""
    quoted = [found.span() for found in re.finditer(_QUOTED, line)]
    for found in re.finditer(FORBIDDEN, line):
        at = found.start()
        if found.group() not in "\t\n\r" or any(start < at < end for start, end in quoted):
            return CommandError(f"{character_name(found.group())}: remove it", at + 1)
    return None


def pieces(word: Word, separator: str) -> list[Word]:
    """A word split at a separator outside quotes, each piece with its own column; a piece may be empty."""
    if separator not in word.raw:
        return [word]
    parts: list[Word] = []
    start = 0
    for cut in (*outside_quotes(word.raw, separator), len(word.raw)):
        parts.append(_word(word.raw[start:cut], word.column_at(start), word.column_at(cut)))
        start = cut + 1
    return parts


def split_lines(text: str) -> list[tuple[str, int]]:
    """The lines of `LINE; LINE`, split at semicolons and line breaks outside quotes, each with its offset."""
    lines: list[tuple[str, int]] = []
    start = 0
    for cut in sorted((*outside_quotes(text, ";"), *outside_quotes(text, "\n"), len(text))):
        lines.append((text[start:cut], start))
        start = cut + 1
    return lines


def as_one_word(text: str) -> str:
    """Text as one word of a line, in quotes if it needs them."""
    if text and not re.search(r'[\s"#,+&]', text):
        return text
    return in_quotes(text)


def _word(raw: str, column: int, end: int) -> Word:
    if '"' not in raw:
        return Word(raw, raw, raw.lower(), column, end)
    text = re.sub(_QUOTED, lambda part: _unquoted(part.group()[1:-1]), raw)
    return Word(raw, text, "" if raw[0] == '"' else text.lower(), column, end)


def _unquoted(text: str) -> str:
    """What stands between two quotes, with every two backslashes before a quote as one."""
    return re.sub(BEFORE_QUOTE, lambda found: found[1][: len(found[1]) // 2] + found[2], text)


def first_with_colon(words: Sequence[Word]) -> int | None:
    """The place of the first word with a colon outside quotes."""
    return next((place for place, word in enumerate(words) if [*outside_quotes(word.raw, ":")]), None)


def outside_quotes(text: str, separator: str) -> Iterator[int]:
    """The places of a separator outside quotes, up to a quote that is never closed."""
    if '"' not in text:
        yield from (at for at, letter in enumerate(text) if letter == separator)
        return
    for found in re.finditer(rf'{_QUOTED}|"|{re.escape(separator)}', text):
        if found.group() == '"':
            return
        if found.group() == separator:
            yield found.start()
