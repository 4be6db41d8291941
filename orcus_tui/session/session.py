"""A session: the ways to open a recorded fight, and its requests, which are lines that no rule carries out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Self

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.session.recorded_fight import RecordedFight, Result

if TYPE_CHECKING:
    from orcus_tui.commands.parse import Command
    from orcus_tui.model.fight import Fight
    from orcus_tui.model.requests import Request
    from orcus_tui.session.dice_source import DiceSource
    from orcus_tui.storage.encounter.read import EncounterFile
    from orcus_tui.storage.journal.journal_follower import JournalFollower
    from orcus_tui.storage.journal.journal_settings import JournalSettings


class Session(RecordedFight):
    """A recorded fight that was opened, and handles requests."""

    @classmethod
    def open(
        cls,
        opened: EncounterFile,
        dice_source: DiceSource,
        house_rules: Callable[[Fight], Fight],
        encounter: Path | None = None,
        journal_settings: JournalSettings | None = None,
    ) -> Self:
        """Opens the fight of an encounter file, or an empty one, with the user's house rules."""
        fight, digest = opened.with_rules(house_rules), opened.digest
        session = cls(
            fight, dice_source, journal_settings=journal_settings, encounter=encounter, encounter_digest=digest
        )
        session.house_rules = house_rules
        return session

    @classmethod
    def resume(cls, journal_settings: JournalSettings, journal_id: str, dice_source: DiceSource) -> tuple[Self, str]:
        """Resumes an unfinished fight; the text says what the journal lost, if anything.

        A damaged journal gives the fight before the damage, as `read_only`. Raises StorageError if nothing can be read,
        the fight is finished, or another program has it open.
        """
        from orcus_tui.storage.journal.recovery import resume_journal

        found = resume_journal(journal_settings, journal_id)
        session = cls(found.timeline.fight, dice_source)
        session.journal_settings, session.recorder = journal_settings, found.recorder
        session.timeline, session.fight_files = found.timeline, found.fight_files
        session.resumed_at, session._opened_at = session.fight, len(session.timeline.executions)
        for path, digest in found.fight_files.contents():
            session.digests.note_fight_in_progress(path, digest)
        if found.recorder is None:
            session.read_only = found.problem
        return session, found.problem

    @classmethod
    def open_for_viewing(
        cls, journal_settings: JournalSettings, path: Path, dice_source: DiceSource
    ) -> tuple[Self, str]:
        """Opens the fight of a journal for viewing only; the journal is not touched.

        The text says what the journal lost, if anything. Raises StorageError if nothing can be read.
        """
        from orcus_tui.storage.journal.recovery import view_journal

        found = view_journal(path)
        session = cls(found.timeline.fight, dice_source)
        session.timeline, session.fight_files = found.timeline, found.fight_files
        session.journal_settings, session.read_only = journal_settings, "it was opened for viewing"
        return session, found.problem

    @classmethod
    def follow(cls, journal: JournalFollower, dice_source: DiceSource) -> Self:
        """A fight that another program plays, for viewing only; `journal` is its follower."""
        session = cls(journal.fight, dice_source)
        session.timeline, session.fight_files = journal.timeline, journal.replay.fight_files
        session.read_only, session.is_following = "another program plays it", True
        return session

    def handle(self, command: Command, request: Request) -> Result:
        """Handles a request. Raises Impossible or StorageError."""
        from orcus_tui.commands.parse import locate
        from orcus_tui.session.request_handlers import handle

        self._note_named_path(command, request)
        try:
            result = handle(self, request)
        except Impossible as error:
            raise locate(error, command) from None
        return replace(result, command=command.text)

    def _note_named_path(self, command: Command, request: Request) -> None:
        """Notes the file that the user names, unless the name comes from an alias that only the journal has."""
        from orcus_tui.model import requests

        if not isinstance(request, requests.Write | requests.Export | requests.Keep | requests.Open):
            return
        if request.file and self.own_aliases.issuperset(command.aliases):
            self.named_paths.add(Path(request.file))
