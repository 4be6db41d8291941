"""What the rules of the Archmage Engine leave open, with the default taken and what else may be chosen."""

from collections.abc import Mapping

from orcus_tui.rules.system.options import Option

OPTIONS: Mapping[str, Option] = {
    "init_when": Option(
        "combat_start",
        ("combat_start", "first_turn"),
        "initiative is rolled before the first turn; or by each as its first turn begins, and counts from round 2",
    ),
    "ties": Option(
        "bonus", ("bonus", "rolloff"), "equal totals: by bonus, then player characters, then a roll; or by a roll"
    ),
    "wake_acts": Option(False, (False, True), "who wakes by a death save of 16 to 19 acts in that turn"),
    "neg_round": Option("floor", ("floor", "ceil"), "half the maximum, below 0, kills: rounded down, or up"),
    "ambush_escalation": Option(0, (0, 1), "what the escalation die shows in round 1 after an ambush"),
    "ongoing_first": Option(
        "same_turn", ("same_turn", "next_turn"), "ongoing damage from one's own turn comes at its end, or a turn later"
    ),
    "ongoing_stack": Option(
        "name",
        ("name", "type", "all"),
        "ongoing damage: of one name only the largest counts; of one type; or all of it",
    ),
    "cond_penalties": Option(
        "worst", ("worst", "sum"), "penalties of several conditions: the worst counts, or all of them"
    ),
    "mook_model": Option(
        "pool", ("pool", "single"), "damage beyond what kills a mook goes on to the next of its mob, or is lost"
    ),
    "temp_hp_reset": Option(
        True, (True, False), "temporary hit points end with the battle, and when initiative is rolled"
    ),
    "lasting_wound": Option(False, (False, True), "the first fall in a fight lowers the maximum until a full heal-up"),
    "meaningful_death": Option(
        False, (False, True), "only a named villain's presence kills player characters; else they fall into a coma"
    ),
}
