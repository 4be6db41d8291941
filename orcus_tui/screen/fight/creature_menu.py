"""The menu of a creature, with everything that it can do or suffer.

A new row is one row of `MENU_ROWS`; the system's actions and the creature's powers are added automatically.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.creature import State
from orcus_tui.model.events import HitPointsChanged
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.rules.system import System
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.screen.fight.keys import KeyLine, waits_for_more
from orcus_tui.screen.fight.targeting import fallen_ally, power_line
from orcus_tui.screen.fight.view import View
from orcus_tui.session.ahead.dry_run import DryRun, dry_run
from orcus_tui.session.stat_block_text import attack_of, damage_of, save_of

ACTION_KEYS = {"stand": "s", "escape": "x"}
"""The keys of frequent actions; other actions have the first free letter of their names."""
AT_ONCE = "at once: "
"""The mark of a row whose line runs as soon as it is chosen; other rows begin a line."""
BY_SEARCH = "/"
"""The sign for a row without a key, which is found by typing."""
MOVING_KEYS = "jk"
"""The letters that move in a menu."""
LAST_DIGIT = 9


Fits = Callable[[System, State], bool]


class MenuRow(Struct, frozen=True):
    """A row of the menu: its key, its name, a description, its command, and when it is useful.

    `line` has `{targets}` for the marked or selected creatures and `{selected}` for one. `step` is what the line does
    to the selected creature, if the rules may refuse it.
    """

    key: str
    name: str
    about: str
    line: str
    fits: Fits = lambda _, __: True
    step: Callable[[steps.Targets], steps.Step] | None = None


def _is_alive(_: System, state: State) -> bool:
    return state.life != "dead" and state.place == "here"


def _has_recoveries(system: System, state: State) -> bool:
    return bool(state.recoveries) and _is_alive(system, state)


def _has_action_point(system: System, state: State) -> bool:
    return bool(state.action_points) and _is_alive(system, state)


def _is_in_sight(system: System, state: State) -> bool:
    return not state.hidden and _is_alive(system, state)


def _is_dying(system: System, state: State) -> bool:
    return state.hp is not None and state.hp <= 0 and _is_alive(system, state)


MENU_ROWS = (
    MenuRow(
        "r", "rally", "spends one of its {recoveries} as an action", "rally {selected}", _has_recoveries, steps.Rally
    ),
    MenuRow("c", "recover", "spends one of its {recoveries}", "recover {selected}", _has_recoveries, steps.Recover),
    MenuRow(
        "p",
        "action point",
        "spends an action point for one more action",
        "ap {selected}",
        _has_action_point,
        typed_steps.ActionPoint,
    ),
    MenuRow("h", "hide", "hides it from the players", "hide {targets}", _is_in_sight),
    MenuRow("h", "reveal", "shows it to the players again", "reveal {targets}", lambda _, state: state.hidden),
    MenuRow("b", "stabilize", "it is no longer dying", "stabilize {selected}", _is_dying, steps.Stabilize),
    MenuRow("o", "knock out", "unconscious, but not dying", "knockout {targets}", _is_alive),
    MenuRow("K", "kill", "it dies", "kill {targets}", _is_alive),
    MenuRow("v", "revive", "brings it back from the dead", "revive {selected}", lambda _, state: state.life == "dead"),
    MenuRow("e", "enter", "comes out of the reserve", "enter {targets}", lambda _, state: state.place == "reserve"),
    MenuRow("e", "reserve", "waits off stage", "reserve {targets}", _is_alive),
    MenuRow("d", "drop", "leaves the fight for good", "drop {targets}", lambda _, state: state.place != "gone"),
    MenuRow("n", "note", "adds a note to its card", 'note {selected} "'),
)


def creature_menu(view: View) -> Menu:
    """All actions of the selected creature, and all actions on it.

    Rows with `{targets}` act on all marked creatures.
    """
    name = view.fight.sheets[view.selected].name
    others = f" and {len(view.marked)} marked" if view.marked else ""
    choices = [*_creature_rows(view), *_powers(view), *_actions(view)]
    return Menu(f"{name}{others}", choices, has_search=False, has_details=False, place="In the menu of a creature")


def _creature_rows(view: View) -> Iterator[Choice]:
    state = view.fight.states[view.selected]
    for each in MENU_ROWS:
        if each.fits(view.system, state) and (each.step is None or _is_allowed(view, each.step((view.selected,)))):
            line = each.line.replace("{selected}", view.selected).replace("{targets}", ",".join(view.targets))
            about = each.about.replace("{recoveries}", view.formatter.word("recoveries"))
            yield _choice(each.key, each.name, about, KeyLine(line), "Creature")


def _is_allowed(view: View, step: steps.Step) -> bool:
    """Whether the rules allow the selected creature to do this; for a recovery, whether it would restore hit points."""
    trial = dry_run(view.fight_view)
    try:
        trial.carry_out(step)
    except Impossible:
        return False
    return not isinstance(step, steps.Rally | steps.Recover) or not _heals_nothing(trial)


def _heals_nothing(trial: DryRun) -> bool:
    """Whether a recovery is too small to ever restore hit points, such as a quarter of 1."""
    changes = [each for each in trial.events if isinstance(each, HitPointsChanged)]
    return any(not each.healing and (each.hp, each.temp_hp) == (each.was_hp, each.was_temp_hp) for each in changes)


def _choice(key: str, name: str, about: str, line: KeyLine, group: str) -> Choice:
    result = DialogResult("insert" if waits_for_more(line.text) else "do", line.text, line.targets)
    about = about if result.action == "insert" else f"{AT_ONCE}{about}"
    return Choice(f"{key or BY_SEARCH}  {name}", about, result, group=group, key=key)


def _actions(view: View) -> Iterator[Choice]:
    """The actions of the system, for a creature that is up."""
    if creature_standing(view.fight_view, view.selected) != "up":
        return
    by = "" if view.selected == view.fight.active else f" by {view.selected}"
    for (name, action), key in zip(view.system.do_actions.items(), action_keys(view.system), strict=True):
        waits = action.needs_target or bool(action.counts) or action.after_check
        if not waits and not _is_allowed(view, typed_steps.Do(name, source=view.selected)):
            continue
        about = f"{action.cost}: {action.means}" if action.cost else action.means
        beginning = f"do {name} "
        fallen = fallen_ally(view.fight_view, view.selected) if action.for_the_fallen else ""
        line = KeyLine(f"do {name}{by}{' ' * waits}")
        if fallen:
            line = KeyLine(f"{beginning}{fallen}{by} ", (len(beginning), len(beginning + fallen)))
        yield _choice(key, name, about, line, "Actions")


def action_keys(system: System) -> Sequence[str]:
    """A key for each action of the system: a letter of its name, preferably the first; empty if none is free."""
    names = [*system.do_actions]
    keys = {name: key for name, key in ACTION_KEYS.items() if name in names}
    taken = {*(each.key for each in MENU_ROWS), *ACTION_KEYS.values(), *MOVING_KEYS}
    for place in range(max(map(len, names), default=0)):
        for name in names:
            letters = name[place : place + 1]
            key = next((each for each in (letters, letters.upper()) if each.isalpha() and each not in taken), "")
            if name not in keys and key:
                keys[name] = key
                taken.add(key)
    return [keys.get(name, "") for name in names]


def _powers(view: View) -> Iterator[Choice]:
    """The creature's powers, in and out of its turn."""
    for number, power in enumerate(view.fight.sheets[view.selected].powers, start=1):
        key = str(number) if number <= LAST_DIGIT else ""
        line = power_line(view, view.selected, power)
        about = "  ".join(each for each in (attack_of(power), save_of(power), damage_of(power)) if each)
        yield _choice(key, power.name, about or power.text, line, "Powers")
