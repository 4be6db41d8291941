"""The order in the True SRD, and rounds that keep their count, played in the language."""

import pytest

from tests.helpers.casts.true_srd import TrueSrd, abilities, defenses, guard, now, rin, thug, turns
from tests.helpers.fights.played import creature


def test_ties_go_to_dexterity_before_any_die() -> None:
    quick = creature("Quick", f"initiative = 0\n{defenses(12, 0, 0, 0)}\n{abilities(0, 3)}")
    fight = TrueSrd(rin(), quick).play("begin", dice="10 12")
    assert fight.state["order"] == ["quick", "rin"]


def test_opponents_roll_once_by_option() -> None:
    fight = TrueSrd(rin(), guard(), thug(), options='opponents_roll = "once"').play("begin", dice="10 15")
    assert [fight[each]["initiative"] for each in ("rin", "guard", "thug")] == [12, 17, 16]


@pytest.mark.parametrize("condition", ["deafened", "entangled"])
def test_the_deafened_and_the_entangled_are_slow_to_react(condition: str) -> None:
    TrueSrd(rin(), guard()).play(f"apply rin {condition}", "init rin face 10").shows("rin", initiative=8)


def test_the_unaware_are_asked_for_their_dice_while_the_surprise_round_runs() -> None:
    fight = TrueSrd(rin(), guard(), thug()).play("ask party", "surprise rin,thug", "begin", dice="10")
    assert [(each["creature"], each["kind"]) for each in fight.state["questions"]] == [("rin", "initiative")]
    fight.play("answer 18").shows("rin", initiative=20, actions={"standard": 0, "move": 0})
    fight.play("next", dice="5")
    assert (fight.state["round"], fight.state["active"]) == (1, "rin")
    assert fight.state["order"] == ["rin", "guard", "thug"]


def test_surprise_ends_if_all_creatures_are_surprised() -> None:
    fight = TrueSrd(rin(), guard()).play("surprise @all", "begin", dice="10 5")
    assert fight.state["round"] == 1
    fight.shows("guard", conditions=["flat-footed"])


def test_a_creature_with_uncanny_dodge_is_never_flat_footed() -> None:
    fight = TrueSrd(rin('immune = ["flat-footed"]'), guard()).play("surprise rin", "begin", dice="10")
    assert now(fight, "rin") == 17


def test_newcomers_are_flat_footed_until_they_act() -> None:
    fight = turns().play("add Late defense=12 dodge=3 toughness=1 init=-20", dice="1")
    fight.shows("late", conditions=["flat-footed"])
    fight.play(*["next"] * 3).shows("late", conditions=[])


def test_refocusing_takes_a_turn_and_puts_its_creature_first() -> None:
    fight = turns().play("next", "refocus").shows("guard", actions={"standard": 0, "move": 0}, initiative=15)
    fight.play("next", "next")
    assert (fight.state["active"], fight.state["order"]) == ("guard", ["guard", "rin", "thug"])
    fight.shows("guard", initiative=22, effects=[])


def test_a_delay_that_runs_out_is_a_turn_forfeited() -> None:
    fight = turns().play("delay", "next", "next")
    assert fight.logs("wasted")
    assert fight.state["order"] == ["guard", "thug", "rin"]
    fight.shows("rin", initiative=-12)


def test_the_higher_of_two_expired_delays_comes_first() -> None:
    fight = turns().play("delay", "next", "delay")
    assert fight.state["order"] == ["guard", "thug", "rin"]
    assert [fight[each]["initiative"] for each in ("guard", "thug", "rin")] == [15, -11, -12]


def test_delays_to_the_same_count_act_in_order_of_their_bonus() -> None:
    fight = turns().play("delay 0", "next", "delay 0")
    assert fight.state["active"] == "rin"
    fight.play("next")
    assert fight.state["active"] == "thug"


def test_a_readied_action_is_ahead_of_its_trigger_from_then_on() -> None:
    fight = turns().play('ready "the thug moves"', "next", "next", "act rin").shows("rin", initiative=10)
    assert (fight.state["order"], fight.state["active"]) == (["guard", "rin", "thug"], "thug")
    fight = turns('ready_tie = "behind"').play('ready "the thug moves"', "next", "next", "act rin")
    assert fight.state["order"] == ["guard", "thug", "rin"]


def test_a_readied_action_is_a_reaction_which_the_dazed_and_the_stunned_still_have() -> None:
    fight = turns().play('ready "the thug moves"', "next", "damage rin 3 face 8", "next")
    assert {"dazed", "stunned"} <= set(fight["rin"]["conditions"])
    fight.play("act rin", "attack sword thug by rin", dice="1")
    assert fight.state["readied"] == {}
    assert not fight.logs("overridden")
    fight = turns().play('ready "the thug moves"', "next", "knockout rin")
    assert "is helpless and can take no actions" in fight.refused("act rin")


def test_a_readied_action_in_the_next_round_replaces_that_rounds_turn() -> None:
    fight = turns().play("next", "next", 'ready "rin moves"', "next", "act thug")
    assert fight.state["order"] == ["thug", "rin", "guard"]
    fight.play("next", "next")
    assert fight.state["active"] == "thug"
    fight.play('ready "again"', *["next"] * 3)
    assert fight.logs("readied action lost")


# Rounds that keep their count


def test_rounds_end_just_before_the_count_they_began_on() -> None:
    fight = turns().play("next", "apply thug dazzled 2r", *["next"] * 2)
    assert fight.state["active"] == "rin"
    fight.play("next").shows("thug", conditions=["dazzled"])
    fight.play("next", "next").shows("thug", conditions=["dazzled"])
    fight.play("next").shows("thug", conditions=[])


def test_rounds_end_on_their_count_after_their_source_has_moved() -> None:
    fight = turns().play("next", "apply rin dazzled 2r", "next", "next", "next", "delay 3", "next")
    assert fight.state["active"] == "guard"
    fight.shows("rin", conditions=["dazzled"])
    fight.play("next").shows("rin", conditions=["dazzled"])
    assert fight.state["active"] == "rin"
    fight.play("next").shows("rin", conditions=[])
    assert fight.state["active"] == "thug"


def test_a_death_as_a_turn_starts_counts_one_round() -> None:
    fight = turns().play("next", "apply thug dazzled 2r", "next", "damage guard 60 face 1", "next")
    fight.play("next", dice="3").shows("guard", state="dead").shows("thug", conditions=["dazzled"])
    fight.play("next", "next").shows("thug", conditions=[])


def test_rounds_end_on_their_count_when_the_last_in_the_order_refocuses() -> None:
    fight = turns().play("next", "next", "apply rin dazzled 1r", "refocus", "next")
    assert fight.state["active"] == "thug"
    fight.play("next", "next").shows("rin", conditions=["dazzled"])
    fight.play("next").shows("rin", conditions=[])


def test_rounds_end_on_their_count_when_their_source_refocuses() -> None:
    fight = turns().play("next", "apply thug dazzled 1r", "refocus", "next", "next")
    assert fight.state["active"] == "guard"
    fight.shows("thug", conditions=["dazzled"]).play("next").shows("thug", conditions=["dazzled"])
    fight.play("next").shows("thug", conditions=[])


@pytest.mark.parametrize("line", ["move guard after thug", "init guard 3"])
def test_rounds_end_on_their_count_when_their_source_is_moved_by_hand(line: str) -> None:
    fight = turns().play("next", "apply rin dazzled 1r", "next", line, "next")
    assert fight.state["active"] == "rin"
    fight.shows("rin", conditions=["dazzled"])
    fight.play("next").shows("rin", conditions=[])
    assert fight.state["active"] == "thug"


def test_an_effect_in_rounds_ends_at_the_old_count_of_its_source() -> None:
    places = (("Ari", 20), ("Ogre", 10), ("Rat", 5), ("Bat", 4))
    cast = [creature(name, f"initiative_total = {total}\ndefenses = {{ toughness = 2 }}") for name, total in places]
    played = TrueSrd(*cast).play("begin", "next", "apply rat dazed 2r by ogre")
    played.play("share ogre with ari", "init ari 2", *["next"] * 5)
    assert (played.state["round"], played.state["active"], played.names("rat")) == (2, "ari", ["dazed"])
    assert (played.play("next").state["round"], played.state["active"], played.names("rat")) == (3, "rat", [])


def test_the_list_of_the_fight_has_no_figure_for_the_unhurt() -> None:
    lines = "initiative_total = 20\ndefenses = { toughness = 2 }"
    played = TrueSrd(creature("Ari", lines), creature("Bel", f"{lines}\n[creature.track]\nhurt = 2")).play("show")
    assert played.log[1:] == ["   20 Ari [ari]", "   20 Bel [bel] (hurt 2)"]


# Objects


@pytest.mark.parametrize("lines", [("add Door kind=object",), ("add Door kind=object", "init"), ("enter door",)])
def test_an_object_never_gets_initiative_or_a_turn(lines: tuple[str, ...]) -> None:
    door = creature("Door", 'kind = "object"\nreserve = true')
    fight = turns().play(*lines) if "enter door" not in lines else TrueSrd(rin(), door).play("begin", dice="10")
    if "enter door" in lines:
        fight.play(*lines)
    assert fight["door"]["initiative"] is None
    assert "door" not in fight.state["order"]
