"""The cast of the language tests has the values that those tests expect."""

from orcus_tui.rules import in_force
from tests.helpers.casts.language import CONTEXT, STATES


def test_the_cast_of_creatures_is_as_its_tests_expect() -> None:
    standing = {each: in_force.creature_standing(CONTEXT.view, each) for each in STATES}
    assert standing["cor"] == "down"
    assert standing["goblin3"] == "dead"
    assert standing["wolf"] == standing["rat"] == "out"
    assert standing["ari"] == standing["ogre"] == "up"
    assert in_force.is_staggered(CONTEXT.view, "ogre")
