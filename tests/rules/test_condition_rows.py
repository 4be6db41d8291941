"""The rows of conditions: they change statistics that rules read, and their facts are valid."""

from collections.abc import Iterator

import pytest

from orcus_tui.model.facts import SEES
from orcus_tui.model.modifier import ATTACKED, QUALITIES, Modifier, read_rows
from orcus_tui.rules.attack_rolls import BLINDLY
from orcus_tui.rules.facts import known_facts
from orcus_tui.rules.modifiers import SOURCE
from orcus_tui.rules.stats import EFFECT_SAVES, SPEED_CAP
from orcus_tui.rules.system import System
from orcus_tui.systems import SYSTEMS
from orcus_tui.systems.archmage.conditions import WIDER
from tests.helpers.fights.played import Played, creature, hero, monster, power

STATS = (
    *("attack", "damage", "defenses", "saves", "initiative", "checks", "perception"),
    *(ATTACKED, BLINDLY, SPEED_CAP, EFFECT_SAVES, WIDER),
)


def rows_in(system: System) -> Iterator[tuple[str, Modifier]]:
    for table in (system.conditions.table, *system.conditions.by_option.values()):
        for name, condition in table.items():
            yield from ((name, row) for row in condition.rows)


def stats_of(system: System) -> set[str]:
    abilities = (*system.saves.abilities, "str", "dex", "con", "int", "wis", "cha")
    parts = (part for each in system.words.defense_parts.values() for part in each)
    return {*STATS, *QUALITIES, *system.words.defenses, *parts, *abilities, *(f"{each} saves" for each in abilities)}


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS.keys())
def test_every_row_of_a_condition_changes_a_statistic_that_rules_read(system: System) -> None:
    assert not [(name, row.stat) for name, row in rows_in(system) if row.stat not in stats_of(system)]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS.keys())
def test_every_fact_of_a_condition_is_produced(system: System) -> None:
    fight = Played(system=system.id).session.fight
    known = {*known_facts(system, fight), "melee", "ranged", "near", "far", "seen", SOURCE, SEES}
    for name, row in rows_in(system):
        for facts in (row.when.against, row.when.using, row.when.during):
            for group in facts.any_of if facts else ():
                for fact in group:
                    assert fact.word in known, (system.id, name, fact.word)


@pytest.mark.parametrize(
    "line",
    ["-2 attack", "+2 defenses against ranged", "ca attacked with melee", "-2 attack with !marker", "resist all 20"],
)
def test_a_row_reads_back_as_it_is_written(line: str) -> None:
    (row,) = read_rows(line)
    assert str(row).replace("−", "-") == line


def test_fear_counts_while_the_creature_that_caused_it_is_there() -> None:
    bow = '[[creature.power]]\nname = "Bow"\nrange = "ranged"\nattack = "+5 vs AC"\ndamage = "1d8"'
    own = "max_hp = 30\ndefenses = { ac = 15 }"
    names = (
        ("Ari", 'kind = "pc"\ninitiative_total = 20'),
        ("Ogre", "initiative_total = 9"),
        ("Rat", "initiative_total = 8"),
    )
    played = Played(*(creature(name, f"{keys}\n{own}", bow) for name, keys in names), system="srd5")
    played.play("begin", "apply ari frightened by ogre")
    assert played.play("attack bow rat", dice="15 4").logs("disadvantage (frightened)")
    assert not played.play("kill ogre", "attack! bow rat face 15 hit 2").logs("frightened)")


def test_conditions_and_bonuses_are_one_sum() -> None:
    strike = power("Hit", 'range = "melee"\nattack = "+8 vs AC"')
    played = Played(hero("Ari", 20, "", strike), monster("Ogre", 10))
    played.play(
        "begin", "apply ari rattled", "apply ogre prone", 'apply ogre "half cover"', "bonus ari +1 attack power"
    )
    assert played.play("attack hit ogre face 10").logs(
        "10 + 8 − 2 (rattled) + 1 (power bonus) + 2 (combat advantage) − 2 (target half cover) = 17"
    )
