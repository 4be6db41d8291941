"""Opaque keys of creatures, turns and questions, which phones send back and which say nothing about the fight.

The ids of the language occur again after `undo`; a key is for only one creature, turn or question. Its secret is made
at each start.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

import msgspec

from orcus_tui.model.creature import Side
from orcus_tui.model.events import QuestionAsked
from orcus_tui.model.fight import Fight, Question
from orcus_tui.model.history import Execution, Timeline

KEY_BYTES = 12


class OpaqueKeys:
    """Makes keys from a secret, by default a new one; keys of heroes are made from the `lasting` secret, if given.

    With a lasting secret a phone finds its hero again after a restart and in the next fight, but no other creature.
    """

    def __init__(self, secret: bytes | None = None, lasting: bytes | None = None) -> None:
        self._secret = secrets.token_bytes(32) if secret is None else secret
        self._lasting = self._secret if lasting is None else lasting

    def creature(self, creature: str, side: Side) -> str:
        """The key of a creature; it stays when the creature is renamed."""
        return _key(self._lasting if side == "party" else self._secret, "creature", creature)

    def turn(self, fight: Fight) -> str:
        """The key of a fight's current turn; empty between turns."""
        return _key(self._secret, "turn", fight.turn.key, str(fight.round)) if fight.turn else ""

    def question(self, question: Question, asked: str) -> str:
        """The key of a question; `asked` is its `asking_mark`."""
        return _key(self._secret, "question", str(question.id), asked)


def _key(secret: bytes, *parts: str) -> str:
    message = "\0".join(parts).encode()
    digest = hmac.new(secret, message, hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:KEY_BYTES]).decode()


def asking_mark(timeline: Timeline, question: Question) -> str:
    """The mark of the command that asked a question; empty if the fight began with the question."""
    executions = timeline.executions
    for place in range(len(executions) - 1, -1, -1):
        for event in executions[place].events:
            if isinstance(event, QuestionAsked) and event.question.id == question.id:
                return question_mark(place, executions[place], event.question)
    return ""


def question_mark(place: int, execution: Execution, asked: Question) -> str:
    """The mark of a command that asks a question: its place in the history, its line, and the question that it asked.

    After `undo` the same line at the same place may ask another question with the same number.
    """
    text = f"{place} {execution.line} ".encode() + msgspec.json.encode(asked)
    return hashlib.sha256(text).hexdigest()
