"""The True SRD, with Toughness saves and a damage track. Sources are sections of its playing rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from orcus_tui.model.fight import Fight
from orcus_tui.rules.in_force import conditions_in_force
from orcus_tui.rules.system import SHARED_OPTIONS, Bonuses, FightView, System, SystemVerb
from orcus_tui.rules.system.actions import ActionKind, ActionRules
from orcus_tui.rules.system.conditions import Conditions
from orcus_tui.rules.system.creatures import Creatures, Kind
from orcus_tui.rules.system.health import HealthRules
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.words import ENDS_TURN, Words
from orcus_tui.systems.true_srd import track
from orcus_tui.systems.true_srd.conditions import ALIASES, CONDITIONS, VARIANTS
from orcus_tui.systems.true_srd.messages import MESSAGES
from orcus_tui.systems.true_srd.options import OPTIONS
from orcus_tui.systems.true_srd.track import MINION, OBJECT

if TYPE_CHECKING:
    from orcus_tui.rules.system.play import Play

SAVES = ("fortitude", "reflex", "will")
"""The saving throws against powers."""
DEPEND_ON_ABILITY: Mapping[str, tuple[str, ...]] = {
    "str": ("parry", "damage with melee"),
    "dex": ("attack", "dodge", "initiative", "reflex"),
    "con": ("fortitude", "toughness"),
    "wis": ("will",),
}
"""The statistics that depend on an ability, besides its checks (§Attack Bonus, §Defense Bonus, §Saving Throws)."""

KINDS: Mapping[str, Kind] = {
    "pc": Kind(side="party", dies_at_zero=False),
    **dict.fromkeys(("standard", MINION, "villain", OBJECT), Kind(dies_at_zero=False)),
}


def turn_actions(fight: Fight, creature: str) -> tuple[int, ...]:  # noqa: ARG001  # other systems go by the creature
    """A standard and a move action; in the surprise round only one, of either kind (§Action Types)."""
    return (1, 0) if fight.round == 0 else (1, 1)


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


MANNERS: Mapping[str, str] = {
    "coup": "coup de grace",
    "charge": "charge attack",
    "surprise": "surprise attack: no dodge and −2 Defense against it",
    "combined": "a part of a combined attack; `do combine TARGET` deals it",
    "twoweapons": "a full action with two weapons; the other attack is `offhand`",
    "offhand": "the attack with the weapon in the off hand, after `twoweapons`",
}
"""The ways of attacking."""


def load_play() -> Play:
    """Imports the rules that change a fight."""
    from orcus_tui.systems.true_srd.play import PLAY

    return PLAY


TRUE_SRD = System(
    id="true-srd",
    title="True SRD",
    short_title="the True SRD",
    words=Words(
        manners=MANNERS,
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
        kinds=KINDS,
        defense_modifiers=track.defense_changes,
    ),
    health=HealthRules(
        name="damage track",
        fields=("track",),
        needed=("track",),
        instead="`check {0} recovery` erases a condition, `set {0} track.hurt 0` a tally",
        begin=track.begin,
        figure=track.figure,
        in_brief=track.in_brief,
        in_full=track.in_full,
        remaining=track.remaining,
        boxes=track.boxes,
        is_badly_hurt=track.is_badly_hurt,
        standing_figure=track.standing_figure,
        as_printed=track.as_printed,
        topics=("track",),
        is_change=track.is_change,
        is_staggered=is_staggered,
        why_implied=track.why_implied,
        is_down=is_down,
    ),
    bonuses=Bonuses(depend_on_ability=DEPEND_ON_ABILITY),
    conditions=Conditions(table=CONDITIONS, aliases=ALIASES, by_option=VARIANTS, implied=track.derived_conditions),
    actions=ActionRules(
        kinds=(ActionKind("standard", 1), ActionKind("move", 1, traded_from=("standard",))),
        compounds={"full": ("standard", "move")},
        aliases={"attack": "standard"},
        has_opportunities=False,
        moving_provokes=True,
        for_turn=turn_actions,
    ),
    saves=SaveRules(
        needs=15,
        degrees={},
        of_powers=SAVES,
    ),
    verbs=VERBS,
    load_play=load_play,
)
