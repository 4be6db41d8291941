"""What has been done, so that all of it can be undone: fights are kept, never computed backwards."""

from dataclasses import dataclass

from orcus_tui.model.events import Event
from orcus_tui.model.fight import Fight


@dataclass(frozen=True, slots=True)
class Deed:
    """A command carried out: as typed, what happened, every die as (sides, face), and the fight after it."""

    line: str
    after: Fight
    events: tuple[Event, ...]
    dice: tuple[tuple[int, int], ...] = ()
    changed: bool = True


@dataclass(frozen=True, slots=True)
class Change:
    """One step of undo: the deeds it put in the place of others; a plain command replaces none."""

    line: str
    added: tuple[Deed, ...]
    removed: tuple[Deed, ...] = ()


class Timeline:
    """The deeds that led to the present fight, and those taken back.

    Deeds that changed nothing, like a roll to the log, belong to the change before them and cost no step of undo.
    """

    def __init__(self, fight: Fight) -> None:
        self.start = fight
        self.deeds: list[Deed] = []
        self._changes: list[Change] = []
        self._undone: list[Change] = []

    @property
    def fight(self) -> Fight:
        """The fight as it is."""
        return self.deeds[-1].after if self.deeds else self.start

    @property
    def steps(self) -> int:
        """How many steps can be undone."""
        return len(self._changes)

    @property
    def steps_undone(self) -> int:
        """How many steps can be done again."""
        return len(self._undone)

    def before(self, place: int) -> Fight:
        """The fight before the deed in that place."""
        return self.deeds[place - 1].after if place else self.start

    def add(self, change: Change) -> None:
        """Something was done; what had been undone cannot be done again."""
        self._undone.clear()
        self._do(change)

    def note(self, deed: Deed) -> None:
        """Something was done that changed nothing."""
        self.deeds.append(deed)
        if self._changes:
            last = self._changes[-1]
            self._changes[-1] = Change(last.line, (*last.added, deed), last.removed)

    def undo(self, count: int) -> list[str]:
        """Takes changes back, the latest first; answers their lines. Raises IndexError where there are fewer."""
        if count > len(self._changes):
            raise IndexError(count)
        lines = []
        for _ in range(count):
            change = self._changes.pop()
            del self.deeds[len(self.deeds) - len(change.added) :]
            self.deeds.extend(change.removed)
            self._undone.append(change)
            lines.append(change.line)
        return lines

    def redo(self, count: int) -> list[str]:
        """Does changes again; answers their lines. Raises IndexError where there are fewer."""
        if count > len(self._undone):
            raise IndexError(count)
        changes = [self._undone.pop() for _ in range(count)]
        for change in changes:
            self._do(change)
        return [change.line for change in changes]

    def _do(self, change: Change) -> None:
        if change.removed:
            del self.deeds[len(self.deeds) - len(change.removed) :]
        self.deeds.extend(change.added)
        self._changes.append(change)
