"""What the rules of SRD 5.1 leave open, with the default taken and what else may be chosen."""

from collections.abc import Mapping

from orcus_tui.rules.system.options import Option

OPTIONS: Mapping[str, Option] = {
    "ties": Option(
        "modifier",
        ("modifier", "rolloff"),
        "equal totals: by modifier, then as listed, and `move` for what the table decides; or a roll",
    ),
    "crits": Option(
        "on",
        ("on", "off"),
        "a natural 20 hits and doubles the dice, a natural 1 misses; or the total alone decides",
    ),
    "cleaving": Option(
        "on", ("on", "off"), "what a melee blow has left over when it drops a foe may go on to the next; or is lost"
    ),
}
