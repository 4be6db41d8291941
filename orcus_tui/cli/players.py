"""`orcus-tui players`: what players see, in this terminal or in their browsers."""

import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from orcus_tui.cli import FAILED
from orcus_tui.cli.options import PlayersOptions
from orcus_tui.cli.output import print_line, print_message, refusing_errors
from orcus_tui.config.paths import journal_settings, read_settings
from orcus_tui.players.addresses import Address, address_of, other_urls
from orcus_tui.players.feed import FightFeed
from orcus_tui.players.kept_address import AddressFile, KeptAddress
from orcus_tui.players.opaque import OpaqueKeys
from orcus_tui.storage.large_file import large_journal_message
from orcus_tui.storage.storage_error import StorageError


def _announce_if_large(journal: Path) -> None:
    print_message(large_journal_message(journal))


def show_players(options: PlayersOptions) -> int:
    """Shows the view in this terminal. Returns the exit status once it is closed."""
    from orcus_tui.cli.tracker import open_players_view

    with refusing_errors():
        feed = FightFeed(journal_settings().folder, options.journal_id or "", _announce_if_large)
    return open_players_view(feed, in_ascii=options.ascii)


def _announce(address: Address, others: Sequence[str], *, warns: bool, in_ascii: bool) -> None:
    """Prints the address; for a network view, also the other addresses, a warning, and a QR code."""
    print_line(address.url)
    sys.stdout.flush()
    if not warns:
        return
    for url in others:
        print_message(f"also at {url}")
    print_message("plain HTTP: anyone in the same network can read what the players see")
    if sys.stdout.isatty() and not in_ascii and not os.environ.get("NO_COLOR"):
        from orcus_tui.players.addresses import qr_lines

        sys.stdout.write("\n".join((*qr_lines(address.url), "")))


def serve_players(options: PlayersOptions) -> int:
    """Serves the view until interrupted. Returns the exit status."""
    from orcus_tui.players.server import Printing, Served, listen_where_kept, serve

    folder = journal_settings().folder
    file = AddressFile(folder)
    with refusing_errors():
        kept = file.read()
        feed = FightFeed(folder, options.journal_id or "", _announce_if_large, keys=OpaqueKeys(lasting=kept.secret))
        listening, is_taken = listen_where_kept(options.host, options.port, kept.port)
    port: int = listening.getsockname()[1]
    names = (*(options.name or ()), *read_settings().players.get("hosts", ()))
    address = address_of(options.host, port, kept.token, names)
    others = other_urls(address.url, options.host, names)
    warns = not (address.is_local or options.with_tracker)  # shown by the tracker next to the address
    announce = partial(_announce, address, others, warns=warns, in_ascii=options.ascii)
    problem = _save_address(file, kept, port, is_taken=is_taken)
    seats = kept.seats if options.with_tracker else None

    def announce_with_problem() -> None:
        announce()
        print_message(problem)

    try:
        serve(Served(feed, listening, address, seats), Printing(announce_with_problem, print_message))
    except StorageError as fault:
        print_message(str(fault))
        return FAILED
    return 0


def _save_address(file: AddressFile, kept: KeptAddress, port: int, *, is_taken: bool) -> str:
    """Saves the address for the next start; if that fails, returns why phones must then scan the code again."""
    if is_taken:
        return f"port {kept.port} is taken, so the address is another one: phones must scan it again"
    try:
        file.write(replace(kept, port=port))
    except StorageError as fault:
        return f"{fault}; phones must scan the address again after the next start"
    return ""
