"""Words for damage besides its types, such as `magic`: tags of powers, and exceptions after `unless`."""

from collections.abc import Iterable

from orcus_tui.commands.command_error import Candidate
from orcus_tui.commands.lexer import pieces
from orcus_tui.commands.names import own_words
from orcus_tui.commands.slot import Slot, after
from orcus_tui.commands.system_slots import no_type, offer_types
from orcus_tui.commands.vocabulary import vocabulary
from orcus_tui.commands.word_cursor import WordCursor
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import name_key


def words_of_damage(fight: Fight) -> dict[str, str]:
    """The words that damage may have in a fight, each with its origin."""
    found: dict[str, str] = {}
    for sheet in fight.sheets.values():
        found |= {name_key(tag): "a tag of a power" for power in sheet.powers for tag in power.tags}
        found |= {word: "an exception" for trait in sheet.traits for row in trait.modifiers for word in row.unless}
    for state in fight.states.values():
        found |= {word: "an exception to a resistance" for effect in state.effects for word in effect.unless}
    return found


def _word(cursor: WordCursor) -> str | None:
    """A tag or an exception that is known in this fight."""
    word = cursor.peek()
    if not word.key or word.key not in words_of_damage(cursor.fight):
        return None
    cursor.at += 1
    return word.key


def _offer_words(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    return (Candidate(word, means) for word, means in words_of_damage(cursor.fight).items())


def _exception(cursor: WordCursor) -> tuple[str, ...]:
    """A word, or several joined by commas: `magic,silvered`."""
    return tuple(name_key(own_words(each, "a word")) for each in pieces(cursor.take("a word"), ","))


def _offer_exceptions(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    yield Candidate("magic", "a word typed in the damage line, or a tag of the power")
    yield from (Candidate(name, "damage type") for name in vocabulary(cursor.system).damage_types)


def _types(cursor: WordCursor) -> tuple[str, ...]:
    """Damage types joined by commas."""
    known = vocabulary(cursor.system).damage_types
    found = []
    for piece in pieces(cursor.take("a damage type"), ","):
        if name_key(piece.text) not in known:
            raise no_type(piece, cursor.system)
        found.append(known[name_key(piece.text)])
    return tuple(dict.fromkeys(found))


WORD = Slot("WORD", "tags", "a word of the damage", _word, _offer_words, repeats=True)
UNLESS_WORD = after(
    "unless",
    "damage with this word, or by a power with this tag, is not resisted",
    Slot("WORD", "unless", "a word", _exception, _offer_exceptions),
)
UNLESS_TYPES = after(
    "unless",
    "damage of these types stops the regeneration for a turn",
    Slot("TYPE[,TYPE]", "unless", "a damage type", _types, offer_types(",")),
)
