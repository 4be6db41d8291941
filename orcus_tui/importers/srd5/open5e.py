"""Open5e JSON: monsters of version 1 of its API and creatures of version 2, one or a page of them."""

import re

from msgspec.structs import replace

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.json_entries import EntryFormat, read_entries
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.description import describe, read_hit_dice, read_trait
from orcus_tui.importers.srd5.multiattacks import list_attacks
from orcus_tui.importers.srd5.powers import (
    LEGENDARY,
    RESISTANCE_KEYS,
    add_action,
    add_conditions,
    add_counter,
    add_types,
    list_parts,
    modifier,
    read_challenge,
    refresh_from,
)
from orcus_tui.importers.srd5.printed_action import SAYS_ATTACK, Attack, DamagePart, PrintedAction, attack_in_fields

_LEGENDARY = (LEGENDARY,)
_ACTION_LISTS = (
    ("actions", "", ()),
    ("bonus_actions", "bonus", ()),
    ("reactions", "reaction", ()),
    ("legendary_actions", LEGENDARY, _LEGENDARY),
    ("mythic_actions", "free", ("mythic",)),
)
# The types of actions in version 2.
_ACTION_TYPES = {
    "BONUS_ACTION": ("bonus", ()),
    "REACTION": ("reaction", ()),
    "LEGENDARY_ACTION": (LEGENDARY, _LEGENDARY),
}
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
    return read_entries(data, EntryFormat("srd5", _is_creature, _creature, "a name, hit_points and an armor_class"))


def _is_creature(record: Record) -> bool:
    return "hit_points" in record and "armor_class" in record


def _creature(record: Record) -> CreatureDraft:
    draft = describe(record, ("type", "subtype", "subcategory"))
    if (ac := record.whole("armor_class")) is not None:
        draft.put("defenses", {"ac": ac})
    _read_abilities(draft, record)
    speed = record.record("speed")
    draft.put("speed", f"{_pairs(speed)}{', hover' if speed.flag('hover') else ''}")
    draft.put("senses", plain(record.text("senses")) or _senses(record))
    _read_resistances(draft, record)
    _read_texts(draft, record)
    for key in ("special_abilities", "traits"):
        for item in record.records(key):
            read_trait(draft, item.text("name"), item.text("desc"), item.line)
            draft.add_all_unclear(item.unread_texts())
    for key, action, tags in _ACTION_LISTS:
        for item in record.records(key):
            _add_action(draft, item, action, tags)
    list_attacks(draft)
    record.skip(*_IGNORED)
    draft.add_all_unclear(record.unread_texts())
    return draft


def _read_abilities(draft: CreatureDraft, record: Record) -> None:
    """Reads scores, saves and initiative, with the keys of either version."""
    scores, saves = record.record("ability_scores"), record.record("saving_throws")
    abilities: dict[str, int] = {}
    good: dict[str, int] = {}
    for name, short in ABILITIES.items():
        score = scores.whole(name) if record.whole(name) is None else record.whole(name)
        save = saves.whole(name) if record.whole(f"{name}_save") is None else record.whole(f"{name}_save")
        abilities |= {} if score is None else {short: score}
        good |= {} if save is None else {short: save}
    draft.put("abilities", abilities)
    draft.put("saves", good)
    own = record.whole("initiative_bonus")
    draft.put("initiative", modifier(abilities.get("dex")) if own is None else own)


def _pairs(inner: Record) -> str:
    """A table in words: `walk 30, fly 60`."""
    pairs = ((name, inner.text(name)) for name in inner)
    return ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in pairs if text and name != "unit")


def _senses(record: Record) -> str:
    ranges = ("darkvision", "blindsight", "tremorsense", "truesight")
    found = ((each, record.text(f"{each}_range")) for each in ranges)
    return ", ".join(f"{each} {reach}" for each, reach in found if reach)


def _read_resistances(draft: CreatureDraft, record: Record) -> None:
    inner = record.record("resistances_and_immunities")
    for key, field in RESISTANCE_KEYS:
        words = record.text(key) or inner.text(f"{key}_display")
        names = inner.names_in(key)
        add_types(draft, field, [words] if words else names, record.line_of(key))
    words = record.text("condition_immunities") or inner.text("condition_immunities_display")
    names = [plain(each).lower() for each in inner.names_in("condition_immunities")]
    add_conditions(draft, list_parts(words) if words else names, record.line_of("condition_immunities"))


def _read_texts(draft: CreatureDraft, record: Record) -> None:
    labels = (
        ("Armor:", "armor_desc"), ("Armor:", "armor_detail"), ("", "desc"),
        ("", "legendary_desc"),
    )  # fmt: skip
    read_challenge(draft, _rating(record), record.whole("experience_points"))
    read_hit_dice(draft, record.text("hit_dice"))
    for label, key in labels:
        draft.add_text(f"{label} {record.text(key)}".strip() if record.text(key) else "")
    for key in ("skills", "skill_bonuses"):
        skills = _pairs(record.record(key))
        draft.add_fact(f"Skills: {skills}" if skills else "")


def _rating(record: Record) -> str:
    """The challenge rating as printed, else the decimal of version 2 without the zeros at its end: `10.000`."""
    whole, _, part = record.text("challenge_rating_decimal").partition(".")
    decimal = ".".join(filter(None, (whole, part.rstrip("0"))))
    return record.text("challenge_rating_text") or record.text("challenge_rating") or decimal


def _add_action(draft: CreatureDraft, item: Record, action: str, tags: tuple[str, ...]) -> None:
    own = _ACTION_TYPES.get(item.text("action_type"))
    if own:
        action, tags = own
    text = item.text("desc")
    limits = item.record("usage_limits")
    cost = item.whole("legendary_action_cost") or 1
    name, (use, times) = item.text("name"), _limit(limits)
    add_counter(draft, plain(name), times)
    attacks = _attacks(item, text)
    first = attacks[0] if attacks else None
    whole = PrintedAction(name, text, item.line, action, use, tags, cost if action == LEGENDARY else 1, first)
    add_action(draft, whole)
    for each in attacks[1:]:
        add_action(draft, replace(whole, text="", attack=each))
    item.skip(*_IGNORED_IN_ACTION)
    draft.add_all_unclear(limits.unread_texts())
    draft.add_all_unclear(item.unread_texts())


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


def _limit(limits: Record) -> tuple[str, int]:
    """The use in the encounter format, and the number of uses a day if there are several."""
    kind, number = limits.text("type"), limits.whole("param") or 0
    if kind == "RECHARGE_ON_ROLL" and 1 <= number <= 6:
        return refresh_from(number), 0
    if kind == "PER_DAY":
        return ("daily", 0) if number == 1 else ("", number)
    return ("encounter" if kind == "RECHARGE_AFTER_REST" else ""), 0
