"""The end of a turn by its key: a power that would end with it is asked about, and a folded group passes as one."""

from functools import partial

from msgspec.structs import replace

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model.effect import Effect
from orcus_tui.rules.turn import lapse_unmaintained
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.groups import Members
from orcus_tui.screen.fight.panes import INITIATIVE, TIMERS
from orcus_tui.screen.fight.session_worker import Outcome
from orcus_tui.screen.fight.view import View, leave_question, mob_at_turn

NEXT = "next"


def end_turn(screen: FightScreen) -> None:
    """Ends the turn, unless a power would end with it: that is asked about first."""
    upkeep = tuple(each.name for each in unpaid(screen.view))
    if upkeep and screen.pending:
        screen.follow_up = partial(_end_turn_later, screen)  # what is being carried out may pay for it
    elif upkeep:
        screen.go_to(TIMERS.id)
        screen.show(replace(screen.view, upkeep=upkeep))
    else:
        _pass(screen)


def _end_turn_later(screen: FightScreen, _: Outcome) -> None:
    if not screen.pending:
        screen.follow_up = None
        end_turn(screen)


def unpaid(view: View) -> list[Effect]:
    """The powers of the creature whose turn it is that end with the turn, as their action has not been spent."""
    active = view.fight.active
    if not active or lapse_unmaintained not in view.system.turn.end:
        return []
    return [each for each in view.fight.states[active].effects if each.maintain and not each.sustained]


def keep_up(screen: FightScreen) -> None:
    """Spends the action for the power that is asked about; where that is refused, the turn goes on."""
    line = f"maintain {as_one_word(screen.view.upkeep[0].lower())}"
    screen.follow_up = partial(_after_upkeep, screen, line)
    screen.submit(line)


def _after_upkeep(screen: FightScreen, line: str, outcome: Outcome) -> None:
    """Goes on to the next power, or ends the turn."""
    if outcome.line != line:
        return
    screen.follow_up = None
    if outcome.result is None or outcome.result.error:
        stay(screen)
    else:
        let_end(screen)


def let_end(screen: FightScreen) -> None:
    """Lets a power end with the turn; after the last one the turn ends."""
    upkeep = screen.view.upkeep[1:]
    if upkeep:
        screen.show(replace(screen.view, upkeep=upkeep))
    else:
        stay(screen)
        _pass(screen)


def stay(screen: FightScreen) -> None:
    """Leaves the question; the turn goes on."""
    screen.show(leave_question(screen.view))
    screen.go_to(INITIATIVE.id)


def _pass(screen: FightScreen) -> None:
    """Ends the turn; of a folded group the turns of all, as long as nothing is asked."""
    mob = mob_at_turn(screen.view)
    if mob:
        screen.follow_up = partial(_pass_on, screen, mob)
    screen.submit(NEXT)


def _pass_on(screen: FightScreen, mob: Members, outcome: Outcome) -> None:
    """Ends the turn of the next one of a group; stops at a question and at an error."""
    if outcome.line != NEXT:
        return
    fight = outcome.fight
    failed = outcome.result is None or bool(outcome.result.error)
    if not failed and not fight.questions and fight.active in mob:
        screen.submit(NEXT)
    else:
        screen.follow_up = None
