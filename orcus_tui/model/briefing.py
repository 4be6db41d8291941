"""Texts of an encounter for the game master: before the fight, and at its events."""

from typing import Literal

from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.offer import Offer

EventOccasion = Literal["round", "initiative", "start", "staggered", "at", "dies"]
"""The occasion of an event: a round or an initiative count, the start of a creature's turns, or its injury or death."""


class EncounterEvent(JournalStruct, frozen=True):
    """An event of an encounter: the text for the log, a line of the language to offer, and lines to carry out.

    `number` is the round, the initiative count, or the hit points of `creature`.
    """

    occasion: EventOccasion
    number: int = 0
    creature: str = ""
    text: str = ""
    line: str = ""
    do: tuple[str, ...] = ()

    @property
    def at(self) -> str:
        """The occasion, as written in an encounter file."""
        return _WRITTEN[self.occasion].format(number=self.number, creature=self.creature)

    @property
    def sentence(self) -> str:
        """The text on one line, however it is broken into lines in the file."""
        return " ".join(self.text.split())


_WRITTEN: dict[EventOccasion, str] = {
    "round": "round {number}",
    "initiative": "initiative {number}",
    "start": "start of {creature}",
    "staggered": "{creature} staggered",
    "at": "{creature} at {number}",
    "dies": "{creature} dies",
}


class FoundTreasure(JournalStruct, frozen=True):
    """Something to be found in an encounter, with its count and the value of each."""

    name: str = ""
    value: int = 0
    count: int = 1


class Briefing(JournalStruct, frozen=True):
    """The texts of an encounter, its events, and its loot."""

    read_aloud: str = ""
    terrain: str = ""
    tactics: str = ""
    notes: str = ""
    events: tuple[EncounterEvent, ...] = ()
    treasure: tuple[FoundTreasure, ...] = ()

    def event_that_offers(self, offer: Offer) -> EncounterEvent | None:
        """The event that made an offer; None for an offer of a creature."""
        for event in self.events:
            if offer.because in (event.sentence or event.at, event.text) and event.line == offer.line:
                return event
        return None


BRIEFING_TEXTS = ("read_aloud", "terrain", "tactics", "notes")
"""The texts of a briefing, in the order they are read."""
EMPTY_BRIEFING = Briefing()
