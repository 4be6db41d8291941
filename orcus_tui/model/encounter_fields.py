"""What each field of a creature and of a power means, in one line that editors show beside it."""

from collections.abc import Mapping
from types import MappingProxyType

ABOUT: Mapping[str, str] = MappingProxyType(
    {
        "name": "what it is called; required",
        "id": "what people type for it: a letter, then letters, digits and - (made from the name)",
        "count": "how many; they get id1, id2 … and share one initiative roll (1)",
        "group": "the id of the first creature it came with; written by the program",
        "kind": "what the rules treat it as, such as standard or pc (standard)",
        "side": "party, foes or neutral (party for a pc, else foes)",
        "level": "for the card, the XP and the library",
        "role": "what it does in a fight",
        "size": "for the card",
        "type": "for the card",
        "tags": 'keywords, as ["leader", "swarm"]',
        "xp": "for each one; `finish` adds up those of beaten foes",
        "max_hp": "hit points, required unless its kind sets them",
        "hp": "current hit points, for one that starts wounded; may be negative (max_hp)",
        "temp_hp": "temporary hit points (0)",
        "staggered": "the hit points it is staggered at, where the stat block says other than half",
        "initiative": "the modifier (0)",
        "initiative_total": "an initiative that is already rolled",
        "saves": "the bonus to saving throws (by kind)",
        "recoveries": 'recoveries left; `"none"`: none, whatever its kind',
        "max_recoveries": 'recoveries after a long rest (recoveries); `"none"`: a rest gives none back',
        "recovery": "what a recovery heals, dice or a number, where the system needs it",
        "hit_dice": "the dice of its hit points, for `add NAME hp=dice`",
        "action_points": "action points left (by kind)",
        "regeneration": "hit points at the start of each turn (0)",
        "death_failures": "failed death saves so far (0)",
        "death_successes": "death saves made so far (0)",
        "life": "alive, stable, knocked out, dead or coma (alive)",
        "surprised": "true: surprised as the fight begins",
        "hidden": "true: not shown to the players until reveal",
        "shown_as": "the name that players see in place of its own",
        "players": "what players see of it, where that is not what they see of its side",
        "reserve": 'true: off stage until `enter`; "round 3": the timers show when it is due',
        "place": "here, reserve or gone; written by the program",
        "reserve_until": "when a reserve is due; written by the program",
        "uses_death_rules": "true: a foe or an ally that dies by the heroes' rules",
        "named_villain": "true: heroes can die while it is in the fight, where the rules ask for a named villain",
        "legendary": "how many legendary actions it has, back as each of its turns starts (0)",
        "uses_escalation": "true: adds the escalation die, where there is one",
        "speed": "for the card",
        "senses": "for the card",
        "languages": "for the card",
        "alignment": "for the card",
        "habit": "how it plays itself in the odds, in place of its side's habit",
        "aura": 'a reminder at each opponent\'s turn, as "1: enemies that begin their turn in it take 3 acid"',
        "immune": "damage types, conditions or ranges; other words are for you to read",
        "half": 'takes half damage from these, as ["melee", "ranged"] for a swarm',
        "spent": "powers that are spent",
        "used": "once-only actions already taken; written by the program",
        "used_until_next_turn": "actions already taken that its next turn makes possible again; written by the program",
        "text": "what to read out or remember",
        "notes": "your own notes",
        "defenses": "by the system's names",
        "abilities": "scores or modifiers, as the system has them",
        "resist": "by damage type, all or range",
        "vulnerable": "by damage type, all or range",
        "actions": "actions left in this turn; written by the program",
        "counters": "resources with names of your own, as { oil = 3 }",
        "trait": "what holds without being used: `name` and `text`",
        "track": "the damage track, in a system without hit points",
    }
)
"""The meaning of each field of a creature, with its default in brackets."""

PROGRAM_FIELDS = frozenset(("group", "place", "reserve_until", "used", "used_until_next_turn", "actions"))
"""The fields of a creature that the program writes, and nobody needs to."""

ABOUT_POWER: Mapping[str, str] = MappingProxyType(
    {
        "name": "required",
        "action": "the action it costs",
        "use": "at-will, encounter, daily, refresh 5,6, recharge 11 or with another power: with Fire Breath (at-will)",
        "range": "as printed; its first word counts: melee, ranged, near, far, self (melee)",
        "attack": '"+8 vs AC"; without it the power is used, not attacked with',
        "damage": '"2d6+4", "1d8+5 cold and necrotic", "5"',
        "crit": "extra dice on a critical hit",
        "crit_range": "the lowest natural roll that is a critical hit (20)",
        "miss": "none, half or an amount (none)",
        "save": '"dex 13": its targets save instead of being attacked',
        "saved": "what a success at the save leaves of the damage: none or half (none)",
        "multiattack": 'the powers it makes one after another, ["Bite", "Claw x2"]',
        "effects": 'lines for everybody hit, as "persist 5 fire save"',
        "always": "lines for everybody attacked, hit or missed",
        "maintain": "the action that sustains it each turn",
        "trigger": "what it waits for: staggered, dies, hit or missed (the log says when), or your own words",
        "ability": "the ability whose modifier is added to the damage",
        "tags": 'as ["stance"]: it ends the stance before it',
        "text": "what to read out or remember",
    }
)
"""The meaning of each field of a power, with its default in brackets."""
