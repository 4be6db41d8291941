"""The most frequent actions of a game master, key by key: none takes more keys than its limit."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from tests.helpers.casts.small_library import library
from tests.helpers.fights.played import Played, creature, hero, monster, power
from tests.helpers.screen.driver import command_line, play, press, sees, tracker

STRIKE = power("Strike", 'attack = "+5 vs AC"\ndamage = "1d8+3"')
ARI = hero("Ari", 20, "", STRIKE)
COR = hero("Cor", 15, "", STRIKE)
OGRE = monster("Ogre", 12, "", power("Club", 'attack = "+7 vs AC"\ndamage = "2d6+3"'))
IMPS = monster("Imp", 10, "count = 3")


def at_aris_turn(*lines: str) -> Session:
    """A fight in which it is Ari's turn and she is selected, after these lines."""
    session = Played(ARI, COR, OGRE, IMPS).play("begin", *lines).session
    session.library = library()
    session.dice_source = RandomDice(Random(1))
    return session


def hit_points(fight: Fight, *creatures: str) -> list[int]:
    return [fight.states[each].hp for each in creatures]


async def fight_after(session: Session, keys: tuple[str, ...], pilot: Pilot[Any]) -> Fight:
    await press(pilot, *keys)
    assert command_line(pilot) is None, "the line is still open"
    return session.fight


def play_keys(session: Session, *keys: str) -> Fight:
    """The fight after keys pressed one by one; everything that they begin must be finished."""
    found: list[Fight] = []

    async def script(pilot: Pilot[Any]) -> None:
        found.append(await fight_after(session, keys, pilot))

    play(tracker(session), script)
    return found[0]


def keys(text: str) -> tuple[str, ...]:
    """The keys of a text: words between spaces are typed, those in angle brackets are single keys."""
    found: list[str] = []
    for word in text.split():
        found += [word[1:-1]] if word.startswith("<") else word
    return tuple(found)


def test_damage_to_one_target_takes_three_keys() -> None:
    pressed = keys("d 7 <enter>")
    assert len(pressed) <= 3
    session = at_aris_turn("next", "next")  # the turn of the ogre, which is selected
    assert hit_points(play_keys(session, *pressed), "ogre") == [53]


def test_an_attack_with_typed_dice_takes_six_keys_and_hits_a_foe() -> None:
    pressed = keys("1 15 <space> 9 <enter>")
    assert len(pressed) <= 6
    assert hit_points(play_keys(at_aris_turn(), *pressed), "ari", "cor", "ogre") == [40, 40, 51]


def test_an_attack_on_another_target_with_typed_dice_takes_six_keys() -> None:
    pressed = keys("1 <down> 159 <enter>")  # a 15 on the d20, 9 damage
    assert len(pressed) <= 6
    assert hit_points(play_keys(at_aris_turn(), *pressed), "ogre", "imp1") == [60, 51]


def test_a_condition_with_a_save_takes_four_keys() -> None:
    pressed = keys("S da <enter>")
    assert len(pressed) <= 4
    (effect,) = play_keys(at_aris_turn(), *pressed).states["ari"].effects
    assert (effect.name, effect.duration.ending) == ("dazed", "save")


AURA = """
[[creature.aura]]
name = "Stench"
line = "damage 5 poison"
"""


def test_the_damage_of_an_aura_takes_one_key() -> None:
    troll = monster("Troll", 12, "", AURA)
    session = Played(ARI, troll).play("begin").session
    session.dice_source = RandomDice(Random(1))
    assert session.fight.offers
    assert hit_points(play_keys(session, "r"), "ari") == [35]


def test_a_triggered_power_takes_two_keys() -> None:
    roar = power("Roar", 'trigger = "staggered"\ndamage = "4"\naction = "free"')
    session = Played(ARI, monster("Troll", 12, "", roar)).play("begin", "damage troll 40").session
    session.dice_source = RandomDice(Random(1))
    assert hit_points(play_keys(session, "r", "enter"), "ari") == [36]


def test_a_legendary_action_takes_two_keys() -> None:
    tail = power("Tail", 'action = "legendary"\nattack = "+30 vs AC"\ndamage = "8"')
    ari = creature("Ari", 'kind = "pc"\nmax_hp = 40\ninitiative_total = 20\ndefenses = { ac = 10 }')
    dragon = creature("Dragon", "max_hp = 90\ninitiative_total = 5\nlegendary = 3", tail)
    other = creature("Bo", 'kind = "pc"\nmax_hp = 40\ninitiative_total = 15\ndefenses = { ac = 10 }')
    session = Played(ari, other, dragon, system="srd5").play("begin", "next").session
    session.dice_source = RandomDice(Random(1))
    assert [each.because for each in session.fight.offers] == ["legendary"]
    fight = play_keys(session, "r", "enter")
    assert sum(hit_points(fight, "ari", "bo")) < 80


def test_finish_rest_and_keep_take_two_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = at_aris_turn("kill ogre", "kill imp*")
    assert play_keys(session, "X", "a").phase == "finished"
    assert "max_hp = 40" in (tmp_path / "party.toml").read_text(encoding="utf-8")


def test_finish_rest_and_keep_take_two_keys_before_recoveries_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = at_aris_turn("damage ari 9", "kill ogre", "kill imp*")

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "X", "a")
        assert "hp = 31" in (tmp_path / "party.toml").read_text(encoding="utf-8")
        assert sees(pilot, "recoveries to spend")

    play(tracker(session), script)
    assert session.fight.phase == "finished"


def test_a_rest_with_recoveries_for_four_heroes_takes_eight_keys() -> None:
    heroes = [hero(name, place) for place, name in enumerate(("Ari", "Bo", "Cor", "Dee"))]
    fight = Played(*heroes, OGRE).play("begin", "damage ari,bo,cor,dee 25", "kill ogre", "finish")
    pressed = keys("X r 1 2 1 2 <enter> <escape>")
    assert len(pressed) <= 8
    assert hit_points(play_keys(fight.session, *pressed), "ari", "bo", "cor", "dee") == [25, 35, 25, 35]


def test_persistent_damage_takes_six_keys() -> None:
    pressed = keys("p 5 <space> fi <enter>")
    assert len(pressed) <= 6
    (effect,) = play_keys(at_aris_turn(), *pressed).states["ari"].effects
    assert (effect.kind, effect.amount, effect.type) == ("persistent", 5, "fire")


def test_damage_to_three_neighbours_takes_seven_keys() -> None:
    pressed = keys("<space> <space> <space> d 7 <enter>")
    assert len(pressed) <= 7
    session = at_aris_turn("next", "next", "next")  # the first imp's turn
    assert hit_points(play_keys(session, *pressed), "imp1", "imp2", "imp3", "ogre") == [53, 53, 53, 60]


def test_a_save_that_is_asked_for_is_answered_with_four_keys() -> None:
    pressed = keys("r 12 <enter>")
    assert len(pressed) <= 4
    session = at_aris_turn("ask party", "apply ari dazed save", "next")
    assert session.fight.questions
    assert not play_keys(session, *pressed).states["ari"].effects


def test_four_saves_that_are_alike_are_answered_with_ten_keys() -> None:
    cold = power("Cold", 'save = "con 11"\ndamage = "2 cold"')
    ari = creature("Ari", 'kind = "pc"\nmax_hp = 30\ninitiative_total = 20', cold)
    fight = Played(ari, creature("Imp", "count = 4\nmax_hp = 60\ninitiative_total = 10"), system="srd5")
    session = fight.play("begin", "ask all", "use cold @foes").session
    pressed = keys("r 149 <space> 3 <space> 11 <enter>")
    assert len(pressed) <= 10
    assert hit_points(play_keys(session, *pressed), "imp1", "imp2", "imp3", "imp4") == [60, 58, 58, 60]


def test_a_creature_of_the_library_is_added_with_six_keys() -> None:
    pressed = keys("<plus> gob <enter> <enter>")
    assert len(pressed) <= 6
    session = at_aris_turn()
    before = set(session.fight.states)
    (added,) = set(play_keys(session, *pressed).states) - before
    assert "goblin" in added


def test_a_turn_is_undone_with_one_key() -> None:
    session = at_aris_turn("damage ogre 5", "damage imp1 3")
    assert hit_points(play_keys(session, "Z"), "ogre", "imp1") == [60, 60]


def test_hiding_takes_two_keys() -> None:
    session = at_aris_turn("next", "next")  # the ogre's turn
    assert play_keys(session, "m", "h").states["ogre"].hidden


def test_rallying_takes_two_keys() -> None:
    session = at_aris_turn("damage ari 30")
    ari = play_keys(session, "m", "r").states["ari"]
    assert ari.hp is not None
    assert ari.hp > 10


def test_the_initiative_of_four_heroes_is_typed_with_fifteen_keys() -> None:
    heroes = [creature(name, 'kind = "pc"\nmax_hp = 30\ninitiative = 2') for name in ("Ari", "Bo", "Cor", "Dee")]
    session = Played(*heroes, creature("Ogre", "max_hp = 60\ninitiative = -1")).session
    session.dice_source = RandomDice(Random(1))
    pressed = keys("I 17 <enter> 12 <enter> 21 <enter> 9 <enter>")
    assert len(pressed) <= 15
    fight = play_keys(session, *pressed)
    assert [fight.states[each].initiative for each in ("ari", "bo", "cor", "dee")] == [17, 12, 21, 9]
    assert fight.states["ogre"].initiative is not None
