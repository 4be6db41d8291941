"""Characters of the Archmage Engine in Foundry's export.

The export lacks numbers that Foundry computes; hit points, defenses and initiative are computed here from class, level
and abilities (Archmage Engine §Characters).
"""

import re
from collections.abc import Mapping
from typing import Any

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.draft_text import POWER_LINES
from orcus_tui.importers.heroes.archmage_items import archmage_power, text_in_numbers
from orcus_tui.importers.heroes.draft_power import DraftPower
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.source_record import Record
from orcus_tui.storage.encounter.casting import ABILITIES, Casting
from orcus_tui.systems.archmage.system import ARCHMAGE

_HIT_POINTS = (0, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24)
"""The multiplier of the base and the Constitution modifier, by level."""
_DEFENSES = {"ac": ("con", "dex", "wis"), "pd": ("str", "con", "dex"), "md": ("int", "wis", "cha")}
"""The three abilities of each defense; the middle one of their modifiers counts."""
_HIGHEST_LEVEL = 10
_PERIODS = {"encounter": "encounter", "daily": "day"}
_SHOWN = (
    "trigger", "target", "always", "attack", "hit", "hitEven", "hitOdd", "crit", "miss", "missEven", "missOdd",
    "castPower", "castBroadEffect", "sustainedEffect", "finalVerse", "effect", "special", "description",
)  # fmt: skip
_LABELS = {"always": "Always", "hit": "Hit", "hitEven": "Even hit", "hitOdd": "Odd hit", "miss": "Miss"}
_LABELS |= {"missEven": "Even miss", "missOdd": "Odd miss", "crit": "Crit", "special": "Special"}
_ALWAYS = frozenset({"talent", "feature"})
"""Tags of features that always count. Such a feature is a trait, unless it attacks or its uses are limited."""
MOST_REMINDERS = 4
"""The most reminders of a power; a power with more of them has none, only its text."""
_TOUGH = "toughness"


def read_character(actor: Record) -> CreatureDraft:
    """A character with its powers; powers without a fixed effect are traits."""
    draft = CreatureDraft(actor.text("name"), actor.line)
    system = actor.record("system")
    level = min(max(system.whole("attributes.level.value") or system.whole("attributes.level") or 1, 1), _HIGHEST_LEVEL)
    scores = {each: system.whole(f"abilities.{each}.value") or 10 for each in ABILITIES}
    items = actor.records("items")
    draft.put("kind", "pc")
    draft.put("level", level)
    draft.put("role", _value(system, "details.class"))
    draft.put("type", _value(system, "details.race"))
    _put_numbers(draft, system, level, scores, items)
    for item in items:
        _add_item(draft, item, _hero_numbers(system, item, level, scores))
    for key in ("alignment", "biography", "out", "flavor"):
        draft.add_text(_value(system, f"details.{key}"))
    _add_backgrounds(draft, system)
    return draft


def _value(record: Record, path: str) -> str:
    return html_text(record.inner_text(path))


def _put_numbers(
    draft: CreatureDraft, system: Record, level: int, scores: Mapping[str, int], items: list[Record]
) -> None:
    modifiers = {each: score // 2 - 5 for each, score in scores.items()}
    attributes = system.record("attributes")
    base = attributes.whole("hp.base")
    if base is not None and (attributes.flag("hp.automatic") or not attributes.whole("hp.max")):
        most = (base + max(modifiers["con"], 0)) * _HIT_POINTS[level] + (attributes.whole("hp.extra") or 0)
        tough = any(plain(each.text("name")).lower() == _TOUGH for each in items)
        most += (base // 2, base, 2 * base)[_tier(level) - 1] if tough else 0
    else:
        most = attributes.whole("hp.max") or attributes.whole("hp.value") or 1
    now = attributes.whole("hp.value")
    draft.put("max_hp", most)
    draft.put("hp", now if now is not None and now < most else None)
    draft.put("temp_hp", attributes.whole("hp.temp") or None)
    draft.put("initiative", modifiers["dex"] + level + (attributes.inner_whole("init") or 0))
    draft.put("defenses", {each: _defense(attributes, each, level, modifiers) for each in _DEFENSES})
    automatic = attributes.flag("recoveries.automatic") and attributes.whole("recoveries.base")
    most_recoveries = automatic or attributes.whole("recoveries.max")
    draft.put("max_recoveries", most_recoveries)
    if dice := attributes.text("recoveries.dice"):
        bonus = modifiers["con"] * _tier(level)
        draft.put("recovery", f"{level}{dice.lstrip('1')}{bonus:+d}" if bonus else f"{level}{dice.lstrip('1')}")
    draft.put("abilities", dict(scores))


def _tier(level: int) -> int:
    return 1 + (level >= 5) + (level >= 8)


def _defense(attributes: Record, name: str, level: int, modifiers: Mapping[str, int]) -> int:
    base = attributes.whole(f"{name}.base")
    if base is None:
        return attributes.inner_whole(name) or 10
    return base + sorted(modifiers[each] for each in _DEFENSES[name])[1] + level


# Powers


def _hero_numbers(system: Record, item: Record, level: int, scores: Mapping[str, int]) -> Casting:
    hit = item.text("system.hit.value")
    weapon = "ranged" if "@wpn.r" in hit else "melee"
    dice = system.text(f"attributes.weapon.{weapon}.dice") or "d8"
    dice = dice if dice[0].isdigit() else f"1{dice}"
    modifiers = {each: score // 2 - 5 for each, score in scores.items()}
    return Casting(weapon=dice, level=level, abilities=modifiers)


def _add_item(draft: CreatureDraft, item: Record, numbers: Casting) -> None:
    name, kind, system = plain(item.text("name")), item.text("type"), item.record("system")
    if kind != "power":
        description = _value(system, "description")
        draft.add_trait(name, description) if description else draft.add_fact(f"{kind.capitalize()}: {name}")
        return
    row: dict[str, object] = {key: system.inner_text(key) for key in system}
    row |= {"name": item.text("name"), "class": str(row.get("powerSourceName") or "").lower()}
    level = system.inner_whole("powerLevel") or numbers.level or 1
    power = archmage_power(
        _with_die_sizes({key: text for key, text in row.items() if not _is_above(key, level)}, numbers)
    )
    power.power["use"] = uses_of(power.power["use"], system.inner_whole("maxQuantity"))
    for _, values in sorted(power.levels.items()):
        power.power |= values
    power.levels.clear()
    acts = _acts(power)
    power.power |= {"text": _printed_text(row), "unknown": power.unknown}
    first, *more = _tables(power, numbers)
    unknown = first.pop("unknown", [])
    if not acts:
        draft.add_trait(name, first.get("text", ""))
        return
    for table in ({**first, "name": name}, *more):
        draft.add_power({**table, **{key: _few_reminders(table[key]) for key in POWER_LINES if key in table}})
    for passage in filter(None, unknown):
        draft.note_unclear(f"{name}: {passage}", item.line)


def _few_reminders(lines: list[str]) -> list[str]:
    reminders = [each for each in lines if re.match(r"(?:[\w+ ]+: )?remind ", each)]
    return lines if len(reminders) <= MOST_REMINDERS else [each for each in lines if each not in reminders]


def _is_above(key: str, level: int) -> bool:
    """Whether a field is for the spell at a higher level than the hero has."""
    higher = re.fullmatch(r"spellLevel(\d+)", key)
    return higher is not None and int(higher[1]) > level


def _with_die_sizes(row: Mapping[str, object], numbers: Casting) -> dict[str, object]:
    """The fields, with the weapon's smaller dice written out."""
    sides = int(str(numbers.weapon).rpartition("d")[2].partition("+")[0] or 8)
    smaller = max(sides - 2, 4)
    texts = {key: str(value) for key, value in row.items()}
    texts = {key: re.sub(r"d\(@wpn\.[a-z]\.dieNum ?- ?2\)", f"d{smaller}", text) for key, text in texts.items()}
    return {key: re.sub(r"@wpn\.[a-z]\.diceSml", f"(@lvldice)d{smaller}", text) for key, text in texts.items()}


def _acts(power: DraftPower) -> bool:
    """Whether it is a power to use, not a talent or a feature that always counts."""
    lines = [each for key in ("effects", "always") for each in power.power.get(key, [])]
    has_effect = any(not re.match(r"(?:[\w+ ]+: )?remind", each) for each in lines)
    is_limited = power.power["use"] != "at-will"
    if not is_limited and not power.more and _ALWAYS & {*power.power["tags"]}:
        return "attack" in power.power
    return "attack" in power.power or has_effect or is_limited or power.power["action"] != "free" or bool(power.more)


def _tables(power: DraftPower, numbers: Casting) -> list[dict[str, Any]]:
    modifiers, level = numbers.abilities, numbers.level or 1
    key = modifiers.get(power.key_ability, max(modifiers.values()))
    own = Casting(attack=key + level, modifier=key, weapon=numbers.weapon, level=level, abilities=modifiers)
    return power.filled(ARCHMAGE, own)


def _printed_text(row: Mapping[str, object]) -> str:
    texts = ((key, " ".join(text_in_numbers(str(row.get(key) or "")).split())) for key in _SHOWN)
    return "\n".join(f"{_LABELS[key]}: {text}" if key in _LABELS else text for key, text in texts if text)


def _add_backgrounds(draft: CreatureDraft, system: Record) -> None:
    for kind in ("backgrounds", "icons"):
        for _, each in system.inner_records(kind):
            name, bonus = _value(each, "name"), each.inner_whole("bonus") or 0
            if name:
                relation = _value(each, "relationship")
                draft.add_fact(f"{kind[:-1].capitalize()}: {name} {relation or '+'}{bonus}")


def uses_of(use: str, count: int | None) -> str:
    """A use with its number, if there are several: `2/encounter`."""
    return f"{count}/{_PERIODS[use]}" if count and count > 1 and use in _PERIODS else use
