"""The keys of the fight: one table for bindings, footer, help, palette, the config's names and `docs/keys.md`."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from orcus_tui.config.settings import OWN_KEYS
from orcus_tui.screen.fight.panes import PANES
from orcus_tui.screen.widgets.key_hints import key_label, key_labels


def waits_for_more(line: str) -> bool:
    """Whether a line of a key or a menu waits for more to be typed: it ends in a blank or a quote."""
    return line.endswith((" ", '"'))


class Key(Struct, frozen=True):
    """A key and its action.

    `keys` are the default keys, separated by commas, by their names in Textual. `line` is the line that it types, with
    `{targets}` for the creatures it is about, or `{selected}` if there can be only one. A key without a line is an
    action of the screen.
    """

    id: str
    keys: str
    title: str
    about: str
    line: str = ""

    @property
    def waits(self) -> bool:
        """Whether its line waits for more to be typed."""
        return "{cursor}" in self.line or waits_for_more(self.line)

    def labels(self, keymap: Mapping[str, str] | None = None) -> str:
        """The keys in the form that people write; `keymap` holds the keys of the config, by id."""
        return " ".join(key_labels((keymap or {}).get(self.id, self.keys)))


TURN = (
    Key(
        "begin",
        "b",
        "begin",
        "asks for the heroes' initiative, rolls the rest, starts the first turn; after ask party, the heroes' dice "
        "become questions: answer them, then begin again",
        "begin",
    ),
    Key("initiative", "I", "initiative", "opens the initiative form: a field for each total, empty ones are rolled"),
    Key(
        "next",
        "n",
        "next",
        "ends this turn and starts the next; in a folded group, ends the turns of all its members (as next rat*)",
        "next",
    ),
    Key("preview", "N", "preview", "shows what the next turn would do, without taking it", "preview"),
    Key("delay", "D", "delay", "delays the turn; act brings the creature back", "delay"),
    Key("ready", "R", "ready", "readies an action: type its trigger", "ready "),
    Key("act", "A", "act", "lets a creature that delayed or readied act now", "act {selected}"),
    Key("turn-clock", "ctrl+t", "turn clock", "shows how long the turn has taken, or hides it"),
    Key("end-fight", "X", "end of fight", "shows the XP and what each hero has left; finishes, rests, opens another"),
    Key("ask", "Q", "ask for dice", "sets whose dice to ask for: none, party or all", "ask "),
)
CREATURES = (
    Key("damage", "d", "damage", "damages the marked creatures, or the selected one", "damage {targets} "),
    Key("heal", "h", "heal", "restores hit points", "heal {targets} "),
    Key("temp", "t", "temp", "gives temporary hit points", "temp {targets} "),
    Key("apply", "a", "apply", "applies a condition", "apply {targets} "),
    Key(
        "apply-save",
        "S",
        "apply, save ends",
        "applies a condition that a save ends",
        "apply {targets} {cursor} save",
    ),
    Key("persist", "p", "persist", "applies persistent damage", "persist {targets} "),
    Key("save", "s", "save", "rolls a saving throw now", "save {selected} "),
    Key("remove", "x", "remove", "ends an effect", "remove {targets} "),
    Key("menu", "m", "menu", "opens all that the selected creature can do: rally, hide, stand, kill, its powers"),
    Key("why", "e", "explain", "explains hit points, defenses and effects; in the log, shows sums", "why {selected}"),
    *(
        Key(f"power-{number}", str(number), f"power {number}", f"uses power {number} of the creature whose turn it is")
        for number in range(1, 10)
    ),
)
UNDO = (
    Key("undo", "z", "undo", "undoes the last command, dice and all", "undo"),
    Key("undo-turn", "Z", "undo turn", "undoes what was done this turn; if nothing was, its start", "undo turn"),
    Key("redo", "y", "redo", "redoes what was undone", "redo"),
)
MOVING = (
    Key("select-next", "j,down", "down", "selects the next creature; in the log, the next row"),
    Key("select-previous", "k,up", "up", "selects the previous creature; in the log, the previous row"),
    Key("page-down", "pagedown", "page down", "goes down a page"),
    Key("page-up", "pageup", "page up", "goes up a page"),
    Key("first", "home,g", "first", "goes to the first row"),
    Key("last", "end,G", "last", "goes to the last row"),
    Key("select-active", "full_stop", "current turn", "selects the creature whose turn it is"),
    Key("mark", "space", "mark", "marks or unmarks a creature, and selects the next; keys act on all marked"),
    Key("unmark-all", "u", "unmark", "unmarks all; in the log, shows the fight as it was there"),
    Key("fold", "f", "fold", "folds or unfolds a group; in the log, a command"),
    Key("next-pane", "tab", "next pane", "goes to the next pane"),
    Key("previous-pane", "shift+tab", "previous pane", "goes to the previous pane"),
    *(Key(f"pane-{pane.id}", pane.key, pane.id, f"goes to the {pane.id} pane") for pane in PANES if pane.key),
    Key("stat-block", "enter,c", "stat block", "opens the stat block of the selected creature; in the log, folds"),
    Key("answer", "r", "answer", "answers the oldest open question: digits, then Enter; else accepts an offer"),
    Key("decline", "minus", "decline", "declines the oldest offer, with those that share its row"),
    Key("search", "slash", "search", "searches the log"),
)
MORE = (
    Key("command", "colon", "command", "opens the command line"),
    Key("notes", "i", "encounter notes", "shows what to read aloud, the terrain, the tactics and the events to come"),
    Key("odds", "O", "odds", "simulates the fight from here: how often the party wins, and who falls"),
    Key("campaign", "J", "campaign", "shows the campaign: its fights in order, the day, XP and loot; there also odds"),
    Key("report", "F", "figures", "shows the fight so far: who dealt, took and healed what, and how it went"),
    Key("add", "plus", "add", "adds a creature"),
    Key("open", "o", "open", "opens an encounter, a saved fight, or an unfinished one"),
    Key("build", "B", "build", "builds an encounter: creatures, XP, difficulty"),
    Key("hero", "H", "new hero", "makes a hero: numbers, then powers by search; saves into the party file"),
    Key("import", "P", "import", "imports creatures: a pasted stat block, or a file"),
    Key("write", "w", "write", "writes the fight to a file", "write"),
    Key("keep", "K", "keep party", "writes the heroes' resources to their party file, for the next fight", "keep"),
    Key("export", "E", "export", "exports the log: .md, .html, .txt or .json", "export "),
    Key("accept", "Y", "accept", "accepts what a player's phone proposes, as the row above the footer shows it"),
    Key("inbox", "M", "inbox", "shows all that phones propose: accept, refuse, or edit the line"),
    Key("players", "v", "players' view", "shows the players' view in browsers, its address and QR code; closes it"),
    Key("help", "question_mark", "help", "shows all keys and commands, searchable"),
    Key("quit", "q", "quit", "quits; an unfinished fight is offered next time", "quit"),
)

GROUPS: Mapping[str, tuple[Key, ...]] = {
    "The turn": TURN,
    "Creatures": CREATURES,
    "Undo and redo": UNDO,
    "Moving": MOVING,
    "More": MORE,
}

KEYS: Mapping[str, Key] = {key.id: key for group in GROUPS.values() for key in group}

EVERYWHERE: Mapping[str, str] = {key_label(key): does for key, does in OWN_KEYS.items()}
"""Keys that work wherever the focus is, and cannot be changed."""


def first_labels(keymap: Mapping[str, str]) -> dict[str, str]:
    """The first key of each id, in the form that people write; `keymap` holds the keys of the config."""
    return {key.id: key_labels(keymap.get(key.id, key.keys))[0] for key in KEYS.values()}


class KeyLine(Struct, frozen=True):
    """The line of a key.

    It has the text up to the cursor, the range of the filled-in creatures, and the text after the cursor; `waits` if
    it is only the beginning of a line.
    """

    text: str
    targets: tuple[int, int] = (0, 0)
    tail: str = ""
    waits: bool = False


def line_of(line: str, targets: Iterable[str], selected: str) -> KeyLine:
    """The line of a key, filled in with creatures; typed text goes to the place of `{cursor}`."""
    line, _, tail = line.partition("{cursor}")
    before, placeholder, after = line.partition("{selected}" if "{selected}" in line else "{targets}")
    filled = "" if not placeholder else selected if placeholder == "{selected}" else ",".join(targets)
    return KeyLine(f"{before}{filled}{after}", (len(before), len(before + filled)) if filled else (0, 0), tail)
