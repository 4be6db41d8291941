"""What the builder asks in the line at its foot, and the last fill at random, which can be asked for again."""

from collections.abc import Callable, Mapping, MutableMapping

from msgspec import Struct

from orcus_tui.builder.draft import Draft
from orcus_tui.screen.widgets.line_input import LineInput

RANDOM_FILL = "Fill with creatures at random, e.g. undead seed 7 (empty: any)"
PARTY = "Party file, relative to the encounter (empty: none)"
HEROES = "Hero levels, e.g. 4x3 for four heroes of level 3"
HEROES_OF_PARTY = "Heroes for the budget, e.g. 5x3 (empty: the whole party)"


class Prompt(Struct, frozen=True):
    """What is asked, what the line holds before anything is typed, and what is done with the answer.

    Prompts that ask for the same thing have the same `id`, however they are worded.
    """

    id: str
    text: str
    preset: str
    take: Callable[[str], None]


def keep_answer(prompt: Prompt, line: LineInput, texts_left: MutableMapping[str, str]) -> None:
    """Keeps what was typed and not submitted, for the next time the same is asked."""
    if line.value not in ("", prompt.preset):
        texts_left[prompt.id] = line.value


def bring_back_answer(prompt: Prompt, line: LineInput, texts_left: Mapping[str, str]) -> None:
    """Puts the answer that was kept, if any, into a line in which nothing is typed yet."""
    if line.value in ("", prompt.preset) and (kept := texts_left.get(prompt.id)):
        line.value = kept
        line.action_end()


class RandomFill(Struct, frozen=True):
    """The last fill at random: with what, and the draft before and after it."""

    query: str
    before: Draft
    after: Draft
