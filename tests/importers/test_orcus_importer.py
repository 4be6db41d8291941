"""Orcus stat blocks in every layout a table has them in: what becomes of each number, power and sentence."""

from typing import Any

import pytest
from orcus_stat_blocks import BOG_WARDEN, THE_SAME_LOOSER, block

from orcus_tui.importers.format_detection import format_of, read_source
from orcus_tui.importers.import_result import ImportResult, UnreadableSource
from orcus_tui.importers.orcus import markdown
from orcus_tui.rules.stats import staggered_value
from orcus_tui.storage.encounter.from_tables import fight_from_table


def found(text: str) -> ImportResult:
    return read_source(text.encode(), "notes.md")


def creature(text: str) -> Any:
    (only,) = found(text).creatures
    return only


def power(text: str, name: str = "Slam", number: int = 0) -> Any:
    """A power of an ogre whose slam says this; `number` counts the powers that it becomes."""
    listed = creature(block(f"† **{name}** (standard, at-will)", text))["power"]
    return listed[number]


def lines(text: str) -> list[str]:
    return power(f"+8 vs AC; {text}").get("effects", [])


# Numbers


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


def test_what_belongs_to_no_block_is_told_with_its_line():
    actual = [(each.line, each.creature, each.text) for each in found(BOG_WARDEN).leftovers]
    assert actual == [(1, "", "A chapter about bogs."), (29, "", "Wardens are older than the bogs they keep.")]


def test_traits_hints_and_skills_stay_as_text():
    text = creature(BOG_WARDEN)["text"]
    assert "Deep Roots: The warden cannot be pushed while it stands in mud." in text
    assert "Skills: Stealth +7" in text
    assert "Staggered: see also last gasp" in text


def test_an_aura_becomes_an_aura():
    assert creature(BOG_WARDEN)["aura"] == "2: Mire: Enemies that begin their turn in the aura are slowed."


@pytest.mark.parametrize("heading", ["> #### Ogre", "> ### Ogre", "### Ogre", "**Ogre**", "Ogre"])
@pytest.mark.parametrize("level", ["**Level 3 Wrecker** (150 XP)", "Level 3 Wrecker", "*Level 3 Wrecker* - 150 XP"])
def test_any_heading_will_do(heading: str, level: str) -> None:
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


def test_the_staggered_number_is_kept_only_where_it_is_not_half():
    assert "staggered" not in creature(block(head="**HP:** 41, **Staggered:** 20"))
    odd = found(block(head="**HP:** 41, **Staggered:** 15"))
    fight = fight_from_table({"format": 1, "creature": list(odd.creatures)})
    assert staggered_value(fight, "ogre") == 15


def test_a_boss_whose_block_tells_of_no_action_points_has_none():
    boss = creature("> #### Hive\n> **Level 4 Boss Spoiler** (875 XP)\n> **Str:** 18 (+6)\n> **HP:** 200\n")
    assert (boss["action_points"], boss["saves"]) == (0, 0)
    usual = "> #### Hive\n> **Level 4 Boss Spoiler**\n> **Action Points:** 2\n> **Saving Throws:** +5\n> **HP:** 200\n"
    assert not {"action_points", "saves"} & creature(usual).keys(), "as every boss has"


@pytest.mark.parametrize("line", ["", "**Saving Throws:** +2", "**Action Points:** 1"])
def test_notes_that_leave_more_out_have_what_the_kind_gives(line: str) -> None:
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
def test_what_it_withstands(line: str, field: str, value: object) -> None:
    actual = found(f"> #### It\n> Level 3 Striker (1 XP)\n> **HP:** 9\n> {line}\n")
    assert actual.creatures[0][field] == value
    assert not actual.leftovers


@pytest.mark.parametrize("part", ["attacks that target AC 5", "[energy] 10"])
def test_a_resistance_that_the_rules_know_nothing_of_is_told_and_stays_as_text(part: str) -> None:
    actual = found(f"> #### It\n> Level 3 Striker (1 XP)\n> **HP:** 9; **AC:** 15\n> **Resist:** {part}, fire 5\n")
    assert [(each.line, each.text) for each in actual.leftovers] == [(4, f"Resist: {part}")]
    assert actual.creatures[0]["resist"] == {"fire": 5}
    assert actual.creatures[0]["text"] == f"Resist: {part}"
    assert actual.creatures[0]["defenses"] == {"ac": 15}


def test_a_line_nobody_understands_is_told_and_stays_as_text():
    actual = found("> #### It\n> Level 3 Striker (1 XP)\n> Hums when it rains\n> **HP:** 9\n")
    assert [(each.line, each.creature, each.text) for each in actual.leftovers] == [(3, "It", "Hums when it rains")]
    assert actual.creatures[0]["text"] == "Hums when it rains"


# Powers


@pytest.mark.parametrize(
    ("head", "action", "use"),
    [
        ("**Slam** (standard, at-will)", "standard", "at-will"),
        ("**Slam** (swift, refresh 4, 5, 6) ● **Fire**", "swift", "refresh 4,5,6"),
        ("**Slam** (move, recharge 5–6)", "move", "refresh 5,6"),
        ("**Slam (free, daily):**", "free", "daily"),
        ("**Slam** (immediate (react), encounter)", "immediate", "encounter"),
        ("**Slam** (counter, at-will, once per round)", "counter", "at-will"),
        ("**Slam** (standard and move, at-will)", "standard", "at-will"),
        ("Slam (minor; at will)", "minor", "at-will"),
    ],
)
def test_what_a_power_costs(head: str, action: str, use: str) -> None:
    (slam,) = creature(block(head, "+8 vs AC; 1d8 damage."))["power"]
    assert (slam["name"], slam["action"], slam["use"]) == ("Slam", action, use)


@pytest.mark.parametrize(
    ("sign", "origin"),
    [("‡ ", "melee"), ("†\t", "melee"), ("↗ ", "ranged"), ("⤢ ", "ranged"), ("🏹 ", "ranged"), ("∢ ", "near"),
     ("⋇ ", "far"), ("Basic Melee: ", "melee"), ("Ranged ", "ranged"), ("Near ", "near"), ("m ", "melee")],
)  # fmt: skip
def test_signs_and_words_for_the_kind_of_a_power(sign: str, origin: str) -> None:
    (slam,) = creature(block(f"{sign}**Slam** (standard, at-will)", "+8 vs AC; 1d8 damage."))["power"]
    assert (slam["name"], slam["range"]) == ("Slam", origin)


def test_head_and_body_on_one_line():
    (bite,) = creature(
        block("**Bite (standard, at-will)** +9 vs AC; 1d12+5 damage and the target is immobile (save ends)")
    )["power"]
    assert (bite["attack"], bite["damage"], bite["effects"]) == ("+9 vs AC", "1d12+5", ["apply immobile save"])


def test_a_power_that_comes_back_by_nothing_the_rules_know_is_told():
    actual = found(block("† **Slam** (standard, encounter, refreshes at dawn)", "+8 vs AC; 1d8 damage."))
    assert [each.text for each in actual.leftovers] == ["Slam: refreshes at dawn"]


@pytest.mark.parametrize(
    ("text", "range_", "damage"),
    [
        ("Reach 3; +8 vs AC; 1d8 damage.", "reach 3", "1d8"),
        ("Range 20/40; +8 vs AC; 1d8+2 cold and necrotic damage.", "ranged 20/40", "1d8+2 cold+necrotic"),
        ("When it is hit: Near burst 1; +8 vs AC; 7 damage.", "near burst 1", "7"),
        ("Near burst 3; +8 vs AC (enemies only); 2d6 damage.", "near burst 3, enemies only", "2d6"),
        ("+8 vs AC; the target takes 2d6 fire damage.", "melee", "2d6 fire"),
        ("+8 vs AC; grapple ends; 3d10+7 psychic damage.", "melee", "3d10+7 psychic"),
    ],
)
def test_range_and_damage(text: str, range_: str, damage: str) -> None:
    actual = power(text)
    assert (actual["range"], actual["damage"]) == (range_, damage)


def test_more_on_a_critical_hit():
    assert power("+8 vs AC; 2d4+6 damage (2d4+14 on a critical hit).")["crit"] == "2d4"
    assert "crit" not in power("+8 vs AC; 2d4+6 damage (2d4+99 on a critical hit).")


@pytest.mark.parametrize(
    ("text", "miss"),
    [
        ("1d8 damage. *Miss:* Half damage.", "half"),
        ("1d8 damage; on a miss, half damage.", "half"),
        ("1d8 damage; on a miss, do 9 damage.", "9"),
        ("1d8 damage. *Miss:* 1d4 fire damage.", "1d4"),
    ],
)
def test_what_a_miss_deals(text: str, miss: str) -> None:
    assert power(f"+8 vs AC; {text}")["miss"] == miss


def test_what_a_miss_does_beside():
    actual = power("+8 vs AC; 1d8 damage. *Miss:* Half damage, and the target falls prone.")
    assert (actual["miss"], actual["always"]) == ("half", ["miss: apply prone"])


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("the target takes persistent 5 fire damage (save ends)", "persist 5 fire save"),
        ("the target takes 5 persistent fire damage (save ends)", "persist 5 fire save"),
        ("5 persistent fire damage (save ends)", "persist 5 fire save"),
        ("the target suffers ongoing 5 fire damage (save ends)", "persist 5 fire save"),
        ("the target takes persistent 5 cold and necrotic damage (save ends)", "persist 5 cold+necrotic save"),
        (
            "the target takes persistent 5 damage until it escapes the grapple",
            'persist 5 until "it escapes the grapple"',
        ),
        ("the target takes 1d6 acid damage at the start of each of its turns", "persist 1d6 acid until removed"),
    ],
)
def test_persistent_damage_in_its_spellings(said: str, line: str) -> None:
    assert lines(f"1d8 damage, and {said}.") == [line]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("the target is dazed (save ends)", ["apply dazed save"]),
        ("the target is dazed and weakened (save ends both)", ["apply dazed+weakened save"]),
        ("the target is dazed, slowed, and weakened (save ends each)",
         ["apply dazed save", "apply slowed save", "apply weakened save"]),
        ("the target is dazed until the end of the ogre's next turn", ["apply dazed eont"]),
        ("the target is dazed until the start of the ogre’s next turn", ["apply dazed sont"]),
        ("the target is dazed until the end of its next turn", ["apply dazed teont"]),
        ("the target is dazed until the end of the encounter", ["apply dazed enc"]),
        ("the target is dazed until it drinks", ['apply dazed until "it drinks"']),
        ("the target is blind (save ends, but with a –2 penalty to the roll)", ["apply blinded save:12"]),
        ("the target is weakened (save ends) and grappled", ["apply weakened save", "apply grappled"]),
        ("the target is knocked prone and stunned (save ends)", ["apply stunned save", "apply prone"]),
        ("the target is marked until the end of the ogre's next turn", ["mark eont"]),
        ("the target grants combat advantage until the end of their next turn", ["apply exposed teont"]),
        ("the target takes a -2 penalty to Will defense (save ends)", ["bonus -2 will save"]),
        ("the target becomes vulnerable to poison 5 (save ends)", ["vulnerable poison 5 save"]),
        ("the target cannot use daily powers (save ends)", ['apply "cannot use daily powers" save']),
        ("the target is covered in bees (save ends)", ['apply "covered in bees" save']),
        ("the target is pushed 2 squares and knocked prone", ["remind pushed 2 squares", "apply prone"]),
        ("the ogre shifts 2 squares", ["self: remind shifts 2 squares"]),
        ("the ogre heals 10 hit points", ["self: heal 10"]),
        ("the ogre gains 5 temporary hit points", ["self: temp 5"]),
        ("the ogre gains a +2 power bonus on attack and damage rolls until the end of its next turn",
         ["self: bonus +2 attack power eont", "self: bonus +2 damage power eont"]),
        ("the target is immobile (save ends). *First Failed Save:* The target is stunned instead (save ends)",
         ["apply immobile save then stunned"]),
        ("the target ages one year", ["remind the target ages one year"]),
    ],
)  # fmt: skip
def test_conditions_with_their_durations(said: str, expected: list[str]) -> None:
    actual = found(block("† **Slam** (standard, at-will)", f"+8 vs AC; 1d8 damage, and {said}."))
    assert actual.creatures[0]["power"][0]["effects"] == expected
    assert not actual.leftovers


@pytest.mark.parametrize(
    ("said", "name", "damage", "effects"),
    [
        ("the target is slowed (save ends). If the target is already slowed, it is immobile instead (save ends)",
         "Already slowed: Slam", "1d8", ["apply immobile save"]),
        ("the target is slowed (save ends). If the target is already slowed, they are dazed instead",
         "Already slowed: Slam", "1d8", ["apply dazed save"]),
        ("the target is knocked prone if it is Medium or smaller", "Medium or smaller: Slam", "1d8", ["apply prone"]),
        ("the target is weakened or slowed (save ends)", "Or slowed: Slam", "1d8", ["apply slowed save"]),
    ],
)  # fmt: skip
def test_what_depends_on_the_target_is_a_power_of_its_own(
    said: str, name: str, damage: str, effects: list[str]
) -> None:
    actual = power(f"+8 vs AC; 1d8 damage, and {said}.", number=1)
    assert (actual["name"], actual["damage"], actual["effects"]) == (name, damage, effects)
    assert (actual["attack"], actual["action"]) == ("+8 vs AC", "standard")


@pytest.mark.parametrize(
    ("said", "name", "damage"),
    [
        ("1d8+4 damage, or 2d8+4 against a grappled or prone target.", "Against grappled or prone: Slam", "2d8+4"),
        ("1d8 fire damage (2d8 vs prone target).", "Against prone: Slam", "2d8 fire"),
        ("1d8+4 damage (+1d10 damage if the target is staggered).", "Staggered: Slam", "1d8+4+1d10"),
    ],
)
def test_other_damage_against_some_is_a_power_of_its_own(said: str, name: str, damage: str) -> None:
    actual = power(f"+8 vs AC; {said}", number=1)
    assert (actual["name"], actual["damage"]) == (name, damage)


def test_the_cases_of_a_power_of_limited_use_say_that_they_are_used_up_together():
    first, second = creature(block("† **Slam** (standard, encounter)", "+8 vs AC; 1d8 damage (2d8 vs prone target)."))[
        "power"
    ]
    assert first["always"] == ["self: remind uses up Against prone: Slam, too"]
    assert second["always"] == ["self: remind uses up Slam, too"]


@pytest.mark.parametrize(
    ("said", "name", "damage", "effects"),
    [
        ("1d8 damage, and a creature adjacent to the target takes 4 fire damage.",
         "Creature adjacent to the target: Slam", "4 fire", None),
        ("1d8 damage. If the target cannot be pushed, it takes an additional 2 damage.",
         "If the target cannot be pushed: Slam", "2", None),
        ("the target is stunned (save ends). *Aftereffect:* The target is dazed (save ends).",
         "Aftereffect: Slam", None, ["apply dazed save"]),
    ],
)  # fmt: skip
def test_what_may_follow_is_a_power_to_use(said: str, name: str, damage: str | None, effects: list[str] | None) -> None:
    text = f"+8 vs AC; {said}"
    actual = power(text, number=1)
    assert (actual["name"], actual.get("damage"), actual.get("effects")) == (name, damage, effects)
    assert "attack" not in actual
    reminded = " ".join(power(text)["effects"])
    assert "remind" in reminded or "aftereffect" in reminded


def test_a_secondary_attack_is_a_power_of_its_own_and_the_first_says_so():
    for said in ("1d8 damage.", "1d8 damage, and the ogre makes a secondary attack on the same target."):
        text = f"+8 vs AC; {said} *Secondary Attack:* +6 vs Fortitude; the target is grappled."
        second = power(text, number=1)
        assert (second["name"], second["attack"], second["action"]) == (
            "Secondary attack: Slam", "+6 vs Fortitude", "free"
        )  # fmt: skip
        assert second["effects"] == ["apply grappled"]
        assert any("secondary attack" in line for line in power(text)["effects"])


def test_numbered_attacks_are_powers_by_their_names():
    actual = creature(
        block(
            "∢ **Gaze** (standard, at-will)",
            "Near arc 6; the ogre chooses one effect.",
            "1. *Charm:* +9 vs Will; the target is dominated (save ends).",
            "2. *Burn:* +9 vs Reflex; 2d10 fire damage.",
        )
    )["power"]
    assert [(each["name"], each["attack"], each.get("damage")) for each in actual] == [
        ("Gaze: charm", "+9 vs Will", None),
        ("Gaze: burn", "+9 vs Reflex", "2d10 fire"),
    ]
    assert actual[0]["effects"] == ["apply controlled save"]


@pytest.mark.parametrize(
    "said",
    [
        "the target loses one recovery",
        "the target takes persistent 5 damage and is dazed (save ends both)",
        "while the target hums, it takes 5 damage",
        "the target's save bonus turns into cheese",
    ],
)
def test_what_is_not_understood_is_told_stays_in_the_text_and_is_said_when_it_matters(said: str) -> None:
    actual = found(block("† **Slam** (standard, at-will)", f"+8 vs AC; 1d8 damage. {said.capitalize()}."))
    (left,) = actual.leftovers
    assert (left.line, left.creature) == (6, "Ogre")
    assert left.text.lower() == f"slam: {said}"
    slam: Any = actual.creatures[0]["power"]
    assert said in slam[0]["text"].lower()


def test_a_power_without_an_attack_does_by_itself_what_lines_can_do():
    actual = creature(
        block("**Fade** (swift, encounter)", "The ogre becomes invisible until the end of its next turn.")
    )
    assert actual["power"][0]["always"] == ["self: apply invisible eont"]
    words = creature(block("**Fade** (swift, encounter)", "If it rains, the ogre becomes invisible for a while."))
    assert "always" not in words["power"][0]
    assert words["power"][0]["text"] == "If it rains, the ogre becomes invisible for a while."


def test_without_block_quotes_a_paragraph_after_a_power_is_none_of_it():
    actual = found(
        """\
### Ogre

Level 3 Wrecker (150 XP)

HP: 40

**Slam** (standard, at-will)

+8 vs AC; 1d8 damage.

*Miss:* Half damage.

Ogres dazed by hunger are dazed until the end of the encounter.
"""
    )
    (slam,) = actual.creatures[0]["power"]
    assert (slam["damage"], slam["miss"], slam.get("effects")) == ("1d8", "half", None)
    assert [(each.line, each.creature) for each in actual.leftovers] == [(13, "Ogre")]
    assert actual.creatures[0]["text"] == "Ogres dazed by hunger are dazed until the end of the encounter."


def test_a_block_typed_off_without_any_marks():
    sneak = creature(
        """\
Marsh Sneak
Level 2 Minion Skulker (31 XP)
Small natural humanoid (frog)
Initiative +6     Senses Perception +3; low-light vision
HP 1; a missed attack never damages a minion.
AC 16; Fortitude 12, Reflex 15, Will 11
Speed 6, swim 6
m Fish Spear (standard; at-will) • Weapon
Reach 2; +7 vs. AC; 5 damage (7 damage if the marsh sneak has combat advantage against the target).
R Blow Pipe (standard; recharge 6)
Ranged 6/12; +5 vs AC; 3 poison damage.
Slip Away (immediate reaction, when missed by a melee attack; at-will)
The sneak shifts 1 square.
Alignment Evil     Languages Common, Frog
Skills Stealth +9
Str 10 (+1)     Dex 18 (+5)     Wis 12 (+2)
Con 12 (+2)     Int 8 (+0)      Cha 9 (+0)
Equipment spear, pipe
"""
    )
    assert (sneak["kind"], sneak["role"], sneak["speed"], sneak["max_hp"]) == ("mook", "Skulker", "6, swim 6", 1)
    assert (sneak["alignment"], sneak["languages"], sneak["tags"]) == ("Evil", "Common, Frog", ["frog"])
    assert sneak["senses"] == "Perception +3; low-light vision"
    assert sneak["abilities"] == {"str": 10, "con": 12, "dex": 18, "int": 8, "wis": 12, "cha": 9}
    assert sneak["text"] == "Skills: Stealth +9\nEquipment: spear, pipe"
    assert [(each["name"], each["action"], each["use"], each.get("range")) for each in sneak["power"]] == [
        ("Fish Spear", "standard", "at-will", "reach 2"),
        ("The marsh sneak has combat advantage against the target: Fish Spear", "standard", "at-will", "reach 2"),
        ("Blow Pipe", "standard", "refresh 6", "ranged 6/12"),
        ("Slip Away", "immediate", "at-will", None),
    ]


# What is no stat block


def test_a_trap_is_no_creature_and_is_told_whole():
    trap = "### Spear Trap\n**Level 1 Warning** (25 XP Trap)\n† **Attack**\n+4 vs AC\n"
    actual = found(f"{block()}\n\n{trap}")
    assert [each["name"] for each in actual.creatures] == ["Ogre"]
    assert actual.leftovers[0].text.startswith("Spear Trap: not a creature: it has no hit points\n")


def test_blocks_without_hit_points_alone_are_nothing_to_import():
    with pytest.raises(UnreadableSource, match=r"^notes\.md:2: no stat block with hit points"):
        found("### Spear Trap\n**Level 1 Warning** (25 XP)\n(HP: 4 each)\n")


@pytest.mark.parametrize("text", ["", "Dear diary, today we fought an ogre.", "{}", "[1, 2]"])
def test_what_is_no_format_known_here_is_said_to_be_none(text: str) -> None:
    assert format_of(text) is None
    with pytest.raises(UnreadableSource, match=r"^notes\.md: unknown format; the known formats are "):
        found(text)


def test_several_blocks_end_where_the_next_begins():
    actual = found(f"{THE_SAME_LOOSER}\n{THE_SAME_LOOSER.replace('Bog Warden', 'Fen Warden')}---\nThe end.\n")
    assert [each["name"] for each in actual.creatures] == ["Bog Warden", "Fen Warden"]
    assert [len(each["power"]) for each in actual.creatures] == [2, 2]


# Layouts of people's own notes


OWN_NOTES = "HP: 48\nAC: 19\nFortitude: 17\nReflex: 15\nWill: 14\n"


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("Mud Wight, level 3 standard blocker", ("Mud Wight", 3, "standard")),
        ("GOBLIN CUTTER   Level 1 Mook", ("GOBLIN CUTTER", 1, "mook")),
    ],
)
def test_name_and_level_on_one_line_are_told_by_the_hit_points_below(head: str, expected: tuple[str, int, str]):
    (creature,) = markdown.read(f"{head}\n{OWN_NOTES}".encode()).creatures
    assert (creature["name"], creature["level"], creature["kind"]) == expected


def test_a_size_between_name_and_level_is_no_name():
    text = f"### Marsh Hag\n\n> Medium natural humanoid\n> Level 5 Elite Wrecker (XP 400)\n> Init +8\n{OWN_NOTES}"
    (hag,) = markdown.read(text.encode()).creatures
    assert (hag["name"], hag["role"], hag["xp"], hag["size"], hag["type"], hag["initiative"]) == (
        *("Marsh Hag", "Wrecker", 400),
        *("Medium", "natural humanoid", 8),
    )


def test_what_is_missing_is_what_the_message_names():
    with pytest.raises(UnreadableSource, match="no line with a level found"):
        markdown.read(OWN_NOTES.encode())
    with pytest.raises(UnreadableSource, match="no stat block with hit points"):
        markdown.read(b"Mud Wight\nLevel 3 Standard Blocker\nAC: 19\n")


PRINTED_BELOW_EACH_OTHER = """\
Level 5 Elite Brute XP 400
Large natural humanoid (giant)
HP 150; Bloodied 75 | Initiative +3
AC 17, Fortitude 19, Reflex 14, Will 16 | Perception +4
Speed 6 | Darkvision
Saving Throws +2; Action Points 1
Traits
Thick Hide
The brute ignores difficult ground.
Standard Actions
Maul (weapon) ✦ At-Will
Attack: Reach 2; +10 vs. AC
Hit: 2d8 + 5 damage, and the target is dazed (save ends)
Miss: Half damage
• Close blast 3; +8 vs Fort; 2d6+4 damage, and the target is slowed (save ends).
• Stomp: Close burst 1; +8 vs Ref; 1d6+4 damage.
Triggered Actions
Fury ✦ Encounter
Trigger: An enemy hits the brute.
Effect: The brute gains 5 temporary hit points.
Cruel Luck: Enemies beside the brute save badly.
Str 20 (+7) Dex 12 (+3) Wis 14 (+4)
"""


def test_a_block_with_sections_labels_and_no_name():
    actual = found(PRINTED_BELOW_EACH_OTHER)
    (brute,) = actual.creatures
    brute_powers: Any = brute["power"]
    powers = {each["name"]: each for each in brute_powers}
    assert (brute["name"], brute["level"], brute["kind"], brute["xp"]) == ("nameless", 5, "elite", 400)
    assert list(powers) == ["Maul", "Close blast", "Stomp", "Fury"]
    maul = powers["Maul"]
    assert (maul["attack"], maul["damage"], maul["range"]) == ("+10 vs AC", "2d8+5", "reach 2")
    assert (maul["effects"], maul["miss"], maul["tags"]) == (["apply dazed save"], "half", ["weapon"])
    assert [(each["action"], each["use"]) for each in powers.values()] == [
        *[("standard", "at-will")] * 3,
        ("immediate", "encounter"),
    ]
    assert [(each.line, each.text) for each in actual.leftovers] == [(4, "Perception +4"), (5, "Darkvision")]
    assert "Thick Hide: The brute ignores difficult ground." in str(brute["text"])
    assert "Cruel Luck: Enemies beside the brute save badly." in str(brute["text"])


def test_an_attack_behind_a_bullet_is_that_of_the_power_above_it_or_one_of_its_own():
    slam, blast = creature(
        block(
            "**Slam** (standard, encounter)",
            "- Close blast 3; +8 vs Fort; 2d6+4 damage.",
            "- Near burst 1; +5 vs AC; 4 damage.",
        )
    )["power"]
    assert (slam["name"], slam["range"], slam["attack"], slam["use"]) == (
        *("Slam", "close blast 3"),
        *("+8 vs Fortitude", "encounter"),
    )
    assert (blast["name"], blast["range"], blast["damage"]) == ("Near burst", "near burst 1", "4")


def test_a_title_without_marks_behind_the_last_power_is_a_trait():
    ogre = creature(
        block("† Slam (standard, at-will)", "+8 vs AC; 1d8 damage.", "Feel No Pain", "The ogre does not mind.")
    )
    assert ogre["power"][0]["text"] == "+8 vs AC; 1d8 damage."
    assert ogre["text"] == "Feel No Pain: The ogre does not mind."


def test_bold_may_be_underscores_alone() -> None:
    text = block("† **Slam** (standard, at-will)", "+8 vs AC; 4 damage.").replace("**", "__")
    assert (creature(text)["level"], creature(text)["max_hp"]) == (3, 40)
