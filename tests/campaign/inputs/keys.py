"""Random keys, texts to paste and sizes: some play the fight, others are arbitrary."""

import string
from collections.abc import Callable, Mapping, Sequence
from random import Random

from orcus_tui.model.fight import Fight
from orcus_tui.screen.fight.keys import KEYS
from tests.campaign.inputs.fitting_lines import fitting_line
from tests.campaign.inputs.hurtful_words import hurtful_word
from tests.campaign.inputs.lines import CONDITIONS, line_by

LEAVING = "q"
"""The key that quits."""
SERVING = "v"
"""The key that serves the players' view, which is tested in tests/players."""
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
USUAL_SIZES = ((120, 40), (80, 24), (200, 50), (60, 20), (40, 12))
OPENING = (
    "o",
    "B",
    "I",
    "P",
    "m",
    "question_mark",
    "plus",
    "ctrl+p",
    "colon",
    "slash",
    "enter",
    "r",
    "X",
    "F",
    "O",
    "i",
)
"""Keys that open a dialog or an input."""
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
"""Names of files: readable, unreadable, and impossible ones."""
LONGEST_PASTE = 5_000


LEAVE = ("escape",) * 4
"""Keys that lead back to the fight from almost anywhere."""
PLAYS: Mapping[str, int] = {
    "n": 12,
    "n n n": 4,
    "r FACE enter FACE enter": 6,
    "r a": 1,
    "z": 5,
    "z z": 2,
    "z y": 5,
    "z z y y": 3,
    "z r FACE enter": 3,
    "Z": 2,
    "Z y": 2,
    "y": 2,
    "POWER enter": 5,
    "POWER space FACE enter": 2,
    "m ROWS enter enter": 5,
    "d FACE enter": 5,
    "h FACE enter": 2,
    "a CONDITION enter": 3,
    "s enter": 2,
    "space j space d FACE enter": 2,
    "g ROWS enter escape": 1,
    "ROWS f n": 2,
    "ROWS full_stop": 1,
    "D": 2,
    "D m ROWS enter": 1,
    "R t e n enter": 1,
    "A enter": 4,
    "X ROWS enter": 1,
    "N": 1,
    "T ROWS enter": 1,
    "L ROWS enter": 1,
}
"""Keys that play, with weights. The words of `SLOTS` stand for several keys."""
SLOTS: Mapping[str, Callable[[Random], Sequence[str]]] = {
    "FACE": lambda chance: str(chance.randint(1, 20)),
    "POWER": lambda chance: str(chance.randint(1, 4)),
    "ROWS": lambda chance: ["down"] * chance.randint(0, 6),
    "CONDITION": lambda chance: [*chance.choice(CONDITIONS).replace(" ", ""), "space", *"save"],
}


def any_keys(chance: Random, fight: Fight, leave: Sequence[str]) -> list[str]:
    """A few keys: some that play this fight, some random, or some in a dialog.

    `leave` are the keys that lead back to the fight from where the keys are pressed.
    """
    kind = chance.random()
    if kind < 0.1:
        return playing_keys(chance)  # whatever they do
    if kind < 0.65:
        return [*leave, *playing_keys(chance)]
    if kind < 0.7:
        return [*leave, "colon", *fitting_line(chance, fight), "enter"]
    if kind < 0.73:
        return [*leave, "colon", *line_by(chance), "enter"]
    if kind < 0.95:
        return [chance.choice(KEY_NAMES) for _ in range(chance.randint(1, 6))]
    inside = [chance.choice(KEY_NAMES) for _ in range(chance.randint(0, 30))]
    return [*leave, chance.choice(OPENING), *inside]


def playing_keys(chance: Random) -> list[str]:
    """The keys of a row of `PLAYS`."""
    row = chance.choices(list(PLAYS), list(PLAYS.values()))[0]
    return [key for word in row.split() for key in (SLOTS[word](chance) if word in SLOTS else (word,))]


def any_size(chance: Random) -> tuple[int, int]:
    """A size of the terminal; most are usual ones, since the smallest show no fight."""
    return chance.choice(USUAL_SIZES if chance.random() < 0.8 else SIZES)


def any_text(chance: Random) -> str:
    """A text to paste: a word, a few lines, a stat block, a file name."""
    texts = (hurtful_word(chance), "\n".join(hurtful_word(chance) for _ in range(3)), line_by(chance))
    return chance.choice((*texts, chance.choice(STAT_BLOCKS), chance.choice(FILES)))[:LONGEST_PASTE]
