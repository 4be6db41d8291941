"""Steps that only the session can carry out: looking, undoing, and files."""

from dataclasses import dataclass

from orcus_tui.model.steps import Step


@dataclass(frozen=True, slots=True)
class Preview(Step):
    """What `next` would do."""


@dataclass(frozen=True, slots=True)
class Show(Step):
    """The fight, or one creature."""

    target: str = ""


@dataclass(frozen=True, slots=True)
class Why(Step):
    """Where a number or a condition came from."""

    target: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class ShowLog(Step):
    """The last commands and what came of them."""

    count: int = 20


@dataclass(frozen=True, slots=True)
class Help(Step):
    """A verb, or all of them."""

    verb: str = ""


@dataclass(frozen=True, slots=True)
class Undo(Step):
    """Takes commands back."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Redo(Step):
    """Carries them out again."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class Amend(Step):
    """Goes back, changes a command's words, and goes on from there."""

    count: int
    words: str


@dataclass(frozen=True, slots=True)
class Write(Step):
    """Writes the fight to a file."""

    file: str = ""


@dataclass(frozen=True, slots=True)
class Open(Step):
    """Another encounter, or a fight in progress."""

    file: str


@dataclass(frozen=True, slots=True)
class Run(Step):
    """Carries out a script."""

    file: str


@dataclass(frozen=True, slots=True)
class Export(Step):
    """Writes the log."""

    file: str


@dataclass(frozen=True, slots=True)
class Alias(Step):
    """A name for a line."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class Quit(Step):
    """Leaves."""
