"""The special qualities in a True SRD stat block: a list of names, some of them with numbers."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft

_COMMA = r", *(?![^()]*\))"
_SENSES = ("scent", "blindsight", "blindsense", "darkvision", "night vision", "tremorsense")


def read_specials(draft: CreatureDraft, text: str, line: int) -> None:
    """Adds the senses as a field, and every other name that is no trait yet as a trait."""
    senses: list[str] = []
    for name in filter(None, re.split(_COMMA, text.strip(" ."))):
        if name.lower().startswith(_SENSES):
            senses.append(name.lower())
        elif name[0].islower():  # not a name, such as `other abilities (see below)`
            draft.add_unclear(name, line)
        elif not draft.has_trait(name):
            draft.add_unclear_trait(name, "", line)
    draft.put("senses", ", ".join(senses))
