"""Opportunity attacks, legendary and lair actions, and the offers of events."""

from pathlib import Path
from typing import Any

from tests.helpers.fights.ogre_fight import HEAD, Fought, fight

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
