"""The body of a stat block in text: the fields after their headings, then the sections."""

import re
from collections.abc import Sequence

from orcus_tui.importers.source_text import Label, join_lines, labelled_parts
from orcus_tui.importers.srd5.block_entries import EntryReader, begins_section, entry_in, section_of
from orcus_tui.importers.srd5.clauses import ABILITIES, CONDITIONS, TYPES
from orcus_tui.importers.srd5.printed_creature import PrintedCreature
from orcus_tui.importers.srd5.source_lines import SourceLine
from orcus_tui.importers.srd5.statistics import better_saves

# Each heading in either edition, and its field.
_LABELS = {
    "armor class": "ac", "armour class": "ac", "hit points": "hp", "saving throws": "saves", "saves": "saves",
    "damage vulnerabilities": "vulnerable", "damage resistances": "resist", "damage immunities": "immune",
    "condition immunities": "condition immune", "challenge rating": "challenge", "proficiency bonus": "proficiency",
    "vulnerabilities": "vulnerable", "resistances": "resist", "immunities": "immune", "languages": "languages",
    "challenge": "challenge", "senses": "senses", "skills": "skills", "speed": "speed", "habitat": "habitat",
    "treasure": "treasure",
}  # fmt: skip
_SHORT_LABELS = {"ac": "ac", "hp": "hp", "cr": "challenge", "gear": "gear", "initiative": "initiative"}
_ALL_LABELS = _LABELS | _SHORT_LABELS
_FOLLOWS = "proficiency"
"""A field that follows from the challenge."""
_UNKNOWN = ("habitat", "treasure")
# A heading at a line's beginning, sometimes run together with its field: `Speed30 ft.`
_LABEL_FIRST = rf"(?P<label>{'|'.join(_ALL_LABELS)})\b:?|(?P<joined>{'|'.join(_LABELS)})(?=[a-z0-9-])"
# Within a line, headings count only in their printed case and before a value of their field.
_LABEL_LATER = (
    r"(?<=[\w).,;•·|—–-] )(?:"
    r"(?P<number>(?i:Armor Class|Hit Points|Speed|AC|HP|Challenge|CR|Initiative|Proficiency Bonus))"
    r"(?= ?:? ?[+(-]?[0-9])"
    r"|(?P<words>(?i:Saving Throws|Damage Vulnerabilities|Damage Resistances|Damage Immunities|Condition Immunities)"
    r"|Vulnerabilities|Resistances|Immunities|Languages|Senses|Skills|Gear)(?=:? [A-Za-z0-9—–-]))"
)
_NAMES = tuple(ABILITIES.values())
_ABILITY = rf"(?:{'|'.join(_NAMES)})"
_ABILITIES_FIRST = (
    rf"(?i:MOD SAVE\b|{_ABILITY}\b\.?(?: *\(?[0-9]|[ a-z.]{{0,80}}{_ABILITY}\b|$)|abilities$|ability scores$)"
)
_ABILITIES_LATER = r"(?<= )(?:STR|Str)(?= (?:DEX|Dex|[0-9]))"
_ROW = rf"(?i){_ABILITY}\b|score|modifier|saving throw"
_SCORE = (
    rf"\b({_ABILITY})[a-z]{{0,10}}\.?:? {{0,20}}\(?([0-9]{{1,3}})\)?(?: {{0,20}}\(?([+-] ?[0-9]{{1,3}})\)?)?"
    r"(?: {1,20}([+-][0-9]{1,3}))?"
)
_SCORE_AND_MODIFIER = r"(?<![+\d-])\b([0-9]{1,2}) ?\( ?[+-] ?[0-9]+ ?\)"
_BARE_SCORE = r"(?<![+\d-])\b([0-9]{1,2})\b"
_RESISTANCE_WORDS = (
    rf"(?i)\b(?:attack|damage|weapon|magic|nonmagical|silver|adamantine|{'|'.join((*TYPES, *CONDITIONS))})"
)
_LISTED = {
    "abilities": rf"(?i)^(?!.*\b(?!(?:{_ABILITY}|scor|mod|sav|throw))[a-z]{{4}})(?=.*[0-9+—–-])",
    "challenge": r"(?i)[0-9]|\b(?:XP|PB|proficiency)\b",
    **dict.fromkeys(("saves", "skills"), "[0-9]"),
    **dict.fromkeys(("resist", "immune", "vulnerable", "condition immune"), _RESISTANCE_WORDS),
}
"""The pattern of a line that continues a list of known words or numbers; other lines below it are unknown."""
_ROW_OF_SAVES = r"saving throws?((?: {1,20}[+-][0-9]{1,3}){6})"


def with_labels_joined(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """The lines, with each field's heading joined to its value if they are on separate lines: `Armor Class`, `15`."""
    found: list[SourceLine] = []
    waiting: SourceLine | None = None
    for line in lines:
        if line.text.strip(" :").lower() in _ALL_LABELS and not line.heading:
            found += [waiting] if waiting else []
            waiting = line
        elif waiting and line.text:
            found.append(SourceLine(waiting.number, f"{waiting.text.strip(' :')} {line.text}"))
            waiting = None
        elif not waiting:
            found.append(line)
    return [*found, waiting] if waiting else found


def read_body(printed: PrintedCreature, lines: Sequence[SourceLine]) -> list[SourceLine]:
    """Reads fields and entries into a creature.

    Returns the lines that do not belong to it, from a heading on that is not a section.
    """
    reader = EntryReader(printed)
    for place in range(_read_fields(printed, lines), len(lines)):
        if not reader.add(lines[place]):
            return list(lines[place:])
    reader.close()
    return []


def _read_fields(printed: PrintedCreature, lines: Sequence[SourceLine]) -> int:
    """Reads the fields; returns the place of the first line after them."""
    held: dict[str, list[str]] = {}
    numbers: dict[str, int] = {}
    current, end = "", len(lines)
    for place, line in enumerate(lines):
        if line.text and _begins_entries(line, held, lines[place + 1 : place + 6]):
            end = place
            break
        for name, text in _parts(line.text):
            if not name and current in _LISTED and not _continues(held[current], text, _LISTED[current]):
                printed.unread.append((line.number, text))
                continue
            current = name or current
            held.setdefault(current, []).append(text)
            numbers.setdefault(current, line.number)
    for name, parts in held.items():
        if name == "abilities":
            _read_abilities(printed, join_lines(parts), numbers[name])
        elif name in _UNKNOWN:
            printed.unread += [(numbers[name], f"{name}: {text}")] if (text := join_lines(parts)) else []
        elif name != _FOLLOWS:
            printed.put(name, join_lines(parts), numbers[name])
    return end


def _continues(parts: Sequence[str], text: str, listed: str) -> bool:
    """Whether a line continues a list: within a sentence, or by the pattern of such lists."""
    before = next(filter(None, reversed(parts)), "")
    is_open = not before or before.endswith((",", ";", "-", "—", " and", " or", " from", " by"))
    return is_open or re.search(listed, text) is not None


def _begins_entries(line: SourceLine, held: dict[str, list[str]], after: Sequence[SourceLine]) -> bool:
    """Whether a line is after the fields: a section, a name in bold, or any text after a whole challenge."""
    if begins_section(line.text) or section_of(line.text.capitalize()):
        following = next((each.text for each in after if each.text), "")
        return re.match(_ABILITIES_FIRST, following) is None  # else the heading `Abilities`
    if re.match(_LABEL_FIRST, line.text, re.IGNORECASE) or re.match(_ABILITIES_FIRST, line.text):
        return False
    if line.strong:
        return re.match(_ROW, line.strong) is None
    if line.heading or ("hp" in held and entry_in(line.text) is not None):
        return True
    return "abilities" in held and "challenge" in held and held["challenge"][-1].endswith(")")


def _parts(text: str) -> list[tuple[str, str]]:
    """The fields in a line: each name with its text; the first has no name if it continues the last line."""
    if re.match(_ABILITIES_FIRST, text):
        return [("abilities", text)]
    marks: list[Label] = []
    first = re.match(_LABEL_FIRST, text, re.IGNORECASE)
    if first:
        marks.append((0, first.end(), _ALL_LABELS[(first["label"] or first["joined"]).lower()]))
    later = re.finditer(_LABEL_LATER, text)
    marks += [(each.start(), each.end(), _ALL_LABELS[(each["number"] or each["words"]).lower()]) for each in later]
    marks += [(each.start(), each.start(), "abilities") for each in re.finditer(_ABILITIES_LATER, text)]
    marks = [mark for mark in sorted(marks) if not first or mark[0] == 0 or mark[0] >= first.end()]
    before, parts = labelled_parts(text, marks)
    if not parts:
        return [("", before)]
    *others, (last, ending) = [(name, words.lstrip(" :.").rstrip(" :")) for name, words in parts]
    shown = [*((name, words.rstrip(" :;•·|")) for name, words in others), (last, ending)]  # a list may continue
    return [*([("", before)] if before else []), *shown]


def _read_abilities(printed: PrintedCreature, text: str, line: int) -> None:
    """Reads scores, and saving throws that are printed next to them."""
    each = re.findall(_SCORE, text, re.IGNORECASE)
    scores = {name.lower(): int(score) for name, score, _, _ in each}
    if len(scores) == len(_NAMES):
        printed.abilities = {name: scores[name] for name in _NAMES}
        _put_saves(printed, {name.lower(): int(save) for name, _, _, save in each if save})
        return
    found = re.findall(_SCORE_AND_MODIFIER, text)
    bare = found if len(found) >= len(_NAMES) else re.findall(_BARE_SCORE, text)
    if len(bare) >= len(_NAMES):
        printed.abilities = dict(zip(_NAMES, map(int, bare), strict=False))
    else:
        printed.unread.append((line, f"abilities: {text}"))
    saves = re.search(_ROW_OF_SAVES, text, re.IGNORECASE)
    if saves:
        _put_saves(printed, dict(zip(_NAMES, map(int, saves[1].split()), strict=True)))


def _put_saves(printed: PrintedCreature, saves: dict[str, int]) -> None:
    """Sets the saving throws from a table of all six."""
    printed.saves = better_saves(saves, printed.abilities)
