"""Reads TOML, with the line of every fault.

The standard library's `tomllib` keeps no positions. The small scanner here runs only when there is a fault to report; a
TOML library that keeps positions would cost start-up time in every run.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from operator import methodcaller

from msgspec import Struct

from orcus_tui.errors import OrcusError

LARGEST_FILE = 4 * 1024 * 1024  # in bytes; a hundred times the largest fight that anyone runs
DEEPEST = 16  # the deepest nesting of brackets, and the most parts of a dotted key
LONGEST_NUMBER = 100  # characters

Path = tuple[str | int, ...]


class Fault(Struct, frozen=True):
    """A message and its place: line and column count from 1, the column in characters."""

    line: int
    column: int | None
    message: str


class TomlError(OrcusError):
    """The file is not TOML: its first `fault`."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"line {fault.line}: {fault.message}")
        self.fault = fault


class Lines(Struct, frozen=True):
    """The line of each key path of a document, and the place in its text where each element of a list begins."""

    lines: Mapping[Path, int]
    text: str
    starts: Mapping[Path, int]

    def nearest(self, path: Sequence[str | int]) -> Path:
        """The longest beginning of `path` that is in the document, which may be empty."""
        known = tuple(path)
        while known and known not in self.lines:
            known = known[:-1]
        return known

    def line(self, path: Sequence[str | int]) -> int:
        """The line of `path`, or of its longest known beginning, or 1."""
        return self.lines.get(self.nearest(path), 1)

    def column(self, path: Path) -> int | None:
        """The column of a value, or of an element of a list; None if it is not known."""
        return _position(self.text, self.starts[path])[1] if path in self.starts else None


def load(data: bytes) -> dict[str, object]:
    """The document, as `tomllib` reads it. Raises `TomlError`, and nothing else, for any bytes."""
    text = decode(data)
    _refuse_extremes(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        fault = _fault(text, str(error))
    except RecursionError:
        fault = Fault(1, None, "brackets are nested too deep")
    except ValueError as error:
        fault = Fault(1, None, f"not a valid number or date: {error}")
    raise TomlError(fault)


def decode(data: bytes) -> str:
    """The text without byte order mark and with LF line ends.

    Raises `TomlError` for more than `LARGEST_FILE` bytes and for what is not UTF-8.
    """
    if len(data) > LARGEST_FILE:
        most = LARGEST_FILE // 1024 // 1024
        raise TomlError(Fault(1, None, f"the file is larger than {most} MB, the limit for an encounter"))
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        good = data[: error.start].decode("utf-8")
        line, column = _position(good, len(good))
        kind = "UTF-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else f"byte 0x{data[error.start]:02x}"
        raise TomlError(Fault(line, column, f"not UTF-8 ({kind}); save the file as UTF-8")) from None


def locate(text: str) -> Lines:
    """The line of every key, table and array element of a document that `tomllib` accepts.

    Elements are counted from 0: `("creature", 2)` is the line of the third `[[creature]]`.
    """
    reader = _Reader(text).read()
    return Lines(reader.lines, text, reader.starts)


# The scanner. Every repetition is possessive, so no text makes it slow. Like all patterns of this module it is plain
# text: `re` compiles it on first use and caches it.

_PIECES = r'''(?xs)
    (?P<text> """ (?: [^"\\]++ | \\. | "{1,2}+(?!") )*+ "{0,5}
            | \'\'\' (?: [^']++ | '{1,2}+(?!') )*+ '{0,5}
            | " (?: [^"\\\n]++ | \\[^\n] )*+ "?
            | ' [^'\n]*+ '? )
    | \#[^\n]*+
    | (?P<newline> \n (?: [\ \t]*+ \n )*+ )
    | (?P<word> [^\s"'\#\[\]{},=.]++ )
    | (?P<mark> [\[\]{},=.] )
    '''


class _Token(Struct, frozen=True):
    kind: str
    text: str
    line: int
    start: int


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for match in re.finditer(_PIECES, text):
        if kind := match.lastgroup:
            yield _Token(kind, match.group(), line, match.start())
        if kind in ("text", "newline"):
            line += match.group().count("\n")


class _Reader:
    """Walks the tokens of a document; for an incomplete text the result may be wrong, but the walk always ends."""

    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.tokens.append(_Token("end", "", text.count("\n") + 1, len(text)))
        self.next = 0
        self.lines: dict[Path, int] = {}
        self.starts: dict[Path, int] = {}  # of values
        self.lengths: dict[Path, int] = {}  # of arrays of tables
        self.table: Path = ()
        self.last: tuple[Path, int] = (), 1  # the statement read last

    def read(self) -> "_Reader":
        while (token := self.peek()).kind != "end":
            if token.kind == "newline":
                self.take()
            elif token.text == "[":
                self.table = self.header()
                self.last = self.table, token.line
            else:
                self.last = self.pair(self.table), token.line
        return self

    def peek(self) -> _Token:
        return self.tokens[self.next]

    def take(self) -> _Token:
        token = self.peek()
        self.next = min(self.next + 1, len(self.tokens) - 1)
        return token

    def take_if(self, mark: str) -> bool:
        return self.peek().text == mark and bool(self.take())

    def header(self) -> Path:
        line = self.take().line
        several = self.take_if("[")
        *parents, last = self.key()
        path = (*self.follow((), parents, line), last)
        if several:
            self.lines.setdefault(path, line)
            self.lengths[path] = self.lengths.get(path, 0) + 1
            path = (*path, self.lengths[path] - 1)
        # Not setdefault: `[a]` may come after `[a.b]`, and is then the better place for `a`.
        self.lines[path] = line
        while self.take_if("]"):
            pass
        return path

    def key(self) -> list[str]:
        parts = [_key_part(self.take())]
        while self.take_if("."):
            parts.append(_key_part(self.take()))
        return parts

    def follow(self, path: Path, parts: list[str], line: int) -> Path:
        """Follows a key below `path`, into the last table of an array; notes this line for each new part."""
        for part in parts:
            path = (*path, part)
            self.lines.setdefault(path, line)
            if path in self.lengths:
                path = (*path, self.lengths[path] - 1)
        return path

    def pair(self, table: Path) -> Path:
        line = self.peek().line
        path = self.follow(table, self.key(), line)
        self.take_if("=")
        self.value(path)
        return path

    def value(self, path: Path) -> None:
        self.starts[path] = self.peek().start
        mark = self.take().text
        if mark == "[":
            self.elements(path)
        elif mark == "{":
            while not self.at_end_of("}"):
                self.pair(path)
                self.take_if(",")
        else:
            # A number or date may consist of several tokens: 1.5, 1979-05-27 07:32:00.
            while self.peek().kind in ("word", "text") or self.peek().text == ".":
                self.take()

    def elements(self, path: Path) -> None:
        index = 0
        while not self.at_end_of("]"):
            self.lines.setdefault((*path, index), self.peek().line)
            self.value((*path, index))
            self.skip_newlines()
            self.take_if(",")
            index += 1

    def at_end_of(self, closing: str) -> bool:
        self.skip_newlines()
        return self.take_if(closing) or self.peek().kind == "end"

    def skip_newlines(self) -> None:
        while self.peek().kind == "newline":
            self.take()


def _key_part(token: _Token) -> str:
    if token.kind != "text":
        return token.text
    if token.text.startswith("'") or "\\" not in token.text:
        return token.text[1:-1]
    return str(tomllib.loads(f"key = {token.text}")["key"])


_ALL_BUT_BRACKETS = bytes(set(range(256)).difference(b"[]{}"))
_LONG_NUMBER = rf"[0-9][0-9A-Za-z_+:-]{{{LONGEST_NUMBER - 1}}}"


def _has_extremes(text: str) -> bool:
    """Whether a document has signs of malice: openers without a closer, a line full of dots, a very long number."""
    # Openers are counted in a text with only brackets, because in the whole text that takes ten times as long.
    openers = text.encode().translate(None, _ALL_BUT_BRACKETS).replace(b"}", b"]").split(b"]")
    return (
        max(map(len, openers)) > DEEPEST
        or max(map(methodcaller("count", "."), text.split("\n"))) >= DEEPEST
        or bool(re.search(_LONG_NUMBER, text))
    )


def _refuse_extremes(text: str) -> None:
    """Refuses documents that would exhaust the reader, or code that walks or prints them."""
    if not _has_extremes(text):
        return
    depth = dots = 0
    for token in _tokens(text):
        message = ""
        if token.kind == "mark":
            depth = max(0, depth + (token.text in "[{") - (token.text in "]}"))
            dots = dots + 1 if token.text == "." else 0
        elif token.kind == "newline":
            dots = 0
        elif token.kind == "word" and len(token.text) > LONGEST_NUMBER and token.text.lstrip("+-")[:1].isdigit():
            message = f"a number of {len(token.text)} characters is too long"
        if depth > DEEPEST:
            message = f"brackets are nested more than {DEEPEST} deep"
        if dots >= DEEPEST:
            message = f"a key has more than {DEEPEST} parts"
        if message:
            raise TomlError(Fault(token.line, _position(text, token.start)[1], message))


def _position(text: str, offset: int) -> tuple[int, int]:
    """Line and column."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


# Turning tomllib's error into a helpful fault.

# Python 3.14 has the line and column as attributes too; the text has them in every version.
_ERROR = r"(?s)(.*) \(at (?:line (\d+), column (\d+)|end of document)\)"
_DUPLICATES = ("Cannot declare", "Cannot overwrite", "Cannot mutate", "Cannot redefine")

_PLAIN = {
    "Illegal character '\\n'": "unterminated string",
    "Expected '=' after a key in a key/value pair": "expected = after a key",
    "Expected newline or end of document after a statement": "expected the end of the line",
    "Invalid initial character for a key part": "invalid key",
}
_SEVERAL = ("creature", "trait", "power", "effect", "event")  # the tables of which an encounter has many


class _Spot(Struct, frozen=True):
    """The place where tomllib failed, with the text before and after it on that line."""

    message: str
    line: int
    column: int
    before: str
    after: str
    opened: tuple[_Token, ...]  # brackets not yet closed


def _fault(text: str, error: str) -> Fault:
    spot = _spot(text, error)
    if spot.message.startswith("Duplicate inline table key"):
        return Fault(spot.line, spot.column, f"the key {_short(spot.message[27:])} is given twice")
    if spot.message.startswith(_DUPLICATES) and not any(token.text == "{" for token in spot.opened):
        return _duplicate_fault(text, spot)
    if spot.opened and spot.message != "Unterminated string" and "(at end of document)" in error:
        line, column = _position(text, spot.opened[-1].start)
        return Fault(line, column, f"this {spot.opened[-1].text} is never closed")
    message = _short(_PLAIN.get(spot.message) or spot.message[:1].lower() + spot.message[1:])
    hint = _hint(spot)
    return Fault(spot.line, spot.column, f"{message}; {hint}" if hint else message)


def _spot(text: str, error: str) -> _Spot:
    found = re.fullmatch(_ERROR, error)
    message, line, column = found.groups() if found else (error, "1", "1")
    rows = text.split("\n")
    offset = sum(len(row) + 1 for row in rows[: int(line) - 1]) + int(column) - 1 if line else len(text)
    opened: list[_Token] = []
    last_text = 0
    for token in _tokens(text[:offset]):
        if token.text in ("[", "{"):
            opened.append(token)
        elif token.text in ("]", "}") and opened:
            opened.pop()
        last_text = token.start if token.kind == "text" else last_text
    if message == "Unterminated string" and not line:
        offset = last_text
    row, place = _position(text, offset)
    before, after = rows[row - 1][: place - 1], rows[row - 1][place - 1 :]
    return _Spot(message, row, place, before, after, tuple(opened))


def _duplicate_fault(text: str, spot: _Spot) -> Fault:
    rows = text.split("\n")
    # tomllib fails at the end of a value of several lines; the fault is at its key.
    up_to_here = "\n".join([*rows[: spot.line - 1], spot.before])
    path, line = _Reader(up_to_here).read().last
    earlier = locate("\n".join(rows[: line - 1]))
    known = earlier.nearest(path)
    names = [part for part in known if isinstance(part, str)]
    if not names:
        return Fault(spot.line, spot.column, _short(spot.message))
    row, first = rows[line - 1], earlier.line(known)
    name = ".".join(names) if row.lstrip().startswith("[") else names[-1]
    message = f'"{_short(name)}" is already given on line {first}'
    if names[-1] in _SEVERAL and any(re.match(r"\s*\[[^\[]", one) for one in (row, rows[first - 1])):
        message += f"; for several, write [[{name}]] each time"
    return Fault(line, len(row) - len(row.lstrip()) + 1, message)


def _short(text: str) -> str:
    """`text` shortened for one line of a message."""
    text = text if text.isprintable() else ascii(text)[1:-1]
    return text if len(text) <= 80 else f"{text[:79]}…"


# Hints: each is given only if it certainly applies.

_SLIPS = (
    # tomllib's message; the line, with a line end at the place of the error; the hint ({1} is the first group).
    ("", r".*\n\r.*", "a line ends in a lone CR; save the file with LF or CRLF line ends"),
    ("", r".*\n([“”„«»‘’]).*", 'write the plain quote " for {1}'),
    ("Invalid statement", r"\s*\n(//|;).*", "a comment begins with #"),
    ("Unescaped", r"(?s:.*)", "write \\\\ for \\, or put the text in single quotes"),
    ("Unterminated|Illegal character '.n'", r"[^“”„]*([“”„])\s*", 'write the plain quote " for {1}'),
    ("Unterminated", r""".*\n("{3}|'{3}).*""", "this {1} is never closed"),
    ("Unterminated|Illegal character '.n'", r"(?s:.*)", "a quote is not closed"),
    ("Expected '='", r".*\n((?![A-Za-z])[^\W\d_]).*", "a key with {1} in it needs quotes"),
    ("Invalid value", r".*=\s*\n=.*", "one = is enough"),
    ("Invalid value", r".*=\s*\n(#.*)?", "a value is missing after ="),
    ("Invalid initial", r".*,\s*\n\}.*", "no comma before the }"),
    ("Invalid initial", r".*[,{]\s*\n(#.*)?", "a table in { } must be on one line"),
    ("Unclosed inline table", r".*\n(#.*)?", "a table in { } must be on one line"),
    ("Expected newline", r".*\n([,;])\s*(#.*)?", "no {1} at the end of the line"),
    ("Expected newline", r".*\n[,;]?\s*[\w.\-]+\s*=.*", "write each key on its own line"),
    ("Expected newline", r"[^\"'=]*=\s*'[^\"]*\n\w[^\"]*'\s*", "a text with ' in it needs double quotes"),
    ("Expected newline", r"[^\"'=]*=\s*\".*\n\w.*\"\s*", 'write \\" for a " inside a text'),
)


def _hint(spot: _Spot) -> str:
    row = f"{spot.before}\n{spot.after}"
    for message, slip, hint in _SLIPS:
        if re.match(message, spot.message) and (found := re.fullmatch(slip, row)):
            return hint.replace("{1}", found[1]) if "{1}" in hint else hint
    return _key_hint(spot) or _header_hint(spot) or _value_hint(spot) or _unclosed_hint(spot)


def _key_hint(spot: _Spot) -> str:
    key = re.search(r"(?<![\w.\-])[\w.\-]++\s*+$", spot.before)
    if key is None or not spot.message.startswith("Expected '='"):
        return ""
    row = spot.before + spot.after
    if re.fullmatch(r"\s*[\w\-]+(?: +[\w\-]+)+\s*=.*", row):
        return f"a key is one word: {_short('_'.join(row.partition('=')[0].split()))}"
    if "=" in spot.after:
        return ""
    value = _as_value(_cut(spot.after.removeprefix(":"), inside=bool(spot.opened)))
    sample = f": {key[0].strip()} = {value}" if value else ""
    slip = "write = and not a colon" if spot.after.startswith(":") else "= is missing" if value else ""
    return slip and slip + sample


def _header_hint(spot: _Spot) -> str:
    header = re.fullmatch(r"\s*(\[\[?)\s*([\w.\-]{1,60})\s*(\]{0,2})\s*(?:#.*)?", spot.before + spot.after)
    if header is None or len(header[1]) == len(header[3]) or not spot.message.startswith("Expected"):
        return ""
    return f"the brackets must match: [{header[2]}] or [[{header[2]}]]"


def _value_hint(spot: _Spot) -> str:
    start = max(spot.before.rfind(mark) for mark in "=,[{") + 1
    left, inside = spot.before[start:].lstrip(), bool(spot.opened)
    value = _cut(left + spot.after, inside=inside)
    # tomllib notices an unclosed list or table at the next key, which is not a value.
    no_value = not value or (inside and "=" in value) or (spot.message.startswith("Unclosed") and not left)
    if no_value or not spot.message.startswith(("Invalid value", "Expected newline", "Unclosed")):
        return ""
    key = re.search(r"(?<![\w.\-])([\w.\-]++)\s*+=\s*+$", spot.before[:start])
    prefix = f"{key[1]} = " if key else ""
    if value in ("True", "TRUE", "False", "FALSE"):
        return f"true and false are lower case: {prefix}{value.lower()}"
    if re.fullmatch(r"0\d+", value):
        return f"a number cannot begin with 0: {prefix}{value.lstrip('0') or '0'}"
    quoted = _as_value(value)
    sample = f": {prefix}{quoted}" if quoted else ""
    if re.match(r"[+\-]?\d*d\d+\b", value):
        return f"dice need quotes{sample}"
    if value[0].isalpha() and not left:
        return f"a text needs quotes{sample}"
    if re.match(r"[+\-]?\d.*[A-Za-z]", value):
        return f"anything but a number needs quotes{sample}"
    return ""


def _unclosed_hint(spot: _Spot) -> str:
    opening = spot.opened[-1] if spot.opened else None
    if opening is None or not spot.message.startswith("Unclosed"):
        return ""
    closing = "]" if opening.text == "[" else "}"
    return f"a comma or {closing} is missing (the {opening.text} is on line {opening.line})"


def _cut(text: str, *, inside: bool) -> str:
    """The value at the beginning of `text`: up to a comment or, inside brackets, a comma or closing bracket."""
    quoted = re.match(r"""\s*("[^"]*"|'[^']*')""", text)
    return quoted[1] if quoted else re.split(r"[,\]}#]" if inside else "#", text)[0].strip()


def _as_value(text: str) -> str:
    """`text` as it may be written after =, in quotes if it needs them; "" if that is uncertain."""
    if len(text) > 60 or not text.isprintable():
        return ""
    if re.fullmatch(r"""true|false|[+\-]?[1-9]\d*|0|\[.*\]|\{.*\}|"[^"\\]*"|'[^']*'""", text):
        return text
    return f'"{text}"' if text and not set(text) & set('"\\') else ""
