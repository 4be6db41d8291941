"""Creatures that fit into the rest of the budget: proposals, best first, and a random fill that a seed repeats."""

from pathlib import Path
from random import Random

import pytest

from orcus_tui.builder.budget_fill import MOST_KINDS, MOST_OF_A_KIND, fill_budget, proposals, read_fill, room_in
from orcus_tui.builder.difficulty import difficulty_of
from orcus_tui.builder.draft import Draft, with_creature
from orcus_tui.builder.draft_line import with_line
from orcus_tui.errors import Impossible
from orcus_tui.library.library import Library
from tests.helpers.casts.library import library_at

FOUR = (3, 3, 3, 3)


def test_the_rest_of_the_budget_excludes_the_foes(tmp_path: Path) -> None:
    room = room_in(with_line(Draft(heroes=FOUR), "mud goblin x2", library_at(tmp_path)))
    assert (room.left, room.most, room.unit) == (400, 460, "XP")


@pytest.mark.parametrize(
    ("system", "heroes", "line", "why"),
    [
        ("srd5", FOUR, "", "no budget to fill: the rules give creatures XP and a challenge"),
        ("true-srd", FOUR, "", "no budget to fill: the rules give creatures levels"),
        ("orcus", (), "", "no budget to fill: set the heroes first"),
        ("orcus", FOUR, "mud goblin x6", "the budget is spent: 600 of 600 XP"),
        ("orcus", (10,) * 4, "", "none of these creatures fits into the 2,000 XP left"),
    ],
)
def test_a_refusal_to_fill_says_why(tmp_path: Path, system: str, heroes: tuple[int, ...], line: str, why: str) -> None:
    library = library_at(tmp_path)
    draft = Draft(system=system, heroes=heroes)
    draft = with_line(draft, line, library) if line else draft
    with pytest.raises(Impossible, match=why):
        fill_budget(draft, library.search(system, "level 1-5"), library, Random(1))


def test_the_best_fits_come_first_and_relatives_before_others(tmp_path: Path) -> None:
    library = library_at(tmp_path)
    alone = [str(each) for each in proposals(Draft(heroes=FOUR), library.creatures("orcus"))]
    assert alone == ["3 × Barrow Wight", "6 × Mud Goblin", "8 × Bone Pile", "1 × Fen Ghost", "8 × Bone Dog"]
    haunted = with_line(Draft(heroes=FOUR), "fen ghost", library)
    assert [str(each) for each in proposals(haunted, library.creatures("orcus"))][:2] == [
        "1 × Barrow Wight",
        "5 × Bone Pile",
    ]


def test_creatures_too_far_from_the_heroes_are_not_proposed(tmp_path: Path) -> None:
    library = library_at(tmp_path)
    names = [each.creature.facts.name for each in proposals(Draft(heroes=(9,) * 5), library.creatures("orcus"))]
    assert "Wolf-of-9 Moons" in names
    assert "Mud Goblin" not in names


def fill(library: Library, seed: int, query: str = "") -> dict[str, int]:
    draft = fill_budget(Draft(heroes=(4,) * 5), library.search("orcus", query), library, Random(seed))
    assert 0.9 <= (difficulty_of(draft).share or 0) <= 1.1
    return {each.name: each.count for each in draft.entries}


def test_a_seed_fills_the_budget_and_repeats(tmp_path: Path) -> None:
    library = library_at(tmp_path)
    fills = [fill(library, seed) for seed in range(12)]
    assert fills == [fill(library, seed) for seed in range(12)]
    assert len({tuple(sorted(each.items())) for each in fills}) > 3
    assert all(len(each) <= MOST_KINDS and max(each.values()) <= MOST_OF_A_KIND for each in fills)


def test_only_what_is_searched_for_fills_a_budget(tmp_path: Path) -> None:
    assert set(fill(library_at(tmp_path), 1, "undead not bone")) <= {"Barrow Wight", "Fen Ghost"}


def test_existing_entries_stay(tmp_path: Path) -> None:
    library = library_at(tmp_path)
    mine = with_creature(Draft(heroes=FOUR), {"name": "Duke", "level": 3, "kind": "elite"})
    assert fill_budget(mine, library.search("orcus", "undead"), library, Random(2)).entries[0] == mine.entries[0]


def test_a_creature_with_faults_fills_nothing(tmp_path: Path) -> None:
    broken = 'format = 1\n[[creature]]\nname = "Half a Troll"\nlevel = 3\n'
    library = library_at(tmp_path, broken)
    with pytest.raises(Impossible, match="none of these creatures fits"):
        fill_budget(Draft(heroes=FOUR), library.search("orcus", "troll"), library, Random(1))


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("undead seed 7", ("undead", 7)),
        ("level 1-3 or dragon   seed 12 ", ("level 1-3 or dragon", 12)),
        ("seed 3", ("", 3)),
        ("linseed", ("linseed", 42)),
        ("", ("", 42)),
    ],
)
def test_a_seed_is_read_from_the_end_of_what_is_typed(typed: str, read: tuple[str, int]) -> None:
    class Always42:
        def randint(self, a: int, b: int) -> int:
            return min(a + 41, b)

    assert read_fill(typed, Always42()) == read
