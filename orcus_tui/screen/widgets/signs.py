"""The signs the screen draws with, one cell wide each, and what stands for them where a terminal has only ASCII."""

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

_STAND_INS = str.maketrans(
    "▶●█░◐†▾▿≈◌✶»◇◷◆⊞○⊘▹›▼▏…┌┐└┘─│├┤┃→←–—×−±≤≥•′’“”·□■↑↓§▁▂▃▄▅▆▇━",
    ">*#-%t!szw+ghdr&o/=$v|_++++-|++#><--x-+<>*''\"\"..X^vS_.:-=+*-",
)


def in_ascii(text: str) -> str:
    """A text in ASCII, as wide as it was: signs by their stand-ins, letters without accents, else question marks."""
    if text.isascii():
        return text
    text = text.replace("→ ", "->")  # `7 > 3` would be a comparison
    ascii_text = "".join(sign if sign.isascii() else _plain_letter(sign) for sign in text.translate(_STAND_INS))
    return set_cell_size(ascii_text, cell_len(text))  # signs may be narrower or wider together than alone


def _plain_letter(sign: str) -> str:
    """A letter without its accent; question marks for any other sign."""
    plain = normalize("NFD", sign)[0] if sign.isalpha() else sign
    return plain if plain.isascii() else "?" * cell_len(sign)
