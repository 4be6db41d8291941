"""What is known of a creature without its stat block: enough to find it, and to tell it from others."""

import re
from collections.abc import Mapping

from msgspec import Struct

from orcus_tui.model.text import printable

LONGEST_NAME = 100


class Facts(Struct, frozen=True, array_like=True):
    """A creature in a line of a list, as its table has it; of some nobody has said which level they are."""

    name: str
    level: int | None = None
    kind: str = "standard"
    role: str = ""
    size: str = ""
    type: str = ""
    tags: tuple[str, ...] = ()
    xp: float = 0

    @property
    def about(self) -> str:
        """`level 3 mook, Striker, Small humanoid, goblin`."""
        told = (
            self.kind if self.level is None else f"level {self.level} {self.kind}",
            self.role,
            " ".join(each for each in (self.size, self.type) if each),
            *self.tags,
        )
        return ", ".join(each for each in told if each)


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
    )


def _text(table: Mapping[str, object], key: str) -> str:
    value = table.get(key)
    return printable(" ".join(value[:LONGEST_NAME].split())) if isinstance(value, str) else ""


def plain(text: str) -> str:
    """The text as it is searched: small letters, and one blank for whatever is neither letter nor digit."""
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()
