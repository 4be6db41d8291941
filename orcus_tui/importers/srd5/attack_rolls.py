"""Attack rolls of fifth-edition actions as powers, from prose or from numbers."""

import re

from orcus_tui.importers.creature_draft import Table, as_name
from orcus_tui.importers.draft_text import Line, Range, Roll
from orcus_tui.importers.prose import Case, Reading, hit_lines
from orcus_tui.importers.srd5.clauses import REPEATED
from orcus_tui.importers.srd5.printed_action import Attack, SavingThrow, reading_of_hit
from orcus_tui.importers.srd5.saving_throws import follow_up, save_after_hit

_ATTACK = (
    r"(?:(?P<kind>melee or ranged|melee|ranged)(?: (?:weapon|spell|power))*(?: attack(?: roll)?)?"
    r"|(?:weapon|spell) attack(?: roll)?): ?"
    r"(?P<bonus>[+-] ?[0-9]+)(?: to hit)?(?: \((?P<other>[^)]*)\))?,? ?(?P<range>[^:]{0,200}?)\.? ?"
    r"(?:h ?it(?: or miss)?: ?|hit (?=[0-9])|(?<=[.] )(?=[0-9]+ (?:\([0-9]*d|[a-z]+ damage)|the (?:target|creature) ))"
    r"(?P<hit>.*)"
)
_TERSE_ATTACK = (
    r"(?P<kind>)(?P<bonus>[+-] ?[0-9]+) to hit(?P<other>)[,.;]? ?(?P<range>[^:]{0,80}?)[,.;]? ?"
    r"(?P<hit>[0-9]+ ?\([0-9]*d.*)"
)
"""An attack as notes have it: `+4 to hit, 5 (1d6 + 2) slashing damage`."""
_NO_BONUS = r"\b(?:attack roll|weapon attack|spell attack): "
"""The beginning of an attack whose bonus is not a number."""
RANGED_FORM = " (ranged)"
"""The end of the name of a melee attack's form at range."""
_AT_RANGE = "at range"
_DICE = r"[0-9]+d[0-9]+"  # a critical hit rolls dice once more


def attack_in(text: str) -> Attack | None:
    """The attack that a text describes."""
    found = re.search(_ATTACK, text, re.IGNORECASE) or re.match(_TERSE_ATTACK, text, re.IGNORECASE)
    if found is None:
        return None
    kind, bonus = (found["kind"] or "").lower(), found["bonus"].replace(" ", "")
    return Attack(kind, bonus, found["range"], text=found["hit"], other=found["other"] or "")


def has_unknown_bonus(text: str) -> bool:
    """Whether a text describes an attack whose bonus is not a number."""
    return re.search(_NO_BONUS, text, re.IGNORECASE) is not None


def attack_powers(power: Table, attack: Attack, save: SavingThrow | None = None) -> tuple[list[Table], list[str]]:
    """The powers of an attack, and the unknown passages; `save` is one that the source has apart from its text."""
    reading = reading_of_hit(attack)
    effects: list[Line] = [line for line in hit_lines(reading, _DICE) if line != REPEATED]
    power["attack"] = Roll(attack.bonus, "AC")
    power["damage"] = reading.damage_field
    power["range"] = _range(attack)
    unknown, saves = [*reading.unknown], list[Table]()
    for place, each in enumerate([*filter(None, [save]), *map(save_after_hit, reading.saves)]):
        followed, line, not_understood = follow_up(str(power["name"]), each, place)
        unknown += not_understood
        saves.append(followed)
        effects.append(line)
    power["effects"] = effects
    thrown = _thrown_form(power, attack, reading) if attack.kind == "melee or ranged" else []
    others = [each for each in reading.cases if not (thrown and each.condition == _AT_RANGE)]
    return [power, *thrown, *(_in_case(power, each, attack.other) for each in others), *saves], unknown


def _thrown_form(power: Table, attack: Attack, reading: Reading) -> list[Table]:
    """A melee attack made at range, with the damage it deals there."""
    at_range = re.search(r"range ([0-9/ ft.]+)", attack.reach)
    reach = Range("ranged", distance=at_range[1].strip(" .") if at_range else "")
    damage = next((each.damage_field for each in reading.cases if each.condition == _AT_RANGE), "")
    name = as_name(f"{power['name']}{RANGED_FORM}", "Attack")
    return [{**power, "name": name, "range": reach, "damage": damage or power["damage"]}]


def _range(attack: Attack) -> Range:
    """The range of an attack."""
    by_range = "range" in attack.reach and "reach" not in attack.reach
    kind = "ranged" if attack.kind == "ranged" or (not attack.kind and by_range) else "melee"
    return Range(kind, attack.reach.strip(" ,."))


def _in_case(power: Table, case: Case, other: str) -> Table:
    """The same attack under a condition that changes its damage, and its bonus where `other` says so."""
    name = as_name(f"{power['name']} ({case.condition})", "Variant")
    bonus = re.fullmatch(rf"(?P<bonus>[+-] ?[0-9]+) to hit {re.escape(case.condition)}", other, re.IGNORECASE)
    attack = Roll(bonus["bonus"].replace(" ", ""), "AC") if bonus else power["attack"]
    return {**power, "name": name, "attack": attack, "damage": case.damage_field}
