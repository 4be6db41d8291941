"""A fight as a library: lines go in, and results with typed events come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from msgspec import to_builtins

from orcus_tui.api.events import REDONE, UNDONE, Event, line_events, public_events
from orcus_tui.api.near_words import with_near_words
from orcus_tui.commands.command_error import Candidate
from orcus_tui.commands.lexer import words_of
from orcus_tui.commands.parse import Command, locate, parse
from orcus_tui.commands.reading import read_line
from orcus_tui.config import paths
from orcus_tui.errors import Impossible, OrcusError
from orcus_tui.model import requests
from orcus_tui.model.fight import Fight as FightModel
from orcus_tui.model.text import in_quotes
from orcus_tui.rules.snapshot import open_offers, open_questions
from orcus_tui.session.ahead.preview import preview_command
from orcus_tui.session.dice_source import DiceSource, GivenDice, RandomDice
from orcus_tui.session.execution import execute
from orcus_tui.session.recorded_fight import Result as SessionResult
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import EncounterFile, read_encounter_file
from orcus_tui.storage.journal.recovery import find_unfinished
from orcus_tui.systems import DEFAULT, SYSTEMS, empty_fight

if TYPE_CHECKING:
    from orcus_tui.players.public_state import PlayerPerspective

PREVIEW_LINES = 100


class Result:
    """The result of a line.

    `command` is the line, `rev` the revision of the fight after it, `warning` a warning about the journal, if any.
    """

    def __init__(self, found: SessionResult, rev: int) -> None:
        self._found = found
        self.command = found.command
        self.rev = rev
        self.warning = found.warning

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        return self._read[0]

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines for the log, or the lines that a request such as `show` shows."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[tuple[Event, ...], tuple[str, ...]]:
        """The events and the lines, made when they are first asked for."""
        found = self._found
        if found.after:
            happened, lines = public_events(found.events, found.after)
            return tuple(happened), tuple(lines)
        undone = line_events(UNDONE, found.undone)
        redone = line_events(REDONE, found.redone)
        return (*undone, *redone), found.lines

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return f"<Result of {self.command!r}: {len(self.events)} events>"


class Preview:
    """The effect that a line would have, without rolling its dice: as `lines`, and as one `text`."""

    def __init__(self, command: str, lines: tuple[str, ...]) -> None:
        self.command = command
        self.lines = lines

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return f"<Preview of {self.command!r}>"


class Creature(Mapping[str, Any]):
    """A creature as in STATE, at one moment: `creature.hp`, `creature["hp"]`."""

    def __init__(self, id_: str, values: Mapping[str, Any]) -> None:
        self._values = MappingProxyType({"id": id_, **values})

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"a creature has no {name}; it has {', '.join(self._values)}") from None

    def __repr__(self) -> str:
        return f"<Creature {self['id']}: {self['name']}>"


class Fight:
    """A fight that carries out lines. `load`, `new` and `resume` make one.

    It is also a context manager, which closes its journal if it has one.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._perspective: PlayerPerspective | None = None
        self._state: tuple[FightModel, dict[str, Any]] | None = None
        self._rev = session.timeline.undo_count

    # Lines

    def do(self, line: str, *, author: str | None = None) -> Result:
        """Carries out a line; the journal and the log record its `author`.

        Raises OrcusError, and changes nothing, if the line cannot be carried out.
        """
        before = self._session.fight
        context = self._session.context
        whole = line if author is None or not words_of(line) else f"from {in_quotes(author)}: {line}"
        found = self._session.run(whole)
        if found is None:
            return Result(SessionResult(), self._rev)
        if found.problem:
            problem = with_near_words(found.problem, whole, context)
            if problem.column is not None:
                problem.column = max(1, problem.column - (len(whole) - len(line)))
            raise problem
        self._rev += self._session.fight is not before
        return Result(found, self._rev)

    def preview(self, line: str) -> Preview:
        """The effect that a line would have, without rolling its dice.

        Raises OrcusError as `do` does; changes nothing.
        """
        session, context = self._session, self._session.context
        try:
            command = parse(line, context)
            if command is None:
                return Preview("", ())
            self._refuse(command)
        except OrcusError as error:
            raise with_near_words(error, line, context) from None
        return Preview(command.text, preview_command(command, context, session.timeline.undo_info, PREVIEW_LINES))

    def _refuse(self, command: Command) -> None:
        """Raises the error of a line that the rules refuse."""
        if isinstance(command.step, requests.Request):
            return
        if refusal := self._session.refusal:
            raise Impossible(refusal)
        try:
            execute(self._session.view, command, RandomDice(Random(1)))
        except Impossible as error:
            raise locate(error, command) from None

    def undo(self, count: int = 1) -> Result:
        """Undoes lines, the latest first. Raises OrcusError if there are fewer."""
        return self.do(f"undo {count}")

    def redo(self, count: int = 1) -> Result:
        """Carries out lines again that were undone. Raises OrcusError if there are fewer."""
        return self.do(f"redo {count}")

    def write(self, path: Path | str) -> None:
        """Writes the fight to a file, which `load` opens again. Raises OrcusError."""
        self.do(f"write {in_quotes(str(path))}")

    def complete(self, text: str, at: int | None = None) -> tuple[Candidate, ...]:
        """The words that may continue a line at a place, by default its end, each with its meaning."""
        place = len(text) if at is None else max(0, min(at, len(text)))
        return read_line(text, place, self._session.context).candidates

    # The current state

    @property
    def rev(self) -> int:
        """The revision: it grows by one with each change, undo and redo."""
        return self._rev

    @property
    def state(self) -> dict[str, Any]:
        """The fight as STATE of the formats document; the same object until the fight changes."""
        fight = self._session.fight
        if self._state is None or self._state[0] is not fight:
            self._state = (fight, self._session.state())
        return self._state[1]

    @property
    def public(self) -> dict[str, Any]:
        """What players may see."""
        from orcus_tui.players.public_state import PlayerPerspective  # here, since few programs need it

        self._perspective = self._perspective or PlayerPerspective()
        found: dict[str, Any] = to_builtins(self._perspective.state(self._session.timeline))
        return found

    @property
    def creatures(self) -> dict[str, Creature]:
        """The creatures by id, in the order of their turns."""
        return {id_: Creature(id_, values) for id_, values in self.state["creatures"].items()}

    def creature(self, id_: str) -> Creature:
        """A creature by its id. Raises OrcusError for an unknown one."""
        values = self.state["creatures"].get(id_)
        if values is None:
            raise OrcusError(f'no creature has the id "{id_}"; there are {", ".join(self.state["creatures"])}')
        return Creature(id_, values)

    @property
    def questions(self) -> list[dict[str, Any]]:
        """The open questions, the oldest first, as STATE has them."""
        return open_questions(self._session.fight)

    @property
    def offers(self) -> list[dict[str, Any]]:
        """The open offers, the oldest first, as STATE has them."""
        return open_offers(self._session.fight)

    @property
    def is_over(self) -> bool:
        """Whether `finish` has ended it."""
        return self._session.fight.phase == "finished"

    @property
    def journal(self) -> str | None:
        """The id of its journal, for `resume`; None without a journal."""
        return self._session.recorder.id if self._session.recorder else None

    def close(self) -> None:
        """Closes the journal; a fight that is not over can be resumed."""
        self._session.end(finished=self.is_over)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        fight = self._session.fight
        return f"<Fight {fight.name!r}: {len(fight.states)} creatures, {fight.phase}, round {fight.round}>"


# Fights


def load(
    path: Path | str, *, seed: int | None = None, dice: Iterable[int] | None = None, journal: bool = False
) -> Fight:
    """The fight of an encounter file, or of a file that `write` has written.

    `seed` makes the dice the same every time; `dice` are their faces, in order. Raises OrcusError for an unusable file.
    """
    return _begin(read_encounter_file(Path(path)), Path(path), _dice(seed, dice), journal=journal)


def new(
    system: str = DEFAULT, *, seed: int | None = None, dice: Iterable[int] | None = None, journal: bool = False
) -> Fight:
    """An empty fight of a rules system. Raises OrcusError for an unknown system."""
    if system not in SYSTEMS:
        raise OrcusError(f'unknown system "{system}"; there are {", ".join(SYSTEMS)}')
    return _begin(EncounterFile(empty_fight("Untitled fight", system)), None, _dice(seed, dice), journal=journal)


def resume(journal: str, *, seed: int | None = None, dice: Iterable[int] | None = None) -> Fight:
    """The unfinished fight with this id, or with an id that begins like this.

    Raises OrcusError if it cannot be resumed.
    """
    settings = paths.journal_settings()
    session, _ = Session.resume(settings, find_unfinished(settings.folder, journal), _dice(seed, dice))
    session.library = paths.library()
    return Fight(session)


def _dice(seed: int | None, dice: Iterable[int] | None) -> DiceSource:
    if seed is not None and dice is not None:
        raise OrcusError("give dice or a seed, not both")
    return RandomDice(Random(seed)) if dice is None else GivenDice(dice)


def _begin(opened: EncounterFile, path: Path | None, dice: DiceSource, *, journal: bool) -> Fight:
    session = Session.open(opened, dice, paths.house_rules(), path, paths.journal_settings() if journal else None)
    session.library = paths.library()
    return Fight(session)
