"""The values that each field of an encounter file accepts, and the refusals of others, in a file that makes changes
visible.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import tomli_w

from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import EncounterFaults, read_encounter_bytes
from orcus_tui.systems import SYSTEMS
from tests.helpers.project.files import ROOT
from tests.helpers.project.snapshots import check_file

SCHEMA = json.loads((ROOT / "docs" / "encounter.schema.json").read_text(encoding="utf-8"))
VALUES: tuple[Any, ...] = (-1, 0, 7, 2.5, "x", "", "1d6+2", "eont", True, ["x"], ["ac", "dazed"], {"ac": 3}, {}, [{}])
"""Each field is given each of these."""
FIRST = "orcus"
"""The system whose fields are all tried; other systems only try the fields that the schema describes differently."""


def encounter(system: str, creature: dict[str, Any], **fields: Any) -> dict[str, Any]:
    hit_points = {} if system == "true-srd" else {"max_hp": 9}
    return {
        "format": 1,
        "name": "Ford",
        "system": system,
        "creature": [{"name": "Ari", **hit_points, **creature}],
        **fields,
    }


def made_with(path: str, field: str, value: Any, system: str) -> dict[str, Any]:
    """An encounter with a value in a field of it, of its creature, or of a power or effect of the creature."""
    match path:
        case "":
            return encounter(system, {}) | {field: value}
        case "creature":
            return encounter(system, {field: value})
        case "event":
            return encounter(system, {}, event=[{"at": "round 2", "text": "It rains.", field: value}])
        case "power":
            return encounter(system, {"power": [{"name": "Club", "attack": "+5 vs AC", "damage": "1d6", field: value}]})
        case _:
            return encounter(system, {"effect": [{"name": "dazed", "duration": "save", field: value}]})


def lines_of(document: dict[str, Any]) -> list[str]:
    """The file that is written for an encounter, or its faults."""
    try:
        fight = read_encounter_bytes(tomli_w.dumps(document).encode(), Path("ford.toml"))
    except EncounterFaults as faults:
        return [f"! {line.partition(': ')[2]}" for line in str(faults).splitlines()]
    return fight_text(fight).splitlines()


def rows_of(path: str, fields: Iterable[str], system: str) -> Iterator[str]:
    usual = lines_of(encounter(system, {}))
    for field in fields:
        for value in VALUES:
            lines = [line for line in lines_of(made_with(path, field, value, system)) if line and line not in usual]
            yield f"{system} {path} {field} = {json.dumps(value)}: {' | '.join(lines)}"


def fields_of(system: str) -> Iterator[tuple[str, list[str]]]:
    """The fields of each table whose values are tried in this system."""
    own, first = SCHEMA["definitions"][system]["properties"], SCHEMA["definitions"][FIRST]["properties"]
    powers, first_powers = (each["power"]["items"]["properties"] for each in (own, first))
    if system == FIRST:
        yield "", [each for each in SCHEMA["properties"] if each not in ("creature", "system")]
        yield "event", list(SCHEMA["properties"]["event"]["items"]["properties"])
        yield "creature", list(own)
        yield "power", list(powers)
        yield "effect", list(SCHEMA["definitions"]["effect"]["properties"])
    else:
        yield "creature", [each for each in own if own[each] != first.get(each)]
        yield "power", [each for each in powers if powers[each] != first_powers.get(each)]


def test_every_field_accepts_and_refuses_values_as_last_reviewed() -> None:
    rows = [row for system in SYSTEMS for path, fields in fields_of(system) for row in rows_of(path, fields, system)]
    check_file(ROOT / "tests" / "storage" / "encounter" / "field_values.txt", "".join(f"{row}\n" for row in rows))
