"""Effects joined by `&`: one duration, one source, one saving throw, one bundle."""

import pytest

from tests.helpers.casts.language import fault
from tests.helpers.fights.played import Played, hero, monster, power

SPIT = power("Spit", 'attack = "+8 vs AC"\ndamage = "1d6"\neffects = ["persist 10 acid & apply restrained save"]')
STATE_KEYS = ("name", "kind", "amount", "type", "duration", "source")


def fight(*lines: str, dice: str = "") -> Played:
    return Played(hero("Ari", 20), monster("Drake", 10, "", SPIT)).play("begin", *lines, dice=dice)


def effects(played: Played, creature: str = "ari") -> list[tuple[object, ...]]:
    return [tuple(each[key] for key in STATE_KEYS) for each in played[creature]["effects"]]


def bundles(played: Played) -> set[int | None]:
    return {each["bundle"] for each in played["ari"]["effects"]}


JOINED = "apply ari dazed & persist 5 fire & bonus -2 will save by drake"


def test_joined_effects_share_duration_source_and_bundle() -> None:
    played = fight(JOINED)
    assert effects(played) == [
        ("dazed", "condition", None, None, "save ends", "drake"),
        ("persistent", "persistent", 5, "fire", "save ends", "drake"),
        ("will", "bonus", -2, None, "save ends", "drake"),
    ]
    assert len(bundles(played)) == 1
    assert None not in bundles(played)


def test_the_log_has_one_line_for_joined_effects() -> None:
    played = fight(f"{JOINED} then stunned", "apply drake slowed+immobile eont", "apply ari prone & persist 3 save")
    assert [line for line in played.log if ": " in line and "order" not in line] == [
        "Ari: dazed, persistent 5 fire and −2 will, save ends, then stunned (from Drake)",
        "Drake: slowed and immobile, until the end of Ari's next turn (from Ari)",
        "Ari: prone and persistent 3, save ends",
    ]


def test_show_lists_the_effects_that_share_a_save() -> None:
    played = fight("apply ari dazed & persist 5 fire save by drake", "show ari")
    assert played.logs("#1 dazed, save ends with persistent 5 fire, from Drake")
    assert played.logs("#2 persistent 5 fire, save ends with dazed, from Drake")


def test_one_save_ends_all_joined_effects() -> None:
    played = fight(JOINED).play("next", dice="10")
    assert effects(played) == []
    assert played["ari"]["defenses"]["will"] == 13


def test_one_failed_save_keeps_all_joined_effects() -> None:
    played = fight(JOINED).play("next", "next", dice="9")
    played.shows("ari", hp=35, conditions=["dazed"])
    assert played["ari"]["defenses"]["will"] == 11


def test_every_target_has_a_separate_bundle() -> None:
    played = fight("apply ari,drake dazed & persist 5 save")
    first, second = played["ari"]["effects"], played["drake"]["effects"]
    assert len({each["bundle"] for each in (*first, *second)}) == 2


def test_a_power_joins_effects() -> None:
    played = fight("attack spit ari by drake face 15 hit 4")
    assert [each[0] for each in effects(played)] == ["persistent", "restrained"]
    assert len(bundles(played)) == 1


def test_immunity_to_one_joined_effect_leaves_the_others() -> None:
    played = Played(hero("Ari", 20, 'immune = ["dazed"]'), monster("Drake", 10)).play("begin", JOINED)
    assert played.names("ari") == ["persistent", "will"]


def test_a_failed_save_moves_all_joined_effects_to_their_next_step() -> None:
    played = fight("apply ari slowed & persist 5 save then immobile then stunned").play("next", dice="5")
    assert played.names("ari") == ["immobile"]
    played.play("next", "next", dice="5")
    assert played.names("ari") == ["stunned"]
    played.play("next", "next", dice="5")
    assert played.names("ari") == ["stunned"]


@pytest.mark.parametrize(("die", "left"), [("15", ["dazed"]), ("5", ["stunned"])])
def test_a_successful_save_leaves_the_aftereffect(die: str, left: list[str]) -> None:
    played = fight("apply ari stunned save after dazed eont by drake").play("next", dice=die)
    assert played.names("ari") == left


def test_an_aftereffect_lasts_for_its_own_duration() -> None:
    played = fight("apply ari stunned save after dazed teont by drake").play("next", dice="15")
    assert effects(played) == [("dazed", "condition", None, None, "until the end of ari's next turn", "drake")]
    played.play("next", "next")
    assert effects(played) == []


def test_an_aftereffect_is_not_saved_against_in_the_same_turn() -> None:
    played = fight("apply ari slowed save after dazed save").play("next", dice="15")
    assert played.names("ari") == ["dazed"]


def test_the_last_step_of_a_worsened_effect_still_has_its_aftereffect() -> None:
    played = fight("apply ari slowed save then immobile after dazed eont by drake").play("next", dice="5")
    played.play("next", "next", dice="15")
    assert played.names("ari") == ["dazed"]


def test_without_a_duration_persistent_damage_makes_what_is_joined_to_it_last_until_a_save() -> None:
    assert {each[4] for each in effects(fight("apply ari dazed & persist 5"))} == {"save ends"}


def test_an_asked_save_ends_all_joined_effects() -> None:
    played = fight("ask all", JOINED, "next")
    (question,) = played.state["questions"]
    assert question["about"] == "dazed+persistent 5 fire+−2 will"
    played.play("answer 12")
    assert effects(played) == []


@pytest.mark.parametrize("lines", [(JOINED, "next"), ("apply ari slowed save then prone after dazed eont", "next")])
def test_undo_takes_joined_effects_back_exactly(lines: tuple[str, ...]) -> None:
    played = fight()
    before = played.state
    played.play(*lines, dice="5")
    after = played.state
    assert played.play(f"undo {len(lines)}").state == before
    assert played.play(f"redo {len(lines)}").state == after


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("apply ari dazed save & persist 5 fire", 17),
        ("apply ari dazed save & persist 5 fire eont", 17),
        ("apply ari dazed & persist 5 fire save eont", 39),
        ("apply ari dazed & damage 5 save", 19),
        ("apply ari dazed & remind start save", 19),
        ("apply ari dazed & bite 5", 19),
        ("apply ari dazed & persist", 26),
        ("apply ari dazed &", 18),
        ("damage ari 5 & apply dazed save", 14),
        ("apply ari dazed by drake & persist 5 by drake", 17),
        ("apply ari dazed eont then stunned", 22),
        ("apply ari stunned after dazed save", 19),
        ("apply ari dazed save after", 27),
    ],
)
def test_a_wrong_word_is_named_with_its_column_and_nothing_changes(line: str, column: int) -> None:
    played = fight()
    assert played.refused(line)
    assert fault(line, played.session.context)[0] == column


def test_a_single_use_bonus_ends_with_the_first_attack_it_changes() -> None:
    played = fight("bonus drake +2 attack once enc", "bonus ari +1 will once enc")
    played.play("attack spit ari by drake face 15 hit 4")
    assert played["drake"]["effects"] == []
    assert "will" in played.names("ari"), "Will was not attacked"


def test_a_single_use_bonus_remains_while_a_better_one_of_its_type_counts() -> None:
    played = fight("bonus drake +1 attack power once enc", "bonus drake +2 attack power enc")
    played.play("attack spit ari by drake face 15 hit 4")
    assert len(played["drake"]["effects"]) == 2


def test_a_single_use_bonus_to_damage_ends_with_the_damage_it_changes() -> None:
    played = fight("bonus drake +3 damage once enc", "attack spit ari by drake face 2")
    assert played.names("drake") == ["damage"], "a miss deals no damage"
    played.play("attack spit ari by drake face 15", dice="4").shows("ari", hp=33)
    assert played["drake"]["effects"] == []


def test_a_single_use_bonus_to_saves_ends_with_the_next_save() -> None:
    played = fight("bonus ari +5 saves once enc", "apply ari dazed save", "save ari 5")
    assert played["ari"]["effects"] == []


def archmage(*lines: str, dice: str = "") -> Played:
    cast = (
        'name = "Ari"\nkind = "pc"\nmax_hp = 40\ninitiative_total = 20\ndefenses = { ac = 18, pd = 16, md = 13 }',
        'name = "Drake"\nmax_hp = 60\ninitiative_total = 10\ndefenses = { ac = 18, pd = 16, md = 13 }',
    )
    return Played(*(f"[[creature]]\n{each}" for each in cast), system="archmage").play("begin", *lines, dice=dice)


def test_joined_ongoing_damage_is_all_taken_before_the_one_save() -> None:
    played = archmage("apply ari dazed & persist 5 fire & persist 3 cold save by drake").play("next", dice="11")
    played.shows("ari", hp=32, effects=[])


@pytest.mark.parametrize(("die", "left"), [("5", "stuck"), ("15", "hampered")])
def test_the_effect_of_a_failed_save_is_not_saved_against_in_the_same_turn(die: str, left: str) -> None:
    played = archmage("persist ari 5 & apply dazed save then stuck after hampered save by drake")
    assert played.play("next", dice=die).names("ari") == [left]


def test_the_name_of_a_power_keeps_bonuses_from_adding_up() -> None:
    played = archmage('bonus ari +2 ac "Bless" enc', 'bonus ari +1 ac "Bless" enc', 'bonus ari +1 ac "Ward" enc')
    assert played["ari"]["defenses"]["ac"] == 21


@pytest.mark.parametrize(
    ("words", "verb"),
    [
        ("persistent 5 fire", "persist"),
        ("ongoing 5 fire damage", "persist"),
        ("5 persistent damage", "persist"),
        ("regeneration 5", "regen"),
        ("resist 5 fire", "resist"),
        ("vulnerable to fire", "vulnerable"),
        ("immune fire", "immune"),
        ("-2 will", "bonus"),
        ("+2 bonus to attack", "bonus"),
    ],
)
def test_free_words_never_replace_an_effect_that_has_a_verb(words: str, verb: str) -> None:
    played = fight()
    for line in (f'apply ari "{words}"', f'apply ari dazed & apply "{words}" save'):
        assert f"`{verb}`" in played.refused(line)
        assert fault(line, played.session.context)[0] == line.index('"') + 1


@pytest.mark.parametrize("words", ["on the ledge", "persistent cough", "vulnerable to flattery", "owes Cor 5 gold"])
def test_other_free_words_are_an_effect(words: str) -> None:
    assert fight(f'apply ari "{words}"').names("ari") == [words]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("apply ari {}", "at most 20 conditions are joined by +"),
        ("apply ari dazed save then {}", "at most 20 conditions are joined by +"),
        ("apply ari prone" + " & persist 1 & mark" * 10 + " & mark", "a command takes `& EFFECT…` at most 20 times"),
        ("apply ari dazed save" + " then dazed" * 21, "a command takes `then CONDITION…` at most 20 times"),
        ("apply ari prone" + " & persist 1" * 20, "a command puts at most 20 effects on a creature, got 21"),
    ],
)
def test_at_most_twenty_are_joined(line: str, message: str) -> None:
    played = fight()
    assert message in played.refused(line.format("+".join(f'"word {number}"' for number in range(21))))
    assert len(played.play("apply ari prone" + " & persist 1" * 19).names("ari")) == 20
