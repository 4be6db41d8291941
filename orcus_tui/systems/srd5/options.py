"""Options for what the rules of SRD 5.1 leave open, each with its default."""

from collections.abc import Mapping

from orcus_tui.rules.system import Option

OPTIONS: Mapping[str, Option] = {
    "ties": Option(
        "modifier",
        ("modifier", "rolloff"),
        "equal totals: by modifier, then in listed order (change it with `move`); or a roll",
    ),
    "crits": Option(
        "on", ("on", "off"), "a natural 20 hits and doubles the dice, a natural 1 misses; or only the total counts"
    ),
    "cleaving": Option(
        "on", ("on", "off"), "damage left over when a melee attack drops a foe may pass to the next foe; or is lost"
    ),
    "cleave_from": Option("melee", ("melee", "any"), "which attacks leave damage over: only melee attacks, or any"),
    "dodge_action": Option("open", ("open", "move"), "the action that dodging or diving costs"),
    "incapacitated_moves": Option(False, (False, True), "incapacitated creatures keep their move action"),
}
