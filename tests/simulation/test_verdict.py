"""The sentence that a forecast opens with."""

import pytest

from orcus_tui.rules.system.habits import FOCUSED, HUNTING, SPREADING
from orcus_tui.simulation.day import Day
from orcus_tui.simulation.forecast import Forecast, PairOdds, Plan
from orcus_tui.simulation.output import Bar
from orcus_tui.simulation.play_out import End, Pair, PlayedFight
from orcus_tui.simulation.verdict import verdict
from tests.helpers.casts.duels import fight_of, fighter

PAIRS = Pair(FOCUSED, HUNTING), Pair(FOCUSED, SPREADING)
FIGHT = fight_of(*(fighter(name, "party") for name in ("Ari", "Bel", "Cor")), fighter("Ogre", "foes"))


def played(number: int, end: End, fell: frozenset[str], died: frozenset[str]) -> PlayedFight:
    return PlayedFight(number, end, 5, fell, died, {}, 0, 0)


def found(
    *won: int, of: int = 400, fell: tuple[str, ...] = (), falls: int = 0, dies: int = 0, day: Day | None = None
) -> Forecast:
    """A forecast with the number of fights that each pair won; the creatures in `fell` fell in the first `falls` of
    each.
    """
    pairs = []
    for pair, count in zip(PAIRS, won, strict=False):
        fights = [
            played(
                number,
                "won" if number < count else "lost",
                frozenset(fell if number < falls else ()),
                frozenset(fell if number < dies else ()),
            )
            for number in range(of)
        ]
        pairs.append(PairOdds(pair, tuple(fights)))
    return Forecast(day or Day((FIGHT,)), Plan(PAIRS), tuple(pairs), (), is_complete=True)


@pytest.mark.parametrize(
    ("forecast", "sentence"),
    [
        (found(400, 396), "The party almost surely wins."),
        (found(340, 330), "The party likely wins."),
        (found(260, 250), "The party has the edge."),
        (found(210, 190), "About even."),
        (found(140, 130), "The foes have the edge."),
        (found(60, 50), "The party likely loses."),
        (found(0, 0), "The party almost surely loses."),
        (found(320, 80), "About even, but much depends on how both sides play."),
        (found(9, of=9), "The party has the edge."),
        (found(5, of=9, fell=("ari",), falls=9), "About even; Ari likely falls."),
        (found(5, of=9, fell=("ari",), falls=5), "About even; Ari may fall."),
        (found(200, 200, fell=("ari",), falls=300), "About even; Ari likely falls."),
        (found(200, 200, fell=("ari", "bel"), falls=300), "About even; Ari and Bel likely fall."),
        (found(200, 200, fell=("ari", "bel", "cor"), falls=300), "About even; all heroes likely fall."),
        (found(200, 200, fell=("ari",), falls=300, dies=250), "About even; Ari likely dies."),
        (found(200, 200, fell=("ari",), falls=150, dies=130), "About even; Ari may die."),
        (found(200, 200, fell=("ari",), falls=50), "About even."),
    ],
)
def test_the_sentence_names_the_likely_winner_and_the_likely_falls(forecast: Forecast, sentence: str) -> None:
    assert verdict(forecast) == sentence


@pytest.mark.parametrize(
    ("bar", "signs"),
    [
        (Bar(0, 0), "░" * 14),
        (Bar(1, 1), "█" * 14),
        (Bar(0.5, 0.5), "█" * 7 + "░" * 7),
        (Bar(0.25, 0.75), "█" * 4 + "▒" * 6 + "░" * 4),
    ],
)
def test_a_bar_is_full_up_to_the_low_end_and_lighter_up_to_the_high_end(bar: Bar, signs: str) -> None:
    assert str(bar) == signs
