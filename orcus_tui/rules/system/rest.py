"""Recovering in a fight, and resting after it."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight, Question
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.hooks import CreatureRule


def is_alive_and_not_gone(fight: Fight, creature: str) -> bool:
    """Whether a creature is alive and has not left for good."""
    return fight.states[creature].life != "dead" and fight.states[creature].place != "gone"


class RestRules(Struct, frozen=True, kw_only=True):
    """Recoveries and rests."""

    recover: Callable[[AnyResolution, str, int | None], None] | None = None  # None: refused, and so is `rally`
    recovery_bonus: Callable[[Fight, str], int] = lambda *_: 0  # what is added to the dice of a recovery
    dice_range: Callable[[Fight, str], tuple[int, int]] = lambda *_: (0, 0)  # the least and the most of those dice
    rally: CreatureRule | None = None
    saves_to_rally: bool = False  # a rally may need a save, whose die may be typed
    answer_dice: Callable[[AnyResolution, Question], int | None] = lambda *_: None
    """Rolls the dice of a recovery that was asked for; None for another question."""
    asked_dice: Callable[[Fight, Question], str] = lambda *_: ""
    """The dice of a recovery that was asked for and what is added to their sum; empty for another question."""
    healing_questions: tuple[str, ...] = ()  # the kinds of questions about a die that heals
    rests: Callable[[Fight, str], bool] = is_alive_and_not_gone
    short: CreatureRule
    long: CreatureRule
    more: Mapping[str, CreatureRule] = field(default_factory=dict)  # rests of other lengths, by their words
    after_fight: tuple[CreatureRule, ...] = ()
    lasting_uses: Callable[[Sheet], tuple[str, ...]] = lambda _: ()  # what of `used` stays so in the next fight
