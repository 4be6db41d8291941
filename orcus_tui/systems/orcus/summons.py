"""Summoned monsters and conjurations: their creators, defenses and turns (Orcus §Summons, §Conjuration)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight

if TYPE_CHECKING:
    from orcus_tui.rules.system.resolution import Resolution

SUMMONED, CONJURATION = "summoned", "conjuration"


def creator_of(fight: Fight, creature: str) -> str:
    """The creature that has summoned this one; empty if it was not summoned."""
    for each in fight.states[creature].effects:
        if each.name == SUMMONED and each.source != creature and each.source in fight.states:
            return each.source
    return ""


def is_conjuration(fight: Fight, creature: str) -> bool:
    """Whether a creature is a conjuration (§Conjuration)."""
    return CONJURATION in fight.sheets[creature].tags


def is_out_of_reach(fight: Fight, creature: str, condition: str) -> bool:
    """Whether a condition cannot affect a creature because the creature is a conjuration (§Conjuration)."""
    return condition != SUMMONED and is_conjuration(fight, creature)


def defending_sheet(fight: Fight, creature: str) -> Sheet:
    """The sheet with a creature's defenses: a summoned monster has its creator's."""
    return fight.sheets[creator_of(fight, creature) or creature]


def act_with_creator(resolution: Resolution, creature: str) -> None:
    """Makes a summoned creature act in its creator's turn (§Summons)."""
    from orcus_tui.rules.shared_turns import join_turn  # the table of conditions is read long before

    creator = creator_of(resolution.fight, creature)
    partner = resolution.state(creator).shares_turn or creator if creator else None
    if partner and resolution.state(creature).shares_turn != partner:
        join_turn(resolution, creature, partner)
