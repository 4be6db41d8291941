"""The errors of files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from orcus_tui.errors import OrcusError


class StorageError(OrcusError):
    """A file cannot be read or written: its `path`, and the `problem`, with a remedy if there is one."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem


class NotSynced(StorageError):
    """A file was written or moved, but may be lost in a power failure, since its folder could not be synced."""


def reason(error: OSError) -> str:
    """The operating system's message, without its number and path."""
    return error.strerror or str(error) or type(error).__name__


@contextmanager
def storage_errors(path: Path, problem: str = "") -> Iterator[None]:
    """Raises StorageError with the operating system's message for an OSError; `problem` says what failed."""
    try:
        yield
    except OSError as error:
        raise StorageError(path, ": ".join(filter(None, (problem, reason(error))))) from error
