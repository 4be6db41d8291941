"""The conditions of SRD 5.1 and of open-and-move combat, as data (§Conditions, §Actions)."""

from collections.abc import Mapping

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.model.message import message
from orcus_tui.model.modifier import read_rows
from orcus_tui.rules.system.attacks import AttackResult, Strike
from orcus_tui.rules.system.conditions import GONE, OUT_OF_REACH, Condition


class Srd5Condition(Condition, frozen=True, kw_only=True):
    """A condition of SRD 5.1, with fields for cover and for saves by ability."""

    saved_by: str = ""  # the ability for a save against it
    is_cover: bool = False  # an attack that would hit without this cover hits the cover
    ends_on_check: bool = False  # ends with its bearer's next ability check, unless it affects attacks on one opponent


OPEN, ACTION, MOVE, BONUS, REACTION = "open", "action", "move", "bonus", "reaction"
LEGENDARY, LAIR = "legendary", "lair"
"""The kinds of action, and the actions that a resource or nothing pays for."""
ABILITIES = ("str", "dex", "con", "int", "wis", "cha", "mana")

HELPED, UNSEEN, INTERRUPTED = "helped", "unseen", "interrupted"
CONCENTRATING, EXHAUSTION = "concentrating", "exhaustion"
DODGING, DIVING, SHIELDED = "dodging", "diving", "shielded"
BLINDED, PELTED, FLYING = "blinded", "pelted", "flying"
GRAPPLED, BOUND, CHARMED = "grappled", "bound", "charmed"
HALF_COVER, MORE_COVER, TOTAL_COVER = "half cover", "three-quarters cover", "total cover"


EASY_TO_HIT, HARD_TO_HIT = "adv attacked", "dis attacked"
STILL = "0 speed cap"
CRITICAL_IN_MELEE = "crit attacked with melee"
NO_BODY_SAVES = ("fails str saves", "fails dex saves")
AVOIDING = ("dis attacked against seen", "adv dex saves")


def miss_once(strike: Strike, target: str) -> AttackResult | None:
    """The result of an attack that was interrupted: it misses (§Interrupt)."""
    from orcus_tui.rules import effects  # the table of conditions is read long before

    resolution, source = strike.resolution, strike.source
    for effect in resolution.state(source).effects:
        if effect.name == INTERRUPTED:
            resolution.say("interrupted", source, target=target)
            effects.end(resolution, source, effect, message("used"))
    return AttackResult(target, hits=False, crit=False, face=None, void=True)


def _incapacitating(means: str, *rows: str) -> Srd5Condition:
    return Srd5Condition(
        means=means,
        includes=("incapacitated",),
        rows=read_rows(EASY_TO_HIT, *NO_BODY_SAVES, *rows),
        no_actions=True,
        incapacitates=True,
        saved_by="con",
    )


CONDITIONS: Mapping[str, Srd5Condition] = {
    BLINDED: Srd5Condition(
        means="cannot see: disadvantage on its attacks, advantage on attacks against it",
        rows=read_rows("dis attack", EASY_TO_HIT),
        saved_by="con",
        blind=True,
    ),
    BOUND: Srd5Condition(
        means="weapons locked: neither side moves or uses the bound weapons; ends by escaping or letting go",
        rows=read_rows(STILL),
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
        rows=read_rows(*AVOIDING),
    ),
    DODGING: Srd5Condition(
        means="disadvantage on attacks against it by those it sees, advantage on its Dexterity saves",
        rows=read_rows(*AVOIDING),
    ),
    "dominated": Srd5Condition(
        means="another creature controls it; the table decides what that allows", saved_by="wis"
    ),
    "engaged": Srd5Condition(
        means="a foe is next to it: disadvantage on its ranged attacks",
        rows=read_rows("dis attack with ranged,far"),
    ),
    "evading": Srd5Condition(means="avoids one opportunity attack", avoids_opportunity=True),
    EXHAUSTION: Srd5Condition(
        means="by level: 1 disadvantage on checks, 2 half speed, 3 disadvantage on attacks and saves, "
        "4 half its hit points, 5 speed 0, 6 dead",
        rows=read_rows("dis checks", "dis attack while exhaustion 3+", "dis saves while exhaustion 3+"),
    ),
    FLYING: Srd5Condition(means="in the air: falls when prone or at speed 0, unless it hovers"),
    "frightened": Srd5Condition(
        means="disadvantage on attacks and checks while it sees what it fears; cannot move closer to it",
        rows=read_rows("dis attack while sees source", "dis checks while sees source"),
        saved_by="wis",
    ),
    GRAPPLED: Srd5Condition(
        means="held: speed 0; ends by escaping, out of reach, or when its grappler is out",
        rows=read_rows(STILL),
        ends_with_source=OUT_OF_REACH,
        saved_by="str",
    ),
    HALF_COVER: Srd5Condition(
        means="+2 to AC and Dexterity saves", rows=read_rows("+2 defenses", "+2 dex saves"), is_cover=True
    ),
    HELPED: Srd5Condition(
        means="advantage on its next attack or ability check",
        rows=read_rows("adv attack", "adv checks"),
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
        rows=read_rows("adv attack", HARD_TO_HIT),
        unseen=True,
    ),
    "marked": Srd5Condition(means="the table decides what it does", ends_with_source=GONE, only_one=True),
    "paralyzed": _incapacitating(
        "no actions; fails Strength and Dexterity saves; advantage on attacks against it, hits in melee are critical",
        CRITICAL_IN_MELEE,
    ),
    PELTED: Srd5Condition(
        means="particles in its face: disadvantage on attacks", rows=read_rows("dis attack"), saved_by="con"
    ),
    "petrified": _incapacitating(
        "stone: no actions; resists all damage; fails Strength and Dexterity saves; advantage on attacks against it",
        "resist all",
    ),
    "poisoned": Srd5Condition(
        means="disadvantage on attacks and ability checks",
        rows=read_rows("dis attack", "dis checks"),
        saved_by="con",
        save_types=("poison",),
    ),
    "prone": Srd5Condition(
        means="disadvantage on its attacks; advantage on melee attacks against it, disadvantage on all others",
        rows=read_rows("dis attack", f"{EASY_TO_HIT} with melee", f"{HARD_TO_HIT} with !melee"),
        lying=True,
    ),
    "restrained": Srd5Condition(
        means="speed 0; disadvantage on its attacks and Dexterity saves; advantage on attacks against it",
        rows=read_rows(STILL, "dis attack", "dis dex saves", EASY_TO_HIT),
        saved_by="str",
    ),
    SHIELDED: Srd5Condition(
        means="its protector takes the attacks made on it, by its own AC",
        ends_with_source=OUT_OF_REACH,
        source_takes_attacks=True,
    ),
    "stable": Srd5Condition(means="at 0 hit points, and no longer dying", includes=("unconscious",)),
    "stilled": Srd5Condition(means="speed 0", rows=read_rows(STILL), saved_by="con"),
    "stunned": _incapacitating(
        "no actions; fails Strength and Dexterity saves; advantage on attacks against it",
    ),
    "surprised": Srd5Condition(means="no actions and no reactions until its first turn ends", no_actions=True),
    MORE_COVER: Srd5Condition(
        means="+5 to AC and Dexterity saves", rows=read_rows("+5 defenses", "+5 dex saves"), is_cover=True
    ),
    TOTAL_COVER: Srd5Condition(means="cannot be attacked", no_target=True),
    "unstable": Srd5Condition(
        means="on moving ground: disadvantage on its attacks and ability checks",
        rows=read_rows("dis attack", "dis checks"),
    ),
    "unconscious": Srd5Condition(
        means="no actions; prone; fails Strength and Dexterity saves; advantage on attacks against it, hits in melee "
        "are critical",
        includes=("incapacitated", "prone"),
        leaves_behind=("prone",),
        no_actions=True,
        incapacitates=True,
        rows=read_rows(EASY_TO_HIT, *NO_BODY_SAVES, CRITICAL_IN_MELEE),
        saved_by="con",
    ),
    UNSEEN: Srd5Condition(
        means="hidden: advantage on its next attack, disadvantage on attacks against it",
        rows=read_rows("adv attack", HARD_TO_HIT),
        unseen=True,
        ends_on_roll=True,
    ),
}

BY_OPTION: Mapping[tuple[str, OptionValue], Mapping[str, Condition]] = {
    ("incapacitated_moves", True): {
        "incapacitated": Srd5Condition(
            means="no actions and no reactions, but it may move",
            limits={OPEN: 0, BONUS: 0, REACTION: 0},
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


def save_ability(fight: Fight, effect: Effect) -> str:
    """The ability for a save against an effect: the typed one, else the ability of its power, else the default."""
    if effect.duration.ability:
        return effect.duration.ability
    sheet = fight.sheets.get(effect.source)
    power = sheet.power_named(effect.power) if sheet else None
    tagged = next((each for each in power.tags if each in ABILITIES), "") if power else ""
    called_for = power.save.by if power and power.save else ""
    known = CONDITIONS.get(effect.name)
    return tagged or called_for or (known.saved_by if known else "")
