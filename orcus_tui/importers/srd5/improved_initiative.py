"""Improved Initiative JSON: stat blocks, characters and saved encounters, alone or as the program exports them all."""

from collections.abc import Iterator

from orcus_tui.importers.creature_draft import Draft, one_line, plain, titled
from orcus_tui.importers.import_result import Found, Leftover, NotReadable
from orcus_tui.importers.json_lines import Node, Record, read_json, said
from orcus_tui.importers.source_text import text_of
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.powers import Execution, add_conditions, add_deed, add_types, modifier
from orcus_tui.importers.system_fit import found_of

_TYPES = (("DamageVulnerabilities", "vulnerable"), ("DamageResistances", "resist"), ("DamageImmunities", "immune"))
_DEEDS = (
    ("Actions", "", ()),
    ("BonusActions", "bonus", ()),
    ("Reactions", "reaction", ()),
    ("LegendaryActions", "free", ("legendary",)),
    ("MythicActions", "free", ("mythic",)),
)
# Where the program keeps it, and how it looks there.
_SILENT = ("Id", "Path", "Version", "ImageURL", "LastUpdateMs", "InitiativeSpecialRoll", "InitiativeAdvantage")


def read(data: bytes) -> Found:
    """The creatures of an Improved Initiative source. Raises NotReadable where it is no JSON, or has none in it."""
    others: list[Leftover] = []
    drafts = list(_drafts(read_json(text_of(data)), others))
    if not drafts:
        raise NotReadable("no stat block is in it: each has a Name, HP and AC")
    return found_of("srd5", drafts, others)


def _drafts(node: Node, others: list[Leftover]) -> Iterator[Draft]:
    """The creatures in a value, however deep; what is none goes to `others`."""
    if isinstance(node.value, str) and node.value.lstrip()[:1] in ("{", "["):
        node = _within(node)  # exports keep each stat block as a text of JSON
    record = Record(node)
    if "StatBlock" in record:
        yield _combatant(record)
    elif "HP" in record and "AC" in record:
        yield _creature(record)
    elif isinstance(node.value, dict | list):
        parts = node.value.values() if isinstance(node.value, dict) else node.value
        for part in parts:
            yield from _drafts(part, others)
    elif said(node):
        others.append(Leftover(node.line, "", f"no stat block: {one_line(said(node))}"))


def _within(node: Node) -> Node:
    """The JSON in a text, all on the text's line; the text itself where it is none."""
    try:
        return _moved(read_json(str(node.value)), node.line)
    except NotReadable:
        return Node(one_line(str(node.value)).lstrip("{["), node.line)


def _moved(node: Node, line: int) -> Node:
    if isinstance(node.value, dict):
        return Node({key: _moved(each, line) for key, each in node.value.items()}, line)
    if isinstance(node.value, list):
        return Node([_moved(each, line) for each in node.value], line)
    return Node(node.value, line)


def _combatant(record: Record) -> Draft:
    """A stat block with what has become of it: a combatant of an encounter, or a character."""
    draft = _creature(record.record("StatBlock"))
    name = plain(record.text("Alias")) or plain(record.text("Name"))
    if name and name != draft.name:
        draft.say(draft.name)
        draft.rename(name)
    for key, field in (("MaxHP", "max_hp"), ("CurrentHP", "hp"), ("TemporaryHP", "temp_hp")):
        draft.put(field, record.whole(key) or None)
    if record.flag("Hidden"):
        draft.put("hidden", True)
    draft.put("notes", one_line(record.text("Notes")))
    record.skip(*_SILENT, "PersistentCharacterId", "Initiative", "InitiativeGroup", "IndexLabel", "InterfaceVersion")
    record.skip("RevealedAC", "CombatantState")
    draft.leave_all(record.unread())
    return draft


def _creature(record: Record) -> Draft:
    draft = Draft(record.text("Name"), record.line)
    if plain(record.text("Player")):
        draft.put("kind", "pc")
    draft.put("type", plain(record.text("Type")))
    draft.put("max_hp", _with_notes(draft, record, "HP"))
    if (ac := _with_notes(draft, record, "AC")) is not None:
        draft.put("defenses", {"ac": ac})
    scores = record.record("Abilities")
    abilities = {each: score for each in ABILITIES.values() if (score := scores.whole(each.capitalize())) is not None}
    draft.put("abilities", abilities)
    own = record.whole("InitiativeModifier")
    draft.put("initiative", modifier(abilities.get("dex")) if own is None else own)
    draft.put("saves", _modifiers(draft, record, "Saves"))
    skills = _modifiers(draft, record, "Skills")
    draft.say(f"Skills: {', '.join(f'{name} {value:+d}' for name, value in skills.items())}" if skills else "")
    for key in ("Speed", "Senses", "Languages"):
        draft.put(key.lower(), ", ".join(plain(each) for each in record.texts(key)))
    for key, field in _TYPES:
        add_types(draft, field, record.texts(key), record.line_of(key))
    immune = [plain(each).lower() for each in record.texts("ConditionImmunities")]
    add_conditions(draft, immune, record.line_of("ConditionImmunities"))
    for label, key in (("Challenge", "Challenge"), ("Source:", "Source"), ("", "Description")):
        draft.say(f"{label} {record.text(key)}".strip() if record.text(key) else "")
    for item in record.records("Traits"):
        draft.leave(titled(item.text("Name"), item.text("Content")), item.line)
        draft.leave_all(item.unread())
    for key, action, tags in _DEEDS:
        for item in record.records(key):
            usage = item.text("Usage").strip("() ")
            name = f"{item.text('Name')} ({usage})" if usage else item.text("Name")
            add_deed(draft, Execution(name, item.text("Content"), item.line, action, tags=tags))
            draft.leave_all(item.unread())
    record.skip(*_SILENT)
    draft.leave_all(record.unread())
    return draft


def _with_notes(draft: Draft, record: Record, key: str) -> int | None:
    """The number, its notes kept as text."""
    inner = record.record(key)
    notes = plain(inner.text("Notes")).strip("() ")
    draft.say(f"{key} {notes}" if notes else "")
    return inner.whole("Value")


def _modifiers(draft: Draft, record: Record, key: str) -> dict[str, int]:
    """Names and modifiers, saves by the ability's short name."""
    found: dict[str, int] = {}
    for item in record.records(key):
        name, value = plain(item.text("Name")), item.whole("Modifier")
        if key == "Saves":
            name = next((each for each in ABILITIES.values() if name.lower().startswith(each)), "")
        if name and value is not None:
            found[name] = value
        else:
            draft.leave(f"{key}: {item.text('Name')} {item.text('Modifier')}", item.line)
        draft.leave_all(item.unread())
    return found
