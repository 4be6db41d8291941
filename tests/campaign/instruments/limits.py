"""The promised limits for every input: a second and 200 MB, unless the program announces that it takes longer."""

import contextlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.campaign.trials import Broken

SECONDS = 1.0
"""Seconds of the processor."""
MEMORY = 200 * 1024 * 1024
"""Bytes."""


@contextlib.contextmanager
def within_limits(input_: str, *, announced: bool = False) -> Iterator[None]:
    """Raises Broken if the block exceeds the limits; an `announced` one may take long."""
    _forget_most_memory()
    memory, began = most_memory(), time.process_time()
    yield
    spent, grown = time.process_time() - began, most_memory() - memory
    if spent > SECONDS and not announced:
        raise Broken(f"{spent:.1f} s for {input_}")
    if grown > MEMORY:
        raise Broken(f"{grown // 1024**2} MB for {input_}")


def most_memory() -> int:
    """The peak memory of this process in bytes; 0 on Windows, where it is unknown."""
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _forget_most_memory() -> None:
    """Resets the peak memory, if the system supports that."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
