"""The text of a source: decoded from the bytes of a file or a paste, and joined from broken lines."""

import re
from collections.abc import Iterable, Sequence

from orcus_tui.errors import OrcusError

LARGEST = 4 * 1024 * 1024
"""The most bytes of a source: three times the largest known collection, and read in less than a minute."""

MOST_LINES = 200_000
"""The most lines of a text with stat blocks; a book of four hundred creatures has a tenth of them."""
MOST_BLOCKS = 2_000
"""Stat blocks of one text."""

_BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_WESTERN = "cp1252"
"""The usual encoding of text that has no byte order mark and is not UTF-8."""
_CONTROLS = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]")
_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
"""Spaces that do not break or have a special width, as in pages and PDF files."""
_INVISIBLE = re.compile("[\u200b\u2060\ufeff]")
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st"}
"""The ligatures in PDF files, with the two or three letters that they stand for."""
_FENCED = re.compile(
    r"\A(?P<before>\s*```[ \t]*(?:json|xml|ya?ml|toml|csv|html|te?xt|md|markdown)?[ \t]*\n)(?P<text>[^`]*)```\s*\Z"
)
"""A text that is only a Markdown code block, often copied from a chat or a page."""
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ENCODINGS = {"utf-8": "UTF-8", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16"}


class UnreadableSource(OrcusError):
    """A source cannot be read; `problem` says why, `line` and `name` say where, if known."""

    def __init__(self, problem: str, line: int | None = None, name: str = "") -> None:
        place = name if line is None else f"{name}:{line}"
        super().__init__(f"{place}: {problem}" if name else problem)
        self.problem = problem
        self.line = line


def decode_source(data: bytes) -> str:
    """The text, from UTF-8, from UTF-16 with a byte order mark, or else from Windows-1252.

    It has LF line ends, plain spaces, and no code fence around all of it; every line keeps its number.
    Raises UnreadableSource for data that is too large, in another encoding, or not text.
    """
    if len(data) > LARGEST:
        raise UnreadableSource(f"larger than {LARGEST // 1024 // 1024} MB; import it in parts")
    mark = next((each for each in _BYTE_ORDER_MARKS if data.startswith(each)), b"")
    encoding = _BYTE_ORDER_MARKS.get(mark, "utf-8")
    data = data.removeprefix(mark)
    if not mark and _is_western(data):
        encoding = _WESTERN
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, errors="replace").count("\n") + 1
        raise UnreadableSource(f"not {_ENCODINGS[encoding]} text; save it as UTF-8", line) from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise UnreadableSource("not text: it has a null character (U+0000)", line)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isascii():
        text = _INVISIBLE.sub("", _SPACES.sub(" ", text))
    fenced = _FENCED.match(text)
    return "\n" * fenced["before"].count("\n") + fenced["text"] if fenced else text


def without_escapes(text: str) -> str:
    r"""The text without the backslashes that Markdown allows before signs, as some editors write them: `\+7`."""
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def refuse_too_many_lines(count: int) -> None:
    """Raises UnreadableSource for a text with too many lines."""
    if count > MOST_LINES:
        raise UnreadableSource(f"more than {MOST_LINES:,} lines; import it in parts", MOST_LINES + 1)


def refuse_too_many_blocks(begin: Sequence[int]) -> None:
    """Raises UnreadableSource for a text with too many stat blocks; `begin` has the lines on which they begin."""
    if len(begin) > MOST_BLOCKS:
        raise UnreadableSource(f"more than {MOST_BLOCKS:,} stat blocks; import them in parts", begin[MOST_BLOCKS])


def _is_western(data: bytes) -> bool:
    """Whether bytes that are not UTF-8 are text of Windows-1252: no control characters, and mostly ASCII."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return _CONTROLS.search(data) is None and 4 * len(re.findall(rb"[\x80-\xff]", data)) < len(data)
    return False


# Lines joined into a text, in which a word that a hyphen splits at the end of a line is whole again: `pier-cing`.
# `fire-breathing` stays as printed: only words that are frequent in stat blocks count as split.

BROKEN_WORD = "¬"
"""Stands for a soft hyphen at the end of a line, which always splits a word."""
_FREQUENT = """
ability acid action additional adjacent advantage against alignment another attack aware become begin behind
blind blinded bludgeoning bonus breath cannot cantrip charisma charm charmed check choose concentration
condition constitution construct contact creature damage darkness darkvision deafened dexterity difficult
disadvantage distance during effect elemental encounter enemy engulf engulfed escape every exhaustion expend
failed failure fiend following force forced fortitude frightened grapple grappled ground happen healing humanoid
immediately immobilized immune incapacitated include increase initiative instead intelligence invisibility
invisible itself legendary level lightning location magical maximum medium melee minute monster monstrosity
movement multiattack natural nearest necrotic nonmagical normal number object ongoing opportunity otherwise
paralyzed passive penalty perception petrified piercing poison poisoned possible prevent proficiency psychic
radiant radius range reaction recharge reduce reflex regain remain repeat resistance restrain restrained round
saving second short simple slashing speed spell spellcasting square staggered start strength stunned success
successful surface surprise surprised target telepathy temporary terrain throw thunder touch trigger turn
unconscious undead unless until vulnerabilities vulnerability vulnerable weapon whenever whether willing wisdom
within without
"""
_WORDS = frozenset(_FREQUENT.split())
_ENDINGS = ("", "s", "es", "ed", "d", "ing", "ly", "fully")
_FIRST_PART = re.compile(r"(?<![\w-])[A-Za-z]+(?=-$)")
_SECOND_PART = re.compile(r"[a-z]+(?![\w-])")


def join_lines(parts: Iterable[str]) -> str:
    """The text of several lines, with a space between them unless a hyphen splits a word there."""
    text: list[str] = []
    for part in filter(None, map(str.strip, parts)):
        before = text[-1] if text else ""
        if before.endswith(BROKEN_WORD):
            text[-1] = before.removesuffix(BROKEN_WORD)
        elif is_broken_at_hyphen(before, part):
            text[-1] = without_hyphen(before, part)
        elif text:
            text.append(" ")
        text.append(part)
    return "".join(text).replace(BROKEN_WORD, "")


def is_broken_at_hyphen(before: str, after: str) -> bool:
    """Whether a line ends with a hyphen that belongs to the first word of the next."""
    return re.search(r"[a-z]-$", before[-2:]) is not None and after[:1].islower()


def without_hyphen(before: str, after: str) -> str:
    """The first line without the hyphen at its end, unless the word that continues on the next line has a hyphen."""
    begun, ended = _FIRST_PART.search(before), _SECOND_PART.match(after)
    if begun is None or ended is None:
        return before
    word = f"{begun[0]}{ended[0]}".lower()
    known = any(word.endswith(each) and word[: len(word) - len(each)] in _WORDS for each in _ENDINGS)
    return before.removesuffix("-") if known else before


# Lines of labels and values, such as the head of a stat block: `AC 17; Fort 15`

Label = tuple[int, int, str]
"""A label in a text: the places where it begins and ends, and its name."""


def labelled_parts(text: str, labels: Sequence[Label]) -> tuple[str, list[tuple[str, str]]]:
    """The text before the first label, and for each label its name and the text up to the next one."""
    starts = [*(start for start, _, _ in labels), len(text)]
    parts = [(name, text[begin:end]) for (_, begin, name), end in zip(labels, starts[1:], strict=True)]
    return text[: starts[0]], parts
