"""The result of importers, as an encounter file and as a fight."""

from random import Random
from typing import Any

import tomli_w

from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.source_text import UnreadableSource
from orcus_tui.model.fight import Fight
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table


def toml_text(found: ImportResult) -> str:
    """The `[[creature]]` tables of an encounter file."""
    return tomli_w.dumps({"creature": list(found.creatures)})


def check_import(found: ImportResult) -> Fight:
    """Checks all creatures found, and returns their fight."""
    return fight_from_table({"format": 1, "system": found.system, "creature": list(found.creatures)})


def check_read_or_refused(text: str) -> None:
    """Checks that a text gives creatures that pass `check`, or is refused by the name of its source."""
    try:
        check_import(read_source(text.encode(), "x"))
    except UnreadableSource as refused:
        assert str(refused).startswith("x:")


def fight_with_all_they_have(found: ImportResult, hero: dict[str, Any], faces: tuple[int, ...] = (20, 3)) -> None:
    """Plays a fight in which each creature uses all its powers on a hero, with each of these faces for attacks."""
    for creature in found.creatures:
        table = {"format": 1, "system": found.system, "creature": [creature, {"name": "Hero", "kind": "pc", **hero}]}
        session = Session(fight_from_table(table), RandomDice(Random(1)))
        attacker = next(iter(session.fight.states))
        powers: Any = creature.get("power", [])
        for power in powers:
            name = str(power["name"]).replace("\\", "\\\\").replace('"', '\\"')
            attacks = [f'attack! "{name}" hero by {attacker} face {face}' for face in faces]
            for line in attacks if "attack" in power else [f'use! "{name}" hero by {attacker}']:
                result = session.run(line)
                assert result is not None
                assert not result.error, f"{creature['name']}: {line}: {result.error}"
