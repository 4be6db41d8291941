"""The signs on the screen, one cell wide each, and their replacements for terminals with only ASCII."""

from collections.abc import Sequence
from unicodedata import normalize

from rich.cells import cell_len, set_cell_size

SIDES = {"party": "@", "foes": " ", "neutral": "~"}
POINTER = "▶"
MARKED = "●"
FULL = "█"
EMPTY = "░"
STAGGERED = "◐"
DEAD = "†"
DOWN = "▾"
STABLE = "▿"
COMA = "≈"
RESERVE = "◌"
GONE = "»"
AFFECTED = "✶"
HIDDEN = "◇"
DELAYED = "◷"
READIED = "◆"
FOLDED = "⊞"
QUESTION = "?"
OFFER = "◈"
SAVED = "●"
WRITING = "○"
UNUSED = "○"
USED = "×"
BARRED = "⊘"
FREE_BOX = "□"
MARKED_BOX = "■"
RAISED = "↑"
LOWERED = "↓"
MEANS = "▹"
DASH = "–"
DOT = "·"
PROMPT = "›"
CARET = "▼"
ENTRY = "▏"
CUT = "…"
TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT = "┌", "┐", "└", "┘"
ACROSS, UPRIGHT, TEE_LEFT, TEE_RIGHT = "─", "│", "├", "┤"
THUMB = "┃"
MAIL = "✉"

_STAND_INS = str.maketrans(
    "▶●█░◐†▾▿≈◌✶»◇◷◆◈⊞○⊘▹›▼▏…┌┐└┘─│├┤┃✉→←–—×−±≤≥•′’“”·□■↑↓§▁▂▃▄▅▆▇━▒",
    ">*#-%t!szw+ghdrO&o/=$v|_++++-|++#M><--x-+<>*''\"\"..X^vS_.:-=+*-=",
)


def in_ascii(text: str) -> str:
    """A text in ASCII of the same width: signs replaced, letters without accents, else question marks."""
    if text.isascii():
        return text
    text = text.replace("→ ", "->")  # `7 > 3` would be a comparison
    ascii_text = "".join(sign if sign.isascii() else _plain_letter(sign) for sign in text.translate(_STAND_INS))
    return set_cell_size(ascii_text, cell_len(text))  # some signs are narrower or wider together than alone


def _plain_letter(sign: str) -> str:
    """A letter without its accent; question marks for any other sign."""
    plain = normalize("NFD", sign)[0] if sign.isalpha() else sign
    return plain if plain.isascii() else "?" * cell_len(sign)


LEGEND: Sequence[tuple[str, str, str]] = (
    (POINTER, "has the turn", ""),
    (MARKED, "marked: keys act on it; in the header: the fight is saved", "selected dot"),
    (SIDES["party"], "a creature of the party", "hero side"),
    (SIDES["neutral"], "a creature on neither side", ""),
    (STAGGERED, "half its hit points or fewer", "staggered bloodied"),
    (DEAD, "dead", "killed cross"),
    (DOWN, "down: unconscious or dying", ""),
    (STABLE, "down, but not dying: stable or knocked out", "stabilized unconscious"),
    (COMA, "in a coma", ""),
    (RESERVE, "in reserve: not there yet", "waits"),
    (GONE, "gone: has left the fight", "fled dropped"),
    (AFFECTED, "has more effects than the row names", "star conditions damage bonuses"),
    (HIDDEN, "hidden from the players", "invisible"),
    (DELAYED, "delays its turn", "waiting clock"),
    (READIED, "has readied an action", ""),
    (FOLDED, "a group in one row; unfolds", "arrow"),
    (QUESTION, "an open question: a die to be rolled", "question mark"),
    (OFFER, "an offer: something that may be done now", "accept decline trigger aura"),
    (UNUSED, "a power that can be used; in the header: the fight is being saved", "circle writing"),
    (USED, "a power that is spent", "used up"),
    (BARRED, "a power that a condition forbids", "barred stunned"),
    (f"{FULL}{EMPTY}", "hit points left and lost", "bar health"),
    (f"{MARKED_BOX}{FREE_BOX}", "boxes of a track, marked and free", "wounds"),
    (f"{RAISED}{LOWERED}", "a defense above or below what is printed", "arrow bonus penalty ac"),
    (MEANS, "what a condition means here and now", ""),
    (MAIL, "what players' phones propose", "mail inbox letter"),
    (CUT, "cut: there is more", "ellipsis"),
    (PROMPT, "a line or a number is typed here", "prompt"),
    (ENTRY, "the end of a number that is typed", "cursor"),
    (CARET, "the word below it is wrong", "caret error mistake"),
    (THUMB, "the visible rows among all rows", "scroll bar"),
)
"""Each sign with its meaning and other words for it."""
