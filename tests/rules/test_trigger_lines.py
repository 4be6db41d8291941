"""Lines of powers and traits: cases, choices, further attacks, divided damage, summons."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from orcus_tui.commands.context import NoLibrary
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.fight_tables import values_from_table
from orcus_tui.storage.encounter.read import EncounterFaults
from tests.helpers.fights.ogre_fight import HEAD, HIT, fight, trait


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


def test_a_trait_whose_lines_all_depend_on_other_facts_is_not_named(tmp_path: Path) -> None:
    fought = fight(tmp_path, trait('"hit"', "if melee: damage 1", "each grappled: damage 1"))
    assert "Spikes" not in " ".join(fought.log("damage ogre 5 ranged by ari"))
    assert "Ogre – hit: Spikes" in fought.log("damage ogre 5 melee by ari")


def test_a_line_for_each_creature_with_an_effect_of_the_user_leaves_others_out(tmp_path: Path) -> None:
    fought = fight(tmp_path, trait('"turn start"', "each grappled: damage 3"), "apply ari grappled by ogre")
    assert not any("Spikes" in line for line in fought.log("apply ogre grappled by ari"))
    fought.run("next")
    assert (fought.creature("ari")["hp"], fought.creature("ogre")["hp"]) == (41, 40)
