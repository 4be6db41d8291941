"""How much of other people's fifth-edition stat blocks is understood; leftovers are printed (`pytest -rP`)."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.helpers.imports.measure import Measure, key, yaml_value
from tests.helpers.imports.shared_data import data_files, read_once

ATTACK = re.compile(
    r"(?:weapon|spell) attack:|melee or ranged attack roll:|(?:melee|ranged) attack roll:|\{@atkr? ", re.I
)
"""The beginning of every attack."""
ARMOR = re.compile(r"^\W*(?:armou?r class|AC)\W{0,12}\d", re.I)
SIZE = re.compile(r"\b(?:tiny|small|medium|large|huge|gargantuan|stupidly vast)\b", re.I)
Expected = dict[str, int]


def in_texts(text: str) -> Expected:
    """Creatures by their armor class: the name is above the line with the size.

    Attacks belong to the creature before them.
    """
    lines = [re.sub(r"<[^>]*>|^[>\s#!]+|[*_]", "", line).strip() for line in text.splitlines()]
    places = [place for place, line in enumerate(lines) if ARMOR.match(line)]
    found: Expected = {}
    for place, after in zip(places, [*places[1:], len(lines)], strict=True):
        name = _name_above(lines, place)
        if name:
            attacks = len(ATTACK.findall(" ".join(lines[place:after])))
            found[f"{name}{' ' * (name in found)}"] = attacks
    return found


def _name_above(lines: list[str], place: int) -> str:
    above = [line for line in reversed(lines[max(0, place - 8) : place]) if line]
    for size, line in enumerate(above):
        if SIZE.match(line):
            return above[size + 1] if size + 1 < len(above) else ""
        if (found := SIZE.search(line)) and "," in line:
            return line[: found.start()].strip()
    return above[0] if above else ""


def actions_in(value: Any) -> Iterator[Any]:
    """Everything in a JSON value that has a name."""
    if isinstance(value, dict) and "name" in value:
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from actions_in(each)


def in_json(text: str) -> Expected:
    """Creatures of a list, under any of the keys that programs use, or a single one."""
    document = json.loads(text)
    held = document
    for each in ("monster", "results", "creatures"):
        held = document.get(each, held) if isinstance(document, dict) else held
    creatures = held if isinstance(held, list) else [held]
    found: Expected = {}
    for each in creatures:
        name = each.get("name") or each.get("title", {}).get("fullName")
        if "_copy" not in each:
            found[name] = len(ATTACK.findall(json.dumps(each)))
    return found


def in_notes(text: str) -> Expected:
    """Creatures in the YAML of a note."""
    blocks = re.findall(r"(?ms)^```statblock\n(.*?)^```", text) + re.findall(r"(?s)\A---\n(.*?)\n---", text)
    found = [yaml_value(each) for each in blocks]
    return {each["name"]: len(ATTACK.findall(json.dumps(each))) for each in found if "name" in each}


def in_actors(text: str) -> Expected:
    """The actor, with its items that attack; those with the bonus of another creature are only text."""
    actor: Any = yaml_value(text)
    rolls = [
        each
        for each in actor["items"]
        if any(one["type"] == "attack" for one in each["system"].get("activities", {}).values())
    ]
    return {actor["name"]: len([each for each in rolls if "Bonus equals your" not in str(each)])}


def in_xml(text: str) -> Expected:
    """Monsters, with the attacks of their texts."""
    parts = re.findall(r"(?s)<monster>(.*?)</monster>", text)
    names = (re.findall("<name>(.*?)</name>", each)[0] for each in parts)
    return {name: len(ATTACK.findall(each)) for name, each in zip(names, parts, strict=True)}


def in_tables(text: str) -> Expected:
    """Rows of a table, with the attacks in any cell."""
    if text.lstrip()[0] == "[":
        return in_json(text)
    rows = csv.DictReader(io.StringIO(text))
    found: Expected = {}
    for row in rows:
        name = row.get("Name") or row["name"]
        found[name] = len(ATTACK.findall(" ".join(map(str, row.values()))))
    return found


FORMATS: list[tuple[str, str, Callable[[str], Expected]]] = [
    ("srd51-text", "*.txt", in_texts),
    ("srd52-text", "*.txt", in_texts),
    ("srd51-markdown", "**/*.md", in_texts),
    ("srd52-markdown", "**/*.md", in_texts),
    ("homebrewery", "*.md", in_texts),
    ("5etools-json", "*.json", in_json),
    ("5ebits-json", "*.json", in_json),
    ("open5e-json", "*.json", in_json),
    ("tetracube-monster", "*.monster", in_json),
    ("statblock5e-json", "*.json", in_json),
    ("critterdb-json", "*.json", in_json),
    ("foundry-dnd5e", "*/*.[yj]*", in_actors),
    ("gm5-xml", "*.xml", in_xml),
    ("fantasy-statblocks", "**/*.md", in_notes),
    ("csv", "*.[cj]s*", in_tables),
]


@pytest.mark.parametrize(("folder", "pattern", "expected_in"), FORMATS)
def test_the_creatures_of_a_format_are_whole_and_their_attacks_resolved(
    folder: str, pattern: str, expected_in: Callable[[str], Expected]
):
    measure = Measure()
    for path in data_files(folder, pattern):
        data = path.read_bytes()
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("cp1252")
        expected = {name: number for name, number in expected_in(text).items() if key(name)}
        measure.add(path.name, read_once(data, path.name), expected, defenses=1)
    measure.check()
