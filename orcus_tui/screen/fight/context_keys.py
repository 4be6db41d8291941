"""The keys that are not in the fight's table, by context, for the help and `docs/keys.md`."""

from collections.abc import Mapping

from msgspec import Struct

from orcus_tui.screen.fight.keys import EVERYWHERE


class Place(Struct, frozen=True):
    """A context with separate keys: its description, and the action of each key."""

    about: str
    keys: tuple[tuple[str, str], ...]


PLACES: Mapping[str, Place] = {
    "Everywhere": Place("These cannot be changed.", tuple(EVERYWHERE.items())),
    "In the command line": Place(
        "Above it are the usage of the command, the completions of the word at the cursor, and a preview of what Enter "
        "would do, or the error over the word that is wrong. A line with an error does not run.",
        (
            ("Enter", "runs the line and goes back to the fight; an empty line only goes back"),
            ("Esc", "goes back to the fight; ↑ brings the line back"),
            ("Tab, Shift+Tab", "puts in the next or the previous completion"),
            ("159", "in an attack: the die 15 and the damage 9"),
            ("a name", "after targets that a key filled in: takes their place"),
            ("↓", "after a target that a key filled in: goes to the next one of its side"),
            ("↑, ↓", "recalls earlier and later lines that begin with what is typed"),
            ("→", "accepts the grey rest of an earlier line"),
            ("Tab or →", "on an empty line: puts in the line that accepts the oldest offer and those that are alike"),
            ("Ctrl+W, Ctrl+U, Ctrl+K", "deletes the word before the cursor, all before it, all after it"),
            ("Home, End, Ctrl+←, Ctrl+→", "moves the cursor to the start, to the end, a word back, a word forward"),
            ("?", "shows what can be done here and everywhere, on an empty line"),
        ),
    ),
    "At an open question": Place(
        "`r` goes to the oldest one, in the timers. Any other key does what it does in the fight.",
        (
            ("0 … 9", "the number on the die, before bonuses"),
            ("Space", "where several creatures roll the same (×4): begins the next number"),
            ("t", "the numbers are totals, with bonuses"),
            ("Backspace", "deletes a digit"),
            ("Enter", "answers and goes to the next question, or back to the fight; without digits, goes back"),
            ("↑, ↓, j, k", "goes to another question"),
            ("a", "rolls all open questions"),
            ("Esc", "leaves the question open; your digits are there at the next visit, until you type others"),
        ),
    ),
    "In the log search": Place(
        "`/` opens it. It searches while you type, from the latest row up.",
        (
            ("↑, ↓", "goes to the match above, the match below; ↑ before anything is typed: your last search"),
            ("Enter, Esc", "goes back"),
            ("?", "shows what can be done here, before anything is typed"),
        ),
    ),
    "In a list": Place(
        "Help, the creatures to add and the files to open are lists you search by typing. On the left are the choices, "
        "on the right the details of the selected one.",
        (
            ("letters", "searches: a choice stays if it has every word typed"),
            ("↑", "before anything is typed: brings back what you typed when you last left the list with Esc"),
            ("↑, ↓, PgUp, PgDn", "moves"),
            ("Ctrl+Home, Ctrl+End", "goes to the first and the last choice"),
            ("Enter", "chooses what is selected"),
            ("Tab, Shift+Tab", "goes to the details, to scroll them, and back to the list"),
            ("/", "goes back to the search, or opens it where letters are keys"),
            ("j, k, Home, End", "moves too, in the details and in a list without a search"),
            ("Delete", "on an unfinished fight: discards it, after asking"),
            ("Esc", "goes back to the fight"),
            ("?", "shows what can be done here, before anything is typed"),
        ),
    ),
    "In the files to open": Place(
        "Encounters and saved fights in the folder of the open one, in the working folder and its folder "
        "`encounters`; and the unfinished fights, with their round and their number of lines.",
        (
            ("letters", "searches; a path such as `~/campaign/` or `../` goes through folders"),
            ("Enter", "opens the file, resumes the fight, or goes into the folder"),
            ("Delete", "on an unfinished fight: discards it, after asking"),
            ("Tab, Shift+Tab", "goes to what is in the file, and back to the list"),
            ("Esc", "goes back to the fight"),
        ),
    ),
    "In the unfinished fights": Place(
        "They are offered when the tracker opens without a file. Each has its round, its lines, and when it began; the "
        "last lines are shown next to it.",
        (
            ("Enter, g", "resumes the fight"),
            ("l", "views it without resuming"),
            ("x, Delete", "discards it, after asking: it goes to the archive"),
            ("↑, ↓, j, k", "moves"),
            ("Esc", "leaves them for later, and opens the sample fight"),
        ),
    ),
    "In the creatures to add": Place(
        "Type to search the fight and the library: a name, or words of the library's search language, such as "
        "`level 1-3 mook humanoid` or `dragon or fly not resist fire`.",
        (
            ("letters", "searches; the first row adds a new creature of that name"),
            ("Enter", "begins the line that adds the creature: add a number, or fields to change"),
            ("↑, ↓, PgUp, PgDn", "moves"),
            ("Tab, Shift+Tab", "goes to the stat block, to scroll it, and back to the list"),
            ("Esc", "goes back to the fight"),
        ),
    ),
    "In the inbox": Place(
        "`M` opens it: what players' phones propose, the oldest first, each with what it would do now. A proposal "
        "does nothing until you accept it.",
        (
            ("Enter", "accepts the proposal: its line is carried out, with the hero's name in the log"),
            ("a", "accepts all"),
            ("x", "refuses the proposal; the phone shows that"),
            ("e", "puts its line into the command line, to change it first"),
            ("↑, ↓, j, k", "moves"),
            ("Esc", "leaves them for later; after two minutes a proposal is gone"),
        ),
    ),
    "In the initiative form": Place(
        "`I` opens it before the fight begins, and so does `b`, unless dice are asked for as questions (`Q`). It has a "
        "field for each roll that is missing, the heroes first.",
        (
            ("0 … 9, -", "the total that was called out; an empty field is rolled"),
            ("Enter", "goes to the next field; after the last hero, or with nothing typed, the fight begins"),
            ("↑, ↓, Tab, Shift+Tab", "goes to another field"),
            ("Backspace", "deletes a digit"),
            ("Esc", "goes back to the fight; what was typed stays in the form"),
        ),
    ),
    "At the end of the fight": Place(
        "`X` opens it: the XP, rests, the party's file, the next fight, and what each hero has left.",
        (
            ("letters", "runs the action next to it"),
            ("/", "searches; until Esc, letters are text, not keys"),
            ("↑, ↓, j, k", "moves"),
            ("Enter", "does what is selected"),
            ("Esc", "goes back to the fight"),
        ),
    ),
    "In the fight as it was": Place(
        "`u` in the log opens it: the order and the cards as they were after the command at the cursor.",
        (
            ("↑, ↓, j, k", "selects a creature"),
            ("u", "goes back to it: undoes what was done since; redo brings it back"),
            ("Esc, q, Enter", "goes back to the present"),
        ),
    ),
    "In the rest": Place(
        "`r` opens it at the end of the fight: what each hero spends in a short rest, and what that restores.",
        (
            ("+, -", "spends one recovery more, or one fewer"),
            ("0 … 9", "the number of recoveries; moves to the next hero"),
            ("↑, ↓, j, k", "moves"),
            ("Enter", "spends them, and rests"),
            ("Esc", "goes back without a rest"),
        ),
    ),
    "In the menu of a creature": Place(
        "`m` opens it: all that the selected creature can do, and all that can be done to it, each with its key. A "
        "row with `/` in its place is found by typing.",
        (
            ("letters, 1 … 9", "runs the action next to it, or begins its line"),
            ("/", "searches; until Esc, letters are text, not keys"),
            ("↑, ↓, j, k, PgUp, PgDn", "moves"),
            ("Enter", "does what is selected"),
            ("Esc", "goes back to the fight"),
        ),
    ),
    "In the builder": Place(
        "`B` opens it, and so does `orcus-tui new`. On the left is the library, on the right the encounter, and below "
        "it the stat block of the selected creature. In the library, type to search: `level 1-3 mook humanoid`.",
        (
            ("Enter", "adds the selected creature to the encounter, or one more of it"),
            ("Tab, Shift+Tab", "goes to the encounter, to the stat block, and back to the library"),
            ("/", "goes back to the search"),
            ("↑, ↓, PgUp, PgDn", "moves"),
            ("j, k", "moves too, outside the library"),
            ("+, -", "one more, one fewer of the creature selected in the encounter"),
            (">, <, →, ←", "a level higher, a level lower, where the rules allow it"),
            ("x, Delete", "removes the creature"),
            ("n, p, h", "sets the encounter's name, its party file, the heroes for the budget"),
            ("f", "shows what fits into the budget that is left, best first; again: the whole library"),
            ("d", "begins the next fight of the day with the same party, once this one is written"),
            ("F", "fills what is left of the budget at random: `undead seed 7`; again: another fill in its place"),
            ("w, Ctrl+S", "writes the file; an existing file keeps its comments"),
            ("W", "writes another file, with the comments of the first, and continues with it"),
            ("i", "imports creatures: a pasted stat block, or a file"),
            ("H", "makes a hero for the party file, outside the library"),
            ("O", "simulates the encounter, after the day's earlier ones: how often the party wins"),
            ("P", "makes a page to print: the sheet, the stat blocks, tents with the heroes' names, a blank tracker"),
            (
                "v",
                "how the odds change with one fewer of each foe; again: with one more, or at another level",
            ),
            ("o", "opens the written encounter in the tracker"),
            ("Esc", "goes back, from proposals to the library; asks once if there are unwritten changes"),
            ("↑", "where something is asked, before you type: brings back what you left there with Esc"),
            ("?", "shows what can be done here, before anything is typed in the search"),
        ),
    ),
    "In the hero form": Place(
        "`H` opens it, and `H` in the builder outside the library. On the left are the hero's numbers, on the right "
        "the powers and spells of the library, each as it will read. The hero is saved into the party file of the "
        "encounter, whose comments stay; without one, into `party.toml` next to it.",
        (
            ("letters, Backspace, Ctrl+U", "types into the field, or into the search"),
            ("Enter, ↓, ↑", "the next field, the one above; after the last, the powers"),
            ("Tab", "goes to the powers, and back to the fields"),
            ("type", "searches powers: `wizard level 1-3 fire`, `dazed`, `weapon drill`"),
            ("Enter", "on a power: adds it, or removes it again"),
            ("Ctrl+S", "saves the hero and empties the form for the next; one of the same name is replaced"),
            ("Esc", "goes back; asks once if the hero is not saved"),
            ("?", "shows what can be done here, while the search is empty"),
        ),
    ),
    "In the importer": Place(
        "`P` opens it, and `i` in the builder. Paste a stat block on the left, in any format that `orcus-tui import` "
        "reads; on the right are the creatures found, with their ids, and the lines that were not understood. In a "
        "fight, a creature is saved to your library first, so that `add` finds it.",
        (
            ("Tab, Shift+Tab", "goes from the text to the creatures, the stat block, the file name, and back"),
            ("Enter", "on the file name: reads the file, or the files of a folder; on a creature: adds it"),
            ("Enter", "on a line that was not understood: goes to it in the pasted text"),
            ("a", "adds all creatures"),
            ("s", "saves all creatures to your library, and adds none; those of the same names get a number"),
            ("r", "saves all of them, in place of those of your library that have the same names"),
            ("↑, ↓, j, k, PgUp, PgDn", "moves among the creatures, scrolls the stat block"),
            ("Esc", "goes back; the text and the file name stay for the next time"),
            ("?", "shows what can be done here, outside the pasted text"),
        ),
    ),
    "In the text viewer": Place(
        "An answer too long for the log, such as a stat block, opens in it. So do the notes of an encounter: the first "
        "time the encounter is opened, and with `i`.",
        (
            ("j, k, ↑, ↓", "scrolls by a row"),
            ("Space, PgDn, PgUp", "scrolls by a page"),
            ("g, G, Home, End", "goes to the first row, the last row"),
            ("/", "searches: ↑ and ↓ go to the match above and below, Enter and Esc close the search"),
            ("m", "in the odds: opens the log of the median simulated fight"),
            ("Esc, q, Enter", "goes back to the fight"),
            ("?", "shows what can be done here"),
        ),
    ),
    "The mouse": Place(
        "Everything can be done without it. `mouse = false` in the config turns it off.",
        (
            ("click on a creature", "selects it"),
            ("double click on a creature", "begins a `damage` line for it"),
            ("click on an open question", "goes to it; type digits and Enter"),
            ("double click in the log", "copies the command to the command line"),
            ("click on a pane", "focuses it"),
            ("wheel", "scrolls"),
            ("click, double click in a list", "selects, chooses"),
        ),
    ),
}
