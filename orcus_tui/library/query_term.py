"""A condition of a query to the library, and whether a creature fulfils it."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from orcus_tui.library.facts import LEGENDARY, Facts, searchable

WITHSTOOD = "resists"
EVERYTHING = "all"
"""What a creature resists that takes less of all damage."""

LISTS: Mapping[str, str] = MappingProxyType(
    {
        "resist": WITHSTOOD,
        "resists": WITHSTOOD,
        "resistance": WITHSTOOD,
        "immune": "immune",
        "immunity": "immune",
        "vulnerable": "vulnerable",
        "vulnerability": "vulnerable",
        "deals": "deals",
        "deal": "deals",
        "damage": "deals",
        "inflicts": "inflicts",
        "inflict": "inflicts",
        "causes": "inflicts",
        "moves": "moves",
        "power": "powers",
        "powers": "powers",
        "trait": "powers",
    }
)
"""The words before a word that must be in a list of the combat facts, and the name of the list."""

NEIGHBOURING: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "minion": ("mook",),
        "solo": ("boss", "triple", LEGENDARY),
        "boss": ("triple", LEGENDARY),
        "elite": ("double",),
        "lurker": ("skulker",),
        "artillery": ("archer",),
        "controller": ("spoiler", "caster"),
        "brute": ("wrecker",),
        "soldier": ("blocker", "troop"),
        "skirmisher": ("striker",),
        "flying": ("fly",),
        "flier": ("fly",),
        "flight": ("fly",),
        "flies": ("fly",),
        "swimming": ("swim",),
        "climbing": ("climb",),
        "burrowing": ("burrow",),
        "teleporting": ("teleport",),
        "teleports": ("teleport",),
        "dominated": ("controlled", "charmed"),
        "controlled": ("dominated",),
        "immobilized": ("immobile", "stuck"),
        "immobilised": ("immobile", "stuck"),
        "stuck": ("immobile",),
        "grabbed": ("grappled",),
        "grappled": ("grabbed",),
        "blind": ("blinded",),
        "slow": ("slowed", "hampered"),
        "slowed": ("hampered",),
        "afraid": ("frightened", "fear"),
        "frightened": ("fear",),
        "fear": ("frightened",),
        "paralysed": ("paralyzed",),
        "asleep": ("unconscious",),
        "radiant": ("holy",),
        "holy": ("radiant",),
        "necrotic": ("negative energy",),
        "negative": ("necrotic",),
    }
)
"""Words of neighbouring editions and of everyday speech, and what some system here calls the same."""


class Term(Struct, frozen=True):
    """A condition of a query, or with `negated` what must not hold.

    `sort` is `number`, `kind`, `size`, `name`, `word`, or a list of the combat facts; `shown` is the text as typed.
    `fact` names the number, between the two `numbers`; of the `texts`, one is enough.
    """

    sort: str
    shown: str
    texts: tuple[str, ...] = ()
    fact: str = ""
    numbers: tuple[float, float] = (0, 0)
    negated: bool = False

    def holds(self, facts: Facts) -> bool:
        """Whether a creature fulfils the condition."""
        return self._applies(facts) != self.negated

    def _applies(self, facts: Facts) -> bool:
        if self.sort == "number":
            number = facts.number(self.fact)
            return number is not None and self.numbers[0] <= number <= self.numbers[1]
        if self.sort in ("kind", "size"):
            return searchable(getattr(facts, self.sort)) in self.texts
        if self.sort == "name":
            return self.begins_one_of((facts.name,))
        if self.sort == "word":
            return self.begins_one_of(plain_words(facts))
        known: Sequence[str] = getattr(facts.combat, self.sort)
        return self.begins_one_of(known) or (self.sort == WITHSTOOD and EVERYTHING in known)

    def begins_one_of(self, known: Iterable[str]) -> bool:
        """Whether one of the texts begins a word of the known ones."""
        words = " " + searchable(" ".join(known))
        return any(f" {text}" in words for text in self.texts)

    @property
    def is_alternative(self) -> bool:
        """Whether it joins others of its sort in the query, of which one is enough: levels, kinds, sizes."""
        return self.sort in ("number", "kind", "size") and not self.negated


Clause = tuple[Term, ...]
"""Terms of which one must hold."""


def plain_words(facts: Facts) -> tuple[str, ...]:
    """The texts whose words find a creature by themselves."""
    combat = facts.combat
    return (facts.name, facts.role, facts.type, facts.kind, facts.size, *facts.tags, *combat.moves, *combat.senses)
