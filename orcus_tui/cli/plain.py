"""The prompt of `orcus-tui play --plain`: line editing, completion, and sentences wrapped to the width."""

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


def resume_or_begin(encounter: Path | None, folder: Path, width: int | None) -> str:
    """The id of an unfinished fight of this file that the person wants to resume; empty to start a new fight."""
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
    _print([f"Unfinished: round {fight.round}{turn}. 1 resume. 2 start a new fight."], width)
    while True:
        try:
            picked = input("pick> ").strip()
        except EOFError:
            return ""
        if picked in ("1", "2"):
            return running.journal.path.stem if picked == "1" else ""
        if picked in ("q", "quit"):
            raise SystemExit
        print("Type 1 or 2, or quit.", flush=True)


_TAB = ("tab: complete", "set show-all-if-ambiguous on")
"""Settings of GNU readline that make the first Tab list the matching words."""


class Prompt:
    """A conversation at a terminal, or on the lines of a pipe."""

    def __init__(self, session: Session, width: int | None) -> None:
        self.conversation = Conversation(session)
        self._width = width
        self._readline = _line_editing() if sys.stdin.isatty() else None
        self._shown = ""  # the line up to the cursor when Tab was pressed

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
        """Cancels open choices, or an open request for a die; returns whether there were any."""
        there = bool(self.conversation.choices) or self.conversation.die_for is not None
        self.conversation.choices, self.conversation.die_for = [], None
        return there

    def say(self, sentences: list[str]) -> None:
        """Prints sentences, each line at once."""
        _print(sentences, self._width)

    def _set_up_completion(self, readline: Any) -> None:
        """Sets up Tab: it completes a word; if several words match, it prints their number and the words."""
        readline.set_completer_delims(" ")
        readline.set_completer(self._candidate)
        readline.set_completion_display_matches_hook(lambda *_: self._say_candidates())
        for line in ("bind ^I rl_complete",) if "libedit" in (readline.__doc__ or "") else _TAB:
            readline.parse_and_bind(line)

    def _candidate(self, _: str, place: int) -> str | None:
        if place == 0:
            self._shown = self._typed()
        found = self.conversation.complete(self._shown)
        if place == 0 and len(found) == 1:
            self._say_candidates()
            return f"{found[0].text} "
        return found[place].text if place < len(found) else None

    def _typed(self) -> str:
        return str(self._readline.get_line_buffer()[: self._readline.get_endidx()]) if self._readline else ""

    def _say_candidates(self) -> None:
        """Prints the matching words, and shows the line again; readline then adds their common beginning."""
        print()
        self.say([said_candidates(self.conversation.complete(self._shown))])
        print(f"{self.conversation.prompt}{self._shown}", end="", flush=True)


def _print(sentences: list[str], width: int | None) -> None:
    for line in lines_in(sentences, width or shutil.get_terminal_size().columns - 1):
        print(line, flush=True)


def _line_editing() -> Any:
    """The module for line editing; None where Python has none, as on Windows."""
    try:
        import readline
    except ImportError:
        return None
    return readline
