"""Initiative by its keys: the form for the totals that are called out, and the lines that come of it."""

from orcus_tui.rules.creation import base_name
from orcus_tui.rules.stats import initiative_groups, initiative_modifiers, total
from orcus_tui.screen.dialogs.initiative_form import Entry, InitiativeForm, Totals
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.open_dialogs import open_over
from orcus_tui.screen.fight.view import View

BEGIN = "begin"


def begin(screen: FightScreen) -> None:
    """Begins the fight; asks for the heroes' totals first, unless they are known or asked for as dice."""
    view = screen.view
    heroes = [each for each in entries(view) if each.side == "party"]
    if view.fight.phase == "setup" and heroes and view.fight.asking == "none":
        _open_form(screen, begins=True)
    else:
        screen.submit(BEGIN)


def open_initiative(screen: FightScreen) -> None:
    """Opens the form; everyone must be without initiative to be in it."""
    if entries(screen.view):
        _open_form(screen, begins=False)
    else:
        screen.show_message("everyone has initiative: `init NAME TOTAL` changes one")


def entries(view: View) -> list[Entry]:
    """A field for all who share a roll and have no initiative yet, heroes first."""
    fight = view.fight
    without = [
        each
        for each, state in fight.states.items()
        if state.initiative is None and state.place == "here" and state.life != "dead"
    ]
    found = [_entry(view, tuple(members)) for members in initiative_groups(view.fight_view, without).values()]
    return sorted(found, key=lambda entry: entry.side != "party")


def _entry(view: View, members: tuple[str, ...]) -> Entry:
    sheet = view.fight.sheets[members[0]]
    name = sheet.name if len(members) == 1 else f"{base_name(sheet.name)} ×{len(members)}"
    return Entry(members, name, sheet.side, total(initiative_modifiers(view.fight_view, members[0])))


def _open_form(screen: FightScreen, *, begins: bool) -> None:
    fields = entries(screen.view)
    members = {each.creatures[0]: each.creatures for each in fields}

    def carry_out(totals: Totals | None) -> None:
        if totals is None:
            return
        screen.totals_typed.clear()
        for creature, rolled in totals.items():
            screen.submit(f"init {','.join(members[creature])} {rolled}")
        if begins:
            screen.submit(BEGIN)
        elif len(totals) < len(fields):
            screen.submit("init")

    open_over(screen, InitiativeForm(screen.palette, fields, screen.totals_typed, begins=begins), carry_out)
