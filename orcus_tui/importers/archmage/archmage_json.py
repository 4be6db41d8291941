"""Archmage JSON: a list of stat blocks of the Archmage Engine, one object each."""

from orcus_tui.importers.archmage.powers import add_action
from orcus_tui.importers.archmage.traits import read_resistances, read_trait
from orcus_tui.importers.creature_draft import Draft, one_line, plain, titled
from orcus_tui.importers.import_result import Found, Leftover, NotReadable
from orcus_tui.importers.json_lines import Record, entries_of, read_json, said
from orcus_tui.importers.source_text import text_of
from orcus_tui.importers.system_fit import found_of

_KINDS = {"normal": "standard", "weakling": "weakling", "elite": "elite", "double": "double", "triple": "triple"}
_DEFENSES = ("ac", "pd", "md")


def read(data: bytes) -> Found:
    """The creatures of an Archmage JSON source. Raises NotReadable where it is no JSON, or has none in it."""
    drafts: list[Draft] = []
    others: list[Leftover] = []
    for node in entries_of(read_json(text_of(data))):
        record = Record(node)
        if "ac" in record and "hp" in record and record.text("role"):
            drafts.append(_creature(record))
        else:  # templates have no numbers of their own
            others.append(Leftover(node.line, "", f"no creature of its own: {one_line(said(node))}"))
    if not drafts:
        raise NotReadable("no stat block is in it: each has a name, a role, hp, ac, pd and md")
    return found_of("archmage", drafts, others)


def _creature(record: Record) -> Draft:
    draft = Draft(record.text("name"), record.line)
    role, strength = plain(record.text("role")), plain(record.text("strength"))
    draft.put("kind", "mook" if role == "mook" else _KINDS.get(strength))
    draft.put("level", record.whole("level"))
    draft.put("role", role)
    draft.put("size", plain(record.text("size")))
    draft.put("type", plain(record.text("type")))
    if strength not in _KINDS:
        draft.leave(f"strength: {strength}" if strength else "", record.line_of("strength"))
    elif role == "mook" and strength != "normal":
        draft.put("tags", [strength])
    draft.put("max_hp", record.whole("hp"))
    draft.put("initiative", record.whole("initiative"))
    draft.put("defenses", {name: value for name in _DEFENSES if (value := record.whole(name)) is not None})
    read_resistances(draft, record)
    for item in record.records("items"):
        _item(draft, item)
    draft.leave_all(record.unread())
    return draft


def _item(draft: Draft, item: Record) -> None:
    kind, name = item.text("kind"), plain(item.text("name"))
    if kind == "action":
        add_action(draft, item)
        return
    text = one_line(titled(name, item.text("description")))
    if kind == "nastierSpecial":
        draft.leave(f"Nastier: {text}", item.line)
    elif read_trait(draft, name, item.text("description")):
        draft.say(text)
    else:
        draft.leave(text if kind in ("trait", "") else f"{kind}: {text}", item.line)
    draft.leave_all(item.unread())
