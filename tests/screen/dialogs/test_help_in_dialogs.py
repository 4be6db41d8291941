"""`?` in a dialog: the keys of that dialog."""

from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.screen.dialogs.chooser import Chooser
from orcus_tui.screen.dialogs.text_viewer import TextViewer
from orcus_tui.screen.fight.context_keys import PLACES
from orcus_tui.screen.fight.fight_screen import FightScreen
from tests.helpers.casts.small_library import library
from tests.helpers.screen.driver import command_line, fight_tracker, play, press, seen, sees, type_text

DIALOGS = {
    "In a list": ("?",),
    "In the creatures to add": ("+",),
    "In the text viewer": ("c",),
    "In the builder": ("B",),
    "In the log search": ("/",),
}


@pytest.mark.parametrize(("place", "keys"), DIALOGS.items(), ids=list(DIALOGS))
def test_a_question_mark_shows_what_can_be_done_in_a_dialog(place: str, keys: tuple[str, ...]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        pilot.app.fight.session.library = library()
        await press(pilot, *keys)
        below = pilot.app.screen
        await press(pilot, "?")
        assert isinstance(pilot.app.screen, TextViewer)
        assert place in seen(pilot)[0]
        keys_there, does = PLACES[place].keys[0]
        assert sees(pilot, keys_there)
        assert sees(pilot, does[:30])
        shown = seen(pilot)
        await press(pilot, "?")
        assert seen(pilot) == shown, "there is no help on the help"
        await press(pilot, "escape")
        assert pilot.app.screen is below

    play(fight_tracker(), script, (120, 40))


def test_the_footer_of_a_list_names_the_key() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "?")
        assert "? help" in seen(pilot)[-1]

    play(fight_tracker(), script)


def test_a_question_mark_after_other_letters_is_searched_for() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "?", "a", "?")
        assert isinstance(pilot.app.screen, Chooser)
        assert sees(pilot, "a?")

    play(fight_tracker(), script)


def test_an_empty_command_line_leads_to_all_help() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, ":", "?")
        assert isinstance(pilot.app.screen, Chooser)
        assert sees(pilot, "Help")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, FightScreen)
        await type_text(pilot, "next?")
        assert command_line(pilot) == "next?"

    play(fight_tracker(), script)
