"""A journal cut at every byte, with every bit flipped, and a program killed at any moment: never a wrong fight."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.atomic import Disk
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.journal.journal_file import crc_of, encode_line, parse_journal
from orcus_tui.storage.journal.recovery import replay_journal
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.disks.shell import Shell
from tests.helpers.fights.random_fights import (
    fight_of,
    journal_of,
    journal_settings_at,
    play_lines,
    result_of,
    script_of,
    session_on,
    small_fight,
)

NEWLINE = b"\n"
NAME = "2026-01-01-the-ford"
LINES = (
    "begin",
    "d ogre 5 fire",
    "roll 1d20",
    "apply ari dazed save",
    "undo",
    "amend 9",
    'alias bash "d ogre 5"',
    "redo",
)


def journal(folder: Path, fight: Fight, script: tuple[str, ...] | list[str]) -> tuple[bytes, list[Fight]]:
    """The bytes of an unfinished journal, and every fight that was shown while it was written."""
    session = session_on(fight, 7, journal_settings=journal_settings_at(folder))
    shown = [session.fight]
    for line in script:
        result_of(session, line)
        shown.append(session.fight)
    session.end(finished=False)
    (path,) = folder.glob("*.jsonl")
    data = path.read_bytes()
    path.unlink()
    return data, shown


def fight_in(data: bytes) -> Fight | None:
    """The fight that opens from a journal of these bytes; None if the journal is refused."""
    try:
        replayed = replay_journal(parse_journal(Path(NAME), data))
    except (OrcusError, ValueError):
        return None
    assert replayed.complete, replayed.problem
    return replayed.timeline.fight


def are_in_order(fights: list[Fight], shown: list[Fight]) -> bool:
    """Whether all these fights were shown, in this order."""
    left = iter(shown)
    return all(any(each == one for one in left) for each in fights)


def test_the_folder_of_the_journals_is_on_the_disk_with_the_first(tmp_path: Path) -> None:
    """Otherwise a power failure could remove it, with everything that was reported as saved."""
    synced: list[Path] = []
    state = tmp_path / "share" / "state"
    session_on(small_fight(), journal_settings=journal_settings_at(state, Disk(sync_folder=synced.append))).end(
        finished=False
    )
    assert synced == [tmp_path, tmp_path / "share", state]


# Cut


@pytest.mark.parametrize("script", [LINES, script_of(11, 12), script_of(12, 12)])
def test_a_journal_cut_at_any_byte_opens_with_a_fight_that_was_shown(tmp_path: Path, script: tuple[str, ...]) -> None:
    """The lines before are the same at each cut, so they are decoded once for each line, not for each byte."""
    data, shown = journal(tmp_path, small_fight(), script)
    header = data.index(b"\n") + 1
    found: list[Fight] = []
    known: dict[int, Fight | None] = {}
    for cut in range(len(data) + 1):
        kept = parse_journal(Path(NAME), data[:cut]) if cut >= header else None
        if kept is None:
            assert fight_in(data[:cut]) is None
            continue
        assert data[:cut].endswith(kept.torn)
        whole = len(kept.records)
        if whole not in known:
            known[whole] = fight_in(data[:cut])
            fight = known[whole]
            assert fight is not None
            if not found or fight != found[-1]:
                found.append(fight)
    assert len(known) == data.count(b"\n")
    assert are_in_order(found, shown)
    assert found[-1] == shown[-1]


def test_a_torn_line_is_removed_saved_next_to_the_journal_and_reported(tmp_path: Path) -> None:
    data, shown = journal(tmp_path, small_fight(), LINES)
    lines = data.splitlines(keepends=True)
    path = tmp_path / f"{NAME}.jsonl"
    for number in range(1, len(lines)):
        kept, torn = b"".join(lines[:number]), lines[number][:-5]
        path.write_bytes(kept + torn)
        session, lost = Session.resume(journal_settings_at(tmp_path), NAME, RandomDice(Random(1)))
        assert lost == "the last line was incomplete; it is in a file next to the journal"
        assert session.fight in shown
        play_lines(session, 'note ari "later"')
        session.end(finished=False)
        assert path.read_bytes().startswith(kept)
        assert torn in [each.read_bytes() for each in tmp_path.glob("*.torn*")]
        again, lost = Session.resume(journal_settings_at(tmp_path), NAME, RandomDice(Random(1)))
        assert (again.fight, lost) == (session.fight, "")
        again.end(finished=False)


# Bits


def test_no_flipped_bit_opens_a_wrong_fight(tmp_path: Path) -> None:
    tiny = replace(small_fight(), sheets={}, states={})
    data, shown = journal(tmp_path, tiny, ("add Rat hp=3", "d rat 1", "undo"))
    known: dict[int, Fight] = {}
    for place in range(len(data)):
        for bit in range(8):
            wrong = bytearray(data)
            wrong[place] ^= 1 << bit
            try:
                recovered = parse_journal(Path(NAME), bytes(wrong))
            except StorageError:
                assert place <= data.index(b"\n")
                continue
            line = data.count(b"\n", 0, place)
            assert len(recovered.records) == line - 1
            assert recovered.torn or recovered.damage
            if line not in known:
                known[line] = replay_journal(recovered).timeline.fight
    assert are_in_order(list(known.values()), shown)


def test_a_flipped_bit_in_a_long_journal_opens_the_fight_before_it_read_only(tmp_path: Path) -> None:
    data, shown = journal(tmp_path, fight_of(3), script_of(5, 40))
    path = tmp_path / "turned.jsonl"
    chance = Random(4)
    last = data.rindex(b"\n", 0, -1)
    for place in [chance.randrange(data.index(b"\n") + 1, last) for _ in range(60)]:
        wrong = bytearray(data)
        wrong[place] ^= 1 << chance.randrange(8)
        path.write_bytes(wrong)
        session, lost = Session.resume(journal_settings_at(tmp_path), "turned", RandomDice(Random(1)))
        assert lost.startswith(f"line {data.count(NEWLINE, 0, place) + 1} is damaged")
        assert session.fight in shown
        assert result_of(session, 'note ari "x"').error.startswith("this fight is read-only: ")
        assert path.read_bytes() == wrong


# Killed


ANY_ORDER = ("next", "d ogre 1", "d @all 1", "h cor 2", "roll 1d20", "undo", "apply ogre dazed save")
"""Lines that can follow each other in any order."""


@pytest.mark.parametrize("seed", range(4))
def test_everything_shown_before_a_kill_is_restored(tmp_path: Path, seed: int) -> None:
    """The output of each line begins with `> LINE`; it is complete once that of the next line begins."""
    encounter = tmp_path / "ford.toml"
    encounter.write_text(fight_text(small_fight()), encoding="utf-8")
    chance = Random(seed)
    given = ["begin", *chance.choices(ANY_ORDER, k=300)]
    shell = Shell(tmp_path)
    program = [sys.executable, "-c", "from orcus_tui.cli.main import main; main()"]
    child = subprocess.Popen(
        [*program, "play", str(encounter), "--script", "-", "--seed", str(seed), "--keep-going"],
        env={**os.environ, "ORCUS_TUI_STATE": str(shell.state), "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write("".join(f"{each}\n" for each in given).encode())
    child.stdin.flush()
    shown_before = chance.randrange(1, 250)
    shown = 0
    while shown < shown_before:
        line = child.stdout.readline()
        assert line, f"it ended after {shown} lines"
        shown += line.startswith(b"> ")
    child.kill()
    shown += sum(each.startswith(b"> ") for each in child.stdout.read().splitlines())
    child.stdin.close()
    child.stdout.close()
    child.wait()
    states = states_without_kill(shell, encounter, given, seed)
    (found,) = shell.state.glob("*.jsonl")
    resumed = json.loads(shell("play", "--resume", found.stem, "--json").stdout)["state"]
    assert resumed in states[shown - 1 : shown + 1], f"{shown} lines were shown"


def states_without_kill(shell: Shell, encounter: Path, given: list[str], seed: int) -> list[dict[str, Any]]:
    """STATE after each line of a run that is not killed."""
    script = shell.write("lines.txt", "\n".join(given))
    options = ("--seed", str(seed), "--json", "--trace", "--keep-going", "--no-journal")
    run = shell("play", str(encounter), "--script", str(script), *options)
    return [each["state"] for each in json.loads(run.stdout)["results"]]


@pytest.mark.parametrize(
    "record",
    [
        {"record": "undo", "count": 0},
        {"record": "redo", "count": -1},
        *(
            {
                "record": "change",
                "executions": [{"line": "x", "events": [{"event": "fight", "field": field, "value": {}}]}],
            }
            for field in ("states", "sheets", "system")
        ),
    ],
    ids=str,
)
def test_an_invalid_record_ends_the_journal(tmp_path: Path, record: dict[str, object]) -> None:
    session = session_on(small_fight(), journal_settings=journal_settings_at(tmp_path))
    path = journal_of(session)
    session.end(finished=False)
    line = encode_line(2, {**record, "at": ""}, crc_of(path.read_bytes().splitlines(keepends=True)[-1]))
    path.write_bytes(path.read_bytes() + line)
    _, lost = Session.resume(journal_settings_at(tmp_path), path.stem, RandomDice(Random(1)))
    assert lost.startswith("line 3 of the journal is invalid")
