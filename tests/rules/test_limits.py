"""Limits of numbers in play: a written fight can always be read again."""

from pathlib import Path
from random import Random

import pytest

from orcus_tui.rules import limits
from orcus_tui.rules.validators import FARTHEST, LARGEST
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.journal.journal_list import list_unfinished
from tests.helpers.casts.archmage import Archmage, kell
from tests.helpers.casts.ford import fight_of
from tests.helpers.fights.played import Played, hero, monster
from tests.helpers.fights.random_fights import play_lines
from tests.helpers.fights.sessions import journal_settings_at, session_on

TO_THE_END = "9" * 15


def fight(lines: str = "") -> Played:
    return Played(hero("Ari", 20, lines), monster("Ogre", 10))


@pytest.mark.parametrize(
    "lines",
    [
        ("set ari action_points 1000000", "begin", "finish", "rest long"),
        ("begin", "set ari actions.standard 1000000", "set ari action_points 1", "ap ari"),
        (f"set ari counters.luck {TO_THE_END}", "counter ari.luck +1"),
    ],
    ids=lambda lines: lines[-1],
)
def test_a_value_at_its_limit_is_read_again(lines: tuple[str, ...]) -> None:
    played = fight().play(*lines)
    assert fight_of(fight_text(played.session.fight)).states["ari"] == played.session.fight.states["ari"]


@pytest.mark.parametrize(
    ("reached", "line"),
    [
        (f"counters = {{ luck = {FARTHEST} }}", "counter ari.luck +1"),
        (f"hp = -{FARTHEST}", "damage! ari 1"),
    ],
)
def test_every_value_has_the_limit_of_a_file(reached: str, line: str) -> None:
    played = fight(reached)
    assert played.refused(line) == f"a number of Ari would exceed {FARTHEST:,}"


def test_numbers_of_effects_are_read_again() -> None:
    text = fight_text(fight().play("apply ari prone").session.fight)
    late = text.replace("next_effect = 2\n", f"next_effect = {FARTHEST + 1}\n")
    assert late != text
    played = Played()
    played.session.timeline.start = fight_of(late)
    assert fight_of(fight_text(played.session.fight)) == played.session.fight
    assert played.refused("apply ogre prone") == f"a number of the fight would exceed {FARTHEST:,}"


def test_a_creature_has_at_most_a_thousand_effects() -> None:
    played = fight().play(*["apply ari prone" + " & persist 1 fire" * 19] * 49, *["apply ari dazed save"] * 20)
    before = played.session.fight
    most = "Ari has 1,000 effects, and cannot have more; `remove ari all` ends them"
    assert played.refused("apply ari prone") == most
    assert played.refused("apply ogre,ari prone & persist 2") == most
    assert played.session.fight is before
    played.play("apply ogre prone", "remove ari #1", "apply ari prone", "remove ari all", "apply ari prone")


def test_a_journal_with_more_effects_than_are_added_now_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = journal_settings_at(tmp_path)
    session = session_on(fight().session.fight, journal_settings=settings)
    play_lines(session, *["apply ari dazed save"] * 5, "apply ogre prone", "remove ari #1", "undo")
    session.end(finished=False)
    monkeypatch.setattr(limits, "MOST_EFFECTS", 3)
    (left,) = list_unfinished(settings.folder)
    again, lost = Session.resume(settings, left.id, RandomDice(Random(1)))
    assert (again.fight, lost) == (session.fight, "")
    assert again.run("redo") and again.fight != session.fight
    again.run("undo")
    assert fight_of(fight_text(again.fight)) == again.fight == session.fight
    again.end(finished=True)


def test_a_round_after_the_highest_that_people_write_is_read_again() -> None:
    text = fight_text(fight().play("begin", 'ready "x"').session.fight)
    late = text.replace("round = 1\n", f"round = {LARGEST}\n")
    assert late != text
    played = Played()
    played.session.timeline.start = fight_of(late)
    played.play("next", "next", 'ready "x"')
    assert played.session.fight.round == LARGEST + 1
    assert fight_of(fight_text(played.session.fight)) == played.session.fight


def test_the_highest_recovery_is_read_back_from_a_file() -> None:
    played = Archmage(kell()).play("damage kell 30", "set kell recovery 500d10000", "ask party", "recover kell")
    assert fight_of(fight_text(played.session.fight)) == played.session.fight


def test_a_recovery_that_subtracts_its_dice_is_rolled_here() -> None:
    played = Archmage(kell()).play("damage kell 30", "set kell recovery 10-1d4", "ask party")
    played.play("recover kell", dice="4").shows("kell", hp=18)
    assert not played.state["questions"]
