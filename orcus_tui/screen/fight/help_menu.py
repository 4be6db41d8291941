"""Help: all keys as they are set, all verbs of the system, and what its conditions mean, searchable."""

from collections.abc import Mapping, Sequence
from functools import partial

from orcus_tui.commands.help import conditions, help_lines
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.commands.verbs import Verb, verbs_by_subject
from orcus_tui.rules.system import System
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.screen.fight.key_places import PLACES
from orcus_tui.screen.fight.keys import GROUPS, Key

KEYS_WIDTH = 6
"""The column of the keys, so that what they do starts in line."""


def help_menu(system: System, keymap: Mapping[str, str], targets: Sequence[str] = ()) -> Menu:
    """All help; `keymap` holds the keys of the config, `targets` are the creatures a line would be about."""
    return Menu("Help", [*key_choices(keymap), *verb_choices(system), *condition_choices(system, targets)])


def key_choices(keymap: Mapping[str, str]) -> list[Choice]:
    """The keys; choosing one of the fight's presses it, the others are only described."""
    of_the_fight = [_key(key, f"Keys: {title.lower()}", keymap) for title, keys in GROUPS.items() for key in keys]
    return [
        *of_the_fight,
        *(_place_key(keys, does, title) for title, place in PLACES.items() for keys, does in place.keys),
    ]


def _key(key: Key, group: str, keymap: Mapping[str, str]) -> Choice:
    keys = key.labels(keymap)
    result = DialogResult("run", key.id)
    return Choice(
        _in_column(keys, key.title), key.about, result, partial(_key_details, key, keys), group, keywords=key.id
    )


def _place_key(keys: str, does: str, place: str) -> Choice:
    return Choice(_in_column(keys, ""), does, None, partial(_one_line, does), place, keywords="keys")


def _in_column(keys: str, title: str) -> str:
    return f"{keys:<{KEYS_WIDTH}} {title}".rstrip()


def _key_details(key: Key, keys: str) -> Sequence[str]:
    line = key.line.replace("{targets}", "TARGETS").replace("{selected}", "TARGET").strip()
    lines = [key.about, "", f"keys: {keys}"]
    if keys != key.labels():
        lines.append(f"default: {key.labels()}")
    if line:
        lines.append(f"begins the line: {line} …" if key.waits else f"same as the line: {line}")
    return [*lines, f"in config.toml, under [keys]: {key.id}"]


def verb_choices(system: System) -> list[Choice]:
    """The verbs by subject; choosing one begins its line."""
    groups = verbs_by_subject(system)
    return [_verb(verb, f"Commands: {title.lower()}", system) for title, verbs in groups.items() for verb in verbs]


def _verb(verb: Verb, group: str, system: System) -> Choice:
    name = f"{verb.name} ({', '.join(verb.aliases)})" if verb.aliases else verb.name
    result = DialogResult("insert", first_words(verb))
    return Choice(name, verb.summary, result, partial(help_lines, verb.name, system), group)


def first_words(verb: Verb) -> str:
    """The beginning that all lines of a verb have."""
    return f"{verb.name} " if verb.usage else verb.name


def condition_choices(system: System, targets: Sequence[str]) -> list[Choice]:
    """The conditions with what they mean; choosing one begins a line that applies it to the targets."""
    return [_condition(name, means, ",".join(targets)) for name, means in conditions(system)]


def _condition(name: str, means: str, targets: str) -> Choice:
    result = DialogResult("insert", f"apply {targets} {as_one_word(name)} ")
    return Choice(name, means, result, partial(_one_line, means), "Conditions")


def _one_line(text: str) -> Sequence[str]:
    return (text,)
