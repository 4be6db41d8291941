"""What the rules skip because it would do nothing: phases without effects, and damage types that change no damage."""

import pytest
from hypothesis import given

from orcus_tui.model.damage import Damage
from orcus_tui.model.fight import Fight
from orcus_tui.rules import damage
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.resolution import resolution_of
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.session.execution import RULES
from orcus_tui.systems import SYSTEMS
from tests.helpers.fights.random_fights import begin_small_fight, fights, scripts, seeds, session_on


def begin(view: FightView) -> Resolution:
    def no_die(sides: int) -> int:
        raise AssertionError(f"rolls a d{sides}")

    return resolution_of(view, no_die, RULES)


def view_after(fight: Fight, script: list[str], seed: int) -> FightView:
    session = session_on(fight, seed)
    for line in ("begin", *script):
        session.run(line)
    return session.view


@given(fights, scripts(), seeds)
def test_phases_of_effects_do_nothing_without_effects_and_conditions(
    fight: Fight, script: list[str], seed: int
) -> None:
    view = view_after(fight, script, seed)
    for creature, state in view.fight.states.items():
        for phase in () if state.effects or held_conditions(view, creature) else view.system.turn.of_effects:
            resolution = begin(view)
            phase(resolution, creature)
            assert not resolution.events, (phase, creature)


def test_phases_of_effects_are_phases_of_a_turn() -> None:
    for system in SYSTEMS.values():
        assert system.turn.of_effects <= {*system.turn.start, *system.turn.end}, system.id


@given(fights, scripts(), seeds)
def test_types_change_damage_only_to_creatures_with_qualities(fight: Fight, script: list[str], seed: int) -> None:
    view = view_after(fight, script, seed)
    resolution = begin(view)
    for creature in view.fight.states:
        for type_ in () if damage.has_qualities(resolution, creature) else view.system.words.damage_types:
            for source in view.fight.states:
                dealt = Damage(creature, 5, (type_,), "melee", source, tags=("weapon",))
                assert not damage.is_immune_to_all(resolution, dealt)
                assert not damage.vulnerability(resolution, dealt)
                assert not damage.resistance(resolution, dealt)


@pytest.mark.parametrize("line", ["resist ogre fire 5", "vulnerable ogre fire 5", "immune ogre fire"])
def test_an_effect_is_a_quality(line: str) -> None:
    assert not damage.has_qualities(begin(begin_small_fight().view), "ogre")
    assert damage.has_qualities(begin(begin_small_fight(line).view), "ogre")
