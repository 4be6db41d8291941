"""Creatures added to a draft by a line in the form of `add`: `goblin x3`, `goblin x3 +1`, `Bandit x2 hp=20 ac=15`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from msgspec.structs import replace

from orcus_tui.builder.draft import Draft, with_creature, with_level_shift
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.lexer import Word, as_one_word, words_of
from orcus_tui.commands.parse import parse
from orcus_tui.library.library import Library
from orcus_tui.model.fight import Fight
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import name_key
from orcus_tui.model.typed_steps import Add
from orcus_tui.rules import fields, typed_fields
from orcus_tui.rules.field_faults import quote
from orcus_tui.rules.system import FightView
from orcus_tui.rules.validators import Scope
from orcus_tui.storage.encounter.fight_tables import creature_from_table
from orcus_tui.systems import SYSTEMS

_LEVELS = r"[+−-][0-9]{1,2}"
_NO_NAME = rf"{_LEVELS}|x[0-9]+|[^=]+=.*"
_VERB = "add "


def with_line(draft: Draft, line: str, library: Library) -> Draft:
    """The draft with the creatures of a line: a name from the library or fields, a count, a level change.

    Raises CommandError for a line of another form, Impossible if the creature has faults, cannot be moved to that
    level, or would be too many for a file, and StorageError if the library cannot be read.
    """
    words = words_of(line)
    name = list(takewhile(_is_part_of_name, words))
    others = words[len(name) :]
    change = next((each for each in others if _is_level_change(each)), None)
    if not name:
        raise CommandError("name a creature: `goblin x3`", 1)
    called = as_one_word(" ".join(each.text for each in name))
    step = _read(draft, " ".join([called, *(each.raw for each in others if each is not change)]))
    creature = _creature(draft, step, library)
    count = int(creature.pop("count", step.count))
    if change is None:
        return with_creature(draft, creature, count)
    alone = with_creature(replace(draft, entries=()), creature, count)
    other_level = with_level_shift(alone, 0, int(change.text.replace("−", "-")))
    return replace(draft, entries=(*draft.entries, *other_level.entries))


def _is_part_of_name(word: Word) -> bool:
    return word.is_quoted or not re.fullmatch(_NO_NAME, word.text)


def _is_level_change(word: Word) -> bool:
    return not word.is_quoted and bool(re.fullmatch(_LEVELS, word.text))


def _read(draft: Draft, line: str) -> Add:
    system = SYSTEMS[draft.system]
    command = parse(_VERB + line, Context(FightView(system, Fight("", system.id, {}, {}))))
    if command is None or not isinstance(command.step, Add):
        raise CommandError("expected NAME [xN] [field=value…], as for `add`", 1)
    return command.step


def _creature(draft: Draft, step: Add, library: Library) -> dict[str, Any]:
    """The checked table of the creature that a step names; it has `count` if that was given as a field."""
    system = SYSTEMS[draft.system]
    own = next((each.printed for each in draft.entries if name_key(each.name) == name_key(step.name)), None)
    known = None if own else library.creature_named(system.id, step.name)
    if not own and known is None and not step.fields:
        near = did_you_mean(step.name, (each.facts.name for each in library.creatures(system.id)))
        raise CommandError(
            f"no creature {quote(step.name)} in the library{near}; a new creature needs fields, such as hp=20", 1
        )
    table: dict[str, Any] = dict(own) if own else dict(known.table) if known else {"name": step.name}
    for name, value in typed_fields.read_words(system, step.fields).items():
        field = fields.FIELDS[name].validator.write(system, value)
        both = isinstance(field, Mapping) and isinstance(table.get(name), Mapping)
        table[name] = {**table[name], **field} if both and isinstance(field, Mapping) else field
    creature_from_table({key: value for key, value in table.items() if key != "count"}, Scope(system))
    return table
