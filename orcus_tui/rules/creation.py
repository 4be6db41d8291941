"""Creatures from the values of their fields: ids, names, and the defaults of their kind."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from orcus_tui.model.creature import Form, Sheet, State
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, own_sheet
from orcus_tui.model.power import with_parts
from orcus_tui.model.text import name_key, without_accents
from orcus_tui.rules import fields, typed_fields
from orcus_tui.rules.creature_values import LONGEST_ID
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, quote
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.system.creatures import Kind
from orcus_tui.rules.validators import LONGEST_NAME

if TYPE_CHECKING:
    from orcus_tui.model.typed_steps import Add

Values = Mapping[str, Any]
Identity = tuple[str, str]
"""An id and a name."""
NewCreatures = dict[str, tuple[Sheet, State]]
"""Creatures by id, each with its initial state."""

_PLAIN_KIND = Kind()
_NAMELESS = "creature"
_LONGEST_STEM = 40
_ROOM = 8


def create(system: System, values: Values, taken: Collection[str]) -> NewCreatures:
    """The creatures of one entry, by id; `values` are valid, by the names in FIELDS.

    Raises FieldFaults if a given id is already taken.
    """
    return create_from(system, values, _allot_one(values, taken))


def from_step(view: FightView, step: "Add") -> NewCreatures:
    """The creatures of an `add`: copies of one in the fight, else from the library, else new.

    Typed fields take precedence. Raises FieldFaults for every unknown, invalid or missing field.
    """
    system, fight = view.system, view.fight
    times = (("count", str(step.count)),) if step.count != 1 or "count" not in dict(step.fields) else ()
    typed = typed_fields.read_words(system, (("name", step.name), *times, *step.fields))
    values = fields.with_split_fields(typed)
    printed = step.printed or {}
    known = creature_named(fight, step.name)
    if known:
        return _with_effects(fight, _more_of(view, known, values, printed), printed)
    if printed:
        values = {**_merge(printed, values), "name": printed["name"]}
    if faults := fields.missing_fields(system, values, values):
        unknown = FieldFault((), f"{quote(step.name)} is neither in the fight nor in the library{step.near}")
        needs = [_explain_missing(each) for each in faults]
        raise FieldFaults(unknown, *needs)
    return newcomers(view, values)


def _explain_missing(missing: FieldFault) -> FieldFault:
    """The fault of a missing field, worded for `add`."""
    hit_points = missing.tail == ("max_hp",)
    return FieldFault((), "a new creature needs hit points, e.g. hp=20") if hit_points else missing


def newcomers(view: FightView, values: Values) -> NewCreatures:
    """The creatures of an entry as they join a fight, each with its effects.

    Raises FieldFaults if a given id is already taken.
    """
    return _with_effects(view.fight, create(view.system, values, view.fight.sheets), values)


def _with_effects(fight: Fight, made: NewCreatures, values: Values) -> NewCreatures:
    """The creatures, each with the effects that these values list."""
    numbers = count(fight.next_effect)
    found: NewCreatures = {}
    for id_, (sheet, state) in made.items():
        effects = tuple(_effect_on(each, id_, next(numbers)) for each in values.get("effect", ()))
        found[id_] = sheet, replace(state, effects=effects) if effects else state
    return found


def _effect_on(effect: Effect, bearer: str, number: int) -> Effect:
    """An effect on a bearer, which is also its source."""
    lasts = effect.duration
    if lasts.ending in ("start", "end", "this turn") and not lasts.anchor:
        lasts = replace(lasts, anchor=bearer)
    return replace(effect, id=number, source=bearer, duration=lasts)


def creature_named(fight: Fight, name: str) -> str | None:
    """The first creature of that name or id, with or without a number."""
    wanted = name_key(name)
    for id_, sheet in fight.sheets.items():
        if wanted in (id_, id_stem(id_), name_key(sheet.name), name_key(base_name(sheet.name))):
            return id_
    return None


def id_stem(id_: str) -> str:
    """An id without its number: `goblin` for `goblin3`, `unit-7` for `unit-7-3`."""
    return id_.rstrip("0123456789").rstrip("-") or id_


def _merge(values: Values, others: Values) -> Values:
    """The values, overridden by the others; tables are merged entry by entry."""
    found = {**values, **others}
    for name, value in others.items():
        if isinstance(value, Mapping) and isinstance(values.get(name), Mapping):
            found[name] = {**values[name], **value}
    return found


def base_name(name: str) -> str:
    """A name without its number: `Goblin` for `Goblin 3`."""
    return name.rstrip("0123456789").rstrip() or name


def _more_of(view: FightView, id_: str, values: Values, printed: Values) -> NewCreatures:
    """New creatures with the sheet of a creature in the fight, except for the given fields, and a fresh state.

    They continue its ids and names, and belong to its group.
    """
    system, sheets = view.system, view.fight.sheets
    known = own_sheet(view.fight, id_)
    values = {**values, "name": base_name(known.name)}
    if "id" in values:
        identities = _allot_one(values, sheets)
    else:
        last = _Numbers(sheets).last(id_stem(id_))
        identities = _numbered_identities(id_stem(id_), values["name"], range(last + 1, last + 1 + values["count"]))
    on_sheet, in_state = fields.split_values(values)
    in_state = {**fields.split_values(fields.with_split_fields(printed))[1], **in_state}
    for name, value in on_sheet.items():
        if isinstance(value, Mapping):
            on_sheet[name] = {**getattr(known, name), **value}
    sheet = replace(known, **{"reserve_until": "", **on_sheet})
    state = _begin(system, system.creatures.kinds.get(sheet.kind, _PLAIN_KIND), sheet, in_state)
    return {id_: (replace(sheet, name=own), state) for id_, own in identities}


def create_from(system: System, values: Values, identities: Sequence[Identity]) -> NewCreatures:
    """The creatures of one entry, with these ids and names."""
    first, name = identities[0]
    on_sheet, in_state = fields.split_values(fields.with_split_fields(values))
    kind = system.creatures.kinds.get(on_sheet.get("kind", "standard"), _PLAIN_KIND)
    on_sheet |= {"name": name}
    on_sheet.setdefault("group", first)
    on_sheet.setdefault("side", kind.side)
    on_sheet.setdefault("saves", kind.saves)
    if "max_hp" in system.health.fields:
        on_sheet.setdefault("max_hp", kind.max_hp)
    if "recoveries" in in_state:
        on_sheet.setdefault("max_recoveries", in_state["recoveries"])
    if "max_recoveries" not in on_sheet:
        usual = system.creatures.default_recoveries(on_sheet.get("kind", "standard"), on_sheet.get("level") or 0)
        on_sheet["max_recoveries"] = usual
    auras, traits, powers = (values.get(key, ()) for key in ("auras", "trait", "power"))
    sheet = Sheet(**on_sheet, auras=auras, traits=traits, powers=with_parts(powers))
    if "form" in values:
        sheet = replace(sheet, forms=forms_from(sheet, values["form"]))
    state = _begin(system, kind, sheet, in_state)
    return {id_: (sheet if own == name else replace(sheet, name=own), state) for id_, own in identities}


MERGED = ("defenses", "abilities", "skills")
"""The tables of a form that are added to the creature's; other fields of a form replace the creature's."""
TABLES_OF_SHEET = {"trait": "traits", "power": "powers", "auras": "auras"}
"""The values that files have in separate tables, and their attributes on a sheet."""


OF_THE_CREATURE = ("name", "side", "notes", "xp", "initiative")
"""The fields that do not change with a creature's form."""
_NOT_OF_A_FORM = {name: getattr(Sheet(name=""), name) for name in OF_THE_CREATURE[1:]}


def forms_from(sheet: Sheet, listed: Iterable[Values]) -> tuple[Form, ...]:
    """The forms of a creature: for each, its own sheet with the values of the form."""
    forms: list[Form] = []
    for values in listed:
        on_sheet, in_state = fields.split_values(values)
        for name in MERGED:
            if name in on_sheet:
                on_sheet[name] = {**getattr(sheet, name), **on_sheet[name]}
        if "max_hp" in on_sheet:
            on_sheet.setdefault("staggered", None)
        on_sheet |= {own: values[key] for key, own in TABLES_OF_SHEET.items() if key in values}
        if "powers" in on_sheet:
            on_sheet["powers"] = with_parts(on_sheet["powers"])
        on_sheet |= {"name": values["name"], **_NOT_OF_A_FORM}
        forms.append(Form(values["name"], replace(sheet, forms=(), **on_sheet), in_state.get("counters", {})))
    return tuple(forms)


def _begin(system: System, kind: Kind, sheet: Sheet, given: dict[str, Any]) -> State:
    """The state of a creature as the fight begins."""
    values = {
        "hp": sheet.max_hp,
        "recoveries": sheet.max_recoveries,
        "action_points": kind.action_points,
        "actions": tuple(action.each_turn for action in system.actions.kinds),
    } | given
    if sheet.resources:
        values["counters"] = {**initial_resources(sheet), **given.get("counters", {})}
    return system.health.begin(State(**values))


def initial_resources(sheet: Sheet) -> dict[str, int]:
    """The amount of each resource that a creature has at the start."""
    return {name: each.max if each.now is None else each.now for name, each in sheet.resources.items()}


# Ids


def stem(name: str) -> str:
    """The id for a name, without a number: `gormash-the-elite` for `Gor'mash the Élite`."""
    plain = without_accents(name).replace("'", "").replace("’", "")
    id_ = re.sub(r"[^a-z0-9]+", "-", plain).lstrip("-0123456789")
    return id_[:_LONGEST_STEM].rstrip("-") or _NAMELESS


def _allot_one(values: Values, taken: Collection[str]) -> list[Identity]:
    """The ids and names of the creatures of one entry. Raises FieldFaults for an id that clashes."""
    (identities,), faults = allot([values], taken)
    if faults:
        raise FieldFaults(*(FieldFault(one.tail[1:], one.message) for one in faults))
    return identities


def allot(entries: Sequence[Values], taken: Collection[str] = ()) -> tuple[list[list[Identity]], list[FieldFault]]:
    """The ids and names of the creatures of each entry, and faults for ids that clash.

    Creatures of one name are numbered. A given id takes precedence over one made from a name. The faults have the path
    `(entry, "id")`.
    """
    numbers = _Numbers(taken)
    allotted: list[list[Identity]] = [[] for _ in entries]
    faults: list[FieldFault] = []
    for place, entry in enumerate(entries):
        if "id" in entry:
            allotted[place] = _fixed_identities(entry["id"], entry["name"], entry.get("count", 1))
            clash = next((id_ for id_, _ in allotted[place] if id_ in numbers.taken), None)
            if clash is not None:
                faults.append(FieldFault((place, "id"), f'the id "{clash}" is taken already'))
            numbers.take(id_ for id_, _ in allotted[place])
    stems = {place: stem(entry["name"]) for place, entry in enumerate(entries) if "id" not in entry}
    several = Counter(stems.values())
    for place, id_ in stems.items():
        name, count = entries[place]["name"], entries[place].get("count", 1)
        last = numbers.last(id_)
        if count > 1 or several[id_] > 1 or last:
            allotted[place] = _numbered_identities(id_, name, range(last + 1, last + 1 + count))
        else:
            allotted[place] = [(id_, name)]
        numbers.take(each for each, _ in allotted[place])
    return allotted, faults


def _fixed_identities(id_: str, name: str, count: int) -> list[Identity]:
    return [(id_, name)] if count == 1 else _numbered_identities(id_, name, range(1, count + 1))


def _numbered_identities(id_: str, name: str, numbers: range) -> list[Identity]:
    # Leave room for the number: a generated name must not be too long to be read back.
    named = name[: LONGEST_NAME - _ROOM]
    return [(f"{_base(id_)}{number}", f"{named} {number}") for number in numbers]


def _base(id_: str) -> str:
    """The beginning of numbered ids: `unit-7-` for several creatures named `Unit 7`."""
    cut = id_[: LONGEST_ID - _ROOM]
    return f"{cut}-" if cut[-1].isdigit() else cut


class _Numbers:
    """The taken ids, and the highest number after each beginning."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken: set[str] = set()
        self._highest: dict[str, int] = {}
        self.take(taken)

    def take(self, ids: Iterable[str]) -> None:
        for id_ in ids:
            self.taken.add(id_)
            beginning = id_.rstrip("0123456789")
            if beginning != id_:
                self._highest[beginning] = max(int(id_[len(beginning) :]), self._highest.get(beginning, 0))

    def last(self, id_: str) -> int:
        """The highest number in use with this id; 1 if only the id without a number is in use, 0 if neither is."""
        return max(self._highest.get(_base(id_), 0), int(id_ in self.taken))
