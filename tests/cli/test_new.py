"""`orcus-tui new` without a screen: what it adds, prints, writes and refuses, and its exit status."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orcus_tui.builder.draft import Draft
from orcus_tui.builder.draft_file import with_party, write_new
from orcus_tui.builder.draft_line import with_line
from orcus_tui.builder.plan import OpenDraft, Plan, format_levels, open_draft, parse_levels
from orcus_tui.commands.command_error import CommandError
from orcus_tui.errors import Impossible
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.casts.small_library import OWN, library
from tests.helpers.disks.shell import Finished, Shell

PARTY = 'format = 1\nsystem = "orcus"\n' + '[[creature]]\nname = "Hero"\nkind = "pc"\nlevel = 3\nmax_hp = 30\n' * 4

New = Callable[..., Finished]


@pytest.fixture
def new(tmp_path: Path) -> New:
    shell = Shell(tmp_path)
    shell.write("party.toml", PARTY)
    (tmp_path / "creatures").mkdir()
    (tmp_path / "creatures" / "own.toml").write_text(OWN, encoding="utf-8")

    def run(*words: str) -> Finished:
        return shell("new", *words, ORCUS_TUI_CREATURES=str(tmp_path / "creatures"))

    return run


def test_an_encounter_is_written_and_reported(new: New, tmp_path: Path) -> None:
    done = new(
        "the-ford.toml", "--party", "party.toml", "--add", "goblin boss", "--add", "marsh goblin x4 +1",
        "--add", "Bandit x2 hp=20 ac=15 level=2",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        "7 creatures · 674 XP, 168 for each of 4 heroes\n"
        "Budget for 4 heroes of level 3: 600 XP, one standard creature of each hero's level (§Level)\n"
        "Difficulty: 112 % of the budget: harder than standard (674 of 600 XP)\n"
        "Wrote the-ford.toml\n"
    )
    table = tomllib.loads((tmp_path / "the-ford.toml").read_text(encoding="utf-8"))
    assert (table["name"], table["system"], table["party"]) == ("The ford", "orcus", "party.toml")
    assert [(each["name"], each.get("count", 1), each["level"]) for each in table["creature"]] == [
        ("Goblin Boss", 1, 3),
        ("Marsh Goblin", 4, 2),
        ("Bandit", 2, 2),
    ]


def test_an_existing_file_is_only_changed_with_edit(new: New, tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text('# mine\nformat = 1\n[[creature]]\nname = "Ogre" # big\nmax_hp = 50\n', encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    refused = new("ford.toml", "--add", "goblin boss")
    assert (refused.returncode, path.read_text(encoding="utf-8")) == (2, before)
    assert "--edit changes it" in refused.stderr
    done = new("ford.toml", "--edit", "--name", "Ford", "--heroes", "4x3", "--add", "marsh goblin x2")
    assert done.returncode == 0, done.stderr
    after = path.read_text(encoding="utf-8")
    assert after.startswith("# mine\nformat = 1\n")
    assert 'name = "Ogre" # big\nmax_hp = 50\n\n[[creature]]\nname = "Marsh Goblin"\ncount = 2\n' in after
    assert tomllib.loads(after)["name"] == "Ford"


def test_without_a_file_it_prints_the_budget_and_writes_nothing(new: New, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    done = new("--heroes", "2x1", "--add", "marsh goblin x4")
    assert done.returncode == 0
    assert "50 % of the budget: easier than standard (100 of 200 XP)" in done.stdout
    assert done.stdout.endswith("Not written: no FILE given\n")
    assert sorted(tmp_path.rglob("*")) == before


def test_a_system_without_a_budget_says_so(new: New) -> None:
    done = new("--system", "archmage", "--heroes", "3x2", "--add", "Imp hp=26 level=2")
    assert "Difficulty: 33 % of the budget: easier than a fair fight (1 of 3 creatures)" in done.stdout


def open_with_party(tmp_path: Path, party: str, **fields: Any) -> OpenDraft:
    """The draft that is opened if the settings name this party."""
    return open_draft(Plan(**{"file": tmp_path / "ford.toml", "default_party": party, **fields}))


def test_a_new_encounter_has_the_party_of_the_settings(tmp_path: Path) -> None:
    party = tmp_path / "party.toml"
    party.write_text(PARTY, encoding="utf-8")
    opened = open_with_party(tmp_path, str(party))
    assert (opened.draft.party, opened.draft.heroes, opened.remark) == ("party.toml", (3, 3, 3, 3), "")
    assert open_with_party(tmp_path, str(party), heroes="2x5").draft.heroes == (5, 5)
    assert open_with_party(tmp_path, str(party), system="archmage").draft == Draft("Ford", "archmage")


def test_the_party_of_the_settings_in_another_folder_only_sets_the_budget(tmp_path: Path) -> None:
    party = tmp_path / "games" / "party.toml"
    party.parent.mkdir()
    party.write_text(PARTY.replace("orcus", "archmage").replace("max_hp", "recovery = 5\nmax_hp"), encoding="utf-8")
    opened = open_with_party(tmp_path, str(party), file=None)
    assert (opened.draft.system, opened.draft.party, opened.draft.heroes) == ("archmage", "", (3, 3, 3, 3))


def test_a_party_of_the_settings_that_cannot_be_read_is_left_out_and_reported(tmp_path: Path) -> None:
    opened = open_with_party(tmp_path, str(tmp_path / "none.toml"))
    assert opened.draft == Draft("Ford")
    assert opened.remark == f"the settings' party: {tmp_path / 'none.toml'}: there is no such file"


def test_the_party_of_the_settings_is_the_default(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.write("party.toml", PARTY)
    shell.write("config.toml", 'party = "party.toml"\ntheme = "unknown"\n')
    done = shell("new", "--add", "ghoul", ORCUS_TUI_CONFIG=str(tmp_path / "config.toml"))
    assert "Budget for 4 heroes of level 3" in done.stdout
    done = shell("new", "--heroes", "2x4", "--add", "ghoul", ORCUS_TUI_CONFIG=str(tmp_path / "config.toml"))
    assert "Budget for 2 heroes of level 4" in done.stdout


def test_the_party_of_an_earlier_fight_continues_and_the_day_is_summed_up(new: New, tmp_path: Path) -> None:
    new("one.toml", "--party", "party.toml", "--add", "goblin boss x2")
    done = new("two.toml", "--after", "one.toml", "--add", "goblin boss")
    assert done.returncode == 0, done.stderr
    assert "Day of 2 fights · 900 XP, 225 for each of 4 heroes\n1. One: 600 XP · 100 % of the budget\n" in done.stdout
    assert "2. Two: 300 XP · 50 % of the budget\n" in done.stdout
    assert tomllib.loads((tmp_path / "two.toml").read_text(encoding="utf-8"))["party"] == "party.toml"
    third = new("--after", "one.toml", "--after", "two.toml", "--heroes", "2x3", "--add", "cook")
    assert "Day of 3 fights · 1,025 XP, 512 for each of 2 heroes" in third.stdout


def test_the_rest_of_the_budget_is_shown_with_creatures_that_fit(new: New) -> None:
    done = new("--heroes", "4x3", "--add", "goblin boss")
    assert re.search(r"\nLeft: 300 XP, for \d × .+ or \d × .+ or \d × .+\n", done.stdout)
    assert "Left:" not in new("--heroes", "4x3", "--add", "goblin boss x2").stdout


def test_the_budget_is_filled_at_random_and_a_seed_repeats_it(new: New, tmp_path: Path) -> None:
    done = new("one.toml", "--heroes", "4x3", "--fill", "goblin", "--seed", "7")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Filled with seed 7: ")
    assert "% of the budget: standard" in done.stdout
    new("two.toml", "--heroes", "4x3", "--fill", "goblin", "--seed", "7")
    one, two = ((tmp_path / name).read_text(encoding="utf-8").splitlines() for name in ("one.toml", "two.toml"))
    assert [each for each in one if "name = " not in each[:7]] == [each for each in two if "name = " not in each[:7]]
    again = new("--heroes", "4x3", "--fill", "", "--add", "cook")
    assert again.stdout.startswith("Filled with seed ")
    assert re.search(r"[1-9] × Cook", again.stdout), "it may add more of them"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("--add", "marsh gobln"),
            'marsh gobln: no creature "marsh gobln" in the library (did you mean "Marsh Goblin"?)',
        ),
        (("--add", "Ghost level=3"), "Ghost level=3: max_hp: missing"),
        (("--add", "x3"), "x3: name a creature: `goblin x3`"),
        (("--add", "marsh goblin -1"), "the rules go from level 1 to 35"),
        (("--add", "Bandit hp=many"), "hp: expected a whole number"),
        (("--add", "Half a Troll"), "max_hp: missing"),
        (
            ("--heroes", "many", "--add", "cook"),
            "such as 4x3 or 3,3,4, at most 50x, got 'many'",
        ),
        (
            ("--heroes", "4", "--add", "cook"),
            "4 heroes of which level? 4x3 is 4 of level 3, 1x4 one of 4",
        ),
        (("--heroes", "4x3", "--party", "party.toml", "--add", "cook"), "not both"),
        (("--add", "marsh goblin x201"), "marsh goblin x201: at most 200 of one creature"),
        (("--add", "marsh goblin x150", "--add", "marsh goblin x51"), "at most 200 of one creature"),
        (("--add", "marsh goblin count=0"), "count: expected a whole number from 1 to 200"),
        (("none/new.toml", "--add", "cook"), "none/new.toml: not written: no folder none"),
        (("--party", "none.toml", "--add", "cook"), "none.toml: there is no such file"),
        (("--system", "chess", "--add", "cook"), "unknown rules system 'chess'"),
        (("--system", "archmage", "--party", "party.toml", "--add", "A hp=3"), 'the encounter is for "archmage"'),
        (("--edit", "--add", "cook"), "--edit needs a FILE"),
        (("x.toml", "--fill", "goblin"), "no budget to fill: set the heroes first"),
        (("x.toml", "--heroes", "4x3", "--fill", "goblni"), 'no matches for "goblni" (did you mean "goblin"?)'),
        (("x.toml", "--heroes", "4x20", "--fill", "goblin"), "none of these creatures fits into the"),
        (("x.toml", "--after", "party.toml", "--system", "srd5", "--add", "cook"), "--after names a fight for orcus"),
        (("x.toml", "--after", "none.toml", "--add", "cook"), "none.toml: there is no such file"),
        (("x.toml", "--heroes", "4x3", "--seed", "3"), "--seed is for --fill"),
        (("none.toml", "--edit", "--add", "cook"), "there is no such file"),
        (("new.toml",), "the builder needs a terminal to draw on"),
    ],
)
def test_an_impossible_encounter_is_refused_and_not_written(
    new: New, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    before = sorted(tmp_path.glob("*.toml"))
    done = new(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert sorted(tmp_path.glob("*.toml")) == before


def test_an_addition_may_be_written_like_add() -> None:
    own = library()
    for line in ("goblin boss count=2", "goblin boss x2", '"Goblin Boss" x2', "goblin-boss x2"):
        made = with_line(Draft(), line, own)
        assert [(each.name, each.count) for each in made.entries] == [("Goblin Boss", 2)]
    made = with_line(Draft(), "goblin boss hp=10 ac=20", own)
    assert made.entries[0].printed["max_hp"] == 10
    assert made.entries[0].printed["defenses"] == {"ac": 20, "fortitude": 16, "reflex": 14, "will": 15}


def test_a_line_that_names_no_creature_is_refused() -> None:
    for line in ("", "# nothing", '"Goblin Boss'):
        with pytest.raises(CommandError):
            with_line(Draft(), line, library())
    with pytest.raises(Impossible, match="hit points depend on the role"):
        with_line(Draft(), "cook +1", library())


def test_levels_are_read_as_people_write_them() -> None:
    assert parse_levels("4x3") == (3, 3, 3, 3)
    assert parse_levels("3, 3 4") == (3, 3, 4)
    assert parse_levels("2x1,5") == (1, 1, 5)
    assert parse_levels("1x4") == (4,)
    assert format_levels((3, 3, None, 5)) == "2x3, 1x5"
    assert parse_levels(format_levels((2,))) == (2,)


def test_a_creature_of_the_file_is_added_by_a_higher_count(new: New, tmp_path: Path) -> None:
    file = tmp_path / "bog.toml"
    file.write_text('format = 1\nname = "Bog"\n\n[[creature]]\nname = "Bog Ghoul"\nmax_hp = 3\n', encoding="utf-8")
    assert new(str(file), "--edit", "--add", "bog-ghoul x3").returncode == 0
    assert "count = 4" in file.read_text(encoding="utf-8")


def test_an_empty_encounter_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="the encounter has no creatures yet"):
        write_new(Draft("Empty", "orcus"), tmp_path / "empty.toml")
    assert not (tmp_path / "empty.toml").exists()


def test_a_party_in_the_folder_may_be_named_by_its_absolute_path(new: New, tmp_path: Path) -> None:
    file = tmp_path / "ford.toml"
    assert new(str(file), "--party", str(tmp_path / "party.toml"), "--add", "Bandit hp=5").returncode == 0
    assert 'party = "party.toml"' in file.read_text(encoding="utf-8")


def test_the_dead_of_a_party_do_not_count_for_the_budget(tmp_path: Path) -> None:
    ari, bo = (f'[[creature]]\nname = "{name}"\nkind = "pc"\nlevel = 2\nmax_hp = 9\n' for name in ("Ari", "Bo"))
    (tmp_path / "party.toml").write_text(f'format = 1\n{ari}{bo}life = "dead"\n', encoding="utf-8")
    assert with_party(Draft("Ford", "orcus"), tmp_path, "party.toml").heroes == (2,)
