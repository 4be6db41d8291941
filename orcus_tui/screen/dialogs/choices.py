"""Menus as data: what there is to choose, what matches a search, and what choosing answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct, field

Action = Literal[
    "run",
    "insert",
    "do",
    "open",
    "resume",
    "view",
    "discard",
    "archive",
    "keep",
    "serve players",
    "show players",
    "stop players",
]


class DialogResult(NamedTuple):
    """What was chosen: an action, and what it is about.

    `run` a key by its id, `insert` a line into the command line, `do` a line, `open` a file, `resume`, `view` or
    `discard` an unfinished fight by its id (asked about it, `archive` or `keep` it), and what to do with the players'
    view. `targets` is where a line has creatures that may be typed over. The footer names the action.
    """

    action: Action
    argument: str
    targets: tuple[int, int] = (0, 0)


def no_details() -> Sequence[str]:
    """The details of a choice without any."""
    return ()


class Choice(Struct, frozen=True):
    """Something to choose, with one line about it.

    `result` is the answer of Enter; a choice without one can only be read. `results_by_key` are answers of other keys,
    in menus without a search, where `key` chooses it wherever the cursor is. `details` is called when the choice is
    selected, and with `from_disk` in a thread. `group` is the heading it stands under, `keywords` are found as well.
    """

    text: str
    about: str = ""
    result: DialogResult | None = None
    details: Callable[[], Sequence[str]] = no_details
    group: str = ""
    results_by_key: Mapping[str, DialogResult] = field(default_factory=dict)
    keywords: str = ""
    key: str = ""
    from_disk: bool = False
    completes: str = ""


NO_MATCHES = "No matches"


def never_a_path(_: str) -> bool:
    """Whether a text is a path: it is none, as in most menus."""
    return False


class Menu(Struct, frozen=True):
    """Choices under a title.

    `from_typed` makes a choice of the text typed, before those that match. Without `has_search` letters are
    keys until `/` opens the search; without `has_details` the list has all the room. `escape_label` is what the footer
    says of Esc. `search` answers the choices that match a text, and what to say where there are none, in place of a
    search for every word; those of a text that `is_path` are not among `choices`. `place` is where the help has its
    keys.
    """

    title: str
    choices: Sequence[Choice]
    from_typed: Callable[[str], Choice] | None = None
    has_search: bool = True
    has_details: bool = True
    escape_label: str = "back"
    search: Callable[[str], tuple[Sequence[Choice], str]] | None = None
    is_path: Callable[[str], bool] = never_a_path
    place: str = "In a list"

    def matches(self, typed: str) -> tuple[Sequence[Choice], str]:
        """The choices that match a text, and what to say where there are none."""
        return self.search(typed) if self.search else (matches(self.choices, typed), NO_MATCHES)


def matches(choices: Sequence[Choice], typed: str) -> list[Choice]:
    """The choices with every word of a text, best matches first; all of them for an empty text."""
    words = typed.casefold().split()
    if not words:
        return list(choices)
    phrase = " ".join(words)
    ranked = [(_rank(each, phrase), each) for each in choices if _has_all(each, words)]
    return [each for _, each in sorted(ranked, key=lambda one: one[0])]


def _has_all(choice: Choice, words: Sequence[str]) -> bool:
    text = f"{choice.text} {choice.about} {choice.group} {choice.keywords}".casefold()
    return all(each in text for each in words)


def _rank(choice: Choice, phrase: str) -> int:
    """How near a choice is: 0 if it begins with the phrase, 1 if a word of it does, 2 if it contains it, else 3."""
    text = choice.text.casefold()
    if text.startswith(phrase):
        return 0
    if f" {phrase}" in text:
        return 1
    return 2 if phrase in text else 3
