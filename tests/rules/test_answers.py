"""Answers to questions by the total that a player calls out, in place of the die."""

from tests.helpers.fights.played import Played, creature, hero, monster

ARI = creature("Ari", 'kind = "pc"\nmax_hp = 30\ninitiative = 2')


def asked(*lines: str) -> Played:
    """Ari has a saving throw to roll, with these lines before it."""
    fight = Played(hero("Ari", 20), monster("Ogre", 12))
    return fight.play("ask party", "begin", "apply ari dazed save", *lines, "next")


def test_a_total_is_the_die_with_its_modifiers() -> None:
    fight = asked("bonus ari +2 saves").play("answer total 11")
    assert fight.log[0] == "Ari saves against dazed: 9 + 2 (bonus) = 11, needs 10 – saved"


def test_a_total_of_one_question_has_its_number_first() -> None:
    fight = Played(ARI, monster("Ogre", 12)).play("ask party", "begin", "answer 1 total 17")
    assert fight.log[-1] == "Ari rolls initiative: 15 + 2 = 17"


def test_a_total_that_no_die_comes_to_is_refused() -> None:
    assert asked("bonus ari +2 saves").refused("answer total 30") == "d20+2 comes to 3 to 22, not 30"
    assert "takes what the die shows" in asked("bonus ari +1d4 saves").refused("answer total 12")
