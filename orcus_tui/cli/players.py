"""`orcus-tui players`: what players see, in this terminal or in their browsers."""

import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct

from orcus_tui.cli import FAILED
from orcus_tui.cli.output import print_line, print_message, refusing_errors
from orcus_tui.config.paths import journal_settings
from orcus_tui.players.addresses import Address, address_of
from orcus_tui.players.feed import FightFeed
from orcus_tui.storage.large_file import large_journal_message
from orcus_tui.storage.storage_error import StorageError


class WebOptions(Struct, frozen=True):
    """The address of the web view, and other hosts that browsers may request."""

    host: str = "127.0.0.1"
    port: int = 0
    names: Sequence[str] = ()
    with_tracker: bool = False


def _announce_if_large(journal: Path) -> None:
    if message := large_journal_message(journal):
        print_message(message)


def show_players(journal_id: str, *, in_ascii: bool) -> int:
    """Shows the view in this terminal. Returns the exit status once it is closed."""
    from orcus_tui.cli.tracker import open_players_view

    with refusing_errors():
        feed = FightFeed(journal_settings().folder, journal_id, _announce_if_large)
    return open_players_view(feed, in_ascii=in_ascii)


def _announce(address: Address, *, warns: bool, in_ascii: bool) -> None:
    """Prints the address, and for the network a warning and the code that a phone's camera reads."""
    print_line(address.url)
    sys.stdout.flush()
    if not warns:
        return
    print_message("plain HTTP: anyone in the same network can read what the players see")
    if sys.stdout.isatty() and not in_ascii and not os.environ.get("NO_COLOR"):
        from orcus_tui.players.addresses import qr_lines

        sys.stdout.write("\n".join((*qr_lines(address.url), "")))


def serve_players(journal_id: str, options: WebOptions, *, in_ascii: bool) -> int:
    """Serves the view until interrupted. Returns the exit status."""
    from orcus_tui.players.server import Printing, listen, serve
    from orcus_tui.players.web import new_token

    with refusing_errors():
        feed = FightFeed(journal_settings().folder, journal_id, _announce_if_large)
        listening = listen(options.host, options.port)
    port: int = listening.getsockname()[1]
    address = address_of(options.host, port, new_token(), options.names)
    warns = not (address.is_local or options.with_tracker)  # the tracker shows this next to the address
    announce = partial(_announce, address, warns=warns, in_ascii=in_ascii)
    try:
        serve(feed, listening, address, Printing(announce, print_message), with_tracker=options.with_tracker)
    except StorageError as fault:
        print_message(str(fault))
        return FAILED
    return 0
