"""Converts lines of journals of format 1, whose values were in lists by place, to lines of format 2.

Format 1 had only places for values; the tables here name them. The module imports only `old_values` of the program,
so that its results never change; a line of format 2 that no longer fits the program is refused by name.
"""

from collections.abc import Mapping
from typing import Any

from orcus_tui.storage.encounter.old_values import split_uses, values_in_words

Table = dict[str, Any]

_EVENTS = {
    "said": ("said", ("text", "creature")),
    "rolled": ("said", ("what", "working", "outcome", "creature")),
    "hp": ("hit points", ("creature", "working", "was_hp", "hp", "was_temp_hp", "temp_hp", "note")),
    "state": ("state", ("creature", "field", "value", "text")),
    "track": ("state", ("creature", "value", "text")),
    "sheet": ("sheet", ("creature", "field", "value", "text")),
    "fight": ("fight", ("field", "value", "text")),
    "effect": ("effect added", ("creature", "effect")),
    "ended": ("effect ended", ("creature", "effect", "label", "why")),
    "changed": ("effect changed", ("creature", "effect", "text")),
    "round": ("round", ("round",)),
    "turn": ("turn", ("creature", "actions", "used", "began_down", "delayed")),
    "action": ("action", ("creature", "actions", "text")),
    "asked": ("question asked", ("question",)),
    "closed": ("question closed", ("question", "why")),
    "creature": ("creature added", ("creature", "table")),
}
"""For the first value of an event: the event's name in format 2, and the names of its other values."""

_EFFECT = (
    *("id", "name", "kind", "source", "duration", "amount", "type", "bundle", "then", "power", "against", "once"),
    *("tags", "point", "maintain", "kept", "natural"),
)
_DURATION = ("ending", "anchor", "number", "words", "skips")
_QUESTION = ("id", "kind", "creature", "about", "die", "effect", "needs", "bonus", "edge")
_TRACK = ("bruised", "dazed", "staggered", "unconscious", "hurt", "wounded", "disabled", "dying", "dead")


def upgrade(table: Mapping[str, Any]) -> Table:
    """The line of format 2 for a line of format 1. Raises ValueError, TypeError, KeyError or IndexError."""
    if "format" in table:
        header = {"record": "header", **table, "format": 2}
        if "written" in header:
            header["saved_to"] = header.pop("written")
        return header
    return {"at": table["at"], **_record(table)}


def _record(table: Mapping[str, Any]) -> Table:
    if "deeds" in table:
        executions = [_execution(each) for each in table["deeds"]]
        return {
            "record": "change",
            "executions": executions,
            "line": table.get("line", ""),
            "removed": table.get("removed", 0),
        }
    if "aside" in table:
        return {"record": "aside", "execution": _execution(table["aside"])}
    if "alias" in table:
        name, line = table["alias"]
        return {"record": "alias", "name": name, "line": line}
    if "checkpoint" in table:
        return {"record": "checkpoint", "fight": table["checkpoint"], "saved_to": table.get("written", "")}
    if "fight" in table:
        return {"record": "whole fight", "fight": table["fight"], "line": table["line"]}
    verb = "undo" if "undo" in table else "redo"
    return {"record": verb, "count": table[verb]}


def _execution(values: list[Any]) -> Table:
    line, dice, events, *goes_on = values
    return {"line": line, "dice": dice, "events": _events(events), "goes_on": bool(goes_on)}


def _events(lists: list[list[Any]]) -> list[Table]:
    events = []
    for event in map(_event, lists):
        events.append(event)
        if event["event"] == "turn" and "used" in event:
            event["used"], _ = split_uses(event["used"])
        elif event["event"] == "state" and event["field"] == "used":
            event["value"], until_next_turn = split_uses(event["value"])
            change = {"event": "state", "creature": event["creature"], "field": "used_until_next_turn"}
            events.append({**change, "value": until_next_turn})
    return events


def _event(values: list[Any]) -> Table:
    kind, *rest = values
    tag, names = _EVENTS[kind]
    event = _with_messages(kind, {"event": tag, **_by_name(names, rest)})
    if kind in ("effect", "changed"):
        event["effect"] = _by_name(_EFFECT, event["effect"])
        event["effect"]["duration"] = _by_name(_DURATION, event["effect"]["duration"])
    elif kind in ("asked", "closed"):
        event["question"] = _question(_by_name(_QUESTION, event["question"]))
    elif kind == "track":
        event |= {"field": "track", "value": _by_name(_TRACK, event["value"])}
    return event


def _question(table: Table) -> Table:
    """The question with the values that format 1 only had in its words: its rule, power, ability or damage."""
    question = {name: value for name, value in table.items() if value is not None}
    return question | values_in_words(question)


def _with_messages(kind: str, event: Table) -> Table:
    """The event with its texts as messages; format 1 had only texts."""
    if kind == "rolled":
        outcome = event.pop("outcome", "")
        text = f"{event.pop('what')} {event.pop('working')}{f' – {outcome}' if outcome else ''}"
        return {**event, "message": _message(text, event.get("creature", ""))}
    if kind == "hp":
        working, staggered = event.pop("working"), bool(event.pop("note", ""))
        return {**event, "message": _message(working), "staggered": staggered}
    if kind == "ended":
        event["effect"] = {"id": event["effect"], "name": event.pop("label"), "kind": "other"}
    if "why" in event:
        why = event.pop("why")
        return {**event, "why": _message(why)} if why else event
    if "text" in event:
        text = event.pop("text")
        return {**event, "message": _message(text, event.get("creature", ""))} if text else event
    return event


def _message(text: str, creature: str = "") -> Table:
    return {"key": "plain of" if creature else "plain", "values": {"text": text}}


def _by_name(names: tuple[str, ...], values: list[Any]) -> Table:
    """The values by name; values missing at the end of a line have their defaults. Raises ValueError for too many."""
    if len(values) > len(names):
        raise ValueError(f"{len(values)} values where there are {len(names)}")
    return dict(zip(names, values, strict=False))
