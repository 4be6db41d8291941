"""Orcus TUI: a terminal combat tracker for tabletop game masters, and its engine as a library.

The public names are those in `__all__`; `docs/python.md` describes them. They are loaded when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orcus_tui.api.events import Event as Event
    from orcus_tui.api.fight import Creature as Creature
    from orcus_tui.api.fight import Fight as Fight
    from orcus_tui.api.fight import Preview as Preview
    from orcus_tui.api.fight import Result as Result
    from orcus_tui.api.fight import load as load
    from orcus_tui.api.fight import new as new
    from orcus_tui.api.fight import resume as resume
    from orcus_tui.api.fight import systems as systems
    from orcus_tui.api.forecast import Odds as Odds
    from orcus_tui.api.forecast import odds as odds
    from orcus_tui.errors import OrcusError as OrcusError

__version__ = "0.1.0"

_PLACES = {
    "Creature": "api.fight",
    "Event": "api.events",
    "Fight": "api.fight",
    "Odds": "api.forecast",
    "OrcusError": "errors",
    "Preview": "api.fight",
    "Result": "api.fight",
    "load": "api.fight",
    "new": "api.fight",
    "odds": "api.forecast",
    "resume": "api.fight",
    "systems": "api.fight",
}
__all__ = [*_PLACES]  # names of texts, which a checker cannot see


def __getattr__(name: str) -> Any:
    """A public name, from the module that has it."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
