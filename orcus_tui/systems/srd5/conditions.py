"""The conditions of SRD 5.1 and of open-and-move combat, as data (§Conditions, §Actions)."""

from collections.abc import Mapping

from msgspec import Struct, field

from orcus_tui.rules.system.conditions import Condition

EVERY = "*"
GONE = ("dead", "unconscious", "incapacitated")
OUT_OF_REACH = (*GONE, "away")
HELPED, UNSEEN, INTERRUPTED = "helped", "unseen", "interrupted"
CONCENTRATING, EXHAUSTION = "concentrating", "exhaustion"
DODGING, DIVING, SHIELDED = "dodging", "diving", "shielded"
GRAPPLED, BOUND, CHARMED = "grappled", "bound", "charmed"
HALF_COVER, MORE_COVER, TOTAL_COVER = "half cover", "three-quarters cover", "total cover"


def _incapacitating(means: str, resist_all: int = 0) -> Condition:
    return Condition(
        means=means, includes=("incapacitated",), no_actions=True, incapacitates=True, resist_all=resist_all
    )


CONDITIONS: Mapping[str, Condition] = {
    "blinded": Condition(means="cannot see: disadvantage on its attacks, advantage on attacks against it"),
    BOUND: Condition(
        means="weapons locked: neither moves nor uses the bound weapons; ends by escaping or letting go",
        speed_cap=0,
        linked=OUT_OF_REACH,
    ),
    CHARMED: Condition(means="cannot attack its charmer"),
    CONCENTRATING: Condition(means="damage asks for a Mana save of 10 or half of it; ends when incapacitated"),
    "deafened": Condition(means="cannot hear"),
    "disengaged": Condition(means="provokes no opportunity attacks this turn", bars=("provoking",)),
    DIVING: Condition(
        means="disadvantage on attacks against it, advantage on its Dexterity saves; prone when it ends",
        leaves=("prone",),
    ),
    DODGING: Condition(means="disadvantage on attacks against it by those it sees, advantage on its Dexterity saves"),
    "dominated": Condition(means="another controls it; what that allows is decided at the table"),
    "evading": Condition(means="avoids one opportunity attack", bars=("provoking",)),
    EXHAUSTION: Condition(
        means="one for each level: 1 disadvantage on checks, 2 half speed, 3 disadvantage on attacks and saves, "
        "4 half its hit points, 5 speed 0, 6 dead"
    ),
    "frightened": Condition(
        means="disadvantage on attacks and checks while it sees what it fears, which it does not go nearer to"
    ),
    GRAPPLED: Condition(
        means="held: speed 0; ends by escaping, out of reach, or when its grappler is out",
        speed_cap=0,
        linked=OUT_OF_REACH,
    ),
    HALF_COVER: Condition(means="+2 to AC and Dexterity saves", defenses=2),
    HELPED: Condition(means="advantage on its next attack or ability check"),
    "holding": Condition(means="holds its ground against whatever comes"),
    "incapacitated": Condition(means="no actions and no reactions", no_actions=True, incapacitates=True),
    INTERRUPTED: Condition(means="its next attack misses"),
    "invisible": Condition(means="advantage on its attacks, disadvantage on attacks against it"),
    "marked": Condition(means="marked; what that brings is decided at the table", linked=GONE, only_one=True),
    "paralyzed": _incapacitating(
        "no actions; fails Strength and Dexterity saves; advantage on attacks against it, hits in melee are critical"
    ),
    "pelted": Condition(means="particles in its face: disadvantage on attacks"),
    "petrified": _incapacitating(
        "stone: no actions; resists all damage; fails Strength and Dexterity saves; advantage on attacks against it",
        resist_all=1,
    ),
    "poisoned": Condition(means="disadvantage on attacks and ability checks"),
    "prone": Condition(
        means="disadvantage on its attacks; advantage on melee attacks against it, disadvantage on all others"
    ),
    "restrained": Condition(
        means="speed 0; disadvantage on its attacks and Dexterity saves; advantage on attacks against it", speed_cap=0
    ),
    SHIELDED: Condition(means="its protector takes the attacks made on it, by its own AC", linked=OUT_OF_REACH),
    "stable": Condition(means="at 0 hit points, and no longer dying", includes=("unconscious",)),
    "stilled": Condition(means="speed 0", speed_cap=0),
    "stunned": _incapacitating(
        "no actions; fails Strength and Dexterity saves; advantage on attacks against it",
    ),
    "surprised": Condition(means="no actions and no reactions until its first turn ends", no_actions=True),
    MORE_COVER: Condition(means="+5 to AC and Dexterity saves", defenses=5),
    TOTAL_COVER: Condition(means="no target for any attack"),
    "unconscious": Condition(
        means="no actions; prone; fails Strength and Dexterity saves; advantage on attacks against it, hits in melee "
        "are critical",
        includes=("incapacitated", "prone"),
        leaves=("prone",),
        no_actions=True,
        incapacitates=True,
    ),
    UNSEEN: Condition(means="hidden: advantage on its next attack, disadvantage on attacks against it"),
}

ALIASES: Mapping[str, str] = {
    "sightless": "blinded",
    "blind": "blinded",
    "deaf": "deafened",
    "hidden": UNSEEN,
    "afraid": "frightened",
    "fear": "frightened",
    "concentration": CONCENTRATING,
    "exhausted": EXHAUSTION,
    "grabbed": GRAPPLED,
    "paralysed": "paralyzed",
    "asleep": "unconscious",
    "cover": HALF_COVER,
}


class Sway(Struct, frozen=True, kw_only=True):
    """How a condition sways a d20: 1 gives advantage, -1 disadvantage.

    `attack` is its bearer's, `attacked` that of attacks against it by range (`*`: any other); `saves` go by ability
    (`*`: any). `fails` are the saves it loses without a roll. `in_sight`: only while its source is about. `seeing`:
    only against who can be seen. `crit` are the ranges from which a hit is critical.
    """

    attack: int = 0
    attacked: Mapping[str, int] = field(default_factory=dict)
    checks: int = 0
    saves: Mapping[str, int] = field(default_factory=dict)
    fails: tuple[str, ...] = ()
    in_sight: bool = False
    seeing: bool = False
    crit: tuple[str, ...] = ()


_BODY = ("str", "dex")
_EASY_TO_HIT = {EVERY: 1}
_HARD_TO_HIT = {EVERY: -1}

SWAYS: Mapping[str, Sway] = {
    "blinded": Sway(attack=-1, attacked=_EASY_TO_HIT),
    DIVING: Sway(attacked=_HARD_TO_HIT, saves={"dex": 1}, seeing=True),
    DODGING: Sway(attacked=_HARD_TO_HIT, saves={"dex": 1}, seeing=True),
    "frightened": Sway(attack=-1, checks=-1, in_sight=True),
    "invisible": Sway(attack=1, attacked=_HARD_TO_HIT),
    "paralyzed": Sway(attacked=_EASY_TO_HIT, fails=_BODY, crit=("melee",)),
    "pelted": Sway(attack=-1),
    "petrified": Sway(attacked=_EASY_TO_HIT, fails=_BODY),
    "poisoned": Sway(attack=-1, checks=-1),
    "prone": Sway(attack=-1, attacked={"melee": 1, EVERY: -1}),
    "restrained": Sway(attack=-1, attacked=_EASY_TO_HIT, saves={"dex": -1}),
    "stunned": Sway(attacked=_EASY_TO_HIT, fails=_BODY),
    "unconscious": Sway(attacked=_EASY_TO_HIT, fails=_BODY, crit=("melee",)),
    UNSEEN: Sway(attack=1, attacked=_HARD_TO_HIT),
}

EXHAUSTED: Mapping[int, Sway] = {1: Sway(checks=-1), 3: Sway(attack=-1, saves={EVERY: -1})}
"""What exhaustion sways from which level on."""

SAVED_BY: Mapping[str, str] = {
    "blinded": "con",
    BOUND: "str",
    CHARMED: "wis",
    "deafened": "con",
    "dominated": "wis",
    "frightened": "wis",
    GRAPPLED: "str",
    "incapacitated": "wis",
    "paralyzed": "con",
    "pelted": "con",
    "petrified": "con",
    "poisoned": "con",
    "restrained": "str",
    "stilled": "con",
    "stunned": "con",
    "unconscious": "con",
}
"""By which ability the save at the end of a turn goes, where the power that brought a condition has no tag for it."""
