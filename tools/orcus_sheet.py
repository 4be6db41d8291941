"""The powers of heroes in the Orcus sheet: rows that name abilities, several attacks, and secondary attacks."""

import re
from collections.abc import Mapping

from orcus_tui.importers.creature_draft import plain
from orcus_tui.importers.heroes.draft_power import ABILITY, ABILITY_WORDS, ATTACK, DraftPower
from orcus_tui.importers.heroes.orcus_powers import (
    PROSE,
    TIER,
    defense_in,
    orcus_power,
    read_miss,
    with_placeholders,
)
from orcus_tui.importers.sentences import Subject

_SECONDARY = re.compile(
    rf"[\n*]*(?:[Mm]ake (?:a|the following) secondary attack[^.:]*[.:] *)?[*_]*Secondary [Aa]ttack:?[*_]*:? "
    rf"*({ABILITY})(?: ([+-]\d+))? vs\.? (AC|Fort\w*|Reflex|Will)[;,.:]? *",
    re.IGNORECASE,
)
_RANGES = {"near or residue": "Near", "special": "", "unlimited": "Ranged"}
_OPPOSITE = {"+": "-", "-": "+"}


def sheet_power(row: Mapping[str, object]) -> DraftPower:
    """The power of a row of the sheet."""
    cells = {key: str(value).strip() for key, value in row.items()}
    cells["Range"] = _RANGES.get(cells.get("Range", "None").lower(), cells.get("Range", ""))
    attack, against = cells.get("Attack", ""), cells.get("Defense", "")
    by_ability = bool(attack and defense_in(cells)) and not re.fullmatch(r"[+-]\d{1,2}", attack)
    if by_ability:
        cells["Attack"] = _bonus(attack, against)
    secondary = [each for key in ("Hit", "Effect") for each in _take_secondary(cells, key)]
    found = orcus_power(cells)
    found.lists, found.level = (cells["List"],), int(cells["Tier"]) if cells.get("Tier", "").isdecimal() else None
    if by_ability and (named := re.search(rf"(?i){ABILITY}", attack)):
        found.key_ability = ABILITY_WORDS[named[0].lower()]
    found.notes += _notes(cells)
    if secondary:
        _add_secondary(found, *secondary[:4])
    times = re.search(r"(?i)\b(two|three) attacks", f"{against} {cells.get('Range Details', '')}")
    if times and by_ability and not found.levels:
        _make_several(found, {"two": 2, "three": 3}[times[1].lower()])
    return found


def _notes(cells: Mapping[str, str]) -> list[str]:
    """The parts of a power that its fields and lines do not express."""
    labels = (each for each in ("Requirement", "Special", "Boost", "Details") if each in cells)
    notes = [f"{each}: {plain(cells[each])}" for each in labels]
    text = plain(cells.get("Maintain Text", ""))
    lasts = re.search(r"(?i)persist|continue|remain|the same|last", text)
    return [*notes, f"Maintain: {text}"] if cells.get("Maintain Action") and not lasts else notes


def _bonus(attack: str, against: str) -> str:
    """The bonus of an attack with an ability, such as `Strength + 2` against `AC - 1`."""
    extra = re.search(r"([+-]) ?(\d+)$", attack)
    beyond = re.match(r"\w+ ([+-]) ?(\d+)", against)
    bonus = f"+{ATTACK}"
    for each in filter(None, (extra, beyond)):
        bonus += f"{each[1] if each is extra else _OPPOSITE[each[1]]}{each[2]}"
    return bonus


def _take_secondary(cells: dict[str, str], key: str) -> list[str]:
    """Takes a secondary attack out of a cell: its ability, bonus, defense and text; empty without one."""
    text = with_placeholders(cells.get(key, ""))
    tier = TIER.search(text)
    end = tier.start() if tier else len(text)
    first, *parts = _SECONDARY.split(text[:end])
    if parts:
        cells[key] = first + text[end:]
    return parts


def _add_secondary(found: DraftPower, named: str, extra: str | None, against: str, text: str) -> None:
    """Adds a secondary attack: another power, which is offered."""
    defense = defense_in({"Defense": against})
    hit, _, miss = re.sub(r"(?i)^hit: *", "", text).partition("Miss:")
    second = DraftPower(found.name, (), None, {"action": "free", "attack": f"+{ATTACK}{extra or ''} vs {defense}"})
    second.put("effects", PROSE.read(hit, Subject("target", power=found.name, of_hit=True)))
    if miss:
        read_miss(second, miss)
    found.unknown += second.unknown
    found.more["secondary attack"] = {**second.power, "range": found.power["range"]}
    found.key_ability = found.key_ability or ABILITY_WORDS[named.lower()]
    key = "effects" if found.power.get("attack") else "always"
    found.add_lines(key, [f'offer attack "{found.name} (secondary attack)"'])


def _make_several(found: DraftPower, times: int) -> None:
    """Turns a power with several attacks into a multiattack of one attack."""
    moved = {key: found.power.pop(key) for key in ("attack", "damage", "effects", "miss") if key in found.power}
    kept = {key: found.power[key] for key in ("range", "tags")}
    found.more["attack"] = {"action": "free"} | kept | moved
    found.power["multiattack"] = [f"{found.name} (attack) x{times}"]
