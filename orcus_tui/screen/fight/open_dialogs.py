"""From the fight to the screens beyond it, and back with a wish."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from orcus_tui.commands.lexer import as_one_word

if TYPE_CHECKING:
    from textual.screen import Screen

    from orcus_tui.screen.dialogs.choices import DialogResult, Offer
    from orcus_tui.screen.fight.fight_screen import FightScreen

Answer = TypeVar("Answer")


def open_help(screen: FightScreen) -> None:
    """All keys, verbs and conditions."""
    from orcus_tui.screen.dialogs.help_viewer import help_offer

    choose(screen, help_offer(screen.view.system, screen.user_input.keys, screen.view.targets))


def open_creatures(screen: FightScreen) -> None:
    """A creature to add: one of a kind that is here, one of the library, or one made from nothing."""
    from orcus_tui.screen.dialogs.creature_choices import creatures_of, creatures_offer
    from orcus_tui.screen.dialogs.library_search import opened, with_library

    system = screen.view.system
    offer = creatures_offer(creatures_of(system, screen.view.fight))
    library = opened(screen.session.library)
    choose(screen, with_library(offer, library, system) if library else offer)


def open_builder(screen: FightScreen) -> None:
    """An encounter to build; when it is written, it can be opened in the place of this fight."""
    from orcus_tui.builder.draft import Draft
    from orcus_tui.builder.plan import Begun
    from orcus_tui.screen.builder.builder_screen import Builder
    from orcus_tui.screen.dialogs.library_search import opened

    def play(path: Path | None) -> None:
        if path:
            screen.say(f"open {as_one_word(str(path))}")

    library = opened(screen.session.library)
    if library:
        _show(screen, Builder(screen.palette, library, Begun(Draft(system=screen.view.system.id))), play)
    else:
        screen.remark("there is no library to build from")


def open_importer(screen: FightScreen) -> None:
    """Creatures written elsewhere: they go into the person's own library, and from there into the fight by `add`."""
    from orcus_tui.screen.dialogs.importer import Destination, Importer, Wanted
    from orcus_tui.screen.dialogs.library_search import opened

    def add(wanted: Wanted | None) -> None:
        if wanted is None:
            return
        screen.remark(f"kept in {wanted.kept}")
        lines = [_line_for(each) for each in wanted.creatures]
        if len(lines) == 1:
            screen.begin_line(f"{lines[0]} ")
        else:
            for each in lines:
                screen.say(each)

    library = opened(screen.session.library)
    if library:
        destination = Destination(screen.view.system, "adds", screen.view.fight)
        _show(screen, Importer(screen.palette, library, destination), add)
    else:
        screen.remark("there is no library to put creatures into")


def _line_for(creature: Mapping[str, Any]) -> str:
    """The line that adds a creature by its name."""
    from orcus_tui.screen.dialogs.importer import called, count_of

    number = count_of(creature)
    return f"add {as_one_word(called(creature))}{f' x{number}' if number > 1 else ''}"


def open_files(screen: FightScreen) -> None:
    """An encounter, a written fight, or one left unfinished; what there is, is read beside the screen."""
    from orcus_tui.screen.dialogs.file_choices import files_offer

    session = screen.session
    journals = session.journal_settings.folder if session.journal_settings else None
    own = session.recorder.id if session.recorder else ""

    async def read_and_choose() -> None:
        choose(
            screen, await asyncio.to_thread(files_offer, Path(), session.fight_files.encounter, journals, journal=own)
        )

    screen.run_worker(read_and_choose(), exclusive=True)


def choose(screen: FightScreen, offer: Offer) -> None:
    """Offers something on a screen of its own, and grants what is chosen."""
    from orcus_tui.screen.dialogs.chooser import Chooser

    def grant(wish: DialogResult | None) -> None:
        if wish:
            GRANTS[wish.what](screen, wish.of)

    _show(screen, Chooser(screen.palette, offer), grant)


def _show(screen: FightScreen, over: Screen[Answer], then: Callable[[Answer | None], None]) -> None:
    """Another screen over the fight; a word beside the fight is gone with it, for it would lie on the other's rows."""
    screen.app.clear_notifications()
    screen.app.push_screen(over, then)


GRANTS: Mapping[str, Callable[[FightScreen, str], None]] = {
    "do": lambda screen, key: screen.action_press(key),
    "begin": lambda screen, line: screen.begin_line(line),
    "open": lambda screen, path: screen.say(f"open {as_one_word(path)}"),
    "go on": lambda screen, fight: screen.ask_for("go on", fight),
    "look": lambda screen, fight: screen.ask_for("look", fight),
}
"""What is done for each kind of wish."""
