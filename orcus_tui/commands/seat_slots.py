"""Arguments about the players' phones: what they may send, their proposals, and their seats."""

from collections.abc import Iterable

from orcus_tui.commands import amounts
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.slot import Slot
from orcus_tui.commands.targets import resolve
from orcus_tui.commands.word_cursor import WordCursor
from orcus_tui.model.player_settings import INPUT_KINDS, INPUT_WORDS
from orcus_tui.model.steps import Targets

Setting = tuple[str, str, Targets]
"""The value, the kind (empty: of all), and the heroes."""
Decision = tuple[int | None, bool]
"""The number of a proposal (None: the oldest), and whether all proposals are meant."""


def _input(cursor: WordCursor) -> Setting:
    cursor.take()
    word = cursor.take("on, off, or what phones may send")
    if word.key in ("on", "off"):
        return word.key, "", ()
    if word.key not in INPUT_KINDS:
        raise CommandError(f'phones send {", ".join(INPUT_KINDS)}, not "{word.text}"', word.column)
    value = cursor.take("off, propose or do")
    if value.key not in INPUT_WORDS:
        raise CommandError(f'expected off, propose or do, got "{value.text}"', value.column)
    targets = resolve(cursor.take("a hero"), cursor.context) if cursor.skip("for") else ()
    return value.key, word.key, targets


def _offer_input(_: WordCursor, __: str) -> Iterable[Candidate]:
    yield Candidate("input", "what phones may send")


def word(text: str) -> Slot:
    """A word that stands alone after `players`."""

    def read(cursor: WordCursor) -> bool:
        cursor.take()
        return True

    return Slot(text, "said", f'"{text}"', read, lambda _, __: (Candidate(text, f"players {text}"),))


def _new_address(cursor: WordCursor) -> bool:
    cursor.take()
    said = cursor.take("address")
    if said.key != "address":
        raise CommandError(f'expected address, got "{said.text}"', said.column)
    return True


def decision(verb: str) -> Slot:
    """The proposals that are accepted or refused."""

    def read(cursor: WordCursor) -> Decision:
        cursor.take()
        if cursor.skip("all"):
            return None, True
        if cursor.word is None:
            return None, False
        chosen = cursor.take()
        number = amounts.positive(chosen)
        if number is None:
            raise CommandError(f'expected the number of a proposal, or all, got "{chosen.text}"', chosen.column)
        return number, False

    return Slot(f"{verb} [N|all]", "choice", "a proposal", read, lambda _, __: (Candidate(verb, "a proposal"),))


def _unseat(cursor: WordCursor) -> str:
    cursor.take()
    named = cursor.take("a hero, or all")
    return "all" if named.key == "all" else resolve(named, cursor.context)[0]


INPUT = Slot(
    "input on|off|KIND [off|propose|do] [for TARGETS]", "setting", "what phones may send", _input, _offer_input
)
NEW_ADDRESS = Slot(
    "new address", "said", "new address", _new_address, lambda _, __: (Candidate("new", "players new address"),)
)
UNSEAT = Slot("unseat NAME|all", "name", "a hero, or all", _unseat,
              lambda _, __: (Candidate("unseat", "ends seats"),))  # fmt: skip
