"""Building encounters for SRD 5.1, whose rules compare the challenge of creatures with the heroes' level.

From the SRD: §Challenge and §Experience Points. The SRD has no budget, and no measure for several creatures.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from orcus_tui.rules.encounter_building import Building, Foe, Heroes, Table, party_level

# fmt: off
XP: Mapping[float, int] = MappingProxyType({
    0: 10, 1 / 8: 25, 1 / 4: 50, 1 / 2: 100,
    1: 200, 2: 450, 3: 700, 4: 1100, 5: 1800, 6: 2300, 7: 2900, 8: 3900, 9: 5000, 10: 5900,
    11: 7200, 12: 8400, 13: 10000, 14: 11500, 15: 13000, 16: 15000, 17: 18000, 18: 20000, 19: 22000, 20: 25000,
    21: 33000, 22: 41000, 23: 50000, 24: 62000, 25: 75000, 26: 90000, 27: 105000, 28: 120000, 29: 135000, 30: 155000,
})
# fmt: on
"""The XP of a creature by its challenge (§Experience Points)."""

_CHALLENGE = {xp: challenge for challenge, xp in XP.items()}
_WRITTEN = {1 / 8: "1/8", 1 / 4: "1/4", 1 / 2: "1/2"}


def challenge(creature: Table) -> float | None:
    """The challenge of a creature, by its XP, if the table has these XP."""
    return _CHALLENGE.get(creature.get("xp", 0))


def challenge_text(number: float) -> str:
    """A challenge as printed: `1/4`, `12`."""
    return _WRITTEN.get(number, f"{number:g}")


def hardest(foes: Sequence[Foe], heroes: Heroes) -> str:
    """A comparison of the hardest creature with the heroes' level, the only measure in the SRD (§Challenge)."""
    known = [(found, each) for each in foes if (found := challenge(each.creature)) is not None]
    if not known:
        return ""
    most, foe = max(known, key=lambda each: each[0])
    level = party_level(heroes)
    compared = "above" if most > level else "below" if most < level else "at"
    return (
        f"the hardest is {foe.creature.get('name')}, challenge {challenge_text(most)}, "
        f"{compared} the party's level {level}; "
        "four rested heroes should defeat one creature of their level without a death (§Challenge). "
        "The SRD has no measure for several creatures"
    )


def fitting_challenges(heroes: Heroes) -> tuple[float, float]:
    """The lowest and the highest challenge for a party: creatures above its level may be deadly (§Challenge)."""
    return 0, party_level(heroes)


# fmt: off
XP_TO_REACH = (
    0, 300, 900, 2_700, 6_500, 14_000, 23_000, 34_000, 48_000, 64_000,
    85_000, 100_000, 120_000, 140_000, 165_000, 195_000, 225_000, 265_000, 305_000, 355_000,
)
# fmt: on
"""The XP with which a hero reaches each level (SRD 5.1, Beyond 1st Level)."""

BUILDING = Building(
    why_no_measure="the rules give creatures XP and a challenge, but no encounter budget",
    strength=challenge,
    strength_name="challenge",
    fitting=fitting_challenges,
    remark=hardest,
    after_fight="`finish`, `rest short`, `keep`. Hit dice and powers restored by `rest long` have to last the day",
    xp_to_reach=XP_TO_REACH,
)
