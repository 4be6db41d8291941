"""Words that name creatures: ids, names, prefixes, ranges, patterns, sides and states, and lists of them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.lexer import Word, pieces
from orcus_tui.commands.names import ambiguous, among, condition_names, either, has_later_word
from orcus_tui.model.creature import State
from orcus_tui.model.fight import Fight, in_place_order, is_enemy
from orcus_tui.model.suggestions import did_you_mean
from orcus_tui.model.text import name_key
from orcus_tui.rules import in_force
from orcus_tui.rules.system import System

_NUMBERED = r"(?s)(.*[^0-9])([0-9]{1,9})"
_RANGE = r"(?s)(.*[^0-9])([0-9]{1,9})-(?:\1)?([0-9]{1,9})"


Among = Callable[[State], bool]


def in_play(state: State) -> bool:
    """Whether a creature may be in sets such as `@foes`: it is in the fight and alive."""
    return state.place == "here" and not state.is_out


def in_reserve(state: State) -> bool:
    """Whether a creature is in reserve."""
    return state.place == "reserve"


def _any_state(_: State) -> bool:
    return True


SETS: Mapping[str, tuple[str, in_force.Test]] = {
    "all": ("everyone", lambda *_: True),
    "party": ("the party", in_force.is_on_side("party")),
    "foes": ("the foes", in_force.is_on_side("foes")),
    "neutral": ("everyone on neither side", in_force.is_on_side("neutral")),
    "staggered": ("everyone who is staggered", in_force.is_staggered),
    "down": ("everyone who is down but not dead", in_force.has_standing("down")),
    "up": ("everyone who is up", in_force.has_standing("up")),
}
"""The sets of creatures in play, with their meanings and the tests for a member."""

SETS_OUT_OF_PLAY: Mapping[str, tuple[str, in_force.Test]] = {
    "dead": (
        "the dead",
        lambda view, creature: (
            view.fight.states[creature].life == "dead" and view.fight.states[creature].place != "gone"
        ),
    ),
    "reserve": ("everyone in reserve", lambda view, creature: view.fight.states[creature].place == "reserve"),
}
"""The sets of creatures that are out of play, and therefore in no other set."""

SETS_OF_LAST_ATTACK: Mapping[str, str] = {
    "hit": "those hit by the last attack",
    "missed": "those missed by the last attack",
    "failed": "those who failed a save against the last power used",
    "saved": "those who made a save against the last power used",
}
"""The sets of targets of the last `attack` or `use`, by the words of `Fight.last_targets`."""

WORDS = (
    ("ari, ar", "an id, a name, or the beginning of either if only one creature has it; the living first"),
    ("ranger", "gnoll-ranger: any word of a name, or its beginning, if only one creature has it"),
    ('two-words, "Two words"', "a name with spaces"),
    ("g1", "short for a numbered id: goblin1"),
    ("g1,g3", "a list"),
    ("g1-4", "a range of numbered ids"),
    ("gob*, g?", "everyone whose id or name matches"),
    (".", "the creature whose turn it is"),
    ("@prone", "everyone with that condition"),
    ("@fog", "everyone in that zone or aura"),
    ("@foes,!g2", "the foes without g2"),
)
"""Every form of a target except the named sets, with its meaning."""

MOST_SEARCHED = 100
"""The largest number of parts of a list that are not ids: each such part takes a search of all creatures."""


def resolve(word: Word, context: Context, among: Among = in_play, foes_of: str = "") -> tuple[str, ...]:
    """The ids that a word of targets names, each once, in the order typed; members of a set are in initiative order.

    `among` tests whether a set may contain a creature. A name that fits several creatures means the only living one, or
    the only living foe of `foes_of`. Raises CommandError, at the part at fault, if a part names no creature or could be
    several, if there are too many parts, or if no target is left.
    """
    if word.key in context.fight.states:
        return (word.key,)
    chosen: dict[str, None] = {}
    left_out: set[str] = set()
    for piece in _distinct(pieces(word, ","), context.fight):
        if piece.key.startswith("!"):
            left_out.update(_by_name(_without_prefix(piece), context, _any_state))
        else:
            named = _by_name(piece, context, among, foes_of)
            if not named:
                wanted = "living creature in the fight" if among is in_play else "creature in reserve"
                raise CommandError(f'"{piece.text}" matches no {wanted}', piece.column)
            chosen.update(dict.fromkeys(named))
    if not chosen:
        raise CommandError(f"exclude from which targets? e.g. @foes,{word.text}", word.column)
    targets = tuple(each for each in chosen if each not in left_out)
    if not targets:
        raise CommandError(f'"{word.text}" leaves no target', word.column)
    return targets


def _distinct(parts: Iterable[Word], fight: Fight) -> Iterator[Word]:
    """The parts of a list of targets, each once. Raises CommandError at an empty part, or if there are too many."""
    seen: set[str] = set()
    searched = 0
    for part in parts:
        if not part.raw:
            raise CommandError("expected a target next to this comma", part.column)
        if part.raw in seen:
            continue
        seen.add(part.raw)
        searched += part.key.removeprefix("!") not in fight.states
        if searched > MOST_SEARCHED:
            few = f"a list of targets takes at most {MOST_SEARCHED} names, ranges and sets"
            raise CommandError(f"{few}, and as many ids as there are creatures", part.column)
        yield part


def resolve_one(word: Word, context: Context) -> str:
    """The id of the one creature that a word names. Raises CommandError if it names none or several."""
    targets = resolve(word, context)
    if len(targets) > 1:
        raise CommandError(f'expected one creature; "{word.text}" means {len(targets)}', word.column)
    return targets[0]


def begins_a_name(start: str, context: Context) -> bool:
    """Whether the id or the name of a creature in the fight begins like this."""
    return bool(_creatures_beginning(start, context.fight))


def dying_candidates(context: Context, typed: str) -> Iterator[Candidate]:
    """The words of `target_candidates`, starting with creatures that are down."""
    found = [*target_candidates(context, typed, enemies_first=False)]
    ids = {
        f"{typed[: typed.rfind(',') + 1]}{each}"
        for each in context.fight.states
        if in_force.creature_standing(context.view, each) == "down"
    }
    yield from sorted(found, key=lambda each: each.text not in ids)


def target_candidates(context: Context, typed: str, *, enemies_first: bool = True) -> Iterator[Candidate]:
    """The words that could continue a list of targets, each after the part of the list already typed.

    Enemies of the creature whose turn it is come first, or its own side; fallen creatures come last.
    """
    head = typed[: typed.rfind(",") + 1] if not typed.startswith('"') else ""
    out = "!" if typed[len(head) :].startswith("!") and head else ""
    creatures = sorted(
        offered_creatures(context), key=lambda each: _rank(context, each.text, enemies_first=enemies_first)
    )
    for candidate in (*creatures, *_offered_sets(context)):
        yield Candidate(f"{head}{out}{candidate.text}", candidate.meaning, candidate.name)


def offered_creatures(context: Context) -> Iterator[Candidate]:
    """The ids of the fight, each with its creature's name and health."""
    fight, rules = context.fight, context.system.health
    for creature in in_place_order(fight):
        sheet = fight.sheets[creature]
        health = rules.in_full(sheet, fight.states[creature])
        yield Candidate(creature, f"{sheet.name}, {health}" if health else sheet.name, sheet.name)


def _rank(context: Context, creature: str, *, enemies_first: bool) -> tuple[bool, bool]:
    """The rank of an offered creature: fallen ones come last, unlikely targets just before them."""
    fight = context.fight
    is_target = fight.active is None or is_enemy(fight, fight.active, creature) == enemies_first
    return not in_play(fight.states[creature]), not is_target


def _offered_sets(context: Context) -> Iterator[Candidate]:
    if context.fight.active:
        yield Candidate(".", "the creature whose turn it is")
    for name, (meaning, belongs) in _sets(context.system).items():
        if _in_order(context, _members(context, belongs), in_play):
            yield Candidate(f"@{name}", meaning)
    for name, (meaning, belongs) in SETS_OUT_OF_PLAY.items():
        if _members(context, belongs):
            yield Candidate(f"@{name}", meaning)
    for name, meaning in SETS_OF_LAST_ATTACK.items():
        if (context.fight.last_targets or {}).get(name):
            yield Candidate(f"@{name}", meaning)
    yield from _offered_zones(context.fight)
    known = {*SETS, *SETS_OUT_OF_PLAY, *SETS_OF_LAST_ATTACK}
    held = {
        name
        for creature, state in context.fight.states.items()
        if in_play(state)
        for name in _conditions_of(context, creature)
    }
    for name in sorted(held - known):
        yield Candidate(f"@{name_key(name)}", f"everyone who is {name}")


def _offered_zones(fight: Fight) -> Iterator[Candidate]:
    for name, zone in fight.zones.items():
        if any(in_play(fight.states[each]) for each in zone.inside):
            yield Candidate(f"@{name}", f"everyone in {name}")


def named_singly(word: Word, context: Context) -> Iterator[str]:
    """The ids that a word of targets names individually, not through a set."""
    for piece in pieces(word, ","):
        if not (piece.key.startswith("!") or _is_set(piece, context)):
            yield from _by_name(piece, context, _any_state)


def _is_set(piece: Word, context: Context) -> bool:
    """Whether one part of a list may mean several creatures."""
    if piece.text.startswith("@"):
        return True
    return "*" in piece.key or "?" in piece.key or _is_range(piece, context)


def _is_range(piece: Word, context: Context) -> bool:
    return bool(re.fullmatch(_RANGE, piece.key)) and not _exact(name_key(piece.text), context.fight)


def _by_name(piece: Word, context: Context, among: Among, foes_of: str = "") -> tuple[str, ...]:
    """The ids that one part of a list names; members of a set must pass `among`."""
    if not piece.key:
        return _by_quoted_name(piece, context, among, foes_of)
    if piece.key == ".":
        if context.fight.active is None:
            raise CommandError("it is nobody's turn", piece.column)
        return (context.fight.active,)
    if piece.key[0] == "@":
        return _of_set(piece, context, among)
    if "*" in piece.key or "?" in piece.key:
        return _in_order(context, _by_pattern(piece, context), among)
    if _is_range(piece, context):
        return _in_order(context, _by_range(piece, context), among)
    return (_creature(piece, context, foes_of),)


def _by_quoted_name(piece: Word, context: Context, among: Among, foes_of: str) -> tuple[str, ...]:
    """The creature of a quoted name, or those inside the aura of a printed name: `"@Grave Stench"`."""
    name = name_key(piece.text.removeprefix("@")) if piece.text.startswith("@") else ""
    printed = (zone for each, zone in context.fight.zones.items() if name and name in (each, name_key(zone.aura)))
    zone = next(printed, None)
    return _in_order(context, {*zone.inside}, among) if zone else (_creature(piece, context, foes_of),)


def _of_set(piece: Word, context: Context, among: Among) -> tuple[str, ...]:
    """The members of a set, such as `@foes` or `@prone`."""
    name = _set_named(piece, name_key(piece.key[1:]), context)
    if name in SETS_OUT_OF_PLAY:
        return _in_order(context, _members(context, SETS_OUT_OF_PLAY[name][1]), _any_state)
    if name in context.fight.zones:
        return _in_order(context, {*context.fight.zones[name].inside}, among)
    if name not in SETS_OF_LAST_ATTACK:
        test = SETS[name][1] if name in SETS else _has_condition(name)
        return _in_order(context, _members(context, test), among)
    if context.fight.last_targets is None:
        raise CommandError(f'"{piece.text}": nobody has attacked or used a power yet', piece.column)
    return _in_order(context, set(context.fight.last_targets.get(name, ())), among)


def _without_prefix(piece: Word) -> Word:
    raw = piece.raw[1:]
    if not raw:
        raise CommandError("exclude which target?", piece.column)
    return Word(raw, piece.text[1:], piece.key[1:], piece.column_at(1), piece.end)


def _exact(name: str, fight: Fight) -> list[str]:
    """The creature with this id, else all with this name."""
    if name in fight.states:
        return [name]
    return [each for each, sheet in fight.sheets.items() if each in fight.states and name_key(sheet.name) == name]


def _creatures_beginning(name: str, fight: Fight) -> list[str]:
    """The creatures whose id or name has this beginning, except those that have left the fight."""
    return [
        each
        for each, state in fight.states.items()
        if state.place != "gone" and (each.startswith(name) or name_key(fight.sheets[each].name).startswith(name))
    ]


def _creatures_with_word(name: str, fight: Fight) -> list[str]:
    """The creatures with a later word in their name that has this beginning, except those that have left the fight."""
    return [
        each
        for each, state in fight.states.items()
        if state.place != "gone" and (has_later_word(each, name) or has_later_word(fight.sheets[each].name, name))
    ]


def _likeliest(found: list[str], fight: Fight, foes_of: str) -> str | None:
    """The only creature found, the only living one, or the only living foe of `foes_of`."""
    living = [each for each in found if in_play(fight.states[each])]
    foes = [each for each in living if foes_of and is_enemy(fight, foes_of, each)]
    return next((each[0] for each in (found, living, foes) if len(each) == 1), None)


def _creature(word: Word, context: Context, foes_of: str = "") -> str:
    fight = context.fight
    name = name_key(word.text)
    for named in (_exact, _creatures_beginning, _by_number, _creatures_with_word) if name else ():
        if found := named(name, fight):
            if likeliest := _likeliest(found, fight, foes_of):
                return likeliest
            raise ambiguous(word, found)
    if word.key == "by":
        raise CommandError('expected a target before "by"', word.column)
    known = [*fight.states, *(sheet.name for sheet in fight.sheets.values())]
    meant = did_you_mean(word.text, known)
    raise CommandError(f'no creature is called "{word.text}"{meant}', word.column)


def _stems(start: str, fight: Fight) -> dict[str, dict[int, str]]:
    """The numbered ids whose stem begins like this, by stem and number; if this is a whole stem, only its ids."""
    stems: dict[str, dict[int, str]] = {}
    for creature in fight.states:
        found = re.fullmatch(_NUMBERED, creature) if creature.startswith(start) else None
        if found and found[1].startswith(start):
            stems.setdefault(found[1], {})[int(found[2])] = creature
    return {start: stems[start]} if start in stems else stems


def _by_number(name: str, fight: Fight) -> list[str]:
    found = re.fullmatch(_NUMBERED, name)
    if not found:
        return []
    number = int(found[2])
    return [ids[number] for ids in _stems(found[1], fight).values() if number in ids]


def _by_range(piece: Word, context: Context) -> set[str]:
    found = re.fullmatch(_RANGE, piece.key)
    if not found:
        return set()
    start, first, last = found[1], int(found[2]), int(found[3])
    if first > last:
        raise CommandError(f"this range is backwards: {start}{last}-{first}", piece.column)
    stems = _stems(start, context.fight)
    if not stems:
        raise CommandError(f'no numbered creature\'s id begins with "{start}"', piece.column)
    if len(stems) > 1:
        raise CommandError(f'"{start}" could be {either(stems)}', piece.column)
    stem, ids = next(iter(stems.items()))
    for end in (first, last):
        if end not in ids:
            raise CommandError(f"no {stem}{end} in this fight", piece.column)
    return {creature for number, creature in ids.items() if first <= number <= last}


def _by_pattern(piece: Word, context: Context) -> set[str]:
    pattern = name_key(piece.text)
    return {
        each
        for each in context.fight.states
        if fnmatchcase(each, pattern) or fnmatchcase(name_key(context.fight.sheets[each].name), pattern)
    }


def _set_named(piece: Word, name: str, context: Context) -> str:
    """The set or condition with this name, alias or beginning."""
    sets = {each: each for each in (*_sets(context.system), *SETS_OUT_OF_PLAY, *SETS_OF_LAST_ATTACK)}
    if name in sets:
        return name
    if name in SETS:
        raise CommandError(f'"{piece.text}": {context.system.display_name} has no {name} creatures', piece.column)
    held = {name_key(each): each for creature in context.fight.states for each in _conditions_of(context, creature)}
    zones = context.fight.zones
    printed: dict[str, str] = {}
    for each, zone in zones.items():
        if zone.aura:
            printed.setdefault(name_key(zone.aura), each)
    known = {**held, **condition_names(context.system), **sets, **printed, **{each: each for each in zones}}
    found = among(piece, name, known)
    if found is not None:
        return found
    raise CommandError(
        f'"{piece.text}" is not a side, state, condition or zone{did_you_mean(name, known)}', piece.column
    )


def _sets(system: System) -> dict[str, tuple[str, in_force.Test]]:
    """The sets of creatures in play, without states that the system has no word for."""
    return {name: each for name, each in SETS.items() if system.words.term(name)}


def _conditions_of(context: Context, creature: str) -> frozenset[str]:
    return in_force.conditions_in_force(context.view, creature)


def _has_condition(condition: str) -> in_force.Test:
    return lambda view, creature: condition in in_force.conditions_in_force(view, creature)


def _members(context: Context, belongs: in_force.Test) -> set[str]:
    view = context.view
    return {each for each in view.fight.states if belongs(view, each)}


def _in_order(context: Context, members: set[str], among: Among) -> tuple[str, ...]:
    """The members that pass `among`, in initiative order."""
    fight = context.fight
    return tuple(each for each in in_place_order(fight) if each in members and among(fight.states[each]))
