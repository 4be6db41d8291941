"""The parts of a fourth-edition stat block, handed to the importer of Orcus in its words."""

import re

from msgspec import Struct

from orcus_tui.importers.creature_draft import CreatureDraft, as_name, plain
from orcus_tui.importers.draft_text import Aura
from orcus_tui.importers.fourth.orcus_words import ROLES, in_orcus_words
from orcus_tui.importers.orcus.layout_lines import Line
from orcus_tui.importers.orcus.power_heads import Entry, parts_of_cost
from orcus_tui.importers.orcus.powers import add_aura, add_entry
from orcus_tui.importers.orcus.statistics import apply_kind, read_statistic

_ORIGINS = {"melee": "melee", "ranged": "ranged", "range": "ranged", "close": "near", "near": "near", "reach": "melee"}
_ORIGINS |= {"area": "far", "far": "far"}
_RANKS = {"elite": "elite", "solo": "boss", "boss": "boss", "minion": "mook", "mook": "mook"}
_DEFENSES = ("AC", "Fortitude", "Reflex", "Will")
_SENTENCE_END = (".", "!", "?", ";", ",", ":", ")")
_AIMS_AT_ONE = re.compile(r"(?i)one (?:creature|target)\.?")


class PrintedAttack(Struct):
    """An attack roll as printed, and what follows it; each text may be empty."""

    range: str = ""
    targets: str = ""
    bonus: int | None = None
    defense: str = ""
    hit: str = ""
    miss: str = ""
    effect: str = ""


class PrintedPower(Struct):
    """A power or trait as printed: its cost, its kind (`melee`), and its text as the book would have it.

    `recharges_from` is the lowest face that recharges it, 0 where none does; `use` says any other.
    """

    name: str
    line: int
    action: str = ""
    use: str = ""
    recharges_from: int = 0
    kind: str = ""
    tags: str = ""
    text: str = ""


def attack_text(attack: PrintedAttack) -> str:
    """An attack as the books print it, such as `Reach 2; +11 vs AC; 2d8+5 damage`."""
    targets = "" if _AIMS_AT_ONE.fullmatch(attack.targets.strip()) else attack.targets.strip(" .")
    before = attack.range.strip(" .;")
    if targets:
        before = f"{before} ({targets})".strip()
    parts = []
    if attack.bonus is not None and attack.defense:
        rolled = f"{attack.bonus:+d} vs {_defense(attack.defense)}"
        parts.append("; ".join(filter(None, (before, rolled, attack.hit.strip()))))
    else:
        parts += [sentence(before), sentence(attack.hit)]
    parts += [f"{label}: {text.strip()}" for label, text in (("Miss", attack.miss), ("Effect", attack.effect)) if text]
    return " ".join(sentence(each) for each in parts if each)


def _defense(name: str) -> str:
    """A defense by the beginning of its name: `wil` is Will."""
    return next((each for each in _DEFENSES if each.lower().startswith(name.lower())), name)


def sentence(text: str) -> str:
    """The text with the end of a sentence."""
    words = text.strip()
    return words if not words or words.endswith(_SENTENCE_END) else f"{words}."


def labelled_sentence(label: str, text: str) -> str:
    """The text as a sentence after its label; empty where there is no text."""
    words = text.strip()
    return sentence(f"{label}: {words}") if words else ""


def add_power(draft: CreatureDraft, power: PrintedPower) -> None:
    """Adds a power, or, without an action and a use, a trait."""
    action = re.sub(r"\bminor\b", "swift", power.action.lower())
    cost = tuple(part for each in (action, power.use) for part in parts_of_cost(in_orcus_words(each)))
    origin = _ORIGINS.get((power.kind.lower().split() or [""])[0], "")
    text = in_orcus_words(plain(power.text))
    entry = Entry(power.line, as_name(in_orcus_words(power.name), "Power"), cost, origin=origin)
    entry.refreshed_by = tuple(range(power.recharges_from, 7)) if power.recharges_from else ()
    entry.tags = in_orcus_words(power.tags.strip(" ,;"))
    if text:
        entry.body.append(Line(power.line, text))
    add_entry(draft, entry)


def add_aura_text(draft: CreatureDraft, name: str, radius: int, text: str, line: int) -> None:
    """Adds an aura."""
    aura = Aura(str(radius), in_orcus_words(as_name(name, "Aura")), in_orcus_words(plain(text)))
    add_aura(draft, aura, line)


def add_statistic(draft: CreatureDraft, key: str, value: str, line: int) -> None:
    """Adds a statistic by its printed key, such as `Resist`; an empty value adds nothing."""
    words = in_orcus_words(plain(value)).strip(" ,;") if value else ""
    if words not in ("", "-", "—"):
        read_statistic(draft, key.lower(), words, line)


def put_role(draft: CreatureDraft, role: str, rank: str, *, leads: bool) -> None:
    """Puts the role and the kind: a soldier is a blocker, a minion a mook."""
    draft.put("role", ROLES.get(role.lower().strip(), role.strip().capitalize()))
    draft.put("kind", _RANKS.get(rank.lower().strip()))
    if leads:
        draft.put("tags", ["leader"])


def add_tags(draft: CreatureDraft, tags: list[str]) -> None:
    """Adds tags to those there are."""
    known = draft.table.get("tags")
    draft.put("tags", [*(known if isinstance(known, list) else []), *(each for each in map(plain, tags) if each)])


def finish(draft: CreatureDraft) -> CreatureDraft:
    """The whole creature, without what its kind implies."""
    if draft.table.get("kind") == "mook" and "defenses" in draft.table:
        draft.table.setdefault("max_hp", 1)
    apply_kind(draft)
    return draft
