"""What is promised of every input: no more than a second and 200 MB, unless the program says so first."""

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
def promise(input_: str, *, announced: bool = False) -> Iterator[None]:
    """Raises Broken where what is done meanwhile takes more than is promised; what is `announced` may take long."""
    _forget_most_memory()
    memory, began = most_memory(), time.process_time()
    yield
    spent, grown = time.process_time() - began, most_memory() - memory
    if spent > SECONDS and not announced:
        raise Broken(f"{spent:.1f} s for {input_}")
    if grown > MEMORY:
        raise Broken(f"{grown // 1024**2} MB for {input_}")


def most_memory() -> int:
    """The most memory that this process has had, in bytes; on Windows unknown, and nothing."""
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _forget_most_memory() -> None:
    """Lets `most_memory` begin anew at what there is now, where the system can."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
