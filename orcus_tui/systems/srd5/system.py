"""SRD 5.1 with open and move actions. Sources are sections of its combat chapter, or else of SRD 5.1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.model.fight import Fight
from orcus_tui.rules.hit_points import HIT_POINTS
from orcus_tui.rules.system import SHARED_OPTIONS, Bonuses, System, SystemVerb
from orcus_tui.rules.system.actions import ActionKind, ActionRules
from orcus_tui.rules.system.conditions import Conditions
from orcus_tui.rules.system.creatures import Creatures, Kind
from orcus_tui.rules.system.hooks import at_zero
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.words import ENDS_TURN, ENERGIES, Words
from orcus_tui.systems.srd5.conditions import (
    ABILITIES,
    ALIASES,
    BONUS,
    BY_OPTION,
    CONCENTRATING,
    CONDITIONS,
    LAIR,
    LEGENDARY,
    MOVE,
    OPEN,
    REACTION,
    save_ability,
)
from orcus_tui.systems.srd5.messages import MESSAGES
from orcus_tui.systems.srd5.options import OPTIONS

if TYPE_CHECKING:
    from orcus_tui.rules.system.play import Play

DEATH_FAILURES = 3

KINDS: Mapping[str, Kind] = {
    "pc": Kind(side="party", dies_at_zero=False),
    **dict.fromkeys(("standard", "mook", "elite", "boss", "legendary"), Kind()),
}

DEPEND_ON_ABILITY: Mapping[str, tuple[str, ...]] = {
    **{ability: (f"{ability} saves",) for ability in ABILITIES},
    "str": ("str saves", "attack with melee", "damage with melee"),
    "dex": ("dex saves", "initiative", "attack with ranged", "damage with ranged"),
}
"""The statistics that depend on an ability, besides its checks."""

# Conditions from hit points


def derived_conditions(fight: Fight, creature: str) -> tuple[str, ...]:
    """Unconscious at 0 hit points, or stable; a creature knocked out is stable (§Falling Unconscious)."""
    state = fight.states[creature]
    if state.life == "dead" or not at_zero(fight, creature):
        return ()
    return ("unconscious",) if state.life == "alive" else ("stable",)


# Actions


def turn_actions(fight: Fight, creature: str) -> tuple[int, ...]:
    """An open and a move action, a bonus action if one is granted, and the reaction (§Actions)."""
    return (1, 1, int(grants_bonus(fight, creature)), 1)


def grants_bonus(fight: Fight, creature: str) -> bool:
    """Whether a creature has a bonus action: by a power that costs one, or by a resource called `bonus`."""
    if fight.states[creature].counters.get(BONUS, 0) > 0:
        return True
    actions = (power.action for power in fight.sheets[creature].powers)
    parts = (part for action in actions for part in SRD5.actions.parts_of(action))
    return any(SRD5.actions.aliases.get(part, part) == BONUS for part in parts)


VERBS = (
    SystemVerb("convert", "", "turns the move action into an open action, before anything else in the turn"),
    SystemVerb("dodge", "[TARGETS]", "disadvantage on attacks against it, until its next turn starts"),
    SystemVerb(
        "assist",
        "TARGETS [by SOURCE]",
        "helps an ally: advantage on its next check or attack; ALLY,OPPONENT: on its attack against that opponent",
    ),
    SystemVerb(
        "legendary",
        "TARGET [next|last]",
        "spends a legendary resistance: its next failed save succeeds, or its last",
        before_last_roll="last",
        yields=True,
    ),
)


def load_play() -> Play:
    """Imports the rules that change a fight."""
    from orcus_tui.systems.srd5.play import PLAY

    return PLAY


SRD5 = System(
    id="srd5",
    title="SRD 5.1, open and move actions",
    short_title="SRD 5.1",
    words=Words(
        advantage_words=("adv", "dis"),
        messages=MESSAGES,
        aura_at_turn_end=ENDS_TURN,
        upheld_by=(CONCENTRATING, "concentrates"),
        terms={"staggered": "", "recoveries": "hit dice", "reaction action": "reaction"},
        verbs={
            "recover": "spends hit dice; AMOUNT is what they gave together",
            "hide": "hides creatures from the players; `do hide` is the action",
        },
        defenses=("ac",),
        defense_aliases={"armor class": "ac"},
        damage_types=tuple(sorted((*ENERGIES, "bludgeoning", "pain", "piercing", "slashing"))),
        damage_aliases={"crushing": "bludgeoning"},
        abilities=ABILITIES,
    ),
    options={**OPTIONS, **SHARED_OPTIONS},
    health=replace(HIT_POINTS, lowest=lambda _: 0, fatal_failures=DEATH_FAILURES),
    creatures=Creatures(kinds=KINDS, numbered_resistances=False),
    conditions=Conditions(
        table=CONDITIONS,
        by_option=BY_OPTION,
        aliases=ALIASES,
        implied=derived_conditions,
        modifier_type=lambda _: "condition",
    ),
    bonuses=Bonuses(best_of=("condition",), once_per_power=True, depend_on_ability=DEPEND_ON_ABILITY),
    actions=ActionRules(
        kinds=(
            ActionKind(OPEN, 1),
            ActionKind(MOVE, 1, traded_from=(OPEN,)),
            ActionKind(BONUS, 0),
            ActionKind(REACTION, 1, off_turn=True),
        ),
        aliases={"action": OPEN, "standard": OPEN, "bonus action": BONUS, "opportunity": REACTION},
        one_opportunity_each=False,
        moving_provokes=True,
        for_turn=turn_actions,
        resources=(LEGENDARY, LAIR),
        not_twice_running=frozenset({LAIR}),
    ),
    saves=SaveRules(
        abilities=ABILITIES,
        of_powers=ABILITIES,
        needs=10,
        degrees={"easy": 10, "medium": 15, "hard": 20},
        ability_for=save_ability,
    ),
    verbs=VERBS,
    load_play=load_play,
)
