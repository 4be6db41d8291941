"""The prose of heroes' powers, sentence by sentence: its lines, and its reminders."""

import pytest

from orcus_tui.importers.heroes.draft_power import DraftPower
from orcus_tui.importers.heroes.prose import HeroProse
from orcus_tui.importers.sentences import Subject
from orcus_tui.systems.archmage.system import ARCHMAGE

PROSE = HeroProse(ARCHMAGE)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "If the target has 80 hp or fewer after the damage, it is stuck (save ends).",
            ["if hp 80-: apply stuck save"],
        ),
        (
            "If the target is staggered after the attack, it is dazed until the end of its next turn.",
            ["if staggered: apply dazed teont"],
        ),
        ("Unless the target is staggered, it takes 5 damage.", ["if !staggered: damage 5"]),
        (
            "While the escalation die is odd, you gain a +2 bonus to attacks.",
            ["if escalation odd: self: bonus +2 attack"],
        ),
        ("If you are engaged, you gain a +2 bonus to AC.", ["if self engaged: self: bonus +2 ac"]),
        (
            "If you are engaged with another enemy, one enemy engaged with you takes 10 damage.",
            ["remind If you are engaged with another enemy", "offer damage 10"],
        ),
        (
            "If the E.D. is 3+, the target is dazed (save ends).",
            ["remind If the E.D. is 3+", "offer apply dazed save"],
        ),
        ("In addition, the affected creature is dazed (save ends).", ["apply dazed save"]),
        ("Additionally, one other enemy also takes 5 damage.", ["offer damage 5"]),
        ("In addition, if it fails, it is gone.", ["remind In addition, if it fails, it is gone"]),
        ("In addition to its home, it has a boat.", ["remind In addition to its home", "remind it has a boat"]),
        ("Give the target 5 temporary hit points.", ["temp 5"]),
        ("Grant one ally a +2 bonus to AC until the end of your next turn.", ["offer bonus +2 ac eont"]),
        ("The target takes a penalty equal to 3 to attacks.", ["bonus -3 attack"]),
        ("You gain a bonus equal to 2 to AC.", ["self: bonus +2 ac"]),
        ("You gain immunity to fire until the end of the battle.", ["self: immune fire enc"]),
        ("The target is immune to dazed.", ["immune dazed"]),
        ("All your allies each gain 5 temporary hit points.", ["offer temp 5"]),
        ("One ally in earshot heals 5 hit points.", ["offer heal 5"]),
        ("One enemy of your choice takes 5 fire damage.", ["offer damage 5 fire"]),
        ("Each foe nearby takes 5 damage.", ["offer damage 5"]),
        (
            "The target can take a move action to make a saving throw.",
            ["remind The target can take a move action to make a saving throw"],
        ),
        ("Triggering creature takes 5 fire damage.", ["damage 5 fire"]),
        ("The target takes 2d10 holy and fire damage.", ["damage 2d10 holy+fire"]),
        ("It takes ongoing 5 fire and cold damage (save ends).", ["persist 5 fire+cold save"]),
        ("The target takes 5 fire damage and 5 cold damage.", ["damage 5 fire", "damage 5 cold"]),
        ("Enemies hit are dazed (save ends).", ["apply dazed save"]),
        ("The target is dazed or weakened.", ["choose apply dazed | apply weakened"]),
        ("The target whistles a tune.", ["remind The target whistles a tune"]),
    ],
)
def test_a_sentence_is_read(text: str, lines: list[str]) -> None:
    reading = PROSE.read(text, Subject("target"))
    assert (reading.texts, reading.unknown) == (lines, [])


def test_damage_before_words_that_are_not_understood_is_read() -> None:
    reading = PROSE.read("2d6 damage but each stranger dances 3 damage.", Subject("target", of_hit=True))
    assert (str(reading.damage), reading.texts) == ("2d6", ["remind each stranger dances 3 damage"])


@pytest.mark.parametrize(
    "words",
    [
        "you are hit by an attack",
        "a nearby creature hits you",
        "an enemy next to you attacks and hits you",
        "a melee attack hits you",
    ],
)
def test_a_hit_on_the_hero_is_a_trigger(words: str) -> None:
    power = DraftPower("Riposte", (), None, {})
    power.put_trigger(words)
    assert power.power["trigger"] == "hit"
