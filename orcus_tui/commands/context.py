"""What a line is read against."""

from collections.abc import Mapping

from msgspec import Struct, field

from orcus_tui.model.fight import Fight
from orcus_tui.rules.system import System


class Context(Struct, frozen=True):
    """The fight as it is, its system, and the aliases a person has given (a name to a line)."""

    fight: Fight
    system: System
    aliases: Mapping[str, str] = field(default_factory=dict)
