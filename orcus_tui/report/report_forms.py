"""The figures of a fight as JSON, CSV and Markdown, and the names of creatures and turns in them."""

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import to_builtins
from rich.cells import cell_len, set_cell_size

from orcus_tui.report.figures import Blow, CreatureFigures, FightFigures
from orcus_tui.report.luck import luck_of, luck_words
from orcus_tui.storage.export import escape_markdown

FORMAT = 1

SIDES = (("party", "Party"), ("foes", "Foes"))
COLUMNS = (
    "dealt", "taken", "healed", "overkill", "absorbed", "hits", "misses", "criticals", "kills", "falls",
    "seconds",
)  # fmt: skip
"""The main figures of a creature, in all forms."""

MORE = (
    "dealt_to_own", "saves_made", "saves_failed", "conditions", "recoveries", "limited_powers", "turns",
    "turns_lost",
)  # fmt: skip
"""Further figures of a creature, in JSON and CSV."""


def as_json(figures: FightFigures) -> dict[str, Any]:
    """The document of `orcus-tui report -o FILE.json`."""
    return {
        "format": FORMAT,
        "name": figures.name,
        "system": figures.system,
        "rounds": figures.rounds,
        "creatures": {creature: _creature(each) for creature, each in figures.creatures.items()},
        "unattributed": figures.unattributed,
        "healed_by_nobody": figures.healed_by_nobody,
        "damage_by_round": {str(number): sides for number, sides in figures.by_round.items()},
        "falls": to_builtins(figures.falls),
        "conditions": to_builtins(figures.conditions),
        "course": [{"round": each.round, "creature": each.creature, **each.shares} for each in figures.course],
    }


def _creature(figures: CreatureFigures) -> dict[str, Any]:
    luck = luck_of(figures.rolls)
    return {
        "name": figures.name,
        "side": figures.side,
        **{name: getattr(figures, name) for name in (*COLUMNS, *MORE)},
        "rolls": luck.of,
        "rolls_made": luck.made,
        "rolls_expected": round(luck.expected, 2),
        "luck": luck_words(luck),
    }


def as_csv(figures: FightFigures) -> str:
    """A row for each creature, with a heading; names that a spreadsheet would read as formulas become plain text."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("id", "name", "side", *COLUMNS, *MORE))
    for creature, each in figures.creatures.items():
        values = (getattr(each, name) for name in (*COLUMNS, *MORE))
        writer.writerow((creature, _plain(each.name), each.side, *values))
    return text.getvalue()


def _plain(name: str) -> str:
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name


def as_markdown(figures: FightFigures) -> str:
    """A heading, a table of the creatures, the falls with the blows before them, and the conditions by turn."""
    lines = [f"# {escape_markdown(figures.name)}", "", f"{figures.rounds} rounds", "", *_table(figures)]
    falls = [*fall_lines(figures)]
    if falls:
        lines += ["", "## Falls", "", *(f"- {escape_markdown(line)}" for line in falls)]
    if figures.conditions:
        lines += ["", "## Conditions", "", *_conditions(figures)]
    return "\n".join(lines) + "\n"


def _table(figures: FightFigures) -> Iterator[str]:
    heads = ("", *COLUMNS)
    yield f"| {' | '.join(heads)} |"
    yield f"| --- |{' ---: |' * len(COLUMNS)}"
    for each in figures.creatures.values():
        yield f"| {escape_markdown(each.name)} | {' | '.join(str(getattr(each, name)) for name in COLUMNS)} |"


def _conditions(figures: FightFigures) -> Iterator[str]:
    yield "| | condition | from | first | last |"
    yield "| --- | --- | --- | --- | --- |"
    for each in figures.conditions:
        by = name_of(figures, each.by) if each.by != each.creature else ""
        turns = (turn_text(figures, turn) for turn in (each.first, each.last))
        cells = (name_of(figures, each.creature), each.condition, by, *turns)
        yield f"| {' | '.join(map(escape_markdown, cells))} |"


def fall_lines(figures: FightFigures) -> Iterator[str]:
    """`Round 2: Heron dies, after 9 from Sabel (Open Vein), 5, 16 from Sabel (Twin Knives)`."""
    for fall in figures.falls:
        name = name_of(figures, fall.creature)
        blows = ", ".join(_blow(figures, each) for each in fall.blows)
        after = f", after {blows}" if blows else ""
        yield f"Round {fall.round}: {name} {'dies' if fall.dead else 'goes down'}{after}"


def _blow(figures: FightFigures, blow: Blow) -> str:
    name = f" from {figures.creatures[blow.by].name}" if blow.by in figures.creatures else ""
    return f"{blow.amount}{name}{f' ({blow.power})' if blow.power else ''}"


def turn_text(figures: FightFigures, turn: int) -> str:
    """A turn by its place in the course of the fight: `round 2, Cor's turn`."""
    end = figures.course[turn]
    return f"round {end.round}, {name_of(figures, end.creature)}'s turn"


def name_of(figures: FightFigures, creature: str) -> str:
    """The name of a creature; its id if the creature is unknown."""
    found = figures.creatures.get(creature)
    return found.name if found else creature


def short_name(name: str, most: int) -> str:
    """A name cut to `most` cells, wide characters as two; the number of a group member is kept."""
    if cell_len(name) <= most:
        return name
    number = name[len(name.rstrip("0123456789")) :]
    ending = f"… {number}" if number else "…"
    return f"{set_cell_size(name, most - cell_len(ending)).rstrip()}{ending}"


def side_total(figures: FightFigures, side: str, name: str) -> int:
    """The sum of a figure over a side."""
    return sum(getattr(each, name) for each in figures.creatures.values() if each.side == side)


def members(figures: FightFigures, side: str) -> Sequence[CreatureFigures]:
    """The creatures of a side."""
    return [each for each in figures.creatures.values() if each.side == side]
