"""The prompt of `orcus-tui play --plain`: line editing, completion, and sentences in lines that fit."""

import shutil
import sys
from pathlib import Path
from typing import Any

from orcus_tui.plain.conversation import Conversation, said_candidates
from orcus_tui.plain.speech import lines_in
from orcus_tui.session.session import Session
from orcus_tui.storage.journal.running_fight import follow_running
from orcus_tui.storage.lock import is_locked
from orcus_tui.storage.storage_error import StorageError


def resume_or_begin(encounter: Path | None, folder: Path) -> str:
    """The id of an unfinished fight of this file that the person wants to resume; empty to begin anew."""
    if encounter is None:
        return ""
    try:
        running = follow_running(folder, encounter)
    except StorageError:
        return ""
    if is_locked(running.journal.path):
        return ""
    fight = running.journal.fight
    turn = f", {fight.sheets[fight.active].name}'s turn" if fight.active else ""
    print(f"Unfinished: round {fight.round}{turn}. 1 resume. 2 start anew.", flush=True)
    while True:
        try:
            picked = input("pick> ").strip()
        except EOFError:
            return ""
        if picked in ("1", "2"):
            return running.journal.path.stem if picked == "1" else ""
        print("Type 1 or 2.", flush=True)


class Prompt:
    """A conversation at a terminal, or on the lines of a pipe."""

    def __init__(self, session: Session, width: int | None) -> None:
        self.conversation = Conversation(session)
        self._width = width
        self._readline = _line_editing() if sys.stdin.isatty() else None

    def run(self) -> None:
        """Answers lines until one quits, or the input ends."""
        if self._readline:
            self._set_up_completion(self._readline)
        self.say(self.conversation.greeting())
        while not self.conversation.is_over:
            try:
                line = input(self.conversation.prompt)
            except EOFError:
                print()
                break
            except KeyboardInterrupt:
                print()
                typed = self._readline.get_line_buffer() if self._readline else ""
                self.say(["Cancelled." if typed or self._cancel() else "Type quit to leave."])
                continue
            except UnicodeDecodeError:
                self.say(["Refused: this line is not UTF-8 text."])
                continue
            self.say(self.conversation.respond(line))

    def _cancel(self) -> bool:
        """Leaves open choices, and a die that is asked for; returns whether there were any."""
        there = bool(self.conversation.choices) or self.conversation.die_for is not None
        self.conversation.choices, self.conversation.die_for = [], None
        return there

    def say(self, sentences: list[str]) -> None:
        """Prints sentences, each line at once."""
        for line in lines_in(sentences, self._columns()):
            print(line, flush=True)

    def _columns(self) -> int:
        return self._width or shutil.get_terminal_size().columns - 1

    def _set_up_completion(self, readline: Any) -> None:
        """Tab completes a word; of several it says how many there are, and which."""
        readline.set_completer_delims(" ")
        readline.set_completer(self._candidate)
        readline.set_completion_display_matches_hook(lambda *_: self._say_candidates(readline))
        readline.parse_and_bind("bind ^I rl_complete" if _is_libedit(readline) else "tab: complete")

    def _candidate(self, _: str, place: int) -> str | None:
        found = self.conversation.complete(self._typed())
        return f"{found[place].text} " if place == 0 and len(found) == 1 else _text_at(found, place)

    def _typed(self) -> str:
        return str(self._readline.get_line_buffer()[: self._readline.get_endidx()]) if self._readline else ""

    def _say_candidates(self, readline: Any) -> None:
        print()
        self.say([said_candidates(self.conversation.complete(self._typed()))])
        print(f"{self.conversation.prompt}{readline.get_line_buffer()}", end="", flush=True)


def _text_at(found: Any, place: int) -> str | None:
    return found[place].text if place < len(found) else None


def _line_editing() -> Any:
    """The module for line editing; None where Python has none, as on Windows."""
    try:
        import readline
    except ImportError:
        return None
    return readline


def _is_libedit(readline: Any) -> bool:
    return "libedit" in (readline.__doc__ or "")
