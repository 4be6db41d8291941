"""A day of several fights: the heroes that go from one to the next, the sum of the XP, and the text about rests."""

from pathlib import Path

import pytest

from orcus_tui.builder.draft import Draft, Entry
from orcus_tui.builder.plan import day_lines, fight_after, next_fight, read_day
from orcus_tui.storage.storage_error import StorageError

OGRE = {"name": "Ogre", "level": 3, "max_hp": 51}
PARTY = "format = 1\n" + '[[creature]]\nname = "Hero"\nkind = "pc"\nlevel = 3\nmax_hp = 30\n' * 4


def ford(heroes: tuple[int, ...] = (3, 3, 3, 3)) -> Draft:
    return Draft("Ford", heroes=heroes, entries=(Entry(OGRE, 4),))


def write_file(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_day_adds_up_its_fights() -> None:
    mill = Draft("", heroes=(3, 3, 3, 3), entries=(Entry(OGRE, 3),))
    assert day_lines([ford()], mill) == [
        "Day of 2 fights · 1,050 XP, 262 for each of 4 heroes",
        "1. Ford: 600 XP · 100 % of the budget",
        "2. New encounter: 450 XP · 75 % of the budget",
        "After each fight: `finish`, `rest short`, `keep`. Recoveries and daily powers have to last until `rest long`, "
        "and every second fight gives an action point (§Action Points)",
    ]


def test_a_single_fight_is_not_a_day() -> None:
    assert day_lines([], ford()) == []


@pytest.mark.parametrize(
    ("system", "after"),
    [
        ("archmage", "`rest quick`"),
        ("archmage-plus", "`rest full`"),
        ("srd5", "Hit dice"),
        ("true-srd", "`finish`, then `keep`"),
    ],
)
def test_each_system_has_its_own_rests(system: str, after: str) -> None:
    assert after in day_lines([Draft("A", system)], Draft("B", system))[-1]


def test_the_party_continues_to_the_next_fight_or_else_the_heroes_of_the_file() -> None:
    first = Draft("Ford", "orcus", "party.toml", (3, 4), (Entry(OGRE),), {"notes": "wet"})
    assert next_fight(first, "Mill") == Draft("Mill", "orcus", "party.toml", (3, 4))
    hero = {"name": "Ari", "kind": "pc", "level": 2, "max_hp": 9}
    assert next_fight(Draft("Ford", entries=(Entry(hero), Entry(OGRE)))).heroes == (2,)


def test_the_party_is_named_from_the_folder_of_the_new_fight(tmp_path: Path) -> None:
    write_file(tmp_path / "day" / "party.toml", PARTY)
    file = write_file(tmp_path / "day" / "one.toml", 'format = 1\nparty = "party.toml"\n')
    (fight,) = read_day([file])
    assert fight_after(fight, file, "Two", tmp_path).party == "day/party.toml"
    with pytest.raises(StorageError, match=r"party\.toml"):
        fight_after(fight, file, "Two", tmp_path / "elsewhere")


def test_the_fights_of_a_day_are_of_one_system(tmp_path: Path) -> None:
    one = write_file(tmp_path / "one.toml", "format = 1\n")
    two = write_file(tmp_path / "two.toml", 'format = 1\nsystem = "srd5"\n')
    with pytest.raises(StorageError, match=r"two.toml: is for srd5; the first fight of the day is for orcus"):
        read_day([one, two])
