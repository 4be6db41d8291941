"""The column next to the budget: the effect of a change to each foe on the odds."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from orcus_tui.builder.draft import Draft, Entry
from orcus_tui.builder.plan import OpenDraft
from orcus_tui.errors import OrcusError
from orcus_tui.screen.builder import comparison
from orcus_tui.screen.builder.comparison import CHANGES, Comparison, compare
from orcus_tui.screen.workers import background_plan
from orcus_tui.simulation.forecast import Plan
from tests.helpers.casts.duels import TITANS
from tests.helpers.screen.builder import building, until_drawn
from tests.helpers.screen.driver import pane_text, play, press, seen, until

DEFENSES = {"ac": 15, "fortitude": 15, "reflex": 15, "will": 15}
CLUB = [{"name": "Club", "attack": "+6 vs AC", "damage": "1d8+2"}]
ARI = Entry({"name": "Ari", "kind": "pc", "max_hp": 32, "defenses": DEFENSES, "power": CLUB})
RAT = Entry({"name": "Rat", "level": 1, "max_hp": 12, "defenses": DEFENSES, "power": CLUB}, 3)
FORD = Draft("Ford", entries=(ARI, RAT))
ONE_FEWER, ONE_MORE = CHANGES[:2]


@pytest.fixture(autouse=True)
def few_fights_played_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "BATCH", 6)
    monkeypatch.setattr(comparison, "DEBOUNCE", 0)
    monkeypatch.setattr(comparison, "background_plan", plan_here)


def plan_here(system: str, fights: int | None) -> Plan:
    """Plays the same fights without starting other processes first."""
    return replace(background_plan(system, fights), processes=1, plays_here=True)


def looks(draft: Draft, change: comparison.Change = ONE_FEWER) -> list[Comparison]:
    return [*compare(draft, Path(), change, lambda: False)]


def test_the_odds_come_first_and_then_the_difference_for_each_foe() -> None:
    first, *_, last = looks(FORD)
    assert [first.odds[1].split(":")[0], last.odds[1].split(":")[0]] == ["9 fights played so far", "54 fights played"]
    assert all(each.odds[0].startswith("Odds: ") and " ±" in each.cell(1) for each in (first, last))
    assert Comparison(FORD, ONE_FEWER).cell(1) == "…"
    assert last.cell(0) == ""
    assert last.cell(1).startswith("+")
    assert " ±" in last.cell(1)


def test_a_change_that_makes_no_difference_after_a_few_fights_may_still_make_one() -> None:
    sure = Draft("Ford", entries=(Entry({**ARI.printed, "max_hp": 900}), RAT))
    first, *_, last = looks(sure)
    assert [first.cell(1), last.cell(1)] == ["0 ±30", "0 ±7"]


def test_one_more_foe_lowers_the_odds() -> None:
    assert looks(Draft("Ford", entries=(ARI, Entry(RAT.printed))), ONE_MORE)[-1].cell(1).startswith("−")


def test_a_change_that_leaves_nobody_to_fight_is_not_compared() -> None:
    alone = Draft("Ford", entries=(ARI, Entry(RAT.printed)))
    assert looks(alone)[-1].cell(1) == "–"


def test_events_of_a_creature_that_the_change_removes_do_not_matter() -> None:
    noted = Draft("Ford", entries=(ARI, RAT), head={"event": [{"at": "rat3 dies", "text": "The others flee."}]})
    assert looks(noted)[-1].cell(1).startswith("+")


def test_creatures_of_the_library_are_summoned() -> None:
    call = {"name": "Call", "use": "encounter", "range": "self", "effects": ["summon Titan"]}
    strong, caller = Entry({**ARI.printed, "max_hp": 900}), Entry({**RAT.printed, "power": [call]}, 2)
    draft = Draft("Ford", entries=(strong, caller))
    *_, last = compare(draft, Path(), ONE_FEWER, lambda: False, TITANS)
    assert looks(draft)[-1].odds[0] == "Odds: The party likely wins."
    assert last.odds[0].startswith("Odds: The party likely loses")


def test_it_stops_on_request() -> None:
    assert [*compare(FORD, Path(), ONE_FEWER, lambda: True)] == []


def test_an_unplayable_draft_gives_the_reason() -> None:
    with pytest.raises(OrcusError, match="there are no heroes to play the fight with: a party file brings them"):
        looks(Draft("Ford", entries=(RAT,)))


async def go_to_foe(pilot: Pilot[Any]) -> None:
    """Goes to the second creature of the encounter, if it has one."""
    await until_drawn(pilot)
    await press(pilot, "tab", "down")


def test_v_compares_each_change_in_turn_and_then_stops() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await go_to_foe(pilot)
        await press(pilot, "v")
        assert "Comparing with one fewer; v compares another change" in "\n".join(seen(pilot))
        await until(pilot, lambda: " ±" in pane_text(pilot, "encounter"))
        assert "the party won" in pane_text(pilot, "encounter")
        await press(pilot, "v", "v", "v")
        assert "What if a level lower" in pane_text(pilot, "encounter")
        await press(pilot, "v")
        assert "What if" not in pane_text(pilot, "encounter")

    play(building(OpenDraft(FORD)), script)


def test_another_encounter_is_compared_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def noting(draft: Draft, *others: Any, **library: Any) -> Iterator[Comparison]:
        compared.append(draft.entries[1].count)
        return compare(draft, *others, **library)

    monkeypatch.setattr(comparison, "compare", noting)
    monkeypatch.setattr(comparison, "background_plan", background_plan)

    async def script(pilot: Pilot[Any]) -> None:
        await go_to_foe(pilot)
        await press(pilot, "v")
        await until(pilot, lambda: " ±" in pane_text(pilot, "encounter"))
        await press(pilot, "down", "up", "down", "+")
        await until(pilot, lambda: compared == [3, 4] and " ±" in pane_text(pilot, "encounter"))

    play(building(OpenDraft(FORD)), script)


def test_without_heroes_it_says_so_in_place_of_the_odds() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await go_to_foe(pilot)
        await press(pilot, "v")
        await until(pilot, lambda: "Odds: there are no heroes" in pane_text(pilot, "encounter"))

    play(building(OpenDraft(Draft("Ford", entries=(RAT,)))), script)
