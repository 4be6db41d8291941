"""What the True SRD leaves open or says in two ways, with the default taken and what else may be chosen."""

from collections.abc import Mapping

from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.rules.system.options import Option

OPTIONS: Mapping[str, Option] = {
    "hurt_penalises": Option(
        "all",
        ("all", "lethal_only"),
        "hurt and wounded count against every Toughness save; or only against lethal damage",
    ),
    "staggered_any_damage": Option(
        False, (False, True), "any damage at all makes the staggered unconscious, not only another staggered result"
    ),
    "dying": Option(
        "round",
        ("round", "hourly"),
        "a Constitution check as each turn starts; or a Fortitude save at once, and then every hour at one more",
    ),
    "disabled_drop": Option(
        "following_round",
        ("following_round", "at_once"),
        "the disabled who take a standard action pass out, and are dying from their next turn on; or at once",
    ),
    "helpless_defense": Option(
        "text",
        ("text", "table", "summary"),
        "the helpless have −9 near and −5 far; or −9 and −4; or a Defense of 5, and −4 near",
    ),
    "flatfooted_until": Option(
        "acted", ("acted", "regular_turn"), "a turn in the surprise round ends being flat-footed; or a regular one"
    ),
    "collateral_rollover": Option(
        False, (False, True), "the non-lethal mark of a lethal blow goes on to the next box where its own is taken"
    ),
    "ready_tie": Option(
        "ahead", ("ahead", "behind"), "who acts when readied goes ahead of whoever set it off from then on; or behind"
    ),
    "shaken_toughness": Option(False, (False, True), "being shaken counts against Toughness saves too"),
    "impossible_saves": Option(True, (True, False), "a natural 20 that still fails is but a bruise or a hurt"),
    "opponents_roll": Option("group", ("group", "once"), "opponents roll initiative by group; or once for all of them"),
}


def option_value(fight: Fight, key: str) -> OptionValue:
    """The value of an option, for rules that get only the fight."""
    return fight.options.get(key, OPTIONS[key].default)
