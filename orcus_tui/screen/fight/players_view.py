"""The players' web view, started and stopped from the fight."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from orcus_tui.model.player_settings import INPUT_ON
from orcus_tui.players.addresses import ANYWHERE, LOCAL, is_loopback
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.screen.fight.open_dialogs import Results, choose
from orcus_tui.screen.workers import start_worker
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session

if TYPE_CHECKING:
    from orcus_tui.screen.fight.fight_screen import FightScreen
    from orcus_tui.screen.fight.served_view import ServedView


PLAYERS = "players"
"""The subject of the view's messages, so that the message about a refused line does not replace them."""


def open_players_view(screen: FightScreen) -> None:
    """Opens the menu of audiences, or of actions on the running view; starts the view if the settings have a host."""
    host, port = screen.user_input.players_address
    view = screen.players_view
    if view and view.link.is_running:
        choose(screen, _menu_while_served(view), RESULTS)
    elif not screen.session.recorder:
        screen.show_message(_reason_without_view(screen.session), severity="warning", about=PLAYERS)
    elif host:
        serve(screen, host)
    else:
        choose(screen, _audience_menu(port), RESULTS)


def _reason_without_view(session: Session) -> str:
    """The reason why a fight without a journal has no view."""
    if session.read_only:
        return (
            f"the players' view cannot be opened here: {session.read_only}; `orcus-tui players` shows a running fight"
        )
    return "this fight has no journal for the players' view to follow"


_MORE = (
    "Players see no hidden creature, masks in place of names, and hit points as `players hp` says.",
    "`host` and `port` under [players] in the settings start it without asking.",
)


def _audience_menu(port: int) -> Menu:
    at = f", on port {port}" if port else ""
    for_all = f"Serves the view in the network this computer is in{at}. Anyone with the address can watch."
    for_one = f"Serves the view for browsers on this computer, and a television attached to it{at}."
    choices = [
        Choice("phones and tablets", "", DialogResult("serve players", ANYWHERE), lambda: (for_all, "", *_MORE)),
        Choice("this computer only", "", DialogResult("serve players", LOCAL), lambda: (for_one, "", *_MORE)),
    ]
    return Menu("Show the players' view", choices, has_search=False)


def _menu_while_served(view: ServedView) -> Menu:
    choices = [
        Choice("show the address", view.link.url, DialogResult("show players", "")),
        Choice(
            "stop", "phones that have the page open find the next view by themselves", DialogResult("stop players", "")
        ),
    ]
    return Menu("The players' view is open", choices, has_search=False)


def serve(screen: FightScreen, host: str) -> None:
    """Starts the view's server and shows its address, or why it could not start."""
    recorder = screen.session.recorder
    if recorder is None:
        return
    port, names = screen.user_input.players_address[1], screen.user_input.players_names
    screen.show_message("starting the players' view", about=PLAYERS)

    async def start() -> None:
        from orcus_tui.players.link import ViewLink
        from orcus_tui.screen.fight import phones
        from orcus_tui.screen.fight.served_view import ServedView

        try:
            link = await asyncio.to_thread(ViewLink, recorder.path.parent, recorder.id, host, port, names)
        except OSError as error:
            screen.show_message(f"the players' view was not started: {error}", severity="error", about=PLAYERS)
            return
        if not link.url:
            why = await asyncio.to_thread(link.stop)
            screen.show_message(why or "the players' view was not started", severity="error", about=PLAYERS)
            return
        view = screen.players_view = ServedView(link, lambda: screen.session_worker)
        view.show = partial(phones.show, screen, view)
        view.begin(partial(_warn, screen, view))
        screen.session_worker.report_public_names(wanted=True)
        show_address(screen)

    start_worker(screen, start, exclusive=True, group="players")


def _warn(screen: FightScreen, view: ServedView, text: str) -> None:
    """Shows a message of the view; called in another thread."""
    if screen.players_view is view:
        screen.session_worker.submit_task(lambda _: Result("", warning=f"players' view: {text}"))


def show_address(screen: FightScreen) -> None:
    """Shows the address, with a QR code (which fits on a low screen) if other machines can reach it."""
    from urllib.parse import urlsplit

    view = screen.players_view
    if view is None:
        return
    link = view.link
    if is_loopback(urlsplit(link.url).hostname or ""):
        lines = [link.url, "", "Only this computer can reach it.", *_without_network(view)]
    else:
        also = [f"also {each}" for each in link.other_urls]
        lines = [*_qr_code(screen, link.url), link.url, *also, "", *_without_network(view)]
        lines.append("Everyone in this network who has the address can read what the players see (plain HTTP).")
        if screen.session.fight.players.get(INPUT_ON) != "on":
            lines.append("`players input on` lets phones answer and propose.")
    screen.open_text("The players' view", lines)


def _without_network(view: ServedView) -> list[str]:
    """A warning if the view is for the network, but this machine has no network, or no route to others."""
    from orcus_tui.players.addresses import has_network

    if not view.link.is_for_all or has_network():
        return []
    return ["This computer has no route to other networks: phones must be in its own, such as its hotspot."]


def _qr_code(screen: FightScreen, url: str) -> list[str]:
    """A QR code in half blocks, light on dark or dark on light like the theme; empty with ASCII only."""
    if screen.palette.is_ascii:
        return []
    from orcus_tui.players.addresses import qr_rows

    light_text = screen.app.current_theme.dark
    signs = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    return ["".join(signs[upper != light_text, lower != light_text] for upper, lower in row) for row in qr_rows(url)]


def stop(screen: FightScreen) -> None:
    """Stops the server."""
    view, screen.players_view = screen.players_view, None
    if view:
        from orcus_tui.screen.fight import phones

        view.stop()
        phones.hide(screen)
    screen.session_worker.report_public_names(wanted=False)
    screen.show_message("the players' view is closed", about=PLAYERS)


RESULTS: Results = {
    "serve players": serve,
    "show players": lambda screen, _: show_address(screen),
    "stop players": lambda screen, _: stop(screen),
}
"""The actions for the results of the menus of the view."""
