"""Counts calls of functions, also in new threads."""

import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def calls_of(*functions: Callable[..., Any]) -> Iterator[Counter[Callable[..., Any]]]:
    """Counts the calls of functions within a `with`, however they were imported."""
    calls: Counter[Callable[..., Any]] = Counter()
    known = {function.__code__: function for function in functions}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in known:
            calls[known[frame.f_code]] += 1

    before = sys.getprofile()
    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)
        threading.setprofile(None)
