"""Arguments that are creatures or their powers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, islice
from operator import attrgetter
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.amounts import is_whole
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import Unusable, WordCursor
from orcus_tui.commands.lexer import Word, pieces
from orcus_tui.commands.names import among, either, find
from orcus_tui.commands.slot import Slot, after, read_required
from orcus_tui.commands.targets import (
    begins_a_name,
    dying_candidates,
    in_reserve,
    offered_creatures,
    resolve,
    resolve_one,
    target_candidates,
)
from orcus_tui.model.fight import Fight
from orcus_tui.model.power import Power
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import in_quotes, name_key
from orcus_tui.rules.creation import base_name, creature_named
from orcus_tui.rules.limits import attack_limit_message
from orcus_tui.rules.uses import uses_left


def creature(shown: str, key: str) -> Slot:
    """One creature, as its id."""
    return Slot(
        shown,
        key,
        "a creature",
        read=lambda cursor: resolve_one(cursor.take(), cursor.context),
        offer=lambda cursor, _: offered_creatures(cursor.context),
        greedy=True,
    )


def power_of_anybody(key: str) -> Slot:
    """A power of the acting creature, or of the creature that `by NAME` names."""

    def open_to_others(cursor: WordCursor) -> bool:
        return not _source_named(cursor)

    def offer(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
        bearer = _acting_creature(cursor)
        powers = _powers(cursor, bearer) if bearer else []
        if typed and open_to_others(cursor):
            powers += _powers(cursor)
        return [_power_candidate(power, cursor.fight, bearer or "") for power in powers]

    def read(cursor: WordCursor) -> str:
        bearer = _acting_creature(cursor)
        if bearer and (several := _power_of_several_words(cursor, bearer)):
            return several
        word = cursor.take()
        if bearer is None and not (cursor.is_typing and open_to_others(cursor)):
            raise CommandError("whose power? it is nobody's turn; add `by NAME`", word.column)
        try:
            return _power_of_one_word(word, cursor, bearer, open_to_others)
        except CommandError as error:
            hint = _name_to_quote((word.key, cursor.key), cursor, bearer) if bearer else ""
            if not hint:
                raise
            raise CommandError(f"{error.message}{hint}", error.column) from None

    return Slot("POWER", key, "a power", read, offer, greedy=True)


def _power_of_one_word(
    word: Word, cursor: WordCursor, bearer: str | None, open_to_others: Callable[[WordCursor], bool]
) -> str:
    """The power that a word names.

    While the line is typed, it may be a power of another creature if the slot allows that.

    Raises CommandError.
    """
    try:
        return _find_power(word, cursor, bearer)
    except CommandError:
        if not open_to_others(cursor):
            raise
        if cursor.is_typing:
            return _find_power(word, cursor, None)
        if bearer:
            _refuse_power_of_others(word, cursor, bearer)
        raise


def _power_of_several_words(cursor: WordCursor, bearer: str) -> str:
    """The power whose name comes next in several words without quotes; empty if no power fits, or several do.

    A word that is the full name of a creature is never a part of it.
    """
    keys = [each.key for each in cursor.words[cursor.at :]]
    if len(keys) < 2 or not keys[1]:
        return ""
    begun = [each.name for each in _powers(cursor, bearer) if each.name.lower().startswith(keys[0])]
    powers = {name: words for name in begun if (words := name_key(name).split("-"))[:2] == keys[:2]}
    if not powers:
        return ""
    taken = {*cursor.fight.sheets, *(name_key(each.name) for each in cursor.fight.sheets.values())}
    for count in range(len(keys), 1, -1):
        typed = keys[:count]
        if not taken.isdisjoint(typed[1:]):
            continue
        in_full = [name for name, words in powers.items() if words == typed]
        meant = in_full or [name for name, words in powers.items() if words[:count] == typed]
        if len(meant) == 1:
            cursor.at += count
            return meant[0]
    return ""


def _name_to_quote(typed: Sequence[str], cursor: WordCursor, bearer: str) -> str:
    """A hint to quote a power's name, if these words are part of a name of several words; else empty."""
    for power in _powers(cursor, bearer) if all(typed) else ():
        words = name_key(power.name).split("-")
        if len(words) > 1 and all(any(each.startswith(part) for each in words) for part in typed):
            return f"; a name of several words needs quotes or hyphens: {in_quotes(power.name)}"
    return ""


def _power_candidate(power: Power, fight: Fight, bearer: str) -> Candidate:
    """A power with its meaning, and the uses left of one that has several."""
    meaning = power.text or power.name
    if power.use.count > 1 and bearer:
        meaning = f"{uses_left(fight, bearer, power)} of {power.use.count} left: {meaning}"
    return Candidate(name_key(power.name), meaning)


def _power_of_targets(cursor: WordCursor) -> str:
    """The power that a word names, owned by the first target that has it."""
    word, fault = cursor.take(), None
    for target in cast("tuple[str, ...]", cursor.values["targets"]):
        try:
            return _find_power(word, cursor, target)
        except CommandError as error:
            fault = fault or error
    raise fault or CommandError("whose power?", word.column)


def _offer_powers_of_targets(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    targets = cast("tuple[str, ...]", cursor.values.get("targets", ()))
    known = {power.name: (power, target) for target in reversed(targets) for power in _powers(cursor, target)}
    return [_power_candidate(power, cursor.fight, target) for power, target in known.values()]


POWER_OF_TARGETS = Slot("POWER", "power", "a power", _power_of_targets, _offer_powers_of_targets, greedy=True)


def _powers(cursor: WordCursor, bearer: str | None = None) -> list[Power]:
    """The powers of a creature, or of all creatures."""
    sheets = cursor.fight.sheets
    return [power for each in ([bearer] if bearer else sheets) for power in sheets[each].powers]


def _find_power(word: Word, cursor: WordCursor, bearer: str | None) -> str:
    """The power that a word names; without a bearer, of any creature."""
    powers = _powers(cursor, bearer)
    known = {name_key(power.name): power.name for power in powers}
    if bearer is None:
        return find(word, known, "no creature has a power")
    return find(word, known, _has_no_power(cursor, bearer), has=known.values())


def _has_no_power(cursor: WordCursor, bearer: str) -> str:
    return f"{cursor.fight.sheets[bearer].name} has no power"


def _refuse_power_of_others(word: Word, cursor: WordCursor, bearer: str) -> None:
    """Raises CommandError for a power that only other creatures have, naming them."""
    name = name_key(word.text)
    powers = {each: [name_key(power.name) for power in _powers(cursor, each)] for each in cursor.fight.states}
    having = [each for each, names in powers.items() if name and any(known.startswith(name) for known in names)]
    if having and bearer not in having:
        near = did_you_mean(word.text, powers[bearer])
        what = f'{_has_no_power(cursor, bearer)} "{word.text}"{near}'
        raise CommandError(f"{what}; {either(having)} has one: add `by NAME`", word.column)


# Newcomers


class Newcomer(Struct, frozen=True):
    """The name given to `add`, and the library's creature with that name.

    `near` suggests a similar name if neither the fight nor the library has this one.
    """

    name: str
    printed: Mapping[str, Any] | None = None
    near: str = ""


MAX_OFFERED = 50


def _newcomer(cursor: WordCursor) -> Newcomer:
    word, context = cursor.take(), cursor.context
    try:
        printed = context.library.find(context.system, word.text)
    except Unusable as fault:
        if creature_named(context.fight, word.text):
            return Newcomer(word.text)  # the fight has one to copy
        raise CommandError(str(fault), word.column) from None
    if printed or creature_named(context.fight, word.text):
        return Newcomer(word.text, printed)
    here = (base_name(each.name) for each in context.fight.sheets.values())
    library = (each.text for each in context.library.offer(context.system, name_key(word.text)[:1]))
    return Newcomer(word.text, near=did_you_mean(word.text, chain(here, library)))


def _offer_newcomers(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """The kinds of creature in the fight, then those of the library, at most MAX_OFFERED."""
    start, sheets = name_key(typed.strip('"')), cursor.fight.sheets.values()
    here = {base_name(each.name): "already in the fight" for each in sheets}
    known = (Candidate(name, meaning) for name, meaning in here.items() if name_key(name).startswith(start))
    library = cursor.context.library.offer(cursor.system, start)
    for each in islice(chain(known, library), MAX_OFFERED):
        yield Candidate(in_quotes(each.text) if typed.startswith('"') else name_key(each.text), each.meaning)


NEWCOMER = Slot("NAME", "newcomer", "a name", _newcomer, _offer_newcomers, greedy=True)


# Forms


class NamedForm(Struct, frozen=True):
    """The name of a form, empty for the creature's own, and the library's creature of that name."""

    name: str = ""
    printed: Mapping[str, Any] | None = None


def _form(cursor: WordCursor) -> NamedForm:
    """A form of the targets, else a creature of the library or of the fight. Raises CommandError for any other."""
    word, context = cursor.take("a form"), cursor.context
    if word.key == "back":
        return NamedForm()
    known = _forms_of_targets(cursor)
    if own := among(word, name_key(word.text), known):
        return NamedForm(own)
    try:
        printed = context.library.find(context.system, word.text)
    except Unusable as fault:
        raise CommandError(str(fault), word.column) from None
    if printed:
        return NamedForm(printed["name"], printed)
    if creature_named(context.fight, word.text):
        return NamedForm(word.text)
    near = did_you_mean(word.text, chain(known, (each.text for each in _library_names(cursor, word.text))))
    raise CommandError(f'no form or creature of the library is called "{word.text}"{near}', word.column)


def _forms_of_targets(cursor: WordCursor) -> dict[str, str]:
    targets = cast("tuple[str, ...]", cursor.values.get("targets", ()))
    return {name_key(form.name): form.name for each in targets for form in cursor.fight.sheets[each].forms}


def _library_names(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    return cursor.context.library.offer(cursor.system, name_key(typed)[:1])


def _offer_forms(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """`back`, the forms of the targets, then the creatures of the library."""
    targets = cast("tuple[str, ...]", cursor.values.get("targets", ()))
    if any(cursor.fight.states[each].form for each in targets):
        yield Candidate("back", "its own form")
    yield from (Candidate(name, "a form") for name in _forms_of_targets(cursor))
    library = cursor.context.library.offer(cursor.system, name_key(typed.strip('"')))
    for each in islice(library, MAX_OFFERED):
        yield Candidate(in_quotes(each.text) if typed.startswith('"') else name_key(each.text), each.meaning)


FORM = Slot("FORM|back", "form", "a form, or back", _form, _offer_forms, greedy=True)


class OwnForm(Struct, frozen=True):
    """The name of the form that a power gives its user, empty for `back`, and whether its hit points are separate."""

    name: str
    separate: bool


def _own_form(cursor: WordCursor) -> OwnForm:
    """A form by its words, quoted or not, then `own` where there is more than one word."""
    words = [cursor.take("a form")]
    while cursor.word is not None:
        words.append(cursor.take())
    separate = len(words) > 1 and words[-1].key == "own"
    name = " ".join(word.text for word in (words[:-1] if separate else words))
    return OwnForm("" if name.lower() == "back" else name, separate)


OWN_FORM = Slot("FORM", "form", "a form", _own_form, greedy=True)


# Targets and sources


def _offer_targets(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    return target_candidates(cursor.context, typed)


def _offer_attacked(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """The targets, enemies first; for a harmless power, the side of its user first."""
    power = power_named(cursor)
    return target_candidates(cursor.context, typed, enemies_first=power is None or power.harms)


def _offer_for_action(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """The targets of an action, those it is meant for first: the fallen, or else enemies."""
    action = cursor.system.do_actions.get(cast("str", cursor.values.get("action")))
    return (dying_candidates if action and action.for_the_fallen else target_candidates)(cursor.context, typed)


def _some_targets(cursor: WordCursor) -> tuple[str, ...]:
    return resolve(cursor.take(), cursor.context)


def _attack_targets(cursor: WordCursor) -> tuple[str, ...]:
    """Targets; those of a multiattack may repeat: `ilen,vara,ilen`."""
    word = cursor.peek()
    acting = _acting_creature(cursor)
    named = _power_named_of(cursor, acting)
    attacker = acting if named is None or named.harms else None
    try:
        found = resolve(cursor.take(), cursor.context, foes_of=attacker or "")
    except CommandError as error:
        both = cursor.words[cursor.at - 2].key, word.key
        hint = _name_to_quote(both, cursor, attacker) if attacker and named else ""
        if not hint:
            raise
        raise CommandError(f"{error.message}{hint}", error.column) from None
    power = named if len(found) > 1 else None
    if power is None or not power.multiattack:
        return found
    typed = [piece for piece in pieces(word, ",") if not piece.key.startswith("!")]
    kept = set(found)
    meant = {
        raw: [each for each in resolve(piece, cursor.context, foes_of=attacker or "") if each in kept]
        for raw, piece in {piece.raw: piece for piece in typed}.items()
    }
    if wrong := attack_limit_message(sum(len(meant[piece.raw]) for piece in typed)):
        raise CommandError(wrong, word.column)
    return tuple(each for piece in typed for each in meant[piece.raw])


def _no_targets(cursor: WordCursor) -> tuple[str, ...] | None:
    """No targets, for a power that rolls how many it has."""
    if cursor.word is not None and cursor.key != "by":
        return None
    power = power_named(cursor)
    return () if power and power.targets and not power.targets.is_constant else None


def power_named(cursor: WordCursor) -> Power | None:
    """The power named earlier in the line, if the acting creature has it."""
    return _power_named_of(cursor, _acting_creature(cursor))


def _power_named_of(cursor: WordCursor, source: str | None) -> Power | None:
    """The power named earlier in the line, if this creature has it."""
    name = cursor.values.get("power")
    return cursor.fight.sheets[source].power_named(name) if source and isinstance(name, str) else None


def _one_or_several(cursor: WordCursor) -> str | tuple[str, ...]:
    """One creature as its id, several as a tuple."""
    found = _some_targets(cursor)
    return found if len(found) > 1 else found[0]


def _reserves(cursor: WordCursor) -> tuple[str, ...]:
    return resolve(cursor.take(), cursor.context, in_reserve)


def _offer_reserves(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """Creatures, and the set of those in reserve."""
    for candidate in target_candidates(cursor.context, typed):
        if "@" not in candidate.text or candidate.text.endswith("@reserve"):
            yield candidate


def _targets_in_words(cursor: WordCursor) -> tuple[str, ...]:
    """Targets in one word or two: `ari,ogre` or `ari ogre`."""
    found = _some_targets(cursor)
    is_other = is_whole(cursor.key) or _begins_another(cursor)
    if cursor.word is not None and not _is_by(cursor, cursor.at) and not is_other:
        found = tuple(dict.fromkeys((*found, *_some_targets(cursor))))
    return found


_AFTER_TARGETS = ("hit", "roll", "face")
"""The words of `do` that may come after its targets."""


def _begins_another(cursor: WordCursor) -> bool:
    """Whether the next word is another argument of `do`, or begins one and does not begin a creature's name."""
    key = cursor.key
    begun = [each for each in _AFTER_TARGETS if key and each.startswith(key)]
    return key in begun or (bool(begun) and not begins_a_name(key, cursor.context))


def first_target(cursor: WordCursor) -> str | None:
    """The first target of the line, if it has any yet."""
    targets = cast("tuple[str, ...]", cursor.values.get("targets", ()))
    return targets[0] if targets else None


def _source_named(cursor: WordCursor) -> str | None:
    """The source, or the first of several, if the line names any."""
    place = _place_of_by(cursor)
    if place is not None:
        return resolve(cursor.words[place + 1], cursor.context)[0]
    source = cast("str | tuple[str, ...] | None", cursor.values.get("source"))
    return source[0] if isinstance(source, tuple) else source


_key_of = attrgetter("key")


def _place_of_by(cursor: WordCursor) -> int | None:
    """The place of `by`, else of a `b` among the unread words, unless it names a creature."""
    keys = [*map(_key_of, cursor.words[:-1])]
    if "by" in keys:
        return keys.index("by")
    if "b" in keys[cursor.at :]:
        return next((at for at in range(cursor.at, len(keys)) if _is_by(cursor, at)), None)
    return None


def _is_by(cursor: WordCursor, at: int) -> bool:
    """Whether the word at this place is `by`, or a `b` that names no creature."""
    word = cursor.words[at]
    return word.key == "by" or (word.key == "b" and not begins_a_name(word.key, cursor.context))


def _acting_creature(cursor: WordCursor) -> str | None:
    """The acting creature: the source, else the one whose turn it is."""
    return _source_named(cursor) or cursor.fight.active


def _offer_sources(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    """The possible sources; for a power, the creatures that have it."""
    power = cursor.values.get("power")
    for candidate in offered_creatures(cursor.context):
        powers = cursor.fight.sheets[candidate.text].powers
        if power is None or any(each.name == power for each in powers):
            yield candidate


def _partner(cursor: WordCursor) -> str | None:
    """The creature after `with`; empty for `off`."""
    if cursor.skip("off"):
        return ""
    return cast("str", read_required(creature("NAME", "partner"), cursor)) if cursor.skip("with") else None


def _offer_partner(_: WordCursor, __: str) -> Iterable[Candidate]:
    return (
        Candidate("with", "in whose turn they act: mounts, companions"),
        Candidate("off", "turns of their own again"),
    )


TARGETS = Slot("TARGETS", "targets", "a target", _some_targets, _offer_targets, greedy=True)
REMINDED = replace(
    TARGETS, offer=lambda cursor, typed: (*_offer_targets(cursor, typed), Candidate("round", "when a round begins"))
)
WITH_EFFECTS = replace(
    TARGETS, offer=lambda cursor, typed: (*_offer_targets(cursor, typed), Candidate("zone", "a zone, by its name"))
)
TARGET = replace(creature("TARGET", "targets"), read=lambda cursor: (resolve_one(cursor.take(), cursor.context),))
STARTER = replace(TARGETS, shown="STARTER,OTHERS", wants="the creature that starts the ambush, and its allies in it")
ALLIES = replace(TARGETS, offer=lambda cursor, typed: target_candidates(cursor.context, typed, enemies_first=False))
DYING = replace(TARGETS, offer=lambda cursor, typed: dying_candidates(cursor.context, typed))
ATTACKED = replace(TARGETS, read=_attack_targets, offer=_offer_attacked, absent=_no_targets)
ONE_OR_TWO = Slot("TARGETS", "targets", "a target", _targets_in_words, _offer_for_action, greedy=True)
RESERVES = Slot("TARGETS", "targets", "a creature in reserve", _reserves, _offer_reserves, greedy=True)
SOURCE = after("by", "who causes it", replace(creature("SOURCE", "source"), offer=_offer_sources))
SOURCES = after("by", "who attacks; several attack one after another", replace(
    creature("SOURCE", "source"), read=_one_or_several, offer=_offer_sources
))  # fmt: skip
RESTING = after("for", "who rests; by default everyone", ALLIES)
PARTNER = Slot("with NAME|off", "partner", '"with NAME" or "off"', _partner, _offer_partner)
MISSED = after("missed", "targets that were missed and take half of the same roll", Slot(
    "TARGETS", "missed", "a target that was missed", _some_targets, _offer_targets
))  # fmt: skip
