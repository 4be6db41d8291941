"""The arguments of checks: abilities, skills and saves, difficulties, and dice."""

from collections.abc import Iterable, Mapping
from functools import cache

from msgspec.structs import replace

from orcus_tui.commands import amounts
from orcus_tui.commands.command_error import Candidate
from orcus_tui.commands.names import find
from orcus_tui.commands.slot import Slot, after, single
from orcus_tui.commands.slots import FACES
from orcus_tui.commands.word_cursor import WordCursor
from orcus_tui.model.text import name_key
from orcus_tui.rules.system import System

_MEANINGS = ("an ability", "a saving throw", "a skill", "a check of this system")


@cache
def _stats_of(system: System) -> Mapping[str, tuple[str, str]]:
    """The statistics for checks, with their meanings, by folded name."""
    from orcus_tui.rules.checks import saves_of  # only for lines with a check

    words = (
        (*system.words.abilities, *system.checks.derived),
        saves_of(system),
        system.checks.skills,
        system.checks.special,
    )
    known = {name_key(each): (each, means) for names, means in zip(words, _MEANINGS, strict=True) for each in names}
    aliases = {alias: name for alias, name in system.words.defense_aliases.items() if name in saves_of(system)}
    return {**{alias: known[name] for alias, name in aliases.items()}, **known}


def _known_stats(cursor: WordCursor) -> dict[str, str]:
    """The system's statistics, and the skills of the creatures in the fight."""
    own = {name_key(each): each for sheet in cursor.fight.sheets.values() for each in sheet.skills}
    return own | {key: name for key, (name, _) in _stats_of(cursor.system).items()}


def _stat(cursor: WordCursor) -> str:
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
