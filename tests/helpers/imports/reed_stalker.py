"""One fifth-edition creature, the reed stalker, as text and in the format of each program: JSON, YAML, XML, tables."""

import csv
import io
import json
from typing import Any

SCORES = {"str": 18, "dex": 14, "con": 15, "int": 6, "wis": 11, "cha": 8}
LONG = dict(zip(SCORES, ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), strict=True))
STRIDE = "Difficult terrain made of mud or reeds costs the stalker nothing extra."
MULTIATTACK = "The stalker makes two attacks: one with its bite and one with its hook."
BITE = "Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 11 (2d6 + 4) piercing damage."
HELD = ", and the target is grappled (escape DC 14)."
HOOK = f"Melee Weapon Attack: +6 to hit, reach 10 ft., one target. Hit: 8 (1d8 + 4) slashing damage{HELD}"
SPRAY = (
    "Each creature in a 15-foot cone must make a DC 12 Dexterity saving throw, taking 14 (4d6) bludgeoning damage on a "
    "failed save, or half as much damage on a successful one."
)
DUCK = "The stalker adds 2 to its AC against one melee attack that would hit it."
ACTIONS = (("Multiattack", MULTIATTACK), ("Bite", BITE), ("Hook", HOOK), ("Mud Spray (Recharge 5-6)", SPRAY))


def entries(pairs: Any, name: str, text: str) -> list[dict[str, Any]]:
    return [{name: each, text: words} for each, words in pairs]


TOOLS = "{@atk mw} {@hit 6} to hit,"
TAGGED = "slashing damage, and the target is {@condition grappled} (escape {@dc 14})."
FIVE_E_TOOLS = {
    "_meta": {"sources": [{"json": "Marsh"}]},
    "monster": [
        {
            "name": "Reed Stalker",
            "source": "Marsh",
            "size": ["L"],
            "type": {"type": "monstrosity", "tags": ["aquatic"]},
            "alignment": ["C", "N"],
            "ac": [{"ac": 14, "from": ["natural armor"]}],
            "hp": {"average": 45, "formula": "6d10 + 12"},
            "speed": {"walk": 30, "swim": 40},
            **SCORES,
            "save": {"dex": "+4", "con": "+4"},
            "skill": {"stealth": "+6"},
            "passive": 10,
            "resist": ["cold"],
            "immune": ["poison"],
            "conditionImmune": ["poisoned", "prone"],
            "languages": ["Aquan"],
            "cr": "3",
            "trait": [{"name": "Marsh Stride", "entries": [STRIDE]}],
            "action": [
                {"name": "Multiattack", "entries": [MULTIATTACK]},
                {"name": "Bite", "entries": [f"{TOOLS} reach 5 ft. {{@h}}11 ({{@damage 2d6 + 4}}) piercing damage."]},
                {"name": "Hook", "entries": [f"{TOOLS} reach 10 ft. {{@h}}8 ({{@damage 1d8 + 4}}) {TAGGED}"]},
                {"name": "Mud Spray {@recharge 5}", "entries": [SPRAY.replace("DC 12", "{@dc 12}")]},
            ],
            "reaction": [{"name": "Duck (2/Day)", "entries": [DUCK]}],
        }
    ],
}  # fmt: skip
TETRA = "_Melee Weapon Attack:_ [STR ATK] to hit,"
TETRA_CUBE = {
    "name": "Reed Stalker", "size": "large", "type": "monstrosity", "tag": "aquatic", "alignment": "chaotic neutral",
    "hitDice": "6", "armorName": "natural armor", "natArmorBonus": 2, "shieldBonus": 0, "speed": "30", "swimSpeed": 40,
    **{f"{name}Points": str(score) for name, score in SCORES.items()}, "cr": "3", "darkvision": "60",
    "sthrows": [{"name": "dex"}, {"name": "con"}], "skills": [{"name": "stealth", "stat": "dex", "note": " (ex)"}],
    "damagetypes": [{"name": "cold", "note": " (Resistant)", "type": "r"}, {"name": "poison", "note": "", "type": "i"}],
    "conditions": [{"name": "poisoned"}, {"name": "prone"}], "languages": [{"name": "Aquan", "speaks": True}],
    "abilities": [{"name": "Marsh Stride", "desc": STRIDE}],
    "actions": [
        {"name": "Multiattack", "desc": "[MON] makes two attacks: one with its bite and one with its hook."},
        {"name": "Bite", "desc": f"{TETRA} reach 5 ft., one target. _Hit:_ [STR 2D6] piercing damage."},
        {"name": "Hook", "desc": f"{TETRA} reach 10 ft., one target. _Hit:_ [STR 1D8] slashing damage{HELD}"},
        {"name": ACTIONS[3][0], "desc": SPRAY.replace("DC 12", "DC [CON SAVE]").replace("14 (4d6)", "[4D6]")},
    ],
    "reactions": [{"name": "Duck (2/Day)", "desc": DUCK}],
}  # fmt: skip
CREATOR = "*Melee Weapon Attack:* ATK[STR] to hit,"
STATBLOCK5E = {
    "title": {"fullName": "Reed Stalker", "shortName": "", "isProperNoun": False},
    "subtitle": {"size": "Large", "type": "monstrosity", "tags": "aquatic", "alignment": "chaotic neutral"},
    "armorClass": {"armorClass": 14, "armorType": "natural armor", "hasShield": False},
    "hitPoints": {"hitPoints": 45, "useHitDie": True, "hitDieQuantity": 6, "hitDieSize": 10},
    "speed": {"walk": 30, "swim": 40, "fly": None},
    "abilityScores": {LONG[name]: score for name, score in SCORES.items()},
    "savingThrows": {LONG[name]: {"isEnabled": name in ("dex", "con"), "override": None} for name in SCORES},
    "skills": {"stealth": {"isEnabled": True, "hasExpertise": True, "override": None}},
    "damageResistances": {"items": ["cold"]},
    "damageImmunities": {"items": ["poison"]},
    "conditionImmunities": {"items": ["poisoned", "prone"]},
    "languages": {"items": ["Aquan"], "telepathy": None},
    "challengeRating": {"challengeRating": "3", "experiencePoints": 700, "proficiencyBonus": 2},
    "specialTraits": {"blocks": [{"name": "Marsh Stride", "text": STRIDE}]},
    "actions": {
        "blocks": [
            {"name": "Multiattack", "text": "[NAME] makes two attacks: one with its bite and one with its hook."},
            {"name": "Bite", "text": f"{CREATOR} reach 5 ft., one target. *Hit:* DMG[2d6 + STR] piercing damage."},
            {"name": "Hook", "text": f"{CREATOR} reach 10 ft. *Hit:* DMG[1d8 + STR] slashing damage{HELD}"},
            {"name": ACTIONS[3][0], "text": SPRAY.replace("DC 12", "DC[CON]").replace("14 (4d6)", "DMG[4d6]")},
        ]
    },
    "reactions": {"blocks": [{"name": "Duck (2/Day)", "text": DUCK}]},
}  # fmt: skip
CRITTER_DB = {
    "name": "Marsh",
    "creatures": [
        {
            "name": "Reed Stalker",
            "flavor": {"description": "", "environment": "swamp"},
            "stats": {
                "size": "Large", "race": "monstrosity (aquatic)", "alignment": "chaotic neutral",
                "armorType": "natural armor", "armorClass": 14, "numHitDie": 6, "hitDieSize": 10,
                "speed": "30 ft., swim 40 ft.",
                "abilityScores": {LONG[name]: score for name, score in SCORES.items()}, "proficiencyBonus": 2,
                "damageResistances": ["cold"], "damageImmunities": ["poison"],
                "conditionImmunities": ["poisoned", "prone"], "senses": ["darkvision 60 ft."], "languages": ["Aquan"],
                "challengeRating": 3,
                "savingThrows": [{"ability": "dexterity", "proficient": True}, {"ability": "Con", "modifier": 4}],
                "additionalAbilities": entries([("Marsh Stride", STRIDE)], "name", "description"),
                "actions": entries(
                    ((name, text.replace("Hit:", "<i>Hit:</i>")) for name, text in ACTIONS), "name", "description"
                ),
                "reactions": entries([("Duck (2/Day)", DUCK)], "name", "description"),
            },
        }
    ],
}  # fmt: skip
IMPROVED_INITIATIVE = {
    "Name": "Reed Stalker", "Type": "Large monstrosity (aquatic), chaotic neutral", "Challenge": "3",
    "HP": {"Value": 45, "Notes": "(6d10+12)"}, "AC": {"Value": 14, "Notes": "(natural armor)"}, "InitiativeModifier": 0,
    "Speed": ["30 ft.", "swim 40 ft."], "Abilities": {each.capitalize(): score for each, score in SCORES.items()},
    "Saves": [{"Name": "Dex", "Modifier": 4}, {"Name": "Con", "Modifier": 4}],
    "Skills": [{"Name": "Stealth", "Modifier": 6}], "Senses": ["darkvision 60 ft."], "Languages": ["Aquan"],
    "DamageResistances": ["cold"], "DamageImmunities": ["poison"], "ConditionImmunities": ["poisoned", "prone"],
    "Traits": [{"Name": "Marsh Stride", "Content": STRIDE}],
    "Actions": [
        *entries(ACTIONS[:3], "Name", "Content"), {"Name": "Mud Spray", "Content": SPRAY, "Usage": "Recharge 5-6"},
    ],
    "Reactions": [{"Name": "Duck", "Content": DUCK, "Usage": "2/Day"}],
}  # fmt: skip


def activity(kind: str, **values: Any) -> dict[str, Any]:
    return {"a": {"type": kind, "activation": {"type": "action", "value": 1}, **values}}


def item(name: str, text: str, kind: str = "feat", **values: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "system": {"description": {"value": f"<p>{text}</p>"}, **values}}


def weapon(name: str, number: int, die: int, damage: str, reach: str, text: str = "") -> dict[str, Any]:
    attack = activity(
        "attack",
        range={"value": reach, "units": "ft"},
        attack={"ability": "str", "bonus": "", "type": {"value": "melee"}},
        damage={"includeBase": True, "parts": []},
    )
    base = {"number": number, "denomination": die, "types": [damage], "bonus": ""}
    words = f"[[/attack extended]]. [[/damage average extended]]{text}."
    return item(name, words, "weapon", damage={"base": base}, activities=attack)


FOUNDRY_SPRAY = SPRAY.replace("DC 12 Dexterity", "[[/save]]").replace("14 (4d6) bludgeoning", "[[/damage average]]")
HURT = {"onSave": "half", "parts": [{"number": 4, "denomination": 6, "types": ["bludgeoning"]}]}
FOUNDRY = {
    "name": "Reed Stalker",
    "type": "npc",
    "system": {
        "abilities": {
            name: {"value": score, "proficient": int(name in ("dex", "con"))} for name, score in SCORES.items()
        },
        "attributes": {
            "ac": {"flat": 14, "calc": "natural"}, "hp": {"value": 45, "max": 45, "formula": "6d10 + 12"},
            "init": {"bonus": "0"}, "spellcasting": "", "movement": {"walk": 30, "swim": "40"},
            "senses": {"darkvision": 60},
        },
        "details": {"alignment": "Chaotic Neutral", "type": {"value": "monstrosity", "subtype": "aquatic"}, "cr": 3},
        "traits": {
            "size": "lg", "dr": {"value": ["cold"]}, "di": {"value": ["poison"]},
            "ci": {"value": ["poisoned", "prone"]},
            "languages": {"value": ["aquan"]},
        },
        "skills": {"ste": {"value": 2}},
        "source": {"rules": "2014"},
    },
    "items": [
        item("Marsh Stride", STRIDE, activities={}),
        item("Multiattack", MULTIATTACK, activities=activity("utility")),
        weapon("Bite", 2, 6, "piercing", "5"),
        weapon("Hook", 1, 8, "slashing", "10", ", and the target is &amp;Reference[grappled] (escape DC 14)"),
        item(
            "Mud Spray",
            FOUNDRY_SPRAY,
            activities=activity("save", save={"ability": ["dex"], "dc": {"formula": "12"}}, damage=HURT),
            uses={"max": "1", "recovery": [{"period": "recharge", "formula": "5"}]},
        ),
        item(
            "Duck",
            DUCK,
            activities={"a": {"type": "utility", "activation": {"type": "reaction"}}},
            uses={"max": "2", "recovery": [{"period": "day"}]},
        ),
    ],
}  # fmt: skip
STATBLOCK: dict[str, Any] = {
    "name": "Reed Stalker",
    "size": "Large", "type": "monstrosity", "subtype": "aquatic", "alignment": "chaotic neutral",
    "ac": 14, "hp": 45, "hit_dice": "6d10 + 12", "speed": "30 ft., swim 40 ft.", "stats": list(SCORES.values()),
    "saves": [{"dexterity": 4}, {"constitution": 4}], "skillsaves": [{"stealth": 6}], "damage_resistances": "cold",
    "damage_immunities": "poison", "condition_immunities": "poisoned, prone", "languages": "Aquan", "cr": "3",
    "traits": entries([("Marsh Stride", STRIDE)], "name", "desc"), "actions": entries(ACTIONS, "name", "desc"),
    "reactions": entries([("Duck (2/Day)", DUCK)], "name", "desc"),
}  # fmt: skip
YAML = "\n".join(f"{key}: {json.dumps(value)}" for key, value in STATBLOCK.items())
NOTE = f"# Stalkers\n\nReeds.\n\n```statblock\n{YAML}\n```\n"
PROPERTIES = f"---\n{YAML}\nstatblock: true\n---\n\n```statblock\ncreature: Reed Stalker\n```\n"


def xml() -> str:
    """The creature as XML."""
    fields = {
        "name": "Reed Stalker", "size": "L", "type": "monstrosity (aquatic)", "alignment": "chaotic neutral",
        "ac": "14 (natural armor)", "hp": "45 (6d10+12)", "speed": "30 ft., swim 40 ft.", **SCORES,
        "save": "Dex +4, Con +4",
        "resist": "cold", "immune": "poison", "conditionImmune": "poisoned, prone", "languages": "Aquan", "cr": "3",
    }  # fmt: skip
    parts = [f"<{key}>{value}</{key}>" for key, value in fields.items()]
    for tag, pairs in (
        ("trait", [("Marsh Stride", STRIDE)]),
        ("action", ACTIONS),
        ("reaction", [("Duck (2/Day)", DUCK)]),
    ):
        parts += [f"<{tag}>\n<name>{name}</name>\n<text>{text}</text>\n</{tag}>" for name, text in pairs]
    body = "\n".join(parts)
    return f'<?xml version="1.0"?>\n<compendium version="5">\n<monster>\n{body}\n</monster>\n</compendium>\n'


def table(headings: dict[str, str], delimiter: str = ",") -> str:
    """The creature as a table with some headings; the last columns come first."""
    cells = {
        "name": "Reed Stalker", "size": "Large", "type": "monstrosity (aquatic)", "alignment": "chaotic neutral",
        "ac": "14 (natural armor)", "hp": "45 (6d10+12)", "speed": "30 ft., swim 40 ft.", **SCORES,
        "saves": "Dex +4, Con +4", "resist": "cold", "immune": "poison", "condition immune": "poisoned, prone",
        "languages": "Aquan", "challenge": "3", "traits": f"Marsh Stride. {STRIDE}",
        "actions": "\n".join(f"{name}. {text}" for name, text in ACTIONS), "reactions": f"Duck (2/Day). {DUCK}",
    }  # fmt: skip
    named = {headings.get(key, key): cell for key, cell in reversed(cells.items())}
    written = io.StringIO()
    writer = csv.writer(written, delimiter=delimiter)
    writer.writerows([list(named), list(named.values())])
    return written.getvalue()


HEADINGS_BY_HAND = {
    "name": "Name", "alignment": "Align.", "saves": "Sav. Throws", "challenge": "CR", "traits": "Additional",
    "condition immune": "Condition Immunities",
}  # fmt: skip
HEADINGS_OF_ROLL20 = {
    "name": "npc_name", "ac": "npc_ac", "hp": "hp", "speed": "npc_speed", "challenge": "npc_challenge",
    "resist": "npc_resistances", "str": "strength",
}  # fmt: skip
BY_HAND, OF_ROLL20 = table(HEADINGS_BY_HAND), table(HEADINGS_OF_ROLL20, ";")
SOURCES = {
    "5etools JSON": json.dumps(FIVE_E_TOOLS),
    "Tetra-cube": json.dumps(TETRA_CUBE),
    "statblock5e JSON": json.dumps(STATBLOCK5E),
    "CritterDB JSON": json.dumps(CRITTER_DB),
    "Improved Initiative JSON": json.dumps(IMPROVED_INITIATIVE),
    "Foundry actors of the fifth edition": json.dumps(FOUNDRY),
    "Fantasy Statblocks": NOTE,
    "Fantasy Statblocks, in properties": PROPERTIES,
    "Fantasy Statblocks, without a note": YAML,
    "FightClub 5e and Game Master 5e XML": xml(),
    "tables of creatures": BY_HAND,
    "tables of creatures, of Roll20": OF_ROLL20,
}

OF_2014 = """Reed Stalker
Large monstrosity (aquatic), chaotic neutral
Armor Class 14 (natural armor)
Hit Points 45 (6d10 + 12)
Speed 30 ft., swim 40 ft.
STR DEX CON INT WIS CHA
18 (+4) 14 (+2) 15 (+2) 6 (−2) 11 (+0) 8 (−1)
Saving Throws Dex +4, Con +4
Skills Stealth +6
Damage Resistances cold
Damage Immunities poison
Condition Immunities poisoned, prone
Senses darkvision 60 ft., passive Perception 10
Languages Aquan
Challenge 3 (700 XP)
Marsh Stride. Difficult terrain made of mud or reeds costs the stalker nothing extra.
Actions
Multiattack. The stalker makes two attacks: one with its bite and one with its hook.
Bite. Melee Weapon Attack: +6 to hit, reach 5 ft., one target. Hit: 11 (2d6 + 4) piercing damage.
Hook. Melee Weapon Attack: +6 to hit, reach 10 ft., one target. Hit: 8 (1d8 + 4) slashing damage, and the
target is grappled (escape DC 14).
Mud Spray (Recharge 5–6). Each creature in a 15-foot cone must make a DC 12 Dexterity saving throw, taking
14 (4d6) bludgeoning damage on a failed save, or half as much damage on a successful one.
Reactions
Duck (2/Day). The stalker adds 2 to its AC against one melee attack that would hit it.
"""
OF_2024 = """Reed Stalker

Large Monstrosity, Chaotic Neutral

AC 14 Initiative +4 (14) HP 45 (6d10 + 12) Speed 30 ft., Swim 40 ft.

MOD SAVE MOD SAVE MOD SAVE
Str 18 +4 +4 Dex 14 +2 +4 Con 15 +2 +4
Int 6 -2 -2 Wis 11 +0 +0 Cha 8 -1 -1
Skills Stealth +6 Resistances Cold Immunities Poison; Poisoned, Prone
Senses Darkvision 60 ft.; Passive Perception 10 Languages Aquan CR 3 (XP 700; PB +2)
Traits
Marsh Stride. Difficult terrain made of mud or reeds costs the stalker nothing extra.
Actions
Multiattack. The stalker makes one Bite attack and one Hook attack.
Bite. Melee Attack Roll: +6, reach 5 ft. Hit: 11 (2d6 + 4) Piercing damage.
Hook. Melee Attack Roll: +6, reach 10 ft. Hit: 8 (1d8 + 4) Slashing damage. If the target is a Large or smaller
creature, it has the Grappled condition (escape DC 14).
Mud Spray (Recharge 5–6). Dexterity Saving Throw: DC 12, each creature in a 15-foot Cone. Failure: 14 (4d6)
Bludgeoning damage. Success: Half damage.
Reactions
Duck (2/Day). Trigger: A melee attack would hit. Response: The stalker adds 2 to its AC against it.
"""
MARKDOWN = """## Reed Stalker

*Large monstrosity (aquatic), chaotic neutral*

**Armor Class** 14 (natural armor)

**Hit Points** 45 (6d10+12)

**Speed** 30 ft., swim 40 ft.

| STR     | DEX     | CON     | INT    | WIS     | CHA    |
|:-------:|:-------:|:-------:|:------:|:-------:|:------:|
| 18 (+4) | 14 (+2) | 15 (+2) | 6 (-2) | 11 (+0) | 8 (-1) |

**Saving Throws** Dex +4, Con +4

**Skills** Stealth +6

**Damage Resistances** cold

**Damage Immunities** poison

**Condition Immunities** [poisoned](#poisoned), prone

**Senses** darkvision 60 ft., passive Perception 10

**Languages** Aquan

**Challenge** 3 (700 XP)

***Marsh Stride***. Difficult terrain made of mud or reeds costs the stalker nothing extra.

### Actions

***Multiattack.*** The stalker makes two attacks: one with its bite and one with its hook.

***Bite.** Melee Weapon Attack:* +6 to hit, reach 5 ft., one target. *Hit:* 11 (2d6 + 4) piercing damage.

**_Hook._** _Melee Weapon Attack:_ +6 to hit, reach 10 ft., one target. _Hit:_ 8 (1d8 + 4) slashing damage, and the
target is grappled (escape DC 14).

***Mud Spray (Recharge 5-6).*** Each creature in a 15-foot cone must make a DC 12 Dexterity saving throw, taking
14 (4d6) bludgeoning damage on a failed save, or half as much damage on a successful one.

### Reactions

**Duck (2/Day)**. The stalker adds 2 to its AC against one melee attack that would hit it.
"""
