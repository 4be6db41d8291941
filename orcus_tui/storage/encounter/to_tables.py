"""A fight in progress as the tables of an encounter file, and as its text; `from_tables` reads them back."""

from collections.abc import Mapping

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.fight import Fight, Turn
from orcus_tui.rules import creation, field_shapes, fields
from orcus_tui.rules.public_settings import settings_table
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.briefing_tables import briefing_tables
from orcus_tui.storage.encounter.effect_tables import effect_table
from orcus_tui.storage.encounter.fall_tables import fall_table
from orcus_tui.storage.encounter.from_tables import FORMAT
from orcus_tui.storage.encounter.power_tables import power_table
from orcus_tui.storage.encounter.question_tables import question_table
from orcus_tui.systems import SYSTEMS

# What a creature is made from; the rest is left out if it follows from these.
_MADE_FROM = ("name", "kind", "level", "max_hp", "max_recoveries")
_PLAIN_KEYS = (
    *("phase", "round", "order", "interrupter", "asking", "announcement"),
    *("next_question", "next_effect", "next_bundle"),
)
_EMPTY = Fight("", "", {}, {})


def fight_text(fight: Fight, *, systems: Mapping[str, System] = SYSTEMS) -> str:
    """The TOML text of a fight in progress, for a person to read and for `read_encounter`."""
    import tomli_w  # here, since few fights are ever written

    return tomli_w.dumps(fight_table(fight, systems=systems), multiline_strings=True)


def fight_table(fight: Fight, *, systems: Mapping[str, System] = SYSTEMS) -> dict[str, object]:
    """The tables of a fight in progress: only texts, numbers, true and false, lists and tables of them."""
    system = systems[fight.system]
    table: dict[str, object] = {"format": FORMAT, "name": fight.name, "system": fight.system}
    table |= briefing_tables(fight.briefing)
    if fight.options:
        table["options"] = dict(fight.options)
    if fight.players:
        table["players"] = settings_table(fight.players)
    table["fight"] = _progress(system, fight)
    table["creature"] = [creature_table(id_, sheet, fight.states[id_], system) for id_, sheet in fight.sheets.items()]
    return table


def creature_table(id_: str, sheet: Sheet, state: State, system: System) -> dict[str, object]:
    """The table of one creature, without the values it would have by default."""
    origin = _origin(system, sheet, state)
    plain_sheet, plain_state = creation.create_from(system, {"name": sheet.name, **origin}, [(id_, sheet.name)])[id_]
    table: dict[str, object] = {"name": sheet.name, "id": id_}
    for field in fields.FIELDS.values():
        value = fields.field_value(field, sheet, state)
        if field.part == "making":
            continue
        if field.name in origin or value != fields.field_value(field, plain_sheet, plain_state):
            table[field.name] = field.shape.write(system, value)
    if sheet.powers:
        table["power"] = [power_table(system, power) for power in sheet.powers]
    if state.effects:
        table["effect"] = [effect_table(system, effect, id_) for effect in state.effects]
    return table


def _origin(system: System, sheet: Sheet, state: State) -> dict[str, object]:
    """The values that a creature is made from, without those it has by default."""
    origin = {
        name: value
        for name in _MADE_FROM
        if (value := fields.field_value(fields.FIELDS[name], sheet, state)) != fields.default(fields.FIELDS[name])
    }
    usual = system.creatures.default_recoveries(sheet.kind, sheet.level or 0)
    if sheet.max_recoveries is None and (usual, state.recoveries) != (None, None):
        origin["max_recoveries"] = None  # or it would have its kind's, or as many as are left
    return origin


def _progress(system: System, fight: Fight) -> dict[str, object]:
    table: dict[str, object] = {}
    for name in _PLAIN_KEYS:
        value = getattr(fight, name)
        if value != getattr(_EMPTY, name):
            table[name] = field_shapes.plain_value(system, value)
    if fight.turn:
        table["active"] = fight.turn.creature
        if flags := fields.changed_attributes(Turn(fight.turn.creature), fight.turn):
            table["turn"] = {name: getattr(fight.turn, name) for name in flags}
    if fight.counters != system.counters.initial:
        table["counters"] = dict(fight.counters)
    if fight.remembered:
        table["remembered"] = dict(fight.remembered)
    if fight.fallen:
        table["fallen"] = [fall_table(system, each) for each in fight.fallen]
    return table | _pending_table(fight)


def _pending_table(fight: Fight) -> dict[str, object]:
    """What waits for its time: delayed and readied turns, reminders, questions."""
    table: dict[str, object] = {}
    if fight.delayed:
        table["delayed"] = [_without_none(creature=id_, count=count) for id_, count in fight.delayed.items()]
    if fight.readied:
        table["readied"] = [
            {"creature": id_, "trigger": trigger, "round": number} for id_, (trigger, number) in fight.readied.items()
        ]
    if fight.last_targets is not None:
        table["last_targets"] = {how: list(targets) for how, targets in fight.last_targets.items()}
    if fight.reminders:
        table["reminder"] = [{"round": number, "text": text} for number, text in fight.reminders]
    if fight.questions:
        table["question"] = [question_table(each) for each in fight.questions]
    return table


def _without_none(**values: object) -> dict[str, object]:
    return {name: value for name, value in values.items() if value is not None}
