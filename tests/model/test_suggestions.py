"""The known word that is nearest to a misspelled word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orcus_tui.model.suggestions import did_you_mean, nearest

KNOWN = (
    *("ac", "fortitude", "reflex", "will", "pd", "md", "initiative", "hp", "max_hp", "temp_hp", "name"),
    *("dazed", "dead", "stunned", "persist", "hide", "hidden", "death_save_timing", "at-will", "Bane"),
)


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("fortitute", "fortitude"),
        ("inititive", "initiative"),
        ("dazzed", "dazed"),
        ("persit", "persist"),
        ("hp_max", "max_hp"),
        ("HP-Max", "max_hp"),
        ("timing_death_save", "death_save_timing"),
        ("atwill", "at-will"),
        ("maxhp", "max_hp"),
        ("max hp", "max_hp"),
        ("ca", "ac"),
        ("nmae", "name"),
        ("DAZED", "dazed"),
        ("bane", "Bane"),
        ("wil", "will"),
        ("hiden", "hidden"),
    ],
)
def test_a_word_nearly_right_is_found(word: str, right: str) -> None:
    assert nearest(word, KNOWN) == right


@pytest.mark.parametrize("word", ["banana", "", "x", "hello", "dazed" * 1000, "…", "12"])
def test_a_word_unlike_all_others_is_not_found(word: str) -> None:
    assert nearest(word, KNOWN) is None


def test_nothing_is_suggested_without_known_words() -> None:
    assert nearest("dazed", []) is None


def test_a_suggestion_is_a_phrase_or_nothing() -> None:
    assert did_you_mean("dazzed", iter(KNOWN)) == ' (did you mean "dazed"?)'
    assert did_you_mean("banana", KNOWN) == ""


@given(st.text(), st.lists(st.text()))
def test_the_suggestion_is_a_known_word_and_a_known_word_suggests_itself(word: str, known: list[str]) -> None:
    assert nearest(word, known) in [None, *known]
    if 0 < len(word.casefold()) <= 60:
        found = nearest(word, [word, *known])
        assert found is not None
        assert found.casefold() == word.casefold()


def test_a_word_is_no_suggestion_for_itself() -> None:
    assert did_you_mean("dazed", KNOWN) == ""
    assert did_you_mean("DAZED", KNOWN) == ' (did you mean "dazed"?)'
