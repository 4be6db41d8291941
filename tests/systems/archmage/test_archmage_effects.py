"""Conditions, saves and timers in the Archmage Engine."""

import pytest

from orcus_tui.rules.templates import Formatter
from orcus_tui.session.ahead.timers import short_texts, timers, when_text
from tests.helpers.casts.archmage import Archmage, hob, kell, mira, turn
from tests.helpers.fights.played import effect, power


@pytest.mark.parametrize(("option", "ac"), [("worst", 15), ("sum", 11)])
def test_penalties_of_conditions_are_the_worst_or_by_option_their_sum(option: str, ac: int) -> None:
    fight = Archmage(kell(), options=f'cond_penalties = "{option}"').play("apply kell stunned+helpless")
    assert fight["kell"]["defenses"]["ac"] == ac


def test_saves_of_every_degree() -> None:
    fight = Archmage(kell(turn(20))).play(
        "begin", "apply kell dazed easy", "apply kell stuck", "apply kell weakened hard"
    )
    assert [each["duration"] for each in fight["kell"]["effects"]] == [
        "save ends (6+)",
        "until removed",
        "save ends (16+)",
    ]
    fight.play("next", dice="6 15").shows("kell", conditions=["stuck", "weakened"])


def test_the_confused_and_the_hampered_leave_limited_powers() -> None:
    fight = Archmage(kell("", power("Once", 'use = "daily"\nattack = "+7 vs AC"\ndamage = "5"')), hob())
    for condition in ("confused", "hampered"):
        assert condition in fight.play(f"apply kell {condition}").refused("attack once hob by kell")
        fight.play("remove kell all")


def test_effects_on_a_creature_are_in_the_file() -> None:
    burning = effect('persist = 5\ntype = "negative energy"\nname = "Curse"\nnatural = 12')
    fight = Archmage(hob(turn(10), burning), kell(turn(5))).play("begin", "next", dice="3").shows("hob", hp=27)
    assert fight.names("hob") == ["Curse"]


def test_timers_are_in_the_order_they_matter() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10)), mira(f"{turn(5)}\nhp = -1"))
    fight.play("begin", "persist kell 5 fire hard", "apply kell dazed", "apply hob stuck save")
    formatter = Formatter(fight.session.view)
    rows = [
        " | ".join((when_text(formatter, each.when), *short_texts(formatter, each)))
        for each in timers(fight.session.view)
    ]
    assert rows[:3] == [
        "end of Kell's turn | 5 fire | save 16+",
        "end of Hob's turn | stuck | save 11+",
        "start of Mira's turn | dying | save 16+",
    ]


def test_the_hampered_use_only_powers_with_the_tag_basic() -> None:
    jab = power("Jab", 'attack = "+7 vs AC"\ndamage = "5"\ntags = ["basic"]')
    fight = Archmage(kell("", jab), hob()).play("apply kell hampered")
    assert "hampered" in fight.refused("attack axe hob by kell")
    fight.play("attack jab hob by kell face 15").shows("hob", hp=27)
    fight.play("attack! axe hob by kell face 15 hit 5").shows("hob", hp=22)


def test_the_preview_of_a_turn_leaves_out_unknown_dice() -> None:
    fight = Archmage(kell(turn(30)), hob(turn(10))).play("begin", "resist kell fire 25", "persist kell 5 fire by hob")
    assert (
        fight.play("preview").log[0]
        == "Kell takes 2 ongoing fire (5, half: resist 25+, natural 1..20) from Hob: 42 → 40"
    )


def test_lesser_ongoing_damage_of_a_type_is_not_dealt_by_option_but_is_saved_against() -> None:
    fight = Archmage(kell(turn(20)), hob(turn(10)), options='ongoing_stack = "type"').play("begin")
    fight.play('persist kell 5 fire & apply dazed save by hob "Spark"', "persist kell 7 fire by hob")
    fight.play("next", dice="3 12").shows("kell", hp=35, conditions=[])
    assert fight.names("kell") == ["persistent"]
