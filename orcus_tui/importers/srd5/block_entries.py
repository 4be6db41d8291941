"""The sections of a stat block in text, and the entries in them: traits and actions, each with its name."""

import re

from orcus_tui.importers.source_text import Label, join_lines, labelled_parts
from orcus_tui.importers.srd5.printed_action import PrintedEntry
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature
from orcus_tui.importers.srd5.source_lines import SourceLine

_SECTION_NAMES = {
    "traits": TRAITS, "special traits": TRAITS, "special abilities": TRAITS, "features": TRAITS, "abilities": TRAITS,
    "actions": "actions", "action": "actions", "standard actions": "actions", "bonus actions": "bonus actions",
    "bonus action": "bonus actions", "reactions": "reactions", "reaction": "reactions",
    "legendary actions": "legendary actions", "legendary action": "legendary actions",
    "mythic actions": "mythic actions", "lair actions": "lair actions", "lair action": "lair actions",
}  # fmt: skip
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
    return _SECTION_NAMES.get(text.strip(" :!*_#").lower(), "") if text[:1] not in _SMALL else ""


def begins_section(text: str) -> bool:
    """Whether a line is the heading of a section, alone or before the section's first entry."""
    return bool(section_of(text)) or re.match(_SECTION_AND_MORE, text) is not None


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
            self._section = _SECTION_NAMES[more["section"].lower()]
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
            self._section = _SECTION_NAMES[section.lower()]
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
