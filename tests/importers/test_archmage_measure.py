"""How much of other people's Archmage stat blocks is understood; leftovers are printed (`pytest -rP`)."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from tests.helpers.imports.measure import Measure, key, yaml_value
from tests.helpers.imports.shared_data import data_files, read_once

ATTACK = re.compile(r"(?:\[[^\]]*\] ?)?(?:[CRM]: )?[^:]*\+ ?\d+[^:—]*vs\.? ?(?:AC|PD|MD)\b")


def in_texts(text: str) -> dict[str, int]:
    """Creatures by their paragraphs, with the lines that are attacks."""
    found: dict[str, int] = {}
    for block in re.split(r"\n\s*\n", text):
        lines = block.strip().splitlines()
        if lines and "Initiative:" in block:
            found[lines[0]] = sum(ATTACK.match(line) is not None for line in lines[1:])
    return found


def in_tables(text: str) -> dict[str, int]:
    """Creatures by their headings, with the bold paragraphs in the table below that are attacks."""
    found: dict[str, int] = {}
    for part in re.split(r"(?m)^#{2,6} ", text)[1:]:
        name, _, table = part.partition("\n")
        words = [unescape(re.sub(r"<[^>]+>|\s+", " ", each)) for each in re.findall(r"(?s)<p>(.*?)</p>", table)]
        found[name] = sum(ATTACK.match(" ".join(each.split())) is not None for each in words)
    return found


def in_grids(text: str) -> dict[str, int]:
    """Creatures by their headings, with the bold beginnings of an attack in the second column."""
    found: dict[str, int] = {}
    for part in re.split(r"(?m)^#{2,6} ", text)[1:]:
        name, _, grid = part.partition("\n")
        column = "\n".join(line.split("|")[2].strip() for line in grid.splitlines() if line.count("|") > 3)
        found[name] = len(re.findall(r"(?s)\*\*[^*]*?\+\d+\s+vs\.?\s[^*]*\*\*", column))
    return found


def in_pages(text: str) -> dict[str, int]:
    """Creatures of a page with tables of either kind."""
    return in_tables(text) if "<table" in text else in_grids(text)


def in_notes(text: str) -> dict[str, int]:
    """The creature of a note, with the actions that name a defense."""
    block = yaml_value(re.split(r"```", text)[1].removeprefix("statblock"))
    actions = [*block.get("actions", ()), *block.get("triggered_actions", ())]
    return {block["name"]: sum(re.search(r"vs\.? (AC|PD|MD)", each["name"]) is not None for each in actions)}


def in_actors(text: str) -> dict[str, int]:
    """The actor, with its actions that roll."""
    actor: Any = yaml_value(text)
    attacks = [
        each["system"].get("attack", {}).get("value") or "" for each in actor["items"] if each["type"] == "action"
    ]
    return {actor["name"]: sum("vs" in each for each in attacks)}


@pytest.mark.parametrize(
    ("folder", "pattern", "expected_in"),
    [
        ("13a-text", "*.txt", in_texts),
        ("13a-html", "srd*.md", in_pages),
        ("13a-obsidian", "[a-z]*.md", in_notes),
        ("13a-foundry", "*.[yj]*", in_actors),
    ],
)
def test_the_creatures_of_a_format_are_whole_and_their_attacks_resolved(
    folder: str, pattern: str, expected_in: Callable[[str], dict[str, int]]
):
    measure = Measure()
    for path in data_files(folder, pattern):
        expected = {name: number for name, number in expected_in(path.read_text()).items() if key(name)}
        measure.add(path.name, read_once(path.read_bytes(), path.name), expected, defenses=3)
    measure.check()
