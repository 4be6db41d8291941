"""The log for people who were not there, by the suffix of the file asked for."""

import html
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from orcus_tui.errors import OrcusError

Told = tuple[str, Sequence[str]]
"""A command as typed, and the lines of what came of it."""


def exported(suffix: str, name: str, told: Sequence[Told], state: Mapping[str, Any]) -> str:
    """The log as `.md`, `.html`, `.txt` or `.json`.

    Raises OrcusError, naming the suffixes there are, for any other.
    """
    form = FORMS.get(suffix.lower())
    if form is None:
        raise OrcusError(f"the log is exported as {', '.join(FORMS)}, not {suffix or 'a file without a suffix'}")
    return form(name, told, state)


def _text(name: str, told: Sequence[Told], state: Mapping[str, Any]) -> str:  # noqa: ARG001  # forms are called alike
    lines = [name, ""]
    for command, came in told:
        lines.append(f"> {command}")
        lines.extend(f"  {each}" for each in came)
    return "\n".join(lines) + "\n"


def _markdown(name: str, told: Sequence[Told], state: Mapping[str, Any]) -> str:  # noqa: ARG001  # called alike
    lines = [f"# {_unmarked(name)}", ""]
    for command, came in told:
        lines.append(f"**`{command.replace('`', '′')}`**")
        lines.append("")
        lines.extend(f"- {_unmarked(each)}" for each in came)
        if came:
            lines.append("")
    return "\n".join(lines)


def _unmarked(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|" else sign for sign in text)


def _html(name: str, told: Sequence[Told], state: Mapping[str, Any]) -> str:  # noqa: ARG001  # forms are called alike
    title = html.escape(name)
    entries = []
    for command, came in told:
        items = "".join(f"<li>{html.escape(each)}</li>" for each in came)
        entries.append(f"<dt><code>{html.escape(command)}</code></dt><dd><ul>{items}</ul></dd>")
    body = "\n".join(entries)
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<h1>{title}</h1>\n<dl>\n{body}\n</dl>\n</html>\n"
    )


def _json(name: str, told: Sequence[Told], state: Mapping[str, Any]) -> str:
    log = [{"command": command, "log": list(came)} for command, came in told]
    return json.dumps({"name": name, "log": log, "state": state}, ensure_ascii=False, indent=1) + "\n"


FORMS: Mapping[str, Callable[[str, Sequence[Told], Mapping[str, Any]], str]] = {
    ".md": _markdown,
    ".html": _html,
    ".txt": _text,
    ".json": _json,
}
