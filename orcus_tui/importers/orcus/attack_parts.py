"""The parts of a printed attack, from fields or from a text such as `Reach 2; +11 vs AC; 2d8 damage`."""

import re

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.importers.draft_text import Amount, Roll
from orcus_tui.importers.prose import NO_DAMAGE

_ROLL = (
    r"(?i)(?P<bonus>[+-]\d{1,3}) (?:vs\.?|versus) (?P<defense>armor class|ac|fort(?:itude)?|ref(?:lex)?|will)\b"
    r"(?: \((?P<only>[^()]{1,150})\))?[;:,.]? *"
)
_LABEL = (
    r"(?:(?<=[.;,)] )|^)(?P<label>Miss|Hit|Effect|Aftereffect|Special|Secondary Attack|Trigger|"
    r"(?:First |Each )?Failed Sav(?:e|ing Throw))\b(?:: *| +(?=[A-Z+(]))"
)
# Before the roll: the attack's own label, and other labels, each up to the end of its sentence.
_ATTACK_LABEL = r"(?i)(?:(?<=[.;,)] )|^)attack(?: \([^()]{1,60}\))?: *"
_FIRST_SAID = r"(?i)(?:(?<=[.;,)] )|^)(?P<label>trigger|requirements?|effect|target): *(?P<said>[^.;]+)[.;]? *"
_DEFENSES = {"ac": "AC", "armor class": "AC", "fort": "Fortitude", "ref": "Reflex"}
_NUMBERED = r"(?:^|(?<=[.;] ))\d{1,2}\.? (?P<name>[A-Z][\w' -]{1,40}): *$"
_ANNOUNCED = r"(?i)(?:secondary attack:?|make an attack[.:]?) *$"
_RANGE_BEGINS = r"(?i)(?:melee|reach|ranged?|near|far|close|area)\b"
_PART_END = r"(?i)[;:]|\.(?= (?:melee|reach|ranged?|near|far|close|area)\b)"
_TARGETS = r"(?i)targets (?:only )?[a-z]"

HIT, MISS, EFFECT = "Hit", "Miss", "Effect"
"""The labels of most results."""
HALF_DAMAGE = Amount("", how="half")
"""The damage of a miss that deals half damage."""


class Result(Struct, frozen=True):
    """A result of an attack: its label, such as `Miss`, and the source's words for it.

    `damage` is damage that a source has as a field.
    """

    label: str
    words: str
    damage: Amount = NO_DAMAGE


class AttackParts(Struct, frozen=True):
    """An attack as printed.

    `roll` is None if no field has it; the words of the results may still have one. `range` is shown unchanged; `only`
    restricts the targets further. `before` are other parts before the roll; `name` is the name of a numbered attack.
    """

    roll: Roll | None = None
    name: str = ""
    range: str = ""
    only: str = ""
    before: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()


def parts_in(text: str) -> AttackParts:
    """The parts of a power from its plain text, which has all its attacks, if any."""
    return AttackParts(results=(Result(HIT, text),))


def rolled_attacks(parts: AttackParts) -> list[AttackParts]:
    """The attacks of a power, each with a roll: from its fields, and from the words of its results."""
    results: list[Result] = []
    within: list[AttackParts] = []
    for each in parts.results:
        words, attacks = _split_at_rolls(each.words)
        is_first = parts.roll is None and not within
        if attacks and is_first and each.label == HIT:
            attacks[0] = _with_text_before(attacks[0], words)
        else:
            announces = attacks and not is_first
            results += _labelled(replace(each, words=_without_announcement(words) if announces else words))
        within += attacks
    if parts.roll is not None:
        return [replace(parts, results=tuple(results)), *within]
    if not within:
        return []
    first, *others = within
    return [replace(first, range=first.range or parts.range, results=(*results, *first.results)), *others]


def range_and_others(said: str) -> tuple[str, tuple[str, ...]]:
    """The range before a roll, which is the last part that begins like a range, and the other parts."""
    parts = [part.strip(" .") for part in re.split(_PART_END, said) if part.strip(" .")]
    ranges = [part for part in parts if re.match(_RANGE_BEGINS, part)]
    targets = [part for part in parts if ranges and re.match(_TARGETS, part)]
    others = tuple(part for part in parts if part not in (*ranges, *targets))
    return ", ".join((as_range(ranges[-1]), *targets)) if ranges else "", others


def begins_with_range(said: str) -> bool:
    """Whether words begin like a range: `Melee 1`."""
    return re.match(_RANGE_BEGINS, said) is not None


def as_range(said: str) -> str:
    """A range in the form of a power's field: `ranged 5` for `Range 5`."""
    words = re.sub(r"(?i)^range\b", "ranged", said).strip(" ,.")
    return f"{words[:1].lower()}{words[1:]}"


def _split_at_rolls(text: str) -> tuple[str, list[AttackParts]]:
    """The text before the first roll, and the attacks."""
    text = re.sub(_ATTACK_LABEL, "", text)
    found = [*re.finditer(_ROLL, text)]
    before = said = text[: found[0].start()] if found else text
    attacks: list[AttackParts] = []
    for place, each in enumerate(found):
        numbered = re.search(_NUMBERED, said)
        is_last = place + 1 == len(found)
        said = text[each.end() :] if is_last else text[each.end() : found[place + 1].start()]
        attack = AttackParts(
            Roll(each["bonus"], _DEFENSES.get(each["defense"].lower(), each["defense"])),
            name=numbered["name"].lower() if numbered else "",
            only=(each["only"] or "").strip(" ."),
            results=tuple(_labelled(Result(HIT, said if is_last else _without_announcement(said)))),
        )
        attacks.append(attack)
    return before, attacks


def _without_announcement(after: str) -> str:
    """The text before the next attack, without that attack's own label."""
    numbered = re.search(_NUMBERED, after)
    return after[: numbered.start()] if numbered else re.sub(_ANNOUNCED, "", after.rstrip(" *"))


def _with_text_before(attack: AttackParts, before: str) -> AttackParts:
    """The attack with its range and its effects from the text before it."""
    effects = [
        Result(EFFECT, said["said"]) for said in re.finditer(_FIRST_SAID, before) if said["label"].lower() == "effect"
    ]
    said = re.sub(_NUMBERED, "", re.sub(_FIRST_SAID, "", before)).rstrip(" :")
    range_, others = range_and_others(re.sub(r"(?i)\bsecondary attack *$", "", said))
    return replace(attack, range=range_, before=others, results=(*effects, *attack.results))


def _labelled(result: Result) -> list[Result]:
    """A result, split at further labels in its words."""
    labels = [*re.finditer(_LABEL, result.words)]
    starts = [each.start() for each in labels]
    first = replace(result, words=result.words[: starts[0]] if starts else result.words)
    others = [
        Result(label["label"], result.words[label.end() : end].strip())
        for label, end in zip(labels, [*starts, len(result.words)][1:], strict=True)
    ]
    return [first, *others]
