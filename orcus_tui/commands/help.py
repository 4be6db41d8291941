"""What `help` says: from the table of verbs."""

from orcus_tui.commands.grammar import grammars, usage
from orcus_tui.commands.verbs import TABLE, Verb, verbs_of
from orcus_tui.rules.system import System


def help_lines(verb: str | None, system: System) -> list[str]:
    """All verbs, by what they are about; or how one (by its full name or an alias) is written and what it does.

    Raises KeyError for a verb the system does not have.
    """
    if verb:
        return _about(grammars(system)[verb].verb)
    shared = {each.name for verbs in TABLE.values() for each in verbs}
    groups = {**TABLE, system.title: tuple(each for each in verbs_of(system) if each.name not in shared)}
    return [line for title, verbs in groups.items() if verbs for line in (title, *map(_in_brief, verbs))]


def _in_brief(verb: Verb) -> str:
    name = f"{verb.name} ({', '.join(verb.aliases)})" if verb.aliases else verb.name
    return f"  {name:<22} {verb.summary}"


def _about(verb: Verb) -> list[str]:
    lines = [usage(verb), f"  {verb.summary}"]
    if verb.aliases:
        lines.append(f"  also: {', '.join(verb.aliases)}")
    return lines
