"""The odds viewer: simulates a fight in the background and shows interim results, until Esc."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from orcus_tui.errors import OrcusError
from orcus_tui.screen.dialogs.text_viewer import INDENT, TextViewer
from orcus_tui.screen.widgets.canvas import Pane
from orcus_tui.screen.widgets.row import Row, Span, row_of, wrap
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.screen.workers import SIMULATIONS, background_plan, results_of, start_worker
from orcus_tui.simulation.day import Day
from orcus_tui.simulation.forecast import Forecast, Plan, forecast_days
from orcus_tui.simulation.output import Bar, Text, forecast_lines, title
from orcus_tui.simulation.replay import replay_middle

WAITING = "Simulating the fight; Esc stops."


class OddsViewer(TextViewer):
    """Simulates a day from its current state; usually a single fight.

    Each pair of habits plays it `fights` times, or as often as needed. If it cannot be simulated, the viewer says why.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("m", "read_middle", show=False)]
    FOOTER = (*TextViewer.FOOTER, (Span("  m ", "accent"), Span("the median fight", "muted")))

    def __init__(self, palette: Palette, day: Day, fights: int | None = None) -> None:
        super().__init__(palette, f"odds of {day.fights[-1].name}", (WAITING,))
        self._texts: Sequence[Text] = ()
        self._known: Forecast | None = None
        plan = background_plan(day.fights[0].system, fights)
        self.call_later(lambda: start_worker(self, partial(self._play, day, plan), group=SIMULATIONS))

    async def _play(self, day: Day, plan: Plan) -> None:
        """Shows the results as they grow; leaving the viewer stops its worker and the processes."""
        try:
            async for (known,) in results_of(partial(forecast_days, (day,), plan)):
                self._known, self._title = known, f"odds of {title(known)}"
                self._texts = [*forecast_lines(known, "" if known.is_complete else WAITING)]
                self.show_lines(["".join(map(str, each)) for each in self._texts])
        except OrcusError as fault:
            self._show_fault(fault)

    def _show_fault(self, fault: OrcusError) -> None:
        self._texts = ()
        self.show_lines((str(fault),))

    def _wrap_line(self, place: int, pane: Pane) -> Sequence[Row]:
        """The sentence in the strong role, and bars in separate colours."""
        if place >= len(self._texts):
            return super()._wrap_line(place, pane)
        role = "strong" if place == 0 else ""
        spans = (Span(str(each), each.kind if isinstance(each, Bar) else role) for each in self._texts[place])
        return wrap(row_of(*spans), pane.inner_width, INDENT)

    @work(exclusive=True, group="middle")
    async def action_read_middle(self) -> None:
        """Opens the log of the median fight so far."""
        if self._known is None:
            return
        try:
            session, lines = await asyncio.to_thread(replay_middle, self._known)
        except OrcusError as fault:
            self._show_fault(fault)
            return
        session.end(finished=False)
        self.app.push_screen(TextViewer(self._palette, f"median fight of {self._known.fight.name}", lines))
