"""The body of a stat block in text: the fields after its headings, then the sections with their entries."""

import re
from collections.abc import Sequence

from orcus_tui.importers.source_text import Label, join_lines, labelled_parts
from orcus_tui.importers.srd5.clauses import ABILITIES, CONDITIONS, TYPES
from orcus_tui.importers.srd5.printed_action import PrintedEntry
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature
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
    is_section = section_of(line.text) or section_of(line.text.capitalize())
    if is_section or re.match(_SECTION_AND_MORE, line.text):
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


# The sections, and the entries in them


SECTION_NAMES = {
    "traits": TRAITS, "special traits": TRAITS, "special abilities": TRAITS, "features": TRAITS, "abilities": TRAITS,
    "actions": "actions", "action": "actions", "standard actions": "actions", "bonus actions": "bonus actions",
    "bonus action": "bonus actions", "reactions": "reactions", "reaction": "reactions",
    "legendary actions": "legendary actions", "legendary action": "legendary actions",
    "mythic actions": "mythic actions", "lair actions": "lair actions", "lair action": "lair actions",
}  # fmt: skip
"""The sections by their printed headings, in lower case."""
_SECTION_AND_MORE = (
    r"^(?P<section>Traits|Actions|Bonus Actions|Reactions|Legendary Actions|Mythic Actions):? (?P<rest>[A-Z].*)$"
)
_LONGEST_NAME = 90
_CAPITAL = r"[A-Z][\w'’/+-]{0,40}"
_WORD = rf"(?:{_CAPITAL}|[0-9]\S{{0,20}}|of|the|and|with|in|to|an?|for|from|by|at|on|or|into|against|its|per|vs\.?)"
_BRACKET = r"(?: ?\([^()]{1,60}\))"
_ENTRY = (
    rf"^(?P<name>{_CAPITAL}(?:[,:]? {_WORD}){{0,7}}{_BRACKET}{{0,2}})"
    r"(?:\.(?=\s|[A-Z]|$)|:(?= ?(?:(?:Melee|Ranged) |[+-][0-9]+ to hit))|!(?= ))(?P<rest>.*)$"
)
_NO_ENTRY = (
    "hit", "miss", "success", "failure", "failed save", "trigger", "response", "at will", "cantrips", "dc",
    "first failure", "second failure", "failure or success", "melee weapon attack", "ranged weapon attack",
    "melee attack roll", "ranged attack roll", "the", "it", "on",
)  # fmt: skip
"""Words before a full stop or a colon in the text of an action that are not names of entries."""
_INTRODUCTION = "legendary action uses"
# Entries that begin within a line, because lines were joined: a name before an attack, or with a limited use.
_WITHIN = (
    rf"(?<=[.!)a-z0-9])\s{{0,5}}(?<![A-Z] )(?P<name>(?:{_CAPITAL}(?: of| the| and)?(?: (?=[A-Z])|(?=[. (]))){{1,5}}"
)
_ATTACK_WITHIN = rf"{_WITHIN}{_BRACKET}?)\. ?(?=(?:Melee|Ranged)(?: or Ranged)? (?:Weapon |Spell )?Attack(?: Roll)?:)"
_USED_WITHIN = (
    rf"(?<=[.!)a-z0-9])\s{{1,5}}(?P<name>(?:{_CAPITAL} (?:of the |of |the |and )?){{1,5}}"
    r"\((?:Recharge|[0-9] ?/ ?Day|Costs)[^()]{0,40}\))\. ?(?=[A-Z])"
)
_SECTION_WITHIN = (
    r"(?<=[.!)])\s{1,5}(?P<section>Actions|Reactions|Legendary Actions|Bonus Actions)\s{1,5}"
    rf"(?=(?:{_CAPITAL} ?){{1,4}}(?:\([^()]{{1,60}}\))?\. [A-Z]|The [^.]{{2,40}} can take)"
)
_SPELLS = (
    r"(?:at will|constant|[0-9] ?/ ?day(?: each)?|cantrips?\b[^:]{0,30}|[0-9](?:st|nd|rd|th)[- ]level\b[^:]{0,30}):"
)
_MOST_LINES_OF_SPELLS = 4
_SMALL = "abcdefghijklmnopqrstuvwxyz"
"""A line that begins with one of these continues a sentence."""
_CLOSED = r"[.!?:)\]\"]$"


# For a block without line breaks: before its armor class, after its challenge, before sections and names.
_FOLDED = (
    r" (?=(?i:armou?r class):? ?[0-9])|(?<=XP\)) (?=[A-Z])|(?<=PB \+[0-9]\)) (?=[A-Z])",
    rf" (?=(?:Traits|Actions|Bonus Actions|Reactions|Legendary Actions) (?:{_CAPITAL} ?){{1,5}}{_BRACKET}?\. ?[A-Z])",
    r" (?=Legendary Actions (?:The [^.]{2,40} can take|Legendary Action Uses))",
    rf"(?<=[.!)]) (?=(?:{_CAPITAL} ){{0,3}}{_CAPITAL}{_BRACKET}?\. [A-Z])",
)


def split_one_line_block(line: SourceLine) -> list[SourceLine]:
    """A one-line stat block split into several lines; any other line unchanged."""
    if not re.search(r"armou?r class:? ?[0-9].{2,60}hit points", line.text, re.IGNORECASE):
        return [line]
    parts = [line.text]
    for pattern in _FOLDED:
        parts = [each for part in parts for each in re.split(pattern, part)]
    return [SourceLine(line.number, part.strip()) for part in parts]


def section_of(text: str) -> str:
    """The section that a line is the heading of; empty for any other line."""
    return SECTION_NAMES.get(text.strip(" :!*_#").lower(), "") if text[:1] not in _SMALL else ""


def entry_in(text: str) -> tuple[str, str] | None:
    """The name and the text of an entry that a plain line begins with; None for a line without a name."""
    found = re.match(_ENTRY, text)
    if found is None or found["name"].lower().startswith(_INTRODUCTION) or len(found["name"]) > _LONGEST_NAME:
        return None
    if found["name"].lower() in _NO_ENTRY:
        return None
    return found["name"], found["rest"].strip()


class EntryReader:
    """Reads the entries of a creature line by line; entries before the first heading are in `section`."""

    def __init__(self, printed: PrintedCreature, section: str = TRAITS) -> None:
        self._printed = printed
        self._section = section
        self._section_level = 0
        self._name = ""
        self._line = 0
        self._parts: list[str] = []

    def add(self, line: SourceLine) -> bool:
        """Adds a line; returns whether it belongs to the creature.

        A heading below that of its section is the name of an entry; any other ends the creature.
        """
        section = section_of(line.text.capitalize() if self._is_closed() else line.text)
        if section:
            self.close()
            self._section, self._section_level = section, line.heading
        elif line.heading and not 0 < self._section_level < line.heading:
            self.close()
            return False
        elif line.heading:
            self._begin(line.text, "", line.number)
        elif line.text:
            self._add_text(line)
        return True

    def _add_text(self, line: SourceLine) -> None:
        more = re.match(_SECTION_AND_MORE, line.text)
        if more and (entry_in(more["rest"]) or more["rest"].lower().startswith(_INTRODUCTION)):
            self.close()
            self._section = SECTION_NAMES[more["section"].lower()]
            line = SourceLine(line.number, more["rest"])
        entry = self._entry(line)
        if entry:
            self._begin(*entry, line.number)
        else:
            self._line = self._line or line.number
            self._parts.append(line.text)

    def _entry(self, line: SourceLine) -> tuple[str, str] | None:
        """The name and the text of an entry that begins in a line: with bold text, or after the end of a sentence."""
        if line.strong and line.strong.lower().strip(" .:") not in _NO_ENTRY:
            return line.strong.strip(" .:"), line.rest.lstrip(".: ")
        return entry_in(line.text) if self._is_closed() or self._lists_spells() else None

    def _is_closed(self) -> bool:
        """Whether an entry can begin: below the heading of a section, or where the last line ends a sentence."""
        return not (self._name and self._parts) or re.search(_CLOSED, self._parts[-1][-2:]) is not None

    def _lists_spells(self) -> bool:
        """Whether the last lines list spells, which end without a full stop."""
        return any(re.match(_SPELLS, each, re.IGNORECASE) for each in self._parts[-_MOST_LINES_OF_SPELLS:])

    def _begin(self, name: str, text: str, line: int) -> None:
        self.close()
        self._name, self._line, self._parts = name, line, [text] if text else []

    def close(self) -> None:
        """Ends the entry that was read."""
        text = join_lines(self._parts)
        if self._name:
            self._add_entries(text)
        elif text:
            self._printed.introductions.append(text)
        self._name, self._line, self._parts = "", 0, []

    def _add_entries(self, text: str) -> None:
        """Adds an entry, and further entries and sections that are in the same text."""
        first, *later = re.split(_SECTION_WITHIN, text)
        self._add_run(self._name, first)
        for section, words in zip(later[::2], later[1::2], strict=True):
            self._section = SECTION_NAMES[section.lower()]
            entry = entry_in(words)
            if entry:
                self._add_run(*entry)
            else:
                self._printed.introductions.append(words)

    def _add_run(self, name: str, text: str) -> None:
        for own, words in _run_together(name, text):
            self._printed.entries.append(PrintedEntry(self._section, own, words, self._line))


def _run_together(name: str, text: str) -> list[tuple[str, str]]:
    """The entries that the text of an entry contains, each with its name."""
    found = [*re.finditer(_ATTACK_WITHIN, text), *re.finditer(_USED_WITHIN, text)]
    begun: list[Label] = [(0, 0, name)]
    for each in sorted(found, key=lambda match: match.start()):
        if each.start() >= begun[-1][1]:
            begun.append((each.start(), each.end(), each["name"].strip()))
    return [(own, words.strip()) for own, words in labelled_parts(text, begun)[1]]
