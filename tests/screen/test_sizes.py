"""No size of the screen shows less than a smaller one: what is visible is counted from 40 columns to 300."""

from itertools import pairwise
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.session.session import Session
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.project.exhaustive import some_of
from tests.helpers.screen.driver import play, press, resize, row_of, seen, tracker

SHOTS = [power(name, 'attack = "+8 vs AC"\ndamage = "1d10+5"') for name in ("Longbow", "Volley", "Twin Arrows", "Net")]
HEROES = [hero(name, 20 - at, "", *SHOTS) for at, name in enumerate(("Zinnia", "Pater Oswin", "Gerda", "Mirel"))]
FOES = [monster(name, 12 - at) for at, name in enumerate(("Cliff Netter", "Lookout", "The Duke of Moths"))]
NAMES = ("Zinnia", "Pater Oswin", "Gerda", "Mirel", "Cliff Netter", "Lookout", "The Duke of Moths")
NUMBERED_POWERS = ("1 Longbow", "2 Volley", "3 Twin Arrows", "4 Net")
FACTS = (
    *NAMES,
    *NUMBERED_POWERS,
    *("33/40", "29/60", "slowed", "prone", "blinded", "5 fire", "save 10+"),
    *("AC 18", "Fortitude 16", "1 standard", "recoveries 6"),
    *(f"{name}  +8 vs AC  1d10+5" for name in ("Longbow", "Volley", "Twin Arrows", "Net")),
)
"""The texts that a game master looks for, anywhere on the screen."""


def in_the_middle() -> Session:
    fight = Played(*HEROES, *FOES).play(
        "begin", "damage zinnia 7", "damage the-duke-of-moths 31", "apply the-duke-of-moths prone"
    )
    return fight.play("apply zinnia slowed save", "persist gerda 5 fire", "apply lookout blinded sont").session


def facts(pilot: Pilot[Any]) -> set[str]:
    shown = "\n".join(seen(pilot))
    return {each for each in FACTS if each in shown}


async def at(pilot: Pilot[Any], width: int, height: int) -> int:
    await resize(pilot, width, height)
    return len(facts(pilot))


@pytest.mark.parametrize("height", some_of([18, 24, 30, 50], one_in=2))
def test_a_wider_screen_shows_no_less(height: int) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, *"jjjjjj")  # the Duke is selected
        counts = {width: await at(pilot, width, height) for width in (*range(40, 300, 10), 79, 99, 119, 199, 300)}
        widths = sorted(counts)
        shrinks = [each for each in pairwise(widths) if counts[each[1]] < counts[each[0]]]
        assert not shrinks, counts

    play(tracker(in_the_middle()), script, (40, height))


@pytest.mark.parametrize("width", some_of([80, 100, 120, 200], one_in=2))
def test_a_taller_screen_shows_no_less(width: int) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, *"jjjjjj")
        counts = [await at(pilot, width, height) for height in (12, 17, 18, 20, 24, 27, 28, 30, 36, 40, 50)]
        assert counts == sorted(counts), counts

    play(tracker(in_the_middle()), script, (width, 12))


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 24), (120, 40), (200, 24), (200, 50)])
def test_the_meaning_of_the_digits_and_the_whole_order_are_visible(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, *"jjjjjj")
        assert {*NUMBERED_POWERS, *NAMES} <= facts(pilot)

    play(tracker(in_the_middle()), script, size)


@pytest.mark.parametrize("size", [(120, 24), (120, 40), (160, 40), (200, 24), (200, 50)])
def test_from_120_columns_the_order_has_names_bars_and_conditions_in_words(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        rows = pilot.app.fight.pane("initiative").text
        (duke,) = [row for row in rows if "The Duke of Moths" in row]
        assert "prone" in duke
        assert "█" in duke
        (zinnia,) = [row for row in rows if "Zinnia" in row]
        assert "slowed" in zinnia

    play(tracker(in_the_middle()), script, size)


@pytest.mark.parametrize("size", [(80, 24), (84, 30)])
def test_creatures_with_short_names_have_bars_too(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "█" in row_of(pilot, "Ari")

    play(tracker(Played(hero("Ari", 20), monster("Ogre", 12)).play("begin").session), script, size)


@pytest.mark.parametrize(("size", "below"), [((200, 50), 2), ((200, 80), 0), ((211, 34), 1), ((200, 24), 0)])
def test_next_creatures_have_cards_below_others_where_their_own_pane_is_full(size: tuple[int, int], below: int) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        screen = pilot.app.fight
        panes = [screen.pane("cards"), screen.pane("more-cards")]
        assert panes[0].size == panes[1].size
        headings = [[name for row in each.text for name in NAMES if f"─ {name} – " in row] for each in panes]
        assert len(headings[0]) == 1 + below
        assert len({*headings[0], *headings[1]}) == len(headings[0]) + len(headings[1])

    play(tracker(in_the_middle()), script, size)
