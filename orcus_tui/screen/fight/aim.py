"""The targets of a power: an enemy of its user, where none was chosen, and which targets are its user's allies."""

from orcus_tui.model.fight import Fight, in_place_order, is_enemy
from orcus_tui.model.steps import Attack, AttackByEach, Step, UsePower
from orcus_tui.rules.stats import creature_standing
from orcus_tui.rules.system import FightView


def nearest_enemy(view: FightView, creature: str, last: str = "") -> str:
    """The enemy a creature aims at: the last one that its side aimed at, else the first in the order that is up.

    Those who are hidden come after those in sight, those who are down last; empty where there is nobody.
    """
    fight = view.fight
    enemies = [each for each in in_place_order(fight) if is_enemy(fight, creature, each)]
    standing = {each: creature_standing(view, each) for each in enemies}
    up = [each for each in enemies if standing[each] == "up"]
    in_sight = [each for each in up if not fight.states[each].hidden]
    if last in in_sight:
        return last
    down = [each for each in enemies if standing[each] == "down"]
    return next(iter((*in_sight, *up, *down)), "")


def most_hurt(view: FightView, creature: str) -> str:
    """The most hurt on the side of a creature, itself included, by the share of hit points left.

    Empty where nobody has lost any, or hit points do not say so.
    """
    fight, left = view.fight, {}
    for each, state in fight.states.items():
        most = fight.sheets[each].max_hp
        in_the_fight = creature_standing(view, each) in ("up", "down")
        if in_the_fight and most and state.hp is not None and fight.sheets[each].side == fight.sheets[creature].side:
            left[each] = state.hp / most
    hurt = min(left, key=lambda each: left[each], default="")
    return hurt if hurt and left[hurt] < 1 else ""


def allies_aimed_at(fight: Fight, step: Step) -> tuple[str, ...]:
    """The targets of an attack that are on the side of whoever makes it, the attacker too where it aims at itself."""
    if isinstance(step, AttackByEach):
        return _allies(fight, step.sources, step.attack)
    if isinstance(step, Attack | UsePower):
        return _allies(fight, (step.source or fight.active or "",), step)
    return ()


def _allies(fight: Fight, users: tuple[str, ...], step: Attack | UsePower) -> tuple[str, ...]:
    sheet = fight.sheets.get(users[0])
    if sheet is None or sheet.side == "neutral":
        return ()
    power = next((each for each in sheet.powers if each.name == step.power), None)
    if power is None or not power.harms:
        return ()
    meant = users if power.origin == "self" else ()
    return tuple(each for each in step.targets if fight.sheets[each].side == sheet.side and each not in meant)
