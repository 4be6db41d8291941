"""`orcus-tui systems`: the rules systems with their options, and the extensions; also the option `--system`."""

import typer

from orcus_tui import extensions
from orcus_tui.cli.output import print_json, print_message, refuse
from orcus_tui.rules.system import System
from orcus_tui.systems import DEFAULT, SYSTEMS, installed_systems


def print_systems(*, as_json: bool) -> None:
    """Prints each system with its options, as lines of an encounter file or as JSON."""
    every = (*SYSTEMS.values(), *installed_systems().values())
    for group, kind in extensions.GROUPS.items():
        for name, reason in extensions.broken(group).items():
            print_message(f"the {kind} {name} cannot be loaded: {reason}")
    if as_json:
        print_json([_system_table(system) for system in every])
        return
    for system in every:
        typer.echo(f"{system.id} – {system.title}{' (the default)' if system.id == DEFAULT else ''}")
        for key, option in system.options.items():
            values = " | ".join(map(_toml, option.values)) or "a whole number"
            typer.echo(f"  {key} = {_toml(option.default)}    # {values}: {option.about}")
    for group, kind in extensions.GROUPS.items():
        for name, where in extensions.installed(group).items():
            if name not in extensions.broken(group):
                typer.echo(f"from a package: the {kind} {name} ({where})")


def _system_table(system: System) -> dict[str, object]:
    options = [
        {"name": key, "default": option.default, "values": list(option.values), "about": option.about}
        for key, option in system.options.items()
    ]
    return {"id": system.id, "title": system.title, "default": system.id == DEFAULT, "options": options}


def known_system(system: str | None) -> str | None:
    """The given id of a rules system; refuses an unknown one."""
    if system is not None and system not in SYSTEMS:
        refuse(f"unknown rules system {system!r}; the systems are {', '.join(SYSTEMS)}")
    return system


def _toml(value: bool | int | str) -> str:  # noqa: FBT001  # any option's value
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
