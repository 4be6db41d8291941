"""Open5e JSON: monsters of version 1 of its API and creatures of version 2, one or a page of them."""

import re

from msgspec.structs import replace

from orcus_tui.importers.creature_draft import plain
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_entries import EntryFormat, read_entries
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.derived_numbers import better_saves
from orcus_tui.importers.srd5.powers import RESISTANCE_KEYS
from orcus_tui.importers.srd5.printed_action import SAYS_ATTACK, Attack, DamagePart, attack_in_fields
from orcus_tui.importers.srd5.printed_creature import (
    TRAITS,
    Limit,
    PrintedCreature,
    PrintedEntry,
    draft_of,
    recharge,
    uses_a_day,
)

_SECTIONS = {
    "special_abilities": TRAITS, "traits": TRAITS, "actions": "actions", "bonus_actions": "bonus actions",
    "reactions": "reactions", "legendary_actions": "legendary actions", "mythic_actions": "mythic actions",
}  # fmt: skip
# The types of actions in version 2.
_ACTION_TYPES = {
    "BONUS_ACTION": "bonus actions", "REACTION": "reactions", "LEGENDARY_ACTION": "legendary actions",
}  # fmt: skip
# Addresses, pictures, sources; and values that are repeated elsewhere.
_IGNORED = (
    "slug", "key", "url", "v2_converted_path", "document", "document__slug", "document__title", "document__url",
    "document__license_url", "img_main", "illustration", "page_no", "environments", "spell_list", "group", "cr",
    "creaturesets", "category", "modifiers", "saving_throws_all", "skill_bonuses_all", "speed_all", "desc_short",
    "normal_sight_range", "passive_perception", "proficiency_bonus", "perception", "experience_points_text",
)  # fmt: skip
_IGNORED_IN_ACTION = (
    "attacks", "order_in_statblock", "legendary_action_cost", "limited_to_form", "damage_dice", "damage_bonus",
    "attack_bonus",
)  # fmt: skip


def read(data: bytes) -> ImportResult:
    """The creatures of an Open5e source. Raises UnreadableSource if there are none."""
    required = "a name, hit_points and an armor_class"
    return read_entries(data, EntryFormat("srd5", _is_creature, lambda record: draft_of(_creature(record)), required))


def _is_creature(record: Record) -> bool:
    return "hit_points" in record and "armor_class" in record


def _creature(record: Record) -> PrintedCreature:
    printed = PrintedCreature(record.text("name"), record.line)
    for key in ("size", "alignment", "languages"):
        printed.put(key, _text_or_name(record, key), record.line_of(key))
    kinds = (_text_or_name(record, key) for key in ("type", "subtype", "subcategory"))
    printed.put("type", ", ".join(filter(None, kinds)), record.line_of("type"))
    armor = ", ".join(filter(None, (record.text("armor_desc"), record.text("armor_detail"))))
    printed.put("ac", record.whole_or_text("armor_class"), record.line_of("armor_class"))
    printed.put("armor", f"({armor})" if armor else "", record.line_of("armor_class"))
    printed.put("hp", record.whole_or_text("hit_points"), record.line_of("hit_points"))
    printed.put("hit dice", record.text("hit_dice"), record.line_of("hit_dice"))
    _read_abilities(printed, record)
    speed = record.record("speed")
    printed.put("speed", f"{_pairs(speed)}{', hover' if speed.flag('hover') else ''}", speed.line)
    printed.put("senses", record.text("senses") or _senses(record), record.line_of("senses"))
    _put_resistances(printed, record)
    printed.put("challenge", _rating(record), record.line_of("challenge_rating"))
    printed.put("xp", record.whole("experience_points"), record.line_of("experience_points"))
    for key in ("skills", "skill_bonuses"):
        printed.put("skills", _pairs(record.record(key)), record.line_of(key))
    printed.put("description", record.text("desc"), record.line_of("desc"))
    printed.introductions += filter(None, [record.text("legendary_desc")])
    for key, section in _SECTIONS.items():
        for item in record.records(key):
            _add_entries(printed, item, section)
    record.skip(*_IGNORED)
    printed.unread += record.unread_texts()
    return printed


def _text_or_name(record: Record, key: str) -> str:
    """A text, or the name in an object."""
    inner = record.record(key)
    return plain(record.text(key) or inner.text("name") or inner.text("as_string"))


def _read_abilities(printed: PrintedCreature, record: Record) -> None:
    """Reads scores, saves and initiative, with the keys of either version."""
    scores, saves = record.record("ability_scores"), record.record("saving_throws")
    known: dict[str, int] = {}
    for name, short in ABILITIES.items():
        score = scores.whole(name) if record.whole(name) is None else record.whole(name)
        save = saves.whole(name) if record.whole(f"{name}_save") is None else record.whole(f"{name}_save")
        printed.abilities |= {} if score is None else {short: score}
        known |= {} if save is None else {short: save}
    printed.saves = better_saves(known, printed.abilities)
    printed.put("initiative", record.whole("initiative_bonus"), record.line_of("initiative_bonus"))


def _pairs(inner: Record) -> str:
    """A table in words: `walk 30, fly 60`."""
    pairs = ((name, inner.text(name)) for name in inner)
    return ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in pairs if text and name != "unit")


def _senses(record: Record) -> str:
    ranges = ("darkvision", "blindsight", "tremorsense", "truesight")
    found = ((each, record.text(f"{each}_range")) for each in ranges)
    return ", ".join(f"{each} {reach}" for each, reach in found if reach)


def _put_resistances(printed: PrintedCreature, record: Record) -> None:
    """Puts resistances and immunities: in words, or else as a list of names."""
    inner = record.record("resistances_and_immunities")
    for key, name in (*RESISTANCE_KEYS, ("condition_immunities", "condition immune")):
        words = record.text(key) or inner.text(f"{key}_display")
        printed.put(name, words or inner.names_in(key), record.line_of(key))


def _rating(record: Record) -> str:
    """The challenge rating as printed, else the decimal of version 2 without the zeros at its end: `10.000`."""
    whole, _, part = record.text("challenge_rating_decimal").partition(".")
    decimal = ".".join(filter(None, (whole, part.rstrip("0"))))
    return record.text("challenge_rating_text") or record.text("challenge_rating") or decimal


def _add_entries(printed: PrintedCreature, item: Record, section: str) -> None:
    """Adds a trait or an action; each further attack that an action has in numbers is an action of its own."""
    name, text, limits = item.text("name"), item.text("desc"), item.record("usage_limits")
    attacks = [] if section == TRAITS else _attacks(item, text)
    entry = PrintedEntry(
        _ACTION_TYPES.get(item.text("action_type"), section),
        name,
        text,
        item.line,
        attacks[0] if attacks else None,
        limit=_limit(limits),
        cost=item.whole("legendary_action_cost") or 1,
    )
    printed.entries += [entry, *(replace(entry, text="", attack=each) for each in attacks[1:])]
    item.skip(*_IGNORED_IN_ACTION)
    printed.unread += [*limits.unread_texts(), *item.unread_texts()]


def _attacks(item: Record, text: str) -> list[Attack]:
    """The attacks of an action that only numbers say to be one, in either version."""
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
    """Damage of an attack; None without any. A first damage without a type has that of the extra one."""
    count, die = attack.whole(f"{prefix}damage_die_count"), attack.text(f"{prefix}damage_die_type").lstrip("Dd")
    bonus = attack.whole(f"{prefix}damage_bonus")
    if not (count and die) and bonus is None:
        return None
    kinds = [
        attack.text(f"{each}damage_type") or attack.record(f"{each}damage_type").text("name")
        for each in (prefix, "extra_")
    ]
    types = tuple(filter(None, kinds))[:1]
    return DamagePart(f"{count}d{die}{_with_sign(bonus)}" if count and die else str(bonus), types)


def _with_sign(number: int | None) -> str:
    return f"{number:+d}" if number else ""


def _limit(limits: Record) -> Limit | None:
    """How often an action can be used."""
    kind, number = limits.text("type"), limits.whole("param") or 0
    if kind == "RECHARGE_ON_ROLL" and 1 <= number <= 6:
        return recharge(number)
    if kind == "PER_DAY" and number:
        return uses_a_day(number)
    return Limit("encounter", words="Recharges after a Short or Long Rest") if kind == "RECHARGE_AFTER_REST" else None
