"""CritterDB JSON: a bestiary, or a creature of one."""

from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.import_result import ImportResult, Leftover, UnreadableSource
from orcus_tui.importers.json_nodes import entry_nodes, node_text, read_json
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import decode_source
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.derived_numbers import hit_points, proficiency_bonus
from orcus_tui.importers.srd5.powers import modifier
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature, PrintedEntry, draft_of
from orcus_tui.importers.srd5.skills import skill_ability
from orcus_tui.importers.system_check import result_for_system

_DAMAGE = (
    ("damageVulnerabilities", "vulnerable"), ("damageResistances", "resist"), ("damageImmunities", "immune"),
    ("conditionImmunities", "condition immune"),
)  # fmt: skip
_SECTIONS = (
    ("additionalAbilities", TRAITS), ("actions", "actions"), ("reactions", "reactions"),
    ("legendaryActions", "legendary actions"),
)  # fmt: skip
_IGNORED = ("_id", "id", "bestiaryId", "publishedBestiaryId", "sharing", "__v", "proficiencyBonus", "hitPointsStr",
            "extraHealthFromConstitution", "challengeRatingStr", "experiencePointsStr", "abilityScoreModifiers",
            "abilityScoreStrs")  # fmt: skip


def read(data: bytes) -> ImportResult:
    """The creatures of a CritterDB source. Raises UnreadableSource if there are none."""
    document = read_json(decode_source(data))
    bestiary = Record(document)
    nodes = bestiary.nodes("creatures") if "creatures" in bestiary else entry_nodes(document)
    printed = [_creature(Record(each)) for each in nodes if "stats" in Record(each)]
    others = [
        Leftover(each.line, "", node_text(each)) for each in nodes if "stats" not in Record(each) and node_text(each)
    ]
    if "creatures" in bestiary:
        bestiary.skip("name", *_IGNORED)
        others += [Leftover(line, "", text) for line, text in bestiary.unread_texts()]
    if not printed:
        raise UnreadableSource("no stat block found; each has a name and stats")
    return result_for_system("srd5", map(draft_of, printed), others)


def _creature(record: Record) -> PrintedCreature:
    printed = PrintedCreature(record.text("name"), record.line)
    stats, flavor = record.record("stats"), record.record("flavor")
    scores = stats.record("abilityScores")
    for name, short in ABILITIES.items():
        score = scores.whole(name)
        printed.abilities |= {} if score is None else {short: score}
    for key, name in (("size", "size"), ("race", "type"), ("alignment", "alignment"), ("speed", "speed")):
        printed.put(name, stats.text(key), stats.line_of(key))
    kind = stats.text("armorType")
    printed.put("ac", stats.whole_or_text("armorClass"), stats.line_of("armorClass"))
    printed.put("armor", f"({kind})" if kind else "", stats.line_of("armorType"))
    dice, die = stats.whole("numHitDie"), stats.whole("hitDieSize")
    if dice and die:
        points, formula = hit_points(dice, die, printed.abilities.get("con", 10))
        printed.put("hp", points, stats.line_of("numHitDie"))
        printed.put("hit dice", formula, stats.line_of("numHitDie"))
    rating = stats.text("challengeRating")
    printed.put("challenge", rating, stats.line_of("challengeRating"))
    printed.put("xp", stats.whole_or_text("experiencePoints"), stats.line_of("experiencePoints"))
    _put_bonuses(printed, stats, stats.whole("proficiencyBonus") or proficiency_bonus(rating))
    for key, name in _DAMAGE:
        printed.put(name, stats.texts(key), stats.line_of(key))
    for key in ("senses", "languages"):
        printed.put(key, ", ".join(stats.texts(key)), stats.line_of(key))
    printed.put("description", html_text(flavor.text("description")), flavor.line)
    _read_sections(printed, stats)
    flavor.skip("faction", "environment", "nameIsProper", "imageUrl")
    stats.skip(*_IGNORED)
    record.skip(*_IGNORED)
    printed.unread += [*stats.unread_texts(), *flavor.unread_texts(), *record.unread_texts()]
    return printed


def _put_bonuses(printed: PrintedCreature, stats: Record, bonus: int) -> None:
    """Saving throws and skills: the number given, or that of one who is proficient."""
    words: list[str] = []
    for each in stats.records("savingThrows"):
        name = each.text("ability").lower()
        short = ABILITIES.get(name, name[:3])
        own = each.whole("modifier") if each.whole("value") is None else each.whole("value")
        if each.text("modifierStr") or short not in ABILITIES.values():
            words.append(each.text("modifierStr") or name)
        else:
            printed.saves[short] = modifier(printed.abilities.get(short)) + bonus if own is None else own
        each.skip("proficient")
    printed.put("saves", ", ".join(words), stats.line_of("savingThrows"))
    skills: list[str] = []
    for each in stats.records("skills"):
        name = each.text("name")
        own = each.whole("modifier") if each.whole("value") is None else each.whole("value")
        usual = modifier(printed.abilities.get(skill_ability(name))) + bonus
        skills.append(each.text("modifierStr") or f"{name} {usual if own is None else own:+d}")
    printed.put("skills", ", ".join(skills), stats.line_of("skills"))


def _read_sections(printed: PrintedCreature, stats: Record) -> None:
    for key, section in _SECTIONS:
        for item in stats.records(key):
            text = html_text(item.text("description"))
            printed.entries.append(PrintedEntry(section, html_text(item.text("name")), text, item.line))
            item.skip("_id")
            printed.unread += item.unread_texts()
    number, words = stats.whole("legendaryActionsPerRound"), stats.text("legendaryActionsDescription")
    if stats.nodes("legendaryActions"):
        printed.introductions += [words] if words else []
        printed.legendary = number
