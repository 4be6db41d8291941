"""The skills of the True SRD, and the rolls that its actions require."""

from collections.abc import Iterator, Mapping

from orcus_tui.dice import average
from orcus_tui.model.fight import Fight
from orcus_tui.model.power import Power
from orcus_tui.rules.system.checks import ActionRoll, by_number

SKILLS: Mapping[str, str] = {
    "acrobatics": "dex", "bluff": "cha", "climb": "str", "computers": "int", "concentration": "wis",
    "diplomacy": "cha", "disable device": "int", "disguise": "cha", "drive": "dex", "escape artist": "dex",
    "gather information": "cha", "handle animal": "cha", "intimidate": "cha", "jump": "str", "medicine": "wis",
    "notice": "wis", "pilot": "dex", "ride": "dex", "search": "int", "sense motive": "wis", "sleight of hand": "dex",
    "stealth": "dex", "survival": "wis", "swim": "str",
}  # fmt: skip
"""The skills and their abilities."""


def attack_bonus(fight: Fight, creature: str) -> int:
    """The bonus of a creature's first melee attack; 0 without one."""
    return next((each.bonus for each in _melee(fight, creature) if each.bonus is not None), 0)


def grapple_bonus(fight: Fight, creature: str) -> int:
    """The bonus of a grapple check: the attack bonus and Strength (§Grapple)."""
    return attack_bonus(fight, creature) + by_number(fight, creature, "str")


def damage_bonus(fight: Fight, creature: str) -> int:
    """The damage bonus of a creature's first melee attack; 0 without one (§Disarm)."""
    return next((average(each.damage) for each in _melee(fight, creature) if each.damage is not None), 0)


def _melee(fight: Fight, creature: str) -> Iterator[Power]:
    return (each for each in fight.sheets[creature].powers if each.origin == "melee" and each.harms)


_HIT = ActionRoll(("attack",), ("dodge", "parry"))
_TRIP = (_HIT, ActionRoll(("str", "dex"), ("str", "dex", "acrobatics")))
_GRAPPLE = ActionRoll(("grapple",), ("grapple",))
_AID = (ActionRoll(("attack",), dc=10),)
_BLUFF = (ActionRoll(("bluff",), ("bluff", "sense motive")),)
_NERVE = ("sense motive", "will")
ROLLS: Mapping[str, tuple[ActionRoll, ...]] = {
    "aidattack": _AID,
    "aiddefense": _AID,
    "counterdisarm": (ActionRoll(("attack damage",), ("str",)),),
    "countertrip": _TRIP[1:],
    "demoralize": (ActionRoll(("intimidate",), _NERVE),),
    "disarm": (_HIT, ActionRoll(("attack damage",), ("str",))),
    "distract": (ActionRoll(("bluff", "intimidate"), _NERVE),),
    "escape": (ActionRoll(("grapple", "escape artist"), ("grapple",)),),
    "feint": _BLUFF,
    "grapple": (_HIT, _GRAPPLE),
    "overrun": _TRIP,
    "pin": (_GRAPPLE,),
    "rush": (ActionRoll(("str",), ("str",)),),
    "taunt": (ActionRoll(("bluff",), _NERVE),),
    "trick": _BLUFF,
    "trip": _TRIP,
}
"""The rolls of each action in order: the hit, then the opposed check (§Disarm, §Grapple, §Overrun, §Rush, §Trip)."""
