"""The players' view in a terminal."""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.config.settings import Config
from orcus_tui.players.feed import MISSING_TIMEOUT
from orcus_tui.players.public_state import PublicCreature, PublicState, PublicTimer
from orcus_tui.screen.players_app import MARGIN, PlayersApp, players_rows, timer_text
from orcus_tui.screen.themes import DARK
from orcus_tui.screen.widgets.row import text_of, width_of
from tests.helpers.fights.followed import Table
from tests.helpers.screen.driver import key_event, play, until


def text(app: PlayersApp) -> str:
    return "\n".join(app._canvas.text)


def test_it_follows_the_fight(tmp_path: Path) -> None:
    table = Table(tmp_path)
    app = PlayersApp(table.feed(), Config(theme=DARK.name), clock=table.clock)

    async def script(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "T H E   F I G H T   I S   A B O U T" in text(app))
        table.play("begin", "players timer 90", 'announce "Doom"')
        await until(pilot, lambda: "Round 1" in text(app) and "1:30" in text(app))
        assert "D O O M" in text(app)
        table.clock.now += 100
        await until(pilot, lambda: "−0:10" in text(app))
        table.path.unlink()
        await until(pilot, lambda: "Waiting for the game master" in text(app))
        table.clock.now += MISSING_TIMEOUT
        await until(pilot, lambda: app.problem.endswith("is gone"))

    play(app, script, (100, 34))
    assert app.return_code == 1


def test_q_closes_it(tmp_path: Path) -> None:
    app = PlayersApp(Table(tmp_path).feed(), Config(theme=DARK.name, ascii=True))

    async def script(pilot: Pilot[Any]) -> None:
        await until(pilot, lambda: "Ketta" in text(app))
        pilot.app.post_message(key_event("q"))
        await until(pilot, lambda: not app.is_running)

    play(app, script, (100, 34))


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60), (5, 3), (1, 1)])
def test_rows_fit_every_size_and_the_acting_creature_is_visible(size: tuple[int, int]) -> None:
    creatures = tuple(PublicCreature(f"Creature {each}", "foes", active=each == 25) for each in range(30))
    rows = players_rows(PublicState(1, "turns", 2, 26, 30, "Creature 26", creatures=creatures), size, 0)
    assert len(rows) <= size[1]
    assert {width_of(row) for row in rows} == {
        max(size[0] - MARGIN, MARGIN + 1)
    }  # the right margin of the page stays empty
    if size[1] >= 12:
        assert any("▶" in text_of(row) and "Creature 25" in text_of(row) for row in rows)


def test_a_timer_counts_down_below_zero() -> None:
    state = PublicState(timer=PublicTimer(1000.0, 90))
    assert [timer_text(state, now) for now in (999, 1000, 1030, 1090, 1155)] == [
        "1:30",
        "1:30",
        "1:00",
        "0:00",
        "−1:05",
    ]
    assert timer_text(PublicState(timer=PublicTimer(1000.0)), 1061) == "1:01"
