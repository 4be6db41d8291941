"""Builds the powers and spells that ship with each system: `python -m tools.shipped_powers DATA`.

DATA is the folder with the original collections. The same data gives the same bytes.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from orcus_tui.errors import OrcusError
from orcus_tui.model.text import name_key
from orcus_tui.rules.validators import Scope
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.encounter.casting import Casting, filled_tables
from orcus_tui.storage.encounter.power_tables import POWER
from orcus_tui.storage.power_book import POWERS, BookPower
from orcus_tui.systems import SYSTEMS, creatures_folder

Table = dict[str, Any]

SPELLS = "srd5/spells.json"
OWN_WORDS = Path(__file__).with_name("spells.toml")
_TIMES = {"1 action": "", "1 bonus action": "bonus", "1 reaction": "reaction"}
_UNITS = {"round": "r", "minute": "m", "hour": "h", "day": "d"}
_NOT_OF_A_POWER = ("zone", "zone_line", "zone_save", "cast_too", "again", "more")
_FREE = "free"
ANYBODY = Casting(attack=5, dc=13, weapon="1d8", modifier=3, level=20)


def powers_text(powers: Iterable[BookPower]) -> str:
    """The text of a file of powers, sorted by name, each on its own line, which keeps its diffs readable."""
    rows = [
        msgspec.json.encode(each).decode() for each in sorted(powers, key=lambda one: (name_key(one.name), one.lists))
    ]
    return "[\n" + ",\n".join(rows) + "\n]\n"


def spells(data: Path) -> list[BookPower]:
    """The spells of SRD 5.1: the numbers of the original data, and our own words and lines."""
    rows = json.loads((data / SPELLS).read_text(encoding="utf-8"))
    words = tomllib.loads(OWN_WORDS.read_text(encoding="utf-8"))
    return [_spell(row, words[row["name"]]) for row in rows]


def _spell(row: Mapping[str, Any], own: Table) -> BookPower:
    power = {**_printed(row), **{key: value for key, value in own.items() if key not in _NOT_OF_A_POWER}}
    if own.get("save"):
        power["save"] = f"{own['save']} {{dc}}"
    if power.get("attack") or power.get("multiattack"):
        power.pop("save", None)
    more = {each["name"]: _further(each, power) for each in own.get("more", ())}
    if "zone" in own:
        more = {**_in_zone(row, own, power), **more}
    if "again" in own:
        again: Table = {
            key: power[key] for key in ("attack", "save", "saved", "damage", "range", "effects") if key in power
        }
        more["again"] = _further({"action": own["again"].replace("action", ""), **again}, power)
    if any("self: summon" in line for line in power.get("effects", ())):
        power["range"] = f"self, {power['range'].partition(', ')[2]}"
    _concentrate(row, power)
    lists = tuple(each["name"] for each in row["classes"])
    words = tuple(each for each in (row["school"]["index"], "concentration" if row["concentration"] else "") if each)
    return BookPower(
        row["name"], lists, row["level"], _tidy(power), {name: _tidy(each) for name, each in more.items()}, words
    )


def _tidy(power: Table) -> Table:
    return {key: value for key, value in power.items() if value not in ("", [], 0)}


def _further(table: Table, power: Table) -> Table:
    """A further power of a spell, which is a spell too, but not a cantrip."""
    further = {"tags": power["tags"], **table}
    further.pop("name", None)
    return further


# The numbers of the original data


def _printed(row: Mapping[str, Any]) -> Table:
    """The fields of a power that the original data has."""
    power: Table = {
        "action": _TIMES.get(row["casting_time"], "none"),
        "level": row["level"],
        "range": _range(row),
        "components": ", ".join(row["components"]),
        "tags": ["spell", *(["magic"] if row.get("damage") else [])],
    }
    if row.get("attack_type"):
        power["attack"] = "{attack} vs AC"
    elif called := row.get("dc"):
        power["save"] = f"{called['dc_type']['index']} {{dc}}"
        power["saved"] = "half" if called["dc_success"] == "half" else ""
    power |= _damage(row.get("damage") or {})
    if healed := list((row.get("heal_at_slot_level") or {}).values()):
        power["effects"] = [f"heal {_amount(healed[0])}"]
        power["higher"] = _difference(healed)
    return power


def _range(row: Mapping[str, Any]) -> str:
    area = row.get("area_of_effect")
    shape = f", {area['size']} ft. {area['type']}" if area else ""
    distance = row["range"].replace(" feet", " ft.")
    if row.get("attack_type") == "ranged":
        return f"ranged {distance}"
    if row.get("attack_type") == "melee" or distance == "Touch":
        return "melee, touch"
    if distance == "Self":
        return f"near{shape}" if row.get("dc") and area else "self"
    return f"far, {distance}{shape}"


def _damage(damage: Mapping[str, Any]) -> Table:
    kind = damage["damage_type"]["name"].lower() if "damage_type" in damage else ""
    if by_level := damage.get("damage_at_character_level"):
        first, *later = by_level.items()
        tiers = " | ".join([first[1], *(f"{level}: {amount}" for level, amount in later)])
        return {"damage": f"{{{tiers}}} {kind}".strip()}
    if by_slot := list(damage.get("damage_at_slot_level", {}).values()):
        return {"damage": f"{_amount(by_slot[0])} {kind}".strip(), "higher": _difference(by_slot)}
    return {}


def _amount(text: str) -> str:
    """An amount in the dice language; `MOD` is the ability modifier."""
    return text.replace(" ", "").replace("MOD", "{modifier}")


def _difference(amounts: list[str]) -> str:
    """The addition for each higher slot, if it is always the same: `1d6` between 8d6 and 9d6."""
    counts = [re.match(r"([0-9]+)(d[0-9]+)?", each) for each in amounts]
    steps = {int(after[1]) - int(before[1]) for before, after in pairwise(counts) if before and after}
    first = counts[0]
    if len(steps) != 1 or first is None or not (step := steps.pop()):
        return ""
    return f"{step}{first[2] or ''}"


# Concentration, and zones


def _duration(row: Mapping[str, Any]) -> str:
    """The duration of a spell in the language; empty for another one, such as until it is dispelled."""
    found = re.fullmatch(r"(?:Up to )?([0-9]+) (round|minute|hour|day)s?", row["duration"])
    if found is None:
        return ""
    return f"{10 * int(found[1])}r" if found[2] == "minute" and int(found[1]) == 1 else f"{found[1]}{_UNITS[found[2]]}"


def _concentrate(row: Mapping[str, Any], power: Table) -> None:
    """Adds the caster's condition to a spell that needs concentration, regardless of a hit."""
    if row["concentration"]:
        field = "always" if power.get("attack") else "effects"
        line = f"self: apply concentrating {_duration(row)}".strip()
        power[field] = [line, *power.get(field, ())]


def _in_zone(row: Mapping[str, Any], own: Table, power: Table) -> dict[str, Table]:
    """Adds to a spell the zone it makes; returns the power that acts in the zone, if it needs more than a line."""
    name = row["name"]
    at = {key: power[key] for key in ("save", "saved", "damage", "effects", "higher") if power.get(key)}
    if "zone_save" in own:
        at["save"] = f"{own['zone_save']} {{dc}}"
    if not own.get("cast_too"):
        for key in ("save", "saved", "damage", "effects", "higher"):
            power.pop(key, None)
    line = own.get("zone_line", f"use {name} (zone)")
    duration = _duration(row)
    power["range"] = power["range"].replace("self", "near")
    made = f'zone "{name}" "{line}" {own["zone"]} {duration}'.strip()
    field = "always" if power.get("save") else "effects"
    power[field] = [*power.get(field, ()), made]
    if "zone_line" in own:
        return {}
    return {"zone": _further({"action": _FREE, **at}, power)}


# Writing


def check(system: str, powers: list[BookPower]) -> Iterator[str]:
    """A line for each power that its system refuses."""
    for each in powers:
        for table in filled_tables(each, SYSTEMS[system], ANYBODY):
            try:
                POWER.read(Scope(SYSTEMS[system]), table)
            except OrcusError as wrong:
                yield f"{table['name']}: {wrong}"


def main() -> int:
    """Rebuilds from the folder in the arguments and returns the exit status."""
    if len(sys.argv) != 2:
        sys.stderr.write("usage: python -m tools.shipped_powers DATA (the folder with the collections)\n")
        return 2
    found = spells(Path(sys.argv[1]))
    faults = [*check("srd5", found), *check("srd5-plain", found)]
    if faults:
        sys.stderr.writelines(f"{line}\n" for line in faults)
        return 1
    write_atomically(creatures_folder("srd5") / POWERS, powers_text(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
