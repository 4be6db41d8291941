"""SRD 5.1: actions in other turns, spells, legendary actions, flight, and the options for them."""

import pytest

from orcus_tui.storage.encounter.read import EncounterFaults
from tests.helpers.casts.srd5 import Srd5, duel, goblins, ilen, mage, ogre, start_fight, turn, vara
from tests.helpers.fights.played import Played, creature, power
from tests.helpers.fights.readings import preview_line

TAIL = power("Tail", 'attack = "+7 vs AC"\ndamage = "5"\naction = "legendary"')
WINGS = power("Wings", 'effects = ["apply prone"]\naction = "legendary+legendary"')


def dragon() -> Played:
    """Vara's turn; the dragon comes next."""
    own = f"max_hp = 200\ndefenses = {{ ac = 19 }}\nlegendary = 3\n{turn(15)}"
    return start_fight(vara(turn(20)), ilen(turn(17)), creature("Dragon", own, TAIL, WINGS))


# Actions, reactions, spells


@pytest.mark.parametrize("line", ["do hide by vara", "do grapple goblin1 by vara", "dodge vara", "do shift by vara"])
def test_an_action_in_another_turn_costs_the_reaction(line: str) -> None:
    fight = duel().play("next", line)
    assert fight["vara"]["actions"] == {"open": 1, "move": 1, "bonus": 0, "reaction": 0}
    fight.play("do drop by vara")
    assert not fight.logs("allowed anyway")
    fight.play("do cover ogre by vara")
    assert [line for line in fight.log if "no reaction left" in line] == ["Vara has no reaction left; allowed anyway"]


def test_a_readied_action_costs_its_actions() -> None:
    fight = duel().play('ready "it comes"', "next", "act vara", "do grapple goblin1 by vara")
    assert fight["vara"]["actions"]["reaction"] == 0
    assert not fight.logs("allowed anyway")


def test_an_opportunity_attack_on_a_disengaged_creature_is_noted() -> None:
    fight = duel().play("next", "do disengage", "attack greataxe goblin1 by vara", dice="2")
    assert fight.logs("Goblin 1 has disengaged: no opportunity attack; allowed anyway")
    fight = duel().play("next", "do disengage", "attack greataxe goblin2 by vara", dice="2")
    assert not fight.logs("has disengaged")
    fight = duel().play(
        'ready "it goes"', "next", "do disengage", "act vara", "attack greataxe goblin1 by vara", dice="2"
    )
    assert not fight.logs("has disengaged")


def test_evading_avoids_a_single_opportunity_attack() -> None:
    fight = start_fight(goblins(turn(20)), vara(turn(15)), ilen(turn(10), power("Staff", 'attack = "+2 vs AC"')))
    fight.play("do evade", "attack greataxe goblin1 by vara")
    assert fight.logs("Goblin 1 avoids Vara's opportunity attack")
    assert fight["vara"]["actions"]["reaction"] == 0
    fight.shows("goblin1", conditions=[]).play("attack staff goblin1 by ilen", dice="2")
    fight = duel().play("next", "do evade", "spent vara opportunity").shows("goblin1", conditions=[])
    assert fight.logs("Goblin 1 avoids Vara's opportunity attack")


def test_clearing_the_eyes_helps_only_against_particles() -> None:
    fight = duel().play("apply vara blinded by ogre")
    assert "nothing in its eyes" in fight.refused("do clear")
    fight = duel().play("do particles goblin1", "apply goblin1 sightless sont", "apply goblin1 blinded by ogre", "next")
    fight.play("do clear")
    assert [each["source"] for each in fight["goblin1"]["effects"] if each["name"] == "blinded"] == ["ogre"]


def test_a_spell_may_take_several_actions_and_a_converted_one() -> None:
    fight = mage().play("use storm ogre")
    assert fight["ilen"]["actions"] == {"open": 0, "move": 0, "bonus": 0, "reaction": 1}
    fight = mage().play("convert", "use storm ogre")
    assert fight["ilen"]["actions"] == {"open": 0, "move": 0, "bonus": 0, "reaction": 1}
    fight = mage().play("next", "use storm ogre by ilen")
    assert fight["ilen"]["actions"]["reaction"] == 0
    assert not fight.logs("allowed anyway")


@pytest.mark.parametrize(
    ("action", "fault"),
    [("open+mve", 'unknown action "mve" (did you mean "move"?)'), ("open+free", "free is not counted as an action")],
)
def test_several_actions_are_kinds_that_a_turn_counts(action: str, fault: str) -> None:
    with pytest.raises(EncounterFaults) as found:
        Srd5(ilen("", power("Storm", f'action = "{action}"')))
    assert fault in str(found.value)


def test_a_second_spell_in_a_turn_is_noted() -> None:
    fight = mage().play("attack spark ogre", dice="2")
    assert not fight.logs("second spell")
    fight.play("use storm ogre")
    assert fight.logs("Ilen casts a second spell this turn; allowed anyway")
    fight.play("next", "use shield ilen by ilen")
    assert not fight.logs("second spell")


# Legendary actions


def test_legendary_actions_are_spent_after_the_turns_of_others_and_come_back() -> None:
    fight = dragon().shows("dragon", counters={"legendary": 3})
    fight.play("attack tail vara by dragon", dice="2").shows("dragon", counters={"legendary": 2})
    assert fight["dragon"]["actions"]["reaction"] == 1
    assert fight.play("show dragon").logs("legendary actions 2 of 3")
    fight.play("next", "use wings vara by dragon").shows("dragon", counters={"legendary": 0})
    assert not fight.logs("allowed anyway")
    fight.play("next").shows("dragon", counters={"legendary": 3})


def test_a_cost_in_legendary_actions_is_the_whole_cost() -> None:
    tail = power("Tail", 'effects = ["apply prone"]\naction = "legendary"\ncost = ["legendary 2", "rage 1"]')
    own = f"max_hp = 200\nlegendary = 3\ncounters = {{ rage = 4 }}\n{turn(15)}"
    fight = start_fight(vara(turn(20)), ilen(turn(17)), creature("Dragon", own, tail)).play("next")
    fight.play("accept vara").shows("dragon", counters={"legendary": 1, "rage": 3})
    assert not fight.play("next").state["offers"]


def test_an_unknown_legendary_action_is_noted() -> None:
    fight = dragon().play("attack tail vara by dragon", "attack tail ilen by dragon", dice="2 2")
    assert fight.logs("second legendary action after one turn; allowed anyway")
    fight.play("next", "counter dragon.legendary 0", "attack tail ilen by dragon", dice="2")
    assert fight.logs("Dragon has no legendary action left; allowed anyway")
    fight.play("next", "attack tail vara", dice="2")
    assert fight.logs("legendary action in its own turn; allowed anyway")
    assert "incapacitated" in fight.play("next", "apply dragon stunned").refused("attack tail vara by dragon")


def test_the_preview_of_an_offered_legendary_action_is_of_the_turn_before() -> None:
    session = dragon().play("next", "next").session
    lines = " ".join(preview_line("accept vara", session.context))
    assert "24 → 19" in lines
    assert "in its own turn" not in lines


def test_the_count_of_legendary_actions_is_a_number() -> None:
    with pytest.raises(EncounterFaults, match=r"creature\[1\].legendary: expected a whole number"):
        Srd5(ogre('legendary = "3"'))
    with pytest.raises(EncounterFaults, match="Orcus has no legendary actions"):
        Played(creature("Ogre", "max_hp = 9\nlegendary = 3"))


# Conditions, actions, flight


def test_an_adjacent_foe_hinders_ranged_attacks_and_unsteady_ground_all_attacks() -> None:
    fight = mage().play("apply ilen engaged", "attack bolt ogre", dice="12 2")
    assert fight.logs("disadvantage (engaged)")
    duel().play("apply vara engaged", "attack greataxe ogre", dice="2")
    fight = duel().play("apply vara unstable", "attack greataxe ogre", dice="12 2")
    fight.play("check vara str 10 ability", dice="12 2")
    assert fight.logs("disadvantage (unstable)")


def test_a_typed_die_says_the_advantage_that_the_table_rolled_it_with() -> None:
    fight = duel().play("apply vara helped", "attack greataxe ogre face 2")
    assert fight.logs("Vara has advantage (helped)")
    fight.play("apply vara helped+poisoned", "attack! greataxe ogre face 2")
    assert fight.logs("Vara rolls one die: advantage (helped) and disadvantage (poisoned) cancel out")


def test_a_check_uses_up_one_of_two_helpers() -> None:
    fight = duel().play("apply vara helped", "apply vara helped", "check vara str 10 ability", dice="12 2")
    assert fight.names("vara") == ["helped"]


def test_a_save_uses_up_what_was_for_the_next_save_and_leaves_what_is_for_a_check() -> None:
    fight = duel().play("apply vara helped", "bonus vara +2 saves once", "check vara con 10 save", dice="12")
    assert fight.names("vara") == ["helped"]


@pytest.mark.parametrize(
    ("action", "slot"),
    [
        ("overrun ogre", "move"),
        ("tumble", "open"),
        ("disarm ogre", "open"),
        ("catch", "reaction"),
        ("study", "open"),
        ("search", "open"),
        ("investigate", "open"),
        ("shoveprone ogre", "open"),
        ("fly", "open"),
    ],
)
def test_the_actions_of_the_chapter_are_there_and_cost_their_slot(action: str, slot: str) -> None:
    fight = duel().play(f"do {action}")
    assert fight["vara"]["actions"][slot] == 0
    assert fight.log


def test_shoving_may_also_knock_prone() -> None:
    duel().play("do shoveprone ogre").shows("ogre", conditions=["prone"])


@pytest.mark.parametrize("line", ["apply vara prone", "apply vara grappled", "apply vara paralyzed+restrained"])
def test_a_flyer_brought_down_falls(line: str) -> None:
    fight = duel().play("do fly").shows("vara", conditions=["flying"]).play(line)
    assert fight.log.count("Vara falls from the air, unless it hovers") == 1
    assert "flying" not in fight["vara"]["conditions"]


def test_a_flyer_has_a_reminder_and_a_hovering_creature_has_none() -> None:
    fly, hover = 'speed = "30 ft., fly 60 ft."', 'speed = "fly 60 ft. (hover)"'
    fight = start_fight(vara(f"{fly}\n{turn(20)}"), ogre(f"{hover}\n{turn(10)}")).play("apply vara prone")
    assert fight.logs("Vara falls if it is in the air, unless it hovers")
    assert not fight.play("apply vara deafened").logs("falls")
    assert not fight.play("apply ogre prone").logs("falls")
    fight.play("next", "do fly", "do land")
    assert "is not flying" in fight.refused("do land")
    assert "grappled" in fight.play("apply ogre grappled").refused("do fly")


def test_no_log_line_says_staggered() -> None:
    fight = duel().play("damage ogre 50", "show ogre")
    assert not fight.logs("staggered")


def test_no_creature_is_staggered() -> None:
    fight = duel().play("damage ogre 40")
    assert fight.refused("apply @staggered prone") == '"@staggered": SRD 5.1 has no staggered creatures'
    assert fight["ogre"]["staggered"]


# Options


def test_dodging_costs_the_action_of_the_option() -> None:
    for action in ("dodge", "do dodge", "do dive"):
        assert duel().play(action)["vara"]["actions"] == {"open": 0, "move": 1, "bonus": 0, "reaction": 1}
        fight = duel('dodge_action = "move"').play(action)
        assert fight["vara"]["actions"] == {"open": 1, "move": 0, "bonus": 0, "reaction": 1}


def test_cleaving_from_any_attack_is_an_option() -> None:
    fight = start_fight(ilen(turn(20)), goblins(turn(10))).play("attack bolt goblin1", dice="15 9")
    assert "no damage left over" in fight.refused("do cleave goblin2")
    fight = start_fight(ilen(turn(20)), goblins(turn(10)), options='cleave_from = "any"')
    fight.play("attack bolt goblin1", "do cleave goblin2", dice="15 9").shows("goblin2", hp=5)


def test_the_incapacitated_may_move_by_option() -> None:
    assert set(duel().play("apply vara incapacitated")["vara"]["actions"].values()) == {0}
    fight = duel("incapacitated_moves = true").play("apply vara incapacitated")
    assert fight["vara"]["actions"] == {"open": 0, "move": 1, "bonus": 0, "reaction": 0}
    assert "incapacitated" in fight.refused("attack greataxe ogre")
    assert set(fight.play("apply vara stunned")["vara"]["actions"].values()) == {0}


@pytest.mark.parametrize("system", ["srd5", "srd5-plain"])
def test_the_darts_of_magic_missile_are_one_spell(system: str) -> None:
    own = 'kind = "pc"\nmax_hp = 15\npowers = ["Magic Missile"]\ncasting = { dc = 13, level = 3 }'
    caster = creature("Ilen", f"{own}\nresources = {{ slot1 = {{ max = 4 }} }}")
    fight = Played(caster, ogre(), system=system).play("init ilen 20", "init ogre 1", "begin")
    fight.play("use magic missile ogre", dice="1 2 3").shows("ogre", hp=59 - 9)
    assert not fight.logs("allowed anyway")
