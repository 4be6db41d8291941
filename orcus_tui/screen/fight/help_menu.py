"""The searchable help: keys as they are set, verbs, actions, conditions, durations, targets, options and signs."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from orcus_tui.commands import everyday_words
from orcus_tui.commands.aliases import help_of, lines_in
from orcus_tui.commands.amounts import DICE_FORMS
from orcus_tui.commands.durations import FORMS, Form
from orcus_tui.commands.help import actions, conditions, help_lines
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.commands.power_verbs import Verb
from orcus_tui.commands.targets import SETS, SETS_OF_LAST_ATTACK, SETS_OUT_OF_PLAY, WORDS
from orcus_tui.commands.verbs import verbs_by_subject
from orcus_tui.rules.system import Option, System
from orcus_tui.screen.dialogs.choices import Choice, DialogResult, Menu
from orcus_tui.screen.fight.context_keys import PLACES
from orcus_tui.screen.fight.keys import GROUPS, Key
from orcus_tui.screen.widgets.key_hints import key_label
from orcus_tui.screen.widgets.signs import LEGEND

THEME = "the colours of the screen: the palette (Ctrl+P) lists them, `theme` in config.toml sets one"
OWN = "Your own commands"
KEYS_WIDTH = 6
"""The width of the column of keys."""


class Own(NamedTuple):
    """The user's own commands: lines of aliases by name, and of keys by key."""

    aliases: Mapping[str, str]
    keys: Mapping[str, str]


NO_OWN = Own({}, {})


def help_menu(system: System, keymap: Mapping[str, str], targets: Sequence[str] = (), own: Own = NO_OWN) -> Menu:
    """All help; `keymap` holds the keys of the config, `targets` the creatures for the lines that choices begin."""
    return Menu(
        "Help",
        [
            *own_choices(own),
            *key_choices(keymap),
            *verb_choices(system),
            *action_choices(system),
            *condition_choices(system, targets),
            *duration_choices(),
            *target_choices(),
            *_read_only("Amounts and dice", DICE_FORMS),
            *_damage_types(system),
            *option_choices(system),
            *sign_choices(),
            *_read_only("Settings", (("theme", THEME),), "themes light dark mode colour color colours colors"),
        ],
    )


def own_choices(own: Own) -> Iterator[Choice]:
    """The user's own commands; choosing an alias begins its line, choosing a key does nothing."""
    for name, text in own.aliases.items():
        about, lines = help_of(text), lines_in(text)
        yield Choice(name, about or text, DialogResult("insert", f"{name} "), partial(_lines_of, about, lines), OWN)
    for key, line in own.keys.items():
        yield _described(_in_column(key_label(key), ""), line, OWN)


def _lines_of(about: str, lines: Sequence[str]) -> Sequence[str]:
    return [*([about, ""] if about else []), *lines]


def key_choices(keymap: Mapping[str, str]) -> list[Choice]:
    """The keys; choosing a key of the fight presses it, other keys are only described."""
    of_the_fight = [_key(key, f"Keys: {title.lower()}", keymap) for title, keys in GROUPS.items() for key in keys]
    of_places = [
        _described(_in_column(keys, ""), does, title, "keys")
        for title, place in PLACES.items()
        for keys, does in place.keys
    ]
    return of_the_fight + of_places


def lines_about(place: str) -> list[str]:
    """The description of a context, and of each of its keys."""
    here = PLACES[place]
    width = max(len(keys) for keys, _ in here.keys)
    return [here.about, "", *(f"{keys:<{width}}  {does}" for keys, does in here.keys)]


def _key(key: Key, group: str, keymap: Mapping[str, str]) -> Choice:
    keys = key.labels(keymap)
    result = DialogResult("run", key.id)
    return Choice(
        _in_column(keys, key.title), key.about, result, partial(_key_details, key, keys), group, keywords=key.id
    )


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
    keywords = f"{everyday_words.VERBS.get(verb.name, '')} {verb.usage}"
    return Choice(name, verb.summary, result, partial(help_lines, verb.name, system), group, keywords=keywords)


def first_words(verb: Verb) -> str:
    """The beginning of all lines of a verb."""
    return f"{verb.name} " if verb.usage else verb.name


def action_choices(system: System) -> list[Choice]:
    """The actions of `do`; choosing one begins its line."""
    names = sorted(system.do_actions)
    return [
        _described(f"do {text}", means, "Actions", everyday_words.ACTIONS.get(name, ""), f"do {name} ")
        for name, (text, means) in zip(names, actions(system), strict=True)
    ]


def condition_choices(system: System, targets: Sequence[str]) -> list[Choice]:
    """The conditions with their meanings; choosing one begins a line that applies it to the targets."""
    also: dict[str, list[str]] = {}
    for alias, name in system.conditions.aliases.items():
        also.setdefault(name, []).append(alias)
    found: list[Choice] = []
    for name, means in conditions(system):
        keywords = " ".join((everyday_words.CONDITIONS.get(name, ""), *also.get(name, ())))
        line = f"apply {','.join(targets)} {as_one_word(name)} "
        found.append(_described(name, means, "Conditions", keywords, line))
    return found


def duration_choices() -> list[Choice]:
    """The forms of a duration, short and long."""
    return [
        Choice(
            form.short, form.means, None, partial(_duration_details, form), "How long", keywords=f"duration {form.long}"
        )
        for form in FORMS
    ]


def _duration_details(form: Form) -> Sequence[str]:
    lines = [form.means, "", f"for example: apply ogre dazed {form.short}"]
    return [*lines, f"or in full: apply ogre dazed {form.long}"] if form.long else lines


def target_choices() -> list[Choice]:
    """The forms of targets in a line."""
    sets = ((f"@{name}", means) for name, (means, _) in (*SETS.items(), *SETS_OUT_OF_PLAY.items()))
    last = ((f"@{name}", means) for name, means in SETS_OF_LAST_ATTACK.items())
    return list(_read_only("Targets", (*WORDS, *sets, *last), "target creature who everyone group"))


def option_choices(system: System) -> list[Choice]:
    """Options of the rules; choosing one begins the line that sets it."""
    return [
        Choice(
            f"option {name}",
            option.about,
            DialogResult("insert", f"option {name} "),
            partial(_option_details, option),
            "Options of the rules",
            keywords="house rule setting",
        )
        for name, option in sorted(system.options.items())
    ]


def _option_details(option: Option) -> Sequence[str]:
    values = ", ".join(str(each) for each in option.values) or "a whole number"
    return option.about, "", f"values: {values}", f"as the rules have it: {option.default}"


def sign_choices() -> list[Choice]:
    """The signs on the screen, with their meanings."""
    return [_described(sign, means, "Signs", f"signs symbols legend {words}") for sign, means, words in LEGEND]


def _damage_types(system: System) -> Iterator[Choice]:
    types = ", ".join(system.words.damage_types)
    yield from _read_only("Amounts and dice", (("damage types", types),), "kind element")


def _read_only(group: str, rows: Sequence[tuple[str, str]], keywords: str = "") -> Iterator[Choice]:
    """Choices that can only be read."""
    for text, means in rows:
        yield _described(text.replace("`", ""), means, group, keywords)


def _described(text: str, means: str, group: str, keywords: str = "", line: str = "") -> Choice:
    """A choice whose meaning is also its details; it begins a line, or can only be read."""
    result = DialogResult("insert", line) if line else None
    return Choice(text, means, result, lambda: (means,), group, keywords=keywords)
