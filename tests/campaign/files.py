"""Hostile files for every reader: each gives a quick user error with a position, and nothing is written."""

import os
import re
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random

from orcus_tui.cli.play import read_script
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.config.settings import ScreenNames, read_config
from orcus_tui.errors import OrcusError
from orcus_tui.importers.sources import read_source_files
from orcus_tui.library.library import Library
from orcus_tui.model.text import FORBIDDEN, FORBIDDEN_IN_LINES
from orcus_tui.storage.encounter.fight_tables import fight_from_table, fight_text
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.large_file import LARGE, LARGE_SOURCE, large_file_message
from orcus_tui.storage.line_history import LineHistory
from orcus_tui.systems import SYSTEMS
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.hostile_files import CONFIG, SCRIPT, hostile_bytes, source_samples, toml_samples
from tests.campaign.instruments.limits import within_limits
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import session_on

FILES_EACH = 25
MAX_PLAYED = 100
"""The most lines of a script; another campaign measures how long lines take."""
Read = Callable[[Path, int], None]
"""Reads a file; the number is a seed. Raises OrcusError for a refused file."""


def read_as_encounter(path: Path, _seed: int) -> None:
    """Reads an encounter or a fight in progress; a valid one can be written again."""
    fight_text(read_encounter(path))


def read_as_party(path: Path, _seed: int) -> None:
    """Reads the party file of an encounter."""
    encounter = path.with_name("encounter-of-party.toml")
    encounter.write_text(f'format = 1\nsystem = "orcus"\nparty = "{path.name}"\n', encoding="utf-8")
    try:
        read_encounter(encounter)
    finally:
        encounter.unlink()


def read_as_config(path: Path, _seed: int) -> None:
    """Reads settings, whose faults are only reported."""
    _, faults = read_config(path, ScreenNames({"damage": "d"}, ("orcus-dark",)))
    for fault in faults:
        if str(path) not in fault:
            raise Broken(f"a fault without its place: {fault!r}")


def read_as_creatures(path: Path, seed: int) -> None:
    """Reads a file of the user's library."""
    library = Library(path.parent, path.parent / "none")
    system = Random(seed).choice(list(SYSTEMS))
    library.faults(system)
    library.search(system, "")


def read_as_source(path: Path, _seed: int) -> None:
    """Imports a file; its creatures must pass `check`."""
    result = read_source_files([path]).result
    fight_from_table({"format": 1, "system": result.system, "creature": list(result.creatures)})


def read_as_script(path: Path, seed: int) -> None:
    """Reads a script, for `play` and for `run`."""
    session = session_on(fight_of(seed), seed)
    before = session.fight
    result = session.run(f"run {as_one_word(str(path))}")
    if result and result.error and session.fight is not before:
        raise Broken("a script failed, and yet changed the fight")
    if path.is_fifo():
        return  # `play` waits for a writer
    for line in islice(read_script(path), MAX_PLAYED):
        session.run(line.text)


def read_as_history(path: Path, _seed: int) -> None:
    """Reads the history of the command line."""
    for line in LineHistory(path).read():
        if re.search(FORBIDDEN, line) or line.startswith("\ufeff"):
            raise Broken(f"a line of the history is no text: {line!r}")


ANNOUNCED = (read_as_encounter, read_as_source)
"""Readers that announce large files."""


def try_files(seed: int, folder: Path) -> int:
    """Tries random files with every reader of such files."""
    chance = Random(seed)
    readers: tuple[tuple[Read, tuple[bytes, ...]], ...] = (
        (read_as_encounter, toml_samples()),
        (read_as_encounter, (fight_text(fight_of(seed)).encode(),)),
        (read_as_party, toml_samples()),
        (read_as_creatures, toml_samples()),
        (read_as_config, (CONFIG.encode(),)),
        (read_as_source, source_samples()),
        (read_as_script, (SCRIPT.encode(),)),
        (read_as_history, (SCRIPT.encode(),)),
    )
    for number in range(FILES_EACH):
        read, samples = chance.choice(readers)
        path = folder / str(number) / "file.toml"
        path.parent.mkdir()
        if chance.random() < 0.05:
            _make_no_file(chance, path)
        else:
            path.write_bytes(hostile_bytes(chance, samples))
        _try_file(read, path, chance)
    return FILES_EACH


def _make_no_file(chance: Random, path: Path) -> None:
    """Puts something else in place of a file: nothing, a folder, a pipe, a link to a device or to itself."""
    kind = chance.choice(("nothing", "folder", "pipe", "device", "circle"))
    if kind == "folder":
        path.mkdir()
    elif os.name == "posix" and kind == "pipe":
        os.mkfifo(path)
    elif os.name == "posix" and kind == "device":
        path.symlink_to("/dev/zero")
    elif os.name == "posix" and kind == "circle":
        path.symlink_to(path)


def _try_file(read: Read, path: Path, chance: Random) -> None:
    """Reads a file. Raises Broken if it takes too much, an error has no position, or something was written."""
    before = sorted(path.parent.rglob("*"))
    size = path.stat().st_size if path.is_file() else 0
    announced = bool(large_file_message(path, LARGE_SOURCE if read is read_as_source else LARGE))
    with within_limits(f"{read.__name__} of {size:,} bytes", announced=announced and read in ANNOUNCED):
        try:
            read(path, chance.randrange(2**32))
        except OrcusError as refusal:
            _check_refusal(str(refusal), path)
    if sorted(path.parent.rglob("*")) != before:
        raise Broken(f"{read.__name__} wrote something")


def _check_refusal(message: str, path: Path) -> None:
    """Raises Broken if a message does not name the file, or has control characters."""
    if path.name not in message and path.parent.name not in message:
        raise Broken(f"no place in the message: {message!r:.300}")
    if re.search(FORBIDDEN_IN_LINES, message):
        raise Broken(f"a message that steers a terminal: {message!r:.300}")


CAMPAIGNS = (
    Campaign("files", "hostile files for every reader: refused with their place, soon", "files", try_files, 2),
)
