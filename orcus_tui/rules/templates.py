"""Text of messages: fills the templates of the message tables, with current names; resources as `slots 1st 4/4`."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Protocol

from orcus_tui.model.clock import time_text
from orcus_tui.model.creature import Resource, joined_effects, read_track
from orcus_tui.model.duration import Duration, limit_text, read_back
from orcus_tui.model.effect import Effect, EffectLabel, bonus_words, effect_name, unless_text, when_text
from orcus_tui.model.fight import Fight, name_of
from orcus_tui.model.message import Message, Term, message
from orcus_tui.model.power import WITH, Use
from orcus_tui.model.text import Number, defense_name, join_with_and, number, plural, shorten_names, sum_term, with_sign
from orcus_tui.model.trigger import D20
from orcus_tui.rules.fight_view import AnyView
from orcus_tui.rules.messages import MESSAGES, RETIRED_MESSAGES

Show = Callable[["Formatter", Any], str]
"""Shows a value as text."""

Part = tuple[str, str | None, Show]
"""A piece of a template: literal text, the field after it (None at the end), and the function that shows that field."""

LONG = 50
"""A duration of at least this many rounds is also shown as a time."""
HIGHEST_REFRESH = 6
"""The highest face of the die that recharges a power."""


class TemplateSource(Protocol):
    """The words of a system."""

    @property
    def messages(self) -> Mapping[str, str]:
        """The system's own templates."""

    @property
    def upheld_by(self) -> tuple[str, str]:
        """The condition that sustains effects of its power, as concentration does, and its verb; empty without one."""

    def term(self, shared: str) -> str:
        """The system's word for a term that all systems share."""


class SavingThrows(Protocol):
    """The part of a system's saving throws that a formatter needs."""

    @property
    def needs(self) -> int:
        """The total that a save must reach by default."""

    @property
    def ability_for(self) -> Callable[[Fight, Effect], str]:
        """The ability of a save against an effect; empty for a save without one."""


class HasWords(Protocol):
    """The part of a system that a formatter needs."""

    @property
    def words(self) -> TemplateSource:
        """Its words."""

    @property
    def saves(self) -> SavingThrows:
        """Its saving throws."""


# Templates


@cache
def parts_of(template: str) -> tuple[Part, ...]:
    """The pieces of a template."""
    pieces = string.Formatter().parse(template)
    return tuple((literal, name, _show(form or "")) for literal, name, form, _ in pieces)


def _show(form: str) -> Show:
    """The function that shows a value in this form."""
    if "|" not in form:
        return FORMS.get(form, Formatter.value_text)
    one, many = form.split("|")
    return lambda _, value: one if (len(value) if isinstance(value, tuple) else value) == 1 else many


class Formatter:
    """Formats messages of one fight, with the names of its creatures and the words of its system."""

    __slots__ = ("fight", "system", "view")

    def __init__(self, view: AnyView) -> None:
        self.view = view
        self.system: HasWords = view.system
        self.fight = view.fight

    def template(self, key: str) -> str:
        """The template of a message: the system's own, the shared one, or one that only old journals use."""
        return self.system.words.messages.get(key) or MESSAGES.get(key) or RETIRED_MESSAGES.get(key) or key

    def text(self, message: Message, **more: Any) -> str:
        """The text of a message; `more` are values of its event."""
        return self._fill(parts_of(self.template(message.key)), {**more, **message.values} if more else message.values)

    def shows_field(self, field: str, key: str) -> bool:
        """Whether the template of a message has a field."""
        return any(name == field for _, name, _ in parts_of(self.template(key)))

    def fill(self, key: str, values: Mapping[str, Any]) -> str:
        """The template of a key, filled with these values."""
        return self._fill(parts_of(self.template(key)), values)

    def sentence(self, key: str, /, **values: Any) -> str:
        """The template of a key, filled with these values; for an event without a message."""
        return self.fill(key, values)

    def predicate(self, message: Message, **more: Any) -> str:
        """The text of a message without the creature's name at its beginning."""
        return self.fill_predicate(message.key, {**more, **message.values})

    def fill_predicate(self, key: str, values: Mapping[str, Any]) -> str:
        """The template of a key without the creature's name at its beginning, filled with these values."""
        _, parts = self.after_name(key)
        return self._fill(parts, values)

    def after_name(self, key: str) -> tuple[str, tuple[Part, ...]]:
        """A template without the creature's name at its beginning, and the characters directly after the name.

        These are `:`, `'s` or none.
        """
        parts = parts_of(self.template(key))
        if parts[:1] != (WHO,) or len(parts) < 2:
            return "", parts
        (literal, name, show), *others = parts[1:]
        rest = literal.removeprefix("'s").lstrip(AFTER_NAME)
        return literal.removesuffix(rest).rstrip(), ((rest, name, show), *others)

    def about(self, creature: str, text: str, *, mark: str = "") -> str:
        """A creature's name with a text about it."""
        return f"{self.name(creature)}{mark} {text}"

    def _fill(self, parts: Iterable[Part], values: Mapping[str, Any]) -> str:
        filled = ""
        for literal, name, show in parts:
            filled += literal if name is None else literal + show(self, values.get(name))
        return filled

    def value_text(self, value: Any) -> str:
        """The text of a value for which a template names no form."""
        if isinstance(value, str):
            return value
        if isinstance(value, Number):
            return number(value)
        if isinstance(value, Message):
            return self.text(value)
        if isinstance(value, tuple):
            return ", ".join(self.value_text(each) for each in value)
        return "" if value is None else str(value)

    # Values of events

    def name(self, creature: str) -> str:
        """A creature's name; its id if the creature is no longer known."""
        return name_of(self.fight, creature)

    def names(self, creatures: Iterable[str]) -> str:
        """Several names: `Ari, Bo`."""
        return ", ".join(shorten_names([self.name(each) for each in creatures]))

    def names_and(self, creatures: tuple[str, ...]) -> str:
        """Several names in a sentence: `Ari, Bo and Cat`, `Rat 2–6`."""
        return join_with_and(shorten_names([self.name(each) for each in creatures]))

    def word(self, word: str) -> str:
        """The system's word for a term of the rules."""
        return self.system.words.term(word)

    def trigger(self, trigger: str) -> str:
        """The system's word for a trigger, or the trigger as written if it has none."""
        return self.word(trigger) or trigger

    def words(self, words: Iterable[str]) -> str:
        """The system's words for several terms: `dazed and slowed`."""
        return join_with_and([self.word(each) for each in words])

    def cause(self, cause: str | Message) -> str:
        """The cause of a term in a sum."""
        return self.text(cause) if isinstance(cause, Message) else self.word(cause)

    def duration(self, duration: Duration, bearer: str = "") -> str:
        """The text of a duration: `until the end of Zinnia's next turn`; `its next turn` if Zinnia is the bearer."""
        if duration.ending in ("start", "end"):
            whose = "its" if duration.anchor == bearer else f"{self.name(duration.anchor)}'s"
            return f"until the {duration.ending} of {whose} next turn"
        if duration.ending == "save":
            return self.save_ends(duration)
        if duration.is_counted and duration.rounds >= LONG:
            return f"{read_back(duration)} ({time_text(duration.rounds * self.view.system.round_seconds)})"
        return read_back(duration)

    def save_ends(self, duration: Duration, ability: str = "") -> str:
        """The duration of an effect that a save ends: `save ends`, `save ends, 16+`, `Str save DC 13 ends`."""
        save = f"{ability.capitalize()} save" if ability else "save"
        needed = duration.number or self.system.saves.needs
        key = "save ends at" if duration.number else "save ends"
        return self.fill(key, {"save": save, "needed": needed}) + limit_text(duration)

    def shown_duration(self, effect: Effect) -> Duration:
        """The duration of an effect; `while Ode concentrates` for one that ends with its source's concentration."""
        condition, verb = self.system.words.upheld_by
        holder = self.fight.states.get(effect.source) if condition and effect.duration.ending == "removed" else None
        if holder is None or not effect.power or effect.name == condition:
            return effect.duration
        if not any((each.name, each.power) == (condition, effect.power) for each in holder.effects):
            return effect.duration
        return Duration("while", words=f"{self.name(effect.source)} {verb}")

    def duration_of(self, effect: Effect, bearer: str = "") -> str:
        """The text of an effect's duration, with the ability of its save."""
        if effect.maintain:
            return self.template("while sustained")
        if effect.duration.ending != "save":
            return self.duration(self.shown_duration(effect), bearer)
        return self.save_ends(effect.duration, self.system.saves.ability_for(self.fight, effect))

    def use(self, use: Use) -> str:
        """The uses of a power: `at-will`, `refresh 5,6`, `per short rest`."""
        return self.text(use_message(use))

    def defense_text(self, quality: str, types: Iterable[str], number: int | None) -> str:
        """A resistance, vulnerability or immunity: `resist 5 fire`, `resist cold 16+`, `immune poison`."""
        values = {"quality": self.word(quality), "amount": number, "type": self.types(types)}
        return self.fill(f"{quality} by number" if number else "withstands", values)

    def types(self, types: Iterable[str]) -> str:
        """Damage types in the log: `cold+fire`."""
        return "+".join([self.word(each) for each in types])

    def effect(self, effect: Effect | EffectLabel) -> str:
        """The name of an effect: `persistent 5 fire`, `dazed`, `+2 attack`, `resist 5 fire`."""
        typed = f" {self.types(effect.types)}" if effect.type else ""
        amount = "" if effect.amount is None else f" {effect.dice or number(effect.amount)}"
        if effect.kind in ("persistent", "regeneration"):
            named = "" if effect.name == effect.kind else f" ({effect.name})"
            return f"{self.word(effect.kind)}{amount}{typed}{named}{unless_text(effect)}"
        if effect.kind == "bonus":
            type_ = f" ({effect.type})" if effect.type else ""
            against = f" against {self.name(effect.against)}" if effect.against else ""
            when = when_text(effect) if isinstance(effect, Effect) else effect.when
            change = bonus_words(effect.advantage, effect.dice or with_sign(effect.amount or 0), effect.name)
            return f"{change}{type_}{against}{f' {when}' if when else ''}"
        if effect.kind == "mark" and effect.source in self.fight.sheets:
            return f"{effect.name} by {self.name(effect.source)}"
        if effect.name in ("resist", "vulnerable", "immune") and effect.type:  # else `name` is a condition
            return self.defense_text(effect.name, effect.types, effect.amount) + unless_text(effect)
        return self.word(effect.name)

    def effects(self, effects: Iterable[Effect | EffectLabel]) -> str:
        """Effects that share one saving throw: `dazed and slowed`."""
        return join_with_and([self.effect(each) for each in effects])

    def joined_with(self, effect: Effect, bearer: str) -> str:
        """The other effects that are joined with this one: ` with dazed`; empty without any."""
        others = [each for each in joined_effects(self.fight.states[bearer], effect) if each != effect]
        return f" with {self.effects(others)}" if others else ""

    def then_and_after(self, effect: Effect, bearer: str, first: str = ", then ") -> str:
        """The conditions after failed saves, and after a successful one: `, then immobile; after a save dazed`."""
        steps = [self.words(each) for each in (effect.then, *effect.later)] if effect.then else []
        then = f"{first}{', then '.join(steps)}" if steps else ""
        if effect.after is None:
            return then
        left = self.words(effect.after.names)
        return f"{then}; after a save {left}, {self.duration(effect.after.duration, bearer)}"

    def terms(self, terms: Iterable[Term]) -> str:
        """The terms of a sum: ` + 8 + 2 (combat advantage)`."""
        return "".join([self._term(each) for each in terms if each.amount])

    def _term(self, term: Term) -> str:
        cause = self.cause(term.cause)
        return f" {sum_term(term.amount)} ({cause})" if cause else f" {sum_term(term.amount)}"

    def dice_sum(self, dice: str, terms: Iterable[Term], total: int) -> str:
        """Dice with their own total, followed by other terms and the total of all."""
        added = self.terms(terms)
        return f"{dice}{added} = {number(total)}" if added else dice

    def equals(self, total: int) -> str:
        """The total to put after the text of some dice: ` = 12`."""
        return f" = {number(total)}"

    def origin(self, source: str) -> str:
        """The source of an effect: ` (from Ogre)`."""
        return f" (from {self.name(source)})"

    def sum(self, face: int, terms: tuple[Term, ...]) -> str:
        """A die and the terms added to it: `12 + 8 + 2 (combat advantage) = 22`; only the face without terms."""
        if not terms:
            return number(face)
        return self.dice_sum(number(face), terms, face + sum([each.amount for each in terms]))


def _on_a_d6(least: int) -> str:
    if least > HIGHEST_REFRESH:
        return f"{least}+"
    return f"{least}–{HIGHEST_REFRESH}" if least < HIGHEST_REFRESH else f"{HIGHEST_REFRESH}"


def use_message(use: Use) -> Message:
    """The uses of a power, as a message."""
    if use.kind == WITH:
        return message("use with", power=use.on)
    if use.kind == "refresh" and use.on:
        return message("use refresh on", on=use.on)
    if use.kind == "refresh" and use.die == D20:
        return message("use refresh on a d20", least=use.numbers[0])
    if use.can_return_in_battle:
        return message("use daily and refresh", least=use.numbers[0])
    if use.count > 1 and use.kind in ("daily", "encounter"):
        return message(f"uses {use.kind}", count=use.count)
    return message(f"use {use.kind}", numbers=tuple(map(str, use.numbers)), count=use.count, on=use.on)


FORMS: Mapping[str, Show] = {
    "name": Formatter.name,
    "names": Formatter.names,
    "names and": Formatter.names_and,
    "names then": lambda formatter, ids: ", then ".join(formatter.name(each) for each in ids),
    "word": Formatter.word,
    "trigger": Formatter.trigger,
    "cause": Formatter.cause,
    "words+": lambda formatter, words: "+".join(formatter.word(each) for each in words),
    "words and": Formatter.words,
    "words or": lambda formatter, words: " or ".join(formatter.word(each) for each in words),
    "ability": lambda _, ability: f"{'an' if ability[:1] in 'aeiou' else 'a'} {ability.capitalize()}",
    "action": lambda formatter, kind: formatter.word(f"{kind} action"),
    "capital": lambda _, word: word.capitalize(),
    "ordinal": lambda _, level: ordinal(level),
    "signed": lambda _, value: with_sign(value),
    "defense": lambda _, name: defense_name(name),
    "track": lambda _, track: read_track(track) or "unharmed",
    "effects": Formatter.effects,
    "equals": lambda formatter, total: formatter.equals(total),
    "rest": lambda formatter, length: formatter.template(f"rest {length}"),
    "asking": lambda formatter, who: formatter.template(f"asking {who}"),
    "faces": lambda _, faces: ",".join(map(str, faces)),
    "on a d6": lambda _, faces: _on_a_d6(int(faces[0])),
}
"""The forms that a template may name after a field, as in `{who:name}`; `{count:one|several}` picks by number."""

WHO: Part = ("", "who", Formatter.name)
"""The beginning of a template about a creature; without it, the rest can follow the name."""
AFTER_NAME = " :–"
"""The characters between the name and the rest."""


def effect_names(formatter: Formatter, effect: Effect) -> tuple[str, ...]:
    """The names of an effect, including its system's words, in lower case."""
    amounts = (f"{effect.amount} {effect.type}", f"{effect.amount}") if effect.amount is not None else ()
    signed = (f"{effect.amount:+d} {effect.name}",) if effect.kind == "bonus" and effect.amount is not None else ()
    plain = (effect.name, effect.name.replace(" ", "-"), effect_name(effect))
    words = (*plain, effect.type or "", effect.kind, effect.power)
    own = (formatter.effect(effect), formatter.word(effect.name), formatter.word(effect.kind))
    return tuple(word.casefold() for word in (*words, *own, *amounts, *signed) if word)


SLOT_NAME = r"slot([1-9])"  # a text, which `re` compiles on first use, so that it does not slow down the start
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def slot_level(name: str) -> int:
    """The level of the spell slots that a resource counts; 0 for another resource."""
    found = re.fullmatch(SLOT_NAME, name)
    return int(found[1]) if found else 0


def ordinal(level: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`; for levels of spells."""
    return f"{level}{_ENDINGS.get(level, 'th')}"


def counted(name: str, number: int) -> str:
    """A number of a resource: `ki 5`, `4 1st-level slots`."""
    level = slot_level(name)
    return plural(number, f"{ordinal(level)}-level slot") if level else f"{name} {number}"


def labelled(counters: Mapping[str, int], printed: Mapping[str, Resource]) -> Iterator[tuple[str, str]]:
    """Each resource as its label and its number, with its maximum if it has one: `slots 1st` and `4/4`."""
    after_slots = False
    for name, count in counters.items():
        level = slot_level(name)
        label = f"{'' if after_slots else 'slots '}{ordinal(level)}" if level else name
        yield label, f"{count}/{printed[name].max}" if name in printed else str(count)
        after_slots = bool(level)


def resources_text(counters: Mapping[str, int], printed: Mapping[str, Resource]) -> str:
    """All resources in a line: `slots 1st 4/4, 2nd 3/3, ki 2`."""
    return ", ".join(f"{label} {number}" for label, number in labelled(counters, printed))
