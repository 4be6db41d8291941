"""The cards of creatures: their contents, and which are shown."""

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from orcus_tui.screen.fight import cards
from orcus_tui.screen.fight.keys import first_labels
from orcus_tui.screen.fight.next_cards import fill_next
from orcus_tui.screen.fight.order_pane import order_rows
from orcus_tui.screen.fight.panes import fill_cards
from orcus_tui.screen.fight.view import PaneSize, View
from orcus_tui.screen.widgets.row import Row, text_of
from tests.helpers.casts.archmage import Archmage, hob, kell
from tests.helpers.fights.played import Played, effect, hero, monster, power
from tests.helpers.screen.panes import MOB, pane_data_of, row_with_words, texts, view_of

KNIGHT = hero(
    "Ari",
    20,
    'role = "Striker"\nlevel = 5\nresist = { fire = 5 }\nvulnerable = { cold = 3 }\nnotes = "Owes [b]gold[/b]."',
    power("Longbow", 'attack = "+8 vs AC"\ndamage = "1d10+5"\nrange = "ranged 20"'),
    power("Volley", 'use = "encounter"\nattack = "+8 vs Reflex"\ndamage = "2d6 fire"\neffects = ["apply dazed save"]'),
    effect('name = "slowed"\nduration = "save"'),
    '[[creature.trait]]\nname = "Sure-footed"\ntext = "Ignores difficult terrain."',
)


def cards_in(view: View, width: int, height: int, keymap: Mapping[str, str] | None = None) -> tuple[Row, Sequence[Row]]:
    """The heading and the rows of the pane of cards."""
    return cards.fill(pane_data_of(view, keymap), PaneSize(width, height))[:2]


def card_of(fight: Played, creature: str, width: int = 60) -> str:
    return "\n".join(texts(cards.card(view_of(fight.session), creature, width, first_labels({}))))


def test_a_card_shows_points_defenses_effects_powers_and_notes() -> None:
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin", "d ari 25", "temp ari 3", "bonus ari -2 ac eont by ogre")
    fight.play("persist ari 5 cold save by ogre", "apply ari prone")
    card = card_of(fight, "ari")
    assert "15/40  temp 3  staggered" in card
    assert "AC 16↓  Fortitude 16  Reflex 14  Will 13" in card
    assert "AC −2 " in card
    assert "slowed · save ends" in card
    assert "▹ " in card.split("slowed", 1)[1]
    assert "cold" in card
    assert "from Ogre" in card
    assert "resist 5 fire, vulnerable 3 cold" in card
    assert "recoveries 6" in card
    assert "1 Longbow  +8 vs AC  1d10+5" in card
    assert "2 ○ Volley  +8 vs Reflex  2d6 fire · encounter" in card
    assert "Sure-footed: Ignores difficult terrain." in card
    assert "Owes [b]gold[/b]." in card


def test_numbers_stay_next_to_their_words() -> None:
    card = card_of(Played(KNIGHT, monster("Ogre", 10)).play("begin", "apply ari slowed eont"), "ari", 35)
    assert "1 standard  1 move  1 swift\n  1 immediate" in card
    assert "Fortitude 16" in card


def test_a_single_row_shows_all_actions_left() -> None:
    def row(*lines: str) -> str:
        fight = Played(KNIGHT, monster("Ogre", 10)).play("begin", *lines)
        shown = texts(cards_in(view_of(fight.session, selected="ogre"), 36, 9)[1])
        return shown[2].strip()

    assert row() == "1 standard, move, swift, immediate"
    assert row("ap ari") == "2 standard, 1 move, swift, immediate"
    assert row("spent ari standard") == "1 move, swift, immediate"
    spent = ("spent ari standard", "spent ari move", "spent ari swift", "spent ari immediate")
    assert row(*spent) == "no actions left"


@pytest.mark.parametrize("height", range(8, 11))
def test_powers_continue_in_the_available_rows(height: int) -> None:
    """However few rows a card has, none is empty or shows something less important."""
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin")
    shown = texts(cards_in(view_of(fight.session), 35, height)[1])[:height]
    first = next(at for at, row in enumerate(shown) if row.startswith("1 Longbow"))
    assert first == 6, shown
    assert len([row for row in shown[first:] if row.strip()]) == height - first


def test_a_used_power_is_shown_as_used() -> None:
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin", "spend ari volley")
    assert "2 × Volley" in card_of(fight, "ari")


def test_a_power_that_a_condition_forbids_has_a_sign_and_says_which() -> None:
    song = power("Song", 'use = "recharge 11"\nattack = "+7 vs MD"\ndamage = "5"')
    stab = power("Stab", 'attack = "+7 vs AC"\ndamage = "5"\ntags = ["basic"]')
    fight = Archmage(kell("", song, stab), hob()).play(
        "init kell 20", "init hob 9", "begin", "apply kell hampered save"
    )
    card = card_of(fight, "kell")
    assert "⊘ Axe (hampered)  +7 vs AC" in card
    assert "⊘ Song (hampered)" in card
    assert "⊘ Stab" not in card
    assert "× Song  " in card_of(fight.play("remove kell hampered", "spend kell song"), "kell")
    assert "⊘" not in card_of(fight, "kell")


def test_the_card_names_the_keys_as_they_are_bound() -> None:
    keymap = {"power-1": "f1", "add": "ctrl+a", "select-active": "semicolon", "stat-block": "v"}
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin")
    assert row_with_words(cards_in(view_of(fight.session), 60, 40, keymap)[1], "Longbow").startswith("f1 Longbow")
    heading, _ = cards_in(view_of(fight.session, selected="ogre"), 60, 6, keymap)
    assert text_of(heading).endswith(" … ; then v: in full")
    _, rows = cards_in(view_of(Played().session), 50, 20, keymap)
    assert texts(rows) == ["No creatures yet: Ctrl+A adds one"]


def test_only_the_creature_that_acts_has_keys_before_its_powers() -> None:
    fight = Played(KNIGHT, monster("Ogre", 10, "", power("Club", 'attack = "+5 vs AC"\ndamage = "9"'))).play("begin")
    assert "1 Longbow" in card_of(fight, "ari")
    assert "  Club" in card_of(fight, "ogre")
    assert "1 Club" not in card_of(fight, "ogre")


def test_the_active_card_is_above_the_selected_one() -> None:
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin")
    heading, rows = cards_in(view_of(fight.session, selected="ogre"), 50, 40)
    shown = texts(rows)
    assert text_of(heading) == "Ari – Striker 5 – PC"
    assert "Ogre – standard" in shown
    assert shown.index("Ogre – standard") > next(at for at, row in enumerate(shown) if "40/40" in row)
    heading, rows = cards_in(view_of(fight.session), 50, 40)
    assert "Ogre – standard" not in texts(rows)


@pytest.mark.parametrize("room", [4, 8, 12, 20])
def test_the_selected_card_is_shown_if_there_is_no_room_for_both(room: int) -> None:
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin")
    _, rows = cards_in(view_of(fight.session, selected="ogre"), 50, room)
    assert any("60/60" in row for row in texts(rows)[:room])


def test_without_creatures_the_card_names_the_key_that_adds_one() -> None:
    _, rows = cards_in(view_of(Played().session), 50, 20)
    assert texts(rows) == ["No creatures yet: + adds one"]
    assert texts(order_rows(view_of(Played().session), 30)) == []


def test_the_next_creatures_have_one_card_for_each_kind() -> None:
    fight = Played(*MOB).play("begin", "kill ogre")
    heading, rows, *_ = fill_next(pane_data_of(view_of(fight.session)), PaneSize(50, 40))
    assert text_of(heading).startswith("Rat 1")
    shown = "\n".join(texts(rows))
    assert "Imp" in shown
    assert "Rat 2" not in shown, "the stat block of Rat 1 again"
    assert "Ogre" not in shown


def test_on_a_high_screen_all_next_creatures_with_room_have_a_card() -> None:
    fight = Played(*(hero(name, 20 - at) for at, name in enumerate(("Ari", "Bea", "Cor", "Dag", "Eva", "Fin", "Gil"))))
    fight.play("begin")
    seen = {height: _next_names(fight, height) for height in (8, 40)}
    assert seen == {8: ["Bea", "Cor", "Dag", "Eva"], 40: ["Bea", "Cor", "Dag", "Eva", "Fin", "Gil"]}


@pytest.mark.parametrize(("height", "names"), [(6, []), (11, ["Bel"]), (60, ["Bel", "Cor"])])
def test_below_the_only_card_are_those_of_the_next_creatures_with_room(height: int, names: list[str]) -> None:
    fight = Played(hero("Ari", 20), hero("Bel", 15), hero("Cor", 10)).play("begin")
    view, size = view_of(fight.session), PaneSize(50, height)
    own = cards.fill(pane_data_of(view), size)
    shown = fill_cards(pane_data_of(view), size)
    assert [row.split(" – ")[0].strip() for row in texts(shown.rows) if " – PC" in row] == names
    assert len(shown.rows) <= max(height, len(own.rows))
    other = replace(view, selected="cor")
    assert fill_cards(pane_data_of(other), size) == cards.fill(pane_data_of(other), size)


def _next_names(fight: Played, height: int) -> list[str]:
    heading, rows, *_ = fill_next(pane_data_of(view_of(fight.session)), PaneSize(50, height))
    titles = [row for row in (text_of(heading), *texts(rows)) if " – PC" in row]
    return [row.split(" – ")[0].strip() for row in titles]


SHOT = 'attack = "+5 vs AC"\ndamage = "1d10+5"\ntext = "It flies far over the heads of everyone, and comes down."'
ARCHER = hero("Ari", 20, 'notes = "Owes the miller."', *(power(f"Shot {number}", SHOT) for number in range(1, 7)))


@pytest.mark.parametrize(("width", "height"), [(43, 8), (43, 9), (54, 17), (60, 12)])
def test_the_powers_of_the_active_creature_stay_visible_while_a_target_is_selected(width: int, height: int) -> None:
    fight = Played(ARCHER, monster("Ogre", 10)).play("begin", "apply ari dazed")
    _, rows = cards_in(view_of(fight.session, selected="ogre"), width, height)
    seen = "\n".join(texts(rows)[:height])
    assert all(f"{number} Shot {number}" in seen for number in range(1, 7))
    assert "60/60" in seen
    assert "dazed" in seen


def test_a_card_without_room_for_everything_shows_it_all_below() -> None:
    fight = Played(ARCHER, monster("Ogre", 10)).play("begin")
    _, rows = cards_in(view_of(fight.session), 43, 9)
    shown = texts(rows)
    assert all(f"{number} Shot {number}" in "\n".join(shown[:9]) for number in range(1, 7))
    assert "Owes the miller." in shown[shown.index("in full") :]


def test_the_card_of_a_dead_creature_makes_room() -> None:
    fight = Played(ARCHER, monster("Ogre", 10)).play("begin", "kill ogre")
    _, rows = cards_in(view_of(fight.session, selected="ogre"), 60, 40)
    after = texts(rows)[texts(rows).index("Ogre – standard") + 1 :]
    assert len(after) == 1
    assert "dead" in after[0]


@pytest.mark.parametrize("width", range(24, 60))
def test_the_keys_to_the_whole_card_are_named_in_full_or_not_at_all(width: int) -> None:
    talker = monster("Weir Warden", 20, 'role = "Striker"\nlevel = 3', *(power(f"Trick {n}", "") for n in range(1, 9)))
    fight = Played(talker, hero("Ari", 9)).play("begin")
    heading, _ = cards_in(view_of(fight.session, selected="ari"), width, 12)
    words = text_of(heading)
    assert words.endswith((" … . then Enter: in full", " … . then Enter", " …"))
    assert words.endswith(" …") or len(words) <= width - cards.EDGE


def test_effects_that_are_cut_off_on_a_card_end_with_a_sign() -> None:
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin", "apply ogre dazed", "apply ogre prone")
    fight.play("apply ogre slowed", "persist ogre 5 fire", "persist ogre 3 cold")
    _, rows = cards_in(view_of(fight.session, selected="ogre"), 30, 10)
    (held,) = (row.rstrip() for row in texts(rows)[:10] if row.startswith("dazed"))
    assert held.endswith("…")


@pytest.mark.parametrize("height", range(4, 14))
def test_a_short_card_repeats_nothing_that_is_visible(height: int) -> None:
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin")
    _, rows = cards_in(view_of(fight.session), 30, height)
    in_sight = texts(rows)[:height]
    assert sum(row.startswith("HP") for row in in_sight) == 1
    assert "in full" not in in_sight


def test_a_card_has_the_modifiers_of_terrain_that_count_for_the_creature() -> None:
    rain = '[[modifier]]\nwho = "@foes"\nmodifier = "-2 attack with ranged"\nname = "Rain"'
    fight = Played(hero("Ari", 20), monster("Ogre", 10), rain).play("begin")
    assert "−2 attack with ranged · Rain" in card_of(fight, "ogre")
    assert "Rain" not in card_of(fight, "ari")
