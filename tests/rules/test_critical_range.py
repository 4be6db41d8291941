"""The range of critical hits, of powers and by a bonus, in the systems where a roll alone decides."""

import pytest

from tests.helpers.casts.archmage import Archmage, kell
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


@pytest.mark.parametrize(
    ("fight", "line"),
    [
        (Played(hero("Ari", 20)), "maximum damage, 2d6+3 = 15"),
        (Archmage(kell()), "double damage of a critical hit: 9 × 2 = 18"),
        (Srd5(vara()), "critical hit dice again: 2d6 (3, 3) + 9 (first roll) = 15"),
    ],
)
def test_critical_damage_that_nobody_dealt_has_no_attacker_in_the_log(fight: Played, line: str) -> None:
    fight.play("damage @party 2d6+3 crit", dice={"orcus": "", "srd5": "3 3 3 3"}.get(fight.session.system.id, "3 3"))
    assert line in [each.strip() for each in fight.log]
