"""Archmage JSON: a list of stat blocks of the Archmage Engine, one object each."""

from orcus_tui.importers.archmage.powers import add_action
from orcus_tui.importers.archmage.traits import read_critical_range, read_resistances, read_trait
from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_entries import EntryFormat, read_entries
from orcus_tui.importers.source_record import Record

_KINDS = {"normal": "standard", "weakling": "weakling", "elite": "elite", "double": "double", "triple": "triple"}
_DEFENSES = ("ac", "pd", "md")


def read(data: bytes) -> ImportResult:
    """The creatures of an Archmage JSON source. Raises UnreadableSource if there are none."""
    return read_entries(data, EntryFormat("archmage", _is_creature, _creature, "a name, a role, hp, ac, pd and md"))


def _is_creature(record: Record) -> bool:
    """Whether an entry has numbers; templates have none."""
    return "ac" in record and "hp" in record and bool(record.text("role"))


def _creature(record: Record) -> CreatureDraft:
    draft = CreatureDraft(record.text("name"), record.line)
    role, strength = plain(record.text("role")), plain(record.text("strength"))
    draft.put("kind", "mook" if role == "mook" else _KINDS.get(strength))
    draft.put("level", record.whole("level"))
    draft.put("role", role)
    draft.put("size", plain(record.text("size")))
    draft.put("type", plain(record.text("type")))
    if strength not in _KINDS:
        draft.add_unclear(f"strength: {strength}" if strength else "", record.line_of("strength"))
    elif role == "mook" and strength != "normal":
        draft.put("tags", [strength])
    draft.put("max_hp", record.whole("hp"))
    draft.put("initiative", record.whole("initiative"))
    draft.put("defenses", {name: value for name in _DEFENSES if (value := record.whole(name)) is not None})
    read_resistances(draft, record)
    for item in record.records("items"):
        _item(draft, item)
    read_critical_range(draft, record)
    draft.add_all_unclear(record.unread_texts())
    return draft


def _item(draft: CreatureDraft, item: Record) -> None:
    kind, name = item.text("kind"), plain(item.text("name"))
    if kind == "action":
        add_action(draft, item)
        return
    text = item.text("description")
    if kind == "nastierSpecial":
        draft.add_unclear_trait(f"{name} (nastier special)", text, item.line)
    elif read_trait(draft, name, text):
        draft.add_trait(name, text)
    else:
        draft.add_unclear_trait(name if kind in ("trait", "") else f"{name} ({kind})", text, item.line)
    draft.add_all_unclear(item.unread_texts())
