"""The keys that are not in the fight's table, by context, for the help and `docs/keys.md`: see `context_keys.toml`."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, convert

from orcus_tui.screen.fight.keys import EVERYWHERE


class Place(Struct, frozen=True):
    """A context with separate keys: its description, and the action of each key."""

    about: str
    keys: tuple[tuple[str, str], ...]


def _read_places() -> dict[str, Place]:
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text), dict[str, Place])


PLACES: Mapping[str, Place] = {
    "Everywhere": Place("These cannot be changed.", tuple(EVERYWHERE.items())),
    **_read_places(),
}
"""The contexts, by the heading of their keys."""
