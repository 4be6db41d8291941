"""Damaged journals: cut, flipped, mixed, from the future, or not journals at all."""

import contextlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from msgspec import Struct

from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.storage.journal.journal_file import journal_path, parse_journal
from orcus_tui.storage.journal.journal_list import list_unfinished
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.journal.recovery import replay_journal, typed_commands, view_journal
from tests.campaign.inputs.fights import fight_of
from tests.campaign.inputs.lines import script_of
from tests.campaign.instruments.limits import within_limits
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import journal_settings_at, session_on

EACH = 60
"""The number of damaged journals in a trial."""
OLD_JOURNALS = Path(__file__).parents[2] / "tests" / "journals"
NAME = "fight"

Lines = list[bytes]
"""A journal's lines, each with its newline."""


class Known(Struct, frozen=True):
    """An undamaged journal, and the fights in it; it is `chained` if each line has the checksum of the previous one."""

    lines: Lines
    fights: list[Fight]
    chained: bool


def try_journals(seed: int, folder: Path) -> int:
    """Tries damaged journals: each is read as a fight that existed, or refused with a message."""
    chance = Random(seed)
    known = old_journal(chance) if chance.random() < 0.3 else play_fight(seed, folder / "played")
    other = play_fight(seed + 1, folder / "other", as_in=seed)
    journal_settings = journal_settings_at(folder / "state")
    journal_settings.folder.mkdir()
    for _ in range(EACH):
        try_journal(chance, journal_settings, known, other)
    return EACH


def try_journal(chance: Random, journal_settings: JournalSettings, known: Known, other: Known) -> None:
    """Damages a journal, and reads it in every way. Raises Broken if it gives a fight that never existed."""
    ways = [*DAMAGE, *([splice] if known.chained else [])]
    if chance.random() < 0.2:
        ways = [rewrite]
    way = chance.choice(ways)
    data = b"".join(way(chance, list(known.lines), other.lines))
    path = journal_settings.folder / f"{NAME}.jsonl"
    path.write_bytes(data)
    # If the two journals begin the same, the rest may have been replaced, which gives the other journal.
    fights = None if way is rewrite else known.fights + (other.fights if way is splice else [])
    try:
        with within_limits(f"a journal of {len(data):,} bytes"):
            list_unfinished(journal_settings.folder)
            read(journal_settings, fights)
            if chance.random() < 0.3:
                go_on(journal_settings, fights)
    except Broken as broken:
        raise Broken(f"{way.__name__}: {broken}") from broken
    for each in journal_settings.folder.iterdir():
        each.unlink()


def read(journal_settings: JournalSettings, fights: list[Fight] | None) -> None:
    """Views a journal; if it may contain any fight, the fight must be valid."""
    try:
        found = view_journal(journal_path(journal_settings.folder, NAME)).timeline.fight
        list(typed_commands(parse_journal(Path(NAME), journal_path(journal_settings.folder, NAME).read_bytes())))
    except OrcusError:
        return
    if fights is not None and found not in fights:
        raise Broken(f"viewed as a fight that there never was: {found!r:.300}")


def go_on(journal_settings: JournalSettings, fights: list[Fight] | None) -> None:
    """Resumes a journal, executes a line, and checks that it is there the next time."""
    try:
        session, _ = Session.resume(journal_settings, NAME, RandomDice(Random(1)))
    except OrcusError:
        return
    if fights is not None and session.fight not in fights:
        raise Broken("resumed as a fight that there never was")
    if session.recorder is None:
        return
    session.run("add Newcomer hp=7")
    fight, journal = session.fight, session.recorder.id
    session.end(finished=False)
    again, lost = Session.resume(journal_settings, journal, RandomDice(Random(1)))
    again.end(finished=False)
    if again.fight != fight or lost:
        raise Broken(f"what was done after resuming is gone: {lost}")


# Valid journals


def play_fight(seed: int, folder: Path, as_in: int | None = None) -> Known:
    """A journal of random lines; `as_in` is another seed for the fight."""
    chance = Random(seed)
    session = session_on(fight_of(seed if as_in is None else as_in), seed, journal_settings=journal_settings_at(folder))
    fights = [session.fight]
    for line in script_of(chance.randrange(2**32), chance.randint(0, 25)):
        if chance.random() < 0.1 and session.recorder:
            session.recorder.write_checkpoint(session.fight)
        session.run(line)
        fights.append(session.fight)
    session.end(finished=chance.random() < 0.3)
    (journal,) = folder.glob("*.jsonl")
    return Known(journal.read_bytes().splitlines(keepends=True), fights, chained=True)


def old_journal(chance: Random) -> Known:
    """A journal from a version of the program, old or new."""
    return _old_journal(chance.choice(sorted(OLD_JOURNALS.glob("format-*/*.jsonl"))))


@cache
def _old_journal(path: Path) -> Known:
    lines = path.read_bytes().splitlines(keepends=True)
    fights = []
    for end in range(1, len(lines) + 1):
        contents = parse_journal(path, b"".join(lines[:end]))
        fights.append(replay_journal(contents).timeline.fight)
        # An older program left out fields with default values from a whole fight; the defaults may differ today.
        whole = [each.get("fight") for each in contents.records[-1:]]
        fights += [fight_from_table(each) for each in whole if isinstance(each, dict)]
    return Known(lines, fights, chained=False)


# Damaged journals

Way = Callable[[Random, Lines, Lines], Sequence[bytes]]


def cut(chance: Random, lines: Lines, _: Lines) -> Lines:
    """Cuts the journal at any byte."""
    data = b"".join(lines)
    return [data[: chance.randint(0, len(data))]]


def flip(chance: Random, lines: Lines, _: Lines) -> Lines:
    """Flips some bits."""
    data = bytearray(b"".join(lines))
    for _bit in range(chance.choice((1, 1, 2, 20))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return [bytes(data)]


def overwrite(chance: Random, lines: Lines, _: Lines) -> Lines:
    """Replaces a part with zeros or garbage."""
    data = b"".join(lines)
    start = chance.randrange(len(data))
    size = chance.choice((1, 8, 512, 4096))
    wrong = bytes(size) if chance.random() < 0.5 else chance.randbytes(size)
    return [data[:start], wrong, data[start + size :]]


def swap(chance: Random, lines: Lines, _: Lines) -> Lines:
    """Swaps two lines."""
    one, two = (chance.randrange(len(lines)) for _ in range(2))
    lines[one], lines[two] = lines[two], lines[one]
    return lines


def double(chance: Random, lines: Lines, _: Lines) -> Lines:
    """Repeats a line."""
    at = chance.randrange(len(lines))
    lines[at:at] = [lines[at]] * chance.choice((1, 1, 3, 300))
    return lines


def lose(chance: Random, lines: Lines, _: Lines) -> Lines:
    """Removes some lines."""
    start = chance.randrange(len(lines))
    del lines[start : start + chance.randint(1, 4)]
    return lines


def splice(chance: Random, lines: Lines, others: Lines) -> Lines:
    """Replaces some lines by those of another journal of the same fight."""
    start = chance.randrange(1, len(lines) + 1)
    end = chance.randint(start, len(lines))
    lines[start:end] = others[start : chance.choice((end, len(others)))]
    return lines


def no_journal(chance: Random, *_: Lines) -> Lines:
    """Something else entirely."""
    return [chance.choice(NO_JOURNALS)]


def from_the_future(chance: Random, lines: Lines, _: Lines) -> Lines:
    """Replaces the rest by lines of a future version, with valid checksums."""
    tables = tables_of(lines)
    at = chance.randrange(len(tables))
    if at == 0:
        tables[0]["format"] = chance.choice((99, 0, -1, 3, 10**30))
    else:
        tables[at:at] = [{**each, "seq": at} for each in chance.sample(FUTURE, 1)]
    if chance.random() < 0.3:
        tables[at][chance.choice(("weather", "seq2", ""))] = any_value(chance)
    return lines_of(tables)


def rewrite(chance: Random, lines: Lines, _: Lines) -> Lines:
    """Replaces some values, with valid checksums."""
    tables = tables_of(lines)
    for _value in range(chance.randint(1, 3)):
        alter(chance, chance.choice(tables))
    return lines_of(tables)


def alter(chance: Random, value: Any) -> None:
    """Replaces a value somewhere in a table or list."""
    places = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not places:
        return
    place = chance.choice(places)
    if isinstance(value[place], dict | list) and value[place] and chance.random() < 0.85:
        alter(chance, value[place])
    elif chance.random() < 0.2:
        del value[place]
    else:
        value[place] = any_value(chance)


def any_value(chance: Random) -> Any:
    """An unexpected value, as a new object, since it may be altered itself."""
    return json.loads(chance.choice(VALUES))


def tables_of(lines: Lines) -> list[dict[str, Any]]:
    """The lines that are JSON, parsed."""
    tables = []
    for line in lines:
        try:
            tables.append(json.loads(line))
        except ValueError:
            break
    return tables


def lines_of(tables: list[dict[str, Any]]) -> Lines:
    """Lines with valid numbers and checksums, chained if the format has that."""
    lines: Lines = []
    before = "00000000"
    for number, table in enumerate(tables):
        frame: dict[str, Any] = {"seq": number} | ({"after": before} if "after" in tables[0] else {})
        rest = {key: value for key, value in table.items() if key not in ("crc", "seq", "after")}
        body = json.dumps(frame | rest, separators=(",", ":"))[1:].encode()
        before = f"{crc32(body):08x}"
        lines.append(b'{"crc":"%b",%b\n' % (before.encode(), body))
    return lines


FUTURE: tuple[dict[str, Any], ...] = (
    {"record": "weather", "at": "now", "rain": 3},
    {"record": "change"},
    {"record": "undo", "at": "now", "count": 10**9},
    {"record": "redo", "at": "now", "count": 1, "why": "asked"},
    {"at": "now"},
    {"record": 5, "at": None},
    {"deeds": [], "at": ""},
)
DEEP = "[" * 500 + "]" * 500
VALUES = (
    *("null", "true", "0", "-1", "1" + "0" * 30, "1.5", '""', '"x"', '"ari"', f'"{"x" * 5000}"', r'"\ud800"'),
    *(r'"\u0000\u001b[2J"', "[]", "{}", "[[]]", '{"": {}}'),
    *("[null, null, null]", '{"event": "said"}', '{"name": 5}', DEEP),
)
"""Values as JSON."""
NO_JOURNALS = (
    *(b"", b"\n", b"\n\n\n", b"{}\n", b"null\n", b"\0" * 5000, b"[" * 100_000, b'{"a":' * 100_000 + b"\n"),
    *(b'{"format":2}\n', b"x" * 1_000_000, b"\n" * 100_000, b"\xff\xfe{\0}\0\n\0", b"PK\x03\x04", b"\r\n"),
    *(line for body in (b"{}", b"[]", b"9" * 5000, b"[" * 50_000) for line in [b'{"crc":"00000000",' + body + b"\n"]),
    *(lines_of([{"format": each}])[0] for each in (1, 2, 99, True, "2", None)),
    lines_of([{"format": 2, "record": "header", "program": "", "when": "", "encounter": json.loads(DEEP)}])[0],
)
DAMAGE: tuple[Way, ...] = (cut, cut, flip, flip, overwrite, swap, double, lose, no_journal, from_the_future)


# Other things in place of journals


def try_places(seed: int, folder: Path) -> int:
    """Tries things other than files in place of journals: all are listed, and none blocks."""
    chance = Random(seed)
    state = folder / "state"
    journal_settings = journal_settings_at(state)
    session = session_on(fight_of(seed), seed, journal_settings=journal_settings)
    session.end(finished=False)
    places = [place for place in PLACES if place.__name__ != "pipe" or sys.platform != "win32"]
    chosen = chance.sample(places, chance.randint(1, len(places)))
    for place in chosen:
        place(state)
    listed = {each.id for each in list_unfinished(state)}
    if not listed >= {place.__name__ for place in chosen} | {session_id(state)}:
        raise Broken(f"not all are listed: {listed}")
    for journal in listed:
        for looks in (False, True):
            try:
                opened = open_journal(journal_settings, journal, looks=looks)
            except OrcusError:
                continue
            opened.end(finished=False)
            if opened.fight != session.fight:
                raise Broken(f"{journal} opens as a fight that there never was")
    return len(listed)


def open_journal(journal_settings: JournalSettings, journal: str, *, looks: bool) -> Session:
    """Resumes or views a journal."""
    dice = RandomDice(Random(1))
    if looks:
        return Session.open_for_viewing(journal_settings, journal_path(journal_settings.folder, journal), dice)[0]
    return Session.resume(journal_settings, journal, dice)[0]


def session_id(state: Path) -> str:
    """The id of the one real journal."""
    return next(each.stem for each in state.glob("2026*.jsonl"))


def pipe(state: Path) -> None:
    """A pipe without a writer."""
    if sys.platform != "win32":
        os.mkfifo(state / "pipe.jsonl")


def directory(state: Path) -> None:
    """A folder with the name of a journal."""
    (state / "directory.jsonl").mkdir()


def empty(state: Path) -> None:
    """An empty file."""
    (state / "empty.jsonl").touch()


def sparse(state: Path) -> None:
    """A sparse file larger than memory."""
    with (state / "sparse.jsonl").open("wb") as file:
        file.truncate(1 << 40 if sys.platform == "linux" else 1 << 30)


def lock_file(state: Path) -> None:
    """A journal next to a folder with the name of an old lock file."""
    (state / "lock_file.jsonl").write_bytes(next(state.glob("2026*.jsonl")).read_bytes())
    (state / "lock_file.jsonl.lock").mkdir()


def link(state: Path) -> None:
    """A link to a journal, if the system has links."""
    with contextlib.suppress(OSError):
        (state / "link.jsonl").symlink_to(next(state.glob("2026*.jsonl")))


PLACES = (pipe, directory, empty, sparse, lock_file, link)


CAMPAIGNS = (
    Campaign(
        "journals", "journals cut, flipped, spliced, from the future: a real fight or none", "journals", try_journals
    ),
    Campaign("places", "folders, pipes and giants in the place of journals", "places", try_places, 0.2),
)
