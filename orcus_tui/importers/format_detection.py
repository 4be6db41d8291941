"""The table of formats, and detecting the format of a source by its content, whatever its file name."""

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec import Struct

from orcus_tui import extensions
from orcus_tui.importers.binary_objects import HEADER
from orcus_tui.importers.import_result import NO_CREATURE, ImportResult
from orcus_tui.importers.json_nodes import read_json
from orcus_tui.importers.source_text import UnreadableSource, decode_source

LONGEST_REASON = 200
# Like \b and \W, but underscores, which can mark bold text, do not count as letters.
_BEFORE, _BEHIND = r"(?<![^\W_])", r"(?![^\W_])"
_IN_GAP = r"(?:</?[a-z][^<>\n]{0,80}>|\W|_|&nbsp;)"
_GAP, _WIDE_GAP = f"{_IN_GAP}{{0,8}}", f"{_IN_GAP}{{0,30}}"
_CLASSES = (
    "(?:barbarian|bard|cleric|commander|crusader|druid|fighter|guardian|mageblade|monk|necromancer|occultist"
    "|paladin|priest|ranger|rogue|sorcerer|warlock|wizard|chaos mage|harlequin|sylvan|champion|magician|reaper)"
)
"""The classes of heroes, which distinguish a sheet from a stat block."""
# The top of a table, or the place below a title, where a line without numbers has the headings.
_TOP = r"\A\s{0,20}(?:[^\n]{1,200}\n\s{0,20}(?=[^\n0-9]{1,2000}\n))?"
BOX = "[☐☑☒]"
"""A hit point to be ticked off."""


def _word(word: str) -> str:
    r"""A pattern for a whole word. It begins with the word, because `re` would try a leading `\b` at every letter."""
    return rf"{word}(?<!\w{word})\b"


class Format(Struct, frozen=True):
    r"""A format: its name, its reader, and its signs.

    The reader is a module of this package with `read(data: bytes) -> ImportResult`, or a function or table in one,
    named after a colon.

    A source has this format if all the signs, which are patterns, are found in it. They must not backtrack over long
    passages: no `.*` or `\s*` beyond a line, no repetition within a repetition.
    """

    name: str
    reader: str
    signs: tuple[str, ...] = ()
    begins: bytes = b""
    """The first bytes of a source that is not text; such a format has no signs."""


FORMATS: tuple[Format, ...] = (
    Format("Markdown of `orcus-tui export`", "own_markdown", (r"<!-- creatures of orcus-tui, format \d",)),
    Format("Foundry actors of the Archmage Engine", "archmage.archmage_nodes:read_foundry_actors", (
        rf"{_word('pd')}\"?[ \t]*:[ \t]*(?:\{{|(?m:$))",
        rf"{_word('md')}\"?[ \t]*:[ \t]*(?:\{{|(?m:$))",
        rf"{_word('items')}\"?[ \t]*:",
    )),
    Format("Archmage JSON", "archmage.archmage_nodes:read_json_creatures", (r'"pd"\s*:', r'"md"\s*:')),
    Format("Masterplan", "fourth.masterplan", begins=HEADER),
    Format("Adventure Tools XML", "fourth.adventure_tools",
           (r"<Monster\b[^<>]{0,2000}>", r"<Defenses\b", r"<HitPoints\b")),
    Format("Foundry actors of the fourth edition", "fourth.fourth_foundry",
           (rf"{_word('defences')}\"?[ \t]*:", rf"{_word('wil')}\"?[ \t]*:", rf"{_word('items')}\"?[ \t]*:")),
    Format("Archmage notes", "archmage.archmage_nodes:read_notes",
           (r"(?m)^[ \t]*(?:```|~~~)[`~ \t]*statblock", r"(?m)^[ \t]*pd[ \t]*:", r"(?m)^[ \t]*md[ \t]*:")),
    Format("Archmage tables", "archmage.archmage_text:read_tables", (
        rf"{_word('PD')}|\| P \|",
        rf"{_word('MD')}|\| M \|",
        r"(?im)<td\b|^\+[-=:]+\+[-=:]+\+",
        r"(?i)\binitiative\b",
    )),
    Format("heroes' sheets", "heroes.sheet", (
        rf"(?i){_BEFORE}(?:HP|hit points){_BEHIND}{_GAP}\d",
        rf"(?i){_BEFORE}(?:AC|armou?r class){_BEHIND}{_GAP}\d",
        rf"(?m)^\W{{0,9}}[Cc]lass:\W{{0,5}}[A-Z]|(?i:{_BEFORE}{_CLASSES}{_BEHIND}[,*]{{0,3}} \(?(?:level )?\d)"
        rf"|(?i:\blevel \d{{1,2}} (?:[a-z-]{{1,12}} ){{0,2}}{_CLASSES}{_BEHIND})",
        r"\A(?!\s{0,20}[\[{<])(?![^\0]{0,30000}?\b(?:XP|Challenge|CR)\b)",
    )),
    Format("Archmage text", "archmage.archmage_text", (
        _word("PD"),
        _word("MD"),
        rf"{_word('HP')}|(?i:hit points)",
        r"(?i)\b\d(?:st|nd|rd|th)?[ -]level\b|\blevel:? \d",
        r"(?i)\binit(?:iative)?\b",
    )),
    Format("True SRD JSON", "true_srd.true_srd_json", (r'"defense_dodge_parry"\s*:', r'"toughness"\s*:')),
    Format("SRD 5.1 JSON", "srd5.srd5_json:SRD5_JSON", (r'"armor_class"\s*:\s*\[', r'"hit_points"\s*:')),
    Format("Open5e JSON", "srd5.open5e:OPEN5E", (r'"armor_class"\s*:\s*"?[0-9]', r'"hit_points"\s*:\s*"?[0-9]')),
    Format("Improved Initiative JSON", "srd5.trackers:read_improved_initiative",
           (r'"HP\\?"\s*:\s*\{', r'"AC\\?"\s*:\s*\{')),
    Format("Foundry actors of the fifth edition", "srd5.foundry:FOUNDRY", (
        rf"{_word('movement')}\"?[ \t]*:",
        rf"{_word('attributes')}\"?[ \t]*:",
        rf"{_word('items')}\"?[ \t]*:",
        r'spell(?:casting|s)"?[ \t]*:',
    )),
    Format("5etools JSON", "srd5.five_e_tools",
           (r'"ac"\s*:\s*\[|"_copy"\s*:\s*\{', r'"hp"\s*:\s*\{|"_copy"\s*:\s*\{', r'"(?:str|monster|source)"\s*:')),
    Format("Tetra-cube", "srd5.editors:TETRA_CUBE", (r'"strPoints"\s*:', r'"hitDice"\s*:')),
    Format("statblock5e JSON", "srd5.editors:STATBLOCK5E", (r'"armorClass"\s*:\s*\{', r'"abilityScores"\s*:\s*\{')),
    Format("CritterDB JSON", "srd5.editors:CRITTER_DB", (r'"stats"\s*:\s*\{', r'"(?:numHitDie|abilityScores)"\s*:')),
    Format("dndme TOML", "srd5.trackers:read_dndme",
           (r"(?m)^[ \t]*(?:max_hp|monster)[ \t]*=", r"(?m)^[ \t]*(?:mtype|cclass|monster|initiative_mod)[ \t]*=")),
    Format("FightClub 5e and Game Master 5e XML", "srd5.trackers:read_compendium", (r"<monster\b", r"<hp\b", r"<ac\b")),
    Format("Fantasy Statblocks", "srd5.notes:read_stat_blocks", (
        r"(?m)^[ \t>]*(?:```|~~~)[`~ \t]*statblock|^statblock[ \t]*:|^stats:[ \t]*(?:\[|$)|\"stats\"\s*:\s*\[",
        r"(?m)^[ \t>]*\"?(?:stats|hp|creature|monster)\"?[ \t]*:|\"hp\"\s*:",
    )),
    Format("encounter blocks", "srd5.notes:read_encounters",
           (r"(?m)^[ \t>]*(?:```|~~~)[`~ \t]*encounter(?:-table)?[ \t]*$", r"(?m)^[ \t>]*creatures[ \t]*:")),
    Format("fifth-edition text of 2014", "srd5.stat_blocks", (
        rf"(?i)armou?r class{_WIDE_GAP}\d",
        rf"(?i)hit points{_WIDE_GAP}\d",
        rf"(?i)speed{_WIDE_GAP}\d{{1,4}} ?f(?:ee)?t|challenge{_WIDE_GAP}\d",
    )),
    Format("fifth-edition text of 2024", "srd5.stat_blocks", (
        r"\A(?!\s{0,20}(?:\[\s{0,20})?\{\s{0,20}\")",
        rf"(?i){_BEFORE}AC{_WIDE_GAP}\d",
        rf"(?i){_BEFORE}HP{_WIDE_GAP}\d",
        rf"(?i){_BEFORE}(?:CR|Challenge){_WIDE_GAP}\d|{_BEFORE}Speed{_WIDE_GAP}\d{{1,4}} ?f(?:ee)?t",
    )),
    Format("tables of creatures", "srd5.tables", (
        rf"(?i){_TOP}(?:[^\s\[{{][^\n]{{0,2000}}(?<![a-z])(?:name|creature|monster)|\"?(?:npc_)?name\b)",
        rf"(?i){_TOP}[^\n]{{0,2000}}(?<![a-z])(?:hp|hit ?points|npc_hp\w{{0,10}})\b",
        rf"(?i){_TOP}[^\n]{{0,2000}}(?<![a-z])(?:ac|armou?r ?class)\b",
        rf"{_TOP}(?:[^\n]{{0,2000}}?[,;\t|]){{2}}",
    )),
    Format("tables of creatures, as JSON", "srd5.tables",
           (r'"name"\s*:\s*"', r'"ac"\s*:\s*"?[0-9]', r'"hp"\s*:\s*"?[0-9]', r'"(?:init|cr)"\s*:')),
    Format("Orcus traps JSON", "orcus.traps", (r'"Trigger"\s*:', r'"Countermeasures"\s*:')),
    Format("Fourth edition text", "fourth.fourth_text", (
        r"(?i)\blevel \d{1,3} (?:(?:elite|solo|minion|standard) ){0,2}"
        r"(?:minion|soldier|brute|skirmisher|lurker|artillery|controller)\b",
        rf"(?i)\bHP{_GAP}\d",
    )),
    Format("Orcus stat blocks", "orcus.markdown", (
        rf"(?i){_BEFORE}level{_GAP}\d",
        rf"(?i){_BEFORE}(?:HP|hit points){_BEHIND}{_GAP}\d|\d XP trap\b|{BOX}{{3}}",
    )),
)  # fmt: skip
"""The formats in the order in which they are tried, narrower signs first.

A new importer needs a row here and a module.
"""
_ENCOUNTER_SIGNS = (r"(?m)^format[ \t]*=[ \t]*\d", r"(?m)^[ \t]*\[\[[ \t]*creature[ \t]*\]\]")
"""Signs of this program's own encounter and party files, which are not imported."""


def format_of(text: str) -> Format | None:
    """The first format whose signs are all in the text."""
    in_text = (each for each in all_formats() if each.signs)
    return next((each for each in in_text if all(re.search(sign, text) for sign in each.signs)), None)


def read_source(data: bytes, name: str) -> ImportResult:
    """Reads a source of any known format; `name` is its name in messages.

    Raises UnreadableSource with the message `NAME:LINE: what is wrong`.
    """
    looks = ""
    try:
        known = _format_of_bytes(data)
        looks = f", although it looks like {known.name}"
        found = reader_of(known)(data)
        _refuse_empty(found)
    except UnreadableSource as wrong:
        problem = f"{NO_CREATURE}{looks}" if wrong.problem == NO_CREATURE else wrong.problem
        raise UnreadableSource(problem, wrong.line, name) from None
    return found


def _refuse_empty(found: ImportResult) -> None:
    """Raises UnreadableSource, with the first reason, for a source that neither has nor names a valid creature."""
    if not found.creatures and not found.missing_creatures:
        reason, line = next(((" ".join(each.text.split()), each.line) for each in found.leftovers), (NO_CREATURE, None))
        raise UnreadableSource(reason if len(reason) <= LONGEST_REASON else f"{reason[: LONGEST_REASON - 1]}…", line)


def all_formats() -> tuple[Format, ...]:
    """The formats in the order they are tried, those of separately installed packages last."""
    loaded = (extensions.load(extensions.IMPORTERS, name) for name in extensions.installed(extensions.IMPORTERS))
    return (*FORMATS, *(each for each in loaded if isinstance(each, Format)))


def reader_of(known: Format) -> Callable[[bytes], ImportResult]:
    """The function that reads sources of a format; a separately installed format gives the full name of its module."""
    module, _, name = known.reader.partition(":")
    is_own = any(each is known for each in FORMATS)
    found: Any = import_module(f"{__package__}.{module}" if is_own else module)
    reader: Any = getattr(found, name) if name else found
    return getattr(reader, "read", reader)  # type: ignore[no-any-return]  # imported by name


def _format_of_bytes(data: bytes) -> Format:
    for each in all_formats():
        if each.begins and data.startswith(each.begins):
            return each
    text = decode_source(data)
    _refuse_encounter(text)
    found = format_of(text)
    if found is None:
        _refuse_broken_json(text)
        raise UnreadableSource("unknown format; `orcus-tui import --formats` lists the known ones")
    return found


def _refuse_encounter(text: str) -> None:
    """Raises UnreadableSource for an encounter or party file of this program."""
    if all(re.search(sign, text) for sign in _ENCOUNTER_SIGNS):
        raise UnreadableSource(
            "an encounter or party file of this program already; to import its creatures, make Markdown of it first: "
            "`orcus-tui export FILE -o FILE.md`"
        )


def _refuse_broken_json(text: str) -> None:
    """Raises UnreadableSource, with the line, for JSON with a syntax error."""
    if re.match(r'\s*(?:\{\s*["}]|\{\s*$|\[\s*[\[{"\]])', text):
        read_json(text)
