"""Classes, levels, spell slots and spells of the characters in Foundry's system dnd5e."""

import re
from collections.abc import Iterator, Mapping

from orcus_tui.importers.source_record import Record
from orcus_tui.importers.srd5.printed_creature import PrintedCreature
from orcus_tui.importers.srd5.statistics import modifier
from orcus_tui.storage.power_book import UnknownPower, power_book

_FULL = (
    "2 3 42 43 432 433 4331 4332 43331 43332 "
    "433321 433321 4333211 4333211 43332111 43332111 433321111 433331111 433332111 433332211"
)
"""The slots of the levels 1 to 20, a digit for each level of spells."""
SLOTS: tuple[tuple[int, ...], ...] = ((), *(tuple(map(int, row)) for row in _FULL.split()))
"""The slots of each level of spells, by the level as a spellcaster (SRD 5.1 §Spellcasting)."""
_SHARES = {"full": 1, "half": 2, "artificer": 2, "third": 3}
"""The levels of a class that count as one level as a spellcaster."""
_PACT = ((1, 1), (2, 2), (11, 3), (17, 4))
"""The slots of pact magic, by the lowest level that has them."""
_FEWEST_HALF = 2
"""The level at which a class that casts half as well gets slots, if it is the only class."""
_RESTS = {"lr": "long rest", "sr": "short rest"}


def read_character(source: Record, path: str, printed: PrintedCreature) -> None:
    """Reads the class, level, hit points and slots of a character; reads nothing for other actors."""
    if source.text(path) != "character":
        return
    items = source.records("items")
    classes = [each for each in items if each.text("type") == "class"]
    levels = {each: each.whole("system.levels") or 1 for each in classes}
    level = sum(levels.values()) or source.whole("system.details.level") or 1
    races = [each.text("name") for each in items if each.text("type") in ("race", "species")]
    printed.put_classes(level, races, [(each.text("name"), number) for each, number in levels.items()])
    _read_hit_points(source, levels, printed)
    _read_casting(source, levels, level, printed)


def _read_hit_points(source: Record, levels: Mapping[Record, int], printed: PrintedCreature) -> None:
    """Reads hit points, as set or from the hit dice of the classes, and those left."""
    hit_points = source.record("system.attributes.hp")
    most, now = hit_points.whole("max"), hit_points.whole("value")
    dice = "+".join(
        f"{number}{each.text('system.hitDice') or each.text('system.hd.denomination')}"
        for each, number in levels.items()
    )
    printed.put("hit dice", dice if re.fullmatch(r"(?:\d+d\d+\+?)+", dice) else "", printed.line)
    if most is None and levels:
        rolled = [_rolled(each) for each in levels]
        constitution = modifier(printed.abilities.get("con"))
        most = None if None in rolled else sum(filter(None, rolled)) + constitution * sum(levels.values())
    most = max(most or 0, now or 0) or None
    printed.put("hp", most, printed.line)
    printed.put("hit points now", now if now is not None and most and now < most else None, printed.line)
    printed.put("temporary hit points", hit_points.whole("temp") or None, printed.line)


def _rolled(of: Record) -> int | None:
    """The hit points of a class without Constitution; None if some are missing."""
    sides = re.sub(r"\D", "", of.text("system.hitDice") or of.text("system.hd.denomination"))
    for each in of.records("system.advancement"):
        if each.text("type") == "HitPoints" and sides:
            values = each.record("value")
            named = {"max": int(sides), "avg": int(sides) // 2 + 1}
            return sum(named.get(values.text(key), values.whole(key) or 0) for key in values)
    return None


# Spells


def _read_casting(source: Record, levels: Mapping[Record, int], level: int, printed: PrintedCreature) -> None:
    casters = [each for each in levels if each.text("system.spellcasting.progression") not in ("", "none")]
    ability = source.text("system.attributes.spellcasting")
    if casters:
        ability = casters[0].text("system.spellcasting.ability") or ability
    has_spells = any(each.text("type") == "spell" for each in source.records("items"))
    if ability in printed.abilities and (casters or has_spells):
        bonus, proficiency = modifier(printed.abilities[ability]), printed.number("proficiency") or 2
        numbers = {"attack": bonus + proficiency, "dc": 8 + bonus + proficiency, "modifier": bonus, "level": level}
        printed.further["casting"] = numbers
    slots = {**_slots(source, casters, levels), **_pact_slots(source, casters, levels)}
    if slots:
        printed.further["resources"] = slots


def _slots(source: Record, casters: list[Record], levels: Mapping[Record, int]) -> dict[str, dict[str, object]]:
    shares = [
        (_SHARES[kind], levels[each])
        for each in casters
        if (kind := each.text("system.spellcasting.progression")) in _SHARES
    ]
    alone = len(shares) == 1 and shares[0][0] > 1
    level = sum(
        -(-number // share) if alone and number >= _FEWEST_HALF else number // share for share, number in shares
    )
    usual = SLOTS[min(level, len(SLOTS) - 1)]
    found: dict[str, dict[str, object]] = {}
    for place in range(1, 10):
        slots = source.record(f"system.spells.spell{place}")
        own = slots.whole("override")
        if most := own if own is not None else usual[place - 1] if place <= len(usual) else 0:
            found[f"slot{place}"] = _resource(most, slots.whole("value"))
    return found


def _resource(most: int, now: int | None) -> dict[str, object]:
    return {"max": most, **({"now": now} if now is not None and now < most else {})}


def _pact_slots(source: Record, casters: list[Record], levels: Mapping[Record, int]) -> dict[str, dict[str, object]]:
    level = sum(levels[each] for each in casters if each.text("system.spellcasting.progression") == "pact")
    if not level:
        return {}
    slots = source.record("system.spells.pact")
    most = slots.whole("override") or max(count for least, count in _PACT if least <= level)
    return {f"slot{min((level + 1) // 2, 5)}": _resource(most, slots.whole("value")) | {"per": "short"}}


def known_spells(spells: list[Record], printed: PrintedCreature) -> Iterator[Record]:
    """Adds the spells that the library has by their names, and yields the others."""
    book, names = power_book("srd5"), list[str]()
    for each in spells:
        try:
            names.append(book.named(each.text("name")).name)
        except UnknownPower:
            yield each
    if names:
        printed.further["powers"] = list(dict.fromkeys(names))


# Uses of features


def limit_of(item: Record, source: Record) -> str:
    """The uses of a character's feature, perhaps as many as its class gives; empty if the number is unknown."""
    uses = item.record("system.uses")
    period = next((each.text("period") for each in uses.records("recovery")), uses.text("per"))
    number = _uses(uses.text("max"), source)
    if not number:
        return ""
    if number == 1 or period not in _RESTS:
        return f"{number}/Day" if period == "day" else ""
    return f"{number} per {_RESTS[period]}"


def _uses(formula: str, source: Record) -> int:
    """A number of uses: a number, a class's scale, an ability's modifier or the proficiency bonus."""
    if formula.isdecimal():
        return int(formula[:4])
    if found := re.fullmatch(r"@scale\.([\w-]+)\.([\w-]+)", formula.strip()):
        return _scale(source, *found.groups())
    if found := re.fullmatch(r"(?:max\(1, ?)?@abilities\.(\w{3})\.mod\)?", formula.strip()):
        return max(modifier(source.whole(f"system.abilities.{found[1]}.value")), 1)
    return 0


def _scale(source: Record, of: str, name: str) -> int:
    for each in source.records("items"):
        if each.text("type") == "class" and (each.text("system.identifier") or each.text("name").lower()) == of:
            level = each.whole("system.levels") or 1
            for advancement in each.records("system.advancement"):
                if advancement.text("configuration.identifier") == name:
                    steps = advancement.record("configuration.scale")
                    known = [int(key) for key in steps if key.isdecimal() and int(key) <= level]
                    return (steps.whole(f"{max(known)}.value") or 0) if known else 0
    return 0
