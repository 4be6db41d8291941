"""The report of an import: the summary of each source, the ids of its creatures, and quotes of unknown passages."""

from orcus_tui.importers.creature_draft import Leftover
from orcus_tui.importers.draft_text import entries_of
from orcus_tui.importers.sources import ImportedEncounter, Source, Unread
from orcus_tui.model.text import plural, some_of
from orcus_tui.systems import SYSTEMS

MOST_QUOTES = 12
MANY_SOURCES = 5
MOST_LINES = 30
LONGEST_QUOTE = 100


def report_lines(sources: list[Source], encounter: ImportedEncounter | None) -> list[str]:
    """The summary of each source, the ids of its creatures in an encounter, and quotes of unknown passages.

    Many sources have one line each.
    """
    if len(sources) > MANY_SOURCES:
        return [f"{each.name}: {source_summary(each)}{_passages(each)}" for each in sources]
    ids = iter(encounter.fight.sheets if encounter else ())
    lines: list[str] = []
    for source in sources:
        inside = [each for each in source.result.leftovers if each.creature]
        outside = [each for each in source.result.leftovers if not each.creature]
        lines.append(f"{source.name}: {source_summary(source)}")
        if encounter:
            lines.append(f"  ids: {some_of([next(ids) for _ in source.result.creatures])}")
        if inside:
            lines.append(f"  {plural(len(inside), 'passage')} not understood, kept as text:")
            lines += _quotes(source.name, inside)
        if outside:
            lines.append(f"  {plural(len(outside), 'passage')} outside any creature, left out:")
            lines += _quotes(source.name, outside)
    return lines


def _passages(source: Source) -> str:
    """The number of passages that were not understood or left out, in words; empty without any."""
    inside = sum(bool(each.creature) for each in source.result.leftovers)
    outside = len(source.result.leftovers) - inside
    kept = f"; {plural(inside, 'passage')} not understood" if inside else ""
    return f"{kept}; {plural(outside, 'passage')} left out" if outside else kept


def total_lines(read: list[Source], unread: list[Unread]) -> list[str]:
    """The totals of several sources, and the sources that were not read, by the reason."""
    lines: list[str] = []
    number = len(read) + len(unread)
    if number > 1:
        creatures = sum(len(each.result.creatures) for each in read)
        in_part = sum(len({one.creature for one in each.result.leftovers if one.creature}) for each in read)
        part = f", {in_part:,} of them in part" if in_part else ""
        lines.append(f"Read {len(read):,} of {plural(number, 'source')}: {plural(creatures, 'creature')}{part}")
    if len(read) > MANY_SOURCES:
        lines.append("Import one of them with --dry-run to see its passages")
    if read and unread:
        lines.append("Not read:")
    indent = "  " if read else ""
    reasons: dict[str, list[Unread]] = {}
    for each in unread:
        reasons.setdefault(each.problem, []).append(each)
    for reason, sources in reasons.items():
        if len(sources) > MANY_SOURCES:
            lines.append(f"{indent}{reason}: {some_of([each.name for each in sources])}")
        else:
            lines += [f"{indent}{each.reason}" for each in sources]
    return lines


def source_summary(source: Source) -> str:
    """A summary of an import in a line: `2 creatures for Orcus: 3 attacks, 1 other power, 0 powers as text`."""
    system = SYSTEMS[source.result.system].display_name
    return f"{plural(len(source.result.creatures), 'creature')} for {system}: {_powers(source)}"


def _powers(source: Source) -> str:
    powers = [power for table in source.result.creatures for power in entries_of(table, "power")]
    attacks = sum("attack" in power for power in powers)
    others = sum("attack" not in power and bool({"damage", "effects", "always"} & power.keys()) for power in powers)
    as_text = len(powers) - attacks - others
    counts = (plural(attacks, "attack"), plural(others, "other power"), f"{plural(as_text, 'power')} as text")
    return ", ".join(counts)


def _quotes(name: str, leftovers: list[Leftover]) -> list[str]:
    """The first leftovers, each with its line, and the line numbers of the rest."""
    lines = []
    for each in leftovers[:MOST_QUOTES]:
        creature = f"{each.creature}: " if each.creature else ""
        lines.append(f"  {name}:{each.line}: {creature}{_shorten(each.text)}")
    if rest := leftovers[MOST_QUOTES:]:
        numbers = list(dict.fromkeys(str(one.line) for one in rest))
        lines.append(f"  and on lines {some_of(numbers, MOST_LINES)}")
    return lines


def _shorten(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST_QUOTE else f"{plain[: LONGEST_QUOTE - 1]}…"
