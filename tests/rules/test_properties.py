"""Properties of every fight and every line."""

import contextlib
import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from orcus_tui.commands.verbs import TABLE
from orcus_tui.model.events import DiceRolled, DieRolled
from orcus_tui.model.fight import Fight
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.dice_source import GivenDice, RandomDice
from orcus_tui.session.log_text import event_line
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.systems import SYSTEMS, view_of
from tests.campaign.names import try_names
from tests.helpers.fights.random_fights import (
    NOT_HERE,
    RANDOM_LINES,
    damaged_lines,
    fights,
    journal_settings_at,
    result_of,
    scripts,
    seeds,
    session_on,
    small_fight,
)

often = settings(max_examples=100)
half_as_often = settings(max_examples=50)  # the campaign of names saves and loads fights in the same ways
any_text = st.text(st.characters(codec=None), max_size=40)
ABOUT_THE_PAST = ("undo", "redo", "z", "y", "amend", "before", "log", "why", "macro")


def is_about_the_past(session: Session, line: str) -> bool:
    """Whether a line, or a line of an alias, depends on earlier commands, which are not in files."""
    lines = session.aliases.get(line.split()[0], line).split(";")
    return any(
        each.strip().startswith(ABOUT_THE_PAST) or each.endswith(" last") for each in lines
    )  # `inspire ari last`


def as_json(session: Session) -> str:
    return json.dumps(session.state())


def go_on_alike(session: Session, other: Session, line: str) -> None:
    """Checks that a line has the same result in both; if it changed either fight, STATE must be the same afterwards."""
    before, other_before = session.fight, other.fight
    others, ours = result_of(other, line), result_of(session, line)
    assert replace(others, problem=None) == replace(ours, problem=None)
    if session.fight is not before or other.fight is not other_before:
        assert as_json(other) == as_json(session)


def whole_log(session: Session) -> list[tuple[str, tuple[object, ...]]]:
    """The whole log: each command and its events."""
    return [(execution.line, execution.events) for execution in session.timeline.executions]


@pytest.fixture(scope="module", autouse=True)
def nothing_is_written_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Runs in an empty folder, since a random line may be `write x`."""
    with contextlib.chdir(tmp_path_factory.mktemp("properties")):
        yield


def test_every_verb_has_lines_at_random() -> None:
    verbs = [verb for group in TABLE.values() for verb in group]
    names = {name: verb.name for verb in verbs for name in (verb.name, *verb.aliases)}
    tried = {form.split()[0].removesuffix("!") for form in RANDOM_LINES}
    tried |= {names[word] for word in tried if word in names}
    own = {verb.name for system in SYSTEMS.values() for verb in system.verbs}
    missing = sorted(({verb.name for verb in verbs} | own) - tried - set(NOT_HERE))
    assert not missing, f"add a line of {', '.join(missing)} to RANDOM_LINES in tests/campaign/inputs/lines.py"


# Undo and redo


@often
@given(fights, scripts(), seeds)
def test_undo_and_redo_go_through_every_fight(fight: Fight, script: list[str], seed: int) -> None:
    session = session_on(fight, seed)
    been = [session.fight]
    for line in script:
        at = session.timeline.undo_count
        result = result_of(session, line)
        now = session.timeline.undo_count
        if now == at + 1 and not line.startswith(("redo", "y")):
            been = [*been[: at + 1], session.fight]
        assert session.fight is been[now]
        assert len(been) == 1 + now + session.timeline.redo_count
        assert not (result.error and now != at)
    while session.timeline.redo_count:
        assert not result_of(session, "redo").error
    log = whole_log(session)
    for place in reversed(range(session.timeline.undo_count)):
        assert not result_of(session, "undo").error
        assert session.fight is been[place]
    assert session.fight is fight
    assert result_of(session, "undo").error == "nothing to undo"
    for after in been[1:]:
        assert not result_of(session, "redo").error
        assert session.fight is after
    assert result_of(session, "redo").error == "nothing to redo"
    assert whole_log(session) == log


# A journal, and a file


@half_as_often
@given(fights, scripts(), scripts(), seeds)
def test_a_journal_gives_the_same_fight_and_its_undo(
    fight: Fight, script: list[str], later: list[str], seed: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        journal_settings = journal_settings_at(Path(folder))
        session = session_on(fight, seed, journal_settings=journal_settings)
        for line in script:
            result_of(session, line)
        assert session.recorder is not None
        journal = session.recorder.id
        assert not session.end(finished=False)
        again, lost = Session.resume(journal_settings, journal, RandomDice(Random(seed + 1)))
        assert not lost
        assert (again.fight, as_json(again), whole_log(again)) == (session.fight, as_json(session), whole_log(session))
        assert again.timeline.undo_count == session.timeline.undo_count
        assert again.timeline.redo_count == session.timeline.redo_count
        session.dice_source = RandomDice(Random(seed + 1))
        for line in later:
            go_on_alike(session, again, line)
        while again.timeline.undo_count:
            assert not result_of(again, "undo").error
        assert again.fight == fight
        again.end(finished=True)


@half_as_often
@given(fights, scripts(), scripts(), seeds)
def test_a_written_fight_opens_the_same_and_continues_the_same(
    fight: Fight, script: list[str], later: list[str], seed: int
) -> None:
    session = session_on(fight, seed)
    for line in script:
        result_of(session, line)
    read = read_encounter_bytes(fight_text(session.fight).encode(), Path("fight.toml"))
    again = session_on(read, seed + 1)
    assert again.fight == session.fight
    assert as_json(again) == as_json(session)
    assert fight_text(again.fight) == fight_text(session.fight)
    session.dice_source = RandomDice(Random(seed + 1))
    for line in later:
        if is_about_the_past(session, line):
            continue
        again.aliases.update(session.aliases)
        go_on_alike(session, again, line)


@settings(max_examples=8)  # the campaign of names tries more
@given(seeds)
def test_saved_fights_open_again_whatever_their_names_are(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        assert try_names(seed, Path(folder))


@pytest.mark.parametrize(
    "line",
    [
        'apply ari "{}"',
        'apply ari dazed+"{}"',
        'apply ari dazed save then "{}"',
        'persist ari 5 "{}"',
        'remind ari start "{}"',
        "counter ari.{} 1",
    ],
)
def test_a_word_that_no_file_takes_is_refused_when_it_is_typed(line: str) -> None:
    session = session_on(small_fight())
    assert "takes at most" in result_of(session, line.format("w" * 501)).error
    assert not result_of(session, line.format("w" * 100)).error
    assert read_encounter_bytes(fight_text(session.fight).encode(), Path("fight.toml")) == session.fight


@pytest.mark.parametrize(
    ("line", "what"), [('persist ari 5 " "', "an effect's name"), ('remind ari start " "', "a text")]
)
def test_blank_words_are_refused_when_typed(line: str, what: str) -> None:
    assert result_of(session_on(small_fight()), line).error == f"{what} cannot be blank"


# Lines that fail, and meaningless lines


@often
@given(fights, scripts(), st.lists(st.integers(1, 6), max_size=12))
def test_a_line_that_fails_changes_nothing_and_uses_no_dice(fight: Fight, script: list[str], faces: list[int]) -> None:
    dice = GivenDice(faces)
    session = Session(fight, dice)
    for line in script:
        fight, used, executions = session.fight, dice.mark(), list(session.timeline.executions)
        result = result_of(session, line)
        if result.error:
            assert session.fight is fight
            assert dice.mark() == used
            assert session.timeline.executions == executions
            assert not result.log
            assert 1 <= result.column <= len(line) + 1


@settings(max_examples=150)
@given(fights, scripts(8), st.lists(any_text | damaged_lines, min_size=1, max_size=8), seeds)
def test_every_line_of_text_succeeds_or_gives_a_user_error(
    fight: Fight, script: list[str], texts: list[str], seed: int
) -> None:
    session = session_on(fight, seed)
    for line in (*script, *texts):
        before = session.fight
        result = session.run(line)
        assert result is None or isinstance(result, Result)
        if result is None or result.error:
            assert session.fight is before
        if session.fight is not before:
            json.dumps(session.state())


VERBS = [verb.name for group in TABLE.values() for verb in group]


@settings(max_examples=100)
@given(st.sampled_from(VERBS), st.lists(any_text, max_size=4), seeds)
def test_no_words_after_a_verb_crash_anything(verb: str, words: list[str], seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        session = session_on(small_fight(), seed, journal_settings=journal_settings_at(Path(folder)))
        result_of(session, "begin")
        for line in (" ".join((verb, *words)), " ".join((verb, "ari", *words)), f'{verb} "{"".join(words)}"'):
            result_of(session, line)
        session.end(finished=True)


# Hit points


@often
@given(fights, scripts(), seeds)
def test_hit_points_stay_within_their_bounds(fight: Fight, script: list[str], seed: int) -> None:
    session = session_on(fight, seed)
    for line in script:
        if line.startswith(("set", "option", "amend", "undo", "redo", "z", "y")):
            continue  # a correction by hand may be anything
        was = session.fight.states
        result_of(session, line)
        floor = 0 if session.fight.options.get("no_negative_hp") else -(10**9)
        for creature, state in session.fight.states.items():
            highest = session.fight.sheets[creature].max_hp
            if state.track is not None:
                assert (state.hp, highest, state.temp_hp) == (None, None, 0)
                continue
            assert state.hp is not None
            assert highest is not None
            before = was[creature].hp if creature in was else highest
            assert before is not None
            assert min(floor, before) <= state.hp <= highest
            assert state.temp_hp >= 0
            assert state.recoveries is None or state.recoveries >= 0
            assert state.action_points >= 0
            assert all(left >= 0 for left in state.actions)


@often
@given(fights, scripts(), seeds)
def test_a_damage_track_and_the_state_of_its_creature_agree(fight: Fight, script: list[str], seed: int) -> None:
    session = session_on(fight, seed)
    for line in script:
        result_of(session, line)
        shown = {} if "hp" in SYSTEMS[fight.system].health.fields else session.state()["creatures"]
        for creature, state in session.fight.states.items():
            assert (state.track is None) == ("hp" in SYSTEMS[fight.system].health.fields)
            by_hand = line.startswith(("set", "amend", "undo", "redo", "z", "y"))
            if state.track is None or by_hand:
                continue  # a correction by hand may be anything
            if session.fight.sheets[creature].kind == "object":
                continue
            assert state.track.dead == (state.life == "dead")
            assert min(state.track.hurt, state.track.bruised) >= 0
            assert shown[creature]["state"] != "up" or not (state.track.dying or state.track.unconscious)


# Looking ahead

LOW_END = re.compile(r"−?\d+\.\.")
"""The lower end of a range, which is removed to read the highest value."""


@often
@given(fights, scripts(), seeds)
def test_a_preview_changes_nothing_and_shows_the_result_of_next(fight: Fight, script: list[str], seed: int) -> None:
    session = session_on(fight, seed)
    for line in script:
        result_of(session, line)
    before, executions = session.fight, list(session.timeline.executions)
    preview = result_of(session, "preview")
    assert session.fight is before
    assert session.timeline.executions == executions
    asking = Session(replace(before, asking="all"), _HighestFaces())
    following = result_of(asking, "next")
    assert preview.error == following.error
    formatter = Formatter(view_of(asking.fight))
    dice = {event_line(formatter, each) for each in following.events if isinstance(each, DiceRolled | DieRolled)}
    known = [line for line in following.log if line not in dice]
    assert len(preview.log) == len(known)
    for previewed, asked in zip(preview.log, known, strict=True):
        assert LOW_END.sub("", previewed) == asked or (" rolls " in previewed and "[question " in asked)


class _HighestFaces:
    """Dice that show their highest face, as in the high end of a preview; after very many rolls any face, so that ties
    end.
    """

    def __init__(self) -> None:
        self.rolled = 0

    def __call__(self, sides: int) -> int:
        self.rolled += 1
        return sides if self.rolled <= 100 else sides - self.rolled % sides

    def mark(self) -> int:
        return 0

    def rewind(self, mark: int) -> None:
        pass
