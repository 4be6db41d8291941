"""Archmage stat blocks in layouts of all kinds: one-line figures anywhere, several creatures in one text."""

from typing import Any

import pytest

from orcus_tui.importers.format_detection import read_source
from tests.helpers.imports.fen_lurker import BOOK

HEAD = "Coral Reaver\nNormal 3rd level troop [humanoid]"
FIGURES = "AC 19\nPD 17\nMD 13\nHP 45"
SPEAR = "Coral-tipped spear +6 vs. AC—6 damage"
NET = "R: Hooked net +6 vs. PD—3 damage"
ATTACKS = f"""{SPEAR}
Natural even hit against a stuck or hampered enemy: The target takes 5 ongoing damage.
{NET}
Natural odd hit: The target is stuck (save ends).
Limited use: 1/battle."""
TRAITS = """Blood rage: A staggered coral reaver adds 2 to its damage.
Salt in the wound: It deals double damage to the drowned."""
NASTIER = """Nastier Specials
Undertow: Its net pulls two enemies at once."""
BODY = f"{ATTACKS}\n{TRAITS}\n{NASTIER}"
PRINTED = f"{HEAD}\nInitiative: +6\n{BODY}\n{FIGURES}\n"

LAYOUTS = {
    "as printed": PRINTED,
    "figures of one line at the head": f"{HEAD}\nInitiative +6, AC 19, PD 17, MD 13, HP 45\n{BODY}",
    "figures below the level": f"{HEAD}\n{FIGURES}\nInitiative: +6\n{BODY}",
    "one line each at the head": f"{HEAD}\nInitiative: +6\n{FIGURES}\n{BODY}",
    "figures before the initiative": f"{HEAD}\nAC 19, PD 17, MD 13, HP 45, Initiative +6\n{BODY}",
    "bars and a short label": f"{HEAD}\nInit +6 | AC 19 | PD 17 | MD 13 | HP 45\n{BODY}",
    "dots": f"{HEAD}\nInitiative +6 · AC 19 · PD 17 · MD 13 · HP 45\n{BODY}",
    "slashes": f"{HEAD}\nInitiative: +6\nAC 19 / PD 17 / MD 13 / HP 45\n{BODY}",
    "defenses and hit points": (f"{HEAD}\nInitiative: +6\nDefenses: AC 19, PD 17, MD 13\nHit points: 45\n{BODY}"),
    "everything in the head": (
        f"Coral Reaver, normal 3rd level troop [humanoid]\nInitiative +6, AC 19, PD 17, MD 13, HP 45\n{BODY}"
    ),
    "name and level in brackets": PRINTED.replace(HEAD, "Coral Reaver (normal 3rd level troop [humanoid])"),
    "name and level with a dash": PRINTED.replace(HEAD, "Coral Reaver — normal 3rd level troop [humanoid]"),
    "level and figures in one line": (f"{HEAD}, Initiative +6, AC 19, PD 17, MD 13, HP 45\n{BODY}"),
    "level as a number": PRINTED.replace("Normal 3rd level troop [humanoid]", "Level 3 troop (humanoid)"),
    "figures between attacks and traits": f"{HEAD}\nInitiative: +6\n{ATTACKS}\n{FIGURES}\n{TRAITS}\n{NASTIER}",
    "figures between traits and specials": f"{HEAD}\nInitiative: +6\n{ATTACKS}\n{TRAITS}\n{FIGURES}\n{NASTIER}",
    "initiative at the foot": f"{HEAD}\n{BODY}\nInitiative: +6\n{FIGURES}",
    "initiative below the figures": f"{HEAD}\n{BODY}\n{FIGURES}\nInitiative: +6",
    "colons and semicolons": PRINTED.replace("spear +6 vs. AC—", "spear: +6 vs. AC; ").replace(
        "net +6 vs. PD—", "net: +6 vs. PD; "
    ),
    "damage in brackets": PRINTED.replace("AC—6 damage", "AC (6 damage)").replace("PD—3 damage", "PD (3 damage)"),
    "bullets": "\n".join(f"- {line}" if ":" in line else line for line in PRINTED.split("\n")),
    "bold": PRINTED.replace("Natural odd hit:", "**Natural odd hit:**").replace("Blood rage:", "***Blood rage:***"),
    "blank lines": PRINTED.replace("\n", "\n\n"),
    "signs after backslashes": PRINTED.replace("+", r"\+").replace("—", r" \- "),
    "paragraphs in HTML": "".join(f"<p>{line}</p>\n" for line in PRINTED.split("\n")).replace("AC 19", "<b>AC</b> 19"),
    "a short heading": PRINTED.replace("Nastier Specials", "**Nastier specials:**"),
}


def creatures_of(text: str) -> list[dict[str, Any]]:
    return read_source(text.encode(), "a paste").creatures


@pytest.mark.parametrize("text", LAYOUTS.values(), ids=LAYOUTS)
def test_a_creature_is_read_whole_in_every_layout(text: str):
    (reaver,) = creatures_of(text)
    head = {key: reaver.get(key) for key in ("name", "kind", "level", "role", "type", "max_hp", "initiative")}
    assert head == {
        "name": "Coral Reaver", "kind": "standard", "level": 3, "role": "troop", "type": "humanoid", "max_hp": 45,
        "initiative": 6,
    }  # fmt: skip
    assert reaver["defenses"] == {"ac": 19, "pd": 17, "md": 13}
    spear, net = reaver["power"]
    assert (spear["name"], spear["range"], spear["attack"], spear["damage"]) == (
        "Coral-tipped spear", "melee", "+6 vs AC", "6",
    )  # fmt: skip
    assert (net["name"], net["range"], net["attack"], net["damage"]) == ("Hooked net", "ranged", "+6 vs PD", "3")
    assert spear["effects"] == ["natural even: if stuck,hampered: persist 5 save"]
    assert (net["effects"], net["use"]) == (["natural odd: apply stuck save"], "encounter")
    assert [each["name"] for each in reaver["trait"]] == [
        "Blood rage", "Salt in the wound", "Undertow (nastier special)",
    ]  # fmt: skip


def test_a_sentence_between_the_name_and_the_level_is_not_a_name():
    text = BOOK.replace("Fen Lurker\nLarge", "Fen Lurker\nIt waits below the water.\nLarge")
    assert [each["name"] for each in creatures_of(text)] == ["Fen Lurker"]


def test_a_short_range_and_a_trigger_begin_an_attack():
    text = PRINTED.replace(
        "Blood rage:",
        "C: Sonic wail +6 vs. MD (1d3 nearby enemies)—4 thunder damage\n"
        "[Special trigger] Lashing tail +8 vs. AC—5 damage\nBlood rage:",
    )
    *_, wail, tail = creatures_of(text)[0]["power"]
    assert (wail["name"], wail["range"], wail["damage"]) == ("Sonic wail", "near, 1d3 nearby enemies", "4 thunder")
    assert (tail["name"], tail["action"], tail["tags"]) == ("Lashing tail", "free", ["special trigger"])


def test_a_trait_between_attacks_takes_nothing_from_the_attacks():
    text = PRINTED.replace(NET, f"Slick: Nothing holds it.\n{NET}")
    (reaver,) = creatures_of(text)
    assert [each["name"] for each in reaver["power"]] == ["Coral-tipped spear", "Hooked net"]
    assert [each["name"] for each in reaver["trait"]][:2] == ["Slick", "Blood rage"]


@pytest.mark.parametrize("between", ["", "\n", "\nThey live off the coast.\n\n"])
@pytest.mark.parametrize("layout", ["as printed", "figures of one line at the head", "everything in the head"])
def test_several_creatures_in_one_text_are_each_whole(layout: str, between: str):
    first = LAYOUTS[layout].rstrip("\n")
    second = first.replace("Coral Reaver", "Reef Guard").replace("HP 45", "HP 90").replace("spear", "pike")
    found = creatures_of(f"{first}\n{between}{second}\n{between}{first.replace('Coral', 'Tide')}\n")
    assert [(each["name"], each["max_hp"], len(each["power"])) for each in found] == [
        ("Coral Reaver", 45, 2), ("Reef Guard", 90, 2), ("Tide Reaver", 45, 2),
    ]  # fmt: skip
    assert found[1]["power"][0]["name"] == "Coral-tipped pike"


def test_text_below_the_foot_stays_with_the_creature_where_it_is_a_passage_of_a_stat_block():
    (reaver,) = creatures_of(f"{PRINTED}Ambush: It rises from the surf.\nReavers are a plague.\n")
    assert reaver["trait"][-1]["name"] == "Ambush (nastier special)"


@pytest.mark.parametrize(
    "figures",
    [
        "AC 19 (21 in water), PD 17, MD 13, HP 45 (staggered 22)",
        "AC 19 PD 17\nMD 13 HP 45",
        "AC: 19\nPD: 17\nMD: 13\nHP: 45, staggered 22",
        "AC 19, PD 17, MD 13, HP 45, swims well",
        "**AC** 19 **PD** 17 **MD** 13 **HP** 45",
    ],
)
@pytest.mark.parametrize("layout", ["as printed", "one line each at the head"])
def test_notes_next_to_the_figures_are_kept(figures: str, layout: str):
    text = LAYOUTS[layout].replace(FIGURES, figures)
    (reaver,) = creatures_of(text)
    assert reaver["defenses"] | {"hp": reaver["max_hp"]} == {"ac": 19, "pd": 17, "md": 13, "hp": 45}
    assert [each["name"] for each in reaver["power"]] == ["Coral-tipped spear", "Hooked net"]
    for note in ("in water", "staggered 22", "swims well"):
        assert (note in str(read_source(text.encode(), "a paste"))) == (note in figures)
