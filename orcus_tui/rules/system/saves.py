"""The saving throws of a system."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field

from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, Question
from orcus_tui.rules.system.hooks import ONE_DIE, Advantage, Modifier, never, none

if TYPE_CHECKING:
    from orcus_tui.rules.resolution import AnyResolution


SAVE = "save"
"""A save in a system in which all saves are alike."""


class SaveRules(Struct, frozen=True, kw_only=True):
    """Saving throws against effects that a save ends."""

    needs: int
    degrees: Mapping[str, int] = field(default_factory=lambda: {"easy": 6, "hard": 16})
    abilities: tuple[str, ...] = ()  # of saving throws; empty: one bonus for all
    of_powers: tuple[str, ...] = ()  # abilities or defenses of saves against powers; empty if powers call for no saves
    ability_for: Callable[[Fight, Effect], str] = lambda *_: ""

    @property
    def names(self) -> tuple[str, ...]:
        """The saves that a line calls for by name, or by an ability; a single word where all saves are alike."""
        return self.of_powers or (SAVE,)


class SaveRolls(Struct, frozen=True, kw_only=True):
    """The rules for rolling saving throws."""

    against_powers: Callable[..., Sequence[Modifier]] = none  # modifiers of a creature's save
    advantage: Callable[[AnyResolution, str, str], Advantage] = lambda *_: ONE_DIE
    question_needs: Callable[[Fight, Question], int | None] = lambda _, question: question.needs
    """The total that the die of a question must reach, if neither its effect nor the death save sets one."""
    turns_failure: Callable[[AnyResolution, str], bool] = never
    """Whether a rule turns a save that a creature just failed into a success; may make an offer instead."""
    answer_advantage: Callable[[AnyResolution, Question], Advantage] = lambda *_: ONE_DIE
