"""A phone: the requests of the contract to a served view, and their replies."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from tests.campaign.trials import PATIENCE


class Phone:
    """A phone at the address of a view; with a seat once a game master has accepted its claim."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.secret = ""
        self.number = 0

    def request(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """The response to a request; an empty header is left out."""
        origin = "/".join(self.url.split("/")[:3])
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        given = {"Origin": origin, "Content-Type": "application/json", **headers}
        if self.secret and "Authorization" not in headers:
            given["Authorization"] = f"Seat {self.secret}"
        kept = {key: value for key, value in given.items() if value}
        asked = urllib.request.Request(self.url + path, data, kept)  # noqa: S310  # a server of the test
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310  # as above
                return answer.status, json.loads(answer.read())
        except urllib.error.HTTPError as refused:
            text = refused.read().decode()
            return refused.code, json.loads(text) if text.startswith("{") else text

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Waits until a condition is true."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"{what} never came"
            time.sleep(0.02)

    def state(self) -> dict[str, Any]:
        """The public state."""
        found: dict[str, Any] = self.request("state")[1]
        return found

    def key(self, name: str) -> str:
        """The opaque key of a creature that players see."""
        found: str = next(each["key"] for each in self.state()["creatures"] if each["name"] == name)
        return found

    def claim(self, hero: str, key: str = "claim") -> dict[str, Any]:
        """Asks for the seat of a hero, and stores its secret."""
        status, reply = self.request("say", {"v": 1, "key": key, "kind": "claim", "hero": self.key(hero)})
        assert (status, reply["state"]) == (202, "sent"), reply
        self.secret = reply["secret"]
        found: dict[str, Any] = reply
        return found

    def say(self, kind: str, hero: str = "Ari", **words: object) -> tuple[int, Any]:
        """Sends a message for a hero."""
        self.number += 1
        body = {"v": 1, "key": f"key{self.number}", "n": self.number, "kind": kind, "hero": self.key(hero), **words}
        return self.request("say", body)

    def seat(self) -> dict[str, Any]:
        """The state of the seat."""
        status, state = self.request("seat/state")
        assert status == 200, state
        found: dict[str, Any] = state
        return found
