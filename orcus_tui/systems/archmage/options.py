"""Options for what the rules of the Archmage Engine leave open, each with its default."""

from collections.abc import Mapping

from orcus_tui.rules.system import Option, choice

HIGHEST = 6
"""The highest value of the escalation die."""

OPTIONS: Mapping[str, Option] = {
    "init_when": choice(
        ("combat_start", "first_turn"),
        "roll initiative before the first turn; or each at its first turn, counting from round 2",
    ),
    "ties": choice(
        ("bonus", "rolloff"), "equal totals: by bonus, then player characters first, then a roll; or always a roll"
    ),
    "wake_acts": choice((False, True), "a creature that wakes on a death save of 16 to 19 acts that turn"),
    "neg_round": choice(("floor", "ceil"), "death at half the maximum HP below 0: rounded down or up"),
    "ambush_escalation": choice((0, 1), "escalation die in round 1 after an ambush"),
    "ongoing_first": choice(
        ("same_turn", "next_turn"),
        "ongoing damage gained during the creature's own turn: dealt at its end, or a turn later",
    ),
    "ongoing_stack": choice(
        ("name", "type", "all"), "ongoing damage: only the largest of each name, or of each type, or all of it"
    ),
    "cond_penalties": choice(("worst", "sum"), "penalties from several conditions: only the worst, or all of them"),
    "mook_model": choice(("pool", "single"), "damage left over when a mook dies carries over to its mob, or is lost"),
    "temp_hp_reset": choice((True, False), "temporary HP end with the battle and when initiative is rolled"),
    "lasting_wound": choice(
        (False, True), "dropping to 0 for the first time in a fight lowers maximum HP until a full heal-up"
    ),
    "wound_when": choice(("drop", "after"), "a lasting wound lowers maximum HP at once, or from the end of the fight"),
    "meaningful_death": choice(
        (False, True), "player characters die only if a named villain is present; otherwise they fall into a coma"
    ),
    "auto_engage": choice((True, False), "a melee attack engages the attacker with its target"),
}
