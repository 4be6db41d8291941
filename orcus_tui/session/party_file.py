"""The party file: the lasting state of the heroes, saved from fight to fight."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from orcus_tui.errors import Impossible
from orcus_tui.model import requests
from orcus_tui.model.creature import Sheet, State, in_own_form
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import name_key, number, plural
from orcus_tui.rules import fields
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.lasting import LASTING_FIELDS, lasting_uses, lasts
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.templates import resources_text, slot_level
from orcus_tui.session.files import named_path, same_file
from orcus_tui.session.recorded_fight import RecordedFight, Result, SavedParty
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.storage.encounter.effect_tables import effect_table
from orcus_tui.storage.encounter.fight_tables import FORMAT, PARTY_KEYS, creature_table, fight_from_table, unknown_keys
from orcus_tui.storage.encounter.read import Document, comes_with_program, party_file, read_document
from orcus_tui.storage.lock import folder_lock
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.edit import EditError, edit_text, keys_with_comments
from orcus_tui.storage.toml.write import encounter_text
from orcus_tui.systems import SYSTEMS, view_of

FIELDS_WITHIN_A_FIGHT = (
    "group", "initiative_total", "actions", "surprised", "hidden", "shown_as", "players", "place",
    "reserve_until", "used_until_next_turn", "outcome",
)  # fmt: skip
"""The fields of a creature that only matter within a fight."""

NEW_PARTY = "party.toml"
"""The name of a new party file."""
OMITTED_WHEN_RESTED = tuple(each for each in LASTING_FIELDS if each not in ("max_hp", "recoveries"))
"""The lasting fields that a file may leave out, since a rested hero has the defaults."""


class Hero(Struct, frozen=True):
    """A table of a party file: its place, and the ids of its heroes in the fight (several for a `count`)."""

    place: int
    ids: tuple[str, ...]


def keep(session: RecordedFight, step: requests.Keep) -> Result:
    """Saves the heroes to the named file, else to the encounter's party file."""
    fight, encounter = session.fight, session.fight_files.encounter
    if session.is_following:
        raise Impossible("this tracker only follows the fight; `keep` in the one that plays it")
    if fight.phase == "turns":
        raise Impossible("the fight is not over; `finish` it first, then `keep` saves the heroes")
    if session.read_only and not step.file:
        raise Impossible("this fight is read-only: name the party file to save the heroes to, as in `keep party.toml`")
    party = party_of(session)
    path = named_path(session, step.file) if step.file else party
    if path is None:
        raise Impossible("no party file; `keep FILE` creates one")
    exists = os.path.lexists(path)  # also false for an impossible file name
    if encounter and exists and same_file(path, encounter):
        raise Impossible(f"{path} is the encounter itself, which is never overwritten; name a party file")
    with folder_lock(path):
        result = _save_into(session, path, path if os.path.lexists(path) else party)
    session.saved_party = SavedParty(path, len(session.timeline.executions))
    return result


def party_of(session: RecordedFight) -> Path | None:
    """The party file of the encounter or of the campaign, if there is one."""
    encounter = session.fight_files.encounter
    party = party_file(encounter) if encounter else None
    return session.campaign.party if party is None and session.campaign else party


def path_of_party(session: RecordedFight) -> Path:
    """The file for new heroes: the party file, or `party.toml` next to the encounter."""
    encounter = session.fight_files.encounter
    folder = encounter.parent if encounter and not comes_with_program(encounter) else Path()
    return party_of(session) or folder / NEW_PARTY


def _save_into(session: RecordedFight, path: Path, source: Path | None) -> Result:
    """Saves the heroes to a file with the rest of the party file `source`, if there is one."""
    fight = session.fight
    if source is None:
        write_atomically(path, _new_party(fight, path), disk=session.disk)
        return Result(lines=(f"saved to {path}: {', '.join(fight.sheets[each].name for each in _heroes(fight))}",))
    document = read_document(source)
    wanted, lines = party_changes(document.table, fight, source)
    lines += _unsaved_line(document.table, fight, source)
    if wanted == document.table and source == path:
        return Result(lines=(f"{path} is up to date already", *lines))
    text = document.data.decode("utf-8")
    edited = edit_text(source, text, _without_defaults(wanted, document.table, fight, text))
    _check(edited, fight, source)
    write_atomically(path, edited, disk=session.disk)
    return Result(lines=(f"saved to {path}", *lines))


def changes_to_keep(session: RecordedFight, path: Path) -> list[str]:
    """The changes that `keep` would make to a party file, a line for each hero; empty if it cannot save this party."""
    try:
        document = read_document(path)
        return party_changes(document.table, session.fight, path)[1]
    except (StorageError, Impossible):
        return []


def party_changes(party: Mapping[str, Any], fight: Fight, path: Path) -> tuple[dict[str, Any], list[str]]:
    """The tables of a party file with the present heroes, and a line for each hero that changed.

    Raises StorageError if a hero of the file is not in this fight, Impossible if heroes that share an entry differ.
    """
    view, before = view_of(fight), _party_fight(party, fight, path)
    creatures = [dict(each) for each in party["creature"]]
    heroes = list(_heroes_of_tables(party, before, fight, path))
    ids = {each for hero in heroes for each in hero.ids}
    lines = []
    for hero in heroes:
        tables = [_lasting_values(view, each, ids) for each in hero.ids]
        if any(each != tables[0] for each in tables):
            name = creatures[hero.place]["name"]
            raise Impossible(f"{name}: {len(tables)} share one entry of {path} and differ; give each an entry there")
        earlier = _lasting_values(view.moved(before), list(before.sheets)[_first_creature(party, hero.place)], ids)
        changes = {name: value for name, value in tables[0].items() if value != earlier[name]}
        _put_changes(creatures[hero.place], changes, fight.sheets[hero.ids[0]])
        if changes:
            lines.append(f"{fight.sheets[hero.ids[0]].name}: {_changes_text(view.system, changes)}")
    return {**party, "creature": creatures}, lines


def _unsaved_line(party: Mapping[str, Any], fight: Fight, path: Path) -> list[str]:
    """A line with the heroes of this fight that are missing from a party file, if any."""
    saved = {
        each for hero in _heroes_of_tables(party, _party_fight(party, fight, path), fight, path) for each in hero.ids
    }
    names = [fight.sheets[each].name for each in _heroes(fight) if each not in saved]
    return [f"not saved: {', '.join(names)} (not in {path})"] if names else []


def _without_defaults(wanted: Mapping[str, Any], party: Mapping[str, Any], fight: Fight, text: str) -> dict[str, Any]:
    """The tables as a person would write them, without the defaults of a rested hero.

    A value stays if it has a comment in `text`, the party file's text.
    """
    bare = [{key: each[key] for key in each if key not in OMITTED_WHEN_RESTED} for each in wanted["creature"]]
    rested = fight_from_table({**wanted, "system": fight.system, "creature": bare})
    creatures = []
    for place, (table, before) in enumerate(zip(wanted["creature"], party["creature"], strict=True)):
        defaults = _lasting_values(view_of(rested), list(rested.sheets)[_first_creature(wanted, place)], ())
        changed = [name for name in OMITTED_WHEN_RESTED if name in table and table[name] != before.get(name)]
        spare = {name for name in changed if table[name] == defaults[name]}
        # If no recoveries are spent, `recoveries` also gives the maximum.
        if table.get("recoveries") != before.get("recoveries") and table.get("max_recoveries") == table["recoveries"]:
            spare.add("max_recoveries")
        spare -= keys_with_comments(text, place)
        creatures.append({key: value for key, value in table.items() if key not in spare})
    return {**wanted, "creature": creatures}


def _party_fight(party: Mapping[str, Any], fight: Fight, path: Path) -> Fight:
    """A fight with only the heroes of a party file. Raises StorageError unless it is a party file for this system."""
    if unknown_keys(party, PARTY_KEYS) or not party.get("creature"):
        raise StorageError(
            path, "is not a party file; a party file has `format`, heroes, `name` and `system`, and nothing else"
        )
    if party.get("system", fight.system) != fight.system:
        raise StorageError(path, f"is for {party['system']}; this fight is for {fight.system}")
    return fight_from_table({**party, "system": fight.system})


def _first_creature(party: Mapping[str, Any], place: int) -> int:
    """The place of a table's first hero among all heroes."""
    return sum(each.get("count", 1) for each in party["creature"][:place])


def _heroes_of_tables(party: Mapping[str, Any], before: Fight, fight: Fight, path: Path) -> Iterable[Hero]:
    """The heroes in the fight of each table of the party file: by id, else by name."""
    all_ids = list(before.sheets)
    for place, table in enumerate(party["creature"]):
        first = _first_creature(party, place)
        ids = tuple(_id_in_fight(each, before, fight, path) for each in all_ids[first : first + table.get("count", 1)])
        yield Hero(place, ids)


def _id_in_fight(hero: str, before: Fight, fight: Fight, path: Path) -> str:
    """The id in the fight of a hero of the party file. Raises StorageError if the hero is not in the fight."""
    if hero in fight.sheets and fight.sheets[hero].side == before.sheets[hero].side:
        return hero
    name = name_key(base_name(before.sheets[hero].name))
    allies = [each for each, sheet in fight.sheets.items() if sheet.side == before.sheets[hero].side]
    namesakes = [each for each in allies if name_key(base_name(fight.sheets[each].name)) == name]
    if len(namesakes) != 1:
        raise StorageError(path, f"has a {before.sheets[hero].name}, who is not in this fight")
    return namesakes[0]


# Lasting values


def _lasting_values(view: FightView, hero: str, heroes: Collection[str]) -> dict[str, Any]:
    """The lasting values of a hero, by field of the format."""
    sheet, state = in_own_form(view.fight.sheets[hero], view.fight.states[hero])
    values = {name: _field(view.system, name, sheet, state) for name in LASTING_FIELDS}
    effects = [_effect(view.system, each, hero, heroes) for each in state.effects if lasts(view.system, each, heroes)]
    return {**values, "effect": effects}


def _field(system: System, name: str, sheet: Sheet, state: State) -> Any:
    value = fields.field_value(fields.FIELDS[name], sheet, state)
    if name == "used":
        value = lasting_uses(system, sheet, value)
    if name == "counters":
        value = {each: count for each, count in value.items() if count or each not in system.counters.implicit}
    return None if value is None else fields.FIELDS[name].validator.write(system, value)


def _effect(system: System, effect: Effect, bearer: str, heroes: Collection[str]) -> dict[str, Any]:
    """An effect for a party file.

    The hero becomes the source of a foe's effect, since foes are not in the next fight.
    """
    table = effect_table(system, effect, bearer)
    drop = {"id", "kept", "anchor"} | (set() if effect.source in heroes else {"source"})
    return {key: value for key, value in table.items() if key not in drop}


def _put_changes(table: dict[str, Any], changes: Mapping[str, Any], sheet: Sheet) -> None:
    """Writes the changes into a hero's table."""
    if "recoveries" in changes and sheet.max_recoveries is not None:
        # Otherwise the remaining recoveries would become the maximum.
        table.setdefault("max_recoveries", sheet.max_recoveries)
    for name, value in changes.items():
        if value is None or (name == "effect" and not value):
            table.pop(name, None)
        else:
            table[name] = value


def _changes_text(system: System, changes: Mapping[str, Any]) -> str:
    """The changes of a hero in words; only `dead` for a dead hero."""
    if changes.get("life") == "dead":
        return "dead"
    return ", ".join(_change_text(system, name, value) for name, value in changes.items())


def _change_text(system: System, name: str, value: Any) -> str:
    """A change in the system's words: `hp 31`, `stable`, `hit dice 2`, `spent Barred Gate`, `counters streak 1`."""
    if name == "life":
        return str(value)
    words = system.words.term(name).replace("_", " ")
    if name == "effect":
        return f"with {plural(len(value), 'effect')}" if value else "without effects"
    if isinstance(value, Mapping):
        if not value:
            return f"no {words}"
        if any(map(slot_level, value)):
            return resources_text(value, {})
        value = ", ".join(f"{key} {each}" for key, each in value.items())
    elif isinstance(value, Sequence) and not isinstance(value, str):
        value = ", ".join(map(str, value))
    elif isinstance(value, int):
        value = number(value)
    return f"{words} {value if value != '' else 'nothing'}"


def _check(text: str, fight: Fight, path: Path) -> None:
    """Raises EditError unless the heroes of a party file's text equal those in the fight."""
    _, other = party_changes(Document(path, text.encode()).table, fight, path)
    if other:
        raise EditError(path, f"not changed: the new text would not match the heroes ({'; '.join(other)})")


# A new party file


def _heroes(fight: Fight) -> list[str]:
    kinds = SYSTEMS[fight.system].creatures.kinds
    return [each for each, sheet in fight.sheets.items() if sheet.side == kinds[sheet.kind].side == "party"]


def _new_party(fight: Fight, path: Path) -> str:
    """The text of a new party file with this fight's heroes. Raises EditError if it would not match them."""
    view, heroes = view_of(fight), _heroes(fight)
    if not heroes:
        raise Impossible("there are no heroes in this fight")
    creatures = [_new_hero_table(view, each, heroes) for each in heroes]
    text = encounter_text({"format": FORMAT, "system": fight.system, "creature": creatures})
    _check(text, fight, path)
    return text


def _new_hero_table(view: FightView, hero: str, heroes: Collection[str]) -> dict[str, Any]:
    replaced = ("counters", "used", "effect")
    whole = creature_table(hero, view.fight.sheets[hero], view.fight.states[hero], view.system)
    table = {key: value for key, value in whole.items() if key not in (*FIELDS_WITHIN_A_FIGHT, *replaced)}
    lasting = _lasting_values(view, hero, heroes)
    return {**table, **{key: lasting[key] for key in replaced if lasting[key]}}
