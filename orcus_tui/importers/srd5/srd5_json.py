"""SRD 5.1 JSON: monsters as the interface of that rules document gives them, one object each."""

from orcus_tui.importers.creature_draft import Draft, as_name, plain, titled
from orcus_tui.importers.import_result import Found
from orcus_tui.importers.json_blocks import drafts_in
from orcus_tui.importers.json_lines import Node, Record
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.powers import (
    Execution,
    add_conditions,
    add_deed,
    add_types,
    challenge,
    modifier,
)
from orcus_tui.importers.system_fit import found_of

_SAVE, _SKILL = "saving-throw-", "skill-"
_KINDS_OF_DEED = (
    ("actions", "", ()),
    ("reactions", "reaction", ()),
    ("legendary_actions", "free", ("legendary",)),
)
_TYPES = (("damage_vulnerabilities", "vulnerable"), ("damage_resistances", "resist"), ("damage_immunities", "immune"))
# Addresses and pictures; and what the prose says again in numbers, of which the prose is read.
_SILENT = ("index", "image", "url", "forms", "proficiency_bonus", "hit_points_roll", "updated_at")
_SAID_IN_PROSE = (
    "attack_bonus", "damage", "dc", "multiattack_type", "actions", "action_options", "options", "attacks",
    "spellcasting", "updated_at",
)  # fmt: skip


def read(data: bytes) -> Found:
    """The creatures of an SRD 5.1 JSON source. Raises NotReadable where it is no JSON, or has none in it."""
    drafts, others = drafts_in(data, _is_creature, _creature, "a name, hit_points and an armor_class")
    return found_of("srd5", drafts, others)


def _is_creature(record: Record) -> bool:
    return "name" in record and "hit_points" in record


def _creature(record: Record) -> Draft:
    draft = Draft(record.text("name"), record.line)
    for key in ("size", "alignment", "languages"):
        draft.put(key, plain(record.text(key)))
    draft.put("type", ", ".join(filter(None, (plain(record.text("type")), plain(record.text("subtype"))))))
    draft.put("max_hp", record.whole("hit_points"))
    draft.put("xp", record.whole("xp"))
    scores = {short: score for name, short in ABILITIES.items() if (score := record.whole(name)) is not None}
    draft.put("abilities", scores)
    draft.put("initiative", modifier(scores.get("dex")))
    draft.put("speed", _pairs(record, "speed"))
    draft.put("senses", _pairs(record, "senses"))
    _armor(draft, record)
    _proficiencies(draft, record)
    for key, field in _TYPES:
        add_types(draft, field, record.texts(key), record.line_of(key))
    immune = [plain(each).lower() for each in record.named("condition_immunities")]
    add_conditions(draft, immune, record.line_of("condition_immunities"))
    draft.say(challenge(record.text("challenge_rating")))
    for label, key in (("Hit dice", "hit_dice"), ("", "desc")):
        text = record.text(key) or " ".join(record.texts(key))
        draft.say(f"{label} {text}".strip() if text else "")
    for item in record.records("special_abilities"):
        _trait(draft, item)
    for key, action, tags in _KINDS_OF_DEED:
        for item in record.records(key):
            _deed(draft, item, action, tags)
    record.skip(*_SILENT)
    draft.leave_all(record.unread())
    return draft


def _pairs(record: Record, key: str) -> str:
    """A table of words, `walk 30 ft., fly 60 ft.`."""
    inner = record.record(key)
    return ", ".join(f"{plain(each.replace('_', ' '))} {plain(inner.text(each))}".strip() for each in inner.names())


def _armor(draft: Draft, record: Record) -> None:
    """The first armor class is what it usually has; the others are for when something is so."""
    for place, each in enumerate(record.records("armor_class")):
        value, kind = each.whole("value"), each.text("type")
        made_of = each.record(kind).text("name") or ", ".join(each.named(kind)) or each.text("desc")
        words = f"Armor class {value} ({', '.join(filter(None, (kind, made_of)))})"
        if place == 0 and value is not None:
            draft.put("defenses", {"ac": value})
            draft.say(words)
        else:
            draft.leave(words, each.line)
        draft.leave_all(each.unread())


def _proficiencies(draft: Draft, record: Record) -> None:
    saves: dict[str, int] = {}
    skills: list[str] = []
    for item in record.records("proficiencies"):
        what, value = item.record("proficiency"), item.whole("value")
        index = what.text("index")
        if value is None:
            draft.leave_all(item.unread())
        elif index.removeprefix(_SAVE) in ABILITIES.values():
            saves[index.removeprefix(_SAVE)] = value
        else:
            skills.append(f"{index.removeprefix(_SKILL)} {value:+d}")
    draft.put("saves", saves)
    draft.say(f"Skills: {', '.join(skills)}" if skills else "")


def _usage(item: Record) -> tuple[str, int]:
    """The use of the encounter format, and how many times where that is more than once."""
    usage = item.record("usage")
    kind, times, least = usage.text("type"), usage.whole("times") or 0, usage.whole("min_value") or 0
    if kind == "recharge on roll" and 1 <= least <= 6:
        return f"refresh {','.join(map(str, range(least, 7)))}", 0
    if kind == "recharge after rest":
        rests = {str(each.value) for each in usage.nodes("rest_types")}
        return ("encounter" if "short" in rests else "daily"), 0
    return ("daily", 0) if kind == "per day" and times == 1 else ("", times)


def _counted(draft: Draft, name: str, times: int) -> None:
    """What may be done some times a day is a counter."""
    if times > 1:
        held = draft.table.get("counters")
        draft.put("counters", {**(held if isinstance(held, dict) else {}), as_name(name.lower(), "uses"): times})


def _deed(draft: Draft, item: Record, action: str, tags: tuple[str, ...]) -> None:
    use, times = _usage(item)
    _counted(draft, plain(item.text("name")), times)
    made_of = _made_of(item.nodes("actions")) or _choices(item.record("action_options").record("from"))
    add_deed(draft, Execution(item.text("name"), item.text("desc"), item.line, action, use, tags, made_of))
    item.skip(*_SAID_IN_PROSE)
    draft.leave_all(item.unread())


def _made_of(nodes: list[Node]) -> str:
    """The actions of a multiattack, `Bite, 2 Claw`."""
    told = []
    for each in map(Record, nodes):
        count, name = each.text("count"), plain(each.text("action_name"))
        told.append(f"{count if count != '1' else ''} {name}".strip())
    return ", ".join(filter(None, told))


def _choices(options: Record) -> str:
    """The multiattacks to choose from, `2 Scimitar, Dagger; or 2 Dagger`."""
    told = []
    for each in options.nodes("options"):
        record = Record(each)
        told.append(_made_of(record.nodes("items") if "items" in record else [each]))
    return "; or ".join(filter(None, told))


def _trait(draft: Draft, item: Record) -> None:
    _, times = _usage(item)
    _counted(draft, plain(item.text("name")), times)
    draft.leave(titled(item.text("name"), item.text("desc")), item.line)
    item.skip(*_SAID_IN_PROSE)
    draft.leave_all(item.unread())
