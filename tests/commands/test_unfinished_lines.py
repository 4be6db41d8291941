"""Every form of a line, cut after each word and with a word that does not fit: errors, columns and completions."""

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.parse import parse
from tests.helpers.casts.language import CONTEXT
from tests.helpers.fights.language_forms import FORMS
from tests.helpers.fights.readings import complete
from tests.helpers.project.files import ROOT
from tests.helpers.project.snapshots import check_file

WRONG = "xq9"
MOST_OFFERED = 6


def variants() -> list[str]:
    """The lines without an end, and with a wrong word in each place."""
    found: dict[str, None] = {}
    for line, _ in FORMS:
        words = line.split(" ")
        for at in range(1, len(words) + 1):
            found[" ".join(words[:at])] = None
            found[" ".join((*words[:at], ""))] = None
            found[" ".join((*words[:at], WRONG, *words[at + 1 :]))] = None
    return sorted(found)


def row_of(line: str) -> str:
    try:
        parse(line, CONTEXT)
        said = "a command"
    except CommandError as error:
        said = f"{error.column} {error.args[0]}"
    offered = [each.text for each in complete(line, CONTEXT)][:MOST_OFFERED]
    return f"{line}| {said} | {' '.join(offered)}".rstrip(" |")


def test_messages_for_unfinished_and_wrong_lines_are_as_last_reviewed() -> None:
    rows = map(row_of, variants())
    check_file(ROOT / "tests" / "commands" / "unfinished_lines.txt", "".join(f"{row}\n" for row in rows))
