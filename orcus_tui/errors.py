"""The root of the program's own errors; every package may raise one, so it imports nothing."""


class OrcusError(Exception):
    """What a person did or wrote that cannot be carried out or read.

    `message` says what is wrong, `problem` the same without the file or line it is in. `column` counts from 1 and is
    the place in what was typed, where there is one; an error about a file has its path and line beside it. `str()` of
    it names all that is known of the place.
    """

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.problem = message
        self.column = column

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each thing that is wrong, with its place."""
        return (str(self),)
