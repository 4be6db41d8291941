"""STATE: a fight as plain data, with the keys of the formats document."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from orcus_tui.model.duration import read_back
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, in_place_order
from orcus_tui.model.zone import Zone
from orcus_tui.rules.fields import FIELDS, field_value
from orcus_tui.rules.in_force import conditions_in_force, creature_standing, is_staggered
from orcus_tui.rules.stats import actions_left, defenses
from orcus_tui.rules.system import FightView
from orcus_tui.rules.uses import uses_of_several
from orcus_tui.rules.validators import plain_value


def snapshot(view: FightView) -> dict[str, Any]:
    """The fight as STATE."""
    fight = view.fight
    here = [each for each in fight.order if fight.states[each].place == "here"]
    return {
        "format": 1,
        "name": fight.name,
        "system": fight.system,
        "phase": fight.phase,
        "round": fight.round,
        "active": fight.active,
        "order": here,
        "delayed": list(fight.delayed),
        "readied": {creature: trigger for creature, (trigger, _) in fight.readied.items()},
        "counters": {**view.system.counters.initial, **fight.counters},
        "creatures": {creature: _creature(view, creature) for creature in in_place_order(fight)},
        "questions": open_questions(fight),
        "zones": {name: _zone(zone) for name, zone in fight.zones.items()},
        "offers": open_offers(fight),
        "timers": {name: each.left for name, each in fight.timers.items()},
        "challenges": {name: _values(each, _CHALLENGE) for name, each in fight.challenges.items()},
        "clock": fight.clock,
        "slot": fight.turn.slot if fight.turn else 1,
    }


def open_questions(fight: Fight) -> list[dict[str, Any]]:
    """The open questions as STATE has them, the oldest first."""
    return [_values(each, _QUESTION) for each in fight.questions]


def open_offers(fight: Fight) -> list[dict[str, Any]]:
    """The open offers as STATE has them, the oldest first."""
    return [_values(each, _OFFER) for each in fight.offers]


def _values(stored: Struct, keys: Iterable[str]) -> dict[str, Any]:
    return {key: getattr(stored, key) for key in keys}


_QUESTION = ("id", "kind", "creature", "about", "die")
"""The keys of a question."""
_OFFER = ("id", "creature", "line", "because", "until")
"""The keys of an offer."""
_CHALLENGE = ("successes", "needs", "failures", "limit", "result")
"""The keys of a challenge."""
_CREATURE = (
    *("name", "side", "kind", "state", "hp", "max_hp", "temp_hp", "staggered", "initiative", "conditions", "effects"),
    *("death_failures", "death_successes", "recoveries", "action_points", "counters", "spent", "actions", "defenses"),
    *("track", "hidden", "shown_as", "maximums", "engaged", "shares_turn", "form", "outcome", "uses"),
)
"""The keys of a creature, in the order of the contract."""


def _creature(view: FightView, creature: str) -> dict[str, Any]:
    system, sheet, state = view.system, view.fight.sheets[creature], view.fight.states[creature]
    now = defenses(view, creature)
    found = {
        each.attributes[0]: plain_value(system, field_value(each, sheet, state))
        for each in FIELDS.values()
        if each.in_snapshot
    }
    found |= {
        "state": creature_standing(view, creature),
        "staggered": is_staggered(view, creature),
        "conditions": sorted(conditions_in_force(view, creature)),
        "effects": [_effect(each) for each in state.effects],
        "actions": actions_left(view, creature),
        "defenses": {name: now.get(name) for name in system.words.defenses},
        "track": asdict(state.track) if state.track else None,
        "form": state.form.name if state.form else None,
        "maximums": {name: each.max for name, each in sheet.resources.items()},
        "uses": uses_of_several(view.fight, creature),
    }
    if not system.action_point:
        found["action_points"] = None
    return {key: found[key] for key in dict.fromkeys((*_CREATURE, *found)) if key in found}


def _zone(zone: Zone) -> dict[str, Any]:
    return {
        "inside": list(zone.inside),
        "line": zone.line.text if zone.line else None,
        "at": zone.at,
        "source": zone.source or None,
        "duration": read_back(zone.duration),
    }


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "name": effect.name,
        "kind": effect.kind,
        "amount": effect.dice if effect.kind == "bonus" and effect.dice else effect.amount,
        "type": effect.type,
        "duration": read_back(effect.duration),
        "source": effect.source,
        "bundle": effect.bundle,
    }
