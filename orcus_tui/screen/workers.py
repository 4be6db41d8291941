"""Work that runs in the loop of the app while the screen takes keys."""

from collections.abc import Callable, Coroutine
from typing import Any

from textual.dom import DOMNode


def start_worker(
    node: DOMNode, work: Callable[[], Coroutine[Any, Any, None]], *, group: str = "default", exclusive: bool = False
) -> None:
    """Runs `work`, which belongs to a screen or widget; `exclusive` cancels the work of its group before it.

    The coroutine is created when the work starts. One that was cancelled before that would never be awaited, of which
    Python warns on the terminal.
    """
    to_call: Callable[[], object] = work  # Textual's own type leaves out most coroutines
    node.run_worker(to_call, group=group, exclusive=exclusive)
