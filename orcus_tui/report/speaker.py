"""The creature that a line speaks for: `from ari: damage ogre 9` is Ari's damage, even without `by ari`."""

from orcus_tui.commands.context import Context
from orcus_tui.commands.grammar import find_grammar
from orcus_tui.commands.lexer import words_of
from orcus_tui.commands.parse import FROM, split_speaker
from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.systems import view_of

OF_AMOUNTS = ("damage", "heal")
"""The verbs that may leave out `by`; all else has its own source, or none."""


def speaker_of(line: str, fight: Fight) -> str:
    """The creature that says that it deals or heals something; empty for any other line."""
    try:
        words = words_of(line)
        if not words or words[0].key != FROM:
            return ""
        view = view_of(fight)
        head, words = split_speaker(words, Context(view))
        if find_grammar(words[0], view.system)[0].verb.name not in OF_AMOUNTS:
            return ""
    except (OrcusError, IndexError):  # a line of an earlier edition
        return ""
    name = " ".join(each.text for each in head[1:]).rstrip(":").casefold()
    known = fight.sheets
    return name if name in known else next((each for each in known if known[each].name.casefold() == name), "")
