"""Fantasy Statblocks of Obsidian: creatures as YAML in notes, in fenced blocks or in a note's properties."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.importers.import_result import ImportResult, Leftover, UnreadableSource
from orcus_tui.importers.json_nodes import Node, entry_nodes, node_text
from orcus_tui.importers.obsidian_notes import PROPERTIES, block_node, fence, numbered_lines
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import decode_source
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.encounter_blocks import take_out
from orcus_tui.importers.srd5.printed_action import attack_in_fields
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature, PrintedEntry, draft_of
from orcus_tui.importers.srd5.source_lines import without_links
from orcus_tui.importers.system_check import result_for_system
from orcus_tui.importers.yaml_nodes import read_json_or_yaml

_FENCE = fence(r"statblock[^\n]*")
_SECTIONS = (
    ("traits", TRAITS), ("actions", "actions"), ("bonus_actions", "bonus actions"), ("reactions", "reactions"),
    ("legendary_actions", "legendary actions"), ("mythic_actions", "mythic actions"), ("lair_actions", "lair actions"),
    ("regional_effects", "regional"),
)  # fmt: skip
_INTRODUCTIONS = ("legendary_description", "mythic_description", "lair_description")
_FIELDS = (
    ("damage_vulnerabilities", "vulnerable"), ("damage_resistances", "resist"), ("damage_immunities", "immune"),
    ("condition_immunities", "condition immune"), ("speed", "speed"), ("senses", "senses"), ("languages", "languages"),
    ("cr", "challenge"), ("size", "size"), ("alignment", "alignment"), ("gear", "gear"),
)  # fmt: skip
# How the block looks and where it is stored.
_IGNORED = (
    "bestiary", "statblock", "creature", "monster", "layout", "image", "columns", "columnWidth", "forceColumns", "dice",
    "render", "tags", "aliases", "cssclass", "cssclasses", "path", "note", "color", "token", "group", "obsidianUIMode",
    "id", "url", "export", "extends",
)  # fmt: skip
_REFERENCES = ("creature", "monster", "extends", "note")
_MOST_NUMBERS = 6


def read(data: bytes) -> ImportResult:
    """The creatures of a note. Raises UnreadableSource if there are none."""
    missing, notes, text = take_out(decode_source(data))
    printed: list[PrintedCreature] = []
    others: list[Leftover] = []
    elsewhere: list[_Reference] = []
    for node in _blocks(text, others):
        record = Record(node)
        if "hp" in record or "stats" in record or "actions" in record:
            printed.append(_creature(record))
        elif reference := _reference(record):
            elsewhere.append(reference)
        else:
            others += [Leftover(line, "", text) for line, text in record.unread_texts()]
    if not printed:
        none_found = "no stat block found; each is YAML in a block `statblock`"
        raise UnreadableSource(elsewhere[0].leftover.text if elsewhere else none_found)
    names = {each.name.casefold() for each in printed}
    others = [each for each in others if each.text.partition(":")[0].casefold() not in names]  # such as headings
    others += [each.leftover for each in elsewhere if each.name.casefold() not in names]
    left = sorted((*others, *notes), key=lambda each: each.line)
    found = result_for_system("srd5", map(draft_of, printed), left)
    return replace(found, missing_creatures=tuple(missing))


def _blocks(text: str, others: list[Leftover]) -> Iterator[Node]:
    """The YAML of a note, with its text between added to `others`; or that of a bestiary, in JSON or YAML."""
    place = 0
    properties = PROPERTIES.match(text)
    if not properties and not _FENCE.search(text):
        yield from entry_nodes(read_json_or_yaml(text))
        return
    if properties:
        place = properties.end()
        node = block_node(text, properties)
        if isinstance(node.value, dict) and {"hp", "stats", "statblock"} & node.value.keys():
            yield node
    for found in _FENCE.finditer(text, place):
        others += _outside(text, place, found.start())
        yield block_node(text, found)
        place = found.end()
    others += _outside(text, place, len(text))


def _outside(text: str, start: int, end: int) -> list[Leftover]:
    lines = numbered_lines(text, start, end)
    return [Leftover(line, "", shown) for line, each in lines if (shown := without_links(each).strip("#`~-^ "))]


class _Reference(Struct, frozen=True):
    """A block that shows a creature of another note, by its name."""

    name: str
    line: int

    @property
    def leftover(self) -> Leftover:
        """What is said of it, where that note is not read, too."""
        return Leftover(self.line, "", f"{self.name}: the stat block is in another note; import that")


def _reference(record: Record) -> _Reference | None:
    named = next((record.text(key) for key in _REFERENCES if record.text(key)), "")
    return _Reference(named, record.line) if named else None


def _creature(record: Record) -> PrintedCreature:
    printed = PrintedCreature(without_links(record.text("name") or record.text("creature")), record.line)
    printed.put("ac", record.whole_or_text("ac"), record.line_of("ac"))
    printed.put("armor", record.text("ac_class"), record.line_of("ac_class"))
    printed.put("hp", record.whole_or_text("hp"), record.line_of("hp"))
    dice = record.text("hit_dice").replace("+ -", "- ")
    printed.put("hit dice", dice, record.line_of("hit_dice"))
    kind, more = record.text("type"), record.text("subtype")
    printed.put("type", f"{kind} ({more})" if more else kind, record.line_of("type"))
    for key, name in _FIELDS:
        shown = without_links(record.text(key)) or [*map(without_links, record.texts(key))]
        printed.put(name, shown, record.line_of(key))
    _read_stats(printed, record)
    initiative = record.text("modifier") or record.text("initiative")
    printed.put("initiative", initiative, record.line_of("modifier"))
    _put_saves(printed, record)
    printed.put("skills", _skills(record), record.line_of("skillsaves"))
    printed.put("source", record.text("source") or ", ".join(record.texts("source")), record.line_of("source"))
    _read_sections(printed, record)
    for key in _INTRODUCTIONS:
        printed.introductions += [without_links(record.text(key))] if record.text(key) else []
    record.skip(*_IGNORED)
    printed.unread += record.unread_texts()
    return printed


def _read_stats(printed: PrintedCreature, record: Record) -> None:
    """Reads the six scores, in their order or by name."""
    stats = record.nodes("stats")
    named = [(short, record.whole(name)) for name, short in ABILITIES.items()]
    named += [(short, record.record("stats").whole(short)) for short in ABILITIES.values()]
    printed.abilities = {short: score for short, score in named if score is not None}
    if len(stats) >= _MOST_NUMBERS:
        scores = zip(ABILITIES.values(), stats, strict=False)
        printed.abilities = {
            name: int(text) for name, node in scores if (text := node_text(node)).isdecimal() and len(text) < 4
        }


def _put_saves(printed: PrintedCreature, record: Record) -> None:
    """Saving throws in a list of tables with one name each, in a table, or in words."""
    words = _words_of(record, "saves")
    for each in _tables(record, "saves"):
        for name in each:
            short, bonus = name[:3].lower(), each.whole(name)
            if bonus is not None and short in ABILITIES.values():
                printed.saves[short] = bonus
            elif each.text(name):
                words.append(f"{name} {each.text(name)}")
    printed.put("saves", ", ".join(words), record.line_of("saves"))


def _skills(record: Record) -> str:
    """Skills as they are shown, from any of the same forms."""
    found = [
        f"{name.capitalize()} {_with_sign(each.text(name))}"
        for each in _tables(record, "skillsaves")
        for name in each
        if each.text(name)
    ]
    return ", ".join([*found, *_words_of(record, "skillsaves")])


def _tables(record: Record, key: str) -> list[Record]:
    return [*record.records(key), record.record(key)]


def _words_of(record: Record, key: str) -> list[str]:
    words = [node_text(node) for node in record.nodes(key) if isinstance(node.value, str)]
    return [*words, *filter(None, [record.text(key)])]


def _with_sign(number: str) -> str:
    return number if number[:1] in ("+", "-") else f"+{number}"


def _read_sections(printed: PrintedCreature, record: Record) -> None:
    for key, section in _SECTIONS:
        for node in record.nodes(key):
            _add_entry(printed, node, section)
        if record.text(key):
            printed.introductions.append(without_links(record.text(key)))
    spells = _spells(record.nodes("spells"))
    if spells:
        names = (each.name.casefold() for each in printed.entries)
        name = "Spells" if "spellcasting" in names else "Spellcasting"
        printed.entries.append(PrintedEntry(TRAITS, name, spells, record.line_of("spells")))


def _add_entry(printed: PrintedCreature, node: Node, section: str) -> None:
    if isinstance(node.value, list) and len(node.value) > 1:  # as older notes have it: a name and a text
        texts = [node_text(each) for each in node.value]
        printed.entries.append(
            PrintedEntry(section, without_links(texts[0]), without_links(" ".join(texts[1:])), node.line)
        )
        return
    item = Record(node)
    text = without_links(item.text("desc") or " ".join(item.texts("desc")))
    bonus, dice, more = item.whole("attack_bonus"), item.text("damage_dice"), item.whole("damage_bonus")
    attack = attack_in_fields(text, bonus or None, f"{dice}{f'{more:+d}' if more else ''}" if dice else "")
    printed.entries.append(PrintedEntry(section, without_links(item.text("name")), text, item.line, attack))
    for inner in item.nodes("traits"):
        _add_entry(printed, inner, section)
    printed.unread += item.unread_texts()


def _spells(nodes: list[Node]) -> str:
    words = [node_text(node) for node in nodes]
    return without_links(" ".join(each if each.endswith((".", ":", ";")) else f"{each};" for each in words)).strip("; ")
