"""What goes wrong with files."""

from pathlib import Path

from orcus_tui.errors import OrcusError


class StorageError(OrcusError):
    """A file that cannot be read or written: its `path`, and the `problem` with, where that helps, what to do."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem


def reason(error: OSError) -> str:
    """What the operating system says went wrong, without number and path."""
    return error.strerror or str(error) or type(error).__name__
