"""Answers to questions with the total that a player announces, in place of the die."""

from tests.helpers.fights.played import Played, creature, hero, monster

ARI = creature("Ari", 'kind = "pc"\nmax_hp = 30\ninitiative = 2')


def asked(*lines: str) -> Played:
    """Ari has to roll a saving throw, after these lines."""
    fight = Played(hero("Ari", 20), monster("Ogre", 12))
    return fight.play("ask party", "begin", "apply ari dazed save", *lines, "next")


def test_a_total_is_the_die_with_its_modifiers() -> None:
    fight = asked("bonus ari +2 saves").play("answer total 11")
    assert fight.log[0] == "Ari saves against dazed: 9 + 2 (bonus) = 11, needs 10 – saved"


def test_a_total_of_one_question_has_its_number_first() -> None:
    fight = Played(ARI, monster("Ogre", 12)).play("ask party", "begin", "answer 1 total 17")
    assert fight.log[-1] == "Ari rolls initiative: 15 + 2 = 17"


def test_a_total_that_no_die_gives_is_refused() -> None:
    assert asked("bonus ari +2 saves").refused("answer total 30") == "d20+2 gives 3 to 22, not 30"
    assert "takes what the die shows" in asked("bonus ari +1d4 saves").refused("answer total 12")


def test_a_save_without_a_face_asks_a_player_whose_dice_are_asked_for() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 12)).play("ask party", "begin", "apply @all dazed save")
    assert [each["about"] for each in fight.play("save ari").state["questions"]] == ["dazed"]
    assert fight.play("save ari 12").state["questions"] == []
    fight.play("save ogre", dice="12")
    assert fight.state["creatures"]["ogre"]["conditions"] == []


def test_a_save_that_is_asked_for_already_is_rolled_without_a_face() -> None:
    assert asked().play("save ari", dice="12").state["questions"] == []


def test_a_death_save_without_a_face_asks_a_player_whose_dice_are_asked_for() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 12)).play("ask party", "begin", "damage ari 45", "deathsave ari")
    assert [each["kind"] for each in fight.state["questions"]] == ["death save"]
