"""The prose of heroes' powers, sentence by sentence: its lines, and its reminders."""

import pytest

from orcus_tui.importers.heroes.prose import HeroProse, Subject
from orcus_tui.systems.archmage.system import ARCHMAGE

PROSE = HeroProse(ARCHMAGE)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "If the target has 80 hp or fewer after the damage, it is stuck (save ends).",
            ["if hp 80-: apply stuck save"],
        ),
        (
            "If the target is staggered after the attack, it is dazed until the end of its next turn.",
            ["if staggered: apply dazed teont"],
        ),
        ("Unless the target is staggered, it takes 5 damage.", ["if !staggered: damage 5"]),
        (
            "While the escalation die is odd, you gain a +2 bonus to attacks.",
            ["if escalation odd: self: bonus +2 attack"],
        ),
        ("If you are engaged, you gain a +2 bonus to AC.", ["if self engaged: self: bonus +2 ac"]),
        (
            "If you are engaged with another enemy, one enemy engaged with you takes 10 damage.",
            ["remind If you are engaged with another enemy", "offer damage 10"],
        ),
        ("In addition, the affected creature is dazed (save ends).", ["apply dazed save"]),
        ("Additionally, one other enemy also takes 5 damage.", ["offer damage 5"]),
        ("The target is dazed or weakened.", ["choose apply dazed | apply weakened"]),
        ("The target whistles a tune.", ["remind The target whistles a tune"]),
    ],
)
def test_a_sentence_is_read(text: str, lines: list[str]) -> None:
    reading = PROSE.read(text, Subject("target"))
    assert (reading.texts, reading.unknown) == (lines, [])
