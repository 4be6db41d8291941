"""Programs killed at any moment: everything shown is saved, and no file is half written."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from orcus_tui.library.library import Library
from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_file import ARCHIVE
from orcus_tui.storage.journal.journal_list import list_unfinished
from orcus_tui.storage.lock import is_locked
from orcus_tui.systems import SYSTEMS
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.lines import script_of
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import journal_settings_at, session_on

PROGRAM = (sys.executable, "-c", "import sys; from orcus_tui.cli.start import main; sys.exit(main())")
STATE = Path("state")
OWN_CREATURES = Path("creatures")
ENCOUNTER = Path("at-random.toml")
WRITING = ("write fight.toml", "export log.md", "export log.json", "keep heroes.toml")
SOMEBODYS = b"Somebody else's log.\n" * 5_000
FILES = ("fight.toml", "log.md", "log.json", "heroes.toml")
LATEST = 1.5
"""The most seconds until the kill; a start takes a third of a second."""
FIGHTS_LEFT = 20
KILLS_EACH = 3
MANY = 200
OLD = 'format = 1\nname = "Old"\n' + "# a remark of mine\n" * 100
WOLVES = "".join(f"**Wolf {number}** Level 1 Standard\nHP 11\n\n" for number in range(MANY))
HIT_POINTS = 29
"""The hit points of the sample fight's toad, which no other creature there has."""


def environment() -> dict[str, str]:
    """An environment in which the program keeps all its files in the current folder."""
    places = {"STATE": STATE, "CONFIG": Path("config.toml"), "CREATURES": OWN_CREATURES}
    own = {f"ORCUS_TUI_{name}": str(path.absolute()) for name, path in places.items()}
    return dict(os.environ) | own | {"PYTHONUTF8": "1"}


def run_and_kill(chance: Random, arguments: Sequence[str], lines: Iterable[str] = ()) -> list[str]:
    """Runs the program, feeds it lines, and kills it at any moment; returns its output."""
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    # After a time, or as soon as a part of a line was printed.
    threading.Thread(target=feed, args=(process, "".join(f"{line}\n" for line in lines).encode()), daemon=True).start()
    timer = threading.Timer(chance.uniform(0.1, LATEST), process.kill)
    timer.start()
    output = b""
    most = chance.choice((10**9, chance.randint(0, 2000)))
    while process.stdout and len(output) < most and (data := os.read(process.stdout.fileno(), 4096)):
        output += data
    process.kill()
    output += process.stdout.read() if process.stdout else b""
    process.wait()
    timer.cancel()
    if process.stdout:
        process.stdout.close()
    return output.decode(errors="replace").splitlines()


def feed(process: "subprocess.Popen[bytes]", data: bytes) -> None:
    """Writes to a process while it reads, and leaves its input open."""
    if process.stdin:
        try:
            process.stdin.write(data)
            process.stdin.flush()
        except OSError:
            return


def try_play(seed: int, _folder: Path) -> int:
    """Kills `play` while it is fed lines, resumes the fight, and kills it again."""
    chance = Random(seed)
    ENCOUNTER.write_text(fight_text(fight_of(seed)), encoding="utf-8")
    Path("log.md").write_bytes(SOMEBODYS)
    lines = [
        chance.choice(WRITING) if chance.random() < 0.2 else line for line in script_of(chance.randrange(2**32), 60)
    ]
    arguments = [str(ENCOUNTER), "--seed", str(seed), "--keep-going", "--script", "-"]
    output = run_and_kill(chance, ["play", *arguments], lines)
    shown = sum(line.startswith("> ") for line in output)
    fights = fights_after(lines, seed)
    try_files(fights)
    if not journals():
        if shown:
            raise Broken(f"{shown} results were shown, and there is no journal")
        return 1
    fight = resume_killed(torn=chance.random() < 0.3)
    if fight not in fights[shown : shown + 2]:
        at = fights.index(fight) if fight in fights else None
        raise Broken(f"{shown} results were shown; the fight has {at} of them")
    return shown + 1 + try_resume(chance)


def fights_after(lines: list[str], seed: int) -> list[Fight]:
    """The fight after each result, with the same dice, in this process and without a disk."""
    folder = Path("expected")
    folder.mkdir()
    session = session_on(read_encounter(ENCOUNTER), seed, encounter=ENCOUNTER)
    session.library = Library(Path("creatures"))
    fights = [session.fight]
    for line in lines:
        for name in FILES:
            line = line.replace(name, str(folder / name))  # noqa: PLW2901  # the same line in another folder
        if session.run(line):
            fights.append(session.fight)
    return fights


def try_files(fights: list[Fight]) -> None:
    """Raises Broken if a file is half written, or its old content is lost."""
    if Path("fight.toml").exists() and read_encounter(Path("fight.toml")) not in fights:
        raise Broken("fight.toml is another fight")
    if Path("heroes.toml").exists():
        Path("party-of.toml").write_text(
            f'format = 1\nname = "All"\nsystem = "{fights[0].system}"\nparty = "heroes.toml"\n', encoding="utf-8"
        )
        read_encounter(Path("party-of.toml"))
    if Path("log.json").exists():
        json.loads(Path("log.json").read_bytes())
    if SOMEBODYS not in [each.read_bytes() for each in Path().glob("log*.md")]:
        raise Broken("another program's log is lost")


def journals() -> list[str]:
    """The unfinished fights, without journals that have no first line yet."""
    return [each.id for each in list_unfinished(STATE) if not each.fault]


def resume_killed(*, torn: bool = False) -> Fight:
    """Resumes and leaves the fight that was killed; `torn` tells whether its last line was cut off, which was never
    shown.
    """
    (journal,) = journals()
    path = STATE / f"{journal}.jsonl"
    if is_locked(path):
        raise Broken("the journal is still locked")
    if torn:
        with path.open("ab") as file:
            file.write(b'{"crc":"0a1b2c3d","seq":9')
    session, _ = Session.resume(journal_settings_at(STATE), journal, RandomDice(Random(1)))
    if session.recorder is None:
        raise Broken(f"can only be viewed: {session.read_only}")
    session.end(finished=False)
    return session.fight


def try_resume(chance: Random) -> int:
    """Kills `play --resume`, sometimes while it removes a torn line: all added creatures are there."""
    (journal,) = journals()
    start = resume_killed()
    before = set(start.sheets)
    with (STATE / f"{journal}.jsonl").open("ab") as file:
        file.write(b'{"crc":"0a1b2c3d"' * chance.randint(0, 1000))
    names = [f"Newcomer{number}x" for number in range(40)]
    lines = [joining(name, start) for name in names]
    output = run_and_kill(chance, ["play", "--resume", journal, "--keep-going", "--script", "-"], lines)
    fight = resume_killed()
    if not before <= set(fight.sheets):
        raise Broken("a creature is lost")
    there = {sheet.name for sheet in fight.sheets.values()}
    shown = [name for name in names if any(f"{name} joins" in line for line in output)]
    if missing := set(shown) - there:
        raise Broken(f"shown, and not there: {missing}")
    return sum(line.startswith("> ") for line in output) + 1


def joining(name: str, fight: Fight) -> str:
    """The line that adds a creature to a fight, with hit points if its system requires them."""
    return f"add {name} {'hp=7' if 'hp' in SYSTEMS[fight.system].health.fields else 'kind=standard'}"


def try_import(seed: int, _folder: Path) -> int:
    """Kills `import`: the file is old or new."""
    chance = Random(seed)
    Path("wolf.md").write_text(WOLVES, encoding="utf-8")
    Path("out.toml").write_text(OLD, encoding="utf-8")
    run_and_kill(chance, ["import", "wolf.md", "-o", "out.toml", "--force"])
    text = Path("out.toml").read_text(encoding="utf-8")
    if text != OLD and len(read_encounter(Path("out.toml")).sheets) != MANY:
        raise Broken(f"half written: {text[:300]}")
    return 1


def try_recover(seed: int, _folder: Path) -> int:
    """Kills `recover` while it lists or archives fights: each is unchanged in one of the two folders."""
    chance = Random(seed)
    for number in range(FIGHTS_LEFT):
        session = session_on(fight_of(seed + number), seed, journal_settings=journal_settings_at(STATE))
        session.end(finished=chance.random() < 0.7)
    before = stored_files()
    run_and_kill(chance, ["recover", *chance.choice((("--list",), ("--archive", "2100-01-01")))])
    if stored_files() != before:
        raise Broken(f"fights were {sorted(before)} and are {sorted(stored_files())}, or others")
    run_and_kill(chance, ["recover", "--archive", "2100-01-01"])
    if stored_files() != before:
        raise Broken(f"fights were {sorted(before)} and are {sorted(stored_files())} the second time, or others")
    return 2


def stored_files() -> dict[str, bytes]:
    """The contents of each journal, archived or not."""
    return {path.name: path.read_bytes() for path in (*STATE.glob("*.jsonl"), *(STATE / ARCHIVE).glob("*.jsonl"))}


# The tracker


def try_tracker(seed: int, folder: Path) -> int:
    """Kills the tracker while lines are typed: everything on its screen is saved, and the fight is offered."""
    if sys.platform == "win32":
        return 0
    from tests.campaign.instruments.terminal import Terminal, unfinished

    chance = Random(seed)
    with Terminal(folder) as terminal:
        terminal.leave_notes()
        terminal.until("Initiative", "begin", "saved")
        terminal.type("b")
        terminal.until("Enter", "begin", "Esc")
        terminal.type("\r")  # the initiative form; empty fields are rolled
        terminal.until("Round 1")
        wounds = chance.randint(1, 20)
        terminal.type(":damage toad 1\r" * wounds)
        read_for(terminal, chance.uniform(0, 0.8))
        terminal.process.kill()
        terminal.ended()
        shown = hit_points(terminal.screen.picture)
    if len(unfinished(folder)) != 1:
        raise Broken(f"offered are {unfinished(folder)}")
    left = resume_killed().states["toad"].hp or 0
    if not HIT_POINTS - wounds <= left <= shown:
        raise Broken(f"the screen showed {shown} hit points of {HIT_POINTS}; the journal has {left}")
    with Terminal(folder) as again:
        again.until("Unfinished fights")
        again.type("\r")
        again.until("Round 1", f"{left}/{HIT_POINTS}")
    return wounds


def try_recover_one(seed: int, folder: Path) -> int:
    """Kills `recover ID` again and again while it resumes or plays a fight."""
    if sys.platform == "win32":
        return 0
    chance = Random(seed)
    session = session_on(fight_of(seed), seed, journal_settings=journal_settings_at(STATE))
    for line in script_of(chance.randrange(2**32), chance.randint(0, 20)):
        session.run(line)
    session.end(finished=False)
    fight = session.fight
    (journal,) = journals()
    for number in range(KILLS_EACH):
        lines = {name: joining(name, fight) for name in (f"Newcomer{number}x{each}" for each in range(10))}
        shown = shown_before_killed(chance, folder, journal, lines)
        again = resume_killed(torn=chance.random() < 0.3)
        if not fight.sheets.items() <= again.sheets.items() or not fight.states.items() <= again.states.items():
            raise Broken("a creature is lost, or another than it was")
        if missing := shown - {sheet.name for sheet in again.sheets.values()}:
            raise Broken(f"shown, and not there: {missing}")
        fight = again
    return KILLS_EACH


def shown_before_killed(chance: Random, folder: Path, journal: str, lines: Mapping[str, str]) -> set[str]:
    """Resumes a fight in the tracker and kills it at any moment; returns the creatures whose lines were shown."""
    from tests.campaign.instruments.terminal import Terminal

    with Terminal(folder, "recover", journal) as terminal:
        if chance.random() < 0.5:
            terminal.until("Initiative")
            terminal.type("".join(f":{line}\r" for line in lines.values()))
        read_for(terminal, chance.uniform(0, LATEST))
        if terminal.process.poll() is not None:
            raise Broken(f"`recover` ended by itself:\n{terminal.screen.text}")
        terminal.process.kill()
        terminal.ended()
        rows = [row for row in terminal.screen.picture.splitlines() if "Preview:" not in row]
        return {name for name in lines if any(f"{name} joins" in row for row in rows)}


def hit_points(text: str) -> int:
    """The toad's hit points on the screen."""
    found = [int(word.partition("/")[0]) for word in text.split() if word.endswith(f"/{HIT_POINTS}")]
    return min(found, default=HIT_POINTS)


def read_for(terminal: Any, seconds: float) -> None:
    """Reads the screen for a number of seconds."""
    ends = time.monotonic() + seconds
    terminal.wait_for(lambda: time.monotonic() > ends, "the time to come")


_PLAYED = (
    Campaign("kill", "`play` killed at any moment: what was shown is there, files are whole", "results", try_play),
    Campaign("kill-import", "`import` killed at any moment: old or new", "kills", try_import, 0.2),
    Campaign("kill-recover", "`recover` killed at any moment: fights stay as they are", "kills", try_recover, 0.2),
)
_IN_A_TERMINAL = (
    Campaign("kill-screen", "the tracker killed while lines are typed (in a pty)", "lines", try_tracker, 0.5),
    Campaign("kill-resumed", "`recover ID` killed at any moment (in a pty)", "kills", try_recover_one, 0.3),
)
CAMPAIGNS = _PLAYED if sys.platform == "win32" else _PLAYED + _IN_A_TERMINAL
