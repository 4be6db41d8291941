"""The outcomes of the fight for creatures, and the XP that `finish` counts."""

import pytest

from tests.helpers.fights.played import Played, hero, monster


def fight(*lines: str) -> Played:
    foes = (("Ogre", 10, 200), ("Wolf", 9, 60), ("Rat", 8, 10))
    return Played(hero("Ari", 20), hero("Bel", 15), *(monster(*each, f"xp = {xp}") for *each, xp in foes)).play(*lines)


@pytest.mark.parametrize("outcome", ["fled", "captured", "spared", "absent"])
def test_an_outcome_takes_creatures_out_of_the_fight(outcome: str) -> None:
    played = fight("begin", f"outcome ogre,wolf {outcome}")
    played.shows("ogre", state="out", outcome=outcome).shows("wolf", state="out", outcome=outcome)
    played.shows("rat", state="up", outcome=None)
    assert "ogre" not in played.state["order"]


def test_slain_kills_the_living_and_is_not_logged_for_creatures_killed_in_play() -> None:
    played = fight("kill wolf", "outcome ogre slain")
    played.shows("ogre", state="dead", outcome="slain").shows("wolf", state="dead", outcome=None)
    played.play("outcome wolf slain").shows("wolf", outcome="slain")
    assert "dead" in played.refused("outcome wolf fled")


def test_a_creature_that_comes_back_has_no_outcome() -> None:
    fight("outcome ogre fled", "enter ogre").shows("ogre", state="up", outcome=None)
    fight("outcome ogre slain", "revive ogre").shows("ogre", state="up", outcome=None)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["kill ogre"], "XP: 200 for 1 foe beaten (Ogre), 100 for each of 2 (Ari, Bel)"),
        (["kill ogre", "drop wolf"], "XP: 200 for 1 foe beaten (Ogre), 100 for each of 2 (Ari, Bel)"),
        (["outcome ogre slain", "outcome wolf fled", "outcome rat captured"],
         "XP: 270 for 3 foes beaten (Ogre, Wolf, Rat), 135 for each of 2 (Ari, Bel)"),
        (["outcome ogre spared", "outcome wolf absent", "kill rat"],
         "XP: 10 for 1 foe beaten (Rat), 5 for each of 2 (Ari, Bel)"),
        (["kill ogre", "outcome bel absent"], "XP: 200 for 1 foe beaten (Ogre), 200 for each of 1 (Ari)"),
        (["kill ogre", "drop bel"], "XP: 200 for 1 foe beaten (Ogre), 200 for each of 1 (Ari)"),
        (["kill ogre", "outcome bel fled"], "XP: 200 for 1 foe beaten (Ogre), 100 for each of 2 (Ari, Bel)"),
        (["option xp_for slain", "kill ogre", "outcome wolf fled"],
         "XP: 200 for 1 foe beaten (Ogre), 100 for each of 2 (Ari, Bel)"),
        (["option xp_for fled,spared", "kill ogre", "outcome wolf fled", "outcome rat spared"],
         "XP: 70 for 2 foes beaten (Wolf, Rat), 35 for each of 2 (Ari, Bel)"),
        (["option xp_for none", "kill @foes"], "XP: 0 for 0 foes beaten"),
    ],
)  # fmt: skip
def test_finish_counts_by_outcome_and_names_the_sharers(lines: list[str], said: str) -> None:
    assert fight(*lines, "finish").log[-1] == said


def test_finish_names_every_outcome() -> None:
    played = fight("outcome ogre,wolf fled", "outcome rat spared", "finish")
    assert "fled: Ogre, Wolf" in played.log
    assert "spared: Rat" in played.log


def test_an_outcome_after_the_fight_counts_the_xp_again() -> None:
    assert fight("kill ogre", "finish", "outcome wolf fled").log[-1].startswith("XP: 260 for 2 foes beaten")


def test_xp_for_is_a_list_in_a_file() -> None:
    played = Played(hero("Ari", 20), monster("Ogre", 10, "xp = 200"), options='xp_for = ["captured"]')
    assert played.play("kill ogre", "finish").log[-1] == "XP: 0 for 0 foes beaten"
