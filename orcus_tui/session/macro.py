"""`macro`: the last lines as an alias, with parameters in place of their targets."""

from itertools import islice

from orcus_tui.commands.context import Context
from orcus_tui.commands.reading import read_line
from orcus_tui.model import requests
from orcus_tui.rules.resolution import Impossible
from orcus_tui.session import files
from orcus_tui.session.recorded_fight import RecordedFight, Result

MOST_PARAMETERS = 9


def macro(session: RecordedFight, request: requests.Macro) -> Result:
    """Makes an alias of the last lines that changed the fight, and saves it in the settings file, if there is one."""
    lines = [*islice(session.timeline.undo_lines(), request.count)][::-1]
    if len(lines) < request.count:
        raise Impossible(f"there are only {len(lines)} lines; `macro {request.name} N` takes the last N", of="count")
    parameters: dict[str, str] = {}
    text = "; ".join(_with_parameters(each, session.context, parameters) for each in lines)
    result = files.alias(session, requests.Alias(request.name, text))
    kept = session.save_alias(request.name, text)
    return Result(lines=(*result.lines, kept), warning=result.warning)


def _with_parameters(line: str, context: Context, parameters: dict[str, str]) -> str:
    """The line with `$1`, `$2` … in place of its targets; the same targets are the same parameter in every line."""
    reading = read_line(line, len(line), context)
    if not reading.command or "targets" not in reading.spans or reading.command.aliases:
        return line
    words = [each.raw for each in reading.words]
    start, end = reading.spans["targets"]
    for place in range(start, end):
        if words[place] not in parameters and len(parameters) < MOST_PARAMETERS:
            parameters[words[place]] = f"${len(parameters) + 1}"
        words[place] = parameters.get(words[place], words[place])
    return " ".join(words)
