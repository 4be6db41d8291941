"""Arguments about a campaign: its fights, treasures, and texts in quotes."""

from orcus_tui.commands.command_error import Candidate
from orcus_tui.commands.names import own_words
from orcus_tui.commands.slot import Slot
from orcus_tui.commands.word_cursor import WordCursor


def _next(cursor: WordCursor) -> bool:
    cursor.take()
    return True


def _added(cursor: WordCursor) -> tuple[str, str]:
    """The file after `add`, and the file after `after`."""
    cursor.take()
    file = cursor.take("a file").text
    return file, cursor.take("a file").text if cursor.skip("after") else ""


def _skipped(cursor: WordCursor) -> str:
    cursor.take()
    return cursor.take("a file").text


def _left_out(cursor: WordCursor) -> str:
    cursor.take()
    return own_words(cursor.take("award, or the name of a treasure"), "a name")


NEXT = Slot("next", "number", '"next"', _next, lambda _, __: (Candidate("next", "the next planned fight"),))
ADDED = Slot("add FILE [after FILE]", "files", "a file", _added,
             lambda _, __: (Candidate("add", "adds a fight"),))  # fmt: skip
SKIPPED = Slot("skip FILE", "file", "a file", _skipped,
               lambda _, __: (Candidate("skip", "skips a planned fight"),))  # fmt: skip
LEFT_OUT = Slot('leave award|"THING"', "what", "award, or a treasure in quotes", _left_out,
                lambda _, __: (Candidate("leave", "leaves out what the last `finish` wrote"),))  # fmt: skip


def quoted(shown: str, key: str) -> Slot:
    """A text in quotes that may be left out."""

    def read(cursor: WordCursor) -> str | None:
        return own_words(cursor.take(), "a text") if cursor.peek().is_quoted else None

    return Slot(shown, key, "a text in quotes", read)


THING = Slot('"THING"', "thing", "the name of a treasure, in quotes",
             lambda cursor: own_words(cursor.take(), "a name"), greedy=True)  # fmt: skip
