"""Every limit of the program is on the page about limits, or known to be none of what a person gives it."""

import ast
import re
from collections.abc import Iterator

from project_files import ROOT

from orcus_tui.cli import limits_reference

LIKE_LIMITS = re.compile(r"_?(?:[A-Z]+_)*(?:MAX|MOST|LONGEST|LARGEST|DEEPEST|FARTHEST)(?:_[A-Z]+)*")
SHOWN = """
    commands/names.MAX_NAMED commands/names.MOST_MEANT screen/fight/command_line.MOST_SUGGESTED
    screen/fight/cards.LONGEST_BAR screen/fight/cards.LONGEST_TEXT screen/fight/order_pane.MOST_SIGNS
    screen/fight/timers.LONGEST_WHAT screen/players/players_rows.MOST_AIR session/preview.MAX_LINES
    session/preview.MOST_TOGETHER model/suggestions._LONGEST report/report_text.MOST_CONDITIONS
    report/svg.LONGEST_NAME report/svg.MOST_CONDITIONS report/turning_points.MOST odds/odds_text.MOST_LEFT_OUT
    importers/format_detection.LONGEST_REASON importers/import_report.MOST_NAMES importers/import_report.MOST_LINES
    cli/crash_report.LONGEST_REASON builder/plan.MOST_PROPOSALS screen/dialogs/initiative_form.LONGEST_TOTAL
"""
"""How much is shown of what there is more of."""
READ = """
    importers/orcus/effects.LONGEST importers/orcus/statistics.LONGEST_SIZE importers/orcus/markdown.LONGEST_WRAPPED
    importers/orcus/adventures.MOST importers/orcus/multiattacks.MOST_CHARACTERS importers/orcus/heroes.LONGEST_HEAD
    importers/orcus/blocks.LONGEST_HEAD importers/srd5/fantasy_statblocks._MOST_NUMBERS importers/srd5/head_counts.MOST
    importers/srd5/block_heads._MOST_LINES_OF_KIND importers/srd5/block_heads._MOST_LINES_TO_POINTS
    importers/srd5/block_heads._LONGEST_NAME importers/srd5/block_heads._MOST_WORDS_OF_TITLE
    importers/srd5/tool_tags._DEEPEST importers/srd5/page_columns._MOST_CROSSING
    importers/srd5/multiattacks.MOST_CHOICES
    importers/srd5/block_entries._LONGEST_NAME importers/srd5/block_entries._MOST_LINES_OF_SPELLS
    importers/fourth/adventure_tools.DEEPEST importers/fourth/fourth_text.LONGEST_JOINED
    importers/fourth/fourth_text.LONGEST_PLAIN importers/archmage/archmage_text.LONGEST_JOINED
    importers/archmage/archmage_text.MOST_FIGURES importers/prose.LONGEST importers/draft_text.LONGEST_REMINDER
    library/own_words.LONGEST_FACT library/own_words.MOST_QUOTED library/combat_facts.LONGEST_WORD
    library/facts.LONGEST_NAME library/query.MOST_NAMES
"""
"""What distinguishes a text, or a part of one, from another; what is not read is kept as text."""
DECIDED = """
    report/journal_report.LONGEST_PAUSE rules/initiative.MOST_ROLL_OFFS rules/creation._LONGEST_STEM
    builder/budget_fill.MOST_KINDS builder/budget_fill.MOST_OF_A_KIND odds/play_out.MOST_ROUNDS
    odds/play_out.MOST_CHOICES odds/forecast.MOST storage/line_history.MAX_FILE_LINES
    storage/encounter/briefing_tables.MOST_DIGITS systems/archmage/variant.AT_MOST
    systems/orcus/falling.MOST_DICE importers/binary_objects.MOST_OBJECTS importers/binary_objects.DEEPEST
"""
"""How the program or the rules go about something. Nobody gives it too much: .NET objects come from one program."""


def constants() -> Iterator[str]:
    """Every constant that is called like a limit, by its module."""
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
    """The constants that the page is made from."""
    tree = ast.parse((ROOT / "orcus_tui/cli/limits_reference.py").read_text(encoding="utf-8"))
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


NOT_ON_THE_PAGE = {*SHOWN.split(), *READ.split(), *DECIDED.split()}


def test_every_limit_is_on_the_page_or_none_of_what_is_given() -> None:
    limits, shown = set(constants()), on_the_page()
    assert not limits - shown - NOT_ON_THE_PAGE, (
        f"give each a row in {limits_reference.__name__}, or say here why it needs none"
    )
    assert not shown & NOT_ON_THE_PAGE
    assert not NOT_ON_THE_PAGE - limits, "what needs no row is gone"
