"""SRD 5.1 as printed: only the differences from open and move actions. Sources are sections of SRD 5.1.

`plain_play` has the rules that change a fight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.rules.system.actions import ActionKind
from orcus_tui.rules.system.conditions import Condition
from orcus_tui.systems.srd5.conditions import ABILITIES, ACTION, BONUS, CONCENTRATING, CONDITIONS, MOVE, REACTION
from orcus_tui.systems.srd5.system import SRD5

if TYPE_CHECKING:
    from orcus_tui.rules.system.play import Play

PRINTED_ABILITIES = ABILITIES[:-1]
"""The abilities, without Mana."""

_OF_ACTIONS = ("bound", "diving", "evading", "holding", "interrupted", "pelted", "shielded")
_LEFT_OPEN = ("dominated", "marked", "stilled", "unstable")
CONDITIONS_AS_PRINTED: Mapping[str, Condition] = {
    **{name: known for name, known in CONDITIONS.items() if name not in (*_OF_ACTIONS, *_LEFT_OPEN)},
    CONCENTRATING: replace(
        CONDITIONS[CONCENTRATING],
        means="damage requires a Constitution save (DC 10, or half the damage if higher); ends when incapacitated",
    ),
    "incapacitated": replace(CONDITIONS["incapacitated"], no_actions=False, limits={ACTION: 0, BONUS: 0, REACTION: 0}),
}


def load_play() -> Play:
    """Imports the rules that change a fight."""
    from orcus_tui.systems.srd5.plain_play import PLAY

    return PLAY


SRD5_PLAIN = replace(
    SRD5,
    id="srd5-plain",
    title="SRD 5.1, as printed",
    short_title="SRD 5.1 as printed",
    words=replace(
        SRD5.words,
        messages={
            **SRD5.words.messages,
            "second spell": "{who:name} casts a second spell in a turn with a bonus-action spell; allowed anyway",
            "stands up": "stands up, for half its movement",
            "uses object": "{who:name} uses an object",
        },
        terms={**SRD5.words.terms, "action action": "action"},
        damage_types=tuple(each for each in SRD5.words.damage_types if each != "pain"),
        abilities=PRINTED_ABILITIES,
    ),
    options={name: SRD5.options[name] for name in ("ties", "crits", "xp_for")},
    conditions=replace(SRD5.conditions, table=CONDITIONS_AS_PRINTED, by_option={}),
    actions=replace(
        SRD5.actions,
        kinds=(ActionKind(ACTION, 1), ActionKind(MOVE, 1), *SRD5.actions.kinds[2:]),
        aliases={"open": ACTION, "standard": ACTION, "bonus action": BONUS, "opportunity": REACTION},
    ),
    saves=replace(SRD5.saves, abilities=PRINTED_ABILITIES, of_powers=PRINTED_ABILITIES),
    verbs=tuple(each for each in SRD5.verbs if each.name != "convert"),
    load_play=load_play,
)
