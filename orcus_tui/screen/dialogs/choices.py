"""Menus as data: choices, the matches of a search, and the result of a choice."""

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
    "end",
    "rest",
    "serve players",
    "show players",
    "stop players",
    "accept",
    "accept all",
    "refuse",
    "edit",
    "take",
    "leave",
]


class DialogResult(NamedTuple):
    """The result of a choice: an action and its argument.

    The actions are: `run` a key by its id, `insert` a line into the command line, `do` a line, `open` a file; `resume`,
    `view` or `discard` an unfinished fight by its id, and then `archive` or `keep` it; `end` the fight; serve, show or
    stop the players' view; `accept`, `refuse` or `edit` a phone's proposal by its number; `take`, `edit` or `leave` a
    proposal of the campaign by its text. The footer names the action. `targets` is the range of the targets in a line,
    which a typed name replaces.
    """

    action: Action
    argument: str
    targets: tuple[int, int] = (0, 0)


def no_details() -> Sequence[str]:
    """The details of a choice that has none."""
    return ()


class Choice(Struct, frozen=True):
    """An entry to choose, with a description of one line.

    `result` is the result of Enter; a choice without a result can only be read. `results_by_key` has the results of
    other keys, and in menus without a search the letter `key` chooses it from anywhere. `details` is called when the
    choice is selected, in a thread if `from_disk`. `group` is the heading above it; a search also finds its `keywords`.
    `completes` is the text that the choice puts into the search.
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
    """Never treats a text as a path, as in most menus."""
    return False


class Menu(Struct, frozen=True):
    """Choices under a title.

    `from_typed` turns the typed text into a choice that is listed first. Without `has_search`, letters are keys until
    `/` opens the search; without `has_details`, the list takes the full width. `escape_label` is the footer's label for
    Esc. `search` replaces the usual search: it returns the choices that match a text, and a message if there are none.
    If the text `is_path`, its matches are not among `choices`. `place` is the heading of the menu's keys in the help.
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
        """The choices that match a text, and a message if there are none."""
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
    """The rank of a match: 0 if the text begins with the phrase, 1 if a word does, 2 if it contains it, otherwise 3."""
    text = choice.text.casefold()
    if text.startswith(phrase):
        return 0
    if f" {phrase}" in text:
        return 1
    return 2 if phrase in text else 3
