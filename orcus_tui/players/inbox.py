"""The tracker's side of the phones: their proposals, and the lines that accepted proposals become.

An answer that was asked for is carried out; anything else becomes a proposal. Only the tracker changes the fight, and
it decides by the current fight.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.errors import Impossible
from orcus_tui.model import requests
from orcus_tui.model.fight import Fight, name_of
from orcus_tui.model.history import Timeline
from orcus_tui.model.player_settings import input_kinds, input_setting
from orcus_tui.model.text import plural
from orcus_tui.players.kept_address import AddressFile
from orcus_tui.players.link import ViewLink
from orcus_tui.players.messages import Proposal, SeatChange, State, Verdict
from orcus_tui.players.opaque import asking_mark
from orcus_tui.players.seats import EXPIRES_AFTER
from orcus_tui.rules.stats import REACTION
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS

NOTHING = "nothing waits"


class Pending(Struct, frozen=True):
    """A proposal that waits for the game master; `since` is its time in seconds, `timeline` the fight it is for."""

    number: int
    proposal: Proposal
    since: float
    timeline: Timeline


class AcceptedSeat(Struct, frozen=True):
    """A phone that speaks for a hero."""

    seat: str
    hero: str


class InboxOutput(Protocol):
    """Where an inbox reports to the game master."""

    def announce(self, pending: Pending, text: str) -> None:
        """Shows that a proposal waits."""
        ...

    def note(self, text: str) -> None:
        """Shows what a player wrote."""
        ...

    def show_result(self, result: Result) -> None:
        """Shows the result of a line from a phone."""
        ...


class Inbox:
    """The proposals and seats of the phones."""

    def __init__(
        self, session: Session, view: ViewLink, output: InboxOutput, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`view` is the players' view; its folder has the seats of an earlier run."""
        self._view = view
        self._output = output
        self._file = AddressFile(view.folder)
        self._clock = clock
        self._count = 0
        self.pending: list[Pending] = []
        self.seats = [AcceptedSeat(seat, hero) for seat, hero in self._file.read().seats.items()]
        self.use(session)

    def use(self, session: Session) -> None:
        """Switches to another session; proposals for the previous one are stale."""
        self._session = session
        session.inbox = self
        session.observers.append(self._after_line)
        self.tidy()

    def _after_line(self, _: Result) -> None:
        self.tidy()

    def close(self) -> None:
        """Closes the inbox: the view has ended."""
        self.pending.clear()
        self.seats.clear()
        self._session.inbox = None
        self._session.observers.remove(self._after_line)

    # From the phones

    def receive(self, proposal: Proposal) -> None:
        """Carries out a message from a phone, or keeps it as a proposal."""
        self.tidy()
        setting = self._setting(proposal)
        if setting == "off":
            self._decide(proposal, "refused")
        elif proposal.kind == "note":
            self._output.note(f"{name_of(self._session.fight, proposal.hero)}: {proposal.text}")
            self._decide(proposal, "done")
        elif setting == "do":
            self._carry_out(proposal)
        else:
            self._count += 1
            pending = Pending(self._count, proposal, self._clock(), self._session.timeline)
            self.pending.append(pending)
            self._output.announce(pending, f"{pending.number}: {self.text(proposal)}")

    def _setting(self, proposal: Proposal) -> str:
        """Whether a proposal is refused (`off`), waits, or is carried out; a claim always waits where input is on."""
        fight, hero = self._session.fight, proposal.hero
        if hero not in fight.states:
            return "off"
        if proposal.kind == "claim":
            return "propose" if input_kinds(fight, hero) else "off"
        is_seated = AcceptedSeat(proposal.seat, hero) in self.seats
        return input_setting(fight, hero, proposal.kind) if is_seated else "off"

    def tidy(self) -> bool:
        """Drops proposals that are two minutes old or whose moment has passed; returns whether there were any."""
        now = self._clock()
        before = len(self.pending)
        for each in list(self.pending):
            is_late = now - each.since > EXPIRES_AFTER
            if is_late or each.timeline is not self._session.timeline or self._is_stale(each.proposal):
                self.pending.remove(each)
                self._decide(each.proposal, "expired" if is_late else "stale")
        return len(self.pending) < before

    def _decide(self, proposal: Proposal, state: State) -> None:
        if proposal.kind == "claim":
            self._view.send(SeatChange(proposal.seat, proposal.hero, accepted=state == "done"))
        else:
            self._view.send(Verdict(proposal.seat, proposal.key, state))

    def _carry_out(self, proposal: Proposal) -> str:
        """Runs the lines of a proposal, or finds that their moment has passed. Returns the problem, if any."""
        if proposal.kind == "claim":
            self.seats.append(AcceptedSeat(proposal.seat, proposal.hero))
            self._keep_seats()
            self._decide(proposal, "done")
            return ""
        if self._is_stale(proposal):
            self._decide(proposal, "stale")
            return "too late"
        for line in credited_lines(self._session.fight, proposal):
            result = self._session.run(line)
            if result:
                self._output.show_result(result)
            if result and result.error:
                self._decide(proposal, "refused")
                return result.error
        self._decide(proposal, "done")
        return ""

    def _is_stale(self, proposal: Proposal) -> bool:
        fight = self._session.fight
        if proposal.kind == "done":
            return fight.active != proposal.hero or fight.round != proposal.round
        if proposal.kind != "roll":
            return False
        question = next((each for each in fight.questions if each.id == proposal.question), None)
        return question is None or asking_mark(self._session.timeline, question) != proposal.mark

    def text(self, proposal: Proposal) -> str:
        """A proposal in words: the name of its hero, and its line."""
        fight = self._session.fight
        name = name_of(fight, proposal.hero)
        if proposal.kind == "claim":
            return claim_text(fight, proposal)
        return f"{name}: {'; '.join(lines_of(fight, proposal))}"

    # From the game master

    def handle(self, request: requests.PlayersRequest) -> Result:
        """Handles a request of the game master. Raises Impossible."""
        self.tidy()
        return Result(lines=tuple(_HANDLERS[type(request)](self, request)))

    def show(self, _: requests.ShowInbox) -> Iterator[str]:
        """The proposals that wait."""
        if not self.pending:
            yield NOTHING
        for each in self.pending:
            yield f"{each.number}: {self.text(each.proposal)}"

    def show_seats(self, _: requests.ShowSeats) -> Iterator[str]:
        """The phones that speak for heroes."""
        if not self.seats:
            yield "no phone speaks for a hero"
        for hero in dict.fromkeys(each.hero for each in self.seats):
            count = sum(each.hero == hero for each in self.seats)
            yield f"{name_of(self._session.fight, hero)}: {plural(count, 'phone')}"

    def accept(self, request: requests.AcceptProposals) -> Iterator[str]:
        """Carries out proposals; `all` of none says so, since the last may have lapsed a moment ago."""
        if request.all and not self.pending:
            yield NOTHING
        for each in self._chosen(request):
            if each not in self.pending:  # the line before it has made it stale
                continue
            self.pending.remove(each)
            text = self.text(each.proposal)
            wrong = self._carry_out(each.proposal)
            yield f"{text}: {wrong}" if wrong else f"accepted: {text}"

    def refuse(self, request: requests.RefuseProposals) -> Iterator[str]:
        """Refuses proposals."""
        if request.all and not self.pending:
            yield NOTHING
        for each in self._chosen(request):
            self.pending.remove(each)
            self._decide(each.proposal, "refused")
            yield f"refused: {self.text(each.proposal)}"

    def settle(self, number: int) -> None:
        """Counts a proposal as carried out in the game master's own form."""
        for each in [each for each in self.pending if each.number == number]:
            self.pending.remove(each)
            self._decide(each.proposal, "done")

    def _chosen(self, request: requests.AcceptProposals | requests.RefuseProposals) -> list[Pending]:
        if request.all:
            return list(self.pending)
        if not self.pending:
            raise Impossible(NOTHING)
        chosen = [each for each in self.pending if request.number in (None, each.number)][:1]
        if not chosen:
            raise Impossible(f"there is no proposal {request.number}; `players inbox` lists them")
        return chosen

    def unseat(self, request: requests.Unseat) -> Iterator[str]:
        """Ends seats."""
        ended = [each for each in self.seats if request.name in ("all", each.hero)]
        if not ended:
            raise Impossible("no phone speaks for that hero" if request.name != "all" else "no phone has a seat")
        for each in ended:
            self.seats.remove(each)
            self._view.send(SeatChange(each.seat, each.hero, accepted=False))
        self._keep_seats()
        yield f"{plural(len(ended), 'seat')} ended"

    def new_address(self, _: requests.NewAddress) -> Iterator[str]:
        """Ends the address and all seats, and serves the view at a new address."""
        self._file.renew()
        self.pending.clear()
        self.seats.clear()
        yield f"the players' view is now at {self._view.restart()}"
        yield "the old address and all seats have ended: phones must scan again"

    def _keep_seats(self) -> None:
        """Keeps the seats for the next start; without a disk they end with this one."""
        try:
            self._file.write_seats({each.seat: each.hero for each in self.seats})
        except StorageError as fault:
            self._output.note(f"{fault}; seats end with this program")


def claim_text(fight: Fight, proposal: Proposal) -> str:
    """The request of a phone for a seat, with the digits that it shows first, so that they are never cut off."""
    return f"phone {proposal.code} wants to speak for {name_of(fight, proposal.hero)}"


def credited_lines(fight: Fight, proposal: Proposal) -> list[str]:
    """The lines that a proposal becomes, each with its speaker."""
    return [f"{speaker_of(proposal)} {line}" for line in lines_of(fight, proposal)]


def speaker_of(proposal: Proposal) -> str:
    """The first words of the lines of a proposal: who asks for them."""
    return f"from {as_one_word(proposal.hero)}:"


def lines_of(fight: Fight, proposal: Proposal) -> list[str]:
    """The lines that a proposal becomes."""
    hero = proposal.hero
    match proposal.kind:
        case "roll":
            return [f"answer {proposal.question} {'roll' if proposal.die is None else proposal.die}"]
        case "done":
            return ["next"]
        case "hp":
            verb = "temp" if proposal.temporary else "damage" if proposal.amount < 0 else "heal"
            return [f"{verb} {hero} {abs(proposal.amount)} {proposal.type if verb == 'damage' else ''}".strip()]
        case "did":
            targets = ",".join(proposal.targets)
            lines = [f"damage {targets} {proposal.amount} {proposal.type}".strip()] if proposal.amount else []
            lines += [f"apply {targets} {as_one_word(proposal.condition)}"] if proposal.condition else []
            return [f"{line} by {hero}" for line in lines]
        case "react":
            return [f"spent {hero} {REACTION}"]
        case "recover":
            rallies = fight.phase == "turns" and SYSTEMS[fight.system].rest.rally
            return [f"{'rally' if rallies else 'recover'} {hero}"]
    return []


_HANDLERS: Mapping[type[requests.PlayersRequest], Callable[[Inbox, Any], Iterator[str]]] = {
    requests.ShowInbox: Inbox.show,
    requests.ShowSeats: Inbox.show_seats,
    requests.AcceptProposals: Inbox.accept,
    requests.RefuseProposals: Inbox.refuse,
    requests.Unseat: Inbox.unseat,
    requests.NewAddress: Inbox.new_address,
}
