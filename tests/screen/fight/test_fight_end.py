"""The end of the fight: the screen shows when no foe is left, and a key opens the menu of next steps."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.rules.system import System
from orcus_tui.screen.fight.creature_figures import fate
from orcus_tui.screen.fight.end_of_fight import end_menu
from orcus_tui.screen.fight.view import no_foe_left
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.archmage import Archmage, hob, kell
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.fights.random_fights import play_lines, session_on
from tests.helpers.screen.driver import (
    command_line,
    fight_tracker,
    messages,
    pane_text,
    play,
    press,
    say,
    seen,
    sees,
    tracker,
)
from tests.helpers.screen.panes import view_of

ARI = hero("Ari", 20, "action_points = 1", power("Volley", 'use = "encounter"'))
OGRE = monster("Ogre", 12, "xp = 250")


def test_no_foe_is_left_when_all_are_down_dead_or_gone_without_reserves() -> None:
    fight = Played(ARI, hero("Cor", 15), OGRE, monster("Wolf", 9), monster("Bear", 3, "reserve = true"))
    assert not no_foe_left(view_of(fight.session))
    fight.play("begin", "kill ogre", "knockout wolf")
    assert not no_foe_left(view_of(fight.session))
    fight.play("drop bear")
    assert no_foe_left(view_of(fight.session))
    fight.play("finish")
    assert not no_foe_left(view_of(fight.session))
    assert not no_foe_left(view_of(Played(ARI).play("begin").session))


def test_a_creature_killed_in_reserve_is_dead_and_not_expected() -> None:
    fight = Played(ARI, OGRE, monster("Bear", 3, "reserve = true")).play("begin", "kill ogre", "kill bear")
    view = view_of(fight.session)
    assert fate(view, "bear") == "dead"
    assert no_foe_left(view)


def test_the_screen_shows_the_end_and_the_menu_has_experience_and_resources() -> None:
    fight = Played(ARI, hero("Cor", 15), OGRE).play("begin", "damage ari 9", "use volley")

    async def script(pilot: Pilot[Any]) -> None:
        assert not sees(pilot, "No foe is left")
        await press(pilot, *":kill ogre", "enter")
        assert sees(pilot, "No foe is left: press X")
        assert "X end of fight" in seen(pilot)[-1]
        await press(pilot, "X")
        assert sees(pilot, "XP: 250 for 1 foe beaten")
        assert sees(pilot, "Ari")
        assert sees(pilot, "31/40 · recoveries 6 · action points 1 · spent: Volley")
        await press(pilot, "f")
        assert fight.session.fight.phase == "finished"
        assert sees(pilot, "What comes next")
        await press(pilot, "r", "enter")
        assert sees(pilot, "done: rest short")
        assert fight.session.fight.states["ari"].spent == ()
        await press(pilot, "escape")
        assert not sees(pilot, "What comes next")

    play(tracker(fight.session), script)


def test_the_rest_shows_what_recoveries_restore_and_spends_them() -> None:
    fight = Played(ARI, hero("Cor", 15), OGRE).play("begin", "damage ari 25", "damage cor 5", "kill ogre", "finish")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "X", "r")
        assert sees(pilot, "15/40 · recoveries 6")
        assert sees(pilot, "Enter now spends no recoveries")
        await press(pilot, "+", "+", "+", "-")
        assert not sees(pilot, "spends no")
        assert sees(pilot, " 2   15 → 35")
        await press(pilot, "j", "+", "enter")
        assert [fight.session.fight.states[each].hp for each in ("ari", "cor")] == [35, 40]
        assert [fight.session.fight.states[each].recoveries for each in ("ari", "cor")] == [4, 5]
        assert sees(pilot, "What comes next")

    play(tracker(fight.session), script)


def test_digits_in_the_rest_skip_unhurt_heroes() -> None:
    fight = Played(ARI, hero("Bo", 18), hero("Cor", 15), hero("Dee", 14), OGRE)
    fight.play("begin", "damage ari,cor 25", "kill ogre", "finish")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "X", "r", "1", "3", "2", "enter")
        states = fight.session.fight.states
        assert [states[each].hp for each in ("ari", "bo", "cor", "dee")] == [25, 40, 35, 40]
        assert [states[each].recoveries for each in ("ari", "bo", "cor", "dee")] == [5, 6, 4, 6]

    play(tracker(fight.session), script)


SLOTS = "resources = { slot1 = { max = 4 }, slot2 = { max = 3 } }"


def test_all_at_once_asks_for_recoveries_and_saves_the_heroes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fight = Played(hero("Ari", 20, SLOTS), hero("Cor", 15), OGRE)
    fight.play("begin", "damage ari 25", "counter ari.slot1 1", "kill ogre")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "X")
        assert sees(pilot, "slots 1st 1/4, 2nd 3/3"), seen(pilot)
        await press(pilot, "a")
        assert sees(pilot, "rested and saved: recoveries to spend")
        assert sees(pilot, "15/40 · recoveries 6 · slots 1st 1/4, 2nd 3/3")
        await press(pilot, "2", "enter")
        assert fight.session.fight.states["ari"].hp == 35
        assert "hp = 35" in (tmp_path / "party.toml").read_text(encoding="utf-8")

    play(tracker(fight.session), script)


def test_the_heroes_are_saved_again_once_the_dice_of_their_recoveries_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fight = Archmage(kell("initiative_total = 20"), hob("initiative_total = 10"))
    fight.play("begin", "ask party", "set kell hp 25", "kill hob")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "X", "a", "+")
        assert sees(pilot, " 1   25 → 31..42; has 8 recoveries left"), "the range, though the dice are asked for"
        await press(pilot, "enter")
        assert "hp = 25" in (tmp_path / "party.toml").read_text(encoding="utf-8")
        await press(pilot, "r", "1", "0", "enter")
        assert fight.session.fight.states["kell"].hp == 38
        assert "hp = 38" in (tmp_path / "party.toml").read_text(encoding="utf-8")

    play(tracker(fight.session), script)


def test_all_at_once_says_that_no_recoveries_were_spent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fight = Played(ARI, OGRE).play("begin", "damage ari 25", "kill ogre")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "X", "a", "enter")
        assert "no recoveries spent" in messages(pilot)[-1].message

    play(tracker(fight.session), script)


def test_all_at_once_asks_for_no_recoveries_if_the_heroes_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "party.toml").mkdir()
    fight = Played(ARI, OGRE).play("begin", "damage ari 25", "kill ogre")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "X", "a")
        assert not sees(pilot, "rested and saved")
        assert fight.session.fight.phase == "finished"

    play(tracker(fight.session), script)


def test_undo_says_that_the_party_file_stays_saved(tmp_path: Path) -> None:
    path = tmp_path / "party.toml"
    fight = Played(ARI, OGRE).play("begin", "damage ari 25", "kill ogre", "finish", "rest short", f'keep "{path}"')
    note = f"{path} still has the heroes as saved; `keep` after the fight saves them again"
    assert note in fight.play("undo").log
    assert note not in fight.play("undo").log
    fight.play("redo", "redo", f'keep "{path}"', "note ari brave")
    assert note not in fight.play("undo").log


def test_esc_leaves_the_rest_without_resting() -> None:
    fight = Played(ARI, OGRE).play("begin", "damage ari 25", "use volley", "kill ogre", "finish")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "X", "r", "3", "escape")
        assert fight.session.fight.states["ari"].hp == 15
        assert fight.session.fight.states["ari"].spent

    play(tracker(fight.session), script)


def test_a_rest_names_who_is_still_dying() -> None:
    fight = Played(ARI, hero("Cor", 15), OGRE).play("begin", "damage ari 45", "kill ogre")
    abouts = [each.about for each in end_menu(view_of(fight.session)).choices if each.text[:3] in ("a  ", "r  ", "R  ")]
    assert [each.endswith("; Ari is still dying") for each in abouts] == [True, True, True]
    fight.play("damage cor 45")
    (short, *_) = [each.about for each in end_menu(view_of(fight.session)).choices if each.text.startswith("r  ")]
    assert short.endswith("; Ari and Cor are still dying")
    fight.play("rest short")
    assert fight.log[-2:] == ["Ari is still dying", "Cor is still dying"]
    fight.play("heal @party 5")
    assert not any("dying" in each.about for each in end_menu(view_of(fight.session)).choices)
    assert not fight.play("rest short").logs("dying")


def test_ending_a_fight_reports_open_questions() -> None:
    fight = Played(ARI, hero("Cor", 15), OGRE).play("begin", "kill ogre", "ask party", "apply ari dazed save", "next")
    choices = {each.text[0]: each.about for each in end_menu(view_of(fight.session)).choices}
    assert all(choices[key].endswith("; 1 question is still open") for key in "frR")
    fight.play("answer 12")
    assert not any("open" in each.about for each in end_menu(view_of(fight.session)).choices if each.key in "frR")


def test_the_prompt_says_that_no_foe_is_left_rather_than_offer_the_line_of_an_event() -> None:
    event = '[[event]]\nat = "ogre dies"\nline = "kill wolf*"'
    fight = Played(ARI, OGRE, event).play("begin", "kill ogre")

    async def script(pilot: Pilot[Any]) -> None:
        assert sees(pilot, "No foe is left: press X")
        await press(pilot, *":finish", "enter")
        assert sees(pilot, "press : to type a command")

    play(tracker(fight.session), script)


def test_at_the_end_of_a_fight_a_key_keeps_the_party(tmp_path: Path) -> None:
    party, encounter = tmp_path / "party.toml", tmp_path / "ford.toml"
    party.write_text(f"format = 1\n{ARI}\n", encoding="utf-8")
    encounter.write_text(f'format = 1\nparty = "party.toml"\n{OGRE}\n', encoding="utf-8")
    before = party.read_text(encoding="utf-8")
    session = session_on(read_encounter(encounter), encounter=encounter)
    play_lines(session, "begin", "damage ari 20")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, *":finish", "enter")
        assert "K keep party" in pane_text(pilot, "footer")
        assert party.read_text(encoding="utf-8") == before
        await press(pilot, "K", "enter")
        assert sees(pilot, "saved to")

    play(tracker(session), script)
    assert tomllib.loads(party.read_text(encoding="utf-8"))["creature"][0]["hp"] == 20


def test_keep_without_a_party_file_begins_the_line_that_makes_one() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "kill ogre", "finish")
        await press(pilot, "K")
        assert command_line(pilot) == "keep party.toml"

    play(fight_tracker(), script)


def test_keep_with_a_party_file_shows_the_line_that_writes_it_first(tmp_path: Path) -> None:
    party = tmp_path / "our party.toml"
    party.write_text('format = 1\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 40\n', encoding="utf-8")
    encounter = tmp_path / "ford.toml"
    encounter.write_text(
        'format = 1\nname = "Ford"\nparty = "our party.toml"\n[[creature]]\nname = "Ogre"\nmax_hp = 60\n',
        encoding="utf-8",
    )
    before = party.read_text(encoding="utf-8")

    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, "damage ari 9", "kill ogre", "finish")
        await press(pilot, "K")
        assert command_line(pilot) == f'keep "{party}"'
        assert party.read_text(encoding="utf-8") == before
        await press(pilot, "enter")
        assert "hp = 31" in party.read_text(encoding="utf-8")

    play(tracker(session_on(read_encounter(encounter), encounter=encounter)), script)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_every_system_has_rests_in_its_own_words(system: System) -> None:
    points = "" if system.id == "true-srd" else "\nmax_hp = 9"
    ari = f'[[creature]]\nname = "Ari"\nkind = "pc"\nlevel = 1{points}'
    menu = end_menu(view_of(Played(ari, system=system.id).session))
    abouts = {each.text[:7]: each.about for each in menu.choices}
    assert abouts["r  rest"]
    assert abouts["R  rest"]
    assert abouts["r  rest"] != abouts["R  rest"]


def test_a_rest_omits_the_dying_only_if_an_open_die_may_help_them() -> None:
    fight = Played(ARI, hero("Cor", 15), OGRE).play("begin", "ask party", "damage ari 45")
    fight.play('save ari "the cold"', "rest short")
    assert fight.state["questions"]
    assert fight.logs("Ari is still dying")


def test_with_an_open_death_save_a_rest_does_not_report_the_dying() -> None:
    fight = Played(ARI, hero("Cor", 15), OGRE).play("begin", "ask party", "damage ari 45", *["next"] * 4)
    assert [each["kind"] for each in fight.state["questions"]] == ["death save"]
    assert not fight.play("rest short").logs("still dying")
