"""Zones and auras: who is inside, their lines, when they end; files, journals, undo, and what players see."""

from pathlib import Path
from random import Random

import pytest

from orcus_tui.model.message import Message
from orcus_tui.players.public_state import PlayerPerspective
from orcus_tui.rules.snapshot import snapshot
from orcus_tui.session.ahead.timers import timers
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import EncounterFaults, read_encounter_bytes
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.systems import view_of
from tests.helpers.casts.archmage import Archmage, hob, kell, turn
from tests.helpers.fights.played import Played, creature, hero, monster, power
from tests.helpers.fights.random_fights import journal_of, play_lines

STENCH = '[[creature.aura]]\nname = "Grave Stench"\nsize = 2\nline = "damage 4 poison"'
DREAD = '[[creature.aura]]\nname = "Dread"\nline = "bonus -2 attack"\nat = "inside"'
CLOUD = power("Cloud", 'use = "at-will"\ntags = ["zone"]\nalways = [\'zone cloud "damage 3 poison" end enc\']')
FOG = 'zone fog ari,bel "damage 5 cold" start enc by witch'


def table(*, begun: bool = True) -> Played:
    fight = Played(
        hero("Ari", 20),
        hero("Bel", 15),
        monster("Witch", 10, "", CLOUD),
        monster("Ghoul", 5, "count = 2", STENCH, DREAD),
    )
    return fight.play("begin") if begun else fight


def test_the_line_of_a_zone_is_carried_out_at_the_start_of_each_turn_inside() -> None:
    fight = table().play(FOG)
    assert fight.state["zones"]["fog"] == {
        "inside": ["ari", "bel"],
        "line": "damage 5 cold",
        "at": "start",
        "source": "witch",
        "duration": "until the end of the encounter",
    }
    fight.shows("ari", hp=40).play("next").shows("bel", hp=35)
    fight.play("next").shows("witch", hp=60).play("next", "next", "next").shows("ari", hp=35)


def test_the_line_of_a_zone_is_carried_out_at_the_end_of_each_turn_inside() -> None:
    fight = table().play('zone embers ari "damage 5 fire" end')
    fight.shows("ari", hp=40).play("next").shows("ari", hp=35)
    assert fight.state["zones"]["embers"]["duration"] == "until removed"


def test_a_line_is_in_force_from_entering_to_leaving() -> None:
    fight = table().play('zone gloom @party "bonus -2 attack" inside enc')
    assert fight.names("ari") == fight.names("bel") == ["attack"]
    assert fight["ari"]["effects"][0]["duration"] == "until it leaves gloom"
    assert any("gloom" in line for line in play_lines(fight.session, "why ari attack"))
    assert fight.play("outof gloom bel").names("bel") == []
    assert fight.play("into gloom bel,witch").names("witch") == ["attack"]
    assert fight.play("remove zone gloom").names("ari") == []
    assert "gloom" not in fight.state["zones"]


def test_a_creature_dropped_inside_several_zones_leaves_them_and_ends_its_own() -> None:
    fight = table().play('zone gloom witch "bonus -2 attack" inside enc by ari')
    fight.play("use cloud ari,witch by witch", "drop witch")
    assert "cloud" not in fight.state["zones"]
    assert fight.state["zones"]["gloom"]["inside"] == []


def test_a_knockout_after_a_death_restores_the_zones_that_it_ended() -> None:
    fight = table().play("use cloud ari,bel by witch", "into dread ari")
    before = fight.state["zones"]
    fight.play("damage witch,ghoul1 500")
    assert "cloud" not in fight.state["zones"]
    assert fight.state["zones"]["dread"]["inside"] == []
    assert fight.names("ari") == []
    fight.play("knockout witch,ghoul1")
    assert fight.state["zones"] == before
    assert fight.names("ari") == ["attack"]
    fight.play("undo")
    assert "cloud" not in fight.state["zones"]


def test_dice_of_a_bonus_are_its_amount_in_state() -> None:
    fight = table().play("bonus ari +1d4 attack", "bonus ari +2 ac")
    assert [each["amount"] for each in fight["ari"]["effects"]] == ["+1d4", 2]


def test_the_creatures_inside_are_targets() -> None:
    fight = table().play("zone fog ari,witch", "damage @fog 7").shows("ari", hp=33).shows("witch", hp=53)
    fight.play("into Dread bel", "damage @dread 1").shows("bel", hp=39)
    fight.play("into grave-stench bel", 'damage "@Grave Stench" 1').shows("bel", hp=38)
    fight.play("apply @fog,!ari prone").shows("witch", conditions=["prone"]).shows("ari", conditions=[])
    fight.play("kill witch", "damage @fog 1").shows("ari", hp=32)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("zone prone ari", "that is a condition"),
        ("zone cold ari", "that is a fact already (a damage type)"),
        ("zone undead", "that is a fact already"),
        ("zone ari", "that is a creature in this fight"),
        ("zone fog", "there is a zone"),
        ("zone dread", "there is a zone"),
        ('zone "a,b"', "a zone's name is one word"),
        ('zone mist ari "damage 5 colld"', 'did you mean "cold"?'),
        ('zone mist ari "heal"', "expected an amount"),
        ('zone mist ari "crit: damage 5"', "this is for an attack roll"),
        ('zone mist ari "else: damage 5"', "else needs"),
        ("zone mist ari save", "a zone lasts until a turn"),
        ("zone mist ari teont", "a zone lasts until a turn"),
        ("into mist ari", 'no zone is called "mist"; there is'),
        ("into fgo ari", 'did you mean "fog"?'),
        ("into fog bel", "Bel is in fog already"),
        ("into fog @party", "Ari and Bel are in fog already"),
        ("outof fog witch", "Witch is not in fog"),
        ("remove zone mist", 'no zone is called "mist"'),
        ("damage @mist 5", "is not a side, state, condition or zone"),
    ],
)
def test_impossible_values_are_refused_and_nothing_changes(line: str, message: str) -> None:
    assert message in table().play(FOG).refused(line)


def test_an_error_in_a_line_has_its_column_in_the_whole_line() -> None:
    result = table().session.run('zone mist "damage 5 colld"')
    assert result is not None
    assert result.column == 21


def test_a_set_excludes_creatures_already_inside() -> None:
    fight = table().play("zone fog ari", "into fog @party")
    assert fight.state["zones"]["fog"]["inside"] == ["ari", "bel"]


def test_an_aura_with_nobody_inside_is_mentioned_and_works_for_those_inside() -> None:
    fight = table().play("next")
    assert fight.logs("Ghoul 1's aura Grave Stench 2: damage 4 poison")
    fight.play("into grave-stench bel", "next", "next", "next", "next", "next").shows("bel", hp=36)
    assert not fight.logs("Ghoul 1's aura Grave Stench")
    assert fight.logs("Ghoul 2's aura Grave Stench")


def test_an_aura_whose_condition_is_false_is_not_mentioned() -> None:
    sparks = '[[creature.aura]]\nname = "Sparks"\nline = \'if self "burning": damage 2 fire\''
    fight = Played(hero("Ari", 20), monster("Mill", 10, sparks)).play("begin")
    assert not fight.logs("Sparks")
    fight.play('apply mill "burning"', "next", "next")
    assert fight.logs("Mill's aura Sparks")
    assert [each["line"] for each in fight.state["offers"]] == ["damage ari 2 fire by mill"]


def test_auras_with_the_same_name_are_numbered_and_found_by_their_printed_name() -> None:
    fight = table(begun=False)
    assert [*fight.state["zones"]] == ["grave-stench", "dread", "grave-stench2", "dread2"]
    fight.play('into "Grave Stench" ari', "kill ghoul1", 'into "Grave Stench" bel')
    assert fight.state["zones"]["grave-stench"]["inside"] == []
    assert fight.state["zones"]["grave-stench2"]["inside"] == ["bel"]
    fight.play("add Ghoul")
    assert fight.state["zones"]["grave-stench3"]["source"] == "ghoul3"


def test_an_aura_is_only_for_its_side() -> None:
    fight = table().play("into dread ari,ghoul2")
    assert fight.names("ari") == ["attack"]
    assert fight.names("ghoul2") == []


@pytest.mark.parametrize("line", ["kill ghoul1", "drop ghoul1", "reserve ghoul1"])
def test_an_aura_does_not_affect_those_inside_when_its_bearer_dies_or_leaves(line: str) -> None:
    fight = table().play("into dread ari", line)
    assert fight.names("ari") == []
    assert ("dread" in fight.state["zones"]) == (line != "drop ghoul1")


@pytest.mark.parametrize("line", ["drop bel", "reserve bel"])
def test_leaving_the_fight_leaves_the_zone(line: str) -> None:
    fight = table().play('zone gloom ari,bel "bonus -2 attack" inside', line)
    assert fight.state["zones"]["gloom"]["inside"] == ["ari"]
    assert fight.names("bel") == []


def test_a_zone_ends_with_its_duration() -> None:
    fight = table().play('zone gloom bel "bonus -2 attack" inside 1r', "next", "next", "next", "next")
    assert "gloom" in fight.state["zones"]
    assert "gloom" not in fight.play("next").state["zones"]
    assert fight.names("bel") == []
    fight.play("zone fog eot", "next")
    assert "fog" not in fight.state["zones"]
    fight.play("zone fog enc", "zone mist", "finish")
    assert [each for each in fight.state["zones"] if each in ("fog", "mist")] == ["mist"]


def test_a_zone_ends_with_its_source_where_the_rules_say_so() -> None:
    assert "fog" not in table().play(FOG, "kill witch").state["zones"]
    witch = creature("Witch", "max_hp = 9\ninitiative_total = 3\ndefenses = { ac = 15, pd = 12, md = 12 }")
    other = Played(witch, creature("Ari", 'kind = "pc"\nmax_hp = 9\ninitiative_total = 9'), system="archmage")
    other.play("begin", "zone fog ari enc by witch", "kill witch")
    assert "fog" in other.state["zones"]


def test_a_zone_of_an_event_outlives_the_creature_whose_turn_it_was_unless_it_names_a_source() -> None:
    lines = """'zone fog @party "damage 1 cold" enc', 'zone mist ari enc by witch', 'zone dust bel eont'"""
    event = f'[[event]]\nat = "round 1"\ndo = [{lines}]'
    fight = Played(event, monster("Witch", 20), hero("Ari", 10), hero("Bel", 5)).play("begin")
    assert {name: zone["source"] for name, zone in fight.state["zones"].items()} == {
        "fog": None,
        "mist": "witch",
        "dust": "witch",
    }
    fight.play("kill witch")
    assert list(fight.state["zones"]) == ["fog"]


def test_a_sustained_zone_until_the_end_of_the_next_turn_lasts_a_turn_longer() -> None:
    gloom = power("Gloom", 'always = [\'zone gloom "bonus -2 attack" inside eont\']\nmaintain = "move"')
    fight = Played(monster("Witch", 20, "", gloom), hero("Ari", 10)).play("begin", "use gloom ari", "next", "next")
    fight.play("maintain", "next")
    assert fight.names("ari") == ["attack"]
    fight.play("next", "next")
    assert "gloom" not in fight.state["zones"] and fight.names("ari") == []


def test_a_power_makes_a_zone_with_its_targets_inside_and_another_when_used_again() -> None:
    fight = table().play("next", "next", "use Cloud ari", "use! Cloud bel")
    assert fight.state["zones"]["cloud"]["inside"] == ["ari"]
    assert fight.state["zones"]["cloud2"]["inside"] == ["bel"]
    fight.play("next", "next", "next", "next").shows("ari", hp=37)


def test_zones_are_undone_and_redone() -> None:
    fight = table()
    before = fight.state
    fight.play(FOG, "into fog witch", "outof fog ari", "remove zone fog")
    after = fight.state
    fight.play("undo 4")
    assert fight.state == before
    fight.play("redo 4")
    assert fight.state == after


def test_a_zone_that_ends_with_another_is_not_counted_down() -> None:
    fight = table().play('zone fog @all "persist 3 cold" inside 1r by ari', "kill witch")
    fight.play('zone pit ari "damage 1" 1r by witch', "finish", "pass 1m")
    assert not {"fog", "pit"} & fight.state["zones"].keys()


def test_a_zone_can_be_amended() -> None:
    fight = table().play("zone fog ari", "amend bel")
    assert fight.state["zones"]["fog"]["inside"] == ["bel"]


def test_a_preview_says_what_a_zone_will_do() -> None:
    lines = play_lines(table().play(FOG).session, "preview")
    assert any("Bel takes 5 cold: 40 → 35" in line for line in lines)


def test_the_timers_have_zones() -> None:
    fight = table().play(FOG)
    found = [each for each in timers(view_of(fight.session.fight)) if isinstance(each.what, Message)]
    assert any(each.what.values.get("zone") == "fog" for each in found if isinstance(each.what, Message))


def played_zones() -> list[str]:
    return [FOG, 'zone gloom @party "bonus -2 attack" inside 3r', "into dread ari", "next", "add Ghoul", "next"]


def test_a_written_fight_is_read_to_the_same_state() -> None:
    fight = table().play(*played_zones()).session.fight
    again = read_encounter_bytes(fight_text(fight).encode(), Path("again.toml"))
    assert again == fight
    assert snapshot(view_of(again)) == snapshot(view_of(fight))


def test_a_journal_is_resumed_to_the_same_state(tmp_path: Path) -> None:
    settings = JournalSettings(tmp_path, "orcus-tui test", lambda: "2026-01-05T20:15:00+00:00")
    session = Session(table(begun=False).session.fight, RandomDice(Random(1)), journal_settings=settings)
    play_lines(session, "begin", *played_zones(), 'into "Grave Stench" bel', "undo", "outof gloom bel")
    state, journal = session.state(), journal_of(session).stem
    session.end(finished=False)
    resumed, _ = Session.resume(settings, journal, RandomDice(Random(1)))
    assert resumed.state() == state


@pytest.mark.parametrize(
    ("aura", "message"),
    [
        ('name = "Dread"\nline = "bonus -2 atack"', "creature[1].aura[1].line: column 10"),
        ('name = "Cold"', "an aura cannot be called"),
        ('name = "Dread"\nside = "enemies"', "aura[1].side"),
        ('line = "damage 5"', "aura[1].name"),
    ],
)
def test_a_wrong_aura_is_a_fault_with_its_place(aura: str, message: str) -> None:
    text = f'format = 1\n[[creature]]\nname = "Ghoul"\nmax_hp = 9\n[[creature.aura]]\n{aura}\n'
    with pytest.raises(EncounterFaults) as wrong:
        read_encounter_bytes(text.encode(), Path("ghoul.toml"))
    assert message.partition("]")[2] in str(wrong.value)


FILE = """format = 1
[[event]]
at = "round 2"
do = ["zone fen"]
[[creature]]
name = "Ari"
kind = "pc"
max_hp = 20
type = "duskling"
power = [{ name = "Mist", range = "self", effects = ["zone mist"] }, { name = "Cut", effects = ["FACT"] }]
trait = [{ name = "Home", modifiers = ["MODIFIER"] }]
[[creature]]
name = "Ghoul"
max_hp = 9
[[creature.aura]]
name = "Gloom"
[[modifier]]
who = "@foes"
modifier = "RULE"
"""


@pytest.mark.parametrize("word", ["mist", "gloom", "fen", "duskling"])
@pytest.mark.parametrize("place", ["FACT", "MODIFIER", "RULE"])
def test_the_zones_and_types_of_a_file_are_facts_in_it(word: str, place: str) -> None:
    lines = {"FACT": "if {}: damage 5", "MODIFIER": "+2 attack against {}", "RULE": "-2 attack while {}"}
    for known, is_wrong in ((word, False), ("smog", True)):
        text = FILE
        for each, line in lines.items():
            text = text.replace(each, line.format(known if each == place else "prone"))
        try:
            read_encounter_bytes(text.encode(), Path("file.toml"))
        except EncounterFaults as wrong:
            assert is_wrong
            assert 'unknown fact "smog"' in str(wrong)
        else:
            assert not is_wrong


@pytest.mark.parametrize("who", ["mist", "gloom", "caw"])
def test_a_modifier_may_apply_in_a_zone_of_the_file(who: str) -> None:
    crow = '[[creature.form]]\nname = "Crow"\n[[creature.form.aura]]\nname = "Caw"\n'
    text = FILE.replace("FACT", "damage 1").replace("MODIFIER", "+1 saves").replace("RULE", "-2 attack")
    text = text.replace("[[modifier]]", f"{crow}[[modifier]]")
    known = read_encounter_bytes(text.replace("@foes", f"@{who}").encode(), Path("file.toml"))
    assert known.modifiers[0].who == f"@{who}"
    with pytest.raises(EncounterFaults, match=r'modifier\[1\]\.who: column 1: "@smog" matches no creatures'):
        read_encounter_bytes(text.replace("@foes", "@smog").encode(), Path("file.toml"))


def test_players_see_the_zones_of_creatures_that_they_see() -> None:
    fight = table().play("zone fog ari,ghoul1 by witch", "zone murk by ari", "hide ghoul1,ghoul2")
    seen = PlayerPerspective().state(fight.session.timeline)
    assert [(each.name, each.inside) for each in seen.zones] == [("fog", ("Ari",)), ("murk", ())]
    fight.play("hide witch", "into dread2 bel")
    seen = PlayerPerspective().state(fight.session.timeline)
    assert [each.name for each in seen.zones] == ["murk"]


def test_a_line_may_have_a_condition_and_a_choice_is_offered() -> None:
    fight = table().play('zone mist @party "if hp 20-: damage 5" end', "damage ari 25", "next").shows("ari", hp=10)
    fight.play("next").shows("bel", hp=40)
    fight.play('zone spores witch "choose damage 5 poison | apply slowed eont" end', "next")
    assert any(each["line"].startswith("choose") for each in fight.state["offers"])


def test_the_name_of_a_zone_is_a_fact_of_those_inside() -> None:
    fight = table().play("zone fog ari", "bonus @party +2 ac while fog")
    assert (fight["ari"]["defenses"]["ac"], fight["bel"]["defenses"]["ac"]) == (20, 18)
    fight.play("outof fog ari").shows("ari", defenses={"ac": 18, "fortitude": 16, "reflex": 14, "will": 13})


def test_a_zone_made_before_the_fight_needs_no_source() -> None:
    fight = table(begun=False).play('zone mist ari "if foe: damage 5" end', "begin", "next")
    assert fight.state["zones"]["mist"]["source"] is None


def test_players_do_not_learn_of_a_hidden_creature_by_its_aura() -> None:
    fight = table().play("hide ghoul1", "into dread ari")
    public = repr(PlayerPerspective().state(fight.session.timeline)).lower()
    assert "−2 attack" in public
    assert "dread" not in public
    assert "ghoul 1" not in public


@pytest.mark.parametrize("back", ["enter ghoul1", "set ghoul1 place here"])
def test_an_aura_returns_with_its_creature(back: str) -> None:
    fight = table(begun=False).play("drop ghoul1")
    left = set(fight.state["zones"])
    fight.play(back)
    assert set(fight.state["zones"]) > left
    came = set(fight.state["zones"])
    fight.play("reserve ghoul1", "enter ghoul1")
    assert set(fight.state["zones"]) == came


def test_older_verbs_and_aliases_go_before_the_verbs_of_zones() -> None:
    fight = table(begun=False).play("in ari 12")
    assert fight["ari"]["initiative"] == 12
    fight.play('alias zone "damage ari 3"', "zone").shows("ari", hp=37)


def test_a_knockout_restores_the_zones_also_after_the_fight_was_written_and_opened(tmp_path: Path) -> None:
    played = Played(hero("Ari", 20), monster("Ogre", 10)).play(
        "begin", 'zone fog ari "damage 3" by ogre', "damage ogre 90"
    )
    before = played.session.fight
    played.play(f'write "{tmp_path}/f.toml"', f'open "{tmp_path}/f.toml"')
    assert played.session.fight.ended_zones == before.ended_zones
    assert "fog" in before.ended_zones
    assert "fog" in played.play("knockout ogre").state["zones"]


def test_a_creature_that_a_zone_kills_as_its_turn_starts_has_no_trigger_of_that_turn() -> None:
    regrow = '[[creature.trait]]\nname = "Regrow"\ntrigger = "turn start"\nagain = true\neffects = ["temp 3"]'
    fight = Played(hero("Ari", 20), monster("Ogre", 10, regrow), monster("Imp", 5, regrow)).play("begin")
    fight.play('zone mist ogre "damage 60 cold" enc by ari', "next").shows("ogre", state="dead")
    assert not fight.logs("Ogre – turn start")
    assert fight.logs("Imp – turn start: Regrow")


def test_a_monster_that_ongoing_damage_kills_as_its_turn_ends_has_no_reminder_and_no_trigger() -> None:
    snarl = '[[creature.trait]]\nname = "Snarl"\ntrigger = "turn end"\nagain = true\neffects = ["temp 3"]'
    fight = Archmage(hob(f"{turn(20)}\n{snarl}"), kell(turn(10))).play("begin", 'remind hob end "snarls"')
    fight.play("persist hob 40 fire by kell", "next").shows("hob", state="dead")
    assert not fight.logs("snarl")
    assert not fight.logs("Snarl")
