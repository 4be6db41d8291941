"""What the signs on the screen mean."""

from collections.abc import Sequence

from orcus_tui.screen.widgets import signs

LEGEND: Sequence[tuple[str, str, str]] = (
    (signs.POINTER, "has the turn", ""),
    (signs.MARKED, "marked: keys act on it; in the header: the fight is saved", "selected dot"),
    (signs.SIDES["party"], "a creature of the party", "hero side"),
    (signs.SIDES["neutral"], "a creature on neither side", ""),
    (signs.STAGGERED, "half its hit points or fewer", "staggered bloodied"),
    (signs.DEAD, "dead", "killed cross"),
    (signs.DOWN, "down: unconscious or dying", ""),
    (signs.STABLE, "down, but not dying: stable or knocked out", "stabilized unconscious"),
    (signs.COMA, "in a coma", ""),
    (signs.RESERVE, "in reserve: not there yet", "waits"),
    (signs.GONE, "gone: has left the fight", "fled dropped"),
    (signs.AFFECTED, "has more effects than the row names", "star conditions damage bonuses"),
    (signs.HIDDEN, "hidden from the players", "invisible"),
    (signs.DELAYED, "delays its turn", "waiting clock"),
    (signs.READIED, "has readied an action", ""),
    (signs.FOLDED, "a group in one row; unfolds", "arrow"),
    (signs.QUESTION, "an open question: a die to be rolled", "question mark"),
    (signs.UNUSED, "a power that can be used; in the header: the fight is being saved", "circle writing"),
    (signs.USED, "a power that is spent", "used up"),
    (signs.BARRED, "a power that a condition forbids", "barred stunned"),
    (f"{signs.FULL}{signs.EMPTY}", "hit points left and lost", "bar health"),
    (f"{signs.MARKED_BOX}{signs.FREE_BOX}", "boxes of a track, marked and free", "wounds"),
    (f"{signs.RAISED}{signs.LOWERED}", "a defense above or below what is printed", "arrow bonus penalty ac"),
    (signs.MEANS, "what a condition means here and now", ""),
    (signs.CUT, "cut: there is more", "ellipsis"),
    (signs.PROMPT, "a line or a number is typed here", "prompt"),
    (signs.ENTRY, "the end of a number that is typed", "cursor"),
    (signs.CARET, "the word below it is wrong", "caret error mistake"),
    (signs.THUMB, "the rows in sight, of all there are", "scroll bar"),
)
"""Each sign with what it means, and other words for it."""
