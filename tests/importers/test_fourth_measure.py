"""How much of other people's fourth-edition stat blocks is understood; leftovers are printed (`pytest -rP`)."""

import json
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.helpers.imports.measure import Measure
from tests.helpers.imports.shared_data import data_file, data_files, read_once

ROLL = re.compile(r"[+-]\d+(?:\.0)? vs\.? (?:AC|Fort|Ref|Will)", re.IGNORECASE)


def in_texts(data: bytes) -> dict[str, int]:
    """The creatures by their first lines, with the attack rolls in their paragraphs."""
    blocks = [each.strip() for each in re.split(r"\n\s*\n", data.decode())]
    return {re.split(r" Level \d", each)[0]: len(ROLL.findall(each)) for each in blocks if each}


def in_monsters(data: bytes) -> dict[str, int]:
    """The monster, with its attack bonuses and the rolls in the text of its powers."""
    monster = ElementTree.fromstring(data.decode().encode())  # noqa: S314  # the file is ours
    bonuses = monster.findall("Powers//MonsterPowerAttackNumber")
    said = [each.text or "" for tag in ("Description", "Details") for each in monster.iterfind(f"Powers//{tag}")]
    return {monster.findtext("Name") or "": len(bonuses) + sum(len(ROLL.findall(each)) for each in said)}


def in_actors(data: bytes) -> dict[str, int]:
    """The actor, with its powers that attack and the rolls in their text."""
    actor = json.loads(data)
    powers = [each["system"] for each in actor["items"] if each["type"] == "power"]
    attacks = sum(each["attack"]["isAttack"] and each["attack"]["formula"].isdigit() for each in powers)
    said = [f"{each['hit'].get('detail')} {each['effect'].get('detail')}" for each in powers]
    return {actor["name"]: attacks + sum(len(ROLL.findall(each)) for each in said)}


def in_streams(data: bytes) -> dict[str, int]:
    """The creatures of the sheet whose names are in the stream, with the attack rolls that the sheet has for them."""
    sheet = json.loads(data_file("orcus/monsters-sheet.json").read_text())
    powers = {row.get(f"Power {number} - Name") for row in sheet for number in range(1, 20)}
    rows = [row for row in sheet if row.get("HP") and len(row["Name"]) > 3 and row["Name"] not in powers]
    rows = [row for row in rows if _as_string(row["Name"]) in data]
    return {row["Name"]: sum(_rolls(row, number) for number in range(1, 20)) for row in rows}


def _as_string(text: str) -> bytes:
    return bytes([len(text.encode())]) + text.encode()


def _rolls(row: dict[str, Any], number: int) -> int:
    said = str(row.get(f"Power {number} - Effect", ""))
    return len(ROLL.findall(said)) + (row.get(f"Power {number} - Attack Bonus") is not None)


@pytest.mark.parametrize(
    ("folder", "pattern", "expected_in"),
    [
        ("4e-text", "*.txt", in_texts),
        ("4e-adventure-tools", "*.monster", in_monsters),
        ("4e-foundry", "*.json", in_actors),
        ("4e-masterplan", "*.[cl]*", in_streams),
    ],
)
def test_the_creatures_of_a_format_are_whole_and_their_attacks_resolved(
    folder: str, pattern: str, expected_in: Callable[[bytes], dict[str, int]]
):
    measure = Measure()
    for path in data_files(folder, pattern):
        data = path.read_bytes()
        measure.add(path.name, read_once(data, path.name), expected_in(data), defenses=4)
    measure.check()
