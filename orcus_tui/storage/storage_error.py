"""What goes wrong with files, said to people."""

from pathlib import Path


class StorageError(Exception):
    """A file cannot be read or written as it should be.

    `str()` of it is for people: the path, what is wrong and, where there is something, what to do.
    """

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem


def reason(error: OSError) -> str:
    """What the operating system says went wrong, without number and path."""
    return error.strerror or str(error) or type(error).__name__
