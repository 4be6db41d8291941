"""5etools JSON: monsters of a bestiary, of homebrew, or alone."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft, Leftover
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.json_nodes import Node, entry_nodes, node_text, read_json
from orcus_tui.importers.source_record import Record, Row, rows
from orcus_tui.importers.source_text import UnreadableSource, decode_source
from orcus_tui.importers.srd5.field_maps import FieldMap, Reading, named_saves, named_skills, proficiency_of, scores
from orcus_tui.importers.srd5.printed_action import Option, PrintedEntry
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature
from orcus_tui.importers.srd5.statistics import ABILITY_TITLES, SIZES, modifier

_ALIGNMENTS = {
    "L": "lawful", "N": "neutral", "C": "chaotic", "G": "good", "E": "evil", "U": "unaligned", "A": "any alignment",
    "NX": "neutral", "NY": "neutral",
}  # fmt: skip
# Sources, search terms and pictures.
_INTERNAL_FIELDS = (
    "page", "srd", "srd52", "basicRules", "basicRules2024", "reprintedAs", "familiar", "group", "attachedItems",
    "legendaryGroup", "legendaryActions", "legendaryActionsLair", "environment", "hasToken", "hasFluff", "token",
    "hasFluffImages", "tokenHref", "tokenUrl", "soundClip", "altArt", "otherSources", "additionalSources", "isNpc",
    "isNamedCreature", "dragonCastingColor", "dragonAge", "pbNote", "savingThrowForced", "savingThrowForcedSpell",
    "savingThrowForcedLegendary", "conditionInflict", "conditionInflictSpell", "conditionInflictLegendary",
    "damageTagsSpell", "damageTagsLegendary", "treasure", "_versions", "alias", "tokenCredit", "foundryTokenScale",
)  # fmt: skip
_SPELLCASTING = "spellcasting"
_SPELLS_BY_USE = (("constant", "Constant"), ("will", "At will"), ("ritual", "Rituals"))
_PERIODS = (("daily", "day"), ("rest", "rest"), ("weekly", "week"), ("restLong", "long rest"), ("charges", "charges"))


def read(data: bytes) -> ImportResult:
    """The creatures of a 5etools source. Raises UnreadableSource if there are none."""
    document = read_json(decode_source(data))
    drafts: list[CreatureDraft] = []
    others: list[Leftover] = []
    nodes = entry_nodes(document, ("monster",))
    by_name = {_name(each): each for each in nodes if "_copy" not in _keys(each) and _name(each)}
    for node in nodes:
        whole = _with_copied(node, by_name)
        record = Record(whole)
        if record.has_all(FIVE_E_TOOLS.marks):
            drafts.append(FIVE_E_TOOLS.draft_in(record))
        else:
            base = record.text("_copy.name")
            why = f"a copy of {base}, which is in another file; import that" if base else "no armor class or hit points"
            others.append(Leftover(node.line, "", f"{_name(node) or 'nameless'}: {why}"))
    if not drafts and others:
        raise UnreadableSource(others[0].text)
    return result_for_system("srd5", drafts, others)


def _keys(node: Node) -> dict[str, Node]:
    return node.value if isinstance(node.value, dict) else {}


def _name(node: Node) -> str:
    return Record(node).text("name")


def _with_copied(node: Node, by_name: dict[str, Node]) -> Node:
    """A monster with the values that it copies from another in the same file; changes to these values are not read."""
    keys = _keys(node)
    copied = keys.get("_copy")
    base = by_name.get(_name(copied)) if copied else None
    if copied is None or base is None:
        return node
    held = _keys(copied)
    changes = {"_mod": held["_mod"]} if "_mod" in held else {}
    return Node({**_keys(base), **{key: each for key, each in keys.items() if key != "_copy"}, **changes}, node.line)


# Fields


def _character(source: Record, path: str, printed: PrintedCreature) -> None:
    """The classes of a character, if it has any, and its race: `High Elf Wizard 5`."""
    classes = [(each.text("name"), each.whole("level") or 1) for each in source.records(path) if each.text("name")]
    if not classes and (named := re.fullmatch(r"(?P<name>\D+?) (?P<level>\d{1,2})", source.text(path))):
        classes = [(named["name"], int(named["level"]))]
    if not classes and source.text(path):
        classes = [(source.text(path), source.whole("level") or 1)]
    if not classes:
        return
    race = source.text("race") or source.record("race").text("name")
    level = sum(level for _, level in classes)
    printed.put_classes(level, [race], classes)


def _sizes(source: Record, path: str, _: PrintedCreature) -> str:
    return " or ".join(SIZES.get(each, each) for each in source.texts(path))


def _type(source: Record, path: str, _: PrintedCreature) -> str:
    """The type, with its tags: `swarm of Tiny beasts`, `humanoid (elf)`."""
    inner = source.record(path)
    words = [node_text(each) if isinstance(each.value, str) else "" for each in inner.nodes("tags")]
    found = source.text(path) or inner.text("type") or " or ".join(inner.texts("type.choose"))
    size = SIZES.get(inner.text("swarmSize"), "")
    name = f"swarm of {size} {found}s" if size else found
    return f"{name} ({', '.join(filter(None, words))})" if any(words) else name


def _alignment(source: Record, path: str, printed: PrintedCreature) -> str:
    nodes = source.nodes(path)
    words = [_ALIGNMENTS.get(str(each.value), "") for each in nodes if isinstance(each.value, str)]
    if len(words) > 3:
        return f"any {' '.join(dict.fromkeys(words))} alignment"
    apart = [_alignment(Record(each), path, printed) for each in nodes if isinstance(each.value, dict)]
    return " or ".join(filter(None, [" ".join(dict.fromkeys(words)), *apart]))


def _armor(source: Record, path: str, printed: PrintedCreature) -> int | str:
    """The first armor class; its origin, and armor classes that depend on a condition, are printed after it."""
    found = [_armor_class(each) for each in source.nodes(path)]
    if not found:
        return ""
    (number, extra), *others = found
    shown = [extra, *(f"{other} {words}".strip() for other, words in others)]
    printed.put("armor", ", ".join(shown), source.line_of(path))
    return number


def _armor_class(node: Node) -> tuple[int | str, str]:
    """An armor class, and the text after it."""
    if isinstance(node.value, int | str) and not isinstance(node.value, bool):
        return node.value, ""
    each = Record(node)
    kinds, number = ", ".join(each.texts("from")), each.whole_or_text("ac")
    extra = " ".join(filter(None, (f"({kinds})" if kinds else "", each.text("condition"))))
    return number or each.text("special"), extra


def _speed(source: Record, path: str, _: PrintedCreature) -> str:
    if source.text(path):
        return f"{source.text(path)} ft."
    speeds, words = source.record(path), list[str]()
    for each in speeds:
        number, condition = speeds.text(each) or speeds.text(f"{each}.number"), speeds.text(f"{each}.condition")
        if number:
            words.append(" ".join(filter(None, ("" if each == "walk" else each, f"{number} ft.", condition))))
    return ", ".join(words)


def _resistances(name: str) -> Reading:
    """Damage types or conditions: plain ones, and lists, which may have a note about when they count."""

    def read(source: Record, path: str, printed: PrintedCreature) -> list[str]:
        known: list[str] = []
        for node in source.nodes(path):
            each = Record(node)
            inner = [node.value] if isinstance(node.value, str) else [text for key in each for text in each.texts(key)]
            before, note = each.text("preNote"), each.text("note") or each.text("special")
            words = without_tags(" ".join(filter(None, (before, ", ".join(inner), note))))
            if not before and not note:
                known += inner
            elif name == "condition immune":
                printed.unread.append((node.line, f"{name}: {words}"))
            else:
                printed.limited.setdefault(name, []).append(words)
        return known

    return read


def _senses(source: Record, path: str, _: PrintedCreature) -> list[str]:
    passive = source.text("passive")
    return [*source.texts(path), *([f"passive Perception {passive}"] if passive else [])]


def _initiative(source: Record, path: str, printed: PrintedCreature) -> int | None:
    """Initiative as given, or by Dexterity with once or twice the proficiency bonus."""
    own, times = source.whole(path), source.whole(f"{path}.proficiency")
    own = source.whole(f"{path}.initiative") if own is None else own
    if own is None and times is not None:
        own = modifier(printed.abilities.get("dex")) + times * proficiency_of(printed)
    return own


def _gear(source: Record, path: str, _: PrintedCreature) -> list[str]:
    return [re.sub(r"\|[^,;]*", "", each) for each in source.texts(path)]


def _skip_tags(source: Record, _: str, __: PrintedCreature) -> None:
    """Skips the values for searches."""
    source.skip(*(key for key in source if key.endswith("Tags")))


# Entries


def _headers(source: Record, path: str, printed: PrintedCreature) -> None:
    printed.introductions += _texts(source.nodes(path))


def _add_entry(item: Record, _: str, section: str, printed: PrintedCreature) -> None:
    if section == _SPELLCASTING:
        _add_spellcasting(item, printed)
        return
    nodes = item.nodes("entries")
    options = _options(nodes[-1]) if nodes else ()
    text = " ".join(_texts(nodes[:-1] if options else nodes))
    printed.entries.append(PrintedEntry(section, item.text("name"), text, item.line, options=options))
    item.skip("type")
    printed.unread += item.unread_texts()


def _add_spellcasting(item: Record, printed: PrintedCreature) -> None:
    section = "actions" if item.text("displayAs") == "action" else TRAITS
    name, text = item.text("name"), " ".join(_texts(item.nodes("headerEntries")))
    printed.entries.append(PrintedEntry(section, name, text, item.line, listed=_spells(item)))


def _options(node: Node) -> tuple[Option, ...]:
    """The options of an action: a list of passages that all have names."""
    items = Record(node).nodes("items")
    if not all(map(_name, items)):
        return ()
    return tuple(Option(without_tags(_name(each)).rstrip(".:"), " ".join(_passages(Record(each)))) for each in items)


def _texts(nodes: list[Node]) -> list[str]:
    """The passages of entries, with their names, if any."""
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
    """The passages of an entry after its name."""
    inner = [*record.nodes("entries"), *record.nodes("items"), *record.nodes("rows")]
    return [*filter(None, [without_tags(record.text("entry"))]), *_texts(inner)]


def _spells(item: Record) -> str:
    """Spells as printed in stat blocks, by their uses, and the text after them."""
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


_SECTIONS = (
    ("trait", TRAITS), ("action", "actions"), ("bonus", "bonus actions"), ("reaction", "reactions"),
    ("legendary", "legendary actions"), ("mythic", "mythic actions"), (_SPELLCASTING, _SPELLCASTING),
)  # fmt: skip
FIVE_E_TOOLS = FieldMap(
    marks=("ac", "hp"),
    fields=(
        Row("class", "", _character),
        Row("size", "size", _sizes),
        Row("type", "type", _type),
        Row("alignment", "alignment", _alignment),
        Row("ac", "ac", _armor),
        *rows(("hp.average | hp.special", "hp"), ("hp.formula", "hit dice"), ("cr | cr.cr", "challenge")),
        Row("speed", "speed", _speed),
        Row("", "abilities", scores),
        Row("save", "saves", named_saves),
        Row("skill", "skills", named_skills),
        *(Row(each, each, _resistances(each)) for each in ("resist", "immune", "vulnerable")),
        Row("conditionImmune", "condition immune", _resistances("condition immune")),
        Row("senses", "senses", _senses),
        Row("initiative", "initiative", _initiative),
        *rows(("languages", "languages"), ("source", "source")),
        Row("gear", "gear", _gear),
        *(Row(f"{path}Header", "", _headers) for path, _ in _SECTIONS),
        Row("", "", _skip_tags),
    ),
    sections=_SECTIONS,
    entry=_add_entry,
    text=lambda text, _: without_tags(text),
    ignored=_INTERNAL_FIELDS,
)  # fmt: skip


# Tags: `{@hit 5}` is printed as `+5`


_TAG = re.compile(r"\{@(?P<tag>\w{1,30})(?: (?P<words>[^{}]*))?\}")
_DEEPEST = 6
"""Tags within tags; texts have two."""
_ATTACK_KINDS = {
    "mw": ("Melee", "Weapon"), "rw": ("Ranged", "Weapon"), "ms": ("Melee", "Spell"), "rs": ("Ranged", "Spell"),
    "m": ("Melee", ""), "r": ("Ranged", ""), "mp": ("Melee", "Power"), "rp": ("Ranged", "Power"),
}  # fmt: skip
_WORDS = {
    "h": "Hit: ", "m": "Miss: ", "hom": "Hit or Miss: ", "actSaveSuccess": "Success:", "actTrigger": "Trigger:",
    "actSaveSuccessOrFail": "Failure or Success:", "actSaveFail": "Failure:", "actResponse": "Response:",
}  # fmt: skip
_NUMBERS = {"1": "First", "2": "Second", "3": "Third"}


def without_tags(text: str) -> str:
    """The text as printed."""
    for _ in range(_DEEPEST if "{@" in text else 0):
        shown = _TAG.sub(_tag_text, text)
        if shown == text:
            break
        text = shown
    return text


def _tag_text(found: re.Match[str]) -> str:
    tag, words = found["tag"], found["words"] or ""
    if tag in ("atk", "atkr"):
        return _attack(words, "Attack Roll:" if tag == "atkr" else "Attack:")
    if tag == "recharge":
        return f"(Recharge {words}-6)" if words and words != "6" else "(Recharge 6)"
    if tag == "actSave":
        return f"{ABILITY_TITLES.get(words, words)} Saving Throw:"
    if tag == "actSaveFail" and words in _NUMBERS:
        return f"{_NUMBERS[words]} Failure:"
    if tag in _WORDS:
        return _WORDS[tag]
    return _with_sign(tag, _shown_part(words))


def _attack(words: str, ending: str) -> str:
    kinds = [_ATTACK_KINDS.get(each.strip(), ("", "")) for each in words.split(",")]
    reach, weapon = kinds[0]
    return " ".join(filter(None, (reach if len(kinds) == 1 else "Melee or Ranged", weapon, ending)))


def _shown_part(words: str) -> str:
    """The part of a tag that is shown: its third if there is one, else its first."""
    parts = words.split("|")
    return parts[2] if len(parts) > 2 and parts[2] else parts[0]


def _with_sign(tag: str, words: str) -> str:
    if tag == "hit" and words[:1].isdigit():
        return f"+{words}"
    if tag == "dc":
        return f"DC {words}"
    return f"{words} percent" if tag == "chance" else words
