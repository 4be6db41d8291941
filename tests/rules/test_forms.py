"""`become`: replaces a creature's stat block, and restores it."""

from pathlib import Path

import pytest

from orcus_tui.model.fight import Fight
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.storage.journal.records import execution_record, read_event
from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.archmage import Archmage, hob, kell
from tests.helpers.casts.ford import fight_of
from tests.helpers.casts.srd5 import Srd5, ogre, turn, vara
from tests.helpers.fights.played import Played, creature, defenses, hero, monster

BEAR = """[[creature.form]]
name = "Cave Bear"
max_hp = 30
defenses = { ac = 12 }
counters = { rage = 2 }
[[creature.form.power]]
name = "Claw"
attack = "+6 vs AC"
damage = "2d6"
"""
OWL = '[[creature.form]]\nname = "Owl"\nmax_hp = 10\ndefenses = { ac = 12 }'
UNBOUND = """[[creature.trait]]
name = "Phases"
trigger = "hp 50%"
effects = ["become Unbound", "self: apply slowed enc"]
[[creature.form]]
name = "Unbound"
defenses = { ac = 30 }
"""


def fight(*lines: str) -> Played:
    ari = creature("Ari", f'kind = "pc"\nmax_hp = 44\ninitiative_total = 20\n{defenses(18, 16, 14, 13)}', BEAR)
    return Played(ari, monster("Ogre", 10, UNBOUND), monster("Wolf", 5)).play(*lines)


def test_a_form_replaces_the_stat_block_and_the_damage_stays() -> None:
    played = fight("begin", "apply ari dazed enc", "damage ari 10", "become ari cave-bear")
    played.shows("ari", name="Ari", kind="pc", form="Cave Bear", hp=20, max_hp=30, initiative=20, counters={"rage": 2})
    assert played["ari"]["defenses"]["ac"] == 12
    assert played["ari"]["defenses"]["will"] == 13
    assert played.names("ari") == ["dazed"]
    played.play("damage ari 3", "become ari back").shows("ari", form=None, hp=31, max_hp=44)


def test_a_creature_in_a_form_has_only_the_powers_of_the_form() -> None:
    played = fight("begin", "become ari cave", "attack claw ogre face 15 hit 9")
    assert "no power" in played.refused("attack sword ogre")
    assert "no power" in played.play("become ari back").refused("attack claw ogre")


def test_a_form_may_have_separate_hit_points_and_excess_damage_goes_to_the_creature() -> None:
    played = fight("damage ari 10", "become ari cave own").shows("ari", hp=30, max_hp=30)
    played.play("damage ari 29").shows("ari", form="Cave Bear", hp=1)
    played.play("damage ari 9").shows("ari", form=None, hp=26, max_hp=44)
    assert "Ari takes 8 left over from the form: 34 → 26" in played.log
    fight("damage ari 10", "become ari cave own", "damage ari 30").shows("ari", form=None, hp=34)
    fight("damage ari 10", "become ari cave own", "become ari back").shows("ari", form=None, hp=34)
    fight("become ari cave own", "damage ari 80").shows("ari", form=None, hp=-6, state="down")


@pytest.mark.parametrize(
    ("line", "name", "hp"),
    [("become Cave", "Cave", 20), ("become Cave own", "Cave", 30), ('become "Her own"', "Her own", 20),
     ('become "Her own" own', "Her own", 30), ("become her own own", "Her own", 30)],
)  # fmt: skip
def test_a_power_names_the_form_and_whether_its_hit_points_are_separate(line: str, name: str, hp: int) -> None:
    forms = "".join(f'[[creature.form]]\nname = "{each}"\nmax_hp = 30\n' for each in ("Cave", "Her own"))
    power = f"[[creature.power]]\nname = 'Change'\naction = 'free'\nrange = 'self'\neffects = ['{line}']"
    Played(hero("Ari", 20, "", forms, power)).play("damage ari 10", "use change by ari").shows("ari", form=name, hp=hp)


def test_temporary_hit_points_come_first() -> None:
    fight("become ari cave own", "temp ari 5", "damage ari 36").shows("ari", form=None, hp=43, temp_hp=0)


def test_a_phase_begins_at_its_hit_points() -> None:
    played = fight("damage ogre 30").shows("ogre", form="Unbound", conditions=["slowed"])
    assert played["ogre"]["defenses"]["ac"] == 30
    played.play("heal ogre 40", "damage ogre 40").shows("ogre", form="Unbound")


def test_an_aura_goes_with_the_form_that_has_it() -> None:
    aura = '[[creature.aura]]\nname = "Hum"\nside = "all"\nline = "bonus -2 attack"\nat = "inside"\n'
    form = f'[[creature.form]]\nname = "Still"\n{aura.replace("creature.aura", "creature.form.aura")}'
    still = Played(hero("Ari", 20, "", aura, '[[creature.form]]\nname = "Still"\naura = []'))
    still.play("into hum ari").shows("ari", form=None)
    assert still.names("ari") == ["attack"]
    still.play("become ari still")
    assert still.state["zones"] == {}
    assert still.names("ari") == []
    still.play("become ari back")
    assert list(still.state["zones"]) == ["hum"]
    assert list(Played(hero("Ari", 20, "", form)).play("become ari still").state["zones"]) == ["hum"]


def test_a_creature_of_the_fight_may_be_the_form() -> None:
    played = fight("become ari wolf").shows("ari", form="Wolf", name="Ari", side="party", kind="pc")
    assert "wolf" in played.state["creatures"]
    played.play("become ari cave").shows("ari", form="Cave Bear")
    played.play("become ari back").shows("ari", form=None, max_hp=44)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("become ari dargon", 'no form or creature of the library is called "dargon"'),
        ("become ari back", "Ari is in its own form"),
        ("become ari", "expected a form"),
        ("become ari cave twice", "unexpected"),
    ],
)
def test_an_impossible_form_changes_nothing(line: str, message: str) -> None:
    assert message in fight().refused(line)


def test_the_same_form_again_and_forms_of_the_dead_are_refused() -> None:
    assert "is Cave Bear already" in fight("become ari cave").refused("become ari cave")
    assert "dead" in fight("kill ari").refused("become ari cave")


def test_undo_ends_a_form_and_added_creatures_do_not_have_it() -> None:
    fight("become ari cave", "undo").shows("ari", form=None, max_hp=44)
    fight("become wolf ogre", "add wolf x1").shows("wolf2", form=None)


def test_a_form_is_written_and_opened() -> None:
    for line in ("become ari cave own", "become ari cave", "become ari wolf", "become ari wolf own"):
        played = fight("damage ari 4", line, "become ogre unbound")
        again = Played()
        again.session.timeline.start = fight_of(fight_text(played.session.fight))
        assert again.state == played.state
        for one in (played, again):
            one.play("damage ari 1", "become ari back", "become ari cave", "become ogre back")
        assert again.state == played.state


def in_the_journal(played: Played, system: System) -> Fight:
    """The fight that the records of a journal make."""
    fight = played.session.timeline.start
    for execution in played.session.timeline.executions:
        for stored in execution_record(execution, system).events:
            fight = read_event(stored, system, fight.sheets).apply(fight)
    return fight


def test_a_form_is_in_the_journal() -> None:
    tired = Srd5(vara(f"{turn(20)}\n{OWL}"), ogre(turn(10)))
    tired.play("begin", "become vara owl own", "counter vara.exhaustion 4")
    for played, system in ((fight("become ari cave own", "damage ari 40"), "orcus"), (tired, "srd5")):
        reopened = in_the_journal(played, SYSTEMS[system])
        assert reopened.sheets == played.session.fight.sheets
        assert reopened.states == played.session.fight.states


def test_a_form_needs_a_name_but_no_separate_hit_points() -> None:
    with pytest.raises(Exception, match="write max_hp"):
        Played(hero("Ari", 20, '[[creature.form]]\nname = "Bear"\nhp = 3'))
    with pytest.raises(Exception, match="missing"):
        Played(hero("Ari", 20, "[[creature.form]]\nmax_hp = 3"))


def test_a_form_without_hit_points_in_the_true_srd() -> None:
    text = '[[creature.form]]\nname = "Cave"\ndefenses = { toughness = 9 }'
    played = Played(creature("Ari", 'kind = "pc"', text), system="true-srd").play("become ari cave")
    assert played["ari"]["form"] == "Cave"
    assert played["ari"]["defenses"]["toughness"] == 9
    assert fight_of(fight_text(played.session.fight)) == played.session.fight
    assert "no hit points" in played.play("become ari back").refused("become ari cave own")


def test_forms_of_a_group_are_equal_and_stored_in_a_file() -> None:
    wolves = creature(
        "Wolf", f"count = 2\nmax_hp = 44\nxp = 50\ninitiative_total = 20\n{defenses(18, 16, 14, 13)}", BEAR
    )
    played = Played(wolves, hero("Ari", 10)).play('rename wolf2 "Grey"', "side wolf2 party", "set wolf2 xp 70")
    assert played.session.fight.sheets["wolf1"].forms == played.session.fight.sheets["wolf2"].forms
    assert read_encounter_bytes(fight_text(played.session.fight).encode(), Path("again.toml")) == played.session.fight
    played.play("become wolf2 cave").shows("wolf2", name="Grey", side="party", max_hp=30)


def test_resources_of_a_form_come_after_the_creatures_own() -> None:
    own, other = "[creature.resources]\nki = { max = 2 }", "[creature.resources]\nrage = { max = 3 }"
    played = Played(hero("Ari", 20, "", own), monster("Ogre", 10, "", other)).play("become ari ogre")
    assert list(played["ari"]["counters"]) == ["ki", "rage"]


def test_exhaustion_halves_the_own_maximum_and_that_of_the_form() -> None:
    tired = Srd5(vara(f"{turn(20)}\n{OWL}"), ogre(turn(10))).play("begin", "become vara owl own")
    tired.play("counter vara.exhaustion 4").shows("vara", hp=5, max_hp=5)
    tired.play("become vara back").shows("vara", hp=12, max_hp=12)
    tired.play("become vara owl own", "remove vara all").shows("vara", hp=5, max_hp=10)
    tired.play("become vara back").shows("vara", hp=12, max_hp=24)
    tired.play("undo", "undo", "become vara back").shows("vara", hp=12, max_hp=12)


def test_a_long_rest_restores_the_own_hit_points_too() -> None:
    played = fight("damage ari 10", "become ari cave own", "damage ari 4").play("rest long").shows("ari", hp=30)
    assert played.logs("Ari has 44 HP again in its own form")
    played.play("become ari back").shows("ari", hp=44)


def test_a_form_without_negative_hit_points_keeps_the_damage() -> None:
    cat = '[[creature.form]]\nname = "Cat"\nmax_hp = 10'
    played = Played(hero("Ari", 20, "", cat), options="no_negative_hp = true").play("damage ari 15", "become ari cat")
    played.shows("ari", hp=0, state="down").play("become ari back").shows("ari", hp=25)
    Played(hero("Ari", 20, "", cat)).play("damage ari 15", "become ari cat").shows("ari", hp=-5, state="dead")


def test_a_lasting_wound_lowers_the_own_maximum_and_heals_there() -> None:
    wounded = Archmage(
        kell(f"initiative_total = 20\n{OWL}"), hob("initiative_total = 10"), options="lasting_wound = true"
    )
    wounded.play("begin", "become kell owl", "damage kell 12").shows("kell", state="down", hp=-2, max_hp=10)
    wounded.play("become kell back").shows("kell", max_hp=37)
    wounded.play("become kell owl", "finish", "rest full", "become kell back").shows("kell", hp=42, max_hp=42)
