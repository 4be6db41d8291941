"""What an importer finds: creatures as tables of the encounter format, and what it could not make sense of."""

from msgspec import Struct

from orcus_tui.errors import OrcusError

Table = dict[str, object]
"""A `[[creature]]` table, its powers under `power`, as an encounter file has it."""


class Leftover(Struct, frozen=True):
    """Text that was not understood: the line of the source it begins on, whose it is, and what it says.

    All of it is kept in a `text` field too; `creature` is empty for what belongs to none.
    """

    line: int
    creature: str
    text: str


class Found(Struct, frozen=True):
    """All that was read from one source, for one rules system."""

    system: str
    creatures: tuple[Table, ...]
    leftovers: tuple[Leftover, ...] = ()


class NotReadable(OrcusError):
    """A source that cannot be read at all; the message says what is wrong, and where as far as that is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line
