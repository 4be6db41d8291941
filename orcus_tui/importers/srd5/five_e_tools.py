"""5etools JSON: monsters of a bestiary, of homebrew, or alone."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft
from orcus_tui.importers.import_result import ImportResult, Leftover, UnreadableSource
from orcus_tui.importers.json_nodes import Node, entry_nodes, node_text, read_json
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import decode_source
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.derived_numbers import SIZES, proficiency_bonus
from orcus_tui.importers.srd5.powers import modifier
from orcus_tui.importers.srd5.printed_action import Option
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature, PrintedEntry, draft_of
from orcus_tui.importers.srd5.tool_tags import without_tags
from orcus_tui.importers.system_check import result_for_system

_ALIGNMENTS = {
    "L": "lawful", "N": "neutral", "C": "chaotic", "G": "good", "E": "evil", "U": "unaligned", "A": "any alignment",
    "NX": "neutral", "NY": "neutral",
}  # fmt: skip
_SECTIONS = (
    ("trait", TRAITS), ("action", "actions"), ("bonus", "bonus actions"), ("reaction", "reactions"),
    ("legendary", "legendary actions"), ("mythic", "mythic actions"),
)  # fmt: skip
_RESISTANCES = (
    ("resist", "resist"), ("immune", "immune"), ("vulnerable", "vulnerable"), ("conditionImmune", "condition immune"),
)  # fmt: skip
# Where it is printed, what searches find it by, and pictures.
_IGNORED = (
    "page", "srd", "srd52", "basicRules", "basicRules2024", "reprintedAs", "familiar", "group", "attachedItems",
    "legendaryGroup", "legendaryActions", "legendaryActionsLair", "environment", "hasToken", "hasFluff", "token",
    "hasFluffImages", "tokenHref", "tokenUrl", "soundClip", "altArt", "otherSources", "additionalSources", "isNpc",
    "isNamedCreature", "dragonCastingColor", "dragonAge", "pbNote", "savingThrowForced", "savingThrowForcedSpell",
    "savingThrowForcedLegendary", "conditionInflict", "conditionInflictSpell", "conditionInflictLegendary",
    "damageTagsSpell", "damageTagsLegendary", "treasure", "_versions", "alias", "tokenCredit", "foundryTokenScale",
)  # fmt: skip
_SPELLS_BY_USE = (("constant", "Constant"), ("will", "At will"), ("ritual", "Rituals"))
_PERIODS = (("daily", "day"), ("rest", "rest"), ("weekly", "week"), ("restLong", "long rest"), ("charges", "charges"))


def read(data: bytes) -> ImportResult:
    """The creatures of a 5etools source. Raises UnreadableSource if there are none."""
    document = read_json(decode_source(data))
    drafts: list[CreatureDraft] = []
    others: list[Leftover] = []
    nodes = entry_nodes(document, ("monster",))
    by_name = {name: each for each in nodes if "_copy" not in (held := _keys(each)) and (name := _name(held))}
    for node in nodes:
        whole = _with_copied(node, by_name)
        if {"ac", "hp"} <= _keys(whole).keys():
            drafts.append(draft_of(_creature(Record(whole))))
        else:
            base = Record(whole).record("_copy").text("name")
            why = f"a copy of {base}, which is in another file; import that" if base else "no armor class or hit points"
            others.append(Leftover(node.line, "", f"{_name(_keys(node)) or 'nameless'}: {why}"))
    if not drafts:
        raise UnreadableSource(others[0].text if others else "no stat block found; each has ac and hp")
    return result_for_system("srd5", drafts, others)


def _keys(node: Node) -> dict[str, Node]:
    return node.value if isinstance(node.value, dict) else {}


def _name(keys: dict[str, Node]) -> str:
    return node_text(keys["name"]) if "name" in keys else ""


def _with_copied(node: Node, by_name: dict[str, Node]) -> Node:
    """A monster with what it takes over from another of the same file; how that is changed stays unread."""
    keys = _keys(node)
    copied = keys.get("_copy")
    base = by_name.get(_name(_keys(copied))) if copied else None
    if copied is None or base is None:
        return node
    held = _keys(copied)
    changes = {"_mod": held["_mod"]} if "_mod" in held else {}
    return Node({**_keys(base), **{key: each for key, each in keys.items() if key != "_copy"}, **changes}, node.line)


def _creature(record: Record) -> PrintedCreature:
    printed = PrintedCreature(without_tags(record.text("name")), record.line)
    printed.put("size", " or ".join(SIZES.get(each, each) for each in record.texts("size")), record.line)
    printed.put("type", _type(record), record.line)
    printed.put("alignment", _alignment(record.nodes("alignment")), record.line)
    _put_armor(printed, record)
    _put_hit_points(printed, record)
    printed.put("speed", _speed(record), record.line_of("speed"))
    for short in ABILITIES.values():
        score = record.whole(short)
        printed.abilities |= {} if score is None else {short: score}
    _put_saves(printed, record.record("save"))
    printed.put("skills", _bonuses(record.record("skill")), record.line_of("skill"))
    for key, name in _RESISTANCES:
        _put_resistances(printed, name, record.nodes(key))
    passive = record.text("passive")
    senses = [*map(without_tags, record.texts("senses")), *([f"passive Perception {passive}"] if passive else [])]
    printed.put("senses", ", ".join(senses), record.line_of("senses"))
    printed.put("languages", ", ".join(map(without_tags, record.texts("languages"))), record.line_of("languages"))
    rating = record.text("cr") or record.record("cr").text("cr")
    printed.put("challenge", rating, record.line_of("cr"))
    _put_initiative(printed, record, rating)
    printed.put("gear", ", ".join(re.sub(r"\|[^,;]*", "", each) for each in record.texts("gear")), record.line)
    printed.put("source", record.text("source"), record.line)
    _read_sections(printed, record)
    record.skip(*_IGNORED, *(key for key in record if key.endswith("Tags")))
    printed.unread += record.unread_texts()
    return printed


def _type(record: Record) -> str:
    inner = record.record("type")
    tags = [each if isinstance(each.value, str) else Record(each).record("tag") for each in inner.nodes("tags")]
    words = [node_text(each) if isinstance(each, Node) else "" for each in tags]
    found = record.text("type") or inner.text("type") or " or ".join(inner.record("type").texts("choose"))
    size = SIZES.get(inner.text("swarmSize"), "")
    name = f"swarm of {size} {found}s" if size else found
    return f"{name} ({', '.join(filter(None, words))})" if any(words) else name


def _alignment(nodes: list[Node]) -> str:
    words = [_ALIGNMENTS.get(str(each.value), "") for each in nodes if isinstance(each.value, str)]
    if len(words) > 3:
        return f"any {' '.join(dict.fromkeys(words))} alignment"
    apart = [_alignment(Record(each).nodes("alignment")) for each in nodes if isinstance(each.value, dict)]
    return " or ".join(filter(None, [" ".join(dict.fromkeys(words)), *apart]))


def _put_armor(printed: PrintedCreature, record: Record) -> None:
    """The first armor class; with where it is from, then the others, which apply under some condition, beside it."""
    line = record.line_of("ac")
    found = [_armor(each) for each in record.nodes("ac")]
    if found:
        (number, beside), *others = found
        printed.put("ac", number, line)
        shown = [beside, *(f"{other} {words}".strip() for other, words in others)]
        printed.put("armor", ", ".join(shown), line)


def _armor(node: Node) -> tuple[int | str, str]:
    """An armor class, and what is said beside it."""
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value, ""
    each = Record(node)
    kinds, number = ", ".join(map(without_tags, each.texts("from"))), each.whole_or_text("ac")
    beside = " ".join(filter(None, (f"({kinds})" if kinds else "", without_tags(each.text("condition")))))
    return number or without_tags(each.text("special")), beside


def _put_hit_points(printed: PrintedCreature, record: Record) -> None:
    points, line = record.record("hp"), record.line_of("hp")
    printed.put("hp", points.whole_or_text("average") or points.text("special"), line)
    printed.put("hit dice", points.text("formula"), line)


def _put_saves(printed: PrintedCreature, saves: Record) -> None:
    for name in saves:
        bonus = saves.whole(name)
        if bonus is not None and name in ABILITIES.values():
            printed.saves[name] = bonus
        elif saves.text(name):
            printed.unread.append((saves.line_of(name), f"save: {name} {saves.text(name)}"))


def _speed(record: Record) -> str:
    speeds = record.record("speed")
    if record.text("speed"):
        return f"{record.text('speed')} ft."
    words: list[str] = []
    for each in speeds:
        inner = speeds.record(each)
        number, condition = speeds.text(each) or inner.text("number"), without_tags(inner.text("condition"))
        if number:
            words.append(" ".join(filter(None, ("" if each == "walk" else each, f"{number} ft.", condition))))
    return ", ".join(words)


def _bonuses(inner: Record) -> str:
    return ", ".join(f"{name.capitalize()} {inner.text(name)}" for name in inner if inner.text(name))


def _put_resistances(printed: PrintedCreature, name: str, nodes: list[Node]) -> None:
    """Damage types or conditions: plain ones, and lists, which may have a note about when they count."""
    known: list[str] = []
    for node in nodes:
        each = Record(node)
        inner = [node.value] if isinstance(node.value, str) else [text for key in each for text in each.texts(key)]
        before, note = each.text("preNote"), without_tags(each.text("note") or each.text("special"))
        words = " ".join(filter(None, (before, ", ".join(inner), note)))
        if not before and not note:
            known += inner
        elif name == "condition immune":
            printed.unread.append((node.line, f"{name}: {words}"))
        else:
            printed.limited.setdefault(name, []).append(words)
    printed.put(name, known, nodes[0].line if nodes else printed.line)


def _put_initiative(printed: PrintedCreature, record: Record, rating: str) -> None:
    """Initiative as given, or by Dexterity with once or twice the proficiency bonus."""
    inner = record.record("initiative")
    own = record.whole("initiative")
    own = inner.whole("initiative") if own is None else own
    times = inner.whole("proficiency")
    if own is None and times is not None:
        own = modifier(printed.abilities.get("dex")) + times * proficiency_bonus(rating)
    printed.put("initiative", own, record.line_of("initiative"))


def _read_sections(printed: PrintedCreature, record: Record) -> None:
    for key, section in _SECTIONS:
        for item in record.records(key):
            name, nodes = without_tags(item.text("name")), item.nodes("entries")
            options = _options(nodes[-1]) if nodes else ()
            text = " ".join(_texts(nodes[:-1] if options else nodes))
            printed.entries.append(PrintedEntry(section, name, text, item.line, options=options))
            item.skip("type")
            printed.unread += item.unread_texts()
        printed.introductions += _texts(record.nodes(f"{key}Header"))
    for item in record.records("spellcasting"):
        shown = "actions" if item.text("displayAs") == "action" else TRAITS
        name, text = without_tags(item.text("name")), " ".join(_texts(item.nodes("headerEntries")))
        printed.entries.append(PrintedEntry(shown, name, text, item.line, listed=_spells(item)))


def _options(node: Node) -> tuple[Option, ...]:
    """The options of an action: a list of passages that all have names."""
    items = Record(node).nodes("items")
    if not all(_name(_keys(each)) for each in items):
        return ()
    named = [(without_tags(_name(_keys(each))), each) for each in items]
    return tuple(Option(name.rstrip(".:"), " ".join(_passages(Record(each)))) for name, each in named)


def _texts(nodes: list[Node]) -> list[str]:
    """The passages of entries, with the names of those that have one."""
    found: list[str] = []
    for node in nodes:
        if not isinstance(node.value, dict):
            found.append(without_tags(node_text(node)))
            continue
        each = Record(node)
        name, words = without_tags(each.text("name")), " ".join(_passages(each))
        found.append(f"{name.rstrip('.:')}. {words}" if name else words)
    return [each for each in found if each]


def _passages(record: Record) -> list[str]:
    """The passages of an entry behind its name."""
    inner = [*record.nodes("entries"), *record.nodes("items"), *record.nodes("rows")]
    return [*filter(None, [without_tags(record.text("entry"))]), *_texts(inner)]


def _spells(item: Record) -> str:
    """Spells as stat blocks print them, by how often they can be cast, and what is said behind them."""
    words = [f"{label}: {_names(item.nodes(key))}" for key, label in _SPELLS_BY_USE if item.nodes(key)]
    for key, period in _PERIODS:
        inner = item.record(key)
        for times in inner:
            each = " each" if times.endswith("e") else ""
            words.append(f"{times.removesuffix('e')}/{period}{each}: {_names(inner.nodes(times))}")
    levels = item.record("spells")
    for level in levels:
        inner = levels.record(level)
        slots = f" ({inner.text('slots')} slots)" if inner.text("slots") else ""
        words.append(f"{'Cantrips' if level == '0' else f'Level {level}'}{slots}: {_names(inner.nodes('spells'))}")
    return " ".join([*words, *_texts(item.nodes("footerEntries"))])


def _names(nodes: list[Node]) -> str:
    return ", ".join(without_tags(Record(each).text("entry") or node_text(each)) for each in nodes)
