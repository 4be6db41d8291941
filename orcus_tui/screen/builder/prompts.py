"""The prompts of the builder."""

from collections.abc import Callable

from msgspec import Struct

from orcus_tui.screen.widgets.line_input import LineInput, unsent_texts, with_hint

NAME = "Name of the encounter"
PAGE = "Page to print, an HTML file for a browser"
NEW_PARTY = "party.toml"
RANDOM_FILL = "Fill with creatures at random, e.g. undead seed 7 (empty: any)"
PARTY = "Party file, relative to the encounter (empty: none)"
HEROES = "Hero levels, e.g. 4x3 for four heroes of level 3"
HEROES_OF_PARTY = "Heroes for the budget, e.g. 5x3 (empty: the whole party)"


class Prompt(Struct, frozen=True):
    """A prompt: its text, the preset of the line, and the function that takes the answer.

    Prompts for the same thing have the same `id`, whatever their text.
    """

    id: str
    text: str
    preset: str
    take: Callable[[str], None]

    @property
    def place(self) -> str:
        """The key under which a text that was not submitted is kept."""
        return f"{self.id} in the builder"


def invitation(prompt: Prompt, line: LineInput) -> str:
    """The text of a prompt, with the answer that Up brings back, if any."""
    return with_hint(prompt.text, unsent_texts(line).get(prompt.place, ""))


def keep_answer(prompt: Prompt, line: LineInput) -> None:
    """Keeps a text that was not submitted, for the next prompt with the same id."""
    if line.value not in ("", prompt.preset):
        unsent_texts(line)[prompt.place] = line.value


def forget_answer(prompt: Prompt, line: LineInput) -> None:
    """Drops the kept text of a prompt."""
    unsent_texts(line).pop(prompt.place, None)


def bring_back_answer(prompt: Prompt, line: LineInput) -> None:
    """Puts the kept text, if any, into a line in which nothing is typed."""
    if line.value in ("", prompt.preset) and (kept := unsent_texts(line).get(prompt.place)):
        line.value = kept
        line.action_end()
