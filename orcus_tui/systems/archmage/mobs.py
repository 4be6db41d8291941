"""Mobs of mooks in the Archmage Engine: damage left over when one dies is dealt to the next."""

from msgspec.structs import replace

from orcus_tui.model.damage import Damage
from orcus_tui.model.fight import in_place_order
from orcus_tui.model.message import message
from orcus_tui.rules.system.resolution import Resolution


def is_mob(resolution: Resolution, creature: str) -> bool:
    """Whether damage left over when this creature dies is dealt to the next creature of its mob."""
    return resolution.sheet(creature).kind == "mook" and resolution.option("mook_model") == "pool"


def next_of_mob(resolution: Resolution, creature: str) -> str | None:
    """The next living mook of a mob, in initiative order; the first comes after the last."""
    if not is_mob(resolution, creature):
        return None
    fight = resolution.fight
    group = fight.sheets[creature].group
    mob = [each for each in in_place_order(fight) if fight.sheets[each].group == group]
    place = mob.index(creature)
    for each in (*mob[place + 1 :], *mob[:place]):
        if fight.states[each].life != "dead" and fight.states[each].place == "here":
            return each
    return None


def has_just_died(resolution: Resolution, creature: str) -> bool:
    """Whether a creature died during this command."""
    before = resolution.began.states.get(creature)
    return before is not None and before.life != "dead"


def overflow(resolution: Resolution, damage_dealt: Damage, amount: int) -> Damage | None:
    """The damage left over from a mook's death, for the next mook of its mob, if there is one."""
    victim = damage_dealt.target
    next_mook = next_of_mob(resolution, victim) if amount > 0 else None
    if next_mook is None:
        return None
    cause = message("overflow", victim=victim)
    return replace(damage_dealt, target=next_mook, rolled=amount, halving_count=0, cause=cause)
