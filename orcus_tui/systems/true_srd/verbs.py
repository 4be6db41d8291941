"""The verbs that exist only in fights of the True SRD."""

from orcus_tui.rules.system import SystemVerb
from orcus_tui.systems.true_srd.checks import check
from orcus_tui.systems.true_srd.fatigue import fatigue
from orcus_tui.systems.true_srd.order import refocus

VERBS = (
    SystemVerb(
        "refocus", "", "takes a full action; from the next round its initiative counts as a roll of 20", refocus
    ),
    SystemVerb(
        "check",
        "TARGETS recovery|dying|unconscious|staggered|wounded|disabled|fatigue|fortitude|reflex|will|"
        "str|dex|con|int|wis|cha [DC] [FACE] [face FACE] [±N]",
        "rolls a save or an ability check against DC, or a Constitution check: to clear a box (`recovery`: the soonest "
        "to recover), to survive dying, to shed fatigue",
        check,
        in_powers=True,
    ),
    SystemVerb("fatigue", "TARGET", "adds a level of fatigue now", fatigue, in_powers=True),
)
