"""What the builder asks in the line at its foot, and the last fill at random, which can be asked for again."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui.builder.draft import Draft
from orcus_tui.screen.widgets.line_input import LineInput
from orcus_tui.screen.widgets.texts_left import texts_left, with_hint

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

    @property
    def place(self) -> str:
        """Where an answer that was typed and not submitted is kept."""
        return f"{self.id} in the builder"


def invitation(prompt: Prompt, line: LineInput) -> str:
    """What is asked, and the answer that Up brings back, if there is one."""
    return with_hint(prompt.text, texts_left(line).get(prompt.place, ""))


def keep_answer(prompt: Prompt, line: LineInput) -> None:
    """Keeps what was typed and not submitted, for the next time the same is asked."""
    if line.value not in ("", prompt.preset):
        texts_left(line)[prompt.place] = line.value


def forget_answer(prompt: Prompt, line: LineInput) -> None:
    """Drops the answer that was kept, once the same was answered."""
    texts_left(line).pop(prompt.place, None)


def bring_back_answer(prompt: Prompt, line: LineInput) -> None:
    """Puts the answer that was kept, if any, into a line in which nothing is typed yet."""
    if line.value in ("", prompt.preset) and (kept := texts_left(line).get(prompt.place)):
        line.value = kept
        line.action_end()


class RandomFill(Struct, frozen=True):
    """The last fill at random: with what, and the draft before and after it."""

    query: str
    before: Draft
    after: Draft
