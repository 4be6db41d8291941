"""Panes in tests: the view of a fight, the data of panes, and their rows as text."""

from collections.abc import Iterable, Mapping
from typing import Any

from orcus_tui.screen.fight.keys import first_labels
from orcus_tui.screen.fight.log import LogBook
from orcus_tui.screen.fight.view import PaneData, View, next_view
from orcus_tui.screen.widgets.row import Row, text_of
from orcus_tui.session.session import Session
from tests.helpers.fights.played import hero, monster

MOB = (hero("Ari", 20), monster("Rat", 10, "count = 5"), monster("Imp", 8, "count = 2"), monster("Ogre", 15))
"""A hero, an ogre, five rats of one group and two imps of another."""


def view_of(session: Session, **more: Any) -> View:
    return next_view(View(session.view, **more), session.view)


def pane_data_of(view: View, keymap: Mapping[str, str] | None = None) -> PaneData:
    return PaneData(view, LogBook(), first_labels(keymap or {}))


def texts(rows: Iterable[Row]) -> list[str]:
    return [text_of(row).rstrip() for row in rows]


def row_with_words(rows: Iterable[Row], words: str) -> str:
    (row,) = (each for each in texts(rows) if words in each)
    return row
