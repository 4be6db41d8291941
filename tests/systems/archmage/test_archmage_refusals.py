"""Verbs of other systems that the Archmage Engine refuses by name."""

import pytest

from orcus_tui.storage.encounter.read import EncounterFaults
from tests.helpers.casts.archmage import Archmage, hob, kell
from tests.helpers.fights.played import Played, creature, effect, power


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ap kell", "no action points"),
        ("surprise hob", "`ambush STARTER,OTHERS`"),
        ("apply kell prone", 'the Archmage Engine has no condition "prone"; it has asleep'),
        ("option min_half false", 'the Archmage Engine has no option "min_half"; it has init_when'),
        ("set kell fortitude 3", 'the Archmage Engine has no defense "fortitude"; it has ac, pd, md'),
        ("inspire kell", "in the Archmage Engine; its own are escalation, ambush"),
        ("attack axe hob by kell ca", "the Archmage Engine has no combat advantage"),
        ("attack axe hob by kell charge", "the Archmage Engine has no charge attack; it has coup"),
        ("mark hob by kell", "no marks"),
    ],
)
def test_features_the_system_lacks_are_refused_by_name(line: str, message: str) -> None:
    assert message in Archmage(kell(), hob()).refused(line)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("defenses = { fortitude = 12 }", 'unknown defense "fortitude"; the Archmage Engine has ac, pd, md'),
        ('kind = "minion"', 'unknown kind "minion"; the Archmage Engine has pc, standard'),
        (effect('name = "prone"'), 'the Archmage Engine has no condition "prone"; it has asleep'),
        (power("Trip", 'attack = "+3 vs Reflex"'), 'unknown defense "Reflex"; the Archmage Engine has ac, pd, md'),
        (power("Trip", 'effects = ["apply prone save"]'), 'the Archmage Engine has no condition "prone"'),
    ],
)
def test_features_the_system_lacks_are_refused_in_a_file(lines: str, message: str) -> None:
    with pytest.raises(EncounterFaults) as faults:
        Archmage(creature("Any", f"max_hp = 9\n{lines}"))
    assert message in str(faults.value)


def test_the_options_of_another_system_are_refused_in_a_file() -> None:
    with pytest.raises(EncounterFaults, match='unknown option "min_half"; the Archmage Engine has init_when'):
        Archmage(kell(), options="min_half = true")


def test_verbs_of_the_archmage_engine_do_not_exist_in_orcus() -> None:
    assert "unknown command" in Played().refused("escalation hold")


def test_a_damage_type_of_another_system_is_refused() -> None:
    fight = Played(creature("Ari", "max_hp = 9"))
    assert fight.refused("damage ari 3 holy").startswith('Orcus has no damage type "holy"; it has acid')
    assert fight.refused("damage ari 3 slash").startswith('unexpected "slash"')
    Archmage(kell()).play("damage kell 3 necrotic").shows("kell", hp=39)
