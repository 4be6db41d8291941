"""Traits of stat blocks: bonuses, lines at their moments, auras, and powers that are offered."""

from typing import Any

import pytest

from orcus_tui.importers.creature_draft import CreatureDraft
from orcus_tui.importers.draft_text import Reminder, entries_of, with_texts
from orcus_tui.importers.prose import with_own_name
from orcus_tui.importers.traits.prose_modifiers import fact_in, modifiers_in
from orcus_tui.importers.traits.prose_triggers import moments_in
from orcus_tui.importers.traits.trait_reader import add_mechanics
from orcus_tui.rules.trigger_words import read_trigger
from orcus_tui.systems import SYSTEMS

BITE = {"name": "Bite", "attack": "+9 vs AC", "damage": "5"}


def read(system: str, text: str, name: str = "Fang", **fields: Any) -> dict[str, Any]:
    """A bog drake of level 4 with a trait and a bite."""
    draft = CreatureDraft("Bog Drake", 1)
    draft.put("level", 4)
    for key, value in fields.items():
        draft.put(key, value)
    draft.add_power({**BITE})
    draft.add_trait(name, text)
    add_mechanics(draft, system)
    found: dict[str, Any] = with_texts(draft.whole_table())
    return found


def trait_of(system: str, text: str, name: str = "Fang") -> dict[str, Any]:
    (trait,) = read(system, text, name)["trait"]
    assert isinstance(trait, dict)
    return trait


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ("When the bog drake is hit, the drake bites.", "When SELF is hit, SELF bites."),
        ("A drake bites each other drake.", "SELF bites each other drake."),
        ("The drake's bite hurts this creature.", "SELF's bite hurts SELF."),
        ("Nearby enemies fear that creature.", "Nearby enemies fear that creature."),
    ],
)
def test_a_creature_is_called_by_its_name_or_parts_of_it(text: str, replaced: str) -> None:
    assert with_own_name(text, "Bog Drake") == replaced


@pytest.mark.parametrize(
    ("words", "prefix"),
    [
        ("if the target is staggered", "if staggered: "),
        ("while SELF is staggered", "if self staggered: "),
        ("when the escalation die is odd", "if escalation odd: "),
        ("the escalation die is 3 or higher", "if escalation 3+: "),
        ("unless the target is dazed", "if !dazed: "),
        ("the target has 30 hp or fewer", "if hp 30-: "),
        ("if the target is hampered or stuck", "if hampered,stuck: "),
    ],
)
def test_a_condition_in_prose_is_a_fact(words: str, prefix: str) -> None:
    fact = fact_in("archmage", words, "other")
    assert fact is not None
    assert fact.prefix == prefix


@pytest.mark.parametrize("words", ["if the target is flying", "while it rains", "unless the escalation die is 3+"])
def test_a_condition_that_no_fact_expresses_is_ignored(words: str) -> None:
    assert fact_in("archmage", words, "other") is None


@pytest.mark.parametrize(
    ("system", "text", "modifiers"),
    [
        ("orcus", "If SELF is staggered, they do +2 damage.", ["+2 damage while staggered"]),
        ("archmage", "SELF has resist damage 16+ to all damage (even holy) except force damage, which hurts.",
         ['resist all 16 with !"force"']),
        ("orcus", "SELF gains a +1 power bonus to attack rolls against a target marked by itself or one of its allies.",
         ["+1 attack power against marked"]),
        ("orcus", "While SELF benefits from cover or concealment, enemies take an additional -2 penalty to attack it.",
         ['+2 defenses while "half cover",concealed']),
        ("archmage", "SELF gains a +2 bonus to attacks while staggered.", ["+2 attack while staggered"]),
        ("archmage", "While SELF is staggered, it deals 4 extra damage.", ["+4 damage while staggered"]),
        ("archmage", "SELF's crit range expands by 2 against staggered enemies.", ["+2 crit against staggered"]),
        ("archmage", "SELF takes a -5 penalty to saving throws.", ["-5 saves"]),
        ("archmage", "SELF gains a +4 bonus to AC and PD against ranged attacks.",
         ["+4 ac with ranged", "+4 pd with ranged"]),
        ("archmage", "When the escalation die is even, SELF adds the escalation die to its attack rolls.",
         [f"+{each} attack while escalation {each}" for each in (2, 4, 6)]),
        ("archmage", "SELF adds the escalation die to its attack rolls while the escalation die is even.",
         [f"+{each} attack while escalation {each}" for each in (2, 4, 6)]),
        ("archmage", "When a non-spell attack targets SELF, the attacker must roll a natural 16+ on the attack roll "
         "or it only deals half damage.", ["resist all 16 with !spell"]),
        ("orcus", "A staggered SELF has resist 5 to all damage.", ["resist all 5 while staggered"]),
        ("orcus", "SELF cannot be dazed, marked, or weakened.", ["immune dazed", "immune marked", "immune weakened"]),
        ("orcus", "SELF gains a +2 power bonus to attack rolls against targets that grant it combat advantage.",
         ["+2 attack power with ca"]),
        ("srd5", "SELF has advantage on saving throws against spells and other magical effects.",
         ["adv saves with spell"]),
        ("srd5", "SELF has advantage on saving throws against being charmed or frightened.",
         ["adv saves against charmed,frightened"]),
        ("srd5", "SELF has advantage on melee attack rolls against any creature that doesn't have all its hit points.",
         ["adv attack against !unhurt with melee"]),
        ("srd5", "bludgeoning and slashing from nonmagical attacks that aren't silvered",
         ["resist bludgeoning unless magic,silvered", "resist slashing unless magic,silvered"]),
        ("archmage", "SELF gains a +2 bonus to attacks until the end of its next turn.", []),
        ("archmage", "SELF gains a +1 bonus to attacks for each other ally engaged with the target.", []),
    ],
)  # fmt: skip
def test_a_bonus_in_prose_is_a_modifier(system: str, text: str, modifiers: list[str]) -> None:
    assert modifiers_in(system, text) == modifiers


@pytest.mark.parametrize(
    ("text", "trigger", "facts"),
    [
        ("When SELF is first staggered, it roars.", "staggered", ""),
        ("When SELF drops to 0 hp, it explodes.", "dies", ""),
        ("When an enemy hits SELF with a melee attack, it bleeds.", "hit", "melee"),
        ("Whenever a creature misses SELF, it laughs.", "missed", ""),
        ("When SELF scores a critical hit, it roars.", "crits", ""),
        ("At the start of each round, it glows.", "round start", ""),
        ("When SELF starts its turn, it glows.", "turn start", ""),
        ("When the escalation die reaches 3, it glows.", "escalation 3", ""),
        ("When SELF takes fire damage, it glows.", "hurt by fire", ""),
        ("When SELF has 20 hit points or fewer, it glows.", "hp 20", ""),
        ("When SELF fails a save, it glows.", "fails", ""),
    ],
)
def test_an_occasion_in_prose_is_a_trigger(text: str, trigger: str, facts: str) -> None:
    (moment,) = moments_in("archmage", text)
    assert (moment.trigger, moment.facts) == (trigger, facts)
    assert moment.then
    assert read_trigger(SYSTEMS["archmage"], moment.trigger).event


@pytest.mark.parametrize(
    ("system", "text", "trigger", "effects"),
    [
        ("archmage", "When a melee attack hits the drake, the attacker takes 10 poison damage.",
         "hit", ["if melee: damage 10 poison"]),
        ("archmage", "When the drake is staggered, it heals 20 hit points.", "staggered", ["self: heal 20"]),
        ("archmage", "When the drake hits a creature, that creature is dazed until the end of its next turn.",
         "hits", ["apply dazed teont"]),
        ("archmage", "When the drake scores a critical hit, it can make a bite attack as a free action.",
         "crits", None),
        ("srd5", "A creature that touches the drake or hits it with a melee attack while within 5 feet of it takes 5 "
"(1d10) "
         "fire damage.", "hit", ["if melee: damage 1d10 fire"]),
        ("orcus", "At the start of its turn, if the drake is staggered, it heals 5 hit points.",
         "turn start", ["if self staggered: self: heal 5"]),
        ("archmage", "When an enemy misses the drake, it takes damage equal to the drake's level.",
         "missed", ["damage 4"]),
    ],
)  # fmt: skip
def test_the_actions_of_a_trait_at_its_moment_are_lines(
    system: str, text: str, trigger: str, effects: list[str] | None
) -> None:
    trait = trait_of(system, text)
    assert trait["trigger"] == trigger
    assert trait.get("effects") == effects
    assert trait["text"] == text


def test_effects_on_chosen_creatures_are_an_offered_power() -> None:
    text = "When the drake drops to 0 hp, each nearby enemy takes 12 fire damage."
    drake = read("archmage", text, "Burst")
    assert "trait" not in drake
    assert drake["power"][1] == {
        "name": "Burst",
        "action": "free",
        "trigger": "dies",
        "text": text,
        "damage": "12 fire",
    }


@pytest.mark.parametrize(
    ("text", "aura"),
    [
        ("When an enemy starts its turn engaged with the drake, it takes 5 cold damage.",
         {"name": "Fang", "side": "foes", "line": "damage 5 cold", "at": "start"}),
        ("While engaged with this creature, enemies that have 15 hp or fewer are dazed (-4 attack) and do not add the "
         "escalation die to their attacks.",
         {"name": "Fang", "side": "foes", "line": "if hp 15-: apply dazed", "at": "inside"}),
        ("Nearby enemies take a -2 penalty to attacks.",
         {"name": "Fang", "side": "foes", "line": "bonus -2 attack", "at": "inside"}),
    ],
)  # fmt: skip
def test_an_effect_on_nearby_creatures_is_an_aura(text: str, aura: dict[str, str]) -> None:
    assert read("archmage", text)["aura"] == [aura]


def test_an_aura_whose_name_is_not_valid_for_a_zone_gets_another_name() -> None:
    text = "When an enemy starts its turn engaged with the drake, it takes 5 cold damage."
    assert read("archmage", text, "Fear")["aura"][0]["name"] == "Fear aura"


def test_an_attack_that_a_trait_allows_is_a_power() -> None:
    drake = read("archmage", "Once per round as a quick action, the drake can make a bite attack.", "Snap")
    snap = drake["power"][1]
    assert (snap["name"], snap["action"], snap["use"]) == ("Snap", "quick", "1/round")
    assert snap["multiattack"] == ["Bite"]


def test_a_power_that_a_trait_allows_when_it_is_staggered_is_offered_then() -> None:
    drake = read("archmage", "When the drake is staggered, it can make a bite attack as a free action.")
    assert drake["power"][0]["trigger"] == "staggered"


def test_a_further_attack_of_a_rider_is_offered() -> None:
    draft = CreatureDraft("Bog Drake", 1)
    said = Reminder("The drake can make a bite attack against the target as a free action", prefix="natural even: ")
    draft.add_power({**BITE})
    draft.add_power({"name": "Claw", "attack": "+9 vs AC", "effects": [said]})
    add_mechanics(draft, "archmage")
    assert [*map(str, entries_of(draft.powers[1], "effects"))] == ['natural even: offer attack "Bite"']


def test_a_trait_without_a_known_word_is_unchanged() -> None:
    assert trait_of("archmage", "The drake likes mud.") == {"name": "Fang", "text": "The drake likes mud."}


# SRD 5.1 and the True SRD


def test_a_saving_throw_at_its_death_is_a_power_that_is_offered() -> None:
    text = (
        "When the drake dies, it explodes, and each creature within 30 feet of it must make a DC 20 "
        "Dexterity saving throw, "
        "taking 70 (20d6) fire damage on a failed save, or half as much damage on a successful one."
    )
    burst = read("srd5", text, "Burst")["power"][1]
    assert (burst["trigger"], burst["save"], burst["saved"]) == ("dies", "dex 20", "half")
    assert burst["damage"] == "20d6 fire"


def test_a_saving_throw_of_those_near_it_is_a_power_of_an_aura() -> None:
    text = (
        "Any creature that starts its turn within 5 ft. of the drake must succeed on a DC 10 Constitution "
        "saving throw or be "
        "poisoned until the start of its next turn."
    )
    drake = read("srd5", text, "Stench")
    assert drake["aura"] == [{"name": "Stench", "side": "all", "line": "use stench", "at": "start"}]
    assert (drake["power"][1]["save"], drake["power"][1]["effects"]) == ("con 10", ["apply poisoned tsont"])


def test_a_charge_deals_its_damage_before_the_save() -> None:
    text = (
        "If the drake moves at least 20 ft. straight toward a target and then hits it with a bite attack on "
        "the same turn, "
        "the target takes an extra 3 (1d6) slashing damage. If the target is a creature, it must succeed on "
        "a DC 11 Strength "
        "saving throw or be knocked prone."
    )
    charge = read("srd5", text, "Charge")["power"][1]
    assert (charge["trigger"], charge["always"], charge["save"]) == ("hits", ["damage 1d6 slashing"], "str 11")
    assert charge["effects"] == ["apply prone"]


@pytest.mark.parametrize(
    ("name", "text", "modifiers"),
    [
        ("Damage Immunities", "slashing from nonmagical weapons", ["immune slashing unless magic"]),
        ("Damage Resistances", "slashing from nonmagical weapons", ["resist slashing unless magic"]),
    ],
)
def test_magic_weapons_ignore_immunity_and_resistance_to_nonmagical_ones(
    name: str, text: str, modifiers: list[str]
) -> None:
    assert trait_of("srd5", text, name)["modifiers"] == modifiers


def test_magic_weapons_are_a_tag_of_attacks() -> None:
    drake = read("srd5", "The drake's weapon attacks are magical.", "Magic Weapons")
    assert drake["power"][0]["tags"] == ["magic"]


def test_regeneration_that_damage_stops_is_an_effect() -> None:
    text = (
        "The drake regains 10 hit points at the start of its turn. If the drake takes acid or fire damage, "
        "this trait doesn't "
        "function at the start of the drake's next turn."
    )
    drake = read("srd5", text, "Regeneration", regeneration=10)
    assert drake["effect"] == [{"regen": 10, "unless": ["acid", "fire"]}]
    assert "regeneration" not in drake


def test_a_save_of_the_true_srd_is_a_power() -> None:
    text = "All creatures within 60 ft. must succeed at a Difficulty 14 Will save or be shaken for one minute."
    scream = read("true-srd", text, "Scream")["power"][1]
    assert (scream["save"], scream["effects"]) == ("will 14", ["apply shaken 10r"])


def test_weapons_that_damage_an_ability_deal_no_other_damage() -> None:
    text = "Any living creature struck by the drake's bite suffers 2 points of Str damage."
    assert read("true-srd", text)["power"][0] == {
        "name": "Bite", "attack": "+9 vs AC", "effects": ["bonus -2 str"]
    }  # fmt: skip


def test_a_trigger_that_only_the_table_sees_is_a_power() -> None:
    drake = read("orcus", "If the bog drake is exposed to bright light, it is dazed (save ends).", "Light Sickness")
    assert "trait" not in drake
    assert (drake["power"][1]["name"], drake["power"][1]["effects"]) == ("Light Sickness", ["self: apply dazed save"])


@pytest.mark.parametrize(
    ("name", "text", "trigger"),
    [
        ("First natural even hit or miss each turn", "Roll a third attack.", ["hits", "misses"]),
        ("Eye", "Whenever an enemy attacks the bog drake and rolls a natural 1 or 2, it is stuck.", "missed"),
        ("Weak spot", "Any critical hit to the bog drake reduces it to 0 hit points instantly.", "hit"),
        ("Breath", "The bog drake can breathe 1d4 times per battle.", "turn start"),
    ],
)
def test_a_trait_without_lines_is_a_reminder_at_its_moment(name: str, text: str, trigger: str | list[str]) -> None:
    assert (read("archmage", text, name)["trait"][0]) == {"name": name, "text": text, "trigger": trigger}


def test_an_effect_on_an_attacker_does_not_belong_to_the_creature() -> None:
    text = "When an enemy engaged with the bog drake hits it with a melee attack, the drake spits at that creature"
    trait = trait_of("archmage", f"{text}, which takes 5 acid damage.")
    assert (trait["trigger"], trait["effects"]) == ("hit", ["if melee: damage 5 acid"])
