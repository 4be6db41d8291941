"""Choosing from a list: search, keys, clicks, details, every size of terminal."""

import re
import threading
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from orcus_tui.screen.dialogs import chooser
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.screen.dialogs.chooser import Chooser
from orcus_tui.screen.fight.help_menu import help_menu
from orcus_tui.screen.themes import DARK
from orcus_tui.systems.orcus.system import ORCUS
from tests.campaign.trials import PATIENCE
from tests.helpers.screen.driver import MenuApp, key_event, pane_text, play, press, resize, settle, type_text, until
from tests.helpers.screen.palettes import palette_of


def menu_of(*texts: str, **more: Any) -> Menu:
    return Menu("Things", [Choice(each, f"about {each}", DialogResult("insert", each)) for each in texts], **more)


def test_typing_finds_and_enter_chooses() -> None:
    app = MenuApp(menu_of("apply", "damage", "remove"))

    async def script(pilot: Pilot[Any]) -> None:
        assert "3 of 3" in pane_text(pilot, "choices")
        await type_text(pilot, "re")
        assert "1 of 3" in pane_text(pilot, "choices")
        assert "damage" not in pane_text(pilot, "choices")
        assert "─ remove ─" in pane_text(pilot, "detail")
        assert pane_text(pilot, "foot").startswith(" Enter insert Esc back")
        await type_text(pilot, "xx")
        assert "No matches" in pane_text(pilot, "choices")
        await press(pilot, "enter", "down", "pageup", "backspace", "backspace", "enter")

    play(app, script)
    assert app.answers == [DialogResult("insert", "remove")]


def test_escape_chooses_nothing() -> None:
    app = MenuApp(menu_of("apply"))

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "a", "escape")

    play(app, script)
    assert app.answers == [None]


def test_the_keys_move_in_the_list_while_the_search_has_the_focus() -> None:
    app = MenuApp(menu_of(*(f"{number:03}" for number in range(500))))

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "down", "down", "pagedown", "up")
        page = app.screen.query_one("#choices").size.height - 3
        assert f"─ {page + 1:03} ─" in pane_text(pilot, "detail")
        await press(pilot, "ctrl+end")
        assert " 499 " in pane_text(pilot, "choices")
        assert isinstance(app.focused, Input)
        await press(pilot, "4", "9")
        assert "─ 490 ─" in pane_text(pilot, "detail")  # it begins with the typed text; 049 comes after it

    play(app, script)


LONG = "spent: " + ", ".join(f"the power of the number {number}" for number in range(9))


@pytest.mark.parametrize(("size", "is_whole"), [((80, 24), True), ((80, 8), False)])
def test_long_lines_of_a_list_without_details_take_the_free_rows(size: tuple[int, int], is_whole: bool) -> None:
    choices = [
        Choice(text, about, DialogResult("do", text)) for text, about in (("rest", "eats"), ("x", LONG), ("y", ""))
    ]
    app = MenuApp(Menu("Things", choices, has_search=False, has_details=False))

    async def script(pilot: Pilot[Any]) -> None:
        shown = " ".join(pane_text(pilot, "choices").replace("│", " ").split())
        assert (LONG in shown) == is_whole
        assert ("…" in shown) != is_whole
        await press(pilot, "down", "down", "up")
        if is_whole:
            await pilot.click("#choices", offset=(30, 4), times=2)  # the last row of the long one
        else:
            await press(pilot, "enter")
        await settle(pilot)

    play(app, script, size)
    assert app.answers == [DialogResult("do", "x")]


def test_a_detail_is_computed_once_when_it_is_shown() -> None:
    made: list[int] = []

    def choice(number: int) -> Choice:
        def detail() -> list[str]:
            made.append(number)
            return ["so"]

        return Choice(str(number), "", DialogResult("insert", ""), detail)

    app = MenuApp(Menu("Many", [choice(number) for number in range(400)]))

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "down")
        await resize(pilot, 100, 30)
        assert "so" in pane_text(pilot, "detail")

    play(app, script)
    assert made == [0, 1]


class Disk:
    """A disk whose details arrive once `goes_on` is set."""

    def __init__(self) -> None:
        self.goes_on = threading.Event()
        self.asked: list[str] = []

    def choice(self, text: str) -> Choice:
        def detail() -> list[str]:
            self.asked.append(text)
            assert threading.current_thread() is not threading.main_thread()
            assert self.goes_on.wait(PATIENCE)
            return [f"all about {text}"]

        return Choice(text, "", DialogResult("open", text), detail, from_disk=True)


def test_a_slow_disk_delays_nothing_and_only_the_selected_details_are_shown() -> None:
    disk = Disk()
    app = MenuApp(Menu("Files", [Choice("none", details=lambda: ["instant"]), disk.choice("one"), disk.choice("two")]))

    async def script(pilot: Pilot[Any]) -> None:
        assert "instant" in pane_text(pilot, "detail")
        pilot.app.post_message(key_event("down"))
        await until(pilot, lambda: disk.asked == ["one"])
        pilot.app.post_message(key_event("down"))
        await until(pilot, lambda: "─ two ─" in pane_text(pilot, "detail"))
        await until(pilot, lambda: disk.asked == ["one", "two"])
        assert "all about" not in pane_text(pilot, "detail")
        disk.goes_on.set()
        await settle(pilot)
        assert "all about two" in pane_text(pilot, "detail")
        await press(pilot, "up", "up")
        assert "instant" in pane_text(pilot, "detail")
        await press(pilot, "down", "down")
        assert "all about two" in pane_text(pilot, "detail")

    play(app, script)


def test_files_the_cursor_only_passes_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk()
    disk.goes_on.set()
    app = MenuApp(Menu("Files", [disk.choice(str(number)) for number in range(9)]))

    async def script(pilot: Pilot[Any]) -> None:
        monkeypatch.setattr(chooser, "DEBOUNCE", 3600)
        for _ in range(5):
            pilot.app.post_message(key_event("down"))
        await settle(pilot, unless="default")
        assert disk.asked == ["0"]
        monkeypatch.setattr(chooser, "DEBOUNCE", 0)
        await press(pilot, "down")
        assert "all about 6" in pane_text(pilot, "detail")
        assert disk.asked == ["0", "6"]

    play(app, script)


def test_after_a_click_on_the_details_the_keys_scroll_them() -> None:
    rows = [f"row {number}" for number in range(90)]
    app = MenuApp(Menu("Things", [Choice("long", details=lambda: rows), Choice("other")]))

    async def script(pilot: Pilot[Any]) -> None:
        await pilot.click("#detail", offset=(4, 4))
        await until(pilot, lambda: " Tab list" in pane_text(pilot, "foot"))
        await press(pilot, "down", "down")
        assert "row 0" not in pane_text(pilot, "detail")
        assert "─ long ─" in pane_text(pilot, "detail")
        await press(pilot, "end")
        assert "row 89" in pane_text(pilot, "detail")
        await press(pilot, "home")
        assert "row 0" in pane_text(pilot, "detail")
        await press(pilot, "tab")
        await until(pilot, lambda: " Tab details" in pane_text(pilot, "foot"))

    play(app, script)


def test_markup_and_control_characters_are_only_text() -> None:
    nasty = "[b]x[/b] [/oops] [@click=app.quit]y[/] \x1b[31m\x07\n\u202ez"
    app = MenuApp(
        Menu(nasty, [Choice(nasty, nasty, DialogResult("view", nasty), lambda: [nasty], nasty), Choice("other")])
    )

    async def script(pilot: Pilot[Any]) -> None:
        for name in ("choices", "detail", "foot"):
            seen = pane_text(pilot, name)
            assert seen.replace("\n", "").isprintable()
        assert "[@click=app.quit]y[/]" in pane_text(pilot, "detail")

    play(app, script, size=(200, 30))


@pytest.mark.parametrize(("size", "beside"), [((200, 50), True), ((80, 24), True), ((60, 20), True), ((40, 12), False)])
def test_it_fits_every_size(size: tuple[int, int], *, beside: bool) -> None:
    app = MenuApp(help_menu(ORCUS, {}))

    async def script(pilot: Pilot[Any]) -> None:
        detail, choices = app.screen.query_one("#detail"), app.screen.query_one("#choices")
        assert bool(detail.size) is beside
        assert "begin" in pane_text(pilot, "choices")
        assert "Enter run" in pane_text(pilot, "foot")
        await press(pilot, "tab")
        assert detail.has_focus
        assert bool(choices.size) is beside
        assert "rolls the rest" in " ".join(re.sub("[│┃]", " ", pane_text(pilot, "detail")).split())
        await press(pilot, "slash")
        await type_text(pilot, "slowed")
        assert "1 of" in pane_text(pilot, "choices")
        await resize(pilot, 20, 5)
        await resize(pilot, 120, 40)
        assert "slowed" in pane_text(pilot, "detail")

    play(app, script, size)


def test_a_click_selects_and_a_second_click_chooses_the_entry() -> None:
    app = MenuApp(menu_of("apply", "damage", "remove"))

    async def script(pilot: Pilot[Any]) -> None:
        await pilot.click("#choices", offset=(4, 2))
        await settle(pilot)
        assert "─ damage ─" in pane_text(pilot, "detail")
        await pilot.click("#choices", offset=(4, 9))
        await pilot.click("#choices", offset=(4, 3), times=2)
        await settle(pilot)

    play(app, script)
    assert app.answers == [DialogResult("insert", "remove")]


def test_without_a_search_letters_are_keys() -> None:
    view = DialogResult("view", "b")
    both = {"g": DialogResult("resume", "b"), "l": view}
    menu = Menu(
        "Unfinished",
        [Choice("a"), Choice("b", "", both["g"], results_by_key=both)],
        has_search=False,
        escape_label="leave",
    )
    app = MenuApp(menu)

    async def script(pilot: Pilot[Any]) -> None:
        assert pane_text(pilot, "foot").startswith(" Esc leave")
        await press(pilot, "enter", "l", "j")
        assert pane_text(pilot, "foot").startswith(" Enter resume l view Esc leave")
        await press(pilot, "l")

    play(app, script)
    assert app.answers == [view]


def test_headings_separate_the_offers_until_something_is_typed() -> None:
    app = MenuApp(Menu("Things", [Choice(each, group=f"Group {each[0]}") for each in ("a1", "a2", "b1")]))

    async def script(pilot: Pilot[Any]) -> None:
        seen = pane_text(pilot, "choices")
        assert seen.index("Group a") < seen.index("a1") < seen.index("Group b") < seen.index("b1")
        await press(pilot, "down", "down", "up", "up")
        assert "Group a" in pane_text(pilot, "choices")
        await type_text(pilot, "1")
        assert "Group" not in pane_text(pilot, "choices")

    play(app, script, size=(40, 9))


def test_a_list_that_is_left_twice_goes_back_once() -> None:
    app = MenuApp(menu_of("apply", "damage"))

    async def script(pilot: Pilot[Any]) -> None:
        (chooser,) = pilot.app.screen_stack[1:]
        assert isinstance(chooser, Chooser)
        chooser.action_choose()
        chooser.action_leave()
        await settle(pilot)
        assert len(pilot.app.screen_stack) == 1

    play(app, script)
    assert app.answers == [DialogResult("insert", "apply")]


def test_a_list_that_is_left_before_it_is_drawn_again_closes_quietly() -> None:
    app = MenuApp(menu_of("apply", "damage"))

    async def script(pilot: Pilot[Any]) -> None:
        (chooser,) = pilot.app.screen_stack[1:]
        assert isinstance(chooser, Chooser)
        chooser.action_move(1)
        chooser.action_leave()
        await settle(pilot)

    play(app, script)
    assert app.answers == [None]


def test_a_key_pressed_while_it_opens_does_nothing() -> None:
    app = MenuApp(menu_of("apply"))

    async def script(pilot: Pilot[Any]) -> None:
        chooser = Chooser(palette_of(DARK), menu_of("damage"))
        pilot.app.push_screen(chooser)
        assert not chooser.is_mounted
        await pilot.app.run_action("switch", chooser)
        await settle(pilot)
        assert "damage" in pane_text(pilot, "choices")

    play(app, script)


def test_a_search_that_was_left_is_brought_back() -> None:
    def open_again(pilot: Pilot[Any]) -> None:
        pilot.app.push_screen(Chooser(pilot.app.palette(), menu_of("damage", "heal", "hide")))

    async def script(pilot: Pilot[Any]) -> None:
        await type_text(pilot, "he")
        await press(pilot, "escape")
        open_again(pilot)
        await settle(pilot)
        search = pilot.app.screen.query_one("#search", Input)
        assert search.value == ""
        assert search.placeholder == "type to search; ↑ brings back he"
        await press(pilot, "down", "up", "up")
        assert search.value == "he"
        await press(pilot, "up", "enter")
        open_again(pilot)
        await settle(pilot)
        await type_text(pilot, "hi")
        await press(pilot, "up")
        assert pilot.app.screen.query_one("#search", Input).value == "hi"

    play(MenuApp(menu_of("damage", "heal", "hide")), script)


def test_a_search_that_was_opened_and_left_says_that_it_can_be_brought_back() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "slash", *"he", "escape", "slash")
        search = pilot.app.screen.query_one("#search", Input)
        assert (search.value, search.placeholder) == ("", "type to search; ↑ brings back he")
        await press(pilot, "up")
        assert search.value == "he"

    play(MenuApp(menu_of("damage", "heal", has_search=False)), script)


def test_a_list_left_without_typing_brings_nothing_back() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "up")
        search = pilot.app.screen.query_one("#search", Input)
        assert (search.value, search.placeholder) == ("", "type to search")

    play(MenuApp(menu_of("damage", "heal")), script)
