"""Parses values typed in commands to the values of a file; other text is returned unchanged."""

import re
from collections.abc import Iterable

_FLAG_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def number(text: str) -> object:
    """A whole number or a decimal."""
    plain = text.strip().replace("−", "-")
    if re.fullmatch(r"[+-]?[0-9]{1,15}", plain):
        return int(plain)
    return float(plain) if re.fullmatch(r"[+-]?[0-9]{1,15}\.[0-9]{1,15}", plain) else text


def flag(text: str) -> object:
    """True or false, from words such as `yes` and `off`."""
    return _FLAG_WORDS.get(text.strip().lower(), text)


def entry(text: str) -> object:
    """One value of a table: true, false or a number."""
    value = flag(text)
    return number(text) if isinstance(value, str) else value


def items(text: str) -> object:
    """A list from texts between commas, with or without the brackets and quotes of a file."""
    parts = (_bare(part) for part in _within(text, "[]").split(","))
    return [part for part in parts if part]


def pairs(text: str) -> object:
    """A table from `fire=5, cold=10`, with or without the braces of a file; a list if no number is given."""
    inner = _within(text, "{}")
    parts = inner.split(",")
    if not inner or not all("=" in part for part in parts):
        return items(inner) if inner else {}
    return {_bare(key): entry(value) for key, _, value in (part.partition("=") for part in parts)}


def texts(text: str) -> object:
    """A table from `hp=none, names=unknown`, with or without the braces of a file."""
    parts = [part.partition("=") for part in _within(text, "{}").split(",") if part.strip()]
    return {_bare(key): _bare(value) for key, _, value in parts}


def complete_word(text: str, words: Iterable[str]) -> str:
    """The only word that begins with the typed text; the text itself if there is no such word, or several."""
    start = text.strip().lower()
    matches = [word for word in words if start and word.startswith(start)]
    return matches[0] if len(matches) == 1 else text


def _within(text: str, brackets: str) -> str:
    plain = text.strip()
    enclosed = plain[:1] == brackets[0] and plain[-1:] == brackets[1]
    return plain[1:-1].strip() if enclosed else plain


def _bare(part: str) -> str:
    return part.strip().strip('"')
