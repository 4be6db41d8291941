"""Files of stat block editors for the fifth edition, each a table: CritterDB, statblock5e-creator, Tetra-cube."""

import re

from msgspec.structs import replace

from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.source_record import Record, Row, rows, value
from orcus_tui.importers.srd5.field_maps import (
    BonusKeys,
    FieldMap,
    Reading,
    entry,
    hit_dice_of,
    in_brackets,
    introduction,
    passive_perception,
    proficiency_of,
    saves,
    scores,
    senses_in,
    skills,
    speeds,
    when,
    with_detail,
)
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature
from orcus_tui.importers.srd5.statistics import HIT_DICE, armor_class, dice_words, hit_points, modifier

# The formulas in texts, as the numbers that stat blocks print: `[STR ATK]`, `DMG[1d6 + STR]`

_ABILITY = "STR|DEX|CON|INT|WIS|CHA"
_DICE = r"[0-9]{1,3}[dD][0-9]{1,4}"
_MORE = r"(?: ?(?P<more>[+-] ?[0-9]{1,3}))?"
_SOMETHING = r"(?=[^\]]*[A-Za-z])"
# [MON], [STR], [STR ATK], [CON SAVE], [3D6], [STR 2D6], each perhaps with a number to add.
_TETRA = re.compile(
    rf"\[(?:(?P<name>MONS?|NAME)|{_SOMETHING}(?:(?P<ability>{_ABILITY})\b ?)?"
    rf"(?:(?P<kind>(?<=[A-Z] )(?:ATK|SAVE))|(?P<dice>{_DICE}))?{_MORE})\]",
    re.IGNORECASE,
)
# [NAME], ATK[STR], MOD[DEX], DC[CON], DMG[1d6 + STR], each perhaps with a number to add.
_CREATOR = re.compile(
    r"\[(?P<name>NAME|FULLNAME)\]|(?:SPELL)?(?P<kind>ATK|MOD|DC|DMG)"
    rf"\[{_SOMETHING}(?P<dice>{_DICE})?(?: ?\+ ?)?(?P<ability>{_ABILITY}|FIN)?{_MORE}\]"
)
_SENTENCE_END = (".", "!", "?", ":")


def _tetra_text(text: str, printed: PrintedCreature) -> str:
    name = f"the {(printed.text('called') or printed.name).lower()}"
    return _TETRA.sub(lambda found: _formula_text(found, name, printed), text)


def _creator_text(text: str, printed: PrintedCreature) -> str:
    return _CREATOR.sub(lambda found: _formula_text(found, printed.text("called"), printed), text)


def _formula_text(found: re.Match[str], name: str, printed: PrintedCreature) -> str:
    """A formula as printed: the creature's name, a bonus, a saving throw's DC, or dice with their average."""
    if found["name"]:
        return _name_at(found, name)
    ability, kind = (found["ability"] or "").lower(), (found["kind"] or "").upper()
    if ability == "fin":  # finesse: the better of the two
        ability = max(("str", "dex"), key=lambda each: printed.abilities.get(each, 0))
    bonus = modifier(printed.abilities.get(ability)) + int((found["more"] or "0").replace(" ", ""))
    if found["dice"] or kind == "DMG":
        return dice_words(found["dice"] or "", bonus)
    if kind in ("ATK", "SAVE", "DC"):
        bonus += proficiency_of(printed)
    return {"SAVE": f"{8 + bonus}", "DC": f"DC {8 + bonus}"}.get(kind, f"{bonus:+d}")


def _name_at(found: re.Match[str], name: str) -> str:
    """The creature's name instead of a formula, with a capital at the beginning of a sentence."""
    before = found.string[: found.start()].rstrip(" *_\n")
    return f"{name[:1].upper()}{name[1:]}" if not before or before.endswith(_SENTENCE_END) else name


# CritterDB

_CRITTER_BONUS = BonusKeys(numbers=("value", "modifier"), words="modifierStr")
_CRITTER_INTERNAL_FIELDS = (
    "id", "_id", "bestiaryId", "publishedBestiaryId", "sharing", "__v", "stats.hitPointsStr", "stats.proficiencyBonus",
    "stats.extraHealthFromConstitution", "stats.challengeRatingStr", "stats.experiencePointsStr",
    "stats.abilityScoreModifiers", "stats.abilityScoreStrs",
    "stats.legendaryActionsPerRound", "flavor.faction", "flavor.environment",
    "flavor.nameIsProper", "flavor.imageUrl",
)  # fmt: skip
CRITTER_DB = FieldMap(
    marks=("stats",),
    fields=(
        Row("stats.abilityScores", "abilities", scores),
        *rows(("stats.size", "size"), ("stats.race", "type"), ("stats.alignment", "alignment")),
        *rows(("stats.speed", "speed"), ("stats.armorClass", "ac"), ("stats.challengeRating", "challenge")),
        Row("stats.armorType", "armor", in_brackets()),
        Row("stats.numHitDie", "hp", hit_dice_of("stats.hitDieSize")),
        *rows(("stats.experiencePoints", "xp"), ("stats.proficiencyBonus", "proficiency")),
        Row("stats.savingThrows", "saves", saves(replace(_CRITTER_BONUS, name="ability"))),
        Row("stats.skills", "skills", skills(_CRITTER_BONUS)),
        *rows(("stats.damageVulnerabilities", "vulnerable"), ("stats.damageResistances", "resist")),
        *rows(("stats.damageImmunities", "immune"), ("stats.conditionImmunities", "condition immune")),
        *rows(("stats.senses", "senses"), ("stats.languages", "languages"), ("flavor.description", "description")),
        Row("stats.legendaryActionsDescription", "", when("stats.legendaryActions", introduction)),
        Row("stats.legendaryActionsPerRound", "legendary", when("stats.legendaryActions")),
    ),
    sections=(
        ("stats.additionalAbilities", TRAITS), ("stats.actions", "actions"), ("stats.reactions", "reactions"),
        ("stats.legendaryActions", "legendary actions"),
    ),
    entry=entry(text="description", ignored=("_id",)),
    text=lambda text, _: html_text(text),
    kept=("stats", "flavor"),
    ignored=_CRITTER_INTERNAL_FIELDS,
    around=("name", *_CRITTER_INTERNAL_FIELDS),
)  # fmt: skip


# statblock5e-creator


def _custom(read: Reading) -> Reading:
    """A reading of an object, or of a text in its place."""
    return lambda source, path, printed: (
        source.text(f"{path}.customText") if source.flag(f"{path}.useCustomText") else read(source, path, printed)
    )


def _part(key: str) -> Reading:
    """The value under a key of an object."""
    return lambda source, path, printed: value(source, f"{path}.{key}", printed)


def _kind(source: Record, path: str, printed: PrintedCreature) -> None:
    """The size, type and alignment, each a field."""
    for key in ("size", "alignment"):
        printed.put(key, source.text(f"{path}.{key}"), source.line_of(path))
    printed.put("type", with_detail(f"{path}.tags")(source, f"{path}.type", printed), source.line_of(path))


def _armor_words(source: Record, path: str, _: PrintedCreature) -> str:
    """The kind of armor, unless the armor class is a text."""
    armor = source.record(path)
    kinds = filter(None, (armor.text("armorType"), "shield" if armor.flag("hasShield") else ""))
    return "" if armor.flag("useCustomText") else f"({', '.join(kinds)})".replace("()", "")


def _senses(source: Record, path: str, _: PrintedCreature) -> list[str]:
    senses = source.record(path)
    return senses_in(senses, blind_beyond=senses.flag("blindBeyondThisRadius"))


def _languages(source: Record, path: str, _: PrintedCreature) -> list[str]:
    feet = source.whole(f"{path}.telepathy")
    return [*source.texts(f"{path}.items"), *([f"telepathy {feet} ft."] if feet else [])]


def _called(source: Record, path: str, _: PrintedCreature) -> str:
    """The creature's name in texts: a proper noun as it is, otherwise `the goblin`."""
    short = source.text(f"{path}.shortName") or source.text(f"{path}.fullName")
    return short if source.flag(f"{path}.isProperNoun") else f"the {short.lower()}"


_CREATOR_BONUS = BonusKeys(numbers=("override",), enabled="isEnabled", expert="hasExpertise")
_CREATOR_SECTIONS = (
    ("specialTraits", TRAITS), ("actions", "actions"), ("bonusActions", "bonus actions"), ("reactions", "reactions"),
    ("legendaryActions", "legendary actions"), ("mythicActions", "mythic actions"),
)  # fmt: skip
STATBLOCK5E = FieldMap(
    marks=("title", "armorClass"),
    name="title.fullName",
    fields=(
        Row("title", "called", _called),
        Row("abilityScores", "abilities", scores),
        Row("subtitle", "kind", _custom(_kind)),
        Row("armorClass", "ac", _custom(_part("armorClass"))),
        Row("armorClass", "armor", _armor_words),
        Row("hitPoints.hitDieQuantity", "hp", when("hitPoints.useHitDie", hit_dice_of("hitPoints.hitDieSize"))),
        Row("hitPoints.hitPoints", "hp"),
        Row("speed", "speed", _custom(speeds)),
        *rows(("challengeRating.challengeRating", "challenge"), ("challengeRating.experiencePoints", "xp")),
        Row("challengeRating.proficiencyBonus", "proficiency"),
        Row("savingThrows", "saves", saves(_CREATOR_BONUS)),
        Row("skills", "skills", skills(_CREATOR_BONUS)),
        *rows(("damageVulnerabilities.items", "vulnerable"), ("damageResistances.items", "resist")),
        *rows(("damageImmunities.items", "immune"), ("conditionImmunities.items", "condition immune")),
        Row("senses", "senses", _custom(_senses)),
        Row("languages", "languages", _languages),
        *(Row(f"{key}.description", "", when(f"{key}.blocks", introduction)) for key, _ in _CREATOR_SECTIONS),
    ),
    sections=tuple((f"{key}.blocks", section) for key, section in _CREATOR_SECTIONS),
    entry=entry(text="text"),
    text=_creator_text,
    ignored=("layout", "meta"),
)  # fmt: skip


# Tetra-cube


def _capitalized(source: Record, path: str, _: PrintedCreature) -> str:
    return source.text(path).capitalize()


def _tetra_rating(source: Record, path: str, printed: PrintedCreature) -> str:
    """The challenge, which may be custom, with a custom proficiency bonus."""
    if source.text(path) != "*":
        return source.text(path)
    printed.put("proficiency", source.whole("customProf"), source.line_of(path))
    return source.text("customCr")


def _tetra_armor(source: Record, path: str, printed: PrintedCreature) -> int | str:
    name, shield = source.text(path), source.whole("shieldBonus") or 0
    dexterity = printed.abilities.get("dex", 10)
    if name == "natural armor":
        number: int | None = 10 + modifier(dexterity) + (source.whole("natArmorBonus") or 0) + shield
    else:
        number = None if name == "other" else armor_class(name, dexterity, shield)
    words = ", ".join(filter(None, (name if name != "none" else "", "shield" if shield else "")))
    if number is not None and words:
        printed.put("armor", f"({words})", source.line_of(path))
    return source.text("otherArmorDesc") if number is None else number


def _tetra_hit_points(source: Record, path: str, printed: PrintedCreature) -> int | str:
    dice = source.whole(path)
    if source.flag("customHP") or dice is None:
        return source.text("hpText")
    die = HIT_DICE.get(source.text("size").lower(), 8)
    points, formula = hit_points(dice, die, printed.abilities.get("con", 10))
    printed.put("hit dice", formula, source.line_of(path))
    return points


def _tetra_speed(source: Record, path: str, _: PrintedCreature) -> str:
    if source.flag("customSpeed"):
        return source.text("speedDesc")
    hover = " (hover)" if source.flag("hover") else ""
    more = [(f"{each} ", source.whole(f"{each}Speed") or 0) for each in ("burrow", "climb", "fly", "swim")]
    found = [("", source.whole(path) or 0), *more]
    shown = [f"{words}{feet} ft.{hover if words == 'fly ' else ''}" for words, feet in found if feet or not words]
    return ", ".join(shown)


def _tetra_damage(source: Record, path: str, printed: PrintedCreature) -> None:
    """Resistances, vulnerabilities and immunities, by their kind."""
    held: dict[str, list[str]] = {}
    for each in (*source.records(path), *source.records("specialdamage")):
        name = {"v": "vulnerable", "r": "resist", "i": "immune"}.get(each.text("type"), "resist")
        held.setdefault(name, []).append(each.text("name"))
        each.skip("note")
        printed.unread += each.unread_texts()
    for name, types in held.items():
        printed.put(name, types, source.line_of(path))


def _tetra_senses(source: Record, path: str, printed: PrintedCreature) -> list[str]:
    notes = [each.text("note") for each in source.records(path) if each.text("name").lower() == "perception"]
    times = 2 if any("ex" in each for each in notes) else len(notes)
    return [*senses_in(source, blind_beyond=source.flag("blind")), passive_perception(printed, times)]


def _tetra_languages(source: Record, path: str, _: PrintedCreature) -> list[str]:
    spoken: list[str] = []
    understood: list[str] = []
    for each in source.records(path):
        (spoken if each.flag("speaks") or "speaks" not in each else understood).append(each.text("name"))
    but, feet = source.text("understandsBut"), source.whole("telepathy") or 0
    words = [*spoken, *([f"understands {' and '.join(understood)} {but}".strip()] if understood else [])]
    return [*words, *([f"telepathy {feet} ft."] if feet else [])]


# Layout, texts of missing sections, and inputs from which the editor derives numbers.
_TETRA_INTERNAL_FIELDS = (
    "properties", "pluralName", "doubleColumns", "separationPoint", "cr", "customCr", "image", "hitDice",
    "lairDescription", "lairDescriptionEnd", "regionalDescription", "regionalDescriptionEnd", "legendariesDescription",
    "mythicDescription", "isLegendary", "isLair", "isMythic", "isRegional", "customHP", "customSpeed", "hpText",
    "speedDesc", "armorName", "shieldBonus", "natArmorBonus", "otherArmorDesc", "customProf", "hover", "blind",
    "telepathy", "understandsBut", "legendaries", "mythics", "lairs", "regionals", "burrowSpeed", "climbSpeed",
    "flySpeed", "swimSpeed", "speed", "blindsight", "darkvision", "tremorsense", "truesight",
)  # fmt: skip
TETRA_CUBE = FieldMap(
    marks=("name", "strPoints"),
    fields=(
        Row("shortName", "called"),
        Row("", "abilities", scores),
        Row("size", "size", _capitalized),
        Row("type", "type", with_detail("tag")),
        Row("alignment", "alignment"),
        Row("cr", "challenge", _tetra_rating),
        Row("armorName", "ac", _tetra_armor),
        Row("hitDice", "hp", _tetra_hit_points),
        Row("speed", "speed", _tetra_speed),
        Row("sthrows", "saves", saves(BonusKeys())),
        Row("skills", "skills", skills(BonusKeys(ability="stat", note="note"))),
        Row("damagetypes", "", _tetra_damage),
        Row("conditions", "condition immune"),
        Row("skills", "senses", _tetra_senses),
        Row("languages", "languages", _tetra_languages),
        Row("legendariesDescription", "", when("isLegendary", introduction)),
        Row("mythicDescription", "", when("isMythic", introduction)),
    ),
    sections=(
        ("abilities", TRAITS), ("actions", "actions"), ("bonusActions", "bonus actions"), ("reactions", "reactions"),
        ("legendaries", "legendary actions", "isLegendary"), ("mythics", "mythic actions", "isMythic"),
        ("lairs", "lair actions", "isLair"), ("regionals", "regional", "isRegional"),
    ),
    text=_tetra_text,
    ignored=_TETRA_INTERNAL_FIELDS,
)  # fmt: skip
