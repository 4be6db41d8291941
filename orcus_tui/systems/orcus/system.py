"""Orcus, a retroclone of the fourth edition and the default system. Sources are sections of the Orcus rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.model.fight import Fight
from orcus_tui.rules.hit_points import HIT_POINTS
from orcus_tui.rules.system import BONUS_TYPES, SHARED_OPTIONS, Bonuses, Counters, System, chosen
from orcus_tui.rules.system.actions import ActionKind, ActionRules
from orcus_tui.rules.system.conditions import Conditions
from orcus_tui.rules.system.creatures import Creatures, Kind
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.words import ENDS_TURN, ENERGIES, Words
from orcus_tui.systems.orcus.conditions import ALIASES, CONDITIONS, ENDED_BY_TAG, VARIANTS, dash_speed, outlasts
from orcus_tui.systems.orcus.messages import MESSAGES
from orcus_tui.systems.orcus.options import OPTIONS
from orcus_tui.systems.orcus.summons import SUMMONED, defending_sheet, is_out_of_reach

if TYPE_CHECKING:
    from orcus_tui.rules.system.play import Play

DEATH_FAILURES = 3

KINDS: Mapping[str, Kind] = {
    "pc": Kind(side="party", action_points=1, dies_at_zero=False),
    "standard": Kind(),
    "mook": Kind(max_hp=1, unhurt_by_misses=True),
    "elite": Kind(saves=2, action_points=1),
    "boss": Kind(saves=5, action_points=2),
    "trap": Kind(max_hp=1, unhurt_by_misses=True),
}


# Conditions from hit points


def derived_conditions(fight: Fight, creature: str) -> tuple[str, ...]:
    """The conditions of a creature at 0 hit points or fewer: dying, stable or unconscious (§Falling Unconscious)."""
    state = fight.states[creature]
    if state.hp is None or state.hp > 0 or state.is_out:
        return ()
    return {"alive": ("dying",), "stable": ("stable",), "knocked out": ("unconscious",)}[state.life]


def turn_actions(fight: Fight, creature: str) -> tuple[int, ...]:  # noqa: ARG001  # other systems go by the creature
    """The actions of a turn: all kinds, or in the surprise round a standard action (§Your Turn)."""
    immediate = int(chosen(OPTIONS, fight, "immediate_per_round"))
    return (1, 0, 0, immediate) if fight.round == 0 else (1, 1, 1, immediate)


# Creatures


def default_recoveries(kind: str, level: int) -> int | None:
    """A monster's recoveries by its level (Orcus monsters §Recoveries); a hero's recoveries are on the sheet."""
    if kind == "pc":
        return None
    return 1 + (level >= 11) + (level >= 21)


def default_xp(kind: str, level: int | None) -> float | None:
    """The XP of a creature without printed XP (§Experience Points)."""
    from orcus_tui.systems.orcus.encounters import xp  # only needed for building encounters and at the end of a fight

    return xp(kind, level)


def lowest_hit_points(fight: Fight) -> int | None:
    """The number of hit points at which losses end: 0 by option, else none (§Variant Rule: No Negative HP)."""
    return 0 if chosen(OPTIONS, fight, "no_negative_hp") else None


def load_play() -> Play:
    """Imports the rules that change a fight."""
    from orcus_tui.systems.orcus.play import PLAY

    return PLAY


ORCUS = System(
    id="orcus",
    title="Orcus",
    words=Words(
        advantage_words=("ca",),
        manners={"coup": "coup de grace", "charge": "charge attack"},
        messages=MESSAGES,
        aura_at_turn_end=ENDS_TURN,
        defenses=("ac", "fortitude", "reflex", "will"),
        defense_aliases={"fort": "fortitude", "ref": "reflex", "armor class": "ac"},
        damage_types=ENERGIES,
    ),
    options={**OPTIONS, **SHARED_OPTIONS},
    health=replace(HIT_POINTS, lowest=lowest_hit_points, fatal_failures=DEATH_FAILURES),
    creatures=Creatures(
        kinds=KINDS,
        summoned=SUMMONED,
        defending_sheet=defending_sheet,
        default_xp=default_xp,
        default_recoveries=default_recoveries,
    ),
    bonuses=Bonuses(
        types=(*BONUS_TYPES, "enhancement", "armor", "shield", "ancestry"), depend_on_ability={"dex": ("initiative",)}
    ),
    conditions=Conditions(
        table=CONDITIONS,
        aliases=ALIASES,
        by_option=VARIANTS,
        ended_by_tag=ENDED_BY_TAG,
        outlasts=outlasts,
        spares=is_out_of_reach,
        once_for_good=True,
        speed_after_caps=dash_speed,
        implied=derived_conditions,
    ),
    counters=Counters(implicit=("streak",)),
    actions=ActionRules(
        kinds=(
            ActionKind("standard", 1),
            ActionKind("move", 1, traded_from=("standard",)),
            ActionKind("swift", 1, traded_from=("move", "standard")),
            ActionKind("immediate", 1, off_turn=True, only_off_turn=True),
        ),
        aliases={
            "reaction": "immediate",
            "react": "immediate",
            "immediate reaction": "immediate",
            "counter": "immediate",
            "interrupt": "immediate",
            "opportunity": "immediate",
            "minor": "swift",
        },
        for_turn=turn_actions,
    ),
    saves=SaveRules(needs=10),
    load_play=load_play,
)
