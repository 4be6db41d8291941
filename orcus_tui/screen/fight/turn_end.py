"""The key that ends a turn: it asks about powers to sustain, and ends the turns of a folded group together."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model.effect import Effect
from orcus_tui.rules.turn import lapse_unmaintained
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.open_dialogs import follow_line
from orcus_tui.screen.fight.panes import INITIATIVE, TIMERS
from orcus_tui.screen.fight.session_worker import Outcome
from orcus_tui.screen.fight.view import View, leave_question, mob_with_turns_left, next_mob, target_word


def end_turn(screen: FightScreen) -> None:
    """Ends the turn, after asking about a power that would end with it."""
    if screen.pending:  # a pending line may sustain the power, or begin another turn
        screen.follow_up = partial(_end_turn_later, screen)
        return
    upkeep = tuple(each.name for each in unmaintained_powers(screen.view, screen.view.fight.active))
    if upkeep:
        screen.go_to(TIMERS.id)
        screen.show(replace(screen.view, upkeep=upkeep))
    else:
        _pass(screen)


def _end_turn_later(screen: FightScreen, _: Outcome) -> None:
    if not screen.pending:
        screen.follow_up = None
        end_turn(screen)


def unmaintained_powers(view: View, creature: str | None) -> list[Effect]:
    """The powers of a creature that end with its turn because their action was not spent."""
    if not creature or lapse_unmaintained not in view.system.turn.end:
        return []
    return [each for each in view.fight.states[creature].effects if each.maintain and not each.sustained]


def keep_up(screen: FightScreen) -> None:
    """Spends the action that sustains the power in question; if that is refused, the turn continues."""
    line = f"maintain {as_one_word(screen.view.upkeep[0].lower())}"
    follow_line(screen, line, lambda outcome: (end_without_upkeep if outcome.is_carried_out else leave_upkeep)(screen))
    screen.submit(line)


def end_without_upkeep(screen: FightScreen) -> None:
    """Lets a power end with the turn; after the last such power, ends the turn."""
    upkeep = screen.view.upkeep[1:]
    if upkeep:
        screen.show(replace(screen.view, upkeep=upkeep))
    else:
        leave_upkeep(screen)
        _pass(screen)


def leave_upkeep(screen: FightScreen) -> None:
    """Leaves the question; the turn continues."""
    screen.show(leave_question(screen.view))
    screen.go_to(INITIATIVE.id)


def _pass(screen: FightScreen) -> None:
    """Ends the turn; for a folded group, all its turns up to a creature with a power to sustain."""
    passing = list(_passing_names(screen.view))
    screen.submit(f"next {target_word(screen.view.fight, tuple(passing))}" if len(passing) > 1 else "next")


def _passing_names(view: View) -> Iterator[str]:
    """The creatures of the folded group at its turn whose turns end now."""
    for creature in mob_with_turns_left(view):
        if creature != view.fight.active and unmaintained_powers(view, creature):
            return
        yield creature


def preview_turn(screen: FightScreen) -> None:
    """Previews the next turn, or for a folded group all its turns."""
    mob = mob_with_turns_left(screen.view) or next_mob(screen.view)
    screen.submit(f"preview {target_word(screen.view.fight, mob)}" if len(mob) > 1 else "preview")
