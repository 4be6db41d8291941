"""The actions of a turn, and those of `do`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import force_setattr

from orcus_tui.dice import Dice
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message
from orcus_tui.model.steps import Targets
from orcus_tui.rules.fight_view import AnyView
from orcus_tui.rules.system.attacks import Strike
from orcus_tui.rules.system.hooks import CreatureRule

if TYPE_CHECKING:
    from orcus_tui.rules.resolution import AnyResolution


class ActionKind(Struct, frozen=True):
    """A kind of action: the number in a turn, and the larger action that may be traded for one.

    `off_turn`: it may be taken in another creature's turn; `only_off_turn`: only then.
    """

    name: str
    each_turn: int
    traded_from: tuple[str, ...] = ()
    off_turn: bool = False
    only_off_turn: bool = False


class ActionUse(Struct, frozen=True):
    """A creature taking an action of `do`, while it is resolved.

    `number` and `hit` were typed: `number` is a count or the face of a d20, `hit` is damage.
    """

    resolution: AnyResolution
    source: str
    targets: Targets
    number: int | None = None
    hit: Dice | None = None


class Action(Struct, frozen=True):
    """An action of `do`; `cost` is the kind of action it takes, empty for an event such as a fall.

    `for_itself`: it takes no target. `counts` is the unit of its number, if it takes one; then damage may be typed too.
    `by_die`: its rule rolls a d20 unless the face was typed, and spends the action. `after_check`: a check is made at
    the table first, and the preview shows its DC. `for_the_fallen`: it is meant for a creature that is down.
    """

    cost: str
    means: str
    rule: Callable[[ActionUse], None]
    needs_target: bool = False
    for_itself: bool = False
    counts: str = ""
    by_die: bool = False
    after_check: bool = False
    for_the_fallen: bool = False


class ActionRules(Struct, frozen=True, kw_only=True):
    """The kinds of action that a turn has, in order; `names` and `by_word` follow from the kinds."""

    kinds: tuple[ActionKind, ...]
    names: tuple[str, ...] = ()
    by_word: Mapping[str, ActionKind] = field(default_factory=dict)  # also by the aliases
    aliases: Mapping[str, str] = field(default_factory=dict)  # other words for the kinds
    compounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # actions that take several kinds
    for_turn: Callable[[Fight, str], tuple[int, ...]]  # the number of each kind in a creature's turn
    resources: tuple[str, ...] = ()  # actions with another cost, which `ActionCosts.resources` pays
    has_opportunities: bool = True  # opportunity attacks
    one_opportunity_each: bool = True  # against each creature in its turn
    not_twice_running: frozenset[str] = frozenset()  # no power with these actions is used in two rounds in a row
    moving_provokes: bool = False  # a move that `spent` marks offers opportunity attacks
    opportunists: Callable[[AnyView, str], Sequence[str]] = lambda view, _: view.fight.order
    """The creatures, including friends, to which a moving creature gives an opportunity."""

    def __post_init__(self) -> None:
        """Fills in what follows from the kinds."""
        by_name = {each.name: each for each in self.kinds}
        aliases = {word: by_name[name] for word, name in self.aliases.items() if name in by_name}
        force_setattr(self, "names", tuple(by_name))
        force_setattr(self, "by_word", {**by_name, **aliases})

    def parts_of(self, action: str) -> tuple[str, ...]:
        """The kinds that an action consists of: two for `open+move`; a simple action is its own only kind."""
        return self.compounds.get(action) or tuple(action.split("+"))


class ActionCosts(Struct, frozen=True, kw_only=True):
    """What actions cost a creature."""

    why_unavailable: Callable[[AnyResolution, str, str], Message | None] = lambda *_: None
    """Why a creature has no such action; None if it has."""
    now: Callable[[AnyResolution, str, str], str] = lambda _, __, action: action  # in this situation
    of_attack: Callable[[Strike], str] = lambda strike: strike.power.action
    resources: Mapping[str, CreatureRule] = field(default_factory=dict)  # rules for actions with another cost
