"""The rows of the panes: the log and what is undone in it, the order of creatures, cards and timers."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from playing_fights import Played, effect, hero, monster, power
from random_fights import desk_at, done, said, session_on, small_fight

from orcus_tui.screen.fight import cards, timers
from orcus_tui.screen.fight.keys import first_labels
from orcus_tui.screen.fight.log_book import LogBook, log_of
from orcus_tui.screen.fight.order import order_rows
from orcus_tui.screen.fight.scene import Scene, Space
from orcus_tui.screen.fight.view import View, next_view, row_with, rows_of
from orcus_tui.screen.widgets.row import Row, fit
from orcus_tui.screen.widgets.text_search import next_match
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session


def text_of(row: Row) -> str:
    return "".join(span.text for span in row)


def texts(rows) -> list[str]:
    return [text_of(row).rstrip() for row in rows]


def row_with_words(rows, words: str) -> str:
    (row,) = (each for each in texts(rows) if words in each)
    return row


# The log


def carry_out(log: LogBook, session: Session, *lines: str) -> None:
    """Carries lines out, and lets the log know as the screen does."""
    for line in lines:
        result = said(session, line)
        assert not result.error, result.error
        entry = log.add(result.command, result.log)
        timeline = session.timeline
        log.count_steps(entry, timeline.steps, timeline.steps_undone, redoes=bool(result.redone))


def undone_in(log: LogBook) -> list[str]:
    return [each.command for each in log.entries if each.undone]


def test_what_is_undone_is_marked_and_what_is_done_again_is_not() -> None:
    log, session = LogBook(), session_on(small_fight())
    carry_out(log, session, "begin", "d ogre 1", "d ogre 2", "d ogre 3", "undo 2")
    assert undone_in(log) == ["d ogre 2", "d ogre 3"]
    carry_out(log, session, "redo")
    assert undone_in(log) == ["d ogre 3"]
    carry_out(log, session, "redo")
    assert undone_in(log) == []


def test_what_was_undone_stays_marked_when_something_else_is_done_instead() -> None:
    log, session = LogBook(), session_on(small_fight())
    carry_out(log, session, "begin", "d ogre 1", "undo", "d ogre 2")
    assert undone_in(log) == ["d ogre 1"]
    carry_out(log, session, "undo", "d ogre 3", "d ogre 4", "undo 2", "redo")
    assert undone_in(log) == ["d ogre 1", "d ogre 2", "d ogre 4"]


def test_what_changes_nothing_is_no_step_and_an_amendment_is_one() -> None:
    log, session = LogBook(), session_on(small_fight())
    carry_out(log, session, "begin", "d ogre 1", "show ogre", "roll d20", "undo")
    assert undone_in(log) == ["d ogre 1"]
    carry_out(log, session, "redo", "amend 7", "undo")
    assert undone_in(log) == ["amend 7"]


@pytest.mark.parametrize("seed", range(8))
def test_marks_are_right_after_any_undoing_also_in_a_fight_that_is_gone_on_with(tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    journal_settings = desk_at(tmp_path)
    session = session_on(small_fight(), journal_settings=journal_settings)
    done_now: list[int] = []
    undone: list[int] = []
    marked: set[int] = set()
    log = log_of(session.timeline)
    for turn in range(60):
        if turn == 30:  # goes on later, with a log of what is done by then
            session.end(finished=False)
            session, _ = Session.resume(journal_settings, "2026-01-01-the-ford", RandomDice(Random(1)))
            log = log_of(session.timeline)
            assert [each.command for each in log.entries] == [f"note ari {each}" for each in done_now]
            marked = set()
        choice = chance.random()
        count = chance.randint(1, 3)
        if choice < 0.3 and len(done_now) >= count:
            carry_out(log, session, f"undo {count}")
            undone += (done_now.pop() for _ in range(count))
            marked |= set(undone)
        elif choice < 0.5 and len(undone) >= count:
            carry_out(log, session, f"redo {count}")
            again = [undone.pop() for _ in range(count)]
            done_now += again
            marked -= set(again)
        else:
            carry_out(log, session, f"note ari {turn + 1}")
            done_now.append(turn + 1)
            undone.clear()
        known = {each.command for each in log.entries}
        assert {*undone_in(log)} == {f"note ari {each}" for each in marked} & known
    session.end(finished=True)


def log_with(*entries: tuple[str, tuple[str, ...]], width: int = 30) -> LogBook:
    log = LogBook()
    log.set_width(width)
    for command, lines in entries:
        log.add(command, lines)
    return log


LONG = ("d ogre 5", ("Ogre takes 5: 60 → 55", "staggered", "Cor takes 5: 30 → 25"))
SHORT = ("next", ("Ari's turn",))


def test_an_entry_is_the_command_and_what_came_of_it_broken_and_indented() -> None:
    assert texts(log_with(SHORT, LONG).rows) == [
        "next  Ari's turn",
        "d ogre 5  Ogre takes 5: 60 →",
        "    55 · staggered · Cor takes",
        "    5: 30 → 25",
    ]


def test_an_entry_is_folded_to_its_first_row_and_opened_again() -> None:
    log = log_with(SHORT, LONG)
    whole = texts(log.rows)
    log.select(2)
    log.toggle_fold()
    assert len(log.rows) == 2
    assert texts(log.rows)[1].endswith("…")
    log.select(1)
    log.toggle_fold()
    assert texts(log.rows) == whole
    log.select(99)
    assert log.cursor == len(whole) - 1
    LogBook().toggle_fold()


def test_a_folded_row_says_so_however_full_it_is() -> None:
    log = log_with(("x" * 28, ("y",)), width=30)
    log.select(0)
    log.toggle_fold()
    assert text_of(fit(log.rows[0], 30)) == "x" * 28 + " …"


def test_a_text_is_found_from_the_last_row_up_whatever_its_case() -> None:
    log = log_with(SHORT, LONG, SHORT)
    found = log.rows_with("ARI")
    assert found == [0, 4]
    assert next_match(found, None, 0, first=-1) == 4
    assert next_match(found, 4, -1) == 0
    assert next_match(found, 0, -1) == 0
    assert next_match(found, 0, 1) == 4
    assert log.rows_with("dragon") == log.rows_with("") == []
    assert next_match([], None, -1) is None


def test_what_begins_in_one_row_and_ends_in_the_next_is_found_where_it_begins() -> None:
    log = log_with(SHORT, LONG)
    assert log.rows_with("60 → 55") == [1]
    assert log.rows_with("cor takes 5") == [2]
    assert log.rows_with("takes") == [1, 2]
    assert log.rows_with("30 → 25") == [3]


def test_what_is_folded_is_found_in_the_row_that_is_left_of_it() -> None:
    log = log_with(SHORT, LONG, SHORT)
    log.select(1)
    log.toggle_fold()
    assert log.rows_with("staggered") == log.rows_with("cor takes") == [1]
    assert log.rows_with("ari") == [0, 2]


def test_at_another_width_it_is_the_same_log_in_other_rows() -> None:
    log = log_with(SHORT, LONG)
    narrow = texts(log.rows)
    log.set_width(200)
    assert texts(log.rows) == ["next  Ari's turn", "d ogre 5  Ogre takes 5: 60 → 55 · staggered · Cor takes 5: 30 → 25"]
    log.set_width(30)
    assert texts(log.rows) == narrow


# Who is in which row


def view_of(session: Session, **more) -> View:
    return next_view(View(session.fight, session.system, **more), session.fight, session.system)


MOB = (hero("Ari", 20), monster("Rat", 10, "count = 5"), monster("Imp", 8, "count = 2"), monster("Ogre", 15))


def names_in(view: View) -> list[str]:
    """The rows, each as its first creature and how many more are in it."""
    return [f"{row[0]}+{len(row) - 1}" if len(row) > 1 else row[0] for row in rows_of(view)]


def test_rows_are_in_the_order_of_the_turns_and_four_of_a_group_share_one() -> None:
    view = view_of(Played(*MOB).play("begin").session)
    assert names_in(view) == ["ari", "ogre", "rat1+4", "imp1", "imp2"]


def test_a_group_is_opened_and_folded_by_hand() -> None:
    session = Played(*MOB).play("begin").session
    assert names_in(view_of(session, toggled=frozenset({session.fight.sheets["rat1"].group}))).count("rat5") == 1
    assert "imp1+1" in names_in(view_of(session, toggled=frozenset({session.fight.sheets["imp1"].group})))


def test_a_group_is_open_while_one_of_it_acts_and_for_who_acts_apart() -> None:
    fight = Played(*MOB).play("begin", "next", "next")
    assert fight.session.fight.active == "rat1"
    assert "rat3" in names_in(view_of(fight.session))
    fight.play("next", "next", "next", "next", "next", "next", "next", "move rat3 after ari")
    assert names_in(view_of(fight.session))[:2] == ["ari", "rat3"]


def test_the_row_of_a_folded_creature_is_its_groups() -> None:
    rows = rows_of(view_of(Played(*MOB).play("begin").session))
    assert row_with(rows, "rat4") == 2
    assert row_with(rows, "nobody") is None


def test_the_selection_follows_the_turn_until_someone_else_is_selected() -> None:
    fight = Played(*MOB).play("begin")
    view = view_of(fight.session)
    assert view.selected == "ari"
    view = next_view(view, fight.play("next").session.fight, view.system)
    assert view.selected == "ogre"
    elsewhere = View(fight.session.fight, view.system, selected="imp1")
    assert next_view(elsewhere, fight.play("next").session.fight, view.system).selected == "imp1"


def test_who_is_gone_is_neither_selected_nor_marked_nor_asked() -> None:
    fight = Played(*MOB).play("ask all", "begin", "apply ari dazed save", "next")
    (question,) = fight.session.fight.questions
    view = view_of(fight.session, answering=question.id, digits="1")
    assert (view.answering, view.digits) == (question.id, "1")
    view = next_view(view, fight.play("undo").session.fight, view.system)
    assert (view.answering, view.digits) == (None, "")
    added = Played(*MOB).play("begin", "add Wolf hp=9 init=1", dice="10")
    view = view_of(added.session, selected="wolf", marked=("wolf", "ogre"))
    assert view.selected == "wolf"
    view = next_view(view, added.play("undo").session.fight, view.system)
    assert (view.selected, view.marked) == ("ari", ("ogre",))


def test_keys_are_about_those_marked_or_the_one_selected() -> None:
    session = Played(*MOB).session
    assert view_of(session, selected="ari").targets == ("ari",)
    assert view_of(session, selected="ari", marked=("imp1", "ogre")).targets == ("imp1", "ogre")


# The initiative


def seen_in(fight: Played, width: int = 60, **more) -> list[str]:
    return texts(order_rows(view_of(fight.session, **more), width))


def test_a_row_tells_turn_count_name_state_and_points() -> None:
    fight = Played(hero("Ari", 20), hero("Cor", 15), monster("Ogre", 10)).play("begin", "d cor 25", "temp ari 5")
    fight.play("apply cor prone+dazed save", "kill ogre", "hide ari")
    ari, cor, ogre = seen_in(fight, marked=("cor",))
    assert ari.startswith("▶  20 @Ari")
    assert "40/40+5" in ari
    assert ari.endswith("◇")
    assert cor.startswith(" ●")
    assert "15/40" in cor
    assert "◐✶" in cor
    assert "dazed, prone" in cor
    assert ogre.endswith("†")


def test_who_waits_is_marked_and_said() -> None:
    fight = Played(hero("Ari", 20), hero("Cor", 15), monster("Ogre", 10)).play("begin", "delay", 'ready "it moves"')
    rows = seen_in(fight, width=70)
    ari = next(each for each in rows if "Ari" in each)
    cor = next(each for each in rows if "Cor" in each)
    assert "delaying" in ari
    assert ari.endswith("◷")
    assert "readied" in cor
    assert cor.endswith("◆")


def test_an_open_question_is_seen_before_all_else_that_is_on_a_creature() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("ask party", "begin", "d ari 25", "hide ari")
    fight.play("apply ari dazed save", "next")
    ari = next(each for each in seen_in(fight) if "Ari" in each)
    assert ari.endswith("?◐✶")


def test_reserves_say_when_they_come_and_the_dying_lie_down() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10, 'reserve = "round 3"')).play("begin", "d ari 45")
    ari, ogre = seen_in(fight)
    assert "-5/40" in ari
    assert "▾" in ari
    assert "in reserve until round 3" in ogre


def test_a_folded_group_tells_how_many_stand_and_their_points_together() -> None:
    fight = Played(*MOB).play("begin", "kill rat2", "d rat3 10")
    row = next(each for each in seen_in(fight) if "Rat" in each)
    assert "Rat ×4 of 5 up" in row
    assert "230/300" in row


def test_a_folded_group_of_a_long_name_keeps_its_count() -> None:
    fight = Played(hero("Ari", 20), monster("Veteran Orchard Houndmaster", 8, "count = 5")).play("begin")
    assert any("Veteran O… ×5" in each for each in seen_in(fight, 32))


def test_a_group_called_by_a_number_alone_keeps_its_name() -> None:
    fight = Played(hero("Ari", 20), monster("1984", 8, "count = 5")).play("begin")
    assert any("19" in each and "×5" in each for each in seen_in(fight))


@pytest.mark.parametrize("width", [12, 20, 26, 38, 60, 120])
def test_points_are_seen_however_narrow_the_pane(width: int) -> None:
    fight = Played(hero("Aristophanes the Elder", 20), monster("Ogre", 10)).play("begin", "apply ari dazed+prone save")
    rows = order_rows(view_of(fight.session), width)
    assert all("40/40" in row or "60/60" in row for row in texts(rows)) or width < 14
    assert all(len(text_of(row)) == width for row in rows)


# The cards


KNIGHT = hero(
    "Ari",
    20,
    'role = "Striker"\nlevel = 5\nresist = { fire = 5 }\nvulnerable = { cold = 3 }\nnotes = "Owes [b]gold[/b]."',
    power("Longbow", 'attack = "+8 vs AC"\ndamage = "1d10+5"\nrange = "ranged 20"'),
    power("Volley", 'use = "encounter"\nattack = "+8 vs Reflex"\ndamage = "2d6 fire"\neffects = ["apply dazed save"]'),
    effect('name = "slowed"\nduration = "save"'),
)


def scene_of(view: View, keymap: Mapping[str, str] | None = None) -> Scene:
    return Scene(view, LogBook(), first_labels(keymap or {}))


def cards_in(view: View, width: int, height: int, keymap: Mapping[str, str] | None = None) -> tuple[Row, Sequence[Row]]:
    """The heading and the rows of the pane of cards."""
    return cards.fill(scene_of(view, keymap), Space(width, height))[:2]


def card_of(fight: Played, creature: str, width: int = 60) -> str:
    return "\n".join(texts(cards.card(view_of(fight.session), creature, width, first_labels({}))))


def test_a_card_tells_all_there_is_to_know() -> None:
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin", "d ari 25", "temp ari 3", "bonus ari -2 ac eont by ogre")
    fight.play("persist ari 5 cold save by ogre", "apply ari prone")
    card = card_of(fight, "ari")
    assert "15/40  temp 3  staggered" in card
    assert "AC 16  Fortitude 16  Reflex 14  Will 13" in card
    assert "AC -2 " in card
    assert "slowed · save ends" in card
    assert "▹ " in card.split("slowed", 1)[1]
    assert "cold" in card
    assert "from Ogre" in card
    assert "resist 5 fire, vulnerable 3 cold" in card
    assert "recoveries 6" in card
    assert "1 Longbow  +8 vs AC  1d10+5" in card
    assert "2 ○ Volley  +8 vs Reflex  2d6 fire · encounter" in card
    assert "Owes [b]gold[/b]." in card


def test_a_used_power_is_seen_to_be_used() -> None:
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin", "spend ari volley")
    assert "2 × Volley" in card_of(fight, "ari")


def test_the_card_names_the_keys_as_they_are_bound() -> None:
    keymap = {"power-1": "f1", "add": "ctrl+a", "select-active": "semicolon", "stat-block": "v"}
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin")
    assert row_with_words(cards_in(view_of(fight.session), 60, 40, keymap)[1], "Longbow").startswith("f1 Longbow")
    _, rows = cards_in(view_of(fight.session, selected="ogre"), 60, 6, keymap)
    assert row_with_words(rows, "more lines").endswith("more lines: ; selects it, v shows all")
    _, rows = cards_in(view_of(Played().session), 50, 20, keymap)
    assert texts(rows) == ["No creatures yet: Ctrl+A adds one"]


def test_only_who_acts_has_keys_before_its_powers() -> None:
    fight = Played(KNIGHT, monster("Ogre", 10, "", power("Club", 'attack = "+5 vs AC"\ndamage = "9"'))).play("begin")
    assert "1 Longbow" in card_of(fight, "ari")
    assert "  Club" in card_of(fight, "ogre")
    assert "1 Club" not in card_of(fight, "ogre")


def test_whose_turn_it_is_stands_above_who_is_selected() -> None:
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin")
    heading, rows = cards_in(view_of(fight.session, selected="ogre"), 50, 40)
    shown = texts(rows)
    assert text_of(heading) == "Ari – Striker 5 – PC"
    assert "Ogre – standard" in shown
    assert shown.index("Ogre – standard") > next(at for at, row in enumerate(shown) if "40/40" in row)
    heading, rows = cards_in(view_of(fight.session), 50, 40)
    assert "Ogre – standard" not in texts(rows)


@pytest.mark.parametrize("room", [4, 8, 12, 20])
def test_where_both_cards_have_no_room_the_one_selected_is_seen(room: int) -> None:
    fight = Played(KNIGHT, monster("Ogre", 10)).play("begin")
    _, rows = cards_in(view_of(fight.session, selected="ogre"), 50, room)
    assert any("60/60" in row for row in texts(rows)[:room])


def test_without_anybody_the_card_says_how_somebody_comes() -> None:
    _, rows = cards_in(view_of(Played().session), 50, 20)
    assert texts(rows) == ["No creatures yet: + adds one"]
    assert texts(order_rows(view_of(Played().session), 30)) == []


def test_the_cards_of_those_who_come_next_are_in_short() -> None:
    fight = Played(*MOB).play("begin", "kill ogre")
    heading, rows, _ = cards.fill_next(scene_of(view_of(fight.session)), Space(50, 40))
    assert text_of(heading).startswith("Rat 1")
    shown = "\n".join(texts(rows))
    assert "Rat 2 – " in shown
    assert "Ogre" not in shown


# What waits


def test_open_questions_come_first_and_what_runs_by_when_it_matters() -> None:
    fight = Played(hero("Ari", 20), hero("Cor", 15), monster("Ogre", 10)).play(
        "ask party", "begin", "apply ari dazed save", "apply cor slowed save", "persist cor 5 fire save", "next"
    )
    rows = texts(timers.timer_rows(view_of(fight.session), 60))
    assert rows[0].startswith("? Ari save: dazed")
    assert rows[0].endswith("d20")
    assert rows[1] == "end of Cor's turn"
    assert rows.index("end of Cor's turn") < rows.index("end of Ari's turn")
    assert row_with_words(timers.timer_rows(view_of(fight.session), 60), "Cor slowed")


def test_the_question_that_is_answered_shows_what_is_typed() -> None:
    fight = Played(hero("Ari", 20), hero("Cor", 15)).play(
        "ask party", "begin", "apply @party slowed save", "next", "next"
    )
    second = fight.session.fight.questions[1].id
    view = view_of(fight.session, answering=second, digits="17")
    assert timers.fill(scene_of(view), Space(60, 10)).cursor == 1
    first_row, second_row, *_ = texts(timers.timer_rows(view, 60))
    assert "17" not in first_row
    assert second_row.endswith("d20 › 17▏")
    assert timers.fill(scene_of(view_of(fight.session)), Space(60, 10)).cursor is None


def test_where_nothing_runs_it_says_so() -> None:
    assert texts(timers.timer_rows(view_of(Played(hero("Ari", 20)).session), 40)) == ["No active effects"]


def test_what_ends_a_fight_that_was_played_is_logged_as_it_was() -> None:
    session = session_on(small_fight())
    done(session, "begin", "d ogre 5", 'roll d20 "a search"')
    log = log_of(session.timeline)
    log.set_width(100)
    assert texts(log.rows)[1] == "d ogre 5  Ogre takes 5: 60 → 55"
    assert "a search" in texts(log.rows)[2]
