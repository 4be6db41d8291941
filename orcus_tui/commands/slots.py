"""The arguments of the language, by their words in usage: dice, checks, zones, campaign fights."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from msgspec.structs import replace

from orcus_tui.commands import amounts, system_slots
from orcus_tui.commands.bonus_slots import signed_dice
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.creature_slots import MISSED, SOURCE, TARGET, TARGETS, creature, power_of_anybody
from orcus_tui.commands.durations import offered_durations, read_duration
from orcus_tui.commands.lexer import Word, pieces
from orcus_tui.commands.names import find, own_words
from orcus_tui.commands.slot import Slot, after, amount, choice, flag, rest, single
from orcus_tui.commands.targets import resolve
from orcus_tui.model.text import name_key
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import LARGEST
from orcus_tui.rules.zone_names import name_fault

SIDES: Mapping[str, str] = {"party": "the party", "foes": "the foes", "neutral": "neither side"}


def _round_reminder(cursor: WordCursor) -> tuple[int, str]:
    """The number of the round after `round`, and the text."""
    cursor.take()
    word = cursor.take("the number of a round")
    number = amounts.positive(word)
    if number is None:
        raise CommandError(f'expected the number of a round, got "{word.text}"', word.column)
    if number > LARGEST:
        raise CommandError(f"expected a round up to {LARGEST:,}, got {number:,}", word.column)
    return number, own_words(cursor.take("a text in quotes"), "a text")


def _resist_amount(cursor: WordCursor) -> int | None:
    """A number, with or without the sign that this system writes after resistances, as in `16+`."""
    key = cursor.key.removesuffix(cursor.system.words.after_resistance)
    if not amounts.is_whole(key):
        return None
    cursor.at += 1
    return int(key)


def _quoted_name(cursor: WordCursor) -> str | None:
    return own_words(cursor.take()) if cursor.peek().is_quoted else None


AMOUNT = amount("amount", "an amount, e.g. 7 or 2d6+4", amounts.signed_dice)
SIGNED = single("±N", "bonus", "a change, e.g. +2 or -4", amounts.signed_number)
SIGNED_DICE = single(
    "±N|±DICE", "bonus", "a change, e.g. +2, -4 or +1d4", lambda word: signed_dice(word.key, word.column)
)
FACE = single("FACE", "face", "what the die shows", amounts.face)
FACES = single("FACE[,FACE…]", "faces", "what the dice show", amounts.faces)
VALUE = rest("VALUE", "value", "a value")

SLOTS: Mapping[str, Slot] = {
    "TARGETS": TARGETS,
    "TARGET": TARGET,
    "by SOURCE": SOURCE,
    "missed TARGETS": MISSED,
    "first TARGET": after("first", "who takes the first turn", creature("TARGET", "first")),
    "AMOUNT": AMOUNT,
    "AMOUNT[,AMOUNT…]": single("AMOUNT[,AMOUNT…]", "amounts", "an amount, e.g. 9 or 9,12", amounts.several_dice),
    "DICE": single("DICE", "dice", "dice, e.g. 2d6+4", amounts.dice),
    "TYPE[+TYPE]": system_slots.TYPES,
    "DURATION": Slot(
        "DURATION",
        "duration",
        "a duration",
        read_duration,
        lambda cursor, typed: offered_durations(cursor.context, typed),
    ),
    "CONDITION[+CONDITION…]": system_slots.CONDITIONS,
    "then CONDITION…": system_slots.THEN,
    "after CONDITION [DURATION]": system_slots.AFTER,
    "once": flag("once", "only to the first roll it changes"),
    "half": flag("half", "half of the damage rolled"),
    "miss": flag("miss", "the attack missed", "crit"),
    "crit": flag("crit", "the attack was a critical hit", "miss"),
    "double": flag("double", "twice the damage rolled"),
    "split": flag("split", "the damage divided evenly among the targets, the remainder to the first"),
    "melee|ranged|near|far": system_slots.RANGE,
    "ca|adv|dis": system_slots.ADVANTAGE,
    "adv|dis": system_slots.ADVANTAGE_ONLY,
    "save|ability": choice("manner", {"save": "a saving throw", "ability": "an ability check"}),
    "DC": single("DC", "number", "a difficulty, e.g. 13", amounts.positive),
    "coup|charge": system_slots.MANNER,
    "opportunity": flag("opportunity", "an opportunity attack: it costs what the system says"),
    "free": choice("what", {"free": "without an action or a save"}),
    "FACE": FACE,
    "[face] FACE": after("face", "the number rolled on the d20 at the table", FACE, bare=True),
    "face FACE": after("face", "the number rolled on the d20 at the table", FACE),
    "face FACE[,FACE…]": after("face", "the numbers rolled on the d20s of ties, in the order listed", FACES),
    "tie FACE[,FACE…]": after(
        "tie", "the numbers rolled on the d20s of ties, in the order listed", replace(FACES, key="ties")
    ),
    "[face] FACE[,FACE…]": after("face", "the numbers rolled on the d20s at the table", FACES, bare=True),
    "total N[,N…]": after(
        "total", "the totals players call out", single("N[,N…]", "totals", "totals, e.g. 25 or 25,17", amounts.totals)
    ),
    "[hit] AMOUNT": after("hit", "the damage rolled, bonuses included", replace(AMOUNT, key="hit"), bare=True),
    "±N": SIGNED,
    "±N|±DICE": SIGNED_DICE,
    "xN|xDICE": single("xN|xDICE", "count", "how many, e.g. x3 or x1d4", amounts.times_or_dice),
    "TOTAL[,TOTAL…]": single(
        "TOTAL[,TOTAL…]", "total", "a total, e.g. 17; several for several turns a round: 20,10", amounts.totals
    ),
    "slot LEVEL": after(
        "slot",
        "the level of the slot that a spell spends",
        single("LEVEL", "slot", "a level, e.g. 5", amounts.positive),
    ),
    "COUNT": single("COUNT", "count", "an initiative count, e.g. 12", amounts.any_number),
    "N": single("N", "count", "a number", amounts.positive),
    "HP": single("HP", "hp", "hit points, e.g. 5", amounts.positive),
    "POWER": power_of_anybody("power"),
    "FILE": rest("FILE", "file", "a file"),
    "VALUE": VALUE,
    "SIDE": choice("side", SIDES),
    "KEY": system_slots.OPTION,
    '"TEXT"': Slot(
        '"TEXT"', "text", "a text in quotes", lambda cursor: own_words(cursor.take(), "a text"), greedy=True
    ),
    '"label"': rest('"label"', "label", "a label"),
}
"""The arguments by their words in usage. A verb may have a different slot for a word in its `slots`."""

# Slots of single verbs.

FACES_OR_AMOUNT = after(
    "face",
    "the numbers rolled on the d20s at the table",
    single("FACE[,FACE…]", "faces", "what the dice show", amounts.whole_numbers),
    bare=True,
)
"""Faces, or a number alone that the power may take as an amount; the rules decide."""


def _faces_with_bonuses(
    cursor: WordCursor, alone: Callable[[Word], tuple[int, ...] | None] = amounts.faces
) -> tuple[int, ...] | tuple[tuple[int, ...], ...] | None:
    """Faces such as `15,7`; after `face` also with the bonus dice: `8+2,15+3`."""
    word = cursor.peek()
    if not word.key:
        return None
    is_after_face = cursor.at > 0 and cursor.words[cursor.at - 1].key == "face"
    if "+" not in word.key or not is_after_face:
        found = alone(word)
        cursor.at += found is not None
        return found
    joined = [amounts.die_and_bonuses(each) for each in pieces(word, ",")]
    if None in joined:
        return None
    cursor.at += 1
    return tuple([each for each in joined if each is not None])


_BONUS_DIE = "8+2 includes a bonus die"
_DICE_WITH_BONUSES = Slot("FACE[,FACE…]", "faces", "what the dice show", _faces_with_bonuses)
_SAVES_WITH_BONUSES = replace(_DICE_WITH_BONUSES, read=lambda cursor: _faces_with_bonuses(cursor, amounts.save_faces))
FACE_WITH_BONUSES = after(
    "face",
    f"the number rolled on the d20 at the table; {_BONUS_DIE}",
    single("FACE", "face", "what the die shows", amounts.die_and_bonuses),
)
_ROLLED = f"the numbers rolled on the d20s at the table; {_BONUS_DIE}"
FACES_WITH_BONUSES = after("face", _ROLLED, _DICE_WITH_BONUSES, bare=True)
BARE_SAVE_FACES_WITH_BONUSES = after("face", _ROLLED, _SAVES_WITH_BONUSES, bare=True)
TYPED_FACES_WITH_BONUSES = after(
    "face", f"the numbers rolled on the d20s at the table, in order; {_BONUS_DIE}", _DICE_WITH_BONUSES
)

_SAVE_FACES = single("FACE[,FACE…]", "faces", "what the dice show", amounts.save_faces)
SAVE_FACES = after("face", "the numbers rolled on the d20s at the table", _SAVE_FACES)
RECOVERIES = single("xN", "times", "how many, e.g. x2", amounts.times)
RESIST_AMOUNT = Slot("N", "amount", "a number", _resist_amount, greedy=True)
ROUND_REMINDER = Slot('round N "TEXT"', "reminder", "a round and a text", _round_reminder, greedy=True)
NAME_IN_QUOTES = Slot('"NAME"', "name", "a name in quotes", _quoted_name)


_MEANINGS = ("an ability", "a saving throw", "a skill", "a check of this system")


@cache
def _stats_of(system: System) -> Mapping[str, tuple[str, str]]:
    """The statistics for checks, with their meanings, by folded name."""
    words = (
        (*system.words.abilities, *system.checks.derived),
        system.saves.names,
        system.checks.skills,
        system.checks.special,
    )
    known = {name_key(each): (each, means) for names, means in zip(words, _MEANINGS, strict=True) for each in names}
    return {**{alias: known[name] for alias, name in _aliases_of_saves(system).items()}, **known}


def _aliases_of_saves(system: System) -> dict[str, str]:
    return {alias: name for alias, name in system.words.defense_aliases.items() if name in system.saves.names}


def _known_stats(cursor: WordCursor) -> dict[str, str]:
    """The system's statistics, and the skills of the creatures in the fight."""
    own = {name_key(each): each for sheet in cursor.fight.sheets.values() for each in sheet.skills}
    return own | {key: name for key, (name, _) in _stats_of(cursor.system).items()}


def _stat(cursor: WordCursor) -> str:
    system, key = cursor.system, cursor.key
    shown = _aliases_of_saves(system).get(key, key)
    if shown in (*system.words.abilities, *system.saves.names):  # the rules of checks are loaded later
        cursor.take()
        return shown
    known = _known_stats(cursor)
    what = f"{cursor.system.display_name} has no ability, save or skill"
    return find(cursor.take(), known, what, has=dict.fromkeys(known.values()))


def _offer_stats(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    meanings = _stats_of(cursor.system)
    for key in _known_stats(cursor):
        yield Candidate(key, meanings[key][1] if key in meanings else "a skill")


RIVAL_STAT = Slot("STAT", "rival_stat", "an ability, a save or a skill", _stat, _offer_stats, greedy=True)
STAT = Slot("STAT", "stat", "an ability, a save or a skill", _stat, _offer_stats, greedy=True)
DC = after("dc", "the total to reach", single("DC", "number", "a difficulty, e.g. 13", amounts.positive), bare=True)


def _toughness(cursor: WordCursor) -> object | None:
    return _TOUGHNESS.read(cursor) if "toughness" in cursor.system.words.defenses else None


def _offer_toughness(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    return _TOUGHNESS.offer(cursor, typed) if "toughness" in cursor.system.words.defenses else ()


_TOUGHNESS = after(
    "toughness", "the dice of the Toughness saves of those hit, in order", replace(FACES, key="toughness")
)
TOUGHNESS = replace(_TOUGHNESS, read=_toughness, offer=_offer_toughness)


def _new_name(cursor: WordCursor) -> str:
    """A name that is not used yet. Raises CommandError."""
    word = cursor.take()
    name = name_key(word.text)
    if fault := name_fault(cursor.system, cursor.fight, name):
        raise CommandError(fault, word.column)
    return name


def _named_zone(cursor: WordCursor) -> str:
    """The name of a zone as typed; the rules look it up, since a power's line may name a future zone."""
    return cursor.take("a zone").text


def _zone_to_end(cursor: WordCursor) -> str:
    cursor.take()
    return _named_zone(cursor)


def _offer_zones(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    for name, zone in cursor.fight.zones.items():
        line = f"{zone.line.text} ({zone.at})" if zone.line else "no line"
        yield Candidate(name, f"{len(zone.inside)} inside, {line}", zone.aura)


def _line(cursor: WordCursor) -> Word | None:
    """The line in quotes, unless it is a creature's name; it is compiled when the whole line has been read."""
    word = cursor.peek()
    if not word.is_quoted:
        return None
    try:
        resolve(word, cursor.context)
    except CommandError:
        cursor.at += 1
        return word
    return None


def _offer_inside(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """The creatures inside the zone that was named, then all targets."""
    zone = cursor.fight.zones.get(str(cursor.values.get("zone", "")))
    for inside in zone.inside if zone else ():
        yield Candidate(inside, cursor.fight.sheets[inside].name)
    yield from TARGETS.offer(cursor, typed)


NEW_ZONE = Slot("NAME", "name", "a name for the zone", _new_name, greedy=True)
ZONE = Slot("NAME", "zone", "a zone", _named_zone, _offer_zones, greedy=True)
ZONE_TO_END = Slot("zone NAME", "zone", "a zone", _zone_to_end, _offer_zones, greedy=True)
ZONE_LINE = Slot('"LINE"', "line", "a line in quotes", _line)
INSIDE = replace(TARGETS, offer=_offer_inside)
POINT = choice(
    "at",
    {
        "start": "LINE at the start of the turn of each creature inside",
        "end": "LINE at the end of the turn of each creature inside",
        "inside": "LINE in force while inside",
    },
)
