"""SRD 5.1 with open and move actions. Sources are sections of its combat chapter, or else of SRD 5.1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.message import Message, message
from orcus_tui.model.typed_steps import SetCounter
from orcus_tui.rules.hit_points import HIT_POINTS
from orcus_tui.rules.system import SHARED_OPTIONS, Bonuses, Counters, System, SystemVerb
from orcus_tui.rules.system.actions import ActionKind, ActionRules
from orcus_tui.rules.system.conditions import Conditions
from orcus_tui.rules.system.hooks import ONE_DIE, Advantage
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.words import ENDS_TURN, Words
from orcus_tui.systems.srd5 import advantage as advantage_words
from orcus_tui.systems.srd5 import (
    concentration,
    dying,
    exhaustion,
    reactions,
)
from orcus_tui.systems.srd5.conditions import ALIASES, BY_OPTION, CONCENTRATING, CONDITIONS
from orcus_tui.systems.srd5.messages import MESSAGES
from orcus_tui.systems.srd5.options import OPTIONS
from orcus_tui.systems.srd5.verbs import BONUS, MOVE, OPEN, REACTION, VERBS

if TYPE_CHECKING:
    from orcus_tui.rules.system.play import Play

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


def after_counter(resolution: Resolution, step: SetCounter) -> None:
    """Applies the counters with rules: levels of exhaustion, and the bonus action."""
    exhaustion.apply_counter(resolution, step)
    if step.name == BONUS and step.creature:
        give_bonus(resolution, step.creature)


def give_bonus(resolution: Resolution, creature: str) -> None:
    """Gives or removes the bonus action when a creature gains or loses the right to it (§Bonus Actions)."""
    granted = grants_bonus(resolution.fight, creature)
    if granted != grants_bonus(resolution.began, creature):
        open_, move, _, reaction = resolution.state(creature).actions
        resolution.change(creature, "actions", (open_, move, int(granted), reaction))


def why_no_bonus_action(fight: Fight, creature: str, action: str) -> Message | None:
    """The reason why a bonus action is not available: nothing grants it (§Bonus Actions)."""
    if action != BONUS or grants_bonus(fight, creature):
        return None
    return message("no bonus action", who=creature, id=creature)


def question_advantage(resolution: Resolution, question: Question) -> Advantage:
    """The advantage of the die of an open question."""
    if question.rule == concentration.RULE:
        return advantage_words.full_save_advantage(
            resolution, question.creature, concentration.ability_of(resolution, question.creature)
        )
    return ONE_DIE


def load_play() -> Play:
    """Imports the rules that change a fight."""
    from orcus_tui.systems.srd5.play import PLAY

    return PLAY


SRD5 = System(
    id="srd5",
    title="SRD 5.1, open and move actions",
    short_title="SRD 5.1",
    words=Words(
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
        damage_types=(
            "acid",
            "bludgeoning",
            "cold",
            "fire",
            "force",
            "lightning",
            "necrotic",
            "pain",
            "piercing",
            "poison",
            "psychic",
            "radiant",
            "slashing",
            "thunder",
        ),
        damage_aliases={"crushing": "bludgeoning"},
        abilities=advantage_words.ABILITIES,
    ),
    options={**OPTIONS, **SHARED_OPTIONS},
    health=replace(HIT_POINTS, fatal_failures=dying.ENOUGH),
    creatures=replace(dying.CREATURES, numbered_resistances=False),
    conditions=Conditions(
        table=CONDITIONS,
        by_option=BY_OPTION,
        aliases=ALIASES,
        implied=dying.derived_conditions,
        modifier_type=lambda _: "condition",
    ),
    bonuses=Bonuses(best_of=("condition",), once_per_power=True, depend_on_ability=advantage_words.DEPEND_ON_ABILITY),
    counters=Counters(after_set=after_counter),
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
        cost_now=reactions.cost_now,
        attack_cost=reactions.attack_cost,
        resources={reactions.LEGENDARY: reactions.spend_legendary_action, reactions.LAIR: reactions.take_lair_action},
        not_twice_running=frozenset({reactions.LAIR}),
        why_unavailable=why_no_bonus_action,
    ),
    saves=SaveRules(
        abilities=advantage_words.ABILITIES,
        of_powers=advantage_words.ABILITIES,
        against_powers=advantage_words.saving_throw_modifiers,
        needs=10,
        degrees={"easy": 10, "medium": 15, "hard": 20},
        advantage=advantage_words.save_advantage,
        ability_for=advantage_words.save_ability,
        answer_advantage=question_advantage,
        turns_failure=reactions.turns_failure,
    ),
    verbs=(
        *VERBS,
        SystemVerb(
            "legendary",
            "TARGET [next|last]",
            "spends a legendary resistance: its next failed save succeeds, or its last",
            before_last_roll="last",
            yields=True,
        ),
    ),
    load_play=load_play,
)
