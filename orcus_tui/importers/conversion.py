"""Creatures written elsewhere, made into an encounter: what `orcus-tui import` does, and tells."""

from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from orcus_tui.errors import OrcusError
from orcus_tui.importers.format_detection import read
from orcus_tui.importers.import_result import Found, Leftover, NotReadable
from orcus_tui.importers.source_text import LARGEST
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import printable
from orcus_tui.rules.field_shapes import FieldFaults
from orcus_tui.storage.encounter.from_tables import FORMAT, fight_from_table
from orcus_tui.storage.encounter.read import bytes_of, read_encounter_bytes
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.write import encounter_text
from orcus_tui.systems import SYSTEMS

STDIN = "-"
PIPED = "<stdin>"
PASTED = "the pasted text"
MOST_LINES = 12
LONGEST_QUOTE = 100


class Refused(OrcusError):
    """Sources that cannot be made into an encounter; the message has a line for each reason."""


class Source(Struct, frozen=True):
    """A source that was read: what messages call it, and what was found in it."""

    name: str
    found: Found


class Encounter(Struct, frozen=True):
    """An encounter, as the text of its file, and the fight that reading the text gives."""

    text: str
    fight: Fight


def pasted(text: str) -> Source:
    """What a pasted text holds, in whichever format it is. Raises NotReadable and Refused, for people."""
    return _source(PASTED, text.encode("utf-8", "replace"))


def in_file(path: Path) -> Source:
    """What a file holds, in whichever format it is. Raises StorageError, NotReadable and Refused, for people."""
    return _source(str(path), bytes_of(path, LARGEST))


def _source(name: str, data: bytes) -> Source:
    found = read(data, name)
    if found.system not in SYSTEMS:
        raise Refused(f"{name}: this is for {found.system}, a rules system that is not here yet")
    return Source(name, found)


def read_all(names: Iterable[str], stdin: Callable[[int], bytes]) -> list[Source]:
    """All sources: files, and `-` for what `stdin` gives, up to a number of bytes.

    Raises Refused with what is wrong with each that cannot be read, or where their rules systems differ.
    """
    sources: list[Source] = []
    wrong: list[str] = []
    for name in names:
        try:
            sources.append(_source(PIPED, stdin(LARGEST)) if name == STDIN else in_file(Path(name)))
        except (StorageError, NotReadable, Refused) as fault:
            wrong.append(str(fault))
    if wrong:
        raise Refused("\n".join(wrong))
    _refuse_mixed(sources)
    return sources


def _refuse_mixed(sources: list[Source]) -> None:
    systems = dict.fromkeys(source.found.system for source in sources)
    if len(systems) > 1:
        told = "\n".join(f"{each.name}: {SYSTEMS[each.found.system].title}" for each in sources)
        raise Refused(f"an encounter has one rules system; import these apart:\n{told}")


def encounter_of(sources: list[Source], output: Path | None) -> Encounter:
    """The encounter with all creatures of these sources, checked as `orcus-tui check` does; `output` is its file to be.

    Raises StorageError where the text would not give the same fight again.
    """
    path = output or Path("import.toml")
    creatures = [table for source in sources for table in source.found.creatures]
    table = {"format": FORMAT, "name": _name(path, sources), "system": sources[0].found.system, "creature": creatures}
    text = encounter_text(table)
    fight = read_encounter_bytes(text.encode(), path)
    try:
        meant = fight_from_table(table)
    except FieldFaults as faults:
        raise StorageError(path, f"not written: what was imported is no encounter: {faults}") from None
    if fight != meant:
        raise StorageError(path, "not written: reading it again would not give the same creatures")
    return Encounter(text, fight)


def _name(path: Path, sources: list[Source]) -> str:
    """The encounter is called after its file, else after the first source."""
    named = path if sources[0].name == PIPED or path.name != "import.toml" else Path(sources[0].name)
    return printable(named.stem).strip() or "import"


# What is told


def told_of(sources: list[Source], encounter: Encounter) -> list[str]:
    """For each source what was read, what it is called, and what was not understood, with the lines."""
    ids = iter(encounter.fight.sheets)
    lines: list[str] = []
    for source in sources:
        own = [next(ids) for _ in source.found.creatures]
        inside = [each for each in source.found.leftovers if each.creature]
        outside = [each for each in source.found.leftovers if not each.creature]
        lines.append(f"{source.name}: {summary_of(source)}")
        lines.append(f"  called {', '.join(own)}")
        if inside:
            lines.append(f"  {_counted(len(inside), 'passage')} not understood, kept as text:")
            lines += _quoted(source.name, inside)
        if outside:
            lines.append(f"  {_counted(len(outside), 'passage')} of no creature, left out:")
            lines += _quoted(source.name, outside)
    return lines


def summary_of(source: Source) -> str:
    """What was read, in a line: `2 creatures for Orcus, with 3 attacks, 1 other power, 0 powers in words`."""
    system = SYSTEMS[source.found.system].title
    return f"{_counted(len(source.found.creatures), 'creature')} for {system}, with {_powers(source)}"


def _powers(source: Source) -> str:
    powers = [power for table in source.found.creatures for power in _tables(table.get("power"))]
    attacks = sum("attack" in power for power in powers)
    does = sum("attack" not in power and bool({"damage", "effects", "always"} & power.keys()) for power in powers)
    said = len(powers) - attacks - does
    return ", ".join(
        (_counted(attacks, "attack"), _counted(does, "other power"), f"{_counted(said, 'power')} in words")
    )


def _tables(value: object) -> list[dict[str, object]]:
    return value if isinstance(value, list) else []


def _quoted(name: str, leftovers: list[Leftover]) -> list[str]:
    """The first of these passages, each with its line, and the lines of the rest."""
    lines = []
    for each in leftovers[:MOST_LINES]:
        whose = f"{each.creature}: " if each.creature else ""
        lines.append(f"  {name}:{each.line}: {whose}{_short(each.text)}")
    if rest := leftovers[MOST_LINES:]:
        lines.append(f"  and on the lines {', '.join(str(each) for each in dict.fromkeys(one.line for one in rest))}")
    return lines


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST_QUOTE else f"{plain[: LONGEST_QUOTE - 1]}…"


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
