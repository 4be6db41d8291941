"""Powers in plain words: no text for people contains a line of the language."""

from typing import Any

import pytest

from orcus_tui.session.log_text import formatter_of
from orcus_tui.session.stat_block_text import effects_of
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from tests.helpers.fights.random_fights import play_lines, session_on


def drake(**power: Any) -> Any:
    creature = {"name": "Drake", "max_hp": 60, "power": [{"name": "Bite", **power}], "initiative_total": 9}
    ari = {"name": "Ari", "kind": "pc", "max_hp": 44, "defenses": {"ac": 15}, "initiative_total": 5}
    return fight_from_table({"format": 1, "name": "Ford", "creature": [creature, ari]})


def words_of(**power: Any) -> list[str]:
    fight = drake(**power)
    return effects_of(formatter_of(fight), fight.sheets["drake"].powers[0], "drake")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("apply prone", "prone"),
        ("apply dazed save", "dazed, save ends"),
        ("apply slowed teont", "slowed until the end of its next turn"),
        ("apply weakened eont", "weakened until the end of Drake's next turn"),
        ("self: apply invisible sont", "itself: invisible until the start of Drake's next turn"),
        ("apply dazed+slowed hard", "dazed and slowed, save ends (16+)"),
        ("apply slowed save then immobile then petrified", "slowed, save ends, then immobile, then petrified"),
        ("apply stunned save after dazed eont", "stunned, save ends; saved: dazed until the end of Drake's next turn"),
        ("persist 5 fire & apply dazed save", "persistent 5 fire and dazed, save ends"),
        ("persist 10 acid+cold", "persistent 10 acid+cold, save ends"),
        ("persist 2d6 acid each", "persistent 2d6 acid rolled each time, save ends"),
        ("bonus -2 attack once eont", "−2 attack once until the end of Drake's next turn"),
        ("bonus +2 defenses power enc", "+2 defenses (power) until the end of the encounter"),
        ('zone fog "damage 5 cold" end', "zone fog: 5 cold damage at the end of each turn inside"),
        ("bonus +1d4 attack enc", "+1d4 attack until the end of the encounter"),
        ("bonus +2 attack against prone eont", "+2 attack against prone until the end of Drake's next turn"),
        ("resist all 5 3r", "resist 5 all, 3 rounds"),
        ("mark eont", "marked by Drake until the end of Drake's next turn"),
        ("damage 2d6 acid half", "half of 2d6 acid damage"),
        ("heal 10", "regains 10 hit points"),
        ("self: temp 5", "itself: 5 temporary hit points"),
        ("recover", "spends 1 recovery"),
        ("remove all", "ends all effects"),
        ("crit: damage 2d6 acid", "critical: 2d6 acid damage more"),
        ("remind slide 3", "slide 3"),
        ("remind damage TARGET 1d8", "if it applies: `damage TARGET 1d8`"),
        ("remind if it is wet: damage TARGET 3", "if it is wet: damage TARGET 3"),
        ('remind end "stands in fire" 3r', "end of each turn: stands in fire, 3 rounds"),
        ("natural 16+: apply prone", "natural 16+: prone"),
        ("natural 2-5: apply prone", "natural 2–5: prone"),
        ("natural 20: apply prone", "natural 20: prone"),
        ("natural odd: apply prone", "natural odd: prone"),
        ("crit: persist 5 fire", "critical: persistent 5 fire, save ends"),
    ],
)
def test_a_line_reads_as_a_person_would_say_it(line: str, words: str) -> None:
    assert words_of(attack="+5 vs AC", effects=[line]) == [words]


@pytest.mark.parametrize(
    ("spell", "words"),
    [
        ("Guiding Bolt", "advantage on attacks against it once until the end of Ode's next turn"),
        ("Bless", "+1d4 attack and +1d4 saves"),
        ("Haste", "+2 ac, advantage on dex saves and hasted"),
        ("Wall of Fire", "1d8 more for each level of the slot above 4"),
        ("Wall of Fire (zone)", "1d8 more for each level of the slot above the spell's own"),
    ],
)
def test_a_spell_says_what_its_bonus_is_and_what_a_higher_slot_adds(spell: str, words: str) -> None:
    spells = {"powers": ["Guiding Bolt", "Bless", "Haste", "Wall of Fire"], "casting": {"dc": 16, "attack": 8}}
    ode = {"name": "Ode", "kind": "pc", "max_hp": 66, "level": 9, **spells}
    fight = fight_from_table({"format": 1, "system": "srd5-plain", "creature": [ode]})
    power = next(each for each in fight.sheets["ode"].powers if each.name == spell)
    assert words in "; ".join(effects_of(formatter_of(fight), power, "ode"))


def test_the_effect_of_a_successful_save_is_shown() -> None:
    burst = {"name": "Burst", "save": "dex 13", "always": ["miss: damage 2 fire"]}
    drakes = [{"name": "Drake", "max_hp": 9, "power": [burst]}]
    fight = fight_from_table({"format": 1, "system": "srd5", "creature": drakes})
    assert effects_of(formatter_of(fight), fight.sheets["drake"].powers[0], "drake") == ["saved: 2 fire damage"]


def test_the_other_effects_of_a_power_are_shown() -> None:
    found = words_of(
        attack="+5 vs AC",
        damage="5",
        crit="1d6",
        crit_range=18,
        miss="half",
        always=["miss: damage 3"],
        maintain="swift",
    )
    assert found == [
        "critical on 18+",
        "critical: 1d6 more",
        "miss: 3 damage",
        "miss: half damage",
        "maintain: swift action",
    ]


def test_the_text_of_a_power_is_in_the_log_once_a_command() -> None:
    text = "Ignores cover.\nEven in fog."
    session = session_on(drake(attack="+5 vs AC", damage="5", text=text))
    play_lines(session, "begin")
    assert play_lines(session, "attack bite ari face 12").count("Bite: Ignores cover. Even in fog.") == 1
    used = session_on(drake(text=text, effects=["apply prone"]))
    play_lines(used, "begin")
    assert play_lines(used, "use bite ari")[-1] == "Bite: Ignores cover. Even in fog."


def test_an_effect_on_several_faces_is_shown_once() -> None:
    lines = ["natural 5: apply prone", "natural 10: apply prone", "natural 10: apply dazed save", "crit: apply prone"]
    assert words_of(attack="+5 vs AC", effects=lines) == [
        "natural 5, 10: prone",
        "natural 10: dazed, save ends",
        "critical: prone",
    ]
