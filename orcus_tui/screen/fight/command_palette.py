"""The command palette: keys, verbs, creatures and themes by name."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct
from textual import events
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Matcher, Provider
from textual.content import Content
from textual.errors import NoWidget
from textual.markup import escape
from textual.widgets import OptionList

from orcus_tui.commands.verbs import verbs_of
from orcus_tui.screen.fight import key_actions
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.help_menu import first_words
from orcus_tui.screen.fight.keys import KEYS
from orcus_tui.screen.widgets.dialog import Dialog
from orcus_tui.screen.widgets.row import single_line


class SafePalette(CommandPalette):
    """Textual's command palette; it can be paged before its list is drawn, and clicked anywhere."""

    def on_click(self, event: events.Click) -> None:
        """Ignores a click that is on no widget, for example when the terminal has just become smaller."""
        # Textual looks up the clicked widget, and crashes if there is none.
        try:
            self.get_widget_at(event.screen_x, event.screen_y)
        except NoWidget:
            event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disables paging while the list has no room: otherwise Textual would look for a line that does not exist."""
        if action == "command_list" and str(parameters[0]).startswith("page"):
            return bool(self.query_one(CommandList).scrollable_content_region)
        return super().check_action(action, parameters)


class FightPalette(SafePalette, Dialog[None]):
    """The command palette over the fight."""

    CSS_PATH = "palette.tcss"

    def on_mount(self) -> None:
        """Remembers the theme, to go back to it."""
        super().on_mount()
        self._theme_before = self.app.theme

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Previews the theme at the cursor; on any other row, shows the previous theme."""
        hit = getattr(event.option, "hit", None)
        themes = {_theme_text(name): name for name in self.app.available_themes}
        self.app.theme = themes.get(str(getattr(hit, "text", "")), self._theme_before)

    def on_option_list_option_selected(self, _: OptionList.OptionSelected) -> None:
        """Keeps the chosen theme."""
        self._theme_before = self.app.theme

    def on_unmount(self) -> None:
        """Goes back to the previous theme, unless another one was chosen."""
        self.app.theme = self._theme_before


class Entry(Struct, frozen=True):
    """An entry of the palette and its action."""

    text: str
    about: str
    run: Callable[[], object]


class Everything(Provider):
    """Everything that can be done in a fight, by name."""

    async def discover(self) -> Hits:
        """The entries before anything is typed: the keys."""
        if isinstance(self.screen, FightScreen):
            for each in _keys(self.screen):
                yield DiscoveryHit(Content(each.text), each.run, text=each.text, help=escape(each.about))

    async def search(self, query: str) -> Hits:
        """The entries that match; a match in the text counts twice as much as one in the description."""
        matcher = self.matcher(query)
        for each in self._entries():
            score = max(matcher.match(each.text), matcher.match(each.about) / 2)
            if score > 0:
                yield Hit(score, _highlight(matcher, each.text), each.run, text=each.text, help=escape(each.about))

    def _entries(self) -> Iterator[Entry]:
        if isinstance(self.screen, FightScreen):
            yield from _keys(self.screen)
            yield from _verbs(self.screen)
            yield from _creatures(self.screen)
        for name in sorted(self.app.available_themes):
            yield Entry(_theme_text(name), "changes the colours", partial(setattr, self.app, "theme", name))


def _theme_text(name: str) -> str:
    return f"theme {name}"


def _keys(screen: FightScreen) -> Iterator[Entry]:
    for key in KEYS.values():
        keys = key.labels(screen.user_input.keys)
        yield Entry(f"{key.title} ({keys})", key.about, partial(screen.action_press, key.id))


def _verbs(screen: FightScreen) -> Iterator[Entry]:
    for verb in verbs_of(screen.view.system):
        text = f"{verb.name} …" if verb.usage else verb.name
        yield Entry(text, verb.summary, partial(screen.begin_line, first_words(verb)))


def _creatures(screen: FightScreen) -> Iterator[Entry]:
    for creature, sheet in screen.view.fight.sheets.items():
        facts = ", ".join(filter(None, (sheet.side, sheet.kind, sheet.role)))
        about = single_line(f"selects {creature}: {facts}")
        yield Entry(single_line(sheet.name), about, partial(key_actions.select, creature, screen))


def _highlight(matcher: Matcher, text: str) -> Content:
    """The text with the matched letters highlighted; markup in it is not interpreted."""
    content = Content(text)
    _, offsets = matcher.fuzzy_search.match(matcher.query, text)
    for at in offsets:
        if not text[at].isspace():
            content = content.stylize(matcher.match_style, at, at + 1)
    return content
