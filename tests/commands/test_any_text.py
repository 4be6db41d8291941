"""Any typed text gives a command, nothing, or an error with a column in the line."""

from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from orcus_tui.commands.amend import amend_line
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.lexer import split_lines
from orcus_tui.commands.line_compiler import compile_duration, compile_line
from orcus_tui.commands.parse import Command, parse
from orcus_tui.commands.verbs import TABLE
from tests.helpers.casts.language import CONTEXT, IN_OTHER, ORCUS
from tests.helpers.fights.language_forms import FORMS
from tests.helpers.fights.readings import complete, usage_at

LINES = [line for line, _ in FORMS]
PIECES = sorted(
    {word for line in LINES for word in line.split()} | {"!", ",", "+", '"', "#", "²", "٣", "@", "-", ":", "\\"}
)
VERBS = [name for group in TABLE.values() for verb in group for name in (verb.name, *verb.aliases)]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid line with letters left out, doubled or replaced, or cut short."""
    line = draw(st.sampled_from(LINES))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(line)))
        length = draw(st.integers(0, 3))
        line = line[:at] + draw(st.sampled_from(PIECES) | st.text(max_size=2)) + line[at + length :]
    return line


shuffled = st.builds(
    lambda verb, words: " ".join((verb, *words)), st.sampled_from(VERBS), st.lists(st.sampled_from(PIECES))
)
typed = st.text() | mutated() | shuffled


def check(line: str, context: Context) -> None:
    try:
        command = parse(line, context)
    except CommandError as error:
        assert 1 <= error.column <= len(line) + 1, error.message
        assert error.message
    else:
        assert command is None or isinstance(command, Command)


@given(typed)
@example("init ari " + "9" * 5000)
@example("damage ogre " + "(" * 300)
@example("resist ogre fire " + "9" * 5000)
@example("attack longsword ogre face ²")
def test_any_line_is_a_command_or_an_error_within_it(line: str) -> None:
    check(line, CONTEXT)
    check(line, IN_OTHER)


@given(typed, typed)
def test_any_alias_is_a_command_or_an_error_within_its_line(alias: str, rest: str) -> None:
    check(f"x {rest}", replace(CONTEXT, aliases={"x": alias}))


@given(typed)
def test_any_text_can_be_completed(text: str) -> None:
    assert all(candidate.text for candidate in complete(text, CONTEXT))
    usage_at(text, CONTEXT)


@given(st.sampled_from(LINES), typed)
def test_any_words_amend_to_a_right_line_or_to_an_error_within_them(line: str, words: str) -> None:
    try:
        amendment = amend_line(line, words, CONTEXT)
    except CommandError as error:
        assert 1 <= error.column <= len(words) + 1
    else:
        assert parse(amendment, CONTEXT)


@given(typed)
def test_any_line_of_a_power_is_compiled_or_an_error_within_it(text: str) -> None:
    for compiled in (compile_line, compile_duration):
        try:
            compiled(text, ORCUS)
        except CommandError as error:
            assert 1 <= error.column <= len(text) + 1


@given(st.text(alphabet='ab;"\\ '))
def test_the_parts_of_split_lines_join_to_the_text(text: str) -> None:
    parted = split_lines(text)
    assert ";".join(line for line, _ in parted) == text
    assert all(text[start : start + len(line)] == line for line, start in parted)
