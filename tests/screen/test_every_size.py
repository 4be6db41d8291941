"""A larger screen keeps the names, conditions and powers that a smaller one shows, with two exceptions.

From 18 rows on, the log takes rows from the order, and the defenses on a card give way to the rolls of its powers.

Two shipped fights are measured: at every width from 40 to 300 on 12 and on 24 rows, and at every height from 12 to 60
on 60, 80, 100 and 200 columns.
"""

from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

import pytest
from textual.geometry import Size
from textual.pilot import Pilot

from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.order_pane import ABBREVIATED, abbreviation
from orcus_tui.screen.fight.panes import BY_ID
from orcus_tui.screen.fight.view import PaneSize
from orcus_tui.screen.widgets.canvas import Pane
from orcus_tui.screen.widgets.row import frame, text_of
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from tests.helpers.project.exhaustive import some_of
from tests.helpers.project.files import EXAMPLES
from tests.helpers.screen.driver import play, resize, sizes_at, tracker

LINES = {
    "the-duke-of-moths": (
        "begin!", "damage ruen 7", "apply ruen slowed save", "apply halva immobile save", "apply tamsin dazed eont",
        "apply duke prone", "persist waltzer1 5 fire", "damage duke 60",
    ),
    "the-night-of-kestrel-gate": (
        "begin!", "damage halva 12", "apply dorrow prone", "apply vane weakened save", "damage poll 9",
    ),
}  # fmt: skip
LOGGED = {"the-duke-of-moths": "enters dark", "the-night-of-kestrel-gate": "damage poll 9"}
"""The last words of the log, which a log of few rows shows instead of the lines that were typed."""
WIDTHS, HEIGHTS = range(40, 301), range(12, 61)
SEVERAL_PANES_FROM = 18
"""From this number of rows on, the screen has several panes: the log takes rows from the order, and so some names."""


def played(name: str) -> Session:
    session = Session(read_encounter(EXAMPLES / f"{name}.toml"), RandomDice(Random(4)))
    for line in LINES[name]:
        result = session.run(line)
        assert result is not None
        assert not result.error, f"{line}: {result.error}"
    return session


def inside(framed: list[str]) -> list[str]:
    """The text within a frame."""
    return [row[1:-1].rstrip() for row in framed[1:-1]]


class Sizes:
    """The contents of the panes at each size, without drawing a picture for each."""

    def __init__(self, screen: FightScreen) -> None:
        self._screen = screen
        self._rows: dict[tuple[str, Size], list[str]] = {}

    def rows(self, width: int, height: int) -> dict[str, list[str]]:
        """The rows in sight in each pane that a screen of that size has."""
        size = Size(width, height)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(FightScreen, "size", size)
            self._screen.lay_out()
        placed = sizes_at(self._screen, size)
        panes = [(each.id or "", placed[each]) for each in placed if isinstance(each, Pane)]
        return {pane: self._rows_of(pane, of_pane) for pane, of_pane in panes}

    def _rows_of(self, pane: str, size: Size) -> list[str]:
        if (pane, size) not in self._rows:
            room = size.height - 2
            filled = BY_ID[pane].fill(self._screen.pane_data, PaneSize(size.width - 2, room)).rows
            top = max(len(filled) - room, 0) if BY_ID[pane].keeps_end else 0
            sight = [filled[at] for at in range(top, min(top + room, len(filled)))]
            self._rows[pane, size] = inside([text_of(each) for each in frame((), sight, size, "frame")])
        return self._rows[pane, size]


class Facts(NamedTuple):
    """The facts that a fight has to show, in the words of the screen.

    `rolls` are powers with their dice; a card drops `defenses` for one more row of these. `effects` may be abbreviated,
    so that the bar of a row and the name before them keep their places.
    """

    creatures: set[str]
    rolls: set[str]
    defenses: set[str]
    others: set[str]
    effects: set[str]

    def on(self, rows: dict[str, list[str]]) -> set[str]:
        """The facts on a screen with these rows."""
        text = "\n".join("\n".join(each) for each in rows.values()).replace("1 standard, move", "1 standard, 1 move")
        short = {each for each in self.effects if any(abbreviation(each, most) in text for most in ABBREVIATED)}
        return short | {each for each in set().union(*self) if each in text}

    def may_go(self, height: int, gained: set[str]) -> set[str]:
        """The facts that may be missing at a height although the next lower one has them, since others are gained."""
        creatures = self.creatures | self.effects if height == SEVERAL_PANES_FROM else set()
        return creatures | (self.defenses if gained & self.rolls else set())


def facts_of(session: Session, lines: Iterable[str]) -> Facts:
    """The names of all creatures and effects, the card of the creature whose turn it is, and the log."""
    fight = session.fight
    has_turn = fight.sheets[fight.active or ""]
    powers = {each.name for each in has_turn.powers}
    effects = {held.name for each in fight.states.values() for held in each.effects if held.name}
    return Facts(
        creatures={each.name for each in fight.sheets.values()},
        rolls={f"{each}  +" for each in powers},
        defenses={f"AC {has_turn.defenses['ac']}"},
        others={*powers, *lines, "1 standard", "1 move"},
        effects=effects,
    )


@pytest.mark.parametrize("name", some_of(LINES, one_in=2))
def test_a_larger_size_keeps_what_a_smaller_one_shows(name: str) -> None:
    session = played(name)
    facts = facts_of(session, (*LINES[name], LOGGED[name]))

    async def script(pilot: Pilot[Any]) -> None:
        sizes = Sizes(pilot.app.fight)
        for width, height in ((40, 12), (79, 24), (80, 24), (100, 40), (200, 20), (300, 60)):
            await resize(pilot, width, height)
            panes = [each for each in pilot.app.fight.query(Pane) if each.display]
            assert {each.id: inside(each.text) for each in panes if each.size} == sizes.rows(width, height)
        for walked in (
            *([(w, h) for w in WIDTHS] for h in (12, 24)),
            *([(w, h) for h in HEIGHTS] for w in (60, 80, 100, 200)),
        ):
            before: set[str] = set()
            for size in walked:
                found = facts.on(sizes.rows(*size))
                lost, gained = before - found, found - before
                assert lost <= facts.may_go(size[1], gained), (size, lost)
                assert len(lost) <= len(gained), (size, lost, gained)
                before = found

    play(tracker(session), script)
