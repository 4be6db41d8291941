"""The result of an importer: creatures as tables of the encounter format, and what was not understood."""

from msgspec import Struct

from orcus_tui.errors import OrcusError
from orcus_tui.importers.draft_text import with_texts

Table = dict[str, object]
"""A `[[creature]]` table, its powers under `power`, as an encounter file has it."""


class Leftover(Struct, frozen=True):
    """Text that was not understood: its first line in the source, its creature, and the text.

    A creature's leftovers are also in its `text` field; `creature` is empty for text outside any creature.
    """

    line: int
    creature: str
    text: str


class MissingCreature(Struct, frozen=True):
    """A creature that a source names but does not describe, as encounters do: its name, line, and other fields."""

    name: str
    line: int
    fields: Table


class ImportResult(Struct, frozen=True):
    """What was read from one source, for one rules system; `missing_creatures` are to be found elsewhere.

    The facts, auras and lines of powers of `drafted` are data, those of `creatures` text.
    """

    system: str
    drafted: tuple[Table, ...]
    leftovers: tuple[Leftover, ...] = ()
    missing_creatures: tuple[MissingCreature, ...] = ()

    @property
    def creatures(self) -> tuple[Table, ...]:
        """The creatures as an encounter file has them."""
        return tuple(map(with_texts, self.drafted))


class UnreadableSource(OrcusError):
    """A source cannot be read; `problem` says why, `line` and `name` say where, if known."""

    def __init__(self, problem: str, line: int | None = None, name: str = "") -> None:
        place = name if line is None else f"{name}:{line}"
        super().__init__(f"{place}: {problem}" if name else problem)
        self.problem = problem
        self.line = line
