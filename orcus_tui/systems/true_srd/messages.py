"""What only a True SRD log says: templates as in `rules/messages.py`."""

from collections.abc import Mapping

from orcus_tui.rules.messages import DIFFICULTY_MESSAGES

MESSAGES: Mapping[str, str] = {
    **DIFFICULTY_MESSAGES,
    # Attacks
    "barred": "{who:name} is {condition:word}: no {what}",
    "charge in melee": "{power} is not a melee attack; a charge ends in one",
    "charges slowly": "{who:name} charges at normal speed",
    "immune to criticals": "{who:name} is immune to critical hits: no coup de grace",
    "incorporeal target": "its target is incorporeal",
    "concealment": "{who:name} has concealment: {face}, missed on {needed}+",
    "missed after all": "the hit misses",
    "still hit": "still hits",
    "cover struck": "{who:name} is saved by its cover: {total} hits the cover",
    "confirmation": "{who:name} confirms the threat to {target:name}: {sum} vs {needed}",
    "critical hit": "critical hit",
    "no critical hit": "no critical hit",
    "more minions": "{who:name} – {over} over its Defense: may hit {more} more {more:minion|minions} within 5 feet, "
    "`damage NAMES AMOUNT`",
    "aim in doubt": "{who:name} was aiming: a Concentration check keeps the aim, `remove NAME aiming` if it fails",
    "aim spoiled": "spoiled by another action",
    # Damage and the track
    "toughness": "{who:name} rolls a Toughness save against {damage}: {sum} vs DC {needed}",
    "unhurt": "unhurt",
    "fails by": "fails by {margin}",
    "immune to attacks": "{who:name} is immune to {range} attacks",
    "immune to damage": "{who:name} is immune to {types:words+} damage",
    "too tough": "{who:name} is an object too tough for that",
    "is marked": "{who:name} is {box} (track: {value:track})",
    "no worse": "{who:name} gets no worse (track: {value:track})",
    "finishing save": "{who:name} rolls a Fortitude save against the coup de grace: {sum} vs DC {needed}",
    "finished off": "{who:name} is finished off: {value:track}",
    "passes out": "{who:name} passes out: {value:track}",
    "destroyed": "{who:name} is destroyed",
    "not dead": "{who:name} is not dead after all",
    "out cold": "{who:name} is knocked out: {value:track}",
    "stable on the track": "{who:name} is stable: {value:track}",
    "no longer dead": "{who:name} is no longer dead: {value:track}",
    # Saves and checks
    "stat block save": "{who:name} rolls a {ability:capital} save: {sum} vs DC {needed}",
    "open save": "{who:name} rolls a {ability:capital} save: {sum}",
    "stat block check": "{who:name} rolls {ability:ability} check: {sum} vs DC {needed}",
    "open check": "{who:name} rolls {ability:ability} check: {sum}",
    "succeeds": "succeeds",
    "failed": "failed",
    # Hazards
    "fire": "fire",
    "put out": "the fire is out",
    "out of air": "out of air",
    "suffocates": "{who:name} suffocates: {value:track}",
    # Questions and durations
    "save": "{who:name} rolls a save against {effects:effects}: {sum} vs DC {needed}",
    # Dying
    "death save": "{who:name} rolls a Fortitude save against death: {sum} vs DC {needed}",
    "dying check": "{who:name} rolls a dying check: {sum} vs DC {needed}",
    "still dying": "{who:name} survives, still dying",
    "drops": "{who:name} was disabled and drops: {value:track}",
    "drops dying": "{who:name} was disabled and drops, dying: {value:track}",
    "dying": "{who:name} is dying: {value:track}",
    "dying first": "{who:name} is dying: first `check {id} dying` or `stabilize {id}`",
    # Recovering
    "recovery check": "{who:name} rolls a recovery check for {ability}: {sum} vs DC {needed}",
    "recovered": "recovered",
    "not yet": "not yet",
    "recovered already": "recovered already",
    "recovered from": "{who:name} is no longer {box}: {value:track}",
    "recovery in a fight": "{who:name} recovers in a fight without Conviction; allowed anyway",
    "rest minute": "a minute's rest",
    "minute of rest": "{who:name} rests for a minute: {value:track}",
    "hour of rest": "{who:name} rests for an hour: {value:track}",
    "ten hours of rest": "{who:name} rests for ten hours: {value:track}",
    # Fatigue and Conviction
    "tires": "now tired",
    "tires more": "worse",
    "exhausted": "{who:name} is exhausted and passes out: {value:track}",
    "exhausted already": "{who:name} is exhausted and already unconscious",
    "effort already": "{who:name} has already made an extra effort this round; allowed anyway",
    "stays up": "{who:name} stays on its feet: {value:track}",
    "conviction helps": "{who:name} – a point of Conviction takes that back: `counter {id}.conviction -1`",
    "minions have none": "{who:name} is a minion; minions have no Conviction",
    "conviction already": "{who:name} has already spent Conviction this round; allowed anyway",
    "conviction against fatigue": "{who:name} spends Conviction against the fatigue of extra effort",
    "conviction against death": "{who:name} spends Conviction to escape death",
    "shaken off": "{who:name} shakes it off with Conviction: {value:track}",
    # Order
    "nobody aware": "{who:name} is not surprised: nobody was aware",
    "no longer surprised": "{who:name} is no longer surprised",
    "same count": "{who:name} and {other:name} delay to the same count with the same bonus: you decide; "
    "`delay {earlier}` lets {other:name} go first",
    "waited to the floor": "{who:name} could delay until {value} at the latest",
    "refocused": "{who:name} has refocused: initiative {value}",
    # Actions
    "cannot move all out": "{who:name} is {condition:word} and cannot move all out",
    "hold over": "no longer held",
}
