"""A power of a book while it is read: placeholders for the hero's numbers, and the tables that are made from it."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from orcus_tui.commands.bonus_slots import ABILITY_NAMES
from orcus_tui.importers.heroes.prose import effect_lines
from orcus_tui.importers.prose import Reading
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.casting import ABILITIES, Casting, filled_tables
from orcus_tui.storage.power_book import BookPower

ABILITY_WORDS = {**ABILITY_NAMES, **{each: each for each in ABILITIES}}
"""The abilities by their long and short names."""
ABILITY = rf"(?:{'|'.join(ABILITY_WORDS)})\b"
"""A pattern for the name of an ability."""
WEAPON = "d997"
LEVEL, HALF_LEVEL, ATTACK, TIER, LEVEL_DICE = "9071", "9081", "9101", "9091", "71"
_TRIGGERS: tuple[tuple[str, str], ...] = (
    (r"(?:.*makes you|you (?:are|become|first become)) staggered\b", "staggered"),
    (r"you(?:'re| are) hit\b|an? .{0,30}?\b(?:attack|enemy|creature|foe)\b.{0,30}? hits you\b", "hit"),
    (r"you are missed|an? .{0,40}misses you", "missed"),
    (r"you (?:score|roll) a crit|you crit", "crits"),
    (r"you (?:attack and )?hit\b", "hits"),
    (r"you (?:attack and )?miss\b", "misses"),
    (r"(?:an|one) (?:ally|of your allies) .{0,40}staggered", "ally staggered"),
    (r"you (?:succeed|pass).{0,30}sav", "saves"),
    (r"you fail.{0,20}sav", "fails"),
    (r"a creature marked by you.{0,40}attack that does not include", "marked attack"),
    (r"you (?:are )?reduce[sd]? (?:an|one) (?:enemy|creature)", "foe dies"),
    (r"an? (?:nearby )?(?:non-mook )?(?:enemy|foe) drops", "foe dies"),
    (r"(?:you roll a )?natural 20", "natural 20"),
)
_TOKEN = re.compile(r"(?<![\w.{|])(?:\d+d\d+|\d+)(?:[+*-](?:\d+d\d+|\d+))*(?![\w}])")
_PART = re.compile(r"([+-]?)((?:\d+d\d+|\d+)(?:\*(?:\d+d\d+|\d+))*)")


def ability(name: str, times: int = 1) -> str:
    """The number that stands for an ability's modifier; `times` 1 to 3, or 9 for the multiplier of the tier."""
    return f"90{ABILITIES.index(name) + 1}{times}"


def with_numbers(text: str, modifiers: str, times: int) -> str:
    """The text with numbers for abilities and for the level.

    `modifiers` is a pattern for `modifier`; `times` is that of `ability`.
    """
    text = re.sub(
        rf"(?i)\b(double|twice|triple) your ({ABILITY})(?: modifier| bonus)?",
        lambda found: ability(ABILITY_WORDS[found[2].lower()], 3 if found[1].lower() == "triple" else 2),
        text,
    )
    found_modifier = rf"(?i)(?:your )?({ABILITY})(?: or {ABILITY})? {modifiers}\b"
    text = re.sub(found_modifier, lambda found: ability(ABILITY_WORDS[found[1].lower()], times), text)
    return re.sub(r"(?i)\byour level\b", LEVEL, text)


def with_levels(base: str, later: Mapping[int, str], key: str) -> str | None:
    """A text whose numbers grow with the level, in braces; None if the texts differ in more than numbers."""
    parts = [_TOKEN.split(base), *(_TOKEN.split(each) for each in later.values())]
    if any(each != parts[0] for each in parts[1:]):
        return None
    tokens = [_TOKEN.findall(base), *(_TOKEN.findall(each) for each in later.values())]
    made = parts[0][0]
    for place, between in enumerate(parts[0][1:]):
        grown = [each[place] for each in tokens]
        made += (
            _in_braces(grown[0], dict(zip(later, grown[1:], strict=True)), key, signed=made.endswith(("+", "-")))
            + between
        )
    return made


def _in_braces(token: str, later: Mapping[int, str], key: str, *, signed: bool) -> str:
    first, *others = (_expression(each, key) for each in (token, *later.values()))
    grown, last = "", first
    for level, each in zip(later, others, strict=True):
        grown, last = (f"{grown} | {level}: {each}" if each != last else grown), each
    is_amount = (
        not signed
        and re.search(r"(?:^|[*+])(?:modifier|str|con|dex|int|wis|cha)\b", first)
        and not re.search(r"\bd?\d*d\d|weapon", first)
    )
    return f"{{{'0..' if is_amount else ''}{first}{grown}}}" if grown or first != token else token


def _expression(token: str, key: str) -> str:
    return "".join(
        f"{sign}{'*'.join(_factor(one, key) for one in product.split('*'))}" for sign, product in _PART.findall(token)
    )


def _factor(text: str, key: str) -> str:
    if found := re.fullmatch(r"(\d+)(d\d+)", text):
        count, sides = found.groups()
        dice = "weapon" if sides == WEAPON else f"1{sides}"
        if count == LEVEL_DICE:
            return f"level*{dice}"
        return text if sides != WEAPON else dice if count == "1" else f"{count}*{dice}"
    if found := re.fullmatch(r"90([1-6])([1-9])", text):
        name = ABILITIES[int(found[1]) - 1]
        name = "modifier" if name == key else name
        return {"1": name, "9": f"tier*{name}"}.get(found[2], f"{found[2]}*{name}")
    return {LEVEL: "level", HALF_LEVEL: "level/2", ATTACK: "attack", TIER: "tier"}.get(text, text)


def braces(value: object, key: str) -> object:
    """A value of a power's table with terms for these numbers; `key` is the ability of its attack."""
    if isinstance(value, str):
        return with_levels(value, {}, key)
    if isinstance(value, list):
        return [braces(each, key) for each in value]
    return {name: braces(each, key) for name, each in value.items()} if isinstance(value, Mapping) else value


def line_with_prefix(prefix: str, line: str) -> str:
    """The line after a prefix, unless it has one about the roll."""
    return f"{prefix}{line}" if not line.startswith(("crit", "natural", "miss", "hit")) else line


def _damage_in(line: str) -> str:
    """The amount of a line of damage; empty for other lines."""
    verb, _, amount = line.partition(" ")
    return amount.partition(" ")[0] if verb == "damage" else ""


class DraftPower(Struct):
    """A power of a book while it is read.

    Its table has placeholders for the hero's own numbers. `levels` are the values of fields at higher
    levels, `more` the powers that its text adds, `unknown` the passages that are not understood.
    """

    name: str
    lists: tuple[str, ...]
    level: int | None
    power: dict[str, Any]
    key_ability: str = ""
    more: dict[str, dict[str, Any]] = field(default_factory=dict)
    levels: dict[int, dict[str, Any]] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add_lines(self, key: str, lines: list[str]) -> None:
        """Adds lines, each once."""
        known = self.power.setdefault(key, [])
        known += [each for each in lines if each not in known]

    def put(self, key: str, read: Reading) -> None:
        """Adds what was read: its damage, the lines for the user, and those for the targets."""
        if read.damage.dice:
            self.power["damage"] = str(read.damage)
        rolled = "attack" in self.power
        own = [] if rolled else [each for each in read.lines if each.own]
        others = [each for each in read.lines if each not in own]
        for_targets = rolled or bool(effect_lines(others))
        self.add_lines("always", [*map(str, own)])
        self.add_lines(key if for_targets else "always", [*map(str, others)])
        self.unknown += read.unknown

    def put_miss(self, read: Reading, text: str) -> None:
        """Adds what was read of a miss: half damage, or other damage, and the lines."""
        lines, has_damage = read.texts, bool(self.power.get("damage"))
        damage = next(filter(None, map(_damage_in, lines)), "")
        if read.halves and has_damage:
            self.power["miss"] = "half"
        elif damage and has_damage and "miss" not in self.power:
            self.power["miss"] = damage
            lines = [each for each in lines if _damage_in(each) != damage]
        elif read.halves:
            self.unknown.append(f"miss: {text}")
        if "attack" in self.power:
            self.add_lines("always", [line_with_prefix("miss: ", each) for each in lines])
        self.unknown += [f"miss: {each}" for each in read.unknown]

    def put_trigger(self, trigger: str) -> None:
        """Sets its trigger: the word of the first known pattern that it begins with, or its text."""
        word = next((word for pattern, word in _TRIGGERS if re.match(rf"(?i){pattern}", trigger)), "")
        self.power["trigger"] = word or f"text: {trigger}"

    def filled(self, system: System, numbers: Casting) -> list[dict[str, Any]]:
        """The tables of the power and of those that its text adds, for the hero with these numbers."""
        book = BookPower(self.name, power=self.table(), more=self.more_tables())
        return filled_tables(book, system, numbers)

    def table(self) -> dict[str, Any]:
        """The power's table with terms in braces for the hero's numbers and for the levels."""
        grown = {key: self._by_level(key, value) for key, value in self.power.items()}
        found = {
            key: braces(value, self.key_ability) if key not in self._level_keys else value
            for key, value in grown.items()
        }
        return {key: value for key, value in found.items() if value not in ("", [], None)}

    def more_tables(self) -> dict[str, dict[str, Any]]:
        """The tables of the powers that its text adds."""
        key = self.key_ability
        return {name: {field: braces(value, key) for field, value in each.items()} for name, each in self.more.items()}

    @property
    def _level_keys(self) -> set[str]:
        return {key for each in self.levels.values() for key in each}

    def _by_level(self, key: str, value: Any) -> Any:
        later = {level: each[key] for level, each in sorted(self.levels.items()) if key in each}
        if not later:
            return value
        if isinstance(value, str):
            return self._line_by_level(value, {level: str(each) for level, each in later.items()})
        rows = list(value)
        if any(len(each) != len(rows) for each in later.values()):
            self.unknown.append(f"levels of {key}")
            return braces(rows, self.key_ability)
        return [
            self._line_by_level(row, {level: each[at] for level, each in later.items()}) for at, row in enumerate(rows)
        ]

    def _line_by_level(self, base: str, later: Mapping[int, str]) -> str:
        types = base.partition(" ")[2]
        later = {level: each if " " in each or not types else f"{each} {types}" for level, each in later.items()}
        merged = with_levels(base, later, self.key_ability)
        if merged is None:
            self.unknown.append(f"levels: {base} / {' / '.join(later.values())}")
            return str(braces(base, self.key_ability))
        return merged
