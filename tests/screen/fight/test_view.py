"""The creatures in the rows of the initiative, the selected one, and the marked ones."""

from orcus_tui.screen.fight.view import View, mob_at_turn, next_view, row_with, rows_of
from tests.helpers.fights.played import Played
from tests.helpers.screen.panes import MOB, view_of


def names_in(view: View) -> list[str]:
    """The rows, each as its first creature and the number of further creatures."""
    return [f"{row[0]}+{len(row) - 1}" if len(row) > 1 else row[0] for row in rows_of(view)]


def test_rows_are_in_the_order_of_the_turns_and_four_of_a_group_share_one() -> None:
    view = view_of(Played(*MOB).play("begin").session)
    assert names_in(view) == ["ari", "ogre", "rat1+4", "imp1", "imp2"]


def test_a_group_is_opened_and_folded_by_hand() -> None:
    session = Played(*MOB).play("begin").session
    assert names_in(view_of(session, toggled=frozenset({session.fight.sheets["rat1"].group}))).count("rat5") == 1
    assert "imp1+1" in names_in(view_of(session, toggled=frozenset({session.fight.sheets["imp1"].group})))


def test_a_group_stays_folded_in_its_turn_and_members_who_act_apart_have_rows() -> None:
    fight = Played(*MOB).play("begin", "next", "next")
    assert fight.session.fight.active == "rat1"
    assert "rat1+4" in names_in(view_of(fight.session))
    assert mob_at_turn(view_of(fight.session)) == ("rat1", "rat2", "rat3", "rat4", "rat5")
    fight.play("kill rat2")
    assert mob_at_turn(view_of(fight.session)) == ("rat1", "rat3", "rat4", "rat5")
    unfolded = view_of(fight.session, toggled=frozenset({fight.session.fight.sheets["rat1"].group}))
    assert mob_at_turn(unfolded) == ()
    fight.play("next", "next", "next", "next", "next", "next", "move rat3 after ari")
    assert names_in(view_of(fight.session))[:2] == ["ari", "rat3"]
    assert mob_at_turn(view_of(fight.session)) == ()


def test_a_folded_creature_is_in_the_row_of_its_group() -> None:
    rows = rows_of(view_of(Played(*MOB).play("begin").session))
    assert row_with(rows, "rat4") == 2
    assert row_with(rows, "nobody") is None


def test_the_selection_follows_the_turn_until_someone_else_is_selected() -> None:
    fight = Played(*MOB).play("begin")
    view = view_of(fight.session)
    assert view.selected == "ari"
    view = next_view(view, fight.play("next").session.view)
    assert view.selected == "ogre"
    elsewhere = View(fight.session.view, selected="imp1")
    assert next_view(elsewhere, fight.play("next").session.view).selected == "imp1"


def test_a_creature_that_left_is_neither_selected_nor_marked_nor_asked() -> None:
    fight = Played(*MOB).play("ask all", "begin", "apply ari dazed save", "next")
    (question,) = fight.session.fight.questions
    view = view_of(fight.session, answering=question.id, digits="1")
    assert (view.answering, view.digits) == (question.id, "1")
    view = next_view(view, fight.play("undo").session.view)
    assert (view.answering, view.digits) == (None, "")
    added = Played(*MOB).play("begin", "add Wolf hp=9 init=1", dice="10")
    view = view_of(added.session, selected="wolf", marked=("wolf", "ogre"))
    assert view.selected == "wolf"
    view = next_view(view, added.play("undo").session.view)
    assert (view.selected, view.marked) == ("ari", ("ogre",))


def test_keys_act_on_the_marked_creatures_or_the_selected_one() -> None:
    session = Played(*MOB).session
    assert view_of(session, selected="ari").targets == ("ari",)
    assert view_of(session, selected="ari", marked=("imp1", "ogre")).targets == ("imp1", "ogre")
