"""The actions of keys without a line: move, select, mark, and open the other screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from time import monotonic

from msgspec.structs import replace

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model.fight import alike_offers
from orcus_tui.model.offer import number_range
from orcus_tui.screen.fight import open_dialogs
from orcus_tui.screen.fight.end_of_fight import open_end
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.keys import KEYS, line_of
from orcus_tui.screen.fight.log import LogBook
from orcus_tui.screen.fight.panes import INITIATIVE, LOG, PANES, TIMERS
from orcus_tui.screen.fight.targeting import line_to_accept, power_line
from orcus_tui.screen.fight.turn_end import end_turn, end_without_upkeep, keep_up, leave_upkeep, preview_turn
from orcus_tui.screen.fight.view import focus_question, toggle_mark
from orcus_tui.session.lookup import card

TO_THE_END = 1_000_000
"""More rows than any pane has."""

DOUBLE_PRESS = 0.5
"""Seconds in which a second press of Enter still belongs to the dialog that the first one finished."""

Action = Callable[[FightScreen], None]


# Moving


def move(by: int, screen: FightScreen) -> None:
    """Moves the cursor of the focused pane down by `by` rows; a pane without a cursor scrolls."""
    pane = screen.focused_pane
    if pane and pane.move:
        screen.change(pane, pane.move(screen.pane_data, by))
    else:
        screen.pane((pane or LOG).id).scroll_by(by)


def page(direction: int, screen: FightScreen) -> None:
    """Moves down or up a page; the log scrolls with its cursor."""
    pane = screen.pane((screen.focused_pane or LOG).id)
    rows = direction * pane.page
    if screen.focused_pane is LOG:
        pane.top += rows
    move(rows, screen)


def go_to_end(direction: int, screen: FightScreen) -> None:
    """Moves to the first row, or the last."""
    if direction < 0 and screen.focused_pane is LOG:
        _go_up_the_log(screen, screen.log_book, _rows_below(screen.log_book))
    else:
        move(direction * TO_THE_END, screen)


def _go_up_the_log(screen: FightScreen, log: LogBook, below: int) -> None:
    """Moves to the first row, reading a long log in parts; stops if another key moves the cursor."""
    if screen.log_book is not log or _rows_below(log) != below:
        return
    has_more = log.select_earlier()
    screen.redraw(LOG.id)
    if has_more:
        screen.call_after_refresh(_go_up_the_log, screen, log, _rows_below(log))


def _rows_below(log: LogBook) -> int:
    """The number of rows from the cursor to the end, which does not change when earlier commands are read."""
    return len(log.rows) - log.cursor


# Selecting


def select(creature: str, screen: FightScreen) -> None:
    """Selects a creature."""
    screen.show(replace(screen.view, selected=creature))


def select_active(screen: FightScreen) -> None:
    """Selects the creature whose turn it is."""
    if screen.view.fight.active:
        select(screen.view.fight.active, screen)


def mark(screen: FightScreen) -> None:
    """Marks or unmarks the selected row, and selects the next."""
    screen.show(toggle_mark(screen.view))


def unmark_all(screen: FightScreen) -> None:
    """Unmarks all creatures; in the log, shows the fight as it was after the command at the cursor."""
    if screen.focused_pane is LOG:
        open_dialogs.open_earlier_state(screen)
        return
    screen.show(replace(screen.view, marked=()))


def fold(screen: FightScreen) -> None:
    """Folds or unfolds the group or command at the cursor."""
    pane = screen.focused_pane or INITIATIVE
    before = screen.view
    screen.change(pane, pane.fold(screen.pane_data))
    screen.redraw("header")  # the name of the group whose turn it is, or of one of its creatures
    if pane is not LOG and screen.view is before:
        screen.show_message("no group to fold")


def explain(screen: FightScreen) -> None:
    """Explains the selected creature; in the log, shows the sums of a command's rolls."""
    if screen.focused_pane is LOG:
        screen.log_book.toggle_sums()
        screen.redraw(LOG.id)
    else:
        screen.submit(line_of(KEYS["why"].line, (), screen.view.selected).text)


def enter(screen: FightScreen) -> None:
    """Runs the Enter action of the focused pane."""
    pane = screen.focused_pane or INITIATIVE
    ENTER_ACTIONS[pane.enter](screen)


def open_stat_block(screen: FightScreen) -> None:
    """Opens the stat block of the selected creature, unless Enter has just finished a dialog and is pressed twice."""
    view = screen.view
    if view.selected and monotonic() - screen.dialog_finished_at > DOUBLE_PRESS:
        screen.open_text(f"show {view.selected}", card(view.fight_view, view.selected))


ENTER_ACTIONS: Mapping[str, Action] = {"stat-block": open_stat_block, "fold": fold}
"""The Enter actions of panes, by the word in the table of panes."""


# Questions and lines


def answer_oldest(screen: FightScreen) -> None:
    """Focuses the oldest open question; if there is none, accepts the oldest offer."""
    fight = screen.view.fight
    if fight.questions:
        screen.go_to(TIMERS.id)
        screen.show(focus_question(screen.view, fight.questions[0].id))
    elif fight.offers:
        accept_oldest(screen)
    else:
        hint = "; `ask party` asks for the heroes' dice" if fight.asking == "none" else ""
        screen.show_message(f"no open questions{hint}")


def accept_oldest(screen: FightScreen) -> None:
    """Accepts the oldest offer; if it needs more words, begins the line, with the likely target of a power."""
    line = line_to_accept(screen.view, screen.context())
    if line.waits:
        screen.begin_line(line.text, line.targets)
    else:
        screen.submit(line.text)


def decline_oldest(screen: FightScreen) -> None:
    """Declines the oldest offer, with those that share its row."""
    offers = screen.view.fight.offers
    alike = alike_offers(screen.view.fight, offers[0]) if offers else ()
    screen.submit(f"decline {number_range(alike)}" if len(alike) > 1 else "decline")


def begin_power(number: int, screen: FightScreen) -> None:
    """Begins an attack or a use with a power of the creature whose turn it is, on the marked or selected creatures."""
    view = screen.view
    user = view.fight.active or view.selected
    powers = view.fight.sheets[user].powers if user else ()
    if number > len(powers):
        screen.show_message(f"no power {number}")
        return
    line = power_line(view, user, powers[number - 1])
    screen.begin_line(line.text, line.targets, line.tail)


def save_party(screen: FightScreen) -> None:
    """Begins the line that saves the heroes to their party file, or creates one; or shows why it cannot."""
    from orcus_tui.session.party_file import party_of

    party = party_of(screen.session)
    if screen.session.is_following or screen.view.fight.phase == "turns":
        screen.submit("keep")  # the line is refused with the reason
    elif party:
        screen.begin_line(f"keep {as_one_word(str(party))}")
        screen.show_message("Enter saves the heroes as they are now to this file")
    else:
        screen.begin_line("keep party.toml")
        screen.show_message("no party file yet: this line creates one")


def act(screen: FightScreen) -> None:
    """Lets a delaying or readied creature act: the selected one, or the only one.

    If this would end a turn in which nothing has been done, the line waits for Enter, and its preview says so.
    """
    fight, selected = screen.view.fight, screen.view.selected
    waiting = [*fight.delayed, *fight.readied]
    if selected in waiting or len(waiting) == 1:
        actor = selected if selected in waiting else waiting[0]
        if actor in fight.delayed and fight.turn and not fight.turn.acted:
            screen.begin_line(f"act {actor}")
        else:
            screen.submit(f"act {actor}")
    elif waiting:
        screen.begin_line("act ")
    else:
        screen.show_message("no creature is delaying or has readied an action")


def search(screen: FightScreen) -> None:
    """Opens the search of the log."""
    from orcus_tui.screen.fight.log_search import LogSearch

    screen.pane_before_search = screen.chosen_pane
    screen.go_to(LOG.id)
    screen.mount_inputs()
    log_search = screen.query_one(LogSearch)
    log_search.value = ""
    screen.add_class("-searching")
    screen.set_focus(log_search)
    screen.redraw("footer")


def leave(screen: FightScreen) -> None:
    """Quits; if the fight is not saved, warns first."""
    if screen.may_quit():
        screen.submit("quit")


# The players' view, whose modules are loaded when it is first opened


def open_players_view(screen: FightScreen) -> None:
    """Opens the players' view: starts it, or shows its address and stops it."""
    from orcus_tui.screen.fight import players_view

    players_view.open_players_view(screen)


def accept_proposal(screen: FightScreen) -> None:
    """Accepts the proposal on the strip."""
    from orcus_tui.screen.fight import phones

    phones.accept_shown(screen)


def open_inbox(screen: FightScreen) -> None:
    """Opens the proposals of phones."""
    from orcus_tui.screen.fight import phones

    phones.open_inbox(screen)


ACTIONS: Mapping[str, Action] = {
    "select-next": partial(move, 1),
    "select-previous": partial(move, -1),
    "page-down": partial(page, 1),
    "page-up": partial(page, -1),
    "first": partial(go_to_end, -1),
    "last": partial(go_to_end, 1),
    "select-active": select_active,
    "mark": mark,
    "unmark-all": unmark_all,
    "fold": fold,
    "why": explain,
    "next-pane": partial(FightScreen.go_to_next_pane, direction=1),
    "previous-pane": partial(FightScreen.go_to_next_pane, direction=-1),
    **{f"pane-{pane.id}": partial(FightScreen.go_to, id_=pane.id) for pane in PANES if pane.key},
    "stat-block": enter,
    "answer": answer_oldest,
    "decline": decline_oldest,
    "search": search,
    "turn-clock": FightScreen.switch_turn_clock,
    "command": partial(FightScreen.begin_line, text=""),
    "act": act,
    "keep": save_party,
    "next": end_turn,
    "preview": preview_turn,
    "upkeep-y": keep_up,
    "upkeep-n": end_without_upkeep,
    "upkeep-escape": leave_upkeep,
    "begin": open_dialogs.begin_fight,
    "initiative": open_dialogs.open_initiative,
    "menu": open_dialogs.open_creature_menu,
    "end-fight": open_end,
    "quit": leave,
    "add": open_dialogs.open_creatures,
    "open": open_dialogs.open_files,
    "build": open_dialogs.open_builder,
    "hero": open_dialogs.open_hero_form,
    "import": open_dialogs.open_importer,
    "help": open_dialogs.open_help,
    "notes": open_dialogs.open_notes,
    "odds": open_dialogs.open_odds,
    "campaign": open_dialogs.open_campaign,
    "report": open_dialogs.open_report,
    "players": open_players_view,
    "accept": accept_proposal,
    "inbox": open_inbox,
    **{f"power-{number}": partial(begin_power, number) for number in range(1, 10)},
}
"""The actions of keys without a line, and of the question about upkeep, by the ids of the keys."""
