"""The deaths of the latest command, as tables of the file of a fight in progress."""

from collections.abc import Collection, Mapping
from typing import Any

from orcus_tui.model.fight import Fall
from orcus_tui.rules import field_shapes
from orcus_tui.rules.field_shapes import Read
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.effect_tables import effect_from, effect_reader, effect_table
from orcus_tui.storage.encounter.question_tables import question_from, question_reader, question_table
from orcus_tui.storage.encounter.readers import creature_among


def fall_reader(ids: Collection[str]) -> Read:
    """A reader of the table of a death; it returns checked values, for `fall_from`."""
    creature = creature_among(ids)
    ended = {"bearer": creature, "effect": effect_reader(ids)}
    readied = {"trigger": field_shapes.line, "round": field_shapes.TALLY.read}
    keys = {
        "creature": creature,
        "ended": field_shapes.tables("fight.fallen.ended", field_shapes.table(ended, required=ended)),
        "question": field_shapes.tables("fight.fallen.question", question_reader(ids)),
        "readied": field_shapes.table(readied, required=readied),
        "delayed": field_shapes.table({"count": field_shapes.GAME_NUMBER.read}),
    }
    return field_shapes.table(keys, required=("creature",))


def fall_from(values: Mapping[str, Any]) -> Fall:
    """The death with the checked values of its table."""
    readied, delayed = values.get("readied"), values.get("delayed")
    return Fall(
        values["creature"],
        effects=tuple(
            (each["bearer"], effect_from(each["effect"], each["bearer"], 0)) for each in values.get("ended", ())
        ),
        questions=tuple(map(question_from, values.get("question", ()))),
        readied=(readied["trigger"], readied["round"]) if readied else None,
        delayed=() if delayed is None else (delayed.get("count"),),
    )


def fall_table(system: System, fall: Fall) -> dict[str, object]:
    """The death as a table; `fall_reader` and `fall_from` make the same of it."""
    table: dict[str, object] = {"creature": fall.creature}
    if fall.effects:
        table["ended"] = [
            {"bearer": bearer, "effect": effect_table(system, effect, bearer)} for bearer, effect in fall.effects
        ]
    if fall.questions:
        table["question"] = [question_table(each) for each in fall.questions]
    if fall.readied:
        trigger, number = fall.readied
        table["readied"] = {"trigger": trigger, "round": number}
    for count in fall.delayed:
        table["delayed"] = {} if count is None else {"count": count}
    return table
