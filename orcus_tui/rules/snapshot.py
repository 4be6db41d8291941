"""STATE: a fight as plain data, key for key as the formats document has it."""

from typing import Any

from msgspec.structs import asdict

from orcus_tui.model.duration import read_back
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import in_place_order
from orcus_tui.rules.stats import actions_left, conditions_in_force, creature_standing, defenses, is_staggered
from orcus_tui.rules.system import FightView


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
        "questions": [
            {"id": each.id, "kind": each.kind, "creature": each.creature, "about": each.about, "die": each.die}
            for each in fight.questions
        ],
    }


def _creature(view: FightView, creature: str) -> dict[str, Any]:
    sheet, state = view.fight.sheets[creature], view.fight.states[creature]
    now = defenses(view, creature)
    return {
        "name": sheet.name,
        "side": sheet.side,
        "kind": sheet.kind,
        "state": creature_standing(view, creature),
        "hp": state.hp,
        "max_hp": sheet.max_hp,
        "temp_hp": state.temp_hp,
        "staggered": is_staggered(view, creature),
        "initiative": state.initiative,
        "conditions": sorted(conditions_in_force(view, creature)),
        "effects": [_effect(each) for each in state.effects],
        "death_failures": state.death_failures,
        "death_successes": state.death_successes,
        "recoveries": state.recoveries,
        "action_points": state.action_points if view.system.actions.action_point else None,
        "counters": dict(state.counters),
        "spent": list(state.spent),
        "actions": actions_left(view, creature),
        "defenses": {name: now.get(name) for name in view.system.words.defenses},
        "track": asdict(state.track) if state.track else None,
        "hidden": state.hidden,
        "shown_as": state.shown_as,
    }


def _effect(effect: Effect) -> dict[str, Any]:
    return {
        "name": effect.name,
        "kind": effect.kind,
        "amount": effect.amount,
        "type": effect.type,
        "duration": read_back(effect.duration),
        "source": effect.source,
        "bundle": effect.bundle,
    }
