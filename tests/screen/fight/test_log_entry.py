"""The log in rows: common parts once, then a row for each creature."""

from orcus_tui.screen.fight.log_entry import LogRow, log_rows, plain_rows
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from tests.helpers.fights.played import Played, creature
from tests.helpers.fights.random_fights import begin_small_fight, play_lines


def rows_of(session: Session, line: str, *, shows_sums: bool = False) -> list[tuple[str, str, str]]:
    """The rows of a line: the name, the roll, and the remarks separated by bars."""
    play_lines(session, line)
    execution = session.timeline.executions[-1]
    return [as_read(each) for each in log_rows(execution.events, execution.after, shows_sums=shows_sums)]


def as_read(row: LogRow) -> tuple[str, str, str]:
    return row.name, row.roll, " | ".join(each.text for each in row.remarks)


def test_the_attacker_and_the_power_are_shown_once_above_a_row_for_each_target() -> None:
    assert rows_of(begin_small_fight(), "attack hex ogre,goblin1,goblin2 face 12,2,20 hit 5") == [
        ("", "", "Ari: Hex vs Will"),
        ("Ogre", "17 hit", "takes 5 fire: 60 → 55 | dazed, save ends"),
        ("Goblin 1", " 7 miss", ""),
        ("Goblin 2", "25 critical hit", "takes 5 fire: 1 → −4 | dies"),
    ]


def test_only_the_start_of_a_turn_or_a_round_is_a_heading() -> None:
    session = begin_small_fight()
    play_lines(session, "damage ogre 3", *["next"] * 6)
    executions = session.timeline.executions
    remarks = [
        (each.text, each.heading)
        for execution in (executions[1], executions[-1])
        for row in log_rows(execution.events, execution.after, shows_sums=False)
        for each in row.remarks
    ]
    assert remarks == [("takes 3: 60 → 57", False), ("Round 2", True), ("Ari's turn", True)]


def test_the_initiative_of_all_is_one_row_that_unfolds_to_a_row_for_each() -> None:
    heroes = (creature(name, 'kind = "pc"\nmax_hp = 20') for name in ("Ari", "Bo"))
    session = Played(*heroes, creature("Rat", "max_hp = 5\ninitiative = 2\ncount = 3")).session
    session.dice_source = GivenDice([7, 12, 9])
    rows = rows_of(session, "begin")
    assert rows[0] == ("", "", "initiative: 12 Bo, 11 Rat ×3, 7 Ari")
    assert rows[1][2].startswith("order: Bo, Rat 1")
    assert len(rows) == 3
    execution = session.timeline.executions[-1]
    unfolded = [as_read(each) for each in log_rows(execution.events, execution.after, shows_sums=True)]
    assert ("Bo", "", "rolls initiative: 12") in unfolded


def test_sums_are_shown_where_they_are_asked_for() -> None:
    assert rows_of(begin_small_fight("apply ogre blind"), "attack strike ogre ca face 12 hit 5", shows_sums=True) == [
        ("", "", "Ari: Strike vs AC"),
        ("Ogre", "12 + 5 + 2 (combat advantage) = 19 vs AC 15 – hit", "takes 5: 60 → 55"),
    ]
    assert rows_of(begin_small_fight("apply ogre dazed save"), "save ogre 12 +1", shows_sums=True)[0][2].startswith(
        "saves against dazed: 12 + 1 = 13, needs 10 – saved"
    )


def test_the_maximum_of_a_critical_hit_is_its_total_or_the_dice_and_their_total() -> None:
    line = "attack strike ogre face 20"
    assert ("", "", "Ari: Strike vs AC | maximum damage, 11") in rows_of(begin_small_fight(), line)
    with_sums = rows_of(begin_small_fight(), line, shows_sums=True)
    assert ("", "", "Ari: Strike vs AC | maximum damage, 1d8+3 = 11") in with_sums


def test_a_row_is_about_one_creature_whatever_its_line_begins_with() -> None:
    assert rows_of(begin_small_fight(), "persist ari,cor 5 fire save by ogre") == [
        ("Ari", "", "persistent 5 fire, save ends (from Ogre)"),
        ("Cor", "", "persistent 5 fire, save ends (from Ogre)"),
    ]
    assert rows_of(begin_small_fight(), 'note ogre "limps"') == [("Ogre", "", "note: limps")]
    assert rows_of(begin_small_fight("apply ari dazed"), "remove ari dazed") == [("Ari", "", "dazed ends (removed)")]


def test_a_turn_begins_a_row_with_the_events_of_its_start() -> None:
    session = begin_small_fight("persist ogre 5 fire save", "apply ari dazed eot")
    assert rows_of(session, "next") == [
        ("Ari", "", "dazed ends (expired)"),
        ("", "", "Ogre's turn | takes 5 persistent fire from Ari: 60 → 55"),
    ]
    play_lines(session, "next", "next", "next", "next")
    assert rows_of(session, "next")[-1] == ("", "", "Round 2 | Ari's turn")


def test_two_attacks_are_two_rows_each_under_its_attacker() -> None:
    assert rows_of(begin_small_fight(), "attack strike ogre by ari,cor face 12,3 hit 5") == [
        ("", "", "Ari: Strike vs AC"),
        ("Ogre", "17 hit", "takes 5: 60 → 55"),
        ("", "", "Cor: Strike vs AC"),
        ("Ogre", " 8 miss", "takes 2 (5, half): 55 → 53"),
    ]


def test_lines_about_no_creature_have_a_row_each_unless_they_belong_together() -> None:
    assert [as_read(each)[2] for each in plain_rows(["Undid: next", "round 1, Ari's turn"], (1,))] == [
        "Undid: next | round 1, Ari's turn"
    ]
    assert [as_read(each)[2] for each in plain_rows(["a", "b", "c"])] == ["a", "b", "c"]
    assert plain_rows([]) == ()


def test_a_new_creature_is_named_once_in_a_separate_row() -> None:
    session = begin_small_fight()
    session.dice_source = GivenDice([11])
    (joins, rolls) = rows_of(session, "add Rat hp=4")
    assert joins == ("", "", "Rat joins as rat")
    assert rolls[0] == "Rat"
    assert rolls[2].startswith("rolls initiative: ")


def test_a_renamed_creature_is_not_named_again_before_its_old_name() -> None:
    assert rows_of(begin_small_fight(), 'rename ogre "Big Ogre"') == [("", "", "Ogre is renamed Big Ogre")]


def test_attacks_of_a_group_end_with_a_row_that_sums_them_up() -> None:
    bite = 'power = [{ name = "Bite", attack = "+5 vs AC", damage = "4" }]'
    rats = creature("Rat", f"count = 3\nmax_hp = 9\ninitiative_total = 20\n{bite}")
    mir, ger = (creature(each, "max_hp = 30\ninitiative_total = 5\ndefenses = { ac = 15 }") for each in ("Mir", "Ger"))
    session = Played(rats, mir, ger).play("init rat* 20", "init mir 5", "init ger 4", "begin").session
    rows = rows_of(session, "attack bite mir,ger split by rat* face 15,16,2")
    assert rows[-1] == ("", "", "Bite: 2 of 3 hit; damage: Mir 4, Ger 4")
    assert not [text for _, _, text in rows_of(session, "attack bite mir by rat1 face 15") if "of 1 hit" in text]


def test_the_text_of_a_power_comes_after_its_results() -> None:
    gaze = 'power = [{ name = "Gaze", save = "dex 30", damage = "4", text = "Eyes like coals." }]'
    ogre = creature("Ogre", f"max_hp = 9\ninitiative_total = 20\n{gaze}")
    ari = creature("Ari", 'kind = "pc"\nmax_hp = 30\ninitiative_total = 5')
    rows = rows_of(Played(ogre, ari, system="srd5-plain").play("begin").session, "use gaze ari face 5")
    assert [name for name, _, _ in rows] == ["", "Ari", ""]
    assert rows[-1][2] == "Gaze: Eyes like coals."
