"""Improved Initiative JSON: stat blocks, characters and saved encounters, alone or in a full export."""

from collections.abc import Iterator

from orcus_tui.importers.creature_draft import CreatureDraft, one_line, plain
from orcus_tui.importers.import_result import ImportResult, Leftover, UnreadableSource
from orcus_tui.importers.json_nodes import Node, node_text, read_json
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import decode_source
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.derived_numbers import average_of, bonuses_text
from orcus_tui.importers.srd5.powers import modifier
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature, PrintedEntry, draft_of
from orcus_tui.importers.system_check import result_for_system

_LISTS = (
    ("DamageVulnerabilities", "vulnerable"), ("DamageResistances", "resist"), ("DamageImmunities", "immune"),
    ("ConditionImmunities", "condition immune"),
)  # fmt: skip
_SECTIONS = (
    ("Traits", TRAITS), ("Actions", "actions"), ("BonusActions", "bonus actions"), ("Reactions", "reactions"),
    ("LegendaryActions", "legendary actions"), ("MythicActions", "mythic actions"),
)  # fmt: skip
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
    draft.put("max_hp", record.whole("MaxHP") or None)
    draft.put("hp", record.whole("CurrentHP"))
    draft.put("temp_hp", record.whole("TemporaryHP") or None)
    if record.flag("Hidden"):
        draft.put("hidden", True)
    draft.put("notes", one_line(record.text("Notes")))
    record.skip(*_IGNORED, "PersistentCharacterId", "Initiative", "InitiativeGroup", "IndexLabel", "InterfaceVersion")
    record.skip("RevealedAC", "CombatantState")
    draft.add_all_unclear(record.unread_texts())
    return draft


def _creature(record: Record) -> CreatureDraft:
    """A stat block; one with a player is a character."""
    printed = PrintedCreature(record.text("Name"), record.line)
    printed.put("kind", record.text("Type"), record.line_of("Type"))
    _put_defense(printed, record)
    scores = record.record("Abilities")
    known = ((each, scores.whole(each.capitalize())) for each in ABILITIES.values())
    printed.abilities = {each: score for each, score in known if score is not None}
    # What the program adds to the modifier of Dexterity: its own creatures of the SRD all have 0.
    initiative = modifier(printed.abilities.get("dex")) + (record.whole("InitiativeModifier") or 0)
    printed.put("initiative", initiative, record.line_of("InitiativeModifier"))
    _put_bonuses(printed, record)
    for key in ("Speed", "Senses", "Languages"):
        printed.put(key.lower(), record.texts(key), record.line_of(key))
    for key, name in _LISTS:
        printed.put(name, record.texts(key), record.line_of(key))
    for key in ("Challenge", "Source", "Description"):
        printed.put(key.lower(), record.text(key), record.line_of(key))
    _read_sections(printed, record)
    player = plain(record.text("Player"))
    record.skip(*_IGNORED)
    printed.unread += record.unread_texts()
    draft = draft_of(printed)
    draft.put("kind", "pc" if player else None)
    return draft


def _put_defense(printed: PrintedCreature, record: Record) -> None:
    """Puts armor class and hit points, with the notes of each: what the armor is, and the hit dice."""
    points, armor = record.record("HP"), record.record("AC")
    dice, kind = (plain(each.text("Notes")).strip("() ") for each in (points, armor))
    printed.put("ac", armor.whole_or_text("Value"), armor.line)
    printed.put("armor", f"({kind})" if kind else "", armor.line)
    printed.put("hp", points.whole_or_text("Value"), points.line)
    if average_of(dice) is not None:
        printed.put("hit dice", dice, points.line)
    elif dice:
        printed.unread.append((points.line, f"HP: {dice}"))


def _put_bonuses(printed: PrintedCreature, record: Record) -> None:
    """Puts saving throws, by their abilities' short names, and skills."""
    skills: dict[str, int] = {}
    for key in ("Saves", "Skills"):
        for item in record.records(key):
            name, bonus = plain(item.text("Name")), item.whole("Modifier")
            short = name[:3].lower()
            if bonus is not None and key == "Saves" and short in ABILITIES.values():
                printed.saves[short] = bonus
            elif bonus is not None and key == "Skills" and name:
                skills[name] = bonus
            else:
                printed.unread.append((item.line, f"{key}: {item.text('Name')} {item.text('Modifier')}"))
            printed.unread += item.unread_texts()
    printed.put("skills", bonuses_text(skills), record.line_of("Skills"))


def _read_sections(printed: PrintedCreature, record: Record) -> None:
    for key, section in _SECTIONS:
        for item in record.records(key):
            name, usage = item.text("Name"), item.text("Usage").strip("() ")
            entry = PrintedEntry(section, f"{name} ({usage})" if usage else name, item.text("Content"), item.line)
            printed.entries.append(entry)
            printed.unread += item.unread_texts()
