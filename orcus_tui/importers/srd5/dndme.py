"""dndme TOML: a monster, a party, or an encounter with its groups."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from orcus_tui.importers.creature_draft import CreatureDraft, one_line, plain
from orcus_tui.importers.import_result import ImportResult, Leftover, MissingCreature, UnreadableSource
from orcus_tui.importers.json_nodes import Node
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import decode_source
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.derived_numbers import average_of
from orcus_tui.importers.srd5.head_counts import head_count
from orcus_tui.importers.srd5.powers import read_hit_dice
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature, PrintedEntry, draft_of
from orcus_tui.importers.system_check import result_for_system
from orcus_tui.storage.toml.positions import Lines, Path, TomlFaults, load, locate

_FIELDS = (
    ("size", "size"), ("alignment", "alignment"), ("languages", "languages"), ("speed", "speed"), ("cr", "challenge"),
    ("vulnerable", "vulnerable"), ("resist", "resist"), ("notes", "description"),
)  # fmt: skip
_SECTIONS = (
    ("features", TRAITS), ("actions", "actions"), ("reactions", "reactions"),
    ("legendary_actions", "legendary actions"),
)  # fmt: skip


def read(data: bytes) -> ImportResult:
    """The creatures of a dndme source. Raises UnreadableSource if there are none."""
    text = decode_source(data)
    try:
        document = load(text.encode("utf-8", errors="replace"))
    except TomlFaults as wrong:
        first = wrong.faults[0]
        raise UnreadableSource(f"invalid TOML: {first.message}", first.line) from None
    node = _locate(document, locate(text), ())
    document_record = Record(node)
    drafts, others = _drafts(document_record)
    missing = list(_groups(document_record, others))
    if not drafts and not missing:
        raise UnreadableSource(
            "no creature found; monsters and characters have max_hp, an encounter's groups a monster"
        )
    return replace(result_for_system("srd5", drafts, others), missing_creatures=tuple(missing))


def _locate(value: object, lines: Lines, path: Path) -> Node:
    """A value as nodes with their lines, like those of JSON."""
    line = lines.line(path)
    if isinstance(value, Mapping):
        return Node({str(key): _locate(each, lines, (*path, str(key))) for key, each in value.items()}, line)
    if isinstance(value, list):
        return Node([_locate(each, lines, (*path, place)) for place, each in enumerate(value)], line)
    return Node(value if isinstance(value, str | int | float | bool) else str(value), line)


def _drafts(document: Record) -> tuple[list[CreatureDraft], list[Leftover]]:
    """The creatures of a file: one monster, or the characters of a party."""
    if "max_hp" in document:
        return [_creature(document)], []
    drafts: list[CreatureDraft] = []
    others: list[Leftover] = []
    for name in () if "groups" in document else document:
        record = document.record(name)
        if "max_hp" in record:
            drafts.append(_creature(record))
        else:
            others += (Leftover(line, "", one_line(f"{name}, {text}")) for line, text in record.unread_texts())
    document.record("groups")  # read as such
    others += [Leftover(line, "", one_line(text)) for line, text in document.unread_texts()]
    return drafts, others


def _groups(document: Record, others: list[Leftover]) -> Iterator[MissingCreature]:
    """The groups of an encounter: a monster of another file each, how many, and numbers of their own."""
    groups = document.record("groups")
    known: dict[str, int] = {}
    for name in groups:
        record = groups.record(name)
        monster = (record.text("monster") or name).replace("_", " ")
        draft = CreatureDraft(monster, record.line)
        _read_hit_points(draft, record)
        heads = head_count(record.text("count") or "1", known)
        known[name.casefold()] = heads.number
        fields = {key: value for key, value in draft.table.items() if key != "name"}
        fields |= {"name": plain(record.text("name"))} if record.text("name") else {}
        fields |= {"count": heads.number} if heads.number > 1 else {}
        if (ac := record.whole("ac")) is not None:
            fields["defenses"] = {"ac": ac}
        notes = [(record.line_of("count"), heads.note)] if heads.note else []
        left = [(each.line, each.text) for each in draft.leftovers]
        others += [
            Leftover(line, "", one_line(f"{name}, {text}")) for line, text in (*notes, *left, *record.unread_texts())
        ]
        yield MissingCreature(monster, record.line, fields)
    others += [Leftover(line, "", one_line(text)) for line, text in groups.unread_texts()]


def _creature(record: Record) -> CreatureDraft:
    """A monster, or, with a class, a character."""
    printed = PrintedCreature(record.text("name").replace("_", " "), record.line)
    types = (record.text("mtype").replace(":", ", "), record.text("race"))
    printed.put("type", ", ".join(dict.fromkeys(filter(None, map(plain, types)))), record.line_of("mtype"))
    for key, name in _FIELDS:
        printed.put(name, record.text(key), record.line_of(key))
    armor = record.text("armor")
    printed.put("ac", record.whole_or_text("ac"), record.line_of("ac"))
    printed.put("armor", f"({armor})" if armor else "", record.line_of("armor"))
    scores = ((each, record.whole(each)) for each in ABILITIES.values())
    printed.abilities = {each: score for each, score in scores if score is not None}
    for key, name in (("initiative_mod", "initiative"), ("xp", "xp")):
        printed.put(name, record.whole(key), record.line_of(key))
    printed.put("senses", _pairs(record.record("senses")), record.line_of("senses"))
    printed.put("immune", record.text("immune").split(","), record.line_of("immune"))
    _put_skills(printed, record)
    _read_sections(printed, record)
    draft = draft_of(printed)
    if "cclass" in record:
        draft.put("kind", "pc")
        draft.put("role", plain(record.text("cclass")))
    draft.put("level", record.whole("level"))
    _read_hit_points(draft, record)
    draft.put("hp", record.whole("cur_hp"))
    record.skip("image_url", "pc")
    draft.add_all_unclear(record.unread_texts())
    return draft


def _read_hit_points(draft: CreatureDraft, record: Record) -> None:
    """Reads hit points: a number, or dice, of which the average counts."""
    number, text = record.whole("max_hp"), record.text("max_hp")
    usual = average_of(text)
    if number is None and usual is not None:
        read_hit_dice(draft, text)
    elif number is None and text:
        draft.add_unclear(f"max_hp: {text}", record.line_of("max_hp"))
    draft.put("max_hp", usual if number is None else number)


def _pairs(inner: Record) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {inner.text(name)}".strip() for name in inner)


def _put_skills(printed: PrintedCreature, record: Record) -> None:
    """Puts the skills, and the saving throws among them."""
    inner = record.record("skills")
    saves = ((each, inner.whole(f"{each}_save")) for each in ABILITIES.values())
    printed.saves = {each: save for each, save in saves if save is not None}
    skills = ", ".join(f"{name} {inner.text(name)}" for name in inner if not name.endswith("_save"))
    printed.put("skills", skills, record.line_of("skills"))
    printed.unread += inner.unread_texts()


def _read_sections(printed: PrintedCreature, record: Record) -> None:
    for key, section in _SECTIONS:
        inner = record.record(key)
        for name in inner:
            item = inner.record(name)
            entry = PrintedEntry(section, item.text("name") or name, item.text("description"), item.line)
            printed.entries.append(entry)
            printed.unread += item.unread_texts()
        printed.unread += inner.unread_texts()
