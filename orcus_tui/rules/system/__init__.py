"""A rules system: a small struct for each subject, with data where possible and functions where necessary.

Start with `System`. Small subjects are defined above it; each larger subject has a module, with the defaults for a
system without such rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, get_args

from msgspec import Struct, field

from orcus_tui.model.creature import Outcome
from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.rules.fight_view import FightViewUnder
from orcus_tui.rules.system.actions import ActionRules
from orcus_tui.rules.system.conditions import Conditions
from orcus_tui.rules.system.creatures import Creatures
from orcus_tui.rules.system.health import HealthRules
from orcus_tui.rules.system.saves import SaveRules
from orcus_tui.rules.system.words import Words

if TYPE_CHECKING:
    from orcus_tui.rules.system.play import Play

Rules = TypeVar("Rules")


class Option(Struct, frozen=True):
    """An option of the rules: its default, its values (any whole number if the tuple is empty), and its meaning.

    `several`: it takes any number of values, joined by commas; a file has a list.
    """

    default: OptionValue
    values: tuple[OptionValue, ...]
    about: str
    several: bool = False


def choice(values: tuple[OptionValue, ...], about: str) -> Option:
    """An option with these values, of which the first is the default."""
    return Option(values[0], values, about)


def chosen(options: Mapping[str, Option], fight: Fight, key: str) -> OptionValue:
    """The value of one of these options in a fight. Raises KeyError for an unknown option, a programming error."""
    return fight.options.get(key, options[key].default)


SHARED_OPTIONS: Mapping[str, Option] = {
    "xp_for": Option(
        "slain,captured,fled", get_args(Outcome), "the outcomes of foes that count for XP, as a list", several=True
    ),
}
"""The options of every system."""


BONUS_TYPES = ("power", "feat", "item")


class Bonuses(Struct, frozen=True, kw_only=True):
    """The rules by which bonuses add up."""

    types: tuple[str, ...] = BONUS_TYPES  # what `bonus` takes as a type
    best_of: tuple[str, ...] | None = None  # the types of which only the best counts; None: every type
    once_per_power: bool = False  # two bonuses of one power do not add up
    depend_on_ability: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by ability, besides checks


class Counters(Struct, frozen=True, kw_only=True):
    """The counters that the rules use."""

    initial: Mapping[str, int] = field(default_factory=dict)  # of the fight, with their first values
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # of the fight, lowest and highest
    implicit: tuple[str, ...] = ()  # of every creature, at first 0


class SystemVerb(Struct, frozen=True):
    """A verb of one system; its `usage` is its grammar, as for the shared verbs, its rule is in `Play.verbs`.

    `in_powers`: the lines of a power may use it, for the creatures hit. After the word in `before_last_roll`, it runs
    before the last attack roll or save of its target; that command and all later ones then run again. `for_numbers` is
    the line to type for a number that this verb does not take. `yields`: an abbreviation that also fits other verbs
    means the other verbs.
    """

    name: str
    usage: str
    means: str
    in_powers: bool = False
    before_last_roll: str = ""
    yields: bool = False
    for_numbers: str = ""


def _of_play(rules: Callable[[Play], Rules]) -> cached_property[Rules]:
    """A subject of `Play`, as an attribute of the system."""
    return cached_property(lambda system: rules(system.play))


class System(Struct, frozen=True, kw_only=True, eq=False, dict=True):
    """A rules system.

    To add one, write a module with a `System` and a table of conditions, and add a line to the registry. Subjects and
    fields with a default can be left out. A creature is identified by its id.
    """

    id: str
    title: str
    short_title: str = ""  # a short title for sentences
    round_seconds: int = 6  # the length of a round
    words: Words
    options: Mapping[str, Option] = field(default_factory=dict)

    # Creatures and conditions
    creatures: Creatures
    health: HealthRules
    conditions: Conditions
    bonuses: Bonuses = Bonuses()
    counters: Counters = Counters()
    saves: SaveRules

    # Commands
    actions: ActionRules
    verbs: tuple[SystemVerb, ...] = ()

    load_play: Callable[[], Play]
    """Imports the rules that change a fight; showing a fight does not wait for them."""

    @property
    def display_name(self) -> str:
        """The system's name in messages."""
        return self.short_title or self.title

    def option(self, fight: Fight, key: str) -> OptionValue:
        """The value of an option in this fight. Raises KeyError for an unknown option, which is a programming error."""
        return chosen(self.options, fight, key)

    # The rules that change a fight

    @cached_property
    def play(self) -> Play:
        """The rules that change a fight; each subject is an attribute of the system, too."""
        return self.load_play()

    initiative = _of_play(lambda play: play.initiative)
    turn = _of_play(lambda play: play.turn)
    delay = _of_play(lambda play: play.delay)
    ready = _of_play(lambda play: play.ready)
    verb_rules = _of_play(lambda play: play.verbs)
    stack_effect = _of_play(lambda play: play.stack_effect)
    costs = _of_play(lambda play: play.costs)
    save_rolls = _of_play(lambda play: play.save_rolls)
    do_actions = _of_play(lambda play: play.do_actions)
    action_point = _of_play(lambda play: play.action_point)
    attacks = _of_play(lambda play: play.attacks)
    damage = _of_play(lambda play: play.damage)
    checks = _of_play(lambda play: play.checks)
    answers = _of_play(lambda play: play.answers)
    health_changes = _of_play(lambda play: play.health_changes)
    death = _of_play(lambda play: play.death)
    rest = _of_play(lambda play: play.rest)
    after = _of_play(lambda play: play.after)
    habits = _of_play(lambda play: play.habits)


FightView = FightViewUnder[System]
"""A fight under its rules system, for rules that only read."""
