"""What the builder asks in the line at its foot, and the last fill at random, which can be asked for again."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui.builder.draft import Draft

HEROES = "Hero levels, e.g. 4x3 for four heroes of level 3"
HEROES_OF_PARTY = "Heroes for the budget, e.g. 5x3 (empty: the whole party)"


class Prompt(Struct, frozen=True):
    """What is asked, and what is done with the answer."""

    text: str
    take: Callable[[str], None]


class RandomFill(Struct, frozen=True):
    """The last fill at random: with what, and the draft before and after it."""

    query: str
    before: Draft
    after: Draft
