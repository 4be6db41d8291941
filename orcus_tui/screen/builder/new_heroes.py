"""New heroes for the party of an encounter that is being built."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from orcus_tui.builder.draft import Draft
from orcus_tui.errors import OrcusError
from orcus_tui.screen.builder.prompts import NEW_PARTY
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.systems import SYSTEMS

if TYPE_CHECKING:
    from orcus_tui.screen.builder.builder_screen import BuilderScreen


def open_hero_form(
    screen: BuilderScreen, palette: Palette, draft: Draft, folder: Path, use: Callable[[str], None]
) -> None:
    """Opens the hero form; `use` is called with the party file once heroes are saved there."""
    from orcus_tui.screen.dialogs.hero_form import Heroes, HeroForm

    party = draft.party or NEW_PARTY

    def take(heroes: Heroes | None) -> None:
        try:
            if heroes:
                use(party)
        except OrcusError as fault:
            screen.show_message(fault.lines[0])

    screen.app.push_screen(HeroForm(palette, SYSTEMS[draft.system], folder / party), take)
