"""Formats of the fifth edition as tables: a new format is a table, and no table is long."""

import ast
import json
from pathlib import Path

import orcus_tui.importers.srd5
from orcus_tui.importers.source_record import Row, rows
from orcus_tui.importers.srd5.field_maps import FieldMap, entry, in_brackets, named_saves, scores
from orcus_tui.importers.srd5.printed_creature import TRAITS
from tests.helpers.imports.hostile_sources import check_hostile
from tests.helpers.imports.imported import check_import

LONGEST_TABLE = 40
WAR_ROOM = FieldMap(
    marks=("title", "stats.hp"),
    name="title",
    fields=(
        *rows(("stats.hp", "hp"), ("stats.ac", "ac"), ("stats.speed", "speed"), ("cr | challenge", "challenge")),
        Row("stats.armor", "armor", in_brackets()),
        Row("stats.scores", "abilities", scores),
        Row("stats.saves", "saves", named_saves),
    ),
    sections=(("traits", TRAITS), ("actions", "actions")),
    entry=entry("title", "body"),
    ignored=("id",),
)
"""The table on the page about formats."""
HEAVY_DRAKE = {
    "id": 7,
    "title": "Heavy Drake",
    "stats": {"hp": "30 (4d8 + 12)", "ac": 14, "armor": "scales", "speed": "30 ft.", "scores": [16, 10, 16, 5, 11, 8]},
    "challenge": "1/2",
    "traits": [{"title": "Keen Smell", "body": "The drake smells well."}],
    "actions": [{"title": "Bite", "body": "Melee Weapon Attack: +5 to hit, reach 5 ft. Hit: 6 (1d6 + 3) fire damage."}],
    "lair": "a marsh",
}  # fmt: skip


def test_a_new_format_is_a_table():
    found = WAR_ROOM.read(json.dumps([HEAVY_DRAKE]).encode())
    (drake,) = found.creatures
    assert (drake["name"], drake["max_hp"], drake["hit_dice"]) == ("Heavy Drake", 30, "4d8+12")
    assert drake["defenses"] == {"ac": 14}
    assert drake["abilities"] == {"str": 16, "dex": 10, "con": 16, "int": 5, "wis": 11, "cha": 8}
    assert drake["text"] == "Armor class 14 (scales)\nChallenge 1/2\nlair: a marsh"
    (bite,) = drake["power"]  # type: ignore[misc]  # a table of the encounter format
    assert (bite["name"], bite["attack"], bite["damage"]) == ("Bite", "+5 vs AC", "1d6+3 fire")
    assert [each.text for each in found.leftovers] == ["Keen Smell. The drake smells well.", "lair: a marsh"]
    assert list(check_import(found).sheets) == ["heavy-drake"]


def test_no_source_of_a_new_format_crashes_it():
    check_hostile(WAR_ROOM.read, [HEAVY_DRAKE])


def test_no_table_is_long():
    folder = Path(orcus_tui.importers.srd5.__file__).parent
    tables = [
        (path.name, node.end_lineno - node.lineno + 1)
        for path in folder.glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and "FieldMap(" in ast.unparse(node.value)[:9] and node.end_lineno
    ]
    assert len(tables) > 8
    assert [each for each in tables if each[1] > LONGEST_TABLE] == []
