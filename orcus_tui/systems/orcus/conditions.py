"""The conditions of Orcus, as data (Orcus §Conditions)."""

from collections.abc import Mapping
from typing import cast

from orcus_tui.model.fight import OptionValue
from orcus_tui.rules.in_force import held_conditions
from orcus_tui.rules.system import Resolution
from orcus_tui.rules.system.conditions import Condition


class OrcusCondition(Condition, frozen=True, kw_only=True):
    """A condition of Orcus: with combat advantage, concealment, marks and halved damage."""

    has_advantage: bool = False
    grants_advantage: tuple[str, ...] = ()  # the ranges whose attackers have combat advantage; `*`: all
    cover: int = 0  # a penalty of attackers, for objects between them and its bearer
    unseen_attack: int = 0  # a penalty of attackers, who cannot see its bearer
    blind_attack: int = 0  # a penalty against targets its bearer cannot see
    attack_without_source: int = 0  # to attacks whose targets do not include the creature that caused it
    good_for_bearer: bool = False
    stays_put: bool = False  # others cannot move its bearer
    hears_nothing: bool = False
    deals_half: bool = False
    takes_half: bool = False


def orcus_conditions(resolution: Resolution, creature: str) -> Mapping[str, OrcusCondition]:
    """The conditions a creature is under, by name."""
    known = held_conditions(resolution.view, creature)
    return cast("Mapping[str, OrcusCondition]", known)


EVERYONE = ("*",)
ONE_STANDARD = {"standard": 1, "move": 0, "swift": 0, "immediate": 0}

_GRAPPLED = OrcusCondition(
    means="cannot move willingly; ends by escaping, release, or the grappler being out",
    includes=("immobile",),
    ends_with_source=("dead", "incapacitated", "away"),
)
_BLINDED = OrcusCondition(means="cannot see; grants combat advantage; −10 to Perception", grants_advantage=EVERYONE)
_SURPRISED = OrcusCondition(
    means="grants combat advantage; no actions until the end of its first turn",
    grants_advantage=EVERYONE,
    no_actions=True,
)

CONDITIONS: Mapping[str, OrcusCondition] = {
    "blinded": _BLINDED,
    "clumsy": OrcusCondition(
        means="−4 to attacks and to all defenses: out of its element, on the ground or in the air",
        attack=-4,
        defenses=-4,
    ),
    "concealed": OrcusCondition(
        means="−2 to melee and ranged attacks against it", unseen_attack=-2, good_for_bearer=True
    ),
    "controlled": OrcusCondition(
        means="the controller chooses its one standard action; no action points, encounter or daily powers",
        includes=("dazed",),
        bars=("action point", "encounter", "daily"),
    ),
    "dashing": OrcusCondition(
        means="grants combat advantage; −5 to attacks", attack=-5, grants_advantage=EVERYONE, by_action=True
    ),
    "dazed": OrcusCondition(
        means="one standard action; grants combat advantage; no immediate or opportunity actions",
        grants_advantage=EVERYONE,
        limits=ONE_STANDARD,
    ),
    "deafened": OrcusCondition(means="cannot hear; −10 to Perception", hears_nothing=True),
    "dying": OrcusCondition(
        means="unconscious; a death saving throw each turn", includes=("unconscious",), needs_death_save=True
    ),
    "exposed": OrcusCondition(means="grants combat advantage", grants_advantage=EVERYONE),
    "flying": OrcusCondition(
        means="moves at least 2 squares a turn or falls; no shifting or opportunity attacks; falls when prone",
        bars=("opportunity",),
    ),
    "grappled": _GRAPPLED,
    "half cover": OrcusCondition(means="−2 to attacks against it", cover=-2, good_for_bearer=True),
    "helpless": OrcusCondition(
        means="grants combat advantage; open to a coup de grace", grants_advantage=EVERYONE, open_to_coup=True
    ),
    "hovering": OrcusCondition(means="flies, and need not move; falls when prone"),
    "immobile": OrcusCondition(means="cannot leave its square willingly", bars=("dash", "charge")),
    "incapacitated": OrcusCondition(means="can do nothing", incapacitates=True),
    "incorporeal": OrcusCondition(means="takes half damage from attacks", takes_half=True, good_for_bearer=True),
    "invisible": OrcusCondition(
        means="−5 to melee and ranged attacks against it; has combat advantage",
        unseen_attack=-5,
        good_for_bearer=True,
        has_advantage=True,
    ),
    "marked": OrcusCondition(
        means="−2 to attacks that leave out the marker",
        attack_without_source=-2,
        ends_with_source=("dead", "unconscious"),
        only_one=True,
    ),
    "petrified": OrcusCondition(
        means="stone: no actions; resists 20 of all damage; grants combat advantage",
        grants_advantage=EVERYONE,
        no_actions=True,
        resist_all=20,
        speed_cap=0,
        incapacitates=True,
        hears_nothing=True,
    ),
    "prone": OrcusCondition(
        means="−2 to attacks; grants combat advantage to melee; +2 to defenses against ranged; may only crawl",
        attack=-2,
        against={"ranged": 2},
        grants_advantage=("melee",),
        bars=("dash", "charge"),
    ),
    "rattled": OrcusCondition(means="−2 to attacks", attack=-2),
    "restrained": OrcusCondition(
        means="cannot be moved; −2 to attacks; grants combat advantage",
        attack=-2,
        grants_advantage=EVERYONE,
        speed_cap=0,
        bars=("dash", "charge"),
        stays_put=True,
    ),
    "slowed": OrcusCondition(means="speed 2 at most", speed_cap=2),
    "squeezing": OrcusCondition(means="grants combat advantage; −5 to attacks", attack=-5, grants_advantage=EVERYONE),
    "stable": OrcusCondition(means="at 0 hit points or fewer, and no longer dying", includes=("unconscious",)),
    "stunned": OrcusCondition(
        means="no actions; grants combat advantage",
        grants_advantage=EVERYONE,
        no_actions=True,
        speed_cap=0,
        incapacitates=True,
    ),
    "summoned": OrcusCondition(
        means="has its creator's defenses and recoveries; gone at 0 hit points and when the encounter ends"
    ),
    "surprised": _SURPRISED,
    "three-quarters cover": OrcusCondition(means="−5 to attacks against it", cover=-5, good_for_bearer=True),
    "totally concealed": OrcusCondition(
        means="−5 to melee and ranged attacks against it", unseen_attack=-5, good_for_bearer=True
    ),
    "unconscious": OrcusCondition(
        means="no actions; −5 to all defenses; prone and helpless",
        includes=("helpless", "prone"),
        leaves_behind=("prone",),
        defenses=-5,
        no_actions=True,
        incapacitates=True,
        hears_nothing=True,
    ),
    "weakened": OrcusCondition(means="its attacks deal half damage", deals_half=True),
}

ALIASES: Mapping[str, str] = {
    "dominated": "controlled",
    "immobilised": "immobile",
    "immobilized": "immobile",
    "grabbed": "grappled",
    "blind": "blinded",
    "deaf": "deafened",
    "slow": "slowed",
    "clumsy on ground": "clumsy",
    "clumsy in air": "clumsy",
    "cover": "half cover",
    "concealment": "concealed",
    "total concealment": "totally concealed",
    "insubstantial": "incorporeal",
}

_ONE_STANDARD_SURPRISED = OrcusCondition(
    means="grants combat advantage; one standard action, and no action point",
    grants_advantage=EVERYONE,
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
            defenses=-5,
            no_actions=True,
            incapacitates=True,
            hears_nothing=True,
        )
    },
    ("blinded_attack", True): {
        "blinded": OrcusCondition(
            means="cannot see; −5 to attacks; grants combat advantage; −10 to Perception",
            blind_attack=-5,
            grants_advantage=EVERYONE,
        )
    },
}
