"""The history of a fight: every fight is kept, so that undo needs no computation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from orcus_tui.model.fight import Fight
from orcus_tui.model.text import plural

if TYPE_CHECKING:
    from orcus_tui.model.events import Event


class Execution(Struct, frozen=True, gc=False):
    """A command that was executed: as typed, its events, every die as (sides, face), and the fight after it.

    `changed` is false if the fight did not change, as with a roll. `in_script`: it is a further line of the script to
    which the previous execution belongs.
    """

    line: str
    after: Fight
    events: tuple[Event, ...]
    dice: tuple[tuple[int, int], ...] = ()
    changed: bool = True
    in_script: bool = False


class Change(Struct, frozen=True, gc=False):
    """A change that one undo reverts: executions that were added, and those that they replaced, if any."""

    line: str
    added: tuple[Execution, ...]
    removed: tuple[Execution, ...] = ()


class _DoneChange(Struct, frozen=True, gc=False):
    """A change that can be undone; `place` is the place of its first execution.

    `since_turn` is the number of changes since the turn began.
    """

    line: str
    place: int
    removed: tuple[Execution, ...]
    since_turn: int


class LastCommand(Struct, frozen=True):
    """The last command that changed the fight, and the fight before it."""

    before: Fight
    execution: Execution


NEAREST = 6
"""The most lines to undo, and to redo, in an `UndoInfo`."""


class UndoInfo(Struct, frozen=True):
    """The changes that can be undone and redone: the lines, the next one first, and the number of changes.

    `turn_count` is how many changes `undo turn` undoes. `read_only` is the reason why the fight cannot be changed;
    empty if it can. `last_command` is the command that `before` repeats.
    """

    undo_lines: Sequence[str] = ()
    redo_lines: Sequence[str] = ()
    undo_count: int = 0
    redo_count: int = 0
    turn_count: int = 0
    read_only: str = ""
    last_command: LastCommand | None = None


NO_UNDO = UndoInfo()


class Timeline:
    """The executions that led to the present fight, and those undone.

    Executions that changed nothing, such as a roll, belong to the change before them and need no separate undo.
    `last_command` is the last command that changed the fight, if there is one.
    """

    def __init__(self, fight: Fight) -> None:
        self.start = fight
        self.executions: list[Execution] = []
        self.last_command: LastCommand | None = None
        self._done: list[_DoneChange] = []
        self._undone: list[Change] = []

    @property
    def fight(self) -> Fight:
        """The current fight."""
        return self.executions[-1].after if self.executions else self.start

    @property
    def undo_count(self) -> int:
        """The number of changes that can be undone."""
        return len(self._done)

    @property
    def redo_count(self) -> int:
        """The number of changes that can be redone."""
        return len(self._undone)

    def undo_lines(self) -> Iterator[str]:
        """The lines that can be undone, the next one first."""
        return (done.line for done in reversed(self._done))

    def redo_lines(self) -> Iterator[str]:
        """The lines that can be redone, the next one first."""
        return (change.line for change in reversed(self._undone))

    @property
    def undo_info(self) -> UndoInfo:
        """The lines that can be undone and redone now."""
        undo_lines, redo_lines = (tuple(islice(lines, NEAREST)) for lines in (self.undo_lines(), self.redo_lines()))
        turn_count = undo_count_for_turn(self)
        return UndoInfo(
            undo_lines, redo_lines, self.undo_count, self.redo_count, turn_count, last_command=self.last_command
        )

    def _find_last_command(self) -> LastCommand | None:
        """The last command that changed the fight, if there is one."""
        executions = self.executions
        if executions and executions[-1].changed and not executions[-1].in_script:
            return LastCommand(self.before(len(executions) - 1), executions[-1])
        place = next(self.commands_back(), None)
        return None if place is None else LastCommand(self.before(place), self.executions[place])

    def execution_ranges(self) -> list[range]:
        """The places of the executions of each change that can be undone, in order; empty if they were replaced."""
        found: list[range] = []
        end = len(self.executions)
        for done in reversed(self._done):
            found.append(range(done.place, end))
            end = min(end, done.place)
        return found[::-1]

    @property
    def changes_since_turn(self) -> int:
        """The number of changes since the last command that began a turn; each amendment counts as one."""
        return self._done[-1].since_turn if self._done else 0

    def before(self, place: int) -> Fight:
        """The fight before the execution at this place."""
        return self.executions[place - 1].after if place else self.start

    def commands_back(self) -> Iterator[int]:
        """The places of the commands that changed the fight, the latest first; a script counts as its first change."""
        place = -1
        for at in range(len(self.executions) - 1, -1, -1):
            execution = self.executions[at]
            place = at if execution.changed else place
            if not execution.in_script:
                if place >= 0:
                    yield place
                place = -1

    def add(self, change: Change) -> None:
        """Adds a change; undone changes can no longer be redone."""
        self._undone.clear()
        self._do(change)

    def note(self, execution: Execution) -> None:
        """Adds an execution that changed nothing."""
        self.executions.append(execution)

    def undo(self, count: int) -> list[str]:
        """Undoes changes, the latest first; returns their lines. Raises IndexError if there are fewer."""
        if count > len(self._done):
            raise IndexError(count)
        return [self._undo(self._done.pop()) for _ in range(count)]

    def redo(self, count: int) -> list[str]:
        """Redoes changes; returns their lines. Raises IndexError if there are fewer."""
        if count > len(self._undone):
            raise IndexError(count)
        changes = [self._undone.pop() for _ in range(count)]
        for change in changes:
            self._do(change)
        return [change.line for change in changes]

    def _do(self, change: Change) -> None:
        place = self._place_of(change.removed) if change.removed else len(self.executions)
        removed = tuple(self.executions[place:])
        began = not removed and any(event.begins_turn for each in change.added for event in each.events)
        since_turn = 0 if began else self.changes_since_turn + 1
        self._done.append(_DoneChange(change.line, place, removed, since_turn))
        self.executions[place:] = change.added
        self.last_command = self._find_last_command()

    def _place_of(self, removed: tuple[Execution, ...]) -> int:
        """The place of the first execution to be replaced.

        Executions among them that changed nothing are replaced too.
        """
        left = sum(execution.changed for execution in removed)
        place = len(self.executions)
        while left:
            place -= 1
            left -= self.executions[place].changed
        return place

    def _undo(self, done: _DoneChange) -> str:
        self._undone.append(Change(done.line, tuple(self.executions[done.place :]), done.removed))
        self.executions[done.place :] = done.removed
        self.last_command = self._find_last_command()
        return done.line


NO_TURN = "no turn is running; `undo N` undoes commands"


def undo_count_for_turn(timeline: Timeline) -> int:
    """The number of changes that `undo turn` undoes: those made in the current turn, else the one that began it.

    Between turns it is 0.
    """
    return max(1, timeline.changes_since_turn) if timeline.fight.active else 0


def too_few(verb: str, count: int, there: int) -> str:
    """Why `verb`, undo or redo, is not possible for this number of changes; empty if there are enough."""
    if count <= there:
        return ""
    if not there:
        return f"nothing to {verb}"
    commands = plural(there, "command")
    return f"only {commands} to {verb}"
