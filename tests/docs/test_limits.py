"""Every limit of the program is on the page about limits, or listed here as not applying to user input.

Each limit on the page has a test that exceeds it: generating the page exceeds those with a message, the tests in
EXCEEDED and EXCEEDED_ELSEWHERE the others.
"""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from orcus_tui.commands.creature_slots import MAX_OFFERED
from orcus_tui.importers.creature_draft import LONGEST_TEXT, CreatureDraft
from orcus_tui.importers.import_report import LONGEST_QUOTE, MOST_QUOTES, report_lines
from orcus_tui.importers.sources import LONGEST_DROP, dropped_files, read_pasted_text
from orcus_tui.storage.line_history import MAX_LINE_LENGTH, MAX_LINES, LineHistory
from tests.helpers.casts.language import CONTEXT
from tests.helpers.fights.readings import complete
from tests.helpers.project.files import ROOT
from tools import limits_reference

LIKE_LIMITS = re.compile(r"_?(?:[A-Z]+_)*(?:MAX|MOST|LONGEST|LARGEST|DEEPEST|FARTHEST)(?:_[A-Z]+)*")
SHOWN = """
    commands/names.MAX_NAMED commands/names.MOST_MEANT screen/fight/command_line.MAX_SUGGESTIONS_TRIED
    screen/fight/cards.MAX_BAR screen/fight/cards.MAX_CARD_TEXT screen/fight/order_pane.MAX_SIGNS
    screen/fight/timers.MAX_WHAT screen/players_app.MAX_GAP session/ahead/preview.MAX_LINES
    session/ahead/preview.MOST_TOGETHER model/suggestions._LONGEST report/report_text.MOST_CONDITIONS
    model/suggestions._MOST storage/encounter/read.MOST_LINES
    report/report_page.LONGEST_NAME report/report_page.MOST_CONDITIONS report/report_text.MOST_TURNING_POINTS
    simulation/verdict.MOST_NAMED simulation/output.LONGEST_FIGHT
    importers/format_detection.LONGEST_REASON
    importers/import_report.MOST_LINES cli/crash_report.LONGEST_REASON builder/plan.MOST_PROPOSALS
    importers/heroes/archmage_character.MOST_REMINDERS screen/dialogs/hero_form.LONGEST_TEXT
    screen/dialogs/initiative_form.MAX_TOTAL_DIGITS api/near_words.MOST cli/shell_words.MOST
"""
"""Limits of how much of something is shown."""
READ = """
    importers/orcus/effects.LONGEST importers/orcus/statistics.LONGEST_SIZE importers/orcus/markdown.LONGEST_WRAPPED
    importers/orcus/blocks.MOST_LISTED importers/orcus/powers.MOST_CHARACTERS importers/orcus/markdown.LONGEST_HEAD
    importers/orcus/blocks.LONGEST_HEAD importers/srd5/statistics.MOST
    importers/srd5/stat_blocks._MOST_LINES_OF_KIND importers/srd5/stat_blocks._MOST_LINES_TO_POINTS
    importers/srd5/stat_blocks._LONGEST_NAME importers/srd5/stat_blocks._MOST_WORDS_OF_TITLE
    importers/srd5/five_e_tools._DEEPEST importers/srd5/source_lines._MOST_CROSSING
    importers/srd5/multiattacks.MOST_CHOICES
    importers/srd5/block_body._LONGEST_NAME importers/srd5/block_body._MOST_LINES_OF_SPELLS
    importers/fourth/adventure_tools.DEEPEST importers/fourth/fourth_text.LONGEST_JOINED
    importers/fourth/fourth_text.LONGEST_PLAIN importers/archmage/archmage_text.LONGEST_JOINED
    importers/archmage/archmage_text.MOST_FIGURES importers/archmage/archmage_text.LONGEST_HEAD
    importers/archmage/archmage_text.LONGEST_NAME importers/archmage/statistics.MOST_WORDS_OF_TYPE
    importers/heroes/wording.LONGEST importers/heroes/wording.LONGEST_EFFECT
    importers/heroes/sheet.MOST_BLANK
    importers/prose.LONGEST importers/traits/trait_reader.LONGEST importers/draft_text.LONGEST_REMINDER
    library/facts.LONGEST_WORD
    library/facts.LONGEST_NAME library/query.MOST_NAMES
    api/near_words._LONGEST api/near_words._MOST_KNOWN
"""
"""Limits of patterns that recognize texts; anything else is kept as text."""
CONTRACTS = """
    api/stream.LONGEST players/connection.LARGEST_BODY players/seats.LARGEST_AMOUNT players/seats.LONGEST_TEXT
    players/seats.MOST_A_MINUTE players/seats.MOST_KEYS players/seats.MOST_PENDING players/seats.MOST_SEATS
"""
"""What other programs and phones may send: the pages on the engine and on players have it."""
DECIDED = """
    report/journal_report.LONGEST_PAUSE rules/initiative.MOST_ROLL_OFFS rules/creation._LONGEST_STEM
    builder/budget_fill.MOST_KINDS builder/budget_fill.MOST_OF_A_KIND simulation/play_out.MOST_ROUNDS
    simulation/play_out.MOST_CHOICES simulation/stopping.MOST simulation/day.MOST_RECOVERIES
    simulation/play_out.MOST_ACCEPTED
    storage/line_history.MAX_FILE_LINES
    storage/encounter/briefing_tables.MOST_DIGITS systems/archmage/variant_play.AT_MOST
    rules/triggers.MOST_IN_A_CHAIN rules/attacks.MOST_IN_A_ROW rules/opportunities.MOST_OFFERED
    importers/heroes/wording.LONGEST_EFFECT importers/heroes/wording.LONGEST
    importers/binary_objects.MOST_OBJECTS importers/binary_objects.DEEPEST model/clock.LONGEST
    session/files.MOST_PARAMETERS
"""
"""Limits that the program or the rules choose; no user input exceeds them: .NET objects come from one program."""


def constants() -> Iterator[str]:
    """Every constant that is named like a limit, by its module."""
    package = ROOT / "orcus_tui"
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not LIKE_LIMITS.search(text):
            continue
        module = path.relative_to(package).with_suffix("").as_posix()
        for node in ast.parse(text).body:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for name in (each for target in targets if target for each in ast.walk(target)):
                if isinstance(name, ast.Name) and LIKE_LIMITS.fullmatch(name.id):
                    yield f"{module}.{name.id}"


def on_the_page() -> set[str]:
    """The constants that the page is generated from."""
    tree = ast.parse((ROOT / "tools/limits_reference.py").read_text(encoding="utf-8"))
    modules = {
        each.asname
        or each.name: f"{(node.module or '').removeprefix('orcus_tui').lstrip('.').replace('.', '/')}/{each.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    }
    return {
        f"{modules[node.value.id].lstrip('/')}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules
    }


NOT_ON_THE_PAGE = {*SHOWN.split(), *READ.split(), *CONTRACTS.split(), *DECIDED.split()}


def test_every_limit_on_input_is_on_the_page() -> None:
    limits, shown = set(constants()), on_the_page()
    assert not limits - shown - NOT_ON_THE_PAGE, (
        f"give each a row in {limits_reference.__name__}, or say here why it needs none"
    )
    assert not shown & NOT_ON_THE_PAGE
    assert not NOT_ON_THE_PAGE - limits, "what needs no row is gone"


def test_each_limit_with_a_message_is_exceeded_on_the_page() -> None:
    """`test_docs` generates the page again, which exceeds each limit by one."""
    rows = re.findall(r"^\| (.+?) \| .+? \| (`.*`) \|$", (ROOT / "docs/limits.md").read_text(encoding="utf-8"), re.M)
    messages = dict(rows)
    for limits in limits_reference.LIMITS.values():
        for limit in limits:
            assert messages[limit.of].strip("` "), limit.of


# Limits without a message


def _forget_the_oldest_lines(folder: Path) -> None:
    history = folder / "history"
    history.write_text("".join(f"note ogre {number}\n" for number in range(MAX_LINES + 1)), encoding="utf-8")
    assert LineHistory(history).read() == [f"note ogre {number}" for number in range(1, MAX_LINES + 1)]


def _forget_a_long_line(folder: Path) -> None:
    history = LineHistory(folder / "history")
    for length in (MAX_LINE_LENGTH, MAX_LINE_LENGTH + 1):
        history.add("x" * length)
    assert history.read() == ["x" * MAX_LINE_LENGTH]


def _offer_a_part_of_the_creatures(_: Path) -> None:
    sheets, states = CONTEXT.fight.sheets, CONTEXT.fight.states
    numbers = range(MAX_OFFERED + 1)
    many = {f"beast-{number}": replace(sheets["ogre"], name=f"Beast {'x' * number}") for number in numbers}
    fight = replace(CONTEXT.fight, sheets=sheets | many, states=states | dict.fromkeys(many, states["ogre"]))
    assert len([*complete("add b", replace(CONTEXT, view=CONTEXT.view.moved(fight)))]) == MAX_OFFERED


def _quote_a_part_of_the_passages(_: Path) -> None:
    text = "**Ogre** Level 1 Standard\nHP 30\n" + "".join(
        f"\nWhatever this is, nothing reads number {number} of it; {'y' * LONGEST_QUOTE}.\n"
        for number in range(MOST_QUOTES + 1)
    )
    lines = report_lines([read_pasted_text(text)], None)
    quotes = [line for line in lines if line.endswith("…")]
    assert len(quotes) == MOST_QUOTES
    assert any("and on lines" in line for line in lines)
    assert all(len(line.partition("Ogre: ")[2]) == LONGEST_QUOTE for line in quotes)


def _cut_a_passage_off(_: Path) -> None:
    draft = CreatureDraft("Ogre", 1)
    draft.note_unclear("x" * (LONGEST_TEXT + 1), 1)
    assert len(draft.leftovers[0].text) == LONGEST_TEXT


def _take_a_long_text_for_no_file(folder: Path) -> None:
    file = folder / "ogre.md"
    file.touch()
    most = LONGEST_DROP // (len(str(file)) + 1)
    assert dropped_files(f"{file}\n" * most) == [file] * most
    assert not dropped_files(f"{file}\n" * (most + 2))


EXCEEDED: Mapping[str, Callable[[Path], None]] = {
    "lines in the history": _forget_the_oldest_lines,
    "the length of such a line": _forget_a_long_line,
    "creatures that `add` offers": _offer_a_part_of_the_creatures,
    "quotations in the report of an import": _quote_a_part_of_the_passages,
    "the length of a quotation": _quote_a_part_of_the_passages,
    "a passage in an imported text": _cut_a_passage_off,
    "a line of files dropped on the terminal": _take_a_long_text_for_no_file,
}
EXCEEDED_ELSEWHERE: Mapping[str, tuple[str, str]] = {
    "viewers of the players' page": ("players/test_web.py", "test_one_viewer_too_many_is_asked_to_retry"),
    "connections to it": ("players/test_web.py", "test_idle_connections_from_many_addresses_do_not_lock_others_out"),
    "connections to it from one address without a request": (
        "players/test_web.py",
        "test_idle_connections_from_one_address_do_not_lock_others_out",
    ),
    "the time for a request to it": ("players/test_web.py", "test_half_open_and_slow_requests_are_disconnected"),
    "the line and headers of a request to it": (
        "players/test_web.py",
        "test_a_request_that_is_too_large_is_refused_in_any_chunks",
    ),
    "the time in which a viewer reads nothing": (
        "players/test_web.py",
        "test_memory_stays_flat_with_64_viewers_of_which_one_never_reads",
    ),
    "the size of the terminal": ("cli/test_terminal.py", "test_meaningless_bytes_are_not_keys"),
}
"""The tests of limits that need sockets or a terminal."""


@pytest.mark.parametrize("limit", EXCEEDED)
def test_a_limit_without_a_message_holds(limit: str, tmp_path: Path) -> None:
    EXCEEDED[limit](tmp_path)


def test_each_limit_without_a_message_has_a_test_that_exceeds_it() -> None:
    assert sorted([*EXCEEDED, *EXCEEDED_ELSEWHERE]) == sorted(of for of, *_ in limits_reference.SILENT)
    for file, name in EXCEEDED_ELSEWHERE.values():
        tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
        assert name in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
