"""The Archmage Engine. Sources are sections of its combat rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.model.facts import ESCALATION
from orcus_tui.model.fight import Fight
from orcus_tui.rules.engagement import foes_up
from orcus_tui.rules.hit_points import HIT_POINTS
from orcus_tui.rules.system import SHARED_OPTIONS, Bonuses, Counters, System, SystemVerb
from orcus_tui.rules.system.actions import ActionKind, ActionRules
from orcus_tui.rules.system.conditions import Conditions
from orcus_tui.rules.system.creatures import Creatures, Kind
from orcus_tui.rules.system.hooks import at_zero
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.words import ENDS_TURN, ENERGIES, Words
from orcus_tui.systems.archmage.conditions import ALIASES, CONDITIONS, LASH_OUT, WEAPON
from orcus_tui.systems.archmage.messages import MESSAGES
from orcus_tui.systems.archmage.options import HIGHEST, OPTIONS

if TYPE_CHECKING:
    from orcus_tui.rules.system.play import Play

INTERRUPT = 3
DEATH_FAILURES = 4
_OWN_NAMES = {"radiant": "holy", "necrotic": "negative energy"}
"""The names of damage types in the Archmage Engine."""

KINDS: Mapping[str, Kind] = {
    "pc": Kind(side="party", dies_at_zero=False),
    **dict.fromkeys(("standard", "mook", "elite", "boss", "weakling", "double", "triple"), Kind()),
}


# Conditions from hit points


def derived_conditions(fight: Fight, creature: str) -> tuple[str, ...]:
    """Unconscious or stable at 0 hit points or fewer, or in a coma (§Unconscious, §Stabilizing)."""
    state = fight.states[creature]
    if state.life == "coma":
        return ("coma",)
    if state.life == "dead" or not at_zero(fight, creature):
        return ()
    return ("stable",) if state.life == "stable" else ("unconscious",)


# The turn


def turn_actions(fight: Fight, creature: str) -> tuple[int, ...]:
    """A standard, a move and a quick action; the interrupt returns when the turn ends (§Interrupt Actions)."""
    return (1, 1, 1, *fight.states[creature].actions[INTERRUPT:])


def condition_type(fight: Fight) -> str:
    """The bonus type of conditions, so that only the worst penalty counts, by option (§Conditions)."""
    return "condition" if ARCHMAGE.option(fight, "cond_penalties") == "worst" else ""


VERBS = (
    SystemVerb(
        ESCALATION,
        "hold|reduce|reset",
        "hold: no rise next round; reduce: −1; reset: 0",
        for_numbers="counter escalation N",
    ),
    SystemVerb("ambush", "STARTER,OTHERS", "sets an ambush: in round 0 the starter and the best of the others act"),
    SystemVerb("grab", "TARGET [by SOURCE]", "grabs, after a hit", in_powers=True),
    SystemVerb(
        "engage",
        "TARGETS [by SOURCE]",
        "engages creatures with SOURCE at close quarters; a melee attack does so by itself",
        in_powers=True,
        yields=True,
    ),
    SystemVerb(
        "disengage",
        "[TARGET] [free] [FACE] [±N]",
        "takes a move action and a save, at −1 for each engaged foe beyond the first; free: without either",
    ),
    SystemVerb(
        "spirit",
        "TARGET attack|ac|pd|md [±N] [by SOURCE]",
        "a creature out of the fight gives an ally +1 until the end of the next round",
    ),
    SystemVerb(LASH_OUT, "[TARGET] [FACE]", "picks the random ally that a confused creature attacks"),
)


def load_play() -> Play:
    """Imports the rules that change a fight."""
    from orcus_tui.systems.archmage.play import PLAY

    return PLAY


ARCHMAGE = System(
    id="archmage",
    title="Archmage Engine",
    short_title="the Archmage Engine",
    words=Words(
        manners={"coup": "coup de grace"},
        messages=MESSAGES,
        aura_at_turn_end=ENDS_TURN,
        terms={"persistent": "ongoing"},
        after_resistance="+",
        rests={"quick": "short", "full": "long", "heal-up": "long"},
        verbs={"persist": "ongoing damage; NAME is the power it comes from", "rest": "a quick rest, or a full heal-up"},
        defenses=("ac", "pd", "md"),
        defense_aliases={"physical": "pd", "mental": "md", "armor class": "ac"},
        damage_types=(*sorted(_OWN_NAMES.get(each, each) for each in ENERGIES), WEAPON),
        damage_aliases={**_OWN_NAMES, "negative": "negative energy"},
    ),
    options={**OPTIONS, **SHARED_OPTIONS},
    health=replace(
        HIT_POINTS,
        fatal_failures=DEATH_FAILURES,
    ),
    creatures=Creatures(kinds=KINDS, default_vulnerability=18),
    conditions=Conditions(
        table=CONDITIONS,
        aliases=ALIASES,
        implied=derived_conditions,
        modifier_type=condition_type,
    ),
    bonuses=Bonuses(best_of=("item", "condition"), once_per_power=True, depend_on_ability={"dex": ("initiative",)}),
    counters=Counters(initial={ESCALATION: 0}, limits={ESCALATION: (0, HIGHEST)}),
    actions=ActionRules(
        kinds=(
            ActionKind("standard", 1),
            ActionKind("move", 1, traded_from=("standard",)),
            ActionKind("quick", 1, traded_from=("move", "standard")),
            ActionKind("interrupt", 1, off_turn=True),
        ),
        aliases={"swift": "quick", "minor": "quick", "immediate": "interrupt", "reaction": "interrupt"},
        one_opportunity_each=False,
        moving_provokes=True,
        opportunists=foes_up,
        for_turn=turn_actions,
    ),
    saves=SaveRules(needs=11),
    verbs=VERBS,
    load_play=load_play,
)
