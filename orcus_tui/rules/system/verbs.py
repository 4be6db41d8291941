"""Verbs that exist in the fights of one system alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from orcus_tui.model.steps import SystemStep
    from orcus_tui.rules.resolution import Resolution


class SystemVerb(Struct, frozen=True):
    """A verb of one system; its `usage` is its grammar, as for the shared verbs.

    `in_powers`: the lines of a power may use it, for the creatures hit.
    """

    name: str
    usage: str
    means: str
    carry_out: Callable[[Resolution, SystemStep], None]
    in_powers: bool = False
