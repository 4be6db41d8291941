"""The handling of requests: a function for each kind."""

from collections.abc import Callable, Mapping
from typing import Any

from orcus_tui.errors import Impossible
from orcus_tui.model import requests
from orcus_tui.session import before, files, lookup, undo, why
from orcus_tui.session.recorded_fight import RecordedFight, Result


def _quit(_: RecordedFight, __: requests.Quit) -> Result:
    return Result(quits=True)


def _keep(session: RecordedFight, request: requests.Keep) -> Result:
    from orcus_tui.session.party_file import keep  # imported here, because it is needed at most once per fight

    return keep(session, request)


def _of_campaign(session: RecordedFight, request: requests.CampaignRequest) -> Result:
    if session.campaign is None:
        raise Impossible("no campaign is open; `orcus-tui campaign play FOLDER` opens one")
    return session.campaign.handle(session, request)


def _of_players(session: RecordedFight, request: requests.PlayersRequest) -> Result:
    if session.inbox is None:
        raise Impossible(
            "no phones are connected: v in the tracker opens the players' view, as does `orcus-tui play FILE --players`"
        )
    return session.inbox.handle(request)


# Each function takes requests of the kind that it is listed with; the type of a mapping cannot express that.
HANDLERS: Mapping[type[requests.Request], Callable[[RecordedFight, Any], Result]] = {
    requests.Preview: lookup.preview,
    requests.Show: lookup.show,
    requests.Why: why.why,
    requests.ShowLog: lookup.show_log,
    requests.Help: lookup.show_help,
    requests.Undo: undo.undo,
    requests.Redo: undo.redo,
    requests.Amend: undo.amend,
    requests.Before: before.before,
    requests.RetroactiveStep: undo.take_retroactive_step,
    requests.Write: files.write,
    requests.Keep: _keep,
    requests.Open: files.open_file,
    requests.Run: files.run,
    requests.RunLines: files.run_lines,
    requests.Macro: files.macro,
    requests.Export: files.export,
    requests.Alias: files.alias,
    requests.Quit: _quit,
    requests.PlayersRequest: _of_players,
    requests.CampaignRequest: _of_campaign,
}


def handle(session: RecordedFight, request: requests.Request) -> Result:
    """Handles a request. Raises Impossible or StorageError."""
    kind = next(each for each in type(request).__mro__ if each in HANDLERS)
    return HANDLERS[kind](session, request)
