"""TOML of dndme: a monster, a party, or an encounter with its groups."""

import re
from collections.abc import Mapping

from orcus_tui.importers.creature_draft import Draft, one_line, plain, titled
from orcus_tui.importers.import_result import Found, Leftover, NotReadable
from orcus_tui.importers.json_lines import Node, Record
from orcus_tui.importers.source_text import text_of
from orcus_tui.importers.srd5.clauses import ABILITIES, CONDITIONS
from orcus_tui.importers.srd5.powers import (
    Execution,
    add_conditions,
    add_deed,
    add_types,
    challenge,
    listed,
    modifier,
)
from orcus_tui.importers.system_fit import found_of
from orcus_tui.storage.toml.positions import Lines, Path, TomlFaults, load, locate

_DICE = r"([0-9]{1,3})d([0-9]{1,4}) ?(?:([+-]) ?([0-9]{1,5}))?"
_DEEDS = (("actions", "", ()), ("reactions", "reaction", ()), ("legendary_actions", "free", ("legendary",)))


def read(data: bytes) -> Found:
    """The creatures of a dndme source. Raises NotReadable where it is no TOML, or has none in it."""
    text = text_of(data)
    try:
        document = load(text.encode("utf-8", errors="replace"))
    except TomlFaults as wrong:
        first = wrong.faults[0]
        raise NotReadable(f"this is no TOML: {first.message}", first.line) from None
    node = _located(document, locate(text), ())
    drafts, others = _drafts(Record(node))
    if not drafts:
        raise NotReadable("no creature is in it: a monster or a character has max_hp, a group of an encounter too")
    return found_of("srd5", drafts, others)


def _located(value: object, lines: Lines, path: Path) -> Node:
    """A value with its lines, as JSON's are."""
    line = lines.line(path)
    if isinstance(value, Mapping):
        return Node({str(key): _located(each, lines, (*path, str(key))) for key, each in value.items()}, line)
    if isinstance(value, list):
        return Node([_located(each, lines, (*path, place)) for place, each in enumerate(value)], line)
    return Node(value if isinstance(value, str | int | float | bool) else str(value), line)


def _drafts(document: Record) -> tuple[list[Draft], list[Leftover]]:
    """A monster's file is one creature; those of a party, and the groups of an encounter, are tables."""
    if "max_hp" in document:
        return [_creature(document)], []
    drafts: list[Draft] = []
    others: list[Leftover] = []
    groups = document.record("groups") if "groups" in document else document
    for name in groups.names():
        record = groups.record(name)
        if "max_hp" in record:
            drafts.append(_group(record, name) if "monster" in record else _creature(record))
        else:
            others += (Leftover(line, "", one_line(f"{name}, {text}")) for line, text in record.unread())
    for line, text in (*groups.unread(), *(document.unread() if groups is not document else ())):
        others.append(Leftover(line, "", one_line(text)))
    return drafts, others


def _group(record: Record, name: str) -> Draft:
    """A group of an encounter: its own numbers; the rest is in its monster's file."""
    draft = Draft((record.text("name") or record.text("monster") or name).replace("_", " "), record.line)
    draft.put("count", record.whole("count"))
    _hit_points(draft, record)
    draft.leave(f"the rest is in the file of the monster {record.text('monster')}", record.line_of("monster"))
    draft.leave_all(record.unread())
    return draft


def _creature(record: Record) -> Draft:
    draft = Draft(record.text("name").replace("_", " "), record.line)
    if "cclass" in record:
        draft.put("kind", "pc")
        draft.put("role", plain(record.text("cclass")))
    draft.put("level", record.whole("level"))
    draft.put("size", plain(record.text("size")))
    types = (record.text("mtype").replace(":", ", "), record.text("race"))
    draft.put("type", ", ".join(dict.fromkeys(filter(None, map(plain, types)))))
    for key in ("alignment", "languages"):
        draft.put(key, plain(record.text(key)))
    _hit_points(draft, record)
    draft.put("hp", record.whole("cur_hp"))
    if (ac := record.whole("ac")) is not None:
        draft.put("defenses", {"ac": ac})
    abilities = {each: score for each in ABILITIES.values() if (score := record.whole(each)) is not None}
    draft.put("abilities", abilities)
    own = record.whole("initiative_mod")
    draft.put("initiative", modifier(abilities.get("dex")) if own is None else own)
    draft.put("xp", record.whole("xp"))
    draft.put("speed", plain(record.text("speed")))
    draft.put("senses", _pairs(record.record("senses")))
    _skills(draft, record)
    _withstands(draft, record)
    draft.say(challenge(record.text("cr")))
    for label, key in (("Armor:", "armor"), ("", "notes")):
        draft.say(f"{label} {record.text(key)}".strip() if record.text(key) else "")
    _deeds(draft, record)
    record.skip("image_url", "pc")
    draft.leave_all(record.unread())
    return draft


def _hit_points(draft: Draft, record: Record) -> None:
    """A number, or dice: then their average, and the dice are kept as text."""
    number, text = record.whole("max_hp"), record.text("max_hp")
    dice = re.fullmatch(_DICE, text.strip())
    if number is None and dice:
        more = int(dice[4] or 0) * (-1 if dice[3] == "-" else 1)
        number = max(1, int(dice[1]) * (int(dice[2]) + 1) // 2 + more)
        draft.say(f"Hit dice {text}")
    elif number is None and text:
        draft.leave(f"max_hp: {text}", record.line_of("max_hp"))
    draft.put("max_hp", number)


def _pairs(inner: Record) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {inner.text(name)}".strip() for name in inner.names())


def _skills(draft: Draft, record: Record) -> None:
    """Skills are kept as text; the saving throws among them are saves."""
    inner = record.record("skills")
    saves = {each: save for each in ABILITIES.values() if (save := inner.whole(f"{each}_save")) is not None}
    draft.put("saves", saves)
    skills = ", ".join(f"{name} {inner.text(name)}" for name in inner.names() if not name.endswith("_save"))
    draft.say(f"Skills: {skills}" if skills else "")
    draft.leave_all(inner.unread())


def _withstands(draft: Draft, record: Record) -> None:
    for key, field in (("vulnerable", "vulnerable"), ("resist", "resist")):
        add_types(draft, field, [record.text(key)], record.line_of(key))
    immune = listed(record.text("immune"))
    conditions = [each for each in immune if each in (*CONDITIONS, "exhaustion")]
    add_types(draft, "immune", [each for each in immune if each not in conditions], record.line_of("immune"))
    add_conditions(draft, conditions, record.line_of("immune"))


def _deeds(draft: Draft, record: Record) -> None:
    features = record.record("features")
    for key in features.names():
        item = features.record(key)
        draft.leave(titled(item.text("name"), item.text("description")), item.line)
        draft.leave_all(item.unread())
    draft.leave_all(features.unread())
    for kind, action, tags in _DEEDS:
        executions = record.record(kind)
        for key in executions.names():
            item = executions.record(key)
            add_deed(draft, Execution(item.text("name") or key, item.text("description"), item.line, action, tags=tags))
            draft.leave_all(item.unread())
        draft.leave_all(executions.unread())
