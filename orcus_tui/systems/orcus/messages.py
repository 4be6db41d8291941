"""Templates of the messages that only Orcus has, as in `rules/messages.py`."""

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    "long rest again": "{who:name} takes another long rest after {time}, not a day; allowed anyway",
    # Attacks
    "marked by": "marked by {by:name}",
    "cannot charge": "{who:name} is {condition:word} and cannot charge",
    "too slow to charge": "{who:name} has speed {squares}; a charge moves at least 2 squares",
    "gives opportunity": "{who:name} gives adjacent enemies an opportunity attack ({range})",
    "cannot hear": "{who:name} is {condition:word} and cannot hear: {power} does nothing to it",
    "boosted already": "{who:name} has already used a booster on this attack",
    # Damage and dying
    "incorporeal": "half: incorporeal",
    "weakened": "half: weakened",
    "resists": "resist {amount}",
    "vulnerable by": "vulnerable {amount}",
    "unhurt by miss": "{who:name} takes no damage from a miss",
    "maximum damage": "{who:name}: maximum damage, {dice}{total:equals}",
    "maximum damage of no attacker": "maximum damage, {dice}{total:equals}",
    "falls dying": "{who:name} falls unconscious and is dying",
    "dies of coup": "{who:name} dies from the coup de grace ({damage} damage)",
    "dying again": "{who:name} is dying again",
    "wakes by recovery": "{who:name} spends a recovery and wakes",
    "wakes without recovery": "{who:name} wakes with no recovery left",
    "counts as 19": "{who:name} has no recovery left: this counts as 19",
    "comes to without recovery": "{who:name} regains consciousness with no recoveries left",
    "stable by successes": "{who:name} is stable after three successes",
    "new stance": "new stance",
    # Actions
    "cannot dash": "{who:name} is {condition:word} and cannot dash",
    "dashes": "{who:name} dashes: up to {squares} squares",
    "falls": "{who:name} falls {squares} {squares:square|squares}",
    "is dismissed": "{who:name} is dismissed",
    "vanishes": "{who:name} vanishes",
    "summons lost": "{of:name} lost",
    "free action again": "{who:name} has already taken a free action this turn; allowed anyway",
    "escape needs": "{who:name} gets away from {by:name}: Athletics against {fortitude} or Acrobatics against {reflex}",
    "shoves": "{who:name} shoves {target:name} 1 square and follows",
    "cannot be moved": "{who:name} is {condition:word} and cannot be moved",
    "readied in own turn": "{who:name} takes a readied action in another's turn, not in its own",
    "monsters do not rally": "{who:name} is not a hero; only heroes can rally (option `monsters_rally`)",
    "rallied already": "{who:name} has already rallied this encounter",
    "flyer falls": "{who:name} is flying and falls if it moved less than 2 squares this turn",
    # Action points and rests
    "spends action point": "{who:name} spends an action point ({left} left)",
    "no points in surprise": "no action points in a surprise round",
    "own turn only": "{who:name} can spend action points only on its own turn",
    "spends no points": "{who:name} is {condition:word} and cannot spend action points",
    "point this turn": "{who:name} has already spent an action point this turn",
    "point this encounter": "{who:name} has already spent an action point this encounter",
    # Powers
    "recharged": "refreshed",
    "not recharged": "not refreshed",
    "streak": "{who:name} completes a streak: {value} action {value:point|points}",
}
