"""How much of the shipped stat blocks the program carries out: `python -m tools.library_coverage [--doc]`.

A text counts as carried out if each of its numbers, dice and conditions is also in a field or a line that acts. The
lines `remind` and the text itself do not act. `--doc` puts the table into docs/library.md.
"""

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from orcus_tui.commands.names import condition_names
from orcus_tui.importers.prose import any_of
from orcus_tui.library.shipped import CREATURES
from orcus_tui.model.text import name_key
from orcus_tui.model.trigger import IN_WORDS
from orcus_tui.rules.trigger_words import read_trigger
from orcus_tui.storage.power_book import POWERS, BookPower, read_powers
from orcus_tui.systems import SYSTEMS, creatures_folder
from tools.hero_powers import STORY
from tools.shipped_creatures import COLLECTIONS

MOST_TEXTS = 100
"""How many of the remaining texts are listed."""
PAGE = Path("docs/library.md")
BEGINS, ENDS = "<!-- coverage -->", "<!-- end of coverage -->"

_ACTS = ("attack", "damage", "save", "multiattack", "effects", "always", "crit", "crit_range", "miss", "higher", "cost")
_LINES = ("effects", "always")
_OF_CREATURE = ("resist", "vulnerable", "immune", "half", "regeneration", "saves", "uses_escalation", "turns")
_SKILL = r"(?:Climb|Jump|Notice|Stealth|Survival|Swim)(?: checks)?"
_PLACE = (
    r"\b\d+[ -]?(?:ft\b|feet|foot|squares?|spaces?|miles?|minutes?|hours?|days?|weeks?|inch(?:es)?|gallons?|pounds?"
    r"|-foot)",
    r"\b(?:within|bursts?|arcs?|reach|line|radius|aura|range|slides?|pulls?|push(?:es)?|shifts?|teleports?|moves?"
    r"|flies|speed|wall|cube|cone|slid|pulled|pushed|up to) (?:\w+ )?\d+\b(?! ?(?:HP|hit|damage|\w+ damage|extra))",
    r"\bonly against an? [^.;:]*?(?:target\b|creature it has \w+)",
    r"\b\d+(?:st|nd|rd|th)\b|\branged \d+(?:/\d+)?|\(within [\d/]+\)|\b\d+[- ]inch|\bDC \d+ \w+ \(\w+\)",
    r"\b(?:DC )?\d+ (?:Athletics|Acrobatics|Perception|Stealth|Insight|Sleight|Dungeoneering|Strength) checks?",
    rf"[+-]\d+ (?:on )?{_SKILL}(?:(?:,? and|,) (?:[+-]\d+ )?(?:on )?{_SKILL})*",
)
"""Matters that the table plays out: distances, the choice of targets, times outside a fight, skill checks."""
_NOTATION = (
    r"\((?:hard|easy|normal)? ?saves? ends?,? ?\d+\+\)|(?<=saves )\(\d+\+\)|(?:hard|easy|normal) saves? \(\d+\+\)",
    (
        r"(?i)\A(?:first )?(?:natural )?(?:even|odd|\d+(?:[-–]\d+|\+)?)(?:,? or (?:\d+|odd|even)\+?)*(?: "
        r"(?:hit|miss|or|hit or miss))*: "
    ),
    r"\bd20 \+ |\b1d20\b|\(\d attacks?\)(?= multi)|/r (?=\d*d)",
    r"\(1 (?:nearby|far|enemy|random)[^)]*\)",
    r"\bAttack from [^.;]+",
)
"""Numbers that only explain others: the roll that a hard save needs, the label of a rider, the terms of a sum."""
_AVERAGE = r"\b\d+ \((?=\d+d\d+)"
_CLAUSE = r"(?<=[.;!?])\s+|\n+"
_OF_A_FIGHT = (
    r"(?i)\b(?:attack|hit|miss|damage|sav(?:e|ing)|turn|bonus|penalt|defen[sc]e|escalation|crit|enem|foe|"
    r"dies?\b|death|drop"
    r"|initiative|disengag|engag|opportunit|heal|regain|battle|surpris|stagger|resist|immun|action)"
)
_CHECKS = r"(?i)\b(?:checks?|Perception|Stealth|Notice|Climb|Jump|Swim|take 10)\b"

Table = Mapping[str, Any]


class Count(Struct):
    """How many powers or traits are in each class, and the texts that nothing carries out, with their frequency."""

    by_class: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)

    def share(self, *classes: str, of: Iterable[str]) -> str:
        """The share of some classes in others, in whole percent."""
        whole = sum(self.by_class[each] for each in of)
        return f"{100 * sum(self.by_class[each] for each in classes) / whole:.0f} %" if whole else "–"


# Texts


def clauses_with_mechanics(system: str, text: str) -> Iterator[str]:
    """The clauses of a text that have a number, dice or a condition, apart from distances and checks."""
    for clause in filter(None, re.split(_CLAUSE, text)):
        if tokens(system, clause):
            yield clause.strip()


def tokens(system: str, text: str) -> frozenset[str]:
    """The numbers, dice and conditions of a text."""
    bare = re.sub(_AVERAGE, "(", text)
    for pattern in (*_NOTATION, *_PLACE):
        bare = re.sub(pattern, " ", bare, flags=re.IGNORECASE)
    dice = re.findall(r"\b\d*d\d+\b", bare)
    numbers = re.findall(r"(?<![\w.])\d+(?![\w.]*\d|d\d)|(?<=\bx)\d+", re.sub(r"\b\d*d\d+\b", " ", bare))
    names, pattern = _conditions(system)
    named = (names[name_key(each)] for each in re.findall(pattern, bare, re.IGNORECASE))
    return frozenset((*dice, *numbers, *named))


@cache
def _conditions(system: str) -> tuple[Mapping[str, str], str]:
    names = {name: known for name, known in condition_names(SYSTEMS[system]).items() if len(name) > 3}
    return names, rf"\b{any_of(each.replace('-', ' ') for each in names)}\b"


def _acting(table: Table) -> str:
    """The fields and lines of a table that act, as one text."""
    parts = [str(table[key]) for key in _ACTS if key in table and key not in _LINES]
    parts += [line for key in _LINES for line in table.get(key, ()) if not is_reminder(line)]
    parts += [*table.get("modifiers", ()), str(table.get("line", "")), str(table.get("targets", ""))]
    parts += [str(table.get("use", "")), str(table.get("trigger", "")), str(table.get("maintain", ""))]
    if table.get("use") in ("encounter", "daily"):
        parts.append("1")
    text = " ".join(parts)
    return f"{text} {'16' if ' hard' in text else ''} {'6' if ' easy' in text else ''}"


def is_reminder(line: str) -> bool:
    """Whether a line is a reminder."""
    return re.match(r"(?:\{[0-9+-]+\} *)?(?:[^\"]*: ?)?remind\b", line) is not None


def _is_part_of(name: str, other: str) -> bool:
    """Whether a power is a part of another: its failed save, a case, a second attack."""
    name, other = (re.sub(r" \(.*| [0-9]+$", "", each) for each in (name, other))
    return name == other or other.endswith(f": {name}") or other.startswith(f"{name}: ")


def _base(name: str) -> str:
    return re.sub(r" ?\((?:nastier special|trait)\)| [0-9]+$", "", name).casefold()


# Powers


def count_powers(system: str, creature: Table, count: Count) -> None:
    """Adds a creature's powers: whole, in part, none, or only text for the table."""
    powers = creature.get("power", [])
    for power in powers:
        name = power["name"]
        parts = [each for each in powers if _is_part_of(name, each["name"])]
        cases = " ".join(each["name"] for each in parts if each is not power)
        used = " ".join(_acting(each) for each in parts)
        parts += [each for each in powers if f'"{each["name"]}"' in used or f" {name_key(each['name'])}" in used]
        texts = [power.get("text", ""), *(line for key in _LINES for line in power.get(key, ()) if is_reminder(line))]
        said = " ".join(texts).casefold()
        parts += [each for each in powers if len(each["name"]) > 3 and each["name"].casefold() in said]
        does = " ".join((*map(_acting, parts), cases))
        left = [
            clause
            for text in texts
            for clause in clauses_with_mechanics(system, text)
            if not tokens(system, clause) <= tokens(system, does)
        ]
        acts = any(power.get(key) for key in _ACTS) and re.search(r"\d|apply|multi|attack|use|\[", does)
        if not acts and not _has_effect(system, " ".join(texts)):
            left = []
        count.by_class["whole" if acts and not left else "part" if acts else "none" if left else "table"] += 1
        count.left.update(left)


# Traits


def count_traits(system: str, creature: Table, count: Count) -> None:
    """Counts a creature's traits by class: those that act, are offered, are logged, or are not carried out."""
    for trait in creature.get("trait", ()):
        known = _class_of_trait(system, creature, trait)
        count.by_class[known] += 1
        if known == "nothing":
            count.left[f"{trait['name']}: {trait.get('text', '')}"] += 1


def _class_of_trait(system: str, creature: Table, trait: Table) -> str:
    base, text = _base(trait["name"]), trait.get("text", "")
    if "spellcasting" in base and "powers" in creature:
        return "acting"
    powers = [each for each in creature.get("power", ()) if _base(each["name"]).startswith(base)]
    auras = creature.get("aura", ())
    aura = any(_base(each["name"]).startswith(base) for each in auras if isinstance(each, dict))
    lines = [line for line in trait.get("effects", ()) if not is_reminder(line)]
    if trait.get("modifiers") or aura or any(not re.search(r"\b(?:offer|choose)\b", line) for line in lines):
        return "acting"
    if any(each.get("trigger") for each in powers) or lines or trait["name"].lower() in creature.get("counters", {}):
        return "offered"
    if powers or _is_in_fields(system, creature, f"{trait['name']} {text}"):
        return "acting"
    if trait["name"] in ("Notice", "Countermeasures") or not _has_effect(system, text):
        return "needless"
    triggers = trait.get("trigger", "")
    words = [triggers] if isinstance(triggers, str) else triggers
    said = any(read_trigger(SYSTEMS[system], each).event not in ("", IN_WORDS) for each in words if each)
    return "said" if said else "nothing"


def _has_effect(system: str, text: str) -> bool:
    """Whether a trait's text is about a fight."""
    clauses = [each for each in re.split(_CLAUSE, text) if not re.search(_CHECKS, each)]
    return any(tokens(system, each) or re.search(_OF_A_FIGHT, each) for each in clauses)


def _is_in_fields(system: str, creature: Table, text: str) -> bool:
    """Whether a trait only repeats fields of the creature: resistances, regeneration, a wider critical range."""
    tags = [tag for power in creature.get("power", ()) for tag in power.get("tags", ())]
    if (text.startswith("Magic Weapons") and "magic" in tags) or (
        text.startswith("Regeneration") and "effect" in creature
    ):
        return True
    if not re.search(r"(?i)\b(?:resist|vulnerab|immun|regenerat|crit|escalation die to)", text):
        return False
    fields = " ".join(str(creature[key]) for key in _OF_CREATURE if key in creature)
    ranges = " ".join(
        f"{21 - each['crit_range']} {each['crit_range']}" for each in creature.get("power", ()) if "crit_range" in each
    )
    found = tokens(system, text)
    return bool(found) and found <= tokens(system, f"{fields} {ranges}")


# The table


def coverage(systems: Iterable[str]) -> Mapping[str, tuple[Count, Count]]:
    """The powers and traits of each system's shipped creatures."""
    found: dict[str, tuple[Count, Count]] = {}
    for system in systems:
        powers, traits = found[system] = Count(), Count()
        file = creatures_folder(system) / CREATURES
        for creature in tomllib.loads(file.read_text(encoding="utf-8"))["creature"]:
            count_powers(system, creature, powers)
            count_traits(system, creature, traits)
    return found


def coverage_of_books(systems: Iterable[str]) -> Mapping[str, Count]:
    """The powers of heroes and the spells that ship with each system, each with its further powers."""
    found: dict[str, Count] = {}
    for system in systems:
        for power in read_powers(creatures_folder(system) / POWERS):
            count = found.setdefault(system, Count())
            if STORY in power.power.get("tags", ()):
                count.by_class["table"] += 1
            else:
                count_powers(system, {"power": [*_with_traits(power)]}, count)
    return found


def _with_traits(power: BookPower) -> Iterator[Table]:
    """The tables of a power; its first table also has the effects of its traits and resources."""
    traits = [*power.trait_tables()]
    brought = {
        "modifiers": [line for each in traits for line in each.get("modifiers", ())],
        "effects": [line for each in traits for line in each.get("effects", ())],
        "resources": [str(each) for each in power.resources.values()],
    }
    first, *more = power.tables() if not power.is_trait else ({"name": power.name, **traits[0]},)
    acts = [*brought["modifiers"], *brought["resources"]]
    yield {**first, "modifiers": acts, "effects": [*first.get("effects", ()), *brought["effects"]]}
    yield from more


POWER_CLASSES = ("whole", "part", "none")
TRAIT_CLASSES = ("acting", "offered", "said", "nothing")


def table_of(found: Mapping[str, tuple[Count, Count]]) -> str:
    """The table as Markdown."""
    heads = (
        "| system | powers | whole | in part | only text | share whole | traits | act | offered | said | "
        "nothing | share |"
    )
    rows = [heads, re.sub(r"[^|]+", "---", heads)]
    total = Count(), Count()
    for system, (powers, traits) in (*found.items(), ("all", total)):
        total[0].by_class.update(powers.by_class if powers is not total[0] else ())
        total[1].by_class.update(traits.by_class if traits is not total[1] else ())
        numbers = [
            sum(powers.by_class[each] for each in POWER_CLASSES),
            *(powers.by_class[each] for each in POWER_CLASSES),
        ]
        of_traits = [
            sum(traits.by_class[each] for each in TRAIT_CLASSES),
            *(traits.by_class[each] for each in TRAIT_CLASSES),
        ]
        shares = powers.share("whole", of=POWER_CLASSES), traits.share("acting", "offered", "said", of=TRAIT_CLASSES)
        name = SYSTEMS[system].display_name if system in SYSTEMS else "all"
        cells = (name, *numbers, shares[0], *of_traits, shares[1])
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(rows)


def table_of_books(found: Mapping[str, Count]) -> str:
    """The table of powers of heroes and of spells as Markdown."""
    rows = ["| powers by name | powers | whole | in part | only text | share whole |", "|---|---|---|---|---|---|"]
    for system, count in found.items():
        numbers = [count.by_class[each] for each in POWER_CLASSES]
        cells = (SYSTEMS[system].display_name, sum(numbers), *numbers, count.share("whole", of=POWER_CLASSES))
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(rows)


def main() -> int:
    """Prints the table and the commonest remaining texts, or puts the table into the documentation."""
    found = coverage(each.system for each in COLLECTIONS)
    books = coverage_of_books(found)
    table = f"{table_of(found)}\n\n{table_of_books(books)}"
    if "--doc" in sys.argv[1:]:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGINS)
        PAGE.write_text(f"{before}{BEGINS}\n{table}\n{ENDS}{rest.partition(ENDS)[2]}", encoding="utf-8")
        return 0
    sys.stdout.write(f"{table}\n")
    for system, (powers, traits) in found.items():
        by_name = books.get(system, Count())
        for kind, count in (("powers", powers), ("traits", traits), ("powers by name", by_name)):
            sys.stdout.write(f"\n{system}, {kind}: the texts that nothing carries out\n")
            most = MOST_TEXTS // 4
            sys.stdout.writelines(f"{number:4} {text[:180]}\n" for text, number in count.left.most_common(most))
    return 0


if __name__ == "__main__":
    sys.exit(main())
