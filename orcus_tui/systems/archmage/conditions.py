"""The conditions of the Archmage Engine, as data (Archmage §Conditions)."""

from collections.abc import Mapping

from orcus_tui.model.modifier import read_rows
from orcus_tui.rules.system.attacks import AttackResult, Strike
from orcus_tui.rules.system.conditions import OUT_OF_REACH, Condition


class ArchmageCondition(Condition, frozen=True, kw_only=True):
    """A condition of the Archmage Engine and its variant."""

    ends_with_fight: bool = False  # whatever its duration
    rerolls_miss: bool = False  # the first attack of a turn that misses its bearer is rerolled (in the variant)


GRABBED = "grabbed"
LASH_OUT = "lashout"
"""The verb for a confused creature, and the kind of its die."""
WEAPON, SPELL = "weapon", "spell"
"""A weapon attack has WEAPON as a damage type or a tag, or is against AC and lacks the tag SPELL."""
WIDER = "attacked crit"
"""The statistic of a row that widens the range of critical hits on its bearer."""
RISE = "escalation rise"
"""An entry in the `bars` of a condition: while a player character has it, the escalation die does not rise."""
LIMITED = ("encounter", "daily", "recharge", "refresh")
BASIC = "basic"
"""The tag of a power that is a basic attack."""


def look_for(strike: Strike, target: str) -> AttackResult | None:
    """The result of an attack that misses an invisible target without a roll, as half of them do; else None."""
    from orcus_tui.model.events import DieRolled  # the table of conditions is read long before

    resolution, face = strike.resolution, strike.die(20)
    needed = resolution.system.saves.needs
    missed = face < needed
    outcome = "misses completely" if missed else "finds it"
    resolution.emit(DieRolled("invisible", strike.source, face, needed=needed, outcome=outcome, target=target))
    return AttackResult(target, hits=False, crit=False, face=None, void=True, user_only=True) if missed else None


CONDITIONS: Mapping[str, ArchmageCondition] = {
    "asleep": ArchmageCondition(
        means="no actions; helpless", includes=("helpless",), no_actions=True, incapacitates=True
    ),
    "coma": ArchmageCondition(means="unconscious until the end of the battle", includes=("unconscious",)),
    "confused": ArchmageCondition(
        means="its next attack is a basic or at-will one against a random nearby ally; no opportunity attacks",
        bars=("opportunity", *LIMITED),
    ),
    "dazed": ArchmageCondition(means="−4 to attacks", rows=read_rows("-4 attack")),
    "fear": ArchmageCondition(
        means="dazed; does not add the escalation die", includes=("dazed",), bars=("escalation",)
    ),
    GRABBED: ArchmageCondition(
        means="held: no opportunity or ranged attacks, −5 to disengage; +4 to its grabber's attacks against it",
        rows=read_rows("+4 attacked against source"),
        bars=("opportunity", "ranged"),
        ends_with_source=OUT_OF_REACH,
        ends_with_fight=True,
    ),
    "hampered": ArchmageCondition(means="only basic attacks", bars=LIMITED, leaves_tags=(BASIC,)),
    "helpless": ArchmageCondition(
        means="−4 to all defenses; open to a coup de grace", rows=read_rows("-4 defenses"), open_to_coup=True
    ),
    "invisible": ArchmageCondition(
        means="half of the attacks against it miss before they are rolled",
        before_attacked=look_for,
        rolls_before_attack=True,
    ),
    "stable": ArchmageCondition(means="failed death saves do not count", includes=("unconscious",)),
    "staggered": ArchmageCondition(means="at half its hit points or fewer"),
    "stuck": ArchmageCondition(
        means="cannot move, disengage or pop free, nor be moved; may teleport", limits={"move": 0}, bars=("disengage",)
    ),
    "stunned": ArchmageCondition(
        means="no actions; −4 to all defenses", rows=read_rows("-4 defenses"), no_actions=True, incapacitates=True
    ),
    "unconscious": ArchmageCondition(
        means="no actions; helpless", includes=("helpless",), no_actions=True, incapacitates=True
    ),
    "vulnerable": ArchmageCondition(means="attacks against it are critical hits on 18+", rows=read_rows(f"+2 {WIDER}")),
    "weakened": ArchmageCondition(
        means="−4 to attacks and to all defenses", rows=read_rows("-4 attack", "-4 defenses")
    ),
}

ALIASES: Mapping[str, str] = {
    "afraid": "fear",
    "frightened": "fear",
    "sleeping": "asleep",
    "held": GRABBED,
    "confusion": "confused",
}
