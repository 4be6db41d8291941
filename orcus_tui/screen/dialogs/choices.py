"""Choices: what the screens beyond the fight offer, and which of it fits what is typed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct, field

What = Literal["do", "begin", "open", "go on", "look"]


class DialogResult(NamedTuple):
    """What is wanted, and of what.

    `do` is a key of the table by its id, `begin` a line to be typed on, `open` a file, `go on` and `look` an
    unfinished fight by its id. The word is also what the footer says Enter does.
    """

    what: What
    of: str


def nothing_more() -> Sequence[str]:
    """The detail of what has none."""
    return ()


class Choice(Struct, frozen=True):
    """Something to choose, and one line about it.

    `wish` is what Enter answers; without one it can only be looked at. `by_key` are other keys that answer, for screens
    without a search. `detail` is made when it is looked at, and with `from_disk` beside the screen, which goes on
    meanwhile. `group` is the heading it stands under, `also` what else it is found by.
    """

    text: str
    about: str = ""
    wish: DialogResult | None = None
    detail: Callable[[], Sequence[str]] = nothing_more
    group: str = ""
    by_key: Mapping[str, DialogResult] = field(default_factory=dict)
    also: str = ""
    from_disk: bool = False


class Offer(Struct, frozen=True):
    """What a screen offers.

    `from_typed` makes a choice of what is typed, which stands before those found. Without `searched` nothing is typed,
    and letters are keys. `leaving` is what Esc is said to do. `search` answers the choices that fit what is typed,
    where that is not to have every word of it, and what is said in place of them where there are none.
    """

    title: str
    choices: Sequence[Choice]
    from_typed: Callable[[str], Choice] | None = None
    searched: bool = True
    leaving: str = "back"
    search: Callable[[str], tuple[Sequence[Choice], str]] | None = None

    def found(self, typed: str) -> tuple[Sequence[Choice], str]:
        """The choices that fit what is typed, and what is said where there are none."""
        return self.search(typed) if self.search else (found(self.choices, typed), NOTHING)


NOTHING = "nothing is called that"


def found(choices: Sequence[Choice], typed: str) -> list[Choice]:
    """The choices that have every word typed, those first whose text begins so; all of them where nothing is typed."""
    words = typed.casefold().split()
    if not words:
        return list(choices)
    wanted = " ".join(words)
    ranked = [(_rank(each, wanted), each) for each in choices if _has_all(each, words)]
    return [each for _, each in sorted(ranked, key=lambda one: one[0])]


def _has_all(choice: Choice, words: Sequence[str]) -> bool:
    told = f"{choice.text} {choice.about} {choice.group} {choice.also}".casefold()
    return all(each in told for each in words)


def _rank(choice: Choice, wanted: str) -> int:
    """How near a choice is to what is typed: 0 where it begins so, 1 where a word of it does, 2 where it has it."""
    text = choice.text.casefold()
    if text.startswith(wanted):
        return 0
    if f" {wanted}" in text:
        return 1
    return 2 if wanted in text else 3
