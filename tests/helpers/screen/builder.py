"""The builder on the screen, as `orcus-tui new` opens it, and a fight to open it from."""

from typing import Any

from textual.pilot import Pilot

from orcus_tui.builder.draft import Draft
from orcus_tui.builder.plan import OpenDraft
from orcus_tui.screen.app import Tracker
from tests.helpers.casts.small_library import library
from tests.helpers.fights.played import Played, hero, monster
from tests.helpers.screen.driver import settle, tracker, until


def fight_with_library() -> Tracker:
    """The tracker on a fight, with a small library."""
    session = Played(hero("Ari", 20), monster("Ogre", 12)).session
    session.library = library()
    return tracker(session)


def building(open_draft: OpenDraft | None = None) -> Tracker:
    """The tracker with the builder open on a draft, a new one if none is given."""
    app = fight_with_library()
    app.open_draft = open_draft or OpenDraft(Draft("Ford"))
    return app


async def until_drawn(pilot: Pilot[Any]) -> None:
    """Waits until the builder is on the screen."""
    await until(pilot, lambda: bool(pilot.app.screen.query("#library")))
    await settle(pilot)
