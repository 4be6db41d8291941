"""A session: a recorded fight that runs lines.

A line goes in, and its result comes out once the line is on disk. The modules that read and execute lines are imported
with the first line, after the first frame.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.dice import Face
from orcus_tui.errors import Impossible, OrcusError
from orcus_tui.session.recorded_fight import RecordedFight, Result

if TYPE_CHECKING:
    from typing import Self

    from orcus_tui.commands.context import Context
    from orcus_tui.commands.parse import Command
    from orcus_tui.commands.reading import Reading
    from orcus_tui.model.fight import Fight
    from orcus_tui.model.history import Execution
    from orcus_tui.model.requests import Request
    from orcus_tui.model.typed_steps import Ask
    from orcus_tui.rules.system import FightView
    from orcus_tui.rules.system.resolution import Resolution
    from orcus_tui.session.dice_source import DiceSource
    from orcus_tui.storage.encounter.read import EncounterFile
    from orcus_tui.storage.journal.journal_settings import JournalSettings


Parse = Callable[[str, "Context"], "Command | None"]
Resolve = Callable[["FightView", "Command", "Face"], "Resolution"]
Execute = Callable[["Command", "Resolution"], "Execution"]


@cache
def _first_line() -> tuple[Parse, Resolve, Execute, type["Request"], type["Ask"]]:
    """The functions and the types that read and execute lines, imported with the first line, after the first frame."""
    from orcus_tui.commands.parse import parse
    from orcus_tui.model.requests import Request
    from orcus_tui.model.typed_steps import Ask
    from orcus_tui.session.execution import execution_of, resolve

    return parse, resolve, execution_of, Request, Ask


class Session(RecordedFight):
    """A recorded fight that runs lines."""

    @classmethod
    def open(
        cls,
        opened: "EncounterFile",
        dice_source: "DiceSource",
        house_rules: "Callable[[Fight], Fight]",
        encounter: Path | None = None,
        journal_settings: "JournalSettings | None" = None,
    ) -> "Self":
        """Opens the fight of an encounter file, or an empty one, with the user's house rules."""
        fight, digest = opened.with_rules(house_rules), opened.digest
        session = cls(
            fight, dice_source, journal_settings=journal_settings, encounter=encounter, encounter_digest=digest
        )
        session.house_rules = house_rules
        return session

    def run(self, line: str, reading: "Reading | None" = None) -> Result | None:
        """Runs a line; None for an empty line or a comment. A line that fails changes nothing and uses up no dice.

        `reading` is the line as read, possibly by another thread; the line is read again if the fight has changed
        since.
        """
        parse, resolve, execution_of, request_type, ask_type = _first_line()
        context = self.context
        mark = self.dice_source.mark()
        try:
            command = reading.valid_command if reading and reading.is_against(context) else parse(line, context)
            if command is None:
                return None
            if isinstance(command.step, request_type):
                result = self._handle(command, command.step)
            else:
                execution = execution_of(command, resolve(context.view, command, self.dice_source))
                warning = self.record(execution)
                if isinstance(command.step, ask_type):
                    self._note_asking(command.step)
                result = Result(command.text, warning=warning, events=execution.events, after=execution.after)
        except OrcusError as error:
            self.dice_source.rewind(mark)
            result = Result(line.strip(), error=str(error), column=error.column or 1, problem=error)
        if self.campaign and not result.error:
            remarks, problem = self.campaign.follow(self)
            warning = "; ".join(filter(None, (result.warning, problem)))
            result = replace(result, warning=warning, remarks=remarks) if remarks or problem else result
        for observer in self.observers:
            observer(result)
        return result

    def _note_asking(self, step: "Ask") -> None:
        """Notes the argument of an `ask` even if the fight asks for these dice already and nothing changes."""
        if self.asked != step.who:
            self.asked_before = step.who

    def _handle(self, command: "Command", request: "Request") -> Result:
        from orcus_tui.commands.parse import locate
        from orcus_tui.session.request_handlers import HANDLERS

        self._note_named_path(command, request)
        try:
            result = HANDLERS[type(request)](self, request)
        except Impossible as error:
            raise locate(error, command) from None
        return replace(result, command=command.text)

    def _note_named_path(self, command: "Command", request: "Request") -> None:
        """Notes the file that the user names, unless the name comes from an alias that only the journal has."""
        from orcus_tui.model import requests

        if not isinstance(request, requests.Write | requests.Export | requests.Keep | requests.Open):
            return
        if request.file and self.own_aliases.issuperset(command.aliases):
            self.named_paths.add(Path(request.file))
