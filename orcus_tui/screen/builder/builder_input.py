"""The input of the builder: its keys, those of its footer, its prompts, and the line that answers them."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from textual.binding import Binding
from textual.widgets.input import Selection

from orcus_tui.screen.widgets.dialog import MOVES
from orcus_tui.screen.widgets.key_hints import Keys
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
    """The line in which a prompt is answered; `prompt` is None at any other time."""

    prompt: Prompt | None = None

    def ask(self, prompt: Prompt) -> str:
        """Shows a prompt and focuses the line.

        Returns the prompt's text, with the answer that Up brings back, if any.
        """
        self.prompt, self.placeholder, self.value = prompt, prompt.text, prompt.preset
        self.focus()
        self.selection = Selection(0, len(self.value))  # typing replaces the preset; an arrow key keeps it for editing
        return with_hint(prompt.text, unsent_texts(self).get(prompt.place, ""))

    def keep_answer(self) -> None:
        """Keeps a text that was not submitted, for the next prompt with the same id."""
        if self.prompt and self.value not in ("", self.prompt.preset):
            unsent_texts(self)[self.prompt.place] = self.value

    def forget_answer(self, prompt: Prompt) -> None:
        """Drops the kept text of a prompt."""
        unsent_texts(self).pop(prompt.place, None)

    def bring_back_answer(self) -> None:
        """Puts the kept text, if any, into the line unless something is typed there."""
        prompt = self.prompt
        if prompt and self.value in ("", prompt.preset) and (kept := unsent_texts(self).get(prompt.place)):
            self.value = kept
            self.action_end()


KEYS = (
    Binding("escape", "leave", show=False),
    Binding("enter", "add", show=False),
    *MOVES,
    Binding("tab", "switch(1)", show=False),
    Binding("shift+tab", "switch(-1)", show=False),
    Binding("slash", "search", show=False),
    Binding("plus", "count(1)", show=False),
    Binding("minus", "count(-1)", show=False),
    Binding("delete,x", "remove", show=False),
    Binding("greater_than_sign,right", "level(1)", show=False),
    Binding("less_than_sign,left", "level(-1)", show=False),
    Binding("n", "ask_name", show=False),
    Binding("p", "ask_party", show=False),
    Binding("h", "ask_heroes", show=False),
    Binding("w,ctrl+s", "write", show=False),
    Binding("W", "write_as", show=False),
    Binding("f", "propose", show=False),
    Binding("F", "ask_fill", show=False),
    Binding("d", "next_fight", show=False),
    Binding("i", "import", show=False),
    Binding("H", "hero", show=False),
    Binding("O", "odds", show=False),
    Binding("v", "what_if", show=False),
    Binding("P", "print", show=False),
    Binding("o", "play", show=False),
)
"""The action of each key."""

FOOTER: Mapping[str, Keys] = {
    "ask": (("enter", "confirm"), ("escape", "cancel")),
    "library": (("enter", "add"), ("up,down", "move"), ("tab", "encounter"), ("escape", "back")),
    "encounter": (
        ("plus,minus", "count"),
        ("greater_than_sign,less_than_sign", "level"),
        ("x", "remove"),
        ("n", "name"),
        ("p", "party"),
        ("h", "heroes"),
        ("w", "write"),
        ("o", "play"),
        ("f", "proposals"),
        ("F", "fill"),
        ("d", "next fight"),
        ("i", "import"),
        ("H", "new hero"),
        ("O", "odds"),
        ("v", "what if"),
        ("P", "print"),
        ("tab", "next pane"),
        ("escape", "back"),
    ),
    "block": (("up,down", "scroll"), ("tab", "library"), ("escape", "back")),
}
"""The keys in the footer, by the pane that has the focus."""
