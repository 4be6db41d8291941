"""The command palette: keys, commands, creatures and themes."""

from random import Random
from typing import Any

from ford import FIGHT, fight_of
from on_screen import play, press, settle, type_text
from textual.pilot import Pilot
from textual.widgets import Input

from orcus_tui.config.settings import Config
from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.command_palette import Everything
from orcus_tui.screen.fight.keys import KEYS
from orcus_tui.screen.fight.user_input import UserInput
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session


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
