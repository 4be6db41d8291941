"""What somebody does who knows nothing of the program: any key, any text pasted, any place clicked. Each by chance."""

import string
from random import Random

from benchmarks.trust.hurtful import hurtful_word
from benchmarks.trust.lines import line_by
from orcus_tui.screen.fight.keys import KEYS

LEAVING = "q"
"""The key that quits, where it is typed alone."""
SERVING = "v"
"""The key that serves the players' view to the network: its tests are in tests/players."""
OURS = tuple(each for key in KEYS.values() for each in key.keys.split(",") if each not in (LEAVING, SERVING))
EDITING = ("escape", "enter", "tab", "shift+tab", "up", "down", "left", "right", "backspace", "delete", "home", "end")
MORE_EDITING = ("pageup", "pagedown", "ctrl+home", "ctrl+end", "ctrl+w", "ctrl+u", "ctrl+k", "ctrl+a", "ctrl+p", "f1")
KEY_NAMES = (
    *OURS * 2,
    *EDITING * 4,
    *MORE_EDITING * 2,
    *sorted(set(string.printable[:94]) - {LEAVING, SERVING}),
    "space",
    "é",
    "日",
)
SIZES = ((120, 40), (80, 24), (40, 12), (200, 50), (60, 20), (30, 8), (10, 4), (3, 30), (2, 2), (1, 1))
OPENING = ("o", "B", "I", "P", "m", "question_mark", "plus", "ctrl+p", "colon", "slash", "enter", "r")
"""Keys that open a dialog, or a place to type."""
STAT_BLOCKS = (
    "**Wolf** Level 1\nHP 20",
    'name = "Wolf"\nmax_hp = 11\nac = 13',
    '[{"name": "Wolf", "hp": 9}]',
    "{",
    "[[",
)
FILES = (
    "~name",
    "~",
    "~/x",
    ".",
    "..",
    "encounter.toml",
    "nothing.md",
    "own",
    "x\0y",
    "x" * 300,
    "encounter.toml/x",
    "",
)
"""What may be typed as a file: some can be read, some exist and cannot, some cannot be."""
LONGEST_PASTE = 5_000


def any_keys(chance: Random) -> list[str]:
    """A few keys: at random, a line entered, or a dialog opened and something done there."""
    kind = chance.random()
    if kind < 0.8:
        return [chance.choice(KEY_NAMES) for _ in range(chance.randint(1, 6))]
    if kind < 0.9:
        return [*["escape"] * 4, "colon", *line_by(chance), "enter"]
    inside = [chance.choice(KEY_NAMES) for _ in range(chance.randint(0, 30))]
    return [*["escape"] * 4, chance.choice(OPENING), *inside]


def any_text(chance: Random) -> str:
    """Something to paste: a word, a few lines, a stat block, a file's name."""
    texts = (hurtful_word(chance), "\n".join(hurtful_word(chance) for _ in range(3)), line_by(chance))
    return chance.choice((*texts, chance.choice(STAT_BLOCKS), chance.choice(FILES)))[:LONGEST_PASTE]
