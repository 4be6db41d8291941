"""How much one command may do; apart from the rules that do it, since lines are read before any is carried out."""

MOST_ATTACKS = 1_000
"""The attacks of one command that several make, or that one power lists."""
MOST_JOINED = 20
"""The effects that one command, or a line of a power, puts on a creature."""


def attack_limit_message(attacks: int) -> str:
    """What is wrong with so many attacks in one command; empty for fewer."""
    wrong = f"a command makes at most {MOST_ATTACKS:,} attacks; this would make {attacks:,}"
    return wrong if attacks > MOST_ATTACKS else ""
