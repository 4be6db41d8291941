"""The words that a shell completes for arguments and options; modules are loaded only when a shell asks for words."""

from collections.abc import Iterator

from typer import Context

MOST = 100
"""The most words that are offered."""


def complete_system(incomplete: str) -> Iterator[tuple[str, str]]:
    """Rules systems, with their titles."""
    from orcus_tui.systems import SYSTEMS

    return ((id_, system.title) for id_, system in SYSTEMS.items() if id_.startswith(incomplete))


def complete_fight(incomplete: str) -> Iterator[tuple[str, str]]:
    """Unfinished fights by their ids, with their names."""
    from orcus_tui.config.paths import journal_settings
    from orcus_tui.errors import OrcusError
    from orcus_tui.storage.journal.journal_list import list_unfinished

    try:
        fights = list_unfinished(journal_settings().folder)
    except OrcusError:
        return iter(())
    return ((each.id, each.name) for each in fights if each.id.startswith(incomplete))


def complete_creature(incomplete: str) -> list[tuple[str, str]]:
    """Creatures, powers and spells whose names begin with the text, each with a description."""
    from itertools import chain, islice

    from orcus_tui.config.paths import library
    from orcus_tui.systems import DEFAULT, SYSTEMS

    known = library()
    offered = chain(
        known.offer(SYSTEMS[DEFAULT], incomplete.casefold()),
        known.offer_powers(DEFAULT, incomplete) if incomplete else (),
        known.offer_powers("srd5", incomplete) if incomplete else (),
    )
    return [(each.text.casefold(), each.meaning) for each in islice(offered, MOST)]


CAMPAIGN_WORDS = {
    "new": "make a campaign of a folder",
    "play": "open the next fight",
    "add": "add a fight: FILE [after FILE]",
    "skip": "mark a planned fight as skipped: FILE",
    "history": "what a hero did: NAME",
    "recap": "what happened in a fight, by default the last",
}
"""The first words of `orcus-tui campaign`, with their meanings."""


def complete_campaign(ctx: Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """The actions of `orcus-tui campaign`, as its first word; later words, and folders, are left to the shell."""
    known = {} if ctx.params.get("words") else CAMPAIGN_WORDS
    return ((word, means) for word, means in known.items() if word.startswith(incomplete))
