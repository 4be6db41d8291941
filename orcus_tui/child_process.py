"""Child processes: the one module that starts another program, which is always this Python.

A folder from a stranger may hold a `json.py` or an `orcus_tui/`. So a child finds modules where the installed program
finds them, and never in the working folder.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable, Mapping, Sequence

_INSTALLED_IN = Path(__file__).parent.parent


def start_child(
    entry: str, arguments: Sequence[str] = (), *, environment: Mapping[str, str] | None = None, errors: int
) -> subprocess.Popen[bytes]:
    """Starts a function of this program, named as `orcus_tui.cli.start:main`, in a process with pipes to and from it.

    `environment` is added to this program's own; `errors` is where standard error goes, as in `subprocess`. Ctrl+C in
    the terminal does not reach the child. Raises OSError.
    """
    import subprocess

    module, _, function = entry.partition(":")
    code = f"from {module} import {function}; {function}()"
    return subprocess.Popen(  # noqa: S603  # the interpreter that runs this program, with code that is written here
        [sys.executable, *_isolation_flags(), "-P", "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        env=_child_environment({**os.environ, **(environment or {})}),
        **_own_process_group(),
    )


def leave_working_folder_out_of_search_path() -> None:
    """Takes the working folder off this program's own search path, where an entry such as `PYTHONPATH=:lib` put it."""
    relative = {os.path.abspath(each) for each in _path_entries(os.environ) if not Path(each).is_absolute()}  # noqa: PTH100
    sys.path[:] = [each for each in without_working_folder(sys.path) if each not in relative]


def without_working_folder(entries: Iterable[str]) -> list[str]:
    """The entries of a search path that are not the working folder, unless the program itself is installed in that."""
    try:
        here = Path.cwd()
    except OSError:  # the folder is gone
        return [each for each in entries if each]
    if here.resolve() == _INSTALLED_IN.resolve():
        return list(entries)
    return [each for each in entries if each and Path(each).resolve() != here.resolve()]


def _path_entries(environment: Mapping[str, str]) -> list[str]:
    path = environment.get("PYTHONPATH", "")
    return path.split(os.pathsep) if path else []


def _child_environment(environment: dict[str, str]) -> dict[str, str]:
    """The environment of a child, whose search path has only absolute entries, and not the working folder."""
    absolute = [each for each in _path_entries(environment) if Path(each).is_absolute()]
    path = os.pathsep.join(without_working_folder(absolute))
    return {**environment, "PYTHONSAFEPATH": "1", "PYTHONPATH": path}


def _isolation_flags() -> list[str]:
    """The flags by which this Python ignores the environment or the user's packages, for the child to do the same."""
    flags = {"-I": sys.flags.isolated, "-E": sys.flags.ignore_environment, "-s": sys.flags.no_user_site}
    return [flag for flag, is_set in flags.items() if is_set]


def _own_process_group() -> dict[str, Any]:
    if sys.platform == "win32":
        import subprocess

        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"process_group": 0}
