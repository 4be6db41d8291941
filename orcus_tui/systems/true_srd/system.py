"""The True SRD, with Toughness saves and a damage track. Sources are sections of its playing rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orcus_tui.rules.in_force import conditions_in_force
from orcus_tui.rules.system import SHARED_OPTIONS, Bonuses, Counters, FightView, System, SystemVerb
from orcus_tui.rules.system.actions import ActionKind, ActionRules
from orcus_tui.rules.system.conditions import Conditions
from orcus_tui.rules.system.creatures import Creatures
from orcus_tui.rules.system.health import HealthRules
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.words import ENDS_TURN, Words
from orcus_tui.systems.true_srd import (
    abilities,
    checks,
    dying,
    fatigue,
    order,
    toughness,
    track_effects,
)
from orcus_tui.systems.true_srd import attacks as attack_rules
from orcus_tui.systems.true_srd.conditions import ALIASES, CONDITIONS, VARIANTS
from orcus_tui.systems.true_srd.full_actions import cost_now
from orcus_tui.systems.true_srd.messages import MESSAGES
from orcus_tui.systems.true_srd.options import OPTIONS

if TYPE_CHECKING:
    from orcus_tui.rules.system.play import Play


def is_down(view: FightView, creature: str) -> bool:
    """Whether a creature is unconscious, for any reason."""
    return "unconscious" in conditions_in_force(view, creature)


def is_staggered(view: FightView, creature: str) -> bool:
    """Whether a creature is staggered, by the track or an effect."""
    return "staggered" in conditions_in_force(view, creature)


VERBS = (
    SystemVerb("refocus", "", "takes a full action; from the next round its initiative counts as a roll of 20"),
    SystemVerb("fatigue", "TARGET", "adds a level of fatigue now", in_powers=True),
)


def load_play() -> Play:
    """Imports the rules that change a fight."""
    from orcus_tui.systems.true_srd.play import PLAY

    return PLAY


TRUE_SRD = System(
    id="true-srd",
    title="True SRD",
    short_title="the True SRD",
    words=Words(
        messages=MESSAGES,
        aura_at_turn_end=ENDS_TURN,
        terms={
            **{each: each.capitalize() for each in ("str", "dex", "con", "int", "wis", "cha")},
            "toughness": "Toughness save",
            "death save": "dying check",
            "nonlethal": "non-lethal",
        },
        verbs={
            "persist": "damage every turn until removed; NAME is what it comes from",
            "deathsave": "a dying check now",
            "rest": "a minute's rest, an hour's (`short`), or ten hours' (`long`)",
        },
        defenses=("defense", "dodge", "parry", "toughness", "fortitude", "reflex", "will"),
        defense_aliases={"tough": "toughness", "fort": "fortitude", "ref": "reflex"},
        attackable=("defense", "dodge", "parry"),
        defense_parts={"dodge": ("defense", "dodge"), "parry": ("defense", "parry")},
        stat_groups={"defenses": ("defense", "dodge", "parry"), "saves": ("toughness", "fortitude", "reflex", "will")},
        damage_types=("lethal", "nonlethal"),
        damage_aliases={"non-lethal": "nonlethal"},
        ranges=("melee", "ranged"),
    ),
    options={**OPTIONS, **SHARED_OPTIONS},
    creatures=Creatures(
        kinds=dying.KINDS,
        defense_modifiers=toughness.defense_changes,
    ),
    health=HealthRules(
        name="damage track",
        fields=("track",),
        needed=("track",),
        instead="`check {0} recovery` erases a condition, `set {0} track.hurt 0` a tally",
        begin=track_effects.begin,
        figure=track_effects.figure,
        in_brief=track_effects.in_brief,
        in_full=track_effects.in_full,
        remaining=track_effects.remaining,
        boxes=track_effects.boxes,
        is_badly_hurt=track_effects.is_badly_hurt,
        standing_figure=track_effects.standing_figure,
        as_printed=track_effects.as_printed,
        topics=("track",),
        is_change=track_effects.is_change,
        is_staggered=is_staggered,
        why_implied=track_effects.why_implied,
        is_down=is_down,
    ),
    bonuses=Bonuses(depend_on_ability=abilities.DEPEND),
    conditions=Conditions(
        table=CONDITIONS, aliases=ALIASES, by_option=VARIANTS, implied=track_effects.derived_conditions
    ),
    counters=Counters(after_set=fatigue.apply_conviction),
    actions=ActionRules(
        kinds=(ActionKind("standard", 1), ActionKind("move", 1, traded_from=("standard",))),
        compounds={"full": ("standard", "move")},
        aliases={"attack": "standard"},
        has_opportunities=False,
        moving_provokes=True,
        for_turn=order.turn_actions,
        attack_cost=attack_rules.attack_cost,
        cost_now=cost_now,
    ),
    saves=SaveRules(
        needs=15,
        degrees={},
        of_powers=checks.SAVES,
        against_powers=checks.saving_throw_modifiers,
        question_needs=toughness.question_needs,
    ),
    verbs=VERBS,
    load_play=load_play,
)
