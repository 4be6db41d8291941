"""The rules for health, death and rests of a system: hit points or a damage track, death saves, recoveries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.fight import Fight, Question
from orcus_tui.rules.fight_view import AnyView
from orcus_tui.rules.system.hooks import CreatureRule, Modifier, always, is_at_zero, never, none, nothing

if TYPE_CHECKING:
    from orcus_tui.model.events import Event, Standing
    from orcus_tui.rules.resolution import AnyResolution


class BoxRow(Struct, frozen=True):
    """A row of a damage track: its tally, and whether each box is marked."""

    title: str
    tally: str
    count: int
    boxes: Mapping[str, bool]


class HealthRules(Struct, frozen=True, kw_only=True):
    """A system's measure of health; most systems have `HIT_POINTS`.

    `instead` is the line to type in a system without hit points, for verbs about hit points; `{0}` is the creature.
    """

    name: str
    fields: tuple[str, ...]  # creature fields that only systems with this measure have
    needed: tuple[str, ...]  # the required fields among these
    instead: str = ""

    lowest: Callable[[Fight], int | None] = nothing  # the number of hit points at which losses end
    begin: Callable[[State], State] = lambda state: state  # a creature as it comes into the fight
    figure: Callable[[Sheet, State], str]  # for a list: `12/30`, `(hurt 2, wounded)`; empty: nothing to show
    in_brief: Callable[[Sheet, State], str]  # for a column: `12/30`, `wounded`; empty: nothing to show
    in_full: Callable[[Sheet, State], str]  # for a card: `hp 12/30`, `track (unharmed)`
    as_printed: Callable[[Sheet, State], str]  # for a stat block: `hp 30`; empty: nothing to show
    topics: tuple[str, ...]  # the names under which `why` explains it
    is_change: Callable[[Event], bool]  # whether an event changes it
    is_staggered: Callable[[AnyView, str], bool]
    remaining: Callable[[Sheet, State], tuple[int, int]]  # for a bar: the current and the highest number
    boxes: Callable[[State], Sequence[BoxRow]] = none  # for a card; none: a bar for hit points
    is_badly_hurt: Callable[[State], bool] = never  # worse than staggered
    is_down: Callable[[AnyView, str], bool] = is_at_zero
    is_at_zero: Callable[[Fight, str], bool] = never
    fatal_failures: int = 0  # the number of failed death saves that kills; 0: they are not counted
    can_regenerate: Callable[[Sheet, State], bool] = never
    is_missing: Callable[[State], bool] = never  # whether the stat block has no hit points or track
    standing_figure: Callable[[Standing], str]  # as the fight ends: `12/40`, `(hurt 2)`; empty: nothing to show
    group_figure: Callable[[Fight, Sequence[str], Sequence[str]], str] = lambda *_: ""
    """For a folded group, from all its members and those that are up; empty if nothing but their number is shown."""
    why_implied: Callable[[State, str], str]  # for a card: `at −3 hit points`, where it implies this condition


class HealthChanges(Struct, frozen=True, kw_only=True):
    """The rules for commands that change health directly; most systems have `HIT_POINT_CHANGES`."""

    correction: CreatureRule = nothing  # after a correction by `set`
    knock_out: CreatureRule
    stabilize: CreatureRule
    revive: Callable[[AnyResolution, str, int | None], None]  # with these hit points, or by the rules (None)


class DeathRules(Struct, frozen=True, kw_only=True):
    """The rules for falling and dying."""

    needs_save: Callable[[AnyView, str], bool] = never
    save_needs: int = 0
    save_modifiers: Callable[[AnyView, str], list[Modifier]] | None = None  # None: the same as for any save
    save: Callable[[AnyResolution, str, int], None] = nothing
    may_be_spared: Callable[[AnyView, str], bool] = never
    fall_messages: tuple[str, ...] = ("falls unconscious",)  # the messages that say that a creature falls
    knocked_out_later: bool = False  # by a further command, right after the one that killed the creature
    after: tuple[CreatureRule, ...] = ()  # for a creature that dies or leaves


def is_alive_and_not_gone(fight: Fight, creature: str) -> bool:
    """Whether a creature is alive and has not left for good (a creature that fled rests elsewhere)."""
    state = fight.states[creature]
    return state.life != "dead" and (state.place != "gone" or state.outcome == "fled")


class RestRules(Struct, frozen=True, kw_only=True):
    """Recoveries and rests."""

    recover: Callable[[AnyResolution, str, int | None], None] | None = None  # None: refused, like `rally`
    recovery_bonus: Callable[[Fight, str], int] = lambda *_: 0  # the bonus to the dice of a recovery
    dice_range: Callable[[Fight, str], tuple[int, int]] = lambda *_: (0, 0)
    """The lowest and the highest total of these dice."""
    rally: CreatureRule | None = None
    saves_to_rally: bool = False  # a rally may need a save, whose die may be typed
    answer_dice: Callable[[AnyResolution, Question], int | None] = lambda *_: None
    """Rolls the dice of a recovery that was asked for; None for another question."""
    asked_dice: Callable[[Fight, Question], str] = lambda *_: ""
    """The dice of a recovery that was asked for, with their bonus; empty for another question."""
    healing_questions: tuple[str, ...] = ()  # the kinds of questions about a die that heals
    rests: Callable[[Fight, str], bool] = is_alive_and_not_gone
    helps: Callable[[Fight, str, str], bool] = always  # whether a rest of this length restores a creature's resources
    short: CreatureRule
    long: CreatureRule
    more: Mapping[str, CreatureRule] = field(default_factory=dict)  # rests of other lengths, by their words
    seconds: Mapping[str, int] = field(default_factory=lambda: {"short": 300, "long": 8 * 3600})
    after_time: Callable[[AnyResolution, int], None] = nothing  # the seconds that have passed outside a fight
    after_fight: tuple[CreatureRule, ...] = ()
    lasting_uses: Callable[[Sheet], tuple[str, ...]] = lambda _: ()  # the keys of `used` that stay for the next fight
