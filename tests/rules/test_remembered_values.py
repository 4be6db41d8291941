"""The results that views remember equal those of a new search.

They never come from another fight, state, option, phase or round.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from orcus_tui.commands.parse import Command
from orcus_tui.dice import Face
from orcus_tui.model.facts import read_facts
from orcus_tui.model.fight import Fight, with_state
from orcus_tui.model.modifier import FightModifier, read_rows
from orcus_tui.rules.fight_view import OF_A_POWER, FightViewUnder, bearers_by_source, bearers_by_turns
from orcus_tui.rules.in_force import (
    conditions_in_force,
    conditions_of,
    creature_standing,
    held_conditions,
    is_staggered,
    of_conditions,
)
from orcus_tui.rules.modifiers import rows_of
from orcus_tui.rules.snapshot import snapshot
from orcus_tui.rules.stats import actions_left, defenses
from orcus_tui.rules.system import FightView
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.session.execution import resolve
from orcus_tui.session.session import Session
from orcus_tui.simulation import play_out
from orcus_tui.simulation.forecast import all_pairs
from orcus_tui.simulation.play_out import DiceStreams, SimulatedFight
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.systems import SYSTEMS, view_of
from tests.helpers.fights.random_fights import fight_of, fights, scripts, seeds, session_on
from tests.helpers.project.exhaustive import only_exhaustive, some_of
from tests.helpers.project.files import EXAMPLE_FIGHTS, ROOT

QUESTIONS: Mapping[str, Callable[[FightView, str], Any]] = {
    "which conditions": conditions_in_force,
    "which of them act": held_conditions,
    "which modifiers": rows_of,
    "whether it is up": creature_standing,
    "whether it is staggered": is_staggered,
    "which actions are left": actions_left,
    "which defenses": defenses,
    "who has effects that end with its turns": bearers_by_turns,
    "who has effects that it caused": lambda view, each: bearers_by_source(view, each, (OF_A_POWER, "dazed", "marked")),
    "which conditions there are": lambda view, _: conditions_of(view),
    "what a search of the conditions finds": lambda view, _: of_conditions(view, dict),
    "what a search of the sheets finds": lambda view, _: view.of_sheets(dict),
}
HOUSE_RULE = FightModifier("@party", read_facts("party"), *read_rows("+2 attack"))
PLAYED = sorted((ROOT / "tests" / "systems" / "played").glob("*.toml"))


@contextmanager
def without_remembering() -> Iterator[None]:
    """Makes every view begin without a cache, so that each answer is computed from the fight itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FightViewUnder, "moved", lambda view, fight: FightViewUnder(view.system, fight))
        yield


def wrong_answers(view: FightView, chance: Random) -> list[str]:
    """The questions, asked in random order, that a view answers differently than a new view of the same fight."""
    asked = [(what, creature) for what in QUESTIONS for creature in view.fight.states]
    chance.shuffle(asked)
    return [
        f"{what}: {creature}"
        for what, creature in asked
        if QUESTIONS[what](view, creature) != QUESTIONS[what](view_of(view.fight), creature)
    ]


def wrong_in_turn(views: Iterable[Fight], chance: Random) -> list[str]:
    """The wrong answers of a single view that is moved from fight to fight."""
    view, wrong = None, []
    for fight in views:
        view = view_of(fight) if view is None else view.moved(fight)
        wrong += [each for _ in range(2) for each in wrong_answers(view, chance)]
    return wrong


def fights_of(session: Session) -> list[Fight]:
    return [session.timeline.start, *(each.after for each in session.timeline.executions)]


@given(fights, scripts(), seeds)
def test_shuffled_questions_have_the_same_answers_in_a_new_view(fight: Fight, script: list[str], seed: int) -> None:
    session, chance = session_on(fight, seed), Random(seed)
    for line in (*script, "undo 2", "redo"):
        session.run(line)
        assert not wrong_answers(session.view, chance), line


@given(seeds, scripts(12), scripts(12), seeds)
def test_a_view_moved_between_fights_describes_its_current_fight(
    start: int, script: list[str], other: list[str], seed: int
) -> None:
    chance, histories = Random(seed), list[Fight]()
    for lines in (script, other):
        session = session_on(fight_of(start), seed)
        for line in ("begin", *lines):
            session.run(line)
        histories += fights_of(session)
    chance.shuffle(histories)
    assert not wrong_in_turn(histories[:12], chance)


@given(fights, scripts(20), seeds)
def test_a_fight_is_the_same_with_and_without_remembered_values(fight: Fight, script: list[str], seed: int) -> None:
    session, plain = session_on(fight, seed), session_on(fight, seed)
    for line in (*script, "undo 2", "redo"):
        done = session.run(line)
        with without_remembering():
            same = plain.run(line)
        assert (done and (done.error, done.events)) == (same and (same.error, same.events)), line
        assert session.fight == plain.fight, line
        assert session.state() == plain.state(), line


def lines_of(fight: Fight) -> list[str]:
    """Lines of a fight that begins with a surprise, and in which every option changes between two turns."""
    hero = next(each for each, sheet in fight.sheets.items() if sheet.side == "party")
    options = [
        f"option {name} {str(value).lower()}"
        for name, option in SYSTEMS[fight.system].options.items()
        for value in (*(option.values or (2,)), option.default)
        if not option.several
    ]
    changes = [line for option in options for line in (option, "next")]
    hurt = (f"apply {hero} dazed", f"bonus {hero} +2 attack", f"damage {hero} 9")
    return [f"surprise {hero}", "begin", "next", *hurt, *changes]


@pytest.mark.parametrize("played", PLAYED, ids=lambda each: each.stem)
def test_surprise_in_round_0_and_changed_options_are_noticed(played: Path) -> None:
    session, chance = session_on(read_encounter(played)), Random(1)
    for line in lines_of(session.fight):
        session.run(line)
        assert not wrong_answers(session.view, chance), line
    rounds = {each.round for each in fights_of(session)}
    assert len(rounds) > 2
    assert any(before.options != after.options for before, after in pairwise(fights_of(session)))
    assert not wrong_in_turn(chance.sample(fights_of(session), 20), chance)


@pytest.mark.parametrize("encounter", some_of(EXAMPLE_FIGHTS, one_in=6), ids=lambda each: each.stem)
def test_fights_played_ahead_in_turns_are_the_same_without_remembered_values(encounter: Path) -> None:
    fight = read_encounter(encounter)
    pairs = all_pairs(fight.system)
    playing, plain = (
        [SimulatedFight(fight, pair, DiceStreams(3, number)) for number, pair in enumerate(pairs[:3])] for _ in range(2)
    )
    for turn in range(40):
        for one, other in zip(playing, plain, strict=True):
            take_turn(one, turn)
            with without_remembering():
                take_turn(other, turn)
            assert one.fight == other.fight
            assert (one.end, one.fell, one.steps_taken) == (other.end, other.fell, other.steps_taken)


def take_turn(playing: SimulatedFight, turn: int) -> None:
    """Begins a fight, or plays its next turn unless it is over."""
    if turn == 0:
        playing.begin()
    elif not playing.end:
        playing.take_turn()


@pytest.mark.parametrize("encounter", [only_exhaustive(each) for each in EXAMPLE_FIGHTS], ids=lambda each: each.stem)
def test_every_command_leaves_the_same_state_without_remembered_values(encounter: Path) -> None:
    fight = read_encounter(encounter)
    for number, pair in enumerate(all_pairs(fight.system)):
        states = states_after_commands(SimulatedFight(fight, pair, DiceStreams(4, number)))
        with without_remembering():
            same = states_after_commands(SimulatedFight(fight, pair, DiceStreams(4, number)))
        assert len(states) > 10
        assert states == same


def states_after_commands(playing: SimulatedFight) -> list[dict[str, Any]]:
    """STATE after every command of a fight that is played to its end."""
    states: list[dict[str, Any]] = []

    def watched(view: FightView, command: Command, face: Face) -> Resolution:
        done = resolve(view, command, face)
        states.append(snapshot(done.view))
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play_out, "resolve", watched)
        playing.to_the_end(0)
    return states


def surprised_hero() -> Fight:
    """A fight of the True SRD in its surprise round."""
    session = session_on(read_encounter(ROOT / "tests" / "systems" / "played" / "true-srd.toml"))
    hero = next(each for each, sheet in session.fight.sheets.items() if sheet.side == "party")
    for line in (f"surprise {hero}", "begin"):
        session.run(line)
    return session.fight


@pytest.mark.parametrize(
    "change",
    [
        {"round": 1},
        {"phase": "setup"},
        {"modifiers": (FightModifier("@party", read_facts("party"), *read_rows("+2 attack")),)},
    ],
    ids=lambda each: next(iter(each)),
)
def test_changed_fields_that_conditions_or_modifiers_depend_on_are_read_again(
    change: dict[str, Any],
) -> None:
    fight, chance = surprised_hero(), Random(1)
    assert fight.round == 0
    other = replace(fight, **change)
    before, after = view_of(fight), view_of(other)
    assert any(ask(before, each) != ask(after, each) for ask in QUESTIONS.values() for each in fight.states)
    assert not wrong_in_turn((fight, other, fight), chance)


def test_a_state_first_viewed_in_a_later_round_is_computed_again_in_the_first() -> None:
    surprised, chance = surprised_hero(), Random(1)
    hero = next(each for each, state in surprised.states.items() if state.surprised)
    ready = with_state(surprised, hero, replace(surprised.states[hero], surprised=False))
    start = view_of(ready)
    later = (ready, replace(ready, round=1), replace(surprised, round=1))
    assert not wrong_in_turn(later, chance)
    view = start
    for fight in later:
        view = view.moved(fight)
        conditions_in_force(view, hero)
    assert not wrong_answers(start.moved(surprised), chance)


def test_effects_of_equally_many_other_creatures_are_searched_again() -> None:
    session, chance = session_on(read_encounter(PLAYED[0])), Random(1)
    first, second, *_ = session.fight.states
    for line in ("begin", f"apply {first} dazed eont by {second}"):
        session.run(line)
    fight = session.fight
    named = {each: "somebody-else" if each == first else each for each in fight.states}
    other = replace(
        fight,
        sheets={named[each]: sheet for each, sheet in fight.sheets.items()},
        states={named[each]: state for each, state in fight.states.items()},
    )
    assert bearers_by_turns(view_of(fight), second) == {first}
    assert not wrong_in_turn((fight, other, fight), chance)
