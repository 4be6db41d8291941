"""SRD 5.1 as printed, as differences from the rules with open and move actions: a worked fight, and each difference."""

from functools import partial
from pathlib import Path

import pytest

from orcus_tui.importers.format_detection import read_source
from orcus_tui.library.library import Library
from orcus_tui.library.saved_creatures import SaveOptions
from orcus_tui.screen.dialogs.import_source import Conversion, Destination, refuse_others
from orcus_tui.session.lookup import card
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS, building
from tests.helpers.casts.srd5 import SNARE, goblins, ogre, vara
from tests.helpers.fights.played import Played, power, turn
from tests.helpers.fights.readings import complete
from tests.helpers.imports.reed_stalker import OF_2014
from tests.helpers.project.files import ROOT

Plain = partial(Played, system="srd5-plain")

TWICE = power("Multiattack", 'multiattack = ["Greataxe x2"]')
KICK = power("Kick", 'action = "bonus"\nattack = "+4 vs AC"\ndamage = "1d4"\nrange = "melee"')
SPELLS = (
    power("Dart", 'attack = "+5 vs AC"\ndamage = "1d10 fire"\nrange = "ranged"\ntags = ["spell"]'),
    power("Burst", 'use = "daily"\nsave = "dex 13"\ndamage = "8 fire"\nsaved = "half"\ntags = ["spell"]'),
    power("Word", 'action = "bonus"\neffects = ["heal 5"]\ntags = ["spell"]'),
)


def duel(*powers: str, options: str = "") -> Played:
    """Vara's turn; three goblins and an ogre come after."""
    return Plain(vara(turn(20), *powers), goblins(turn(15)), ogre(turn(10)), options=options).play("begin")


def test_a_worked_fight() -> None:
    fight = Plain(vara("", KICK), goblins("", 2), ogre())
    fight.play("begin", dice="13 12 20")
    assert fight.state["order"] == ["ogre", "vara", "goblin1", "goblin2"]
    assert list(fight["ogre"]["actions"].items()) == [("action", 1), ("move", 1), ("bonus", 0), ("reaction", 1)]
    fight.play("attack greatclub vara", dice="15 4 4").shows("vara", hp=12)
    fight.shows("ogre", actions={"action": 0, "move": 1, "bonus": 0, "reaction": 1})
    fight.play("next").shows("vara", actions={"action": 1, "move": 1, "bonus": 1, "reaction": 1})
    fight.play("spent vara move", "attack greataxe goblin1", dice="15 9").shows("goblin1", hp=0, state="dead")
    fight.play("attack kick goblin2", dice="20 3 2").shows("goblin2", hp=2)
    fight.shows("vara", actions={"action": 0, "move": 0, "bonus": 0, "reaction": 1})
    assert fight.play("spent vara move").logs("Vara has no move action left; allowed anyway")
    fight.play("next")
    fight.play("spent vara opportunity", "attack greataxe goblin2 by vara", dice="2")
    fight.shows("vara", actions={"action": 0, "move": 0, "bonus": 0, "reaction": 0})
    assert fight.play("next", "do dodge by vara").logs("Vara has no reaction left; allowed anyway")


def test_a_bonus_action_has_to_be_granted_and_an_action_is_not_converted() -> None:
    fight = duel()
    assert "no bonus action" in fight.refused("spent vara bonus")
    assert "convert" in fight.refused("convert")
    fight.play("spent vara open", "spent vara move")
    fight.shows("vara", actions={"action": 0, "move": 0, "bonus": 0, "reaction": 1})
    assert duel().play("counter vara.bonus 1")["vara"]["actions"]["bonus"] == 1


def test_an_action_is_never_traded_for_movement() -> None:
    fight = duel().play("spent vara move", "apply vara prone").play("do stand")
    assert fight.logs("no move action left; allowed anyway")
    fight.shows("vara", conditions=[], actions={"action": 1, "move": 0, "bonus": 0, "reaction": 1})
    assert fight.play("do dash").logs("Vara dashes: it moves its speed again")
    assert fight["vara"]["actions"]["action"] == 0


@pytest.mark.parametrize("line", ["dash", "disengage", "dodge", "hide", "search", "object", "help goblin1 by ogre"])
def test_the_actions_of_the_rules_cost_the_action(line: str) -> None:
    fight = Plain(vara(turn(20)), goblins(turn(5)), ogre(turn(10))).play("begin")
    fight.play("next" if "ogre" in line else "note vara ready", f"do {line}")
    assert fight["ogre" if "ogre" in line else "vara"]["actions"]["action"] == 0


def test_a_grapple_or_a_shove_takes_the_place_of_one_of_several_attacks() -> None:
    fight = duel(TWICE).play("do grapple goblin1", "attack greataxe goblin2", dice="3")
    assert not fight.logs("allowed anyway")
    fight.shows("goblin1", conditions=["grappled"]).shows(
        "vara", actions={"action": 0, "move": 1, "bonus": 0, "reaction": 1}
    )
    assert fight.play("do shoveprone goblin3").logs("Vara has no action left; allowed anyway")
    fight = duel().play("do shove goblin1").play("attack greataxe goblin2", dice="3")
    assert fight.logs("Vara has no action left; allowed anyway")
    fight = duel(TWICE).play("attack multiattack goblin1,goblin2", dice="3 3").play("do grapple goblin1")
    assert fight.logs("Vara has no action left; allowed anyway")


def test_another_turn_starts_with_all_attacks() -> None:
    fight = duel(TWICE).play("do grapple goblin1", *["next"] * 5, "do grapple goblin2")
    assert fight["vara"]["actions"]["action"] == 0


def test_nothing_cleaves() -> None:
    fight = duel().play("attack greataxe goblin1", dice="15 12").shows("goblin1", hp=0)
    fight.shows("vara", effects=[])
    assert not fight.logs("left over")
    assert "has no action" in fight.refused("do cleave goblin2")
    assert "cleaving" in fight.refused("option cleaving off")


def test_damage_tests_concentration_by_constitution_and_nothing_else_does() -> None:
    fight = duel()
    fight.play("apply vara concentrating", "next", "do shove vara by ogre").shows("vara", conditions=["concentrating"])
    fight.play("damage vara 6", dice="7").shows("vara", conditions=[])
    assert fight.logs("Vara rolls a Con save: 7 + 2 (con) = 9 vs DC 10 – failed")
    fight.play("apply vara concentrating", "ask all", "damage vara 3")
    assert fight.logs("Vara needs a Con save of 10 to keep concentrating")


def test_there_is_no_mana() -> None:
    assert "mana" in duel().refused("check vara mana 12")
    with pytest.raises(StorageError, match="mana"):
        Plain(vara("abilities = { mana = 12 }"))


def test_a_spell_next_to_one_with_a_bonus_action_is_noted_unless_it_is_a_cantrip() -> None:
    fight = duel(*SPELLS).play("use word vara").play("attack dart goblin1", dice="2")
    assert not fight.logs("another spell")
    assert duel(*SPELLS).play("use word vara").play("use burst goblin1", dice="19").logs("casts a second spell")
    assert duel(*SPELLS).play("use burst goblin1", dice="19").play("use word vara").logs("casts a second spell")


def test_the_off_hand_has_no_disadvantage_and_the_incapacitated_may_move() -> None:
    off = power("Off", 'action = "bonus"\nattack = "+4 vs AC"\ndamage = "1d4"\nrange = "melee"\ntags = ["offhand"]')
    duel(off).play("attack off goblin1", dice="2")
    fight = duel().play("apply vara incapacitated")
    fight.shows("vara", actions={"action": 0, "move": 1, "bonus": 0, "reaction": 0})
    assert fight.play("apply vara stunned")["vara"]["actions"]["move"] == 0


def test_the_rules_shared_with_srd_5_apply() -> None:
    down = ["incapacitated", "prone", "unconscious"]
    fight = duel(SNARE).play("damage vara 24").shows("vara", state="down", conditions=down)
    fight.play(*["next"] * 5, dice="20").shows("vara", hp=1, conditions=["prone"])
    fight.play("rest long").shows("vara", hp=24)


def test_the_system_has_its_own_words() -> None:
    fight = duel(TWICE)
    text = "\n".join(card(fight.session.view, "vara"))
    assert "1 action, 1 move, 0 bonus, 1 reaction" in text
    words = " ".join(
        (
            *(f"{action.cost} {action.means}" for action in fight.session.system.do_actions.values()),
            *(known.means for known in fight.session.system.conditions.table.values()),
            *(f"{verb.usage} {verb.means}" for verb in fight.session.system.verbs),
        )
    )
    assert not {"open", "Mana", "mana", "cleave", "bind", "convert"} & set(words.replace(",", " ").split())
    context = fight.session.context_for(fight.session.fight)
    kinds = [each.text for each in complete("spent vara ", context)]
    assert {"action", "move", "bonus", "reaction"} <= {*kinds}


def test_it_takes_the_creatures_of_srd_5_1_shipped_or_imported(tmp_path: Path) -> None:
    plain = SYSTEMS["srd5-plain"]
    library = Library(tmp_path)
    assert {each.facts.name for each in library.creatures("srd5-plain")} == {
        each.facts.name for each in library.creatures("srd5")
    }
    found = read_source(OF_2014.encode(), "stalker.txt")
    refuse_others(Destination(plain), Conversion(fight=found.fight), found.creatures)
    library.save(found.system, found.creatures, SaveOptions("stalker"))
    fight = duel()
    fight.session.library = library
    assert list(fight.play("add reed-stalker", dice="8")["reed-stalker"]["actions"])[:2] == ["action", "move"]
    assert library.faults("srd5-plain") == []
    assert building("srd5-plain") is building("srd5")


def test_the_system_is_one_small_module_of_differences() -> None:
    lines = (ROOT / "orcus_tui" / "systems" / "srd5" / "plain.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 155
