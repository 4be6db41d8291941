"""The menu at the end of a fight: the proposals of the campaign, then the possible next steps."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.screen.fight.open_dialogs import RESULTS, open_over
from orcus_tui.screen.fight.view import foes_left
from orcus_tui.storage.encounter.read import party_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from orcus_tui.screen.dialogs.choices import DialogResult
    from orcus_tui.screen.fight.fight_screen import FightScreen
    from orcus_tui.screen.fight.session_worker import Outcome
    from orcus_tui.session.recorded_fight import EndProposal


def open_end(screen: FightScreen) -> None:
    """Opens the menu at the end of the fight; asks first if foes are left."""
    from orcus_tui.screen.dialogs.chooser import Chooser
    from orcus_tui.screen.fight.menus import standing_menu

    if screen.view.fight.phase != "turns" or not foes_left(screen.view):
        _open_menu(screen)
        return

    def carry_out(result: DialogResult | None) -> None:
        if result:
            _open_menu(screen)

    open_over(screen, Chooser(screen.palette, standing_menu(screen.view)), carry_out)


def _open_menu(screen: FightScreen, taken: frozenset[str] = frozenset(), *, done: str = "") -> None:
    """Opens the menu, and reopens it after each choice that leaves something to decide.

    `taken` are accepted proposals; `done` is the line that was just carried out, which the title names.
    """
    from orcus_tui.screen.dialogs.chooser import Chooser
    from orcus_tui.screen.fight.menus import end_menu

    campaign = screen.session.campaign
    proposals = {each.text: each for each in campaign.proposals(screen.session)} if campaign else {}
    left = [each for text, each in proposals.items() if text not in taken]
    menu = end_menu(screen.view, left, in_campaign=campaign is not None)
    if done:
        menu = replace(menu, title=f"{menu.title} · done: {done}")

    def carry_out(result: DialogResult | None) -> None:
        if result is None:
            return
        if result.action in ("take", "edit", "leave"):
            _decide(screen, result, proposals[result.argument], taken)
        elif result.action == "end":
            _end_at_once(screen)
        elif result.action == "rest":
            _rest(screen, result.argument, taken)
        else:
            if result.action == "do" and result.argument != "begin next":
                _come_back_after(screen, result.argument, taken)
            RESULTS[result.action](screen, result.argument)

    open_over(screen, Chooser(screen.palette, menu), carry_out)


def _end_at_once(screen: FightScreen) -> None:
    """Finishes, rests and saves the heroes, then asks which recoveries the hurt heroes spend."""
    from orcus_tui.screen.fight.menus import lines_to_end

    campaign, encounter = screen.session.campaign, screen.session.fight_files.encounter
    party = party_file(encounter) if encounter else None
    party = party or (campaign.party if campaign else None)
    lines = lines_to_end(screen.view, str(party or ""))
    screen.follow_up = partial(_spend_recoveries, screen, lines[-1])
    for line in lines:
        screen.submit(line)


def _spend_recoveries(screen: FightScreen, keep: str, outcome: Outcome) -> None:
    """Once the heroes are saved, asks which recoveries the hurt heroes spend, and saves them again."""
    from orcus_tui.screen.dialogs.rest_form import RestForm, hurt_heroes

    if outcome.line != keep:
        return
    screen.follow_up = None
    is_saved = outcome.result is not None and not outcome.result.error
    if not (is_saved and hurt_heroes(screen.context())):
        return

    def carry_out(lines: Sequence[str] | None) -> None:
        if lines:
            screen.follow_up = partial(_keep_again, screen, lines[-1], keep)
        for line in lines or ():
            screen.submit(line)

    title = f"rested and saved: {screen.view.formatter.word('recoveries')} to spend"
    open_over(screen, RestForm(screen.palette, screen.context(), title, "spend and save"), carry_out)


def _keep_again(screen: FightScreen, last: str, keep: str, outcome: Outcome) -> None:
    """Saves the heroes again after the last recovery, unless its dice are still asked for."""
    if outcome.line != last:
        return
    screen.follow_up = None
    if outcome.fight.questions:
        screen.show_message(f"answer the dice with {screen.key_labels['answer']}; then `{keep}` saves the heroes again")
    else:
        screen.submit(keep)


def _rest(screen: FightScreen, length: str, taken: frozenset[str]) -> None:
    """Asks which recoveries the heroes spend, then rests and opens the menu again."""
    from orcus_tui.screen.dialogs.rest_form import RestForm, resting_heroes

    rest = f"rest {length}"

    def carry_out(lines: Sequence[str] | None) -> None:
        if lines is None:
            return
        _come_back_after(screen, rest, taken)
        for line in (*lines, rest):
            screen.submit(line)

    if resting_heroes(screen.context()):
        words = screen.view.system.words.rests
        own = next((word for word, meant in words.items() if meant == length), length)
        open_over(screen, RestForm(screen.palette, screen.context(), f"rest {own}"), carry_out)
    else:
        carry_out(())


def _decide(screen: FightScreen, result: DialogResult, proposal: EndProposal, taken: frozenset[str]) -> None:
    """Accepts a proposal, leaves it out, or begins a line to replace it."""
    line = proposal.take if result.action == "take" else proposal.leave
    if result.action == "edit":
        if line:
            screen.submit(line)
        screen.begin_line(proposal.edit)
    elif line:
        _come_back_after(screen, line, taken | {proposal.text})
        screen.submit(line)
    else:
        _open_menu(screen, taken | {proposal.text})


def _come_back_after(screen: FightScreen, line: str, taken: frozenset[str]) -> None:
    screen.follow_up = partial(_open_again, screen, line, taken)


def _open_again(screen: FightScreen, line: str, taken: frozenset[str], outcome: Outcome) -> None:
    if outcome.line != line:
        return
    screen.follow_up = None
    if outcome.result and not outcome.result.error:
        _open_menu(screen, taken, done=line)
