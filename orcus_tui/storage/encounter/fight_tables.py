"""A fight and its creatures as the tables of an encounter file or of a journal; `read` adds files and line numbers."""

from collections.abc import Collection, Mapping
from functools import partial
from itertools import count
from typing import Any

from msgspec.structs import replace

from orcus_tui import extensions
from orcus_tui.model.creature import Sheet, State, TakenForm, Track, in_own_form
from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.model.suggestions import nearest, suggest
from orcus_tui.model.text import name_key
from orcus_tui.rules import creation, fields, public_settings, typed_fields, validators
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, mismatch, quote, read_each, under, unknown
from orcus_tui.rules.field_table import Field, FieldTable
from orcus_tui.rules.system import Option, System
from orcus_tui.rules.zone_names import with_auras
from orcus_tui.storage.encounter.briefing_tables import BRIEFING, CHALLENGES, TIMERS, briefing_from
from orcus_tui.storage.encounter.creature_powers import read_powers, trait_faults
from orcus_tui.storage.encounter.effect_tables import EFFECT, effect_from, effect_table, read_effect
from orcus_tui.storage.encounter.modifier_tables import RULE
from orcus_tui.storage.encounter.power_tables import POWER, TRAIT
from orcus_tui.storage.encounter.zone_tables import AURA, IN_A_FORM, NOT_IN_A_FORM, form_table
from orcus_tui.systems import DEFAULT, SYSTEMS

FORMAT = 1

# The top of a file


def _read_options(scope: validators.Scope, value: object) -> dict[str, OptionValue]:
    if not isinstance(value, dict):
        raise mismatch("a table", value)
    values = read_each(partial(typed_fields.read_option, scope.system), value.items())
    return dict(zip(value, values, strict=True))


def _write_options(system: System, options: Mapping[str, OptionValue]) -> object:
    return {
        key: [each for each in str(value).split(",") if each] if system.options[key].several else value
        for key, value in options.items()
    }


def _options_schema(system: System) -> validators.Schema:
    return validators.table_schema({key: _option_schema(option, system) for key, option in system.options.items()})


def _option_schema(option: Option, system: System) -> validators.Schema:
    values: validators.Schema = {"enum": list(option.values)} if option.values else validators.WHOLE.schema_in(system)
    if option.several:
        values = {"type": "array", "items": values}
    usual = str(option.default).split(",") if option.several else option.default
    return {"description": option.about, "default": usual, **values}


ENCOUNTER = FieldTable(
    Fight("", "", {}, {}),
    Field("name", validators.NAME, "the name of the fight (that of the file)"),
    Field("options", validators.Validator(_read_options, _options_schema, write=_write_options), "rules options"),
    Field("players", public_settings.FIGHT, "what players see, of all, and in a table for each side"),
    Field("timer", TIMERS, "[[timer]] once for each", "timers"),
    Field("challenge", CHALLENGES, "[[challenge]] once for each", "challenges"),
    unstored=Fight.__struct_fields__,
)
"""The fields of a fight at the top of its file; those of its briefing are in BRIEFING."""
KEYS = ("format", *ENCOUNTER.fields, "system", "party", *BRIEFING.fields, "modifier", "fight", "creature")
"""The keys of an encounter file."""
PARTY_KEYS = ("format", "name", "system", "creature")
RULES = validators.tables("modifier", RULE)

# Reading a fight


def fight_from_table(table: Mapping[str, Any], *, name: str = "") -> Fight:
    """The fight in the tables of a file; `name` is its name if they have none.

    Raises FieldFaults with every fault.
    """
    faults = [*unknown_keys(table, KEYS), *format_faults(table)]
    system = system_of(table, faults)
    if system is None:
        raise FieldFaults(*faults)
    top, wrong = ENCOUNTER.values(
        validators.Scope(system), {key: table[key] for key in ENCOUNTER.fields if key in table}
    )
    faults += wrong
    creatures, events = table.get("creature", []), {"event": table.get("event", [])}
    sheets, states = _creatures(validators.Scope(system, tables=(events,)), creatures, faults)
    scope = validators.Scope(system, states, tables=(events, *(creatures if isinstance(creatures, list) else ())))
    briefing = briefing_from(scope, table, faults)
    progress: dict[str, Any] = {}
    if "fight" in table:
        from orcus_tui.storage.encounter.progress_tables import progress_from  # most fights have not begun

        progress = progress_from(scope, table["fight"], faults)
    ruled, wrong = validators.entries(
        scope, {key: table[key] for key in ("modifier",) if key in table}, {"modifier": RULES.read}
    )
    faults += wrong
    if faults:
        raise FieldFaults(*faults)
    fight = Fight(name, system.id, sheets, states, briefing=briefing, counters=dict(system.counters.initial))
    fight = replace(fight, modifiers=ruled["modifier"]) if ruled else fight
    found = replace(_number_effects(fight, progress), **ENCOUNTER.attribute_values(top), **progress)
    return found if found.zones else with_auras(system, found)


def _number_effects(fight: Fight, progress: dict[str, Any]) -> Fight:
    """Numbers the effects without a number; raises the next free numbers in `progress` above all used ones."""
    effects = [effect for state in fight.states.values() for effect in state.effects]
    if not effects:
        return fight
    numbers = count(max(effect.id for effect in effects) + 1)
    states = dict(fight.states)
    for id_, state in fight.states.items():
        if any(not effect.id for effect in state.effects):
            states[id_] = replace(
                state, effects=tuple(each if each.id else replace(each, id=next(numbers)) for each in state.effects)
            )
    highest_bundle = max(effect.bundle or 0 for effect in effects)
    progress["next_effect"] = max(progress.get("next_effect", 1), next(numbers))
    progress["next_bundle"] = max(progress.get("next_bundle", 1), highest_bundle + 1)
    return replace(fight, states=states)


# Keys, system and format


def unknown_keys(table: Mapping[str, Any], known: Collection[str]) -> list[FieldFault]:
    """A fault for each key that is not known here."""
    wrong = [key for key in table if key not in known]
    return [FieldFault((key,), f"unknown key{near}") for key, near in zip(wrong, suggest(wrong, known), strict=True)]


def system_of(table: Mapping[str, Any], faults: list[FieldFault]) -> System | None:
    """The system named, else the default; for a misspelled name the nearest system, and a fault."""
    named = table.get("system", DEFAULT)
    if isinstance(named, str) and named in SYSTEMS:
        return SYSTEMS[named]
    if not isinstance(named, str):
        faults.append(FieldFault(("system",), f"expected a text, got {quote(named)}"))
        return None
    if broken := extensions.why_broken(extensions.SYSTEMS, named):
        faults.append(FieldFault(("system",), broken))
        return None
    faults += unknown("system", named, SYSTEMS, "system").faults
    near = nearest(named, SYSTEMS)
    return None if near is None else SYSTEMS[near]


def format_faults(table: Mapping[str, Any]) -> list[FieldFault]:
    """A fault unless the file has the supported format."""
    if "format" not in table:
        return [FieldFault(("format",), f"missing: write format = {FORMAT}")]
    value = table["format"]
    if type(value) is int and value == FORMAT:
        return []
    return [FieldFault(("format",), f"this program reads format {FORMAT}, got {quote(value)}")]


# Reading creatures


def creature_from_table(table: object, scope: validators.Scope) -> tuple[str, Sheet, State]:
    """A single creature and its id from its table. Raises FieldFaults with every fault."""
    faults: list[FieldFault] = []
    sheets, states = _creatures(scope, [table], faults)
    if faults:
        raise FieldFaults(*(FieldFault(one.tail[2:], one.message) for one in faults))
    (id_,) = sheets
    effects = tuple(replace(each, id=each.id or 1) for each in states[id_].effects)
    return id_, sheets[id_], replace(states[id_], effects=effects)


def values_from_table(table: object, system: System) -> dict[str, Any]:
    """The checked values of a creature that is in no fight yet, by field, powers included.

    Its effects have no bearer yet. Raises FieldFaults with every fault, such as a field that only a creature in a fight
    has.
    """
    values, faults = _values(validators.Scope(system), table)
    values["effect"] = tuple(effect_from(each, NO_BEARER) for each in values.get("effect", ()))
    faults += (FieldFault((key,), why) for key, why in IN_A_FIGHT.items() if key in values)
    if faults:
        raise FieldFaults(*faults)
    return values


IN_A_FIGHT = {
    "id": "leave it out: a creature of the library gets its id in the fight",
    "count": "leave it out: `add NAME x3` says how many",
    "group": "leave it out: creatures added together are a group",
}
"""The fields that a creature of the library cannot have, and why."""
NO_BEARER = ""


def _read_form(scope: validators.Scope, table: object) -> dict[str, Any]:
    """The values of a form, by field."""
    values, wrong = validators.entries(scope, table, _FORM_READERS, ("name",))
    faults = [FieldFault(one.tail, NOT_IN_A_FORM.get(str(*one.tail[:1]), one.message)) for one in wrong]
    faults += read_powers(scope, values)
    if faults:
        raise FieldFaults(*faults)
    return values


def _read_aura(scope: validators.Scope, value: object) -> object:
    """The auras: a text for reminders, or `[[creature.aura]]` tables; a list may have both."""
    return (_AURAS if isinstance(value, list) else validators.LINE).read(scope, value)


_ANY = validators.Validator(lambda _, value: value, {})
_AURAS = validators.list_of(
    validators.Validator(lambda scope, each: (validators.LINE if isinstance(each, str) else AURA).read(scope, each), {})
)
_READERS: Mapping[str, validators.Read] = {
    **fields.READERS,
    "trait": validators.tables("creature.trait", _ANY).read,
    "power": validators.tables("creature.power", _ANY).read,
    "powers": _ANY.read,
    "casting": _ANY.read,
    "aura": _read_aura,
    "effect": validators.tables("creature.effect", validators.Validator(read_effect, EFFECT.schema)).read,
    "form": validators.tables("creature.form", validators.Validator(_read_form, {})).read,
    "form_taken": _ANY.read,
}
_FORM_READERS = {name: read for name, read in _READERS.items() if name in IN_A_FORM}
_OF_TAKEN_FORM: Mapping[str, validators.Read] = {
    "name": validators.LINE.read,
    "own": _ANY.read,
    **dict.fromkeys(("hp", "beyond", "lost"), validators.GAME_NUMBER.read),
}
_OF_IDENTITY = {name: fields.READERS[name] for name in ("id", "name", "count")}


def _creatures(
    scope: validators.Scope, found: object, faults: list[FieldFault]
) -> tuple[dict[str, Sheet], dict[str, State]]:
    """All valid creatures; adds the faults of the others to `faults`."""
    if not isinstance(found, list):
        faults.append(FieldFault(("creature",), f"write [[creature]], once for each, got {quote(found)}"))
        return {}, {}
    named = [_identity(scope, table) for table in found]
    if wrong_count := fields.creature_limit_message(sum(each.get("count", 1) for each in named)):
        faults.append(FieldFault(("creature",), wrong_count))
        return {}, {}
    identities, clashes = creation.allot(named)
    faults += under(clashes, "creature")
    # Any creature may be named in the fields of another, so all ids are known before the other fields are read.
    ids = {*scope.ids, *(id_ for each in identities for id_, _ in each)}
    scope = replace(scope, ids=ids, tables=(*scope.tables, *found), texts={})
    sheets: dict[str, Sheet] = {}
    states: dict[str, State] = {}
    for place, table in enumerate(found):
        values, wrong = _values(scope, table)
        effects = values.pop("effect", ())
        made = creation.create_from(scope.system, {**named[place], **values}, identities[place])
        wrong += fields.contradictions(scope.system, *next(iter(made.values())))
        if "form_taken" in values:
            made = {id_: _in_taken_form(scope, values, *one, wrong) for id_, one in made.items()}
        faults += under(wrong, "creature", place)
        for id_, (sheet, state) in made.items():
            sheets[id_] = sheet
            held = tuple(effect_from(each, id_) for each in effects)
            states[id_] = replace(state, effects=held) if held else state
    return sheets, states


def _identity(scope: validators.Scope, table: object) -> dict[str, Any]:
    """The valid values among a creature's id, name and count; even a wrong name makes an id."""
    own = {key: table[key] for key in _OF_IDENTITY if key in table} if isinstance(table, dict) else {}
    values, _ = validators.entries(scope, own, _OF_IDENTITY)
    return {"name": str(own.get("name", "")), **values}


def _values(scope: validators.Scope, table: object) -> tuple[dict[str, Any], list[FieldFault]]:
    """The valid values of a creature, by field, and the faults of the others."""
    values, faults = validators.entries(scope, table, _READERS)
    if "used" in values:
        from orcus_tui.storage.encounter.old_values import split_uses  # few fights in progress are read

        lasting, until_next_turn = split_uses(values["used"])
        values["used"] = tuple(lasting)
        values["used_until_next_turn"] = (*values.get("used_until_next_turn", ()), *until_next_turn)
    if isinstance(table, dict):
        faults += fields.missing_fields(scope.system, values, table)
        if "form" in table and _has_name_twice(table["form"]):
            faults.append(FieldFault(("form",), "two forms have the same name"))
    faults += read_powers(scope, values)
    if "form_taken" not in values:  # in a form, traits may name powers that the creature has only in its own
        faults += trait_faults(values)
    return values, faults


def _has_name_twice(forms: object) -> bool:
    named = [each.get("name") for each in forms if isinstance(each, dict)] if isinstance(forms, list) else []
    keys = [name_key(name) for name in named if isinstance(name, str)]
    return len({*keys}) < len(keys)


def _in_taken_form(
    scope: validators.Scope, values: Mapping[str, Any], sheet: Sheet, state: State, faults: list[FieldFault]
) -> tuple[Sheet, State]:
    """A creature in the form that it has taken, as the program has written it."""
    table = values["form_taken"]
    known = {key: table[key] for key in _OF_TAKEN_FORM if key in table} if isinstance(table, dict) else {}
    taken, wrong = validators.entries(scope, known, _OF_TAKEN_FORM)
    if wrong or not {"name", "own"} <= taken.keys():
        faults.append(FieldFault(("form_taken",), "only the program writes it: leave it out"))
        return sheet, state
    own = next(iter(_creatures(scope, [taken["own"]], wrong)[0].values()), sheet)
    faults += under((FieldFault(one.tail[2:], one.message) for one in wrong), "form_taken", "own")
    state = replace(state, form=TakenForm(**{**taken, "own": own}))
    forms = creation.forms_from(in_own_form(sheet, state)[0], values.get("form", ()))
    return replace(sheet, forms=forms), state


# Writing

_MADE_FROM = ("name", "kind", "level", "max_hp", "max_recoveries")
"""The fields that build a creature; other fields are written only if these do not imply their values."""


def fight_text(fight: Fight) -> str:
    """The TOML text of a fight in progress, for a person to read and for `read_encounter`."""
    import tomli_w  # here, since few fights are ever written

    return tomli_w.dumps(fight_table(fight), multiline_strings=True)


def fight_table(fight: Fight) -> dict[str, object]:
    """The tables of a fight in progress: only texts, numbers, true and false, lists and tables of them."""
    from orcus_tui.storage.encounter.progress_tables import progress_table

    system = SYSTEMS[fight.system]
    table: dict[str, object] = {"format": FORMAT, "name": fight.name, "system": fight.system}
    table |= BRIEFING.write(system, fight.briefing) | ENCOUNTER.write(system, fight)
    if fight.modifiers:
        table["modifier"] = [RULE.write(system, each) for each in fight.modifiers]
    table["fight"] = progress_table(system, fight)
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
            table[field.name] = field.validator.write(system, value)
    if sheet.traits:
        table["trait"] = [TRAIT.write(system, trait) for trait in sheet.traits]
    if sheet.auras:
        text = [sheet.aura] if sheet.aura else []
        table["aura"] = [*text, *(AURA.write(system, aura) for aura in sheet.auras)]
    if sheet.powers:
        table["power"] = [POWER.write(system, power) for power in sheet.powers]
    own, _ = in_own_form(sheet, state)
    if sheet.forms:
        table["form"] = [form_table(system, own, each) for each in sheet.forms]
    if state.form:
        table["form_taken"] = _taken_form_table(id_, state.form, system)
    if state.effects:
        table["effect"] = [effect_table(system, effect, id_) for effect in state.effects]
    return table


def _taken_form_table(id_: str, taken: TakenForm, system: System) -> dict[str, object]:
    """The form that a creature has taken, with the creature's own stat block."""
    track = Track() if "track" in system.health.fields else None
    plain = State(hp=taken.own.max_hp, recoveries=taken.own.max_recoveries, track=track)
    found = {"hp": taken.hp, "beyond": taken.beyond or None, "lost": taken.lost}
    return {
        "name": taken.name,
        **{key: value for key, value in found.items() if value is not None},
        "own": creature_table(id_, taken.own, plain, system),
    }


def _origin(system: System, sheet: Sheet, state: State) -> dict[str, object]:
    """The values that build a creature, without those that are defaults."""
    origin = {
        name: value
        for name in _MADE_FROM
        if (value := fields.field_value(fields.FIELDS[name], sheet, state)) != fields.default(fields.FIELDS[name])
    }
    usual = system.creatures.default_recoveries(sheet.kind, sheet.level or 0)
    if sheet.max_recoveries is None and (usual, state.recoveries) != (None, None):
        origin["max_recoveries"] = None  # without this entry, the maximum would be that of its kind, or what is left
    return origin
