"""Powers of the library that a file refers to by name, filled in with the numbers of `[creature.casting]`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.rules.creature_values import RESOURCES
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, fault, mismatch
from orcus_tui.rules.field_table import Field, FieldTable
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import AMOUNT_SCHEMA, NAME, Scope, Validator, entries, list_of, whole
from orcus_tui.storage.encounter.power_tables import HIGHEST_LEVEL, POWER, TRAIT
from orcus_tui.systems import libraries_of

if TYPE_CHECKING:
    from orcus_tui.storage.power_book import BookPower

_POOL = r"([1-9][0-9]?)?d([1-9][0-9]{0,2})"
_WEAPON = rf"{_POOL}(?:[+-][0-9]{{1,2}})?|[0-9]{{1,3}}"
_OWN_USE = r"(.+?) +\((at[- ]will|daily|encounter|[1-9][0-9]?/[a-z0-9 ]+|re(?:fresh|charge) [^()]+)\)"
# Patterns are texts, which `re` compiles on first use, so that they do not slow down the start.
_IN_BRACES = r"\{([^{}]*)\}"
_AT_LEAST = "0.."
"""The prefix of an expression that is an amount: 0 if a low modifier would make it negative."""
_TERM = r"([+-]?) *([^+\- ]+) *"
_IN_QUOTES = r" *'([^']*)' *"
_FOR_LEVELS = r"\{([0-9]{1,2})(?:\+|-([0-9]{1,2}))\} *"


class Casting(Struct, frozen=True):
    """The numbers of a creature in its powers: attack bonus, DC, weapon dice, ability modifier and level.

    `abilities` are the modifiers of its abilities, for powers that add several; without them, `modifier` counts.
    """

    attack: int | None = None
    dc: int | None = None
    weapon: str | None = None
    modifier: int | None = None
    level: int | None = None
    abilities: Mapping[str, int] = {}


def _read_weapon(_scope: Scope, value: object) -> str:
    text = str(value).strip()
    if type(value) not in (int, str) or re.fullmatch(_WEAPON, text) is None:
        raise mismatch('the dice of a weapon, such as "1d8"', value)
    return text


_BONUS = whole(-100, 100)
CASTING = FieldTable(
    Casting(),
    Field("attack", _BONUS, "the bonus of attacks with powers of the library"),
    Field("dc", whole(1, 100), "the DC of saves against them"),
    Field("weapon", Validator(_read_weapon, AMOUNT_SCHEMA), 'the dice of the weapon, "1d8"'),
    Field("modifier", _BONUS, "the ability modifier that their damage and healing add"),
    Field("level", whole(0, HIGHEST_LEVEL), "the level, for powers that grow with it (that of the creature)"),
    unstored=("abilities",),
)
NAMED_POWERS = list_of(NAME)
"""The names of powers; a name may come after its list, and before a use in brackets."""
ABOUT_NAMED = 'powers and spells of the library, as ["Fireball", "Weapon Drill: Cleaving Slice", "Shield (3/day)"]'
ABILITIES = ("str", "con", "dex", "int", "wis", "cha")
TIERS = (5, 8)
"""The levels from which modifiers to damage count twice, and three times (Archmage Engine §Damage)."""
NUMBERS = {
    "attack": "attack bonus",
    "dc": "save DC",
    "weapon": "weapon dice",
    "modifier": "ability modifier",
    "level": "level",
}
"""The numbers by their keys."""
DERIVED: Mapping[str, Mapping[str, str]] = {
    "srd5": {"attack": "dc-8", "dc": "attack+8"},
    "archmage": {"attack": "modifier+level"},
}
"""The numbers that follow from others in a system, if they are not given."""


def add_named_powers(scope: Scope, values: dict[str, Any]) -> list[FieldFault]:
    """Adds the named powers to a creature's own powers, which take precedence; returns the faults.

    The names and the casting are removed from the values.
    """
    readers = {"powers": NAMED_POWERS.read, "casting": CASTING.read}
    read, faults = entries(scope, {key: values.pop(key) for key in readers if key in values}, readers)
    casting: Casting = read.get("casting", Casting())
    modifiers = {key: score // 2 - 5 for key, score in values.get("abilities", {}).items()}
    best = max(modifiers.values(), default=None)
    casting = replace(
        casting,
        level=values.get("level") if casting.level is None else casting.level,
        modifier=best if casting.modifier is None else casting.modifier,
        abilities=modifiers,
    )
    named = _named_powers(scope, read.get("powers", ()), casting, faults)
    for key in ("power", "trait"):
        own = values.get(key, ())
        taken = {each.name.casefold() for each in own}
        if added := tuple(each for name, each in named[key].items() if name not in taken):
            values[key] = (*own, *added)
    if named["resources"]:
        values["resources"] = {**named["resources"], **values.get("resources", {})}
    return faults


def _named_powers(
    scope: Scope, names: tuple[str, ...], casting: Casting, faults: list[FieldFault]
) -> dict[str, dict[str, Any]]:
    """The powers of these names with a creature's numbers, and their traits and resources: as `_read` returns them.

    Of several entries with the same name, the first counts. Adds a fault for each name that is impossible.
    """
    found: dict[str, dict[str, Any]] = {"power": {}, "trait": {}, "resources": {}}
    if not names:
        return found
    from orcus_tui.storage.power_book import UnknownPower, power_book

    book = power_book(scope.system.id)
    for place, name in enumerate(names):
        plain, use = (name, "") if book.has(name) else _own_use(name)
        try:
            for key, read in _read(scope, filled(book.named(plain), scope.system, casting, use)).items():
                found[key] |= {name: each for name, each in read.items() if name not in found[key]}
        except UnknownPower as wrong:
            faults.append(FieldFault(("powers", place), wrong.message))
        except FieldFaults as wrong:
            faults.append(FieldFault(("powers", place), f"{plain}: {wrong}"))
    return found


def _read(scope: Scope, tables: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The powers and traits in the tables of a power, by folded name, and the resources. Raises FieldFaults."""
    powers = [POWER.read(scope, each) for each in tables["power"]]
    traits = [TRAIT.read(scope, each) for each in tables["trait"]]
    return {
        "power": {each.name.casefold(): each for each in powers},
        "trait": {each.name.casefold(): each for each in traits},
        "resources": RESOURCES.read(scope, tables["resources"]),
    }


def filled_tables(power: BookPower, system: System, casting: Casting) -> list[dict[str, Any]]:
    """The tables of a library power and of the powers that come with it, with a creature's numbers.

    Raises FieldFaults for a missing number.
    """
    found: list[dict[str, Any]] = filled(power, system, casting)["power"]
    return found


def filled(power: BookPower, system: System, casting: Casting, use: str = "") -> dict[str, Any]:
    """The tables `power`, `trait` and `resources` of a library power, as in a file, with a creature's numbers.

    `use` replaces its printed use, so that it spends no slot. Raises FieldFaults for a missing number.
    """
    numbers = _Numbers(system, casting)
    tables = [_with_numbers(each, numbers) for each in power.tables()]
    if use and not power.is_trait:
        tables[0] = {key: value for key, value in tables[0].items() if key != "level"} | {"use": use}
    traits = [_with_numbers(each, numbers) for each in power.trait_tables()]
    resources = {name: _as_numbers(_with_numbers(each, numbers)) for name, each in power.resources.items()}
    return {"power": tables, "trait": traits, "resources": resources}


def _as_numbers(table: dict[str, Any]) -> dict[str, Any]:
    return {key: int(each) if str(each).isdecimal() else each for key, each in table.items()}


def numbers_needed(power: BookPower) -> set[str]:
    """The numbers of a creature that a power needs, by their keys."""
    tables = (*power.tables(), *power.trait_tables(), *power.resources.values())
    texts = (text for table in tables for text in re.findall(_IN_BRACES, str(table)))
    words = {word for text in texts for word in re.findall(r"[a-z]{3,}", text)}
    needed = words & {*NUMBERS}
    return needed | ({"modifier"} if words & {*ABILITIES} else set()) | ({"level"} if "tier" in words else set())


def derived_numbers(system: str) -> Mapping[str, str]:
    """The numbers of a system that follow from others, each with its expression."""
    return next((DERIVED[each] for each in libraries_of(system) if each in DERIVED), {})


def _own_use(name: str) -> tuple[str, str]:
    """The name of a power, and the use in brackets after it: `Shield (3/day)`."""
    found = re.fullmatch(_OWN_USE, name.strip(), re.IGNORECASE)
    return (found[1], found[2].lower()) if found else (name.strip(), "")


# Numbers in braces


def _with_numbers(value: Any, numbers: _Numbers) -> Any:
    """A value of a table, with numbers in place of the expressions in braces."""
    if isinstance(value, str) and "{" in value:
        text = re.sub(_IN_BRACES, lambda found: numbers.text_of(found[1]), value)
        return re.sub(r"\+-(?=[0-9])", "-", text)
    if isinstance(value, list):
        return [_with_numbers(each, numbers) for each in numbers.lines_at_level(value)]
    return {key: _with_numbers(each, numbers) for key, each in value.items()} if isinstance(value, dict) else value


class _Numbers:
    """A creature's numbers, which fill in expressions such as `2*weapon+modifier` and `1d8 | 5: 2d8 | 11: 3d8`."""

    def __init__(self, system: System, casting: Casting) -> None:
        self._casting = casting
        self._derived = derived_numbers(system.id)

    def lines_at_level(self, lines: list[Any]) -> list[Any]:
        """The lines for a level; a line after `{5+}` or `{1-4}` is only for these levels."""
        found = ((re.match(_FOR_LEVELS, each) if isinstance(each, str) else None, each) for each in lines)
        return [
            each[levels.end() :] if levels else each
            for levels, each in found
            if levels is None or int(levels[1]) <= self._number("level") <= int(levels[2] or HIGHEST_LEVEL)
        ]

    def text_of(self, expression: str) -> str:
        """The number or the dice of an expression, or its words in quotes. Raises FieldFaults for a missing number."""
        least, expression = expression.startswith(_AT_LEAST), expression.removeprefix(_AT_LEAST)
        expression = self._at_level(expression)
        if words := re.fullmatch(_IN_QUOTES, expression):
            return words[1]
        total, dice = 0, ""
        for sign, term in re.findall(_TERM, expression):
            value = self._product(term.split("*"))
            if isinstance(value, int):
                total += -value if sign == "-" else value
            else:
                dice += f"{'-' if sign == '-' else '+' if dice else ''}{value}"
        return f"{dice}{total:+d}" if dice and total else dice or str(max(total, 0) if least else total)

    def _at_level(self, expression: str) -> str:
        """The part of an expression for a level: after `5:` from level 5 on."""
        first, *later = (each.strip() for each in expression.split("|"))
        for part in later if later else ():
            least, _, then = part.partition(":")
            if self._number("level") >= int(least):
                first = then.strip()
        return first

    def _product(self, factors: list[str]) -> int | str:
        """A product of numbers, of which one may be dice: `2*weapon` is `2d8` for a weapon of `1d8`.

        A number after the dice multiplies their total: `2d10*10`.
        """
        times, dice, behind = 1, "", ""
        for factor in factors:
            text = self._casting.weapon if factor == "weapon" else factor
            if text is None:
                raise _missing("weapon")
            if re.match(_POOL, text):
                dice = text
            elif text.isdecimal() and dice:
                behind += f"*{text}"
            elif text.isdecimal():
                times *= int(text)
            else:
                name, _, divisor = text.partition("/")
                times *= self._number(name) // int(divisor or 1)
        if not dice:
            return times
        return re.sub(_POOL, lambda found: f"{times * int(found[1] or 1)}d{found[2]}", dice, count=1) + behind

    def _number(self, name: str) -> int:
        if name == "tier":
            level = self._number("level")
            return 1 + sum(level >= each for each in TIERS)
        if name in ABILITIES:
            return self._casting.abilities[name] if name in self._casting.abilities else self._number("modifier")
        value: int | None = getattr(self._casting, name)
        if value is not None:
            return value
        other = re.fullmatch(r"([a-z]+)([+-])([a-z0-9]+)", self._derived.get(name, ""))
        known = other and getattr(self._casting, other[1]) is not None
        if not other or not known or (other[3].isalpha() and getattr(self._casting, other[3]) is None):
            raise _missing(name)
        return int(self.text_of(other[0]))


def _missing(name: str) -> FieldFaults:
    return fault(f"needs the creature's {NUMBERS[name]}: write {name} in [creature.casting]")
