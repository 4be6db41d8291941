"""The names of zones and auras, and the zones of the auras that a fight begins with."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.fight import Fight
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import name_key
from orcus_tui.model.zone import Zone, free_name, zone_of
from orcus_tui.rules.creation import stem
from orcus_tui.rules.facts import known_facts
from orcus_tui.rules.system import System

_NAME = r"[^\W\d_][\w'’-]{0,39}"


def name_fault(system: System, fight: Fight, name: str) -> str:
    """Why a zone cannot have this folded name; empty if it can."""
    if not re.fullmatch(_NAME, name):
        return "a zone's name is one word of letters, digits and -, at most 40"
    if name in fight.zones:
        return ""
    if name in fight.sheets:
        return f'a zone cannot be called "{name}": that is a creature in this fight'
    meaning = known_facts(system, fight).get(name)
    if meaning is None:
        return ""
    kind = "a condition" if name in system.conditions.table else f"a fact already ({meaning})"
    return f'a zone cannot be called "{name}": that is {kind}'


def find_zone(fight: Fight, typed: str) -> str:
    """The zone that a person means: by its name, the printed name of an aura, or the beginning of either.

    Raises Impossible.
    """
    if typed in fight.zones:
        return typed
    name = name_key(typed)
    printed = [each for each, zone in fight.zones.items() if zone.aura and name_key(zone.aura) == name]
    exact = [name] if name in fight.zones else []
    called = sorted((*exact, *printed), key=lambda each: not is_active(fight, fight.zones[each]))
    begun = called[:1] or [
        each for each, zone in fight.zones.items() if each.startswith(name) or name_key(zone.aura).startswith(name)
    ]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise Impossible(f'"{typed}" could be {" or ".join(begun)}', of="zone")
    known = did_you_mean(name, fight.zones) or (f"; there is {', '.join(fight.zones)}" if fight.zones else "")
    raise Impossible(f'no zone is called "{typed}"{known}', of="zone")


def auras_of(system: System, fight: Fight, creatures: Iterable[str]) -> dict[str, Zone]:
    """The zones of these creatures' auras; a second aura `stench` is named `stench2`."""
    found: dict[str, Zone] = {}
    with_auras = [each for each in creatures if fight.sheets[each].auras and fight.states[each].place != "gone"]
    if not with_auras:
        return found
    taken = {**fight.zones, **fight.sheets, **known_facts(system, fight)}
    for creature in with_auras:
        for aura in fight.sheets[creature].auras:
            name = free_name(stem(aura.name), taken)
            found[name] = zone_of(aura, creature)
            taken[name] = None
    return found


def with_auras(system: System, fight: Fight) -> Fight:
    """A fight at its beginning, with the zones of its creatures' auras."""
    found = auras_of(system, fight, fight.sheets)
    return replace(fight, zones={**fight.zones, **found}) if found else fight


def is_active(fight: Fight, zone: Zone) -> bool:
    """Whether a zone is in force: an aura is not while its bearer is dead or away."""
    if not zone.aura:
        return True
    state = fight.states.get(zone.source)
    return state is not None and state.life != "dead" and state.place == "here"
