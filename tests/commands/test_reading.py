"""A line is read once, and its reading is used for everything that is shown about it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError, Unfinished
from orcus_tui.commands.lexer import lex
from orcus_tui.commands.parse import build, parse
from orcus_tui.commands.reading import Reading, read_line
from orcus_tui.commands.verbs import TABLE
from tests.helpers.casts.language import CONTEXT
from tests.helpers.project.call_counts import calls_of

LINES = (
    "damage goblin1-3,ogre 2d6 fire half", "attack longsword ogre by ari 15 9", "apply @foes dazed+prone save by cor",
    "bonus ari +2 attack eont:cor", 'note ari "two words', "save ogre #1", "damage nobody 5", "", "  ", "# next", "d",
)  # fmt: skip


def read(line: str, cursor: int | None = None) -> Reading:
    return read_line(line, len(line) if cursor is None else cursor, CONTEXT)


@pytest.mark.parametrize("line", LINES)
def test_a_reading_lexes_and_parses_once(line: str) -> None:
    with calls_of(lex, build) as calls:
        read(line)
    assert calls[lex] == 1
    assert calls[build] <= 1


@pytest.mark.parametrize("line", LINES)
def test_a_reading_equals_the_result_of_parsing(line: str) -> None:
    try:
        command, message, column = parse(line, CONTEXT), "", None
    except CommandError as error:
        command, message, column = None, error.message, error.column
    reading = read(line)
    assert (reading.command and reading.command.step) == (command and command.step)
    assert (reading.error.message if reading.error else "") == message
    assert (reading.error.column if reading.error else None) == column


def test_an_unfinished_line_is_not_wrong() -> None:
    assert isinstance(read("damage ogre").error, Unfinished)
    assert not read("damage ogre").is_wrong
    assert read("damage nobody").is_wrong


def test_a_reading_knows_its_verb_its_words_and_where_each_slot_is() -> None:
    reading = read("d ogre 7 fire")
    assert reading.usage.startswith("damage TARGETS AMOUNT")
    assert [word.text for word in reading.words] == ["d", "ogre", "7", "fire"]
    assert reading.spans == {"targets": (1, 2), "amount": (2, 3), "types": (3, 4)}


def test_words_after_the_cursor_are_read_and_do_not_change_its_completions() -> None:
    line = "damage go 7"
    reading = read(line, len("damage go"))
    assert {each.text for each in reading.candidates} == {f"goblin{number}" for number in (1, 2, 3, 4)}
    assert reading.is_wrong
    assert {each.text for each in read("amage ogre 7", 0).candidates} > {v.name for v in TABLE["Hit points"]}


def test_a_reading_is_valid_for_the_fight_it_was_made_for() -> None:
    reading = read("next")
    assert reading.is_against(CONTEXT)
    assert reading.is_against(replace(CONTEXT, aliases=dict(CONTEXT.aliases)))
    assert not reading.is_against(replace(CONTEXT, view=CONTEXT.view.moved(replace(CONTEXT.fight, round=9))))
    assert not reading.is_against(replace(CONTEXT, aliases={"next": "roll 1"}))


@given(st.text(max_size=40), st.integers(0, 40))
def test_any_line_can_be_read_with_the_cursor_anywhere(line: str, cursor: int) -> None:
    reading = read(line, min(cursor, len(line)))
    assert reading.command is None or reading.error is None
