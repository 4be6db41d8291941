"""The head and the figures of a stat block of the Archmage Engine: size, strength, level, role, type, defenses."""

import re
from collections.abc import Iterator

from orcus_tui.importers.creature_draft import CreatureDraft, plain

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


def parted_figures(text: str) -> Iterator[str]:
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
