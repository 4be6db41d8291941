"""Creatures and forms that the lines of an encounter file name, and that neither the file nor the library has."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Library, Unusable
from orcus_tui.commands.grammar import find_grammar
from orcus_tui.commands.lexer import Word, words_of
from orcus_tui.model.power import Line, with_rows
from orcus_tui.model.steps import Become, LineToOffer, MakeOffer, MakeZone, Step, Summon
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import name_key
from orcus_tui.rules.creation import base_name, id_stem
from orcus_tui.rules.field_faults import FieldFault, FieldFaults, Tail
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import Scope
from orcus_tui.storage.encounter.dead_words import creatures_and_forms, tables_in
from orcus_tui.storage.encounter.power_tables import COMPILED_LINE

_BACK, _OWN = "back", "own"
_LINE_FIELDS: Mapping[str, tuple[str, ...]] = {
    "power": ("effects", "always"),
    "trait": ("effects",),
    "aura": ("line",),
}
"""The fields of a creature's tables that hold lines of a power."""
_TYPED_FIELDS: Mapping[str, tuple[str, ...]] = {"event": ("line", "do"), "timer": ("line",)}
"""The fields of a fight's tables that hold typed lines."""


def name_in(step: Step) -> str:
    """The name of the creature that a step summons, or of the form that it takes; empty for any other step."""
    if isinstance(step, Summon):
        return step.name
    return step.form if isinstance(step, Become) else ""


def unknown_creature_faults(
    table: Mapping[str, Any], creatures: Sequence[object], system: System, library: Library
) -> list[FieldFault]:
    """Faults for the names that `summon`, `become` and `add` do not find when the lines of a file are carried out.

    `creatures` are the tables of all creatures of the fight, those of its party too.
    """
    typed = [*_typed_lines(table, system)]
    added = [{"name": words[1].text} for _, verb, words in typed if _makes_new(verb, words)]
    known = _KnownNames([*creatures, *added], system, library)
    names = ((path, name) for path, verb, words in typed if (name := _name_typed(verb, words)))
    of_zones = _names_in_lines(_lines_of_zones(typed), known.scope)
    found: list[FieldFault] = []
    for path, name in chain(_names_of_creatures(table, known.scope), names, of_zones):
        if message := known.fault(name):
            found.append(FieldFault(path, message))
    return found


class _KnownNames:
    """The names that lines may use: creatures and forms of the fight, and the library."""

    def __init__(self, creatures: Sequence[object], system: System, library: Library) -> None:
        self._system = system
        self._library = library
        bodies = [body for _, body in creatures_and_forms({"creature": list(creatures)})]
        self._names = [name for each in bodies if isinstance(name := each.get("name"), str)]
        ids = {name_key(str(each.get("id", each.get("name", "")))) for each in bodies}
        self._keys = {*ids, *map(name_key, self._names), *(name_key(base_name(each)) for each in self._names)}
        self._keys |= {id_stem(each) for each in ids}
        numbered = {f"{each}{number}" for each in self._keys for number in range(1, 10)}
        self.scope = Scope(system, self._keys | numbered, tables=creatures)

    def fault(self, name: str) -> str:
        """What is wrong with a name; empty for a known one."""
        try:
            if name_key(name) in self._keys or self._library.find(self._system, name):
                return ""
        except Unusable as unusable:
            return str(unusable)
        listed = (each.text for each in self._library.offer(self._system, name_key(name)[:1]))
        near = did_you_mean(name, chain(self._names, listed))
        return f'neither the fight nor the library has a creature or form called "{name}"{near}'


def _names_of_creatures(table: Mapping[str, Any], scope: Scope) -> Iterator[tuple[Tail, str]]:
    """The names in the lines of powers, traits and auras, with the paths of the lines."""
    for path, body in creatures_and_forms(table):
        yield from _names_in_lines(_texts(body, path, _LINE_FIELDS), scope)


def _names_in_lines(lines: Iterable[tuple[Tail, str]], scope: Scope) -> Iterator[tuple[Tail, str]]:
    """The names in lines of powers, with the paths of the lines; other faults are skipped."""
    for where, text in lines:
        try:
            line = COMPILED_LINE.read(scope, text)
        except FieldFaults:
            continue
        yield from ((where, name) for name in _names_in(line) if name)


def _names_in(line: Line) -> Iterator[str]:
    """The names in a line of a power, in the lines that it offers, and in the line of its zone; some are empty."""
    for each in with_rows(line):
        if isinstance(each.step, MakeOffer):
            yield from map(_name_offered, each.step.lines)
        elif isinstance(each.step, MakeZone):
            yield from _names_in(each.step.line) if each.step.line else ()
        else:
            yield name_in(each.step)


def _name_offered(line: LineToOffer) -> str:
    """The name in an offered `summon` or `become`; empty in any other line."""
    words = [each.text for each in words_of(line.rest)] if line.verb in ("summon", "become") else []
    return _form_in(words) if line.verb == "become" else words[0] if words else ""


def _form_in(words: Sequence[str]) -> str:
    """The form in the words after the targets of `become`; empty for `back`."""
    last = -1 if len(words) > 1 and words[-1].lower() == _OWN else None
    form = " ".join(words[:last])
    return "" if form.lower() == _BACK else form


def _typed_lines(table: Mapping[str, Any], system: System) -> Iterator[tuple[Tail, str, Sequence[Word]]]:
    """The lines of events and timers: the path, the verb, and the words of each; other faults are skipped."""
    for where, text in _texts(table, (), _TYPED_FIELDS):
        try:
            words = words_of(text)
            if words:
                yield where, find_grammar(words[0], system)[0].verb.name, words
        except CommandError:
            continue


def _lines_of_zones(typed: Iterable[tuple[Tail, str, Sequence[Word]]]) -> Iterator[tuple[Tail, str]]:
    """The texts in quotes of the typed lines that make zones: the lines of the zones, and names, which are no lines."""
    for where, verb, words in typed:
        if verb == "zone":
            yield from ((where, word.text) for word in words[1:] if word.raw.startswith('"'))


def _name_typed(verb: str, words: Sequence[Word]) -> str:
    """The name that a typed `summon`, `become` or `add` needs to find; empty for an `add` that has fields."""
    if verb == "become":
        return _form_in([each.text for each in words[2:]])
    return words[1].text if verb in ("summon", "add") and len(words) > 1 and not _makes_new(verb, words) else ""


def _makes_new(verb: str, words: Sequence[Word]) -> bool:
    """Whether a line adds a creature with fields of its own, which may be new."""
    return verb == "add" and any("=" in each.raw for each in words)


def _texts(body: Mapping[str, Any], path: Tail, fields: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[Tail, str]]:
    """The texts in these fields of the tables of a body, with their paths."""
    for heading, names in fields.items():
        for where, row in tables_in(body, (*path, heading)):
            for name in names:
                value = row.get(name)
                listed = enumerate(value) if isinstance(value, list) else ()
                yield from (((*where, name, place), text) for place, text in listed if isinstance(text, str))
                if isinstance(value, str):
                    yield (*where, name), value
