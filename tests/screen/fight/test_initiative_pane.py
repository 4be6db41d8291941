"""The rows of the initiative: turn, count, name, state and points."""

from typing import Any

import pytest

from orcus_tui.screen.fight.cards import card
from orcus_tui.screen.fight.creature_figures import health_role
from orcus_tui.screen.fight.order_pane import order_rows
from orcus_tui.screen.widgets.row import text_of
from tests.helpers.fights.played import Played, creature, hero, monster
from tests.helpers.screen.panes import MOB, texts, view_of


def seen_in(fight: Played, width: int = 60, **more: Any) -> list[str]:
    return texts(order_rows(view_of(fight.session, **more), width))


def test_a_row_shows_turn_count_name_state_and_points() -> None:
    fight = Played(hero("Ari", 20), hero("Cor", 15), monster("Ogre", 10)).play("begin", "d cor 25", "temp ari 5")
    fight.play("apply cor prone+dazed save", "kill ogre", "hide ari")
    ari, cor, ogre = seen_in(fight, marked=("cor",))
    assert ari.startswith("▶  20 @Ari")
    assert "40/40+5" in ari
    assert ari.endswith("◇")
    assert cor.startswith(" ●")
    assert "15/40" in cor
    assert cor.endswith("◐")  # all its effects are named
    assert "dazed, prone" in cor
    assert ogre.endswith("†")


def test_delaying_and_readied_creatures_are_marked() -> None:
    fight = Played(hero("Ari", 20), hero("Cor", 15), monster("Ogre", 10)).play("begin", "delay", 'ready "it moves"')
    rows = seen_in(fight, width=70)
    ari = next(each for each in rows if "Ari" in each)
    cor = next(each for each in rows if "Cor" in each)
    assert "delaying" in ari
    assert ari.endswith("◷")
    assert "readied" in cor
    assert cor.endswith("◆")


def test_words_without_room_are_shown_in_their_first_letters() -> None:
    fight = Played(hero("Ottoli", 20), monster("Ogre", 10)).play("begin", "apply ottoli grappled by ogre")
    otto, _ = seen_in(fight.play("persist ottoli 12 cold+fire by ogre", "persist ottoli 5 acid by ogre"), width=32)
    assert "Ottoli grap." in otto
    assert "✶" in otto


@pytest.mark.parametrize(("width", "length"), [(40, 4), (60, 4), (80, 8)])
def test_a_bar_keeps_its_place_and_words_are_abbreviated(width: int, length: int) -> None:
    fight = Played(hero("Aristo", 20), monster("Ogre", 10)).play("begin", "d ari 10")
    fight.play("apply ari slowed save", "apply ari dazed save")
    fight.play("persist ari 10 necrotic", 'bonus ari +1 attack "A long name"')
    ari, _ = seen_in(fight, width=width)
    assert sum(ari.count(each) for each in "█░") == length
    assert "daze" in ari
    assert "30/40" in ari


def test_a_reserve_has_as_long_a_bar_as_the_others() -> None:
    fight = Played(hero("Aristo", 20), monster("Ogre", 10, "reserve = 'round 4'")).play("begin")
    bars = {width: [row.count("█") for row in seen_in(fight, width=width)] for width in (48, 80)}
    assert bars == {48: [8, 8], 80: [8, 8]}


BARE = [creature(name, f"max_hp = 24\ninitiative_total = {place}") for place, name in enumerate("ABCD")]


@pytest.mark.parametrize("system", ["orcus", "srd5", "archmage"])
def test_health_is_coloured_by_its_share_in_every_system(system: str) -> None:
    view = view_of(Played(*BARE, system=system).play("begin", "d b 12", "d c 18", "kill d").session)
    assert [health_role(view, each) for each in "abcd"] == ["good", "warning", "danger", "muted"]


def test_a_creature_killed_at_full_hit_points_has_none_left() -> None:
    fight = Played(*BARE).play("begin", "kill d")
    row = next(each for each in seen_in(fight) if "D dead" in each)
    assert "0/24" in row
    assert "█" not in row
    assert "0/24" in "".join(map(text_of, card(view_of(fight.session), "d", 60, {})))


def test_without_room_for_words_the_worst_effect_comes_before_the_rest_of_the_name() -> None:
    fight = Played(hero("Aristophanes", 20), monster("Ogre Warden 12", 10)).play("begin", "apply ari rattled save")
    fight.play("apply ari stunned save", "apply ogre-warden12 restrained by ari", "apply ogre-warden12 rattled by ari")
    ari, ogre = seen_in(fight, width=33)
    assert "@Aristoph… stu. " in ari
    assert "Ogre W…12 res. " in ogre
    assert ari.endswith("✶")
    assert ogre.endswith("✶")


def test_a_sign_after_words_shows_that_there_is_more() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("begin", "apply ari dazed save", "mark ogre by ari")
    assert not any("✶" in row for row in seen_in(fight, width=33))
    assert all("✶" in row for row in seen_in(fight.play("bonus ari,ogre +1 attack"), width=33))


def test_an_open_question_is_shown_before_the_effects_on_a_creature() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("ask party", "begin", "d ari 25", "hide ari")
    fight.play("apply ari dazed save", "next")
    ari = next(each for each in seen_in(fight) if "Ari" in each)
    assert ari.endswith("?◐◇")
    ari = next(each for each in seen_in(fight.play("bonus ari +1 attack")) if "Ari" in each)
    assert ari.endswith("?◐✶")


def test_rows_of_reserves_name_their_round_and_dying_creatures_are_shown_as_down() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10, 'reserve = "round 3"')).play("begin", "d ari 45")
    ari, ogre = seen_in(fight)
    assert "−5/40" in ari
    assert "▾" in ari
    assert "in reserve, until round 3" in ogre


def test_a_folded_group_in_reserve_is_whole() -> None:
    fight = Played(hero("Ari", 20), monster("Rat", 10, "count = 5\nreserve = true")).play("begin")
    assert "Rat ×5 in reserve" in seen_in(fight)[1]


def test_a_count_below_zero_has_a_minus_sign() -> None:
    fight = Played(hero("Ari", 20), monster("Slug", -3)).play("begin")
    assert "−3" in seen_in(fight)[1]


def test_a_folded_group_shows_how_many_are_up_and_their_total_points() -> None:
    fight = Played(*MOB).play("begin", "kill rat2", "d rat3 10")
    row = next(each for each in seen_in(fight) if "Rat" in each)
    assert "Rat ×4 of 5 up" in row
    assert "230/300" in row


def test_a_folded_group_has_a_bar_of_the_health_of_all_its_members() -> None:
    fight = Played(*MOB).play("begin", "kill rat1-2", "d rat3 30")
    row = next(each for each in order_rows(view_of(fight.session), 60) if "Rat" in text_of(each))
    assert "████░░░░" in text_of(row)
    assert {span.role for span in row if "█" in span.text or "150/300" in span.text} == {"warning"}


def test_a_folded_group_without_a_standing_member_shows_its_state() -> None:
    fight = Played(*MOB).play("begin", "kill rat*")
    assert any("Rat ×5 dead" in each for each in seen_in(fight))


def test_a_narrow_folded_group_has_the_sign_of_its_state() -> None:
    fight = Played(*MOB).play("begin", "kill rat*")
    row = next(each for each in seen_in(fight, width=33) if "Rat" in each)
    assert "Rat ×5 " in row
    assert row.endswith("0/300 †")
    fight = Played(*MOB).play("begin", "kill rat1-4", "d rat5 70")
    assert next(each for each in seen_in(fight, width=33) if "Rat" in each).endswith("†")


def test_a_folded_group_counts_the_members_with_each_effect() -> None:
    fight = Played(*MOB).play("begin", "apply rat2-3 dazed save by ogre", "apply rat* prone by ogre")
    rat = next(each for each in seen_in(fight) if "Rat" in each)
    assert "Rat ×5 · prone, dazed ×2" in rat
    assert "✶" not in rat
    assert next(each for each in seen_in(fight, width=26) if "Rat" in each).endswith("✶")


def test_a_folded_group_of_a_long_name_keeps_its_count() -> None:
    fight = Played(hero("Ari", 20), monster("Veteran Orchard Houndmaster", 8, "count = 5")).play("begin")
    assert any("Veteran O… ×5" in each for each in seen_in(fight, 32))


def test_a_group_called_by_a_number_alone_keeps_its_name() -> None:
    fight = Played(hero("Ari", 20), monster("1984", 8, "count = 5")).play("begin")
    assert any("19" in each and "×5" in each for each in seen_in(fight))


@pytest.mark.parametrize("width", [12, 20, 26, 38, 60, 120])
def test_points_are_visible_in_the_narrowest_pane(width: int) -> None:
    fight = Played(hero("Aristophanes the Elder", 20), monster("Ogre", 10)).play("begin", "apply ari dazed+prone save")
    rows = order_rows(view_of(fight.session), width)
    assert all("40/40" in row or "60/60" in row for row in texts(rows)) or width < 14
    assert all(len(text_of(row)) == width for row in rows)


def test_dying_stable_and_dead_creatures_differ_by_sign_and_word() -> None:
    heroes = [hero(name, 20 - at) for at, name in enumerate(("Dead", "Dying", "Stable", "Out", "Gone", "Coma"))]
    fight = Played(*heroes, monster("Ogre", 5, "reserve = true")).play("begin", "kill dead", "d dying 45", "drop gone")
    fight.play("d stable 45", "stabilize stable", "knockout out", "set coma life coma")
    rows = {row.split("@")[1].split()[0]: row for row in seen_in(fight) if "@" in row}
    words = {"Dead": "dead", "Dying": "dying", "Stable": "stable", "Out": "knocked out", "Gone": "gone"}
    assert all(f"{name} {word}" in rows[name] for name, word in words.items())
    assert "Coma in a coma" in rows["Coma"]
    signs = {name: row.strip()[-1] for name, row in rows.items()}
    assert signs == {"Dead": "†", "Dying": "▾", "Stable": "▿", "Out": "▿", "Gone": "»", "Coma": "≈"}
    (ogre,) = [row for row in seen_in(fight) if "Ogre" in row]
    assert "in reserve" in ogre
    assert ogre.strip()[-1] == "◌"


def test_a_folded_group_does_not_look_like_the_creature_that_has_the_turn() -> None:
    fight = Played(*MOB).play("begin")
    row = next(each for each in seen_in(fight) if "Rat" in each)
    assert row.startswith("⊞")


def test_the_dead_keep_their_rows_when_the_fight_is_over() -> None:
    fight = Played(monster("Wolf", 9, "count = 2"), monster("Ogre", 12), hero("Cor", 15), hero("Ari", 10)).play("begin")
    before = seen_in(fight.play("kill ogre,wolf1"))
    after = seen_in(fight.play("finish"))
    assert [row.lstrip("▶ ") for row in after] == [row.lstrip("▶ ") for row in before]
    assert fight.state["order"] == ["cor", "ari", "wolf2"]
    listed = fight.play("show").log
    assert [line.split("[")[1].split("]")[0] for line in listed[1:]] == ["cor", "ogre", "ari", "wolf1", "wolf2"]


def test_the_dead_of_equal_initiative_stay_in_the_order_of_the_fight() -> None:
    fight = Played(hero("Ari", 15), *(monster(name, 9) for name in ("Wolf", "Bear", "Rat")))
    fight.play("begin", dice="15 10 5")
    listed = fight.play("kill rat,wolf,bear", "finish").play("show").log
    assert [line.split("[")[1].split("]")[0] for line in listed[1:]] == ["ari", "wolf", "bear", "rat"]


def test_the_dead_have_no_hit_points_below_zero_in_the_order() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("begin", "damage ogre 159")
    ogre = next(row for row in seen_in(fight, 44) if "Ogre" in row)
    assert "0/60" in ogre
    assert "−" not in ogre
