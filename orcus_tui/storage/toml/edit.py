"""Edits the text of a game master's own file; comments, order and unaffected lines stay as they are.

The new text is read back before it is written, and refused unless it matches the wanted values.
"""

import tomllib
from collections.abc import Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from orcus_tui.storage.storage_error import StorageError
from orcus_tui.storage.toml.write import creature_text, order_creature

BYTE_ORDER_MARK = "\ufeff"
"""The mark with which some editors begin a file; an edited file keeps it."""
Tables = list[dict[str, Any]]


class EditError(StorageError):
    """Raised if the text of a file cannot be edited without losing other parts of it."""


def edit_text(path: Path, text: str, wanted: Mapping[str, Any]) -> str:
    """The text of an encounter or party file, edited to match `wanted`; new creatures come last.

    Raises EditError, which names `path`, if the text cannot be edited like that.
    """
    import tomlrt  # imported here, because few runs change a file

    plain = text.removeprefix(BYTE_ORDER_MARK)
    try:
        before = tomllib.loads(plain)
        document = tomlrt.loads(plain)
        new = _change_document(document, before, wanted)
        edited = _with_creatures(tomlrt.dumps(document), new)
        after = tomllib.loads(edited)
    except (tomlrt.TOMLError, tomllib.TOMLDecodeError, LookupError, TypeError, ValueError) as fault:
        raise EditError(path, "not changed: its layout is too unusual to keep; change it by hand") from fault
    if after != wanted:
        raise EditError(path, "not changed: the new text would not read back as meant; change it by hand")
    return text[: len(text) - len(plain)] + edited


def keys_with_comments(text: str, place: int) -> frozenset[str]:
    """The keys with comments of the creature at this place. The text is a valid file."""
    import tomlrt

    creature: Any = tomlrt.loads(text.removeprefix(BYTE_ORDER_MARK))["creature"]
    return frozenset((*creature[place].comments, *creature[place].leading_comments))


def _change_document(document: Any, before: Mapping[str, Any], wanted: Mapping[str, Any]) -> Tables:
    """Changes the document, and returns the creatures that are still to be added below it."""
    import tomlrt

    old, new = before.get("creature", []), wanted.get("creature", [])
    places = _common_places(old, new)
    is_list = isinstance(document.get("creature"), tomlrt.Array)
    if places or (new and is_list):
        for place in reversed(range(len(old))):
            if place not in places:
                del document["creature"][place]
        for place, old_place in enumerate(sorted(places)):
            _change(document["creature"][place], old[old_place], new[places[old_place]])
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
    """Adds creatures to a list, each on a separate line."""
    for each in added:
        creatures.append(order_creature(each))
    if added and not creatures.multiline:
        creatures.set_multiline(multiline=True)


def _common_places(old: Tables, new: Tables) -> dict[int, int]:
    """The new place of each creature that stays, by its old place; ids, names and order must match."""
    matcher = SequenceMatcher(
        None, [_identity(each) for each in old], [_identity(each) for each in new], autojunk=False
    )
    return {block.a + at: block.b + at for block in matcher.get_matching_blocks() for at in range(block.size)}


def _identity(creature: Mapping[str, Any]) -> tuple[str, str]:
    return str(creature.get("id", "")), str(creature.get("name", ""))


def _change(document: Any, before: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Changes the entries of a table that differ, including inner tables, and lists of as many tables as before."""
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
    """The text with the creatures below it, with the line ends of the text."""
    if not new:
        return text
    ends = "\r\n" if "\r\n" in text else "\n"
    above = text if not text or text.endswith("\n") else text + ends
    return above + "\n".join(["", *map(creature_text, new)]).replace("\n", ends)
