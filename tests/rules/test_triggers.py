"""Triggers: what sets them off, the lines of traits, and their words in files."""

from pathlib import Path

import pytest

from orcus_tui.rules.trigger_words import read_trigger, trigger_fault
from orcus_tui.rules.triggers import MOST_IN_A_CHAIN
from orcus_tui.storage.encounter.read import EncounterFaults, check_encounter, read_encounter
from orcus_tui.systems import SYSTEMS
from tests.helpers.fights.ogre_fight import HEAD, HIT, ROAR, fight, trait
from tests.helpers.fights.played import Played


@pytest.mark.parametrize(
    ("trigger", "line", "hurt"),
    [
        ("hit", HIT, "ari"),
        ("hit", "damage ogre 5 by ari", "ari"),
        ("missed", "attack strike ogre face 2", "ari"),
        ("missed", "damage ogre 5 miss by ari", "ari"),
        ("hurt by fire", "damage ogre 5 fire by ari", "ari"),
        ("staggered", "damage ogre 25", "ogre"),
        ("hp 50%", "damage ogre 25", "ogre"),
        ("hp 20", "damage ogre 25", "ogre"),
        ("ally dies", "kill wolf", "ogre"),
        ("ally staggered", "damage wolf 6", "ogre"),
        ("foe dies", "kill ari", "ogre"),
        ("foe staggered", "damage ari 30", "ogre"),
        ("turn start", "next", "ogre"),
        ("turn end", "next; next", "ogre"),
        ("round start", "next; next; next", "ogre"),
        ("saves", "save ogre face 15", "ogre"),
        ("fails", "save ogre face 5", "ogre"),
    ],
)
def test_every_trigger_carries_out_the_lines(tmp_path: Path, trigger: str, line: str, hurt: str) -> None:
    wolf = '[[creature]]\nname = "Wolf"\nmax_hp = 10\n'
    save = ["apply ogre dazed save"] if line.startswith("save") else []
    line = line.replace(" face 15", " 15").replace(" face 5", " 5") if save else line
    fought = fight(tmp_path, trait(f'"{trigger}"', "apply slowed") + wolf, "init wolf 1", *save, *line.split("; "))
    assert fought.conditions(hurt) >= {"slowed"}


@pytest.mark.parametrize(
    ("trigger", "line", "hurt"),
    [
        ("hits", "attack bite ari face 18 by ogre", "ari"),
        ("misses", "attack bite ari face 2 by ogre", "ari"),
        ("crits", "attack bite ari face 20 by ogre", "ari"),
        ("crits", "damage ari 5 crit by ogre", "ari"),
        ("natural 1", "attack bite ari face 1 by ogre", "ogre"),
        ("natural 16+ hit", "attack bite ari face 16 by ogre", "ari"),
        ("natural odd miss", "attack bite ari face 3 by ogre", "ari"),
        ("hits", "damage ari 5 by ogre", "ari"),
    ],
)
def test_a_trait_acts_on_the_triggers_of_its_creatures_own_attacks(
    tmp_path: Path, trigger: str, line: str, hurt: str
) -> None:
    bite = '[[creature.power]]\nname = "Bite"\nattack = "+5 vs AC"\ndamage = "4"\n'
    fought = fight(tmp_path, trait(f'"{trigger}"', "apply slowed") + bite, line)
    assert fought.conditions(hurt) >= {"slowed"}


@pytest.mark.parametrize(
    ("system", "statistics", "carried_out"),
    [
        ("orcus", "max_hp = 40", True),
        ("archmage", "max_hp = 40", True),
        ("srd5", "max_hp = 40", True),
        ("true-srd", "defenses = { toughness = 4 }", False),
    ],
)
def test_a_die_typed_with_damage_is_the_attack_roll_or_else_the_toughness_save(
    system: str, statistics: str, *, carried_out: bool
) -> None:
    luck = '[[creature.trait]]\nname = "Luck"\ntrigger = "natural 20"\neffects = [\'apply "lucky"\']'
    ari = f'[[creature]]\nname = "Ari"\nkind = "pc"\n{statistics}\n{luck}'
    ogre = f'[[creature]]\nname = "Ogre"\n{statistics}'
    played = Played(ari, ogre, system=system).play("damage ogre 5 face 20 by ari")
    assert played.names("ari") == ["lucky"] * carried_out
    assert played.play("damage ogre 5 face 19 by ari", "damage ogre 5 face 20").names("ari") == ["lucky"] * carried_out


def test_a_marked_creature_that_leaves_its_marker_out(tmp_path: Path) -> None:
    wolf = '[[creature]]\nname = "Wolf"\nmax_hp = 10\ndefenses = { ac = 12 }\n'
    marked = ("init wolf 1", "mark ari by ogre")
    ogre = trait('"marked attack"', "apply slowed")
    assert "slowed" in fight(tmp_path, ogre + wolf, *marked, "attack strike wolf face 2").conditions("ari")
    assert "slowed" not in fight(tmp_path, ogre + wolf, *marked, "attack strike ogre face 2").conditions("ari")


def test_one_hit_past_two_thresholds_fires_both_in_order(tmp_path: Path) -> None:
    traits = trait('"hp 10"', "temp 1", name="Last") + trait('["hp 75%", "staggered"]', "temp 1", name="First")
    log = fight(tmp_path, traits).log("damage ogre 31")
    assert [each for each in log if "–" in each] == [
        "Ogre – hp 75%: First",
        "Ogre – staggered: First",
        "Ogre – hp 10: Last",
    ]


def test_a_hit_point_threshold_fires_once_in_a_fight_unless_repeated(tmp_path: Path) -> None:
    lines = ("damage ogre 25", "heal ogre 30", "damage ogre 25")
    once = fight(tmp_path, trait('"hp 50%"', "damage 1"), *lines)
    assert once.creature("ogre")["hp"] == 15
    again = fight(tmp_path, trait('"hp 50%"', "damage 1", more="again = true"), *lines)
    assert again.creature("ogre")["hp"] == 14


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_revived_creature_does_not_trigger_falling_hit_points(system: str) -> None:
    """A killed creature keeps its hit points; it is revived with 1, which is not damage past `hp 50%`."""
    health = "defenses = { toughness = 4 }" if system == "true-srd" else "max_hp = 40"
    when = '["staggered", "hp 50%", "hp 20"]'
    roar = f'power = [{{ name = "Roar", action = "free", range = "self", trigger = {when}, effects = ["temp 1"] }}]'
    ogre = f'[[creature]]\nname = "Ogre"\nkind = "pc"\n{health}\n{roar}\n{trait(when, "temp 1")}'
    wolf = f'[[creature]]\nname = "Wolf"\n{health}\n'
    played = Played(ogre, wolf, system=system).play("init ogre 20", "init wolf 10", "begin")
    played.play("kill ogre", "revive ogre")
    assert not played.logs("Spikes")
    assert not played.state["offers"]
    if system != "true-srd":
        played.shows("ogre", hp=1).play("heal ogre 39", "damage ogre 25")
        assert played.logs("Ogre – staggered: Roar, Spikes")


def test_a_loop_of_triggers_ends(tmp_path: Path) -> None:
    head = HEAD.replace(
        'name = "Ari"',
        'name = "Ari"\ntrait = [{ name = "Burn", trigger = "hurt by fire", effects = ["damage 1 fire"] }]',
    )
    fought = fight(tmp_path, trait('"hurt by fire"', "damage 1 fire"), head=head)
    log = fought.log("damage ogre 1 fire by ari")
    assert sum("stopped after 20" in each for each in log) == 1
    assert fought.creature("ogre")["hp"] + fought.creature("ari")["hp"] == 84 - 1 - MOST_IN_A_CHAIN


def test_a_death_burst_is_accepted_for_the_dead(tmp_path: Path) -> None:
    burst = (
        'power = [{ name = "Burst", action = "none", trigger = "dies", range = "near 1", effects = ["damage 7"] }]\n'
    )
    fought = fight(tmp_path, burst, "kill ogre", "accept ari")
    assert fought.creature("ari")["hp"] == 37


def test_offers_to_a_creature_lapse_with_its_death_but_what_its_death_offers_stays(tmp_path: Path) -> None:
    burst = ', { name = "Burst", action = "none", trigger = "dies", range = "near 1", effects = ["damage 7"] }]\n'
    fought = fight(tmp_path, ROAR.replace("]\n", burst), "damage ogre 20")
    assert [each["line"] for each in fought.state["offers"]] == ["use Roar by ogre"]
    fought.run("kill ogre")
    assert [each["line"] for each in fought.state["offers"]] == ["use Burst by ogre"]
    fought.run("undo")
    assert [each["line"] for each in fought.state["offers"]] == ["use Roar by ogre"]


@pytest.mark.parametrize("text", ["staggered", "turn  START", "hurt by fire", "hp 50%", "natural 20", "marked attack"])
def test_known_triggers(text: str) -> None:
    assert read_trigger(SYSTEMS["orcus"], text).event
    assert not trigger_fault(SYSTEMS["orcus"], text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("natural 16+ hit", "natural 16+ hit"),
        ("Natural EVEN", "natural even"),
        ("natural 15-20 miss", "natural 15+ miss"),
        ("natural 10,5,2-4", "natural 2-5,10"),
        ("natural 1,even", "natural 1-2,4,6,8,10,12,14,16,18,20"),
        ("lapses  Song of Heroes", "lapses Song of Heroes"),
    ],
)
def test_attack_rolls_and_powers_of_triggers_are_written_as_they_are_read(text: str, written: str) -> None:
    orcus = SYSTEMS["orcus"]
    assert str(read_trigger(orcus, text)) == written
    assert read_trigger(orcus, written) == read_trigger(orcus, text)


@pytest.mark.parametrize("text", ["natural 21+", "natural 5-2", "natural 5,", "natural big", "natural 16+ crit"])
def test_rolls_that_no_attack_shows_are_unknown_triggers(text: str) -> None:
    assert trigger_fault(SYSTEMS["orcus"], text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("hp 99%", ""),
        ("hp 29", ""),
        ("hp 0", ""),
        ("hp 100%", '"hp 100%" never comes: its hit points are never above 100%'),
        ("hp 150%", '"hp 150%" never comes: its hit points are never above 100%'),
        ("hp 30", '"hp 30" never comes: its hit points are never above 30'),
        ("HP  0%", 'unknown trigger "HP  0%"; write "hp 0"'),
    ],
)
def test_hit_points_to_which_nothing_falls_are_no_trigger(text: str, fault: str) -> None:
    assert trigger_fault(SYSTEMS["orcus"], text, 30) == fault


def test_escalation_is_a_trigger_where_there_is_an_escalation_die() -> None:
    assert read_trigger(SYSTEMS["archmage"], "escalation 3").event
    assert not read_trigger(SYSTEMS["orcus"], "escalation 3").event
    assert trigger_fault(SYSTEMS["orcus"], "escalation 3") == (
        'unknown trigger "escalation 3": Orcus has no escalation die'
    )


def test_check_refuses_unknown_triggers_that_a_file_may_still_have(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(HEAD + trait('["stagered", "text: an ally moves"]', "temp 5"), encoding="utf-8")
    triggers = read_encounter(path).sheets["ogre"].traits[0].trigger
    assert [str(each) for each in triggers] == ["stagered", "text: an ally moves"]
    with pytest.raises(EncounterFaults) as wrong:
        check_encounter(path)
    assert wrong.value.lines == (
        f'{path}:15: creature[2].trait[1].trigger: unknown trigger "stagered" (did you mean "staggered"?); '
        'for your own words, begin with "text:"',
    )
