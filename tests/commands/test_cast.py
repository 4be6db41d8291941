"""The cast of the language tests stands as those tests say."""

from orcus_tui.rules import stats
from tests.helpers.casts.language import CONTEXT, STATES


def test_the_cast_is_as_its_tests_expect() -> None:
    standing = {each: stats.creature_standing(CONTEXT.view, each) for each in STATES}
    assert standing["cor"] == "down"
    assert standing["goblin3"] == "dead"
    assert standing["wolf"] == standing["rat"] == "out"
    assert standing["ari"] == standing["ogre"] == "up"
    assert stats.is_staggered(CONTEXT.view, "ogre")
