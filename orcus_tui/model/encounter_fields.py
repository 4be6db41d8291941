"""What the fields of a creature and of a power mean, in a line each: what an editor shows beside them."""

from collections.abc import Mapping
from types import MappingProxyType

ABOUT: Mapping[str, str] = MappingProxyType(
    {
        "name": "required",
        "id": "what is typed for it: a letter, then letters, digits and - (made from the name)",
        "count": "how many; they get id1, id2 … and share one initiative roll (1)",
        "group": "the first id of those that came with it; written by the program",
        "kind": "what it is to the rules (standard)",
        "side": "party, foes or neutral (party for a pc, else foes)",
        "level": "for the card, the XP and the library",
        "role": "what it does in a fight",
        "size": "for the card",
        "type": "for the card",
        "tags": 'words of its own, as ["leader", "swarm"]',
        "xp": "for one of them; finish adds up those beaten",
        "max_hp": "hit points, required where the kind brings none",
        "hp": "hit points now, where it comes in wounded; may be negative (max_hp)",
        "temp_hp": "temporary hit points (0)",
        "staggered": "where the stat block prints something else than half",
        "initiative": "the modifier (0)",
        "initiative_total": "a total already rolled",
        "saves": "added to saving throws (by kind)",
        "recoveries": "left now",
        "max_recoveries": "after a long rest (recoveries)",
        "recovery": "its dice or amount, where the system needs one",
        "action_points": "left (by kind)",
        "regeneration": "hit points at the start of each turn (0)",
        "death_failures": "failed death saves so far (0)",
        "death_successes": "death saves made so far (0)",
        "life": "alive, stable, knocked out, dead or coma (alive)",
        "surprised": "true: loses what the system says",
        "hidden": "true: not shown to the players until reveal",
        "reserve": 'true: waits off stage for enter; "round 3": the timers tell when it is due',
        "place": "here, reserve or gone; written by the program",
        "reserve_until": "when it is due; written by the program",
        "uses_death_rules": "true: a foe or a helper who dies as heroes do",
        "named_villain": "true: heroes can die by it, where the rules ask for that",
        "uses_escalation": "true: adds the escalation die, where there is one",
        "speed": "for the card",
        "senses": "for the card",
        "languages": "for the card",
        "alignment": "for the card",
        "aura": 'a reminder at each opponent\'s turn, as "1: enemies that begin their turn in it take 3 acid"',
        "immune": "types, conditions or ranges; other words are kept to be read",
        "half": 'takes half of these, as ["melee", "ranged"] for a swarm',
        "spent": "powers used up",
        "used": "what can be done but once and has been; written by the program",
        "text": "what is to be read at the table",
        "notes": "what is to be read at the table",
        "defenses": "by the system's names",
        "abilities": "scores or modifiers, as the system has them",
        "resist": "by damage type, all or range",
        "vulnerable": "by damage type, all or range",
        "actions": "left in this turn; written by the program",
        "counters": "resources with names of your own, as { oil = 3 }",
        "track": "the damage track, in a system without hit points",
    }
)
"""For each field of a creature what it means, and in brackets what it is if it is left out."""

ABOUT_POWER: Mapping[str, str] = MappingProxyType(
    {
        "name": "required",
        "action": "what it costs",
        "use": "at-will, encounter, daily, refresh 5,6 or recharge 11 (at-will)",
        "range": "as printed; its first word counts: melee, ranged, near, far, self (melee)",
        "attack": '"+8 vs AC"; without it the power is used, not attacked with',
        "damage": '"2d6+4", "1d8+5 cold and necrotic", "5"',
        "crit": "extra dice on a critical hit",
        "miss": "none, half or an amount (none)",
        "effects": 'lines for everybody hit, as "persist 5 fire save"',
        "always": "lines for everybody attacked, hit or missed",
        "maintain": "the action that keeps it going each turn",
        "ability": "the one whose modifier comes on top of the damage",
        "tags": 'as ["stance"]: it ends the stance before it',
        "text": "what is to be read out or remembered",
    }
)
"""For each field of a power what it means."""
