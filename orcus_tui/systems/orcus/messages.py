"""What only an Orcus log says: templates as in `rules/messages.py`."""

from collections.abc import Mapping

MESSAGES: Mapping[str, str] = {
    # Damage and dying
    "maximum damage": "{who:name}: maximum damage, {dice} = {total}",
    "falls dying": "{who:name} falls unconscious and is dying",
    "dies of coup": "{who:name} dies of the coup de grace ({damage} damage)",
    "dying again": "{who:name} is dying again",
    "wakes by recovery": "{who:name} spends a recovery and wakes",
    "wakes without recovery": "{who:name} has no recovery left, and wakes",
    "counts as 19": "{who:name} has no recovery left, so this counts as 19",
    "comes to without recovery": "{who:name} has no recoveries left, and comes to",
    "stable by successes": "{who:name} is stable after three successes",
    "new stance": "new stance",
    # Actions
    "cannot dash": "{who:name} is {condition:word} and cannot dash",
    "shoves": "{who:name} shoves {target:name} 1 square and shifts after",
    "rallies": "{who:name} rallies",
    "rallied already": "{who:name} has rallied in this encounter already",
    # Action points and rests
    "spends action point": "{who:name} spends an action point ({left} left)",
    "no points in surprise": "no action points are spent in a surprise round",
    "own turn only": "{who:name} spends action points in its own turn only",
    "spends no points": "{who:name} is {condition:word} and spends no action points",
    "point this turn": "{who:name} has spent an action point this turn already",
    "point this encounter": "{who:name} has spent an action point in this encounter already",
    "streak": "{who:name} completes a streak: {value} action {value:point|points}",
    "is rested": "{who:name} is rested",
}
