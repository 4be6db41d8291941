"""The conditions of the True SRD, and the situations of its combat modifiers, as data (§Condition Summary)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.model.fight import OptionValue
from orcus_tui.model.message import message
from orcus_tui.model.modifier import read_rows
from orcus_tui.rules.in_force import conditions_in_force
from orcus_tui.rules.system.attacks import AttackResult, Strike
from orcus_tui.rules.system.conditions import OUT_OF_REACH
from orcus_tui.systems.true_srd.condition_type import (
    BEGUN,
    BURNING,
    DISARMED,
    DOUBLE_MOVE,
    FEINTING,
    HOLDING_BREATH,
    MOUNTED,
    SUFFOCATING,
    TrueSrdCondition,
)
from orcus_tui.systems.true_srd.track import track_of

if TYPE_CHECKING:
    from orcus_tui.rules.system.resolution import Resolution

TIRING = ("charge", "all-out")
"""The actions that a tired or immobile creature cannot take."""
DELAY = ("delay",)
"""The action barred for a creature without actions, since delaying is a free action (§Delay)."""
CONCEALED, HIDDEN = 17, 11
"""The lowest face that turns a hit into a miss, for concealment and total concealment (§Concealment)."""

BREATH_ROUNDS, ROUNDS_BY_CONSTITUTION = 20, 4

AIMING = "aiming"
OFF_GUARD = "off guard"
"""The condition of a creature attacked by surprise in mid-fight, for that attack only."""
INCORPOREAL = "incorporeal"
SUPERNATURAL = (INCORPOREAL, "supernatural")
"""Tags of powers that can hit the incorporeal."""


# Rules of conditions, which import what they call: a fight is shown before they are needed


def pass_through(strike: Strike, target: str) -> AttackResult | None:
    """The result of a corporeal attack on an incorporeal target, which misses; None for others."""
    resolution, power, source = strike.resolution, strike.power, strike.source
    alike = INCORPOREAL in conditions_in_force(resolution.view, source)
    if alike or any(each in power.tags for each in SUPERNATURAL):
        return None
    from orcus_tui.model.events import AttackRolled

    resolution.emit(AttackRolled(source, target, power.name, "miss", reason="incorporeal target"))
    return AttackResult(target, hits=False, crit=False, face=None, void=True)


def spoil_aim(resolution: Resolution, creature: str, action: str) -> None:  # noqa: ARG001  # shared signature
    """Ends the aim of a creature that takes any action other than an attack (§Aim)."""
    from orcus_tui.rules import effects

    for effect in resolution.began.states[creature].effects:
        if effect.name == AIMING and effect in resolution.state(creature).effects:
            effects.end(resolution, creature, effect, message("aim spoiled"))


def doubt_aim(resolution: Resolution, creature: str) -> None:
    """Logs that a creature that was struck may lose its aim, even if unharmed (§Aim)."""
    resolution.say("aim in doubt", creature)


def abandon(resolution: Resolution, creature: str, action: str) -> None:  # noqa: ARG001  # shared signature
    """Ends a full action that was begun, if the next action does not complete it (§Begin/Complete Full Action)."""
    from orcus_tui.rules import effects
    from orcus_tui.systems.true_srd.actions import begun_full_action

    begun = begun_full_action(resolution, creature)
    if begun:
        effects.end(resolution, creature, begun, message("not completed"))


def drop_after_exertion(resolution: Resolution, creature: str, action: str) -> None:
    """Makes a disabled creature pass out after a standard action (§Damage Conditions)."""
    from orcus_tui.systems.true_srd.dying import drop

    if action == "standard":
        drop(resolution, creature)


def catch_fire(resolution: Resolution, creature: str) -> None:
    """Deals damage to a creature as soon as it catches fire (§Catching on Fire)."""
    from orcus_tui.systems.true_srd.hazards import burn_on, worst_fire

    burn_on(resolution, creature, worst_fire(resolution, creature))


def hold_breath(resolution: Resolution, creature: str) -> None:
    """Sets the rounds of breath: 20, and 4 for each point of Constitution (§Suffocation)."""
    from orcus_tui.systems.true_srd.hazards import set_breath

    constitution = resolution.sheet(creature).abilities.get("con", 0)
    set_breath(resolution, creature, BREATH_ROUNDS + ROUNDS_BY_CONSTITUTION * constitution)


def begin_to_suffocate(resolution: Resolution, creature: str) -> None:
    """Makes a suffocating creature unconscious in the first round (§Suffocation)."""
    from orcus_tui.systems.true_srd.track_effects import set_track

    track = replace(track_of(resolution.state(creature)), unconscious=True)
    set_track(resolution, creature, track, message("suffocates"))


# The table


def by_distance(adjacent: int, others: int) -> tuple[str, ...]:
    """The rows of two changes of Defense.

    One is against adjacent attackers or melee attacks, the other against all others.
    """
    changes = {"melee": adjacent, **dict.fromkeys(("ranged", "near", "far"), others)}
    return tuple(f"{change:+} defenses against {range_}" for range_, change in changes.items() if change)


def fatigue_level(level: int, more: str) -> TrueSrdCondition:
    """The condition of a level of fatigue: lower effective Strength and Dexterity, and everything based on them."""
    return TrueSrdCondition(
        means=f"−{level} to effective Strength and Dexterity: attack, damage in melee, dodge, parry, Reflex, "
        f"initiative; {more}",
        rows=read_rows(
            f"-{level} damage with melee",
            *(f"-{level} {stat}" for stat in ("attack", "initiative", "str", "dex", "dodge", "parry", "reflex")),
        ),
        bars=TIRING,
    )


SHAKEN = TrueSrdCondition(
    means="−2 to attacks, checks, and Fortitude, Reflex and Will saves",
    rows=read_rows(
        "-2 attack", "-2 checks", "-2 initiative", "-2 effect saves", "-2 fortitude", "-2 reflex", "-2 will"
    ),
)
HELPLESS = TrueSrdCondition(
    means="no dodge or parry; Defense −9 to adjacent attackers, −5 to others; open to a coup de grace",
    loses=("dodge", "parry"),
    rows=read_rows(*by_distance(-9, -5)),
    open_to_coup=True,
    no_actions=True,
    bars=DELAY,
)

DYING = TrueSrdCondition(
    means="unconscious; Constitution check DC 10 each turn, or it dies",
    includes=("unconscious",),
    needs_death_save=True,
)

CONDITIONS: Mapping[str, TrueSrdCondition] = {
    AIMING: TrueSrdCondition(
        means="+5 to its next attack in melee, +2 at range; no dodge until then",
        rows=read_rows("+5 attack with melee", "+2 attack with ranged,near,far"),
        loses=("dodge",),
        ends_after="attacking",
        after_action=spoil_aim,
        when_struck=doubt_aim,
    ),
    "all-out": TrueSrdCondition(means="moves all out: no dodge", loses=("dodge",)),
    "blinded": TrueSrdCondition(
        means="no dodge, −2 Defense; half of its hits miss; half speed",
        rows=read_rows("-2 defense"),
        loses=("dodge",),
        misses_from=HIDDEN,
    ),
    BURNING: TrueSrdCondition(
        means="+2 lethal damage at once, and each turn unless a Reflex save DC 15 puts the fire out",
        begins=catch_fire,
    ),
    "charging": TrueSrdCondition(means="−2 Defense", rows=read_rows("-2 defense")),
    "concealed": TrueSrdCondition(means="a hit on it misses when a d20 shows 17 or more", missed_from=CONCEALED),
    "cover": TrueSrdCondition(means="+4 Defense, +2 Reflex", rows=read_rows("+4 defense", "+2 reflex"), is_cover=True),
    "dazed": TrueSrdCondition(
        means="reactions only; no change to Defense", no_actions=True, leaves_reactions=True, bars=DELAY
    ),
    DISARMED: TrueSrdCondition(means="has lost its weapon: no parry", loses=("parry",)),
    DOUBLE_MOVE: TrueSrdCondition(means="moves twice: shots from its back are at −4"),
    "dazzled": TrueSrdCondition(means="−1 to attacks", rows=read_rows("-1 attack")),
    "deafened": TrueSrdCondition(means="−4 to initiative; hears nothing", rows=read_rows("-4 initiative")),
    "debilitated constitution": TrueSrdCondition(means="dying", includes=("dying",)),
    "debilitated dexterity": TrueSrdCondition(means="paralyzed", includes=("paralyzed",)),
    "debilitated mind": TrueSrdCondition(means="unconscious", includes=("unconscious",)),
    "debilitated strength": TrueSrdCondition(means="prone and helpless", includes=("prone", "helpless")),
    "disabled": TrueSrdCondition(
        means="a standard or a move action; a standard action brings it down, dying",
        limits={"move": 0},
        may_trade=True,
        after_action=drop_after_exertion,
    ),
    "dying": DYING,
    "entangled": TrueSrdCondition(
        means="−2 to attacks, −2 Defense, no dodge, −4 Reflex and initiative; entangled again it is helpless",
        rows=read_rows("-2 attack", "-2 defense", "-4 reflex", "-4 initiative", "-4 dex"),
        loses=("dodge",),
        bars=TIRING,
    ),
    "exhausted": fatigue_level(3, "half speed, no charge, no moving all out; one more level: unconscious"),
    "fascinated": TrueSrdCondition(
        means="no actions; ends when it is attacked or shaken free", no_actions=True, bars=DELAY, ends_after="attacked"
    ),
    "fatigued": fatigue_level(2, "no charge, no moving all out"),
    FEINTING: TrueSrdCondition(
        means="its next attack on the feinted target denies dodge", denies=("dodge",), ends_after="attacking"
    ),
    BEGUN: TrueSrdCondition(
        means="completes a full action with a standard action, as its next action", after_action=abandon
    ),
    "flat-footed": TrueSrdCondition(means="has not acted yet: no dodge, no parry", loses=("dodge", "parry")),
    "frightened": TrueSrdCondition(means="must flee; if it cannot, it is shaken"),
    "grappled": TrueSrdCondition(
        means="cannot move; no dodge except against its holder",
        loses=("dodge",),
        keeps_against_source=True,
        limits={"move": 0},
        bars=TIRING,
        ends_with_source=OUT_OF_REACH,
    ),
    "grappling": TrueSrdCondition(
        means="holds a creature; no dodge except against that one",
        loses=("dodge",),
        keeps_against_source=True,
        ends_with_source=("dead", "away"),
    ),
    "helpless": HELPLESS,
    "higher ground": TrueSrdCondition(means="+1 to melee attacks", rows=read_rows("+1 attack with melee")),
    HOLDING_BREATH: TrueSrdCondition(
        means="20 rounds, and 4 for each point of Con; then a Con check each turn, DC 10 and rising, or it suffocates",
        begins=hold_breath,
    ),
    "immobile": TrueSrdCondition(means="cannot move: no dodge", loses=("dodge",), bars=TIRING),
    "improved cover": TrueSrdCondition(
        means="+8 Defense, +4 Reflex", rows=read_rows("+8 defense", "+4 reflex"), is_cover=True, supersedes=("cover",)
    ),
    INCORPOREAL: TrueSrdCondition(means="corporeal attacks cannot hit it", before_attacked=pass_through),
    "invisible": TrueSrdCondition(
        means="+2 to attacks, and its targets lose dodge; half of the hits against it miss",
        rows=read_rows("+2 attack"),
        denies=("dodge",),
        missed_from=HIDDEN,
    ),
    "kneeling": TrueSrdCondition(
        means="Defense −2 to adjacent attackers, +2 to others", rows=read_rows(*by_distance(-2, 2))
    ),
    MOUNTED: TrueSrdCondition(
        means="+1 to melee attacks on smaller creatures on foot; acts with its mount", ends_with_source=("away",)
    ),
    "nauseated": TrueSrdCondition(means="only one move action", limits={"standard": 0}, bars=TIRING),
    OFF_GUARD: TrueSrdCondition(
        means="attacked by surprise: no dodge, −2 Defense",
        rows=read_rows("-2 defense"),
        loses=("dodge",),
        ends_after="attacked",
    ),
    "panicked": TrueSrdCondition(means="must flee; if it cannot, it cowers, dazed; no attacks", bars=("attack",)),
    "paralyzed": TrueSrdCondition(
        means="helpless, Defense 5; actions of the mind only", includes=("helpless",), defense_cap=5
    ),
    "pinned": TrueSrdCondition(
        means="held fast: cannot move, no dodge, −4 Defense",
        rows=read_rows("-4 defense"),
        loses=("dodge",),
        limits={"move": 0},
        bars=TIRING,
        ends_with_source=OUT_OF_REACH,
    ),
    "prone": TrueSrdCondition(
        means="−4 to melee attacks; Defense −4 to adjacent attackers, +4 to others; standing up is a move action",
        rows=read_rows("-4 attack with melee", *by_distance(-4, 4)),
        lying=True,
    ),
    "shaken": SHAKEN,
    "sickened": TrueSrdCondition(
        means="−2 to attacks and checks", rows=read_rows("-2 attack", "-2 checks", "-2 initiative")
    ),
    "slowed": TrueSrdCondition(
        means="a standard or a move action; −1 to attacks, Defense and Reflex; half speed",
        rows=read_rows("-1 attack", "-1 defense", "-1 reflex"),
        limits={"move": 0},
        may_trade=True,
    ),
    "stable": TrueSrdCondition(means="no longer dying; unconscious and disabled"),
    "staggered": TrueSrdCondition(means="a standard or a move action, not both", limits={"move": 0}, may_trade=True),
    "stunned": TrueSrdCondition(
        means="reactions only; no dodge, −2 Defense",
        rows=read_rows("-2 defense"),
        loses=("dodge",),
        no_actions=True,
        leaves_reactions=True,
        incapacitates=True,
        bars=DELAY,
    ),
    SUFFOCATING: TrueSrdCondition(
        means="unconscious; dying on its next turn, dead on the one after", begins=begin_to_suffocate
    ),
    "surprised": TrueSrdCondition(
        means="does not act in the surprise round; no dodge, −2 Defense",
        rows=read_rows("-2 defense"),
        loses=("dodge",),
        no_actions=True,
    ),
    "total cover": TrueSrdCondition(means="cannot be attacked", no_target=True),
    "total defense": TrueSrdCondition(means="+4 to dodge and parry", rows=read_rows("+4 dodge", "+4 parry")),
    "totally concealed": TrueSrdCondition(means="a hit on it misses when a d20 shows 11 or more", missed_from=HIDDEN),
    "unconscious": TrueSrdCondition(means="helpless", includes=("helpless",), incapacitates=True),
    "winded": fatigue_level(1, "no charge, no moving all out"),
    "wounded": TrueSrdCondition(means="shaken until no longer wounded; −1 to Toughness saves", includes=("shaken",)),
}

ALIASES: Mapping[str, str] = {
    "flatfooted": "flat-footed", "flat_footed": "flat-footed", "concealment": "concealed",
    "total concealment": "totally concealed", "sitting": "kneeling", "entranced": "fascinated",
    "bound": "helpless", "sleeping": "helpless", "immobilized": "immobile", "anchored": "immobile",
    "on fire": "burning",
}  # fmt: skip

VARIANTS: Mapping[tuple[str, OptionValue], Mapping[str, TrueSrdCondition]] = {
    ("exhausted_penalty", 6): {
        "exhausted": fatigue_level(6, "half speed, no charge, no moving all out; one more level: unconscious")
    },
    ("invisible_always", False): {
        "invisible": TrueSrdCondition(
            means="half of the hits against it miss; `surprise` attacks on those unaware of it are at +2",
            missed_from=HIDDEN,
        )
    },
    ("helpless_defense", "table"): {
        "helpless": replace(
            HELPLESS,
            means="no dodge or parry; Defense −9 to adjacent attackers, −4 to others; open to a coup de grace",
            rows=read_rows(*by_distance(-9, -4)),
        )
    },
    ("helpless_defense", "summary"): {
        "helpless": replace(
            HELPLESS,
            means="Defense 5, and 4 less to adjacent attackers; open to a coup de grace",
            defense_cap=5,
            rows=read_rows(*by_distance(-4, 0)),
        )
    },
    ("dying", "hourly"): {
        "dying": replace(
            DYING, means="unconscious; Fortitude save DC 10 at once and DC +1 each hour (`deathsave`), or it dies"
        )
    },
    ("shaken_toughness", True): {
        "shaken": replace(
            SHAKEN,
            means="−2 to attacks, checks and all saving throws, Toughness too",
            rows=(*SHAKEN.rows, *read_rows("-2 toughness")),
        )
    },
}
