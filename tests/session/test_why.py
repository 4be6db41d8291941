"""The answers of `why` about numbers, conditions and effects."""

import pytest

from orcus_tui.storage.encounter.fight_tables import fight_from_table
from tests.helpers.casts.ari_and_ogre import ARI, reads, session
from tests.helpers.fights.played import Played, hero, monster
from tests.helpers.fights.random_fights import result_of, session_on


def test_why_explains_a_defense_term_by_term() -> None:
    fight = session("begin", "bonus ari +1 defenses", "bonus ari -3 ac eont by ogre", "apply ari unconscious")
    assert reads(fight, "why ari ac") == [
        "ac 11: 18 printed + 1 (bonus) − 3 (penalty) − 5 (unconscious)",
        "+1 defenses, until removed [round 1: bonus ari +1 defenses]",
        "−3 ac, until the end of Big Ogre's next turn, from Big Ogre [round 1: bonus ari -3 ac eont by ogre]",
    ]


def test_why_lists_the_modifiers_of_a_statistic_and_whether_they_count_now() -> None:
    fight = session("apply ari dazed", "bonus ari +2 attack while staggered", "bonus ari +1d6 attack against ogre once")
    of_attack = "attack: +2 while staggered (bonus), not now; +1d6 against ogre once (bonus)"
    assert of_attack in reads(fight, "why ari attack")
    assert reads(fight, "why ari attacks") == ["attacks on it: ca (target dazed)"]


def test_why_leaves_out_house_rules_for_others() -> None:
    rain = '[[modifier]]\nname = "Rain"\nwho = "@party"\nmodifier = "-2 attack with ranged"\n'
    fight = Played(hero("Ari", 20), monster("Ogre", 12), rain)
    assert fight.play("why ari attack").log == ["attack: −2 with ranged (Rain)"]
    assert not [each for each in fight.play("why ogre").log if "Rain" in each]


def test_why_explains_hit_points_blow_by_blow() -> None:
    fight = session("damage ogre 3", "begin", "damage ogre 12 fire", "temp ogre 4", "next", "heal ogre 5")
    assert reads(fight, "why ogre hp") == [
        "hp 75/80, 4 temporary, staggered at 40",
        "Big Ogre takes 3: 80 → 77 [before the fight: damage ogre 3]",
        "Big Ogre takes 7 fire (12, resist 5): 77 → 70 [round 1: damage ogre 12 fire]",
        "Big Ogre gains 4 temporary HP: temporary 0 → 4 [round 1: temp ogre 4]",
        "Big Ogre regains 5: 70 → 75 [round 1: heal ogre 5]",
    ]


def test_why_explains_unchanged_hit_points_too() -> None:
    assert reads(session(), "why ari hp") == ["hp 44/44, staggered at 22"]


def test_why_ignores_undone_commands() -> None:
    assert reads(session("damage ari 3", "undo"), "why ari hp") == ["hp 44/44, staggered at 22"]


SLOWED = (
    "slowed, save ends, from Big Ogre; a failed save turns it into immobile "
    "[round 1: apply ari slowed save by ogre then immobile]"
)


@pytest.mark.parametrize("name", ["slowed", "SLOWED", "slo", "#1"])
def test_why_explains_the_start_the_source_and_the_end_of_an_effect(name: str) -> None:
    fight = session("begin", "apply ari slowed save by ogre then immobile", "apply ari dazed")
    assert reads(fight, f"why ari {name}") == [SLOWED]


@pytest.mark.parametrize("name", ["fire", '"5 fire"', "persistent", "5"])
def test_why_finds_an_effect_by_any_of_its_names(name: str) -> None:
    fight = session("persist ari 5 fire by ogre")
    assert reads(fight, f"why ari {name}") == [
        "persistent 5 fire, save ends, from Big Ogre [before the fight: persist ari 5 fire by ogre]"
    ]


def test_an_effect_from_the_file_has_no_command_to_name() -> None:
    table = {"format": 1, "creature": [{**ARI, "effect": [{"name": "dazed", "duration": "save"}]}]}
    fight = session_on(fight_from_table(table, name="Ford"))
    assert reads(fight, "why ari dazed")[0].endswith("[before this log]")


def test_an_implied_condition_is_traced_back_to_hit_points() -> None:
    assert reads(session("damage ari 50"), "why ari prone") == [
        "prone: comes with unconscious",
        "unconscious: comes with dying",
        "dying: at −6 hit points",
    ]


def test_an_implied_condition_is_traced_back_to_an_effect() -> None:
    fight = session("begin", "apply ari unconscious save by ogre")
    assert reads(fight, "why ari helpless") == [
        "helpless: comes with unconscious",
        "unconscious, save ends, from Big Ogre [round 1: apply ari unconscious save by ogre]",
    ]


def test_an_unavailable_action_gives_its_reason() -> None:
    assert reads(session("begin", "apply ari dazed"), "why ari actions") == [
        "actions left: 1 standard, 0 move (dazed), 0 swift (dazed), 0 immediate (dazed)"
    ]


def test_why_saves_names_each_of_their_modifiers() -> None:
    assert reads(session("bonus ogre -3 saves"), "why ogre saves")[0] == "saves −1: + 2 (saves) − 3 (penalty)"
    assert reads(session(), "why ari saves") == ["saves +0: no modifiers"]


def test_why_names_the_type_of_a_bonus() -> None:
    assert reads(session('bonus ogre +1 ac type "luck"'), "why ogre ac")[0].endswith(" printed + 1 (luck bonus)")


def test_why_begins_with_the_numbers_of_a_creature_and_repeats_nothing() -> None:
    lines = reads(session("begin", "bonus ari +1 defenses", "damage ari 50"), "why ari")
    assert [line.split(":")[0] for line in lines if ":" in line][:2] == ["Ari takes 50", "ac 14"]
    assert len(lines) == len(set(lines))
    assert lines[-1] == "prone: comes with unconscious"


def test_an_unknown_topic_is_an_error_that_names_the_known_ones() -> None:
    fault = result_of(session("apply ari dazed"), "why ari stunned")
    known = "hp, ac, fortitude, reflex, will, saves, attacks on it, actions, dazed"
    assert fault.error == f'Ari has no "stunned"; it has {known}'
