"""The tracker's side of the phones: what they have proposed, and the lines that accepted proposals become.

What was asked for is carried out, what was not is proposed. The tracker alone changes the fight, and it decides by the
fight as it is.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model import requests
from orcus_tui.model.fight import Fight
from orcus_tui.model.player_settings import input_setting
from orcus_tui.players.messages import News, Proposal, SeatChange, State, Verdict
from orcus_tui.players.opaque import asking_mark
from orcus_tui.players.seats import EXPIRES_AFTER
from orcus_tui.rules.resolution import Impossible
from orcus_tui.rules.stats import REACTION
from orcus_tui.session.recorded_fight import RecordedFight, Result
from orcus_tui.session.session import Session


class Pending(Struct, frozen=True):
    """A proposal that waits for the game master; `since` is when it came, in seconds."""

    number: int
    proposal: Proposal
    since: float


class AcceptedSeat(Struct, frozen=True):
    """A phone that speaks for a hero."""

    seat: str
    hero: str


class Inbox:
    """The proposals and seats of the phones.

    `send` takes a verdict to the view, `tell` shows a line to the game master.
    """

    def __init__(
        self, session: Session, send: Callable[[News], None], tell: Callable[[str], None], clock: Callable[[], float]
    ) -> None:
        self._session = session
        self._send = send
        self._tell = tell
        self._clock = clock
        self._count = 0
        self.pending: list[Pending] = []
        self.seats: list[AcceptedSeat] = []

    # What comes

    def receive(self, proposal: Proposal) -> Result | None:
        """Carries out what was asked for, and keeps what is proposed. Returns the result of a line, if one was run."""
        self.expire()
        fight = self._session.fight
        if proposal.kind != "claim":
            seat = AcceptedSeat(proposal.seat, proposal.hero)
            setting = input_setting(fight, proposal.hero, proposal.kind)
            if seat not in self.seats or setting == "off" or proposal.hero not in fight.states:
                self._decide(proposal, "refused")
                return None
            if proposal.kind == "note":
                self._tell(f"{_name(fight, proposal.hero)}: {proposal.text}")
                self._decide(proposal, "done")
                return None
            if setting == "do":
                return self._carry_out(proposal)
        self._count += 1
        self.pending.append(Pending(self._count, proposal, self._clock()))
        self._tell(f"{self._count}: {self.text(proposal)}")
        return None

    def expire(self) -> None:
        """Drops proposals that nobody has decided about for two minutes."""
        now = self._clock()
        for each in [each for each in self.pending if now - each.since > EXPIRES_AFTER]:
            self.pending.remove(each)
            self._decide(each.proposal, "expired")

    def _decide(self, proposal: Proposal, state: State) -> None:
        if proposal.kind == "claim":
            self._send(SeatChange(proposal.seat, proposal.hero, accepted=state == "done"))
        else:
            self._send(Verdict(proposal.seat, proposal.key, state))

    def _carry_out(self, proposal: Proposal) -> Result | None:
        """Runs the lines of a proposal, or finds that their moment has passed."""
        if proposal.kind == "claim":
            self.seats.append(AcceptedSeat(proposal.seat, proposal.hero))
            self._decide(proposal, "done")
            return None
        if self._is_stale(proposal):
            self._decide(proposal, "stale")
            return None
        result: Result | None = None
        for line in lines_of(self._session, proposal):
            result = self._session.run(f"from {as_one_word(proposal.hero)}: {line}")
            if result and result.error:
                self._decide(proposal, "refused")
                return result
        self._decide(proposal, "done")
        return result

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
        name = _name(self._session.fight, proposal.hero)
        if proposal.kind == "claim":
            return f"a phone wants to speak for {name}; it shows {proposal.code}"
        return f"{name}: {'; '.join(lines_of(self._session, proposal))}"

    # What the game master says

    def handle(self, request: requests.PlayersRequest) -> Result:
        """Handles a request of the game master. Raises Impossible."""
        self.expire()
        return Result(lines=tuple(_HANDLERS[type(request)](self, request)))

    def show(self, _: requests.ShowInbox) -> Iterator[str]:
        """The proposals that wait."""
        if not self.pending:
            yield "nothing waits"
        for each in self.pending:
            yield f"{each.number}: {self.text(each.proposal)}"

    def show_seats(self, _: requests.ShowSeats) -> Iterator[str]:
        """The phones that speak for heroes."""
        if not self.seats:
            yield "no phone speaks for a hero"
        for hero in dict.fromkeys(each.hero for each in self.seats):
            count = sum(each.hero == hero for each in self.seats)
            yield f"{_name(self._session.fight, hero)}: {count} {'phone' if count == 1 else 'phones'}"

    def accept(self, request: requests.AcceptProposals) -> Iterator[str]:
        """Carries out proposals."""
        for each in self._chosen(request):
            self.pending.remove(each)
            text = self.text(each.proposal)
            result = self._carry_out(each.proposal)
            if result and result.error:
                yield f"{text}: {result.error}"
            else:
                yield f"accepted: {text}"
                yield from result.log if result else ()

    def refuse(self, request: requests.RefuseProposals) -> Iterator[str]:
        """Refuses proposals."""
        for each in self._chosen(request):
            self.pending.remove(each)
            self._decide(each.proposal, "refused")
            yield f"refused: {self.text(each.proposal)}"

    def _chosen(self, request: requests.AcceptProposals | requests.RefuseProposals) -> list[Pending]:
        if not self.pending:
            raise Impossible("nothing waits")
        if request.all:
            return list(self.pending)
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
            self._send(SeatChange(each.seat, each.hero, accepted=False))
        yield f"{len(ended)} {'seat' if len(ended) == 1 else 'seats'} ended"


def lines_of(session: RecordedFight, proposal: Proposal) -> list[str]:
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
            return [f"{'rally' if session.fight.phase == 'turns' else 'recover'} {hero}"]
    return []


def _name(fight: Fight, creature: str) -> str:
    return fight.sheets[creature].name if creature in fight.sheets else creature


_HANDLERS: Mapping[type[requests.PlayersRequest], Callable[[Inbox, Any], Iterator[str]]] = {
    requests.ShowInbox: Inbox.show,
    requests.ShowSeats: Inbox.show_seats,
    requests.AcceptProposals: Inbox.accept,
    requests.RefuseProposals: Inbox.refuse,
    requests.Unseat: Inbox.unseat,
}
