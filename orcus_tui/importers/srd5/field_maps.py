"""Formats of programs for the fifth edition as tables: the field for each path of a source, and its reading."""

import re
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.importers.creature_draft import CreatureDraft
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_nodes import Node, node_text, read_json
from orcus_tui.importers.source_record import EntryFormat, Record, Row, has, read_rows, rows, value
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.printed_action import PrintedEntry
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature, PrintedField, Value, draft_of
from orcus_tui.importers.srd5.statistics import SKILLS, hit_points, modifier, proficiency_bonus, skill_ability

SPEEDS = ("walk", "burrow", "climb", "fly", "swim")
SENSES = ("blindsight", "darkvision", "tremorsense", "truesight")
"""The ways to move, and the senses with a range, as programs name them."""

Reading = Callable[[Record, str, PrintedCreature], Value | None]
"""The value at a path; a reading of several fields puts them into the creature itself and returns None."""
EntryReading = Callable[[Record, str, str, PrintedCreature], None]
"""Adds the entry in an object, which has a key in some formats, to a section of a creature."""


# Tables


def entry(name: str = "name", text: str = "desc", usage: str = "", ignored: tuple[str, ...] = ()) -> EntryReading:
    """A function that reads entries with their name, text and uses under these keys."""

    def read(item: Record, key: str, section: str, printed: PrintedCreature) -> None:
        shown, limit = item.text(name) or key, item.text(usage).strip("() ") if usage else ""
        shown = f"{shown} ({limit})" if limit else shown
        printed.entries.append(PrintedEntry(section, shown, item.text(text), item.line))
        item.skip(*ignored)
        printed.unread += item.unread_texts()

    return read


_SECTIONS = (
    ("special_abilities", TRAITS), ("features", TRAITS), ("traits", TRAITS), ("actions", "actions"),
    ("bonus_actions", "bonus actions"), ("reactions", "reactions"), ("legendary_actions", "legendary actions"),
    ("mythic_actions", "mythic actions"),
)  # fmt: skip
"""The sections under the keys that several programs have for them."""


class FieldMap(Struct, frozen=True):
    """A format as a table.

    Every stat block has the paths in `marks`. Each of the `sections` is the path of a list, the section of a creature
    that it fills, and the flag of a list that not every creature has. `entry` reads the entries of the lists; the rows
    in `last` are read after them. `text` removes the markup from names and texts. Unread values stay with the creature,
    except for `ignored` ones (None ignores all of them); of inner objects, only those in `kept` are searched for unread
    values. `around` and `read_document` are as in `EntryFormat`.
    """

    marks: tuple[str, ...]
    fields: tuple[Row[PrintedCreature], ...]
    sections: tuple[tuple[str, ...], ...] = _SECTIONS
    entry: EntryReading = entry()
    last: tuple[Row[PrintedCreature], ...] = ()
    text: Callable[[str, PrintedCreature], str] | None = None
    name: str = "name"
    kept: tuple[str, ...] = ()
    ignored: tuple[str, ...] | None = ()
    around: tuple[str, ...] | None = None
    read_document: Callable[[str], Node] = read_json

    def read(self, data: bytes) -> ImportResult:
        """The creatures of a source. Raises UnreadableSource if there are none."""
        return EntryFormat("srd5", has(*self.marks), self.draft_in, self.read_document, self.around).read(data)

    def draft_in(self, source: Record) -> CreatureDraft:
        """The draft of the creature in a stat block."""
        return draft_of(self.creature_in(source))

    def creature_in(self, source: Record) -> PrintedCreature:
        """The creature in a stat block, as printed."""
        printed = PrintedCreature(source.text(self.name), source.line)
        self.read_into(printed, source)
        return printed

    def read_into(self, printed: PrintedCreature, source: Record) -> None:
        """Adds the values of an object to a creature."""
        read_rows(source, self.fields, printed)
        for path, section, *flag in self.sections:
            if flag and not source.flag(flag[0]):
                continue
            for key, item in source.inner_records(path):
                self.entry(item, key, section, printed)
            printed.unread += source.record(path).unread_texts()
        read_rows(source, self.last, printed)
        if self.text:
            _remove_markup(printed, self.text)
        if self.ignored is None:
            return
        source.skip(*self.ignored)
        for path in self.kept:
            printed.unread += source.record(path).unread_texts()
        printed.unread += source.unread_texts()


def _remove_markup(printed: PrintedCreature, text: Callable[[str, PrintedCreature], str]) -> None:
    """Removes the markup from the texts of a creature; from its name first, because texts may refer to it."""
    printed.name = text(printed.name, printed)
    for name, field in printed.fields.items():
        if isinstance(field.value, str):
            printed.fields[name] = PrintedField(text(field.value, printed), field.line)
        elif isinstance(field.value, tuple):
            printed.fields[name] = PrintedField(tuple(text(each, printed) for each in field.value), field.line)
    printed.entries = [
        replace(each, name=text(each.name, printed), text=text(each.text, printed)) for each in printed.entries
    ]
    printed.introductions = [text(each, printed) for each in printed.introductions]


# Readings that formats share

_SCORE_KEYS = {
    short: (name, short, name.capitalize(), short.capitalize(), f"{short}Points") for name, short in ABILITIES.items()
}


def scores(source: Record, path: str, printed: PrintedCreature) -> None:
    """Ability scores: six in their order, or under long or short names, each a number or an object with a `value`."""
    inner, listed = (source.record(path), source.nodes(path)) if path else (source, [])
    for place, (short, keys) in enumerate(_SCORE_KEYS.items()):
        key = next((each for each in keys if each in inner), short)
        score = inner.whole(key)
        if score is None:
            score = inner.record(key).whole("value")
        if len(listed) >= len(ABILITIES) and (text := node_text(listed[place])).isdecimal() and len(text) < 4:
            score = int(text)
        if score is not None:
            printed.abilities[short] = score


def in_brackets(*others: str) -> Reading:
    """Texts as printed after a number: `(natural armor, shield)`."""

    def read(source: Record, path: str, _: PrintedCreature) -> str:
        words = ", ".join(filter(None, map(source.text, (path, *others))))
        return f"({words.strip('() ') if words.startswith('(') else words})" if words else ""

    return read


def in_words(words: Mapping[str, str]) -> Reading:
    """A text, in other words if the table `words` has them: `Small` for `sm`."""
    return lambda source, path, _: words.get(source.text(path), source.text(path))


def with_detail(detail: str) -> Reading:
    """A text with another after it: `humanoid (elf)`."""

    def read(source: Record, path: str, _: PrintedCreature) -> str:
        more = source.text(detail)
        return f"{source.text(path)} ({more})" if more else source.text(path)

    return read


def joined(*others: str) -> Reading:
    """Texts or names with commas between them."""

    def read(source: Record, path: str, _: PrintedCreature) -> str:
        return ", ".join(filter(None, (source.text(each) or source.text(f"{each}.name") for each in (path, *others))))

    return read


def hit_dice_of(die: str) -> Reading:
    """The hit points of a number of hit dice (their size is at the path `die`); also sets the dice as a field."""

    def read(source: Record, path: str, printed: PrintedCreature) -> int | None:
        number, size = source.whole(path), source.whole(die)
        if not (number and size):
            return None
        points, dice = hit_points(number, size, printed.abilities.get("con", 10))
        printed.put("hit dice", dice, source.line_of(path))
        return points

    return read


def pairs(source: Record, path: str, _: PrintedCreature) -> str:
    """A table in words: `walk 30, fly 60`."""
    inner = source.record(path)
    found = ((name.replace("_", " "), inner.text(name)) for name in inner if name != "unit")
    hover = ["hover"] if inner.flag("hover") else []
    return ", ".join([*(f"{name} {text}" for name, text in found if text), *hover])


def speeds(source: Record, path: str, _: PrintedCreature) -> str:
    """Speeds in feet as they are printed: `30 ft., fly 60 ft. (hover)`."""
    movement = source.record(path)
    hover = " (hover)" if movement.flag("hover") else ""
    found = [(each, movement.whole(each)) for each in SPEEDS]
    return ", ".join(
        f"{'' if each == 'walk' else f'{each} '}{feet} ft.{hover if each == 'fly' else ''}"
        for each, feet in found
        if feet
    )


def senses_in(ranges: Record, *, blind_beyond: bool = False) -> list[str]:
    """Senses as they are printed, such as `darkvision 60 ft.`; with `blind_beyond` it is the only sight."""
    blind = " (blind beyond this radius)" if blind_beyond else ""
    found = [(each, ranges.whole(each)) for each in SENSES]
    return [f"{each} {feet} ft.{blind if each == 'blindsight' else ''}" for each, feet in found if feet]


def passive_perception(printed: PrintedCreature, times: int) -> str:
    """Passive Perception with a number of times the proficiency bonus, as it is printed among the senses."""
    return f"passive Perception {10 + modifier(printed.abilities.get('wis')) + times * proficiency_of(printed)}"


def introduction(source: Record, path: str, printed: PrintedCreature) -> None:
    """The text of a section before its first action, or of a whole creature."""
    printed.introductions += filter(None, [source.joined_text(path)])


def when(flag: str, read: Reading = value) -> Reading:
    """A reading that only applies if a flag is set or a list has entries."""
    return lambda source, path, printed: (
        read(source, path, printed) if source.flag(flag) or source.nodes(flag) else None
    )


RESISTANCES: tuple[Row[PrintedCreature], ...] = rows(
    ("damage_vulnerabilities", "vulnerable"),
    ("damage_resistances", "resist"),
    ("damage_immunities", "immune"),
    ("condition_immunities", "condition immune"),
)
"""The rows of resistances and immunities, under the keys that several programs have for them."""


# Bonuses


class BonusKeys(Struct, frozen=True):
    """The keys under which an object has the bonus of a saving throw or a skill; a key is empty if the format lacks it.

    The bonus is the first of `numbers`, or else that of a proficient creature. The flag `expert`, or `ex` in the text
    `note`, marks double proficiency. `words` replace the bonus. Only objects with the flag `enabled` count. A missing
    bonus is reported, unless it `follows` from proficiency.
    """

    name: str = "name"
    numbers: tuple[str, ...] = ()
    words: str = ""
    ability: str = ""
    enabled: str = ""
    expert: str = ""
    note: str = ""
    follows: bool = True


def saves(keys: BonusKeys) -> Reading:
    """Saving throws by the names of their abilities."""

    def read(source: Record, path: str, printed: PrintedCreature) -> str:
        words: list[str] = []
        for name, number, own_words in _bonuses(source, path, printed, keys):
            short = short_ability(name)
            if own_words or not short:
                words.append(own_words or f"{name} {number:+d}")
            else:
                printed.saves[short] = number
        return ", ".join(words)

    return read


def skills(keys: BonusKeys) -> Reading:
    """Skills as they are printed: `Stealth +6, Perception +4`."""

    def read(source: Record, path: str, printed: PrintedCreature) -> str:
        found = _bonuses(source, path, printed, keys)
        return ", ".join(words or f"{name} {number:+d}" for name, number, words in found)

    return read


def _bonuses(source: Record, path: str, printed: PrintedCreature, keys: BonusKeys) -> Iterator[tuple[str, int, str]]:
    """The name, the number and the own words of each bonus in a list of objects, or in an object of objects by name."""
    proficiency = proficiency_of(printed)
    for key, each in source.inner_records(path):
        name = key or each.text(keys.name)
        if keys.enabled and not each.flag(keys.enabled):
            continue
        ability = each.text(keys.ability) if keys.ability else ""
        ability = short_ability(ability) or skill_ability(name) or short_ability(name)
        twice = (keys.expert and each.flag(keys.expert)) or (keys.note and "ex" in each.text(keys.note))
        usual = modifier(printed.abilities.get(ability)) + (2 if twice else 1) * proficiency
        own = next((number for key in keys.numbers if (number := each.whole(key)) is not None), None)
        if own is None and not keys.follows:
            printed.unread.append((each.line, f"{path}: {name} {each.text(keys.numbers[0])}"))
            continue
        shown = SKILLS.get(name.lower(), (f"{name[:1].upper()}{name[1:]}",))[0]
        yield shown, usual if own is None else own, each.text(keys.words)


def short_ability(name: str) -> str:
    """The short name of an ability, from its long or short name; empty for anything else."""
    short = name[:3].lower()
    return short if short in ABILITIES.values() else ""


def proficiency_of(printed: PrintedCreature) -> int:
    """The proficiency bonus, as printed or by the challenge."""
    return printed.number("proficiency") or proficiency_bonus(printed.text("challenge"))


def named_saves(source: Record, path: str, printed: PrintedCreature) -> str:
    """Saving throws as texts or numbers under the names of their abilities, or in words."""
    words, named = _named_texts(source, path)
    for name, text in named:
        short = short_ability(name)
        if short and re.fullmatch(r"[+-]?[0-9]{1,6}", text):
            printed.saves[short] = int(text)
        else:
            words.append(f"{name} {text}")
    return ", ".join(words)


def named_skills(source: Record, path: str, _: PrintedCreature) -> str:
    """Skills as texts or numbers under their names, or in words."""
    words, named = _named_texts(source, path)
    shown = [f"{name.capitalize()} {text if text[:1] in ('+', '-') else f'+{text}'}" for name, text in named]
    return ", ".join([*shown, *words])


def _named_texts(source: Record, path: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The words at a path, and the texts by name: in a table, or in a list of tables."""
    words = [node_text(each) for each in source.nodes(path) if isinstance(each.value, str)]
    tables = [*source.records(path), source.record(path)]
    named = [(name, text) for each in tables for name in each if (text := each.text(name))]
    return [*words, *filter(None, [source.text(path)])], named
