"""The menu at the end of a fight: the proposals of the campaign, then the possible next steps."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model import typed_steps
from orcus_tui.model.events import ExperienceEarned
from orcus_tui.model.message import message
from orcus_tui.model.text import join_with_and, plural
from orcus_tui.rules.templates import resources_text
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.screen.fight.creature_figures import fate
from orcus_tui.screen.fight.open_dialogs import RESULTS, follow_line, open_over
from orcus_tui.screen.fight.view import foes_left, no_foe_left
from orcus_tui.session.ahead.dry_run import dry_run
from orcus_tui.session.log_text import LINES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from orcus_tui.model.history import Timeline
    from orcus_tui.screen.fight.fight_screen import FightScreen
    from orcus_tui.screen.fight.session_worker import Outcome
    from orcus_tui.screen.fight.view import View
    from orcus_tui.session.recorded_fight import EndProposal


NAMED = 3
"""The number of standing foes that are named."""


def open_end(screen: FightScreen) -> None:
    """Opens the menu at the end of the fight; asks first if foes are left."""
    from orcus_tui.screen.dialogs.chooser import Chooser

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
    from orcus_tui.session.party_file import party_of

    lines = lines_to_end(screen.view, str(party_of(screen.session) or ""))
    follow_line(screen, lines[-1], partial(_spend_recoveries, screen))
    for line in lines:
        screen.submit(line)


def _spend_recoveries(screen: FightScreen, kept: Outcome) -> None:
    """Once the heroes are saved, asks which recoveries the hurt heroes spend, and saves them again."""
    from orcus_tui.screen.dialogs.rest_form import RestForm, hurt_heroes

    if not (kept.is_carried_out and hurt_heroes(screen.context())):
        return

    def carry_out(lines: Sequence[str] | None) -> None:
        if not lines:
            screen.show_message(f"no {recoveries} spent: `recover NAME` and `keep` do it later")
        else:
            follow_line(screen, lines[-1], partial(_keep_again, screen, kept.line))
        for line in lines or ():
            screen.submit(line)

    recoveries = screen.view.system.words.term("recoveries")
    title = f"rested and saved: {recoveries} to spend"
    open_over(screen, RestForm(screen.palette, screen.context(), title, "spend and save"), carry_out)


def _keep_again(screen: FightScreen, keep: str, outcome: Outcome) -> None:
    """Saves the heroes again after the last recovery; dice that are asked for are answered first."""
    screen.follow_up = partial(_keep_when_answered, screen, outcome.timeline, keep)
    if outcome.fight.questions:
        screen.show_message(f"answer the dice with {screen.key_labels['answer']}: then the heroes are saved again")
    screen.follow_up(outcome)


def _keep_when_answered(screen: FightScreen, timeline: Timeline, keep: str, outcome: Outcome) -> None:
    """Saves the heroes once no question of their fight is open; another fight that is opened is left alone."""
    if outcome.timeline is not timeline:
        screen.follow_up = None
    elif not outcome.fight.questions:
        screen.follow_up = None
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
        title = f"rest {screen.view.system.words.rest_word(length)}"
        open_over(screen, RestForm(screen.palette, screen.context(), title), carry_out)
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
    def open_again(outcome: Outcome) -> None:
        if outcome.is_carried_out:
            _open_menu(screen, taken, done=line)

    follow_line(screen, line, open_again)


def end_menu(view: View, proposals: Iterable[EndProposal] = (), *, in_campaign: bool = False) -> Menu:
    """The menu after a fight: XP, rests, the party's file, the next fight, and the resources of each hero.

    The proposals of the campaign come first, each to take, edit or leave.
    """
    title = "No foe is left" if no_foe_left(view) else "The end of the fight"
    choices = [*map(_proposal, proposals), *_next_steps(view, in_campaign=in_campaign), *_heroes(view)]
    return Menu(title, choices, has_search=False, has_details=False, place="At the end of the fight")


def standing_menu(view: View) -> Menu:
    """Asks whether to end a fight in which foes are left."""
    names = standing_text([view.fight.sheets[each].name for each in foes_left(view)])
    end = DialogResult("end", "")
    choices = (
        Choice("X  end of fight", "the XP, rests, the party's file", end, key="X"),
        Choice("   Esc", "back to the fight: nothing is lost"),
    )
    return Menu(f"Not over: {names}", choices, has_search=False, has_details=False, place="At the end of the fight")


def standing_text(names: Sequence[str]) -> str:
    """`Ogre is standing`, `Ogre, Goblin 1 and 3 more are standing`."""
    shown = [*names[:NAMED], *([f"{len(names) - NAMED} more"] if len(names) > NAMED else [])]
    return f"{join_with_and(shown)} {'is' if len(names) == 1 else 'are'} standing"


def lines_to_end(view: View, party: str) -> Sequence[str]:
    """The lines that finish the fight, rest briefly and save the heroes to their party file."""
    finish = ("finish",) if view.fight.phase == "turns" else ()
    return (*finish, "rest short", f"keep {as_one_word(party)}" if party else "keep party.toml")


def _proposal(proposal: EndProposal) -> Choice:
    keys = {"e": DialogResult("edit", proposal.text)} if proposal.edit else {}
    keys |= {"x": DialogResult("leave", proposal.text)} if proposal.leave else {}
    group = "For the campaign: Enter takes it, e edits it, x leaves it out"
    return Choice(proposal.text, proposal.about, DialogResult("take", proposal.text), group=group, results_by_key=keys)


def _next_steps(view: View, *, in_campaign: bool) -> Iterator[Choice]:
    if view.fight.phase == "turns":
        rest = view.system.words.rest_word("short")
        recoveries, end = view.formatter.word("recoveries"), DialogResult("end", "all")
        all_at_once = f"finishes, takes a {rest} rest, saves the heroes, asks for {recoveries} to spend"
        yield _end_choice("a", "all at once", f"{all_at_once}{_still_dying(view)}", end)
        about = f"{experience_text(view)}{_open_questions(view)}"
        yield _end_choice("f", "finish", about, DialogResult("do", "finish"))
    for key, length in (("r", "short"), ("R", "long")):
        about = f"{view.formatter.text(message(f'rest {length}'))}{_still_dying(view)}{_open_questions(view)}"
        result = DialogResult("rest", length) if length == "short" else DialogResult("do", f"rest {length}")
        yield _end_choice(key, f"rest {view.system.words.rest_word(length)}", about, result)
    yield _end_choice(
        "K", "keep the party", "saves what the heroes have for the next fight", DialogResult("run", "keep")
    )
    if in_campaign and view.fight.phase != "turns":
        yield _end_choice("n", "begin next", "the next planned fight of the campaign", DialogResult("do", "begin next"))
    yield _end_choice("o", "open", "the next fight, or another one", DialogResult("run", "open"))
    yield _end_choice(
        "F", "figures", "who dealt, took and healed what, and how the fight went", DialogResult("run", "report")
    )
    yield _end_choice("E", "export the log", "as .md, .html, .txt or .json", DialogResult("run", "export"))


def _still_dying(view: View) -> str:
    """A remark about the heroes who are still dying, or an empty string."""
    sheets = view.fight.sheets
    dying = [each.name for key, each in sheets.items() if each.side == "party" and fate(view, key) == "dying"]
    return f"; {join_with_and(dying)} {'is' if len(dying) == 1 else 'are'} still dying" if dying else ""


def _open_questions(view: View) -> str:
    """A remark about questions that are still open, or an empty string."""
    count = len(view.fight.questions)
    return f"; {plural(count, 'question is', 'questions are')} still open" if count else ""


def _end_choice(key: str, text: str, about: str, result: DialogResult) -> Choice:
    return Choice(f"{key}  {text}", about, result, group="What comes next", key=key)


def experience_text(view: View) -> str:
    """The XP for finishing now, in the words of the log."""
    run = dry_run(view.fight_view)
    run.carry_out(typed_steps.Finish())
    earned = (each for each in run.events if isinstance(each, ExperienceEarned))
    return "".join(LINES[ExperienceEarned](view.formatter, each) for each in earned)


def _heroes(view: View) -> Iterator[Choice]:
    """A row for each hero, which can only be read."""
    for creature, sheet in view.fight.sheets.items():
        if sheet.side == "party":
            yield Choice(f"   {sheet.name}", remaining_resources(view, creature), group="What each hero has left")


def remaining_resources(view: View, creature: str) -> str:
    """Health, recoveries, action points, other resources and spent powers of a creature."""
    sheet, state = view.fight.sheets[creature], view.fight.states[creature]
    facts = [view.system.health.in_full(sheet, state), fate(view, creature)]
    if state.recoveries is not None:
        facts.append(f"{view.formatter.word('recoveries')} {state.recoveries}")
    if state.action_points:
        facts.append(f"{view.formatter.word('action points')} {state.action_points}")
    facts.append(resources_text(state.counters, sheet.resources))
    if state.spent:
        facts.append(f"spent: {', '.join(state.spent)}")
    return " · ".join(each for each in facts if each)
