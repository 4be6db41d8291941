"""The report of an import: what was read from each source, the ids of its creatures, and what was not understood."""

from orcus_tui.importers.import_result import Leftover
from orcus_tui.importers.imported_encounter import ImportedEncounter
from orcus_tui.importers.sources import Source
from orcus_tui.systems import SYSTEMS

MOST_QUOTES = 12
LONGEST_QUOTE = 100


def report_lines(sources: list[Source], encounter: ImportedEncounter) -> list[str]:
    """For each source a summary, the ids of its creatures, and quotes of what was not understood."""
    ids = iter(encounter.fight.sheets)
    lines: list[str] = []
    for source in sources:
        own = [next(ids) for _ in source.result.creatures]
        inside = [each for each in source.result.leftovers if each.creature]
        outside = [each for each in source.result.leftovers if not each.creature]
        lines.append(f"{source.name}: {source_summary(source)}")
        lines.append(f"  ids: {', '.join(own)}")
        if inside:
            lines.append(f"  {_count(len(inside), 'passage')} not understood, kept as text:")
            lines += _quotes(source.name, inside)
        if outside:
            lines.append(f"  {_count(len(outside), 'passage')} outside any creature, left out:")
            lines += _quotes(source.name, outside)
    return lines


def source_summary(source: Source) -> str:
    """What was read, in a line: `2 creatures for Orcus: 3 attacks, 1 other power, 0 powers as text`."""
    system = SYSTEMS[source.result.system].title
    return f"{_count(len(source.result.creatures), 'creature')} for {system}: {_powers(source)}"


def _powers(source: Source) -> str:
    powers = [power for table in source.result.creatures for power in _tables(table.get("power"))]
    attacks = sum("attack" in power for power in powers)
    others = sum("attack" not in power and bool({"damage", "effects", "always"} & power.keys()) for power in powers)
    as_text = len(powers) - attacks - others
    counts = (_count(attacks, "attack"), _count(others, "other power"), f"{_count(as_text, 'power')} as text")
    return ", ".join(counts)


def _tables(value: object) -> list[dict[str, object]]:
    return value if isinstance(value, list) else []


def _quotes(name: str, leftovers: list[Leftover]) -> list[str]:
    """The first leftovers, each with its line, and the line numbers of the rest."""
    lines = []
    for each in leftovers[:MOST_QUOTES]:
        creature = f"{each.creature}: " if each.creature else ""
        lines.append(f"  {name}:{each.line}: {creature}{_shorten(each.text)}")
    if rest := leftovers[MOST_QUOTES:]:
        lines.append(f"  and on lines {', '.join(str(each) for each in dict.fromkeys(one.line for one in rest))}")
    return lines


def _shorten(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST_QUOTE else f"{plain[: LONGEST_QUOTE - 1]}…"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
