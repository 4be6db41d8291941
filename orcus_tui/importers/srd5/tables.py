"""Tables of creatures: CSV with headings, its columns in any order, or a JSON list of objects with the same names."""

import csv
import io
import re
from collections.abc import Iterable

from orcus_tui.importers.creature_draft import Leftover, plain
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.json_nodes import entry_nodes, node_text, read_json
from orcus_tui.importers.source_text import UnreadableSource, decode_source
from orcus_tui.importers.srd5.block_body import SECTION_NAMES, EntryReader
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.printed_action import PrintedEntry
from orcus_tui.importers.srd5.printed_creature import SECTIONS, TRAITS, PrintedCreature, draft_of
from orcus_tui.importers.srd5.source_lines import source_lines
from orcus_tui.importers.srd5.statistics import average_of, better_saves

EXAMPLE = "name,ac,hp,init,cr"
_DELIMITERS = r"[,;\t|]"
MOST_COLUMNS, MOST_LINES = 2_000, 50_000
LARGEST_CELL = 200_000
_HEADINGS: dict[str, tuple[str, ...]] = {
    "name": ("name", "creature", "monster", "creaturename", "monstername", "npcname", "charactername"),
    "size": ("size", "npcsize"),
    "type": ("type", "creaturetype", "npccreaturetype"),
    "kind": ("npctype", "meta", "sizetypealignment"),
    "tags": ("tags", "subtype", "subtypes"),
    "alignment": ("align", "alignment", "npcalignment"),
    "ac": ("ac", "armorclass", "armourclass", "npcac", "ca"),
    "armor": ("npcactype", "actype", "armor", "armortype"),
    "hp": ("hp", "hitpoints", "hpmax", "maxhp", "npchpbase", "hpaverage", "averagehp"),
    "dice": ("hitdice", "hd", "npchpformula", "hpformula", "hpdice"),
    "initiative": ("init", "initiative", "initiativebonus", "initmod", "initiativemodifier", "npcinitiativebonus"),
    "speed": ("speed", "speeds", "npcspeed", "movement"),
    "saves": ("saves", "savthrows", "savingthrows", "saving", "npcsaves"),
    "skills": ("skills", "npcskills"),
    "vulnerable": ("vulnerabilities", "damagevulnerabilities", "vulnerable", "npcvulnerabilities"),
    "resist": ("resistances", "damageresistances", "resist", "npcresistances"),
    "immune": ("immunities", "damageimmunities", "immune", "npcimmunities"),
    "condition immune": ("conditionimmunities", "conditionimmune", "npcconditionimmunities"),
    "senses": ("senses", "npcsenses"),
    "languages": ("languages", "npclanguages"),
    "challenge": ("cr", "challenge", "challengerating", "npcchallenge"),
    "xp": ("xp", "experience", "npcxp", "exp"),
    "source": ("source", "sources", "book"),
    "description": ("description", "notes", "lore"),
}
_BY_HEADING = {heading: name for name, headings in _HEADINGS.items() for heading in headings}
_SECTIONS = {name.replace(" ", ""): section for name, section in SECTION_NAMES.items()}
_SECTIONS |= {
    "additional": TRAITS, "attacks": "actions", "trait": TRAITS, "actionl": "legendary actions",
    "actionm": "mythic actions",
}  # fmt: skip
_ORDER = (TRAITS, *SECTIONS)
_MIXED = ("wri", "defenses", "resistancesimmunities")
"""Columns of weaknesses, resistances and immunities together, which cannot be separated."""
# Columns for searches and for other programs: habitats, lairs, kinds of character sheets.
_IGNORED = (
    "section", "environment", "environments", "lair", "legendary", "unique", "id", "fid", "page", "npc", "token",
    "avatar", "tokensize", "npcoptions", "npclegendaryactionsflag",
)  # fmt: skip
_SCORES = {form: short for name, short in ABILITIES.items() for form in (name, short, f"npc{name}", f"{short}score")}
_SAVE = re.compile(r"(?:npc)?(str|dex|con|int|wis|cha)[a-z]*saves?(?:bonus)?")
_REPEATED = re.compile(
    r"repeatingnpc(trait|action|bonusaction|reaction|actionl|actionm)([^_]*?)_(name|description|desc)"
)
Row = list[tuple[str, str]]
"""A creature's cells, each with the heading of its column."""


def read(data: bytes) -> ImportResult:
    """The creatures of a table. Raises UnreadableSource if there are none, or if no column has their names."""
    text = decode_source(data)
    rows = _json_rows(text) if text.lstrip()[:1] in ("[", "{") else _csv_rows(text)
    printed: list[PrintedCreature] = []
    others: list[Leftover] = []
    for line, row in rows:
        names = [cell for heading, cell in row if _BY_HEADING.get(_bare(heading)) == "name"]
        if names and names[0].strip():
            printed.append(_creature(line, row))
        elif any(cell.strip() for _, cell in row):
            others.append(
                Leftover(line, "", plain("row without a name: " + ", ".join(cell for _, cell in row if cell)))
            )
    return result_for_system("srd5", map(draft_of, printed), others)


def _bare(heading: str) -> str:
    """A heading without capitals, spaces and signs."""
    return re.sub(r"[^a-z0-9]", "", heading.lower())


def _csv_rows(text: str) -> Iterable[tuple[int, Row]]:
    """The rows below the headings of a CSV table, each with the number of its first line."""
    first, second, *_ = (*filter(str.strip, text.split("\n")), "", "")
    is_titled = not _lacking(re.split(_DELIMITERS, second)) and bool(_lacking(re.split(_DELIMITERS, first)))
    delimiter = max(",;\t|", key=(second if is_titled else first).count)
    csv.field_size_limit(LARGEST_CELL)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    headings: list[str] = []
    line = 0
    try:
        for cells in reader:
            begun, line = line + 1, reader.line_num
            if len(cells) > MOST_COLUMNS or begun > MOST_LINES:
                raise UnreadableSource(f"more than {MOST_COLUMNS:,} columns or {MOST_LINES:,} lines", begun)
            if not any(each.strip() for each in cells):
                continue
            if not headings and not is_titled:
                headings = _headings(cells, begun)
            else:  # a title above the headings is a row without a name
                is_titled = False
                named = [*headings, *[""] * (len(cells) - len(headings))]
                yield begun, list(zip(named, cells, strict=False))
    except csv.Error as wrong:
        raise UnreadableSource(f"invalid CSV: {wrong}", line + 1) from None


def _headings(cells: list[str], line: int) -> list[str]:
    """The headings of columns. Raises UnreadableSource without a heading for names or for hit points."""
    if lacking := _lacking(cells):
        shown = ", ".join(plain(each) for each in cells)[:120]
        raise UnreadableSource(f"no column has the {lacking}, of: {shown}; name the columns as in {EXAMPLE}", line)
    return cells


def _lacking(cells: list[str]) -> str:
    """The column that headings lack, if any."""
    known = {_BY_HEADING.get(_bare(each)) for each in cells}
    return "names" if "name" not in known else "" if {"hp", "dice"} & known else "hit points"


def _json_rows(text: str) -> Iterable[tuple[int, Row]]:
    for node in entry_nodes(read_json(text)):
        if isinstance(node.value, dict):
            yield node.line, [(key, node_text(each)) for key, each in node.value.items()]


def _creature(line: int, row: Row) -> PrintedCreature:
    cells: dict[str, str] = {}
    printed = PrintedCreature("", line)
    repeated: dict[tuple[str, str], dict[str, str]] = {}
    for heading, cell in row:
        bare, text = _bare(heading), cell.strip()
        again = _REPEATED.fullmatch(
            re.sub(r"[^a-z0-9_]", "", heading.lower().replace("npc_", "npc").replace("repeating_", "repeating"))
        )
        if not text:
            continue
        if again:
            repeated.setdefault((again[1], again[2]), {})[again[3]] = text
        elif bare in _BY_HEADING and _BY_HEADING[bare] not in cells:
            cells[_BY_HEADING[bare]] = text
        elif bare in _SCORES and (score := re.match(r"[0-9]{1,3}(?![0-9])", text)):
            printed.abilities[_SCORES[bare]] = int(score[0])
        elif (save := _SAVE.fullmatch(bare)) and re.fullmatch(r"[+-]?[0-9]{1,3}", text):
            printed.saves[save[1]] = int(text)
        elif bare in _SECTIONS:
            _read_entries(printed, _SECTIONS[bare], text, line)
        elif bare not in _IGNORED:
            why = " (decide which of them are resistances)" if bare in _MIXED else ""
            printed.unread.append((line, f"{heading}: {plain(text)}{why}".lstrip(": ")))
    _put_cells(printed, cells, line)
    printed.saves = better_saves(printed.saves, printed.abilities)
    for (kind, _), each in repeated.items():
        name, text = each.get("name", ""), each.get("description", each.get("desc", ""))
        printed.entries.append(PrintedEntry(_SECTIONS[kind], name, text, line))
    printed.entries.sort(key=lambda entry: _ORDER.index(entry.section))
    return printed


def _put_cells(printed: PrintedCreature, cells: dict[str, str], line: int) -> None:
    """Sets the fields from the cells, and joins values that stat blocks print as one."""
    printed.name = plain(cells.pop("name", ""))
    armor, dice, tags = (cells.pop(each, "") for each in ("armor", "dice", "tags"))
    printed.put("armor", f"({armor})" if armor else "", line)
    if "hp" in cells:
        printed.put("hit dice", dice, line)
    elif (points := average_of(dice)) is not None:
        printed.put("hp", points, line)
        printed.put("hit dice", dice, line)
    else:
        printed.put("hp", dice, line)
    if tags and "type" in cells:
        cells["type"] = f"{cells['type']} ({tags})"
    for name, text in cells.items():
        printed.put(name, text, line)


def _read_entries(printed: PrintedCreature, section: str, text: str, line: int) -> None:
    """Reads a cell with the entries of a section, each with its name before it."""
    inner = PrintedCreature("", line)
    reader = EntryReader(inner, section)
    for each in source_lines(text):
        reader.add(each)
    reader.close()
    printed.entries += [
        PrintedEntry(each.section, each.name, each.text, line + each.line - 1) for each in inner.entries
    ]
    printed.unread += [(line, words) for words in inner.introductions]
