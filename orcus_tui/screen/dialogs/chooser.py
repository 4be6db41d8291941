"""The screen of a menu: choices that are searched while typing, and the details of the selected one."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from orcus_tui.screen.dialogs.choices import NO_MATCHES, Choice, DialogResult, Menu
from orcus_tui.screen.widgets.canvas import Canvas, Pane
from orcus_tui.screen.widgets.dialog import MOVES, DrawnDialog
from orcus_tui.screen.widgets.key_hints import hint_rows, key_label
from orcus_tui.screen.widgets.line_input import LineInput, unsent_texts, with_hint
from orcus_tui.screen.widgets.row import LazyRows, Row, Span, cells, fit, row_of, single_line, wrap, wrap_lines
from orcus_tui.screen.widgets.styles import Palette

INDENT = 4
MARGIN = 3
"""The cells of a row around a choice's text and its description."""

DEBOUNCE = 0.05
"""Seconds without a cursor movement before details are read from the disk."""

Item = str | Choice
"""A row of the list: a heading, or a choice."""


class Chooser(DrawnDialog[DialogResult]):
    """A menu on the screen. Its result is the result of the choice, or None."""

    CSS_PATH = "dialogs.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (90, "-wide")]  # noqa: RUF012  # as Textual has it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("enter", "choose", show=False),
        *MOVES,
        Binding("home,ctrl+home", "to_end(-1)", show=False),
        Binding("end,ctrl+end", "to_end(1)", show=False),
        Binding("tab,shift+tab", "switch", show=False),
        Binding("slash", "search", show=False),
        Binding("delete", "answer('delete')", show=False, priority=True),
    ]

    def __init__(self, palette: Palette, menu: Menu) -> None:
        super().__init__(palette)
        self._menu = menu
        self.place = menu.place
        self._items: list[Item] = []
        self._item_of_row: Sequence[int] = ()
        self._count = 0
        self._how_many = ""
        self._no_matches = NO_MATCHES
        self._at = self._start = 0
        self._read: tuple[Choice, Sequence[str]] | None = None
        self._is_searching = menu.has_search
        self._search("")

    def compose(self) -> ComposeResult:
        """The search, the choices, the details, and the keys."""
        search = LineInput(placeholder=self._invitation, id="search")
        search.display = self._is_searching
        yield search
        choices = Pane(self._palette, self._fill_choices, id="choices")
        choices.can_focus = not self._is_searching
        yield choices
        yield Pane(self._palette, self._fill_details, id="detail")
        yield self.footer()

    def on_mount(self) -> None:
        """Focuses the search."""
        self.set_class(not self._menu.has_details, "-list-only")
        self._focus_list()
        self._show_details()

    @property
    def selection(self) -> Choice | None:
        """The choice at the cursor, or None if nothing matches."""
        item = self._items[self._at] if self._items else None
        return item if isinstance(item, Choice) else None

    # Searching

    @on(Input.Changed)
    def search_typed(self, event: Input.Changed) -> None:
        """Searches while typing."""
        event.stop()
        self._search(event.value)
        self._refill()

    @property
    def _invitation(self) -> str:
        return self._palette.encode(with_hint("type to search", unsent_texts(self).get(self.place, "")))

    def _bring_back(self) -> bool:
        """Restores the text last left in this list, if nothing is typed and the cursor has not moved."""
        search = self.query_one("#search", LineInput)
        left = unsent_texts(self).get(self.place, "")
        if not left or search.value or not self._is_searching or self._at != self._start:
            return False
        search.value = left
        search.action_end()
        return True

    def _search(self, typed: str) -> None:
        """Lists the matches: with headings for an empty text, otherwise best first."""
        found, self._no_matches = self._menu.matches(typed)
        self._count = len(found)
        of_all = "" if self._menu.is_path(typed) else f" of {len(self._menu.choices)}"
        self._how_many = f"{self._count}{of_all}"
        new = [self._menu.from_typed(typed)] if self._menu.from_typed else []
        self._items = [*new, *(found if typed.strip() else _with_headings(found))]
        places = self._places()
        # An existing creature is more likely than a new one with that name.
        self._at = self._start = places[min(len(new), len(places) - 1)] if places else 0

    def _places(self) -> list[int]:
        """The rows the cursor can be on."""
        return [number for number, item in enumerate(self._items) if isinstance(item, Choice)]

    def _refill(self) -> None:
        for name in ("#choices", "#foot"):
            self.query_one(name, Canvas).refill()
        # The cursor moves before the details are ready.
        self.call_after_refresh(self._show_details)

    def _show_details(self) -> None:
        """Shows the details of the selected choice; details on disk appear once they are read."""
        choice = self.selection
        if choice and choice.from_disk and not self._has_read(choice):
            self._read_from_disk(choice)
        self.refill_if_there("#detail")

    @work(exclusive=True)
    async def _read_from_disk(self, choice: Choice) -> None:
        """Reads the details of a choice, and shows them if it is still selected."""
        await asyncio.sleep(DEBOUNCE)
        if choice is self.selection:
            details = await asyncio.to_thread(choice.details)
            if choice is self.selection:
                self._read = choice, details
                self.refill_if_there("#detail")

    def _has_read(self, choice: Choice) -> bool:
        return self._read is not None and self._read[0] is choice

    # Drawing

    def _fill_choices(self, pane: Pane) -> None:
        count = self._how_many if self._is_searching else ""
        if self._at and isinstance(self._items[self._at - 1], str):
            pane.top = min(pane.top, self._at - 1)  # a heading scrolls into view with the first choice below it
        heading = row_of(single_line(self._menu.title), Span(f"  {count}" if count else "", "muted"))
        whole = () if self._menu.has_details else _rows_in_full(self._items, pane.inner_width, pane.room)
        rows = [row for _, row in whole] or _rows(self._items, pane.inner_width)
        self._item_of_row = [number for number, _ in whole] or range(len(self._items))
        why = () if self._count else wrap(row_of(Span(f" {self._no_matches}", "muted")), pane.inner_width, 1)
        pane.show(heading, [*rows, *why], self._item_of_row.index(self._at) if self._items else None)

    def _fill_details(self, pane: Pane) -> None:
        choice = self.selection
        if choice is None:
            pane.show(row_of(""), [])
            return
        rows = wrap_lines(self._details(pane, choice), pane.inner_width, INDENT)
        pane.show(row_of(Span(" ".join(single_line(choice.text).split()), "strong")), rows)

    def _details(self, pane: Pane, choice: Choice) -> Sequence[str]:
        """The details of a choice, from the top if it is newly selected; empty while they are read."""
        if not choice.from_disk and not self._has_read(choice):
            self._read = choice, choice.details()
            pane.top = 0
        return self._read[1] if self._read and self._read[0] is choice else ()

    def _fill_footer(self, canvas: Canvas) -> None:
        canvas.draw(hint_rows(self._key_hints(), canvas.size.width, 1))

    def _key_hints(self) -> Iterator[Row]:
        other = "list" if self._in_details else "details"
        hints = {**self._result_keys(), self._menu.escape_label: ["escape"], "move": ["up", "down"]}
        if self._menu.has_details:
            hints[other] = ["tab"]
        if not self._is_searching:
            hints["search"] = ["slash"]
        hints["help"] = ["question_mark"]
        for does, keys in hints.items():
            yield (*(Span(f" {key_label(key)}", "accent") for key in keys), Span(f" {does}", "muted"))

    def _result_keys(self) -> dict[str, list[str]]:
        """The actions of the selected choice, each with its first key."""
        keys: dict[str, list[str]] = {}
        for key, result in self._results().items():
            keys.setdefault(result.action, [key])
        return keys

    def _results(self) -> dict[str, DialogResult]:
        """The results of the selected choice by key; letters are left out while they are typed into the search."""
        choice = self.selection
        if choice is None:
            return {}
        by_enter = {"enter": choice.result} if choice.result else {}
        may_be_pressed = choice.results_by_key.items()
        return by_enter | {key: result for key, result in may_be_pressed if not self._is_searching or len(key) > 1}

    # Keys

    @property
    def _in_details(self) -> bool:
        return self.has_class("-reading")

    def action_move(self, by: int) -> None:
        """Moves the selection down by `by` rows; scrolls the details if they have the focus."""
        places = self._places()
        if self._in_details:
            self.query_one("#detail", Pane).scroll_by(by)
        elif by == -1 and self._bring_back():
            return
        elif places:
            self._go_to(places[max(0, min(places.index(self._at) + by, len(places) - 1))])

    def action_page(self, direction: int) -> None:
        """Moves a page down or up."""
        pane = self.query_one("#detail" if self._in_details else "#choices", Pane)
        self.action_move(direction * pane.page)

    def action_to_end(self, direction: int) -> None:
        """Moves to the first or the last row."""
        pane = self.query_one("#detail" if self._in_details else "#choices", Pane)
        self.action_move(direction * len(pane.rows))

    def _go_to(self, row: int) -> None:
        self._at = row
        self._refill()

    def action_switch(self) -> None:
        """Switches between the list and the details."""
        if self._in_details:
            self._focus_list()
        elif self._menu.has_details:
            self.add_class("-reading")
            self.query_one("#detail").focus()

    def action_search(self) -> None:
        """Goes back to the search, or opens it in a menu without one."""
        self._set_searching(searching=True)

    def _set_searching(self, *, searching: bool) -> None:
        """Makes letters part of the search, or keys again."""
        self._is_searching = searching
        self.query_one("#search").display = searching
        self.query_one("#choices").can_focus = not searching
        self._focus_list()
        self._refill()

    def _focus_list(self) -> None:
        self.remove_class("-reading")
        self.query_one("#search" if self._is_searching else "#choices").focus()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Follows a click to the other pane."""
        self.set_class(event.widget.id == "detail", "-reading")
        self.query_one("#foot", Canvas).refill()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Uses a key for the selected choice, else as text of the search."""
        if action == "answer" and parameters[0] not in self._results():
            return False
        return super().check_action(action, parameters)

    def action_answer(self, key: str) -> None:
        """Chooses the selected choice by one of its keys."""
        self._answer(key)

    def action_choose(self) -> None:
        """Chooses the selected choice, if it has a result, or puts its completion into the search."""
        choice = self.selection
        if choice and choice.completes:
            search = self.query_one("#search", LineInput)
            search.value = choice.completes
            search.action_end()
            self._focus_list()
        else:
            self._answer("enter")

    def _answer(self, key: str) -> bool:
        result = self._results().get(key)
        if result:
            self.dismiss(result)
        return result is not None

    @on(Input.Submitted)
    def choose_match(self, event: Input.Submitted) -> None:
        """Chooses the selected choice with Enter in the search."""
        event.stop()
        self.action_choose()

    def action_leave(self) -> None:
        """Leaves without a choice, or first closes a search opened with `/`."""
        typed = self.query_one("#search", LineInput).value
        if typed:
            unsent_texts(self)[self.place] = typed
        if self._is_searching and not self._menu.has_search:
            search = self.query_one("#search", LineInput)
            search.value, search.placeholder = "", self._invitation
            self._set_searching(searching=False)
        else:
            self.dismiss(None)

    def on_key(self, event: events.Key) -> None:
        """Chooses the selected choice by one of its keys, else the choice that has this key."""
        if self._answer(event.key) or self._choose_by_key(event.character):
            event.stop()

    def _choose_by_key(self, character: str | None) -> bool:
        """Chooses by key in a menu without a search; returns whether a choice has this key."""
        choices = () if self._is_searching else self._menu.choices
        chosen = next((each for each in choices if each.key and each.key == character), None)
        if chosen and chosen.result:
            self.dismiss(chosen.result)
        return chosen is not None

    @on(Pane.Clicked)
    def click(self, event: Pane.Clicked) -> None:
        """Selects the clicked row; a double click chooses it."""
        item = self._item_of_row[event.row] if event.row < len(self._item_of_row) else -1
        if event.pane.id != "choices" or item not in self._places():
            return
        self._go_to(item)
        if event.times == 2:
            self.action_choose()


def _rows(items: Sequence[Item], width: int) -> LazyRows[Item]:
    """The rows of the list: texts and descriptions share the width."""
    return LazyRows(items, partial(_draw, _text_width(items, width), width))


def _rows_in_full(items: Sequence[Item], width: int, room: int) -> Sequence[tuple[int, Row]]:
    """The rows of the list, each with the number of its item; long lines take several rows."""
    text_width = _text_width(items, width)
    margin = Span(" " * (text_width + MARGIN))
    rows: list[tuple[int, Row]] = []
    for number, item in enumerate(items):
        if isinstance(item, str):
            rows.append((number, _draw(text_width, width, item)))
            continue
        first, *others = wrap(row_of(Span(item.about, "muted")), width - text_width - MARGIN)
        rows.append((number, fit((*_before_about(text_width, item), *first), width)))
        rows += [(number, (margin, *each)) for each in others]
    return rows if len(rows) <= room else ()


def _text_width(items: Sequence[Item], width: int) -> int:
    """The cells of the texts, before their descriptions."""
    choices = [each for each in items if isinstance(each, Choice)]
    longest = max((cells(each.text) for each in choices), default=0)
    about = max((cells(each.about) for each in choices), default=0)
    return min(longest, max((width - MARGIN) * 2 // 3, width - MARGIN - about))


def _draw(text_width: int, width: int, item: Item) -> Row:
    if isinstance(item, str):
        return row_of(Span(item, "accent"))
    return fit((*_before_about(text_width, item), Span(item.about, "muted")), width)


def _before_about(text_width: int, choice: Choice) -> Row:
    return (Span(" "), *fit(row_of(Span(choice.text, "" if choice.result else "muted")), text_width), Span("  "))


def _with_headings(choices: Sequence[Choice]) -> list[Item]:
    """The choices, each group under its heading if there are several."""
    if len({each.group for each in choices}) < 2:
        return list(choices)
    items: list[Item] = []
    group = ""
    for each in choices:
        if each.group != group:
            group = each.group
            items.append(group)
        items.append(each)
    return items
