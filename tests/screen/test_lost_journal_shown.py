"""A journal that is deleted or replaced is reported soon, and the header shows if none replaces it."""

from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from orcus_tui.storage.journal.recovery import view_journal
from tests.helpers.disks.disks import posix
from tests.helpers.fights.random_fights import journal_settings_at, session_on, small_fight
from tests.helpers.screen.driver import play, press, seen, tracker, until, until_seen

FIRST = "2026-01-01-the-ford"


@posix
def test_a_deleted_journal_is_reported_and_the_fight_is_saved_in_another(
    tmp_path: Path,
) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        (tmp_path / f"{FIRST}.jsonl").unlink()
        await until_seen(pilot, f"continuing in a new journal, {FIRST}-continued")
        assert "● saved" in seen(pilot)[0]

    app = tracker(session_on(small_fight()), journal_settings_at(tmp_path))
    play(app, script, toasts=True)
    assert view_journal(tmp_path / f"{FIRST}-continued.jsonl").timeline.fight == app.fight.view.fight


@posix
def test_a_lost_folder_of_journals_is_reported_in_the_header(tmp_path: Path) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "b")
        (tmp_path / "state").rename(tmp_path / "gone")
        (tmp_path / "state").write_text("no folder")
        await until(pilot, lambda: "! not saved" in seen(pilot)[0])
        await until_seen(pilot, "no new journal can be begun")

    play(tracker(session_on(small_fight()), journal_settings_at(tmp_path / "state")), script, toasts=True)
