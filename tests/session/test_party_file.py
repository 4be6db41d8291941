"""From fight to fight: on request, the party file has the remaining values of the heroes, and nothing else."""

import tomllib
from pathlib import Path

import pytest

from orcus_tui.session import party_file
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter import read
from orcus_tui.storage.encounter.read import read_encounter

PARTY = """\
# The Lamplighters
format = 1

# Halva guards.
[[creature]]
name = "Halva"      # the tall one
kind = "pc"
level = 4
max_hp = 52         # was 44
initiative_total = 20
recoveries = 10     # a day
defenses = { ac = 21 }

  [[creature.power]]
  name = "Barred Gate"
  use = "daily"

  [[creature.power]]
  name = "Shove"
  use = "encounter"

# Her dog
[[creature]]
name = "Dog"
side = "party"
max_hp = 12
"""
FORD = """\
format = 1
party = "party.toml"

[[creature]]
name = "Ogre"
max_hp = 50
initiative_total = 10
"""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("party.toml").write_text(PARTY, encoding="utf-8")
    Path("ford.toml").write_text(FORD, encoding="utf-8")


def session(encounter: str = "ford.toml", dice: str = "") -> Session:
    path = Path(encounter)
    return Session(read_encounter(path), GivenDice(map(int, dice.split())), encounter=path)


def play_all(running: Session, *lines: str) -> Result:
    """Carries out lines, of which only the last may fail, and gives its result."""
    results = [running.run(each) for each in lines]
    assert not [each.error for each in results[:-1] if each and each.error]
    assert results[-1]
    return results[-1]


def text(path: str = "party.toml") -> str:
    return Path(path).read_text(encoding="utf-8")


def test_nothing_is_written_unasked() -> None:
    play_all(session(dice="5"), "begin", "damage halva 20", "finish")
    assert text() == PARTY


def test_only_changes_are_written_and_comments_stay() -> None:
    result = play_all(
        session(dice="5"), "begin", "damage halva 20", "recover halva", "damage halva 9", 'spend halva "Barred Gate"',
        "temp halva 3", "apply halva slowed save by ogre", "bonus halva +2 ac eont by ogre", "finish", "keep",
    )  # fmt: skip
    assert result.log == (
        "saved to party.toml",
        "Halva: hp 36, temp hp 3, recoveries 9, spent Barred Gate, counters streak 1, with 1 effect",
    )
    added = """\
max_recoveries = 10
hp = 36
temp_hp = 3
spent = ["Barred Gate"]
counters = { streak = 1 }
effect = [{ name = "slowed", duration = "save ends" }]
"""
    before = PARTY.replace("recoveries = 10     # a day", "recoveries = 9     # a day")
    made = text()
    assert sorted(set(made.splitlines()) - set(before.splitlines())) == sorted(added.splitlines())
    assert [line for line in made.splitlines() if line not in added.splitlines()] == before.splitlines()


def test_the_next_fight_begins_with_the_saved_values_until_a_long_rest() -> None:
    play_all(session(dice="5"), "begin", "damage halva 20", 'spend halva "Barred Gate"', "finish", "keep")
    next_one = session(dice="5")
    halva = next_one.fight.states["halva"]
    assert (halva.hp, halva.spent, dict(halva.counters)) == (32, ("Barred Gate",), {"streak": 1})
    assert next_one.fight.sheets["halva"].max_recoveries == 10
    play_all(next_one, "begin", "finish")
    assert next_one.fight.states["halva"].action_points == 2  # a streak of two encounters
    result = play_all(next_one, "rest long", "keep")
    assert result.log[1] == "Halva: hp 52, spent nothing, no counters"
    rested = session()
    play_all(rested, "rest long")
    assert session().fight.states["halva"] == rested.fight.states["halva"]
    assert play_all(next_one, "keep").log == ("party.toml is up to date already",)


def test_a_full_rest_restores_the_file_to_its_state_before_the_fight() -> None:
    running = session(dice="5")
    lines = ("damage halva 20", "recover halva", 'spend halva "Barred Gate"', "temp halva 3", "counter halva.torches 2")
    play_all(running, "begin", *lines, "apply halva slowed save by ogre", "finish", "keep")
    assert text() != PARTY
    play_all(running, "rest long", "counter halva.torches 0", "remove halva all", "keep")
    assert text() == PARTY.replace("= { ac = 21 }\n", "= { ac = 21 }\ncounters = { torches = 0 }\n")


def test_a_line_with_a_comment_keeps_it_and_gets_the_new_value() -> None:
    hurt = PARTY.replace("# was 44\n", "# was 44\nhp = 9  # the ogre\n# used in the cellar\nspent = ['Barred Gate']\n")
    Path("party.toml").write_text(hurt, encoding="utf-8")
    play_all(session(), "rest long", "keep")
    rested = hurt.replace("hp = 9  # the", "hp = 52  # the").replace("['Barred Gate']", "[]")
    assert text() == rested


def test_a_hero_added_during_the_fight_is_named_and_not_written() -> None:
    running = session(dice="5 6")
    added = "add Zed kind=pc hp=20"
    done = play_all(running, added, "begin", "damage halva 20", "finish", "keep")
    left_out = "not saved: Zed (not in party.toml)"
    assert done.log == ("saved to party.toml", "Halva: hp 32, counters streak 1", left_out)
    assert "Zed" not in text()
    assert play_all(running, "keep").log == ("party.toml is up to date already", left_out)


def test_the_dead_stay_dead() -> None:
    result = play_all(session(dice="5"), "begin", "apply halva slowed save", "damage halva 90", "finish", "keep")
    assert result.log == ("saved to party.toml", "Halva: dead")
    running = session(dice="5")
    halva = running.fight.states["halva"]
    assert (halva.life, halva.hp) == ("dead", -38)
    result = play_all(running, "remove halva slowed", "revive halva 5", "keep")
    assert result.log == ("saved to party.toml", "Halva: hp 5, alive, without effects")


def test_hit_points_below_zero_have_the_minus_sign_of_the_log() -> None:
    result = play_all(session(dice="5"), "begin", "damage halva 57", "stabilize halva", "finish", "keep")
    assert result.log[1].startswith("Halva: hp −5, stable")


def test_nothing_is_saved_during_the_fight() -> None:
    assert "the fight is not over" in play_all(session(dice="5"), "begin", "keep").error
    assert text() == PARTY


def test_another_file_may_be_named_and_the_party_file_stays() -> None:
    running = session(dice="5")
    assert not play_all(running, "begin", "damage halva 20", "finish", "keep later.toml").error
    assert text() == PARTY
    assert 'name = "Halva"      # the tall one' in text("later.toml")
    assert tomllib.loads(text("later.toml"))["creature"][0]["hp"] == 32


def test_heroes_of_the_encounter_itself_get_a_party_file_when_one_is_named() -> None:
    Path("ford.toml").write_text(PARTY + FORD.split("\n", 2)[2], encoding="utf-8")
    running = session(dice="5")
    assert (
        "no party file; `keep FILE` creates one"
        in play_all(running, "begin", "damage halva 20", "finish", "keep").error
    )
    assert "the encounter itself" in play_all(running, "keep ford.toml").error
    assert play_all(running, "rest long", "keep heroes.toml").log == ("saved to heroes.toml: Halva",)
    assert "counters" not in text("heroes.toml")
    running.run("damage halva 20")
    assert play_all(running, "keep heroes.toml").log == ("saved to heroes.toml", "Halva: hp 32")
    Path("next.toml").write_text(FORD.replace("party.toml", "heroes.toml"), encoding="utf-8")
    assert session("next.toml").fight.states["halva"].hp == 32


def test_a_new_party_file_has_the_effects_that_foes_left_with_their_powers() -> None:
    ford = FORD + '\n  [[creature.power]]\n  name = "Scald"\n  effects = ["persist 5 fire save"]\n'
    Path("ford.toml").write_text(PARTY + ford.split("\n", 2)[2], encoding="utf-8")
    lines = ("begin", "use scald halva by ogre", "damage halva 90", "finish", "keep heroes.toml")
    assert not play_all(session(dice="5"), *lines).error
    halva = tomllib.loads(text("heroes.toml"))["creature"][0]
    assert (halva["life"], halva["effect"][0]["power"]) == ("dead", "Scald")


def test_a_new_party_file_that_would_not_give_the_same_heroes_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = party_file.creature_table
    monkeypatch.setattr(party_file, "creature_table", lambda *of: {**whole(*of), "counters": {"luck": 3}, "max_hp": 9})
    Path("ford.toml").write_text(PARTY + FORD.split("\n", 2)[2], encoding="utf-8")
    error = play_all(session(), "keep heroes.toml").error
    assert "not changed: the new text would not match the heroes" in error
    assert not Path("heroes.toml").exists()


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (FORD, "is not a party file"),
        ("format = 1\n", "is not a party file"),
        ('format = 1\n[[creature]]\nname = "Somebody"\nmax_hp = 3\n', "has a Somebody, who is not in this fight"),
        ('format = 1\nsystem = "archmage"\n[[creature]]\nname = "Halva"\nmax_hp = 3\n', "is for archmage"),
        ("format = ", "other.toml:1:"),
    ],
)
def test_a_file_of_other_heroes_is_left_alone(other: str, why: str) -> None:
    Path("other.toml").write_text(other, encoding="utf-8")
    assert why in play_all(session(), "keep other.toml").error
    assert text("other.toml") == other


def test_several_of_one_entry_that_differ_are_refused_and_nothing_is_written() -> None:
    Path("party.toml").write_text(PARTY + "count = 2\n", encoding="utf-8")
    error = play_all(session(dice="5"), "begin", "damage dog1 3", "finish", "keep").error
    assert "Dog: 2 share one entry" in error
    assert text() == PARTY + "count = 2\n"


def test_a_hero_with_a_namesake_among_the_foes_is_known() -> None:
    Path("ford.toml").write_text(FORD.replace("Ogre", "Dog"), encoding="utf-8")
    running = session(dice="5")
    assert list(running.fight.sheets) == ["halva", "dog1", "dog2"]
    play_all(running, "begin", "damage dog1 3", "damage dog2 9", "finish", "keep")
    assert tomllib.loads(text())["creature"][1]["hp"] == 9


def test_in_the_archmage_engine_wounds_and_lost_powers_continue() -> None:
    party = 'format = 1\nsystem = "archmage"\n[[creature]]\nname = "Ari"\nkind = "pc"\nlevel = 2\nmax_hp = 30\n'
    power = '[[creature.power]]\nname = "Song"\nuse = "recharge 11"\n'
    Path("party.toml").write_text(party + power, encoding="utf-8")
    ford = FORD.replace("party =", 'system = "archmage"\nparty =') + "[options]\nlasting_wound = true\n"
    Path("ford.toml").write_text(ford, encoding="utf-8")
    running = session(dice="5 3")
    play_all(running, "begin", "damage ari 31", "heal ari 5", "spend ari song", "finish", "rest short", "keep")
    again = session()
    assert again.fight.sheets["ari"].max_hp == 26
    assert again.fight.states["ari"].used == ("lost until after the next battle: Song",)
    play_all(again, "rest long", "keep")
    assert session().fight.sheets["ari"].max_hp == 30


def test_effects_of_minutes_are_saved_and_heroes_return_to_their_own_form() -> None:
    running = session(dice="5")
    lines = ("begin", "apply halva invisible 1h by ogre", "apply halva slowed 3r", "become halva dog own", "finish")
    play_all(running, *lines, "pass 10m", "keep")
    assert 'effect = [{ name = "invisible", duration = "500 rounds" }]' in text()
    assert "hp = " not in text().split("# Her dog")[0].replace("max_hp = ", "")


def test_a_hero_that_lies_prone_stands_up_before_the_next_fight() -> None:
    running = session(dice="5")
    play_all(running, "begin", "apply halva prone", "apply halva slowed save", "finish", "keep")
    assert 'effect = [{ name = "slowed"' in text()
    assert "prone" not in text()


def test_saved_values_use_the_words_of_the_system() -> None:
    party = 'format = 1\nsystem = "srd5"\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 30\nrecoveries = 3\n'
    Path("party.toml").write_text(party + 'recovery = "1d8"\n', encoding="utf-8")
    Path("ford.toml").write_text(FORD.replace("party =", 'system = "srd5"\nparty ='), encoding="utf-8")
    result = play_all(session(dice="5 5"), "begin", "damage ari 20", "finish", "recover ari", "keep")
    assert result.log[-1] == "Ari: hp 15, hit dice 2"
    assert "recoveries = 2" in text()


def test_nothing_is_saved_next_to_an_encounter_that_comes_with_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, here = tmp_path / "program", tmp_path / "here"
    program.mkdir()
    here.mkdir()
    for name in ("party.toml", "ford.toml"):
        Path(name).rename(program / name)
    monkeypatch.chdir(here)
    monkeypatch.setattr(read, "PROGRAM", program)
    fight = session(str(program / "ford.toml"))
    assert fight.run("keep").error == "no party file; `keep FILE` creates one"
    fight.run("keep heroes.toml")
    fight.run("write")
    assert sorted(each.name for each in here.iterdir()) == ["ford-fight.toml", "heroes.toml"]
    assert (program / "party.toml").read_text(encoding="utf-8") == PARTY
