"""The damage track on the screen, for systems without hit points."""

from typing import Any

import pytest

from orcus_tui.rules.system import FightView
from orcus_tui.screen.fight.cards import card
from orcus_tui.screen.fight.order_pane import order_rows
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets.row import text_of
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from tests.helpers.casts.system_variants import BOXES, known_systems
from tests.helpers.casts.true_srd import turns
from tests.helpers.fights.played import Played


def view(**track: Any) -> View:
    table = {"format": 1, "name": "Boxes", "system": "boxes", "creature": [{"name": "Rin", "track": track}]}
    with known_systems(BOXES):
        return View(FightView(BOXES, fight_from_table(table)), "rin")


def test_the_card_shows_both_rows_with_every_box() -> None:
    rows = [text_of(row) for row in card(view(hurt=2, wounded=True, dazed=True, bruised=3), "rin", 70, {})]
    assert rows[:2] == [
        "lethal     hurt 2 ■wounded □disabled □dying □dead",
        "non-lethal bruised 3 ■dazed □staggered □unconscious",
    ]


@pytest.mark.parametrize(
    ("conditions", "row"),
    [
        ((), "1 standard  1 move"),
        (("slowed",), "1 standard  or move (slowed)"),
        (("staggered",), "1 standard  or move (staggered)"),
        (("disabled",), "1 standard  or move (disabled)"),
        (("slowed", "pinned"), "1 standard  0 move (pinned)"),
        (("pinned",), "1 standard  0 move (pinned)"),
        (("slowed", "dazed"), "0 standard (dazed)  0 move (dazed)"),
    ],
)
def test_the_card_shows_that_one_of_two_actions_is_left(conditions: tuple[str, ...], row: str) -> None:
    assert row in rows_of_rin(turns().play(*(f"apply rin {each}" for each in conditions)))


def test_once_the_one_action_is_used_the_card_offers_no_choice() -> None:
    fight = turns().play("apply rin slowed").shows("rin", actions={"standard": 1, "move": 0})
    assert "0 standard  0 move (slowed)" in rows_of_rin(fight.play("spent rin move"))


def rows_of_rin(fight: Played) -> list[str]:
    return [text_of(row).strip() for row in card(View(fight.session.view, "rin"), "rin", 80, {})]


@pytest.mark.parametrize(
    ("track", "worst"),
    [
        ({}, "████████ "),
        ({"bruised": 2}, "████████ 2 bruised"),
        ({"bruised": 2, "hurt": 1}, "████████  1 hurt"),
        ({"hurt": 4, "dazed": True}, "██████░░   dazed"),
        ({"wounded": True, "staggered": True}, "████░░░░ wounded"),
        ({"disabled": True, "staggered": True}, "████░░░░ disabled"),
        ({"dead": True}, "░░░░░░░░    dead"),
    ],
)
def test_the_initiative_shows_the_worst_effect_and_the_rounds_left(track: dict[str, Any], worst: str) -> None:
    assert worst in text_of(order_rows(view(**track), 60)[0])
