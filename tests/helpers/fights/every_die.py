"""Checks that each die of a system has the same result whether it is rolled, typed or asked for."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from tests.helpers.fights.played import Played


class Die(NamedTuple):
    """A die: the line that rolls it and its faces, the lines with the face typed, the lines that ask and answer, and
    the lines before. Attack and damage dice are never asked for. A die without a line of its own is only typed as an
    answer.
    """

    line: str
    dice: str
    typed: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    before: tuple[str, ...] = ("begin",)


def check_die(die: Die, fight_for: Callable[[Die], Played]) -> None:
    """Checks that the die leads to the same creatures in the same order, rolled, typed and asked for."""

    def after(*lines: str, dice: str = "") -> dict[str, Any]:
        fight = fight_for(die).play(*die.before).play(*lines, dice=dice)
        assert not fight.state["questions"]
        return {key: fight.state[key] for key in ("order", "active", "creatures")}

    rolled = after(die.line, dice=die.dice)
    assert die.typed or die.asked
    for line in die.typed:
        assert after(line) == rolled, line
    if die.asked:
        assert after("ask all", *die.asked) == rolled


class TypedDie(NamedTuple):
    """A line that rolls a die in a fight where all dice show one face, and the line with that face typed.

    `typed` is empty if the die is rolled for a turn, a rest or damage, and can only be typed as an answer. Attack dice
    are never asked for, nor are other dice of the attacker.
    """

    name: str
    before: tuple[str, ...]
    line: str
    typed: str
    asked: bool = True


class OneFaceFight:
    """Fights of one cast, started again for each die, in which all dice show the same face."""

    def __init__(self, cast: Callable[[], Played], face: int) -> None:
        self._cast = cast
        self._face = face

    def play(self, *lines: str) -> Session:
        """The fight after `begin` and these lines."""
        session = self._cast().session
        session.dice_source = GivenDice([self._face] * 60)
        for line in ("begin", *lines):
            result = session.run(line)
            assert result
            assert not result.error, f"{line}: {result.error}"
        return session

    def check_same_result(self, die: TypedDie) -> None:
        """Checks that the die leads to the same fight, rolled, typed and asked for."""
        rolled = self._fight_after(*die.before, die.line)
        if die.typed:
            assert self._fight_after(*die.before, die.typed) == rolled
        if die.asked:
            assert self._fight_after(*die.before, "ask all", die.line) == rolled

    def check_typed_is_not_rolled(self, die: TypedDie) -> None:
        """Checks that the line rolls nothing if the die is typed."""
        used = self.play(*die.before).dice_source.mark()
        assert not die.typed or self.play(*die.before, die.typed).dice_source.mark() == used

    def check_asked_is_a_question(self, die: TypedDie) -> None:
        """Checks that the die becomes a question if dice are asked for."""
        used = self.play(*die.before).dice_source.mark()
        if die.asked:
            asked = self.play(*die.before, "ask all", die.line)
            assert asked.fight.questions
            assert asked.dice_source.mark() == used

    def _fight_after(self, *lines: str) -> Fight:
        """The fight after these lines, with all questions answered with the face."""
        session = self.play(*lines)
        while session.fight.questions:
            assert not session.run(f"answer {self._face}").error
        return replace(session.fight, questions=(), next_question=1, asking="none")
