"""The range of critical hits, of powers and by a bonus, in the systems where a roll alone decides."""

import pytest

from tests.helpers.casts.srd5 import Srd5, ogre, vara
from tests.helpers.fights.played import Played, hero, monster, power

KEEN = power("Keen", 'attack = "+9 vs AC"\ndamage = "1d6"\ncrit_range = 19')


@pytest.mark.parametrize(("line", "face", "crit"), [("", 18, False), ("", 19, True), ("bonus ari +1 crit", 18, True)])
def test_a_critical_range_of_19_and_a_bonus_to_it_count_in_orcus(line: str, face: int, *, crit: bool) -> None:
    fight = Played(hero("Ari", 20, "", KEEN), monster("Ogre", 10)).play(*([line] if line else []))
    fight.play(f"attack keen ogre by ari face {face}", dice="" if crit else "2")
    fight.shows("ogre", hp=54 if crit else 58)


def test_a_critical_range_of_19_counts_in_srd_5() -> None:
    fight = Srd5(vara("", KEEN), ogre()).play("attack keen ogre by vara face 19", dice="2 3")
    assert fight.logs("critical hit")
