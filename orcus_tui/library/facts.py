"""What is known of a creature without its stat block: enough to find it, and to tell it from others."""

import re
from collections.abc import Mapping

from msgspec import Struct

from orcus_tui.model.text import printable

LONGEST_NAME = 100
_CHALLENGE = r"(?m)^Challenge ([0-9]{1,2}(?:/[248])?)(?![0-9./])"


class Facts(Struct, frozen=True, array_like=True):
    """A creature in a line of a list, as its table has it.

    `level` is None where nobody has said it. `challenge` is as printed, `1/4` or `12`, and empty for the creatures of
    most systems.
    """

    name: str
    level: int | None = None
    kind: str = "standard"
    role: str = ""
    size: str = ""
    type: str = ""
    tags: tuple[str, ...] = ()
    xp: float = 0
    challenge: str = ""

    @property
    def about(self) -> str:
        """`level 3 mook, Striker, Small humanoid, goblin`; of whom there is no level told, the challenge."""
        told = (
            f"{self.strength} {self.kind}".strip(),
            self.role,
            " ".join(each for each in (self.size, self.type) if each),
            *self.tags,
        )
        if self.role == self.kind:
            told = (told[0], *told[2:])
        return ", ".join(each for each in told if each)

    def number(self, name: str) -> float | None:
        """The level, XP or challenge, by its name; None where nobody has said it."""
        if name == "challenge":
            whole, _, part = self.challenge.partition("/")
            return int(whole) / int(part or 1) if whole else None
        return self.xp if name == "xp" else self.level

    @property
    def strength(self) -> str:
        """`level 3`, or `challenge 1/4` where there is no level; empty where nobody has said either."""
        if self.level is not None:
            return f"level {self.level}"
        return f"challenge {self.challenge}" if self.challenge else ""


def facts_of(table: Mapping[str, object]) -> Facts:
    """The facts in a creature's table, which nobody need have checked: what is of a wrong type is left out."""
    tags = table.get("tags")
    level, xp = table.get("level"), table.get("xp")
    return Facts(
        name=_text(table, "name"),
        level=level if type(level) is int else None,
        kind=_text(table, "kind") or "standard",
        role=_text(table, "role"),
        size=_text(table, "size"),
        type=_text(table, "type"),
        tags=tuple(printable(each) for each in tags if isinstance(each, str)) if isinstance(tags, list) else (),
        xp=xp if isinstance(xp, int | float) and not isinstance(xp, bool) else 0,
        challenge=_challenge(table),
    )


def _challenge(table: Mapping[str, object]) -> str:
    """The challenge that a line of the text says: no field has it."""
    text = table.get("text")
    found = re.search(_CHALLENGE, text) if isinstance(text, str) else None
    return found[1] if found else ""


def _text(table: Mapping[str, object], key: str) -> str:
    value = table.get(key)
    return printable(" ".join(value[:LONGEST_NAME].split())) if isinstance(value, str) else ""


def plain(text: str) -> str:
    """The text as it is searched: small letters, and one blank for whatever is neither letter nor digit."""
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()
