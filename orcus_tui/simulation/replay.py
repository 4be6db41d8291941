"""A fight of a forecast, replayed in the command language, to be read or opened in the tracker."""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from msgspec.structs import replace

from orcus_tui.commands.context import NO_LIBRARY, Library
from orcus_tui.errors import Impossible
from orcus_tui.model import steps, typed_steps
from orcus_tui.model.fight import Fight
from orcus_tui.model.steps import Step
from orcus_tui.model.text import in_quotes
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.simulation.forecast import Forecast
from orcus_tui.simulation.play_out import DiceStreams, Pair, SimulatedFight
from orcus_tui.storage.journal.journal_settings import JournalSettings


def play_again(fight: Fight, pair: Pair, seed: int, number: int, library: Library = NO_LIBRARY) -> SimulatedFight:
    """The fight of this seed and number of a forecast, played to its end."""
    playing = SimulatedFight(fight, pair, DiceStreams(seed, number), library)
    playing.to_the_end(number)
    return playing


def replay(
    fight: Fight, playing: SimulatedFight, journal_settings: JournalSettings | None = None
) -> tuple[Session, list[Result]]:
    """A session that repeats a fight as it was played, and the result of each line.

    With `journal_settings` it has a journal like any other fight. Raises Impossible if the result of a line differs
    from the forecast, which would be an error in the program.
    """
    faces = [face for _, dice in playing.steps_taken for _, face in dice]
    session = Session(replace(fight, offers=()), GivenDice(faces), journal_settings=journal_settings)
    session.library = playing.library
    asking = ["ask none"] if fight.asking != "none" else []
    results = [_play_line(session, line) for line in chain(asking, (line_of(step) for step, _ in playing.steps_taken))]
    if session.fight.states != playing.fight.states:
        raise Impossible("the fight did not end as in the forecast")
    return session, results


def replay_middle(found: Forecast, journal_settings: JournalSettings | None = None) -> tuple[Session, list[str]]:
    """The median fight of the middle pair of habits, replayed, and its log."""
    odds = found.pairs[len(found.pairs) // 2]
    number = odds.middle.number if odds.middle else 0
    playing = play_again(found.fight, odds.pair, found.plan.seed, number, found.day.bestiary)
    session, results = replay(found.fight, playing, journal_settings)
    title = f"Fight {number} of {odds.pair.party.name} against {odds.pair.foes.name}, the median fight:"
    return session, [title, *(line for each in results for line in (f"> {each.command}", *each.log))]


def _play_line(session: Session, line: str) -> Result:
    result = session.run(line)
    if result is None or result.error:
        raise Impossible(f"{line}: {result.error if result else 'not a command'}")
    return result


def line_of(step: Step) -> str:
    """The line of the language for a step of a forecast."""
    return _LINES[type(step)](step)


def _power_line(verb: str, step: typed_steps.Attack | typed_steps.UsePower) -> str:
    targets = f" {','.join(step.targets)}" if step.targets else ""
    return f"{verb} {in_quotes(step.power)}{targets} by {step.source}"


_LINES: Mapping[type[Step], Callable[[Any], str]] = {
    typed_steps.Begin: lambda _: "begin",
    typed_steps.Next: lambda step: f"next {','.join(step.targets)}".rstrip(),
    typed_steps.Attack: lambda step: _power_line("attack", step),
    typed_steps.UsePower: lambda step: _power_line("use", step),
    typed_steps.Do: lambda step: f"do {step.action}",
    typed_steps.SystemStep: lambda step: f"{step.verb} {','.join(step.targets)}",
    steps.Rally: lambda _: "rally",
    typed_steps.ActionPoint: lambda _: "ap",
    typed_steps.Enter: lambda step: f"enter {','.join(step.targets)}",
    typed_steps.AnswerAll: lambda _: "answer all",
    typed_steps.Accept: lambda step: f"accept {step.number} {step.words}".rstrip(),
    steps.Into: lambda step: f"into {step.zone} {','.join(step.targets)}",
}
