"""Verbs that exist in the fights of one system alone."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui.model.steps import SystemStep
from orcus_tui.rules.resolution import AnyResolution


class SystemVerb(Struct, frozen=True):
    """A verb of one system; its `usage` is its grammar, as for the shared verbs.

    `in_powers`: the lines of a power may use it, for the creatures hit. `before_last_roll` is the word with which it
    is carried out before the last attack roll or save of its target, and what came since again. `for_numbers`: the
    line for those who would type a number here.
    """

    name: str
    usage: str
    means: str
    carry_out: Callable[[AnyResolution, SystemStep], None]
    in_powers: bool = False
    before_last_roll: str = ""
    for_numbers: str = ""
