"""STATE as scripts and other programs read it: its keys, in the order of the contract."""

from orcus_tui.rules.snapshot import snapshot
from orcus_tui.systems import view_of
from tests.helpers.fights.random_fights import small_fight

FIGHT = (
    "format name system phase round active order delayed readied counters creatures questions zones offers timers "
    "challenges clock slot"
)
CREATURE = (
    "name side kind state hp max_hp temp_hp staggered initiative conditions effects death_failures death_successes "
    "recoveries action_points counters spent actions defenses track hidden shown_as maximums engaged shares_turn form "
    "outcome uses"
)


def test_the_keys_of_the_fight_and_of_a_creature_are_in_the_order_of_the_contract() -> None:
    state = snapshot(view_of(small_fight()))
    assert " ".join(state) == FIGHT
    assert " ".join(state["creatures"]["ari"]) == CREATURE
