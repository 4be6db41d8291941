"""Undo, redo, and amend: back to fights that were, and on from there with other words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from orcus_tui.commands.amend import amended
from orcus_tui.commands.context import Context
from orcus_tui.commands.errors import CommandError
from orcus_tui.commands.parse import Command, parse
from orcus_tui.deeds import carried_out
from orcus_tui.faces import AmendedFaces, OtherDiceNeeded, SameFaces
from orcus_tui.model import requests
from orcus_tui.model.events import read_log
from orcus_tui.rules.resolution import Impossible
from orcus_tui.systems import SYSTEMS
from orcus_tui.timeline import Change, Deed

if TYPE_CHECKING:
    from orcus_tui.model.fight import Fight
    from orcus_tui.session import Answer, Session


def undo(session: Session, step: requests.Undo) -> Answer:
    """Takes the last steps back."""
    return session.step_back(step.count)


def redo(session: Session, step: requests.Redo) -> Answer:
    """Does steps again that were taken back."""
    return session.step_forward(step.count)


def amend(session: Session, step: requests.Amend) -> Answer:
    """Goes back before a command, carries it out with other words and its own dice, then the later ones with theirs.

    Raises Impossible where there is no such command, CommandError where the words do not fit.
    """
    timeline = session.timeline
    changed = [place for place, deed in enumerate(timeline.deeds) if deed.changed]
    if not 1 <= step.count <= len(changed):
        raise Impossible(f"there are {len(changed)} commands to amend, not {step.count}")
    place = changed[-step.count]
    tail = tuple(timeline.deeds[place:])
    before = timeline.before(place)
    first = _amended_deed(session, before, tail[0], step.words)
    done, stopped = _again(session, first, tail[1:])
    line = f"amend {step.count} {step.words}" if step.count > 1 else f"amend {step.words}"
    warning = session.change(Change(line, done, tail))
    log = [f"instead of: {tail[0].line}"]
    for deed in done:
        log.append(f"> {deed.line}")
        log.extend(read_log(deed.events, deed.after))
    return (*log, *stopped), warning


def _context(session: Session, fight: Fight) -> Context:
    return Context(fight, SYSTEMS[fight.system], session.aliases)


def _amended_deed(session: Session, before: Fight, deed: Deed, words: str) -> Deed:
    context = _context(session, before)
    line = amended(deed.line, words, context)
    command = parse(line, context)
    if command is None:
        raise Impossible("nothing would be left of the command")
    return carried_out(before, command, AmendedFaces(deed.dice, session.faces))


def _again(session: Session, first: Deed, later: tuple[Deed, ...]) -> tuple[tuple[Deed, ...], list[str]]:
    """The amended deed and those after it, as far as they go, and a word on where they stopped."""
    done = [first]
    for deed in later:
        before = done[-1].after
        if not deed.changed:
            done.append(replace(deed, after=before))
            continue
        try:
            done.append(_same_deed(session, before, deed))
        except OtherDiceNeeded:
            return tuple(done), [f"stopped before: {deed.line} – it would need other dice now"]
        except (Impossible, CommandError) as fault:
            return tuple(done), [f"stopped before: {deed.line} – {fault}"]
    return tuple(done), []


def _same_deed(session: Session, before: Fight, deed: Deed) -> Deed:
    command: Command | None = parse(deed.line, _context(session, before))
    if command is None:
        raise Impossible("it says nothing now")
    return carried_out(before, command, SameFaces(deed.dice))
