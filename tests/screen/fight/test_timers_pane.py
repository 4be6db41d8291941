"""The pane of timers: open questions, and the ends of effects."""

from orcus_tui.screen.fight import timers
from orcus_tui.screen.fight.header_footer import Saving, header
from orcus_tui.screen.fight.view import PaneSize
from orcus_tui.screen.widgets.row import text_of
from tests.helpers.casts.archmage import Archmage, kell, turn
from tests.helpers.fights.played import Played, hero, monster
from tests.helpers.screen.panes import pane_data_of, row_with_words, texts, view_of


def test_open_questions_come_first_then_effects_by_when_they_matter() -> None:
    fight = Played(hero("Ari", 20), hero("Cor", 15), monster("Ogre", 10)).play(
        "ask party", "begin", "apply ari dazed save", "apply cor slowed save", "persist cor 5 fire save", "next"
    )
    rows = texts(timers.timer_rows(view_of(fight.session), 60))
    assert rows[0].startswith("? Ari save 10+: dazed")
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
    assert timers.fill(pane_data_of(view), PaneSize(60, 10)).cursor == 1
    first_row, second_row, *_ = texts(timers.timer_rows(view, 60))
    assert "17" not in first_row
    assert second_row.endswith("d20 › 17▏")
    assert timers.fill(pane_data_of(view_of(fight.session)), PaneSize(60, 10)).cursor is None


def test_the_question_of_a_recovery_shows_its_dice_what_is_added_and_the_most_they_can_show() -> None:
    fight = Archmage(kell(turn(20))).play("begin", "damage kell 30", "ask party", "recover kell")
    (row, *_) = texts(timers.timer_rows(view_of(fight.session, answering=1, digits="31"), 60))
    assert row.endswith("3d10 (+3): at most 30 › 31▏")


def test_without_timers_the_pane_says_so() -> None:
    assert texts(timers.timer_rows(view_of(Played(hero("Ari", 20)).session), 40)) == ["No active effects"]


def test_effects_of_one_power_on_many_are_one_row() -> None:
    fight = Played(hero("Ari", 20), hero("Cor", 15), monster("Ogre", 10)).play(
        "begin", "persist cor,ogre 5 fire save by ogre", "apply ari,cor dazed eont by ogre", "apply ari prone"
    )
    rows = texts(timers.timer_rows(view_of(fight.session), 60))
    assert rows[rows.index("start of Cor's turn") + 1].startswith("  Cor, then Ogre 5 fire")
    assert row_with_words(timers.timer_rows(view_of(fight.session), 60), "dazed").startswith("  Ari, Cor dazed")
    assert sum("5 fire" in row for row in rows) == 1
    narrow = texts(timers.timer_rows(view_of(fight.session), 26))
    assert any(row.startswith("  Cor (+1) 5 fire") for row in narrow)


def test_the_count_of_creatures_sharing_a_row_stays_where_the_name_is_cut() -> None:
    fight = Played(hero("Ari", 20), *(monster(f"Redcap {number}", 10 - number) for number in range(1, 6)))
    fight.play("begin", "apply @foes dazed+slowed save then stunned by ari")
    view = view_of(fight.session)
    shown = {width: row_with_words(timers.timer_rows(view, width), "save 10+").strip() for width in (54, 50, 40)}
    assert shown[54].startswith("Redcap 1 (+4) dazed and slowed ")
    assert shown[50].startswith("Redc… (+4) dazed and slowed ")
    assert shown[40].startswith("Re… (+4) dazed ")


def test_reserves_that_wait_for_the_same_share_a_row() -> None:
    rats = monster("Rat", 8, "count = 5", "reserve = 'round 3'")
    fight = Played(hero("Ari", 20), monster("Ogre", 10), rats).play("begin")
    assert [row.split() for row in texts(timers.timer_rows(view_of(fight.session), 60)) if "Rat" in row] == [
        ["Rat", "1–5", "in", "reserve", "due"]
    ]


def test_the_same_twice_on_one_creature_is_counted() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("begin", *["persist ari 3 poison by ogre"] * 2)
    assert row_with_words(timers.timer_rows(view_of(fight.session), 60), "poison").startswith("  Ari 3 poison ×2 ")


def test_effects_of_a_mob_on_one_creature_are_one_row() -> None:
    rats = (monster(f"Rat {number}", 10 - number) for number in range(1, 5))
    fight = Played(hero("Ari", 20), *rats).play("begin")
    fight.play(*(f"apply ari slowed teont by rat{number}" for number in range(1, 5)))
    fight.play("apply ari grappled by rat1", "apply ari grappled by rat2")
    rows = [" ".join(row.split()) for row in texts(timers.timer_rows(view_of(fight.session), 60))]
    assert [row for row in rows if "slowed" in row] == ["Ari slowed ×4 ends"]
    assert [row for row in rows if "grappled" in row] == ["Ari grappled by Rat 1", "Ari grappled by Rat 2"]


def test_effects_of_one_creature_that_end_alike_share_a_row() -> None:
    fight = Played(hero("Ari", 20), hero("Cor", 15), monster("Ogre", 10)).play("begin")
    fight.play(*(f"apply ogre {each} save by ari" for each in ("slowed", "dazed", "weakened", "rattled")))
    fight.play("apply ogre blinded save by cor", "apply ogre prone", "persist ogre 5 fire save:16 by ari")
    rows = texts(timers.timer_rows(view_of(fight.session), 41))
    assert [" ".join(row.split()) for row in rows if "save" in row] == [
        "Ogre 5 fire save 16+",
        "Ogre slowed, dazed save 10+ each",
        "Ogre weakened, rattled save 10+ each",
        "Ogre blinded save 10+",
    ]
    assert not any("…" in row for row in rows)
    both = texts(
        timers.timer_rows(
            view_of(fight.play(*(f"apply ari,cor {each} eont by ogre" for each in ("slowed", "dazed"))).session), 41
        )
    )
    assert [row.strip().split("  ")[0] for row in both if "Cor" in row] == ["Ari, Cor slowed", "Ari, Cor dazed"]
    assert row_with_words(timers.timer_rows(view_of(fight.session), 41), "prone").startswith("  Ogre prone ")


def test_a_permanent_effect_names_its_source_if_there_is_room() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("begin", "apply ari grappled by ogre", "apply ogre prone")
    assert row_with_words(timers.timer_rows(view_of(fight.session), 40), "grappled").endswith(" by Ogre")
    assert row_with_words(timers.timer_rows(view_of(fight.session), 20), "grappled").strip() == "Ari grappled"


def test_effects_of_different_creatures_or_powers_stay_apart() -> None:
    fight = Played(hero("Ari", 20), hero("Cor", 15), monster("Ogre", 10), monster("Imp", 5)).play(
        "begin", "apply ari dazed save by ogre", "apply cor dazed save by imp", "delay"
    )
    rows = texts(timers.timer_rows(view_of(fight.session), 60))
    assert sum("dazed" in row for row in rows) == 2


def test_a_name_is_cut_before_the_instructions() -> None:
    name = "Bartholomew the Extraordinarily Long-winded"
    fight = Played(hero(name, 20), monster("Ogre", 10)).play(
        "ask party", "begin", "persist bart 5 fire save", "apply bart immobile eont by ogre", "next"
    )
    rows = texts(timers.timer_rows(view_of(fight.session), 43))
    assert rows[0].startswith("? Barthol… save 10+")
    assert "save 10+: persistent 5 fire" in rows[0]
    assert row_with_words(timers.timer_rows(view_of(fight.session), 35), "immobile").endswith("immobile ends")


def test_a_question_says_what_it_needs_and_the_header_whose_dice_are_asked_for() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10)).play("ask party", "begin", "apply ari dazed save:16", "next")
    view = view_of(fight.session)
    assert "Ari save 16+: dazed" in texts(timers.timer_rows(view, 60))[0]
    assert "asks for the party's dice" in text_of(header(view, Saving(None), 120))
    fight.play("answer 18", "next", "apply ari dazed save", "ask all", "next")
    assert any("save 10+" in row for row in texts(timers.timer_rows(view_of(fight.session), 60)))
    assert "asks for all dice" in text_of(header(view_of(fight.session), Saving(None), 120))
    assert "asks" not in text_of(header(view_of(fight.play("ask none").session), Saving(None), 120))


def test_a_long_text_has_more_rows_where_they_are_free_and_one_where_they_are_not() -> None:
    text = "the cantor flees up a floor and pulls the rope after her, and the novices weep"
    fight = Played(hero("Ari", 20), hero("Cor", 15)).play("begin", f'remind round 3 "{text}"', "apply cor slowed save")
    view = view_of(fight.session)
    long = texts(timers.fill(pane_data_of(view), PaneSize(40, 12)).rows)
    assert "and the novices weep" in " ".join(" ".join(long).split())
    assert len(long) == 6
    short = texts(timers.fill(pane_data_of(view), PaneSize(40, 4)).rows)
    assert len(short) == 4
    assert "novices weep" not in " ".join(short)
    assert [row.index("the cantor") for row in (*long, *short) if "the cantor" in row] == [2, 2]


def test_the_dice_of_a_question_stay_while_its_answer_is_typed_and_its_words_are_cut_first() -> None:
    fight = Played(hero("Sister Anwe", 20), monster("Ogre", 10)).play(
        "ask party", "begin", 'persist sister 5 cold "Long Winter" save', "next"
    )
    view = view_of(fight.session, answering=fight.session.fight.questions[0].id)
    (asked, *_) = texts(timers.timer_rows(view, 43))
    assert asked.startswith("? Siste… save 10+: persistent 5")
    assert asked.rstrip().endswith("d20 › ▏")


def test_timers_and_challenges_of_the_fight_are_under_the_clock() -> None:
    played = Played(hero("Ari", 20)).play('timer "Torch" 1h', 'challenge "Free them" 6 before 3', "success 2")
    assert texts(timers.timer_rows(view_of(played.session), 48)) == [
        "Clock: 0 seconds",
        "  Torch                                   1 hour",
        "  Free them              2 of 6, failures 0 of 3",
    ]
    played.play("failure 3")
    assert texts(timers.timer_rows(view_of(played.session), 48))[-1].split() == ["Free", "them", "lost"]


def test_between_fights_the_clock_is_shown() -> None:
    played = Played(hero("Ari", 20)).play("pass 10m")
    assert texts(timers.timer_rows(view_of(played.session), 48)) == ["Clock: 10 minutes"]
