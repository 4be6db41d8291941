"""The head and the figures of a stat block of the Archmage Engine: size, strength, level, role, type, defenses."""

import re

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
_ROLES = ("archer", "blocker", "caster", "leader", "mook", "spoiler", "stalker", "troop", "wrecker")
_KINDS = {"normal": "standard", "weakling": "weakling", "elite": "elite", "double": "double", "triple": "triple"}
_LEVEL = r"(?P<level>[0-9]{1,2}) ?(?:st|nd|rd|th)?[ -]?level\b|level[: ]+(?P<number>[0-9]{1,2})\b"
_STRENGTH = "|".join(sorted(_STRENGTHS, key=len, reverse=True))
LEVEL_LINE = re.compile(rf"(?i)(?:(?:{_STRENGTH})[ ,]+)*(?:{_LEVEL})(?P<rest>[^.:]{{0,80}})")
"""The line of a head that has the level: `Large 3rd level mook [undead]`, or the level alone."""

_FIGURE = re.compile(r"\b(?P<label>AC|PD|MD|HP)\b|(?P<number>\d[\d,]*)|(?P<note>\([^()]*\))")
_LABELS = re.compile(r"(?:(?:AC|PD|MD|HP)\b[:\s|*]*(?:\d[\d,]*)?(?:\s*\([^()]*\))?[\s,;|*]*)+")
_NUMBER = re.compile(r"\d{1,4}(?:\s*\([^()]*\))?")


class Head:
    """What the head of a stat block says, put together word by word."""

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
            self._read_behind(words[found.end() :])
        elif words:
            self._read_words(words)

    def _read_behind(self, words: str) -> None:
        bracket = re.search(r"[\[(]([^\])]+)[\])]", words)
        before = words[: bracket.start()] if bracket else words
        for word in before.split():
            self._read_words(word)
        if bracket:
            self.type = bracket[1].strip().lower()

    def _read_words(self, words: str) -> None:
        known = words.lower().strip(" ,;-")
        if known in _STRENGTHS:
            size, strength = _STRENGTHS[known]
            self.size = size if size != "normal" else self.size
            self.strength = strength if strength != "normal" else self.strength
        elif known in _ROLES and not self.role:
            self.role = known
        elif not self.type:
            self.type = known
        else:
            self.unknown.append(words)

    def put_into(self, draft: CreatureDraft, line: int) -> None:
        """Puts what was read into a creature's fields."""
        put_strength(draft, self.role, self.strength)
        draft.put("level", self.level)
        draft.put("role", self.role)
        draft.put("size", self.size)
        draft.put("type", self.type)
        for each in self.unknown:
            draft.add_unclear(each, line)


def put_strength(draft: CreatureDraft, role: str, strength: str) -> None:
    """Puts the kind that role and strength make; a mook's own strength is a tag."""
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
    """Whether a line is defenses and hit points, or, where labels wait for them, a number."""
    words = plain(text)
    return bool(_LABELS.fullmatch(words) or (labels_wait and _NUMBER.fullmatch(words)))


def read_figures(text: str) -> tuple[dict[str, int], list[str]]:
    """Defenses and hit points, from labels and numbers in any order that keeps theirs; and the notes beside them."""
    labels: list[str] = []
    numbers: list[int] = []
    notes: list[str] = []
    for found in _FIGURE.finditer(plain(text)):
        if found["label"]:
            labels.append(found["label"].lower())
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
