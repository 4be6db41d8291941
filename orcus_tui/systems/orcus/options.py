"""What the rules of Orcus leave open, with the default taken and what else may be chosen."""

from collections.abc import Mapping

from orcus_tui.rules.system.options import Option

OPTIONS: Mapping[str, Option] = {
    "surprise": Option(
        "lose_first_turn",
        ("lose_first_turn", "one_standard", "separate_round"),
        "what surprise costs: the first turn; all of it but a standard action; or a round in which the others act",
    ),
    "death_save_timing": Option("start", ("start", "end"), "death saves at the start or the end of a turn"),
    "death_save_snapshot": Option(
        True, (True, False), "at the start of a turn, only who began it at 0 hit points or fewer saves against death"
    ),
    "three_successes": Option("none", ("none", "stable"), "what three successful death saves bring"),
    "no_recovery_20": Option(
        19, (19, 1), "a death save of 20 without a recovery left: counts as 19, or brings 1 hit point"
    ),
    "grappled_effect": Option(
        "immobile", ("immobile", "restrained", "none"), "what a grappled creature suffers beside being held"
    ),
    "unconscious_helpless": Option(True, (True, False), "the unconscious are helpless"),
    "no_negative_hp": Option(False, (False, True), "hit points stop at 0; only one great blow kills at once"),
    "ready_next_round_steps": Option(
        True, (True, False), "an action readied last round brings the start and end of that turn with it"
    ),
    "delay_steps": Option(
        "original",
        ("original", "acting"),
        "a delayed turn starts at its old count and, wasted, still ends; or starts anew when it acts, and is lost",
    ),
    "min_half": Option(True, (True, False), "halving damage never goes below 1"),
    "resist_vuln": Option(
        "net",
        ("net", "resist_first", "vuln_first"),
        "resistance and vulnerability to one blow: against each other, or one before the other",
    ),
    "monster_ap_limit": Option(
        "turn", ("turn", "encounter"), "monsters spend one action point a turn, or an encounter"
    ),
    "persistent_same_type": Option(
        "highest", ("highest", "sum"), "persistent damage of one type: the highest counts, or all of it"
    ),
    "immediate_per_round": Option(1, (), "immediate actions between two turns of one's own"),
    "blinded_attack": Option(False, (False, True), "the blinded attack at −5"),
    "ghost_anchor": Option(
        "keep",
        ("keep", "expire_on_removal"),
        "what waits for the turn of somebody dead or gone: ends when that turn would come, or at once",
    ),
}
