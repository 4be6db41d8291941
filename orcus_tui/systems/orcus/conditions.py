"""The conditions of Orcus, as data (Orcus §Conditions)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.model.modifier import read_rows
from orcus_tui.model.power import STANCE, Power
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.system.conditions import Condition
from orcus_tui.systems.orcus.summons import act_with_creator

if TYPE_CHECKING:
    from orcus_tui.rules.system import FightView

DASHING, DASH = "dashing", 2


class OrcusCondition(Condition, frozen=True, kw_only=True):
    """A condition of Orcus, with its rules for halved damage and for moving its bearer."""

    good_for_bearer: bool = False
    stays_put: bool = False  # others cannot move its bearer
    hears_nothing: bool = False
    deals_half: bool = False
    takes_half: bool = False


orcus_conditions = cast("Callable[[FightView, str], Mapping[str, OrcusCondition]]", held_conditions)
"""The conditions that act on a creature, by name."""


EXPOSED = "ca attacked"
"""The row of a condition that grants combat advantage (§Combat Advantage)."""
UNSEEN = "attacked with !near+!far type concealment"
ONE_STANDARD = {"standard": 1, "move": 0, "swift": 0, "immediate": 0}

_GRAPPLED = OrcusCondition(
    means="cannot move willingly; ends by escaping, release, or the grappler being out",
    includes=("immobile",),
    ends_with_source=("dead", "incapacitated", "away"),
)
_BLINDED = OrcusCondition(
    means="cannot see; grants combat advantage; −10 to Perception", rows=read_rows(EXPOSED, "-10 perception")
)
_SURPRISED = OrcusCondition(
    means="grants combat advantage; no actions until the end of its first turn",
    rows=read_rows(EXPOSED),
    no_actions=True,
)

CONDITIONS: Mapping[str, OrcusCondition] = {
    "blinded": _BLINDED,
    "clumsy": OrcusCondition(
        means="−4 to attacks and to all defenses: out of its element, on the ground or in the air",
        rows=read_rows("-4 attack", "-4 defenses"),
    ),
    "concealed": OrcusCondition(
        means="−2 to melee and ranged attacks against it", rows=read_rows(f"-2 {UNSEEN}"), good_for_bearer=True
    ),
    "controlled": OrcusCondition(
        means="the controller chooses its one standard action; no action points, encounter or daily powers",
        includes=("dazed",),
        bars=("action point", "encounter", "daily"),
    ),
    "dashing": OrcusCondition(
        means="grants combat advantage; −5 to attacks", rows=read_rows("-5 attack", EXPOSED), by_action=True
    ),
    "dazed": OrcusCondition(
        means="one standard action; grants combat advantage; no immediate or opportunity actions",
        rows=read_rows(EXPOSED),
        limits=ONE_STANDARD,
    ),
    "deafened": OrcusCondition(
        means="cannot hear; −10 to Perception", hears_nothing=True, rows=read_rows("-10 perception")
    ),
    "dying": OrcusCondition(
        means="unconscious; a death saving throw each turn", includes=("unconscious",), needs_death_save=True
    ),
    "exposed": OrcusCondition(means="grants combat advantage", rows=read_rows(EXPOSED)),
    "flying": OrcusCondition(
        means="moves at least 2 squares a turn or falls; no shifting or opportunity attacks; falls when prone",
        bars=("opportunity",),
    ),
    "grappled": _GRAPPLED,
    "half cover": OrcusCondition(
        means="−2 to attacks against it", rows=read_rows("-2 attacked type cover"), good_for_bearer=True
    ),
    "helpless": OrcusCondition(
        means="grants combat advantage; open to a coup de grace", rows=read_rows(EXPOSED), open_to_coup=True
    ),
    "hovering": OrcusCondition(means="flies, and need not move; falls when prone"),
    "immobile": OrcusCondition(means="cannot leave its square willingly", bars=("dash", "charge")),
    "incapacitated": OrcusCondition(means="can do nothing", incapacitates=True),
    "incorporeal": OrcusCondition(means="takes half damage from attacks", takes_half=True, good_for_bearer=True),
    "invisible": OrcusCondition(
        means="−5 to melee and ranged attacks against it; has combat advantage",
        rows=read_rows(f"-5 {UNSEEN}", "ca attack"),
        good_for_bearer=True,
    ),
    "marked": OrcusCondition(
        means="−2 to attacks that leave out the marker",
        rows=read_rows("-2 attack with !marker"),
        ends_with_source=("dead", "unconscious"),
        only_one=True,
    ),
    "petrified": OrcusCondition(
        means="stone: no actions; resists 20 of all damage; grants combat advantage",
        rows=read_rows(EXPOSED, "resist all 20", "0 speed cap"),
        no_actions=True,
        incapacitates=True,
        hears_nothing=True,
    ),
    "prone": OrcusCondition(
        means="−2 to attacks; grants combat advantage to melee; +2 to defenses against ranged; may only crawl",
        rows=read_rows("-2 attack", "+2 defenses against ranged", f"{EXPOSED} with melee"),
        bars=("dash", "charge"),
        lying=True,
    ),
    "rattled": OrcusCondition(means="−2 to attacks", rows=read_rows("-2 attack")),
    "restrained": OrcusCondition(
        means="cannot be moved; −2 to attacks; grants combat advantage",
        rows=read_rows("-2 attack", EXPOSED, "0 speed cap"),
        bars=("dash", "charge"),
        stays_put=True,
    ),
    "slowed": OrcusCondition(means="speed 2 at most", rows=read_rows("2 speed cap")),
    "squeezing": OrcusCondition(means="grants combat advantage; −5 to attacks", rows=read_rows("-5 attack", EXPOSED)),
    "stable": OrcusCondition(means="at 0 hit points or fewer, and no longer dying", includes=("unconscious",)),
    "stunned": OrcusCondition(
        means="no actions; grants combat advantage",
        rows=read_rows(EXPOSED, "0 speed cap"),
        no_actions=True,
        incapacitates=True,
    ),
    "summoned": OrcusCondition(
        means="has its creator's defenses and recoveries, and acts in its turn; gone at 0 hit points and when the "
        "encounter ends",
        begins=act_with_creator,
    ),
    "surprised": _SURPRISED,
    "three-quarters cover": OrcusCondition(
        means="−5 to attacks against it", rows=read_rows("-5 attacked type cover"), good_for_bearer=True
    ),
    "totally concealed": OrcusCondition(
        means="−5 to melee and ranged attacks against it", rows=read_rows(f"-5 {UNSEEN}"), good_for_bearer=True
    ),
    "unconscious": OrcusCondition(
        means="no actions; −5 to all defenses; prone and helpless",
        includes=("helpless", "prone"),
        leaves_behind=("prone",),
        rows=read_rows("-5 defenses"),
        no_actions=True,
        incapacitates=True,
        hears_nothing=True,
    ),
    "weakened": OrcusCondition(means="its attacks deal half damage", deals_half=True),
}

ALIASES: Mapping[str, str] = {
    "dominated": "controlled", "immobilised": "immobile", "immobilized": "immobile", "grabbed": "grappled",
    "blind": "blinded", "deaf": "deafened", "slow": "slowed", "clumsy on ground": "clumsy",
    "clumsy in air": "clumsy", "cover": "half cover", "concealment": "concealed",
    "total concealment": "totally concealed", "insubstantial": "incorporeal",
}  # fmt: skip

_ONE_STANDARD_SURPRISED = OrcusCondition(
    means="grants combat advantage; one standard action, and no action point",
    rows=read_rows(EXPOSED),
    limits=ONE_STANDARD,
    bars=("action point",),
)

VARIANTS: Mapping[tuple[str, OptionValue], Mapping[str, OrcusCondition]] = {
    ("surprise", "one_standard"): {"surprised": _ONE_STANDARD_SURPRISED},
    ("grappled_effect", "restrained"): {
        "grappled": OrcusCondition(
            means="restrained by its grappler", includes=("restrained",), ends_with_source=_GRAPPLED.ends_with_source
        )
    },
    ("grappled_effect", "none"): {
        "grappled": OrcusCondition(means="held by its grappler", ends_with_source=_GRAPPLED.ends_with_source)
    },
    ("unconscious_helpless", False): {
        "unconscious": OrcusCondition(
            means="no actions; −5 to all defenses; prone",
            includes=("prone",),
            leaves_behind=("prone",),
            rows=read_rows("-5 defenses"),
            no_actions=True,
            incapacitates=True,
            hears_nothing=True,
        )
    },
    ("blinded_attack", True): {
        "blinded": OrcusCondition(
            means="cannot see; −5 to attacks; grants combat advantage; −10 to Perception",
            rows=read_rows("-5 attack blindly with !near+!far type concealment", EXPOSED, "-10 perception"),
        )
    },
}


def dash_speed(fight: Fight, creature: str) -> int:
    """The speed gained by dashing in the turn of the dash, even by a slowed creature (§Dash, §Slowed)."""
    dashes = (each for each in fight.states[creature].effects if each.name == DASHING)
    return DASH * any(each.duration.skips for each in dashes)


ENDED_BY_TAG = {"zone": "dead", "conjuration": "dead", STANCE: "helpless"}
"""By tag, the condition that ends a power when its user has it."""
GOOD_EFFECTS = ("resist", "immune", "regeneration")


def is_good(effect: Effect) -> bool:
    """Whether an effect helps its bearer."""
    known = CONDITIONS.get(effect.name)
    good = effect.name in GOOD_EFFECTS or (known is not None and known.good_for_bearer)
    return good or (effect.kind == "bonus" and (effect.amount or 0) > 0)


def outlasts(power: Power, bearer: str, effect: Effect) -> bool:
    """Whether an effect continues after the zone, conjuration or stance that caused it.

    An effect that a save ends always continues. Other effects on other creatures last for their duration; the aura or
    bonus of the power itself ends with the power.
    """
    if ENDED_BY_TAG.keys().isdisjoint(power.tags):
        return False
    if effect.duration.ending == "save":
        return True
    has_end = effect.duration.ending not in ("removed", "words")
    return has_end and bearer != effect.source and (power.bonus is not None or not is_good(effect))
