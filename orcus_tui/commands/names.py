"""Finding a name, in full or by a unique prefix; the vocabulary of a rules system, by folded names."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

from msgspec import Struct

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.lexer import Word
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import longer_than, name_key
from orcus_tui.rules.fields import FIELDS
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import LONGEST_WORDS

Named = TypeVar("Named")
MAX_NAMED = 8
MOST_MEANT = 4
"""The largest number of names in a suggestion."""


def prefix_matches(start: str, known: Mapping[str, Named]) -> dict[Named, str]:
    """The values of the names with this prefix, each with the first matching name."""
    found: dict[Named, str] = {}
    for name, value in known.items():
        if name.startswith(start):
            found.setdefault(value, name)
    return found


def among(word: Word, name: str, known: Mapping[str, Named]) -> Named | None:
    """The value of a folded name or of a unique prefix, or None.

    A prefix of `bite` and of its variants in brackets, such as `bite-(save)`, means `bite`.

    Raises CommandError at the word if it could be several.
    """
    if name in known:
        return known[name]
    begun = prefix_matches(name, known) if name else {}
    plain = min(begun.values(), key=len, default="")
    if any(each != plain and not each.startswith(f"{plain}-(") for each in begun.values()):
        raise ambiguous(word, list(begun.values()))
    return known.get(plain)


def own_words(word: Word, what: str = "an effect's name") -> str:
    """Free text for an effect or another thing (`what`). Raises CommandError if a file cannot hold it."""
    if not word.text.strip():
        raise CommandError(f"{what} cannot be blank", word.column)
    if too_long := longer_than(LONGEST_WORDS, what, word.text):
        raise CommandError(too_long, word.column)
    return word.text


def find(word: Word, known: Mapping[str, Named], what: str, *, has: Iterable[object] = ()) -> Named:
    """The value of a name or of a unique prefix.

    Raises CommandError at the word if it is no known name, or could be several. `what` begins the message; if no name
    is similar, the message ends with the known names (`has`).
    """
    found = among(word, name_key(word.text), known)
    if found is None:
        near = (
            did_you_mean(word.text, known)
            or by_later_word(word.text, {each: each for each in known})
            or known_hint(has)
        )
        raise CommandError(f'{what} "{word.text}"{near}', word.column)
    return found


def has_later_word(name: str, start: str) -> bool:
    """Whether a later word of a name begins with `start`: `spike` of `the-long-spike`."""
    wanted = name_key(start.strip('"'))
    return len(wanted) > 1 and any(part.startswith(wanted) for part in name_key(name.strip('"')).split("-")[1:])


def by_later_word(start: str, names: Mapping[str, str]) -> str:
    """A suggestion of the names with a later word that begins with `start`, for an error; empty without any."""
    found = [f'"{each}"' for each, name in names.items() if has_later_word(name, start)]
    return f" (did you mean {' or '.join(found[:MOST_MEANT])}?)" if found else ""


def known_hint(names: Iterable[object]) -> str:
    """The end of a message: the names that a system has."""
    listed = ", ".join(map(str, dict.fromkeys(names)))
    return f"; it has {listed}" if listed else ""


def ambiguous(word: Word, candidates: Sequence[str]) -> CommandError:
    """The error for a word that could be several things."""
    return CommandError(f'"{word.text}" could be {either(candidates)}', word.column)


def either(names: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`; only the first few of many."""
    listed = list(names)
    if len(listed) > MAX_NAMED:
        listed = [*listed[:MAX_NAMED], f"{len(listed) - MAX_NAMED} more"]
    return " or ".join((", ".join(listed[:-1]), listed[-1])) if len(listed) > 1 else "".join(listed)


def condition_names(system: System) -> dict[str, str]:
    """Every name and alias of a condition, folded, with the condition."""
    known = {name_key(alias): name for alias, name in system.conditions.aliases.items()}
    return known | {name_key(name): name for name in system.conditions.table}


class Vocabulary(Struct, frozen=True):
    """The words of a system by kind: each word as it may be typed, with its name."""

    conditions: Mapping[str, str]
    damage_types: Mapping[str, str]
    stats: Mapping[str, str]
    resistible: Mapping[str, str]
    options: Mapping[str, str]
    action_kinds: Mapping[str, str]
    defenses: Mapping[str, str]
    fields: Mapping[str, str]


@cache
def vocabulary(system: System) -> Vocabulary:
    """The words of a system."""
    defenses = _names_by_alias(system.words.defense_aliases) | _by_name(*system.words.defenses)
    types = _names_by_alias(system.words.damage_aliases) | _by_name(*system.words.damage_types)
    return Vocabulary(
        conditions=condition_names(system),
        damage_types=types,
        stats=defenses | _by_name(*system.words.bonus_stats),
        resistible=_by_name("all", *system.words.ranges) | types,
        options=_by_name(*system.options),
        action_kinds=_names_by_alias(system.actions.aliases)
        | _by_name(*system.actions.names)
        | _by_name(*("opportunity",) * system.actions.has_opportunities),
        defenses=defenses,
        fields=_by_name(*FIELDS)
        | {"init": "initiative"}
        | {name: f"defenses.{real}" for name, real in defenses.items()},
    )


@cache
def do_words(system: System) -> Mapping[str, str]:
    """The actions of `do`, each as it may be typed, with its name; they come with the rules that change a fight."""
    return _by_name(*system.do_actions)


def _by_name(*names: str) -> dict[str, str]:
    return {name_key(name): name for name in names}


def _names_by_alias(aliases: Mapping[str, str]) -> dict[str, str]:
    return {name_key(alias): name for alias, name in aliases.items()}


_PERSISTENT = ("persist", "persistent", "ongoing")
_REGENERATION = ("regen", "regeneration")
_QUALITIES: Mapping[str, str] = {
    "resist": "resist",
    "resistance": "resist",
    "vulnerable": "vulnerable",
    "vulnerability": "vulnerable",
    "immune": "immune",
    "immunity": "immune",
}
_BETWEEN = ("to", "on", "bonus", "penalty", "damage")


def verb_for_words(text: str, system: System) -> str:
    """The verb for an effect in quotes, such as `persistent 5 fire`; empty for other words."""
    first, *rest = [each.strip(".,;:()") for each in text.lower().replace("−", "-").split()] or [""]
    left = [each for each in rest if each not in _BETWEEN]
    has_number = any(each[:1].isdigit() for each in (first, *left))
    if has_number and any(each in _PERSISTENT for each in (first, *left)):
        return "persist"
    if has_number and first in _REGENERATION:
        return "regen"
    known = vocabulary(system)
    if first in _QUALITIES and left and all(each.isdigit() or each in known.resistible for each in left):
        return _QUALITIES[first]
    is_change = first[:1] in ("+", "-") and first[1:].isdigit()
    return "bonus" if is_change and name_key(" ".join(left)) in known.stats else ""
