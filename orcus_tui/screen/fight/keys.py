"""The keys: one table, from which bindings, footer, help, palette, the config's names and `docs/keys.md` come."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from orcus_tui.config.settings import OWN_KEYS, SIGN_NAMES


class Key(Struct, frozen=True):
    """A key and what it does.

    `keys` are the default ones, parted by commas, as Textual names them. `line` is the line of the language it stands
    for, with `{targets}` for whom it is about and `{selected}` where it can only be one; one that ends in a blank is
    begun, to be gone on with. A key without a line moves about on the screen. `shown` is how a person calls the keys.
    """

    id: str
    keys: str
    title: str
    about: str
    line: str = ""

    def first_shown(self, keymap: Mapping[str, str]) -> str:
        """The first of the keys it is bound to, as a person calls it; `keymap` are those bound otherwise."""
        return shown_key(keymap.get(self.id, self.keys).split(",")[0])

    @property
    def begins(self) -> bool:
        """Whether its line is to be gone on with before it is said."""
        return self.line.endswith((" ", '"'))

    @property
    def shown(self) -> str:
        """The default keys, as they stand on a keyboard."""
        return " ".join(shown_key(each) for each in self.keys.split(","))


AS_BY_DEFAULT: Mapping[str, str] = {}
"""The keys bound otherwise than by default: none."""

_CALLED = {name: sign for sign, name in SIGN_NAMES.items()} | {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "escape": "Esc",
    "enter": "Enter",
    "tab": "Tab",
    "backspace": "Backspace",
    "insert": "Insert",
    "delete": "Delete",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}


def shown_key(key: str) -> str:
    """A key as a person calls it: `?` for `question_mark`, `Ctrl+P` for `ctrl+p`."""
    *held, bare = key.split("+")
    called = _CALLED.get(bare, bare)
    return "+".join((*(each.capitalize() for each in held), called.upper() if held and len(bare) == 1 else called))


TURN = (
    Key("begin", "b", "begin", "rolls the initiative that is missing and starts the first turn", "begin"),
    Key("next", "n", "next", "ends this turn and starts the next; undo takes it back", "next"),
    Key("preview", "N", "preview", "what the next turn would bring, without taking it", "preview"),
    Key("delay", "D", "delay", "steps out of the order; act brings it back", "delay"),
    Key("ready", "R", "ready", "an action for later: type what sets it off", "ready "),
    Key("act", "A", "act", "a delayed or readied creature acts now", "act {selected}"),
    Key("ask", "Q", "whose dice", "whose dice are asked for: none, party or all", "ask "),
)
HURT = (
    Key("damage", "d", "damage", "damage to those marked, or the one selected", "damage {targets} "),
    Key("heal", "h", "heal", "gives hit points back", "heal {targets} "),
    Key("temp", "t", "temp", "temporary hit points", "temp {targets} "),
    Key("apply", "a", "apply", "a condition", "apply {targets} "),
    Key("persist", "p", "persist", "persistent damage", "persist {targets} "),
    Key("save", "s", "save", "a saving throw now", "save {selected} "),
    Key("remove", "x", "remove", "ends an effect", "remove {targets} "),
    Key("why", "e", "explain", "where its hit points, defenses and effects came from", "why {selected}"),
    *(
        Key(f"power-{number}", str(number), f"power {number}", f"attacks with power {number} of whose turn it is")
        for number in range(1, 10)
    ),
)
BACK = (
    Key("undo", "z", "undo", "takes the last command back, dice and all", "undo"),
    Key("redo", "y", "redo", "does again what was taken back", "redo"),
)
MOVING = (
    Key("select-next", "j,down", "down", "selects the next creature; in the log, a row on"),
    Key("select-previous", "k,up", "up", "selects the creature before; in the log, a row back"),
    Key("page-down", "pagedown", "page down", "a page on"),
    Key("page-up", "pageup", "page up", "a page back"),
    Key("first", "home,g", "first", "to the first row"),
    Key("last", "end,G", "last", "to the last row"),
    Key("select-active", "full_stop", "whose turn", "selects whose turn it is"),
    Key("mark", "space", "mark", "marks the creature selected, so that a key is about several; again unmarks"),
    Key("unmark-all", "u", "unmark", "unmarks all"),
    Key("fold", "f", "fold", "folds a group to one row, or opens it; in the log, a command"),
    Key("next-pane", "tab", "pane", "to the next pane"),
    Key("previous-pane", "shift+tab", "pane back", "to the pane before"),
    Key("stat-block", "enter,c", "stat block", "all there is to know about the creature selected"),
    Key("answer", "r", "answer", "the oldest open question: digits, Enter, then the next; Esc leaves it open"),
    Key("search", "slash", "search", "searches the log"),
)
MORE = (
    Key("command", "colon,i", "command", "the command line; Esc leaves it"),
    Key("add", "plus", "add", "adds a creature"),
    Key("open", "o", "open", "opens an encounter, a fight that was written, or one left unfinished"),
    Key("build", "B", "build", "builds an encounter: creatures and counts, XP, how hard it will be"),
    Key("import", "I", "import", "brings in creatures written elsewhere: a pasted stat block, or a file"),
    Key("write", "w", "write", "writes the fight to a file", "write"),
    Key("keep", "K", "keep party", "writes what the heroes have left to their party file, for the next fight", "keep"),
    Key("export", "E", "export", "writes the log to a file: .md, .html, .txt or .json", "export "),
    Key("help", "question_mark", "help", "all keys and verbs, searchable"),
    Key("quit", "q", "quit", "leaves; the fight is kept and offered again", "quit"),
)

GROUPS: Mapping[str, tuple[Key, ...]] = {
    "The turn": TURN,
    "What happens to creatures": HURT,
    "Back and again": BACK,
    "Moving about": MOVING,
    "More": MORE,
}

KEYS: Mapping[str, Key] = {key.id: key for group in GROUPS.values() for key in group}

EVERYWHERE: Mapping[str, str] = {shown_key(key): does for key, does in OWN_KEYS.items()}
"""Keys that work wherever the focus is, and cannot be bound otherwise."""

PLACES: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "Everywhere": (
        "These cannot be bound otherwise.",
        tuple(EVERYWHERE.items()),
    ),
    "In the command line": (
        "Above it stand the form of the verb, what the word at the end could become, and last what Enter would do or "
        "what is wrong, under its column. A line with something wrong in it is not carried out.",
        (
            ("Enter", "carries the line out, and goes back to the fight; an empty one only goes back"),
            ("Esc", "goes back to the fight, nothing being done"),
            ("Tab, Shift+Tab", "completes the word: puts in the next of what it could become, or the one before"),
            ("↑, ↓", "earlier and later lines that begin as what is typed"),
            ("→", "at the end: takes the grey rest of a line typed before"),
            ("Ctrl+W, Ctrl+U, Ctrl+K", "deletes the word before, all before, all behind the cursor"),
            ("Home, End, Ctrl+←, Ctrl+→", "moves the cursor to the start, the end, a word back, a word on"),
        ),
    ),
    "At an open question": (
        "`r` goes to the oldest; the cursor is on it in the timers. All keys but these are those of the fight.",
        (
            ("0 … 9", "what the die shows, before bonuses"),
            ("Backspace", "deletes a digit"),
            ("Enter", "answers and goes to the next question, after the last back to the fight; without digits, back"),
            ("a", "has all open questions rolled"),
            ("Esc", "goes back to the fight; the question stays open"),
        ),
    ),
    "In the line that searches the log": (
        "`/` opens it. It finds while you type, the latest first.",
        (
            ("↑, ↓", "the one before, the one after"),
            ("Enter, Esc", "back to where it was opened"),
        ),
    ),
    "In a list to choose from": (
        "Help, the creatures to add and the files to open are searched by typing. On the left what there is, on the "
        "right what the chosen one is.",
        (
            ("letters", "leave only what has every word typed"),
            ("↑, ↓, PgUp, PgDn", "move in the list"),
            ("Ctrl+Home, Ctrl+End", "to the first and the last"),
            ("Enter", "takes what is chosen"),
            ("Tab, Shift+Tab", "to what stands on the right, to scroll in it, and back to the list"),
            ("/", "back to the search from there"),
            ("j, k, Home, End", "move as well, on the right and in a list without a search"),
            ("g, l", "in the unfinished fights, as the tracker opens: goes on with one, only looks at it"),
            ("Esc", "back to the fight"),
        ),
    ),
    "In the builder": (
        "`B` opens it, and so does `orcus-tui new`. On the left the library, on the right the encounter, and below it "
        "the stat block of what is chosen. In the library letters search: `level 1-3 mook humanoid`.",
        (
            ("Enter", "puts the creature the list is on into the encounter, or one more of it"),
            ("Tab, Shift+Tab", "to the encounter, to the stat block, and back to the library"),
            ("/", "back to the search"),
            ("↑, ↓, PgUp, PgDn", "move"),
            ("j, k", "move as well, where no letters are typed"),
            ("+, -", "one more, one fewer of the creature chosen in the encounter"),
            (">, <, →, ←", "a level higher, a level lower, where the rules say how"),
            ("x, Delete", "takes the creature out"),
            ("n, p, h", "the encounter's name; its party file; the levels of the heroes it is reckoned for"),
            ("w, Ctrl+S", "writes the file; one that is there is changed, and keeps its comments"),
            ("W", "writes another file, with the comments of the first, and goes on with that one"),
            ("i", "brings in creatures written elsewhere: a pasted stat block, or a file"),
            ("o", "opens what is written in the tracker"),
            ("Esc", "back; what is not written is told first"),
        ),
    ),
    "Where creatures are imported": (
        "`I` opens it, and `i` in the builder. A stat block is pasted on the left, in any format that "
        "`orcus-tui import` reads; on the right is what was read, with what each will be called, then what was not "
        "understood, with its lines. A creature goes into your library first, so that `add` knows it; an encounter "
        "being built needs none.",
        (
            ("Tab, Shift+Tab", "from the text to what was read, to the stat block, to the file's name, and back"),
            ("Enter", "in the file's name: reads that file; on a creature: adds it, or puts it into the encounter"),
            ("Enter", "on what was not understood: goes to its line in the pasted text"),
            ("a", "adds all that was read"),
            ("s", "puts all that was read into your library, and no more"),
            ("↑, ↓, j, k, PgUp, PgDn", "move in what was read, and scroll the stat block"),
            ("Esc", "back"),
        ),
    ),
    "In a text that fills the screen": (
        "An answer that is longer than the log, such as a stat block, is shown so.",
        (
            ("j, k, ↑, ↓", "a row on, a row back"),
            ("Space, PgDn, PgUp", "a page on, a page back"),
            ("g, G, Home, End", "to the first row and the last"),
            ("/", "searches it: ↑ and ↓ go to the one before and the one after, Enter and Esc leave the search"),
            ("Esc, q, Enter", "back to the fight"),
        ),
    ),
    "The mouse": (
        "Nothing needs it. `mouse = false` in the config turns it off.",
        (
            ("a click on a creature", "selects it"),
            ("a double click on a creature", "begins the line `damage` with it"),
            ("a click on an open question", "goes to it; digits and Enter answer"),
            ("a double click in the log", "puts the command into the command line"),
            ("a click on a pane", "gives it the focus"),
            ("the wheel", "scrolls"),
            ("a click, a double click in a list", "chooses, takes"),
        ),
    ),
}
"""The keys that are bound where they are used: what is to be known of the place, and what each does there."""


def line_of(key: Key, targets: Iterable[str], selected: str) -> str:
    """The line a key stands for, about these creatures."""
    return key.line.replace("{targets}", ",".join(targets)).replace("{selected}", selected)
