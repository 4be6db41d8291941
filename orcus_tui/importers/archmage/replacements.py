"""Riders that replace a usual line of an attack for some rolls: `stuck (save ends) instead of hampered`."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from orcus_tui.importers.archmage.patterns import DEGREES
from orcus_tui.importers.draft_text import DraftLine, EffectLine, Save, with_prefix
from orcus_tui.importers.prose import Reading

_PREFIX = re.compile(r"natural (?:(?P<parity>even|odd)|(?P<least>\d+)(?:-(?P<most>\d+)|(?P<up>\+))?): ")
_HARDER = re.compile(r"(?i)the save is (?P<degree>easy|hard)(?: \(\d+\+\))? instead\W*|as above,? but save ends\W*")
_ALL_FACES = frozenset(range(1, 21))


def replace_usual_line(lines: list[DraftLine], prefixes: Iterable[str], text: str, otherwise: Reading) -> bool:
    """Replaces a usual line with a rider's line, for the rolls of the rider; returns whether there was such a line.

    `prefixes` and `text` are those of the rider, `otherwise` is the reading without `instead of …`.
    """
    faces = frozenset().union(*map(_faces, prefixes))
    harder = _HARDER.fullmatch(text.strip())
    place = _usual_place(lines, faces, _only_line(otherwise) if harder is None else None)
    if place is None or not faces:
        return False
    usual = lines[place]
    rest = _prefix(_faces(usual.prefix) - faces)
    line = _with_other_save(usual, harder) if harder else _only_line(otherwise)
    if not rest or line is None:
        return False
    lines[place : place + 1] = [replace(usual, prefix=rest), *(with_prefix(each, line) for each in prefixes)]
    return True


def _only_line(reading: Reading) -> EffectLine | None:
    """The only line of a reading; None if the reading has more."""
    more = (reading.damage.dice, reading.unknown, reading.reminders, reading.offers, reading.cases, reading.outcomes)
    line = reading.lines[0] if len(reading.lines) == 1 and not any(more) else None
    return line if isinstance(line, EffectLine) and not line.own and not line.prefix else None


def _usual_place(lines: list[DraftLine], faces: frozenset[int], line: EffectLine | None) -> int | None:
    """The place of the last line with the verb of `line` (by default `apply`) that covers these rolls and others."""
    for place, each in reversed([*enumerate(lines)]):
        verb = each.verb if isinstance(each, EffectLine) and not each.own else ""
        if verb == (line.verb if line else "apply") and faces < _faces(each.prefix):
            return place
    return None


def _with_other_save(usual: DraftLine, found: re.Match[str]) -> EffectLine | None:
    """The usual line, with another save to end it."""
    save = Save(DEGREES.get((found["degree"] or "").lower(), "save"))
    return replace(usual, duration=save, prefix="") if isinstance(usual, EffectLine) else None


def _faces(prefix: str) -> frozenset[int]:
    """The natural rolls of a prefix: all for an empty prefix, none for a prefix about anything else."""
    if not prefix:
        return _ALL_FACES
    found = _PREFIX.fullmatch(prefix)
    if found is None:
        return frozenset()
    if found["parity"]:
        return frozenset(range(2 if found["parity"] == "even" else 1, 21, 2))
    least = int(found["least"])
    return frozenset(range(least, int(20 if found["up"] else found["most"] or least) + 1))


def _prefix(faces: frozenset[int]) -> str:
    """The prefix for exactly these natural rolls; empty if no prefix says that."""
    for words in ("even", "odd", f"{min(faces, default=0)}-{max(faces, default=0)}"):
        if _faces(prefix := f"natural {words}: ") == faces:
            return prefix
    return ""
