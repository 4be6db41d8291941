"""A screen to choose on: what there is, searched while it is typed, and beside it what the chosen one is."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input

from orcus_tui.screen.dialogs.choices import NOTHING, Choice, DialogResult, Offer
from orcus_tui.screen.fight.keys import shown_key
from orcus_tui.screen.widgets.canvas import Canvas
from orcus_tui.screen.widgets.lazy_rows import Rows
from orcus_tui.screen.widgets.line_input import TypingLine
from orcus_tui.screen.widgets.pane import Pane
from orcus_tui.screen.widgets.row import (
    Line,
    Span,
    cells,
    fitted,
    line,
    shown,
    wrapped,
)
from orcus_tui.screen.widgets.styles import Palette

INDENT = 4
BESIDE = 3
"""The cells of a row beside a choice's text and what it is about."""

PASSING = 0.05
"""Seconds after which the cursor has come to rest, and what it rests on may be read from the disk."""

Row = str | Choice
"""A row of the list: a heading, or a choice."""


class Chooser(Screen[DialogResult]):
    """An offer, drawn. Answers the wish of what is chosen, or nothing where it is left."""

    CSS_PATH = "dialogs.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (90, "-wide")]  # noqa: RUF012  # as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("enter", "choose", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("up,k", "move(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("home,ctrl+home", "to_end(-1)", show=False),
        Binding("end,ctrl+end", "to_end(1)", show=False),
        Binding("tab,shift+tab", "turn", show=False),
        Binding("slash", "search", show=False),
    ]

    def __init__(self, palette: Palette, offer: Offer) -> None:
        super().__init__()
        self._palette = palette
        self._offer = offer
        self._rows: list[Row] = []
        self._found = 0
        self._nothing = NOTHING
        self._at = 0
        self._read: tuple[Choice, Sequence[str]] | None = None
        self._find("")

    def compose(self) -> ComposeResult:
        """What is searched for, the choices, the chosen one, and the keys."""
        if self._offer.searched:
            yield TypingLine(placeholder="type to search", id="search")
        choices = Pane(self._palette, self._fill_choices, id="choices")
        choices.can_focus = not self._offer.searched
        yield choices
        yield Pane(self._palette, self._fill_detail, id="detail")
        yield Canvas(self._palette, self._fill_foot, id="foot")

    def on_mount(self) -> None:
        """What is typed first goes into the search."""
        self._focus_list()
        self._look_at_chosen()

    def use(self, palette: Palette) -> None:
        """What is drawn from now on is in other inks."""
        self._palette = palette

    @property
    def chosen(self) -> Choice | None:
        """The choice the cursor is on; none where nothing is found."""
        row = self._rows[self._at] if self._rows else None
        return row if isinstance(row, Choice) else None

    # Finding

    @on(Input.Changed)
    def search_for(self, event: Input.Changed) -> None:
        """What fits is found while it is typed."""
        event.stop()
        self._find(event.value)
        self._refill()

    def _find(self, typed: str) -> None:
        """The rows: with headings as long as nothing is typed, after that the nearest first."""
        fitting, self._nothing = self._offer.found(typed)
        self._found = len(fitting)
        made = [self._offer.from_typed(typed)] if self._offer.from_typed else []
        self._rows = [*made, *(fitting if typed.strip() else _with_headings(fitting))]
        places = self._places()
        # What is there already is likelier meant than one more made of what is typed.
        self._at = places[min(len(made), len(places) - 1)] if places else 0

    def _places(self) -> list[int]:
        """The rows the cursor can stand on."""
        return [number for number, row in enumerate(self._rows) if isinstance(row, Choice)]

    def _refill(self) -> None:
        for name in ("#choices", "#foot"):
            self.query_one(name, Canvas).refill()
        # The cursor is seen to move before what stands beside it is made.
        self.call_after_refresh(self._look_at_chosen)

    def _look_at_chosen(self) -> None:
        """Shows what the chosen one is; where a file must be read for it, only its name until that is read."""
        chosen = self.chosen
        if chosen and chosen.from_disk and not self._has_read(chosen):
            self._read_from_disk(chosen)
        self.query_one("#detail", Canvas).refill()

    @work(exclusive=True)
    async def _read_from_disk(self, choice: Choice) -> None:
        """What a choice is, shown if it is still the chosen one when that is read."""
        await asyncio.sleep(PASSING)
        if choice is self.chosen:
            told = await asyncio.to_thread(choice.detail)
            if choice is self.chosen:
                self._read = choice, told
                for detail in self.query("#detail").results(Canvas):  # there is none when the screen has been left
                    detail.refill()

    def _has_read(self, choice: Choice) -> bool:
        return self._read is not None and self._read[0] is choice

    # Drawing

    def _fill_choices(self, pane: Pane) -> None:
        count = f"{self._found} of {len(self._offer.choices)}" if self._offer.searched else ""
        if self._at and isinstance(self._rows[self._at - 1], str):
            pane.top = min(pane.top, self._at - 1)  # the heading is seen with the first below it
        heading = line(shown(self._offer.title), Span(f"  {count}" if count else "", "muted"))
        rows = (
            _drawn(self._rows, pane.inner_width)
            if self._rows
            else [*wrapped(line(Span(self._nothing, "muted")), pane.inner_width)]
        )
        pane.show(heading, rows, self._at if self._rows else None)

    def _fill_detail(self, pane: Pane) -> None:
        chosen = self.chosen
        if chosen is None:
            pane.show(line(""), [])
            return
        told = [part for each in self._told(pane, chosen) for part in (each.splitlines() or [""])]
        rows = [row for each in told for row in wrapped(line(each), pane.inner_width, INDENT)]
        pane.show(line(Span(" ".join(shown(chosen.text).split()), "strong")), rows)

    def _told(self, pane: Pane, choice: Choice) -> Sequence[str]:
        """What a choice is, from its beginning where it is another than before; nothing while it is being read."""
        if not choice.from_disk and not self._has_read(choice):
            self._read = choice, choice.detail()
            pane.top = 0
        return self._read[1] if self._read and self._read[0] is choice else ()

    def _fill_foot(self, edge: Canvas) -> None:
        edge.draw([fitted(self._keys(), edge.size.width)])

    def _keys(self) -> Line:
        beside = "list" if self._reading else "detail"
        does = {**self._answers(), self._offer.leaving: ["escape"], "move": ["up", "down"], beside: ["tab"]}
        spans: list[Span] = []
        for told, keys in does.items():
            spans += (*(Span(f" {shown_key(key)}", "accent") for key in keys), Span(f" {told}", "muted"))
        return tuple(spans)

    def _answers(self) -> dict[str, list[str]]:
        """What the chosen one can answer, and with which keys."""
        answers: dict[str, list[str]] = {}
        for key, wish in self._wishes().items():
            answers.setdefault(wish.what, []).append(key)
        return answers

    def _wishes(self) -> dict[str, DialogResult]:
        """The keys that answer, and what; while letters are typed, they are none."""
        chosen = self.chosen
        if chosen is None:
            return {}
        by_enter = {"enter": chosen.wish} if chosen.wish else {}
        return by_enter if self._offer.searched else {**by_enter, **chosen.by_key}

    # Keys

    @property
    def _reading(self) -> bool:
        return self.has_class("-reading")

    def action_move(self, by: int) -> None:
        """So many choices on; so many lines, where the chosen one is being read."""
        places = self._places()
        if self._reading:
            self.query_one("#detail", Pane).scroll_by(by)
        elif places:
            self._go(places[max(0, min(places.index(self._at) + by, len(places) - 1))])

    def action_page(self, direction: int) -> None:
        """A page on or back."""
        pane = self.query_one("#detail" if self._reading else "#choices", Pane)
        self.action_move(direction * max(pane.room - 1, 1))

    def action_to_end(self, direction: int) -> None:
        """To the first or the last."""
        pane = self.query_one("#detail" if self._reading else "#choices", Pane)
        self.action_move(direction * len(pane.rows))

    def _go(self, row: int) -> None:
        self._at = row
        self._refill()

    def action_turn(self) -> None:
        """From the list to what the chosen one is, to read on in it, and back."""
        if self._reading:
            self._focus_list()
        else:
            self.add_class("-reading")
            self.query_one("#detail").focus()

    def action_search(self) -> None:
        """Back to what is searched for."""
        self._focus_list()

    def _focus_list(self) -> None:
        self.remove_class("-reading")
        self.query_one("#search" if self._offer.searched else "#choices").focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click goes from one to the other as well."""
        self.set_class(event.widget.id == "detail", "-reading")
        self.query_one("#foot", Canvas).refill()

    def action_choose(self) -> None:
        """Answers what is chosen, where it can be."""
        self._answer("enter")

    def _answer(self, key: str) -> bool:
        wish = self._wishes().get(key)
        if wish:
            self.dismiss(wish)
        return wish is not None

    @on(Input.Submitted)
    def choose_found(self, event: Input.Submitted) -> None:
        """Enter in the search chooses what is found."""
        event.stop()
        self.action_choose()

    def action_leave(self) -> None:
        """Back to the fight."""
        self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """The other keys of a choice."""
        if self._answer(event.key):
            event.stop()

    @on(Pane.Clicked)
    def choose_clicked(self, event: Pane.Clicked) -> None:
        """A click chooses a row, a second one answers it."""
        if event.pane.id != "choices" or event.row not in self._places():
            return
        self._go(event.row)
        if event.times == 2:
            self.action_choose()


def _drawn(rows: Sequence[Row], width: int) -> Rows[Row]:
    """The rows of the list: where a text and what it is about do not fit, each has half, or what the other leaves."""
    choices = [each for each in rows if isinstance(each, Choice)]
    longest = max((cells(each.text) for each in choices), default=0)
    about = max((cells(each.about) for each in choices), default=0)
    text_width = min(longest, max((width - BESIDE) // 2, width - BESIDE - about))
    return Rows(rows, partial(_row, text_width, width))


def _row(text_width: int, width: int, row: Row) -> Line:
    if isinstance(row, str):
        return line(Span(row, "accent"))
    text = fitted(line(Span(row.text, "" if row.wish else "muted")), text_width)
    return fitted((Span(" "), *text, Span("  "), Span(row.about, "muted")), width)


def _with_headings(choices: Sequence[Choice]) -> list[Row]:
    """The choices, each group under its heading where there are several."""
    if len({each.group for each in choices}) < 2:
        return list(choices)
    rows: list[Row] = []
    group = ""
    for each in choices:
        if each.group != group:
            group = each.group
            rows.append(group)
        rows.append(each)
    return rows
