"""Words of a line with their columns, quotes and comments."""

import pytest

from orcus_tui.commands.lexer import LONGEST_LINE, as_one_word, pieces, split_lines, words_of
from tests.helpers.casts.language import fault


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        ("   ", []),
        ("next", [("next", 1)]),
        ("  d  ogre 7", [("d", 3), ("ogre", 6), ("7", 11)]),
        ('note ari "two words"', [("note", 1), ("ari", 6), ("two words", 10)]),
        ('add x name="Big Ogre"', [("add", 1), ("x", 5), ("name=Big Ogre", 7)]),
        (r'alias x "note ari \"hi\""', [("alias", 1), ("x", 7), ('note ari "hi"', 9)]),
        ("next # and then", [("next", 1)]),
        ("# nothing", []),
        ("#2", []),
        ("remove ari #2", [("remove", 1), ("ari", 8), ("#2", 12)]),
        ("remove ari #2nd", [("remove", 1), ("ari", 8)]),
        ("note ari a#1", [("note", 1), ("ari", 6), ("a#1", 10)]),
        ('note ari "# 1"', [("note", 1), ("ari", 6), ("# 1", 10)]),
    ],
)
def test_a_line_is_split_into_words_with_their_columns(line: str, words: list[tuple[str, int]]) -> None:
    assert [(word.text, word.column) for word in words_of(line)] == words


def test_a_quoted_word_is_not_a_key() -> None:
    assert [word.key for word in words_of('APPLY "Half" name="X Y"')] == ["apply", "", "name=x y"]


@pytest.mark.parametrize(("line", "column"), [('note ari "open', 10), ('"', 1), ('a"b', 2), ('"a" "b', 5)])
def test_a_quote_never_closed_is_an_error_where_it_opens(line: str, column: int) -> None:
    assert fault(line, of=lambda text, _: words_of(text)) == (column, "this quote is never closed")


def test_a_line_that_is_too_long_is_an_error_at_the_limit() -> None:
    longest = f"note ari {'x' * (LONGEST_LINE - 9)}"
    assert [len(word.text) for word in words_of(longest)] == [4, 3, LONGEST_LINE - 9]
    message = "a line takes at most 20,000 characters; this has 20,001"
    assert fault(f"{longest}x", of=lambda text, _: words_of(text)) == (LONGEST_LINE + 1, message)


def test_pieces_have_their_own_columns_and_quotes_hold_them_together() -> None:
    (word,) = words_of('  dazed+"on fire + smoke"+prone')
    assert [(piece.text, piece.is_quoted, piece.column) for piece in pieces(word, "+")] == [
        ("dazed", False, 3),
        ("on fire + smoke", True, 9),
        ("prone", False, 27),
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("next", [("next", 0)]),
        ("next; d ogre 7", [("next", 0), (" d ogre 7", 5)]),
        ('note ari "a; b"; next', [('note ari "a; b"', 0), (" next", 16)]),
        ('note ari "open; next', [('note ari "open; next', 0)]),
        (";", [("", 0), ("", 1)]),
    ],
)
def test_semicolons_outside_quotes_separate_lines(text: str, lines: list[tuple[str, int]]) -> None:
    assert split_lines(text) == lines


@pytest.mark.parametrize(
    "text", ["dazed", "two words", 'say "hi"', "", "#2", "a,b", "a+b", "it ends\\", "it ends\\\\", 'a\\"b c', r"C:\a b"]
)
def test_any_text_can_be_written_as_one_word(text: str) -> None:
    first, word = words_of(f"x {as_one_word(text)}")
    assert (first.text, word.text) == ("x", text)
