"""The fight on the screen in every terminal: any size, ASCII, no colour, the mouse, and names of all kinds."""

from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual import events
from textual.color import Color
from textual.pilot import Pilot
from textual.theme import Theme

from orcus_tui.screen.fight import fight_screen, open_dialogs
from orcus_tui.screen.fight.key_actions import DOUBLE_PRESS
from orcus_tui.screen.fight.layout import PaneNeeds, Viewport, grid_of, is_tall, too_small_rows
from orcus_tui.screen.fight.panes import BY_ID, TAB_STOPS, FightPane
from orcus_tui.screen.fight.view import rows_of
from orcus_tui.screen.themes import DARK, LIGHT
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.row import text_of
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter_bytes
from tests.helpers.fights.played import Played, creature, hero, monster
from tests.helpers.fights.random_fights import session_on, small_fight
from tests.helpers.screen.driver import (
    command_line,
    fight_tracker,
    is_whole,
    messages,
    pane_text,
    paste,
    play,
    press,
    resize,
    row_of,
    say,
    seen,
    sees,
    selection,
    settle,
    strips_of,
    tracker,
    turn_wheel,
    type_text,
)

SIZES = [(40, 12), (100, 14), (200, 14), (300, 12), (60, 24), (80, 18), (80, 24), (120, 40), (200, 50)]


# Sizes


@pytest.mark.parametrize("size", SIZES)
def test_whose_turn_it_is_and_the_command_line_are_seen_at_every_size(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert is_whole(pilot)
        assert "Round 1 · ▶ Ari" in seen(pilot)[0]
        assert sees(pilot, "› press : to type a command")
        assert "40/40" in row_of(pilot, "Ari")
        await press(pilot, "n")
        assert "▶ Ogre" in seen(pilot)[0]
        await type_text(pilot, ":apply ari d")
        assert is_whole(pilot)
        assert command_line(pilot) == "apply ari d"
        assert sees(pilot, "› apply ari d")
        assert sees(pilot, "dazed")
        assert "▶ Ogre" in seen(pilot)[0]

    play(fight_tracker(), script, size)


@pytest.mark.parametrize("size", [(40, 12), (79, 17), (100, 14), (200, 14), (300, 12)])
def test_a_low_screen_has_one_pane_between_header_and_footer(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        for name in TAB_STOPS:
            places = {each.id: each.region for each in pilot.app.fight.query(Canvas) if each.display}
            width, height = size
            assert {*places} == {"header", name, "footer"}
            assert [places[each].size for each in ("header", name)] == [(width, 1), (width, height - 3)]
            assert places["footer"] == (0, height - 2, width, 2)
            assert seen(pilot)[-1].startswith(f" {BY_ID[name].title} ")
            await press(pilot, "tab")

    play(fight_tracker(), script, size)


def test_a_pane_with_a_key_is_shown_at_every_size() -> None:
    def row(**more: Any) -> FightPane:
        return FightPane(id="notes", title="notes", fill=BY_ID["cards"].fill, **more)

    assert row(key="M").key
    assert row(key="M", across=True).key
    assert not row(only_vast=True).key
    with pytest.raises(ValueError, match="pane notes: `key` needs a pane of every size"):
        row(key="M", only_vast=True)


def test_a_pane_of_vast_screens_is_hidden_on_others() -> None:
    notes = FightPane(id="notes", title="notes", fill=BY_ID["cards"].fill, only_vast=True)
    for width, height, shown in ((199, 40, False), (200, 40, True), (200, 18, True), (200, 17, False), (39, 12, False)):
        needs = PaneNeeds()
        viewport = Viewport((width, height), "initiative", "initiative", is_tall((width, height), needs))
        grid = grid_of(viewport, [BY_ID["initiative"], notes], needs)
        assert ("notes" in grid.shown) is shown


@pytest.mark.parametrize("tall", [False, True])
def test_each_pane_of_vast_screens_has_a_column(*, tall: bool) -> None:
    notes = FightPane(id="notes", title="notes", fill=BY_ID["cards"].fill, only_vast=True)
    viewport = Viewport((200, 50), "initiative", "initiative", tall)
    today = grid_of(viewport, [*BY_ID.values()], PaneNeeds())
    grid = grid_of(viewport, [*BY_ID.values(), notes], PaneNeeds())
    assert len(grid.columns) == len(today.columns) + 1
    assert sum(map(int, grid.columns)) == 200


BANDITS = ("alf", "bryn", "cob", "dell", "edda", "finn", "gorm", "hild", "ivo", "jory", "kell", "lute", "mab", "nils")


def test_no_pane_changes_its_place_during_a_fight() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        def timers_are_below_the_order() -> bool:
            screen = pilot.app.fight
            return bool(screen.pane("timers").region.x == screen.pane("initiative").region.x)

        assert timers_are_below_the_order()
        await say(pilot, *(f"add {name} hp=9 init=2 ac=9" for name in BANDITS))
        assert timers_are_below_the_order()
        await resize(pilot, 121, 30)
        assert not timers_are_below_the_order()
        pilot.app.fight.switch_to(session_on(small_fight()))
        await settle(pilot)
        assert timers_are_below_the_order()

    play(fight_tracker(), script, (120, 30))


@pytest.mark.parametrize("height", [18, 20, 24, 40])
def test_the_timers_shrink_before_the_card_of_the_creature_at_turn(height: int) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        cards, timers = pilot.app.fight.pane("cards"), pilot.app.fight.pane("timers")
        assert cards.room >= 4
        assert cards.room > timers.room > 0

    play(fight_tracker(), script, (80, height))


@pytest.mark.parametrize("size", [(40, 12), (60, 24), (80, 24)])
def test_tab_goes_through_all_panes_and_the_focused_one_is_visible(size: tuple[int, int]) -> None:
    marks = {"cards": "HP █", "timers": "end of Ari's turn", "log": "order: Ari", "initiative": "Goblin 1"}
    assert {*marks} == {*TAB_STOPS}, "each pane that Tab goes to has words here by which it is known"

    async def script(pilot: Pilot[Any]) -> None:
        for pane in (*TAB_STOPS[1:], TAB_STOPS[0]):
            await press(pilot, "tab")
            assert sees(pilot, marks[pane]), f"{pane}: {marks[pane]}"
            assert seen(pilot)[-1].startswith(f" {BY_ID[pane].title} ")
            assert is_whole(pilot)

    play(fight_tracker("apply ari dazed save"), script, size)


@pytest.mark.parametrize("size", [(39, 24), (80, 11), (20, 5), (1, 1)])
def test_a_terminal_that_is_too_small_names_the_size_it_needs_and_the_screen_returns(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "tab", "tab")
        before = seen(pilot)
        await resize(pilot, *size)
        if size[0] > 10:
            assert sees(pilot, "Orcus needs 40×12")
            assert sees(pilot, f"this is {size[0]}×{size[1]}")
        await press(pilot, "j")
        await resize(pilot, 100, 30)
        assert seen(pilot) == before

    play(fight_tracker(), script, (100, 30))


def test_a_fight_opened_in_too_small_a_terminal_says_so_at_once() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert sees(pilot, "Orcus needs 40×12")
        await resize(pilot, 80, 24)
        await press(pilot, "n")
        assert sees(pilot, "▶ Ogre")
        assert is_whole(pilot)

    play(fight_tracker(), script, (30, 8))


@pytest.mark.parametrize("size", [(1, 1), (6, 1), (10, 4), (19, 3), (20, 3), (30, 8)])
def test_a_screen_that_is_too_small_names_the_size_it_needs(size: tuple[int, int]) -> None:
    rows = [text_of(row) for row in too_small_rows(size)]
    assert len(rows) <= size[1]
    assert all(len(row) == size[0] for row in rows)
    assert size[0] < 6 or "40×12" in "".join(rows)


def test_folds_and_the_theme_stay_in_the_next_fight(tmp_path: Path) -> None:
    path = tmp_path / "next.toml"
    imps = '[[creature]]\nname = "Imp"\nmax_hp = 9\ncount = 2\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 9\n'
    path.write_text(f'format = 1\nname = "Next"\nsystem = "orcus"\n{imps}', encoding="utf-8")
    fight = Played(hero("Ari", 20), monster("Imp", 8, "count = 2"), monster("Rat", 7, "count = 2"))

    async def script(pilot: Pilot[Any]) -> None:
        assert len(rows_of(pilot.app.fight.view)) == 5
        pilot.app.theme = "orcus-light"
        for each in ("imp1", "rat1"):
            pilot.app.fight.show(replace(pilot.app.fight.view, selected=each))
            await press(pilot, "f")
        assert len(rows_of(pilot.app.fight.view)) == 3
        await say(pilot, f"open {path}")
        assert pilot.app.fight.view.fight.name == "Next"
        assert ("imp1", "imp2") in rows_of(pilot.app.fight.view)
        assert pilot.app.theme == "orcus-light"

    play(tracker(fight.session), script)


def test_it_is_resized_in_the_middle_of_everything() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, ":d ogre 5")
        for size in ((40, 12), (200, 50), (60, 24), (80, 24)):
            await resize(pilot, *size)
            assert is_whole(pilot)
            assert sees(pilot, "› d ogre 5")
        await press(pilot, "enter")
        assert "55/60" in row_of(pilot, "Ogre")
        await press(pilot, "?")
        await resize(pilot, 40, 12)
        await resize(pilot, 100, 30)
        await press(pilot, "escape")
        assert is_whole(pilot)

    play(fight_tracker(), script)


def test_at_200_columns_the_next_creatures_have_cards() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert sees(pilot, "─ Ogre")
        assert sees(pilot, "─ Cor – PC")

    play(fight_tracker(), script, (200, 50))


# The mouse


def place_of(pilot: Pilot[Any], words: str, pane: str = "initiative") -> tuple[int, int]:
    """The place of these words in a pane."""
    rows = pane_text(pilot, pane).splitlines()
    (at,) = (number for number, row in enumerate(rows) if words in row)
    return rows[at].index(words), at


def test_a_click_selects_and_a_double_click_fills_the_line() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await pilot.click("#initiative", offset=place_of(pilot, "Cor"))
        await settle(pilot)
        assert selection(pilot) == "Cor"
        await pilot.click("#initiative", offset=place_of(pilot, "Ogre"), times=2)
        await settle(pilot)
        assert command_line(pilot) == "damage ogre "
        await press(pilot, "escape")
        await pilot.click("#initiative", offset=(3, 20))
        assert selection(pilot) == "Ogre"

    play(fight_tracker(), script)


def test_a_click_on_a_question_answers_it_and_a_double_click_on_the_log_brings_a_line_back() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await pilot.click("#timers", offset=place_of(pilot, "Ari save", "timers"))
        await settle(pilot)
        assert seen(pilot)[-1].startswith(" question 1")
        await press(pilot, "1", "2", "enter")
        await pilot.click("#log", offset=place_of(pilot, "apply ari", "log"), times=2)
        await settle(pilot)
        assert command_line(pilot) == "apply ari dazed save"

    play(fight_tracker("ask party", "apply ari dazed save", "next"), script)


def test_the_wheel_scrolls_what_is_under_it() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        before = pane_text(pilot, "log").splitlines()
        await turn_wheel(pilot, "log", events.MouseScrollUp)
        after = pane_text(pilot, "log").splitlines()
        assert after[4][:30] == before[1][:30]
        await turn_wheel(pilot, "log", events.MouseScrollDown)
        assert pane_text(pilot, "log").splitlines() == before

    play(fight_tracker(*(f"d cor {number}" for number in range(1, 7))), script, (80, 24))


# Colours and signs


def colours(pilot: Pilot[Any]) -> set[Any]:
    """The colours and backgrounds on the screen: those of the terminal by number, others as red, green and blue."""
    styles = [each.style for strip in strips_of(pilot.app.screen) for each in strip if each.style]
    return {colour.triplet or colour.number for style in styles for colour in (style.color, style.bgcolor) if colour}


def own_colours(theme: Theme) -> set[tuple[int, int, int]]:
    """The colours of a theme of ours that every screen has."""
    return {Color.parse(each).rgb for each in (theme.foreground, theme.background) if each}


def test_another_theme_recolours_everything_and_moves_nothing() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        before, text = colours(pilot), seen(pilot)
        assert own_colours(DARK) <= before
        for theme in ("orcus-light", "nord", "ansi-dark"):
            pilot.app.theme = theme
            await settle(pilot)
            assert seen(pilot) == text
            assert not own_colours(DARK) & colours(pilot), theme
        pilot.app.theme = "orcus-dark"
        await settle(pilot)
        assert colours(pilot) == before

    play(fight_tracker("apply ogre dazed save", "d ari 25"), script)


def test_a_theme_chosen_in_a_dialog_applies_when_the_fight_is_back() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "?")
        pilot.app.theme = "orcus-light"
        await settle(pilot)
        await press(pilot, "escape")
        assert own_colours(LIGHT) <= colours(pilot)

    play(fight_tracker(), script)


RICH = ("apply ogre dazed+prone save", "persist ari 5 fire save", "d ari 25", "kill goblin1", "delay")


@pytest.mark.parametrize("size", [(40, 12), (120, 40), (200, 50)])
def test_ascii_draws_only_ascii_and_everything_in_its_place(size: tuple[int, int]) -> None:
    texts: list[list[str]] = []

    async def script(pilot: Pilot[Any]) -> None:
        through_the_panes = [("tab",)] * (len(TAB_STOPS) - 1)
        for keys in ((), *through_the_panes, (":", *"apply ari d"), ("escape", "?"), ("escape", "j", "c")):
            await press(pilot, *keys)
            texts.append(seen(pilot))

    play(fight_tracker(*RICH), script, size)
    play(fight_tracker(*RICH, ascii=True), script, size)
    as_drawn, in_ascii = texts[: len(texts) // 2], texts[len(texts) // 2 :]
    assert all(row.isascii() for rows in in_ascii for row in rows), [r for t in in_ascii for r in t if not r.isascii()]
    for rows, stand_ins in zip(as_drawn, in_ascii, strict=True):
        assert [cell_len(row) for row in rows] == [len(row) for row in stand_ins]


def test_without_colour_there_is_no_hue_and_the_cursor_is_visible() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        for keys in ((), (":", *"d ogre 5"), ("escape", "?"), ("escape",)):
            await press(pilot, *keys)
            strips = strips_of(pilot.app.screen)
            found = [each.style for strip in strips for each in strip if each.style]
            hues = {c.get_truecolor() for s in found for c in (s.color, s.bgcolor) if c and c.name != "default"}
            assert all(red == green == blue for red, green, blue in hues), hues
        assert any(style.reverse for style in found)

    play(fight_tracker(*RICH, environment={"NO_COLOR": "1"}), script)


# Names


NASTY = (
    "[b]",
    "[/foo]",
    "[@click=app.quit]x[/]",
    "漢字かなカナ한글",
    "e\u0301\u0308 Żółć",
    "👹❤️🇩🇪",
    "x" * 100,
    "$primary {ari} %s \\\\n",
)


def nasty_session() -> Session:
    toml = "format = 1\nname = '''[b]The[/nope] 漢字 [@click=app.quit]ford[/]'''\n"
    lines = "max_hp = 30\ninitiative_total = {}\nnotes = '''{} [/oops] [b]'''"
    toml += "\n".join(creature(name, lines.format(30 - at, name)) for at, name in enumerate(NASTY))
    return Session(read_encounter_bytes(toml.encode(), Path("nasty.toml")), GivenDice([]))


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 50)])
def test_names_are_shown_as_they_are_and_break_no_frame(size: tuple[int, int]) -> None:
    session = nasty_session()
    assert len(session.fight.states) == len(NASTY)

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b", *"nnn")
        assert "漢字かなカナ한글" in seen(pilot)[0]
        for keys in ("j", *("tab" for _ in TAB_STOPS[1:]), "d", "escape tab ?", "escape +", "escape"):
            await press(pilot, *keys.split())
            assert is_whole(pilot), "\n".join(seen(pilot))
        for name in NASTY[:3]:
            assert name in pane_text(pilot, "initiative") or size[0] < 200

    play(tracker(session), script, size)


def test_markup_in_a_toast_and_in_the_palette_is_only_text() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        pilot.app.fight.show_message("[/foo] [b]bold[/] [@click=app.quit]x[/] \\[")
        await settle(pilot)
        assert sees(pilot, "[/foo] [b]bold[/] [@click=app.quit]x[/]")
        await press(pilot, "ctrl+p", *"click")
        assert sees(pilot, "[@click=app.quit]x[/]")
        await press(pilot, "escape")

    play(tracker(nasty_session()), script, toasts=True)


def test_control_characters_never_reach_the_terminal_from_text() -> None:
    def harmless(pilot: Pilot[Any]) -> bool:
        return all(row.isprintable() for row in seen(pilot))

    async def script(pilot: Pilot[Any]) -> None:
        bad = "\x1b[31m\u202e\x07\x9b"
        pilot.app.fight.show_message(f"toast {bad}")
        await settle(pilot)
        assert sees(pilot, "toast")
        assert harmless(pilot)
        for line in (f'note ogre "{bad}x"', f"rename ogre {bad}", f"d {bad} 5", f'remind ari start "{bad}"'):
            pilot.app.fight.submit(line)
            pilot.app.fight.begin_line(line)
            await press(pilot, "end")
            assert harmless(pilot)
            await press(pilot, "escape")
            assert harmless(pilot)
        pilot.app.fight.open_text(f"title {bad}", [f"line {bad}", f"\t{bad}\n{bad}"])
        await press(pilot, "j")
        assert harmless(pilot)
        await press(pilot, "escape", "ctrl+p")
        await paste(pilot, f"pasted {bad}")
        assert sees(pilot, "pasted")
        assert harmless(pilot)

    play(fight_tracker(), script, toasts=True)


def test_a_paste_with_a_line_break_executes_nothing_by_itself() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, ":")
        pilot.app.post_message(events.Paste("d ogre 5\nd ogre 6\n"))
        await press(pilot)
        assert "60/60" in row_of(pilot, "Ogre")
        await press(pilot, "enter")
        assert "55/60" in row_of(pilot, "Ogre")

    play(fight_tracker(), script)


# Messages


def test_faults_in_the_config_are_shown_at_the_start() -> None:
    warning = "config.toml:3: thema: unknown key"

    async def script(pilot: Pilot[Any]) -> None:
        await settle(pilot)
        assert sees(pilot, warning)

    play(tracker(session_on(small_fight()), warnings=(warning,)), script, toasts=True)


def test_a_file_that_cannot_be_opened_is_reported_and_the_fight_continues(tmp_path: Path) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await say(pilot, f"open {tmp_path / 'nowhere.toml'}")
        assert [each.severity for each in messages(pilot)] == ["error"]
        assert command_line(pilot) == f"open {tmp_path / 'nowhere.toml'}"
        await press(pilot, "escape", "n")
        assert sees(pilot, "▶ Ogre")

    play(fight_tracker(), script, toasts=True)


def test_a_second_enter_after_the_initiative_form_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        monkeypatch.setattr(open_dialogs, "monotonic", lambda: monotonic() + 60)
        await press(pilot, "b", "enter", "enter")
        assert sees(pilot, "Round 1")
        assert not sees(pilot, "show ")
        pilot.app.fight.dialog_finished_at = monotonic() - DOUBLE_PRESS
        await press(pilot, "enter")
        assert sees(pilot, "show ")
        await press(pilot, "escape")
        await press(pilot, "question_mark", "escape", "c")
        assert sees(pilot, "show "), "Escape is not pressed twice by mistake"

    fight = Played(hero("Ari", 20).replace("initiative_total = 20", ""), monster("Ogre", 10))
    fight.session.dice_source = GivenDice([15, 15])
    play(tracker(fight.session), script)


def test_after_escape_enter_opens_the_stat_block_however_recently_another_dialog_was_finished() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        pilot.app.fight.dialog_finished_at = monotonic() + 60
        await press(pilot, "c")
        assert not sees(pilot, "show ")
        await press(pilot, "question_mark", "escape", "c")
        assert sees(pilot, "show ")

    play(fight_tracker(), script)


def test_messages_are_styled_when_another_screen_opens_before_their_widgets_are_mounted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fight_screen, "IDLE_DELAY", 3600)

    async def script(pilot: Pilot[Any]) -> None:
        fight = pilot.app.fight
        assert not fight.query("ToastRack")
        await press(pilot, "question_mark")
        fight.mount_inputs()
        await press(pilot, "escape")
        assert fight.query_one("ToastRack").styles.dock == "top"

    play(fight_tracker(), script, toasts=True)
