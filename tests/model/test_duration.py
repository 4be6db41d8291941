"""Durations: the placeholders for their anchors."""

from orcus_tui.model.duration import ROUND, SOURCE, TARGET


def test_placeholders_keep_the_words_that_journals_have() -> None:
    assert (SOURCE, TARGET, ROUND) == ("", "@target", "@round")
