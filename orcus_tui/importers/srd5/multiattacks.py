"""The attacks of a multiattack in SRD 5.1 stat blocks, as listed by a format or described in prose."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.importers.creature_draft import CreatureDraft, Table, as_name, plain
from orcus_tui.importers.draft_text import Range, Reminder, kinds_of_action
from orcus_tui.importers.prose import any_of
from orcus_tui.importers.srd5.powers import LEGENDARY, RANGED_FORM
from orcus_tui.model.power import Part

MULTIATTACK, MELEE, RANGED = "multiattack", "melee", "ranged"
MOST_CHOICES = 8
"""The most choices of a passage that are listed; with more, the game master picks."""


class CountedAttack(Struct, frozen=True):
    """An attack of a multiattack: its name, its count, and whether it is only made at range."""

    name: str
    count: int = 1
    at_range: bool = False


Attacks = Sequence[CountedAttack]
"""The attacks of a multiattack."""

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_NUMBER = any_of(tuple(_NUMBERS))
_ALTERNATIVE = rf"(?:\. |,? (?:or|alternatively),? (?=(?:[a-z ]{{2,40}} (?:makes?|can use) )?(?:{_NUMBER})\b))"
_PART = (
    rf"\b(?P<count>{_NUMBER}) (?:(?P<kind>melee |ranged )?attacks? )?(?:(?:with|to) )?(?:(?:its|their|his|her|the) )?"
    r"(?P<name>[a-z][a-z' -]{1,40}?)(?: attacks?)?"
    r"(?:,? or (?:with )?(?:(?:its|their|his|her|the|an?) )?(?P<other>[a-z][a-z' -]{1,40}?)(?: attacks?)?)?"
    r"(?=,| and\b| or |[.;:]|$)"
)
_NAMED = r"(?:its |the )?(?P<name>[a-z' -]{3,40}?)"
_MAY_USE = (
    rf"can use {_NAMED}(?:\. (?:it|he|she) then| and makes)",
    rf"uses {_NAMED} if it can",
    rf"if it can, uses {_NAMED}\.",
)
"""Powers that may come first in a multiattack."""
_AT_LAST = r"\band, if it can, uses "
_ROLLED = r"\bmakes (?P<count>\d+d\d+) (?P<name>[a-z' -]{3,40}?) attacks"
"""A rolled number of one attack: `makes 1d4 Rotting Touch attacks`."""
_ANY_OF = (
    rf"\b(?P<count>{_NUMBER}) attacks, (?:using|either with)(?: (?:its|their))? (?P<names>[a-z][a-z' ,-]{{3,80}}?)"
    r"(?P<mixed> in any combination)?(?=\.|$)"
)
"""`two attacks, using Claw or Spear in any combination`."""
_AS_MANY = r"\bas many (?P<name>[a-z' -]{1,40}?) attacks as (?:it|he|she) has (?P<part>[a-z]+)"
_REPLACED = r"\b(?:in place of|instead of|replace)\b"
_CONDITION = r"(?:^|\. )If [^.]*\."
_ONE_ATTACK = (
    r"the [a-z' -]{2,40}? (?:makes (?:an?|one) (?:attack with its )?|uses (?:its )?)(?P<names>[a-z' -]{3,80})\."
)
_HEADLINES = ("attacks", "melee attacks", "ranged attacks", "weapon attacks", "melee", "ranged", "weapon")
_PLAIN_FIELDS = ("attack", "save", "damage", MULTIATTACK)


def list_attacks(draft: CreatureDraft, listed: Mapping[str, Sequence[Attacks]]) -> None:
    """Lists the attacks of a creature's multiattacks, with a power for each choice; the attacks must be in the draft.

    `listed` are the choices by the name of the multiattack, if a format has them separately from the prose.
    """
    for whole in [each for each in draft.powers if not any(field in each for field in _PLAIN_FIELDS)]:
        name, text = str(whole["name"]), plain(str(whole.get("text", "")))
        choices = listed.get(name, ())
        if LEGENDARY in kinds_of_action(whole):
            choices = []
            known = [*_legendary(draft, whole, text)]
        elif choices or name.lower().startswith(MULTIATTACK):
            counted = choices or _by_body_parts(draft, text) or _choices_in(text)
            known = [_known_attacks(draft, each) for each in counted]
        else:
            continue
        found = [*_distinct(choice for each in known if each for choice in _by_condition(each, text))]
        if found:
            _add(draft, whole, found if known[0] else [[], *found])
        elif rolled := re.search(_ROLLED, text, re.IGNORECASE):
            known_attack = _known_attacks(draft, [CountedAttack(rolled["name"])])
            whole[MULTIATTACK] = [f"{each.name} x{rolled['count']}" for each in known_attack]
        if said := [_words(choice) for choice, each in zip(choices, known, strict=False) if not each]:
            whole["always"] = [Reminder(own_words="; or ".join(said), own=True)]


def _add(draft: CreatureDraft, whole: Table, found: list[Attacks]) -> None:
    """Lists the first choice, if it is known, and adds a power for each of the others."""
    place = draft.powers.index(whole)
    for other in reversed(found[1:]):
        name = as_name(f"{whole['name']} ({_words(other)})", "Multiattack")
        kept = {key: value for key, value in whole.items() if key in ("action", "use", "tags")}
        draft.add_power({"name": name, **kept, MULTIATTACK: _lines(other)})
        draft.powers.insert(place + 1, draft.powers.pop())
    if found[0]:
        whole[MULTIATTACK] = _lines(found[0])


def _lines(attacks: Attacks) -> list[str]:
    return [str(Part(each.name, each.count)) for each in attacks]


def _words(attacks: Attacks) -> str:
    """The attacks in a few words: `Bite, 2 Claw`."""
    return ", ".join(each.name if each.count == 1 else f"{each.count} {each.name}" for each in attacks)


def _distinct(choices: Iterator[Attacks]) -> Iterator[Attacks]:
    seen: list[Attacks] = []
    for each in choices:
        if each not in seen:
            seen.append(each)
            yield each


# The attacks in the prose


def _choices_in(text: str) -> Iterator[Attacks]:
    """The choices of a multiattack in its prose, without choices about attacks that are not part of it."""
    first = [*map(CountedAttack, _may_use(text))]
    last = [first.pop()] if first and re.search(_AT_LAST, text, re.IGNORECASE) else []
    bare = re.sub(r" \([^)]*\)", "", text)
    free = re.search(_ANY_OF, bare, re.IGNORECASE)
    if free:
        names, count = re.split(r",? (?:or|and) (?:its |their )?|, ", free["names"]), _NUMBERS[free["count"].lower()]
        yield from ([*first, CountedAttack(name, count)] for name in names)
        if free["mixed"] and count == len(names):
            yield [*first, *map(CountedAttack, names)]
        return
    for passage in re.split(_ALTERNATIVE, bare, flags=re.IGNORECASE):
        parts = [*re.finditer(_PART, passage, re.IGNORECASE)]
        counted = [each for each in parts if each["name"].lower() not in _HEADLINES]
        made = [_counted_attack(each) for each in counted]
        headlines = [each for each in parts if each["name"].lower() in _HEADLINES]
        headlined = [_counted_attack(each).count for each in headlines]
        if re.search(_REPLACED, passage, re.IGNORECASE):
            continue
        if made and headlined in ([], [sum(each.count for each in made)]):
            either = islice(product(*(_alternatives(each) for each in counted)), MOST_CHOICES)
            yield from ([*first, *choice, *last] for choice in either)
        elif headlines and not made and (kind := headlines[0]["name"].partition(" ")[0]) in (MELEE, RANGED):
            yield [*first, CountedAttack(kind, headlined[0])]


def _by_body_parts(draft: CreatureDraft, text: str) -> Sequence[Attacks]:
    """As many attacks as the creature has heads or arms, by one of its traits; empty for other texts."""
    attack = re.search(_AS_MANY, text, re.IGNORECASE)
    if attack is None:
        return []
    has = rf"\bhas (?P<count>{_NUMBER}) {attack['part']}\b"
    found = (re.search(has, str(each.get("text", "")), re.IGNORECASE) for each in draft.traits())
    number = next((_NUMBERS[each["count"].lower()] for each in found if each), 0)
    return [[CountedAttack(attack["name"], number)]] if number else []


def _counted_attack(part: re.Match[str]) -> CountedAttack:
    at_range = (part["kind"] or "").strip().lower() == RANGED
    return CountedAttack(part["name"], _NUMBERS[part["count"].lower()], at_range)


def _alternatives(part: re.Match[str]) -> Attacks:
    """The alternatives of a part such as `its bite or its hook`."""
    counted = _counted_attack(part)
    return [counted, replace(counted, name=part["other"])] if part["other"] else [counted]


def _may_use(text: str) -> list[str]:
    found = (re.search(each, text, re.IGNORECASE) for each in _MAY_USE)
    return [each["name"] for each in found if each]


def _by_condition(attacks: Attacks, text: str) -> Iterator[Attacks]:
    """The attacks without and with the conditional ones, and with and without an optional power."""
    passages = " ".join(re.findall(_CONDITION, text)).lower()
    conditional = [each for each in attacks if re.search(rf"\b{re.escape(_stem(each.name))}", passages)]
    certain = [each for each in attacks if each not in conditional]
    if conditional and certain:
        yield certain
        yield [*certain, *(replace(each, count=1) for each in conditional)]
        return
    yield attacks
    optional = [name.lower() for name in _may_use(text)]
    left = [each for each in attacks if each.name.lower() not in optional]
    if left and len(left) < len(attacks):
        yield left


def _legendary(draft: CreatureDraft, whole: Table, text: str) -> Iterator[Attacks]:
    """The attacks that a legendary action chooses from; empty if one is unknown, or if the action does more."""
    done = re.fullmatch(_ONE_ATTACK, text, re.IGNORECASE)
    names = re.split(r"(?: attack)? or (?:uses its )?", done["names"]) if done else []
    known = [_known_attacks(draft, [CountedAttack(name.removesuffix(" attack"))]) for name in names]
    if all(known) and all(attack.name != str(whole["name"]) for each in known for attack in each):
        yield from known


# The creature's own attacks


def _known_attacks(draft: CreatureDraft, attacks: Attacks) -> Attacks:
    """The attacks by the names of the creature's powers; empty if one is not a power, or is a multiattack."""
    names = [
        str(each["name"])
        for each in draft.powers
        if MULTIATTACK not in each and not str(each["name"]).lower().startswith(MULTIATTACK)
    ]
    by_stem = {_stem(name): name for name in names}
    for kind, ending in ((MELEE, ""), (RANGED, RANGED_FORM)):
        of_kind = _attacks_of(draft, kind, ending)
        if len(of_kind) == 1:
            by_stem[kind] = of_kind[0]
    found = [(_known_name(by_stem, each), each) for each in attacks]
    known = [replace(each, name=name) for name, each in found if name]
    return known if len(known) == len(found) else []


def _known_name(by_stem: Mapping[str, str], attack: CountedAttack) -> str | None:
    stem = _stem(attack.name)
    return by_stem.get(f"{stem}{RANGED_FORM}" if attack.at_range else stem) or _by_ending(by_stem, stem)


def _attacks_of(draft: CreatureDraft, kind: str, ending: str) -> list[str]:
    """The names of attacks of a kind; among names that end in brackets, only those with that ending."""
    attacks = (each for each in draft.powers if "attack" in each)
    names = [str(each["name"]) for each in attacks if isinstance(of := each["range"], Range) and of.origin == kind]
    return [each for each in names if not each.endswith(")") or (ending and each.endswith(ending))]


def _by_ending(by_stem: Mapping[str, str], stem: str) -> str | None:
    """The power with a name, or the only one that ends with it: `stinger` is `Tail Stinger`."""
    endings = [name for each, name in by_stem.items() if each.endswith(f" {stem}")]
    return by_stem.get(stem) or (endings[0] if len(endings) == 1 else None)


def _stem(name: str) -> str:
    """A name in the singular, without a form in brackets after it."""
    bare = re.sub(r" \([^)]*\)$", "", name) if "only)" in name.lower() else name
    return re.sub(rf"(?<=[a-z])s(?=$|{re.escape(RANGED_FORM)}$)", "", bare.strip().lower())
