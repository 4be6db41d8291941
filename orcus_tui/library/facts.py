"""The facts about a creature for lists and searches, so that its stat block need not be read."""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct

from orcus_tui.library.combat_facts import CombatFacts, combat_facts_of
from orcus_tui.model.text import printable

LONGEST_NAME = 100
HIT_POINTS = "hp"
LEGENDARY = "legendary"
"""The tag of a creature with legendary actions."""
USUAL = "standard"
"""The kind of most creatures."""
_CHALLENGE = r"(?m)^Challenge ([0-9]{1,2}(?:/[248])?)(?![0-9./])"


class Facts(Struct, frozen=True, array_like=True):
    """The facts about a creature.

    `challenge` is as printed, `1/4` or `12`, and empty in most systems.
    """

    name: str
    level: int | None = None
    kind: str = USUAL
    role: str = ""
    size: str = ""
    type: str = ""
    tags: tuple[str, ...] = ()
    xp: float = 0
    challenge: str = ""
    combat: CombatFacts = CombatFacts()

    @property
    def about(self) -> str:
        """`level 3 mook, Striker, Small humanoid, goblin`; `CR 1/4, Small humanoid` if there is no level."""
        kind = "" if self.level is None and self.challenge and self.kind == USUAL else self.kind
        parts = (
            f"{self.strength} {kind}".strip(),
            self.role,
            " ".join(each for each in (self.size, self.type) if each),
            *self.tags,
        )
        if self.role == self.kind:
            parts = (parts[0], *parts[2:])
        return ", ".join(each for each in parts if each)

    def number(self, name: str) -> float | None:
        """The level, challenge, XP, hit points or a defense, by that name, if the creature has it."""
        if name == "challenge":
            whole, _, part = self.challenge.partition("/")
            return int(whole) / int(part or 1) if whole else None
        if name in ("level", "xp"):
            return self.xp if name == "xp" else self.level
        return self.combat.hp if name == HIT_POINTS else dict(self.combat.defenses).get(name)

    @property
    def strength(self) -> str:
        """`level 3`, or `CR 1/4` if there is no level; empty without either."""
        if self.level is not None:
            return f"level {self.level}"
        return f"CR {self.challenge}" if self.challenge else ""


def facts_of(table: Mapping[str, object]) -> Facts:
    """The facts in a creature's table, which need not be valid: values of a wrong type are ignored."""
    tags = table.get("tags")
    legendary = (LEGENDARY,) if table.get("legendary") else ()
    level, xp = table.get("level"), table.get("xp")
    return Facts(
        name=_text(table, "name"),
        level=level if type(level) is int else None,
        kind=_text(table, "kind") or "standard",
        role=_text(table, "role"),
        size=_text(table, "size"),
        type=_text(table, "type"),
        tags=(*_texts(tags), *legendary),
        xp=xp if isinstance(xp, int | float) and not isinstance(xp, bool) else 0,
        challenge=_challenge(table),
        combat=combat_facts_of(table),
    )


def _texts(value: object) -> Iterator[str]:
    return (printable(each) for each in value if isinstance(each, str)) if isinstance(value, list) else iter(())


def _challenge(table: Mapping[str, object]) -> str:
    """The challenge, from a line of the text: the encounter format has no field for it."""
    text = table.get("text")
    found = re.search(_CHALLENGE, text) if isinstance(text, str) else None
    return found[1] if found else ""


def _text(table: Mapping[str, object], key: str) -> str:
    value = table.get(key)
    return printable(" ".join(value[:LONGEST_NAME].split())) if isinstance(value, str) else ""


def searchable(text: str) -> str:
    """The text for searching: in lower case, with a space for everything but letters and digits."""
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()
