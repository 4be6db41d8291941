"""Texts for the ear: signs become words, and lines break between words."""

import re
from collections.abc import Iterable, Iterator
from textwrap import wrap

from orcus_tui.model.text import printable

WORDS = {
    "→": " to ", "..": " to ", "≥": " at least ", "≤": " at most ", "±": "plus or minus ", " = ": ", in all ",
    "×": " times ", "%": " percent", "·": ",", "–": ",", "—": ",", "…": ",", "`": "", "▶": "", "|": " or ",
    "“": '"', "”": '"', "’": "'",
}  # fmt: skip
"""The words for each sign."""
_ENDINGS = (".", "!", "?", ":")
_TIMES = ("", "once", "twice", "three times", "four times", "five times", "six times")
_TIMES_PER_PERIOD = r"(?<![\w/.])([0-9]+)/(turn|round|encounter|battle|day|hour|minute|week|short|long|rest)\b"
_TIMES_PER_ROUNDS = r"(?<![\w/.])([0-9]+)/([0-9]+) (?=rounds\b)"


def spoken(text: str) -> str:
    """A text of the log in words: `20/31` is `20 of 31`, `+6` is `plus 6`, `14 vs AC 18` is `14 against AC 18`."""
    text = re.sub(r"([0-9])–([0-9])", r"\1 to \2", text)
    for sign, word in WORDS.items():
        text = text.replace(sign, word)
    text = re.sub(_TIMES_PER_PERIOD, _how_often, text)
    text = re.sub(_TIMES_PER_ROUNDS, lambda found: f"{_times(int(found[1]))} every {found[2]} ", text)
    text = re.sub(r"\S*/\S*", _without_slashes, text)
    text = re.sub(r"(?<=[0-9])/(?=[0-9])", " of ", text)
    text = re.sub(r"(?<=[0-9A-Za-z)])(?=[+−] ?[0-9])", " ", text)
    text = re.sub(r"[−-](?= ?[0-9])(?<![0-9A-Za-z]-)", "minus ", text)
    text = re.sub(r"(?<=[0-9])\+(?! ?[0-9])", " or more", text)
    text = re.sub(r"\+ ?(?=[0-9])", "plus ", text)
    text = re.sub(r"\bvs\b", "against", text)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r" ([,.;:])", r"\1", text).strip(" ,").lstrip("> ")


def _how_often(found: re.Match[str]) -> str:
    """The uses of a power: `1/turn` is `once a turn`, `3/day` is `three times a day`."""
    article = "an" if found[2] in ("encounter", "hour") else "a"
    return f"{_times(int(found[1]))} {article} {found[2]}"


def _times(count: int) -> str:
    return _TIMES[count] if 0 < count < len(_TIMES) else f"{count} times"


def _without_slashes(found: re.Match[str]) -> str:
    """A word with `or` in place of its slashes; paths and numbers keep their slashes."""
    word = found[0]
    is_path = word.startswith(("/", "~/")) or "." in word.rstrip(".,;:)")
    return word if is_path else re.sub(r"(?<![0-9])/|/(?![0-9])", " or ", word)


def sentence(text: str) -> str:
    """A spoken text as a sentence: with a capital letter and a full stop."""
    said = spoken(text)
    if not said:
        return ""
    return said[0].upper() + said[1:] + ("" if said.endswith(_ENDINGS) else ".")


def lines_in(sentences: Iterable[str], width: int) -> Iterator[str]:
    """The lines of sentences, at most `width` wide where words allow it."""
    for each in sentences:
        yield from wrap(printable(each), max(width, 10), break_long_words=False, break_on_hyphens=False) or [""]
