"""Archmage stat blocks as text, in tables, in notes and as Foundry actors: the same creature each time."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from orcus_tui.importers.archmage import archmage_nodes, archmage_text
from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.source_text import UnreadableSource
from tests.helpers.imports.fen_lurker import BOOK, COPIED
from tests.helpers.imports.hostile_sources import check_cut, check_hostile
from tests.helpers.imports.imported import check_import, check_read_or_refused, fight_with_all_they_have
from tests.helpers.project.exhaustive import some_of

_BODY = BOOK.split("[beast]\n")[1].split("AC 19")[0].replace("attack\nroll", "attack roll").splitlines()
TABLE = f"""# Fens

### Fen Lurker

<table><tbody><tr>
<td><p><strong>Large</strong></p><p>4<sup>th</sup> level</p><p>Spoiler</p><p>Beast</p></td>
<td>{"".join(f"<p>{line}</p>" for line in _BODY)}</td>
<td><p>AC</p><p>PD</p><p>MD</p><p>HP</p></td>
<td><p>19</p><p>17</p><p>13</p><p>110</p></td>
</tr></tbody></table>
"""


def _grid() -> str:
    bodies = [each.replace("—", "---") for line in _BODY for each in (*_wrapped(line), "")]
    heads = ["Large", "", "4^th^", "level", "", "Spoiler", "", "Beast"]
    labels, numbers = list("**AC****PD****MD****HP**"), list("19 17 13 110".replace(" ", "\n").replace("\n", " "))
    rows = [
        f"| {head:<8} | {body:<50} | {label:<1} | {number:<1} |"
        for head, body, label, number in zip(
            *(column + [""] * (40 - len(column)) for column in (heads, bodies, labels, numbers)), strict=True
        )
    ]
    border = f"+{'-' * 10}+{'-' * 52}+---+---+"
    return "\n".join(["### Fen Lurker", "", border, *rows, border, ""])


def _wrapped(line: str) -> list[str]:
    words, lines = line.split(), [""]
    for word in words:
        if len(lines[-1]) + len(word) > 48:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


NOTE = """---
aliases: [Fen Lurker]
---
Tales of the fen.

```statblock
layout: Basic 13th Age Monster Layout
name: "Fen Lurker"
size: "large"
level: "4"
role: "spoiler"
type: "beast"
initiative: "8"
vulnerability: "fire"
actions:
    - name: "Muddy claws +9 vs. AC (2 attacks)"
      desc: "14 damage"
      traits:
          - name: "Natural even hit"
            desc: "The target is <i>dazed</i> (save ends)."
          - name: "Miss"
            desc: "5 damage."
    - name: "R: Bog spit +7 vs. PD (1d3 nearby enemies)"
      desc: "10 acid damage, and 5 ongoing acid damage"
      traits:
          - name: "Limited use"
            desc: "1/battle."
traits:
    - name: "Patient"
      desc: "The [[Lurker|fen lurker]] likes to wait."
    - name: "Resist poison 16+"
      desc: "When a poison attack targets this creature, the attacker must roll a natural 16+ on the attack roll."
nastier_traits:
    - name: "Reek"
      desc: "Nobody near it smells anything else."
ac: "19"
pd: "17"
md: "13"
hp: "110"
```
"""


NASTIER_ACTION = """nastier_actions:
    - name: "Stench +9 vs. PD"
      desc: "7 poison damage"
"""


def read_one(source: str) -> dict[str, Any]:
    """The only creature of a source."""
    (creature,) = read_source(source.encode(), "a source").creatures
    return creature


def _item(name: str, kind: str, **fields: object) -> dict[str, Any]:
    system = {key: each if isinstance(each, dict) else {"value": each} for key, each in fields.items()}
    return {"name": name, "type": kind, "system": system}


ACTOR: dict[str, Any] = {
    "name": "Fen Lurker",
    "type": "npc",
    "items": [
        _item(
            "Muddy claws",
            "action",
            attack="[[d20 + 9]] vs. AC ([[2]] attacks)",
            hit="[[14]] damage",
            hit1={"name": "Natural even hit", "value": "<p>The target is *dazed* (save ends).</p>"},
            miss="[[5]] damage.",
        ),
        _item(
            "R: Bog spit",
            "action",
            attack="[[d20 + 7]] vs. PD ([[1d3]] nearby enemies)",
            hit="[[10]] acid damage, and [[5]] ongoing acid damage",
            description="<p>Limited use: 1/battle.</p>",
        ),
        _item("Patient", "trait", description="The fen lurker likes to wait."),
        _item("Resist poison 16+", "trait", description="When a poison attack targets this creature, half damage."),
        _item("Reek", "nastierSpecial", description="Nobody near it smells anything else."),
    ],
    "system": {
        "attributes": {
            "ac": {"value": 19}, "pd": {"value": 17}, "md": {"value": 13}, "level": {"value": 4},
            "hp": {"value": 110, "max": 110, "temp": 0}, "init": {"value": 12, "mod": 8},
        },
        "details": {
            "role": {"value": "spoiler"}, "size": {"value": "large"}, "type": {"value": "beast"},
            "strength": {"value": "double"}, "resistance": {"value": ""}, "vulnerability": {"value": "fire"},
        },
    },
}  # fmt: skip

AS_YAML = """name: Fen Lurker
type: npc
items: []
system:
  attributes:
    ac:
      value: 19
    pd:
      value: 17
    md:
      value: 13
    hp:
      max: 110
      value: 60
    init:
      mod: 8
  details:
    strength:
      value: triple
"""

SOURCES = {
    "book": BOOK, "copied": COPIED, "table": TABLE, "grid": _grid(), "note": NOTE, "actor": json.dumps(ACTOR, indent=1),
}  # fmt: skip


@pytest.fixture(params=SOURCES)
def lurker(request: pytest.FixtureRequest) -> dict[str, Any]:
    found = read_source(SOURCES[request.param].encode(), "a source")
    assert len(found.creatures) == 1
    check_import(found)
    return found.creatures[0]


def test_the_numbers_are_fields_in_every_format(lurker: dict[str, Any]):
    expected = {"name": "Fen Lurker", "kind": "double", "level": 4, "role": "spoiler", "size": "large", "type": "beast"}
    assert {key: lurker[key] for key in expected} == expected
    assert lurker["max_hp"] == 110
    assert lurker["initiative"] == 8
    assert lurker["defenses"] == {"ac": 19, "pd": 17, "md": 13}
    assert lurker["vulnerable"] == ["fire"]
    assert lurker["resist"] == {"poison": 16}


def test_attacks_are_powers_in_every_format(lurker: dict[str, Any]):
    both, claws, spit = lurker["power"]
    assert (both["name"], both["multiattack"]) == ("Muddy claws", ["Muddy claws (1 attack) x2"])
    assert "attack" not in both
    expected = {"range": "melee, 2 attacks", "attack": "+9 vs AC", "damage": "14", "miss": "5"}
    assert {key: claws[key] for key in expected} == expected
    assert claws["name"] == "Muddy claws (1 attack)"
    assert spit["targets"] == "1d3"
    assert claws["effects"] == ["natural even: apply dazed save"]
    assert (spit["attack"], spit["damage"], spit["use"]) == ("+7 vs PD", "10 acid", "encounter")
    assert spit["range"] == "ranged, 1d3 nearby enemies"
    assert spit["effects"] == ["persist 5 acid save"]


def test_traits_are_kept_in_every_format(lurker: dict[str, Any]):
    traits = {
        each["name"]: each["text"] for each in lurker["trait"] if "wait" in each["text"] or "Reek" in each["name"]
    }
    assert traits == {
        "Patient": "The fen lurker likes to wait.",
        "Reek (nastier special)": "Nobody near it smells anything else.",
    }


def test_a_critical_range_in_a_trait_is_set_on_the_printed_attacks():
    text = BOOK.replace("Patient:", "Keen: The crit range for fen lurkers is 17+.\nPatient:")
    _, claws, spit = read_one(text)["power"]
    assert (claws["crit_range"], spit["crit_range"]) == (17, 17)


@pytest.mark.parametrize(
    ("source", "tags"),
    [
        (BOOK.replace("Reek:", "Stench +9 vs. PD—7 poison damage\nReek:"), ["nastier special"]),
        (
            BOOK.replace("R: Bog spit", "[Special trigger] Stench +9 vs. PD—7 poison damage\nR: Bog spit"),
            ["special trigger"],
        ),
        (NOTE.replace('traits:\n    - name: "Pat', NASTIER_ACTION + 'traits:\n    - name: "Pat'), ["nastier special"]),
    ],
    ids=["below its heading", "before its name", "in a list of a note"],
)
def test_the_mark_of_an_action_is_a_tag_and_no_part_of_its_name(source: str, tags: list[str]):
    stench = next(each for each in read_one(source)["power"] if each.get("attack") == "+9 vs PD")
    assert (stench["name"], stench["tags"]) == ("Stench", tags)
    assert stench.get("action") == ("free" if tags == ["special trigger"] else None)


def test_every_power_can_be_used():
    for text in SOURCES.values():
        hero = {"max_hp": 100, "defenses": {"ac": 18, "pd": 15, "md": 15}, "initiative": 2}
        fight_with_all_they_have(read_source(text.encode(), "a source"), hero)


@pytest.mark.parametrize("name", ["book", "copied", "table", "note"])
def test_text_outside_a_stat_block_is_left_out_with_its_line(name: str):
    outside = [
        (each.line, each.text) for each in read_source(SOURCES[name].encode(), "x").leftovers if not each.creature
    ]
    expected = {
        "book": [(1, "Tales of the fen."), (21, "A word about swamps.")],
        "copied": [(1, "Tales of the fen."), (28, "A word about swamps.")],
        "table": [(1, "Fens")],
        "note": [(4, "Tales of the fen.")],
    }
    assert outside == expected[name]


def test_an_actor_as_yaml_has_the_hit_points_it_has_left():
    creature = read_source(AS_YAML.encode(), "x").creatures[0]
    assert (creature["kind"], creature["max_hp"], creature["hp"]) == ("triple", 110, 60)


def test_several_blocks_and_figures_on_one_line():
    text = BOOK.replace("AC 19\nPD 17\nMD 13\nHP 110", "AC 19  PD 17  MD 13  HP 110 (in water)")
    found = read_source(f"{text}\n{text.replace('Fen', 'Moor')}".encode(), "x")
    assert [(each["name"], each["max_hp"]) for each in found.creatures] == [("Fen Lurker", 110), ("Moor Lurker", 110)]
    assert "HP (in water)" in str(found.creatures[0]["text"])


@pytest.mark.parametrize(
    "text",
    [
        BOOK.replace("AC 19\nPD 17\nMD 13\nHP 110", "AC\t19\nPD\t17\nMD\t13\nHP\t110"),
        BOOK.replace("AC 19\nPD 17\nMD 13\nHP 110", "AC 19, PD 17, MD 13, HP 110"),
        BOOK.replace("AC 19\nPD 17\nMD 13\nHP 110", "AC: 19\nPD: 17\nMD: 13\nHP: 110"),
        BOOK.replace("4th level", "4th-level"),
        BOOK.replace("Large 4th level spoiler [beast]", "Large 4th level spoiler (beast)"),
        BOOK.replace("Initiative:", "**Initiative:**").replace("Muddy claws", "**Muddy claws").replace("—14", "**—14"),
        BOOK.replace("—", " — "),
        BOOK.replace("—", "--"),
        BOOK.replace("vs.", "vs"),
        BOOK.replace("+9 vs. AC", "+9 vs.\nAC"),
        BOOK.replace("\n", "\n\n"),
        COPIED.replace("\n", "\n\n"),
        "\n".join(f"> {line}" for line in BOOK.splitlines()),
        BOOK.replace("\n", "\r\n"),
    ],
    ids=[
        "tabs", "commas", "colons", "hyphen", "round", "bold", "spaces", "two hyphens", "no period", "broken", "blank",
        "blank, copied", "quoted", "CRLF",
    ],
)  # fmt: skip
def test_looser_layouts_are_read_alike(text: str):
    lurker: Any = read_source(text.encode(), "x").creatures[0]
    plain: Any = read_source(BOOK.encode(), "x").creatures[0]
    for each in ("name", "kind", "role", "type", "level", "max_hp", "initiative", "defenses", "resist", "vulnerable"):
        assert lurker[each] == plain[each]
    for ours, theirs in zip(lurker["power"], plain["power"], strict=True):
        assert {key: each for key, each in ours.items() if key != "text"} == {
            key: each for key, each in theirs.items() if key != "text"
        }


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("2nd level mook [undead]", ("mook", "mook", 2, "undead")),
        ("Huge 9th level wrecker [giant]", ("triple", "wrecker", 9, "giant")),
        ("2×\n3rd level\nLeader\nHumanoid", ("double", "leader", 3, "humanoid")),
        ("Weakling\n1st level\nMook\nDemon", ("mook", "mook", 1, "demon")),
        ("Elite 5th level caster [fey]", ("elite", "caster", 5, "fey")),
    ],
)
def test_the_heads_of_powers_are_read(head: str, expected: tuple[str, str, int, str]):
    creature = archmage_text.read(BOOK.replace("Large 4th level spoiler [beast]", head).encode()).creatures[0]
    assert tuple(creature[key] for key in ("kind", "role", "level", "type")) == expected


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (archmage_text.read, BOOK),
        (archmage_text.read, COPIED),
        (archmage_text.read_tables, TABLE),
        (archmage_text.read_tables, _grid()),
        (archmage_nodes.read_notes, NOTE),
        (archmage_nodes.read_foundry_actors, AS_YAML),
    ],
    ids=["book", "copied", "table", "grid", "note", "yaml"],
)
def test_cut_and_garbled_sources_are_read_in_part_or_refused(read: Callable[[bytes], ImportResult], text: str):
    check_cut(read, text)


def test_damaged_actors_are_read_or_refused():
    check_hostile(archmage_nodes.read_foundry_actors, ACTOR)


@pytest.mark.parametrize(
    "text",
    some_of(
        [
            BOOK.replace("14 damage", "a " * 20_000),
            BOOK.replace("Patient", "(" * 25_000),
            BOOK.replace("AC 19", "AC (" * 10_000),
            BOOK.replace("AC 19", "AC 1 " * 10_000),
            BOOK.replace("Natural even hit", "natural " * 5_000),
            BOOK.replace("+9 vs. AC", "+9 (" * 10_000),
            BOOK.replace("Muddy claws", "x" * 45_000),
            TABLE.replace("<p>", "<p>" * 3_000),
            TABLE + "<table><td>" * 2_500,
            f"{_grid()}\n{'+---' * 10_000}+\n{'|   ' * 10_000}|",
            NOTE.replace("14 damage", "`dice: " * 10_000),
            NOTE.replace("14 damage", "[[" * 20_000),
            NOTE.replace("actions:", f"more: {'[' * 25_000}"),
        ],
        one_in=3,
    ),
    ids=lambda text: text[:20],
)
def test_no_pattern_backtracks_badly(text: str):
    check_read_or_refused(text)


def test_riders_can_have_bullets_and_a_short_dash_can_part_the_damage():
    (wight,) = read_source(
        b"""Salt Wight
*Normal 4th level spoiler [undead]*
Initiative: +8
**Brine claws +9 vs. AC** \xe2\x80\x93 14 damage
\xe2\x80\xa2 *Natural even hit:* The target is dazed (save ends).
- *Miss:* 4 damage.
AC 20 PD 18 MD 14 HP 54
""",
        "paste",
    ).creatures
    (claws,) = wight["power"]
    assert (claws["damage"], claws["miss"]) == ("14", "4")
    assert "trait" not in wight


def test_an_actor_of_an_older_foundry_is_the_same():
    old = json.dumps(ACTOR).replace('"system": {', '"data": {')
    assert read_source(old.encode(), "old").creatures == read_source(json.dumps(ACTOR).encode(), "new").creatures


def test_a_note_without_a_stat_block_is_refused() -> None:
    with pytest.raises(UnreadableSource, match="no creature found"):
        archmage_nodes.read_notes(b"# Orcs\n\nThey live in the hills.\n")
