"""The base of the program's errors; every package may raise one, so it imports nothing."""


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
