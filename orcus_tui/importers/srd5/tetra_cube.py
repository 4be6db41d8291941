"""Tetra-cube: a `.monster` file of the stat block generator, whose numbers follow from one another."""

from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_entries import EntryFormat, read_entries
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.srd5.bracket_formulas import tetra_text
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.derived_numbers import (
    HIT_DICE,
    SENSES,
    armor_class,
    bonuses_text,
    hit_points,
    proficiency_bonus,
    senses_in,
)
from orcus_tui.importers.srd5.powers import modifier
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature, PrintedEntry, draft_of
from orcus_tui.importers.srd5.skills import skill_ability

_SPEEDS = (
    ("speed", ""),
    ("burrowSpeed", "burrow "),
    ("climbSpeed", "climb "),
    ("flySpeed", "fly "),
    ("swimSpeed", "swim "),
)
_DAMAGE = {"v": "vulnerable", "r": "resist", "i": "immune"}
_SECTIONS = (
    ("abilities", TRAITS, ""), ("actions", "actions", ""), ("bonusActions", "bonus actions", ""),
    ("reactions", "reactions", ""), ("legendaries", "legendary actions", "isLegendary"),
    ("mythics", "mythic actions", "isMythic"), ("lairs", "lair actions", "isLair"),
    ("regionals", "regional", "isRegional"),
)  # fmt: skip
_INTRODUCTIONS = (("isLegendary", "legendariesDescription"), ("isMythic", "mythicDescription"))
# How the block looks; texts of sections that the creature has not; and what the program asks to derive numbers from.
_IGNORED = (
    "properties", "shortName", "pluralName", "doubleColumns", "separationPoint", "cr", "customCr", "image", "hitDice",
    "lairDescription", "lairDescriptionEnd", "regionalDescription", "regionalDescriptionEnd", "legendariesDescription",
    "mythicDescription", "isLegendary", "isLair", "isMythic", "isRegional", "customHP", "customSpeed", "hpText",
    "speedDesc", "armorName", "shieldBonus", "natArmorBonus", "otherArmorDesc", "customProf", "hover", "blind",
    "telepathy", "understandsBut", "legendaries", "mythics", "lairs", "regionals", "burrowSpeed", "climbSpeed",
    "flySpeed", "swimSpeed", "speed", *SENSES,
)  # fmt: skip


def read(data: bytes) -> ImportResult:
    """The creatures of a Tetra-cube source. Raises UnreadableSource if there are none."""
    return read_entries(
        data, EntryFormat("srd5", _is_creature, lambda record: draft_of(_creature(record)), "a name and strPoints")
    )


def _is_creature(record: Record) -> bool:
    return "name" in record and "strPoints" in record


def _creature(record: Record) -> PrintedCreature:
    printed = PrintedCreature(record.text("name"), record.line)
    for each in ABILITIES.values():
        score = record.whole(f"{each}Points")
        printed.abilities |= {} if score is None else {each: score}
    tag = record.text("tag")
    printed.put("size", record.text("size").capitalize(), record.line)
    printed.put("type", f"{record.text('type')} ({tag})" if tag else record.text("type"), record.line)
    printed.put("alignment", record.text("alignment"), record.line)
    custom = record.text("cr") == "*"
    rating = record.text("customCr") if custom else record.text("cr")
    bonus = (record.whole("customProf") or 0) if custom else proficiency_bonus(rating)
    printed.put("challenge", rating, record.line_of("cr"))
    _put_armor(printed, record)
    _put_hit_points(printed, record)
    printed.put("speed", _speed(record), record.line_of("speed"))
    _put_bonuses(printed, record, bonus)
    _put_damage(printed, record)
    printed.put("senses", _senses(record, printed, bonus), record.line)
    printed.put("languages", _languages(record), record.line_of("languages"))
    _read_sections(printed, record, bonus)
    record.skip(*_IGNORED)
    printed.unread += record.unread_texts()
    return printed


def _put_armor(printed: PrintedCreature, record: Record) -> None:
    name, shield = record.text("armorName"), record.whole("shieldBonus") or 0
    dexterity = printed.abilities.get("dex", 10)
    if name == "natural armor":
        number: int | None = 10 + modifier(dexterity) + (record.whole("natArmorBonus") or 0) + shield
    else:
        number = None if name == "other" else armor_class(name, dexterity, shield)
    if number is None:
        printed.put("ac", record.text("otherArmorDesc"), record.line_of("armorName"))
        return
    words = ", ".join(filter(None, (name if name != "none" else "", "shield" if shield else "")))
    printed.put("ac", number, record.line_of("armorName"))
    printed.put("armor", f"({words})" if words else "", record.line_of("armorName"))


def _put_hit_points(printed: PrintedCreature, record: Record) -> None:
    dice, line = record.whole("hitDice"), record.line_of("hitDice")
    if record.flag("customHP") or dice is None:
        printed.put("hp", record.text("hpText"), line)
        return
    die = HIT_DICE.get(record.text("size").lower(), 8)
    points, formula = hit_points(dice, die, printed.abilities.get("con", 10))
    printed.put("hp", points, line)
    printed.put("hit dice", formula, line)


def _speed(record: Record) -> str:
    if record.flag("customSpeed"):
        return record.text("speedDesc")
    hover = " (hover)" if record.flag("hover") else ""
    found = [(words, record.whole(key) or 0) for key, words in _SPEEDS]
    shown = [f"{words}{feet} ft.{hover if words == 'fly ' else ''}" for words, feet in found if feet or not words]
    return ", ".join(shown)


def _put_bonuses(printed: PrintedCreature, record: Record, bonus: int) -> None:
    """Saving throws and skills, with the proficiency bonus once or, for expertise, twice."""
    names = [each.text("name").lower() for each in record.records("sthrows")]
    printed.saves = {
        each: modifier(printed.abilities.get(each)) + bonus for each in names if each in ABILITIES.values()
    }
    skills: dict[str, int] = {}
    for each in record.records("skills"):
        name, times = each.text("name"), 2 if "ex" in each.text("note") else 1
        ability = each.text("stat") or skill_ability(name)
        skills[name.capitalize()] = modifier(printed.abilities.get(ability)) + times * bonus
    printed.put("skills", bonuses_text(skills), record.line_of("skills"))


def _put_damage(printed: PrintedCreature, record: Record) -> None:
    held: dict[str, list[str]] = {}
    for key in ("damagetypes", "specialdamage"):
        for each in record.records(key):
            held.setdefault(_DAMAGE.get(each.text("type"), "resist"), []).append(each.text("name"))
            each.skip("note")
            printed.unread += each.unread_texts()
    for name, types in held.items():
        printed.put(name, types, record.line_of("damagetypes"))
    conditions = [each.text("name") for each in record.records("conditions")]
    printed.put("condition immune", conditions, record.line_of("conditions"))


def _senses(record: Record, printed: PrintedCreature, bonus: int) -> str:
    notes = [each.text("note") for each in record.records("skills") if each.text("name").lower() == "perception"]
    times = 2 if any("ex" in each for each in notes) else len(notes)
    passive = 10 + modifier(printed.abilities.get("wis")) + times * bonus
    return ", ".join([*senses_in(record, blind_beyond=record.flag("blind")), f"passive Perception {passive}"])


def _languages(record: Record) -> str:
    spoken: list[str] = []
    understood: list[str] = []
    for each in record.records("languages"):
        (spoken if each.flag("speaks") or "speaks" not in each else understood).append(each.text("name"))
    but = record.text("understandsBut")
    words = [*spoken, *([f"understands {' and '.join(understood)} {but}".strip()] if understood else [])]
    feet = record.whole("telepathy") or 0
    return ", ".join([*words, *([f"telepathy {feet} ft."] if feet else [])])


def _read_sections(printed: PrintedCreature, record: Record, bonus: int) -> None:
    the_name = f"the {(record.text('shortName') or printed.name).lower()}"

    def printed_text(text: str) -> str:
        return tetra_text(text, the_name, printed.abilities, bonus)

    for key, section, flag in _SECTIONS:
        if flag and not record.flag(flag):
            continue
        for item in record.records(key):
            printed.entries.append(PrintedEntry(section, item.text("name"), printed_text(item.text("desc")), item.line))
            printed.unread += item.unread_texts()
    for flag, key in _INTRODUCTIONS:
        if record.flag(flag) and record.text(key):
            printed.introductions.append(printed_text(record.text(key)))
