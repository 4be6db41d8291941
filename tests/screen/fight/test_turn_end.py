"""The end of a turn by `n`: powers to maintain are asked about, and a folded group passes as one."""

from typing import Any

from textual.pilot import Pilot

from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.turn_end import end_turn
from tests.helpers.fights.played import Played, creature, hero, monster, power
from tests.helpers.screen.driver import (
    command_line,
    pane_text,
    play,
    press,
    say,
    seen,
    sees,
    selection,
    settle,
    tracker,
)

WEB = power("Web", 'maintain = "swift"\neffects = ["apply slowed eont"]')
FOG = power("Fog", 'maintain = "swift"\neffects = ["apply concealed eont"]')
WITCH = hero("Wanda", 20, "", WEB, FOG)
OGRE = monster("Ogre", 12)
BITE = power("Bite", 'attack = "+4 vs AC"\ndamage = "2"')
RATS = monster("Rat", 10, "count = 5", BITE)


def witch_a_round_later(*powers: str) -> Played:
    """It is the turn of the witch, who used these powers a round ago."""
    return Played(WITCH, OGRE).play("begin", *(f"use {each} ogre" for each in powers), "next", "next")


def powers_kept(fight: Played) -> list[str]:
    return [each.name for each in fight.session.fight.states["wanda"].effects if each.maintain]


def test_a_power_that_would_end_is_asked_about_and_yes_keeps_it() -> None:
    fight = witch_a_round_later("web")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "n")
        assert "Wanda: maintain Web?" in pane_text(pilot, "timers")
        assert sees(pilot, "y maintain it")
        assert fight.session.fight.active == "wanda"
        await press(pilot, "y")
        assert fight.session.fight.active == "ogre"
        assert powers_kept(fight) == ["Web"]
        assert "maintain" not in pane_text(pilot, "timers")

    play(tracker(fight.session), script)


def test_no_lets_it_end_and_escape_stays_in_the_turn() -> None:
    fight = witch_a_round_later("web")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "n", "escape")
        assert fight.session.fight.active == "wanda"
        assert not sees(pilot, "maintain Web?")
        await press(pilot, "n", "n")
        assert fight.session.fight.active == "ogre"
        assert powers_kept(fight) == []

    play(tracker(fight.session), script)


def test_several_are_asked_about_one_by_one_and_a_refusal_stays_in_the_turn() -> None:
    fight = witch_a_round_later("web", "fog")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "n", "n")
        assert "maintain Fog?" in pane_text(pilot, "timers")
        await press(pilot, "y")
        assert powers_kept(fight) == ["Fog"]
        await say(pilot, "next", "apply wanda stunned")
        await press(pilot, "n", "y")
        assert fight.session.fight.active == "wanda"
        assert powers_kept(fight) == ["Fog"]

    play(tracker(fight.session), script)


def test_a_power_of_this_turn_and_one_that_is_paid_for_are_not_asked_about() -> None:
    fight = Played(WITCH, OGRE).play("begin", "use web ogre")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "n")
        assert fight.session.fight.active == "ogre"
        await press(pilot, "n")
        await say(pilot, "maintain web")
        await press(pilot, "n")
        assert fight.session.fight.active == "ogre"
        assert powers_kept(fight) == ["Web"]

    play(tracker(fight.session), script)


def test_n_right_after_a_line_acts_on_its_result() -> None:
    fight = witch_a_round_later("web")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, ":", *"maintain web", "enter", "n", "n")
        assert powers_kept(fight) == ["Web"]
        assert fight.session.fight.active == "wanda"  # her turn and the ogre's have passed, and it is her turn again
        assert fight.session.fight.round == 3
        assert "maintain" not in pane_text(pilot, "timers")
        await press(pilot, "n")
        assert "Wanda: maintain Web?" in pane_text(pilot, "timers")

    play(tracker(fight.session), script)


def test_two_ends_of_turns_at_once_stop_at_the_question_of_the_second() -> None:
    fight = witch_a_round_later("web").play("maintain web", "next")

    async def script(pilot: Pilot[Any]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, FightScreen)
        end_turn(screen)
        end_turn(screen)  # like the mouse and the palette, which do not wait for a result
        await settle(pilot)
        assert fight.session.fight.active == "wanda"
        assert powers_kept(fight) == ["Web"]
        assert "Wanda: maintain Web?" in pane_text(pilot, "timers")

    play(tracker(fight.session), script)


def test_a_typed_next_asks_nothing_and_shows_what_ends_before_and_after() -> None:
    fight = witch_a_round_later("web")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, ":", *"next")
        assert sees(pilot, "Web ends (not sustained)")
        await press(pilot, "enter")
        assert fight.session.fight.active == "ogre"
        assert powers_kept(fight) == []
        assert "Web ends (not sustained)" in pane_text(pilot, "log")

    play(tracker(fight.session), script)


# Mobs


def at_the_rats_turn(*lines: str, dice: str = "") -> Played:
    return Played(WITCH, OGRE, RATS).play("begin", *lines, "next", "next", dice=dice)


def test_a_folded_group_attacks_in_one_line_and_passes_with_one_key() -> None:
    fight = at_the_rats_turn()

    async def script(pilot: Pilot[Any]) -> None:
        assert selection(pilot).startswith("Rat ×5")
        assert "▶ Rat ×5" in seen(pilot)[0]
        await press(pilot, "1")
        assert command_line(pilot) == "attack bite wanda by rat* "
        await press(pilot, *"19,19,19,19,1", "enter", "n")
        assert fight.session.fight.active == "wanda"
        assert fight.session.fight.states["wanda"].hp == 32

    play(tracker(fight.session), script)


def test_the_standing_members_are_named_where_a_pattern_would_mean_others() -> None:
    fight = at_the_rats_turn('add "Rat Catcher" hp=9 init=3', "kill rat2", dice="1")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "1")
        assert command_line(pilot) == "attack bite wanda by rat1,rat3,rat4,rat5 "

    play(tracker(fight.session), script)


def test_the_group_stops_where_something_is_asked() -> None:
    fight = at_the_rats_turn("ask all", "apply rat3 dazed save")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "n")
        assert fight.session.fight.active == "rat4"
        assert fight.session.fight.questions
        await press(pilot, "n")
        assert fight.session.fight.active == "wanda"

    play(tracker(fight.session), script)


def test_a_group_passes_in_one_line_and_one_undo_brings_it_back() -> None:
    fight = at_the_rats_turn("persist rat3 1 fire enc")

    async def script(pilot: Pilot[Any]) -> None:
        before = fight.session.fight
        await press(pilot, "n")
        assert fight.session.fight.active == "wanda"
        rows = pane_text(pilot, "log").partition("next rat*")[2]
        assert "Rat 2 and Rat 3's turn" in rows
        assert "Rat 4 and Rat 5's turn" in rows
        assert rows.count("'s turn") == 3
        await press(pilot, "z")
        assert fight.session.fight == before
        assert selection(pilot).startswith("Rat ×5")
        await press(pilot, "y")
        assert fight.session.fight.active == "wanda"

    play(tracker(fight.session), script, (120, 40))


def test_the_preview_of_a_turn_end_covers_the_whole_active_or_next_group() -> None:
    fight = Played(WITCH, OGRE, RATS).play("begin", "persist rat3 1 fire", "next")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "N")
        log = pane_text(pilot, "log")
        assert "preview rat*" in log
        assert "Rat 1–3's turn" in log
        assert "Rat 3 takes 1" in log
        assert fight.session.fight.active == "ogre"
        await press(pilot, "n", "N")
        assert "Rat 2 and Rat 3's turn" in pane_text(pilot, "log")

    play(tracker(fight.session), script, (120, 40))


def test_a_group_that_is_unfolded_acts_one_by_one() -> None:
    fight = at_the_rats_turn()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "f", "1")
        assert "▶ Rat 1 " in seen(pilot)[0]
        assert command_line(pilot) == "attack bite wanda "
        await press(pilot, "escape", "n")
        assert fight.session.fight.active == "rat2"

    play(tracker(fight.session), script)


def test_a_group_that_has_the_turn_unfolds_and_folds() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "▶  30  Imp ×5" in "".join(seen(pilot))
        await press(pilot, "f")
        assert "▶  30  Imp 1" in "".join(seen(pilot))
        await press(pilot, "f")
        assert "▶  30  Imp ×5" in "".join(seen(pilot))

    imps = creature("Imp", 'kind = "mook"\nmax_hp = 1\ninitiative_total = 30\ncount = 5')
    play(tracker(Played(imps, hero("Ari", 20)).play("begin").session), script, (120, 40), toasts=True)
