"""A term of a search in the library, and whether a creature matches it."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from orcus_tui.library.facts import LEGENDARY, Facts, searchable

RESISTS = "resists"
ANYWHERE = "anywhere"
"""The category of a plain word that may also match a creature's damage, conditions or powers."""
EVERYTHING = "all"
"""The resistance to all damage."""

LISTS: Mapping[str, str] = MappingProxyType({
    "resist": RESISTS, "resists": RESISTS, "resistance": RESISTS, "immune": "immune", "immunity": "immune",
    "vulnerable": "vulnerable", "vulnerability": "vulnerable", "deals": "deals", "deal": "deals", "damage": "deals",
    "inflicts": "inflicts", "inflict": "inflicts", "causes": "inflicts", "moves": "moves", "power": "powers",
    "powers": "powers", "trait": "powers",
})  # fmt: skip
"""The words that introduce a word of the combat facts, each with the list it must be in."""

NEIGHBOURING: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "minion": ("mook",), "solo": ("boss", "triple", LEGENDARY), "boss": ("triple", LEGENDARY), "elite": ("double",),
    "lurker": ("skulker",), "artillery": ("archer",), "controller": ("spoiler", "caster"), "brute": ("wrecker",),
    "soldier": ("blocker", "troop"), "skirmisher": ("striker",), "flying": ("fly",), "flier": ("fly",),
    "flight": ("fly",), "flies": ("fly",), "swimming": ("swim",), "climbing": ("climb",), "burrowing": ("burrow",),
    "teleporting": ("teleport",), "teleports": ("teleport",), "dominated": ("controlled", "charmed"),
    "controlled": ("dominated",), "immobilized": ("immobile", "stuck"), "immobilised": ("immobile", "stuck"),
    "stuck": ("immobile",), "grabbed": ("grappled",), "grappled": ("grabbed",), "blind": ("blinded",),
    "slow": ("slowed", "hampered"), "slowed": ("hampered",), "afraid": ("frightened", "fear"),
    "frightened": ("fear",), "fear": ("frightened",), "paralysed": ("paralyzed",), "asleep": ("unconscious",),
    "radiant": ("holy",), "holy": ("radiant",), "necrotic": ("negative energy",), "negative": ("necrotic",),
})  # fmt: skip
"""Words of related editions and of everyday speech, with their equivalents in the systems."""

EVERYDAY: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "paralyses": ("paralyzed",), "paralyzes": ("paralyzed",), "paralysis": ("paralyzed",), "stuns": ("stunned",),
    "stun": ("stunned",), "dazes": ("dazed",), "blinds": ("blinded",), "deafens": ("deafened",),
    "charms": ("charmed",), "charm": ("charmed",), "frightens": ("frightened", "fear"),
    "scares": ("frightened", "fear"), "poisons": ("poisoned",), "restrains": ("restrained",),
    "grapples": ("grappled", "grabbed"), "grabs": ("grabbed", "grappled"), "petrifies": ("petrified",),
    "weakens": ("weakened",), "slows": ("slowed", "hampered"), "immobilizes": ("immobilized", "immobile", "stuck"),
    "flyer": ("fly",), "flyers": ("fly",), "healing": ("heals",), "heal": ("heals",),
})  # fmt: skip
"""Everyday words about creatures and powers, with the systems' words for them."""


def synonyms(key: str) -> tuple[str, ...]:
    """A word and the words with its meaning."""
    return (key, *NEIGHBOURING.get(key, ()), *EVERYDAY.get(key, ()))


class Term(Struct, frozen=True):
    """A term of a search; if it is `negated`, it must not match.

    `category` is `number`, `kind`, `size`, `name`, `word`, `anywhere`, or a list of the combat facts; `shown` is the
    text as typed. `fact` names the number, which must be between the two `numbers`; one of the `texts` must match.
    """

    category: str
    shown: str
    texts: tuple[str, ...] = ()
    fact: str = ""
    numbers: tuple[float, float] = (0, 0)
    negated: bool = False

    def matches(self, facts: Facts) -> bool:
        """Whether a creature matches the term."""
        return self._applies(facts) != self.negated

    def _applies(self, facts: Facts) -> bool:
        if self.category == "number":
            number = facts.number(self.fact)
            return number is not None and self.numbers[0] <= number <= self.numbers[1]
        if self.category in ("kind", "size"):
            return searchable(getattr(facts, self.category)) in self.texts
        if self.category == "name":
            return self.begins_one_of((facts.name,))
        if self.category == "word":
            return self.begins_one_of(plain_words(facts))
        if self.category == ANYWHERE:
            combat = facts.combat
            return self.begins_one_of((*plain_words(facts), *combat.deals, *combat.inflicts, *combat.powers))
        known: Sequence[str] = getattr(facts.combat, self.category)
        return self.begins_one_of(known) or (self.category == RESISTS and EVERYTHING in known)

    def begins_one_of(self, known: Iterable[str]) -> bool:
        """Whether a word among the known ones begins with one of the texts."""
        words = " " + searchable(" ".join(known))
        return any(f" {text}" in words for text in self.texts)

    @property
    def is_alternative(self) -> bool:
        """Whether one match among several such terms is enough: levels, kinds, sizes."""
        return self.category in ("number", "kind", "size") and not self.negated


Clause = tuple[Term, ...]
"""Alternative terms; at least one must match."""


def plain_words(facts: Facts) -> tuple[str, ...]:
    """The texts in which a plain word of a search is looked up."""
    combat = facts.combat
    return (facts.name, facts.role, facts.type, facts.kind, facts.size, *facts.tags, *combat.moves, *combat.senses)
