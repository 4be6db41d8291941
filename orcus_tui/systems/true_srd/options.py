"""Options where the rules of the True SRD are open or contradict each other, each with its default."""

from collections.abc import Mapping

from orcus_tui.rules.system import Option, choice

OPTIONS: Mapping[str, Option] = {
    "hurt_penalises": choice(
        ("all", "lethal_only"), "hurt and wounded penalize every Toughness save; or only those against lethal damage"
    ),
    "staggered_any_damage": choice(
        (False, True), "any damage knocks a staggered creature unconscious, not only another staggered result"
    ),
    "dying": choice(
        ("round", "hourly"),
        "a Constitution check each turn; or a Fortitude save at once, then hourly at DC +1 each time",
    ),
    "disabled_drop": choice(
        ("following_round", "at_once"),
        "a disabled creature that takes a standard action passes out, and is dying next turn; or at once",
    ),
    "helpless_defense": choice(
        ("text", "table", "summary"),
        "Defense of helpless creatures: −9 adjacent, −5 at range; or −9 and −4; or 5, −4 adjacent",
    ),
    "flatfooted_until": choice(
        ("acted", "regular_turn"), "flat-footed ends with a turn in the surprise round; or only with a regular turn"
    ),
    "collateral_rollover": choice(
        (False, True), "the non-lethal mark of a lethal hit moves to the next box if its own is full"
    ),
    "ready_tie": choice(
        ("ahead", "behind"),
        "a creature that takes a readied action then acts ahead of the one that triggered it; or behind",
    ),
    "shaken_toughness": choice((False, True), "shaken applies to Toughness saves too"),
    "impossible_saves": choice((True, False), "a natural 20 that still fails is only a bruise or a hurt"),
    "exhausted_penalty": choice((3, 6), "what being exhausted takes off effective Strength and Dexterity"),
    "coup_with_critical": choice(
        (True, False), "the Fortitude save after a coup de grace counts the bonus of the critical hit; or not"
    ),
    "confirm_extremes": choice(
        (False, True), "a natural 20 always confirms a threat and a natural 1 never does; or the total decides"
    ),
    "invisible_always": choice(
        (True, False), "invisible attackers always have +2 and deny dodge; or only those who attack by surprise"
    ),
    "opponents_roll": choice(("group", "once"), "opponents roll initiative by group; or one roll for all"),
}
