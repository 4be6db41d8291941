"""Engagement in the Archmage Engine and its variant, and the rules that depend on it."""

from pathlib import Path

import pytest

from orcus_tui.storage.encounter.read import read_encounter
from tests.helpers.casts.archmage import Archmage, Plus, dov, hob, kell, mira, scum, turn
from tests.helpers.fights.played import Played, power

BOW = power("Bow", 'range = "ranged"\nattack = "+5 vs AC"\ndamage = "3"')
SPARK = power("Spark", 'range = "ranged"\nattack = "+5 vs PD"\ndamage = "3"\ntags = ["spell"]')
SWEEP = power("Sweep", 'range = "near"\nattack = "+5 vs AC"\ndamage = "3"')
BOTH = pytest.mark.parametrize("table", [Archmage, Plus])


def melee(table: type[Archmage] = Archmage, *powers: str, options: str = "") -> Played:
    """It is the turn of Kell, who fights next to Mira against a hob and a scum."""
    foes = (hob(turn(10)), scum(turn(5), count=1))
    return table(kell(turn(30), BOW, SPARK, SWEEP, *powers), mira(turn(20)), *foes, options=options).play("begin")


def pairs(fight: Played) -> dict[str, list[str]]:
    """The engaged creatures, each with its opponents."""
    return {id_: each["engaged"] for id_, each in fight.state["creatures"].items() if each["engaged"]}


@BOTH
@pytest.mark.parametrize(
    ("lines", "dice", "expected"),
    [
        (("engage hob,scum by kell",), "", {"kell": ["hob", "scum"], "hob": ["kell"], "scum": ["kell"]}),
        (("engage hob",), "", {"kell": ["hob"], "hob": ["kell"]}),
        (("attack axe hob",), "10", {"kell": ["hob"], "hob": ["kell"]}),
        (("attack axe hob",), "10 ", {"kell": ["hob"], "hob": ["kell"]}),
        (("option auto_engage false", "attack axe hob"), "10", {}),
        (("attack bow hob",), "10", {}),
        (("attack sweep hob",), "10", {}),
        (("grab mira by hob",), "", {"mira": ["hob"], "hob": ["mira"]}),
        (("attack longsword mira by hob",), "2", {"mira": ["hob"], "hob": ["mira"]}),
        (("engage hob", "engage hob by mira", "kill kell"), "", {"mira": ["hob"], "hob": ["mira"]}),
        (("engage hob", "drop hob"), "", {}),
        (("engage hob", "reserve hob"), "", {}),
        (("engage hob", "disengage"), "11", {}),
        (("engage hob", "disengage"), "10", {"kell": ["hob"], "hob": ["kell"]}),
        (("engage hob", "disengage 11"), "", {}),
        (("engage hob,scum", "disengage 11"), "", {"kell": ["hob", "scum"], "hob": ["kell"], "scum": ["kell"]}),
        (("engage hob,scum", "disengage 12"), "", {}),
        (("engage hob,scum", "disengage 11 +1"), "", {}),
        (("engage hob,scum", "disengage free"), "", {}),
        (("engage hob,scum", "disengage hob free"), "", {"kell": ["scum"], "scum": ["kell"]}),
        (("engage hob", "finish"), "", {}),
        (("engage hob", "undo"), "", {}),
    ],
)
def test_pairs_begin_and_end(
    table: type[Archmage], lines: tuple[str, ...], dice: str, expected: dict[str, list[str]]
) -> None:
    assert pairs(melee(table).play(*lines, dice=dice)) == expected


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("engage kell", "cannot engage itself"),
        ("engage mira", "use `engage!` to override"),
        ("engage hob", "is engaged with Hob already"),
        ("engage scum", "is dead or away"),
        ("disengage mira free", "is not engaged with anybody"),
    ],
)
def test_engaging_is_refused(line: str, why: str) -> None:
    assert why in melee().play("engage hob", "kill scum").refused(line)
    assert "add `by NAME`" in Archmage(kell(), hob()).refused("engage hob")


def test_a_grab_and_a_second_foe_both_make_it_hard_to_disengage() -> None:
    fight = melee().play("grab kell by hob", "engage scum", "disengage 16").shows("kell", engaged=["hob", "scum"])
    assert fight.logs("16 − 1 (engaged with 2) − 5 (grabbed) = 10, needs 11")
    fight.play("damage scum 50", "disengage 16").shows("kell", engaged=[], conditions=[])


@pytest.mark.parametrize(
    ("line", "table", "who"),
    [
        ("attack bow hob face 9", Archmage, ["scum"]),
        ("attack spark hob face 9", Archmage, ["hob", "scum"]),
        ("attack bow hob face 9", Plus, ["scum"]),
        ("attack sweep hob face 9", Archmage, []),
        ("spent kell move", Archmage, ["hob", "scum"]),
    ],
)
def test_ranged_attacks_of_an_engaged_creature_offer_opportunity_attacks(
    line: str, table: type[Archmage], who: list[str]
) -> None:
    fight = melee(table).play("engage hob,scum", line)
    assert [each["creature"] for each in fight.state["offers"]] == who
    assert not melee(table).play(line).state["offers"]


def test_an_accepted_opportunity_attack_is_counted_and_takes_no_action() -> None:
    fight = melee().play("engage hob", "spent kell move", "accept face 15")
    assert fight.logs("Hob makes an opportunity attack")
    assert fight["hob"]["actions"]["interrupt"] == 1
    assert not fight.state["offers"]


def test_an_attack_outside_its_turn_takes_the_place_of_the_offer() -> None:
    fight = melee().play("engage hob", "spent kell move", "attack longsword kell by hob face 2")
    assert fight.logs("Hob attacks outside its turn: an opportunity attack")
    assert not fight.state["offers"]


def test_a_fact_says_who_is_engaged() -> None:
    fight = melee().play("bonus kell +2 attack while engaged enc", "attack axe hob face 9")
    assert fight.logs("9 + 7 + 2 (")
    fight = melee().play("bonus kell +2 attack against engaged enc", "attack bow hob face 9")
    assert not fight.logs("+ 2 (")


def test_pairs_are_written_and_read_again(tmp_path: Path) -> None:
    fight = melee().play("engage hob,scum", f"write {tmp_path / 'later.toml'}")
    again = read_encounter(tmp_path / "later.toml")
    assert {id_: state.engaged for id_, state in again.states.items()} == {
        id_: state.engaged for id_, state in fight.session.fight.states.items()
    }


def test_the_card_in_words_says_who_is_engaged() -> None:
    fight = Archmage(kell(), mira(), dov(), hob()).play("engage kell,mira by hob")
    result = fight.session.run("show hob")
    assert result is not None
    assert "  engaged with Kell and Mira" in result.lines
