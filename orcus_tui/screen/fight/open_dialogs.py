"""The dialogs over the fight, and the actions for their results."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.errors import OrcusError
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.workers import start_worker
from orcus_tui.storage.storage_error import StorageError

if TYPE_CHECKING:
    from textual.screen import Screen

    from orcus_tui.screen.dialogs.choices import DialogResult, Menu
    from orcus_tui.screen.dialogs.initiative_form import Totals
    from orcus_tui.screen.fight.session_worker import Outcome

Answer = TypeVar("Answer")
Results = Mapping[str, Callable[[FightScreen, str], object]]
"""An action for each kind of result; it takes the argument of the result."""

MANY_COMMANDS = 1_000
"""With at least this many commands, the figures of a fight take a noticeable time."""


def open_help(screen: FightScreen) -> None:
    """Opens all keys, verbs and conditions."""
    from orcus_tui.screen.fight.help_menu import Own, help_menu

    own = Own(screen.session.aliases, screen.user_input.lines)
    choose(screen, help_menu(screen.view.system, screen.user_input.keys, screen.view.targets, own))


def open_creature_menu(screen: FightScreen) -> None:
    """Opens the menu of the selected creature."""
    from orcus_tui.screen.fight.creature_menu import creature_menu

    if screen.view.selected:
        choose(screen, creature_menu(screen.view))
    else:
        screen.show_message("no creature is selected")


def open_campaign(screen: FightScreen) -> None:
    """Opens the campaign: its fights in order, the day, XP and loot."""
    from orcus_tui.screen.dialogs.campaign_viewer import CampaignViewer

    campaign = screen.session.campaign
    if campaign is None:
        screen.show_message("no campaign is open; `orcus-tui campaign play FOLDER` opens one")
    else:
        screen.app.push_screen(CampaignViewer(screen.palette, campaign, screen.view.fight))


def open_notes(screen: FightScreen) -> None:
    """Opens the texts and the events of the encounter."""
    from orcus_tui.session.encounter_notes import briefing_lines

    lines, headings = briefing_lines(screen.view.fight_view)
    if lines:
        screen.open_text(screen.view.fight.name, lines, headings)
    else:
        screen.show_message("this encounter has no notes and no events")


def open_earlier_state(screen: FightScreen) -> None:
    """Opens the fight as it was after the command at the cursor of the log; `undo N` goes back to it."""
    from orcus_tui.screen.fight.earlier_state import EarlierState

    entry = screen.log_book.entry_at_cursor
    if entry is None or entry.after is None or entry.undone:
        screen.show_message("no state of the fight here: pick a command that was carried out")
        return
    count = screen.log_book.changes_since(entry)
    selected = entry.after.active or next(iter(entry.after.states), "")
    view = View(screen.session.view_of(entry.after), selected=selected, toggled=screen.view.toggled)

    def carry_out(goes_back: bool | None) -> None:  # noqa: FBT001  # as a dialog returns it
        if goes_back:
            screen.submit(f"undo {count}")

    open_over(screen, EarlierState(screen.palette, view, entry.command, count), carry_out)


def open_odds(screen: FightScreen) -> None:
    """Opens the odds: the fight is simulated from its current state."""
    from orcus_tui.screen.dialogs.odds_viewer import OddsViewer
    from orcus_tui.simulation.day import Day, with_library

    try:
        day = with_library(Day((screen.view.fight,)), screen.session.library)
    except OrcusError as fault:
        screen.show_message(str(fault))
        return
    screen.app.push_screen(OddsViewer(screen.palette, day))


def open_report(screen: FightScreen) -> None:
    """Opens the figures of the fight so far, computed in the background; a message announces that for a long fight."""

    async def read_and_open() -> None:
        try:
            lines = await asyncio.to_thread(_report_lines, screen)
        except StorageError as fault:
            screen.show_message(str(fault), "error")
            return
        screen.open_text("report", lines)

    commands = len(screen.session.timeline.executions)
    if commands >= MANY_COMMANDS:
        screen.show_message(f"reading {commands:,} commands for the report", about="report")

    start_worker(screen, read_and_open, exclusive=True)


def _report_lines(screen: FightScreen) -> list[str]:
    """The report, made from the journal, which has the length of turns; without a journal, from memory."""
    from orcus_tui.report.figures import figures_of
    from orcus_tui.report.journal_report import report_journal
    from orcus_tui.report.report_text import report_lines

    session = screen.session
    if session.is_in_journal and session.recorder:
        return [*report_lines(report_journal(session.recorder.path).figures)]
    return [*report_lines(figures_of(session.timeline))]


def open_creatures(screen: FightScreen) -> None:
    """Opens the list of creatures to add: those of the fight, those of the library, and a new creature."""
    from orcus_tui.screen.dialogs.creature_choices import add_menu, creatures_of, searchable, with_count, with_library

    system = screen.view.system
    menu = add_menu(creatures_of(screen.view.fight_view))
    library = searchable(screen.session.library)
    choose(screen, with_count(with_library(menu, library, system) if library else menu))


def open_builder(screen: FightScreen) -> None:
    """Opens the builder; an encounter written there can replace this fight, or be added to the campaign.

    In a campaign, it builds for the campaign's party, after the fights that are planned for the rest of the day.
    """
    from msgspec.structs import replace

    from orcus_tui.builder.plan import Plan, open_draft
    from orcus_tui.screen.builder.builder_screen import BuilderScreen
    from orcus_tui.screen.dialogs.creature_choices import searchable

    campaign = screen.session.campaign

    def play(path: Path | None) -> None:
        if path and campaign:
            screen.begin_line(f"campaign add {as_one_word(campaign.file_at(path))}")
        elif path:
            screen.submit(f"open {as_one_word(str(path))}")

    library = searchable(screen.session.library)
    if library:
        plan = Plan(system=screen.view.system.id, default_party=screen.user_input.party)
        if campaign:
            file = campaign.party if campaign.party and campaign.party.exists() else None
            after, party = campaign.rest_of_day(), campaign.file_at(file) if file else ""
            plan = replace(plan, after=after, folder=campaign.folder, campaign_party=party)
        try:
            opened = open_draft(plan)
        except OrcusError as fault:
            screen.show_message(fault.lines[0], "error")
            return
        open_over(screen, BuilderScreen(screen.palette, library, opened), play)
    else:
        screen.show_message("no library to build from")


def open_hero_form(screen: FightScreen) -> None:
    """Opens the hero form; before the fight begins, the saved heroes are also added to the fight."""
    from orcus_tui.library.saved_creatures import SaveOptions
    from orcus_tui.rules.creation import creature_named
    from orcus_tui.screen.dialogs.creature_choices import searchable
    from orcus_tui.screen.dialogs.hero_form import Heroes, HeroForm
    from orcus_tui.session.party_file import path_of_party

    def add(heroes: Heroes | None) -> None:
        fight = screen.view.fight
        new = [each for each in heroes or () if creature_named(fight, str(each["name"])) is None]
        library = searchable(screen.session.library)
        if not new or library is None or fight.phase != "setup":
            return
        try:
            library.save(fight.system, new, SaveOptions("heroes", replace=True))
        except OrcusError as fault:
            screen.show_message(fault.lines[0])
            return
        for each in new:
            screen.submit(_line_adding(each))

    open_over(screen, HeroForm(screen.palette, screen.view.system, path_of_party(screen.session)), add)


def open_importer(screen: FightScreen) -> None:
    """Opens the importer; imported creatures are saved to the library, where `add` finds them."""
    from orcus_tui.screen.dialogs.creature_choices import searchable
    from orcus_tui.screen.dialogs.import_source import Destination, Imported, saved_message
    from orcus_tui.screen.dialogs.importer import ImporterScreen

    def add(imported: Imported | None) -> None:
        if imported is None:
            return
        if imported.saved:
            screen.show_message(saved_message(imported.saved))
        lines = [_line_adding(each) for each in imported.creatures]
        if len(lines) == 1:
            screen.begin_line(f"{lines[0]} ")
        else:
            for each in lines:
                screen.submit(each)

    library = searchable(screen.session.library)
    if library:
        destination = Destination(screen.view.system, screen.view.fight)
        open_over(screen, ImporterScreen(screen.palette, library, destination), add)
    else:
        screen.show_message("no library to import into")


def _line_adding(creature: Mapping[str, Any]) -> str:
    """The line that adds a creature by its name."""
    from orcus_tui.screen.dialogs.import_source import count_of, name_of

    number = count_of(creature)
    return f"add {as_one_word(name_of(creature))}{f' x{number}' if number > 1 else ''}"


def open_files(screen: FightScreen) -> None:
    """Opens the encounters, saved fights and unfinished fights, read in the background."""
    from orcus_tui.screen.dialogs.file_choices import file_menu

    session = screen.session
    if session.is_following:
        from orcus_tui.session.files import STAYS_READ_ONLY

        screen.show_message(STAYS_READ_ONLY)
        return
    journals = session.journal_settings.folder if session.journal_settings else None
    own = session.recorder.id if session.recorder else ""

    async def read_and_choose() -> None:
        with hold_keys(screen):
            menu = await asyncio.to_thread(file_menu, Path(), session.fight_files.encounter, journals, own_journal=own)
            choose(screen, menu)

    start_worker(screen, read_and_choose, exclusive=True)


@contextmanager
def hold_keys(screen: FightScreen) -> Iterator[None]:
    """Holds keys back until the dialog they are meant for is open."""
    screen.dialogs_coming += 1
    try:
        yield
    finally:
        screen.dialogs_coming -= 1
        screen.post_message(screen.KeysReleased())


def discard_unfinished(screen: FightScreen, journal_id: str) -> None:
    """Asks whether to archive an unfinished fight, then opens the files again."""
    from orcus_tui.screen.dialogs.unfinished import discard, discard_menu

    journal_settings = screen.session.journal_settings
    if journal_settings is None:
        return

    def put_away(result: DialogResult | None) -> None:
        if result and result.action == "archive":
            screen.show_message(discard(journal_settings, journal_id))
        open_files(screen)

    from orcus_tui.screen.dialogs.chooser import Chooser

    open_over(screen, Chooser(screen.palette, discard_menu(journal_settings.folder, journal_id)), put_away)


def choose(
    screen: FightScreen,
    menu: Menu,
    results: Results | None = None,
    before: Callable[[DialogResult], None] | None = None,
) -> None:
    """Opens a menu, and executes the choice, by default with an action of `RESULTS`; `before` is called first."""
    from orcus_tui.screen.dialogs.chooser import Chooser

    def carry_out(result: DialogResult | None) -> None:
        if result and before:
            before(result)
        if result and result.action == "insert":
            screen.begin_line(result.argument, result.targets)
        elif result:
            (results or RESULTS)[result.action](screen, result.argument)

    open_over(screen, Chooser(screen.palette, menu), carry_out)


def open_over(screen: FightScreen, over: Screen[Answer], then: Callable[[Answer | None], None]) -> None:
    """Opens another screen, and removes messages, which would cover its rows."""

    def close(result: Answer | None) -> None:
        screen.dialog_finished_at = monotonic() if result is not None else 0.0  # Enter, not Escape
        then(result)

    screen.toasts.clear(screen.app)
    screen.app.push_screen(over, close)


def follow_line(screen: FightScreen, line: str, then: Callable[[Outcome], None]) -> None:
    """Calls `then` with the outcome of a line, once it is shown."""

    def follow_up(outcome: Outcome) -> None:
        if outcome.line == line:
            screen.follow_up = None
            then(outcome)

    screen.follow_up = follow_up


RESULTS: Results = {
    "run": lambda screen, key_id: screen.action_press(key_id),
    "do": lambda screen, line: screen.submit_typed(line),
    "discard": discard_unfinished,
    "open": lambda screen, path: screen.submit(f"open {as_one_word(path)}"),
    "resume": lambda screen, journal_id: screen.post_message(FightScreen.SwitchFight("resume", journal_id)),
    "view": lambda screen, journal_id: screen.post_message(FightScreen.SwitchFight("view", journal_id)),
}
"""The actions for the results of most menus; `insert` begins a line."""


def begin_fight(screen: FightScreen) -> None:
    """Begins the fight.

    First opens the form for the heroes' totals, unless they are known or their dice are asked for.
    """
    from orcus_tui.screen.dialogs.initiative_form import initiative_fields

    view = screen.view
    heroes = [each for each in initiative_fields(view.fight_view) if each.side == "party"]
    if view.fight.phase == "setup" and heroes and view.fight.asking == "none":
        _open_form(screen, begins=True)
    else:
        screen.submit("begin")


def open_initiative(screen: FightScreen) -> None:
    """Opens the initiative form, which has only creatures without initiative."""
    from orcus_tui.screen.dialogs.initiative_form import initiative_fields

    if initiative_fields(screen.view.fight_view):
        _open_form(screen, begins=False)
    else:
        screen.show_message("everyone has initiative: `init NAME TOTAL` changes one")


def _open_form(screen: FightScreen, *, begins: bool) -> None:
    from orcus_tui.screen.dialogs.initiative_form import InitiativeForm, initiative_fields

    fields = initiative_fields(screen.view.fight_view)
    members = {each.creatures[0]: each.creatures for each in fields}

    def carry_out(totals: Totals | None) -> None:
        if totals is None:
            return
        screen.totals_typed.clear()
        for creature, rolled in totals.items():
            screen.submit(f"init {','.join(members[creature])} {rolled}")
        if begins:
            screen.submit("begin")
        elif len(totals) < len(fields):
            screen.submit("init")

    open_over(screen, InitiativeForm(screen.palette, fields, screen.totals_typed, begins=begins), carry_out)
