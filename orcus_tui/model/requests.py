"""Steps that only the session can carry out: views of the fight, undo, and files."""

from orcus_tui.model.steps import Step, Targets


class Request(Step, frozen=True):
    """The base of the steps for the session."""


class Preview(Request, frozen=True):
    """`preview`: the result of `next`, through consecutive turns of `targets`."""

    targets: Targets = ()


class Show(Request, frozen=True):
    """The fight, or one creature."""

    target: str = ""


class Why(Request, frozen=True):
    """`why`: the origin of a number or a condition."""

    target: str
    name: str = ""


class ShowLog(Request, frozen=True):
    """The last commands and their results."""

    count: int = 20


class Help(Request, frozen=True):
    """A verb, or all of them."""

    verb: str = ""


class Undo(Request, frozen=True):
    """Undoes commands; with `turn`, all those of the current turn."""

    count: int = 1
    turn: bool = False


class Redo(Request, frozen=True):
    """Redoes undone commands."""

    count: int = 1


class Amend(Request, frozen=True):
    """Goes back before a command, changes its words, and redoes it and the later ones; `column` is where they begin."""

    count: int
    words: str
    column: int = 1


class RetroactiveStep(Request, frozen=True):
    """Executes a step before the last attack roll or save of a creature, then that command and all later ones again."""

    creature: str
    step: Step


class Write(Request, frozen=True):
    """Writes the fight to a file."""

    file: str = ""


class Keep(Request, frozen=True):
    """Writes what the heroes have left to their party file, or to another."""

    file: str = ""


class Open(Request, frozen=True):
    """Another encounter, or a fight in progress."""

    file: str


class Run(Request, frozen=True):
    """Carries out a script."""

    file: str


class Export(Request, frozen=True):
    """Writes the log."""

    file: str


class Alias(Request, frozen=True):
    """A name for a line."""

    name: str
    line: str


class Quit(Request, frozen=True):
    """Leaves."""
