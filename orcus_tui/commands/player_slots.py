"""The arguments of `players`: what is set, to what, and for which creatures."""

from collections.abc import Iterable, Mapping

from orcus_tui.commands.candidate import Candidate
from orcus_tui.commands.creature_slots import TARGETS
from orcus_tui.commands.names import find
from orcus_tui.commands.slot import Slot
from orcus_tui.commands.targets import resolve
from orcus_tui.commands.word_reader import Reader
from orcus_tui.model.player_settings import DEFAULT_WORD, FIGHT_SETTINGS, SIDE_SETTINGS, SIDES
from orcus_tui.model.steps import Targets

Subjects = tuple[tuple[str, ...], Targets]
"""The sides a setting is for, and the single creatures."""

_MEANING: Mapping[str, str] = {
    "hp": "how they see hit points",
    "names": "by which name they see creatures",
    "conditions": "whether they see conditions",
    "defenses": "which defenses they see",
    "initiative": "whether they see initiative numbers",
    "defeated": "whether they see the dead",
    "timer": "a timer for each turn",
    "hidden_turn": "what they see while a hidden creature acts",
}


def _key(reader: Reader) -> str:
    return find(reader.take(), {key: key for key in _MEANING}, "players have no setting", has=_MEANING)


def _offer_keys(_: Reader, __: str) -> Iterable[Candidate]:
    return (Candidate(key, meaning) for key, meaning in _MEANING.items())


def _words(reader: Reader) -> Mapping[str, str]:
    key = str(reader.values.get("key", ""))
    words = SIDE_SETTINGS.get(key) or FIGHT_SETTINGS.get(key, {})
    return {**words, DEFAULT_WORD: "takes the setting away"}


def _value(reader: Reader) -> str:
    """A word of the setting; its beginning will do. Any other word is for the rules to judge."""
    word = reader.take()
    if word.key == "down" and reader.word is not None:
        return f"down {reader.take().text}"  # players timer down 90
    begun = [each for each in _words(reader) if word.key and each.startswith(word.key)]
    return begun[0] if len(begun) == 1 else word.key


def _offer_values(reader: Reader, _: str) -> Iterable[Candidate]:
    return (Candidate(word, meaning) for word, meaning in _words(reader).items())


def _subjects(reader: Reader) -> Subjects | None:
    if not reader.skip("for"):
        return None
    word = reader.take(TARGETS.wants)
    named = [_side(each) for each in word.key.split(",")]
    sides = tuple(side for several in named for side in several)
    return (tuple(dict.fromkeys(sides)), ()) if all(named) else ((), resolve(word, reader.context))


def _side(word: str) -> tuple[str, ...]:
    """The sides that a set of targets is; nothing for any other word."""
    return SIDES if word == "@all" else tuple(side for side in SIDES if word == f"@{side}")


SETTING = Slot("KEY", "key", "a setting", _key, _offer_keys, greedy=True)
SETTING_VALUE = Slot("VALUE", "value", "a value", _value, _offer_values, greedy=True)
FOR_TARGETS = Slot(
    "for TARGETS",
    "subjects",
    '"for"',
    _subjects,
    lambda _, __: (Candidate("for", "a side, such as @foes, or creatures"),),
)
