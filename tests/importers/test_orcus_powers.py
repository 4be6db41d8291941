"""The powers of Orcus stat blocks: their costs, their targets, and the effects of their sentences."""

import re
from typing import Any

import pytest

from tests.helpers.imports.orcus import creature, found, lines, power
from tests.helpers.imports.orcus_stat_blocks import block
from tests.helpers.project.call_counts import calls_of


@pytest.mark.parametrize(
    ("head", "action", "use"),
    [
        ("**Slam** (standard, at-will)", "standard", "at-will"),
        ("**Slam** (swift, refresh 4, 5, 6) ● **Fire**", "swift", "refresh 4,5,6"),
        ("**Slam** (move, recharge 5–6)", "move", "refresh 5,6"),
        ("**Slam** (standard, encounter, refreshes when first staggered)", "standard", "refresh staggered"),
        ("**Slam (free, daily):**", "free", "daily"),
        ("**Slam** (immediate (react), encounter)", "immediate", "encounter"),
        ("**Slam** (counter, at-will, once per round)", "counter", "1/round"),
        ("**Slam** (standard and move, at-will)", "standard+move", "at-will"),
        ("Slam (minor; at will)", "minor", "at-will"),
    ],
)
def test_the_cost_of_a_power_is_read(head: str, action: str, use: str) -> None:
    (slam,) = creature(block(head, "+8 vs AC; 1d8 damage."))["power"]
    assert (slam["name"], slam["action"], slam["use"]) == ("Slam", action, use)


@pytest.mark.parametrize(
    ("sign", "origin"),
    [("‡ ", "melee"), ("†\t", "melee"), ("↗ ", "ranged"), ("⤢ ", "ranged"), ("🏹 ", "ranged"), ("∢ ", "near"),
     ("⋇ ", "far"), ("Basic Melee: ", "melee"), ("Ranged ", "ranged"), ("Near ", "near"), ("m ", "melee"),
     ("(m) ", "melee"), ("[R]", "ranged")],
)  # fmt: skip
def test_signs_and_words_for_the_kind_of_a_power(sign: str, origin: str) -> None:
    (slam,) = creature(block(f"{sign}**Slam** (standard, at-will)", "+8 vs AC; 1d8 damage."))["power"]
    assert (slam["name"], slam["range"]) == ("Slam", origin)


SIGNED = (
    "{}Claw (standard; at-will)\n+8 vs AC; 2d6+4 damage.",
    "**{}Claw** (standard; at-will)\n+8 vs AC; 2d6+4 damage.",
    "{}Claw: +8 vs AC; 2d6+4 damage.",
)


@pytest.mark.parametrize("sign", ["(m) ", "(M)", "[m] "])
@pytest.mark.parametrize("attack", SIGNED)
def test_an_attack_with_a_sign_in_brackets_is_not_part_of_the_speed_above(attack: str, sign: str) -> None:
    ghoul = creature(f"**Marsh Ghoul**\nLevel 3 Standard Striker\nHP 45\nAC 17\nSpeed 6\n{attack.format(sign)}")
    (claw,) = ghoul["power"]
    assert (ghoul["speed"], claw["name"], claw["range"], claw["attack"]) == ("6", "Claw", "melee", "+8 vs AC")


def test_head_and_body_on_one_line():
    (bite,) = creature(
        block("**Bite (standard, at-will)** +9 vs AC; 1d12+5 damage and the target is immobile (save ends)")
    )["power"]
    assert (bite["attack"], bite["damage"], bite["effects"]) == ("+9 vs AC", "1d12+5", ["apply immobile save"])


def test_an_unknown_recharge_is_left_over():
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


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        ("1d8 damage, and the target is grappled until they escape.", ["apply grappled"]),
        (
            "1d8 damage, and the target is restrained until they escape the grapple.",
            ["apply restrained while grappled"],
        ),
    ],
)
def test_effects_until_escaping_a_grapple_last_while_grappled(text: str, effects: list[str]) -> None:
    assert power(f"+8 vs AC; {text}")["effects"] == effects


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
def test_the_damage_of_a_miss_is_read(text: str, miss: str) -> None:
    assert power(f"+8 vs AC; {text}")["miss"] == miss


def test_further_effects_of_a_miss_are_read():
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
            "persist 5 while grappled",
        ),
        ("the target takes 1d6 acid damage at the start of each of its turns", "persist 1d6 acid each until removed"),
    ],
)
def test_persistent_damage_in_its_spellings(said: str, line: str) -> None:
    assert lines(f"1d8 damage, and {said}.") == [line]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("the target is dazed (save ends)", ["apply dazed save"]),
        ("the target is dazed and weakened (save ends both)", ["apply dazed+weakened save"]),
        ("the target takes persistent 5 fire and is dazed (save ends both)", ["apply dazed & persist 5 fire save"]),
        ("the target is stunned and takes a -2 penalty to will (save ends)", ["apply stunned & bonus -2 will save"]),
        ("the target is stunned (save ends). *Aftereffect:* The target is dazed (save ends)",
         ["apply stunned save after dazed save"]),
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
    ("said", "effects"),
    [
        ("the target is slowed (save ends). If the target is already slowed, it is immobile instead (save ends)",
         ["if slowed: apply immobile save", "if !slowed: apply slowed save"]),
        ("the target is slowed (save ends). If the target is already slowed, they are dazed instead",
         ["if slowed: apply dazed save", "if !slowed: apply slowed save"]),
        ("the target is slowed (save ends). If the target is already slowed, they are grappled until they escape. "
         "If they are already grappled, they are restrained until they escape the grapple",
         ["if grappled: apply restrained while grappled", "if slowed: apply grappled", "apply slowed save"]),
        ("the target is slowed (save ends). If target already slowed, immobile instead (save ends). If target already "
         "immobile, petrified instead (indefinitely)",
         ["if immobile: apply petrified", "if slowed+!immobile: apply immobile save",
          "if !slowed+!immobile: apply slowed save"]),
        ("the target is placed under watch until the end of the encounter. If the target is already under watch, they "
         "are stunned until the end of their next turn",
         ['if "placed under watch": apply stunned teont', 'apply "placed under watch" enc']),
        ("the target is slowed (save ends). If the target is already slowed, it falls asleep (until disturbed or save "
         "ends, whichever is sooner)", ["if slowed: apply unconscious save", "apply slowed save"]),
    ],
)  # fmt: skip
def test_a_state_of_the_target_before_the_hit(said: str, effects: list[str]) -> None:
    actual = creature(block("† **Slam** (standard, at-will)", f"+8 vs AC; 1d8 damage, and {said}."))["power"]
    assert [each["effects"] for each in actual] == [effects]


@pytest.mark.parametrize(
    ("said", "name", "damage", "effects"),
    [
        ("the target is knocked prone if it is Medium or smaller", "Medium or smaller: Slam", "1d8", ["apply prone"]),
        ("the target is weakened or slowed (save ends)", "Or slowed: Slam", "1d8", ["apply slowed save"]),
    ],
)  # fmt: skip
def test_an_attack_that_depends_on_the_target_is_a_separate_power(
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
def test_other_damage_against_some_is_a_separate_power(said: str, name: str, damage: str) -> None:
    actual = power(f"+8 vs AC; {said}", number=1)
    assert (actual["name"], actual["damage"]) == (name, damage)


def test_the_cases_of_a_limited_power_share_its_use():
    first, second = creature(block("† **Slam** (standard, encounter)", "+8 vs AC; 1d8 damage (2d8 vs prone target)."))[
        "power"
    ]
    assert (first["use"], second["use"]) == ("encounter", "with Slam")
    assert "always" not in first


@pytest.mark.parametrize(
    ("said", "name", "damage", "effects"),
    [
        ("1d8 damage, and a creature adjacent to the target takes 4 fire damage.",
         "Creature adjacent to the target: Slam", "4 fire", None),
        ("1d8 damage. If the target cannot be pushed, it takes an additional 2 damage.",
         "If the target cannot be pushed: Slam", "2", None),
        ("the target is stunned (save ends). *Aftereffect:* The target falls prone and is dazed (save ends).",
         "Aftereffect: Slam", None, ["apply dazed save", "apply prone"]),
    ],
)  # fmt: skip
def test_an_optional_follow_up_is_a_usable_power(
    said: str, name: str, damage: str | None, effects: list[str] | None
) -> None:
    text = f"+8 vs AC; {said}"
    actual = power(text, number=1)
    assert (actual["name"], actual.get("damage"), actual.get("effects")) == (name, damage, effects)
    assert "attack" not in actual
    reminded = " ".join(power(text)["effects"])
    assert "remind" in reminded or "aftereffect" in reminded


def test_a_secondary_attack_is_a_separate_power_and_the_first_says_so():
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
        "while the target hums, it takes 5 damage",
        "the target's save bonus turns into cheese",
    ],
)
def test_a_sentence_not_understood_is_left_over_and_stays_in_the_text(said: str) -> None:
    actual = found(block("† **Slam** (standard, at-will)", f"+8 vs AC; 1d8 damage. {said.capitalize()}."))
    (left,) = actual.leftovers
    assert (left.line, left.creature) == (6, "Ogre")
    assert left.text.lower() == f"slam: {said}"
    slam: Any = actual.creatures[0]["power"]
    assert said in slam[0]["text"].lower()


def test_a_power_without_an_attack_runs_its_lines_by_itself():
    actual = creature(
        block("**Fade** (swift, encounter)", "The ogre becomes invisible until the end of its next turn.")
    )
    assert actual["power"][0]["always"] == ["self: apply invisible eont"]
    words = creature(block("**Fade** (swift, encounter)", "If it rains, the ogre becomes invisible for a while."))
    assert "always" not in words["power"][0]
    assert words["power"][0]["text"] == "If it rains, the ogre becomes invisible for a while."


@pytest.mark.parametrize("said", ["The ogre shifts 3 squares.", "Slide it 3 squares.", "The ogre can fly."])
def test_a_power_without_anything_to_count_has_its_text_only(said: str) -> None:
    (fade,) = creature(block("**Fade** (swift, encounter)", said))["power"]
    assert "always" not in fade
    assert fade["text"] == said


def test_statistics_in_a_line_may_be_parted_by_bars():
    actual = creature(
        block("**Fade** (swift)", "The ogre shifts 3 squares.", head="**HP:** 40|**AC:** 15 | **Fort:** 16")
    )
    assert (actual["max_hp"], actual["defenses"]) == (40, {"ac": 15, "fortitude": 16})


def test_an_attack_after_a_bullet_belongs_to_the_power_above_or_is_separate():
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


@pytest.mark.parametrize(
    ("text", "trigger"),
    [
        ("When first staggered, the ogre shifts 3 squares.", "staggered"),
        ("When the ogre is staggered: It regains 5 hit points.", "staggered"),
        ("When an ally is staggered: The ogre shifts 3 squares.", "ally staggered"),
        ("The ogre is hit by an attack; it shifts 3 squares.", "hit"),
        ("If the mood takes it: The ogre shifts 3 squares.", None),
    ],
)
def test_a_power_triggered_by_staggered_says_so(text: str, trigger: str | None) -> None:
    (rage,) = creature(block("**Rage** (free, encounter)", text))["power"]
    assert rage.get("trigger") == trigger


# Without a separate attack roll


@pytest.mark.parametrize(
    ("text", "attacks"),
    [
        ("The goblin makes a *claw* and a *long tongue* attack in either order.", ["Claw", "Long Tongue"]),
        ("The goblin makes two *claw* attacks. If both hit, it heals 5 HP.", ["Claw x2"]),
        ("Can only be used on a prone target; the goblin makes up to three claw attacks.", ["Claw x3"]),
        ("The goblin shifts 5 squares and makes a claw attack. On a hit, it shifts again.", ["Claw"]),
        ("The goblin makes a basic attack.", ["Claw"]),
        ("An ally makes a basic attack.", None),
        ("The goblin flies 7 squares and makes 3 claw attacks.", ["Claw x3"]),
        ("The goblin makes a claw check.", None),
    ],
)
def test_attacks_of_other_powers_are_a_multiattack(text: str, attacks: list[str] | None) -> None:
    made = creature(
        block(
            *("**Claw** (standard, at-will)", "+8 vs AC; 1d8 damage.", ""),
            *("**Long Tongue** (standard, at-will)", "+8 vs AC; 1d4 damage.", ""),
            *("**Fury** (standard, at-will)", text),
        )
    )["power"][2]
    assert (made["name"], made.get("multiattack")) == ("Fury", attacks)


@pytest.mark.parametrize(
    ("text", "damage", "effects"),
    [
        ("Grappled target only; 1d10+3 acid damage.", "1d10+3 acid", None),
        ("The target must be grappled: 2d8 damage.", "2d8", None),
        (
            "A creature the goblin has grappled takes 3d6+11 damage, and it is dazed (save ends).",
            "3d6+11",
            ["apply dazed save"],
        ),
        ("When the goblin is hit with a melee attack; The target takes 1d6+2 poison damage.", "1d6+2 poison", None),
    ],
)
def test_damage_without_an_attack_roll(text: str, damage: str, effects: list[str] | None) -> None:
    (rend,) = creature(block("**Rend** (standard, at-will)", text))["power"]
    assert (rend["damage"], rend.get("effects")) == (damage, effects)


@pytest.mark.parametrize(
    ("function", "line"), [(re.search, "and so on"), (re.sub, "**Keen Nose** The ogre smells what is near.")]
)
def test_a_line_costs_as_much_in_a_long_stat_block_as_in_a_short_one(function: Any, line: str) -> None:
    made = []
    for length in (100, 400):
        with calls_of(function) as calls:
            found(block("**Slam** (standard, at-will)", *[line] * length))
        made.append(calls[function])
    short, long = made
    assert long < 5 * short
