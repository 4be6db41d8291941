"""How far a fight has come, as the table `[fight]` of a file or of a journal."""

from collections.abc import Collection, Mapping
from typing import Any

from orcus_tui.model.fight import OF_LAST_ATTACK, Turn
from orcus_tui.rules import field_shapes
from orcus_tui.rules.field_shapes import FieldFault, Read
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.fall_tables import fall_from, fall_reader
from orcus_tui.storage.encounter.question_tables import question_from, question_reader
from orcus_tui.storage.encounter.readers import creature_among


def progress_from(system: System, table: object, ids: Collection[str], faults: list[FieldFault]) -> dict[str, Any]:
    """The values in `[fight]`, by the attributes of a fight; adds their faults to `faults`."""
    progress, wrong = field_shapes.entries(system, table, _keys(ids))
    faults += (FieldFault(("fight", *one.tail), one.message) for one in wrong)
    active, turn = progress.pop("active", None), progress.pop("turn", {})
    if active:
        progress["turn"] = Turn(active, **turn)
    if "question" in progress:
        progress["questions"] = tuple(question_from(each) for each in progress.pop("question"))
    progress["delayed"] = {each["creature"]: each.get("count") for each in progress.get("delayed", ())}
    progress["readied"] = {each["creature"]: (each["trigger"], each["round"]) for each in progress.get("readied", ())}
    progress["reminders"] = tuple((each["round"], each["text"]) for each in progress.pop("reminder", ()))
    progress["fallen"] = tuple(map(fall_from, progress.pop("fallen", ())))
    return progress


def _keys(ids: Collection[str]) -> Mapping[str, Read]:
    """The keys of `[fight]`."""
    creature = creature_among(ids)
    delayed = {"creature": creature, "count": field_shapes.GAME_NUMBER.read}
    readied = {"creature": creature, "trigger": field_shapes.line, "round": field_shapes.TALLY.read}
    reminder = {"round": field_shapes.whole(1), "text": field_shapes.remark}
    turn = dict.fromkeys(("began_down", "acted", "delayed"), field_shapes.flag)
    return {
        "phase": field_shapes.one_of(lambda _: ("setup", "turns", "finished"), "phase"),
        "round": field_shapes.TALLY.read,
        "active": creature,
        "turn": field_shapes.table(turn),
        "order": field_shapes.each(creature),
        "delayed": field_shapes.tables("fight.delayed", field_shapes.table(delayed, required=("creature",))),
        "readied": field_shapes.tables("fight.readied", field_shapes.table(readied, required=readied)),
        "reminder": field_shapes.tables("fight.reminder", field_shapes.table(reminder, required=reminder)),
        "last_targets": field_shapes.table(dict.fromkeys(OF_LAST_ATTACK, field_shapes.each(creature))),
        "fallen": field_shapes.tables("fight.fallen", fall_reader(ids)),
        "interrupter": creature,
        "counters": field_shapes.COUNTERS.read,
        "remembered": field_shapes.REMEMBERED.read,
        "asking": field_shapes.one_of(lambda _: ("none", "party", "all"), "word for whose dice are asked for"),
        "question": field_shapes.tables("fight.question", question_reader(ids)),
        "announcement": field_shapes.remark,
        **dict.fromkeys(("next_question", "next_effect", "next_bundle"), field_shapes.next_id),
    }
