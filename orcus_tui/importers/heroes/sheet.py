"""A hero's sheet as text or Markdown, as people keep it: a name, then lines such as `AC 18` and `Powers: …`.

The system is recognized by the defenses. Powers and spells are looked up in the library by name; lines that are not
understood are kept and listed.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from orcus_tui.commands.bonus_slots import ABILITY_NAMES
from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.source_text import decode_source, without_escapes
from orcus_tui.model.text import defense_name
from orcus_tui.storage.encounter.casting import ABILITIES
from orcus_tui.storage.power_book import UnknownPower, power_book
from orcus_tui.systems import SYSTEMS

_DEFENSES = (
    ("defense.ac", r"armou?r class|ac"), ("defense.fortitude", r"fort(?:itude)?(?: def\w*)?"),
    ("defense.reflex", r"ref(?:lex)?(?: def\w*)?"), ("defense.will", r"will(?: def\w*)?"),
    ("defense.pd", r"physical defense|pd"), ("defense.md", r"mental defense|md"),
)  # fmt: skip
_NUMBER = r"\W{0,4}(?P<n>[+−-]?\d{1,4})"
_NUMBERS: tuple[tuple[str, str], ...] = (
    ("max_hp", r"(?:max(?:imum)? )?(?:hp|hit points)(?: max(?:imum)?)?"),
    ("initiative", r"init(?:iative)?"),
    ("max_recoveries", r"recoveries"),
    ("speed", r"speed"),
    ("level", r"level|lvl"),
    ("casting.dc", r"(?:spell )?save dc|dc"),
    ("casting.attack", r"(?:spell |power )?attack (?:bonus|modifier)"),
    ("casting.modifier", r"(?:key )?(?:spell(?:casting)? )?(?:ability )?modifier"),
)
_ABILITY = (
    r"(?P<a>str(?:ength)?|con(?:stitution)?|dex(?:terity)?|int(?:elligence)?|wis(?:dom)?"
    r"|cha(?:risma)?)\W{0,4}(?P<n>\d{1,2})\b"
)
_ATTACK = (
    r"[-*•]? ?(?P<name>[A-Z][\w' -]{1,40}?)[:,]? \(?(?P<bonus>[+-]\d{1,2})\)?(?: "
    r"to hit)?(?: vs\.? (?P<defense>\w+))?[,;:.]? *"
    r"\(?(?:hit: ?)?(?P<damage>\d{1,2}d\d{1,2}(?: ?[+-] ?\d{1,2})?)\)?(?: (?P<type>[a-z]+))?(?: damage)?\.?"
)
_CLASS = (
    r"(?i)(?:(?:race|ancestry|class)(?: (?:and|&) (?:level|kit))?: *)?(?P<role>[A-Za-z][A-Za-z' /()-]{2,50}?),? "
    r"(?:\(?level )?(?P<level>\d{1,2})\)?|level (?P<first>\d{1,2}) (?P<then>[A-Za-z][A-Za-z' /()-]{2,50})"
)
_LIST = (
    r"(?i)(?:at-will |encounter |daily |known |prepared )*(?:powers|spells|cantrips|talents"
    r"|exploits)(?: (?:known|prepared))?(?: ?\([^)]*\))?: *(?P<names>.+)"
)
_SPELLS_OF_LEVEL = (
    r"(?i)(?P<level>cantrips?|\d)(?:st|nd|rd|th)?[- ]?(?:level)? ?(?:\((?P<slots>\d) slots?\)"
    r"|\(at[- ]will\))?: *(?P<names>.+)"
)
_SLOTS = r"(?i)(?:spell )?slots: *(?P<slots>.+)"
_SLOT = r"(?i)(?P<level>\d)(?:st|nd|rd|th)?(?: level)?\W{1,3}(?P<count>\d)\b"
_WEAPON = r"(?i)weapon(?: dice)?\W{0,4}(?P<dice>\d?d\d{1,2})\b"
_DETAILS = (
    r"(?i)(?P<label>race|ancestry|speed|senses|languages|alignment|background|equipment|skills)\b\W{1,3}(?P<text>.+)"
)
_FIELDS = {"speed": "speed", "senses": "senses", "languages": "languages", "alignment": "alignment"}
MOST_BLANK = 60
"""The most characters of a line that is only the name of a power."""


def read(data: bytes) -> ImportResult:
    """The heroes of a text, one below each heading with hit points. Raises UnreadableSource if there are none."""
    sheets = [*_sheets(decode_source(data))]
    system = _system_of(" ".join(line for each in sheets for _, line in each))
    return result_for_system(system, [_Sheet(system, each).draft for each in sheets])


def _sheets(text: str) -> Iterator[list[tuple[int, str]]]:
    """The lines of each hero, numbered; a new one begins at a heading of the first rank."""
    lines = [*enumerate(text.splitlines(), 1)]
    starts = [at for at, (_, line) in enumerate(lines) if re.match(r"# ?\w", line)] or [0]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        part = [(number, plain(without_escapes(re.sub(r"^[>#\s]*", "", line)))) for number, line in lines[start:end]]
        found = [(number, line) for number, line in part if line.strip("-|=_* ")]
        if found and re.search(rf"(?i)\b{_NUMBERS[0][1]}\b{_NUMBER}", " ".join(line for _, line in found)):
            yield found


def _system_of(text: str) -> str:
    """The system that has the defenses in a text."""
    named = {
        key.rpartition(".")[2] for key, pattern in _DEFENSES if re.search(rf"(?i)\b(?:{pattern})\b{_NUMBER}", text)
    }
    if {"pd", "md"} <= named:
        return "archmage"
    return "orcus" if {"fortitude", "reflex", "will"} <= named else "srd5"


class _Sheet:
    """A sheet while it is read; the readers take what they understand out of each line."""

    def __init__(self, system: str, lines: list[tuple[int, str]]) -> None:
        self._system = system
        self.draft = CreatureDraft(re.sub(r"(?i)^name: *", "", lines[0][1]), lines[0][0])
        self._casting: dict[str, Any] = {}
        self._names: list[str] = []
        self._slots: dict[str, dict[str, int]] = {}
        self._columns: list[str] = []
        self._scores: dict[str, int] = {}
        self._defenses: dict[str, int] = {}
        self.draft.put("kind", "pc")
        for number, line in lines[1:]:
            self._read(line, number)
        self._finish()

    def _read(self, line: str, number: int) -> None:
        readers: tuple[Callable[[str, int], bool], ...] = (
            self._slots_line, self._powers_line, self._attack_line, self._class_line, self._details_line,
        )  # fmt: skip
        if any(each(line, number) for each in readers) or self._is_ability_table(line):
            return
        left = self._take_numbers(line)
        if re.search(r"\w", re.sub(r"(?i)\b(?:and|defen[cs]es|abilities|combat|stats|max|at staggered)\b", "", left)):
            self._add_power(left.strip(" -*•,;:."), line, number)

    def _is_ability_table(self, line: str) -> bool:
        """Reads the names of abilities above their scores, as in tables."""
        words = re.findall(r"[A-Za-z]+", line.lower())
        if words and all(each[:3] in ABILITIES and len(each) in (3, *map(len, ABILITY_NAMES)) for each in words):
            self._columns = [each[:3] for each in words]
            return not re.search(r"\d", line)
        scores = re.findall(r"(?<![+(−-])\b\d{1,2}\b(?!\))", line)
        if self._columns and not words and len(scores) == len(self._columns):
            self._scores |= dict(zip(self._columns, map(int, scores), strict=True))
            return True
        return False

    # Lines of a kind

    def _slots_line(self, line: str, _: int) -> bool:
        found = re.fullmatch(_SLOTS, line)
        if found:
            for each in re.finditer(_SLOT, found["slots"]):
                self._slots[f"slot{each['level']}"] = {"max": int(each["count"])}
        return bool(found and self._slots)

    def _powers_line(self, line: str, number: int) -> bool:
        found = re.fullmatch(_LIST, line) or re.fullmatch(_SPELLS_OF_LEVEL, line)
        if found is None:
            return False
        parts = found.groupdict()
        if parts.get("slots"):
            self._slots[f"slot{parts['level']}"] = {"max": int(parts["slots"])}
        for name in re.split(r",\s+(?![^(]*\))|;", found["names"]):
            self._add_power(name.strip(" .*"), name, number)
        return True

    def _attack_line(self, line: str, _: int) -> bool:
        found = re.fullmatch(_ATTACK, line)
        if found is None:
            return False
        defense = found["defense"] or defense_name(SYSTEMS[self._system].words.defenses[0])
        types = found["type"] if found["type"] in SYSTEMS[self._system].words.damage_types else ""
        damage = f"{found['damage'].replace(' ', '')} {types}".strip()
        range_ = "ranged" if re.search(r"(?i)bow|sling|dart|javelin|ranged|thrown", found["name"]) else "melee"
        power = {"name": found["name"], "range": range_, "attack": f"{found['bonus']} vs {defense}", "damage": damage}
        self.draft.add_power({**power, "tags": ["basic"]})
        return True

    def _class_line(self, line: str, _: int) -> bool:
        found = re.fullmatch(_CLASS, line)
        if found is None or "role" in self.draft.table or _is_label(line):
            return False
        self.draft.put("role", (found["role"] or found["then"]).strip())
        self.draft.put("level", int(found["level"] or found["first"]))
        return True

    def _details_line(self, line: str, _: int) -> bool:
        if weapon := re.fullmatch(_WEAPON, line):
            self._casting["weapon"] = weapon["dice"]
            return True
        if role := re.fullmatch(r"(?i)class: *(?P<text>[^\d]+)", line):
            self.draft.put("role", role["text"].strip())
            return True
        found = re.fullmatch(_DETAILS, line)
        if found is None:
            return False
        label = found["label"].lower()
        if label in _FIELDS:
            self.draft.put(_FIELDS[label], found["text"].strip())
        else:
            self.draft.add_fact(line)
        return True

    # Numbers within a line

    def _take_numbers(self, line: str) -> str:
        """Reads the numbers of a line, and returns what is left of it."""
        left = self._take_abilities(line)
        for key, pattern in (*_DEFENSES, *_NUMBERS):
            left = self._take(left, key, pattern)
        return left

    def _take(self, line: str, key: str, pattern: str) -> str:
        found = re.search(rf"(?i)(?<![\w-])(?:{pattern})\b{_NUMBER}(?:/\d+)?", line)
        if found is None:
            return line
        self._put_number(key, int(found["n"].replace("−", "-")))
        return line[: found.start()] + line[found.end() :]

    def _take_abilities(self, line: str) -> str:
        found = [*re.finditer(rf"(?i)\b{_ABILITY}(?: ?\([+−-]?\d+\))?", line)]
        if len(found) > 1 or (found and found[0][0] == line):
            self._scores |= {each["a"][:3].lower(): int(each["n"]) for each in found}
            return re.sub(rf"(?i)\b{_ABILITY}(?: ?\([+−-]?\d+\))?", "", line)
        return line

    def _put_number(self, key: str, number: int) -> None:
        outer, _, inner = key.partition(".")
        if outer == "defense":
            self._defenses |= {inner: number} if inner in SYSTEMS[self._system].words.defenses else {}
        elif inner:
            self._casting[inner] = number
        else:
            self.draft.table[outer] = str(number) if outer == "speed" else number

    # Powers

    def _add_power(self, name: str, whole: str, number: int) -> None:
        """A power of the library by its name, or a line that is not understood."""
        bare = re.sub(
            r" ?\((?:at-will|encounter|daily|\d(?:st|nd|rd|th)?(?: level)?)\)$", "", name, flags=re.IGNORECASE
        )
        try:
            power = power_book(self._system).named(bare) if len(bare) <= MOST_BLANK else None
        except UnknownPower:
            power = None
        if power:
            self._names.append(power.full_name if self._system != "srd5" else power.name)
        else:
            self.draft.add_unclear(whole, number)

    def _finish(self) -> None:
        self.draft.put("resources", self._slots)
        self.draft.put("defenses", self._defenses)
        self.draft.put("abilities", self._scores)
        if self._system == "srd5" and "dex" in self._scores:
            self.draft.table.setdefault("initiative", self._scores["dex"] // 2 - 5)
        if self._names:
            self.draft.put("powers", list(dict.fromkeys(self._names)))
            self._fill_casting()
        self.draft.put("casting", self._casting)

    def _fill_casting(self) -> None:
        """Fills in the numbers of powers that a sheet leaves out, from its attacks and abilities."""
        attacks = [each for each in self.draft.powers if "attack" in each]
        if self._system != "srd5" and attacks:
            bonus = re.match(r"[+-]\d+", str(attacks[0]["attack"]))
            dice = re.match(r"\d*d\d+", str(attacks[0]["damage"]))
            if self._system == "orcus":
                self._casting.setdefault("attack", int(bonus[0]) if bonus else 0)
                self._casting.setdefault("weapon", dice[0] if dice else "1d8")
            else:  # in the Archmage Engine an attack depends on ability and level, and a weapon rolls a die per level
                self._casting.setdefault("weapon", re.sub(r"^\d*d", "1d", dice[0]) if dice else "1d8")
        if not self._scores:
            self._casting.setdefault("modifier", 0)


def _is_label(line: str) -> bool:
    """Whether a line begins with the label of a number, such as `Initiative +3`, other than the level."""
    labels = (pattern for key, pattern in (*_DEFENSES, *_NUMBERS) if key != "level")
    return any(re.match(rf"(?i)(?:{pattern})\b", line) for pattern in labels)
