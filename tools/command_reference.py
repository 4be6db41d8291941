"""Generates the page of the command language: `python -m tools.command_reference > docs/commands.md`."""

import sys
from collections.abc import Iterable, Iterator

from orcus_tui.commands.amounts import DICE_FORMS
from orcus_tui.commands.durations import FORMS
from orcus_tui.commands.grammar import usage
from orcus_tui.commands.help import actions, conditions
from orcus_tui.commands.power_verbs import Verb
from orcus_tui.commands.targets import SETS, SETS_OF_LAST_ATTACK, SETS_OUT_OF_PLAY, WORDS
from orcus_tui.commands.verbs import TABLE, verbs_of
from orcus_tui.rules.system import System
from orcus_tui.systems import SYSTEMS
from tools.markdown_tables import markdown_table

_OPENING = """\
# The command language

`COMMAND TARGETS ARGUMENTS… [DURATION] [by SOURCE] [options]`. Every word and name may be shortened to any unambiguous
prefix, in upper or lower case. What is in brackets is optional and may come in any order after the rest. Text in
"double quotes" is one word. A command with `!` (`attack!`) overrides a rule that forbids it. `from NAME: LINE` records
who proposed or answered a line, such as a player with a phone; it changes nothing else.

This page is generated from the program's own tables by `python -m tools.command_reference`."""


def reference(systems: Iterable[System]) -> str:
    """The whole page, in Markdown."""
    sections = [_OPENING, "## Targets", markdown_table(("form", "means"), _target_rows())]
    sections += ["## Amounts and dice", markdown_table(("form", "means"), DICE_FORMS)]
    sections += ["## Durations", markdown_table(("short", "long", "lasts"), _duration_rows()), "## Commands"]
    for title, verbs in TABLE.items():
        sections += [f"### {title}", _verbs(verbs)]
    shared = {verb.name for verbs in TABLE.values() for verb in verbs}
    for system in systems:
        sections += [f"## {system.title}"]
        own = [verb for verb in verbs_of(system) if verb.name not in shared]
        if own:
            sections += ["These commands exist only here:", _verbs(own)]
        sections += [markdown_table(("condition", "means"), _code_rows(conditions(system)))]
        sections += [markdown_table(("`do`", "means"), _code_rows(actions(system)))]
        sections += [f"Damage types: {', '.join(f'`{each}`' for each in system.words.damage_types)}."]
    return "\n\n".join(sections) + "\n"


def _target_rows() -> Iterator[tuple[str, str]]:
    yield from ((f"`{form}`", meaning) for form, meaning in WORDS)
    yield from ((f"`@{name}`", meaning) for name, (meaning, _) in (*SETS.items(), *SETS_OUT_OF_PLAY.items()))
    yield from ((f"`@{name}`", meaning) for name, meaning in SETS_OF_LAST_ATTACK.items())


def _duration_rows() -> Iterator[tuple[str, str, str]]:
    return ((f"`{form.short}`", f"`{form.long}`" if form.long else "", form.means) for form in FORMS)


def _code_rows(words: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    return ((f"`{name}`", means) for name, means in words)


def _verbs(verbs: Iterable[Verb]) -> str:
    forms = (form for verb in verbs for form in (verb, *verb.forms.values()))
    rows = ((f"`{usage(form)}`", ", ".join(f"`{each}`" for each in form.aliases), form.summary) for form in forms)
    return markdown_table(("command", "also", "does"), rows)


if __name__ == "__main__":
    sys.stdout.write(reference(SYSTEMS.values()))
