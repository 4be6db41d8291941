"""The line that begins a power: its verb, its name, its targets, and who uses it."""

from collections.abc import Sequence

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model.fight import is_enemy
from orcus_tui.model.power import Power
from orcus_tui.screen.fight.aim import most_hurt, nearest_enemy
from orcus_tui.screen.fight.groups import word_for
from orcus_tui.screen.fight.keys import KeyLine
from orcus_tui.screen.fight.view import View, mob_at_turn


def power_line(view: View, user: str, power: Power) -> KeyLine:
    """The beginning of a line that uses a power, on those marked, or on its targets."""
    attacks = power.bonus is not None
    targets = ",".join(targets_of(view, user, power))
    users = _users(view, user) if attacks else user
    by = f"by {users} " if targets and users != view.fight.active else ""
    beginning = f"{'attack' if attacks else 'use'} {as_one_word(power.name.lower())} "
    text = f"{beginning}{targets}{' ' * bool(targets)}{by}"
    return KeyLine(text, (len(beginning), len(beginning + targets)))


def targets_of(view: View, user: str, power: Power) -> Sequence[str]:
    """The targets filled in for a power: those marked, else the selected one if the power is meant for its like.

    Else it is the nearest enemy for a power that harms, and the most hurt ally for one that heals.
    """
    if view.marked:
        return view.marked
    fight, others = view.fight, [each for each in view.targets if each != user]
    against = bool(view.selected and is_enemy(fight, user, view.selected))
    if power.harms and not against:
        enemy = nearest_enemy(view.fight_view, user, view.aimed.get(fight.sheets[user].side, ""))
        return (enemy,) if enemy else others
    if power.heals and (against or not others):
        hurt = most_hurt(view.fight_view, user)
        return (hurt,) if hurt else ()
    return others


def _users(view: View, user: str) -> str:
    """Who attacks: the creature, or all of its folded group at their turn."""
    mob = mob_at_turn(view) if user == view.fight.active else ()
    return word_for(view.fight, mob) if mob else user
