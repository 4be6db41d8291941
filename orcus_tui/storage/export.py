"""Exports: the log as a document, in the format of its file's suffix."""

import html
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from orcus_tui.errors import OrcusError

LogEntry = tuple[str, Sequence[str]]
"""A command as typed, and the lines of its result."""


def export_text(suffix: str, name: str, entries: Sequence[LogEntry], state: Mapping[str, Any]) -> str:
    """The log as `.md`, `.html`, `.txt` or `.json`. Raises OrcusError for any other suffix."""
    write_format = FORMATS.get(suffix.lower())
    if write_format is None:
        raise OrcusError(f"cannot export to {suffix or 'a file without a suffix'}; use {', '.join(FORMATS)}")
    return write_format(name, entries, state)


def _text(name: str, entries: Sequence[LogEntry], state: Mapping[str, Any]) -> str:  # noqa: ARG001  # shared signature
    lines = [name, ""]
    for command, result in entries:
        lines.append(f"> {command}")
        lines.extend(f"  {each}" for each in result)
    return "\n".join(lines) + "\n"


def _markdown(name: str, entries: Sequence[LogEntry], state: Mapping[str, Any]) -> str:  # noqa: ARG001  # shared signature
    lines = [f"# {escape_markdown(name)}", ""]
    for command, result in entries:
        lines.append(f"**`{command.replace('`', '′')}`**")
        lines.append("")
        lines.extend(f"- {escape_markdown(each)}" for each in result)
        if result:
            lines.append("")
    return "\n".join(lines)


def escape_markdown(text: str) -> str:
    """The text with a backslash before each character that Markdown reads as markup."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#|" else sign for sign in text)


def _html(name: str, entries: Sequence[LogEntry], state: Mapping[str, Any]) -> str:  # noqa: ARG001  # shared signature
    title = html.escape(name)
    items = []
    for command, result in entries:
        lines = "".join(f"<li>{html.escape(each)}</li>" for each in result)
        items.append(f"<dt><code>{html.escape(command)}</code></dt><dd><ul>{lines}</ul></dd>")
    body = "\n".join(items)
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<h1>{title}</h1>\n<dl>\n{body}\n</dl>\n</html>\n"
    )


def _json(name: str, entries: Sequence[LogEntry], state: Mapping[str, Any]) -> str:
    log = [{"command": command, "log": list(result)} for command, result in entries]
    return json.dumps({"name": name, "log": log, "state": state}, ensure_ascii=False, indent=1) + "\n"


FORMATS: Mapping[str, Callable[[str, Sequence[LogEntry], Mapping[str, Any]], str]] = {
    ".md": _markdown,
    ".html": _html,
    ".txt": _text,
    ".json": _json,
}
