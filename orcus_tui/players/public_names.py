"""The names by which players know creatures, and effects with these names; they reveal nothing players have not seen.

Creatures with the same name are numbered in the order in which they were first seen: of goblins 1 to 3 with the second
hidden, players see Goblin 1 and Goblin 2. If only one goblin has been seen, it is Goblin without a number. Unknown
creatures have letters.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from string import ascii_uppercase

from msgspec.structs import replace

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.effect import Effect, EffectLabel, when_text
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Execution, Timeline
from orcus_tui.model.modifier import QUALITIES
from orcus_tui.model.player_settings import creature_setting
from orcus_tui.players.secret_words import mentions, secret_words
from orcus_tui.rules.in_force import conditions_of
from orcus_tui.rules.system import FightView
from orcus_tui.rules.templates import Formatter

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


class PublicFormatter(Formatter):
    """Formats effects for players: with public names, without secret words."""

    __slots__ = ("conditions", "names_seen", "secrets")

    def __init__(self, view: FightView, names: Mapping[str, str]) -> None:
        super().__init__(view)
        self.names_seen = names
        self.secrets = secret_words(secret_names(view.fight, names), visible_names(names))
        self.conditions = conditions_of(view)

    def name(self, creature: str) -> str:
        """The public name; empty for a creature that players do not see."""
        return self.names_seen.get(creature, "")

    def effect(self, effect: Effect | EffectLabel) -> str:
        """The name of an effect, without secret words if the rest is clear: `persistent 5 fire`.

        Its power or source is only named if players know the source.
        """
        is_named_by_kind = effect.kind in ("persistent", "regeneration")
        if effect.source not in self.names_seen:
            effect = replace(effect, name=effect.kind if is_named_by_kind else effect.name, source="")
        if effect.against and effect.against not in self.names_seen:
            effect = replace(effect, against="")
        if is_named_by_kind and self.is_secret(effect.name):
            effect = replace(effect, name=effect.kind)
        if effect.kind == "bonus" and self.is_secret(effect.type or ""):
            effect = replace(effect, type=None)
        if effect.kind == "mark" and not effect.source:
            return self.word(effect.name)
        return super().effect(effect)

    def has_secret_name(self, effect: Effect) -> bool:
        """Whether the name of an effect consists of the game master's own words, and they are secret.

        For a bonus, these words are the facts on which it depends.
        """
        if effect.kind == "bonus":
            return self.is_secret(when_text(effect))
        in_own_words = effect.kind in ("condition", "mark", "other") and effect.name not in QUALITIES
        return in_own_words and self.is_secret(effect.name)

    def is_secret(self, words: str) -> bool:
        """Whether words that a person typed mention a secret name; the system's words never do."""
        return words not in self.conditions and mentions(words, self.secrets)
