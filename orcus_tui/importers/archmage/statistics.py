"""The head, the figures and the simple traits of a stat block of the Archmage Engine, such as role and resistance."""

import re
from collections.abc import Iterable, Iterator

from orcus_tui.importers.archmage.meanings import CONDITION_WORDS, TYPE_WORDS
from orcus_tui.importers.creature_draft import CreatureDraft, as_name, plain
from orcus_tui.importers.draft_text import Range, Roll
from orcus_tui.importers.prose import any_of

DEFENSES = ("ac", "pd", "md")

_STRENGTHS = {
    "normal": ("normal", "normal"), "medium": ("normal", "normal"), "standard": ("normal", "normal"),
    "small": ("small", "normal"), "large": ("large", "double"), "huge": ("huge", "triple"),
    "2x": ("normal", "double"), "double": ("normal", "double"), "double-strength": ("normal", "double"),
    "double strength": ("normal", "double"), "3x": ("normal", "triple"), "triple": ("normal", "triple"),
    "triple-strength": ("normal", "triple"), "triple strength": ("normal", "triple"),
    "weakling": ("normal", "weakling"), "elite": ("normal", "elite"),
}  # fmt: skip
MOST_WORDS_OF_TYPE = 3
"""The most words that can be a creature's type."""
_ROLES = ("archer", "blocker", "caster", "leader", "mook", "spoiler", "stalker", "troop", "wrecker")
_KINDS = {"normal": "standard", "weakling": "weakling", "elite": "elite", "double": "double", "triple": "triple"}
_LEVEL = r"(?P<level>[0-9]{1,2}) ?(?:st|nd|rd|th)?[ -]?level\b|level[: ]+(?P<number>[0-9]{1,2})\b"
_STRENGTH = "|".join(sorted(_STRENGTHS, key=len, reverse=True))
LEVEL_LINE = re.compile(rf"(?i)(?:(?:{_STRENGTH})[ ,]+)*(?:{_LEVEL})(?P<rest>[^.:]{{0,80}})")
"""The line of a head that has the level: `Large 3rd level mook [undead]`, or only the level."""

_LABEL = r"(?:AC|PD|MD|HP|[Hh]it [Pp]oints)\b"
_GAP = r"[\s,;|*/·•.—–-]*"
_FIGURE = re.compile(rf"\b(?P<label>{_LABEL})|(?P<number>\d[\d,]*)|(?P<note>\([^()]*\))")
_LABELS = re.compile(rf"(?:[Dd]efen[cs]es:? )?(?:{_LABEL}[:\s|*]*(?:\d[\d,]*)?(?:\s*\([^()]*\))?{_GAP})+")
_LABELLED = re.compile(rf"(?<!\w)(?:[Dd]efen[cs]es:? )?(?:{_LABEL}[:\s|*]*\d[\d,]*(?:\s*\([^()]*\))?{_GAP})+")
_INITIATIVE = re.compile(rf"(?i)\binit(?:iative)?\b[:\s|*]*(?P<bonus>[+-]? ?\d{{1,3}})\b{_GAP}")
_SEPARATORS = " ,;|/-"
_NUMBER = re.compile(r"\d{1,4}(?:\s*\([^()]*\))?")


class Head:
    """The head of a stat block, read word by word."""

    def __init__(self) -> None:
        self.size = self.strength = "normal"
        self.level: int | None = None
        self.role = self.type = ""
        self.unknown: list[str] = []

    def read(self, text: str) -> None:
        """Reads a line of the head: `Large`, `3rd level`, `2×`, `Huge 9th level wrecker [devil]`."""
        words = plain(text).strip()
        if found := re.search(rf"(?i){_LEVEL}", words):
            self.level = int(found["level"] or found["number"])
            self.read(words[: found.start()])
            self._read_after_level(words[found.end() :])
        elif words:
            self._read_words(words)

    def _read_after_level(self, words: str) -> None:
        bracket = re.search(r"[\[(]([^\])]+)[\])]", words)
        before = words[: bracket.start()] if bracket else words
        for word in before.split():
            self._read_words(word)
        if bracket:
            self.type = bracket[1].strip().lower()
            self.unknown += filter(None, [words[bracket.end() :].strip(" ,;.-")])

    def _read_words(self, words: str) -> None:
        known = words.lower().strip(" ,;-")
        if known in _STRENGTHS:
            size, strength = _STRENGTHS[known]
            self.size = size if size != "normal" else self.size
            self.strength = strength if strength != "normal" else self.strength
        elif known in _ROLES and not self.role:
            self.role = known
        elif not self.type and len(known.split()) <= MOST_WORDS_OF_TYPE and not words.endswith((".", "!", "?")):
            self.type = known
        else:
            self.unknown.append(words)

    def put_into(self, draft: CreatureDraft, line: int) -> None:
        """Puts the head into a creature's fields."""
        put_strength(draft, self.role, self.strength)
        draft.put("level", self.level)
        draft.put("role", self.role)
        draft.put("size", self.size)
        draft.put("type", self.type)
        for each in self.unknown:
            draft.add_unclear(each, line)


def put_strength(draft: CreatureDraft, role: str, strength: str) -> None:
    """Sets the kind of the creature from its role and strength; the strength of a mook is a tag."""
    draft.put("kind", "mook" if role == "mook" else _KINDS.get(strength))
    if role == "mook" and strength in _KINDS and strength != "normal":
        draft.put("tags", [strength])


def is_known_strength(strength: str) -> bool:
    """Whether a word is a strength."""
    return strength in _KINDS


def is_head_word(text: str) -> bool:
    """Whether a line is only a size or a strength."""
    return plain(text).lower() in _STRENGTHS


def is_figure_line(text: str, *, labels_wait: bool) -> bool:
    """Whether a line has defenses and hit points, or only a number that belongs to a label above it."""
    words = plain(text)
    return bool(_LABELS.fullmatch(words) or (labels_wait and _NUMBER.fullmatch(words)))


def separate_figures(text: str) -> Iterator[str]:
    """The parts of a line: level, initiative, figures and other words."""
    words = plain(text)
    starts = [found.start() for each in (_INITIATIVE, _LABELLED) if (found := each.search(words))]
    place = min(starts, default=0)
    parts = [words[:place].strip(_SEPARATORS)] if place else []
    while found := _INITIATIVE.match(words, place) or _LABELLED.match(words, place):
        parts.append(found[0].strip(_SEPARATORS))
        place = found.end()
    has_figures = any(map(_LABELLED.match, parts))
    if not starts or (parts[0] and place and not _begins_line(parts[0])) or (len(parts) < 2 and not has_figures):
        yield text
    else:
        yield from filter(None, (*parts, words[place:].strip(_SEPARATORS)))


def _begins_line(part: str) -> bool:
    return any(each.match(part) for each in (_INITIATIVE, _LABELLED)) or LEVEL_LINE.fullmatch(part) is not None


def read_figures(text: str) -> tuple[dict[str, int], list[str]]:
    """Defenses and hit points, and the notes next to them; all numbers may come after the last label."""
    labels: list[str] = []
    numbers: list[int] = []
    notes: list[str] = []
    for found in _FIGURE.finditer(plain(text)):
        if found["label"]:
            labels.append(found["label"].lower() if len(found["label"]) == 2 else "hp")
        elif found["number"]:
            numbers.append(int(found["number"].replace(",", "")[:9]))
        else:
            label = labels[min(len(numbers), len(labels)) - 1] if labels and numbers else ""
            notes.append(f"{label.upper()} {found['note']}".strip())
    return dict(zip(labels, numbers, strict=False)), notes


def put_figures(draft: CreatureDraft, figures: dict[str, int], notes: list[str]) -> None:
    """Puts defenses and hit points into a creature's fields, and notes into its text."""
    draft.put("max_hp", figures.get("hp"))
    draft.put("defenses", {each: figures[each] for each in DEFENSES if each in figures})
    for note in notes:
        draft.add_text(note)


# Traits that are fields


_RESISTIBLE = TYPE_WORDS | {"weapon": "weapon", "weapons": "weapon"}
_TYPE = any_of(tuple(_RESISTIBLE))
_LISTED = rf"(?P<types>{_TYPE}(?:(?:, | and |, and ){_TYPE})*)"
_RESISTANCES = (
    rf"resists? {_LISTED}(?: damage)? \+?(?P<number>[0-9]+)\+?",
    rf"{_LISTED} resistance \+?(?P<number>[0-9]+)\+?",
    rf"{_LISTED} \+?(?P<number>[0-9]+)\+?",
    r"resists? (?P<range>ranged|melee) damage (?P<number>[0-9]+)\+",
    r"resists? (?P<all>damage|all(?: damage)?) (?P<number>[0-9]+)\+",
)
_VULNERABLE = rf"(?:vulnerability:? |vulnerable to )?{_LISTED}"
_CRITICAL_RANGE = (
    r"the crit(?:ical hit)? range (?:for|of) [^.,;]{2,60}? is (?P<least>[0-9]+)\+",
    r"[^.,;]{2,60}?['’]s crit(?:ical hit)? range"
    r"(?: with attacks against (?P<defense>ac|pd|md)| with (?P<origin>melee|ranged) attacks)? expands by (?P<by>[0-9])",
)
_REGENERATION = r"(?:\w+ )?regeneration (?P<number>[0-9]+)"
_ONCE = r"(?i)once per (?:battle|(?P<day>day))\b"
_ONCE_IN_NAME = r"(?i)\[(?P<words>once per (?:battle|(?P<day>day)))\] *"
_ACTION = r"(?i)\bas an? (?P<action>standard|move|quick|free|interrupt) action"
_TIMES = {"once": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def read_resistance(draft: CreatureDraft, label: str, words: str, line: int) -> None:
    """Reads the resistance or the vulnerability in the head of a stat block, by its label."""
    title, read = ("Vulnerability", _vulnerable) if label.lower().startswith("vuln") else ("Resistance", _resist)
    if words and not read(draft, words):
        draft.add_unclear_fact(f"{title}: {words}", line)


def add_trait(draft: CreatureDraft, name: str, text: str, line: int, kind: str = "trait") -> None:
    """Adds a trait, such as a nastier special, and its fields.

    A trait with a limited use is a power, so that the fight can mark it as spent.
    """
    in_name = re.match(_ONCE_IN_NAME, plain(name))
    if found := in_name or re.match(_ONCE, plain(text)):
        special = " (nastier special)" if kind == "nastierSpecial" else ""
        shown = f"{plain(name)[in_name.end() :] if in_name else name}{special}"
        whole = f"{in_name['words']}: {text}" if in_name else text
        _add_limited(draft, shown, whole, "daily" if found["day"] else "encounter")
        draft.note_unclear(f"{name}. {text}", line)
    elif kind == "nastierSpecial":
        draft.add_unclear_trait(f"{name} (nastier special)", text, line)
    elif read_trait(draft, name, text):
        draft.add_trait(name, text)
    else:
        draft.add_unclear_trait(name if kind in ("trait", "") else f"{name} ({kind})", text, line)


def _add_limited(draft: CreatureDraft, name: str, text: str, use: str) -> None:
    """Adds a power with a limited use, and the action named in its first sentence."""
    found = re.search(_ACTION, plain(text).partition(". ")[0])
    action = found["action"].lower() if found else "free"
    draft.add_power({"name": as_name(name, "Special"), "action": action, "use": use, "text": text})


def read_trait(draft: CreatureDraft, name: str, description: str) -> bool:
    """Reads a trait into fields; returns whether they hold all of it."""
    text = plain(description)
    if _resist(draft, name):
        return re.match(r"when an? [\w ,]+ attack targets this creature", text, re.IGNORECASE) is not None or not text
    if re.match(r"vulnerab", name, re.IGNORECASE):
        return _vulnerable(draft, name) and not text
    if found := re.fullmatch(_REGENERATION, name, re.IGNORECASE):
        draft.put("regeneration", int(found["number"]))
        often = re.search(r"regenerate (\w+) times", text)
        if often and often[1] in _TIMES:
            draft.put("counters", {"regeneration": _TIMES[often[1]]})
        return True
    if any(re.fullmatch(each, text.strip(" ."), re.IGNORECASE) for each in _CRITICAL_RANGE):
        return True
    if re.search(r"golem in?mmunity|golem inmunity|perfect immunity|thick-skinned", name, re.IGNORECASE):
        known = [word for word in re.findall(r"\w+", text.lower()) if word in CONDITION_WORDS]
        ongoing = {"persistent"} if "ongoing damage" in text.lower() else set[str]()
        draft.put("immune", sorted({CONDITION_WORDS[each] for each in known} | ongoing))
    return False


def read_critical_range(draft: CreatureDraft, descriptions: Iterable[str]) -> None:
    """Sets the range of critical hits on the attacks for which a trait always widens it."""
    for description in descriptions:
        for sentence in plain(description).split(". "):
            for pattern in _CRITICAL_RANGE:
                if found := re.fullmatch(pattern, sentence.strip(" ."), re.IGNORECASE):
                    _widen(draft, found.groupdict())


def _widen(draft: CreatureDraft, found: dict[str, str | None]) -> None:
    least = int(found.get("least") or 20 - int(found.get("by") or 0))
    defense, origin = (found.get("defense") or "").upper(), found.get("origin") or ""
    for power in draft.powers:
        roll, reach = power.get("attack"), power.get("range")
        against_it = isinstance(roll, Roll) and defense in ("", roll.defense)
        from_there = isinstance(reach, Range) and origin in ("", reach.origin)
        if against_it and from_there and 2 <= least < 20:
            power["crit_range"] = least


def _resist(draft: CreatureDraft, text: str) -> bool:
    for pattern in _RESISTANCES:
        found = re.fullmatch(pattern, text.strip(" ."), re.IGNORECASE)
        if found:
            parts = found.groupdict()
            named = _types(parts.get("types")) or [parts.get("range") or "all"]
            draft.update("resist", dict.fromkeys(named, int(found["number"])))
            return True
    return False


def _vulnerable(draft: CreatureDraft, text: str) -> bool:
    found = re.fullmatch(_VULNERABLE, text.strip(" ."), re.IGNORECASE)
    if found is None:
        return False
    draft.put("vulnerable", sorted({*draft.entries("vulnerable"), *_types(found["types"])}))
    return True


def _types(words: str | None) -> list[str]:
    return [_RESISTIBLE[each] for each in re.findall(_TYPE, (words or "").lower())]
