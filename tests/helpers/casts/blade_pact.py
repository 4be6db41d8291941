"""Blade Pact, the house rules of a table, defined by their differences from SRD 5.1: three deeds a turn, and wounds."""

from msgspec.structs import replace

from orcus_tui.model.damage import Damage
from orcus_tui.model.duration import UNTIL_NEXT_TURN
from orcus_tui.model.modifier import read_rows
from orcus_tui.rules import effects
from orcus_tui.rules.do_actions import gain
from orcus_tui.rules.system import Option
from orcus_tui.rules.system.actions import Action, ActionKind
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.srd5 import exhaustion
from orcus_tui.systems.srd5.conditions import REACTION, Srd5Condition
from orcus_tui.systems.srd5.plain import SRD5_PLAIN

DEED, GUARDED, WOUNDED = "deed", "guarded", "wounded"
GRAVE = 10
"""The minimum damage that causes a wound."""


def deal(resolution: Resolution, damage_dealt: Damage) -> int:
    """Deals damage; at least 10 also wounds, if the option is on."""
    taken = SRD5_PLAIN.damage.deal(resolution, damage_dealt)
    if taken >= GRAVE and resolution.option("wounds"):
        effects.add_condition(resolution, damage_dealt.target, WOUNDED, damage_dealt.source, UNTIL_NEXT_TURN)
    return taken


BLADE_PACT = replace(
    SRD5_PLAIN,
    id="blade-pact",
    title="Blade Pact",
    short_title="",
    options={**SRD5_PLAIN.options, "wounds": Option(True, (True, False), "a blow of 10 or more wounds")},
    conditions=replace(
        SRD5_PLAIN.conditions,
        table={
            **SRD5_PLAIN.conditions.table,
            GUARDED: Srd5Condition(means="+2 to AC", rows=read_rows("+2 defenses")),
            WOUNDED: Srd5Condition(means="−2 to attacks", rows=read_rows("-2 attack")),
        },
    ),
    actions=replace(
        SRD5_PLAIN.actions,
        kinds=(ActionKind(DEED, 3), ActionKind(REACTION, 1, off_turn=True)),
        aliases={**dict.fromkeys(("action", "standard", "move", "bonus"), DEED), "opportunity": REACTION},
        for_turn=lambda *_: (3, 1),
    ),
    load_play=lambda: replace(
        SRD5_PLAIN.play,
        do_actions={
            **SRD5_PLAIN.do_actions,
            "guard": Action(DEED, "+2 to AC", gain(GUARDED, UNTIL_NEXT_TURN), for_itself=True),
        },
        damage=replace(SRD5_PLAIN.damage, deal=deal),
        after=replace(SRD5_PLAIN.after, counter=exhaustion.apply_counter),
    ),
)
