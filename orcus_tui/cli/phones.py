"""The players' view with input, for a fight without a screen: phones and typed lines take turns."""

import threading
from collections.abc import Callable

from orcus_tui.cli.output import print_message
from orcus_tui.errors import Impossible
from orcus_tui.model.text import printable
from orcus_tui.players.inbox import Inbox, Pending
from orcus_tui.players.link import ViewLink
from orcus_tui.players.messages import Proposal
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.storage.storage_error import StorageError, storage_errors


class Phones:
    """The players' view of a fight, and the inbox for input from phones. Hold the lock `turns` to change the fight."""

    def __init__(self, session: Session, host: str, port: int) -> None:
        """Starts the view. Raises Impossible without a journal, StorageError if it cannot be served."""
        if session.recorder is None:
            raise Impossible("--players needs a journal; leave out --no-journal")
        self.turns = threading.Lock()
        self._show: Callable[[Result], None] = lambda _: None
        folder = session.recorder.path.parent
        with storage_errors(folder, "the players' view cannot be started"):
            self.link = ViewLink(folder, session.recorder.id, host, port)
        if not self.link.url:
            raise StorageError(folder, self.link.stop() or "the players' view did not start")
        self.inbox = Inbox(session, self.link, self)

    def begin(self, show: Callable[[Result], None]) -> None:
        """Starts to receive input from phones; `show` gets the results of their lines."""
        self._show = show

        def take(proposal: Proposal) -> None:
            with self.turns:
                self.inbox.receive(proposal)

        self.link.follow(take, self.note)

    def stop(self) -> None:
        """Ends the view."""
        self.link.stop()

    # The output of the inbox

    def announce(self, _: Pending, text: str) -> None:
        """Prints that a proposal is waiting."""
        self.note(text)

    def note(self, text: str) -> None:
        """Prints a note from a player or from the view."""
        print_message(printable(f"players: {text}"))

    def show_result(self, result: Result) -> None:
        """Prints the result of a phone's line."""
        self._show(result)
