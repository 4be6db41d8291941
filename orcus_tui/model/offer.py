"""An offer: lines that are possible now and wait for a person to choose and accept one."""

from collections.abc import Sequence

from msgspec import field

from orcus_tui.model.journal_struct import JournalStruct

THIS_TURN = "the end of this turn"
"""When an offer usually lapses: at the next `next` command."""
ENCOUNTER = "the end of the encounter"
CHOOSE = "choose"
"""The word before the alternatives of an offer that is a choice: `choose damage ogre 5 | apply ogre prone`."""


class OfferedLine(JournalStruct, frozen=True):
    """A line that is offered: its words, and the creature that `by` names after them, or an empty text.

    `free`: it belongs to a power that is already paid for, and takes no further action. `power` is the power that it
    uses, if the offer is for a power. `before`: it is executed before the command that made the offer. `cost` is how
    much of a resource it spends, `left` how much there is.
    """

    words: str
    source: str = ""
    free: bool = False
    power: str = ""
    before: bool = False
    cost: int = 0
    left: int = 0

    @property
    def own_words(self) -> str:
        """The words without the source: `use Roar`, `before use Shield`."""
        return f"before {self.words}" if self.before else self.words

    def with_words(self, added: str = "") -> str:
        """The line as it is typed, with words added before its source."""
        by = f"by {self.source}" if self.source else ""
        return " ".join([each for each in (self.own_words, added, by) if each])


class Offer(JournalStruct, frozen=True):
    """A line that a creature may carry out now, or several lines of which it chooses one.

    `because` is the reason for the offer: a trigger, or other words; `until` says when it lapses. `target` is the
    creature that caused it, the default target. `targets` are the creatures that its lines name as targets (empty if
    one of them names none); None in older journals, and for a line that a person wrote, which may name sets such as
    `@all`. `whole_line` is the line in older journals, which do not store its parts.
    """

    id: int
    creature: str
    because: str
    lines: tuple[OfferedLine, ...] = ()
    until: str = THIS_TURN
    target: str = ""
    targets: tuple[str, ...] | None = None
    whole_line: str = field(name="line", default="")

    @property
    def choices(self) -> tuple[OfferedLine, ...]:
        """The lines of a choice, or the only line of any other offer."""
        return self.lines or (OfferedLine(self.whole_line),)

    @property
    def line(self) -> str:
        """The line as it is typed: `use Roar by ogre`, or `choose A | B`."""
        return _alternatives([each.with_words() for each in self.choices])

    @property
    def short_line(self) -> str:
        """The line, without its source if that is the creature to which it is offered."""
        return _alternatives(
            [each.own_words if each.source == self.creature else each.with_words() for each in self.choices]
        )


def number_range(offers: Sequence[Offer]) -> str:
    """The first and the last number of offers in ascending order, as typed: `1-3`; of one offer, its number."""
    return str(offers[0].id) if len(offers) == 1 else f"{offers[0].id}-{offers[-1].id}"


def _alternatives(lines: list[str]) -> str:
    return lines[0] if len(lines) == 1 else f"{CHOOSE} {' | '.join(lines)}"
