"""Child processes; the only module that starts another program, which is always this Python.

A downloaded folder may contain a `json.py` or an `orcus_tui/`. A child therefore imports modules from where the
installed program finds them, never from the working folder. A frozen program, which contains its own Python, cannot run
arbitrary code: it starts itself with the name of one of its `ENTRIES`.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable, Mapping, Sequence

_INSTALLED_IN = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
_TRUSTED = (sys.prefix, sys.base_prefix, _INSTALLED_IN)
"""Folders from which modules are imported even if the program is started there."""
ENTRIES = frozenset({"orcus_tui.cli.start:main", "orcus_tui.simulation.player_process:main"})
"""The functions that can be started in a child process of a frozen program."""
CHILD = "--child-process"
"""The first word of a frozen program that is started as a child; the next is its entry."""


def start_child(
    entry: str, arguments: Sequence[str] = (), *, environment: Mapping[str, str] | None = None, stderr: int | None
) -> subprocess.Popen[bytes]:
    """Starts a function of this program (`orcus_tui.cli.start:main`) in a process with pipes to and from it.

    `environment` extends that of this program; `stderr` is as in `subprocess`. Ctrl+C in the terminal does not reach
    the child. Raises OSError.
    """
    import subprocess

    return subprocess.Popen(  # noqa: S603  # the interpreter that runs this program, with code that is written here
        [sys.executable, *_words_that_start(entry), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=_child_environment({**os.environ, **(environment or {})}),
        **_own_process_group(),
    )


def run_frozen() -> None:
    """Runs the entry for which a frozen program was started: `orcus-tui` itself, or a child's entry."""
    from importlib import import_module

    entry = "orcus_tui.cli.start:main"
    if sys.argv[1:2] == [CHILD]:
        entry = "".join(sys.argv[2:3])
        del sys.argv[1:3]
        if entry not in ENTRIES:
            sys.exit(f"{CHILD} is for the program's own processes")
    module, _, function = entry.partition(":")
    getattr(import_module(module), function)()


def remove_working_folder_from_path() -> None:
    """Removes the working folder, which an entry such as `PYTHONPATH=:lib` adds, from the search path for modules."""
    entries = [each for each in _path_entries(os.environ) if each and not os.path.isabs(each)]
    relative = {os.path.realpath(each) for each in entries} - {_INSTALLED_IN}
    sys.path[:] = [each for each in without_working_folder(sys.path) if os.path.realpath(each) not in relative]


def without_working_folder(entries: Iterable[str]) -> list[str]:
    """A search path without the working folder, unless Python or the program is installed there."""
    try:
        here = os.path.realpath(os.getcwd())
    except OSError:  # the folder is gone
        return [each for each in entries if each]
    if any(
        os.path.commonpath((here, root)) == root for root in map(os.path.realpath, _TRUSTED) if _same_drive(here, root)
    ):
        return list(entries)
    return [each for each in entries if each and os.path.realpath(each) != here]


def _same_drive(one: str, other: str) -> bool:
    return os.path.splitdrive(one)[0].casefold() == os.path.splitdrive(other)[0].casefold()


def _path_entries(environment: Mapping[str, str]) -> list[str]:
    path = environment.get("PYTHONPATH", "")
    return path.split(os.pathsep) if path else []


def _child_environment(environment: dict[str, str]) -> dict[str, str]:
    """The environment of a child, whose search path only has absolute entries other than the working folder."""
    entries = [each for each in _path_entries(environment) if each]
    safe = without_working_folder([each for each in entries if os.path.isabs(each)])
    own = [_INSTALLED_IN] if _INSTALLED_IN in map(os.path.realpath, entries) else []
    return {**environment, "PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(dict.fromkeys((*safe, *own)))}


def _words_that_start(entry: str) -> list[str]:
    """The arguments between the name of the program and the arguments of the entry."""
    if getattr(sys, "frozen", False):
        return [CHILD, entry]
    module, _, function = entry.partition(":")
    return [*_isolation_flags(), "-P", "-c", f"from {module} import {function}; {function}()"]


def _isolation_flags() -> list[str]:
    """The flags with which this Python ignores the environment or the user's packages, to be passed on to the child."""
    flags = {"-I": sys.flags.isolated, "-E": sys.flags.ignore_environment, "-s": sys.flags.no_user_site}
    return [flag for flag, is_set in flags.items() if is_set]


def _own_process_group() -> dict[str, Any]:
    if sys.platform == "win32":
        import subprocess

        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"process_group": 0}
