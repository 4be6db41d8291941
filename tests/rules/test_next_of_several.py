"""`next TARGETS`: the turns of creatures who act one after another end in one line."""

from orcus_tui.rules.turn import pass_turn
from orcus_tui.session.ahead.preview import MOST_TOGETHER
from tests.helpers.fights.played import Played, hero, monster
from tests.helpers.fights.readings import preview_line
from tests.helpers.project.call_counts import calls_of

RATS = monster("Rat", 10, "count = 4")


def test_next_with_targets_equals_one_line_for_each() -> None:
    lines = ("begin", "persist rat2 3 fire enc", "bonus rat4 -2 ac eont", "next")
    together, apart = (Played(hero("Ari", 20), RATS).play(*lines) for _ in range(2))
    together.play("next rat*")
    apart.play("next", "next", "next", "next")
    assert together.session.state() == apart.session.state()
    assert together.session.fight.active == "ari"


def test_next_goes_no_further_than_its_targets_and_passes_each_once() -> None:
    fight = Played(hero("Ari", 20), RATS).play("begin", "next", "next rat1-2")
    assert fight.session.fight.active == "rat3"
    fight.play("drop ari", "next rat*")
    assert (fight.session.fight.active, fight.session.fight.round) == ("rat3", 2)


def test_next_waits_where_a_die_is_asked_for() -> None:
    fight = Played(hero("Ari", 20), RATS).play("ask all", "begin", "apply rat2 dazed save", "next", "next rat*")
    assert fight.session.fight.active == "rat3"
    assert fight.session.fight.questions


def test_next_with_targets_is_refused_in_another_creatures_turn() -> None:
    fight = Played(hero("Ari", 20), RATS).play("begin")
    assert "it is Ari's turn; `next` ends it" in fight.refused("next rat*")
    assert fight.session.fight.active == "ari"


def test_the_preview_stops_at_its_limit() -> None:
    fight = Played(hero("Ari", 20), monster("Rat", 10, "count = 150")).play("begin", "next")
    with calls_of(pass_turn) as calls:
        lines = preview_line("next rat*", fight.session.context)
    assert lines[-1] == f"… and {150 - MOST_TOGETHER} more"
    assert calls[pass_turn] == MOST_TOGETHER
