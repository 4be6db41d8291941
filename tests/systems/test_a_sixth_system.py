"""A new rules system is one module and one line in the registry; all other parts of the program work with it."""

import json
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from orcus_tui import systems
from orcus_tui.cli.main import app
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.ahead.timers import short_texts, timers, when_text
from orcus_tui.storage.encounter.fight_tables import fight_from_table, fight_text
from orcus_tui.storage.encounter.read import read_encounter_bytes
from tests.campaign.inputs.fights import table_in
from tests.helpers.casts.srd5 import ogre, vara
from tests.helpers.fights.played import Played, turn
from tests.helpers.fights.readings import complete, preview_line
from tests.helpers.project.files import ROOT

CAST = """
[[creature]]
name = "Ember"
kind = "pc"
max_hp = 12
initiative = 3
defenses = { nerve = 11 }
[[creature.power]]
name = "Spark"
attack = "+4 vs nerve"
damage = "1d6+1"
effects = ["apply dazzled save"]

[[creature]]
name = "Moth"
count = 2
max_hp = 6
initiative = 1
defenses = { nerve = 10 }
[[creature.power]]
name = "Wing"
attack = "+2 vs nerve"
damage = "2 cold"
"""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems.WHERE, "lanterns", systems.Location("tests.helpers.casts.lanterns", "LANTERNS"))


def fight() -> Played:
    return Played(CAST, system="lanterns")


def test_a_sixth_system_plays_a_round() -> None:
    played = fight().play("begin", dice="10 5")
    assert played.state["order"] == ["ember", "moth1", "moth2"]
    played.play("attack spark moth1,moth2", dice="6 5 3").shows("moth1", hp=2, conditions=["dazzled"])
    played.shows("moth2", hp=6, actions={"deed": 1}).play("next").play("attack wing ember face 11")
    played.shows("ember", hp=10)
    assert played.logs("11 + 2 − 2 (dazzled) = 11 vs Nerve 11 – hit")
    played.play("next", dice="11").shows("moth1", conditions=[]).play("attack wing ember face 1")
    played.play("next")
    assert played.logs("dusk 1")
    assert played.state["counters"] == {"dusk": 1}


def test_the_separate_rules_of_a_sixth_system_apply() -> None:
    played = fight().play("begin", dice="10 5").play("attack spark moth1", dice="20 2").shows("moth1", state="dead")
    played.play("shine moth2").shows("moth2", conditions=["dazzled"])
    (timer,) = timers(played.session.view)
    formatter = Formatter(played.session.view)
    assert when_text(formatter, timer.when) == "end of Moth 2's turn"
    assert short_texts(formatter, timer) == ("dazzled", "save 11+")
    played.play("undo 3").shows("moth1", state="up", hp=6)
    played.play("rest long").shows("ember", hp=12)


def test_a_condition_has_a_number_that_only_its_system_reads() -> None:
    played = fight().play("apply moth1 cracked", "damage moth1,moth2 2").shows("moth1", hp=3).shows("moth2", hp=4)
    assert played.logs("cracked 1")


def test_features_the_system_lacks_are_refused_by_name() -> None:
    played = fight().play("begin", dice="10 5")
    assert "Lanterns has no rallying" in played.refused("rally")
    assert "Lanterns has no recoveries" in played.refused("recover ember")
    assert "Lanterns has no action points" in played.refused("ap")
    assert 'Lanterns has no condition "prone"; it has cracked, dazzled' in played.refused("apply ember prone")
    assert "Lanterns" in played.refused("option surprise adjacent")


def test_a_sixth_system_is_previewed_written_and_opened_like_every_other() -> None:
    played = fight().play("begin", dice="10 5").play("apply moth1 dazzled save")
    context = played.session.context_for(played.session.fight)
    assert any("6 → 1" in line for line in preview_line("damage moth1 5", context))
    opened = read_encounter_bytes(fight_text(played.session.fight).encode(), Path("again.toml"))
    assert opened == played.session.fight
    assert [each.text for each in complete("shi", context)] == ["shine"]
    assert [each.text for each in complete("shine mo", context)] == ["moth1", "moth2"]


def test_random_fights_can_be_made_for_a_sixth_system() -> None:
    fights = [fight_from_table(table_in(systems.SYSTEMS["lanterns"], Random(seed))) for seed in range(300)]
    resisted = {kind for fight in fights for sheet in fight.sheets.values() for kind in sheet.resist}
    assert resisted == {"cold", "all", "near"}


def test_the_program_knows_a_sixth_system(tmp_path: Path) -> None:
    encounter = tmp_path / "lamps.toml"
    encounter.write_text(f'format = 1\nname = "Lamps"\nsystem = "lanterns"\n{CAST}', encoding="utf-8")
    assert CliRunner().invoke(app, ["check", str(encounter)]).exit_code == 0
    assert "dusk_deepens" in CliRunner().invoke(app, ["systems"]).output
    lines = ["play", str(encounter), "--no-journal", "-c", "begin; shine moth1", "--dice", "10 5", "--json"]
    state = json.loads(CliRunner().invoke(app, lines).output)["state"]
    assert state["creatures"]["moth1"]["conditions"] == ["dazzled"]
    assert state["creatures"]["moth1"]["action_points"] is None


def test_a_sixth_system_is_a_small_module() -> None:
    lines = (ROOT / "tests" / "helpers" / "casts" / "lanterns.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 120


def test_a_system_of_the_family_defines_only_its_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(systems.WHERE, "blade-pact", systems.Location("tests.helpers.casts.blade_pact", "BLADE_PACT"))
    played = Played(vara(turn(20)), ogre(turn(10)), system="blade-pact").play("begin")
    played.play("attack greataxe ogre", "do guard", "do grapple ogre", dice="15 9")
    played.shows("vara", actions={"deed": 0, "reaction": 1}, conditions=["guarded"])
    played.shows("ogre", hp=47, conditions=["grappled", "wounded"])
    assert played.play("attack greataxe ogre", dice="2").logs("Vara has no deed action left; allowed anyway")
    played.play("next", "attack greatclub vara", dice="10")
    assert played.logs("10 + 6 − 2 (wounded) = 14 vs AC 18 (16 + 2 guarded) – miss")
    lines = (ROOT / "tests" / "helpers" / "casts" / "blade_pact.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60
