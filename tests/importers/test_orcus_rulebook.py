"""All Orcus monsters, compared with the spreadsheet of the same monsters, and in a fight."""

import json
import re
import sys
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.orcus.blocks import blocks_of, lines_of
from orcus_tui.importers.sources import Source, make_encounter
from orcus_tui.model.fight import Fight
from orcus_tui.rules.stats import staggered_value
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from tests.helpers.imports.measure import is_borrowed
from tests.helpers.imports.shared_data import data_file, read_collection

BLOCKS = 222
ATTACKS = 542
NOT_IN_THE_SHEET = {"Spectral Spawn"}
ROLL = r"([+]\d+) vs (AC|Fortitude|Reflex|Will)"
HERO = {
    "name": "Hero",
    "kind": "pc",
    "level": 10,
    "max_hp": 100_000,
    "max_recoveries": 9,
    "defenses": {"ac": 20, "fortitude": 20, "reflex": 20, "will": 20},
}


@cache
def monsters() -> ImportResult:
    """The monsters of the book, without its traps."""
    found = read_collection("orcus/monsters.md")
    return replace(found, drafted=tuple(each for each in found.drafted if each.get("kind") != "trap"), fight=None)


@cache
def fight() -> Fight:
    return fight_from_table({"format": 1, "creature": [HERO, *monsters().creatures]})


def rows() -> list[dict[str, Any]]:
    """The rows of the sheet that are monsters, not chapters."""
    sheet = json.loads(data_file("orcus/monsters-sheet.json").read_bytes())
    return [row for row in sheet if row.get("HP", "a") != "a" and row["Name"] != "Chapter"]


def powers() -> list[tuple[str, Any]]:
    return [(str(each["name"]), power) for each in monsters().creatures for power in as_list(each.get("power"))]


def own_attacks() -> list[tuple[str, Any]]:
    """The powers with a separate attack roll."""
    return [(name, power) for name, power in powers() if "attack" in power and not is_borrowed(power)]


def as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def test_every_block_is_a_creature():
    names = [each["name"] for each in monsters().creatures]
    assert (monsters().system, len(names), len(set(names))) == ("orcus", BLOCKS, BLOCKS)


def test_every_number_is_as_in_the_sheet():
    ids = {sheet.name: id_ for id_, sheet in fight().sheets.items()}
    actual = {row["Name"].strip(): row for row in rows()}
    assert ids.keys() - actual.keys() == {HERO["name"], *NOT_IN_THE_SHEET}
    wrong = {name: differences(ids[name], row) for name, row in actual.items() if differences(ids[name], row)}
    assert not wrong


def differences(creature: str, row: dict[str, Any]) -> dict[str, tuple[object, object]]:
    """The values of the creature that differ from the row, and those of the row."""
    sheet, state = fight().sheets[creature], fight().states[creature]
    has: dict[str, object] = {
        "Level": sheet.level,
        "Rank": sheet.kind,
        "Role": sheet.role,
        "XP": sheet.xp,
        "HP": sheet.max_hp,
        "Staggered": staggered_value(fight(), creature),
        "Initiative": sheet.initiative,
        "Saving Throws": sheet.saves,
        "Action Points": state.action_points,
        "Spd": sheet.speed,
        **{key: sheet.defenses.get(of) for key, of in (("AC", "ac"), ("Fort", "fortitude"), ("Ref", "reflex"))},
        "Will": sheet.defenses.get("will"),
        **{
            ability.capitalize(): sheet.abilities.get(ability) for ability in ("str", "con", "dex", "int", "wis", "cha")
        },
    }
    says = {"Saving Throws": 0, "Action Points": 0, "Rank": "standard", "Staggered": has["Staggered"], **row}
    says["Rank"] = says["Rank"].lower()
    return {key: (has[key], says[key]) for key in has if key != "Spd" and has[key] != says[key]}


def test_most_attacks_are_understood():
    """A power counts if its attack, its damage and every effect are resolved, including those of its follow-ups."""
    attacks = [(name, power) for name, power in own_attacks() if power.get("text")]
    left = {}
    for creature, power in attacks:
        own = re.sub(r": [a-z ]+$", "", power["name"])
        notes = [each for each in monsters().leftovers if each.creature == creature and each.text.startswith(own)]
        if notes:
            left[creature, own] = notes
    share = 1 - len(left) / len(attacks)
    reminded = sum(any("remind " in line for line in power.get("effects", ())) for _, power in attacks)
    actual = [f"Orcus: {len(attacks) - len(left)} of {len(attacks)} powers with an attack are understood ({share:.1%})"]
    actual += [f"{reminded} of all also remind of what happens at the table; what is left:"]
    actual += [f"  {each.line}: {each.creature}, {each.text}" for notes in left.values() for each in notes]
    sys.stdout.write("\n".join(["", *actual, ""]))
    assert len(attacks) == ATTACKS
    assert share >= 0.96


def test_every_attack_roll_that_is_printed_in_a_block_is_that_of_a_power():
    blocks, _ = blocks_of(lines_of(data_file("orcus/monsters.md").read_text(encoding="utf-8")))
    quoted = [block for block in blocks if block.level.quoted]
    printed = Counter(attack for block in quoted for line in block.lines for attack in re.findall(ROLL, line.plain))
    rolled = Counter(power["attack"].lower() for name, power in own_attacks() if not is_case(name, power))
    assert rolled == Counter({f"{bonus} vs {defense.lower()}": number for (bonus, defense), number in printed.items()})


def is_case(creature: str, power: Any) -> bool:
    """Whether a power is a variant of another power under a condition: `Already dazed: Slam`."""
    if power["name"].startswith("Secondary attack"):
        return False
    return any(name == creature and power["name"].endswith(f": {each['name']}") for name, each in powers())


def test_an_imported_encounter_reads_back():
    written = make_encounter([Source("monsters.md", monsters())], None)
    assert len(written.fight.sheets) == BLOCKS


@pytest.mark.parametrize("part", range(4))
def test_every_power_can_be_used_in_a_fight(part: int) -> None:
    ids = [each for each in fight().sheets if each != "hero"]
    failed = {}
    for creature in ids[part::4]:
        for power in fight().sheets[creature].powers:
            session = Session(only(creature), RandomDice(Random(1)))
            verb, face = ("use", "") if power.bonus is None else ("attack", "face 20")
            result = session.run(f'{verb}! "{power.name}" hero by {creature} {face}')
            assert result is not None
            lost = [line for line in result.log if line.startswith("passed over") and "remove" not in line]
            done = f"attacks Hero with {power.name}" if verb == "attack" else f"uses {power.name}"
            if result.error or lost or not any(done in line for line in result.log):
                failed[creature, power.name] = (result.error, result.log)
    assert not failed


def only(creature: str) -> Fight:
    """A fight of the hero and one monster."""
    whole = fight()
    sheets = {each: whole.sheets[each] for each in ("hero", creature)}
    return Fight("", "orcus", sheets, {each: whole.states[each] for each in sheets})
