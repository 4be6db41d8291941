"""Kills commands that write files, and the players' page, which only reads: each file is old or new."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from orcus_tui.storage.encounter.read import read_encounter
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.lines import script_of
from tests.campaign.kill import (
    OLD,
    OWN_CREATURES,
    PROGRAM,
    STATE,
    WOLVES,
    environment,
    read_for,
    run_and_kill,
    stored_files,
)
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import journal_settings_at, session_on

LINES = 100
MOST_SAVES = 20
MINE = b'format = 1\nname = "Mine"\n[[creature]]\nname = "Wolf 1" # mine\nmax_hp = 3\n'
OWN_WOLF = MINE.replace(b'name = "Mine"\n', b"")
WRITERS: tuple[tuple[Path, Sequence[bytes | None], Sequence[str]], ...] = (
    (Path("built.toml"), (None,), ("new", "built.toml", "--add", "ghoul")),
    (Path("built.toml"), (MINE,), ("new", "built.toml", "--edit", "--add", "ghoul x3")),
    (Path("ghoul.md"), (None, OLD.encode()), ("export", "ghoul", "-o", "ghoul.md", "--force")),
    (Path("evening.html"), (None, OLD.encode()), ("report", "-o", "evening.html", "--force")),
    (Path("evening.csv"), (None, OLD.encode()), ("report", "-o", "evening.csv", "--force")),
    (OWN_CREATURES / "wolf.toml", (None,), ("import", "wolf.md", "--to", "library")),
    (OWN_CREATURES / "wolf.toml", (OWN_WOLF,), ("import", "wolf.md", "--to", "library", "--replace")),
)
"""For each command the file it writes, the possible old content, and its arguments."""


def try_writer(seed: int, _folder: Path) -> int:
    """Kills a command while it writes: its file is unchanged, or complete."""
    chance = Random(seed)
    _leave_a_fight(seed, finished=True)
    Path("wolf.md").write_text(WOLVES, encoding="utf-8")
    OWN_CREATURES.mkdir()
    file, before, words = chance.choice(WRITERS)
    old = chance.choice(before)
    whole = _run_to_the_end(file, old, words)
    _begin_with(file, old)
    run_and_kill(chance, words)
    left = file.read_bytes() if file.exists() else None
    if left not in (old, whole):
        raise Broken(f"{' '.join(words)} left {(left or b'')[:300]!r}, neither old nor new")
    return 1


def _run_to_the_end(file: Path, old: bytes | None, words: Sequence[str]) -> bytes:
    _begin_with(file, old)
    ended = subprocess.run([*PROGRAM, *words], env=environment(), capture_output=True, check=False)
    if ended.returncode or not file.exists():
        raise Broken(f"{' '.join(words)} ended with {ended.returncode}: {ended.stderr.decode()}")
    return file.read_bytes()


def _begin_with(file: Path, old: bytes | None) -> None:
    for each in OWN_CREATURES.iterdir():
        each.unlink()
    file.unlink(missing_ok=True)
    if old is not None:
        file.write_bytes(old)


def try_players(seed: int, _folder: Path) -> int:
    """Kills the players' page: the journal is unchanged."""
    _leave_a_fight(seed, finished=False)
    before = stored_files()
    run_and_kill(Random(seed), ["players", "--web"])
    if stored_files() != before:
        raise Broken("the players' page changed a journal")
    return 1


def _leave_a_fight(seed: int, *, finished: bool) -> None:
    session = session_on(fight_of(seed), seed, journal_settings=journal_settings_at(STATE))
    for line in script_of(seed, LINES):
        session.run(line)
    session.end(finished=finished)


def try_builder(seed: int, folder: Path) -> int:
    """Kills the builder while it saves repeatedly: everything shown as written is in a complete file."""
    from tests.campaign.instruments.terminal import Terminal

    chance = Random(seed)
    saves = chance.randint(1, MOST_SAVES)
    with Terminal(folder, "new", "built.toml") as terminal:
        terminal.until("Library")
        terminal.type("ghoul")
        terminal.until("Library  2")
        terminal.type("\r\t")
        terminal.until("1 × Ghoul", "w write")
        terminal.type("w+" * saves)
        read_for(terminal, chance.uniform(0, 0.1 * saves))
        terminal.process.kill()
        terminal.ended()
        text = terminal.screen.picture
    counts = re.search("([0-9]+) × Ghoul", text)
    if counts is None:
        raise Broken(f"no ghoul is shown:\n{text}")
    shown = int(counts[1]) - ("not written" in text)
    built = Path("built.toml")
    written = len(read_encounter(built).sheets) if built.exists() else 0
    if not shown <= written <= saves:
        raise Broken(f"{shown} were shown to be written, and the file has {written} of {saves}")
    return saves


_PLAIN = (
    Campaign("kill-writers", "`new`, `export`, `report`, `import` killed: files old or new", "kills", try_writer, 0.3),
    Campaign("kill-players", "`players --web` killed: the fight stays as it is", "kills", try_players, 0.1),
)
_IN_A_TERMINAL = (
    Campaign("kill-builder", "the builder killed while it saves: files whole (in a pty)", "saves", try_builder, 0.3),
)
CAMPAIGNS = _PLAIN if sys.platform == "win32" else _PLAIN + _IN_A_TERMINAL
