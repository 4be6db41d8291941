"""Effects that depend on a state of the target, as lines of one attack: `If it is already slowed, it is immobile`."""

import re
from collections.abc import Iterable, Sequence

from orcus_tui.importers.draft_text import Conditions, DraftLine, EffectLine, Quoted, with_prefix
from orcus_tui.importers.prose import Case
from orcus_tui.importers.traits.prose_facts import fact_in


def with_cases(lines: Sequence[DraftLine], cases: Iterable[Case]) -> tuple[list[DraftLine], list[Case]]:
    """The lines of a hit with those of its cases under their facts, and the cases that no fact expresses.

    The last case comes first, because the lines of an earlier one may make its fact true.
    """
    facts = [(case, _fact_of(case, lines)) for case in cases]
    known = [(case, fact) for case, fact in facts if fact]
    of_cases: list[DraftLine] = []
    replacing: list[str] = []
    for case, fact in reversed(known):
        prefix = f"if {'+!'.join((fact, *replacing))}: "
        of_cases += [with_prefix(prefix, each) for each in case.lines]
        replacing += [fact] if case.in_place_of else []
    usual = [_unless([fact for case, fact in known if each in case.in_place_of], each) for each in lines]
    return [*of_cases, *usual], [case for case, fact in facts if not fact]


def _unless(facts: Sequence[str], line: DraftLine) -> DraftLine:
    return with_prefix(f"if {'+'.join(f'!{each}' for each in facts)}: ", line) if facts else line


def _fact_of(case: Case, lines: Iterable[DraftLine]) -> str:
    """The fact of a case with only lines: a condition, or an effect in the source's words that the attack causes."""
    is_choice = case.condition.startswith("or ")
    if is_choice or case.damage is not None or any(each.prefix for each in (*case.lines, *case.in_place_of)):
        return ""
    if fact := fact_in("orcus", case.condition, "other"):
        return "" if fact.of_self or "," in fact.words else fact.words
    words = re.sub(r"(?i)^already ", "", case.condition)
    named = (each.what.names for each in lines if isinstance(each, EffectLine) and isinstance(each.what, Conditions))
    quoted = (each for names in named for each in names if isinstance(each, Quoted))
    return next((str(each) for each in quoted if words in each.words.lower()), "")
