"""The log pane: each command as typed, then its results; `log` has these, and searches and folds them."""

from orcus_tui.screen.fight.scene import Contents, Scene, Space
from orcus_tui.screen.fight.view import View
from orcus_tui.screen.widgets.row import row_of


def fill(scene: Scene, space: Space) -> Contents:
    """The rows of the log; with the first one in sight, earlier ones are put above it."""
    log = scene.log
    top = log.set_width(space.width, space.top)
    if space.top <= 0:
        log.read_earlier()
    moved = None if top == space.top else top
    return Contents(row_of("Log"), log.rows, log.highlight(focused=space.focused), log.rows_above, moved)


def move(scene: Scene, by: int) -> View:
    """Moves the cursor so many rows down."""
    scene.log.select(scene.log.cursor + by)
    return scene.view


def fold(scene: Scene) -> View:
    """Folds the command the cursor is on, or unfolds it."""
    scene.log.toggle_fold()
    return scene.view
