"""The base of the program's errors, and those of rules; every package may raise one, so it imports nothing."""


class OrcusError(Exception):
    """Input of a person that cannot be read or executed.

    `message` is the whole message, `problem` the message without the file or line. `column` is the place in typed text,
    from 1; an error about a file also has its path and line. `str()` includes everything known about the place.
    `suggestion` is the word that was most likely meant, if any, and `near` are words that could have been meant; the
    library and the engine fill them in.
    """

    suggestion: str | None = None
    near: tuple[str, ...] = ()

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.problem = message
        self.column = column

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each problem, with its place."""
        return (str(self),)


class Impossible(OrcusError):
    """A command that is impossible, with the reason.

    If a word of the command is the reason, `of` is the field of the step that it fills.
    """

    def __init__(self, reason: str, of: str = "") -> None:
        super().__init__(reason)
        self.of = of


class Forbidden(Impossible):
    """A command that a rule forbids, with the reason; `verb` overrides the rule with `!`, and is filled in later."""

    def __init__(self, reason: str, verb: str = "") -> None:
        super().__init__(reason)
        self.verb = verb

    def __str__(self) -> str:
        """The reason, and how to override it."""
        return f"{self.message}; use `{self.verb}!` to override" if self.verb else self.message
