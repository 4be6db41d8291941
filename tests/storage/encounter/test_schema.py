"""The JSON Schema for editors is up to date, accepts what ships, and refuses what the program refuses."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from msgspec import Struct

from orcus_tui.rules.field_faults import FieldFaults
from orcus_tui.rules.field_table import FieldTable
from orcus_tui.rules.fields import FIELDS
from orcus_tui.rules.validators import Scope
from orcus_tui.storage.encounter.effect_tables import EFFECT
from orcus_tui.storage.encounter.fight_tables import KEYS, fight_from_table
from orcus_tui.storage.encounter.power_tables import POWER
from orcus_tui.storage.encounter.schema import effect_schema, field_schemas, text
from orcus_tui.systems import SYSTEMS
from orcus_tui.systems.orcus.system import ORCUS
from tests.helpers.project.files import EXAMPLE_FILES, ROOT, SAMPLE

SCHEMA_FILE = ROOT / "docs" / "encounter.schema.json"
SCHEMA = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
VALIDATOR = Draft7Validator(SCHEMA)


def faults(toml: str) -> list[str]:
    return [fault.message for fault in VALIDATOR.iter_errors(tomllib.loads(toml))]


def test_the_schema_is_not_stale() -> None:
    command = "orcus-tui schema > docs/encounter.schema.json"
    assert SCHEMA_FILE.read_text(encoding="utf-8") == text(), command


def test_the_schema_is_a_schema_of_draft_7() -> None:
    Draft7Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", [*EXAMPLE_FILES, SAMPLE], ids=lambda path: path.name)
def test_every_shipped_file_matches_its_header(path: Path) -> None:
    assert not faults(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.id)
def test_the_schema_has_every_field_the_system_has_and_says_what_each_is(system: Any) -> None:
    absent = {"track"} if "hp" in system.health.fields else {"max_hp", "hp", "temp_hp", "staggered"}
    assert field_schemas(system).keys() == FIELDS.keys() - absent
    assert all(each.about for each in FIELDS.values())


def test_the_schema_has_every_key_that_is_read() -> None:
    assert POWER.schema(ORCUS)["properties"].keys() == POWER.fields.keys()
    assert all(each.about for each in POWER.fields.values())
    assert effect_schema()["properties"].keys() == EFFECT.fields.keys()
    assert SCHEMA["properties"].keys() == set(KEYS)


class Plain(Struct, frozen=True):
    name: str = ""
    count: int = 0
    words: tuple[str, ...] = ()
    strange: complex = 0j


def test_a_field_is_read_and_written_by_its_type_and_one_of_another_type_is_named() -> None:
    table = FieldTable(Plain(), unstored=("strange",))
    written = table.write(ORCUS, Plain("a", 2, ("b",)))
    assert written == {"name": "a", "count": 2, "words": ["b"]}
    assert table.read(Scope(ORCUS), written) == Plain("a", 2, ("b",))
    with pytest.raises(FieldFaults, match="count: expected a whole number, got true; word: unknown key"):
        table.read(Scope(ORCUS), {"count": True, "word": []})
    with pytest.raises(TypeError, match=r"Plain\.strange: nothing reads a field of type <class 'complex'> yet"):
        assert FieldTable(Plain()).fields


def test_the_files_of_the_page_are_right() -> None:
    page = (ROOT / "docs" / "encounters.md").read_text(encoding="utf-8")
    files = [each for each in re.findall(r"```toml\n(.*?)```", page, re.DOTALL) if "format = 1" in each]
    assert len(files) > 1
    for each in files:
        assert not faults(each)
        fight_from_table(tomllib.loads(each))


HERO = 'format = 1\n[[creature]]\nname = "Ari"\nmax_hp = 9\n'
RIGHT = [
    HERO,
    f'{HERO}kind = "PC"\nside = "Party"\n',
    f"{HERO}defenses = {{ AC = 12, fort = 11 }}\n",
    f'{HERO}reserve = "round 3"\nimmune = ["charm", "my own word"]\nspeed = 6\n',
    'format = 1\n[[creature]]\nname = "Rat"\nkind = "mook"\n',
    f'{HERO}[[creature.effect]]\npersist = 3\ntype = "fire"\n',
    'format = 1\nsystem = "archmage"\n[[creature]]\nname = "A"\nmax_hp = 3\nkind = "triple"\nvulnerable = ["fire"]\n',
    'format = 1\n[options]\ndeath_save_timing = "end"\n',
    'format = 1\n[fight]\nphase = "turns"\n',
]


@pytest.mark.parametrize("toml", RIGHT)
def test_valid_files_of_the_program_pass_the_schema(toml: str) -> None:
    assert not faults(toml)
    if "[fight]" not in toml:
        fight_from_table(tomllib.loads(toml))


WRONG = [
    "",
    "format = 2\n",
    'format = 1\nnmae = "Ford"\n',
    'format = 1\nsystem = "chess"\n',
    'format = 1\n[[creature]]\nname = "No hit points"\n',
    'format = 1\nsystem = "archmage"\n[[creature]]\nname = "A"\nkind = "mook"\n',  # mooks have hit points here
    "format = 1\n[[creature]]\nmax_hp = 3\n",
    f"{HERO}defenses = {{ ac = '12' }}\n",
    f"{HERO}defenses = {{ pd = 12 }}\n",  # a word of another system
    f'{HERO}kind = "triple"\n',
    f"{HERO}count = 0\n",
    f'{HERO}id = "Ari the Great"\n',
    f"{HERO}hit_points = 3\n",
    f'{HERO}reserve = "soon"\n',
    f"{HERO}[creature.track]\nhurt = 1\n",
    f'{HERO}[[creature.power]]\naction = "standard"\n',
    f'{HERO}[[creature.power]]\nname = "A"\naction = "quick"\n',  # a word of another system
    f'{HERO}[[creature.power]]\nname = "A"\nattack = "+8 AC"\n',
    f'{HERO}[[creature.effect]]\nduration = "save"\n',
    'format = 1\n[options]\ndeath_save_timing = "soon"\n',
    "format = 1\n[options]\nlasting_wound = true\n",  # a word of another system
    "format = 1\ncreature = 3\n",
]


@pytest.mark.parametrize("toml", WRONG)
def test_files_the_program_refuses_fail_the_schema(toml: str) -> None:
    assert faults(toml)
    with pytest.raises(FieldFaults):
        fight_from_table(tomllib.loads(toml))
