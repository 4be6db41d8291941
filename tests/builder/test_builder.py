"""Encounters being built: their creatures, their difficulty, and the files they are written to."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from orcus_tui import systems
from orcus_tui.builder.difficulty import difficulty_lines, difficulty_of, xp_of
from orcus_tui.builder.draft import (
    Draft,
    Entry,
    creature_of,
    draft_from_table,
    draft_table,
    with_count,
    with_creature,
    with_level_shift,
)
from orcus_tui.builder.draft_file import (
    SavedDraft,
    SourceFile,
    draft_text,
    read_draft,
    save,
    with_party,
    write_changed,
    write_copy,
    write_new,
)
from orcus_tui.errors import Impossible
from orcus_tui.library.library import Library
from orcus_tui.rules.encounter_building import LevelFault
from orcus_tui.screen.builder.draft_rows import block_of
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import SYSTEMS, building
from orcus_tui.systems.archmage import encounters as archmage
from orcus_tui.systems.orcus import encounters as orcus
from tests.helpers.disks.disks import fails
from tests.helpers.project.files import EXAMPLE_FILES, EXAMPLES

BRUTE: dict[str, Any] = {
    "name": "Ogre",
    "level": 4,
    "role": "Wrecker",
    "max_hp": 51,
    "initiative": 3,
    "defenses": {"ac": 16, "fortitude": 17},
    "power": [
        {"name": "Club", "attack": "+9 vs AC", "damage": "1d12+8"},
        {"name": "Stomp", "use": "encounter", "range": "near burst 1", "attack": "+7 vs Reflex", "damage": "1d12 cold"},
    ],
}
MOOK = {"name": "Rat", "kind": "mook", "level": 1, "defenses": {"ac": 15}}


def draft(*creatures: dict[str, Any], system: str = "orcus", heroes: tuple[int | None, ...] = (4, 4, 4, 4)) -> Draft:
    made = Draft("Ford", system, heroes=heroes)
    for each in creatures:
        made = with_creature(made, each)
    return made


def lines(made: Draft) -> list[str]:
    return difficulty_lines(made, "set the heroes")


# The creatures


def test_more_of_a_creature_is_a_higher_count() -> None:
    made = with_creature(draft(MOOK), MOOK, 3)
    assert [(each.name, each.count) for each in made.entries] == [("Rat", 4)]


def test_a_creature_moved_to_another_level_is_a_new_creature() -> None:
    made = with_creature(with_level_shift(draft(BRUTE), 0, 1), BRUTE)
    assert [(each.levels, each.count) for each in made.entries] == [(1, 1), (0, 1)]


def test_a_count_of_zero_removes_a_creature() -> None:
    assert [each.name for each in with_count(draft(BRUTE, MOOK), 0, 0).entries] == ["Rat"]


def test_there_are_never_more_than_a_file_may_say() -> None:
    full = with_count(draft(MOOK), 0, 200)
    for one_more in (
        lambda: with_count(full, 0, 201),
        lambda: with_creature(full, MOOK),
        lambda: with_creature(Draft(), MOOK, 201),
    ):
        with pytest.raises(Impossible, match="at most 200 of one creature"):
            one_more()


@pytest.mark.parametrize("path", EXAMPLE_FILES, ids=lambda path: path.name)
def test_the_tables_of_a_file_become_a_draft_and_the_same_tables(path: Path) -> None:
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    assert draft_table(draft_from_table(table)) == {"system": "orcus", **table}


# The result


def test_in_orcus_a_standard_fight_is_a_standard_creature_for_each_hero() -> None:
    found = difficulty_of(draft(BRUTE, BRUTE, BRUTE, BRUTE))
    assert (found.xp, found.cost, found.budget, found.share) == (700, 700, 700, 1)
    assert lines(draft(BRUTE, BRUTE, BRUTE, BRUTE)) == [
        "4 creatures · 700 XP, 175 for each of 4 heroes",
        "Budget for 4 heroes of level 4: 700 XP, one standard creature of each hero's level (§Level)",
        "Difficulty: 100 % of the budget: standard (700 of 700 XP)",
    ]


@pytest.mark.parametrize(
    ("kind", "level", "xp"),
    [("mook", 2, 31), ("mook", 3, 38), ("mook", 8, 88), ("standard", 10, 500), ("elite", 5, 400), ("boss", 30, 80_000)],
)
def test_orcus_has_xp_by_level_and_rank(kind: str, level: int, xp: int) -> None:
    assert orcus.xp(kind, level) == xp


def test_printed_xp_take_precedence_over_the_table() -> None:
    made = draft({**BRUTE, "xp": 31.25})
    assert difficulty_of(made).xp == 31.25
    assert xp_of(draft(BRUTE), draft(BRUTE).entries[0]) == 175


def test_every_digit_of_large_numbers_is_spoken() -> None:
    said = lines(draft({**BRUTE, "xp": 1_234_567}))
    assert said[0] == "1 creature · 1,234,567 XP, 308,641 for each of 4 heroes"
    assert said[-1].endswith("(1,234,567 of 700 XP)")


def test_a_fight_is_called_easier_or_harder_than_standard() -> None:
    assert lines(draft(BRUTE))[-1] == "Difficulty: 25 % of the budget: easier than standard (175 of 700 XP)"
    assert "125 % of the budget: harder than standard" in lines(draft(*[BRUTE] * 5))[-1]


def test_a_tenth_over_the_budget_is_still_a_standard_fight() -> None:
    imps = [{"name": kind, "level": 6, "kind": kind} for kind in ("standard",) * 4 + ("mook",) * 2]
    said = lines(draft(*imps, system="archmage", heroes=(5,) * 4))[-1]
    assert said == "Difficulty: 110 % of the budget: a fair fight (4.4 of 4 creatures)"


def test_heroes_in_the_encounter_count_and_helpers_are_not_foes() -> None:
    hero = {"name": "Ari", "kind": "pc", "level": 2, "max_hp": 20}
    helper = {"name": "Dog", "side": "party", "level": 1, "max_hp": 8}
    found = difficulty_of(draft(hero, helper, MOOK, heroes=(2,)))
    assert (found.heroes, found.xp, found.budget) == ((2, 2), 25, 250)


@pytest.mark.parametrize(
    ("heroes", "said"),
    [
        ((), "Difficulty: set the heroes"),
        ((4, None), "Difficulty: unknown; some of the heroes have no level"),
        ((31,), "Difficulty: unknown; the rules give no budget for 1 hero of level 31"),
        ((0,), "Difficulty: unknown; the rules give no budget for 1 hero of level 0"),
    ],
)
def test_without_heroes_of_a_known_level_there_is_no_budget(heroes: tuple[int | None, ...], said: str) -> None:
    assert lines(draft(BRUTE, heroes=heroes))[1] == said


def test_a_foe_that_the_rules_have_nothing_for_is_named() -> None:
    elite = {"name": "Duke", "kind": "elite", "level": 3, "max_hp": 50}
    made = draft(elite, system="archmage", heroes=(3, 3))
    assert lines(made)[-1] == "Not counted (the rules give no value): Duke"


def test_level_0_is_a_level_and_a_missing_level_is_none() -> None:
    rat = {"name": "Rat", "max_hp": 9}
    heroes = (1, 1)
    assert (
        "Difficulty: 35 % of the budget" in lines(draft({**rat, "level": 0}, rat, system="archmage", heroes=heroes))[-2]
    )
    assert lines(draft(rat, system="archmage", heroes=heroes))[-1] == (
        "Not counted (the rules give no value): Rat (no level)"
    )
    with pytest.raises(LevelFault, match="it has no level to start from"):
        archmage.change_level(rat, 1)
    assert archmage.change_level({**rat, "level": 0}, 1)["level"] == 1


@pytest.mark.parametrize(
    ("kind", "level", "party", "counts"),
    [
        ("standard", 3, 3, 1),
        ("standard", 1, 3, 0.5),
        ("double", 5, 3, 4),
        ("triple", 7, 3, None),
        ("standard", 8, 3, None),
        ("standard", 6, 5, 1),  # champion: one above
        ("standard", 10, 8, 1),  # epic: two
        ("mook", 2, 2, 1 / 3),
        ("mook", 4, 4, 1 / 4),
        ("mook", 6, 5, 0.2),
        ("weakling", 3, 3, 0.5),
        ("elite", 3, 3, None),
        ("standard", 3, 11, None),
    ],
)
def test_in_the_archmage_engine_creatures_count_by_level_and_strength(
    kind: str, level: int, party: int, counts: float | None
) -> None:
    assert archmage.creature_cost({"kind": kind, "level": level}, (party,) * 4) == counts


@pytest.mark.parametrize(
    ("system", "heroes", "foe", "said"),
    [
        ("orcus", (4, 4), {**BRUTE, "level": 9}, ["Warning: Ogre has level 9, 5 above the party's 4"]),
        ("orcus", (9, 10), BRUTE, ["Warning: Ogre has level 4, 5 below the party's 9"]),
        ("orcus", (8, 8), BRUTE, []),
        ("orcus", (), BRUTE, []),
        ("archmage", (5, 5), {"name": "Imp", "level": 3}, ["Warning: Imp has level 3, 2 below the party's 5"]),
        ("archmage", (5, 5), {"name": "Imp", "level": 10}, []),
        ("true-srd", (3, 3), {"name": "Bat", "level": 8}, ["Warning: Bat has level 8, 5 above the party's 3"]),
        ("srd5", (3, 3), {"name": "Giant", "xp": 1100}, ["Warning: Giant has challenge 4, 1 above the party's 3"]),
        ("srd5", (3, 3), {"name": "Rat", "xp": 10}, []),
        ("srd5", (3, 3), {"name": "Odd", "xp": 11}, []),
    ],
)
def test_a_foe_far_from_the_level_of_the_heroes_gives_a_warning(
    system: str, heroes: tuple[int, ...], foe: dict[str, Any], said: list[str]
) -> None:
    assert [each for each in lines(draft(foe, system=system, heroes=heroes)) if "Warning" in each] == said


def test_srd_5_compares_the_hardest_creature_with_the_heroes() -> None:
    made = draft({"name": "Wolf", "xp": 50}, {"name": "Ogre", "xp": 450}, system="srd5", heroes=(3, 3, 3, 3))
    assert lines(made) == [
        "2 creatures · 500 XP, 125 for each of 4 heroes",
        "Difficulty: the hardest is Ogre, challenge 2, below the party's level 3; four rested heroes should defeat one "
        "creature of their level without a death (§Challenge). The SRD has no measure for several creatures",
    ]
    assert "challenge 1/4, below" in lines(draft({"name": "Wolf", "xp": 50}, system="srd5", heroes=(1,)))[1]


@pytest.mark.parametrize("system", ["srd5", "true-srd", "lanterns"])
def test_a_system_without_a_budget_says_so(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems.WHERE, "lanterns", systems.Location("tests.helpers.casts.lanterns", "LANTERNS"))
    rules = building(system)
    assert rules.measure is None
    assert "encounter budget" in rules.why_no_measure
    assert rules.change_level is None
    assert rules.xp("standard", 1) is None


# Other levels


def test_raising_a_level_in_orcus_gives_the_numbers_of_a_new_creature() -> None:
    ogre = creature_of(draft(BRUTE), with_level_shift(draft(BRUTE), 0, 2).entries[0])
    assert ogre == {
        **BRUTE,
        "level": 6,
        "xp": 250,
        "max_hp": 51 + 2 * 6,
        "initiative": 4,
        "defenses": {"ac": 18, "fortitude": 19},
        "power": [
            {"name": "Club", "attack": "+11 vs AC", "damage": "1d12+11"},
            {**BRUTE["power"][1], "attack": "+9 vs Reflex", "damage": "1d12+3 cold"},
        ],
    }


def test_raising_and_lowering_a_creature_restores_it() -> None:
    ogre = {**BRUTE, "xp": 175}
    club, stomp = ogre["power"]
    raised = orcus.change_level(ogre, 3)
    assert orcus.change_level(raised, -3) == {**ogre, "power": [club, {**stomp, "damage": "1d12 cold"}]}


def test_elites_have_twice_the_hit_points_bosses_four_times_and_mooks_one() -> None:
    for kind, more in (("elite", 12), ("boss", 24)):
        assert orcus.change_level({**BRUTE, "kind": kind}, 1)["max_hp"] == 51 + more
    assert "max_hp" not in orcus.change_level(MOOK, 1)


@pytest.mark.parametrize(
    ("creature", "levels", "why"),
    [
        ({**BRUTE, "level": 0}, 1, "the rules go from level 1 to 35"),
        ({key: value for key, value in BRUTE.items() if key != "level"}, 1, "it has no level"),
        (BRUTE, -4, "the rules go from level 1 to 35"),
        ({**BRUTE, "role": "Cook"}, 1, "hit points depend on the role, and it has none of archer"),
        ({**BRUTE, "kind": "pc"}, 1, "no hit points for the kind pc"),
    ],
)
def test_values_without_a_level_table_stay(creature: dict[str, Any], levels: int, why: str) -> None:
    with pytest.raises(LevelFault, match=why):
        orcus.change_level(creature, levels)


def test_raising_a_level_in_the_archmage_engine_multiplies_the_numbers() -> None:
    lad = {
        "name": "Lad",
        "level": 2,
        "max_hp": 36,
        "initiative": 5,
        "defenses": {"ac": 17},
        "power": [
            {
                "name": "Chip",
                "attack": "+7 vs AC",
                "damage": "7 cold",
                "miss": "half",
                "effects": ["persist 5 cold save"],
            },
            {"name": "Slam", "attack": "+7 vs PD", "damage": "2d6+1", "effects": ["apply dazed save"]},
        ],
    }
    assert archmage.change_level(lad, 1) == {
        "name": "Lad",
        "level": 3,
        "max_hp": 45,
        "initiative": 6,
        "defenses": {"ac": 18},
        "power": [
            {
                "name": "Chip",
                "attack": "+8 vs AC",
                "damage": "9 cold",
                "miss": "half",
                "effects": ["persist 6 cold save"],
            },
            {"name": "Slam", "attack": "+8 vs PD", "damage": "(2d6+1)*5/4", "effects": ["apply dazed save"]},
        ],
    }
    for levels in (-1, 7):
        with pytest.raises(LevelFault):
            archmage.change_level(lad, levels)


def test_halves_are_always_rounded_the_same_way() -> None:
    assert [archmage.times(number, 1) for number in (7, 10, 14, 18)] == [9, 12, 17, 22]
    assert [archmage.party_level(heroes) for heroes in ((2, 3), (3, 4), (3, 4, 4), (4, 5))] == [2, 3, 4, 4]


def test_a_system_without_rules_for_other_levels_moves_nobody() -> None:
    with pytest.raises(LevelFault, match="do not say how"):
        with_level_shift(draft(BRUTE, system="srd5"), 0, 1)


@pytest.mark.parametrize("path", EXAMPLE_FILES, ids=lambda path: path.name)
def test_every_creature_that_ships_can_be_read_on_its_new_level(path: Path, tmp_path: Path) -> None:
    made, _ = read_draft(path)
    for place, entry in enumerate(made.entries):
        if entry.printed.get("kind") != "pc" and entry.printed.get("level") and made.system in SYSTEMS:
            try:
                made = with_level_shift(made, place, 1)
            except LevelFault as why:
                assert "role" in str(why) or building(made.system).change_level is None
    party = EXAMPLES / made.party if made.party else None
    if party:
        (tmp_path / made.party).write_bytes(party.read_bytes())
    draft_text(made, tmp_path / "levelled.toml")


# Files


def test_a_built_encounter_is_written_as_by_hand_and_read_back_the_same(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    write_new(with_creature(draft(BRUTE, heroes=()), MOOK, 4), path)
    text = path.read_text(encoding="utf-8")
    assert text.startswith('format = 1\nname = "Ford"\nsystem = "orcus"\n\n[[creature]]\nname = "Ogre"\n')
    assert list(read_encounter(path).sheets) == ["ogre", "rat1", "rat2", "rat3", "rat4"]


def test_no_file_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(StorageError, match="exists already"):
        write_new(draft(BRUTE), path)
    assert path.read_text(encoding="utf-8") == "mine"


def test_an_unsynced_file_can_be_written_again(tmp_path: Path) -> None:
    failing, path, made = Disk(sync_folder=fails), tmp_path / "ford.toml", draft(BRUTE, heroes=())
    new = save(SavedDraft(made), made, path, disk=failing)
    assert new.source
    assert new.source.warning.startswith("saved, but it may not survive a power failure")
    changed = save(new, with_creature(made, MOOK), path, disk=failing)
    whole = save(changed, with_creature(made, MOOK, 2), path)
    assert whole.source == SourceFile(path, path.read_text(encoding="utf-8"))
    assert list(read_encounter(path).sheets) == ["ogre", "rat1", "rat2"]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"ford\.toml: not written: no folder .*none"):
        write_new(draft(BRUTE), tmp_path / "none" / "ford.toml")
    with pytest.raises(StorageError, match=r"ford\.toml: not written: no folder .*xxx"):
        write_new(draft(BRUTE), tmp_path / ("x" * 300) / "ford.toml")


def test_a_file_with_faults_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="max_hp"):
        write_new(draft({"name": "Ghost"}), tmp_path / "ford.toml")
    assert not list(tmp_path.iterdir())


def test_a_file_changes_only_where_the_draft_differs(tmp_path: Path) -> None:
    path = tmp_path / "duke.toml"
    for name in ("the-duke-of-moths.toml", "party.toml"):
        (tmp_path / name).write_bytes((EXAMPLES / name).read_bytes())
    (tmp_path / "the-duke-of-moths.toml").rename(path)
    before = path.read_text(encoding="utf-8")
    made, source = read_draft(path)
    write_changed(with_creature(with_count(made, 1, 5), MOOK), source)
    after = path.read_text(encoding="utf-8")
    assert after == before.replace("count = 2", "count = 5") + (
        '\n[[creature]]\nname = "Rat"\nkind = "mook"\nlevel = 1\ndefenses = { ac = 15 }\n'
    )


def test_a_copy_has_the_comments_and_the_order_of_its_original(tmp_path: Path) -> None:
    before = (EXAMPLES / "the-widow-of-ash-street.toml").read_text(encoding="utf-8")
    (tmp_path / "archmage-plus-party.toml").write_bytes((EXAMPLES / "archmage-plus-party.toml").read_bytes())
    first, path = tmp_path / "widow.toml", tmp_path / "more-husbands.toml"
    first.write_text(before, encoding="utf-8")
    made, source = read_draft(first)
    husbands = next(place for place, entry in enumerate(made.entries) if entry.count == 2)
    copy = write_copy(with_count(made, husbands, 3), source, path)
    assert path.read_text(encoding="utf-8") == copy.text == before.replace("count = 2", "count = 3")
    assert first.read_text(encoding="utf-8") == before
    with pytest.raises(StorageError, match="exists already"):
        write_copy(made, source, path)


def test_a_file_with_a_byte_order_mark_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    path.write_bytes(b'\xef\xbb\xbfformat = 1\r\n# mine\r\n[[creature]]\r\nname = "A"\r\nmax_hp = 3\r\n')
    made, source = read_draft(path)
    write_changed(with_count(made, 0, 2), source)
    assert path.read_bytes() == source.text.encode().replace(b"max_hp = 3\r\n", b"max_hp = 3\r\ncount = 2\r\n")


def test_a_file_that_another_program_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    write_new(draft(BRUTE), path)
    made, source = read_draft(path)
    path.write_text("format = 1\n", encoding="utf-8")
    with pytest.raises(StorageError, match="has changed since it was opened"):
        write_changed(with_count(made, 0, 2), source)
    assert path.read_text(encoding="utf-8") == "format = 1\n"


def test_a_fight_in_progress_does_not_open_in_the_builder(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text('format = 1\n[fight]\nphase = "setup"\n', encoding="utf-8")
    with pytest.raises(StorageError, match="a fight in progress"):
        read_draft(path)


def test_the_levels_of_a_party_are_read_from_its_file() -> None:
    assert with_party(Draft(), EXAMPLES, "party.toml").heroes == (4, 4, 4, 4)
    for system, party in (("orcus", "none.toml"), ("archmage", "party.toml"), ("orcus", "../party.toml")):
        with pytest.raises(StorageError, match=r"party\.toml|none\.toml"):
            with_party(Draft(system=system), EXAMPLES, party)


def test_a_text_that_mentions_another_level_is_marked_once() -> None:
    power = {"name": "Hatchet", "attack": "+6 vs AC", "text": "+6 vs AC; 5 damage."}
    plain = {"name": "Sneak", "text": "It hides well."}
    goblin = {"name": "Goblin", "kind": "mook", "level": 1, "power": [power, plain]}
    up = creature_of(Draft(), Entry(goblin, levels=1))
    assert [each["text"] for each in up["power"]] == ["As printed for level 1: +6 vs AC; 5 damage.", "It hides well."]
    again = creature_of(Draft(), Entry(up, levels=1))
    assert again["power"][0]["text"] == "As printed for level 1: +6 vs AC; 5 damage."


def test_the_stat_block_of_a_draft_has_facts_about_the_types_of_its_other_creatures() -> None:
    plain = {"max_hp": 20, "defenses": {"ac": 15, "fortitude": 13, "reflex": 12, "will": 11}}
    grudge = {"name": "Grudge", "modifiers": ["+2 attack against pirate"]}
    hunter, sailor = {"name": "Hunter", **plain, "trait": [grudge]}, {"name": "Sailor", **plain, "tags": ["pirate"]}
    draft = Draft(entries=(Entry(hunter), Entry(sailor)))
    assert any("Grudge" in line for line in block_of(draft, Library(Path("nowhere")), hunter))
