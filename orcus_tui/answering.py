"""What answers which request: the one table between the session and looking, undoing and files."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from orcus_tui import filing, looking, undoing
from orcus_tui.model import requests

if TYPE_CHECKING:
    from orcus_tui.session import Answer, Session


def _quit(_: Session, __: requests.Quit) -> Answer:
    return (), ""


def _keep(session: Session, step: requests.Keep) -> Answer:
    from orcus_tui.keeping import keep  # here, since it is asked for once a fight at most

    return keep(session, step)


# Each takes the one request it is listed with, which a mapping's type cannot say.
ANSWERS: dict[type[requests.Request], Callable[[Session, Any], Answer]] = {
    requests.Preview: looking.preview,
    requests.Show: looking.show,
    requests.Why: looking.why,
    requests.ShowLog: looking.show_log,
    requests.Help: looking.show_help,
    requests.Undo: undoing.undo,
    requests.Redo: undoing.redo,
    requests.Amend: undoing.amend,
    requests.Write: filing.write,
    requests.Keep: _keep,
    requests.Open: filing.open_file,
    requests.Run: filing.run,
    requests.Export: filing.export,
    requests.Alias: filing.alias,
    requests.Quit: _quit,
}
