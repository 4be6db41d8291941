"""Phones that tap at random, twice, late, for another hero, and with broken bytes; the tracker may be killed."""

import json
import urllib.error
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

from orcus_tui.model.history import Execution
from orcus_tui.players.messages import KINDS
from orcus_tui.storage.journal.journal_list import list_unfinished
from orcus_tui.storage.journal.recovery import view_journal
from tests.campaign.trials import PATIENCE, Broken, Campaign
from tests.helpers.fights.phone import Phone
from tests.helpers.fights.phoned import Table

TAPS = 60
STATUSES = {202, 400, 401, 403, 409, 413, 415, 429}
TYPED = (
    "next", "undo", "redo", "apply ari dazed save", "apply ari slowed save", "damage ogre 3", "heal ari 5",
    "players accept", "players refuse all", "players accept all", "answer", "hide ogre", "reveal ogre",
    "players unseat all", "players input done do", "players input hp off", "players input hp propose",
)  # fmt: skip


class Tapping:
    """The phone of a careless person, and the replies it has received."""

    def __init__(self, table: Table, chance: Random) -> None:
        self.chance = chance
        self.phone = Phone(table.url)
        self.bodies: list[bytes] = []
        self.sent: set[str] = set()

    def sit_down(self, table: Table) -> None:
        """Asks for a seat, which the game master may refuse."""
        self.phone.secret = ""
        self.phone.claim("Ari", f"claim {self.chance.random()}")
        table.type("players accept")

    def tap(self) -> None:
        """Sends something. Raises Broken if the reply is not one of the contract."""
        body = self._body()
        self.bodies.append(body)
        status, reply = self.phone.request("say", body)
        if status not in STATUSES:
            raise Broken(f"{body!r}: {status} {reply}")
        again = self.phone.request("say", body) if self.chance.random() < 0.3 else (status, reply)
        if status in (202, 409) and again not in ((status, reply), (401, {"state": "refused", "why": "no seat"})):
            raise Broken(f"{body!r}: {status} {reply}, then {again}")
        if status == 202 and "key" in reply:
            self.sent.add(reply["key"])

    def _body(self) -> bytes:
        chance, state = self.chance, self.phone.state()
        if self.bodies and chance.random() < 0.15:
            return chance.choice(self.bodies)
        seat = self.phone.request("seat/state")[1]
        asked = [each["question"] for each in seat.get("questions", ())] if isinstance(seat, dict) else []
        self.phone.number += 1
        keys = [each["key"] for each in state["creatures"]]
        words: dict[str, Any] = {
            "v": 1, "key": f"{chance.getrandbits(96):x}", "n": self.phone.number, "kind": chance.choice(KINDS),
            "hero": keys[0] if chance.random() < 0.9 else chance.choice(keys), "turn": state["turn"],
            "question": chance.choice(asked or ["none"]), "amount": chance.randint(-20, 20),
            "targets": chance.sample(keys, 1), "text": "hello\x1b[2J",
        }  # fmt: skip
        if words["kind"] == "roll":
            words |= {"die": chance.randint(0, 21)}
        body = json.dumps(words).encode()
        if chance.random() < 0.1:
            return body[: chance.randrange(len(body))]
        return chance.randbytes(chance.randint(1, 1100)) if chance.random() < 0.05 else body


def try_phones(seed: int, folder: Path) -> int:
    """Tries two phones in a fight whose tracker quits or is killed: each line of a phone in the journal was sent."""
    chance = Random(seed)
    table = Table(folder, "--keep-going")
    table.type("begin", "ask party", "players input on")
    table.wait_for("players' view: input on")
    phones = [Tapping(table, chance) for _ in range(2)]
    tried, killed_at = 0, chance.randrange(TAPS) if chance.random() < 0.5 else TAPS
    try:
        for each in phones:
            each.sit_down(table)
        for _ in range(killed_at):
            if chance.random() < 0.4:
                table.type(chance.choice(TYPED))
            phone = chance.choice(phones)
            phone.sit_down(table) if chance.random() < 0.05 else phone.tap()
            tried += 1
    except (urllib.error.URLError, HTTPException) as fault:
        raise Broken(f"the view was gone: {fault}; {table.output[-5:]}") from fault
    finally:
        if killed_at < TAPS:
            table.process.kill()
            table.process.wait(PATIENCE)
        status = table.leave()
    if killed_at == TAPS and status not in (0, 1):  # status 1: a typed line was refused
        raise Broken(f"ended with {status}: {table.output[-5:]}")
    check_journal(folder / "state", [key for each in phones for key in each.sent])
    return tried


def check_journal(folder: Path, sent: list[str]) -> None:
    """Raises Broken if the journal cannot be read, or has more lines of phones than they sent."""
    for fight in list_unfinished(folder):
        if fight.fault:
            raise Broken(f"{fight.id}: {fight.fault}")
    (path,) = [*folder.glob("*.jsonl"), *folder.glob("*/*.jsonl")]
    executions: list[Execution] = list(view_journal(path).timeline.executions)
    said = [each.line for each in executions if each.line.startswith("from ")]
    if not all(line.startswith("from ari: ") for line in said) or len(said) > 2 * len(sent):
        raise Broken(f"{len(sent)} were sent, and carried out were {said}")


CAMPAIGNS = (Campaign("phones", "phones tap at random while a fight is played", "taps", try_phones, 0.3),)
