"""Changes the text of a game master's own file: comments, order and every line that need not change stay as they are.

The new text is read back before it may be written, and refused unless it says what was wanted.
"""

import tomllib
from collections.abc import Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.write import creatures_text, ordered

Tables = list[dict[str, Any]]


class EditError(StorageError):
    """The text of a file cannot be changed without losing more than what changes."""


def edit_text(path: Path, text: str, wanted: Mapping[str, Any]) -> str:
    """The text of an encounter or party file, changed where it does not say what `wanted` does.

    New creatures come last, in a list `creature = [ … ]` as in one of tables. Raises EditError, which names `path`,
    where the text does not allow it.
    """
    import tomlrt  # here, since few runs change a file

    try:
        before = tomllib.loads(text)
        document = tomlrt.loads(text)
        new = _change_document(document, before, wanted)
        made = _with_creatures(tomlrt.dumps(document), new)
        after = tomllib.loads(made)
    except (tomlrt.TOMLError, tomllib.TOMLDecodeError, LookupError, TypeError, ValueError) as fault:
        raise EditError(path, "not changed: its layout is too unusual to keep; change it by hand") from fault
    if after != wanted:
        raise EditError(path, "not changed: the new text would not read back as meant; change it by hand")
    return made


def keys_with_comments(text: str, place: int) -> frozenset[str]:
    """The keys with a comment of their own in the table of one creature, given by its place in a valid file."""
    import tomlrt

    creature: Any = tomlrt.loads(text)["creature"]
    return frozenset((*creature[place].comments, *creature[place].leading_comments))


def _change_document(document: Any, before: Mapping[str, Any], wanted: Mapping[str, Any]) -> Tables:
    """Changes the document; answers the creatures still to be written below it."""
    import tomlrt

    old, new = before.get("creature", []), wanted.get("creature", [])
    places = _common_places(old, new)
    is_list = isinstance(document.get("creature"), tomlrt.Array)
    if places or (new and is_list):
        for place in reversed(range(len(old))):
            if place not in places:
                del document["creature"][place]
        for place, stays in enumerate(sorted(places)):
            _change(document["creature"][place], old[stays], new[places[stays]])
    elif "creature" in document:
        del document["creature"]
    added = [each for number, each in enumerate(new) if number not in places.values()]
    if new and is_list:
        _append_to_list(document["creature"], added)
        added = []
    without = [{key: value for key, value in each.items() if key != "creature"} for each in (before, wanted)]
    _change(document, *without)
    return added


def _append_to_list(creatures: Any, added: Tables) -> None:
    """Writes creatures into a list, each in a line of its own where there are several."""
    for each in added:
        creatures.append(ordered(each))
    if added and not creatures.multiline:
        creatures.set_multiline(multiline=True)


def _common_places(old: Tables, new: Tables) -> dict[int, int]:
    """For each creature that stays, its place before and now: those of one id and name, in the same order."""
    matcher = SequenceMatcher(
        None, [_identity(each) for each in old], [_identity(each) for each in new], autojunk=False
    )
    return {block.a + step: block.b + step for block in matcher.get_matching_blocks() for step in range(block.size)}


def _identity(creature: Mapping[str, Any]) -> tuple[str, str]:
    return str(creature.get("id", "")), str(creature.get("name", ""))


def _change(document: Any, before: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Changes a table entry by entry; within tables, and lists of as many tables, only what differs."""
    for key in [key for key in before if key not in wanted]:
        del document[key]
    for key, value in wanted.items():
        old = before.get(key)
        if type(old) is type(value) and old == value:
            continue
        if isinstance(value, dict) and isinstance(old, dict):
            _change(document[key], old, value)
        elif _are_tables(old) and _are_tables(value) and len(old or ()) == len(value):
            for place, (one, other) in enumerate(zip(old or (), value, strict=True)):
                _change(document[key][place], one, other)
        else:
            document[key] = value


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _with_creatures(text: str, new: Tables) -> str:
    """The text and below it the creatures, its line ends those of the text."""
    if not new:
        return text
    ends = "\r\n" if "\r\n" in text else "\n"
    above = text if not text or text.endswith("\n") else text + ends
    return above + f"\n{creatures_text(new)}".replace("\n", ends)
