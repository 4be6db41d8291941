"""Shipped creatures compared with their books: hit points, defenses, attack rolls, saves, dice, conditions and uses.

Each day thirty different creatures of each system are drawn.
"""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from functools import cache
from random import Random
from typing import Any

import pytest

from orcus_tui.commands.names import condition_names
from orcus_tui.importers.prose import any_of
from orcus_tui.library.shipped import CREATURES
from orcus_tui.model.text import name_key
from orcus_tui.systems import SYSTEMS, creatures_folder
from tests.helpers.imports.book_facts import BOOKS, BookCreature, BookPower
from tests.helpers.project.exhaustive import only_exhaustive
from tools.own_words import WORDS, read_word_field

DRAWN = 30
_SHORT = {"fort": "fortitude", "ref": "reflex"}
_ROLL = re.compile(r"(?i)\+ ?(\d+) (?:vs\.? (?:the lowest )?(AC|Fort(?:itude)?|Ref(?:lex)?|Will|PD|MD)\b|to hit)")
_SAVE = re.compile(r"DC (\d+) (\w{3})\w* saving throw")
_DICE = re.compile(r"(?<![\w.])(?!d20)\d*d\d+(?: ?[+-] ?\d+)?")
_USES = (
    (r"refresh (\d(?:, ?\d)*)", lambda found: f"refresh {found[1].replace(' ', '')}"),
    (r"\((?:[a-z ]+, )?(encounter|daily)\)", lambda found: found[1]),
    (
        r'"recharge on roll", "dice": "1d6", "min_value": (\d)',
        lambda found: f"refresh {','.join(map(str, range(int(found[1]), 7)))}",
    ),
    (r"Limited use: 1/battle, but the ability recharges when the \w+ is staggered", lambda _: "refresh staggered"),
    (
        r"Limited use: (\d)/(battle|day)\b(?!, but the ability recharges when)",
        lambda found: f"{found[1]}/{'encounter' if found[2] == 'battle' else 'day'}",
    ),
)
_SAME_USE = {"1/encounter": "encounter", "1/day": "daily"}
_STEMS = {"marked": "mark"}


@cache
def shipped(system: str) -> Mapping[str, Any]:
    text = (creatures_folder(system) / CREATURES).read_text(encoding="utf-8")
    return {name_key(each["name"]): each for each in tomllib.loads(text)["creature"]}


def differences(system: str, book: BookCreature) -> Iterator[str]:
    """The values of the shipped creature that differ from its book, or are missing."""
    ours = shipped(system).get(name_key(book.name.replace("–", "-").replace("’", "'")))
    if ours is None:
        return
    fields = {**ours, **ours.get("defenses", {})}
    yield from (
        f"{key}: {fields.get(key)}, not {number}" for key, number in book.numbers.items() if fields.get(key) != number
    )
    said = _said_by(ours)
    for power in book.powers:
        if (name_key(_bare(power.name)), name_key(ours["name"])) not in _shortened(system):
            left_out = (
                *_numbers_left_out(said, power),
                *_conditions_left_out(system, said, power),
                *_other_use(ours, power),
            )
            yield from (f"{power.name}: {each}" for each in left_out)


def _said_by(ours: Any) -> str:
    """The texts and lines of a creature's powers, traits, auras and spells."""
    tables = [*ours.get("power", ()), *ours.get("trait", ()), ours.get("aura", ""), ours.get("casting", "")]
    return re.sub(r" ([+-]) ", r"\1", " ".join(map(str, tables)).lower().replace("dc-", "dc "))


@cache
def _shortened(system: str) -> Collection[tuple[str, str]]:
    """The traits, with their creatures, whose own words only name a table."""
    found = read_word_field(creatures_folder(system) / WORDS, "shortened")
    return {(name.removesuffix("-(nastier-special)"), creature) for name, creature in found}


def _numbers_left_out(said: str, power: BookPower) -> Iterator[str]:
    """The attack rolls, saves and dice of a power that the creature lacks."""
    text = power.text.replace("–", "-")
    for bonus, defense in _ROLL.findall(text):
        against = _SHORT.get(defense.lower(), defense.lower()) or "ac"
        if not {f"+{bonus} vs {against}", f"'attack': {bonus}"} & {*re.findall(r"\+\d+ vs \w+|'attack': \d+", said)}:
            yield f"+{bonus} vs {against}"
    for number, ability in _SAVE.findall(text):
        if f"{ability.lower()} {number}" not in said and f"dc {number}" not in said:
            yield f"DC {number} {ability}"
    for dice in (each.replace(" ", "") for each in _DICE.findall(text)):
        if re.split("[+-]", dice)[0] not in said:
            yield dice


def _conditions_left_out(system: str, said: str, power: BookPower) -> Iterator[str]:
    """The conditions of a power that last until a save of another kind, or are missing."""
    names = {key.replace("-", " "): name for key, name in condition_names(SYSTEMS[system]).items() if len(key) > 3}
    for found in re.finditer(rf"(?i)\b({any_of(names)}) \((hard |easy )?saves? ends", power.text.replace("*", "")):
        name, degree = names[found[1].lower()], (found[2] or "").strip().lower() or "save"
        if not re.search(rf"{_STEMS.get(name, re.escape(name))}[^']*?\b{degree}", said):
            yield found[0]


def _other_use(ours: Any, power: BookPower) -> Iterator[str]:
    """The use of a power, if it differs from the book."""
    named = [each for each in ours.get("power", ()) if name_key(each["name"]) == name_key(_bare(power.name))]
    for pattern, read in _USES:
        found = re.search(pattern, f"{power.head}\n{power.text}")
        if found and named and "use" in named[0]:
            use = read(found)
            if named[0]["use"] != _SAME_USE.get(use, use):
                yield f"use {named[0]['use']}, not {use}"


def _bare(name: str) -> str:
    return re.sub(r"^(?:\[[^\]]*\] ?)?(?:[CRM]: )?| \(.*\)$", "", name.replace("’", "'"))


@pytest.mark.parametrize("system", BOOKS)
def test_thirty_creatures_are_as_in_their_book(system: str) -> None:
    drawn = Random(date.today().toordinal()).sample([*BOOKS[system]()], DRAWN)
    assert not [f"{each.name}: {what}" for each in drawn for what in differences(system, each)]


@pytest.mark.parametrize("system", [only_exhaustive(each) for each in BOOKS])
def test_every_creature_is_as_in_its_book(system: str) -> None:
    assert not [f"{each.name}: {what}" for each in BOOKS[system]() for what in differences(system, each)]


@pytest.mark.parametrize(
    ("numbers", "power", "what"),
    [
        ({"max_hp": 30}, BookPower("", "", ""), "max_hp: 29, not 30"),
        ({}, BookPower("Dagger", "", "+8 vs AC; 1d8+2 damage."), "Dagger: +8 vs ac"),
        ({}, BookPower("Dagger", "", "+7 vs AC; 3d8+2 damage."), "Dagger: 3d8+2"),
        ({}, BookPower("Grenade", "", "The target is dazed (save ends)."), "Grenade: dazed (save ends"),
        ({}, BookPower("Grenadier", "(standard, encounter)", ""), "Grenadier: use refresh 5,6, not encounter"),
    ],
)
def test_a_difference_from_the_book_is_found(numbers: dict[str, int], power: BookPower, what: str) -> None:
    assert [*differences("orcus", BookCreature("Grenadier", numbers, (power,)))] == [what]
