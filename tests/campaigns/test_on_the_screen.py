"""A campaign of three fights on the screen, with figures worked out by hand."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from orcus_tui.campaign.open_campaign import OpenCampaign
from orcus_tui.campaign.opening import open_campaign, session_between_fights
from orcus_tui.screen.dialogs import campaign_viewer
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.simulation import forecast
from orcus_tui.storage.journal.journal_settings import JournalSettings
from tests.campaigns.conftest import FILES
from tests.helpers.casts.small_library import library
from tests.helpers.screen.driver import command_line, fight_tracker, messages, play, press, sees, settle, tracker, until

GUIDE = """
format = 1
name = "The mill"

[[creature]]
name = "Guide"
kind = "standard"
side = "party"
max_hp = 10
initiative_total = 1

[[creature]]
name = "Rat"
max_hp = 4
xp = 301
initiative_total = 5
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "mill.toml").write_text(GUIDE, encoding="utf-8")
    with (tmp_path / "campaign.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[fight]]\nfile = "mill.toml"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def campaign(folder: Path) -> Iterator[OpenCampaign]:
    campaign = open_campaign(folder, folder / "journals")
    yield campaign
    campaign.close()


def session_of(campaign: OpenCampaign) -> Session:
    settings = JournalSettings(campaign.journals, "orcus-tui test", lambda: "2026-11-24T20:15:00+00:00")
    session = session_between_fights(campaign, RandomDice(Random(1)), settings)
    session.run("begin next")
    return session


def written(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "campaign.toml").read_text(encoding="utf-8"))


async def line(pilot: Pilot[Any], text: str) -> None:
    await press(pilot, *f":{text}", "enter")


def test_three_fights_are_played_to_their_ends(folder: Path, campaign: OpenCampaign) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await line(pilot, "begin")
        await line(pilot, "damage ari 12 by ogre")
        await line(pilot, "damage ogre 80 by ari")
        await press(pilot, "X", "f")
        assert sees(pilot, "2 heroes → 225 each")
        assert sees(pilot, "loot: Silver horn (120)")
        assert sees(pilot, "Ari: hp 28")
        assert (folder / "party.toml").read_text(encoding="utf-8") == FILES["party.toml"]
        await press(pilot, "enter", "enter", "enter")  # the award, the horn, and the party
        assert not sees(pilot, "For the campaign")
        assert "hp = 28" in (folder / "party.toml").read_text(encoding="utf-8")
        await press(pilot, "n")
        assert sees(pilot, "The salt steps")
        assert sees(pilot, "28/40")
        await line(pilot, "begin")
        await line(pilot, "damage wolf1,wolf2 20 by bel")
        await line(pilot, "finish")  # typed, it proposes the same
        assert sees(pilot, "2 heroes → 101 each")
        await press(pilot, "x")  # leaves the award out
        await press(pilot, "escape")
        await line(pilot, "begin next")
        await line(pilot, "begin")
        await line(pilot, "damage rat 4 by bel")
        await line(pilot, "finish")
        assert sees(pilot, "2 heroes, Guide does not count → 150 each")
        await press(pilot, "escape", "J")
        await until(pilot, lambda: sees(pilot, "Today: 3 fights, 751 XP"))
        assert sees(pilot, "3. mill.toml: won, day 12")
        assert sees(pilot, "Ari: 375 XP, 3,375 to level 4")  # 225 + 150 of 3,750
        assert sees(pilot, "Loot: Silver horn (120), not given out yet")

    play(tracker(session_of(campaign)), script, (100, 34))
    assert [(each["state"], each["day"]) for each in written(folder)["fight"]] == [("won", 12)] * 3
    assert [each["why"] for each in written(folder)["award"]] == ["ford.toml", "mill.toml"]


def test_a_proposal_is_edited_in_the_command_line(folder: Path, campaign: OpenCampaign) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await line(pilot, "begin")
        await line(pilot, "damage ogre 80 by ari")
        await line(pilot, "finish")
        await press(pilot, "e")
        assert command_line(pilot) == 'award 450 "ford.toml" for ari,bel'
        await press(pilot, *["backspace"] * 4, "enter")
        assert written(folder)["award"] == [{"day": 12, "xp": 450, "to": ["ari"], "why": "ford.toml"}]

    play(tracker(session_of(campaign)), script, (100, 34))


def test_undoing_finish_takes_out_what_was_proposed(folder: Path, campaign: OpenCampaign) -> None:
    before = written(folder)

    async def script(pilot: Pilot[Any]) -> None:
        await line(pilot, "begin")
        await line(pilot, "damage ogre 80 by ari")
        await line(pilot, "finish")
        await press(pilot, "x", "escape")
        assert "award" not in written(folder)
        await press(pilot, "z")
        assert written(folder)["award"]
        await press(pilot, "z")
        assert written(folder) == before

    play(tracker(session_of(campaign)), script, (100, 34))


def test_the_campaign_shows_odds_on_request(campaign: OpenCampaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "processors", lambda: 1)
    monkeypatch.setattr(campaign_viewer, "FIGHTS", 3)

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "J")
        await until(pilot, lambda: sees(pilot, "salt.toml: planned: 202 XP"))
        await press(pilot, "O")
        await until(pilot, lambda: sees(pilot, "the party won"))
        await press(pilot, "escape")

    play(tracker(session_of(campaign)), script, (100, 34))


def test_without_a_campaign_the_key_says_how_to_open_one() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "J")
        assert "no campaign is open" in " ".join(each.message for each in messages(pilot))

    play(fight_tracker(), script, (100, 34))


def test_the_builder_plans_the_rest_of_the_day(folder: Path, campaign: OpenCampaign) -> None:
    session = session_of(campaign)
    session.library = library()

    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "B")
        await until(pilot, lambda: bool(pilot.app.screen.query("#library")))
        await settle(pilot)
        assert sees(pilot, "Day of 2 fights")  # the next of the campaign, then this one
        assert sees(pilot, "1. The ford: 450 XP · 150 % of the budget")  # of the campaign's party
        await press(pilot, "enter", "tab", "P")
        await press(pilot, "enter")
        (page,) = folder.glob("*.html")
        text = page.read_text(encoding="utf-8")
        assert "<h1>The ford</h1>" in text
        await press(pilot, "w", "enter")
        await press(pilot, "o")
        assert command_line(pilot) == "campaign add encounter.toml"

    play(tracker(session), script, (120, 40))
