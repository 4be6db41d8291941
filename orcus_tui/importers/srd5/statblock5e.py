"""statblock5e-creator JSON: a creature as that editor exports it, with formulas in its texts."""

from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_entries import EntryFormat, read_entries
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.srd5.bracket_formulas import creator_text
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.derived_numbers import bonuses_text, hit_points, proficiency_bonus, senses_in, speeds
from orcus_tui.importers.srd5.powers import modifier
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature, PrintedEntry, draft_of
from orcus_tui.importers.srd5.skills import SKILLS

_DAMAGE = (
    ("damageVulnerabilities", "vulnerable"), ("damageResistances", "resist"), ("damageImmunities", "immune"),
    ("conditionImmunities", "condition immune"),
)  # fmt: skip
_SECTIONS = (
    ("specialTraits", TRAITS), ("actions", "actions"), ("bonusActions", "bonus actions"), ("reactions", "reactions"),
    ("legendaryActions", "legendary actions"), ("mythicActions", "mythic actions"),
)  # fmt: skip


def read(data: bytes) -> ImportResult:
    """The creatures of a statblock5e-creator source. Raises UnreadableSource if there are none."""
    return read_entries(
        data, EntryFormat("srd5", _is_creature, lambda record: draft_of(_creature(record)), "a title and an armorClass")
    )


def _is_creature(record: Record) -> bool:
    return "title" in record and "armorClass" in record


def _creature(record: Record) -> PrintedCreature:
    title = record.record("title")
    printed = PrintedCreature(title.text("fullName"), record.line)
    scores = record.record("abilityScores")
    for name, short in ABILITIES.items():
        score = scores.whole(name)
        printed.abilities |= {} if score is None else {short: score}
    _put_kind(printed, record)
    _put_numbers(printed, record)
    rating = record.record("challengeRating")
    printed.put("challenge", rating.text("challengeRating"), record.line_of("challengeRating"))
    printed.put("xp", rating.text("experiencePoints"), record.line_of("challengeRating"))
    bonus = rating.whole("proficiencyBonus") or proficiency_bonus(rating.text("challengeRating"))
    _put_bonuses(printed, record, bonus)
    for key, name in _DAMAGE:
        printed.put(name, record.record(key).texts("items"), record.line_of(key))
    _put_senses(printed, record)
    short = title.text("shortName") or title.text("fullName")
    _read_sections(printed, record, short if title.flag("isProperNoun") else f"the {short.lower()}", bonus)
    record.skip("layout", "meta")
    printed.unread += record.unread_texts()
    return printed


def _put_kind(printed: PrintedCreature, record: Record) -> None:
    kind = record.record("subtitle")
    if kind.flag("useCustomText"):
        printed.put("kind", kind.text("customText"), kind.line)
        return
    tags = kind.text("tags")
    printed.put("size", kind.text("size"), kind.line)
    printed.put("type", f"{kind.text('type')} ({tags})" if tags else kind.text("type"), kind.line)
    printed.put("alignment", kind.text("alignment"), kind.line)


def _put_numbers(printed: PrintedCreature, record: Record) -> None:
    armor, points, speed = (record.record(each) for each in ("armorClass", "hitPoints", "speed"))
    kinds = ", ".join(filter(None, (armor.text("armorType"), "shield" if armor.flag("hasShield") else "")))
    if armor.flag("useCustomText"):
        printed.put("ac", armor.text("customText"), armor.line)
    else:
        printed.put("ac", armor.whole_or_text("armorClass"), armor.line)
        printed.put("armor", f"({kinds})" if kinds else "", armor.line)
    printed.put("hp", points.whole_or_text("hitPoints"), points.line)
    dice, die = points.whole("hitDieQuantity"), points.whole("hitDieSize")
    if points.flag("useHitDie") and dice and die:
        _, formula = hit_points(dice, die, printed.abilities.get("con", 10))
        printed.put("hit dice", formula, points.line)
    printed.put("speed", speed.text("customText") if speed.flag("useCustomText") else speeds(speed), speed.line)


def _put_bonuses(printed: PrintedCreature, record: Record, bonus: int) -> None:
    saves, skills = record.record("savingThrows"), record.record("skills")
    for name, short in ABILITIES.items():
        each = saves.record(name)
        if each.flag("isEnabled"):
            own = each.whole("override")
            printed.saves[short] = modifier(printed.abilities.get(short)) + bonus if own is None else own
    known: dict[str, int] = {}
    for key in skills:
        each, (name, ability) = skills.record(key), SKILLS.get(key.lower(), (key, ""))
        if each.flag("isEnabled"):
            own, times = each.whole("override"), 2 if each.flag("hasExpertise") else 1
            known[name] = modifier(printed.abilities.get(ability)) + times * bonus if own is None else own
    printed.put("skills", bonuses_text(known), skills.line)


def _put_senses(printed: PrintedCreature, record: Record) -> None:
    senses, languages = record.record("senses"), record.record("languages")
    words = ", ".join(senses_in(senses, blind_beyond=senses.flag("blindBeyondThisRadius")))
    printed.put("senses", senses.text("customText") if senses.flag("useCustomText") else words, senses.line)
    feet = languages.whole("telepathy")
    spoken = [*languages.texts("items"), *([f"telepathy {feet} ft."] if feet else [])]
    printed.put("languages", ", ".join(spoken), languages.line)


def _read_sections(printed: PrintedCreature, record: Record, name: str, bonus: int) -> None:
    for key, section in _SECTIONS:
        inner = record.record(key)
        for item in inner.records("blocks"):
            text = creator_text(item.text("text"), name, printed.abilities, bonus)
            printed.entries.append(PrintedEntry(section, item.text("name"), text, item.line))
            printed.unread += item.unread_texts()
        introduction = inner.text("description")
        if introduction and inner.nodes("blocks"):
            printed.introductions.append(creator_text(introduction, name, printed.abilities, bonus))
