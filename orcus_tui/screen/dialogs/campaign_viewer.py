"""The campaign viewer: fights, day, XP and loot, and on request the odds of the planned fights."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from orcus_tui.errors import OrcusError
from orcus_tui.screen.dialogs.text_viewer import TextViewer
from orcus_tui.screen.widgets.row import Span
from orcus_tui.screen.workers import SIMULATIONS, background_plan, results_of, start_worker

if TYPE_CHECKING:
    from collections.abc import Mapping

    from orcus_tui.model.fight import Fight
    from orcus_tui.screen.widgets.styles import Palette
    from orcus_tui.session.recorded_fight import AttachedCampaign

ODDS_KEY = "O simulates the planned fights: how often the party wins each."
FIGHTS = 100
"""The fights simulated for each pair of habits."""


class CampaignViewer(TextViewer):
    """The campaign, with the current state of `fight`, read in the background."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("O", "odds", show=False)]
    FOOTER = (*TextViewer.FOOTER, (Span("  O ", "accent"), Span("odds", "muted")))

    def __init__(self, palette: Palette, campaign: AttachedCampaign, fight: Fight) -> None:
        super().__init__(palette, "campaign", ("Reading the campaign …",))
        self._campaign = campaign
        self._fight = fight
        self._odds: dict[str, str] = {}
        self._is_playing = False
        self.call_later(lambda: start_worker(self, self._read))

    async def _read(self) -> None:
        self.show_lines(await asyncio.to_thread(self._lines_with, dict(self._odds)))

    def _lines_with(self, odds: Mapping[str, str]) -> list[str]:
        try:
            return [*self._campaign.overview(self._fight, odds), "", *([] if odds else [ODDS_KEY])]
        except OrcusError as fault:
            return [*fault.lines]

    def action_odds(self) -> None:
        """Simulates each planned fight; results appear as they come, until the viewer is closed."""
        if not self._is_playing:
            self._is_playing = True
            start_worker(self, self._play, group=SIMULATIONS, exclusive=True)

    async def _play(self) -> None:
        from orcus_tui.simulation.forecast import forecast
        from orcus_tui.simulation.output import range_text

        try:
            planned = await asyncio.to_thread(self._campaign.planned)
        except OrcusError:
            return  # the lines have the reason
        for file in planned:
            self._odds[file] = "simulating …"
            await self._read()
            try:
                fight = await asyncio.to_thread(self._campaign.planned_fight, file)
                async for known in results_of(partial(forecast, fight, background_plan(fight.system, FIGHTS))):
                    self._odds[file] = f"the party won {range_text(known)} of {known.fights:,} fights"
                    await self._read()
            except OrcusError as fault:
                self._odds[file] = fault.lines[0]
        await self._read()
