"""The function that answers each kind of request."""

from collections.abc import Callable
from typing import Any

from orcus_tui.model import requests
from orcus_tui.session import files, lookup, undo, why
from orcus_tui.session.session import Answer, Session


def _quit(_: Session, __: requests.Quit) -> Answer:
    return Answer()


def _keep(session: Session, request: requests.Keep) -> Answer:
    from orcus_tui.session.party_file import keep  # here, since it is needed once a fight at most

    return keep(session, request)


# Each takes the one request it is listed with, which a mapping's type cannot say.
ANSWERS: dict[type[requests.Request], Callable[[Session, Any], Answer]] = {
    requests.Preview: lookup.preview,
    requests.Show: lookup.show,
    requests.Why: why.why,
    requests.ShowLog: lookup.show_log,
    requests.Help: lookup.show_help,
    requests.Undo: undo.undo,
    requests.Redo: undo.redo,
    requests.Amend: undo.amend,
    requests.Beforehand: undo.carry_out_beforehand,
    requests.Write: files.write,
    requests.Keep: _keep,
    requests.Open: files.open_file,
    requests.Run: files.run,
    requests.Export: files.export,
    requests.Alias: files.alias,
    requests.Quit: _quit,
}
