"""Complete forecasts."""

from collections.abc import Callable

from orcus_tui.model.fight import Fight
from orcus_tui.simulation.forecast import Forecast, Plan, forecast


def complete_forecast(fight: Fight, plan: Plan, stopped: Callable[[], bool] = lambda: False) -> Forecast | None:
    """The results once the whole plan has been played; None if it was stopped. Raises as `forecast` does."""
    last = None
    for each in forecast(fight, plan, stopped):
        last = each
    return last if last and last.is_complete else None
