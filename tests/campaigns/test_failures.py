"""A campaign after a kill or a power failure at any write, with two programs, and in a badly synced folder."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from orcus_tui.campaign.campaign import Campaign
from orcus_tui.campaign.campaign_file import Edit, OpenFile, read_campaign
from orcus_tui.campaign.open_campaign import OpenCampaign
from orcus_tui.campaign.opening import complete, open_campaign, session_between_fights
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import DISK, Disk
from orcus_tui.storage.storage_error import StorageError
from tests.campaign.instruments.power_disk import PowerDisk, after_power_failure, restore
from tests.campaigns.conftest import CAMPAIGN, FILES, FORD
from tests.helpers.disks.disks import posix
from tests.helpers.disks.shell import Shell
from tests.helpers.fights.sessions import journal_settings_at

LINES = (
    "begin next",
    "begin",
    "damage ari 12 by ogre",
    "damage ogre 80 by ari",
    "finish",
    "undo",
    "redo",
    "campaign leave award",
    "undo",
    "keep",
    'award 100 "the song"',
    "begin next",
)
JOURNALS = Path("journals")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "table"
    folder.mkdir()
    monkeypatch.chdir(folder)
    write_files(folder)
    return folder


def write_files(folder: Path) -> None:
    for each in folder.iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")


def played(folder: Path, disk: Disk) -> Iterator[tuple[Session, OpenCampaign]]:
    """The lines of an evening, with the session after each."""
    campaign = open_campaign(folder, JOURNALS)
    session = session_between_fights(campaign, RandomDice(Random(1)), journal_settings_at(JOURNALS, disk))
    session.disk = disk
    for line in LINES:
        result = session.run(line)
        assert result is not None
        assert not result.error, (line, result.error)
        yield session, campaign
    session.end(finished=False)
    campaign.close()


def check(folder: Path) -> Campaign:
    """Checks the folder at the next start: each fight is planned, or has ended once."""
    found = open_campaign(folder, JOURNALS)
    try:
        complete(found)
        campaign = found.campaign
    finally:
        found.close()
    assert "# A table of two years" in (folder / "campaign.toml").read_text(encoding="utf-8")
    ford = campaign.fights[0]
    awards = [each for each in campaign.awards if each.why == "ford.toml"]
    assert ford.state in ("planned", "won")
    assert len(campaign.treasures) == (ford.state == "won")
    assert len(awards) <= (ford.state == "won")
    assert all(each.xp == 450 for each in awards)
    assert 'name = "Ari"' in (folder / "party.toml").read_text(encoding="utf-8")
    return campaign


@posix
def test_a_kill_at_every_write_leaves_a_fight_planned_or_ended_once(folder: Path) -> None:
    calls, states = count_calls(folder), set()
    for number in range(1, calls + 1):
        write_files(folder)
        child = os.fork()
        if child == 0:
            for _ in played(folder, killing_disk(number)):
                pass
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
        states.add(check(folder).fights[0].state)
        assert check(folder) == check(folder)
    assert states == {"planned", "won"}


def counting_disk(count: Any) -> Disk:
    """A disk that tells `count` of each call before it is carried out."""

    def told(name: str) -> Any:
        def call(*arguments: Any) -> Any:
            count()
            return getattr(DISK, name)(*arguments)

        return call

    return Disk(**{name: told(name) for name in Disk.__struct_fields__})


def count_calls(folder: Path) -> int:
    calls = []
    for _ in played(folder, counting_disk(lambda: calls.append(1))):
        pass
    return len(calls)


def killing_disk(number: int) -> Disk:
    """A disk that kills the program at the call with this number."""
    calls = []

    def count() -> None:
        calls.append(1)
        if len(calls) == number:
            os._exit(9)

    return counting_disk(count)


def test_a_power_failure_at_every_write_loses_nothing_that_was_shown(folder: Path) -> None:
    power = PowerDisk()
    for name in FILES:
        power.have(folder / name)
    shown = [(len(power.steps), read_campaign(folder / "campaign.toml"))]
    shown += [(len(power.steps), campaign.campaign) for _, campaign in played(folder, power.disk)]
    chance = Random(1)
    for at in range(shown[0][0], len(power.steps) + 1):
        left = after_power_failure(power.steps[:at], chance)
        write_files(folder)
        restore(left, folder, folder)
        before = max(number for number, (steps, _) in enumerate(shown) if steps <= at)
        possible = [campaign for _, campaign in shown[before : before + 2]]
        now = read_campaign(folder / "campaign.toml")
        assert now in possible, at
        check(folder)


# Two programs


def test_two_trackers_run_at_once(folder: Path) -> None:
    first = open_campaign(folder, JOURNALS)
    second = open_campaign(folder, JOURNALS)
    mine = session_between_fights(first, RandomDice(Random(1)), journal_settings_at(JOURNALS))
    other = session_between_fights(second, RandomDice(Random(1)), journal_settings_at(JOURNALS))
    for session in (mine, other):
        for line in ("begin next", "begin", "damage ogre 80 by ari"):
            result = session.run(line)
            assert result is not None
            assert not result.error
    result = other.run("finish")
    assert result is not None
    assert result.remarks == ()
    assert (folder / "campaign.toml").read_text(encoding="utf-8") == CAMPAIGN
    mine.run("finish")
    assert first.campaign.fights[0].state == second.campaign.fights[0].state == "won"
    assert len(second.campaign.awards) == 1
    for session, campaign in ((mine, first), (other, second)):
        session.end(finished=False)
        campaign.close()
    assert len(check(folder).awards) == 1  # the fight of the other one is not added later


# A badly synced folder


def test_a_file_that_is_newer_is_read_again(folder: Path) -> None:
    campaign = open_campaign(folder, JOURNALS)
    session = session_between_fights(campaign, RandomDice(Random(1)), journal_settings_at(JOURNALS))
    text = CAMPAIGN.replace("day = 12", "day = 30").replace("# the first", "# the first of many")
    (folder / "campaign.toml").write_text(text, encoding="utf-8")
    session.run('award 100 "the song"')
    assert campaign.campaign.awards[0].day == 30
    assert "# the first of many" in (folder / "campaign.toml").read_text(encoding="utf-8")
    session.end(finished=False)
    campaign.close()


def test_a_truncated_file_is_refused_and_not_changed(folder: Path) -> None:
    campaign = open_campaign(folder, JOURNALS)
    session = session_between_fights(campaign, RandomDice(Random(1)), journal_settings_at(JOURNALS))
    half = CAMPAIGN[: len(CAMPAIGN) // 2] + "\nday = "
    (folder / "campaign.toml").write_text(half, encoding="utf-8")
    refused = session.run('award 100 "the song"')
    assert refused is not None
    assert "campaign.toml:" in refused.error
    assert (folder / "campaign.toml").read_text(encoding="utf-8") == half
    (folder / "campaign.toml").write_text(CAMPAIGN, encoding="utf-8")
    again = session.run('award 100 "the song"')
    assert again is not None
    assert not again.error
    session.end(finished=False)
    campaign.close()


def test_a_missing_campaign_file_is_named(folder: Path) -> None:
    campaign = open_campaign(folder, JOURNALS)
    session = session_between_fights(campaign, RandomDice(Random(1)), journal_settings_at(JOURNALS))
    (folder / "campaign.toml").unlink()
    refused = session.run("award 100")
    assert refused is not None
    assert "campaign.toml" in refused.error
    session.end(finished=False)
    campaign.close()
    with pytest.raises(StorageError, match="campaign"):
        open_campaign(folder, JOURNALS)


def test_a_conflict_copy_is_not_taken_for_a_fight_nor_for_the_campaign(shell: Shell) -> None:
    shell.write("campaign.sync-conflict-20261124.toml", CAMPAIGN.replace("day = 12", "day = 99"))
    shell.write("ford (conflicted copy).toml", FORD)
    shown = shell("campaign")
    assert shown.returncode == 0
    assert "day 12" in shown.stdout
    assert "conflict" not in shown.stdout


def test_a_missing_journal_is_named_and_the_others_count(shell: Shell) -> None:
    for line in (
        "begin next; begin; damage ogre 80 by ari; finish",
        "begin next; begin; damage wolf1 20 by ari; finish",
    ):
        assert shell("play", "--campaign", ".", "-c", line).returncode == 0
    (journal,) = shell.state.glob("*the-ford.jsonl")
    journal.unlink()
    history = shell("campaign", "history", "Ari")
    assert "there is no such journal" in history.stdout
    assert "Ari: 1 fight" in history.stdout
    assert "there is no such journal" in shell("campaign", "recap", "ford.toml").stderr


def test_a_hero_who_left_keeps_their_experience(shell: Shell) -> None:
    shell("play", "--campaign", ".", "-c", "begin next; begin; damage ogre 80 by ari; finish")
    party = FILES["party.toml"]
    shell.write("party.toml", party[: party.rindex("[[creature]]")])
    shown = shell("campaign").stdout
    assert "bel (not in the party): 225 XP" in shown
    assert "Ari: 225 XP" in shown


def test_undoing_an_award_after_the_party_was_saved_keeps_the_party_file(shell: Shell) -> None:
    shell(
        "play", "--campaign", ".", "-c", "begin next; begin; damage ari 12; damage ogre 80 by ari; finish; keep; undo"
    )
    assert (shell.folder / "campaign.toml").read_text(encoding="utf-8") == CAMPAIGN
    assert "hp = 28" in (shell.folder / "party.toml").read_text(encoding="utf-8")


def test_what_the_program_wrote_is_read_even_if_the_file_has_the_same_size_and_time(tmp_path: Path) -> None:
    path = tmp_path / "campaign.toml"
    path.write_text('format = 1\nclock = "08:00"\n')
    file = OpenFile(path)
    assert file.campaign.clock == "08:00"
    before = path.stat().st_mtime_ns
    file.write(Edit({"clock": "14:00"}))
    os.utime(path, ns=(before, before))  # as if both writes were within a tick of the clock
    assert file.campaign.clock == "14:00"
    file.close()
