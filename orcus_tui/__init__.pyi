"""The public names, for type checkers; `__init__.py` loads them when they are first used."""

from orcus_tui.api.events import Event as Event
from orcus_tui.api.fight import Creature as Creature
from orcus_tui.api.fight import Fight as Fight
from orcus_tui.api.fight import Preview as Preview
from orcus_tui.api.fight import Result as Result
from orcus_tui.api.fight import load as load
from orcus_tui.api.fight import new as new
from orcus_tui.api.fight import resume as resume
from orcus_tui.api.forecast import Odds as Odds
from orcus_tui.api.forecast import odds as odds
from orcus_tui.errors import OrcusError as OrcusError

__version__: str
__all__: list[str]
