"""A day of fights: the state of the party between fights, the fight in which it loses, and refusals."""

import pytest
from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.fight import Fight
from orcus_tui.rules.system.habits import FOCUSED, HUNTING
from orcus_tui.simulation.day import NO_REST, Day, play_day, rests_of
from orcus_tui.simulation.forecast import Forecast, Plan, forecast_days
from orcus_tui.simulation.output import as_json, forecast_lines, title
from orcus_tui.simulation.play_out import Pair, play_out
from orcus_tui.simulation.player_process import Player, Ticket
from orcus_tui.simulation.verdict import breaking_fight, verdict
from orcus_tui.storage.encounter.read import read_encounter
from tests.helpers.casts.duels import fight_of, fighter
from tests.helpers.fights.random_fights import begin_small_fight
from tests.helpers.project.files import EXAMPLES

PAIR = Pair(FOCUSED, HUNTING)
SURE = [{"name": "Club", "attack": "+40 vs AC", "damage": "6"}]
BLAST = {"name": "Blast", "attack": "+40 vs AC", "damage": "6", "use": "daily"}
ARI = fighter("Ari", "party", max_hp=40, power=SURE, initiative=90, recoveries=4)


def fight(*, name: str = "pit", hero: dict[str, object] = ARI, hp: int = 20, system: str = "orcus") -> Fight:
    """A hero against a rat that deals 6 a round until it has taken `hp`."""
    return replace(fight_of(hero, fighter("Rat", "foes", max_hp=hp, power=SURE), system=system), name=name)


def found(*fights: Fight, rest: str = "short", count: int = 5) -> Forecast:
    *_, ((last),) = forecast_days((Day(fights, rest),), Plan((PAIR,), fights=count))
    return last


def test_a_day_of_one_fight_has_the_odds_of_that_fight() -> None:
    assert play_day(Day((fight(),)), PAIR, 1, 3) == play_out(fight(), PAIR, 1, 3)


def test_a_process_plays_the_same_days_in_any_order() -> None:
    shipped = read_encounter(EXAMPLES / "the-bell-choir.toml")
    day = Day((shipped, shipped), "short")
    pairs = (PAIR, Pair(HUNTING, FOCUSED))
    tickets = [Ticket(0, 0, pair, 1, number) for number in (2, 3) for pair in pairs]
    alone = [play_day(day, each.pair, each.seed, each.number) for each in tickets]
    assert any(len(each.fights) == 2 for each in alone)
    player = Player((day,))
    assert [player.play(each) for each in tickets] == alone
    assert [player.play(each) for each in tickets[::-2] + tickets[1::-2]] == alone[::-2] + alone[1::-2]


def test_without_a_rest_damage_adds_up_until_the_party_falls() -> None:
    day = play_day(Day((fight(),) * 4), PAIR, 1, 0)
    assert [each.end for each in day.fights] == ["won", "won", "lost"]
    first, second, third = (each.hp["ari"] for each in day.fights)
    assert 40 > first > second > third
    assert (day.end, day.hp, day.fell) == ("lost", day.fights[-1].hp, frozenset({"ari", "rat"}))
    assert day.rounds == sum(each.rounds for each in day.fights)


def test_in_a_rest_the_hurt_spend_recoveries_and_then_continue() -> None:
    day = play_day(Day((fight(),) * 3, "short"), PAIR, 1, 0)
    assert [each.end for each in day.fights] == ["won"] * 3
    assert day.recoveries < day.fights[0].recoveries


def test_daily_powers_stay_spent_after_a_short_rest_and_come_back_after_a_long_one() -> None:
    hero = {**ARI, "power": [*SURE, BLAST]}
    limited = {rest: play_day(Day((fight(hero=hero),) * 2, rest), PAIR, 1, 0) for rest in ("short", "long")}
    assert [each.limited for each in limited["short"].fights] == [0, 0]
    assert limited["long"].fights[1].hp["ari"] >= limited["short"].fights[1].hp["ari"]


@pytest.mark.parametrize("name", ["the-ice-house", "the-bear-in-the-orangery", "the-tithe-barn-at-marl"])
def test_every_rest_of_the_system_can_be_taken_and_the_party_continues(name: str) -> None:
    shipped = read_encounter(EXAMPLES / f"{name}.toml")
    for rest in rests_of(shipped.system):
        days = [play_day(Day((shipped, shipped), rest), PAIR, 1, number) for number in range(4)]
        assert {len(each.fights) for each in days if each.fights[0].end == "won"} <= {2}


def test_a_forecast_of_a_day_says_in_which_fight_it_breaks() -> None:
    day = found(
        fight(name="Ford"), fight(name="Ice house"), fight(name="Mill"), fight(name="Gate"), rest=NO_REST, count=9
    )
    lines = ["".join(map(str, line)) for line in forecast_lines(day)]
    assert title(day) == "Ford, then Ice house, then Mill, then Gate, Orcus"
    assert breaking_fight(day) == 3
    assert verdict(day) == "The foes have the edge; most lost days end in fight 3, Mill; Ari likely falls."
    assert "The party won 0 of 9 days, too few for a range (seed 1)" in lines
    assert [each[:22].split("  ")[0] for each in lines if each[:2] in ("1.", "2.", "3.", "4.")] == [
        "1. Ford",
        "2. Ice house",
        "3. Mill",
        "4. Gate",
    ]
    assert "After each fight: no rest." in lines


def test_the_document_of_a_day_lists_its_fights() -> None:
    document = as_json(found(fight(name="Ford"), fight(name="Mill", hp=900)))
    assert (document["format"], document["name"], document["rest"]) == (1, "Ford, then Mill", "short")
    assert [(each["name"], each["reached"], each["won"]) for each in document["fights"]] == [
        ("Ford", 5, 5),
        ("Mill", 5, 0),
    ]
    assert document["breaks_in"] == 2
    assert not {"rest", "fights", "breaks_in"} & as_json(found(fight())).keys()


def test_a_day_that_is_won_has_no_breaking_point() -> None:
    assert breaking_fight(found(fight(), fight())) is None


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (fight(name="Mill", system="archmage"), "Mill is for archmage; the day began in orcus"),
        (fight(name="Mill", hero={**ARI, "max_hp": 41}), "Mill has other heroes than pit: a day has one party"),
        (fight(name="Mill", hero={**ARI, "name": "Bel"}), "Mill has other heroes than pit: a day has one party"),
        (begin_small_fight("next").fight, "The ford has begun; only the first fight of a day can"),
    ],
)
def test_fights_that_do_not_belong_together_are_refused(other: Fight, message: str) -> None:
    with pytest.raises(Impossible, match=message):
        found(fight(), other)


def test_the_same_seed_gives_the_same_day() -> None:
    day = Day((fight(), fight(hp=30)), "short")
    assert play_day(day, PAIR, 5, 2) == play_day(day, PAIR, 5, 2)
