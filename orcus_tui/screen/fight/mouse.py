"""The mouse: what a click and a double click on a row do in each pane; `panes` says which pane has which.

A click selects, and answers the view after it. A double click begins a line: it answers the text to begin with.
"""

from orcus_tui.screen.fight.scene import Scene
from orcus_tui.screen.fight.view import View, focus_question, select_row


def keep_view(scene: Scene, _row: int) -> View:
    """Selects nothing: the click only focuses the pane."""
    return scene.view


def select_creature(scene: Scene, row: int) -> View:
    """Selects the creature of a row of the initiative."""
    return select_row(scene.view, row)


def begin_damage(scene: Scene) -> str:
    """The beginning of a line that damages the selected or marked creatures."""
    return f"damage {','.join(scene.view.targets)} "


def answer_question(scene: Scene, row: int) -> View:
    """Starts the answer to the question of a row of the timers."""
    questions = scene.view.fight.questions
    row -= bool(scene.view.upkeep)
    return focus_question(scene.view, questions[row].id) if 0 <= row < len(questions) else scene.view


def select_log_row(scene: Scene, row: int) -> View:
    """Puts the cursor of the log on a row."""
    if row < len(scene.log.rows):
        scene.log.select(row)
    return scene.view


def repeat_command(scene: Scene) -> str:
    """The command the cursor of the log is on."""
    entry = scene.log.entry_at_cursor
    return entry.command if entry else ""
