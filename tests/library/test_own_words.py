"""The shipped texts are in our own words: no passage of a source, but all of its numbers."""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from orcus_tui.importers.draft_text import (
    Amount,
    Aura,
    Conditions,
    Effect,
    Fact,
    Reminder,
    Save,
    Until,
    auras_of,
    effect_line,
    quoted_conditions,
    with_texts,
)
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.library.shipped import CREATURES
from orcus_tui.model.text import name_key
from orcus_tui.rules.trigger_words import read_trigger
from orcus_tui.systems import SYSTEMS, creatures_folder
from tests.helpers.imports.shared_data import data_file, read_once
from tools.own_words import (
    SEE_SOURCE,
    WORDS,
    add_fields_by_hand,
    add_triggers_and_titles,
    put_in_own_words,
    read_fields_by_hand,
    read_word_field,
    read_words,
    words_key,
)
from tools.shipped_creatures import COLLECTIONS, Collection, Table, creatures_of, library_files

each_collection = pytest.mark.parametrize("collection", COLLECTIONS, ids=lambda each: each.system)

# Of a single creature

LONG = "It hides, and when its prey is near enough it leaps upon whoever is weakest"


SKILLS = Fact("Skills: Stealth +9")
DAZED = effect_line("apply", Conditions(("dazed",)), Save())


def words_of(name: str, text: str) -> dict[tuple[str, str], str]:
    return {(name.lower(), "rat"): text}


@pytest.mark.parametrize(
    ("table", "kept"),
    [
        ({"text": [SKILLS, f"Slippery: {LONG}."]}, {"text": [SKILLS]}),
        ({"text": [LONG], "notes": "by somebody"}, {}),
        ({"aura": [Aura("2", "Dread", LONG)]}, {"aura": [Aura("2", "Dread", "see source")]}),
        ({"aura": [Aura("1", "", "enemies that begin their turn in it take 5 fire")]},) * 2,
        ({"senses": "Perception +3, darkvision"},) * 2,
        ({"senses": "blindsight 60 ft. (blind beyond this radius), passive perception 6"},) * 2,
        ({"speed": "6, see also pounce. It pounces"}, {"speed": "6"}),
        ({"trait": [{"name": "Sly", "text": LONG}]}, {"trait": [{"name": "Sly", "text": "see source"}]}),
        ({"trait": [{"name": "Immune to Weapon Damage"}]},) * 2,
    ],
)
def test_a_creature_keeps_names_and_numbers(table: Table, kept: Table) -> None:
    assert put_in_own_words({"name": "Rat", **table}, {}).table == {"name": "Rat", **kept}


def test_words_replace_the_text_of_traits_powers_and_auras() -> None:
    table = {"name": "Rat", "aura": [Aura("2", "Bite", LONG)], "trait": [{"name": "Bite", "text": LONG}]}
    of_trait = words_of("bite-(trait)", "Bites often.")  # different from the power of that name
    found = put_in_own_words(
        {**table, "power": [{"name": "Bite", "text": LONG}]}, {**words_of("bite", "Bites."), **of_trait}
    )
    assert found.table == {
        "name": "Rat",
        "aura": [Aura("2", "Bite", "Bites.")],
        "trait": [{"name": "Bite", "text": "Bites often."}],
        "power": [{"name": "Bite", "text": "Bites."}],
    }
    assert not found.missing


@pytest.mark.parametrize(
    ("power", "kept"),
    [
        ({"attack": "+5 vs AC", "text": "+5 vs AC; 5 damage."}, {"attack": "+5 vs AC"}),
        ({"text": LONG}, {"text": SEE_SOURCE}),
        (
            {"effects": [DAZED, Reminder(LONG, prefix="natural even: ")]},
            {"effects": [DAZED], "text": SEE_SOURCE},
        ),
        (
            {"always": [effect_line("apply", quoted_conditions(LONG), Save())]},
            {"always": [effect_line("apply", quoted_conditions("Bite"), Save())], "text": SEE_SOURCE},
        ),
        (
            {"effects": [effect_line("persist", Amount("5"), Until("the beast dies or spends a standard action"))]},
            {"effects": [effect_line("persist", Amount("5"), "until removed")], "text": SEE_SOURCE},
        ),
        ({"effects": [effect_line("apply", quoted_conditions("choking"), Until("it is out"))]},) * 2,
        (
            {"effects": [replace(DAZED, after=Effect("apply", quoted_conditions(LONG), Until(LONG)))]},
            {"effects": [replace(DAZED, after=Effect("apply", quoted_conditions("Bite")))], "text": SEE_SOURCE},
        ),
        (
            {"effects": [Reminder("If the target is small", "use gulp TARGET")]},
            {"effects": [Reminder(own_words="use gulp TARGET")], "text": SEE_SOURCE},
        ),
        (
            {"effects": [effect_line("apply", quoted_conditions(LONG), "enc").to_type.under("Always"), Reminder(LONG)]},
            {"text": SEE_SOURCE},
        ),
        ({"always": [Reminder(own_words="2 Slam, Engulf", own=True)]},) * 2,
    ],
)
def test_rewording_a_power_keeps_its_lines(power: Table, kept: Table) -> None:
    table = {"name": "Rat", "power": [{"name": "Bite", **power}]}
    assert put_in_own_words(table, {}).table["power"] == [{"name": "Bite", **kept}]


def test_a_reminder_ships_without_the_words_of_its_source() -> None:
    held = effect_line("apply", quoted_conditions("held fast"), Save()).to_type
    reminders = [replace(held, source_words="If it is small", own=True), Reminder(LONG)]
    rat: Table = {"name": "Rat", "level": 1, "max_hp": 5, "power": [{"name": "Bite", "effects": reminders}]}
    files = dict(library_files("orcus", "a licence", [put_in_own_words(rat, {}).table]))
    (shipped,) = tomllib.loads(files[CREATURES].decode())["creature"]
    assert shipped["power"][0]["effects"] == ["self: remind apply TARGET 'held fast' save"]
    (imported,) = ImportResult("orcus", (rat,)).creatures
    assert imported["power"] == [
        {
            "name": "Bite",
            "effects": [
                "self: remind If it is small: apply TARGET 'held fast' save",
                f"remind {LONG}",
            ],
        },
    ]


def test_triggers_are_kept_next_to_the_words() -> None:
    powers = [{"name": "Gnaw"}, {"name": "Flee", "trigger": "it"}]
    table: Table = {"name": "Rat", "trait": [{"name": "Bony"}], "power": powers}
    triggers = {("bony", "rat"): "dies", ("flee", "rat"): "hit", ("gnaw", "bat"): "hit"}
    found = add_triggers_and_titles(table, triggers, {})
    assert found["trait"] == [{"name": "Bony", "trigger": "dies"}]
    assert found["power"] == powers


def test_a_title_is_a_shorter_name() -> None:
    found = add_triggers_and_titles(
        {"name": "Rat", "trait": [{"name": "It has a tail"}]}, {}, {("it-has-a-tail", "rat"): "Tailed"}
    )
    assert found["trait"] == [{"name": "Tailed"}]


# Of every creature

RUN = 8
"""The number of successive words that must not be the same as in a source."""
MOST_WORDS = 25
MOST_SHORTENED = 12
"""The number of tables of random effects that our words only mention."""

_TYPES = (
    "acid bludgeoning cold fire force holy lightning necrotic negative piercing poison psychic radiant slashing sonic "
    "thunder"
)
_CONDITIONS = (
    "blinded charmed confused dazed deafened dominated exhaustion frightened grabbed grappled hampered helpless "
    "hindered immobile immobilized incapacitated insubstantial invisible paralyzed petrified poisoned prone rattled "
    "restrained slowed staggered stuck stunned swallowed unconscious vulnerable weakened diseased engulfed"
)
_TERMS = re.compile(rf"\b(?:{'|'.join((*_TYPES.split(), *_CONDITIONS.split()))})\b")
_DURATIONS = {
    "save ends": r"save ends?",
    "end of next turn": r"end of [^.,;]{0,40}?next turn",
    "start of next turn": r"start of [^.,;]{0,40}?next turn",
    "minute": r"minutes?\b",
    "hour": r"hours?\b",
    "end of the fight": r"end of (?:the |that )?(?:battle|encounter)",
}
_AS_LINES = {
    "save ends": r"\bsave\b",
    "end of next turn": r"\bt?eont\b|next turn",
    "start of next turn": r"\bt?sont\b|next turn",
    "end of the fight": r"\benc\b|battle|encounter",
    "diseased": "disease",
    "hour": r"\b\d+h\b",
}
_NUMBERS = {"once": 1, "one": 1, "twice": 2, "two": 2, "double": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def terms(text: str, name: str = "") -> set[str]:
    """The numbers, dice, conditions, damage types and durations in a source text, except in a creature's name."""
    plain = re.sub(r"[*_]|\([^()]*page \d+[^()]*\)|page \d+", "", text.lower().replace("–", "-"))
    plain = re.sub(r"\bforce[sd]? (?=an?\b|any|creatures?|enem|it\b|one|th|targets?)", "make ", plain)  # the verb
    plain = re.sub(rf"\b(?:{'|'.join(map(re.escape, name.lower().split())) or '$'})\b", "", plain)
    plain = re.sub(r"\d+ \((\d+d\d+)", r"(\1", plain)  # the average before its dice
    found = {*re.findall(r"\d+d\d+", plain), *re.findall(r"(?<![\dd])\d+(?!\d*d\d)", plain), *_TERMS.findall(plain)}
    return found | {name for name, pattern in _DURATIONS.items() if re.search(pattern, plain)}


def terms_said(text: str) -> set[str]:
    """The terms in our text and in the fields of a power, where durations are words of the language."""
    plain = text.lower()
    found = terms(plain) | set(re.findall(r"\d+", plain))
    found |= {str(number) for word, number in _NUMBERS.items() if re.search(rf"\b{word}\b", plain)}
    return found | {name for name, pattern in _AS_LINES.items() if re.search(pattern, plain)}


def passages(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9'+-]+", text.lower().replace("’", "'"))
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def entries(creature: Table) -> Iterator[Table]:
    yield from of(creature, "trait")
    yield from of(creature, "power")


def of(creature: Table, key: str) -> list[Table]:
    found = creature.get(key, [])
    assert isinstance(found, list)
    return found


def names(creature: Table) -> Iterator[str]:
    """The names of the parts of a creature that have texts."""
    powers = {str(power["name"]) for power in of(creature, "power")}
    yield from (words_key(trait, powers) for trait in of(creature, "trait"))
    yield from powers
    yield from (aura.name for aura in auras_of(creature) if aura.name)


@cache
def shipped_tables(collection: Collection) -> list[Table]:
    text = (creatures_folder(collection.system) / CREATURES).read_text(encoding="utf-8")
    found: list[Table] = tomllib.loads(text)["creature"]
    return found


@cache
def source_of(collection: Collection) -> list[Table]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tools.shipped_creatures.read_source", read_once)
        return creatures_of(collection, data_file(collection.file).parent.parent)


@each_collection
def test_no_passage_of_a_source_ships(collection: Collection) -> None:
    file = data_file(collection.file)
    source = json.loads(file.read_bytes()) if file.suffix == ".json" else file.read_text(encoding="utf-8")
    copied = passages(str(source))
    words = read_words(creatures_folder(collection.system) / WORDS)
    assert not {text for text in words.values() if passages(text) & copied}
    assert not {text for text in sentences(shipped_tables(collection)) if passages(text) & copied}


def sentences(creatures: list[Table]) -> Iterator[str]:
    """The texts of powers and traits, and the texts in their lines; names, ranges and languages are left as printed."""
    for entry in (each for creature in creatures for each in entries(creature)):
        yield str(entry.get("text", ""))
        for line in (*entry.get("effects", ()), *entry.get("always", ())):
            yield from re.split("[\"]| '", line)


def said_with(power: Table, others: list[Table]) -> Iterator[Table]:
    """The powers read with one: those it uses, such as a save after a hit, those that use it, its usual form."""
    for other in others:
        if uses(power, other) or uses(other, power) or form_of(power, other) or form_of(other, power):
            yield other


def spells_of(creature: Table, trait: Table) -> Iterator[str]:
    """For a trait that lists spells, the spells among the powers of its creature, and the slots."""
    if "Spellcasting" in str(trait["name"]) and "powers" in creature:
        slots = creature.get("resources", {})
        yield f"{creature['powers']} {creature['casting']} {str(slots).replace('slot', '')}"


def form_of(power: Table, other: Table) -> bool:
    return str(power["name"]).startswith(f"{other['name']} (")


def uses(power: Table, other: Table) -> bool:
    name = str(other["name"])
    return any(typed in str(power) for typed in (f"use {name}'", f"use {name_key(name)} TARGET"))


@each_collection
def test_every_number_and_term_of_a_source_is_expressed(collection: Collection) -> None:
    words = read_words(creatures_folder(collection.system) / WORDS)
    shortened = read_word_field(creatures_folder(collection.system) / WORDS, "shortened")
    assert len(shortened) <= MOST_SHORTENED
    missing: list[str] = []
    by_hand = read_fields_by_hand(creatures_folder(collection.system) / WORDS)
    for creature in source_of(collection):
        reworded = add_fields_by_hand(put_in_own_words(creature, words).table, by_hand)
        after = [*entries(with_texts(reworded))]
        for before, now in zip(entries(creature), after, strict=True):
            if (name_key(now["name"]), name_key(str(creature["name"]))) not in shortened:
                said = terms_said(" ".join(map(str, (now, *said_with(now, after), *spells_of(creature, now)))))
                lacks = terms(str(before.get("text", "")), str(creature["name"])) - said
                missing += [f"{creature['name']}: {now['name']}: {', '.join(sorted(lacks))}"] if lacks else []
    assert not missing


@each_collection
def test_nothing_is_left_to_the_source(collection: Collection) -> None:
    everything = [*(entry for creature in shipped_tables(collection) for entry in entries(creature))]
    assert not [entry for entry in everything if entry.get("text") == SEE_SOURCE]


@each_collection
def test_triggers_are_those_that_the_log_knows(collection: Collection) -> None:
    triggers = read_word_field(creatures_folder(collection.system) / WORDS, "trigger")
    assert triggers
    assert all(read_trigger(SYSTEMS[collection.system], each).event for each in triggers.values())
    shipped = [entry for creature in shipped_tables(collection) for entry in entries(creature) if "trigger" in entry]
    assert len(shipped) >= len(triggers)


@each_collection
def test_words_are_short_and_name_existing_creatures(collection: Collection) -> None:
    words = read_words(creatures_folder(collection.system) / WORDS)
    assert not [text for text in words.values() if len(text.split()) > MOST_WORDS or not text.endswith((".", "!"))]
    tables = source_of(collection)
    named = {(name_key(name), name_key(str(each["name"]))) for each in tables for name in names(each)}
    assert not set(words) - named
