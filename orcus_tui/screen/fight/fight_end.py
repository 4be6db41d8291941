"""The menu at the end of the fight: what comes next, with the XP, and what each hero has left."""

from collections.abc import Iterator

from orcus_tui.model import steps
from orcus_tui.model.events import ExperienceEarned
from orcus_tui.model.message import message
from orcus_tui.model.text import join_with_and
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.screen.fight.creature_figures import fate
from orcus_tui.screen.fight.view import View, no_foe_is_left
from orcus_tui.session.ahead.dry_run import DryRun
from orcus_tui.session.log_text import LINES


def end_menu(view: View) -> Menu:
    """What comes next: finish with XP, rest, keep the party, another fight; and what each hero has left."""
    title = "No foe is left" if no_foe_is_left(view) else "The end of the fight"
    choices = [*_next_steps(view), *_heroes(view)]
    return Menu(title, choices, has_search=False, has_details=False, place="At the end of the fight")


def _next_steps(view: View) -> Iterator[Choice]:
    if view.fight.phase == "turns":
        about = f"{experience_text(view)}{_open_questions(view)}"
        yield _choice("f", "finish", about, DialogResult("do", "finish"))
    words = view.system.words
    for key, length in (("r", "short"), ("R", "long")):
        typed = next((own for own, meant in words.rests.items() if meant == length), length)
        about = f"{view.formatter.text(message(f'rest {length}'))}{_still_dying(view)}{_open_questions(view)}"
        yield _choice(key, f"rest {typed}", about, DialogResult("do", f"rest {length}"))
    yield _choice("K", "keep the party", "saves what the heroes have for the next fight", DialogResult("run", "keep"))
    yield _choice("o", "open", "the next fight, or another one", DialogResult("run", "open"))
    yield _choice(
        "F", "figures", "who dealt, took and healed what, and how the fight went", DialogResult("run", "report")
    )
    yield _choice("E", "export the log", "as .md, .html, .txt or .json", DialogResult("run", "export"))


def _still_dying(view: View) -> str:
    """The heroes who are still dying, to go after what a rest is; empty where there are none."""
    sheets = view.fight.sheets
    dying = [each.name for key, each in sheets.items() if each.side == "party" and fate(view, key) == "dying"]
    return f"; {join_with_and(dying)} {'is' if len(dying) == 1 else 'are'} still dying" if dying else ""


def _open_questions(view: View) -> str:
    """How many dice are still asked for, to go after what would leave them behind; empty where none are."""
    count = len(view.fight.questions)
    return f"; {count} {'question is' if count == 1 else 'questions are'} still open" if count else ""


def _choice(key: str, text: str, about: str, result: DialogResult) -> Choice:
    return Choice(f"{key}  {text}", about, result, group="What comes next", key=key)


def experience_text(view: View) -> str:
    """What finishing now would bring: the XP, as the log would say it."""
    run = DryRun(view.fight_view)
    run.carry_out(steps.Finish())
    earned = (each for each in run.events if isinstance(each, ExperienceEarned))
    return "".join(LINES[ExperienceEarned](view.formatter, each) for each in earned)


def _heroes(view: View) -> Iterator[Choice]:
    """A row for each hero, to be read."""
    for creature, sheet in view.fight.sheets.items():
        if sheet.side == "party":
            yield Choice(f"   {sheet.name}", what_is_left(view, creature), group="What each hero has left")


def what_is_left(view: View, creature: str) -> str:
    """Health, recoveries, action points and spent powers of a creature."""
    sheet, state = view.fight.sheets[creature], view.fight.states[creature]
    facts = [view.system.health.in_full(sheet, state), fate(view, creature)]
    if state.recoveries is not None:
        facts.append(f"{view.formatter.word('recoveries')} {state.recoveries}")
    if state.action_points:
        facts.append(f"{view.formatter.word('action points')} {state.action_points}")
    if state.spent:
        facts.append(f"spent: {', '.join(state.spent)}")
    return " · ".join(each for each in facts if each)
