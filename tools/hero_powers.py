"""Builds the powers of heroes that ship: `python -m tools.hero_powers DATA`.

DATA is the folder with the original collections. The powers go into `powers.json` next to a system's creatures. Parts
that a power leaves to the table are in our own words: fields of `hero_words/SYSTEM.toml` replace the source's.
"""

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.importers.draft_text import POWER_LINES
from orcus_tui.importers.heroes.archmage_items import archmage_power, form_lines
from orcus_tui.importers.heroes.draft_power import DraftPower
from orcus_tui.model.text import name_key
from orcus_tui.rules.field_faults import FieldFaults
from orcus_tui.rules.validators import Scope
from orcus_tui.storage.encounter.casting import Casting, filled
from orcus_tui.storage.encounter.power_tables import POWER, TRAIT
from orcus_tui.storage.power_book import POWERS, BookPower
from orcus_tui.systems import SYSTEMS, creatures_folder
from tools.condensed import condensed, passages
from tools.orcus_sheet import sheet_power
from tools.shipped_powers import powers_text


class PowerCollection(Struct, frozen=True):
    """The original collection of the powers of a system's heroes, and the function that reads one of them."""

    system: str
    file: str
    read: Callable[[Mapping[str, object]], DraftPower]


COLLECTIONS = (
    PowerCollection("orcus", "orcus/powers-sheet.json", sheet_power),
    PowerCollection("archmage", "archmage/powers.json", archmage_power),
)
OWN_WORDS = Path(__file__).with_name("hero_words")
_LEVELS = {"orcus": (1, 11, 21, 30), "archmage": (1, 3, 5, 7, 9, 10)}
_MOST_REMINDERS = 4
STORY = "story"
"""The tag of powers without an effect in a fight, apart from the numbers of the hero's sheet."""
_WORD = re.compile(r"[a-z]{3,}")


def book_powers(collection: PowerCollection, data: Path) -> list[tuple[BookPower, list[str]]]:
    """The powers of a collection, each with the passages that are left to the table."""
    rows = json.loads((data / collection.file).read_text(encoding="utf-8"))
    copied = passages("\n".join(map(_row_text, rows)))
    drafts = [collection.read(row) for row in rows]
    own = own_words(collection.system)
    made = [_book_power(each, copied, collection.system, own) for each in drafts]
    return _with_distinct_names(made)


def own_words(system: str) -> Mapping[str, Mapping[str, Any]]:
    """The fields of powers in our own words, by the full name of the power."""
    return {"resources": {}} | tomllib.loads((OWN_WORDS / f"{system}.toml").read_text(encoding="utf-8"))


def _row_text(row: Mapping[str, object]) -> str:
    return "\n".join(str(value) for value in row.values())


def _book_power(
    draft: DraftPower, copied: Set[tuple[str, ...]], system: str, own: Mapping[str, Mapping[str, Any]]
) -> tuple[BookPower, list[str]]:
    table = draft.table()
    more = {name: _in_own_words(each, copied) for name, each in draft.more_tables().items()}
    table = _in_own_words(table, copied)
    notes = condensed(" ".join(draft.notes), copied) if draft.notes else ""
    if notes:
        table["text"] = notes
    table |= own.get(f"{draft.lists[0]}: {draft.name}", {})
    more |= table.pop("more", {})
    traits = table.pop("traits", {})
    forms = [each for each in form_lines(draft.lists) if each not in table.get("always", ())]
    table["always"] = [*table.get("always", ()), *forms]
    if table.pop("story", False):
        table["tags"] = [*table["tags"], STORY]
    given = table.pop("resources", {})
    if trait := table.pop("trait", None):
        traits[""] = {**({"text": table["text"]} if table.get("text") else {}), **trait}
        table = {"tags": table["tags"]}
    table = {key: value for key, value in table.items() if value not in ("", [])}
    resources = {
        name: each for name, each in own["resources"].items() if _mentions([table, more, traits], name)
    } | given
    words = tuple(_effect_words({**table, "always": [*table.get("always", ()), *_trait_lines(traits)]}))
    power = BookPower(draft.name, draft.lists, draft.level, table, more, words, traits, resources)
    return _valid(power, system, draft.unknown)


def _mentions(tables: list[dict[str, Any]], resource: str) -> bool:
    """Whether tables spend or gain a resource."""
    return re.search(rf"'cost': '{resource} \d|counter \"?{resource}\b", str(tables)) is not None


def _trait_lines(traits: Mapping[str, Mapping[str, Any]]) -> Iterable[str]:
    return (line for each in traits.values() for key in ("effects", "modifiers") for line in each.get(key, ()))


def _in_own_words(table: Mapping[str, Any], copied: Set[tuple[str, ...]]) -> dict[str, Any]:
    """A power's table whose reminders, quoted words, range and trigger are condensed."""
    found = dict(table)
    for key in POWER_LINES:
        if key in found:
            found[key] = _own_lines(found[key], copied)
    if "range" in found:
        found["range"] = condensed(found["range"], copied, 14) if len(found["range"].split()) > 7 else found["range"]
    if str(found.get("trigger", "")).startswith("text:"):
        found["trigger"] = f"text: {condensed(found['trigger'][5:].strip(' .'), copied, 16)}"
    return {key: value for key, value in found.items() if value not in ("", [])}


def _own_lines(lines: list[str], copied: Set[tuple[str, ...]]) -> list[str]:
    reminders = [each for each in lines if re.match(r"(?:[a-z0-9+ ]+: )*remind ", each)]
    joined = len(reminders) > _MOST_REMINDERS
    made: list[str] = []
    for each in lines:
        if each in reminders and joined:
            if each == reminders[0]:
                words = ". ".join(one.partition("remind ")[2] for one in reminders)
                made.append(f"remind {condensed(words, copied, 25)}")
        elif each in reminders:
            prefix, _, words = each.partition("remind ")
            made.append(f"{prefix}remind {condensed(words, copied, 20)}")
        elif each.startswith("choose "):
            parts = each.removeprefix("choose ").split(" | ")
            made.append(f"choose {' | '.join(_own_lines([one], copied)[0] for one in parts)}")
        else:
            made.append(re.sub(r'"([^"]{20,})"', lambda one: f'"{condensed(one[1], copied, 10)}"', each))
    return list(dict.fromkeys(made))


def _effect_words(table: Mapping[str, Any]) -> Iterable[str]:
    """The effects of a power, for searches: conditions and kinds of effect."""
    said = " ".join(str(table.get(key, "")) for key in ("damage", *POWER_LINES)).lower()
    verbs = {
        "heal": "heals",
        "recover": "heals",
        "temp": "temporary",
        "persist": "ongoing",
        "bonus": "bonus",
        "resist": "resist",
    }
    found = {word for verb, word in verbs.items() if re.search(rf"\b{verb} ", said)}
    found |= {each for one in re.findall(r"apply ([a-z+]+)", said) for each in one.split("+")}
    found |= set(re.findall(r"\b(?:push|pull|slide|shift|teleport|flight|invisible)", said))
    return sorted(found)


def _valid(power: BookPower, system: str, unknown: list[str]) -> tuple[BookPower, list[str]]:
    """The power without the fields that its system refuses, and the passages left to the table."""
    left = list(unknown)
    while (fault := _fault(power, system)) is not None:
        whose, key, place = fault
        if whose:
            line = f'offer attack "{power.name} ({whose})"'
            table = {name: _without(value, line) for name, value in power.power.items()}
            power = replace(power, power=table, more={name: one for name, one in power.more.items() if name != whose})
            left.append(f"{whose}: {key}")
            continue
        table = dict(power.power)
        value = table.pop(key, None)
        if value is None:
            raise LookupError(f"{power.name}: {key}: {table}")
        if place is not None and isinstance(value, list):
            table[key] = [*value[:place], *value[place + 1 :]]
            value = value[place]
        left.append(f"{key}: {value}")
        power = replace(power, power={name: each for name, each in table.items() if each not in ([], "")})
    return power, left


def _without(value: object, line: str) -> object:
    return [each for each in value if each != line] if isinstance(value, list) else value


def _fault(power: BookPower, system: str) -> tuple[str, str, int | None] | None:
    """The first fault of a power at any level: which of its powers has it, the field, the place."""
    names = (*(() if power.is_trait else ("",)), *power.more)
    for level in _LEVELS[system]:
        casting = Casting(attack=level + 4, dc=15, weapon="1d8", modifier=4, level=level)
        found = filled(power, SYSTEMS[system], casting)
        for trait in found["trait"]:
            TRAIT.read(Scope(SYSTEMS[system]), trait)
        for whose, table in zip(names, found["power"], strict=True):
            try:
                POWER.read(Scope(SYSTEMS[system]), table)
            except FieldFaults as wrong:
                tail = wrong.faults[0].tail
                return whose, str(tail[0]), next((each for each in tail if isinstance(each, int)), None)
    return None


def _with_distinct_names(found: list[tuple[BookPower, list[str]]]) -> list[tuple[BookPower, list[str]]]:
    """The powers of one list under different names: the later ones with their level."""
    counts: Counter[tuple[str, str]] = Counter()
    made: list[tuple[BookPower, list[str]]] = []
    for power, left in found:
        key = (name_key(power.name), power.lists[0])
        counts[key] += 1
        name = f"{power.name} {counts[key]}" if counts[key] > 1 else power.name
        made.append((replace(power, name=name), left))
    return made


def main() -> int:
    """Rebuilds from the folder in the arguments, prints the share carried out, and returns the exit status."""
    if len(sys.argv) != 2:
        sys.stderr.write("usage: python -m tools.hero_powers DATA (the folder with the collections)\n")
        return 2
    for collection in COLLECTIONS:
        found = book_powers(collection, Path(sys.argv[1]))
        file = creatures_folder(collection.system) / POWERS
        file.write_text(powers_text(power for power, _ in found), encoding="utf-8", newline="\n")
        whole = sum(not left for _, left in found)
        sys.stdout.write(f"{collection.system}: {len(found)} powers, {whole} whole; {file.stat().st_size} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
