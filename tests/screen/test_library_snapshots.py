"""Forty shipped creatures of each system as a game master reads them, kept as text under `library/`.

After an intended change, renew them with `RENEW_SNAPSHOTS=1 pytest tests/screen/test_library_snapshots.py`; read the
difference like any other before committing it.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from orcus_tui.library.library import Library
from orcus_tui.library.stat_block import stat_block
from orcus_tui.screen.fight import cards
from orcus_tui.screen.fight.keys import first_labels
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets.row import text_of
from orcus_tui.systems import SYSTEMS, view_of
from tests.helpers.project.snapshots import check_file

if TYPE_CHECKING:
    from orcus_tui.library.library import Creature

FOLDER = Path(__file__).with_name("library")
LIBRARY = Library(Path("nowhere"))
COUNT = 40
WIDTH = 60
SHARING = ("archmage-plus", "srd5-plain")
"""Systems with the creatures of another system."""


def sample_of(system: str) -> list[Creature]:
    """Random creatures: a hash of each name decides, so the choice stays when others are added or removed."""
    creatures = LIBRARY.creatures(system)
    return sorted(creatures, key=lambda each: sha256(each.facts.name.encode()).digest())[:COUNT]


def snapshot_of(system: str) -> Iterator[str]:
    """The card and the stat block of each, by name."""
    for creature in sorted(sample_of(system), key=lambda each: each.facts.name):
        fight = LIBRARY.view_with(SYSTEMS[system], creature)[0].fight
        (id_,) = fight.sheets
        view = View(view_of(fight), selected=id_)
        yield f"== {text_of(cards.title(view, id_))}"
        yield from (text_of(row).rstrip() for row in cards.card(view, id_, WIDTH, first_labels({})))
        yield "--"
        yield from stat_block(view_of(fight), id_)
        yield ""


@pytest.mark.parametrize("system", [each for each in SYSTEMS if each not in SHARING])
def test_shipped_creatures_match_their_snapshot(system: str) -> None:
    check_file(FOLDER / f"{system}.txt", "".join(f"{line}\n" for line in snapshot_of(system)))
