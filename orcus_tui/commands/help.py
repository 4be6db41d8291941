"""The text of `help`, from the table of verbs."""

from collections.abc import Callable, Mapping

from orcus_tui.commands import system_slots
from orcus_tui.commands.grammar import usage, verbs_by_name
from orcus_tui.commands.power_verbs import Verb
from orcus_tui.commands.verbs import verbs_by_subject
from orcus_tui.rules.system import System


def help_lines(verb: str | None, system: System) -> list[str]:
    """All verbs by subject, or the usage and meaning of one, given by its full name or an alias.

    Raises KeyError for a verb the system does not have.
    """
    if verb:
        return _about(verbs_by_name(system)[verb], system)
    groups = verbs_by_subject(system).items()
    return [line for title, verbs in groups if verbs for line in (title, *map(_in_brief, verbs))]


def _in_brief(verb: Verb) -> str:
    name = f"{verb.name} ({', '.join(verb.aliases)})" if verb.aliases else verb.name
    return f"  {name:<22} {verb.summary}"


def _about(verb: Verb, system: System) -> list[str]:
    lines = [line for form in (verb, *verb.forms.values()) for line in (usage(form), f"  {form.summary}")]
    if verb.aliases:
        lines.append(f"  also: {', '.join(verb.aliases)}")
    for word, explain in WORDS.items():
        if word in verb.usage and verb.slots.get(word) in (None, system_slots.SPECIAL_ACTION):
            lines += [f"  {name}: {means}" if means else f"  {name}" for name, means in explain(system)]
    return lines


def conditions(system: System) -> list[tuple[str, str]]:
    """The system's conditions, and what each means."""
    return [(name, condition.means) for name, condition in sorted(system.conditions.table.items())]


def damage_types(system: System) -> list[tuple[str, str]]:
    """The system's damage types."""
    return [("types", ", ".join(system.words.damage_types))]


def actions(system: System) -> list[tuple[str, str]]:
    """The system's actions for `do`, with what they cost and do."""
    table = sorted(system.do_actions.items())
    return [(f"{name} ({each.cost})" if each.cost else name, each.means) for name, each in table]


WORDS: Mapping[str, Callable[[System], list[tuple[str, str]]]] = {
    "CONDITION": conditions,
    "ACTION": actions,
    "TYPE": damage_types,
}
"""The lines that `help` adds for a word in a verb's usage."""
