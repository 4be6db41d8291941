"""Every form of a duration, in a line and in a file, and the errors of other forms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from orcus_tui.commands.durations import FORMS
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.commands.line_compiler import compile_duration
from orcus_tui.model.duration import (
    ENCOUNTER,
    SAVE_ENDS,
    SOURCE,
    TARGET,
    UNTIL_REMOVED,
    Duration,
    read_back,
)
from orcus_tui.model.steps import Apply, Persist
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.templates import Formatter
from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.language import CONTEXT, FIGHT, IN_OTHER, ORCUS, fault, step

WORDS = Duration("words", words="it moves")


def duration(words: str) -> Duration:
    applied = step(f"apply ogre dazed {words} by cor")
    assert isinstance(applied, Apply)
    assert applied.source == "cor", "the words of the duration end where the next option begins"
    return applied.duration


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("", UNTIL_REMOVED),
        ("save", SAVE_ENDS),
        ("save ends", SAVE_ENDS),
        ("SAVE", SAVE_ENDS),
        ("save:16", Duration("save", number=16)),
        ("save:16+", Duration("save", number=16)),
        ("save:hard", Duration("save", number=16)),
        ("save:10", SAVE_ENDS),
        ("hard", Duration("save", number=16)),
        ("easy", Duration("save", number=6)),
        ("save ends 16+", Duration("save", number=16)),
        ("save ends (16+)", Duration("save", number=16)),
        ("save ends 10+", SAVE_ENDS),
        ("eont", Duration("end", SOURCE)),
        ("eont:cor", Duration("end", "cor")),
        ("eont:co", Duration("end", "cor")),
        ("eont:g1", Duration("end", "goblin1")),
        ("eont:old-mage", Duration("end", "mage")),
        ('eont:"Old Mage"', Duration("end", "mage")),
        ("eont:.", Duration("end", "ari")),
        ("until the end of cor's next turn", Duration("end", "cor")),
        ("until the end of COR’s next turn", Duration("end", "cor")),
        ("until the end of cor next turn", Duration("end", "cor")),
        ("until end of cor's next turn", Duration("end", "cor")),
        ('until the end of "Old Mage"\'s next turn', Duration("end", "mage")),
        ('until the end of "Old Mage" next turn', Duration("end", "mage")),
        ("until the end of Old Mage's next turn", Duration("end", "mage")),
        ("sont", Duration("start", SOURCE)),
        ("sont:ogre", Duration("start", "ogre")),
        ("until the start of ogre's next turn", Duration("start", "ogre")),
        ("teont", Duration("end", TARGET)),
        ("tsont", Duration("start", TARGET)),
        ("until the end of target's next turn", Duration("end", TARGET)),
        ("until the end of the target's next turn", Duration("end", TARGET)),
        ("until the start of target's next turn", Duration("start", TARGET)),
        ("until the end of its next turn", Duration("end", TARGET)),
        ("until the end of my next turn", Duration("end", SOURCE)),
        ("until the end of source's next turn", Duration("end", SOURCE)),
        *(
            (f"until the start of {whose} next turn", Duration("start", TARGET))
            for whose in ("its", "their", "his", "her")
        ),
        ("eot", Duration("this turn")),
        ("until the end of the turn", Duration("this turn")),
        ("until the end of this turn", Duration("this turn")),
        ("enc", ENCOUNTER),
        ("until the end of the encounter", ENCOUNTER),
        ("3r", Duration("rounds", number=3)),
        ("for 3 rounds", Duration("rounds", number=3)),
        ("for 1 round", Duration("rounds", number=1)),
        ("3 rounds", Duration("rounds", number=3)),
        ('until "it moves"', WORDS),
        ("while prone", Duration("while", words="prone")),
        ("while bli", Duration("while", words="blinded")),
        ('while "choking"', Duration("while", words="choking")),
        ("until removed", UNTIL_REMOVED),
        ("save 10r", Duration("save", at_most=10)),
        ("hard 10r", Duration("save", number=16, at_most=10)),
        ("save 1m", Duration("save", at_most=10)),
        ("save for 3 rounds", Duration("save", at_most=3)),
        ("save ends at most 3 rounds", Duration("save", at_most=3)),
        ("save ends (16+), at most 1 minute", Duration("save", number=16, at_most=10)),
        ('until "it moves" at most 2r', replace(WORDS, at_most=2)),
        ("save, 10r", Duration("save", at_most=10)),
        ("save, at most 10 rounds", Duration("save", at_most=10)),
        ("save:16, 10r", Duration("save", number=16, at_most=10)),
        ("hard, at most 10 rounds", Duration("save", number=16, at_most=10)),
        ('until "it moves", 2r', replace(WORDS, at_most=2)),
        ("100 rounds (10 minutes)", Duration("rounds", number=100)),
    ],
)
def test_every_form_of_a_duration(words: str, meant: Duration) -> None:
    assert duration(words) == meant


@pytest.mark.parametrize(
    ("words", "column", "message"),
    [
        ("save:0", 23, "a total is 1 or more"),
        ("save ends 0+", 28, "a total is 1 or more"),
        ("save:soon", 23, "save:16"),
        ("eont:orgre", 23, 'did you mean "ogre"?'),
        ("eont:", 23, "eont:NAME"),
        ("eont:@party", 23, "expected one creature"),
        ("0r", 18, "1 round or more"),
        ("for three rounds", 22, "for how many rounds?"),
        ("for 3 turns", 24, 'expected "rounds"'),
        ("until it moves", 24, "in quotes"),
        ('until ""', 24, "until what?"),
        ("until the end for cor", 32, 'expected "of"'),
        ("until the end of corr's next turn", 35, 'did you mean "cor"?'),
        ("until the end of cor's next save", 46, "expected NAME's next turn"),
        ("until the start of the encounter", 50, "expected "),
        ("for", 21, "expected "),
        ("save 0r", 23, "1 round or more"),
        ("save at least 3r", 26, 'expected "most"'),
        ("save at most", 30, "expected "),
        ("eont 10r", 23, "given twice"),
        ("eont, 10r", 18, 'unexpected "eont,"'),
        ("save,10r", 18, 'unexpected "save,10r"'),
        ("100 rounds (9 minutes)", 29, 'unexpected "(9"'),
        ("until the", 27, "expected "),
        ("eot save", 22, "given twice"),
        ("eontt", 18, 'did you mean "eont"?'),
        ("'eont'", 18, "unexpected"),
        ('"eont"', 18, "unexpected"),
    ],
)
def test_a_wrong_duration_is_an_error_at_the_wrong_word(words: str, column: int, message: str) -> None:
    at, text = fault(f"apply ogre dazed {words}")
    assert at == column
    assert message in text


def test_the_usual_save_of_the_system_is_shown_as_save_ends() -> None:
    assert step("persist ogre 5 save:11", IN_OTHER) == step("persist ogre 5 save", IN_OTHER)
    hard = step("persist ogre 5 save:10", IN_OTHER)
    assert isinstance(hard, Persist)
    assert hard.duration == Duration("save", number=10)


@pytest.mark.parametrize("form", [word for form in FORMS for word in (form.short, form.long) if word])
def test_every_form_listed_is_understood(form: str) -> None:
    assert duration(form.replace("NAME", "cor"))


@pytest.mark.parametrize(
    "meant",
    [
        UNTIL_REMOVED,
        SAVE_ENDS,
        Duration("save", number=16),
        Duration("end", "cor"),
        Duration("start", "mage"),
        Duration("this turn"),
        ENCOUNTER,
        Duration("rounds", number=1),
        Duration("rounds", number=3),
        WORDS,
        Duration("save", at_most=10),
        Duration("save", number=16, at_most=1),
    ],
)
def test_a_duration_as_printed_is_understood_in_a_file(meant: Duration) -> None:
    assert compile_duration(read_back(meant), ORCUS, FIGHT.states) == meant


@pytest.mark.parametrize("text", ["", "soon", "save now", "eont:nobody", "until the end of nobody's next turn"])
def test_a_wrong_duration_in_a_file_is_an_error(text: str) -> None:
    column, _ = fault(text, CONTEXT, of=lambda words, _: compile_duration(words, ORCUS, FIGHT.states))
    assert 1 <= column <= len(text) + 1


@pytest.mark.parametrize(
    ("words", "column", "message"),
    [
        ("save dc", 31, "expected a difficulty"),
        ("save dc high", 32, "which DC must the save reach? e.g. save dc 13"),
        ("save dc 0", 32, "a DC is 1 or more"),
    ],
)
def test_a_save_against_a_dc_needs_its_number(words: str, column: int, message: str) -> None:
    context = replace(CONTEXT, view=FightView(SYSTEMS["srd5"], CONTEXT.fight))
    assert fault(f"apply ogre stunned wis {words}", context) == (column, message)


ROUNDS = st.integers(1, 9_999)


def durations(system: System) -> st.SearchStrategy[Duration]:
    """Every duration that a line may have, with the anchors of the language's cast."""
    limits = st.just(0) | ROUNDS
    totals = st.just(0) | st.integers(1, 30).filter(lambda number: number != system.saves.needs)
    anchors = st.sampled_from([*FIGHT.sheets, TARGET])
    conditions = st.sampled_from([*system.conditions.table])
    abilities = st.sampled_from(["", *system.saves.abilities])
    return st.one_of(
        st.sampled_from([UNTIL_REMOVED, ENCOUNTER, Duration("this turn")]),
        st.builds(Duration, st.just("save"), number=totals, at_most=limits, ability=abilities),
        st.builds(Duration, st.sampled_from(["start", "end"]), anchors),
        st.builds(Duration, st.just("rounds"), number=ROUNDS),
        st.builds(Duration, st.just("words"), words=st.just('"it moves"'), at_most=limits),
        st.builds(Duration, st.just("while"), words=conditions.map(as_one_word)),
    )


@pytest.mark.parametrize("system", SYSTEMS)
@given(data=st.data())
def test_a_duration_is_understood_as_it_is_printed(system: str, data: st.DataObject) -> None:
    """Free words are in quotes, as they are typed."""
    view = FightView(SYSTEMS[system], CONTEXT.fight)
    meant = data.draw(durations(view.system))
    formatter = Formatter(view)
    printed = formatter.duration(meant, TARGET) if meant.ending != "save" else formatter.save_ends(meant, meant.ability)
    applied = step(f'apply ogre "on fire" {printed} by cor', replace(CONTEXT, view=view))
    assert isinstance(applied, Apply)
    assert applied.source == "cor"
    assert applied.duration == replace(meant, words=meant.words.replace('"', ""))
