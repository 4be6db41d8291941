"""Fights of every system, line by line, with the log and the changes of each line, in files that make changes visible.

In `played/`, a line after `>` is played, a line after `?` is tried and undone. The lines below it are its preview after
`~`, its log, its error after `!`, and its changes of STATE after `=`; if it is played, also those of the timers and of
the public state. To add a line, write it into the file, and renew the file: the dice depend on the line alone.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from orcus_tui.commands.context import Context
from orcus_tui.players.public_state import PlayerPerspective
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.ahead.timers import short_texts, timers, when_text
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from tests.helpers.fights.readings import preview_line
from tests.helpers.project.snapshots import check_file

FIGHTS = sorted((Path(__file__).parent / "played").glob("*.toml"))
PLAYED, TRIED = "> ", "? "


def shown(session: Session, players: PlayerPerspective | None) -> dict[str, Any]:
    """STATE; with a perspective, also the timers and the public state."""
    if players is None:
        return session.state()
    formatter = Formatter(session.view)
    timed = [
        {"when": when_text(formatter, each.when), "what": short_texts(formatter, each)} for each in timers(session.view)
    ]
    public = msgspec.to_builtins(players.state(session.timeline))
    public["creatures"] = {each["name"]: each for each in public["creatures"]}
    return {**session.state(), "timers": timed, "players": public}


def played(session: Session, line: str, players: PlayerPerspective | None) -> Iterator[str]:
    """The log and the changes of a line, which may be several commands."""
    session.dice_source = RandomDice(Random(line))
    before = shown(session, players)
    for command in line.split("; "):
        yield from (f"  ~ {row}" for row in preview_line(command, Context(session.view)))
        result = session.run(command)
        assert result is not None
        yield from (f"  {row}" for row in result.log)
        if result.error:
            yield f"  ! {result.error}"
    yield from (f"  = {row}" for row in changes(before, shown(session, players)))


def changes(before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """The changed values, those of a creature after its id; for a list, the added and the removed entries."""
    for name, value in now.items():
        old = before.get(name)
        if name == "players":
            yield from (f"players: {row}" for row in changes(old or {}, value))
        elif name == "creatures":
            for creature, fields in value.items():
                yield from (f"{creature} {row}" for row in changes((old or {}).get(creature, {}), fields))
        elif value and isinstance(value, list | tuple) and isinstance(value[0], dict):
            texts, old_texts = list(map(compact, value)), list(map(compact, old or []))
            yield from (f"{name} + {each}" for each in texts if each not in old_texts)
            yield from (f"{name} - {each}" for each in old_texts if each not in texts)
        elif value != old:
            yield f"{name} {compact(value)}"


def compact(value: object) -> str:
    """A value in a few words: a table by its values that are not null."""
    if isinstance(value, dict):
        return ", ".join(f"{name}={compact(each)}" for name, each in value.items() if each is not None)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(compact, value))}]"
    return "none" if value is None else str(value)


@pytest.mark.parametrize("path", FIGHTS, ids=[path.stem for path in FIGHTS])
def test_the_results_of_fights_are_as_last_reviewed(path: Path) -> None:
    script = path.with_suffix(".txt")
    session = Session(read_encounter(path), RandomDice(Random(0)))
    players = PlayerPerspective()
    rows: list[str] = []
    for line in script.read_text(encoding="utf-8").splitlines():
        if line.startswith((PLAYED, TRIED)):
            on = session if line.startswith(PLAYED) else Session(session.fight, session.dice_source)
            seen_by = players if on is session else None
            rows += [line, *played(on, line[len(PLAYED) :], seen_by)]
    check_file(script, "".join(f"{row}\n" for row in rows))
