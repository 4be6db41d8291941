"""Help, searchable: all keys as they are bound, all verbs of the system, and what its conditions mean."""

from collections.abc import Mapping, Sequence
from functools import partial

from orcus_tui.commands.help import conditions, help_lines
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.commands.verbs import TABLE, Verb, verbs_of
from orcus_tui.rules.system import System
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Offer
from orcus_tui.screen.fight.keys import GROUPS, PLACES, Key, shown_key

LONGEST_KEYS = 6
"""So wide are the keys before what they do, so that this stands in a column."""


def help_offer(system: System, keymap: Mapping[str, str], targets: Sequence[str] = ()) -> Offer:
    """All there is to know; `keymap` are the keys bound otherwise than by default, `targets` whom a line is about."""
    return Offer("Help", [*key_choices(keymap), *verb_choices(system), *condition_choices(system, targets)])


def key_choices(keymap: Mapping[str, str]) -> list[Choice]:
    """The keys; choosing one does it. Those that are bound where they are used can only be looked at."""
    bound = [_key(key, f"Keys: {title.lower()}", keymap) for title, keys in GROUPS.items() for key in keys]
    return [*bound, *(_key_there(keys, does, place) for place, (_, rows) in PLACES.items() for keys, does in rows)]


def _key(key: Key, group: str, keymap: Mapping[str, str]) -> Choice:
    keys = keys_of(key, keymap)
    return Choice(
        _in_column(keys, key.title),
        key.about,
        DialogResult("do", key.id),
        partial(_about_key, key, keys),
        group,
        also=key.id,
    )


def _key_there(keys: str, does: str, place: str) -> Choice:
    """Keys of one place."""
    return Choice(_in_column(keys, ""), does, None, partial(_in_full, does), place, also="keys")


def keys_of(key: Key, keymap: Mapping[str, str]) -> str:
    """The keys it is bound to, as they stand on a keyboard."""
    return " ".join(shown_key(each) for each in keymap.get(key.id, key.keys).split(","))


def _in_column(keys: str, title: str) -> str:
    return f"{keys:<{LONGEST_KEYS}} {title}".rstrip()


def _about_key(key: Key, keys: str) -> Sequence[str]:
    line = key.line.replace("{targets}", "TARGETS").replace("{selected}", "TARGET").strip()
    lines = [key.about, "", f"keys: {keys}"]
    if keys != key.shown:
        lines.append(f"by default: {key.shown}")
    if line:
        lines.append(f"begins the line: {line} …" if key.begins else f"the same as the line: {line}")
    return [*lines, f"in config.toml, below [keys]: {key.id}"]


def verb_choices(system: System) -> list[Choice]:
    """The verbs, by what they are about; choosing one begins its line."""
    shared = {each.name for verbs in TABLE.values() for each in verbs}
    groups = {**TABLE, system.title: tuple(each for each in verbs_of(system) if each.name not in shared)}
    return [_verb(verb, f"Verbs: {title.lower()}", system) for title, verbs in groups.items() for verb in verbs]


def _verb(verb: Verb, group: str, system: System) -> Choice:
    name = f"{verb.name} ({', '.join(verb.aliases)})" if verb.aliases else verb.name
    return Choice(name, verb.summary, DialogResult("begin", begun(verb)), partial(help_lines, verb.name, system), group)


def begun(verb: Verb) -> str:
    """The line of a verb, as far as it is always the same."""
    return f"{verb.name} " if verb.usage else verb.name


def condition_choices(system: System, targets: Sequence[str]) -> list[Choice]:
    """The conditions, and what each means; choosing one begins to apply it to these."""
    whom = ",".join(targets)
    return [_condition(name, means, whom) for name, means in conditions(system)]


def _condition(name: str, means: str, whom: str) -> Choice:
    wish = DialogResult("begin", f"apply {whom} {as_one_word(name)} ")
    return Choice(name, means, wish, partial(_in_full, means), "Conditions")


def _in_full(told: str) -> Sequence[str]:
    return (told,)
