"""The shipped powers of heroes: complete, valid at every level, in our own words, and played as printed."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from orcus_tui.rules.validators import Scope
from orcus_tui.storage.encounter.casting import Casting, filled_tables
from orcus_tui.storage.encounter.power_tables import POWER
from orcus_tui.storage.power_book import POWERS, power_book
from orcus_tui.systems import SYSTEMS, creatures_folder
from tests.helpers.imports.shared_data import data_file
from tools.condensed import condensed, passages
from tools.hero_powers import COLLECTIONS, PowerCollection, book_powers
from tools.shipped_powers import powers_text

TABLE = Path(__file__).with_name("hero_powers.txt")
each_collection = pytest.mark.parametrize("collection", COLLECTIONS, ids=lambda each: each.system)
NAMES = ("name", "multiattack")
"""The fields that only contain names, which are as printed."""
SHOWN = ("use", "attack", "targets", "damage", "miss", "multiattack", "effects", "always", "trigger")
LEAST_WHOLE = {"orcus": 0.70, "archmage": 0.54}
"""The minimum share of powers whose source text is completely read, including text without effect in a fight."""


def said(system: str, name: str, level: int) -> str:
    """The power of a hero with simple numbers, on one line."""
    numbers = Casting(attack=7, weapon="1d8", modifier=4, level=level, abilities={"wis": 3, "con": 2, "cha": 1})
    tables = filled_tables(power_book(system).named(name), SYSTEMS[system], numbers)
    return "; ".join(_fields(tables))


def _fields(tables: list[dict[str, Any]]) -> Iterator[str]:
    for table in tables:
        for key in SHOWN:
            value = table.get(key)
            lines = value if isinstance(value, list) else [value]
            if value and not all(re.match(r"(?:miss: )?remind", str(each)) for each in lines):
                yield f"{key} {', '.join(map(str, lines))}"


def read_table() -> list[tuple[str, int, str, str]]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    heads = [each.split(" ", 2) for each in lines[::2]]
    return [(head[0], int(head[1]), head[2], text.strip()) for head, text in zip(heads, lines[1::2], strict=True)]


@pytest.mark.parametrize(("system", "level", "name", "text"), read_table(), ids=lambda each: str(each)[:24])
def test_a_power_is_played_by_the_book(system: str, level: int, name: str, text: str) -> None:
    assert said(system, name, level) == text


def test_the_table_has_twenty_five_powers_of_each_system() -> None:
    for system in ("orcus", "archmage"):
        assert len({name for of, _, name, _ in read_table() if of == system}) >= 25


@pytest.mark.parametrize(("system", "count"), [("orcus", 900), ("archmage", 670)])
def test_every_power_is_valid_at_every_level(system: str, count: int) -> None:
    powers = power_book(system).powers
    assert len(powers) == count
    assert len({each.full_name for each in powers}) == count
    scope = Scope(SYSTEMS[system])
    for power in powers:
        for level in (1, 5, 10):
            for table in filled_tables(power, SYSTEMS[system], Casting(6, 15, "1d8", -1, level)):
                assert POWER.read(scope, table).name == table["name"]


@each_collection
def test_shipped_powers_match_their_source(collection: PowerCollection) -> None:
    data = data_file(collection.file).parent.parent
    found = book_powers(collection, data)
    text = (creatures_folder(collection.system) / POWERS).read_text(encoding="utf-8")
    assert powers_text(power for power, _ in found) == text, "python -m tools.hero_powers DATA"
    assert sum(not left for _, left in found) >= LEAST_WHOLE[collection.system] * len(found)


@each_collection
def test_no_passage_of_a_source_ships(collection: PowerCollection) -> None:
    rows = json.loads(data_file(collection.file).read_text(encoding="utf-8"))
    copied = passages("\n".join(str(value) for row in rows for value in row.values()))
    for power in power_book(collection.system).powers:
        names = {table["name"] for table in power.tables()}
        texts = [
            part
            for table in (*power.tables(), *power.trait_tables())
            for key, value in table.items()
            if key not in NAMES
            for part in _texts(value)
            if part not in names
        ]
        assert not [each for each in texts if passages(each) & copied], power.full_name


def _texts(value: object) -> list[str]:
    found = map(str, value) if isinstance(value, list) else [str(value)]
    return [part for each in found for part in re.split('["]', each)]


SOURCE = "The target of the attack cannot stand up from prone until you have moved away from it again"


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Push the target 2", "Push the target 2"),
        (SOURCE, "The target of the attack cannot stand up from prone until have moved away from again"),
        ("{1d8 | 21: 2d8} damage", "{1d8 | 21: 2d8} damage"),
    ],
)
def test_a_text_loses_small_words_until_no_passage_is_left(text: str, short: str) -> None:
    found = condensed(text, passages(SOURCE))
    assert not passages(found) & passages(SOURCE)
    assert found == short or text == SOURCE


if os.environ.get("RENEW_SNAPSHOTS"):
    TABLE.write_text(
        "".join(
            f"{system} {level} {name}\n    {said(system, name, level)}\n" for system, level, name, _ in read_table()
        ),
        encoding="utf-8",
    )
