"""Forms in SRD 5.1: hit points never below 0, rests, and exhaustion."""

from pathlib import Path

import pytest

from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import EncounterFaults, read_encounter_bytes
from orcus_tui.storage.journal.recovery import view_journal
from tests.helpers.casts.srd5 import Srd5, ogre, turn, vara
from tests.helpers.fights.played import Played
from tests.helpers.fights.random_fights import play_lines
from tests.helpers.fights.sessions import journal_settings_at, session_on

FORMS = 'form = [{ name = "Cat", max_hp = 10 }, { name = "Bear", max_hp = 50 }]'


def shifter() -> Played:
    """Vara, who has 24 hit points, a cat's form with fewer, and a bear's with more."""
    return Srd5(vara(f"{turn(20)}\n{FORMS}"), ogre(turn(10)))


def test_a_smaller_form_has_no_negative_hit_points_and_keeps_the_damage() -> None:
    fight = shifter().play("damage vara 18", "become vara cat").shows("vara", hp=0, max_hp=10, state="down")
    assert fight.logs("Vara becomes Cat (hp 0/10)")
    fight.play("heal vara 5").shows("vara", hp=5)
    fight.play("become vara back").shows("vara", hp=11)
    fight.play("become vara cat", "become vara bear").shows("vara", hp=37, max_hp=50)
    fight.play("damage vara 30", "become vara back").shows("vara", hp=0)


@pytest.mark.parametrize("own", ["own", ""])
def test_a_long_rest_in_a_form_restores_the_creature_too(own: str) -> None:
    fight = shifter().play("damage vara 12", f"become vara bear {own}", "damage vara 4", "rest long")
    fight.shows("vara", hp=50).play("become vara back").shows("vara", hp=24)


def test_exhaustion_halves_the_maximum_of_the_form_too() -> None:
    fight = shifter().play("damage vara 14", "become vara bear", "counter vara.exhaustion 4")
    fight.shows("vara", hp=25, max_hp=25).play("become vara cat").shows("vara", hp=3, max_hp=5)
    fight.play("become vara back").shows("vara", hp=10, max_hp=12)
    fight.play("become vara bear own").shows("vara", hp=25, max_hp=25)
    fight.play("counter vara.exhaustion 3").shows("vara", hp=25, max_hp=50)
    fight.play("become vara back").shows("vara", hp=10, max_hp=24)


def test_a_level_less_gives_the_form_its_maximum_back_and_takes_no_hit_points() -> None:
    fight = shifter().play("become vara bear", "counter vara.exhaustion 4", "counter vara.exhaustion 3")
    fight.shows("vara", hp=25, max_hp=50).play("become vara back").shows("vara", hp=12, max_hp=24)


def test_a_maximum_that_is_set_for_a_form_stays() -> None:
    fight = shifter().play("become vara bear", "set vara max_hp 40").shows("vara", hp=40, max_hp=40)
    fight.play("counter vara.exhaustion 4").shows("vara", hp=20, max_hp=20)
    fight.play("set vara max_hp 30").shows("vara", hp=20, max_hp=30)
    fight.play("counter vara.exhaustion 5").shows("vara", hp=20, max_hp=30)


def test_the_journal_of_a_rest_in_a_form_opens_to_the_same_fight(tmp_path: Path) -> None:
    session = session_on(shifter().session.fight, journal_settings=journal_settings_at(tmp_path))
    rested = ("damage vara 12", "become vara bear own", "damage vara 4", "rest long", "counter vara.exhaustion 4")
    play_lines(session, *rested, "become vara back", "damage vara 9", "become vara cat", "heal vara 1", "rest long")
    (journal,) = tmp_path.glob("**/*.jsonl")
    assert view_journal(journal).timeline.fight == session.fight


def test_a_form_of_the_exhausted_is_the_same_after_saving_and_undo() -> None:
    fight = shifter().play("damage vara 22", "counter vara.exhaustion 4", "become vara cat")
    again = read_encounter_bytes(fight_text(fight.session.fight).encode(), Path("saved.toml"))
    assert again == fight.session.fight
    before = fight.state
    fight.play("counter vara.exhaustion 0", "undo")
    assert fight.state == before


def test_a_form_edited_by_hand_is_a_fault_of_the_file() -> None:
    fight = shifter().play("damage vara 22", "become vara cat")
    edited = fight_text(fight.session.fight).replace("beyond = 12", 'beyond = "much"')
    with pytest.raises(EncounterFaults, match="form_taken: only the program writes it"):
        read_encounter_bytes(edited.encode(), Path("saved.toml"))
