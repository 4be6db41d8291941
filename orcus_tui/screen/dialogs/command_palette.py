"""The palette: everything by name – keys, verbs, creatures and themes."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct
from textual.command import DiscoveryHit, Hit, Hits, Matcher, Provider
from textual.content import Content
from textual.markup import escape

from orcus_tui.commands.verbs import verbs_of
from orcus_tui.screen.dialogs.help_viewer import begun, keys_of
from orcus_tui.screen.fight import key_actions
from orcus_tui.screen.fight.fight_screen import FightScreen
from orcus_tui.screen.fight.keys import KEYS
from orcus_tui.screen.widgets.row import shown


class Entry(Struct, frozen=True):
    """Something the palette knows, and what choosing it does."""

    text: str
    about: str
    do: Callable[[], object]


class Everything(Provider):
    """All that can be done in a fight, by name."""

    async def discover(self) -> Hits:
        """What is offered before anything is typed: the keys."""
        if isinstance(self.screen, FightScreen):
            for each in _keys(self.screen):
                yield DiscoveryHit(Content(each.text), each.do, text=each.text, help=escape(each.about))

    async def search(self, query: str) -> Hits:
        """What fits what is typed; its text more than what it is about."""
        matcher = self.matcher(query)
        for each in self._entries():
            score = max(matcher.match(each.text), matcher.match(each.about) / 2)
            if score > 0:
                yield Hit(score, _marked(matcher, each.text), each.do, text=each.text, help=escape(each.about))

    def _entries(self) -> Iterator[Entry]:
        if isinstance(self.screen, FightScreen):
            yield from _keys(self.screen)
            yield from _verbs(self.screen)
            yield from _creatures(self.screen)
        for name in sorted(self.app.available_themes):
            yield Entry(f"theme {name}", "the colours of the screen", partial(setattr, self.app, "theme", name))


def _keys(screen: FightScreen) -> Iterator[Entry]:
    for key in KEYS.values():
        keys = keys_of(key, screen.user_input.keys)
        yield Entry(f"{key.title} ({keys})", key.about, partial(screen.action_press, key.id))


def _verbs(screen: FightScreen) -> Iterator[Entry]:
    for verb in verbs_of(screen.view.system):
        text = f"{verb.name} …" if verb.usage else verb.name
        yield Entry(text, verb.summary, partial(screen.begin_line, begun(verb)))


def _creatures(screen: FightScreen) -> Iterator[Entry]:
    for creature, sheet in screen.view.fight.sheets.items():
        about = ", ".join(filter(None, (sheet.side, sheet.kind, sheet.role)))
        yield Entry(
            shown(sheet.name), shown(f"selects {creature}: {about}"), partial(key_actions.select, screen, creature)
        )


def _marked(matcher: Matcher, text: str) -> Content:
    """The text with the letters found marked; what looks like markup in it is only text."""
    content = Content(text)
    _, offsets = matcher.fuzzy_search.match(matcher.query, text)
    for at in offsets:
        if not text[at].isspace():
            content = content.stylize(matcher.match_style, at, at + 1)
    return content
