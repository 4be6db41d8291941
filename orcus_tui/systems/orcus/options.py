"""Options for what the rules of Orcus leave open, each with its default."""

from collections.abc import Mapping

from orcus_tui.rules.system import Option, choice

OPTIONS: Mapping[str, Option] = {
    "surprise": choice(
        ("lose_first_turn", "one_standard", "separate_round"),
        "surprised creatures lose their first turn; or all but a standard action; or a whole round",
    ),
    "death_save_timing": choice(("start", "end"), "death saves at the start or the end of a turn"),
    "death_save_snapshot": choice(
        (True, False), "a death save at the start of a turn only for creatures that began it at 0 HP or fewer"
    ),
    "three_successes": choice(("none", "stable"), "result of three successful death saves"),
    "no_recovery_20": choice((19, 1), "a death save of 20 with no recovery left counts as 19, or gives 1 HP"),
    "grappled_effect": choice(("immobile", "restrained", "none"), "condition of a grappled creature"),
    "unconscious_helpless": choice((True, False), "unconscious creatures are helpless"),
    "no_negative_hp": choice((False, True), "HP stop at 0; only massive damage from one attack kills at once"),
    "ready_next_round_steps": choice(
        (True, False), "an action readied last round also runs the start and end of that turn"
    ),
    "delay_steps": choice(
        ("original", "acting"),
        "a delayed turn starts at its old count, and ends if wasted; or starts when it acts, and is lost if not",
    ),
    "end_order": choice(
        ("favour", "saves_first"),
        "the end of a hero's turn: penalties end before its saves; or saves first, as for everyone else",
    ),
    "free_actions": choice(("any", "one"), "how many free actions a creature has in each turn, its own or another's"),
    "min_half": choice((True, False), "halving damage never goes below 1"),
    "resist_vuln": choice(
        ("net", "resist_first", "vuln_first"),
        "resistance and vulnerability to the same damage: net of both, or one applied first",
    ),
    "monster_ap_limit": choice(("turn", "encounter"), "monsters spend one action point per turn, or per encounter"),
    "monsters_rally": choice((True, False), "monsters may rally, as heroes do"),
    "persistent_same_type": choice(
        ("highest", "sum"), "persistent damage of the same type: only the highest, or all of it"
    ),
    "immediate_per_round": Option(1, (), "immediate actions between a creature's turns"),
    "blinded_attack": choice((False, True), "blinded creatures attack at −5"),
    "ghost_anchor": choice(
        ("keep", "expire_on_removal"),
        "effects that end on the turn of a dead or absent creature: end when it would come, or at once",
    ),
}
