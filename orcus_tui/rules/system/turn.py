"""The boundaries of turns and rounds, each a list of phases in order."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from orcus_tui.model.fight import OptionValue
from orcus_tui.rules.system.hooks import CreatureRule, FightRule

BoundaryEffect = Literal[
    "damage", "regeneration", "refresh", "death save", "save", "lapse", "said at start", "said at end", "start", "end"
]
"""What a phase does, for the list of what is coming up; `start` and `end` end the durations that expire there."""


class TurnRules(Struct, frozen=True, kw_only=True):
    """What happens at the boundaries of turns and rounds, phase by phase."""

    start: tuple[CreatureRule, ...]
    end: tuple[CreatureRule, ...]
    round_start: tuple[FightRule, ...] = ()
    boundary_effects: Mapping[object, BoundaryEffect] = field(default_factory=dict)  # of the system's own phases
    phase_options: Mapping[object, tuple[str, OptionValue]] = field(default_factory=dict)
    """The option, and its value, without which a phase does nothing."""
