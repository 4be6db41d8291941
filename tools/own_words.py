"""The shipped form of creatures: names and numbers from the source, powers and traits described in our own words.

The words are in `words.toml`, next to a system's creatures; each entry is for the creatures it lists. A power or trait
without an entry says `see source`.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.importers.draft_text import (
    POWER_LINES,
    UNTIL_REMOVED,
    Aura,
    Conditions,
    DraftLine,
    Duration,
    Effect,
    EffectLine,
    Fact,
    Quoted,
    Until,
    aura_tables,
    auras_of,
    entries_of,
)
from orcus_tui.model.text import name_key

WORDS = "words.toml"
SEE_SOURCE = "see source"
NOT_NEEDED = ""
LONGEST_FACT = 60
"""The most characters of a text that counts as a plain fact."""
MOST_QUOTED = 4
"""The most words in quotes that count as the name of an effect; a longer text is a description."""

_SENTENCE = r"(?<!\bft)[.!?…]\s+\S|…$|;"
BY_HAND = ("attack", "damage", "use", "targets", *POWER_LINES)
"""The fields that the words file may give in place of those read from the source."""
_MECHANICS = ("attack", "damage", "save", "multiattack", *POWER_LINES)

WordsByName = Mapping[tuple[str, str], str]
"""The words for a power, trait or aura, by its name and its creature's."""


FieldsByName = Mapping[tuple[str, str], Mapping[str, object]]
"""Fields of a power or trait, by its name and its creature's."""


class InOwnWords(Struct):
    """A creature's table in our words, and the powers and traits whose words are missing."""

    table: dict[str, object]
    missing: list[str]


def read_words(file: Path) -> WordsByName:
    """The words of a system; empty if it has no file."""
    if not file.exists():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))["words"]
    return {_key(one["name"], creature): one["text"] for one in tables for creature in one["creatures"]}


def read_word_field(file: Path, key: str) -> WordsByName:
    """The values of another key in the words file, by name and creature.

    `trigger` is when a power or trait matters, `title` a shorter name, if the source has a sentence as the name.
    """
    if not file.exists():
        return {}
    tables = [one for one in tomllib.loads(file.read_text(encoding="utf-8"))["words"] if key in one]
    return {_key(one["name"], creature): one[key] for one in tables for creature in one["creatures"]}


def read_fields_by_hand(file: Path) -> FieldsByName:
    """The fields in the words file that replace those of powers and traits, by name and creature."""
    if not file.exists():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))["words"]
    found = ((one, {key: one[key] for key in BY_HAND if key in one}) for one in tables)
    return {_key(one["name"], creature): fields for one, fields in found if fields for creature in one["creatures"]}


def add_fields_by_hand(table: Mapping[str, object], by_hand: FieldsByName) -> dict[str, object]:
    """A creature's table with the fields that the words file gives for its powers and traits."""
    creature, found = str(table["name"]), dict(table)
    for kind in ("trait", "power"):
        if kind in table:
            entries = _tables(table, kind)
            found[kind] = [{**each, **by_hand.get(_key(str(each["name"]), creature), {})} for each in entries]
    return found


def add_triggers_and_titles(
    table: Mapping[str, object], triggers: WordsByName, titles: WordsByName
) -> dict[str, object]:
    """A creature's table with triggers and titles for its powers and traits; a trigger it already has stays."""
    creature, found = str(table["name"]), dict(table)
    for kind in ("trait", "power"):
        if kind in table:
            found[kind] = [_with_trigger_and_title(each, creature, triggers, titles) for each in _tables(table, kind)]
    return found


def _with_trigger_and_title(
    table: Mapping[str, object], creature: str, triggers: WordsByName, titles: WordsByName
) -> dict[str, object]:
    key = _key(str(table["name"]), creature)
    trigger = {"trigger": triggers[key]} if key in triggers and "trigger" not in table else {}
    return {**table, **trigger, "name": titles.get(key, table["name"])}


def _key(name: str, creature: str) -> tuple[str, str]:
    return name_key(name), name_key(creature)


def put_in_own_words(table: Mapping[str, object], words: WordsByName) -> InOwnWords:
    """A creature's table without the source's prose, with our words for its powers and traits."""
    creature, missing = str(table["name"]), list[str]()

    def words_for(name: str) -> str:
        found = words.get(_key(name, creature), "") or words.get(_key(re.sub(r" \(trait\)$", "", name), creature), "")
        if not found and words.get(_key(_whole_name(name), creature)):
            return NOT_NEEDED  # the words for the whole are enough
        if not found:
            missing.append(name)
        return found or SEE_SOURCE

    found = {key: _OF_CREATURE[key](value) if key in _OF_CREATURE else value for key, value in table.items()}
    if auras := auras_of(table):
        found["aura"] = [*(_reworded_aura(each, words_for) for each in auras), *aura_tables(table)]
    powers = {str(each["name"]) for each in _tables(table, "power")}
    found["trait"] = [_reworded_trait(each, words_key(each, powers), words_for) for each in _tables(table, "trait")]
    found["power"] = [_reworded_power(each, words_for) for each in _tables(table, "power")]
    return InOwnWords({key: value for key, value in found.items() if value not in ("", [])}, missing)


def _whole_name(name: str) -> str:
    """The name of the power or trait of which another is a part: `Claw` for `Claw (1 attack)`."""
    return re.sub(r" \((?!trait|nastier)[^()]*\)(?: [0-9]+)?$| [0-9]+$|^.*?: (?=[A-Z])", "", name)


def words_key(trait: Mapping[str, object], powers: Collection[str]) -> str:
    """The name of a trait in the words file: its own, marked if a power of the creature has the same."""
    name = str(trait["name"])
    return f"{name} (trait)" if name in powers else name


def _reworded_trait(table: Mapping[str, object], key: str, words_for: Callable[[str], str]) -> Mapping[str, object]:
    """A trait in our words; a trait with a self-explanatory name may have no text."""
    text, name = words_for(key), str(table["name"])
    lines = {field: [*_without_prose(name, entries_of(table, field))] for field in POWER_LINES if field in table}
    said = {} if text in (SEE_SOURCE, NOT_NEEDED) and not table.get("text") else {"text": text}
    return {key: value for key, value in {**table, **lines, **said}.items() if value not in ("", [])}


def _tables(table: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    found = table.get(key, [])
    return found if isinstance(found, list) else []


def _reworded_aura(aura: Aura, words_for: Callable[[str], str]) -> Aura:
    """An aura in our words; one without a name does not change."""
    return replace(aura, words=words_for(aura.name)) if aura.name else aura


def _reworded_power(table: Mapping[str, object], words_for: Callable[[str], str]) -> dict[str, object]:
    """A power with its prose replaced, and with our words as its text unless its fields say everything."""
    name, was = str(table["name"]), {key: entries_of(table, key) for key in POWER_LINES if key in table}
    lines = {key: [*_without_prose(name, found)] for key, found in was.items()}
    says_all = any(table.get(key) for key in _MECHANICS) and lines == was
    own = words_for(name)
    is_empty = own == SEE_SOURCE and not table.get("text") and lines == was
    text = "" if (own == SEE_SOURCE and says_all) or own == NOT_NEEDED or is_empty else own
    return {key: value for key, value in {**table, **lines, "text": text}.items() if value not in ("", [])}


def _without_prose(power: str, lines: list[DraftLine]) -> Iterator[DraftLine]:
    """The lines of a power without duplicates and without reminders in the source's words, which its text replaces."""
    for line in dict.fromkeys(lines):
        if isinstance(line, EffectLine):
            yield _line_without_prose(power, line)
        elif line.own_words and not any(map(_is_prose, line.quoted)):
            yield line.in_own_words()


def _line_without_prose(power: str, line: EffectLine) -> EffectLine:
    return replace(
        line,
        effects=tuple(_effect_without_prose(power, each) for each in line.effects),
        duration=_duration_without_prose(line.duration, persists=any(each.verb == "persist" for each in line.effects)),
        after=_effect_without_prose(power, line.after) if line.after else None,
    )


def _effect_without_prose(power: str, effect: Effect) -> Effect:
    """An effect without prose: a long name is replaced by the power's name."""
    duration = _duration_without_prose(effect.duration, persists=effect.verb == "persist")
    if not isinstance(effect.what, Conditions):
        return replace(effect, duration=duration)
    names = tuple(
        Quoted(_whole_name(power)) if isinstance(each, Quoted) and _is_prose(each.words) else each
        for each in effect.what.names
    )
    return replace(effect, what=Conditions(names), duration=duration)


def _duration_without_prose(duration: Duration, *, persists: bool) -> Duration:
    if not isinstance(duration, Until) or not _is_prose(duration.words):
        return duration
    return UNTIL_REMOVED if persists else ""  # without it, a save would end persistent damage


def _is_prose(words: str) -> bool:
    return len(words.split()) > MOST_QUOTED


def _facts(text: str) -> str:
    """The parts of a text between commas that are facts."""
    parts = re.split(r"[,;] +", text)
    return ", ".join(each for each in parts if len(each) <= LONGEST_FACT and not re.search(_SENTENCE, each))


def _facts_among(passages: object) -> list[Fact]:
    """The facts among the passages of a creature's text."""
    return [each for each in passages if isinstance(each, Fact)] if isinstance(passages, list) else []


_OF_CREATURE: Mapping[str, Callable[[object], object]] = MappingProxyType(
    {
        "text": _facts_among,
        "notes": lambda _: "",
        **dict.fromkeys(("senses", "languages", "speed"), lambda value: _facts(str(value))),
    }
)
