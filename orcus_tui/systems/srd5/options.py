"""Options for what the rules of SRD 5.1 leave open, each with its default."""

from collections.abc import Mapping

from orcus_tui.rules.system import Option, choice

OPTIONS: Mapping[str, Option] = {
    "ties": choice(
        ("modifier", "rolloff"), "equal totals: by modifier, then in listed order (change it with `move`); or a roll"
    ),
    "crits": choice(
        ("on", "off"), "a natural 20 hits and doubles the dice, a natural 1 misses; or only the total counts"
    ),
    "cleaving": choice(
        ("on", "off"), "damage left over when a melee attack drops a foe may pass to the next foe; or is lost"
    ),
    "cleave_from": choice(("melee", "any"), "which attacks leave damage over: only melee attacks, or any"),
    "dodge_action": choice(("open", "move"), "the action that dodging or diving costs"),
    "incapacitated_moves": choice((False, True), "incapacitated creatures keep their move action"),
}
