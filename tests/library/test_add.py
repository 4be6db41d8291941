"""`add` from the library: the new creatures, precedence, and saved fights, which need no library."""

from pathlib import Path

import pytest

from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from tests.helpers.casts.library import OWN, library_at, write_own
from tests.helpers.fights.played import Played, creature, hero
from tests.helpers.fights.random_fights import journal_settings_at
from tests.helpers.fights.readings import complete, preview_line


def at_the_ford(folder: Path, own: str = "", *creatures: str) -> Played:
    """A fight of one hero, with the small library at hand."""
    fight = Played(hero("Cor", 20), *creatures)
    fight.session.library = library_at(folder, own)
    return fight


def candidates(fight: Played, text: str) -> list[str]:
    return [each.text for each in complete(text, fight.session.context_for(fight.session.fight))]


# New creatures


def test_a_creature_is_added_with_everything_in_its_stat_block(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path).play('add "Barrow Wight"')
    fight.shows("barrow-wight", hp=62, max_hp=62, kind="standard", side="foes")
    sheet = fight.session.fight.sheets["barrow-wight"]
    assert (sheet.name, sheet.level, sheet.xp, sheet.tags) == ("Barrow Wight", 5, 200, ("Undead",))
    assert [each.name for each in sheet.powers] == ["Cold Hand"]


@pytest.mark.parametrize("name", ["barrow-wight", "BARROW-WIGHT", '"barrow  wight"'])
def test_the_name_of_a_creature_is_written_in_any_way(tmp_path: Path, name: str) -> None:
    fight = at_the_ford(tmp_path).play(f"add {name}")
    assert fight["barrow-wight"]["name"] == "Barrow Wight"


def test_several_creatures_are_added_numbered_with_the_given_fields(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path).play("add bone-pile x2 ac=12 hp=7 resist.fire=3 kind=elite")
    fight.shows("bone-pile2", name="Bone Pile 2", hp=7, max_hp=7, kind="elite", action_points=1)
    sheet = fight.session.fight.sheets["bone-pile1"]
    assert sheet.defenses == {"ac": 12, "fortitude": 17, "reflex": 16, "will": 15}
    assert sheet.resist == {"necrotic": 5, "poison": 5, "fire": 3}
    assert sheet.saves == 2


def test_printed_values_replace_those_of_the_kind(tmp_path: Path) -> None:
    at_the_ford(tmp_path).play("add fen-ghost").shows("fen-ghost", action_points=3, conditions=["incorporeal"])


def test_more_of_a_creature_begin_as_the_first_did(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path).play("add fen-ghost", "damage fen-ghost 5", "add fen-ghost x2")
    fight.shows("fen-ghost3", hp=70, action_points=3, conditions=["incorporeal"])
    numbers = [each.id for state in fight.session.fight.states.values() for each in state.effects]
    assert sorted(numbers) == [1, 2, 3]


def test_effects_of_added_creatures_have_separate_numbers(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path).play("add fen-ghost x2", "apply cor dazed")
    effects = [each for state in fight.session.fight.states.values() for each in state.effects]
    assert sorted(each.id for each in effects) == [1, 2, 3]
    assert [each.source for each in fight.session.fight.states["fen-ghost2"].effects] == ["fen-ghost2"]


def test_a_creature_of_the_library_may_wait_in_reserve_or_join_the_order(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path).play("begin").play('add bone-dog reserve="round 2"')
    fight.shows("bone-dog", state="out")
    fight.play("add mud-goblin", dice="11")
    assert fight.state["order"] == ["cor", "mud-goblin"]


# Precedence


def test_creatures_of_the_fight_come_before_own_ones_and_those_before_shipped_ones(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path, OWN).play("add mud-goblin")
    fight.shows("mud-goblin", max_hp=31)
    fight.play("set mud-goblin max_hp 50", "add mud-goblin").shows("mud-goblin2", max_hp=50, hp=50)
    fight.play("add mud-goblin hp=5 ac=9").shows("mud-goblin3", max_hp=5, hp=5)
    fight.play("add mud-goblin-chief").shows("mud-goblin-chief", max_hp=140)


def test_a_creature_of_the_fight_is_found_however_its_name_is_written(tmp_path: Path) -> None:
    table = creature("Bone Pile", "max_hp = 77")
    at_the_ford(tmp_path, "", table).play("add bone-pile").shows("bone-pile2", max_hp=77)


def test_more_of_a_kind_are_added_even_if_the_own_creature_of_that_name_is_faulty(tmp_path: Path) -> None:
    table = creature("Mud Goblin", "max_hp = 77")
    fight = at_the_ford(tmp_path, OWN.replace("max_hp = 31", "max_hp = 0"), table)
    fight.play("add mud-goblin").shows("mud-goblin2", max_hp=77)


def test_a_creature_in_no_library_is_made_from_fields(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path).play("add Bandit hp=20 ac=15").shows("bandit", max_hp=20)
    needs = "a new creature needs hit points, e.g. hp=20"
    assert fight.refused("add Bear") == f'"Bear" is neither in the fight nor in the library; {needs}'
    assert fight.refused("add Bear hp=") == "hp: a value is missing"


def test_a_name_that_is_nearly_right_is_offered(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path, OWN)
    assert '"mud gobin" is neither in the fight nor in the library (did you mean "Mud Goblin"?)' in fight.refused(
        'add "mud gobin"'
    )


def test_a_faulty_own_creature_is_refused_with_its_line(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path, OWN.replace("max_hp = 31", 'max_hp = "31"'))
    result = fight.session.run("add mud-goblin")
    assert result is not None
    path = tmp_path / "creatures" / "mine.toml"
    assert (result.column, result.error) == (5, f'{path}:8: creature[1].max_hp: expected a whole number, got "31"')
    fight.play("add tame-owlet")


def test_without_a_library_add_creates_a_new_creature() -> None:
    fight = Played(hero("Cor", 20)).play("add Bandit hp=20")
    assert "needs hit points" in fight.refused("add bone-dog-2")


# Saved fights


LINES = ("add mud-goblin x2 ac=12", "add fen-ghost", "damage mud-goblin1 7", "add tame-owlet hp=3")


def replace_library(fight: Session, folder: Path) -> None:
    """Replaces the library by one without any of these creatures and with other own creatures."""
    (folder / "creatures").mkdir(exist_ok=True)
    for name in ("Mud Goblin", "Fen Ghost", "Tame Owlet"):
        write_own(folder, f"{name}.toml", f'format = 1\n[[creature]]\nname = "{name}"\nmax_hp = 999\n')
    (folder / "creatures" / "mine.toml").unlink()
    assert fight.library.find(fight.system, "fen ghost")["max_hp"] == 999


def test_undo_and_redo_are_exact_even_if_the_library_changes(tmp_path: Path) -> None:
    session = at_the_ford(tmp_path, OWN).play(*LINES).session
    after, began = session.fight, session.timeline.start
    replace_library(session, tmp_path)
    for line, fight in (("undo 4", began), ("redo 4", after), ("undo 2", None), ("redo 2", after)):
        assert not session.run(line).error
        assert fight is None or session.fight == fight


def test_a_fight_is_resumed_unchanged_even_if_the_library_changes(tmp_path: Path) -> None:
    journal_settings = journal_settings_at(tmp_path / "state")
    fight = at_the_ford(tmp_path, OWN)
    fight.session.begin_journal(journal_settings)
    session = fight.play(*LINES).session
    session.end(finished=False)
    replace_library(session, tmp_path)
    (journal,) = (tmp_path / "state").glob("*.jsonl")
    again, problem = Session.resume(journal_settings, journal.stem, GivenDice([]))
    assert problem == ""
    assert again.fight == session.fight
    assert not again.run("undo 4").error
    assert again.fight == session.timeline.start


def test_a_written_file_opens_without_the_library(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path, OWN).play(*LINES, "begin", dice="11 12 13")
    path = tmp_path / "fight.toml"
    fight.play(f"write {path}")
    assert read_encounter(path) == fight.session.fight


def test_amending_an_earlier_line_adds_the_same_creatures_again(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path, OWN).play("heal cor 0", *LINES)
    before = fight.session.fight
    replace_library(fight.session, tmp_path)
    fight.play("amend 5 3")
    assert not fight.logs("stopped before")
    assert fight.session.fight.sheets == before.sheets
    assert fight.session.fight.states == before.states


def test_an_amended_add_keeps_its_creature_and_uses_the_new_words(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path, OWN).play("add fen-ghost x2 kind=boss")
    replace_library(fight.session, tmp_path)
    fight.play("amend hp=30").shows("fen-ghost2", hp=30, kind="boss", conditions=["incorporeal"], action_points=3)
    fight.play("amend x1").shows("fen-ghost", hp=30)
    assert list(fight.state["creatures"]) == ["cor", "fen-ghost"]


def test_an_add_amended_to_another_name_takes_that_from_the_library(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path).play("add fen-ghost")
    fight.play("amend bone-dog").shows("bone-dog", hp=1)
    assert list(fight.state["creatures"]) == ["cor", "bone-dog"]


def test_a_script_adds_from_the_library_too(tmp_path: Path) -> None:
    (tmp_path / "wave.txt").write_text("add bone-dog x3\nadd bone-dog\n", encoding="utf-8")
    fight = at_the_ford(tmp_path).play(f"run {tmp_path / 'wave.txt'}")
    assert list(fight.state["creatures"]) == ["cor", "bone-dog1", "bone-dog2", "bone-dog3", "bone-dog4"]
    fight.play("undo")
    assert list(fight.state["creatures"]) == ["cor"]


# While it is typed


def test_names_are_completed_from_the_fight_and_the_library(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path, OWN, creature("Mud Eel", "max_hp = 5"))
    assert candidates(fight, "add mud") == ["mud-eel", "mud-goblin", "mud-goblin-chief"]
    assert candidates(fight, 'add "mud g') == ['"Mud Goblin"', '"Mud Goblin Chief"']
    assert candidates(fight, "add bone-d") == ["bone-dog"]
    assert candidates(fight, "add zzz") == []


def test_a_candidate_says_what_the_creature_is(tmp_path: Path) -> None:
    fight = at_the_ford(tmp_path)
    (found,) = complete("add bone-d", fight.session.context_for(fight.session.fight))
    assert found.meaning == "level 3 mook, Striker, Small Natural Beast, Undead"


def test_a_large_library_offers_only_a_few(tmp_path: Path) -> None:
    many = "format = 1\n" + "".join(f'[[creature]]\nname = "Rat {n:03}"\nmax_hp = 1\n' for n in range(300))
    fight = at_the_ford(tmp_path, many)
    assert candidates(fight, "add rat") == [f"rat-{number:03}" for number in range(50)]


def test_the_preview_names_the_new_creatures(tmp_path: Path) -> None:
    session = at_the_ford(tmp_path).session
    before = session.fight
    preview = preview_line("add bone-dog x2", session.context_for(before))
    assert preview == ("Bone Dog 1 joins as bone-dog1", "Bone Dog 2 joins as bone-dog2")
    assert session.fight is before
    assert "needs hit points" in preview_line("add bone-do", session.context_for(before))[0]
