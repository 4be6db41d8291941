"""The words of a rules system in the language, by their folded names."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from orcus_tui.commands.names import condition_names
from orcus_tui.model.text import name_key
from orcus_tui.rules.fields import FIELDS
from orcus_tui.rules.system import System


class Vocabulary(Struct, frozen=True):
    """The words of a system by kind: each word as it may be typed, with its name."""

    conditions: Mapping[str, str]
    damage_types: Mapping[str, str]
    stats: Mapping[str, str]
    resistible: Mapping[str, str]
    options: Mapping[str, str]
    action_kinds: Mapping[str, str]
    defenses: Mapping[str, str]
    fields: Mapping[str, str]


@cache
def vocabulary(system: System) -> Vocabulary:
    """The words of a system."""
    defenses = _names_by_alias(system.words.defense_aliases) | _by_name(*system.words.defenses)
    types = _names_by_alias(system.words.damage_aliases) | _by_name(*system.words.damage_types)
    return Vocabulary(
        conditions=condition_names(system),
        damage_types=types,
        stats=defenses | _by_name(*system.words.bonus_stats),
        resistible=_by_name("all", *system.words.ranges) | types,
        options=_by_name(*system.options),
        action_kinds=_names_by_alias(system.actions.aliases)
        | _by_name(*system.actions.names)
        | _by_name(*("opportunity",) * system.actions.has_opportunities),
        defenses=defenses,
        fields=_by_name(*FIELDS)
        | {"init": "initiative"}
        | {name: f"defenses.{real}" for name, real in defenses.items()},
    )


@cache
def do_words(system: System) -> Mapping[str, str]:
    """The actions of `do`, each as it may be typed, with its name; they come with the rules that change a fight."""
    return _by_name(*system.do_actions)


def _by_name(*names: str) -> dict[str, str]:
    return {name_key(name): name for name in names}


def _names_by_alias(aliases: Mapping[str, str]) -> dict[str, str]:
    return {name_key(alias): name for alias, name in aliases.items()}


_PERSISTENT = ("persist", "persistent", "ongoing")
_REGENERATION = ("regen", "regeneration")
_QUALITIES: Mapping[str, str] = {
    "resist": "resist",
    "resistance": "resist",
    "vulnerable": "vulnerable",
    "vulnerability": "vulnerable",
    "immune": "immune",
    "immunity": "immune",
}
_BETWEEN = ("to", "on", "bonus", "penalty", "damage")


def verb_for_words(text: str, system: System) -> str:
    """The verb for an effect in quotes, such as `persistent 5 fire`; empty for other words."""
    first, *rest = [each.strip(".,;:()") for each in text.lower().replace("−", "-").split()] or [""]
    left = [each for each in rest if each not in _BETWEEN]
    has_number = any(each[:1].isdigit() for each in (first, *left))
    if has_number and any(each in _PERSISTENT for each in (first, *left)):
        return "persist"
    if has_number and first in _REGENERATION:
        return "regen"
    known = vocabulary(system)
    if first in _QUALITIES and left and all(each.isdigit() or each in known.resistible for each in left):
        return _QUALITIES[first]
    is_change = first[:1] in ("+", "-") and first[1:].isdigit()
    return "bonus" if is_change and name_key(" ".join(left)) in known.stats else ""
