"""The importer: stat blocks pasted or from a file, and the creatures read from them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input, TextArea
from textual.widgets.text_area import Edit, EditResult

from orcus_tui.errors import OrcusError
from orcus_tui.importers import sources
from orcus_tui.importers.creature_draft import Leftover
from orcus_tui.importers.import_report import source_summary
from orcus_tui.importers.sources import dropped_files
from orcus_tui.library.facts import facts_of
from orcus_tui.library.library import Library
from orcus_tui.library.saved_creatures import SavedCreatures, SaveOptions
from orcus_tui.library.stat_block import stat_block
from orcus_tui.model.text import printable_lines
from orcus_tui.rules.creation import allot
from orcus_tui.screen.dialogs.import_source import (
    Conversion,
    Destination,
    Imported,
    Table,
    count_of,
    name_of,
    read_source,
    refuse_others,
    saved_message,
)
from orcus_tui.screen.widgets.canvas import Pane
from orcus_tui.screen.widgets.dialog import MOVES, DrawnDialog
from orcus_tui.screen.widgets.key_hints import Keys
from orcus_tui.screen.widgets.line_input import LineInput, unsent_texts
from orcus_tui.screen.widgets.row import LazyRows, Row, Span, columns, fit, row_of, single_line, wrap, wrap_lines
from orcus_tui.screen.widgets.styles import Palette
from orcus_tui.storage.large_file import LARGE_SOURCE, large_data_message, large_file_message
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import view_of

LONGEST = 500_000
"""The most characters that can be pasted: a longer text is slow to draw, and is better read from its file."""


def refusal(text: str, pasted: str) -> str:
    """Why a text is too long to be pasted, or an empty string."""
    if len(text) + len(pasted) <= LONGEST:
        return ""
    return "too long to paste: save it as a file, and name the file above"


class PasteArea(TextArea):
    """A text of several lines, without control characters."""

    class TooLong(Message):
        """The pasted text is too long and was refused; `why` says what to do instead."""

        def __init__(self, why: str) -> None:
            self.why = why
            super().__init__()

    def __init__(self, **options: Any) -> None:
        super().__init__(show_line_numbers=True, **options)
        self.cursor_blink = False  # over a slow connection a blinking cursor is wasted traffic

    def edit(self, edit: Edit) -> EditResult:
        """Changes the text, with control characters replaced."""
        edit.text = printable_lines(edit.text)
        return super().edit(edit)

    def on_paste(self, event: events.Paste) -> None:
        """Refuses a text that is too long, and replaces the text with dropped files."""
        if dropped_files(event.text):
            self.clear()
        if why := refusal(self.text, event.text):
            event.prevent_default()
            event.stop()
            self.post_message(self.TooLong(why))


class FileSuggester(Suggester):
    """Suggests the first file or folder whose name begins as typed; hidden files only after a dot."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)  # files come and go

    async def get_suggestion(self, value: str) -> str | None:
        """The typed path with its last name completed; the name of a folder ends with a slash."""
        return await asyncio.to_thread(completed_path, value)


def completed_path(typed: str) -> str | None:
    """The path with its last name completed; None if nothing in its folder begins like that."""
    folder, slash, begun = typed.rpartition("/")
    if not begun:
        return None
    try:
        found = sorted(each for each in sources.path_of(folder + slash).iterdir() if each.name.startswith(begun))
        first = next((each for each in found if each.name != begun or each.is_dir()), None)
        return f"{folder}{slash}{first.name}{'/' if first.is_dir() else ''}" if first else None
    except (OSError, ValueError):
        return None


INDENT = 4
DEBOUNCE = 0.15
"""Seconds without a key before the text is read."""

CONFIRMED_ABOVE = 20
"""The number of creatures above which adding all of them is confirmed."""

PLACES = ("text", "found", "block", "file")
FILE_NAME = "file name in the importer"
"""The key of the file name among the unfinished texts."""
EMPTY = "Paste a stat block on the left, or name a file or folder above: text, Markdown, JSON, YAML, XML, tables…"


class ImporterScreen(DrawnDialog[Imported]):
    """Reads stat blocks. Its result is the creatures to add, or None.

    After Esc, the text and the file name are kept for the next time.
    """

    AUTO_FOCUS = "#text"
    place = "In the importer"
    CSS_PATH = "importer.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("tab", "switch(1)", show=False, priority=True),
        Binding("shift+tab", "switch(-1)", show=False, priority=True),
        *MOVES,
        Binding("enter", "take", show=False),
        Binding("a", "take_all", show=False),
        Binding("s", "save_all", show=False),
        Binding("r", "save_all(True)", show=False),
    ]

    def __init__(self, palette: Palette, library: Library, destination: Destination) -> None:
        super().__init__(palette)
        self._library = library
        self._destination = destination
        self._conversion = Conversion()
        self._at = 0
        self._place = "text"
        self._confirming: Conversion | None = None

    def compose(self) -> ComposeResult:
        """The file name, the text, the creatures read, a stat block, and the keys."""
        named = "file or folder to read, e.g. goblins.md"
        yield LineInput(placeholder=named, id="file", suggester=FileSuggester())
        text = PasteArea(id="text", classes="tab -chosen")
        text.border_title = "Paste here"
        yield text
        yield Pane(self._palette, self._fill_found, id="found")
        yield Pane(self._palette, self._fill_block, id="block")
        yield self.footer()

    def on_mount(self) -> None:
        """Focuses the text, ready to paste."""
        self.query_one(PasteArea).set_class(self._palette.is_ascii, "-ascii")
        self.query_one(PasteArea).load_text(unsent_texts(self).pop(self.place, ""))
        self.query_one("#file", LineInput).value = unsent_texts(self).pop(FILE_NAME, "")
        self._go_to("text")

    # Reading

    @on(TextArea.Changed)
    def read_text(self, event: TextArea.Changed) -> None:
        """Reads the text once typing pauses."""
        event.stop()
        text = event.text_area.text
        size = large_data_message(sources.PASTED_NAME, len(text), LARGE_SOURCE)
        self._read(partial(sources.read_pasted_text, text) if text.strip() else None, DEBOUNCE, size)

    @on(PasteArea.TooLong)
    def refuse_paste(self, event: PasteArea.TooLong) -> None:
        """Shows what to do with a text that is too long to paste."""
        self.show_message(event.why)

    @on(Input.Submitted)
    def read_file(self, event: Input.Submitted) -> None:
        """Reads the file that is named."""
        event.stop()
        name = event.value.strip()
        if name:
            paths = sources.dropped_files(name) or [sources.path_of(name)]
            self._read(partial(sources.read_source_files, paths), 0, large_file_message(paths[0], LARGE_SOURCE))
            self._go_to("found")

    @work(exclusive=True)
    async def _read(self, source: Callable[[], sources.Source] | None, delay: float, announced: str = "") -> None:
        """Reads a source in a thread, and shows the result unless another source is being read."""
        await asyncio.sleep(delay)
        if announced:
            self.show_message(announced)
        self._conversion = await asyncio.to_thread(read_source, source, self._library) if source else Conversion()
        self._at, self._message = 0, ""
        self._redraw()

    # Drawing

    def _redraw(self) -> None:
        self.refill_if_there("Canvas")

    def _fill_found(self, pane: Pane) -> None:
        width, conversion = pane.inner_width, self._conversion
        if not conversion.source:
            message = row_of(Span(conversion.error or EMPTY, "muted"))
            pane.show(row_of("Creatures"), wrap(message, width, INDENT))
            return
        rows = LazyRows((*self._creature_rows(width), *conversion.leftovers), partial(_draw, width))
        pane.show(row_of(source_summary(conversion.source)), rows, self._at)

    def _creature_rows(self, width: int) -> Sequence[Row]:
        taken = self._destination.fight.sheets if self._destination.fight else ()
        creatures = self._conversion.creatures
        allotted, _ = allot([{"name": name_of(each), "count": count_of(each)} for each in creatures], taken)
        ids = [" … ".join(dict.fromkeys((own[0][0], own[-1][0]))) for own in allotted]
        return [_creature_row(each, id_, width) for each, id_ in zip(creatures, ids, strict=True)]

    def _fill_block(self, pane: Pane) -> None:
        heading, lines = self._details()
        pane.show(row_of(heading), wrap_lines(lines, pane.inner_width, INDENT))

    def _details(self) -> tuple[str, Sequence[str]]:
        """The stat block of the selected creature, or the selected leftover in full, under a heading."""
        source, fight = self._conversion.source, self._conversion.fight
        if source is None or fight is None:
            return "Stat block", ()
        leftover = self._leftover
        if leftover is None:
            creature = list(fight.sheets)[sum(map(count_of, self._conversion.creatures[: self._at]))]
            return "Stat block", stat_block(view_of(fight), creature)
        place = f"added to the text of {leftover.creature}" if leftover.creature else "left out"
        return f"{source.name}, line {leftover.line}: {place}", leftover.text.splitlines()

    @property
    def _leftover(self) -> Leftover | None:
        """The leftover at the cursor, if any."""
        at = self._at - len(self._conversion.creatures)
        return self._conversion.leftovers[at] if 0 <= at < len(self._conversion.leftovers) else None

    def _footer_keys(self) -> Keys:
        keys = FOOTER[self._place]
        if self._place == "found" and self._conversion.source:
            enter = "go to its line" if self._leftover else "add"
            keys = (("enter", enter), ("a", "add all"), ("s", "save to library"), *keys)
        return keys

    # Moving

    def _go_to(self, place: str) -> None:
        self._place = place
        if place != "file":
            for pane in self.query(".tab"):
                pane.set_class(pane.id == place, "-chosen")
        self.set_focus(self.query_one(f"#{place}"))  # without delay, because the next key may already be queued
        self._redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002  # as Textual calls it
        """Disables keys that are letters of a text, and those that need creatures."""
        if action in ("move", "page"):
            return self._place in ("found", "block")
        needs_found = action in ("take", "take_all", "save_all")
        return not needs_found or (self._place == "found" and self._conversion.source is not None)

    def action_switch(self, direction: int) -> None:
        """Moves to the next place or the previous one; at the end of a file name, Tab first completes it."""
        if self._place == "file" and direction > 0 and self.query_one(LineInput).complete():
            return
        self._message = ""
        self._go_to(PLACES[(PLACES.index(self._place) + direction) % len(PLACES)])

    def action_move(self, by: int) -> None:
        """Moves down by some rows."""
        if self._place == "block":
            self.query_one("#block", Pane).scroll_by(by)
            return
        last = len(self._conversion.creatures) + len(self._conversion.leftovers) - 1
        self._select(max(0, min(self._at + by, last)))

    def action_page(self, direction: int) -> None:
        """Moves a page down or up."""
        self.action_move(direction * self.query_one(f"#{self._place}", Pane).page)

    def _select(self, row: int) -> None:
        self._at, self._message = row, ""
        self.query_one("#block", Pane).top = 0
        self._redraw()

    @on(Pane.Clicked)
    def click(self, event: Pane.Clicked) -> None:
        """Selects the clicked row; a double click chooses it."""
        self._go_to(event.pane.id or "")
        if event.pane.id == "found" and self._conversion.source:
            self._select(event.row)
            if event.times == 2:
                self.action_take()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Follows a click from one place to another."""
        focused: Widget = event.widget
        if focused.id in PLACES and focused.id != self._place:
            self._go_to(focused.id or "")

    def action_leave(self) -> None:
        """Leaves without importing; the text and the file name stay for the next time."""
        unsent_texts(self)[self.place] = self.query_one(PasteArea).text
        unsent_texts(self)[FILE_NAME] = self.query_one("#file", LineInput).value
        self.dismiss(None)

    # Taking

    def action_take(self) -> None:
        """Returns the selected creature; on a leftover, goes to its line."""
        leftover = self._leftover
        if leftover is None:
            self._take(self._conversion.creatures[self._at : self._at + 1])
        elif self._conversion.source and self._conversion.source.name == sources.PASTED_NAME:
            self.query_one(PasteArea).move_cursor((leftover.line - 1, 0), center=True)
            self._go_to("text")

    def action_take_all(self) -> None:
        """Returns all creatures; a large number must be confirmed by a second press."""
        number = len(self._conversion.creatures)
        if number > CONFIRMED_ABOVE and self._confirming is not self._conversion:
            self._confirming = self._conversion
            self.show_message(f"{number} creatures: press a again to add all of them")
        else:
            self._take(self._conversion.creatures)

    def _take(self, creatures: Sequence[Table]) -> None:
        source = self._conversion.source
        try:
            refuse_others(self._destination, self._conversion, creatures)
            saved = self._save(source, creatures) if self._destination.fight and source else None
        except OrcusError as fault:
            self.show_message(str(fault))
        else:
            self.dismiss(Imported(_as_named(creatures, saved), saved))

    def action_save_all(self, replace: bool = False) -> None:  # noqa: FBT001, FBT002  # an action's words are positional
        """Saves all creatures to the custom library."""
        source = self._conversion.source
        try:
            if source:
                self.show_message(saved_message(self._save(source, source.result.creatures, replace=replace)))
        except StorageError as fault:
            self.show_message(str(fault))

    def _save(self, source: sources.Source, creatures: Sequence[Table], *, replace: bool = False) -> SavedCreatures:
        """Saves creatures to the user's library, in a file named after the only creature or after the source."""
        alone = source.name == sources.PASTED_NAME or len(creatures) == 1
        name = name_of(creatures[0]) if alone else Path(source.name).stem
        return self._library.save(source.result.system, creatures, SaveOptions(name, replace=replace))


def _as_named(creatures: Sequence[Table], saved: SavedCreatures | None) -> Sequence[Table]:
    """The creatures, by the names they have in the library."""
    if saved is None:
        return creatures
    return [{**each, "name": name_of(known)} for each, known in zip(creatures, saved.creatures, strict=True)]


def _creature_row(creature: Table, id_: str, width: int) -> Row:
    facts = facts_of(creature)
    left = row_of(f" {single_line(facts.name)}  ", Span(single_line(facts.about), "muted"))
    return columns(left, row_of(Span(f" {id_} ", "accent")), width)


def _draw(width: int, item: Row | Leftover) -> Row:
    if not isinstance(item, Leftover):
        return item
    place = f"{item.creature}: " if item.creature else "left out: "
    return fit(row_of(Span(f" {item.line:>4} ", "warning"), Span(place, "muted"), " ".join(item.text.split())), width)


FOOTER: Mapping[str, Keys] = {
    "text": (("tab", "creatures"), ("shift+tab", "file name"), ("escape", "back")),
    "found": (("up,down", "move"), ("tab", "stat block"), ("escape", "back")),
    "block": (("up,down", "scroll"), ("tab", "file name"), ("escape", "back")),
    "file": (("enter", "read"), ("tab", "complete, then text"), ("escape", "back")),
}
"""The keys in the footer, by the place that has the focus."""
