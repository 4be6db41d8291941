"""The depth that the keys of a trial reach: rounds, commands that change the fight, dialogs."""

from textual.message import Message

from orcus_tui.screen.app import Tracker
from orcus_tui.screen.widgets.dialog import Dialog
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from tests.campaign.trials import Depth


class DepthGauge:
    """Counts events in a tracker; `read` is called after each action, since the tracker may have switched fights."""

    def __init__(self, app: Tracker) -> None:
        self._app = app
        self._session: Session | None = None
        self._fight = app.fight.view.fight
        self._round = self._commands = self._dialogs = 0

    def read(self) -> None:
        """Reads the round, and counts the commands of the fight that is played now."""
        session = self._app.fight.session
        self._round = max(self._round, session.fight.round)
        if session.is_following and session.fight is not self._fight:
            self._commands += 1
            self._fight = session.fight
        if session is not self._session:
            self._session, self._fight = session, session.fight
            session.observers.append(self._count_command)

    def _count_command(self, _: Result) -> None:
        """Counts a command; called from the session's thread."""
        if self._session and self._session.fight is not self._fight:
            self._fight = self._session.fight
            self._commands += 1

    def on_message(self, message: Message) -> None:
        """Counts a dialog that is opened."""
        if isinstance(message, Dialog.Ready):
            self._dialogs += 1

    @property
    def depth(self) -> Depth:
        return Depth(self._round, self._commands, self._dialogs)
