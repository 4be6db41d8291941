"""Every key of the fight screen does what its row in the table describes."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.screen.dialogs.chooser import Chooser
from orcus_tui.screen.dialogs.text_viewer import TextViewer
from orcus_tui.screen.fight import fight_screen
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.header_footer import TurnClock
from orcus_tui.screen.fight.keys import KEYS
from orcus_tui.screen.fight.panes import BY_ID, PANES, TAB_STOPS
from orcus_tui.screen.fight.user_input import UserInput
from tests.helpers.fights.clock import Clock
from tests.helpers.fights.random_fights import play_lines, session_on, small_fight
from tests.helpers.screen.driver import (
    command_line,
    fight_tracker,
    highlighted_rows,
    pane_text,
    play,
    press,
    row_of,
    say,
    seen,
    sees,
    selection,
    settle,
    tracker,
    type_text,
    until,
)

Try = Callable[[Pilot[Any], tuple[str, ...]], Awaitable[None]]


def keys_of(name: str) -> tuple[str, ...]:
    return tuple(KEYS[name].keys.split(","))


def last_logged(pilot: Pilot[Any]) -> str:
    """The last command in the log, and the visible part of its result."""
    rows = [row[1:-1].rstrip() for row in pane_text(pilot, "log").splitlines()[1:-1]]
    begins = [at for at, row in enumerate(rows) if row and not row.startswith(" ")]
    return " ".join(" ".join(rows[begins[-1] :]).split()) if begins else ""


# Keys that begin a line

BEGUN = {
    "ready": "ready ",
    "ask": "ask ",
    "damage": "damage ogre ",
    "heal": "heal ogre ",
    "temp": "temp ogre ",
    "apply": "apply ogre ",
    "apply-save": "apply ogre  save",
    "persist": "persist ogre ",
    "save": "save ogre ",
    "remove": "remove ogre ",
    "export": "export ",
    "command": "",
    "power-1": "attack strike ogre ",
    "power-2": "attack hex ogre ",
}


def test_these_keys_open_the_command_line_with_the_selected_creature_and_escape_leaves_it() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "j")
        for name, line in BEGUN.items():
            for key in keys_of(name):
                assert command_line(pilot) is None
                await press(pilot, key)
                assert command_line(pilot) == line, name
                await press(pilot, "escape")

    play(fight_tracker(), script)


def test_marked_creatures_are_filled_in() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "j", "space", "space", "d")
        assert command_line(pilot) == "damage ogre,cor "
        await press(pilot, "escape", "1")
        assert command_line(pilot) == "attack strike ogre,cor "

    play(fight_tracker(), script)


# Keys that execute a line

EXECUTED: dict[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    # lines before it, keys before it, and what is logged last
    "next": (("begin",), (), "next Ogre's turn"),
    "preview": (("begin",), (), "preview Ogre's turn"),
    "delay": (("begin",), (), "delay Ari delays"),
    "act": (("begin", "delay", "spent ogre move"), ("g",), "act ari"),
    "why": (("begin", "d ogre 5"), ("j",), "why ogre"),
    "undo": (("begin", "d ogre 5"), (), "undo Undid: d ogre 5"),
    "undo-turn": (("begin", "d ogre 5", "d cor 2"), (), "undo turn Undid: d cor 2 Undid: d ogre 5"),
    "redo": (("begin", "d ogre 5", "undo"), (), "redo Redid: d ogre 5"),
    "begin": ((), (), "begin order: Ari, Ogre, Cor"),
}


@pytest.mark.parametrize("name", EXECUTED)
def test_these_keys_execute_a_line_that_is_logged(name: str) -> None:
    lines, before, logged = EXECUTED[name]

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, *before, *keys_of(name))
        assert last_logged(pilot).startswith(logged)
        assert command_line(pilot) is None

    session = session_on(small_fight())
    play_lines(session, *lines)
    play(tracker(session), script)


def test_act_asks_before_it_ends_a_turn_in_which_nothing_has_been_done() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "g", *keys_of("act"))
        assert command_line(pilot) == "act ari"
        assert sees(pilot, "Ogre's turn ends with nothing done")
        await press(pilot, "escape")
        assert last_logged(pilot).startswith("delay")
        await press(pilot, "g", *keys_of("act"), "enter")
        assert last_logged(pilot).startswith("act ari")

    session = session_on(small_fight())
    play_lines(session, "begin", "delay")
    play(tracker(session), script)


# Keys that move the selection or open dialogs


async def down(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    assert selection(pilot) == "Ari"
    for key, name in zip(keys, ("Ogre", "Cor"), strict=True):
        await press(pilot, key)
        assert selection(pilot) == name
    await press(pilot, *[keys[0]] * 9)
    assert selection(pilot) == "Goblin 3"


async def up(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await press(pilot, "j", "j")
    for key, name in zip(keys, ("Ogre", "Ari"), strict=True):
        await press(pilot, key)
        assert selection(pilot) == name
    await press(pilot, keys[0])
    assert selection(pilot) == "Ari"


async def to_last(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    for key in keys:
        await press(pilot, "home", key)
        assert selection(pilot) == "Goblin 3"


async def to_first(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    for key in keys:
        await press(pilot, "end", key)
        assert selection(pilot) == "Ari"


async def to_who_acts(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await press(pilot, "end", *keys)
    assert selection(pilot) == "Ari"


async def mark(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await press(pilot, "j", *keys)
    assert row_of(pilot, "Ogre")[1] == "●"
    assert "1 marked" in pane_text(pilot, "initiative")
    assert selection(pilot) == "Cor"
    await press(pilot, "k", *keys)
    assert row_of(pilot, "Ogre")[1] == " "
    assert "marked" not in pane_text(pilot, "initiative")


async def unmark_all(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await press(pilot, "space", "space", *keys)
    assert "●" not in pane_text(pilot, "initiative")


async def fold(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await press(pilot, "end", *keys)
    assert "Goblin ×3" in pane_text(pilot, "initiative")
    assert "Goblin 3" not in pane_text(pilot, "initiative")
    await press(pilot, "d")
    assert command_line(pilot) == "damage goblin1,goblin2,goblin3 "
    await press(pilot, "escape", "space", "d")
    assert command_line(pilot) == "damage goblin1,goblin2,goblin3 "
    await press(pilot, "escape", *keys)
    assert row_of(pilot, "Goblin 3")[1] == "●"


async def next_pane(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    for pane in (*TAB_STOPS[1:], TAB_STOPS[0]):
        await press(pilot, *keys)
        assert seen(pilot)[-1].startswith(f" {BY_ID[pane].title} ")


async def previous_pane(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    for pane in reversed(TAB_STOPS):
        await press(pilot, *keys)
        assert seen(pilot)[-1].startswith(f" {BY_ID[pane].title} ")


async def to_pane(pane: str, pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await press(pilot, "tab", "tab", *keys)
    assert pilot.app.fight.focus_name == pane
    assert pane_text(pilot, "footer").splitlines()[1].startswith(f" {BY_ID[pane].title} ")


async def stat_block(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    for key in keys:
        await press(pilot, "home", "j", key)
        assert isinstance(pilot.app.screen, TextViewer)
        assert sees(pilot, "show ogre")
        assert sees(pilot, "Strike")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, FightScreen)


async def answer(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await say(pilot, "ask party", "apply ari dazed save", "next")
    await press(pilot, *keys)
    assert "d20 › ▏" in row_of(pilot, "Ari save 10+: dazed", "timers")
    assert seen(pilot)[-1].startswith(" question 1")


async def search(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await press(pilot, *keys, *"order")
    (found,) = highlighted_rows(pilot, "log")
    assert "order: Ari" in found


async def help_(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await opens_list(pilot, keys, "─ Help")


async def add(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await opens_list(pilot, keys, "─ Add a creature")


async def open_(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await opens_list(pilot, keys, "─ Open")


async def opens_list(pilot: Pilot[Any], keys: tuple[str, ...], title: str) -> None:
    await press(pilot, *keys)
    assert isinstance(pilot.app.screen, Chooser)
    assert sees(pilot, title)
    await press(pilot, "escape")
    assert isinstance(pilot.app.screen, FightScreen)


async def no_players_view(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await press(pilot, *keys)
    assert sees(pilot, "this fight has no journal")  # with a view: test_players_view.py


async def turn_clock(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await press(pilot, *keys)
    assert "Ari  0:00" in seen(pilot)[0]
    await press(pilot, *keys)
    assert "Ari  0:" not in seen(pilot)[0]


async def leave(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await press(pilot, *keys)
    await until(pilot, lambda: not pilot.app.is_running)


async def no_such_power(pilot: Pilot[Any], keys: tuple[str, ...]) -> None:
    await press(pilot, *keys)
    assert command_line(pilot) is None
    assert sees(pilot, f"no power {keys[0]}")


DONE: dict[str, Try] = {
    "select-next": down,
    "select-previous": up,
    "first": to_first,
    "last": to_last,
    "select-active": to_who_acts,
    "mark": mark,
    "unmark-all": unmark_all,
    "fold": fold,
    "next-pane": next_pane,
    "previous-pane": previous_pane,
    **{f"pane-{pane.id}": partial(to_pane, pane.id) for pane in PANES if pane.key},
    "stat-block": stat_block,
    "answer": answer,
    "search": search,
    "add": add,
    "open": open_,
    "help": help_,
    "players": no_players_view,
    "turn-clock": turn_clock,
    "quit": leave,
    **{f"power-{number}": no_such_power for number in range(3, 10)},
}


@pytest.mark.parametrize("name", DONE)
def test_these_keys_move_the_selection_or_open_something(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fight_screen, "TurnClock", partial(TurnClock, now=Clock()))
    app = fight_tracker()

    async def script(pilot: Pilot[Any]) -> None:
        await DONE[name](pilot, keys_of(name))

    size = (80, 24) if name == "stat-block" else (120, 40)  # more than the log has room for
    play(app, script, size, toasts=name.startswith(("power", "players")))


@pytest.mark.parametrize("pane", ["initiative", "log"])
def test_a_page_is_the_visible_rows(pane: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        (page_down,), (page_up,) = keys_of("page-down"), keys_of("page-up")
        if pane == "log":
            await press(pilot, *keys_of("pane-log"))
            before = pane_text(pilot, "log")
            await press(pilot, page_up)
            above = pane_text(pilot, "log")
            assert "d ogre 30" in before
            assert "d ogre 30" not in above
            await press(pilot, page_down)
            assert pane_text(pilot, "log") == before
        else:
            await press(pilot, page_down)
            assert selection(pilot) not in ("Ari", "Ogre")
            await press(pilot, page_up)
            assert selection(pilot) == "Ari"

    play(fight_tracker(*(f"d ogre {number}" for number in range(1, 31))), script, (80, 20))


TRIED_ELSEWHERE = (
    "accept", "build", "campaign", "decline", "end-fight", "hero", "import", "inbox",
    "initiative", "keep", "menu", "notes", "odds", "report"
)  # fmt: skip
"""The keys that have their own test file."""


def test_w_writes_the_fight(tmp_path: Path) -> None:
    session = session_on(small_fight(), encounter=tmp_path / "ford.toml")
    play_lines(session, "begin")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, *keys_of("write"))
        assert last_logged(pilot).startswith("write ")
        assert "ford" in last_logged(pilot)

    play(tracker(session), script)
    (written,) = tmp_path.glob("*.toml")
    assert "phase" in written.read_text()


def test_no_key_is_given_twice() -> None:
    given = [each for key in KEYS.values() for each in key.keys.split(",")]
    assert sorted(given) == sorted(set(given))


def test_every_key_of_the_table_is_tried() -> None:
    tried = [*BEGUN, *EXECUTED, *DONE, "page-up", "page-down", "write", *TRIED_ELSEWHERE]
    assert sorted(tried) == sorted(KEYS)


# Changed keys


def test_keys_of_the_config_replace_the_defaults_and_are_shown() -> None:
    user_input = UserInput({"next": "f5,m", "damage": "ctrl+d"})

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "n")
        assert sees(pilot, "▶ Ari")
        await press(pilot, "f5")
        assert sees(pilot, "▶ Ogre")
        await press(pilot, "m")
        assert sees(pilot, "▶ Cor")
        assert "f5 next" in pane_text(pilot, "footer")
        assert "Ctrl+D damage" in pane_text(pilot, "footer")
        await press(pilot, "d")
        assert command_line(pilot) is None
        await press(pilot, "ctrl+d")
        assert command_line(pilot) == "damage cor "

    play(fight_tracker(user_input=user_input), script)


def test_a_key_of_the_config_may_have_any_line() -> None:
    lines = {"f5": "damage {selected} 3", "n": "note cor mine", "f6": "damage {target?}", "f7": "heal {targets} "}

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "f5")
        assert "takes 3" in pane_text(pilot, "log")
        await press(pilot, "n")
        assert sees(pilot, "▶ Ari")  # `n` is no longer `next`
        await press(pilot, "f6")
        assert command_line(pilot) == "damage "
        await press(pilot, "escape")
        await press(pilot, "f7")
        assert command_line(pilot) == "heal ari "

    play(fight_tracker(user_input=UserInput(lines=lines)), script)


def test_the_open_line_names_what_was_left_with_esc() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, ":", *"damage og", "escape", ":")
        assert sees(pilot, "› a command; ↑ brings back damage og")
        await press(pilot, "up")
        assert command_line(pilot) == "damage og"
        await press(pilot, "r", "e", "space", "3", "enter", ":")
        assert sees(pilot, "› a command, e.g. damage goblin 7")

    play(fight_tracker(), script)


def test_the_prompt_names_the_key_of_the_config_and_the_open_line_an_example() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "f5")
        assert sees(pilot, "› a command, e.g. damage goblin 7")
        await press(pilot, "escape")
        assert sees(pilot, "› press f5 to type a command; Ari has not acted")

    play(fight_tracker(user_input=UserInput({"command": "f5"})), script)


def test_fast_typing_reaches_the_right_place() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, *"jd12", "enter", *"n:d ogre 3", "enter", "z", *":d cor 5", "enter", "n")
        commands = [each.command for each in pilot.app.fight.log_book.entries]
        assert commands == ["begin", "damage ogre 12", "next", "d ogre 3", "undo", "d cor 5", "next"]
        assert "48/60" in row_of(pilot, "Ogre")

    play(fight_tracker(), script)


def test_marks_are_cleared_when_their_line_is_executed() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "j", "space", "space", "d", "escape")
        assert "2 marked" in pane_text(pilot, "initiative")
        await press(pilot, "d", "x", "enter", "escape")
        assert "2 marked" in pane_text(pilot, "initiative")
        await press(pilot, "d", "3", "enter")
        assert "marked" not in pane_text(pilot, "initiative")

    play(fight_tracker(), script)


def test_a_power_that_harms_begins_with_the_last_enemy_or_the_first_that_is_up() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "1")
        assert command_line(pilot) == "attack strike ogre "
        await press(pilot, "escape", "j", "j", "1")  # Cor is selected, who is not an enemy
        assert command_line(pilot) == "attack strike ogre "
        await press(pilot, "escape", "j", "1")
        assert command_line(pilot) == "attack strike goblin1 "
        await press(pilot, "escape", "n")  # the ogre's turn
        assert selection(pilot) == "Ari"
        await press(pilot, "1")
        assert command_line(pilot) == "attack strike ari "
        await press(pilot, "escape", "n")  # Cor's turn
        assert selection(pilot) == "Goblin 1"

    play(fight_tracker(), script)


def test_an_attack_on_an_ally_is_warned_about_before_enter() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "1")
        assert not sees(pilot, "on the attacker's own side")
        await type_text(pilot, "cor")
        assert sees(pilot, "on the attacker's own side: Cor")
        await press(pilot, "escape", "1")
        await type_text(pilot, "ari")
        assert sees(pilot, "on the attacker's own side: Ari")
        await press(pilot, "escape")
        assert not sees(pilot, "on the attacker's own side")

    play(fight_tracker(), script)


def test_the_line_of_a_power_names_its_user_where_that_creature_has_no_turn() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "j", "space", "g", "2")
        assert command_line(pilot) == "attack hex cor by ari "

    play(tracker(session_on(small_fight())), script)


def test_ctrl_c_leaves_from_the_command_line_too() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "d", "5")
        await leave(pilot, ("ctrl+c",))

    play(fight_tracker(), script)


def test_settle_waits_for_every_line_that_was_submitted() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        for number in range(20):
            pilot.app.fight.submit(f"d ogre {number}")
        await settle(pilot)
        assert "d ogre 19" in pane_text(pilot, "log")
        await type_text(pilot, ":")
        assert command_line(pilot) == ""

    play(fight_tracker(), script)
