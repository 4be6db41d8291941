"""SRD 5.1 JSON: monsters from the API of that rules document, one object each. The shipped creatures come from it."""

from orcus_tui.importers.creature_draft import plain
from orcus_tui.importers.json_nodes import Node
from orcus_tui.importers.source_record import Record, Row, rows
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.field_maps import RESISTANCES, FieldMap, introduction, joined, pairs, scores
from orcus_tui.importers.srd5.multiattacks import RANGED, Attacks, CountedAttack
from orcus_tui.importers.srd5.printed_action import PrintedEntry, limit_of_kind
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature

_SAVE, _SKILL = "saving-throw-", "skill-"
# Addresses, pictures, and numbers that are repeated in the prose, which is read instead.
_IGNORED = ("index", "image", "url", "proficiency_bonus", "updated_at")
_IGNORED_IN_ACTION = (
    "attack_bonus", "damage", "dc", "multiattack_type", "actions", "action_options", "options", "attacks",
    "spellcasting", "updated_at",
)  # fmt: skip


def _armor(source: Record, path: str, printed: PrintedCreature) -> None:
    """Reads armor classes: the first is the usual one, the others apply under some condition."""
    for place, each in enumerate(source.records(path)):
        number, kind = each.whole("value"), each.text("type")
        parts = each.record(kind).text("name") or ", ".join(each.names_in(kind)) or each.text("desc")
        origin = f"({', '.join(filter(None, (kind, parts)))})"
        if place == 0:
            printed.put("ac", number, each.line)
            printed.put("armor", origin, each.line)
        else:
            printed.facts.append(f"Otherwise armor class {number} {origin}")
            printed.unclear.append((each.line, printed.facts[-1]))
        printed.unread += each.unread_texts()


def _proficiencies(source: Record, path: str, printed: PrintedCreature) -> None:
    skills: list[str] = []
    for item in source.records(path):
        index, number = item.text("proficiency.index"), item.whole("value")
        if number is None:
            printed.unread += item.unread_texts()
        elif index.removeprefix(_SAVE) in ABILITIES.values():
            printed.saves[index.removeprefix(_SAVE)] = number
        else:
            skills.append(f"{index.removeprefix(_SKILL)} {number:+d}")
    if skills:
        printed.facts.append(f"Skills: {', '.join(skills)}")


def _add_entry(item: Record, _: str, section: str, printed: PrintedCreature) -> None:
    name, usage = item.text("name"), item.record("usage")
    limit = _limit(usage) if section != TRAITS or usage.whole("times") else ""  # the text of a trait names its rests
    spells = item.record("spellcasting").records("spells")
    a_day = next((each.whole("usage.times") or 0 for each in spells), 0)
    printed.entries.append(PrintedEntry(section, name, item.text("desc"), item.line, limit=limit, spells_a_day=a_day))
    printed.multiattacks[plain(name)] = _choices_of(item)
    item.skip(*_IGNORED_IN_ACTION)
    printed.unread += item.unread_texts()


def _limit(usage: Record) -> str:
    number = usage.whole("times") or usage.whole("min_value") or 0
    return limit_of_kind(usage.text("type"), number, only_long="short" not in usage.texts("rest_types"))


def _choices_of(item: Record) -> list[Attacks]:
    """The attacks of a multiattack, choice by choice; empty for another action or for a count that is a die."""
    if nodes := item.nodes("actions"):
        choices = [_attacks(nodes)]
    else:
        options = item.record("action_options").record("from").nodes("options")
        choices = [_attacks(Record(each).nodes("items") or [each]) for each in options]
    return [each for each in choices if each]


def _attacks(nodes: list[Node]) -> Attacks:
    parts = [_counted_attack(Record(each)) for each in nodes]
    counted = [each for each in parts if each]
    return counted if len(counted) == len(parts) else []


def _counted_attack(record: Record) -> CountedAttack | None:
    name, count, kind = (plain(record.text(key)) for key in ("action_name", "count", "type"))
    return CountedAttack(name, int(count), kind == RANGED) if name and count.isdecimal() else None


SRD5_JSON = FieldMap(
    marks=("name", "hit_points"),
    fields=(
        *rows(("size", "size"), ("alignment", "alignment"), ("languages", "languages"), ("hit_points", "hp")),
        *rows(("hit_dice", "hit dice"), ("hit_points_roll", "hit dice")),
        *rows(("challenge_rating", "challenge"), ("xp", "xp"), ("forms", "forms")),
        Row("type", "type", joined("subtype")),
        Row("armor_class", "ac", _armor),
        Row("", "abilities", scores),
        *rows(("speed", "speed"), ("senses", "senses"), read=pairs),
        Row("proficiencies", "", _proficiencies),
        *RESISTANCES,
        Row("desc", "", introduction),
    ),
    entry=_add_entry,
    ignored=_IGNORED,
)  # fmt: skip
