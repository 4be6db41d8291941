"""The settings of the players' view: for the fight, for a side, and for single creatures, which take precedence.

A setting is stored as its word: `{"foes.hp": "bar", "timer": "90"}` for the fight, `{"hp": "none"}` for a creature.
"""

from collections.abc import Mapping

from orcus_tui.model.fight import Fight

SIDES = ("party", "foes", "neutral")

SIDE_SETTINGS: Mapping[str, Mapping[str, str]] = {
    "hp": {
        "exact": "the numbers",
        "words": "how badly it is hurt, in the system's words",
        "bar": "a bar of four quarters",
        "none": "nothing",
    },
    "names": {
        "alias": "the name of its mask, if it has one; else its own",
        "shown": "its own name, mask or no mask",
        "unknown": "Unknown A, B, … unless its mask has a name",
    },
    "conditions": {"all": "all of them", "none": "nothing"},
    "defenses": {"none": "nothing", "all": "all of them"},
    "initiative": {"yes": "the number", "no": "only the order"},
    "defeated": {"shown": "the dead stay in the list", "gone": "the dead leave the list"},
}
"""The settings for a side or a creature, with their values; `defenses` also takes names, as `ac,will`."""

FIGHT_SETTINGS: Mapping[str, Mapping[str, str]] = {
    "timer": {"off": "no timer", "up": "seconds since the turn began"},
    "hidden_turn": {
        "last": "while a hidden creature acts, the last one seen stays marked",
        "enemies": "while a hidden creature acts, players read that the enemies act",
    },
}
"""The settings for the fight, with their values; `timer` also takes seconds to count down from."""

INPUT_ON = "input"
"""The key of the setting that allows phones to send anything."""
INPUT_WORDS: Mapping[str, str] = {
    "off": "phones cannot send it",
    "propose": "it waits for you to accept it",
    "do": "it is carried out at once",
}
INPUT_KINDS: Mapping[str, tuple[str, str]] = {
    "roll": ("do", "the face of a die that you asked for"),
    "done": ("propose", "their turn is over"),
    "hp": ("propose", "damage taken, healing, temporary hit points"),
    "did": ("propose", "damage dealt, and conditions"),
    "react": ("do", "their reaction is used"),
    "recover": ("propose", "a recovery is spent"),
    "note": ("do", "a text to you"),
}
"""The kinds of input, each with its default once input is on, and its meaning."""
NEVER_DONE = ("hp", "did")
"""The kinds of input that are always proposed, never done at once."""

DEFAULT_WORD = "default"
"""The word that clears a setting."""

_DEFAULTS: Mapping[str, str] = {
    "timer": "off",
    "hidden_turn": "last",
    "hp": "words",
    "names": "alias",
    "conditions": "all",
    "defenses": "none",
    "initiative": "no",
    "defeated": "shown",
}
_PARTY_DEFAULTS: Mapping[str, str] = {"hp": "exact", "initiative": "yes"}


def fight_setting(fight: Fight, key: str) -> str:
    """The value of a setting for the fight, or its default."""
    return fight.players.get(key, _DEFAULTS[key])


def creature_setting(fight: Fight, creature: str, key: str) -> str:
    """The value of a setting for a creature, or for its side, or its default."""
    side = fight.sheets[creature].side
    own = fight.states[creature].players.get(key) or fight.players.get(f"{side}.{key}")
    return own or (side == "party" and _PARTY_DEFAULTS.get(key)) or _DEFAULTS[key]


def input_setting(fight: Fight, hero: str, kind: str) -> str:
    """Whether input from a hero's phone is refused (`off`), proposed or done.

    Everything is refused until input is on.
    """
    if fight.players.get(INPUT_ON) != "on":
        return "off"
    key = f"{INPUT_ON}.{kind}"
    own = fight.states[hero].players.get(key) if hero in fight.states else None
    return own or fight.players.get(key) or INPUT_KINDS[kind][0]


def input_kinds(fight: Fight, hero: str) -> tuple[str, ...]:
    """The kinds that a hero's phones can send, without recoveries for a hero who has none on its sheet."""
    has_recoveries = fight.states[hero].recoveries is not None
    kinds = (kind for kind in INPUT_KINDS if kind != "recover" or has_recoveries)
    return tuple(kind for kind in kinds if input_setting(fight, hero, kind) != "off")
