"""The command palette: keys, commands, creatures and themes."""

import asyncio
from random import Random
from typing import Any

import pytest
from textual import events
from textual.command import CommandList
from textual.pilot import Pilot
from textual.widgets import Input

from orcus_tui.config.settings import Config
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.command_palette import Everything, FightPalette
from orcus_tui.screen.fight.keys import KEYS
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from tests.helpers.casts.ford import FIGHT, fight_of
from tests.helpers.screen.driver import fight_tracker, play, press, resize, settle, type_text


def test_the_palette_has_keys_verbs_creatures_and_themes() -> None:
    text = FIGHT.replace('"Ari"', '"[b]Ari[/oops] [@click=app.quit]"')
    app = Tracker(Session(fight_of(text), RandomDice(Random(1))), None, Config(), UserInput({"damage": "f5"}))

    async def script(pilot: Pilot[Any]) -> None:
        palette = Everything(app.screen)
        hits = {hit.text: hit async for hit in palette.search("dam")}
        assert {"damage (f5)", "damage …"} <= set(hits)
        (ari,) = [hit async for hit in palette.search("oops") if "Ari" in (hit.text or "")]
        assert str(ari.prompt) == "[b]Ari[/oops] [@click=app.quit]"
        (theme,) = [hit async for hit in palette.search("orcus-light")]
        theme.command()
        assert app.theme == "orcus-light"
        (goblin,) = [hit async for hit in palette.search("goblin 2")]
        goblin.command()
        assert app.fight.view.selected == "mud-goblin2"
        assert len([hit async for hit in palette.discover()]) == len(KEYS)
        await press(pilot, "ctrl+p")
        await type_text(pilot, "bonus")
        await settle(pilot)
        await press(pilot, "enter")
        assert app.screen.query_one("#command-line", Input).value == "bonus "

    play(app, script)


def test_pages_are_turned_in_a_list_that_has_no_room_yet() -> None:
    app = fight_tracker()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "ctrl+p")
        commands = app.screen.query_one(CommandList)
        await resize(pilot, 20, 1)
        assert commands.option_count
        assert not commands.scrollable_content_region
        await press(pilot, "pagedown", "pageup")
        await resize(pilot, 100, 30)
        await press(pilot, "pagedown")
        assert commands.highlighted
        await press(pilot, "escape")

    play(app, script)


@pytest.mark.parametrize("pauses", range(6))
def test_it_is_closed_while_it_searches(pauses: int) -> None:
    app = fight_tracker()

    async def script(pilot: Pilot[Any]) -> None:
        app.action_command_palette()
        palette = app.screen
        while not palette.is_mounted:
            await asyncio.sleep(0)
        for _ in range(pauses):
            await asyncio.sleep(0)
        assert isinstance(palette, FightPalette)
        palette.dismiss()
        palette.dismiss()
        await settle(pilot)
        assert app.screen is app.fight
        assert app.is_running

    play(app, script)


def test_a_search_result_after_it_closed_does_not_crash() -> None:
    app = fight_tracker()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "ctrl+p")
        palette = app.screen
        await press(pilot, "escape")
        assert not palette.query(CommandList)

        async def find() -> None:
            palette.query_one(CommandList)

        palette.run_worker(find())
        await settle(pilot)
        assert app.crash is None

    play(app, script)


def test_a_click_after_the_screen_has_gone_closes_nothing() -> None:
    app = fight_tracker()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "ctrl+p")
        palette = app.screen
        for x, is_open in ((500, True), (0, False)):
            palette.post_message(events.Click(palette, x, 0, 0, 0, 1, False, False, False, x, 0))  # as Textual has it
            await settle(pilot)
            assert app.crash is None
            assert (app.screen is palette) == is_open

    play(app, script)


def test_a_theme_is_shown_while_the_cursor_is_on_it_and_kept_with_enter() -> None:
    app = fight_tracker()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "ctrl+p")
        await type_text(pilot, "theme orcus-light")
        await press(pilot, "down")
        assert app.theme == "orcus-light"
        await press(pilot, "escape")
        assert app.theme == "orcus-dark"
        await press(pilot, "ctrl+p")
        await type_text(pilot, "theme orcus-light")
        await press(pilot, "down", "enter")
        assert app.theme == "orcus-light"

    play(app, script)
