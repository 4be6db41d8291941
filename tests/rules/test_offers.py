"""Offers, and the triggers that make them: triggered powers, lines of traits, choices, opportunity attacks."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from orcus_tui.commands.context import NoLibrary
from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight, alike_offers
from orcus_tui.model.offer import Offer, OfferedLine
from orcus_tui.rules.system import System
from orcus_tui.rules.trigger_words import read_trigger, trigger_fault
from orcus_tui.rules.triggers import MOST_IN_A_CHAIN
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_text, values_from_table
from orcus_tui.storage.encounter.read import EncounterFaults, check_encounter, read_encounter
from orcus_tui.systems import SYSTEMS
from tests.helpers.fights.played import Played

HEAD = """format = 1
system = "orcus"
[[creature]]
name = "Ari"
kind = "pc"
max_hp = 44
defenses = { ac = 18, fortitude = 16, reflex = 14, will = 13 }
power = [{ name = "Strike", attack = "+8 vs AC", damage = "10", effects = ["if prone: damage 3", "else: apply prone"] }]
[[creature]]
name = "Ogre"
max_hp = 40
defenses = { ac = 12, fortitude = 16, reflex = 14, will = 13 }
"""
ROAR = 'power = [{ name = "Roar", action = "free", range = "self", trigger = "staggered", effects = ["temp 5"] }]\n'
BITE = 'power = [{ name = "Bite", action = "immediate", trigger = "hit", attack = "+5 vs AC", damage = "4" }]\n'
BEGIN = ("init ari 20", "init ogre 10", "begin")
HIT = "attack strike ogre face 15"


class Fought:
    """A fight with lines and random dice."""

    def __init__(self, path: Path) -> None:
        self.session = Session(read_encounter(path), RandomDice(Random(1)))

    def log(self, line: str) -> list[str]:
        """Runs a line; returns its log."""
        result = self.session.run(line)
        assert result is not None
        assert not result.error, f"{line}: {result.error}"
        return list(result.log)

    def run(self, *lines: str) -> None:
        for line in lines:
            self.log(line)

    def error(self, line: str) -> str:
        """The error of a line, which must fail without a change."""
        before = self.session.fight
        result = self.session.run(line)
        assert result is not None
        assert self.session.fight is before
        return result.error

    @property
    def state(self) -> dict[str, Any]:
        return self.session.state()

    def creature(self, creature: str) -> dict[str, Any]:
        found: dict[str, Any] = self.state["creatures"][creature]
        return found

    def conditions(self, creature: str) -> set[str]:
        return set(self.creature(creature)["conditions"])


def fight(tmp_path: Path, ogre: str = "", *lines: str, head: str = HEAD, begin: tuple[str, ...] = BEGIN) -> Fought:
    path = tmp_path / "fight.toml"
    path.write_text(head + ogre, encoding="utf-8")
    fought = Fought(path)
    fought.run(*begin, *lines)
    return fought


def trait(trigger: str, *effects: str, name: str = "Spikes", more: str = "") -> str:
    lines = ", ".join(f"'{each}'" for each in effects)
    return f'[[creature.trait]]\nname = "{name}"\ntrigger = {trigger}\neffects = [{lines}]\n{more}\n'


def test_a_triggered_power_is_offered_and_accepted(tmp_path: Path) -> None:
    fought = fight(tmp_path, ROAR, HIT, HIT)
    offer = {"id": 1, "creature": "ogre", "line": "use Roar by ogre", "because": "staggered"}
    assert fought.state["offers"] == [{**offer, "until": "the end of this turn"}]
    fought.run("accept")
    assert fought.state["offers"] == []
    assert fought.creature("ogre")["temp_hp"] == 5


def test_a_power_that_cannot_be_used_is_not_offered(tmp_path: Path) -> None:
    assert fight(tmp_path, BITE, HIT).state["offers"]
    assert not fight(tmp_path, BITE, "spent ogre immediate", HIT).state["offers"]
    assert not fight(tmp_path, BITE, "apply ogre stunned", HIT).state["offers"]


@pytest.mark.parametrize("line", ["use roar by ogre", "spend ogre roar"])
def test_an_offer_of_a_power_closes_when_the_power_is_spent_otherwise(line: str, tmp_path: Path) -> None:
    fought = fight(tmp_path, ROAR.replace('name = "Roar"', 'name = "Roar", use = "encounter"'), HIT, HIT)
    assert [each["line"] for each in fought.state["offers"]] == ["use Roar by ogre"]
    fought.run(line)
    assert fought.state["offers"] == []
    fought.run("undo")
    assert [each["line"] for each in fought.state["offers"]] == ["use Roar by ogre"]


def test_an_offer_without_a_target_is_for_the_creature_that_caused_it(tmp_path: Path) -> None:
    fought = fight(tmp_path, BITE, HIT, "accept face 15")
    assert fought.creature("ari")["hp"] == 40


def test_words_are_added_before_the_source(tmp_path: Path) -> None:
    fought = fight(tmp_path, BITE, HIT, "accept ari face 15 hit 9")
    assert fought.creature("ari")["hp"] == 35


def test_several_targets_of_an_offer_need_no_commas_where_they_are_named_in_full(tmp_path: Path) -> None:
    roar = 'power = [{ name = "Roar", action = "free", trigger = "staggered", effects = ["damage 3"] }]\n'
    wolf = '[[creature]]\nname = "Old Wolf"\nmax_hp = 30\n'
    fought = fight(tmp_path, roar + wolf, HIT, HIT)
    assert "several targets need commas, a,old" in fought.error("accept a old")
    fought.run("accept ari old-wolf")
    assert (fought.creature("ari")["hp"], fought.creature("old-wolf")["hp"]) == (41, 27)


def test_offers_lapse_with_the_turn_and_can_be_declined(tmp_path: Path) -> None:
    fought = fight(tmp_path, ROAR, HIT, HIT, "next")
    assert fought.state["offers"] == []
    assert "offer 1 is closed" in fought.error("accept 1")
    assert "no open offers" in fought.error("decline")
    fought = fight(tmp_path, ROAR + "\n" + trait('"hit"', "offer damage 2"), HIT, HIT, "decline 1")
    assert [each["id"] for each in fought.state["offers"]] == [2]
    assert "offer 1 is closed" in fought.error("accept 1")
    assert "there is no offer 9" in fought.error("accept 9")
    fought.run("decline all")
    assert fought.state["offers"] == []


def test_an_offer_that_has_become_impossible_stays_open(tmp_path: Path) -> None:
    fought = fight(tmp_path, BITE, HIT)
    before = fought.state
    assert fought.error("accept nobody")
    assert fought.state == before


def test_offers_are_undone_redone_and_written(tmp_path: Path) -> None:
    fought = fight(tmp_path, ROAR, HIT, HIT)
    offered = fought.state
    fought.run("accept")
    accepted = fought.state
    fought.run("undo")
    assert fought.state == offered
    fought.run("redo")
    assert fought.state == accepted
    fought.run("undo")
    path = tmp_path / "written.toml"
    path.write_text(fight_text(fought.session.fight), encoding="utf-8")
    assert read_encounter(path) == fought.session.fight


def test_amending_the_attack_takes_its_offer_away(tmp_path: Path) -> None:
    fought = fight(tmp_path, BITE, HIT)
    assert fought.state["offers"]
    fought.run("amend face 2")
    assert fought.state["offers"] == []


# Lines of traits


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


# Lines


def test_if_and_else_are_evaluated_when_they_are_due(tmp_path: Path) -> None:
    fought = fight(tmp_path, "", HIT)
    assert (fought.creature("ogre")["hp"], fought.conditions("ogre")) == (30, {"prone"})
    fought.run(HIT)
    assert fought.creature("ogre")["hp"] == 17


def test_a_choice_is_one_offer(tmp_path: Path) -> None:
    ogre = trait('"hit"', "choose damage 2 | apply slowed eont")
    fought = fight(tmp_path, ogre, HIT)
    (offer,) = fought.state["offers"]
    assert offer["line"] == "choose damage ari 2 by ogre | apply ari slowed eont by ogre"
    assert "which one?" in fought.error("accept")
    fought.run("accept 1 2")
    assert fought.conditions("ari") == {"slowed"}


def test_a_reminder_and_a_counter_can_be_chosen(tmp_path: Path) -> None:
    ogre = "counters = { rage = 3 }\n" + trait('"hit"', "choose remind slide 3 squares | counter rage -1")
    fought = fight(tmp_path, ogre, HIT)
    (offer,) = fought.state["offers"]
    assert offer["line"] == "choose remind ari slide 3 squares | counter ogre.rage -1"
    assert "Ari – slide 3 squares" in " ".join(fought.log("accept 1 1"))
    fought.run("undo", "accept 1 2")
    assert fought.creature("ogre")["counters"] == {"rage": 2}


def test_an_offered_attack_of_a_line_takes_no_action(tmp_path: Path) -> None:
    bite = 'power = [{ name = "Bite", attack = "+5 vs AC", damage = "4" }]\n'
    fought = fight(tmp_path, bite + trait('"hit"', "offer attack Bite"), HIT)
    before = fought.creature("ogre")["actions"]
    fought.run("accept face 18")
    assert fought.creature("ari")["hp"] == 40
    assert fought.creature("ogre")["actions"] == before


@pytest.mark.parametrize("line", ["attack Bite", "use Bite", "offer attack Bite", "choose damage 5 | use Bite"])
@pytest.mark.parametrize("place", ["trait", "power"])
def test_a_line_with_a_power_that_is_missing_is_a_fault(tmp_path: Path, line: str, place: str) -> None:
    in_power = f'[[creature.power]]\nname = "Roar"\neffects = ["{line}"]\n'
    with pytest.raises(EncounterFaults) as wrong:
        fight(tmp_path, trait('"hit"', line) if place == "trait" else in_power)
    assert f"{place}[1].effects[1]: unknown power" in str(wrong.value)


def test_words_come_before_the_source_of_a_user_line(tmp_path: Path) -> None:
    event = '[[event]]\nat = "ogre staggered"\nline = "attack Strike by ari"\n'
    fought = fight(tmp_path, event, "damage ogre 25", "accept ogre face 15")
    assert fought.creature("ogre")["hp"] == 5


def test_further_attacks_have_their_own_dice(tmp_path: Path) -> None:
    bite = 'power = [{ name = "Bite", attack = "+5 vs AC", damage = "4" }, { name = "Leap", attack = "+5 vs AC", '
    fought = fight(tmp_path, bite + 'damage = "1", effects = ["attack Bite x2"] }]\n')
    log = fought.log("attack leap ari face 18 by ogre")
    assert sum("with Bite" in each for each in log) == 2


def test_an_attack_may_repeat_itself_on_some_natural_rolls(tmp_path: Path) -> None:
    frenzy = (
        'power = [{ name = "Frenzy", attack = "+5 vs AC", damage = "1", effects = ["natural 15+: attack Frenzy"] }]\n'
    )
    fought = fight(tmp_path, frenzy)
    fought.run("attack frenzy ari face 16,19,3 by ogre")
    assert fought.creature("ari")["hp"] == 42
    log = fought.log(f"attack! frenzy ari face {','.join(['17'] * 21)} by ogre")
    assert log[-1] == "Ogre: Frenzy leads to ever more attacks; stopped after 20"
    assert fought.creature("ari")["hp"] == 42 - 21


@pytest.mark.parametrize("line", ["attack Frenzy", "natural even: attack Frenzy x2"])
def test_an_attack_that_always_repeats_itself_is_a_fault(tmp_path: Path, line: str) -> None:
    with pytest.raises(EncounterFaults) as wrong:
        fight(tmp_path, f'power = [{{ name = "Frenzy", attack = "+5 vs AC", effects = ["{line}"] }}]\n')
    assert "Frenzy leads back to Frenzy, an endless loop" in str(wrong.value)


LEAP = (
    'power = [{ name = "Bite", attack = "+5 vs AC", damage = "4" }, '
    '{ name = "Leap", attack = "+5 vs AC", damage = "1", effects = ["LINE"] }]\n'
    '[[creature]]\nname = "Bel"\nkind = "pc"\nmax_hp = 44\ndefenses = { ac = 18 }\n'
)


@pytest.mark.parametrize(
    ("line", "targets", "bitten"),
    [
        ("attack Bite", "ari", {"ari": 1}),
        ("attack Bite", "ari,bel", {"ari": 1, "bel": 1}),
        ("attack Bite x2", "ari", {"ari": 2}),
        ("attack Bite x2", "ari,bel", {"ari": 1, "bel": 1}),
        ("attack Bite x3", "bel,ari", {"ari": 1, "bel": 2}),
    ],
)
def test_targets_share_further_attacks_in_order(
    tmp_path: Path, line: str, targets: str, bitten: dict[str, int]
) -> None:
    fought = fight(tmp_path, LEAP.replace("LINE", line), "init bel 5")
    of_leap, of_bites = len(targets.split(",")), sum(bitten.values())
    faces = ",".join(["18"] * (of_leap + of_bites))
    log = fought.log(f"attack leap {targets} face {faces} by ogre")
    assert sum("with Bite" in each for each in log) == of_bites
    for creature, count in bitten.items():
        assert fought.creature(creature)["hp"] == 44 - 1 - 4 * count


def test_the_faces_of_further_attacks_come_last_and_must_fit(tmp_path: Path) -> None:
    fought = fight(tmp_path, LEAP.replace("LINE", "attack Bite x2"))
    fought.run("attack leap ari face 18,2,17 by ogre")
    assert fought.creature("ari")["hp"] == 44 - 1 - 4
    assert "1 more than there are attacks" in fought.error("attack! leap ari face 18,2,17,5 by ogre")
    assert "2 more than there are attacks" in fought.error("attack! leap ari face 2,2,17 by ogre")


@pytest.mark.parametrize(
    ("line", "hurt"),
    [
        ("damage ari,ogre 25 split", {"ari": 13, "ogre": 12}),
        ("damage ogre,ari 25 split", {"ari": 12, "ogre": 13}),
        ("damage ogre 25 split", {"ogre": 25}),
        ("damage ari,ogre 9 double", {"ari": 18, "ogre": 18}),
        ("damage ari,ogre 9 double split", {"ari": 9, "ogre": 9}),
        ("damage ari 9 double half", {"ari": 9}),
        ("use Burst ari,ogre by ari", {"ari": 13, "ogre": 12}),
    ],
)
def test_damage_is_divided_and_doubled(tmp_path: Path, line: str, hurt: dict[str, int]) -> None:
    burst = '{ name = "Burst", effects = ["damage 25 split"] }, '
    head = HEAD.replace("power = [{ name", f"power = [{burst}{{ name")
    fought = fight(tmp_path, head=head)
    before = {each: fought.creature(each)["hp"] for each in hurt}
    fought.run(line)
    assert {each: before[each] - fought.creature(each)["hp"] for each in hurt} == hurt


@pytest.mark.parametrize(
    ("lines", "hurt"),
    [
        (("damage 4d6", "self: damage 4d6"), {"ari", "ogre"}),
        (("self: damage 4d6", "damage 4d6"), {"ari", "ogre"}),
        (("self: damage 4d6", "damage 4d6 fire"), None),
    ],
)
def test_damage_to_the_targets_and_the_user_is_rolled_once(
    tmp_path: Path, lines: tuple[str, str], hurt: set[str] | None
) -> None:
    burst = f'{{ name = "Burst", effects = ["{lines[0]}", "{lines[1]}"] }}, '
    fought = fight(tmp_path, head=HEAD.replace("power = [{ name", f"power = [{burst}{{ name"))
    log = fought.log("use burst ogre")
    assert sum("4d6 (" in each for each in log) == (1 if hurt else 2)
    if hurt:
        assert 44 - fought.creature("ari")["hp"] == 40 - fought.creature("ogre")["hp"] > 0


def test_damage_is_not_divided_where_each_target_saves(tmp_path: Path) -> None:
    power = '[[creature.power]]\nname = "Rain"\nsave = "dex 15"\neffects = ["damage 30 split"]\n'
    with pytest.raises(EncounterFaults) as wrong:
        fight(tmp_path, power, head=HEAD.replace("orcus", "srd5"))
    assert "power[1].effects[1]: with a save, damage is divided in a line of `always`" in str(wrong.value)


def test_use_runs_a_power_with_an_attack_roll_as_attack_does(tmp_path: Path) -> None:
    fought = fight(tmp_path, "", "use strike ogre face 15 hit 9")
    assert fought.creature("ogre")["hp"] == 31
    assert "needs a target" in fought.error("use strike by ari")


STANCE = (
    '{ name = "Wasp", action = "swift", use = "encounter", range = "melee 1", tags = ["stance"], attack = "+6 vs AC", '
    'damage = "3", always = [\'self: bonus +1 attack until "the stance ends"\'] }, '
)


def test_a_stance_that_also_attacks_is_entered_and_its_attack_offered(tmp_path: Path) -> None:
    fought = fight(tmp_path, head=HEAD.replace("power = [{ name", f"power = [{STANCE}{{ name"))
    fought.run("use wasp")
    assert [each["name"] for each in fought.creature("ari")["effects"]] == ["attack"]
    assert fought.creature("ari")["actions"]["swift"] == 0
    assert [each["line"] for each in fought.state["offers"]] == ["attack Wasp by ari"]
    fought.run("accept ogre face 15")
    assert fought.creature("ogre")["hp"] == 37
    assert len(fought.creature("ari")["effects"]) == 1
    assert fought.creature("ari")["actions"]["swift"] == 0
    assert fought.creature("ari")["spent"] == ["Wasp"]
    fought.run("undo", "undo", "use wasp ogre")
    assert [each["line"] for each in fought.state["offers"]] == ["attack Wasp ogre by ari"]


SWEEP = 'power = [{ name = "Sweep", attack = "+5 vs AC", damage = "4", targets = "1d3" }, '
MIST = '{ name = "Mist", damage = "4", targets = 1 }]\n'


@pytest.mark.parametrize("line", ["attack sweep by ogre", "use sweep by ogre"])
def test_the_number_of_targets_is_rolled_if_no_target_is_named(tmp_path: Path, line: str) -> None:
    fought = fight(tmp_path, SWEEP + MIST)
    before = fought.state
    (said,) = fought.log(line)
    assert said.startswith("Ogre – Sweep, number of targets: 1d3 (")
    assert fought.state == before


def test_more_targets_than_a_power_has_are_refused(tmp_path: Path) -> None:
    fought = fight(tmp_path, SWEEP + MIST)
    assert "targets of Mist: 1 at most; use `use!` to override" in fought.error("use mist ari,ogre by ogre")
    fought.run("use! mist ari,ogre by ogre", "attack sweep ari face 18 by ogre")
    assert fought.creature("ari")["hp"] == 36


def test_a_counter_in_a_line_belongs_to_the_user(tmp_path: Path) -> None:
    ogre = "counters = { rage = 3 }\n" + trait('"hit"', "counter rage -1")
    assert fight(tmp_path, ogre, HIT).creature("ogre")["counters"] == {"rage": 2}


class OneWolf(NoLibrary):
    """A library with a wolf."""

    def find(self, system: System, name: str) -> Mapping[str, Any] | None:
        return values_from_table({"name": "Wolf", "max_hp": 9}, system) if name.casefold() == "wolf" else None


CALLS = (
    'power = [{ name = "Call", action = "free", range = "self", effects = [\'summon "Wolf" x2\'] }, '
    '{ name = "Howl", action = "free", range = "self", effects = ["offer summon Ari"] }, '
    '{ name = "Change", action = "free", range = "self", effects = ["become Wolf"] }, '
    '{ name = "Shout", action = "free", range = "self", effects = ["summon Bear"] }]\n'
)


def test_lines_summon_and_change_the_user_with_creatures_of_the_library(tmp_path: Path) -> None:
    fought = fight(tmp_path, CALLS)
    fought.session.library = OneWolf()
    assert any("neither in the fight nor in the library" in each for each in fought.log("use shout by ogre"))
    fought.run("use call by ogre", "use howl by ogre")
    assert fought.creature("wolf2")["side"] == "foes"
    assert [each["line"] for each in fought.state["offers"]] == ["summon Ari by ogre"]
    fought.run("accept", "use change by ogre")
    assert fought.creature("ari2")["side"] == "foes"
    assert fought.creature("ogre")["max_hp"] == 9


def test_lines_of_an_event_find_creatures_of_the_library(tmp_path: Path) -> None:
    fought = fight(tmp_path, '[[event]]\nat = "ogre staggered"\ndo = ["add wolf"]\n')
    fought.session.library = OneWolf()
    fought.run("damage ogre 25")
    assert fought.creature("wolf")["hp"] == 9


# Words in files


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


# Opportunity attacks, and offers between turns


TARGETS_STORED = 'targets = [\n    "ari",\n]\n'


def test_a_shot_offers_opportunity_attacks_in_orcus(tmp_path: Path) -> None:
    bow = HEAD.replace('name = "Strike"', 'name = "Bow", range = "ranged 20"')
    club = 'power = [{ name = "Club", attack = "+5 vs AC", damage = "4" }]\n'
    fought = fight(tmp_path, club, "attack bow ogre face 2", head=bow)
    assert [each["line"] for each in fought.state["offers"]] == ["attack Club ari opportunity by ogre"]
    fought.run("kill ari")
    assert fought.state["offers"] == []
    fought.run("undo", "accept face 18")
    assert fought.creature("ogre")["actions"]["immediate"] == 0


@pytest.mark.parametrize("stored", [TARGETS_STORED, ""], ids=["with targets", "of an older program"])
def test_a_stored_offer_lapses_when_its_targets_die(stored: str, tmp_path: Path) -> None:
    bow = HEAD.replace('name = "Strike"', 'name = "Bow", range = "ranged 20"')
    club = 'power = [{ name = "Club", attack = "+5 vs AC", damage = "4" }]\n'
    text = fight_text(fight(tmp_path, club, "attack bow ogre face 2", head=bow).session.fight)
    assert text.count(TARGETS_STORED) == 1
    path = tmp_path / "stored.toml"
    path.write_text(text.replace(TARGETS_STORED, stored), encoding="utf-8")
    fought = Fought(path)
    assert [each["line"] for each in fought.state["offers"]] == ["attack Club ari opportunity by ogre"]
    fought.run("kill ari")
    assert fought.state["offers"] == []


GOBLINS = """[[creature]]
name = "Goblin"
count = 3
max_hp = 40
defenses = { ac = 12 }
power = [{ name = "Club", attack = "+5 vs AC", damage = "4" }]
[[creature]]
name = "Wolf"
max_hp = 40
power = [{ name = "Bite", attack = "+5 vs AC", damage = "4" }]
"""
IN_ORDER = ("init ari 20", "init goblin* 10", "init wolf 5", "init ogre 4", "begin")


def shot_at_goblins(tmp_path: Path) -> Fought:
    bow = HEAD.replace('name = "Strike"', 'name = "Bow", range = "ranged 20"')
    return fight(tmp_path, GOBLINS, head=bow, begin=IN_ORDER)


def test_equal_offers_share_a_line_of_the_log_and_are_accepted_together(tmp_path: Path) -> None:
    fought = shot_at_goblins(tmp_path)
    log = fought.log("attack bow ogre face 2")
    assert "Goblin 1–3 – offers 1–3 (opportunity): `attack Club ari opportunity`" in log
    assert "Wolf – offer 4 (opportunity): `attack Bite ari opportunity by wolf`" in log
    log = fought.log("accept 1-3 18,2,19 5")
    assert log[0].startswith("Goblin 1 – offer 1-3: `attack Club ari opportunity 18,2,19 5 by goblin1,goblin2,goblin3`")
    assert fought.creature("ari")["hp"] == 34
    assert [each["id"] for each in fought.state["offers"]] == [4]
    assert [fought.creature(f"goblin{each}")["actions"]["immediate"] for each in (1, 2, 3)] == [0, 0, 0]
    fought.run("undo")
    assert [each["id"] for each in fought.state["offers"]] == [1, 2, 3, 4]


def test_a_range_leaves_out_offers_that_are_closed(tmp_path: Path) -> None:
    fought = shot_at_goblins(tmp_path)
    fought.run("attack bow ogre face 2", "accept 2 face 2", "accept 1-3 2,2")
    assert [each["id"] for each in fought.state["offers"]] == [4]
    assert "offer 1 is closed" in fought.error("accept 1-3")


def test_offers_that_are_not_alike_are_not_accepted_together(tmp_path: Path) -> None:
    fought = shot_at_goblins(tmp_path)
    fought.run("attack bow ogre face 2")
    assert "only if they are alike" in fought.error("accept 1-4")
    assert "there is no offer 5" in fought.error("accept 5-99999999")


DRAGON = """format = 1
system = "srd5"
[[creature]]
name = "Ari"
kind = "pc"
max_hp = 44
power = [{ name = "Fire", save = "dex 15", damage = "28 fire", saved = "half", action = "free" }]
[[creature]]
name = "Dragon"
max_hp = 200
legendary = 3
counters = { "legendary resistance" = 1 }
defenses = { ac = 18 }
power = [
  { name = "Tail", action = "legendary", attack = "+9 vs AC", damage = "8" },
  { name = "Eruption", action = "lair", save = "dex 15", damage = "10" },
]
[[creature]]
name = "Cat"
max_hp = 20
"""
ORDER = ("init ari 22", "init dragon 10", "init cat 5", "begin")


def lines_offered(state: dict[str, Any]) -> list[tuple[str, str]]:
    return [(each["because"], each["line"]) for each in state["offers"]]


def test_legendary_and_lair_actions_are_offered_between_turns(tmp_path: Path) -> None:
    fought = fight(tmp_path, "", "next", head=DRAGON, begin=ORDER)
    between = [("legendary", "use Tail by dragon"), ("lair", "use Eruption by dragon")]
    assert lines_offered(fought.state) == between
    fought.run("next")
    assert lines_offered(fought.state) == []
    fought.run("next")
    assert lines_offered(fought.state) == between[:1]


def test_legendary_actions_share_a_line_of_the_log_with_their_costs(tmp_path: Path) -> None:
    wing = '  { name = "Wing Attack", action = "legendary+legendary", damage = "4" },\n'
    head = DRAGON.replace('  { name = "Eruption"', f'{wing}  {{ name = "Eruption"')
    fought = fight(tmp_path, "", head=head, begin=ORDER)
    log = [line for line in fought.log("next") if "legendary" in line]
    assert log == ["Dragon – offers 1–2 (legendary): 1 Tail (costs 1 of 3), 2 Wing Attack (costs 2 of 3)"]


def test_an_offer_repeated_every_turn_keeps_its_number(tmp_path: Path) -> None:
    wing = '  { name = "Wing Attack", action = "legendary+legendary", damage = "4" },\n'
    ari, dragon = DRAGON.replace('  { name = "Eruption"', f'{wing}  {{ name = "Eruption"').split("[[creature]]")[1:3]
    cor = '\nname = "Cor"\nkind = "pc"\nmax_hp = 30\n'
    head = "[[creature]]".join((DRAGON.split("[[creature]]")[0], ari, dragon, cor, '\nname = "Cat"\nmax_hp = 20\n'))
    fought = fight(tmp_path, "", head=head, begin=("init cor 19", *ORDER))

    def offered() -> list[tuple[int, str]]:
        return [(each["id"], each["line"]) for each in fought.state["offers"] if each["because"] == "legendary"]

    tail, wings = (1, "use Tail by dragon"), (2, 'use "Wing Attack" by dragon')
    fought.run("init dragon 1", "next")
    assert offered() == [tail, wings]
    fought.run("next")
    assert offered() == [tail, wings], "the dragon may still take them"
    fought.run("decline 1")
    assert "offer 1 is closed" in fought.error("accept 1 ari")
    log = [line for line in fought.log("next") if "legendary" in line]
    assert log == ["Dragon – offers 2, 4 (legendary): 2 Wing Attack (costs 2 of 3), 4 Tail (costs 1 of 3)"]
    assert offered() == [wings, (4, tail[1])]
    fought.run("next", "next")
    assert [number for number, _ in offered()] == [5, 6], "its own turn has come in between"
    fought.run("undo 4")
    assert offered() == [tail, wings]


def test_the_same_lair_action_is_not_taken_in_two_rounds_in_a_row(tmp_path: Path) -> None:
    fought = fight(tmp_path, "", "next", "accept 2 ari face 20", head=DRAGON, begin=ORDER)
    assert "Eruption was used in this round or the last one" in fought.error("use eruption ari face 20 by dragon")
    fought.run("next", "next", "next")
    assert lines_offered(fought.state) == [("legendary", "use Tail by dragon")]
    assert "use `use!` to override" in fought.error("use eruption ari face 20 by dragon")
    fought.run("next", "next", "next")
    assert ("lair", "use Eruption by dragon") in lines_offered(fought.state)
    fought.run("use eruption ari face 20 by dragon")


def test_legendary_resistance_is_offered_after_a_failed_save(tmp_path: Path) -> None:
    fought = fight(tmp_path, "", "use fire dragon face 2", head=DRAGON, begin=ORDER)
    assert lines_offered(fought.state) == [("fails", "legendary dragon last")]
    assert fought.creature("dragon")["hp"] == 172
    fought.run("accept")
    assert fought.creature("dragon")["hp"] == 186
    assert fought.creature("dragon")["counters"]["legendary resistance"] == 0
    fought.run("undo")
    assert fought.creature("dragon")["hp"] == 172


def test_lines_of_an_event_are_carried_out_and_offered(tmp_path: Path) -> None:
    event = '[[event]]\nat = "ogre staggered"\ndo = ["damage ari 5", "enter nobody"]\nline = "heal ogre 3"\n'
    fought = fight(tmp_path, event, "damage ogre 25")
    assert fought.creature("ari")["hp"] == 39
    assert [each["line"] for each in fought.state["offers"]] == ["heal ogre 3"]


def test_an_event_offers_nothing_to_the_dead_but_a_revival(tmp_path: Path) -> None:
    lines = ("damage ogre 5", "revive ogre", "damage ogre,ari 5")
    events = "".join(f'[[event]]\nat = "round 2"\ntext = "{line}"\nline = "{line}"\n' for line in lines)
    fought = fight(tmp_path, events, "kill ogre", "next")
    assert fought.state["round"] == 2
    assert [each["line"] for each in fought.state["offers"]] == ["revive ogre", "damage ogre,ari 5"]
    fought.run("kill ari")
    assert [each["line"] for each in fought.state["offers"]] == ["revive ogre"]


def test_a_trait_whose_lines_all_depend_on_other_facts_is_not_named(tmp_path: Path) -> None:
    fought = fight(tmp_path, trait('"hit"', "if melee: damage 1", "each grappled: damage 1"))
    assert "Spikes" not in " ".join(fought.log("damage ogre 5 ranged by ari"))
    assert "Ogre – hit: Spikes" in fought.log("damage ogre 5 melee by ari")


def test_a_line_for_each_creature_with_an_effect_of_the_user_leaves_others_out(tmp_path: Path) -> None:
    fought = fight(tmp_path, trait('"turn start"', "each grappled: damage 3"), "apply ari grappled by ogre")
    assert not any("Spikes" in line for line in fought.log("apply ogre grappled by ari"))
    fought.run("next")
    assert (fought.creature("ari")["hp"], fought.creature("ogre")["hp"]) == (41, 40)


def test_offers_with_another_between_their_numbers_are_not_alike() -> None:
    names = ("goblin-1", "orc", "goblin-2", "goblin-3")
    offers = tuple(
        Offer(number, name, "a shot", (OfferedLine("damage hero 1", name),)) for number, name in enumerate(names, 1)
    )
    fight = Fight(
        "A shot",
        "orcus",
        sheets={each: Sheet(name=each, group=each.partition("-")[0]) for each in names},
        states={},
        offers=offers,
    )
    assert [[each.id for each in alike_offers(fight, offer)] for offer in offers] == [[1], [2], [3, 4], [3, 4]]
