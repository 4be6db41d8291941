"""The actions of Orcus that `do` carries out, and the checks they require (Orcus §Actions in Combat)."""

from collections.abc import Mapping
from functools import partial

from orcus_tui.errors import Impossible
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.rules import effects, stats
from orcus_tui.rules.actions import refuse_barred
from orcus_tui.rules.do_actions import (
    FallDamage,
    allies_and_opponent,
    effects_of_conditions,
    fall_from,
    for_itself,
    inflict,
    on_target,
    release,
    stand_up,
)
from orcus_tui.rules.stats import on_foot
from orcus_tui.rules.system.actions import Action, ActionUse
from orcus_tui.rules.system.checks import ActionRoll, CheckRules
from orcus_tui.rules.system.hooks import by_score
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.orcus.conditions import DASH, DASHING, dash_speed, orcus_conditions
from orcus_tui.systems.orcus.vanishing import dismiss

GRAPPLED = "grappled"


def log_squares(resolution: Resolution, creature: str, squares: int) -> None:
    """Logs how far a creature falls, in squares."""
    resolution.say("falls", creature, squares=squares)


FALL = FallDamage(2, "d10", 50, log_squares, aloft=("flying", "hovering"))
"""A die for every 2 squares (§Falling)."""


def dash(use: ActionUse) -> None:
    """Moves at speed +2; until the end of its next turn, it grants combat advantage and attacks at −5 (§Dash).

    It is impossible while prone, immobile or restrained (§Crawl, §Immobile, §Restrained).
    """
    resolution, source = use.resolution, use.source
    refuse_barred(resolution, source, "dash", "cannot dash")
    squares = on_foot(resolution.view, source)
    if squares is not None:
        resolution.say("dashes", source, squares=squares - dash_speed(resolution.fight, source) + DASH)
    effects.add_condition(resolution, source, DASHING, source, Duration("end", anchor=source))


def total_defense(use: ActionUse) -> None:
    """+2 to all defenses until the start of the next turn (§Total Defense)."""
    resolution, source = use.resolution, use.source
    until = Duration("start", anchor=source)
    effects.add(resolution, source, Effect(0, "defenses", "bonus", source, until, 2))


def escape(use: ActionUse) -> None:
    """Ends grapples, after a successful check at the table (§Escape a Grapple)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    grapples = effects_of_conditions(resolution, source, (GRAPPLED,), targets)
    if not grapples:
        raise Impossible(f"{resolution.name(source)} is not grappled")
    for effect in grapples:
        defenses = stats.defenses(resolution.view, effect.source)
        if "fortitude" in defenses and "reflex" in defenses:
            resolution.say(
                "escape needs", source, by=effect.source, fortitude=defenses["fortitude"], reflex=defenses["reflex"]
            )
        effects.end(resolution, source, effect, message("escaped"))


def shove(use: ActionUse) -> None:
    """Pushes the targets 1 square and follows, after a successful roll at the table (§Shove)."""
    resolution, source, targets = use.resolution, use.source, use.targets
    for target in targets:
        fixed = next((name for name, known in orcus_conditions(resolution.view, target).items() if known.stays_put), "")
        if fixed:
            resolution.forbid("cannot be moved", who=target, condition=fixed)
        resolution.say("shoves", source, target=target)


def help_allies(use: ActionUse, stat: str) -> None:
    """+2 to allies' next attack on an opponent, or to their defenses against it (§Help Attack, §Help Defense)."""
    resolution, source = use.resolution, use.source
    allies, opponent = allies_and_opponent(use)
    until = Duration("end", anchor=source)
    for ally in allies:
        bonus = Effect(0, stat, "bonus", source, until, 2, against=opponent, once=True)
        effects.add(resolution, ally, bonus)


ACTIONS: Mapping[str, Action] = {
    "dash": for_itself(
        "move", "speed +2; grants combat advantage and attacks at −5 until the end of its next turn", dash
    ),
    "dismiss": on_target("swift", "sends away a monster it has summoned", dismiss),
    "escape": Action("standard", "escapes from a grapple, after a successful check", escape, after_check=True),
    "fall": Action(
        "", "falls that many squares: 1d10 damage for every 2, prone if hurt", fall_from(FALL), counts="squares"
    ),
    "grapple": on_target(
        "standard", "grapples a target, after a hit", inflict(GRAPPLED, Duration("words", words="it escapes"))
    ),
    "helpattack": on_target(
        "standard", "+2 to an ally's next attack on an opponent", partial(help_allies, stat="attack")
    ),
    "helpdefense": on_target(
        "standard", "+2 to an ally's defenses against an opponent's next attack", partial(help_allies, stat="defenses")
    ),
    "release": Action("free", "lets go of the creature it grapples", release((GRAPPLED,), "grappling")),
    "shove": on_target("standard", "pushes a target 1 square, after a hit", shove),
    "stand": for_itself("move", "stands up from prone", stand_up),
    "totaldefense": for_itself("standard", "+2 to all defenses until the start of its next turn", total_defense),
}


# Checks (§Using Each Ability)

SKILLS: Mapping[str, str] = {
    "acrobatics": "dex", "arcana": "int", "athletics": "str", "bluff": "cha", "diplomacy": "cha",
    "dungeoneering": "wis", "endure": "con", "heal": "wis", "history": "int", "insight": "wis", "intimidate": "cha",
    "perception": "wis", "religion": "int", "sleight of hand": "dex", "stealth": "dex", "streetsmarts": "cha",
}  # fmt: skip
"""The skills and their abilities."""
STRENGTH_ATTACK = "strength attack"


def strength_attack(fight: Fight, creature: str) -> int:
    """The bonus of a Strength attack: the ability, and half the level (§Attack Bonus)."""
    return by_score(fight, creature, "str") + (fight.sheets[creature].level or 0) // 2


CHECKS = CheckRules(
    skills=SKILLS,
    derived={STRENGTH_ATTACK: strength_attack},
    holds=("grappled",),
    rolls={
        "escape": (ActionRoll(("athletics", "acrobatics"), ("fortitude", "reflex"), paired=True),),
        "grapple": (ActionRoll((STRENGTH_ATTACK,), ("reflex",)),),
        "shove": (ActionRoll((STRENGTH_ATTACK,), ("fortitude",)),),
    },
)
