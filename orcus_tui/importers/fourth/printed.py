"""The parts of a fourth-edition stat block, passed to the Orcus importer in the terms of Orcus."""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.importers.creature_draft import CreatureDraft, as_name, plain
from orcus_tui.importers.draft_text import Amount, Aura, Roll
from orcus_tui.importers.orcus.blocks import Line
from orcus_tui.importers.orcus.powers import add_aura, add_entry
from orcus_tui.importers.orcus.printed_powers import (
    HALF_DAMAGE,
    HIT,
    AttackParts,
    Entry,
    Result,
    as_range,
    begins_with_range,
    origin_in,
    parts_of_cost,
    range_and_others,
)
from orcus_tui.importers.orcus.statistics import apply_kind, put_resistance, read_statistic
from orcus_tui.importers.prose import NO_DAMAGE

_RANKS = {"elite": "elite", "solo": "boss", "boss": "boss", "minion": "mook", "mook": "mook"}
DEFENSES = ("AC", "Fortitude", "Reflex", "Will")
_SENTENCE_END = (".", "!", "?", ";", ",", ":", ")")
_AIMS_AT_ONE = re.compile(r"(?i)one (?:creature|target)\.?")
RECHARGE = "recharge"
"""The use of a power that recharges, in the words of the fourth edition."""


class PrintedAttack(Struct, frozen=True):
    """An attack as fields, in the words of the source; without a bonus and a defense it has no roll.

    `defense` may be the beginning of a name: `wil` is Will.
    """

    range: str = ""
    targets: str = ""
    bonus: int | None = None
    defense: str = ""
    results: tuple[Result, ...] = ()

    @property
    def roll(self) -> Roll | None:
        """The roll, by the whole name of the defense if that is known."""
        if self.bonus is None or not self.defense:
            return None
        known = (each for each in DEFENSES if each.lower().startswith(self.defense.lower()))
        return Roll(f"{self.bonus:+d}", next(known, self.defense))

    @property
    def other_targets(self) -> str:
        """The targets, unless they are a single creature as usual."""
        return "" if _AIMS_AT_ONE.fullmatch(self.targets.strip()) else self.targets.strip(" .")


class PrintedPower(Struct):
    """A power or trait as fields, in the words of the source: its cost, its kind (`melee`), its attacks and results.

    `use` is its frequency, such as `daily`, and `use_details` the text after it, such as the condition of a recharge.
    `recharges_from` is the lowest face that recharges it; 0 if none does. `results` follow the attacks, and `details`
    follow the results; a trait has only `details`.
    """

    name: str
    line: int
    action: str = ""
    use: str = ""
    use_details: str = ""
    recharges_from: int = 0
    kind: str = ""
    tags: str = ""
    requirement: str = ""
    trigger: str = ""
    attacks: tuple[PrintedAttack, ...] = ()
    results: tuple[Result, ...] = ()
    details: str = ""


def nonempty_results(*results: Result) -> tuple[Result, ...]:
    """The results with words or damage."""
    return tuple(each for each in results if each.words.strip() or each.damage != NO_DAMAGE)


# Powers, as they are shown


def _shown_power(power: PrintedPower) -> str:
    """A power as the books print it."""
    conditions = nonempty_results(Result("Requirement", power.requirement), Result("Trigger", power.trigger))
    parts = [*map(_shown_result, conditions), *map(_shown_attack, power.attacks), *map(_shown_result, power.results)]
    return " ".join(filter(None, (*parts, power.details)))


def _shown_attack(attack: PrintedAttack) -> str:
    """An attack as the books print it, such as `Reach 2; +11 vs AC; 2d8+5 damage`."""
    targets = f"({attack.other_targets})" if attack.other_targets else ""
    before = f"{attack.range.strip(' .;')} {targets}".strip()
    results = [*map(_shown_result, attack.results)]
    if attack.roll is None:
        return " ".join(filter(None, (_sentence(before), *results)))
    hit = results.pop(0) if attack.results and attack.results[0].label == HIT else ""
    rolled = "; ".join(filter(None, (before, str(attack.roll), hit)))
    return " ".join(filter(None, (_sentence(rolled), *results)))


def _shown_result(result: Result) -> str:
    """A result as a sentence, after its label unless that is a hit."""
    words = f"{_shown_damage(result.damage)} {result.words}".strip()
    return _sentence(": ".join(filter(None, ("" if result.label == HIT else result.label, words))))


def _shown_damage(damage: Amount) -> str:
    """Damage as a sentence; empty without damage."""
    if damage == HALF_DAMAGE:
        return "Half damage."
    return f"{' '.join(filter(None, (damage.dice, ' and '.join(damage.types))))} damage." if damage.dice else ""


def _sentence(text: str) -> str:
    """The text, ended with a full stop if it has no punctuation."""
    words = text.strip()
    return words if not words or words.endswith(_SENTENCE_END) else f"{words}."


# Powers, as they are read


def add_power(draft: CreatureDraft, power: PrintedPower) -> None:
    """Adds a power, or, without an action and a use, a trait."""
    entry = Entry(power.line, as_name(in_orcus_words(power.name), "Power"), _cost(power))
    entry.origin = origin_in(power.kind)
    entry.refreshed_by = tuple(range(power.recharges_from, 7)) if power.recharges_from else ()
    entry.refreshes = _in_words(power.use_details).lower() if power.use == RECHARGE else ""
    entry.tags = in_orcus_words(power.tags.strip(" ,;"))
    entry.attacks = tuple(_attacks(draft, power, entry.origin))
    entry.trigger = _in_words(power.trigger) or next(iter(entry.attacks[0].before), "")
    if text := _in_words(_shown_power(power)):
        entry.body.append(Line(power.line, text))
    add_entry(draft, entry)


def _cost(power: PrintedPower) -> tuple[str, ...]:
    """The action and the use of a power, and further details, without those of its recharge."""
    said = [re.sub(r"\bminor\b", "swift", power.action.lower())]
    if power.use != RECHARGE:
        said += [power.use, power.use_details]
    elif not (power.recharges_from or power.use_details):
        said.append(power.use)
    return tuple(part for each in said for part in parts_of_cost(in_orcus_words(each)))


def _attacks(draft: CreatureDraft, power: PrintedPower, origin: str) -> Iterator[AttackParts]:
    """The attacks in the terms of Orcus; the text after the attacks belongs to the last."""
    *others, last = power.attacks or (PrintedAttack(),)
    further = (*power.results, *nonempty_results(Result(HIT, power.details)))
    for each in (*others, replace(last, results=(*last.results, *further))):
        roll = each.roll
        if roll is not None and roll.defense not in DEFENSES:
            draft.note_unclear(f"{plain(power.name)}: {roll}", power.line)
            roll = None
        said = _in_words(each.range).strip(" .;")
        range_, before = (as_range(said), ()) if begins_with_range(said) else range_and_others(said)
        if each.other_targets:
            range_ = f"{range_ or origin} ({_in_words(each.other_targets)})".strip()
        results = tuple(replace(result, words=_in_words(result.words)) for result in each.results)
        yield AttackParts(roll, range=range_, before=before, results=results)


def _in_words(text: str) -> str:
    return in_orcus_words(plain(text))


# Auras, statistics and roles


def add_aura_text(draft: CreatureDraft, name: str, radius: int, text: str, line: int) -> None:
    """Adds an aura."""
    aura = Aura(str(radius), in_orcus_words(as_name(name, "Aura")), _in_words(text))
    add_aura(draft, aura, line)


def add_statistic(draft: CreatureDraft, key: str, value: str, line: int) -> None:
    """Adds a statistic by its printed key, such as `Resist`; an empty value adds nothing."""
    words = _in_words(value).strip(" ,;") if value else ""
    if words not in ("", "-", "—"):
        read_statistic(draft, key.lower(), words, line)


def add_resistance(draft: CreatureDraft, key: str, name: str, amount: int, line: int) -> None:
    """Adds `Resist` or `Vulnerable` with the name of a damage type and an amount; 0 is left out."""
    if amount:
        put_resistance(draft, key.lower(), _in_words(name), amount, line)
    else:
        add_statistic(draft, key, name, line)


def add_regeneration(draft: CreatureDraft, amount: int | None, details: str) -> None:
    """Adds regeneration, with the details of when it works."""
    draft.put("regeneration", amount or None)
    draft.add_text(f"Regeneration: {details}" if details else "")


def put_role(draft: CreatureDraft, role: str, rank: str, *, leads: bool) -> None:
    """Puts the role and the kind: a soldier is a blocker, a minion a mook."""
    draft.put("role", ROLES.get(role.lower().strip(), role.strip().capitalize()))
    draft.put("kind", _RANKS.get(rank.lower().strip()))
    if leads:
        draft.put("tags", ["leader"])


def add_tags(draft: CreatureDraft, tags: list[str]) -> None:
    """Adds tags to those of the creature."""
    draft.extend("tags", filter(None, map(plain, tags)))


def finish(draft: CreatureDraft) -> CreatureDraft:
    """Completes the creature, and drops values that its kind implies."""
    if draft.table.get("kind") == "mook" and "defenses" in draft.table:
        draft.table.setdefault("max_hp", 1)
    apply_kind(draft)
    return draft


# The terms of the fourth edition, translated to Orcus: bloodied is staggered, a minion a mook, an area far

ROLES = {
    "soldier": "Blocker", "brute": "Wrecker", "skirmisher": "Striker", "lurker": "Skulker", "artillery": "Archer",
    "controller": "Spoiler",
}  # fmt: skip
"""The roles of the fourth edition, and their names in Orcus."""
RANKS = ("elite", "solo", "minion", "standard")

_DICE_FACES = {sign: f" {number}" for number, sign in enumerate("⚀⚁⚂⚃⚄⚅", 1)}
_WORDS: tuple[tuple[str, str], ...] = (
    ("unbloodied", "unstaggered"),
    ("bloodied", "staggered"),
    ("minions?", "mook"),
    ("minor actions?", "swift action"),
    (r"(?<=\()minor(?=[;,)])", "swift"),
    ("ongoing", "persistent"),
    ("recharges", "refreshes"),
    ("recharge", "refresh"),
    ("healing surges?", "recovery"),
    ("dominated", "controlled"),
    ("immobilized|immobilised", "immobile"),
    ("grabbed", "grappled"),
    ("grabbing", "grappling"),
    ("grabs", "grapples"),
    ("insubstantial", "incorporeal"),
    ("extended rests?", "long rest"),
    ("immediate interrupts?", "counter"),
    ("immediate reactions?", "reaction"),
    ("close blast", "near arc"),
    ("area blast", "far arc"),
    (r"close(?= (?:burst|wall|arc|attacks?\b|or\b|and (?:area|far)))", "near"),
    (r"area(?= (?:burst|wall|arc|attacks?\b))", "far"),
)
_ANY_WORD = "|".join(f"(?P<w{at}>{word})" for at, (word, _) in enumerate(_WORDS))
_PATTERN = re.compile(rf"\b(?:{_ANY_WORD})\b", re.IGNORECASE)
_GLYPH = re.compile(rf"[{''.join(_DICE_FACES)}]")
_RECHARGE_BRACKETS = re.compile(r"(?i)\b(recharge)\s*\(([1-6])\)")
_GRABS = re.compile(
    r"(?i)\b(?P<and>(?:and )?)(?:(?:the [\w' -]{1,40}|it|they|he|she) )?"
    r"grabs (?:it|the target|them)(?: \((?P<dc>escape DC \d+)\))?"
)


def in_orcus_words(text: str) -> str:
    """A text with its game terms replaced by those of Orcus; case and plurals are kept."""
    text = _RECHARGE_BRACKETS.sub(r"\1 \2", _GLYPH.sub(lambda found: _DICE_FACES[found[0]], text))
    return _PATTERN.sub(_replacement, _GRABS.sub(_being_grabbed, text))


def _being_grabbed(found: "re.Match[str]") -> str:
    """`grabs the target (escape DC 15)` from the target's side: `the target is grabbed; escape DC 15`."""
    return f"{found['and']}the target is grabbed{'; ' + found['dc'] if found['dc'] else ''}"


def _replacement(found: "re.Match[str]") -> str:
    word = found[0]
    ours = _WORDS[int((found.lastgroup or "w0")[1:])][1]
    if word.lower().endswith("s") and ours.endswith(("action", "mook", "rest", "counter", "reaction")):
        ours += "s"
    if word.lower() == "healing surges":
        ours = "recoveries"
    return ours.upper() if word.isupper() and len(word) > 1 else ours.capitalize() if word[0].isupper() else ours
