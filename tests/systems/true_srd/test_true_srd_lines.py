"""Every line on the page of the True SRD and in its encounters can be carried out as printed, with names filled in."""

import re
from pathlib import Path
from random import Random

import pytest

from orcus_tui.commands.grammar import verbs_by_name
from orcus_tui.model.briefing import BRIEFING_TEXTS
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.systems.true_srd.system import TRUE_SRD
from tests.helpers.casts.true_srd import TrueSrd, guard, rin, thug, turn
from tests.helpers.project.files import EXAMPLE_FILES, ROOT

PAGE = (ROOT / "docs" / "systems" / "true-srd.md").read_text(encoding="utf-8")
ENCOUNTERS = [each for each in EXAMPLE_FILES if '"true-srd"' in each.read_text("utf-8")]

NAMES = {
    "NAME,NAME": "rin,thug",
    "FRIEND,FOE": "thug,rin",
    "NAMES": "rin,thug",
    "NAME": "rin",
    "TARGET": "rin",
    "FOE": "rin",
    "FRIEND": "thug",
    "POWER": "spear",
    "EFFECT": "frightened",
    "FACE": "12",
    "N": "12",
}
"""The words filled in for placeholders of the page; it is the guard's turn."""
BEFORE = {
    "answer 12": ("ask party", "damage rin 3"),
    "save NAME EFFECT FACE +4": ("apply rin frightened save:17",),
    "check TARGET recovery": ("set rin track.wounded true",),
    "check TARGET dying": ("set rin track.dying true",),
    "check NAME dying": ("set rin track.dying true",),
    "check TARGET fatigue": ("fatigue rin",),
    "do escape": ("apply guard grappled",),
    "do release": ("do grapple rin",),
    "do stand": ("apply guard prone",),
    "do pickup": ("apply guard disarmed",),
    "do rouse FRIEND": ("apply thug fascinated",),
    "do smother": ("apply guard burning",),
    "do combine FOE": ("attack spear rin combined face 20",),
    "do combine NAME": ("attack spear rin combined face 20",),
    "do dismount": ("do mount thug",),
    "remove NAME persistent": ("persist rin 2 lethal",),
    "attack POWER NAME coup": ("apply rin helpless",),
    "attack POWER NAME offhand": ("attack spear rin twoweapons face 1",),
    "amend face N": ("damage rin 3 face 8",),
}
"""The lines that must come before."""
UNDONE = {"outof ": "into ", "remove ": "apply "}
"""Verbs in the texts of encounters, and the verbs that must come before them."""


def lines_in(text: str) -> list[str]:
    """The texts between backticks that are a verb with words after it; a verb alone is only a name."""
    examples = (
        re.sub(r"\s+", " ", each) for each in re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.S))
    )
    verbs = verbs_by_name(TRUE_SRD)
    return list(dict.fromkeys(each for each in examples if " " in each and each.split()[0] in verbs))


def texts(encounter: Path) -> str:
    """The texts of an encounter."""
    briefing = read_encounter(encounter).briefing
    return "\n".join(getattr(briefing, each) for each in BRIEFING_TEXTS)


@pytest.mark.parametrize("line", lines_in(PAGE))
def test_the_lines_of_the_page_are_valid(line: str) -> None:
    fight = TrueSrd(guard(turn(20)), rin(turn(15)), thug(turn(10)))
    fight.session.dice_source = RandomDice(Random(1))
    begun = () if line.startswith("surprise") else ("begin",)
    for each in (*begun, *BEFORE.get(line, ()), re.sub("|".join(rf"\b{name}\b" for name in NAMES), _put_in, line)):
        result = fight.session.run(each)
        assert result
        assert not result.error, f"{each}: {result.error}"


def _put_in(name: re.Match[str]) -> str:
    return NAMES[name[0]]


@pytest.mark.parametrize("encounter", ENCOUNTERS, ids=lambda each: each.stem)
def test_the_lines_in_the_texts_of_an_encounter_are_valid(encounter: Path) -> None:
    for line in lines_in(texts(encounter)):
        assert any(can_be_said(encounter, line, each) for each in read_encounter(encounter).states), line


def can_be_said(encounter: Path, line: str, creature: str) -> bool:
    """Whether a line is carried out in a creature's turn, or for `surprise` before the fight."""
    session = Session(read_encounter(encounter), RandomDice(Random(1)))
    said = line.replace("NAME", "quince")
    undone = [said.replace(after, before) for after, before in UNDONE.items() if said.startswith(after)]
    begun = () if said.startswith("surprise") else (f"begin first {creature}",)
    results = [session.run(each) for each in (*begun, *undone, said)]
    return not any(result is None or result.error for result in results)


def test_lines_are_found_to_check() -> None:
    assert len(lines_in(PAGE)) > 20
    assert len(ENCOUNTERS) == 4
    assert sum(len(lines_in(texts(each))) for each in ENCOUNTERS) > 5
