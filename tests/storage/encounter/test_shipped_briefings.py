"""The shipped fights have all texts, and what their texts and stat blocks promise can be carried out."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from orcus_tui.commands.context import Context
from orcus_tui.commands.reading import read_line
from orcus_tui.model.briefing import BRIEFING_TEXTS
from orcus_tui.model.fight import Fight
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.systems import view_of
from tests.helpers.project.files import EXAMPLE_FIGHTS, EXAMPLE_FILES, SAMPLE

FILES = [*EXAMPLE_FILES, SAMPLE]
FIGHTS = [*EXAMPLE_FIGHTS, SAMPLE]
REACTIONS = ("immediate", "reaction", "interrupt")
each_fight = pytest.mark.parametrize("path", FIGHTS, ids=[path.stem for path in FIGHTS])


def with_everybody_on_stage(fight: Fight) -> Fight:
    """The fight with its reserves in play, since an event may be about them."""
    return replace(fight, states={each: replace(state, place="here") for each, state in fight.states.items()})


@each_fight
def test_a_shipped_briefing_has_every_text_and_an_event(path: Path) -> None:
    briefing = read_encounter(path).briefing
    assert all(getattr(briefing, text) for text in BRIEFING_TEXTS)
    assert briefing.events


@each_fight
def test_lines_of_events_are_valid(path: Path) -> None:
    fight = read_encounter(path)
    contexts = [Context(view_of(each)) for each in (fight, with_everybody_on_stage(fight))]
    for line in (each for event in fight.briefing.events for each in (event.line, *event.do) if each):
        assert any(read_line(line, len(line), context).command for context in contexts), line


@each_fight
def test_nothing_to_read_hides_in_comments(path: Path) -> None:
    comments = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    assert not [line for line in comments if line.split()[1:2] in (["Terrain"], ["Tactics"], ["Watch"])]


@each_fight
def test_every_aura_has_a_line_and_every_reaction_a_trigger(path: Path) -> None:
    sheets = read_encounter(path).sheets.values()
    assert not [sheet.name for sheet in sheets if sheet.aura or not all(each.line for each in sheet.auras)]
    reactions = [each for sheet in sheets for each in sheet.powers if each.action in REACTIONS]
    assert not [each.name for each in reactions if not each.trigger]


@each_fight
def test_no_event_applies_an_effect_that_ends_with_the_turn_that_is_running(path: Path) -> None:
    events = read_encounter(path).briefing.events
    assert not [event.line for event in events if event.line.split()[:1] == ["apply"] and event.line.endswith(" eot")]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_power_that_calls_for_a_save_rolls_it(path: Path) -> None:
    by_hand = ("`check TARGETS", "`check NAME", "`check @party")
    powers = [power for sheet in read_encounter(path).sheets.values() for power in sheet.powers]
    assert not [power.name for power in powers if any(line in power.text for line in by_hand)]
