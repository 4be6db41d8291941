"""The keys: one table, from which bindings, footer, help, palette, the config's names and `docs/keys.md` come."""

from collections.abc import Iterable, Mapping

from msgspec import Struct


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


_SIGNS = {
    "question_mark": "?",
    "full_stop": ".",
    "colon": ":",
    "plus": "+",
    "slash": "/",
    "up": "↑",
    "down": "↓",
    "space": "space",
    "escape": "Esc",
    "enter": "Enter",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}


def shown_key(key: str) -> str:
    """A key as a person calls it: `?` for `question_mark`, `Ctrl+P` for `ctrl+p`."""
    return _SIGNS.get(key) or (f"Ctrl+{key[5:].upper()}" if key.startswith("ctrl+") else key)


TURN = (
    Key("begin", "b", "begin", "rolls the initiative that is missing and starts the first turn", "begin"),
    Key("next", "n", "next", "ends this turn and starts the next; z takes it back", "next"),
    Key("preview", "N", "preview", "what the next turn would bring, without taking it", "preview"),
    Key("delay", "D", "delay", "steps out of the order; act brings it back", "delay"),
    Key("ready", "R", "ready", "an action for later: type what sets it off", 'ready "'),
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
    Key("write", "w", "write", "writes the fight to a file", "write"),
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

EVERYWHERE: Mapping[str, str] = {
    "Ctrl+P": "the palette: everything by name",
    "Ctrl+C, Ctrl+Q": "leaves, like q",
}
"""Keys that work wherever the focus is, and cannot be bound otherwise."""


def line_of(key: Key, targets: Iterable[str], selected: str) -> str:
    """The line a key stands for, about these creatures."""
    return key.line.replace("{targets}", ",".join(targets)).replace("{selected}", selected)
