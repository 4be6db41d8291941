"""Files of fifth-edition trackers: Improved Initiative, dndme, FightClub 5e and Game Master 5e."""

import re
from collections.abc import Iterator, Mapping

from orcus_tui.importers.creature_draft import CreatureDraft, Leftover, one_line, plain
from orcus_tui.importers.import_result import ImportResult, MissingCreature, result_for_system
from orcus_tui.importers.json_nodes import Node, node_text, read_json
from orcus_tui.importers.source_record import Record, Row, nonzero_number, rows
from orcus_tui.importers.source_text import UnreadableSource, decode_source
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.field_maps import (
    BonusKeys,
    FieldMap,
    entry,
    in_brackets,
    in_words,
    pairs,
    saves,
    scores,
    skills,
)
from orcus_tui.importers.srd5.printed_action import PrintedEntry, attack_in_fields
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature, draft_of
from orcus_tui.importers.srd5.statistics import SIZES, average_of, head_count, modifier
from orcus_tui.importers.xml_nodes import element_node, read_xml
from orcus_tui.storage.toml.positions import Lines, Path, TomlError, load, locate

# Improved Initiative


def _noted_dice(source: Record, path: str, printed: PrintedCreature) -> str:
    """The dice in the notes of hit points; other notes are not understood."""
    dice = plain(source.text(path)).strip("() ")
    if dice and average_of(dice) is None:
        printed.unread.append((source.line_of(path), f"HP: {dice}"))
        return ""
    return dice


def _initiative(source: Record, path: str, printed: PrintedCreature) -> int:
    """The Dexterity modifier plus the program's own bonus, which is 0 for all its SRD creatures."""
    return modifier(printed.abilities.get("dex")) + (source.whole(path) or 0)


_MODIFIER = BonusKeys("Name", ("Modifier",), follows=False)
# Storage and layout in the program.
_INTERNAL_FIELDS = ("Id", "Path", "Version", "ImageURL", "LastUpdateMs", "InitiativeSpecialRoll", "InitiativeAdvantage")
STAT_BLOCK = FieldMap(
    marks=("HP", "AC"),
    name="Name",
    fields=(
        *rows(("Type", "kind"), ("AC.Value", "ac"), ("HP.Value", "hp"), ("Player", "player"), ("Speed", "speed")),
        Row("AC.Notes", "armor", in_brackets()),
        Row("HP.Notes", "hit dice", _noted_dice),
        Row("Abilities", "abilities", scores),
        Row("InitiativeModifier", "initiative", _initiative),
        Row("Saves", "saves", saves(_MODIFIER)),
        Row("Skills", "skills", skills(_MODIFIER)),
        *rows(("DamageVulnerabilities", "vulnerable"), ("DamageResistances", "resist"), ("DamageImmunities", "immune")),
        *rows(("ConditionImmunities", "condition immune"), ("Senses", "senses"), ("Languages", "languages")),
        *rows(("Challenge", "challenge"), ("Source", "source"), ("Description", "description")),
    ),
    sections=(
        ("Traits", TRAITS), ("Actions", "actions"), ("BonusActions", "bonus actions"), ("Reactions", "reactions"),
        ("LegendaryActions", "legendary actions"), ("MythicActions", "mythic actions"),
    ),
    entry=entry("Name", "Content", "Usage"),
    ignored=_INTERNAL_FIELDS,
)  # fmt: skip
COMBATANT = FieldMap(
    marks=("StatBlock",),
    fields=(
        Row("MaxHP", "hp", nonzero_number),
        *rows(("CurrentHP", "hit points now"), ("Notes", "notes")),
        Row("TemporaryHP", "temporary hit points", nonzero_number),
    ),
    ignored=(
        *_INTERNAL_FIELDS, "StatBlock", "Name", "Alias", "Hidden", "PersistentCharacterId", "Initiative",
        "InitiativeGroup", "IndexLabel", "InterfaceVersion", "RevealedAC", "CombatantState",
    ),
)  # fmt: skip


def read_improved_initiative(data: bytes) -> ImportResult:
    """Stat blocks, characters and saved encounters. Raises UnreadableSource if there are none."""
    others: list[Leftover] = []
    drafts = list(_drafts(read_json(decode_source(data)), others))
    return result_for_system("srd5", drafts, others)


def _drafts(node: Node, others: list[Leftover]) -> Iterator[CreatureDraft]:
    """The creatures anywhere in a value; other texts are added to `others`."""
    if isinstance(node.value, str) and node.value.lstrip()[:1] in ("{", "["):
        node = _inner_json(node)  # in exports, each stat block is a string of JSON
    record = Record(node)
    if record.has_all(COMBATANT.marks):
        yield _combatant(record)
    elif record.has_all(STAT_BLOCK.marks):
        yield STAT_BLOCK.draft_in(record)
    elif isinstance(node.value, dict | list):
        parts = node.value.values() if isinstance(node.value, dict) else node.value
        for part in parts:
            yield from _drafts(part, others)
    elif node_text(node):
        others.append(Leftover(node.line, "", f"no stat block: {one_line(node_text(node))}"))


def _inner_json(node: Node) -> Node:
    """The JSON inside a string; the string itself if it is not JSON."""
    try:
        return read_json(str(node.value), node.line)
    except UnreadableSource:
        return Node(one_line(str(node.value)).lstrip("{["), node.line)


def _combatant(record: Record) -> CreatureDraft:
    """A stat block with its current state: a combatant of an encounter, or a character."""
    printed = STAT_BLOCK.creature_in(record.record("StatBlock"))
    known = len(printed.unread)
    COMBATANT.read_into(printed, record)
    printed.unread, of_state = printed.unread[:known], printed.unread[known:]
    draft = draft_of(printed)
    name = plain(record.text("Alias")) or plain(record.text("Name"))
    if name and name != draft.name:
        draft.add_text(draft.name)
        draft.rename(name)
    draft.put("hidden", record.flag("Hidden") or None)
    draft.add_all_unclear(of_state)
    return draft


# dndme


def _types(source: Record, path: str, _: PrintedCreature) -> str:
    """The type and the race, once if they are the same."""
    types = (source.text(path).replace(":", ", "), source.text("race"))
    return ", ".join(dict.fromkeys(filter(None, map(plain, types))))


def _listed(source: Record, path: str, _: PrintedCreature) -> list[str]:
    return source.text(path).split(",")


def _usual_hit_points(source: Record, path: str, printed: PrintedCreature) -> int | str:
    """A number, or the average of dice; also sets the dice as a field."""
    number, text = source.whole(path), source.text(path)
    usual = average_of(text)
    if number is None and usual is not None:
        printed.put("hit dice", text, source.line_of(path))
        return usual
    return text if number is None else number


def _skills_and_saves(source: Record, path: str, printed: PrintedCreature) -> str:
    """The skills; the saving throws among them have names such as `dex_save`."""
    inner = source.record(path)
    found = {each: save for each in ABILITIES.values() if (save := inner.whole(f"{each}_save")) is not None}
    printed.saves |= found
    words = ", ".join(f"{name} {inner.text(name)}" for name in inner if not name.endswith("_save"))
    printed.unread += inner.unread_texts()
    return words


DNDME = FieldMap(
    marks=("max_hp",),
    fields=(
        Row("mtype", "type", _types),
        *rows(("size", "size"), ("alignment", "alignment"), ("languages", "languages"), ("speed", "speed")),
        *rows(("cr", "challenge"), ("vulnerable", "vulnerable"), ("resist", "resist"), ("notes", "description")),
        *rows(("ac", "ac"), ("initiative_mod", "initiative"), ("xp", "xp"), ("level", "level")),
        *rows(("cclass", "player"), ("cclass", "role"), ("cur_hp", "hit points now")),
        Row("max_hp", "hp", _usual_hit_points),
        Row("armor", "armor", in_brackets()),
        Row("", "abilities", scores),
        Row("senses", "senses", pairs),
        Row("immune", "immune", _listed),
        Row("skills", "skills", _skills_and_saves),
    ),
    entry=entry(text="description"),
    ignored=("image_url", "pc"),
)  # fmt: skip


def read_dndme(data: bytes) -> ImportResult:
    """A monster, a party, or an encounter with its groups. Raises UnreadableSource if there are none."""
    text = decode_source(data)
    try:
        document = load(text.encode("utf-8", errors="replace"))
    except TomlError as wrong:
        raise UnreadableSource(f"invalid TOML: {wrong.fault.message}", wrong.fault.line) from None
    record = Record(_located(document, locate(text), ()))
    drafts, others = _creatures(record)
    missing = list(_groups(record, others))
    return result_for_system("srd5", drafts, others, missing)


def _located(value: object, lines: Lines, path: Path) -> Node:
    """A value as nodes with their lines, like those of JSON."""
    line = lines.line(path)
    if isinstance(value, Mapping):
        return Node({str(key): _located(each, lines, (*path, str(key))) for key, each in value.items()}, line)
    if isinstance(value, list):
        return Node([_located(each, lines, (*path, place)) for place, each in enumerate(value)], line)
    return Node(value if isinstance(value, str | int | float | bool) else str(value), line)


def _creatures(document: Record) -> tuple[list[CreatureDraft], list[Leftover]]:
    """The creatures of a file (one monster, or the characters of a party), and unread values."""
    if document.has_all(DNDME.marks):
        return [_dndme_draft(document)], []
    drafts: list[CreatureDraft] = []
    others: list[Leftover] = []
    for name in () if "groups" in document else document:
        record = document.record(name)
        if record.has_all(DNDME.marks):
            drafts.append(_dndme_draft(record))
        else:
            others += record.leftovers(f"{name}, ")
    document.skip("groups")
    return drafts, [*others, *document.leftovers()]


def _dndme_draft(record: Record) -> CreatureDraft:
    printed = DNDME.creature_in(record)
    printed.name = printed.name.replace("_", " ")
    return draft_of(printed)


_GROUP = FieldMap(
    marks=(),
    fields=(Row("max_hp", "hp", _usual_hit_points), Row("ac", "ac")),
    ignored=("monster", "name", "count"),
)


def _groups(document: Record, others: list[Leftover]) -> Iterator[MissingCreature]:
    """The groups of an encounter: each names a monster of another file, the count, and values that differ."""
    groups = document.record("groups")
    known: dict[str, int] = {}
    for name in groups:
        record = groups.record(name)
        monster = (record.text("monster") or name).replace("_", " ")
        heads = head_count(record.text("count") or "1", known)
        known[name.casefold()] = heads.number
        printed = PrintedCreature(monster, record.line)
        _GROUP.read_into(printed, record)
        draft = draft_of(printed)
        fields = {key: found for key, found in draft.table.items() if key != "name"}
        fields |= {"name": plain(record.text("name"))} if record.text("name") else {}
        fields |= {"count": heads.number} if heads.number > 1 else {}
        notes = [(record.line_of("count"), heads.note)] if heads.note else []
        notes += [(each.line, each.text) for each in draft.leftovers]
        others += [Leftover(line, "", one_line(f"{name}, {text}")) for line, text in notes]
        yield MissingCreature(monster, record.line, fields)
    others += groups.leftovers()


# FightClub 5e and Game Master 5e: the monsters of a compendium in XML


def _senses(source: Record, path: str, _: PrintedCreature) -> list[str]:
    senses, passive = source.text(path), source.text("passive").strip()
    return [senses, f"passive Perception {passive}" if passive and "passive" not in senses.lower() else ""]


def _spells(source: Record, path: str, printed: PrintedCreature) -> None:
    """Spells and slots, as a trait; some sources begin the slots with those of cantrips."""
    numbers = [int(each) for each in source.text("slots").split(",") if each.strip().isdecimal()]
    by_level = enumerate(numbers[1:] if numbers[:1] == [0] else numbers, 1)
    slots = [f"Level {level} ({number} slots): " for level, number in by_level if number and level < 10]
    if words := source.text(path).replace(",", ", "):
        text = f"Spells: {words}. {'; '.join(slots)}".strip() if slots else words
        printed.entries.append(PrintedEntry(TRAITS, "Spells", text, source.line_of(path)))


def _add_entry(item: Record, _: str, section: str, printed: PrintedCreature) -> None:
    name, text = plain(item.text("name")), item.joined_text("text")
    if re.match(_INTRODUCTION, name, re.IGNORECASE) and section in ("legendary actions", "mythic actions"):
        printed.introductions.append(text)
        return
    attack = attack_in_fields(plain(text), *_attack(item))
    limit = item.text("recharge").strip() if "(" not in name else ""
    for pattern, printed_words in _LIMITS:
        limit = re.sub(pattern, printed_words, limit)
    shown = f"{name} ({limit})" if limit else name
    printed.entries.append(PrintedEntry(section, shown, text, item.line, attack))


def _attack(item: Record) -> tuple[int | None, str]:
    """The bonus and the damage of the first attack that has both: `Bite|+6|2d6+3`."""
    for words in (item.text("attack"), *item.texts("attack")):
        parts = [part.strip() for part in words.split("|")]
        if len(parts) > 2 and re.fullmatch(r"\+?[0-9]{1,3}", parts[1]) and re.fullmatch(r"[0-9d+-]{1,20}", parts[2]):
            return int(parts[1]), parts[2]
    return None, ""


_INTRODUCTION = r"(?:legendary|mythic) actions\b"
_LIMITS = ((r"^D([2-5])$", r"Recharge \1-6"), ("^D6$", "Recharge 6"), (r"(?i)^([0-9]{1,4})/day$", r"\1/Day"))
"""The limits of actions in the program's words, and as they are printed."""
_SECTIONS = (
    ("trait", TRAITS), ("action", "actions"), ("bonus", "bonus actions"), ("reaction", "reactions"),
    ("legendary", "legendary actions"), ("mythic", "mythic actions"), ("lair", "lair actions"),
)  # fmt: skip
COMPENDIUM = FieldMap(
    marks=(),
    fields=(
        Row("size", "size", in_words(SIZES)),
        *rows(("type", "type"), ("alignment", "alignment"), ("ac", "ac"), ("hp", "hp"), ("speed", "speed")),
        *rows(("init", "initiative"), ("save", "saves"), ("skill", "skills"), ("cr", "challenge")),
        *rows(("vulnerable", "vulnerable"), ("resist", "resist"), ("immune", "immune")),
        *rows(("conditionImmune", "condition immune"), ("languages", "languages"), ("source", "source")),
        Row("description", "description"),
        Row("", "abilities", scores),
        Row("senses", "senses", _senses),
    ),
    sections=_SECTIONS,
    entry=_add_entry,
    last=(Row("spells", "", _spells),),
    text=lambda text, _: plain(text),
    ignored=("sortname", "environment", "npc", "slots", "ancestry", "treasure", "image", "token", "passive"),
)


def read_compendium(data: bytes) -> ImportResult:
    """The monsters of a compendium. Raises UnreadableSource if there are none."""
    text = decode_source(data)
    if text.lstrip().startswith("<monster"):  # cut out of a compendium
        text = f"<compendium>{text}</compendium>"
    root = read_xml(text)
    monsters = [each for each in root.children if each.tag == "monster"]
    lists = tuple(tag for tag, _ in _SECTIONS)
    drafts = [COMPENDIUM.draft_in(Record(element_node(each, lists))) for each in monsters]
    found = ((each, each.whole_text()) for each in root.children if each.tag != "monster")
    others = [Leftover(each.line, "", one_line(f"{each.tag}: {words}")) for each, words in found if words]
    return result_for_system("srd5", drafts, others)
