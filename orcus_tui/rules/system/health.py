"""What a system counts to know how badly a creature is hurt: hit points, or a damage track."""

from __future__ import annotations

from msgspec import Struct

from orcus_tui.rules.system.hooks import CreatureRule


class TrackRules(Struct, frozen=True):
    """What verbs about hit points come to where a damage track stands in for them.

    `instead` says what to type for those that come to nothing; `{0}` in it is the creature.
    """

    instead: str
    knock_out: CreatureRule
    revive: CreatureRule
    stabilize: CreatureRule


class HealthRules(Struct, frozen=True, kw_only=True):
    """Hit points, or a damage track in their place."""

    has_hit_points: bool = True
    track: TrackRules | None = None
