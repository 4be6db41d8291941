"""Damage and healing of a line from a player's phone are credited to that player, even without `by`."""

from orcus_tui.report.figures import FightFigures, figures_of
from tests.helpers.fights.random_fights import begin_small_fight


def figures(*lines: str) -> FightFigures:
    return figures_of(begin_small_fight(*lines).timeline)


def test_damage_and_healing_belong_to_the_speaker_of_the_line() -> None:
    found = figures("from ari: damage ogre 9", "fro Cor: damage ogre 4", "from ari: damage cor 5 by ogre",
                    "from ari: heal cor 3", "from cor: damage ogre 2 by ari")  # fmt: skip
    dealt = {name: each.dealt for name, each in found.creatures.items()}
    assert (dealt["ari"], dealt["cor"], dealt["ogre"]) == (11, 4, 5)
    assert found.creatures["ari"].healed == 3
    assert found.unattributed == 0


def test_damage_to_a_hero_or_from_a_turn_does_not_belong_to_the_speaker() -> None:
    found = figures("persist cor 5 fire by ogre", "from ari: damage ari 9",
                    'from "a phone": damage ogre 9', "from ari: next")  # fmt: skip
    assert found.creatures["ari"].dealt == found.creatures["cor"].dealt == 0
    assert found.unattributed == 18
