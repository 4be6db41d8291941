"""The names by which players know creatures; they reveal nothing that players have not seen.

Creatures with the same name are numbered in the order in which they were first seen: of goblins 1 to 3 with the second
hidden, players see Goblin 1 and Goblin 2. If only one goblin has been seen, it is Goblin without a number. Unknown
creatures have letters.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from string import ascii_uppercase

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Execution, Timeline
from orcus_tui.model.player_settings import creature_setting

_NUMBERED = re.compile(r"(.*\S) [0-9]{1,6}")
_UNKNOWN = re.compile(r"Unknown [A-Z]+")
UNKNOWN = "\0unknown"
"""Placeholder for the name Unknown with a letter, before the letter is known."""
OWN = "\0own"
"""Placeholder for the creature's own name."""

Appearance = tuple[str, str]
"""A creature, and the name under which it was seen: OWN, UNKNOWN, or the name of its mask."""


def is_seen(fight: Fight, creature: str) -> bool:
    """Whether players see a creature."""
    state = fight.states[creature]
    return state.place == "here" and not state.hidden


def name_kind(fight: Fight, creature: str) -> str:
    """The kind of name under which a creature is seen: OWN, UNKNOWN, or the name of its mask."""
    mask, setting = fight.states[creature].shown_as, creature_setting(fight, creature, "names")
    if setting == "shown" or (mask is None and setting != "unknown"):
        return OWN
    return UNKNOWN if mask is None or _UNKNOWN.fullmatch(mask) else mask


class Appearances:
    """The names under which creatures have been seen, in the order of first sight; updated as the fight continues."""

    def __init__(self) -> None:
        self._timeline: Timeline | None = None
        self._read: list[Execution] = []
        self._found: dict[Appearance, None] = {}
        self._last: Fight | None = None

    def in_order(self, timeline: Timeline) -> Iterable[Appearance]:
        """The appearances in the history of a fight, without undone changes."""
        executions = timeline.executions
        length = len(self._read)
        can_continue = timeline is self._timeline and len(executions) >= length
        if not can_continue or (length and executions[length - 1] is not self._read[-1]):
            self._timeline, self._read, self._found, self._last = timeline, [], {}, None
            self._add(timeline.start)
        for execution in executions[len(self._read) :]:
            self._add(execution.after)
            self._read.append(execution)
        return self._found

    def _add(self, fight: Fight) -> None:
        """Adds the creatures that are seen in a fight, comparing only what has changed since the last fight.

        Nothing counts before the fight begins: a creature hidden or masked before then has never been seen.
        """
        if fight.phase == "setup":
            return
        last, self._last = self._last, fight
        known_states: Mapping[str, State] = last.states if last and last.players == fight.players else {}
        known_sheets: Mapping[str, Sheet] = last.sheets if last else {}
        for creature, state in fight.states.items():
            if known_states.get(creature) is state and known_sheets.get(creature) is fight.sheets[creature]:
                continue
            if is_seen(fight, creature):
                self._found.setdefault((creature, name_kind(fight, creature)))


def public_names(fight: Fight, appearances: Iterable[Appearance]) -> dict[str, str]:
    """The name of each creature that players see, by id."""
    here = {creature: name_kind(fight, creature) for creature in fight.states if is_seen(fight, creature)}
    seen = list(dict.fromkeys([*appearances, *here.items()]))
    own = _own_names(fight, [creature for creature, kind in seen if kind == OWN])
    letters = _letters(fight)
    unknown = {creature: next(letters) for creature, kind in seen if kind == UNKNOWN}
    return {
        creature: own[creature] if kind == OWN else unknown[creature] if kind == UNKNOWN else kind
        for creature, kind in here.items()
    }


def _own_names(fight: Fight, seen: Iterable[str]) -> dict[str, str]:
    """The creatures' own names with new numbers, by the creatures that have been seen.

    A creature that is alone with its name loses its number, which would reveal others. Heroes keep their full names.
    """
    so_far: dict[str, list[str]] = {}
    for creature in seen:
        so_far.setdefault(_stem(fight.sheets[creature].name), []).append(creature)
    party = Counter(_stem(sheet.name) for sheet in fight.sheets.values() if sheet.side == "party")
    names: dict[str, str] = {}
    for stem, creatures in so_far.items():
        if len(creatures) > 1:
            names |= {each: f"{stem} {number}" for number, each in enumerate(creatures, start=1)}
        else:
            sheet = fight.sheets[creatures[0]]
            names[creatures[0]] = sheet.name if sheet.side == "party" and party[stem] == 1 else stem
    return names


def _stem(name: str) -> str:
    """A name without the number at its end."""
    found = _NUMBERED.fullmatch(name)
    return found[1] if found else name


def _letters(fight: Fight) -> Iterator[str]:
    """Unknown A, B, … Z, AA, BB, …, except those that a creature has as its own name."""
    taken = {sheet.name for sheet in fight.sheets.values()}
    names = (f"Unknown {letter * times}" for times in count(1) for letter in ascii_uppercase)
    return (name for name in names if name not in taken)


def visible_names(names: Mapping[str, str]) -> frozenset[str]:
    """The names that players see, without their numbers."""
    return frozenset(map(_stem, names.values()))


def secret_names(fight: Fight, names: Mapping[str, str]) -> frozenset[str]:
    """What players must not read: names and ids of hidden and masked creatures, and masks that are not in use."""
    hidden = [each for each in fight.sheets if each not in names or name_kind(fight, each) != OWN]
    masks = {
        state.shown_as
        for creature, state in fight.states.items()
        if state.shown_as and names.get(creature) != state.shown_as and not _UNKNOWN.fullmatch(state.shown_as)
    }
    return frozenset({*hidden, *(_stem(fight.sheets[each].name) for each in hidden), *masks})
