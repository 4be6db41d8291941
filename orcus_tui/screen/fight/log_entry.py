"""A command in the log: its results by creature, the acting creature and its power once, in rows of a width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from orcus_tui.model import events
from orcus_tui.model.events import Event
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, Term, message
from orcus_tui.model.text import number
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.initiative import INITIATIVE, SHARED_INITIATIVE
from orcus_tui.rules.templates import Formatter
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import Row, Span, cells, cut, single_line, text_of, wrap
from orcus_tui.session.log_events import is_fall
from orcus_tui.session.log_text import HEADINGS, attack_sum, group_at_turn, lines_with_events, turn_text
from orcus_tui.systems import view_of

INITIATIVE_ROLLS = (INITIATIVE, SHARED_INITIATIVE)
"""The kinds of rolls that share a row."""
POWER_TEXT = "power text"
"""The key of the message with the text of a power or a trait."""
USES = "uses"
"""The key of the message at the start of a power without an attack roll."""
INDENT = 4
FALL = "danger"
"""The style of words that report a fall or death."""
BETWEEN = Span(f" {signs.DOT} ", "frame")
NAMES = 3
"""A name takes at most 1/N of a row."""


# Results by creature


class Remark(Struct, frozen=True):
    """One remark in a row; a heading begins a round or a turn. `mark` is the sign between a name and the text.

    `falls`: it reports that a creature falls or dies.
    """

    text: str
    heading: bool = False
    mark: str = ""
    falls: bool = False


class LogRow(Struct, frozen=True):
    """A row of the log: a creature's name and side, the roll against it, and remarks about it.

    A row with `leads` begins a turn or the use of a power, and has no name; the rows after it belong to it.
    """

    name: str = ""
    side: str = ""
    roll: str = ""
    remarks: tuple[Remark, ...] = ()
    leads: bool = False


class RowFormatter(Formatter):
    """Formats events for rows that begin with a creature's name, with only the totals of sums unless sums are shown."""

    __slots__ = ("attacker", "mark", "shows_sums")

    def __init__(self, fight: Fight, *, shows_sums: bool) -> None:
        super().__init__(view_of(fight))
        self.shows_sums = shows_sums
        self.attacker = ""
        """The attacker of the current attack."""
        self.mark = ""
        """The sign after the name that was last left out."""

    def text(self, message: Message, **more: Any) -> str:
        """A message without the creature at its beginning."""
        return self.predicate(message, **more)

    def fill(self, key: str, values: Mapping[str, Any]) -> str:
        """A template without the creature it begins with."""
        return self.fill_predicate(key, values)

    def fill_predicate(self, key: str, values: Mapping[str, Any]) -> str:
        """A template without the creature it begins with."""
        self.mark, parts = self.after_name(key)
        return self._fill(parts, values)

    def about(self, creature: str, text: str, *, mark: str = "") -> str:  # noqa: ARG002  # the row has the name
        """A text about the row's creature, without its name."""
        self.mark = mark
        return text

    def origin(self, source: str) -> str:
        """The source of an effect, unless it is the attacker."""
        return "" if source == self.attacker else super().origin(source)

    def sum(self, face: int, terms: tuple[Term, ...]) -> str:
        """The total of a die and its modifiers, or the whole sum."""
        return super().sum(face, terms) if self.shows_sums else number(face + sum(each.amount for each in terms))

    def dice_sum(self, dice: str, terms: Iterable[Term], total: int) -> str:
        """The total of dice and their modifiers, or the whole sum."""
        return super().dice_sum(dice, terms, total) if self.shows_sums else number(total)

    def equals(self, total: int) -> str:
        """The total after the dice; empty if it replaces them."""
        return super().equals(total) if self.shows_sums else ""


def plain_rows(lines: Sequence[str], headings: Iterable[int] = ()) -> tuple[LogRow, ...]:
    """Rows for lines that are not about creatures: two lines share a row, more lines have a row each."""
    remarks = [Remark(line, place in headings) for place, line in enumerate(lines)]
    if len(remarks) <= 2:
        return (LogRow(remarks=tuple(remarks)),) if remarks else ()
    return tuple(LogRow(remarks=(each,)) for each in remarks)


def log_rows(happened: Iterable[Event], fight: Fight, *, shows_sums: bool = False) -> tuple[LogRow, ...]:
    """The rows of events, with names as they are in `fight`."""
    rows = _Rows(RowFormatter(fight, shows_sums=shows_sums))
    rolls, others = ((), tuple(happened)) if shows_sums else _initiative_apart(happened)
    if rolls:
        rows.add_initiative(rolls)
    texts: list[str] = []
    for event, text in lines_with_events(rows.formatter, others):
        if isinstance(event, events.MessageLogged) and event.message.key == POWER_TEXT:
            texts.append(text)
        else:
            rows.add(event, text)
    rows.add_texts(texts)
    drawn = tuple(each.row(rows.formatter) for each in rows.drafts)
    return (*drawn, *_summary(others, Formatter(rows.formatter.view)))


def _summary(happened: Sequence[Event], formatter: Formatter) -> Iterator[LogRow]:
    """A summary row for the same attack by several creatures of a group.

    It has the number of hits, and the damage to each target.
    """
    attacks = [each for each in happened if isinstance(each, events.AttackRolled) and not each.again]
    attackers = {each.creature for each in attacks}
    kinds = {(each.power, formatter.fight.sheets[each.creature].group) for each in attacks}
    if len(attackers) < 2 or len(kinds) > 1:
        return
    taken: Counter[str] = Counter()
    for each in happened:
        if isinstance(each, events.HitPointsChanged) and each.harm and each.harm.power == attacks[0].power:
            taken[each.creature] += each.harm.amount
    damage = ", ".join(f"{formatter.name(creature)} {amount}" for creature, amount in taken.items()) or "none"
    hits = sum(each.outcome != "miss" for each in attacks)
    text = formatter.sentence("attacks together", power=attacks[0].power, hits=hits, count=len(attacks), damage=damage)
    yield LogRow(remarks=(Remark(text),))


def _initiative_apart(happened: Iterable[Event]) -> tuple[Sequence[events.DieRolled], Sequence[Event]]:
    """The rolls of initiative, the highest first, and the other events; a single roll stays among them."""
    rolls, others = [], []
    listed = tuple(happened)
    for each in listed:
        if isinstance(each, events.DieRolled) and each.kind in INITIATIVE_ROLLS:
            rolls.append(each)
        else:
            others.append(each)
    return (sorted(rolls, key=lambda each: -each.total), others) if len(rolls) > 1 else ((), listed)


class _Draft:
    """An unfinished row and its creature."""

    def __init__(self, creature: str, *, leads: bool = False) -> None:
        self.creature = creature
        self.leads = leads
        self.roll = ""
        self.remarks: list[Remark] = []
        self.turns: list[Event] = []

    def row(self, formatter: Formatter) -> LogRow:
        if self.leads or not self.creature:
            return LogRow(remarks=tuple(self.remarks), leads=self.leads)
        sheet = formatter.fight.sheets.get(self.creature)
        name, side = formatter.name(self.creature), sheet.side if sheet else ""
        return LogRow(name, side, self.roll, tuple(self.remarks))


class _Rows:
    """The rows as they are made; `_start` is the place of the first row of the current turn or attack."""

    def __init__(self, formatter: RowFormatter) -> None:
        self.formatter = formatter
        self._plain = Formatter(formatter.view)
        self.drafts: list[_Draft] = []
        self._start = 0
        self._attack: tuple[str, str, bool] | None = None
        self._dice: list[Remark] = []

    def add(self, event: Event, text: str) -> None:
        """Adds an event, with its text, to the row of its creature."""
        if isinstance(event, HEADINGS):
            self._add_heading(event)
        elif isinstance(event, events.AttackRolled):
            self._add_attack(event)
        elif isinstance(event, events.MessageLogged) and event.message.key == USES:
            self._lead(event.creature).remarks.append(Remark(self._plain.text(event.message, who=event.creature)))
        elif isinstance(event, events.AdvantageRolled):
            self._dice += [Remark(text)] * self.formatter.shows_sums
        else:
            self._row_about(_creature_of(event)).remarks.append(
                Remark(text, mark=self.formatter.mark, falls=is_fall(event, self.formatter.fight))
            )

    def add_texts(self, texts: Iterable[str]) -> None:
        """Adds the texts of powers and traits, after all results."""
        for each in texts:
            self.drafts.append(_Draft(""))
            self.drafts[-1].remarks.append(Remark(each))

    def add_initiative(self, rolls: Iterable[events.DieRolled]) -> None:
        """Adds all rolls of initiative in one row; unused if sums are shown."""
        shown = tuple(f"{number(each.total)} {self._who_rolls(each)}" for each in rolls)
        self._row_about("").remarks.append(Remark(self._plain.text(message("initiative of all", rolls=shown))))

    def _who_rolls(self, event: events.DieRolled) -> str:
        name = self._plain.name(event.creature)
        return f"{base_name(name)} ×{len(event.others) + 1}" if event.others else name

    def _add_heading(self, event: events.RoundStarted | events.TurnStarted) -> None:
        """Begins a turn in a separate row; a round shares the row of its first turn, and turns of a group share one."""
        self._attack, self.formatter.attacker = None, ""
        turn = event.creature if isinstance(event, events.TurnStarted) else ""
        opened = self.drafts[-1] if self.drafts else None
        if turn and opened and self._continues_group(opened, event):
            opened.turns.append(event)
            opened.remarks[-1] = Remark(turn_text(self._plain, opened.turns), heading=True)
            return
        if opened is None or not opened.leads or opened.creature:
            opened = self._lead(turn)
        opened.creature = turn
        opened.turns = [event]
        opened.remarks.append(Remark(heading_text(self._plain, event), heading=True))

    def _continues_group(self, opened: _Draft, event: Event) -> bool:
        """Whether a turn follows a silent turn of the same group."""
        group = group_at_turn(self.formatter.fight, event)
        is_silent = bool(opened.turns) and opened.remarks[-1].heading
        return bool(group) and is_silent and group == group_at_turn(self.formatter.fight, opened.turns[-1])

    def _add_attack(self, event: events.AttackRolled) -> None:
        """Adds the roll against a target; the power and its user are in a row above, once."""
        attack = event.creature, event.power, event.again
        if attack != self._attack:
            self._attack, self.formatter.attacker = attack, event.creature
            self._lead(event.creature).remarks.append(Remark(self._attack_heading(event)))
        row = next((each for each in self._targets if each.creature == event.target and not each.roll), None)
        if row is None:
            row = _Draft(event.target)
            self.drafts.append(row)
        row.roll = self._roll(event)
        row.remarks += self._dice
        self._dice = []

    def _attack_heading(self, event: events.AttackRolled) -> str:
        if event.again:
            said = message("attack heading again", power=event.power)
        elif event.defense:
            said = message("attack heading defense", power=event.power, defense=event.defense)
        else:
            said = message("attack heading", power=event.power)
        return self._plain.text(said, who=event.creature)

    def _roll(self, event: events.AttackRolled) -> str:
        outcome = self.formatter.word(event.outcome)
        if self.formatter.shows_sums:
            return f"{attack_sum(self.formatter, event)} – {outcome}"
        total = event.total if event.needed is not None else None
        return outcome if total is None else f"{total:>2} {outcome}"

    @property
    def _targets(self) -> Sequence[_Draft]:
        return [each for each in self.drafts[self._start :] if not each.leads]

    def _lead(self, creature: str) -> _Draft:
        """Begins a turn, an attack or the use of a power."""
        self._start = len(self.drafts)
        self.drafts.append(_Draft(creature, leads=True))
        return self.drafts[-1]

    def _row_about(self, creature: str) -> _Draft:
        """The last row of a creature, or a new row; a remark without a creature goes to the leading row."""
        here = self.drafts[self._start :]
        found = next((each for each in reversed(here) if each.creature == creature), None)
        if not creature:
            found = here[0] if here and here[0].leads else None
        if found is None:
            found = _Draft(creature)
            self.drafts.append(found)
        return found


def _creature_of(event: Event) -> str:
    """The creature whose present name begins an event's line; empty if the line begins otherwise."""
    if isinstance(event, events.CreatureAdded) or (isinstance(event, events.DieRolled) and event.others):
        return ""
    if isinstance(event, events.SheetChanged) and event.field == "name":
        return ""
    if isinstance(event, events.QuestionAsked | events.QuestionClosed):
        return event.question.creature
    said: Message | None = getattr(event, "message", None)
    named = said.values.get("who") if said else None
    return str(named or getattr(event, "creature", ""))


def heading_text(formatter: Formatter, event: events.RoundStarted | events.TurnStarted) -> str:
    """The text of the beginning of a round or a turn."""
    (_, text), *_ = lines_with_events(formatter, (event,))
    return text


# Rows of a width


def rows_of_entry(command: str, rows: Sequence[LogRow], width: int) -> list[Row]:
    """The rows of a command in this width; continued rows are indented."""
    first, *others = lines_of_entry(command, rows, width)
    broken = list(wrap(first, width, INDENT))
    for line in others:
        broken += wrap((Span(" " * INDENT), *line), width, 2 * INDENT)
    return broken


def text_of_entry(command: str, rows: Sequence[LogRow], width: int) -> str:
    """The text of a command's rows on one line."""
    return " ".join(single_line(text_of(each)).strip() for each in lines_of_entry(command, rows, width))


def lines_of_entry(command: str, rows: Sequence[LogRow], width: int) -> list[Row]:
    """The lines of a command before they are wrapped: a line for each creature, or only one with the command.

    Rows without a creature begin on the command's line.
    """
    lines: list[list[Span]] = [[Span(f"{command}  ", "accent")]]
    for leads, group in groupby(rows, key=lambda row: row.leads):
        some = list(group)
        if leads:
            _add_leads(lines, some)
            continue
        if len(some) == 1 or not some[0].name:
            first, *some = some
            lines[-1] += _join(lines[-1], _alone(first))
        lines += _in_columns(some, width // NAMES)
    if len(lines[0]) == 1:
        lines[0] = [Span(command, "accent")]
    return [tuple(line) for line in lines]


def _add_leads(lines: list[list[Span]], leads: Sequence[LogRow]) -> None:
    """Begins a line for each leading row; the first row continues the command's line if that has no results yet."""
    for lead in leads:
        if len(lines) > 1 or len(lines[0]) > 1:
            lines.append([])
        lines[-1] += _remarks(lead)


def _join(line: Sequence[Span], spans: Sequence[Span]) -> list[Span]:
    """The spans to add to a line: after a separator, unless the line is the command alone."""
    separator = [BETWEEN] if len(line) > 1 or (line and line[0].role != "accent") else []
    return [*separator, *spans]


def _alone(row: LogRow) -> list[Span]:
    """A row that continues a line: `Ogre 21 hit · takes 5`, `Ogre: dazed, save ends`."""
    mark = row.remarks[0].mark if row.remarks and not row.roll else ""
    name = [Span(f"{row.name}{mark} ", row.side)] if row.name else []
    roll = [Span(row.roll.strip(), "strong")] if row.roll else []
    return [*name, *roll, *([BETWEEN] if roll and row.remarks else []), *_remarks(row)]


def _in_columns(rows: Sequence[LogRow], widest_name: int) -> list[list[Span]]:
    """Rows with their names and rolls in columns."""
    names = [cut(single_line(each.name), widest_name, signs.CUT) for each in rows]
    name_width = max(map(cells, names), default=0)
    roll_width = max((cells(each.roll) for each in rows), default=0)
    lines = []
    for name, row in zip(names, rows, strict=True):
        line = [Span(name + " " * (name_width - cells(name) + 2), row.side)] if name else []
        if roll_width and name:
            padding = " " * (roll_width - cells(row.roll) + 2) if row.remarks else ""
            line.append(Span(row.roll + padding, "strong"))
        lines.append([*line, *_remarks(row)])
    return lines


def _remarks(row: LogRow) -> list[Span]:
    """The remarks of a row with separators."""
    spans: list[Span] = []
    for place, each in enumerate(row.remarks):
        spans += [BETWEEN] * bool(place)
        spans.append(Span(each.text, "strong" if each.heading else FALL if each.falls else ""))
    return spans


Read = Callable[[bool], Sequence[LogRow]]
"""Reads the results of a command, with the sums of its rolls or with their totals only."""


class Entry:
    """A command and its results, which are read when first shown.

    `folded`: only its first row is shown. `shows_sums`: rolls are shown as sums. `after` is the fight after an
    executed command.
    """

    __slots__ = ("_read", "_results", "after", "command", "folded", "shows_sums", "undone")

    def __init__(self, command: str, read: Read, after: Fight | None = None) -> None:
        self.command = command
        self.after = after
        self._read = read
        self._results: Sequence[LogRow] | None = None
        self.undone = False
        self.folded = False
        self.shows_sums = False

    @property
    def results(self) -> Sequence[LogRow]:
        """The results."""
        if self._results is None:
            self._results = self._read(self.shows_sums)
        return self._results

    def toggle_sums(self) -> None:
        """Shows rolls as sums, or only their totals."""
        self.shows_sums = not self.shows_sums
        self._results = None

    def rows(self, width: int) -> Sequence[Row]:
        """Its rows in this width; while it is folded, only the first row, with a sign."""
        rows = rows_of_entry(self.command, self.results, width)
        return [(*rows[0], Span(f" {signs.CUT}", "accent"))] if self.folded and len(rows) > 1 else rows

    def row_of_fall(self, width: int) -> int | None:
        """The first of its rows that reports a fall or death, or None."""
        rows = enumerate(self.rows(width))
        return next((at for at, row in rows if any(span.role == FALL for span in row)), None)

    def text(self, width: int) -> str:
        """Its text on one line."""
        return text_of_entry(self.command, self.results, width)


def execution_entry(command: str, happened: Sequence[Event], after: Fight, remarks: Sequence[str] = ()) -> Entry:
    """An executed command, with the names as they were after it, and remarks about it."""
    return Entry(
        command, lambda shows_sums: [*log_rows(happened, after, shows_sums=shows_sums), *plain_rows(remarks, ())], after
    )


def output_entry(command: str, lines: Sequence[str], headings: Collection[int]) -> Entry:
    """A command and its lines of output."""
    rows = plain_rows(lines, headings)
    return Entry(command, lambda _: rows)
