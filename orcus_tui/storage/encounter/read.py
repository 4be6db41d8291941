"""Reads encounter files: a fight, or every fault with its line."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.fight import Fight
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, path_text, quote
from orcus_tui.storage.atomic import digest
from orcus_tui.storage.encounter.fight_tables import (
    FORMAT,
    PARTY_KEYS,
    fight_from_table,
    format_faults,
    system_of,
    unknown_keys,
)
from orcus_tui.storage.storage_error import StorageError, reason
from orcus_tui.storage.toml import positions
from orcus_tui.systems import DEFAULT, SYSTEMS

if TYPE_CHECKING:
    from orcus_tui.commands.context import Library

PROGRAM = Path(os.path.realpath(__file__)).parents[2]
"""The folder of the program."""
MOST_LINES = 1_000
"""The most faults of a file that are shown."""


class EncounterFault(Struct, frozen=True):
    """One fault of a file: its line, column and key, as far as they are known, and a message.

    `named` is the party file, if the fault is that the file cannot be read.
    """

    path: Path
    line: int | None
    column: int | None
    key: str
    message: str
    named: Path | None = None

    def __str__(self) -> str:
        """`FILE:LINE: creature[2].defenses.ac: expected a whole number, got "18"`."""
        place = ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)
        return ": ".join(str(part) for part in (place, self.key, self.named, self.message) if part)


class EncounterFaults(StorageError):
    """An encounter that cannot be read; `faults` are in the order of the file."""

    def __init__(self, path: Path, faults: list[EncounterFault]) -> None:
        super().__init__(path, faults[0].message)
        self.faults = tuple(faults)

    def __str__(self) -> str:
        """A line for each fault."""
        return "\n".join(self.lines)

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each fault, of the first 1,000."""
        shown = tuple(map(str, self.faults[:MOST_LINES]))
        left = len(self.faults) - len(shown)
        return (*shown, f"and {left:,} more faults") if left else shown


class EncounterFile(Struct, frozen=True):
    """The fight that a file describes; for a fight in progress, the `digest` of the file's bytes."""

    fight: Fight
    digest: str = ""

    def with_rules(self, house_rules: Callable[[Fight], Fight]) -> Fight:
        """The fight with the user's house rules, which a fight in progress already has."""
        return self.fight if self.digest else house_rules(self.fight)


def read_encounter(path: Path) -> Fight:
    """The fight an encounter file describes, its party included.

    Raises EncounterFaults with every fault of both files; nothing else for any file or folder.
    """
    return read_encounter_bytes(bytes_of(path), path)


def read_encounter_file(path: Path, system: str = DEFAULT, party: Path | None = None) -> EncounterFile:
    """The fight of an encounter, with the system and the party of its campaign unless the file names others.

    Raises EncounterFaults.
    """
    main = read_document(path)
    main.table.setdefault("system", system)
    shared = party if party and "party" not in main.table and main.table["system"] == system else None
    fight = _fight_of(main, read_document(shared) if shared else None)
    return EncounterFile(fight, digest(main.data) if "fight" in main.table else "")


def read_campaign_tables(path: Path, system: str) -> dict[str, Any]:
    """The tables of an encounter in a campaign, with the campaign's system unless the file names another.

    Raises EncounterFaults with every fault of the file and of the party that it names.
    """
    main = read_document(path)
    main.table.setdefault("system", system)
    _fight_of(main)
    return main.table


def read_encounter_bytes(data: bytes, path: Path) -> Fight:
    """The fight in the content of a file; the party file is looked for in the folder of `path`.

    Raises EncounterFaults with every fault.
    """
    return _fight_of(Document(path, data))


def check_encounter(path: Path, system: str = DEFAULT, library: Library | None = None) -> None:
    """Checks an encounter file and its party, with the additional faults of words that have no effect.

    `system` is the system of a file that names none; `library` has the creatures that lines may name (None: any).
    Raises EncounterFaults with every fault.
    """
    from orcus_tui.storage.encounter.dead_words import dead_word_faults  # here, since opening a fight does not need it
    from orcus_tui.storage.encounter.named_creatures import unknown_creature_faults

    main = read_document(path)
    main.table.setdefault("system", system)
    found: list[EncounterFault] = []
    try:
        _fight_of(main)
    except EncounterFaults as refused:
        found += refused.faults
    party, _ = _party_of(main)
    together = [*(party.creatures if party else ()), *main.creatures]
    for document in (main, party) if party else (main,):
        known = SYSTEMS.get(str(main.table["system"]))
        if known:
            wrong = dead_word_faults(document.table, known)
            if library:
                wrong += unknown_creature_faults(document.table, together, known, library)
            found += document.faults(wrong)
    if found:
        raise EncounterFaults(path, sorted(found, key=lambda one: (one.path != path, one.line or 0)))


def _fight_of(main: Document, shared_party: Document | None = None) -> Fight:
    fights = main.table.get("fight")
    if isinstance(fights, list) and any(isinstance(each, dict) and "file" in each for each in fights):
        message = "this is a campaign; `orcus-tui campaign play FOLDER` opens its next fight"
        raise EncounterFaults(main.path, [EncounterFault(main.path, None, None, "", message)])
    party, faults = (shared_party, []) if shared_party else _party_of(main)
    in_party = party.creatures if party else []
    in_main = main.table.get("creature", [])
    try:
        # `fight_from_table` reports a value that is not a list.
        together = [*in_party, *in_main] if isinstance(in_main, list) else in_main
        fight = fight_from_table({**main.table, "creature": together}, name=_name_of(main.path))
    except FieldFaults as wrong:
        mine, theirs = _split_faults(wrong.faults, len(in_party))
        faults = [*main.faults(mine), *(party.faults(theirs) if party else []), *faults]
    if faults:
        raise EncounterFaults(main.path, sorted(faults, key=lambda one: (one.path != main.path, one.line or 0)))
    return fight


class Document:
    """One TOML file: its table, and line numbers, which are looked up only for faults."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self.data = data
        try:
            self.table: dict[str, Any] = positions.load(data)
        except positions.TomlError as wrong:
            one = wrong.fault
            raise EncounterFaults(path, [EncounterFault(path, one.line, one.column, "", one.message)]) from None

    @property
    def creatures(self) -> list[object]:
        """Its creature tables; empty if the value is not a list."""
        found = self.table.get("creature", [])
        return found if isinstance(found, list) else []

    def faults_with_columns(self, found: list[FieldFault]) -> list[EncounterFault]:
        """The faults with lines, and with columns for values."""
        lines = positions.locate(positions.decode(self.data))
        return [
            replace(each, column=lines.column(one.tail)) for each, one in zip(self.faults(found), found, strict=True)
        ]

    def faults(self, found: list[FieldFault]) -> list[EncounterFault]:
        """The faults with their lines."""
        if not found:
            return []
        lines = positions.locate(positions.decode(self.data))
        return [
            EncounterFault(
                self.path,
                lines.line(one.tail),
                lines.column(one.tail) if one.tail[-2:-1] == ("powers",) else None,
                path_text(one.tail),
                one.message,
            )
            for one in found
        ]


def read_document(path: Path) -> Document:
    """The document of a file. Raises EncounterFaults if it cannot be read, or is not TOML."""
    return Document(path, bytes_of(path))


def _split_faults(faults: tuple[FieldFault, ...], in_party: int) -> tuple[list[FieldFault], list[FieldFault]]:
    """The faults of the encounter, and those of its party; the party's creatures come first."""
    mine: list[FieldFault] = []
    theirs: list[FieldFault] = []
    for one in faults:
        place = one.tail[1] if one.tail[0] == "creature" and len(one.tail) > 1 else None
        if not isinstance(place, int):
            mine.append(one)
        elif place < in_party:
            theirs.append(one)
        else:
            mine.append(FieldFault(("creature", place - in_party, *one.tail[2:]), one.message))
    return mine, theirs


def _name_of(path: Path) -> str:
    """The default name of a fight: the name of its file."""
    return "".join(each for each in path.stem if each.isprintable()).strip() or "encounter"


# The party


def _party_of(main: Document) -> tuple[Document | None, list[EncounterFault]]:
    """The party file that the encounter names, if any, and its faults outside the creatures."""
    if "party" not in main.table:
        return None, []
    try:
        party_path = path_inside(main.path, main.table["party"])
        data = bytes_of(party_path)
    except FieldFaults as wrong:
        return None, main.faults(wrong.under("party"))
    except EncounterFaults as wrong:  # the party file cannot be read, so the fault is at the line that names it
        found = main.faults([FieldFault(("party",), each.message) for each in wrong.faults])
        return None, [replace(each, named=wrong.path) for each in found]
    try:
        party = Document(party_path, data)
    except EncounterFaults as wrong:
        return None, list(wrong.faults)
    faults = [*unknown_keys(party.table, PARTY_KEYS), *format_faults(party.table)]
    if "creature" in party.table and party.creatures is not party.table["creature"]:
        faults.append(
            FieldFault(("creature",), f"write [[creature]], once for each, got {quote(party.table['creature'])}")
        )
    if "system" in party.table:
        system = system_of(party.table, faults)
        expected = main.table.get("system", DEFAULT)
        if system is not None and not faults and system.id != expected:
            # Read with the words of the wrong system, everything in it would be a fault.
            fault = FieldFault(("system",), f"the encounter is for {quote(expected)}, got {quote(system.id)}")
            return None, party.faults([fault])
    return party, party.faults(faults)


def read_party(path: Path, system: str) -> Fight:
    """The heroes of a party file, as a fight before it begins. Raises EncounterFaults."""
    main = Document(path, b"")
    main.table.update(format=FORMAT, system=system)
    return _fight_of(main, read_document(path))


def comes_with_program(encounter: Path) -> bool:
    """Whether an encounter is inside the installed program, next to which no file is written."""
    return PROGRAM in Path(os.path.realpath(encounter)).parents


def party_file(encounter: Path) -> Path | None:
    """The party file that an encounter names, if any; None for an encounter that comes with the program.

    Raises EncounterFaults if the encounter cannot be read.
    """
    if comes_with_program(encounter):
        return None
    main = read_document(encounter)
    if "party" not in main.table:
        return None
    try:
        return path_inside(encounter, main.table["party"])
    except FieldFaults as wrong:
        raise EncounterFaults(encounter, main.faults(wrong.under("party"))) from None


def system_named(path: Path) -> str:
    """The system that an encounter or a party file names; empty if it names none or cannot be read."""
    try:
        found = str(read_document(path).table.get("system"))
    except EncounterFaults:
        return ""
    return found if found in SYSTEMS else ""


def path_inside(file: Path, named: object) -> Path:
    """The path of a file that another one names. Raises FieldFaults for one outside the folder of `file`."""
    if not isinstance(named, str) or not named.strip():
        raise FieldFaults(FieldFault((), f"expected the name of a file, got {quote(named)}"))
    outside = FieldFaults(FieldFault((), f"{quote(named)} is not inside the folder of this file"))
    # Checked by the rules of both POSIX and Windows, so that a file means the same on both.
    if PurePosixPath(named).is_absolute() or PureWindowsPath(named).anchor or ".." in PureWindowsPath(named).parts:
        raise outside
    if not named.isprintable():
        raise FieldFaults(FieldFault((), f"no file is called {quote(named)}"))
    path = file.parent / named
    try:
        inside = path.resolve().is_relative_to(file.parent.resolve())
    except (OSError, RuntimeError):
        inside = False  # a circular link
    if not inside:
        raise outside
    return path


# Bytes


def is_folder(path: str | Path) -> bool:
    """Whether there is a folder of this name. An impossible file name is reported when it is read."""
    try:
        return Path(path).is_dir()
    except OSError:
        return False


def bytes_of(path: Path, most: int = positions.LARGEST_FILE) -> bytes:
    """The bytes of a file, up to one more than `most`. Raises EncounterFaults if it cannot be read."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISREG(mode):
            with path.open("rb") as file:
                return file.read(most + 1)
        # Reading a pipe would block.
        message = "this is a folder; name a file in it" if stat.S_ISDIR(mode) else "this is not an ordinary file"
    except FileNotFoundError:
        message = "there is no such file"
    except OSError as error:
        message = f"cannot be read: {reason(error)}"
    except ValueError:
        message = "no file can have such a name"
    raise EncounterFaults(path, [EncounterFault(path, None, None, "", message)])
