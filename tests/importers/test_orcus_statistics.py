"""The statistics of Orcus stat blocks: heading, level, numbers, resistances."""

import pytest

from orcus_tui.rules.stats import staggered_value
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from tests.helpers.imports.orcus import creature, found
from tests.helpers.imports.orcus_stat_blocks import BOG_WARDEN, THE_SAME_LOOSER, block


@pytest.mark.parametrize("text", [BOG_WARDEN, THE_SAME_LOOSER], ids=["as the rulebook has it", "looser"])
def test_a_block_gives_the_same_numbers_in_any_layout(text: str) -> None:
    warden = creature(text)
    actual = {
        key: warden.get(key) for key in ("name", "level", "kind", "role", "xp", "max_hp", "staggered", "initiative")
    }
    assert actual == {
        "name": "Bog Warden",
        "level": 4,
        "kind": "elite",
        "role": "Blocker",
        "xp": 350,
        "max_hp": 110,
        "staggered": 50,
        "initiative": 3,
    }
    assert warden["defenses"] == {"ac": 20, "fortitude": 18, "reflex": 15, "will": 16}
    assert warden["abilities"] == {"str": 18, "con": 16, "dex": 10, "int": 6, "wis": 14, "cha": 8}
    assert (warden["size"], warden["type"], warden["alignment"]) == ("Large", "Fey Beast", "Unaligned")
    assert (warden["immune"], warden["resist"]) == (["poison", "sleep"], {"cold": 5, "fire": 5, "all": 2})
    assert warden["vulnerable"] == {"radiant": 10}
    assert (warden["senses"], warden["languages"]) == ("Perception +6, darkvision", "Common")
    assert {"Aquatic", "Plant"} <= set(warden["tags"])


@pytest.mark.parametrize("text", [BOG_WARDEN, THE_SAME_LOOSER], ids=["as the rulebook has it", "looser"])
def test_a_block_gives_the_same_powers_in_any_layout(text: str) -> None:
    powers = {each["name"]: each for each in creature(text)["power"]}
    lash, cloud = powers["Reed Lash"], powers["Spore Cloud"]
    assert (lash["range"], lash["attack"].lower(), lash["damage"]) == ("reach 2", "+9 vs ac", "2d6+4")
    assert lash["effects"][0] == "apply grappled"
    assert (cloud["use"], cloud["damage"], cloud["tags"]) == ("refresh 5,6", "1d8+3 poison", ["poison"])
    assert cloud["effects"] == ["apply dazed save"]
    assert cloud["range"].startswith("near burst 3")


def test_a_line_that_lost_its_mark_still_belongs_to_its_block():
    names = [each["name"] for each in creature(BOG_WARDEN)["power"]]
    assert names == ["Reed Lash", "Secondary attack: Reed Lash", "Spore Cloud", "Wallow"]


def test_a_blank_line_that_lost_its_mark_does_not_end_a_block():
    names = [each["name"] for each in creature(BOG_WARDEN.replace(">\n> ‡", "\n> ‡"))["power"]]
    assert "Spore Cloud" in names


def test_text_outside_blocks_is_left_over_with_its_line():
    actual = [(each.line, each.creature, each.text) for each in found(BOG_WARDEN).leftovers]
    assert actual == [(1, "", "A chapter about bogs."), (29, "", "Wardens are older than the bogs they keep.")]


def test_traits_are_traits_and_hints_and_skills_stay_as_text():
    warden = creature(BOG_WARDEN)
    roots = {"name": "Deep Roots", "text": "The warden cannot be pushed while it stands in mud."}
    assert roots in warden["trait"]
    text = warden["text"]
    assert "Skills: Stealth +7" in text
    assert "Staggered: see also last gasp" in text


def test_an_aura_becomes_an_aura():
    assert creature(BOG_WARDEN)["aura"] == "2: Mire: Enemies that begin their turn in the aura are slowed."


@pytest.mark.parametrize("heading", ["> #### Ogre", "> ### Ogre", "### Ogre", "**Ogre**", "Ogre"])
@pytest.mark.parametrize("level", ["**Level 3 Wrecker** (150 XP)", "Level 3 Wrecker", "*Level 3 Wrecker* - 150 XP"])
def test_any_heading_level_is_accepted(heading: str, level: str) -> None:
    mark = "> " if heading.startswith(">") else ""
    ogre = creature(f"{heading}\n{mark}{level}\n{mark}HP: 40\n")
    assert (ogre["name"], ogre["level"], ogre["role"], ogre["max_hp"]) == ("Ogre", 3, "Wrecker", 40)


def test_name_and_level_on_one_line():
    ogre = creature("Ogre Brute Level 5 Boss Wrecker (1000 XP)\nHP 200; AC 18\n")
    assert (ogre["name"], ogre["level"], ogre["kind"], ogre["xp"]) == ("Ogre Brute", 5, "boss", 1000)


@pytest.mark.parametrize(
    ("level", "kind", "role", "xp"),
    [
        ("Level 6 Stalker Mook (62 XP)", "mook", "Stalker", 62),
        ("Level 2 Mook Striker (31.25 XP)", "mook", "Striker", 31.25),
        ("Level 35 Boss Spoiler (200,000 XP)", "boss", "Spoiler", 200_000),
        ("Level 4 Minion Archer (44 XP)", "mook", "Archer", 44),
    ],
)
def test_level_lines(level: str, kind: str, role: str, xp: float) -> None:
    actual = creature(f"> #### It\n> **{level}**\n> **HP:** 1; a missed attack never damages a mook\n")
    assert (actual["kind"], actual["role"], actual["xp"], actual.get("text")) == (kind, role, xp, None)


def test_the_staggered_number_is_stored_only_if_it_is_not_half():
    assert "staggered" not in creature(block(head="**HP:** 41, **Staggered:** 20"))
    odd = found(block(head="**HP:** 41, **Staggered:** 15"))
    fight = fight_from_table({"format": 1, "creature": list(odd.creatures)})
    assert staggered_value(fight, "ogre") == 15


def test_a_boss_whose_block_has_no_action_points_has_none():
    boss = creature("> #### Hive\n> **Level 4 Boss Spoiler** (875 XP)\n> **Str:** 18 (+6)\n> **HP:** 200\n")
    assert (boss["action_points"], boss["saves"]) == (0, 0)
    usual = "> #### Hive\n> **Level 4 Boss Spoiler**\n> **Action Points:** 2\n> **Saving Throws:** +5\n> **HP:** 200\n"
    assert not {"action_points", "saves"} & creature(usual).keys(), "as every boss has"


@pytest.mark.parametrize("line", ["", "**Saving Throws:** +2", "**Action Points:** 1"])
def test_short_notes_use_the_values_of_the_kind(line: str) -> None:
    elite = creature(f"> #### Hive\n> **Level 4 Elite Spoiler** (350 XP)\n> **HP:** 200\n> {line}\n")
    assert not {"action_points", "saves"} & elite.keys()


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("**Resist:** necrotic, poison 15", "resist", {"necrotic": 15, "poison": 15}),
        ("**Resist:** 10 necrotic", "resist", {"necrotic": 10}),
        ("**Resist:** all 5", "resist", {"all": 5}),
        ("**Resist:** Melee and Ranged attacks (half damage)", "half", ["melee", "ranged"]),
        ("**Vulnerable:** Near and Far attacks 10", "vulnerable", {"near": 10, "far": 10}),
        ("**Immune:** disease, Poison", "immune", ["disease", "poison"]),
        ("**Resist:** incorporeal", "effect", [{"name": "incorporeal"}]),
        ("**Regeneration:** 5", "regeneration", 5),
        ("**Initiative:** −2", "initiative", -2),
    ],
)
def test_resistances_immunities_and_weaknesses(line: str, field: str, value: object) -> None:
    actual = found(f"> #### It\n> Level 3 Striker (1 XP)\n> **HP:** 9\n> {line}\n")
    assert actual.creatures[0][field] == value
    assert not actual.leftovers


@pytest.mark.parametrize("part", ["attacks that target AC 5", "[energy] 10"])
def test_an_unknown_resistance_is_left_over_and_stays_as_text(part: str) -> None:
    actual = found(f"> #### It\n> Level 3 Striker (1 XP)\n> **HP:** 9; **AC:** 15\n> **Resist:** {part}, fire 5\n")
    assert [(each.line, each.text) for each in actual.leftovers] == [(4, f"Resist: {part}")]
    assert actual.creatures[0]["resist"] == {"fire": 5}
    assert actual.creatures[0]["text"] == f"Resist: {part}"
    assert actual.creatures[0]["defenses"] == {"ac": 15}


def test_an_unknown_line_is_left_over_and_stays_as_text():
    actual = found("> #### It\n> Level 3 Striker (1 XP)\n> Hums when it rains\n> **HP:** 9\n")
    assert [(each.line, each.creature, each.text) for each in actual.leftovers] == [(3, "It", "Hums when it rains")]
    assert actual.creatures[0]["text"] == "Hums when it rains"
