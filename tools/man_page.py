"""The man page, made from the commands and their options: `python -m tools.man_page > docs/orcus-tui.1`."""

import re
import sys
from collections.abc import Iterator
from typing import Any

import typer.main

from orcus_tui.cli.main import app

HEAD = """\
.TH ORCUS-TUI 1 "" "" "Orcus TUI"
.SH NAME
orcus\\-tui \\- a terminal combat tracker for tabletop game masters
.SH SYNOPSIS
.B orcus\\-tui
[\\fIFILE\\fR]
.br
.B orcus\\-tui
\\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]
.SH DESCRIPTION
\\fBorcus\\-tui\\fR \\fIFILE\\fR opens an encounter in the tracker; without a file, a sample fight. In the tracker, ?
lists every key and command.
.SH COMMANDS"""
TAIL = """\
.SH EXIT STATUS
0 if all went well, 1 if a line failed or nothing was found, 2 if the arguments or a file could not be used.
.SH ENVIRONMENT
.TP
.B ORCUS_TUI_CONFIG
The settings file.
.TP
.B ORCUS_TUI_STATE
The folder of the journals.
.TP
.B ORCUS_TUI_CREATURES
The folder of your own creatures."""


def page() -> str:
    """The whole page, in the language of man."""
    commands: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]  # it is a group
    lines = [HEAD, *(line for name, each in commands.items() for line in _command(name, each)), TAIL]
    return "\n".join(lines) + "\n"


def _command(name: str, command: Any) -> Iterator[str]:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    shown = " ".join(f"\\fI{_escaped(each.metavar or each.name.upper())}\\fR" for each in arguments)
    yield f".SS \\fB{_escaped(name)}\\fR {shown}".rstrip()
    yield _escaped(command.help or "")
    for each in command.params:
        if each.param_type_name == "option" and not each.hidden:
            names = ", ".join(f"\\fB{_escaped(opt)}\\fR" for opt in (*each.opts, *each.secondary_opts))
            value = "" if each.is_flag else f" \\fI{_escaped(each.metavar or _kind(each.type.name))}\\fR"
            yield from (".TP", f"{names}{value}", _escaped(each.help or ""))


def _kind(name: str) -> str:
    """The kind of an option's value: `text` or `str`, `integer range` or `int`, depending on the version of Typer."""
    if name.startswith("int"):
        return "NUMBER"
    return "TEXT" if name in ("str", "text") else name.upper()


def _escaped(text: str) -> str:
    """A text with escapes for characters that man would interpret."""
    plain = re.sub(r"\s+", " ", text).replace("\\", "\\e").replace("-", "\\-").replace("`", "")
    return re.sub(r"^([.'])", r"\\&\1", plain)


if __name__ == "__main__":
    sys.stdout.write(page())
