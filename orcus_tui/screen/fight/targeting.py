"""The line that a power's key types, its likely targets, and a check for allies among the targets."""

from collections.abc import Sequence

from orcus_tui.commands.context import Context
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.dice import maximise
from orcus_tui.model.fight import Fight, in_place_order, is_enemy
from orcus_tui.model.power import Power
from orcus_tui.model.steps import Step
from orcus_tui.model.typed_steps import Accept, Attack, AttackByEach, UseByEach, UsePower
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.system import FightView
from orcus_tui.screen.fight.keys import KeyLine
from orcus_tui.screen.fight.view import View, mob_at_turn, nearest_enemy, target_word

_WORDS_FOR_SEVERAL = frozenset({"all", "each", "every", "enemies", "creatures", "targets", "foes"})
"""Words after the range of a power with several targets: `melee, all enemies`."""


def power_line(view: View, user: str, power: Power) -> KeyLine:
    """The beginning of a line that uses a power on the marked creatures or on likely targets.

    The members of a folded group all use it, and share several targets.
    """
    attacks = power.bonus is not None
    aimed_at = targets_of(view, user, power)
    targets = ",".join(aimed_at)
    users = _users(view, user) if attacks or power.harms else user
    by = f"by {users} " if targets and users != view.fight.active else ""
    shared = attacks and by and users != user and len(aimed_at) > 1 and power.origin in ("melee", "ranged")
    beginning = f"{'attack' if attacks else 'use'} {as_one_word(power.name.lower())} "
    text = f"{beginning}{targets}{' ' * bool(targets)}{'split ' if shared else ''}{by}"
    return KeyLine(text, (len(beginning), len(beginning + targets)))


def targets_of(view: View, user: str, power: Power) -> Sequence[str]:
    """The targets filled in for a power: the marked creatures, or the selected one if it suits the power.

    If there are none, it is the nearest enemy for a power that harms, and the most hurt ally for a power that heals. A
    power that harms gets at most as many members of a folded group as it may have targets.
    """
    if view.marked:
        return view.marked
    fight, others = view.fight, [each for each in view.targets if each != user]
    against = bool(view.selected and is_enemy(fight, user, view.selected))
    if power.harms and not against:
        enemy = nearest_enemy(view.fight_view, user, view.last_targets.get(fight.sheets[user].side, ""))
        return (enemy,) if enemy else others
    if power.heals and (against or not others):
        hurt = most_hurt(view.fight_view, user)
        return (hurt,) if hurt else ()
    return others[: _most_targets(power)] if power.harms else others


def _most_targets(power: Power) -> int | None:
    """The most targets that a power may have; None without a limit.

    An attack without an area has one target, unless the power says otherwise.
    """
    if power.targets is not None:
        return maximise(power.targets).total
    is_for_several = _WORDS_FOR_SEVERAL.intersection(power.range.lower().replace(",", " ").split())
    is_attack = power.bonus is not None and power.origin in ("melee", "ranged")
    return 1 if is_attack and not is_for_several else None


def line_to_accept(view: View, context: Context) -> KeyLine:
    """The line that accepts the oldest offer; if it needs more words, its beginning, with a power's likely target."""
    from orcus_tui.commands.reading import read_line  # imported by the first line that is read

    line = f"accept {view.fight.offers[0].id}"
    command = read_line(line, len(line), context).command
    targets = offered_targets(view, command.step) if command else ""
    if command and not targets:
        return KeyLine(line)
    filled = (len(line) + 1, len(line) + 1 + len(targets)) if targets else (0, 0)
    return KeyLine(f"{line} {targets}", filled, waits=True)


def offered_targets(view: View, step: Step) -> str:
    """The likely targets of an offered power that harms, if the offer names none; else empty."""
    use = step.step if isinstance(step, Accept) else None
    if not isinstance(use, UsePower) or use.targets or not use.source:
        return ""
    power = view.fight.sheets[use.source].power_named(use.power)
    return ",".join(targets_of(view, use.source, power)) if power and power.harms else ""


def next_target(view: FightView, target: str) -> str:
    """The next creature of a target's side that is up, in the order; empty if there is no other."""
    fight = view.fight
    if target not in fight.states:
        return ""
    side, order = fight.sheets[target].side, in_place_order(fight)
    at = order.index(target)
    others = (each for each in (*order[at + 1 :], *order[:at]) if fight.sheets[each].side == side)
    return next((each for each in others if creature_standing(view, each) == "up"), "")


def _users(view: View, user: str) -> str:
    """The attackers: the creature, or its whole folded group at their turn."""
    mob = mob_at_turn(view) if user == view.fight.active else ()
    return target_word(view.fight, mob) if mob else user


def most_hurt(view: FightView, creature: str) -> str:
    """The most hurt creature on a creature's side, including itself, by the share of hit points left.

    It is empty if nobody has lost hit points, or if the system has none.
    """
    fight, left = view.fight, {}
    for each, state in fight.states.items():
        most = fight.sheets[each].max_hp
        in_the_fight = creature_standing(view, each) in ("up", "down")
        if in_the_fight and most and state.hp is not None and fight.sheets[each].side == fight.sheets[creature].side:
            left[each] = state.hp / most
    hurt = min(left, key=lambda each: left[each], default="")
    return hurt if hurt and left[hurt] < 1 else ""


def fallen_ally(view: FightView, creature: str) -> str:
    """The first creature on a creature's side that is down, stable ones last; empty if there is none."""
    fight = view.fight
    down = [
        each
        for each in in_place_order(fight)
        if fight.sheets[each].side == fight.sheets[creature].side and creature_standing(view, each) == "down"
    ]
    return min(down, key=lambda each: fight.states[each].life != "alive", default="")


def allies_aimed_at(fight: Fight, step: Step) -> tuple[str, ...]:
    """The targets of an attack that are on the attacker's side, including the attacker."""
    if isinstance(step, AttackByEach | UseByEach):
        return _allies(fight, step.sources, step.attack if isinstance(step, AttackByEach) else step.use)
    if isinstance(step, Attack | UsePower):
        return _allies(fight, (step.source or fight.active or "",), step)
    return ()


def _allies(fight: Fight, users: tuple[str, ...], step: Attack | UsePower) -> tuple[str, ...]:
    sheet = fight.sheets.get(users[0])
    if sheet is None or sheet.side == "neutral":
        return ()
    power = sheet.power_named(step.power)
    if power is None or not power.harms:
        return ()
    meant = users if power.origin == "self" else ()
    return tuple(each for each in step.targets if fight.sheets[each].side == sheet.side and each not in meant)
