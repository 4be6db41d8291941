"""The promised limits for every input: a second and 200 MB, unless the program announces that it takes longer.

The second is measured on the machine on which the limits were set; a slower machine has more time.
"""

import contextlib
import sys
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path
from statistics import median

from tests.campaign.trials import Broken

SECONDS = 1.0
"""Processor seconds."""
SAMPLE_SECONDS = 0.015
"""Processor seconds that a sample of work takes on the machine on which the limits were set."""
MEMORY = 200 * 1024 * 1024
"""Bytes."""


@contextlib.contextmanager
def within_limits(input_: str, *, announced: bool = False) -> Iterator[None]:
    """Raises Broken if the block exceeds the limits; an `announced` block has no time limit."""
    _forget_most_memory()
    memory = most_memory()
    with within_time(input_, inf if announced else SECONDS):
        yield
    grown = most_memory() - memory
    if grown > MEMORY:
        raise Broken(f"{grown // 1024**2} MB for {input_}")


@contextlib.contextmanager
def within_time(input_: str, seconds: float) -> Iterator[None]:
    """Raises Broken if the block takes longer, scaled to the machine on which the limits were set."""
    began = time.process_time()
    yield
    spent = time.process_time() - began
    if spent > seconds and spent > seconds * slowness():
        raise Broken(f"{spent:.2f} s for {input_}")


def slowness() -> float:
    """How many times slower this machine is now than the machine on which the limits were set; at least 1."""
    took = []
    for _ in range(5):
        began = time.process_time()
        sum(len(str(number)) for number in range(200_000))
        took.append(time.process_time() - began)
    return max(1.0, median(took) / SAMPLE_SECONDS)


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
