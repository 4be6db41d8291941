"""The conditions of SRD 5.1 and of open-and-move combat, as data (§Conditions, §Actions)."""

from collections.abc import Mapping

from msgspec import Struct, field

from orcus_tui.model.fight import OptionValue
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.system.attacks import AttackResult, Strike
from orcus_tui.rules.system.conditions import Condition


class D20Advantage(Struct, frozen=True, kw_only=True):
    """The advantage (1) or disadvantage (-1) that a condition gives d20s.

    `attack` is for its bearer's attacks, `attack_with` for those of a range, `attacked` for attacks against it by range
    (`*`: any other); `saves` are by ability (`*`: any). `fails` are the saves it fails without a roll. `in_sight`: only
    while its source is present and seen. `seeing`: only against attackers it can see. `crit` are the ranges from which
    a hit is critical.
    """

    attack: int = 0
    attack_with: Mapping[str, int] = field(default_factory=dict)
    attacked: Mapping[str, int] = field(default_factory=dict)
    checks: int = 0
    saves: Mapping[str, int] = field(default_factory=dict)
    fails: tuple[str, ...] = ()
    in_sight: bool = False
    seeing: bool = False
    crit: tuple[str, ...] = ()


class Srd5Condition(Condition, frozen=True, kw_only=True):
    """A condition of SRD 5.1: with advantage, sight, cover and saves by ability."""

    d20_advantage: D20Advantage = D20Advantage()
    saved_by: str = ""  # the ability for a save against it
    blind: bool = False  # its bearer cannot see
    unseen: bool = False
    is_cover: bool = False  # an attack that would have hit without it hits the cover
    ends_on_check: bool = False  # with its bearer's next ability check, unless it is for attacks on one opponent


EVERY = "*"
GONE = ("dead", "unconscious", "incapacitated")
OUT_OF_REACH = (*GONE, "away")
HELPED, UNSEEN, INTERRUPTED = "helped", "unseen", "interrupted"
CONCENTRATING, EXHAUSTION = "concentrating", "exhaustion"
DODGING, DIVING, SHIELDED = "dodging", "diving", "shielded"
BLINDED, PELTED, FLYING = "blinded", "pelted", "flying"
GRAPPLED, BOUND, CHARMED = "grappled", "bound", "charmed"
HALF_COVER, MORE_COVER, TOTAL_COVER = "half cover", "three-quarters cover", "total cover"


_BODY = ("str", "dex")
_EASY_TO_HIT = {EVERY: 1}
_HARD_TO_HIT = {EVERY: -1}


def miss_once(strike: Strike, target: str) -> AttackResult | None:
    """The result of an attack that was interrupted: it misses (§Interrupt)."""
    resolution, source = strike.resolution, strike.source
    for effect in resolution.state(source).effects:
        if effect.name == INTERRUPTED:
            resolution.say("interrupted", source, target=target)
            effects.end(resolution, source, effect, message("used"))
    return AttackResult(target, hits=False, crit=False, face=None, void=True)


def _incapacitating(means: str, d20_advantage: D20Advantage, saved_by: str, resist_all: int = 0) -> Srd5Condition:
    return Srd5Condition(
        means=means,
        includes=("incapacitated",),
        no_actions=True,
        incapacitates=True,
        resist_all=resist_all,
        d20_advantage=d20_advantage,
        saved_by=saved_by,
    )


CONDITIONS: Mapping[str, Srd5Condition] = {
    BLINDED: Srd5Condition(
        means="cannot see: disadvantage on its attacks, advantage on attacks against it",
        d20_advantage=D20Advantage(attack=-1, attacked=_EASY_TO_HIT),
        saved_by="con",
        blind=True,
    ),
    BOUND: Srd5Condition(
        means="weapons locked: neither side moves or uses the bound weapons; ends by escaping or letting go",
        speed_cap=0,
        ends_with_source=OUT_OF_REACH,
        saved_by="str",
    ),
    CHARMED: Srd5Condition(means="cannot attack its charmer", saved_by="wis", spares_source=True),
    CONCENTRATING: Srd5Condition(
        means="damage requires a Mana save (DC 10, or half the damage if higher); ends when incapacitated"
    ),
    "deafened": Srd5Condition(means="cannot hear", saved_by="con"),
    "disengaged": Srd5Condition(means="provokes no opportunity attacks this turn", bars=("provoking",)),
    DIVING: Srd5Condition(
        means="disadvantage on attacks against it, advantage on its Dexterity saves; prone when it ends",
        leaves_behind=("prone",),
        d20_advantage=D20Advantage(attacked=_HARD_TO_HIT, saves={"dex": 1}, seeing=True),
    ),
    DODGING: Srd5Condition(
        means="disadvantage on attacks against it by those it sees, advantage on its Dexterity saves",
        d20_advantage=D20Advantage(attacked=_HARD_TO_HIT, saves={"dex": 1}, seeing=True),
    ),
    "dominated": Srd5Condition(
        means="another creature controls it; the table decides what that allows", saved_by="wis"
    ),
    "engaged": Srd5Condition(
        means="a foe is next to it: disadvantage on its ranged attacks",
        d20_advantage=D20Advantage(attack_with={"ranged": -1, "far": -1}),
    ),
    "evading": Srd5Condition(means="avoids one opportunity attack", avoids_opportunity=True),
    EXHAUSTION: Srd5Condition(
        means="by level: 1 disadvantage on checks, 2 half speed, 3 disadvantage on attacks and saves, "
        "4 half its hit points, 5 speed 0, 6 dead"
    ),
    FLYING: Srd5Condition(means="in the air: falls when prone or at speed 0, unless it hovers"),
    "frightened": Srd5Condition(
        means="disadvantage on attacks and checks while it sees what it fears; cannot move closer to it",
        d20_advantage=D20Advantage(attack=-1, checks=-1, in_sight=True),
        saved_by="wis",
    ),
    GRAPPLED: Srd5Condition(
        means="held: speed 0; ends by escaping, out of reach, or when its grappler is out",
        speed_cap=0,
        ends_with_source=OUT_OF_REACH,
        saved_by="str",
    ),
    HALF_COVER: Srd5Condition(means="+2 to AC and Dexterity saves", defenses=2, is_cover=True),
    HELPED: Srd5Condition(
        means="advantage on its next attack or ability check",
        d20_advantage=D20Advantage(attack=1, checks=1),
        ends_on_roll=True,
        ends_on_check=True,
    ),
    "holding": Srd5Condition(means="holds its place"),
    "incapacitated": Srd5Condition(
        means="no actions and no reactions", no_actions=True, incapacitates=True, saved_by="wis"
    ),
    INTERRUPTED: Srd5Condition(means="its next attack misses", before_attack=miss_once),
    "invisible": Srd5Condition(
        means="advantage on its attacks, disadvantage on attacks against it",
        d20_advantage=D20Advantage(attack=1, attacked=_HARD_TO_HIT),
        unseen=True,
    ),
    "marked": Srd5Condition(means="the table decides what it does", ends_with_source=GONE, only_one=True),
    "paralyzed": _incapacitating(
        "no actions; fails Strength and Dexterity saves; advantage on attacks against it, hits in melee are critical",
        d20_advantage=D20Advantage(attacked=_EASY_TO_HIT, fails=_BODY, crit=("melee",)),
        saved_by="con",
    ),
    PELTED: Srd5Condition(
        means="particles in its face: disadvantage on attacks", d20_advantage=D20Advantage(attack=-1), saved_by="con"
    ),
    "petrified": _incapacitating(
        "stone: no actions; resists all damage; fails Strength and Dexterity saves; advantage on attacks against it",
        resist_all=1,
        d20_advantage=D20Advantage(attacked=_EASY_TO_HIT, fails=_BODY),
        saved_by="con",
    ),
    "poisoned": Srd5Condition(
        means="disadvantage on attacks and ability checks",
        d20_advantage=D20Advantage(attack=-1, checks=-1),
        saved_by="con",
    ),
    "prone": Srd5Condition(
        means="disadvantage on its attacks; advantage on melee attacks against it, disadvantage on all others",
        d20_advantage=D20Advantage(attack=-1, attacked={"melee": 1, EVERY: -1}),
    ),
    "restrained": Srd5Condition(
        means="speed 0; disadvantage on its attacks and Dexterity saves; advantage on attacks against it",
        speed_cap=0,
        d20_advantage=D20Advantage(attack=-1, attacked=_EASY_TO_HIT, saves={"dex": -1}),
        saved_by="str",
    ),
    SHIELDED: Srd5Condition(
        means="its protector takes the attacks made on it, by its own AC",
        ends_with_source=OUT_OF_REACH,
        source_takes_attacks=True,
    ),
    "stable": Srd5Condition(means="at 0 hit points, and no longer dying", includes=("unconscious",)),
    "stilled": Srd5Condition(means="speed 0", speed_cap=0, saved_by="con"),
    "stunned": _incapacitating(
        "no actions; fails Strength and Dexterity saves; advantage on attacks against it",
        d20_advantage=D20Advantage(attacked=_EASY_TO_HIT, fails=_BODY),
        saved_by="con",
    ),
    "surprised": Srd5Condition(means="no actions and no reactions until its first turn ends", no_actions=True),
    MORE_COVER: Srd5Condition(means="+5 to AC and Dexterity saves", defenses=5, is_cover=True),
    TOTAL_COVER: Srd5Condition(means="cannot be attacked", no_target=True),
    "unstable": Srd5Condition(
        means="on moving ground: disadvantage on its attacks and ability checks",
        d20_advantage=D20Advantage(attack=-1, checks=-1),
    ),
    "unconscious": Srd5Condition(
        means="no actions; prone; fails Strength and Dexterity saves; advantage on attacks against it, hits in melee "
        "are critical",
        includes=("incapacitated", "prone"),
        leaves_behind=("prone",),
        no_actions=True,
        incapacitates=True,
        d20_advantage=D20Advantage(attacked=_EASY_TO_HIT, fails=_BODY, crit=("melee",)),
        saved_by="con",
    ),
    UNSEEN: Srd5Condition(
        means="hidden: advantage on its next attack, disadvantage on attacks against it",
        d20_advantage=D20Advantage(attack=1, attacked=_HARD_TO_HIT),
        unseen=True,
        ends_on_roll=True,
    ),
}

BY_OPTION: Mapping[tuple[str, OptionValue], Mapping[str, Condition]] = {
    ("incapacitated_moves", True): {
        "incapacitated": Srd5Condition(
            means="no actions and no reactions, but it may move",
            limits={"open": 0, "bonus": 0, "reaction": 0},
            incapacitates=True,
            saved_by="wis",
        )
    }
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

EXHAUSTED: Mapping[int, D20Advantage] = {1: D20Advantage(checks=-1), 3: D20Advantage(attack=-1, saves={EVERY: -1})}
"""The advantage that exhaustion gives d20s, by the level from which it counts."""
