"""Archmage JSON: a list of stat blocks of the Archmage Engine, one object each."""

from collections.abc import Iterator

from orcus_tui.importers.archmage.heads import DEFENSES, is_known_strength, put_strength
from orcus_tui.importers.archmage.powers import PrintedAction, Rider, add_action, riders_in
from orcus_tui.importers.archmage.traits import add_trait, read_critical_range, read_resistance, read_vulnerability
from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_entries import EntryFormat, read_entries
from orcus_tui.importers.json_nodes import node_text
from orcus_tui.importers.source_record import Record


def read(data: bytes) -> ImportResult:
    """The creatures of an Archmage JSON source. Raises UnreadableSource if there are none."""
    return read_entries(data, EntryFormat("archmage", _is_creature, _creature, "a name, a role, hp, ac, pd and md"))


def _is_creature(record: Record) -> bool:
    """Whether an entry has numbers; templates have none."""
    return "ac" in record and "hp" in record and bool(record.text("role"))


def _creature(record: Record) -> CreatureDraft:
    draft = CreatureDraft(record.text("name"), record.line)
    role, strength = plain(record.text("role")), plain(record.text("strength"))
    put_strength(draft, role, strength)
    draft.put("level", record.whole("level"))
    draft.put("role", role)
    draft.put("size", plain(record.text("size")))
    draft.put("type", plain(record.text("type")))
    if strength and not is_known_strength(strength):
        draft.add_unclear(f"strength: {strength}", record.line_of("strength"))
    draft.put("max_hp", record.whole("hp"))
    draft.put("initiative", record.whole("initiative"))
    draft.put("defenses", {name: value for name in DEFENSES if (value := record.whole(name)) is not None})
    read_resistance(draft, plain(record.text("resistance")), record.line_of("resistance"))
    read_vulnerability(draft, plain(record.text("vulnerability")), record.line_of("vulnerability"))
    items = record.records("items")
    for item in items:
        _item(draft, item)
    read_critical_range(draft, (item.text("description") for item in items))
    draft.add_all_unclear(record.unread_texts())
    return draft


def _item(draft: CreatureDraft, item: Record) -> None:
    kind, name = item.text("kind"), plain(item.text("name"))
    if kind == "action":
        attack, hit, miss = (item.text(key) for key in ("attack", "hit", "miss"))
        add_action(draft, PrintedAction(item.text("name"), attack, hit, miss, tuple(_riders(item)), item.line))
    else:
        add_trait(draft, name, item.text("description"), item.line, kind)
    draft.add_all_unclear(item.unread_texts())


def _riders(item: Record) -> Iterator[Rider]:
    """The listed riders, and those in the lines of the description."""
    for node in item.nodes("riders"):
        pair = node.value
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(each.value, str) for each in pair):
            yield Rider(str(pair[0].value), str(pair[1].value), node.line)
        else:
            yield Rider("", node_text(node), node.line)
    yield from riders_in(item.text("description"), item.line_of("description"))
