"""House rules of the settings file: modifiers of every fight, or of the fights of one system."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from orcus_tui.model.fight import Fight
from orcus_tui.model.modifier import FightModifier
from orcus_tui.rules.field_faults import FieldFaults, fault, mismatch, quote, read_each
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import Scope
from orcus_tui.storage.encounter.modifier_tables import RULE
from orcus_tui.systems import SYSTEMS


def read_house_rules(value: object) -> tuple[Mapping[str, Any], ...]:
    """The tables of `[[modifier]]`, checked. Raises FieldFaults with every fault."""
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise mismatch("[[modifier]], once for each", value)
    read_each(lambda _, rule: _check(rule), enumerate(value))
    return tuple(value)


def _check(rule: Mapping[str, Any]) -> None:
    """Raises FieldFaults for a rule that none of its systems can read."""
    named = rule.get("system")
    if named is not None and named not in SYSTEMS:
        raise fault(f"unknown system {quote(named)}; there are {', '.join(SYSTEMS)}", "system")
    systems = [SYSTEMS[named]] if named else [*SYSTEMS.values()]
    wrong: list[FieldFaults] = []
    for system in systems:
        try:
            _rule(rule, system)
        except FieldFaults as one:
            wrong.append(one)
    if len(wrong) == len(systems):
        raise wrong[0]


def _rule(rule: Mapping[str, Any], system: System) -> FightModifier:
    found: FightModifier = RULE.read(Scope(system), {key: value for key, value in rule.items() if key != "system"})
    return found


def with_house_rules(fight: Fight, rules: Sequence[Mapping[str, Any]]) -> Fight:
    """The fight with the house rules for its system; rules whose words the system lacks are left out."""
    found: list[FightModifier] = []
    for rule in rules:
        if rule.get("system", fight.system) == fight.system and fight.system in SYSTEMS:
            try:
                found.append(_rule(rule, SYSTEMS[fight.system]))
            except FieldFaults:
                continue
    return replace(fight, modifiers=(*fight.modifiers, *found)) if found else fight
