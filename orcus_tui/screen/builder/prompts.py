"""The prompts of the builder, and the line that answers them."""

from collections.abc import Callable

from msgspec import Struct
from textual.widgets.input import Selection

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

    Prompts for the same value have the same `id`, even with different texts.
    """

    id: str
    text: str
    preset: str
    take: Callable[[str], None]

    @property
    def place(self) -> str:
        """The key under which a text that was not submitted is kept."""
        return f"{self.id} in the builder"


class PromptLine(LineInput):
    """The line in which prompts are answered."""

    def ask(self, prompt: Prompt) -> str:
        """Shows a prompt and focuses the line.

        Returns the prompt's text, with the answer that Up brings back, if any.
        """
        self.placeholder, self.value = prompt.text, prompt.preset
        self.focus()
        self.selection = Selection(0, len(self.value))  # typing replaces the preset; an arrow key keeps it for editing
        return with_hint(prompt.text, unsent_texts(self).get(prompt.place, ""))

    def keep_answer(self, prompt: Prompt) -> None:
        """Keeps a text that was not submitted, for the next prompt with the same id."""
        if self.value not in ("", prompt.preset):
            unsent_texts(self)[prompt.place] = self.value

    def forget_answer(self, prompt: Prompt) -> None:
        """Drops the kept text of a prompt."""
        unsent_texts(self).pop(prompt.place, None)

    def bring_back_answer(self, prompt: Prompt) -> None:
        """Puts the kept text, if any, into the line unless something is typed there."""
        if self.value in ("", prompt.preset) and (kept := unsent_texts(self).get(prompt.place)):
            self.value = kept
            self.action_end()
