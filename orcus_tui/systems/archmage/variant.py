"""The variant of the Archmage Engine: only the differences. Sources are sections of its combat rules.

`variant_play` has the rules that change a fight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.rules.system import Option, SystemVerb, choice
from orcus_tui.systems.archmage.conditions import CONDITIONS as ARCHMAGE_CONDITIONS
from orcus_tui.systems.archmage.conditions import GRABBED, RISE, ArchmageCondition
from orcus_tui.systems.archmage.system import ARCHMAGE

if TYPE_CHECKING:
    from orcus_tui.rules.system.play import Play

CONDITIONS: Mapping[str, ArchmageCondition] = {
    **ARCHMAGE_CONDITIONS,
    GRABBED: replace(
        ARCHMAGE_CONDITIONS[GRABBED],
        means="held: no opportunity or ranged attacks, −5 to disengage; half the grabbing attack's damage each turn",
        rows=(),
    ),
    "unconscious": replace(ARCHMAGE_CONDITIONS["unconscious"], bars=(RISE,)),
    "vulnerable": ArchmageCondition(means="the first attack each turn that misses it is rerolled", rerolls_miss=True),
}

OPTIONS: Mapping[str, Option] = {
    **ARCHMAGE.options,
    "lasting_wound": replace(
        ARCHMAGE.options["lasting_wound"],
        default=True,
        about="dropping to 0 for the first time in a fight lowers maximum HP until a full recovery",
    ),
    "meaningful_death": replace(ARCHMAGE.options["meaningful_death"], default=True),
    "grab_damage": choice(
        ("last", "average"), "a grab deals half of what its attack last rolled, or half of the average of its dice"
    ),
    "ranged_opportunity": choice(
        ("others", "all"),
        "ranged attacks draw opportunity attacks from engaged enemies they do not target, or from all engaged",
    ),
    "held_rounds": Option(1, (), "for how many rounds `escalation hold` stops the escalation die"),
    "decay_pauses": Option(False, (True, False), "what keeps the escalation die from rising keeps it from falling too"),
    "few_mooks": choice(
        ("at_0", "always"), "too few mooks hold the escalation die only while it is 0, or at any value"
    ),
    "inspiration_bonus": Option(2, (), "what a point of inspiration adds to an attack roll or save"),
    "coma_counts": choice(
        ("pause", "death"),
        "a coma holds the escalation die, as being unconscious does; or lowers it by 1 at once, as a death does",
    ),
}

VERBS = (
    *ARCHMAGE.verbs,
    SystemVerb(
        "inspire",
        "TARGET [next|last]",
        "spends a point of inspiration: +2 to its next attack roll or save, or to its last",
        before_last_roll="last",
    ),
)


def load_play() -> Play:
    """Imports the rules that change a fight."""
    from orcus_tui.systems.archmage.variant_play import PLAY

    return PLAY


ARCHMAGE_PLUS = replace(
    ARCHMAGE,
    id="archmage-plus",
    title="Archmage Engine, variant",
    short_title="the Archmage variant",
    words=replace(
        ARCHMAGE.words,
        messages={
            **ARCHMAGE.words.messages,
            "rest long": "a full recovery",
            "heal-up": "the next full recovery",
            "vulnerable by number": "{quality} {type}",
        },
        rests={"quick": "short", "full": "long", "recovery": "long"},
        verbs={**ARCHMAGE.words.verbs, "rest": "a quick rest, or a full recovery"},
        damage_types=tuple(
            {"holy": "radiant", "negative energy": "necrotic"}.get(each, each) for each in ARCHMAGE.words.damage_types
        ),
        damage_aliases={"holy": "radiant", "negative energy": "necrotic", "negative": "necrotic"},
    ),
    options=OPTIONS,
    conditions=replace(ARCHMAGE.conditions, table=CONDITIONS),
    creatures=replace(ARCHMAGE.creatures, default_vulnerability=0),
    verbs=VERBS,
    load_play=load_play,
)
