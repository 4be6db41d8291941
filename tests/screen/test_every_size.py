"""No size shows less than a smaller one: two shipped fights at every width and every height."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from on_screen import play, settle, tracker
from textual.geometry import Size
from textual.pilot import Pilot

from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.panes import BY_ID
from orcus_tui.screen.fight.scene import Space
from orcus_tui.screen.widgets.pane import Pane
from orcus_tui.screen.widgets.row import frame, text_of
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.door import execute_line
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter

SHIPPED = Path(__file__).parents[2] / "encounters"
LINES = {
    "the-duke-of-moths": (
        "begin!", "damage ruen 7", "apply ruen slowed save", "apply halva immobile save", "apply tamsin dazed eont",
        "apply duke prone", "persist waltzer1 5 fire", "damage duke 60",
    ),
    "the-night-of-kestrel-gate": (
        "begin!", "damage halva 12", "apply dorrow prone", "apply vane weakened save", "damage poll 9",
    ),
}  # fmt: skip
WIDTHS, HEIGHTS = range(40, 301), range(12, 61)
SEVERAL_PANES_FROM = 18
"""The rows from which the screen has more than one pane: there the log takes some from the order."""


def played(name: str) -> Session:
    session = Session(read_encounter(SHIPPED / f"{name}.toml"), RandomDice(Random(4)))
    for line in LINES[name]:
        result = execute_line(session, line)
        assert result is not None
        assert not result.error, f"{line}: {result.error}"
    return session


def inside(framed: list[str]) -> list[str]:
    """What a frame encloses."""
    return [row[1:-1].rstrip() for row in framed[1:-1]]


class Sizes:
    """What the panes show at any size, without a picture being drawn for each."""

    def __init__(self, screen: FightScreen) -> None:
        self._screen = screen
        self._rows: dict[tuple[str, Size], list[str]] = {}

    def rows(self, width: int, height: int) -> dict[str, list[str]]:
        """The rows in sight in each pane that a screen of that size has."""
        size = Size(width, height)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(FightScreen, "size", size)
            self._screen.lay_out()
        placed, _ = self._screen._compositor._arrange_root(self._screen, size, visible_only=False)
        panes = [(each.id or "", placed[each].region.size) for each in placed if isinstance(each, Pane)]
        return {pane: self._rows_of(pane, of_pane) for pane, of_pane in panes}

    def _rows_of(self, pane: str, size: Size) -> list[str]:
        if (pane, size) not in self._rows:
            room = size.height - 2
            filled = BY_ID[pane].fill(self._screen.scene, Space(size.width - 2, room)).rows
            top = max(len(filled) - room, 0) if BY_ID[pane].keeps_end else 0
            sight = [filled[at] for at in range(top, min(top + room, len(filled)))]
            self._rows[pane, size] = inside([text_of(each) for each in frame((), sight, size, "frame")])
        return self._rows[pane, size]


@pytest.mark.parametrize("name", LINES)
def test_no_size_shows_less_than_a_smaller_one(name: str) -> None:
    session = played(name)
    sheets, states = session.fight.sheets.values(), session.fight.states.values()
    everyone = {each.name for each in sheets} | {held.name for each in states for held in each.effects if held.name}
    has_turn = session.fight.sheets[session.fight.active or ""]
    others = {f"{each.name}{roll}" for each in has_turn.powers for roll in ("", "  +")} | {
        f"AC {has_turn.defenses['ac']}",
        "1 standard",
        "1 move",
    }
    others |= {*LINES[name]}

    async def script(pilot: Pilot[Any]) -> None:
        sizes = Sizes(pilot.app.fight)
        for width, height in ((40, 12), (79, 24), (80, 24), (100, 40), (200, 20), (300, 60)):
            await pilot.resize_terminal(width, height)
            await settle(pilot)
            panes = [each for each in pilot.app.fight.query(Pane) if each.display]
            assert {each.id: inside(each.text) for each in panes if each.size} == sizes.rows(width, height)
        for walked in (
            *([(w, h) for w in WIDTHS] for h in (12, 24)),
            *([(w, h) for h in HEIGHTS] for w in (60, 80, 100, 200)),
        ):
            before: set[str] = set()
            for size in walked:
                text = "\n".join("\n".join(rows) for rows in sizes.rows(*size).values())
                found = {each for each in everyone | others if each in text}
                if size[1] != SEVERAL_PANES_FROM:
                    assert before & everyone <= found, (size, before - found)
                assert len(before) <= len(found), (size, before - found, found - before)
                before = found

    play(tracker(session), script)
