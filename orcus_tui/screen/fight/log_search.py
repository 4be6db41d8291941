"""The search line of the log; `log.py` finds the matches while it is typed."""

from collections.abc import Callable

from orcus_tui.screen.fight.log import LogBook
from orcus_tui.screen.widgets.search_input import SearchInput
from orcus_tui.screen.widgets.styles import Palette


class LogSearch(SearchInput):
    """The input of the log search."""

    def __init__(self, log_book: Callable[[], LogBook], redraw: Callable[[], None], palette: Palette) -> None:
        super().__init__("search the log", palette, "In the log search")
        self._log_book = log_book
        self._redraw = redraw
        self._searched = ""

    def on_search_input_searched(self, event: SearchInput.Searched) -> None:
        """Scrolls to the match."""
        event.stop()
        self._searched = event.text
        if not self._log_book().search(event.text, event.direction):
            self.call_later(self._search_earlier, event.text)
        self._redraw()

    def _search_earlier(self, text: str) -> None:
        """Continues a search in earlier commands, a part at a time, so that the screen stays responsive."""
        if text == self._searched:
            if not self._log_book().search_earlier(text):
                self.call_later(self._search_earlier, text)
            self._redraw()

    def on_search_input_closed(self) -> None:
        """Ends the search; the screen goes back to the pane."""
        self._searched = ""
        self._log_book().end_search()
