"""The effects by their source, still correct after any change."""

from hypothesis import given

from orcus_tui.model.fight import Fight
from orcus_tui.rules.fight_view import OF_A_POWER, bearers_by_source
from tests.helpers.fights.random_fights import fights, scripts, session_on


def bearers_by_search(fight: Fight, source: str, name: str) -> set[str]:
    """The bearers of such effects, found by searching all effects."""
    return {
        bearer
        for bearer, state in fight.states.items()
        for each in state.effects
        if each.source == source and (each.power if name == OF_A_POWER else each.name == name)
    }


@given(fights, scripts())
def test_each_effect_is_found_by_its_source_and_name(fight: Fight, script: list[str]) -> None:
    session = session_on(fight)
    for line in (*script, "undo 3", "redo"):
        session.run(line)
        effects = [each for state in session.fight.states.values() for each in state.effects]
        for source in session.fight.states:
            for name in {OF_A_POWER, "marked", *(each.name for each in effects)}:
                assert bearers_by_source(session.view, source, (name,)) == bearers_by_search(
                    session.fight, source, name
                )
