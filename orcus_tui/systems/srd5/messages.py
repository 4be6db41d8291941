"""What only an SRD 5.1 log says: templates as in `rules/messages.py`."""

from collections.abc import Mapping

from orcus_tui.rules.messages import DIFFICULTY_MESSAGES

MESSAGES: Mapping[str, str] = {
    **DIFFICULTY_MESSAGES,
    # Powers and effects
    "use encounter": "per short rest",
    "use daily": "per long rest",
    "use refresh": "recharge {numbers:on a d6}",
    "use recharge": "recharge {numbers:on a d6}",
    "save": "{who:name} saves against {effects:effects}: {sum} vs DC {needed}",
    # Attacks
    "shielded itself": "{who:name} is itself shielded",
    "interrupted": "{who:name} is interrupted and misses {target:name}",
    "hits cover": "{who:name} hits {target:name}'s cover",
    "critical dice": "{who:name} rolls critical hit dice again: {dice}",
    # Damage
    "more by": "{amount} more",
    "less by": "{amount} less",
    "resistant": "half: resistant",
    "doubled": "double: vulnerable",
    "damage left over": "{who:name} has {amount} damage left over: `do cleave TARGET` passes it on to a foe in reach",
    "no foe": "{who:name} is not a foe of {other:name}",
    "goes on to": "goes on to {target:name}",
    "cleaving": "cleaving",
    # Dying
    "dies outright": "{who:name} dies outright ({damage} damage; death at {deadly})",
    "no longer stable": "{who:name} is no longer stable",
    "wakes": "{who:name} wakes",
    "wakes in hours": "{who:name} wakes with 1 HP after 1d4 hours",
    "saved so far": "{who:name} has passed {value} of {most} death saves",
    "hit die": "{who:name} rolls a hit die: {dice}",
    "hit dice left": "{who:name} has {value} hit {value:die|dice} left",
    "may spend hit dice": "{who:name} may spend hit dice: `recover {id}`",
    "no rest for the dying": "{who:name} is dying and cannot rest",
    "comes to late": "{who:name} regains consciousness too late to benefit from the rest",
    # Exhaustion
    "exhaustion": "{who:name} has exhaustion {level}: {means}",
    "not exhausted": "{who:name} is no longer exhausted",
    "dies of exhaustion": "{who:name} dies of exhaustion",
    "lower maximum": "{who:name} has maximum HP {value}",
    "is exhausted": "{who:name} is exhausted",
    "a level less": "one level less",
    # Saves, checks, concentration
    "ability save": "{who:name} rolls {ability:ability} save: {sum} vs DC {needed}",
    "ability check": "{who:name} rolls {ability:ability} check: {sum} vs DC {needed}",
    "open save": "{who:name} rolls {ability:ability} save: {sum}",
    "open check": "{who:name} rolls {ability:ability} check: {sum}",
    "succeeds": "succeeds",
    "fails saves": "{condition:word} fails {ability:capital} saves",
    "fails without a roll": "{who:name} fails the {ability:capital} save: {why}",
    "concentration at stake": "{who:name} needs a {ability:capital} save of {needed} to keep concentrating",
    "broken": "broken",
    "new concentration": "a new concentration",
    "concentration over": "concentration is over",
    "disrupted": "disrupted",
    "because": "{condition:word}",
    # Actions
    "no bonus action": "{who:name} has no bonus action; a power that costs one grants it, or `counter {id}.bonus 1`",
    "converts": "{who:name} converts its move action to an open action",
    "converts first": "{who:name} has already acted; convert the move action at the start of the turn",
    "helps attack": "{who:name} helps {ally:name} attack {target:name}",
    "cannot stand": "{who:name} is {condition:word} and cannot stand up",
    "does not grapple": "{who:name} does not grapple {target:name}",
    "comes before": "{who:name} acts before {other:name}",
    "cleared": "cleared",
    "apart": "apart",
    "dashes": "{who:name} dashes: its speed once more",
    "particles": "{who:name} needs a Constitution save, DC 8, or is sightless for the same time",
    "shoves away": "{who:name} shoves {targets:names} 5 feet away",
    "shoves aside": "{who:name} shoves {targets:names} 3 feet aside, for an opportunity attack",
    "strangles": "{who:name} strangles {targets:names}, who cannot breathe",
    "tosses": "{who:name} tosses {targets:names} 5 feet",
}
