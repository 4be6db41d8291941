"""What the builder asks in the line at its foot, and the last fill at random, which can be asked for again."""

from collections.abc import Callable, Mapping, MutableMapping

from msgspec import Struct

from orcus_tui.builder.draft import Draft
from orcus_tui.screen.widgets.line_input import LineInput

HEROES = "Hero levels, e.g. 4x3 for four heroes of level 3"
HEROES_OF_PARTY = "Heroes for the budget, e.g. 5x3 (empty: the whole party)"


class Prompt(Struct, frozen=True):
    """What is asked, and what is done with the answer."""

    text: str
    take: Callable[[str], None]


def keep_answer(prompt: Prompt, line: LineInput, texts_left: MutableMapping[str, str]) -> None:
    """Keeps an answer that is not given, for the next time the same is asked."""
    texts_left[prompt.text] = line.value


def bring_back_answer(prompt: Prompt, line: LineInput, texts_left: Mapping[str, str]) -> None:
    """Puts the answer that was kept, if one was, into the line, in the place of what stands there."""
    if kept := texts_left.get(prompt.text):
        line.value = kept
        line.action_end()


class RandomFill(Struct, frozen=True):
    """The last fill at random: with what, and the draft before and after it."""

    query: str
    before: Draft
    after: Draft
