"""Powers of the fourth edition whose attacks are fields: the text of one field is never taken for another."""

import json
from typing import Any

import pytest

from orcus_tui.importers.fourth import adventure_tools, fourth_foundry, masterplan
from orcus_tui.importers.import_result import ImportResult
from tests.helpers.imports.dotnet_stream import Instance, stream_of
from tests.helpers.imports.imported import check_import

DEFENSES = ("ac", "fort", "ref", "wil")


def actor(*powers: dict[str, Any], **system: Any) -> ImportResult:
    """The reading of an actor of Foundry with these powers."""
    usual = {
        "details": {"level": 3, "role": {"primary": "brute"}},
        "attributes": {"hp": {"value": 40, "max": 40}, "init": {"value": 2}},
        "defences": {each: {"value": 15} for each in DEFENSES},
    }
    found = fourth_foundry.read(
        json.dumps({"name": "Reed Howler", "type": "NPC", "system": {**usual, **system}, "items": powers}).encode()
    )
    check_import(found)
    return found


def power(detail: str = "1d6+4 damage.", **system: Any) -> dict[str, Any]:
    """A power of an actor; it attacks Will, unless its `system` object has another defense."""
    usual = {
        "attack": {"isAttack": True, "formula": "8", "def": "wil"},
        "hit": {"detail": detail},
        "useType": "atwill",
        "actionType": "standard",
    }
    return {"name": "Howl", "type": "power", "system": {**usual, **system}}


def all_powers_of(found: ImportResult) -> list[dict[str, Any]]:
    """The powers of the only creature."""
    (creature,) = found.creatures
    powers: Any = creature["power"]
    return list(powers)


def powers_of(found: ImportResult) -> list[dict[str, Any]]:
    """The powers of the only creature, without leftovers."""
    assert found.leftovers == ()
    return all_powers_of(found)


@pytest.mark.parametrize(
    ("range_", "target", "shown"),
    [
        ("Melee 1 (with a spear: reach 2)", "One creature", "melee 1 (with a spear: reach 2)"),
        ("Melee 1; +3 vs AC with a spear", "", "melee 1; +3 vs AC with a spear"),
        ("Ranged 10. Effect: the wind howls", "", "ranged 10. Effect: the wind howls"),
        ("Close burst 2", "enemies; +5 vs Will for allies", "near burst 2 (enemies; +5 vs Will for allies)"),
        ("Close burst 2", "one ally. Miss: half damage", "near burst 2 (one ally. Miss: half damage)"),
        ("", "enemies in the burst", "near (enemies in the burst)"),
    ],
)
def test_range_and_targets_are_shown_and_never_read(range_: str, target: str, shown: str) -> None:
    (howl,) = powers_of(actor(power(rangeText=range_, target=target, rangeType="closeBurst")))
    assert (howl["range"], howl["attack"], howl["damage"]) == (shown, "+8 vs Will", "1d6+4")
    assert not howl.keys() & {"effects", "always", "miss"}


def test_words_next_to_the_range_give_the_trigger_of_a_power() -> None:
    (howl,) = powers_of(actor(power(rangeText="When first bloodied: close burst 2")))
    assert (howl["range"], howl["trigger"]) == ("near burst 2", "staggered")
    assert "always" not in howl


def test_requirement_and_trigger_are_shown_but_not_part_of_the_attack() -> None:
    requirement = "The howler is hidden. It has a target; it is dazed."
    (howl,) = powers_of(actor(power(requirement=requirement, trigger="When first bloodied", rangeText="Melee 1")))
    assert howl["text"] == (
        f"Requirement: {requirement} Trigger: When first staggered. Melee 1; +8 vs Will; 1d6+4 damage."
    )
    assert (howl["range"], howl["trigger"]) == ("melee 1", "staggered")
    assert not howl.keys() & {"effects", "always"}


def test_miss_and_effect_belong_to_the_attack_not_to_one_quoted_in_its_hit() -> None:
    hit = "1d6+4 damage. Secondary Attack: +6 vs Fortitude; the target is dazed."
    howl, second = powers_of(
        actor(power(hit, miss={"detail": "Half damage."}, effect={"detail": "The howler regains 5 hit points."}))
    )
    assert (howl["miss"], howl["always"]) == ("half", ["self: heal 5"])
    assert (second["attack"], second["effects"]) == ("+6 vs Fortitude", ["apply dazed"])
    assert not second.keys() & {"miss", "always"}


@pytest.mark.parametrize(
    ("detail", "said", "always"),
    [
        ("", "Half damage.", []),
        (
            "The target is slowed (save ends).",
            "Half damage. The target is slowed (save ends).",
            ["miss: apply slowed save"],
        ),
        ("Half damage, and the target falls prone.", "Half damage, and the target falls prone.", ["miss: apply prone"]),
    ],
)
def test_half_damage_of_a_miss_is_a_separate_field(detail: str, said: str, always: list[str]) -> None:
    (howl,) = powers_of(actor(power(miss={"detail": detail, "halfDamage": True})))
    assert (howl["miss"], howl.get("always", [])) == ("half", always)
    assert howl["text"] == f"+8 vs Will; 1d6+4 damage. Miss: {said}"


def test_an_effect_with_a_roll_is_an_attack_at_the_range_of_its_power() -> None:
    effect = {"detail": "The howler charges: +6 vs AC; 2d6 damage."}
    (howl,) = powers_of(actor(power("", attack={"isAttack": False}, effect=effect, rangeText="Melee 1")))
    assert (howl["range"], howl["attack"], howl["damage"]) == ("melee 1", "+6 vs AC", "2d6")


def test_damage_in_separate_fields_needs_no_words() -> None:
    hit = {"detail": "The target is slowed (save ends).", "formula": "2d6[fire] + 1d4", "isDamage": True}
    types = {"fire": True, "cold": True, "acid": False}
    (howl,) = powers_of(actor(power(hit=hit, damageType=types)))
    assert howl["text"] == "+8 vs Will; 2d6 + 1d4 fire and cold damage. The target is slowed (save ends)."
    assert (howl["damage"], howl["effects"]) == ("2d6+1d4 fire+cold", ["apply slowed save"])
    (burst,) = powers_of(actor(power(hit=hit, damageType=types, attack={"isAttack": False})))
    assert (burst["damage"], burst["effects"]) == ("2d6+1d4 fire+cold", ["apply slowed save"])
    assert "attack" not in burst


@pytest.mark.parametrize(
    ("formula", "types", "damage", "left"),
    [
        ("2d6", {"fire": True, "sonic": True}, "2d6 fire", "Howl: 2d6 fire+sonic damage"),
        ("2d6+x", {"fire": True}, None, "Howl: 2d6+x fire damage"),
    ],
)
def test_damage_that_is_not_understood_is_noted(
    formula: str, types: dict[str, bool], damage: str | None, left: str
) -> None:
    hit = {"detail": "", "formula": formula, "isDamage": True}
    found = actor(power(hit=hit, damageType=types))
    (howl,) = all_powers_of(found)
    assert howl.get("damage") == damage
    assert [each.text for each in found.leftovers] == [left]


def test_a_roll_against_an_unknown_defense_is_noted_and_shown() -> None:
    found = actor(power(attack={"isAttack": True, "formula": "8", "def": "con"}))
    (howl,) = all_powers_of(found)
    assert howl["text"] == "+8 vs con; 1d6+4 damage."
    assert "attack" not in howl
    assert [each.text for each in found.leftovers] == ["Howl: +8 vs con"]


def test_special_and_sustain_follow_the_attack() -> None:
    sustain = {"actionType": "minor", "detail": "The zone persists."}
    (howl,) = powers_of(actor(power(special="The howler can shift 1 square.", sustain=sustain)))
    assert howl["always"] == ["self: remind can shift 1 square", "remind sustain minor: The zone persists"]
    assert "effects" not in howl


def test_a_miss_without_a_roll_does_nothing_by_itself() -> None:
    miss = {"detail": "The howler regains 5 hit points."}
    (howl,) = powers_of(actor(power("The howler becomes invisible.", attack={"isAttack": False}, miss=miss)))
    assert "always" not in howl
    (howl,) = powers_of(actor(power("The howler becomes invisible until it attacks.", attack={"isAttack": False})))
    assert howl["always"] == ['self: apply invisible until "it attacks"']


@pytest.mark.parametrize(
    ("use", "condition", "expected", "left"),
    [
        ("recharge", "when first bloodied", "refresh staggered", []),
        ("recharge", "5 or 6", "refresh 5,6", []),
        ("recharge", "if the power misses", "encounter", ["Howl: refresh if the power misses"]),
        ("encounter", "2 uses", "encounter", ["Howl: 2 uses"]),
    ],
)
def test_frequency_and_condition_are_separate_fields(use: str, condition: str, expected: str, left: list[str]) -> None:
    found = actor(power(useType=use, rechargeCondition=condition))
    (howl,) = all_powers_of(found)
    assert howl["use"] == expected
    assert [each.text for each in found.leftovers] == left


def test_each_resistance_has_its_own_number() -> None:
    typed = {"cold": {"res": 5}, "damage": {"vuln": 2}, "fire": {"immune": True}, "ghosts": {"res": 3}}
    untyped = {"resistances": ["necrotic", "poison 15"], "immunities": ["fear, charm"]}
    found = actor(power(), resistances=typed, untypedResistances=untyped)
    (creature,) = found.creatures
    assert creature["resist"] == {"cold": 5, "poison": 15}
    assert (creature["vulnerable"], creature["immune"]) == ({"all": 2}, ["fire", "fear", "charm"])
    assert [each.text for each in found.leftovers] == ["Resist: ghosts 3", "Resist: necrotic"]


# The Adventure Tools


def _attack(range_: str, hit: str, bonus: int = 8, more: str = "") -> str:
    defense = "<Defense><ReferencedObject><Name>Reflex</Name></ReferencedObject></Defense>"
    return (
        f"<MonsterAttack><Range>{range_}</Range><Targets>One creature</Targets><Hit>{hit}</Hit>{more}"
        f'<AttackBonuses><Number FinalValue="{bonus}">{defense}</Number></AttackBonuses></MonsterAttack>'
    )


def tools(attack: str, beside: str = "") -> ImportResult:
    """The reading of a monster with a power that has this attack."""
    defenses = "".join(
        f'<Number FinalValue="15"><Name>{each}</Name></Number>' for each in ("AC", "Fortitude", "Reflex", "Will")
    )
    found = adventure_tools.read(
        f"<Monster><Defenses><Values>{defenses}</Values></Defenses><Powers><MonsterPower><Action>Standard</Action>"
        f"<Usage>At-Will</Usage><Attacks>{attack}</Attacks><Name>Snare</Name></MonsterPower></Powers>{beside}"
        '<HitPoints FinalValue="30" /><Level>2</Level><Name>Reed Trapper</Name></Monster>'.encode()
    )
    check_import(found)
    return found


def test_an_attack_that_follows_from_a_hit_has_its_own_range() -> None:
    within = _attack("Close burst 1", "<Description>The target is slowed (save ends).</Description>", 6)
    hit = f"<Damage><Expression>1d8+2</Expression></Damage><Attacks>{within}</Attacks>"
    snare, second = powers_of(tools(_attack("Ranged 5", hit)))
    assert (snare["range"], snare["attack"], snare["damage"]) == ("ranged 5", "+8 vs Reflex", "1d8+2")
    assert (second["range"], second["attack"], second["effects"]) == (
        "near burst 1",
        "+6 vs Reflex",
        ["apply slowed save"],
    )


def test_results_of_failed_saves_and_of_a_miss_are_separate() -> None:
    worse = "<Description>The target is immobilized instead (save ends).</Description>"
    hit = (
        "<Damage><Expression>1d8+2</Expression></Damage>"
        "<Description>damage, and the target is slowed (save ends).</Description>"
        f"<FailedSavingThrows><Failed>{worse}</Failed></FailedSavingThrows>"
    )
    miss = "<Miss><Description>Half damage.</Description></Miss>"
    (snare,) = powers_of(tools(_attack("Melee 1", hit, more=miss)))
    assert (snare["damage"], snare["miss"]) == ("1d8+2", "half")
    assert snare["effects"] == ["apply slowed save then immobile"]


def test_the_description_of_an_attack_is_added_to_its_hit() -> None:
    described = "<Description>The target falls prone. 1d6 damage</Description>"
    found = tools(_attack("Melee 1", "<Damage><Expression>2d8</Expression></Damage>", more=described))
    (snare,) = all_powers_of(found)
    assert (snare["damage"], snare["effects"]) == ("2d8", ["apply prone", "remind 1d6 damage"])
    assert [each.text for each in found.leftovers] == ["Snare: 1d6 damage"]


def test_damage_without_text_belongs_to_its_result() -> None:
    def dealt(dice: str) -> str:
        return f"<Damage><Expression>{dice}</Expression></Damage>"

    more = f"<Miss>{dealt('1d8')}</Miss><Effect>{dealt('5')}</Effect>"
    snare, follow = powers_of(tools(_attack("Melee 1", dealt("2d8 + 2"), more=more)))
    assert (snare["damage"], snare["miss"]) == ("2d8+2", "1d8")
    assert (follow["name"], follow["action"], follow["damage"]) == ("Effect: Snare", "free", "5")
    found = tools(_attack("Melee 1", dealt("2d8"), more=f"<Miss>{dealt('some')}</Miss>"))
    assert all_powers_of(found)[0]["always"] == ["remind miss: some damage"]
    assert [each.text for each in found.leftovers] == ["Snare: miss: some damage"]


def test_a_resistance_with_details_is_not_read_as_one_without() -> None:
    def other(name: str, amount: int, details: str = "") -> str:
        named = f"<ReferencedObject><Name>{name}</Name></ReferencedObject>"
        return f'<Other>{named}<Amount FinalValue="{amount}" /><Details>{details}</Details></Other>'

    listed = f"{other('Cold', 10, 'while bloodied')}{other('Fire', 5)}{other('Insubstantial', 0)}"
    immune = f"<Immunities>{other('Poison', 0, 'in its lair')}</Immunities>"
    hit = "<Description>The target is slowed (save ends).</Description>"
    found = tools(_attack("Melee 1", hit), f"<Resistances>{listed}</Resistances>{immune}")
    (creature,) = found.creatures
    assert (creature["resist"], creature["effect"]) == ({"fire": 5}, [{"name": "incorporeal"}])
    assert "immune" not in creature
    assert [each.text for each in found.leftovers] == [
        "Resist: cold 10 while staggered",
        "Immune: poison in its lair",
    ]


# Masterplan


def masterplan_power(range_: str, details: str, attack: Instance | None, **fields: Any) -> dict[str, Any]:
    """The only power of a creature of Masterplan."""
    paid = Instance("PowerAction", {"fAction": Instance("ActionType", {"value__": 1}), **fields})
    given = {"fName": "Snare", "fRange": range_, "fDetails": details, "fAction": paid, "fAttack": attack}
    found = masterplan.read(
        stream_of(
            Instance(
                "Creature",
                {
                    "fName": "Reed Trapper", "fLevel": 2, "fHP": 30, "fAC": 15, "fFortitude": 14, "fReflex": 14,
                    "fWill": 14, "fCreaturePowers": [Instance("CreaturePower", given)],
                },
            )
        )
    )  # fmt: skip
    check_import(found)
    (snare,) = powers_of(found)
    return snare


def test_damage_of_a_power_without_a_roll_is_found_after_its_range() -> None:
    snare = masterplan_power("melee 1", "A creature the trapper has grabbed takes 2d6+3 damage.", None)
    assert snare["text"] == "melee 1. A creature the trapper has grappled takes 2d6+3 damage."
    assert (snare["range"], snare["damage"]) == ("melee", "2d6+3")


def test_a_remark_in_place_of_a_range_is_kept_with_the_attack() -> None:
    rolled = Instance("PowerAttack", {"fBonus": 7, "fDefence": Instance("DefenceType", {"value__": 0})})
    sustained = Instance("ActionType", {"value__": 3})
    snare = masterplan_power("the trapper charges", "2d6 damage", rolled, fSustainAction=sustained)
    assert (snare["attack"], snare["damage"]) == ("+7 vs AC", "2d6")
    assert snare["text"] == "the trapper charges; +7 vs AC; 2d6 damage. Sustain minor."
    assert snare["always"] == ["self: remind the trapper charges", "remind sustain minor"]
