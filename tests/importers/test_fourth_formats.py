"""Fourth-edition stat blocks as text, XML, Foundry actors and streams of Masterplan: the same creature each time."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from orcus_tui.importers.binary_objects import HEADER, read_objects
from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.fourth import adventure_tools, fourth_foundry, fourth_text, masterplan
from orcus_tui.importers.fourth.printed import in_orcus_words
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.source_text import UnreadableSource
from tests.helpers.imports.dotnet_stream import Instance, stream_of
from tests.helpers.imports.fen_brute import OF_2008, OF_2010
from tests.helpers.imports.hostile_sources import check, check_cut, check_hostile
from tests.helpers.imports.imported import check_import, check_read_or_refused, fight_with_all_they_have
from tests.helpers.project.exhaustive import some_of

_CLAW = "damage, and the target is immobilized (save ends)."
_DRAG = "damage, and the brute grabs the target (escape DC 15)."
_WALLOW = "A bloodied fen brute has resist 5 to all damage."
_REEK = "Each enemy that begins its turn in the aura is dazed until the end of its turn."
_ABILITIES = {"Strength": 18, "Constitution": 16, "Dexterity": 12, "Intelligence": 2, "Wisdom": 10, "Charisma": 6}
_DEFENSES = {"AC": 16, "Fortitude": 18, "Reflex": 14, "Will": 13}


def _named(tag: str, name: str) -> str:
    return f"<{tag}><ReferencedObject><Name>{name}</Name></ReferencedObject></{tag}>"


def _numbered(tag: str, numbers: dict[str, int]) -> str:
    values = "".join(f'<Number FinalValue="{each}"><Name>{name}</Name></Number>' for name, each in numbers.items())
    return f"<{tag}><Values>{values}</Values></{tag}>"


def _power_of_tools(name: str, parts: str, bonus: int, defense: str, dice: str, hit: str) -> str:
    return (
        f"<MonsterPower>{parts}<Attacks><MonsterAttack><Range>Melee 1</Range><Targets>one creature</Targets>"
        f"<Hit><Damage><Expression>{dice}</Expression></Damage><Description>{hit}</Description></Hit>"
        f'<AttackBonuses><Number FinalValue="{bonus}">{_named("Defense", defense)}</Number></AttackBonuses>'
        f"</MonsterAttack></Attacks><Name>{name}</Name></MonsterPower>"
    )


TOOLS = "\n".join(
    (
        '<?xml version="1.0"?>',
        '<Monster xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
        _numbered("AbilityScores", _ABILITIES),
        _numbered("Defenses", _DEFENSES),
        _named("Size", "Large") + _named("Origin", "Natural") + _named("Type", "Beast") + _named("GroupRole", "Elite"),
        f"<Keywords>{_named('Keyword', 'Aquatic')}</Keywords><Senses>{_named('Sense', 'Darkvision')}</Senses>",
        f'<Powers><MonsterTrait><Range FinalValue="1" /><Details>{_REEK}</Details><Name>Reek</Name></MonsterTrait>',
        f"<MonsterTrait><Details>{_WALLOW}</Details><Name>Wallow</Name></MonsterTrait>",
        _power_of_tools(
            "Claw", "<Action>Standard</Action><Usage>At-Will</Usage><Type>Melee</Type>", 9, "AC", "2d6+4", _CLAW
        ),
        _power_of_tools(
            "Drag Under",
            "<Action>Minor</Action><Usage>Recharge</Usage><UsageDetails>5</UsageDetails>",
            7,
            "Fortitude",
            "1d8+4",
            _DRAG,
        ),
        "</Powers>",
        '<Initiative FinalValue="5" /><HitPoints FinalValue="120" /><ActionPoints FinalValue="1" />',
        '<Experience FinalValue="350" /><LandSpeed><Speed FinalValue="6" /></LandSpeed>',
        "<Speeds><Other><ReferencedObject><Name>Swim</Name></ReferencedObject>",
        '<Speed FinalValue="6" /></Other></Speeds>',
        '<SavingThrows><MonsterSavingThrow FinalValue="2" /></SavingThrows>',
        "<Resistances><Other><ReferencedObject><Name>Poison</Name></ReferencedObject>",
        '<Amount FinalValue="5" /></Other></Resistances>',
        f"<Level>4</Level>{_named('Role', 'Brute')}<IsLeader>false</IsLeader><Name>Fen Brute</Name>",
        "</Monster>",
    )
)


def _power_of_foundry(name: str, formula: str, defense: str, hit: str, **system: object) -> dict[str, Any]:
    attack = {"isAttack": True, "formula": formula, "def": defense}
    return {"name": name, "type": "power", "system": {"attack": attack, "hit": {"detail": hit}, **system}}


ACTOR: dict[str, Any] = {
    "name": "Fen Brute",
    "type": "NPC",
    "system": {
        "details": {
            "size": "lg", "origin": "natural", "type": "beast", "other": "aquatic", "level": 4, "exp": 350,
            "bloodied": 60, "saves": {"value": 2}, "role": {"primary": "brute", "secondary": "elite", "leader": False},
        },
        "attributes": {"hp": {"value": 120, "max": 120}, "init": {"value": 5}},
        "actionpoints": {"value": 1},
        "abilities": {name.lower()[:3]: {"value": each} for name, each in _ABILITIES.items()},
        "defences": {"ac": {"value": 16}, "fort": {"value": 18}, "ref": {"value": 14}, "wil": {"value": 13}},
        "resistances": {"poison": {"res": 5, "vuln": 0, "immune": False}},
        "movement": {"base": {"base": 6}, "swim": {"value": 6}},
        "senses": {"special": {"dv": {"value": True, "range": ""}}},
    },
    "items": [
        {"name": "Reek", "type": "feature", "system": {"auraSize": "1", "description": {"value": f"<p>{_REEK}</p>"}}},
        {"name": "Wallow", "type": "feature", "system": {"description": {"value": f"<p>{_WALLOW}</p>"}}},
        _power_of_foundry(
            "Claw", "9", "ac", f"2d6+4 {_CLAW}", useType="atwill", actionType="standard", rangeText="Melee 1"
        ),
        _power_of_foundry(
            "Drag Under", "7", "fort", f"1d8+4 {_DRAG}", useType="recharge", rechargeRoll="5", actionType="minor"
        ),
    ],
}  # fmt: skip


def _number(kind: str, value: int) -> Instance:
    return Instance(kind, {"value__": value})


def _power_of_masterplan(
    name: str, action: int, use: int, recharge: str, attack: tuple[int, int], text: str
) -> Instance:
    paid = {"fAction": _number("ActionType", action), "fUse": _number("PowerUseType", use), "fRecharge": recharge}
    rolled = {"fBonus": attack[0], "fDefence": _number("DefenceType", attack[1])}
    return Instance(
        "CreaturePower",
        {
            "fName": name, "fRange": "melee 1", "fDetails": f"Hit: {text}",
            "fAction": Instance("PowerAction", paid), "fAttack": Instance("PowerAttack", rolled),
        },
    )  # fmt: skip


CREATURE = Instance(
    "Creature",
    {
        "fName": "Fen Brute", "fLevel": 4, "fHP": 120, "fInitiative": 5, "fAC": 16, "fFortitude": 18, "fReflex": 14,
        "fWill": 13, "fSize": _number("CreatureSize", 3), "fOrigin": _number("CreatureOrigin", 4),
        "fType": _number("CreatureType", 1), "fKeywords": "aquatic", "fMovement": "6, swim 6", "fSenses": "darkvision",
        "fRole": Instance(
            "ComplexRole", {"fType": _number("RoleType", 2), "fFlag": _number("RoleFlag", 1), "fLeader": False}
        ),
        "fDamageModifiers": [
            Instance("DamageModifier", {"fType": _number("DamageType", 7), "fValue": -5})
        ],
        "fAuras": [Instance("Aura", {"fName": "Reek", "fKeywords": "", "fDetails": f"1: {_REEK}"})],
        "fCreaturePowers": [
            Instance("CreaturePower", {"fName": "Wallow", "fDetails": _WALLOW, "fAction": None, "fAttack": None}),
            _power_of_masterplan("Claw", 1, 2, "", (9, 0), f"2d6+4 {_CLAW}"),
            _power_of_masterplan("Drag Under", 3, 0, "Recharges on 5-6", (7, 1), f"1d8+4 {_DRAG}"),
        ],
    }
    | {f"f{name}": Instance("Ability", {"fScore": each}) for name, each in _ABILITIES.items()},
)  # fmt: skip
LIBRARY = Instance(
    "Library", {"fName": "Fens", "fCreatures": [CREATURE], "fTraps": [Instance("Trap", {"fName": "Pit"})]}
)

SOURCES: dict[str, bytes] = {
    "2008": OF_2008.encode(), "2010": OF_2010.encode(), "tools": TOOLS.encode(),
    "foundry": json.dumps(ACTOR, indent=1).encode(), "masterplan": stream_of(CREATURE),
}  # fmt: skip


@pytest.fixture(params=SOURCES)
def brute(request: pytest.FixtureRequest) -> dict[str, Any]:
    found = read_source(SOURCES[request.param], "a source")
    assert len(found.creatures) == 1
    assert not found.leftovers
    assert found.system == "orcus"
    check_import(found)
    return found.creatures[0]


def test_the_numbers_are_fields_in_words_of_orcus(brute: dict[str, Any]):
    assert (brute["name"], brute["level"], brute["kind"], brute["role"]) == ("Fen Brute", 4, "elite", "Wrecker")
    assert (brute["size"], brute["type"], brute["tags"]) == ("Large", "natural beast", ["aquatic"])
    assert (brute["max_hp"], brute["initiative"]) == (120, 5)
    assert brute["defenses"] == {"ac": 16, "fortitude": 18, "reflex": 14, "will": 13}
    assert brute["abilities"] == {name.lower()[:3]: each for name, each in _ABILITIES.items()}
    assert brute["resist"] == {"poison": 5}
    assert brute["speed"].startswith("6, swim")
    assert "darkvision" in brute["senses"].lower()


def test_attacks_are_powers_in_words_of_orcus(brute: dict[str, Any]):
    claw, drag = (each for each in brute["power"] if "attack" in each)
    assert (claw["name"], claw["action"], claw["use"]) == ("Claw", "standard", "at-will")
    assert (claw["attack"], claw["damage"]) == ("+9 vs AC", "2d6+4")
    assert claw["effects"] == ["apply immobile save"]
    assert (drag["name"], drag["action"], drag["use"]) == ("Drag Under", "swift", "refresh 5,6")
    assert (drag["attack"], drag["damage"]) == ("+7 vs Fortitude", "1d8+4")
    assert drag["effects"] == ["apply grappled", "remind escape DC 15"]


def test_traits_and_auras_are_kept_in_words_of_orcus(brute: dict[str, Any]):
    wallow = {"name": "Wallow", "text": "A staggered fen brute has resist 5 to all damage."}
    assert brute["trait"] == [{**wallow, "modifiers": ["resist all 5 while staggered"]}]
    assert brute["aura"].lower() == f"1: reek: {_REEK.lower()}"


def test_every_power_can_be_used():
    for data in SOURCES.values():
        defenses = {"ac": 18, "fortitude": 15, "reflex": 15, "will": 15}
        hero = {"max_hp": 100, "initiative": 2, "defenses": defenses}
        fight_with_all_they_have(read_source(data, "a source"), hero)


def test_a_library_names_its_other_contents():
    found = masterplan.read(stream_of(LIBRARY))
    assert [each["name"] for each in found.creatures] == ["Fen Brute"]
    assert [each.text for each in found.leftovers] == ["trap: Pit"]


@pytest.mark.parametrize(
    ("printed", "ours"),
    [
        ("Bloodied minions recharge on a minor action.", "Staggered mooks refresh on a swift action."),
        ("ONGOING damage; two healing surges", "PERSISTENT damage; two recoveries"),
        ("a close burst 3 or area burst 1 within 10", "a near burst 3 or far burst 1 within 10"),
        ("vulnerable to close and area attacks", "vulnerable to near and far attacks"),
        ("stands close to the area of effect", "stands close to the area of effect"),
        ("It hits and grabs the target.", "It hits and the target is grappled."),
        ("It grabs the target.", "the target is grappled."),
        ("Recharge ⚃⚄⚅", "Refresh  4 5 6"),
    ],
)
def test_words(printed: str, ours: str):
    assert in_orcus_words(printed) == ours


@pytest.mark.parametrize(
    ("head", "kind", "role"),
    [
        ("Level 2 Minion", "mook", None),
        ("Level 3 Minion Skirmisher", "mook", "Striker"),
        ("Level 9 Solo Lurker (Leader)", "boss", "Skulker"),
        ("Level 9 Artillery", None, "Archer"),
        ("Level 9 Elite Controller", "elite", "Spoiler"),
    ],
)
def test_roles_and_ranks(head: str, kind: str | None, role: str | None):
    creature = fourth_text.read(OF_2008.replace("Level 4 Elite Brute", head).encode()).creatures[0]
    assert (creature.get("kind"), creature.get("role")) == (kind, role)


@pytest.mark.parametrize(
    "text",
    [
        OF_2010.replace(" ✦", ""),
        OF_2010.replace("✦", "♦"),
        OF_2010.replace("+9 vs. AC\n", "+9 vs.\nAC\n"),
        OF_2010.replace("STANDARD ACTIONS", "Standard Actions").replace("TRAITS", "Traits"),
        OF_2010.replace("Fen Brute Level", "Fen Brute\nLevel"),
        "\n".join(f"> {line}" for line in OF_2010.splitlines()),
        OF_2010.replace("Recharge ⚄ ⚅", "Recharge 5 6"),
        OF_2010.replace("Large natural beast (aquatic) XP 350", "Large natural beast (aquatic)\nXP 350"),
    ],
    ids=["no signs", "other signs", "vs.", "small", "name above", "quoted", "numbers", "XP below"],
)
def test_looser_layouts_are_read_alike(text: str):
    creature: Any = fourth_text.read(text.encode()).creatures[0]
    plain: Any = fourth_text.read(OF_2010.encode()).creatures[0]
    for each in ("name", "kind", "max_hp", "initiative", "defenses", "aura", "trait", "xp"):
        assert creature[each] == plain[each]
    for ours, theirs in zip(creature["power"], plain["power"], strict=True):
        assert {key: ours[key] for key in theirs if key not in ("text", "tags")} == {
            key: theirs[key] for key in theirs if key not in ("text", "tags")
        }


@pytest.mark.parametrize("name", ["Skills of the Deep", "Alignment of Fens", "Str 9 Slam", "Dagger (thrown)"])
@pytest.mark.parametrize("use", ["At-Will", "Recharge when an ally (or the brute is hit"])
def test_the_head_of_a_power_is_read_once(name: str, use: str):
    head = f"m {name} (weapon) ✦ {use}"
    found = fourth_text.read(OF_2010.replace("m Claw (weapon) ✦ At-Will", head).encode())
    power = next(each for each in powers_of(found) if each["name"] == name)
    assert (power["action"], power["attack"], power["tags"]) == ("standard", "+9 vs AC", ["weapon"])
    assert power["use"] == ("at-will" if use == "At-Will" else "encounter")
    assert found.creatures[0]["abilities"] == {name.lower()[:3]: each for name, each in _ABILITIES.items()}


def powers_of(found: ImportResult) -> list[dict[str, Any]]:
    (creature,) = found.creatures
    powers: Any = creature["power"]
    return list(powers)


# Broken and malicious sources


@pytest.mark.parametrize(
    ("read", "text"),
    [(fourth_text.read, OF_2008), (fourth_text.read, OF_2010), (adventure_tools.read, TOOLS)],
    ids=["2008", "2010", "tools"],
)
def test_cut_and_garbled_sources_are_read_in_part_or_refused(read: Callable[[bytes], ImportResult], text: str):
    check_cut(read, text)


def test_damaged_actors_are_read_or_refused():
    check_hostile(fourth_foundry.read, ACTOR)


def test_a_stream_cut_off_or_with_any_byte_changed_is_read_or_refused():
    data, chance = stream_of(LIBRARY), Random(5)
    for end in range(0, len(data), 3):
        check(masterplan.read, data[:end])
    for _ in range(500):
        at = chance.randrange(len(data))
        check(masterplan.read, data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :])


@pytest.mark.parametrize(
    "data",
    [
        b"\x10\x01\x00\x00\x00\xff\xff\xff\x7f",  # an array with two billion entries
        b"\x10\x01\x00\x00\x00\xff\xff\x07\x00" + b"\x0e\xff\xff\xff\x7f",  # a run of empty entries
        b"\x10\x01\x00\x00\x00\x01\x00\x00\x00" * 1_000,  # arrays in arrays
        b"\x06\x01\x00\x00\x00\xff\xff\xff\xff\x7f",  # a text longer than the stream
        b"\x0a" * 600_000,
        b"\x01\x01\x00\x00\x00\x09\x00\x00\x00",  # of a missing class
        b"\xff",
        b"",
    ],
    ids=lambda data: data[:9].hex(),
)
def test_streams_that_promise_too_much_are_refused(data: bytes):
    for read in (read_objects, masterplan.read):
        with pytest.raises(UnreadableSource):
            read(HEADER + data)


@pytest.mark.parametrize(
    "text",
    some_of(
        [
            OF_2008.replace("Large natural", "Large (" * 10_000),
            OF_2008.replace("Claw", "C " * 20_000),
            OF_2008.replace("+9 vs. AC", "+9 vs. " * 6_000),
            OF_2010.replace("Reek", "R✦" * 20_000),
            OF_2010.replace("At-Will", "At-Will (" * 5_000),
            OF_2010.replace("TRAITS", "\n".join(["level 1 brute"] * 3_000)),
            TOOLS.replace("<Name>Claw", "<Name>" * 2_500),
            TOOLS.replace("damage, and", "the brute grabs " * 2_500),
            OF_2008.replace("the target is", "the " * 10_000),
        ],
        one_in=3,
    ),
    ids=lambda text: text[:20],
)
def test_no_pattern_backtracks_badly(text: str):
    check_read_or_refused(text)


def test_a_block_is_read_with_other_signs_and_dashes():
    stalker = the_one_of("""Gloomcap Stalker – Level 5 Lurker
Medium fey humanoid – XP 200
Initiative +11 – Senses Perception +5; low-light vision
HP 50; Bloodied 25
AC 19; Fortitude 16, Reflex 18, Will 17
Speed 6, climb 4
• Short Sword (standard; at-will) ♦ Weapon
+10 vs. AC; 1d6 + 5 damage, and ongoing 5 poison (save ends).
Str 12 (+3) Dex 20 (+7) Wis 16 (+5)
Con 13 (+3) Int 10 (+2) Cha 14 (+4)
""")
    assert (stalker["name"], stalker["type"], stalker["xp"]) == ("Gloomcap Stalker", "fey humanoid", 200)
    assert (stalker["initiative"], stalker["senses"]) == (11, "Perception +5; low-light vision")
    (sword,) = stalker["power"]
    assert (sword["attack"], sword["damage"]) == ("+10 vs AC", "1d6+5")
    assert sword["effects"] == ["persist 5 poison save"]


def test_signs_may_be_in_brackets():
    ram = the_one_of("""**Iron Ram** Level 7 Brute
Large natural beast XP 300
HP 98; Bloodied 49 Initiative +5
AC 19, Fortitude 21, Reflex 17, Will 18 Perception +4
Speed 8
**standard actions**
(m) Gore • At-Will
Attack: Melee 1 (one creature); +12 vs. AC
Hit: 2d8 + 8 damage, and the target falls prone.
Str 22 (+9) Dex 14 (+5) Wis 12 (+4)
Con 19 (+7) Int 2 (-1) Cha 8 (+2)
""")
    (gore,) = ram["power"]
    assert (gore["name"], gore["attack"], gore["damage"]) == ("Gore", "+12 vs AC", "2d8+8")


def test_the_targets_of_a_burst_are_part_of_its_range():
    roar = the_one_of("""Reed Howler Level 3 Controller
Medium natural humanoid XP 150
Initiative +5 Senses Perception +3
HP 46; Bloodied 23
AC 19; Fortitude 16, Reflex 15, Will 14
Speed 6
C Howl (standard; at-will)
Close burst 2; targets enemies; +8 vs. Will; 1d6 + 4 damage, and the target is dazed (save ends).
""")["power"][0]
    assert (roar["range"], roar["attack"], roar["effects"]) == (
        "near burst 2, targets enemies",
        "+8 vs Will",
        ["apply dazed save"],
    )
    assert "always" not in roar


def the_one_of(text: str) -> dict[str, Any]:
    found = read_source(text.encode(), "paste")
    (creature,) = found.creatures
    assert found.leftovers == ()
    return creature


def test_an_actor_of_an_older_foundry_is_the_same():
    old = json.dumps(ACTOR).replace('"system": {', '"data": {')
    assert read_source(old.encode(), "old").creatures == read_source(json.dumps(ACTOR).encode(), "new").creatures


@pytest.mark.parametrize("mark", ["**{}**", "<b>{}</b>"])
def test_bold_labels_leave_a_stat_block_one_of_the_fourth_edition(mark: str):
    text = "Bog Wight Level 3 Soldier\nXP 150\nHP 45; Bloodied 22\nAC 19; Fortitude 17, Reflex 15, Will 13\nSpeed 6\n"
    bold = text.replace("HP", mark.format("HP")).replace("AC", mark.format("AC"))
    (wight,) = read_source(bold.encode(), "bold").creatures
    assert (wight["role"], wight["max_hp"], wight["defenses"]["ac"]) == ("Blocker", 45, 19)
