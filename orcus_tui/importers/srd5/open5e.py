"""Open5e JSON: monsters of version 1 of its API and creatures of version 2, one or a page of them."""

import re

from msgspec.structs import replace

from orcus_tui.importers.source_record import Record, Row, rows
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.field_maps import RESISTANCES, FieldMap, in_brackets, introduction, joined, pairs, scores
from orcus_tui.importers.srd5.printed_action import (
    SAYS_ATTACK,
    Attack,
    DamagePart,
    PrintedEntry,
    attack_in_fields,
    limit_of_kind,
)
from orcus_tui.importers.srd5.printed_creature import TRAITS, PrintedCreature
from orcus_tui.importers.srd5.statistics import better_saves

# The types of actions in version 2.
_ACTION_TYPES = {
    "BONUS_ACTION": "bonus actions", "REACTION": "reactions", "LEGENDARY_ACTION": "legendary actions",
}  # fmt: skip
# Addresses, pictures, sources; and values that are repeated elsewhere.
_INTERNAL_FIELDS = (
    "slug", "key", "url", "v2_converted_path", "document", "document__slug", "document__title", "document__url",
    "document__license_url", "img_main", "illustration", "page_no", "environments", "spell_list", "group", "cr",
    "creaturesets", "category", "modifiers", "saving_throws_all", "skill_bonuses_all", "speed_all", "desc_short",
    "normal_sight_range", "passive_perception", "proficiency_bonus", "perception", "experience_points_text",
    "challenge_rating", "challenge_rating_decimal",
)  # fmt: skip
_VERSION_2 = "resistances_and_immunities"
_INTERNAL_FIELDS_OF_ACTION = (
    "attacks", "order_in_statblock", "legendary_action_cost", "limited_to_form", "damage_dice", "damage_bonus",
    "attack_bonus",
)  # fmt: skip


def _saves(source: Record, _: str, printed: PrintedCreature) -> None:
    """The saving throws that are better than the ability alone, with the keys of either version."""
    keys = {short: (f"{name}_save", f"saving_throws.{name}") for name, short in ABILITIES.items()}
    found = {short: save for short, each in keys.items() for key in each if (save := source.whole(key)) is not None}
    printed.saves = better_saves(found, printed.abilities)


def _senses(source: Record, path: str, _: PrintedCreature) -> str:
    ranges = ("darkvision", "blindsight", "tremorsense", "truesight")
    found = [(each, source.text(f"{each}_range")) for each in ranges]
    return source.text(path) or ", ".join(f"{each} {reach}" for each, reach in found if reach)


def _rating(source: Record, path: str, _: PrintedCreature) -> str:
    """The challenge rating, without the zeros at the end of a decimal: `10.000`."""
    text = source.text(path)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _add_entries(item: Record, _: str, section: str, printed: PrintedCreature) -> None:
    """Adds a trait or an action; each further attack in an action's numbers is a separate action."""
    name, text, limits = item.text("name"), item.text("desc"), item.record("usage_limits")
    attacks = [] if section == TRAITS else _attacks(item, text)
    kind, number = limits.text("type").lower().replace("_", " "), limits.whole("param") or 0
    entry = PrintedEntry(
        _ACTION_TYPES.get(item.text("action_type"), section),
        name,
        text,
        item.line,
        attacks[0] if attacks else None,
        limit=limit_of_kind(kind, number),
        times=item.whole("legendary_action_cost") or 1,
    )
    printed.entries += [entry, *(replace(entry, text="", attack=each) for each in attacks[1:])]
    item.skip(*_INTERNAL_FIELDS_OF_ACTION)
    printed.unread += [*limits.unread_texts(), *item.unread_texts()]


def _attacks(item: Record, text: str) -> list[Attack]:
    """The attacks of an action that are only given as numbers, in either version."""
    if re.search(SAYS_ATTACK, text, re.IGNORECASE):
        return []
    damage = f"{item.text('damage_dice')}{_with_sign(item.whole('damage_bonus'))}" if item.text("damage_dice") else ""
    first = attack_in_fields(text, item.whole("attack_bonus"), damage)
    return [first] if first else [*filter(None, map(_attack, item.records("attacks")))]


def _attack(attack: Record) -> Attack | None:
    """An attack of version 2; None without any number."""
    near, far, reach = (attack.text(each) for each in ("range", "long_range", "reach"))
    where = f"range {near}{f'/{far}' if far else ''} ft." if near else f"reach {reach or 5} ft."
    kind = "ranged" if near and not reach else "melee"
    bonus, damage = attack.whole("to_hit_mod"), tuple(filter(None, (_damage(attack, ""), _damage(attack, "extra_"))))
    return None if bonus is None and not damage else Attack(kind, f"{bonus or 0:+d}", where, damage)


def _damage(attack: Record, prefix: str) -> DamagePart | None:
    """The damage of an attack, if any. If the first damage has no type, it has that of the extra damage."""
    count, die = attack.whole(f"{prefix}damage_die_count"), attack.text(f"{prefix}damage_die_type").lstrip("Dd")
    bonus = attack.whole(f"{prefix}damage_bonus")
    if not (count and die) and bonus is None:
        return None
    kinds = [attack.text(f"{each}damage_type") or attack.text(f"{each}damage_type.name") for each in (prefix, "extra_")]
    types = tuple(filter(None, kinds))[:1]
    return DamagePart(f"{count}d{die}{_with_sign(bonus)}" if count and die else str(bonus), types)


def _with_sign(number: int | None) -> str:
    return f"{number:+d}" if number else ""


OPEN5E = FieldMap(
    marks=("hit_points", "armor_class"),
    fields=(
        *rows(("size", "size"), ("alignment", "alignment"), read=joined()),
        Row("languages | languages.as_string", "languages", joined()),
        Row("type", "type", joined("subtype", "subcategory")),
        *rows(("armor_class", "ac"), ("hit_points", "hp"), ("hit_dice", "hit dice")),
        Row("armor_desc", "armor", in_brackets("armor_detail")),
        *rows(("", ""), ("ability_scores", ""), read=scores),
        Row("saving_throws", "", _saves),
        Row("initiative_bonus", "initiative"),
        Row("speed", "speed", pairs),
        Row("senses", "senses", _senses),
        *RESISTANCES,
        *(Row(f"{_VERSION_2}.{each.path}_display | {_VERSION_2}.{each.path}", each.field) for each in RESISTANCES),
        Row("challenge_rating_text | challenge_rating | challenge_rating_decimal", "challenge", _rating),
        Row("experience_points", "xp"),
        *rows(("skills", "skills"), ("skill_bonuses", "skills"), read=pairs),
        Row("desc", "description"),
        Row("legendary_desc", "", introduction),
    ),
    entry=_add_entries,
    ignored=_INTERNAL_FIELDS,
)  # fmt: skip
