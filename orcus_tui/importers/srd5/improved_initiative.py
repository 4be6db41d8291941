"""Improved Initiative JSON: stat blocks, characters and saved encounters, alone or in a full export."""

from collections.abc import Iterator

from orcus_tui.importers.creature_draft import CreatureDraft, one_line, plain
from orcus_tui.importers.import_result import ImportResult, Leftover, UnreadableSource
from orcus_tui.importers.json_nodes import Node, node_text, read_json
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import decode_source
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.description import read_hit_dice, read_trait
from orcus_tui.importers.srd5.multiattacks import list_attacks
from orcus_tui.importers.srd5.powers import add_action, add_conditions, add_types, modifier
from orcus_tui.importers.srd5.printed_action import PrintedAction
from orcus_tui.importers.system_check import result_for_system

_TYPES = (("DamageVulnerabilities", "vulnerable"), ("DamageResistances", "resist"), ("DamageImmunities", "immune"))
_ACTION_LISTS = (
    ("Actions", "", ()),
    ("BonusActions", "bonus", ()),
    ("Reactions", "reaction", ()),
    ("LegendaryActions", "legendary", ("legendary",)),
    ("MythicActions", "free", ("mythic",)),
)
# Where the program stores it, and how it looks there.
_IGNORED = ("Id", "Path", "Version", "ImageURL", "LastUpdateMs", "InitiativeSpecialRoll", "InitiativeAdvantage")


def read(data: bytes) -> ImportResult:
    """The creatures of an Improved Initiative source. Raises UnreadableSource if there are none."""
    others: list[Leftover] = []
    drafts = list(_drafts(read_json(decode_source(data)), others))
    if not drafts:
        raise UnreadableSource("no stat block found; each has a Name, HP and AC")
    return result_for_system("srd5", drafts, others)


def _drafts(node: Node, others: list[Leftover]) -> Iterator[CreatureDraft]:
    """The creatures anywhere in a value; other texts are added to `others`."""
    if isinstance(node.value, str) and node.value.lstrip()[:1] in ("{", "["):
        node = _inner_json(node)  # exports have each stat block as a string of JSON
    record = Record(node)
    if "StatBlock" in record:
        yield _combatant(record)
    elif "HP" in record and "AC" in record:
        yield _creature(record)
    elif isinstance(node.value, dict | list):
        parts = node.value.values() if isinstance(node.value, dict) else node.value
        for part in parts:
            yield from _drafts(part, others)
    elif node_text(node):
        others.append(Leftover(node.line, "", f"no stat block: {one_line(node_text(node))}"))


def _inner_json(node: Node) -> Node:
    """The JSON inside a string, all on the string's line; the string itself if it is not JSON."""
    try:
        return _move_to_line(read_json(str(node.value)), node.line)
    except UnreadableSource:
        return Node(one_line(str(node.value)).lstrip("{["), node.line)


def _move_to_line(node: Node, line: int) -> Node:
    if isinstance(node.value, dict):
        return Node({key: _move_to_line(each, line) for key, each in node.value.items()}, line)
    if isinstance(node.value, list):
        return Node([_move_to_line(each, line) for each in node.value], line)
    return Node(node.value, line)


def _combatant(record: Record) -> CreatureDraft:
    """A stat block with its current state: a combatant of an encounter, or a character."""
    draft = _creature(record.record("StatBlock"))
    name = plain(record.text("Alias")) or plain(record.text("Name"))
    if name and name != draft.name:
        draft.add_text(draft.name)
        draft.rename(name)
    for key, field in (("MaxHP", "max_hp"), ("CurrentHP", "hp"), ("TemporaryHP", "temp_hp")):
        draft.put(field, record.whole(key) or None)
    if record.flag("Hidden"):
        draft.put("hidden", True)
    draft.put("notes", one_line(record.text("Notes")))
    record.skip(*_IGNORED, "PersistentCharacterId", "Initiative", "InitiativeGroup", "IndexLabel", "InterfaceVersion")
    record.skip("RevealedAC", "CombatantState")
    draft.add_all_unclear(record.unread_texts())
    return draft


def _creature(record: Record) -> CreatureDraft:
    draft = CreatureDraft(record.text("Name"), record.line)
    if plain(record.text("Player")):
        draft.put("kind", "pc")
    draft.put("type", plain(record.text("Type")))
    draft.put("max_hp", _with_notes(draft, record, "HP"))
    if (ac := _with_notes(draft, record, "AC")) is not None:
        draft.put("defenses", {"ac": ac})
    scores = record.record("Abilities")
    abilities = {each: score for each in ABILITIES.values() if (score := scores.whole(each.capitalize())) is not None}
    draft.put("abilities", abilities)
    # What the program adds to the modifier of Dexterity: its own creatures of the SRD all have 0.
    draft.put("initiative", modifier(abilities.get("dex")) + (record.whole("InitiativeModifier") or 0))
    draft.put("saves", _modifiers(draft, record, "Saves"))
    skills = _modifiers(draft, record, "Skills")
    draft.add_fact(f"Skills: {', '.join(f'{name} {value:+d}' for name, value in skills.items())}" if skills else "")
    for key in ("Speed", "Senses", "Languages"):
        draft.put(key.lower(), ", ".join(plain(each) for each in record.texts(key)))
    for key, field in _TYPES:
        add_types(draft, field, record.texts(key), record.line_of(key))
    immune = [plain(each).lower() for each in record.texts("ConditionImmunities")]
    add_conditions(draft, immune, record.line_of("ConditionImmunities"))
    for label, key in (("Challenge", "Challenge"), ("Source:", "Source"), ("", "Description")):
        draft.add_text(f"{label} {record.text(key)}".strip() if record.text(key) else "")
    for item in record.records("Traits"):
        read_trait(draft, item.text("Name"), item.text("Content"), item.line)
        draft.add_all_unclear(item.unread_texts())
    for key, action, tags in _ACTION_LISTS:
        for item in record.records(key):
            usage = item.text("Usage").strip("() ")
            name = f"{item.text('Name')} ({usage})" if usage else item.text("Name")
            add_action(draft, PrintedAction(name, item.text("Content"), item.line, action, tags=tags))
            draft.add_all_unclear(item.unread_texts())
    list_attacks(draft)
    record.skip(*_IGNORED)
    draft.add_all_unclear(record.unread_texts())
    return draft


def _with_notes(draft: CreatureDraft, record: Record, key: str) -> int | None:
    """The number; its notes are kept as text, or are the hit dice."""
    inner = record.record(key)
    notes = plain(inner.text("Notes")).strip("() ")
    if key == "HP":
        read_hit_dice(draft, notes, key)
    else:
        draft.add_text(f"{key} {notes}" if notes else "")
    return inner.whole("Value")


def _modifiers(draft: CreatureDraft, record: Record, key: str) -> dict[str, int]:
    """Modifiers by name; those of saves by the ability's short name."""
    found: dict[str, int] = {}
    for item in record.records(key):
        name, value = plain(item.text("Name")), item.whole("Modifier")
        if key == "Saves":
            name = next((each for each in ABILITIES.values() if name.lower().startswith(each)), "")
        if name and value is not None:
            found[name] = value
        else:
            draft.add_unclear(f"{key}: {item.text('Name')} {item.text('Modifier')}", item.line)
        draft.add_all_unclear(item.unread_texts())
    return found
