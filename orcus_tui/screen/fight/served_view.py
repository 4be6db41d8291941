"""The players' view that the tracker serves, and the inbox of what phones send to it."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from orcus_tui.players.inbox import Inbox, Pending
from orcus_tui.players.link import ViewLink
from orcus_tui.players.messages import Proposal
from orcus_tui.screen.fight.session_worker import Outcome, SessionWorker
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session


class ServedView:
    """The players' view of a fight on the screen, which also takes the output of its inbox.

    `link` is the link to its program, `worker` the worker of the fight on the screen. `show` is called with every
    outcome, and shows the waiting proposals.
    """

    def __init__(self, link: ViewLink, worker: Callable[[], SessionWorker]) -> None:
        self.link = link
        self._worker = worker
        self.inbox: Inbox | None = None
        self.pending: Sequence[Pending] = ()
        self.show: Callable[[Outcome], None] = lambda _: None

    def begin(self, say: Callable[[str], object]) -> None:
        """Starts to receive input from phones; `say` gets the messages of the view."""

        def open_inbox(session: Session) -> None:
            self.inbox = Inbox(session, self.link, self)

        def take(proposal: Proposal) -> None:
            self._worker().submit_task(lambda _: self.inbox.receive(proposal) if self.inbox else None)

        self._worker().submit_task(open_inbox)
        self.link.follow(take, say)

    def use(self, session: Session) -> None:
        """Switches to another fight."""
        if self.inbox:
            self.inbox.use(session)

    def decide(self, line: str) -> None:
        """Accepts or refuses proposals by a line; the log shows the lines carried out, not this line."""

        def run(session: Session) -> Result | None:
            result = session.run(line)
            return result and replace(result, command="")

        self._worker().submit_task(run)

    def settle(self, number: int) -> None:
        """Counts a proposal as carried out, after the game master has edited its line."""
        self._worker().submit_task(lambda _: self.inbox.settle(number) if self.inbox else None)

    def stop(self) -> None:
        """Ends the view, and the seats with it."""
        self.link.stop()
        if self.inbox:
            self.inbox.close()

    # The output of the inbox; called in the session's thread

    def announce(self, _: Pending, __: str) -> None:
        """Does nothing: the strip shows the waiting proposals after the next outcome."""

    def note(self, text: str) -> None:
        """Logs what a player wrote, and shows it in a message."""
        self._worker().report(Result("note", lines=(text,), warning=text))

    def show_result(self, result: Result) -> None:
        """Logs the line of a phone."""
        self._worker().report(result)
