"""Uses of powers, their costs, resources with a maximum, and spell slots."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from orcus_tui.session.ahead.preview import preview_command
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import EncounterFaults, check_encounter, read_encounter, read_encounter_bytes
from tests.helpers.casts.language import parse_words
from tests.helpers.fights.played import Played, creature, hero, monster, power

FREE = 'action = "free"\nrange = "self"\neffects = ["self: temp 1"]'
RESOURCES = """[creature.resources]
ki = { max = 5, now = 3, per = "short" }
focus = { max = 1, per = "turn" }
aim = { max = 1, per = "round" }
luck = { max = 2, per = "encounter" }
charge = { max = 2, per = "1/2 rounds" }
soul = { max = 2, now = 0, per = "never" }
slot1 = { max = 2 }
slot3 = { max = 1 }"""


def use(name: str, words: str, more: str = "") -> str:
    return power(name, f'use = "{words}"\n{FREE}\n{more}')


def table(*powers: str, lines: str = "") -> Played:
    """A hero with resources and powers, and an ogre."""
    return Played(hero("Ari", 20, lines, RESOURCES, *powers), monster("Ogre", 10)).play("begin")


def uses(played: Played) -> object:
    return played["ari"]["uses"]


# Uses


def test_uses_of_several_are_counted_down_and_restored_by_the_rest_of_their_kind() -> None:
    played = table(use("Heal", "3/day"), use("Shout", "2/encounter"))
    assert uses(played) == {"Heal": 3, "Shout": 2}
    played.play("use heal", "use shout")
    assert played.logs("Heal: 2 uses left")
    assert uses(played) == {"Heal": 2, "Shout": 1}
    played.play("use heal", "use heal", "use shout").shows("ari", spent=["Heal", "Shout"])
    assert "Heal is spent; use `use!` to override" in played.refused("use heal")
    played.play("use! heal")
    played.play("finish", "rest short").shows("ari", spent=["Heal"])
    assert uses(played) == {"Heal": 0, "Shout": 2}
    played.play("rest long").shows("ari", spent=[])
    assert uses(played) == {"Heal": 3, "Shout": 2}


@pytest.mark.parametrize(("written", "read"), [("2/short", "2/encounter"), ("1/short rest", "encounter"),
                                                ("3/long rest", "3/day"), ("1/long", "daily")])  # fmt: skip
def test_uses_may_be_written_by_the_rest_that_restores_them(written: str, read: str) -> None:
    (heal, *_) = table(use("Heal", written)).session.fight.sheets["ari"].powers
    assert str(heal.use) == read


def test_spend_and_recharge_count_uses() -> None:
    played = table(use("Heal", "3/day"))
    played.play("spend ari heal 2")
    assert uses(played) == {"Heal": 1}
    assert "Heal has 1 use left, not 2" in played.refused("spend ari heal 2")
    played.play("spend! ari heal 2").shows("ari", spent=["Heal"])
    assert "spent already" in played.refused("spend ari heal")
    played.play("recharge ari heal").shows("ari", spent=[])
    assert uses(played) == {"Heal": 1}
    assert "at most 3 uses, not 4" in played.refused("recharge ari heal 3")
    played.play("recharge ari heal 2")
    assert "not spent" in played.refused("recharge ari heal")
    before = played.state
    played.play("spend ari heal 2", "undo")
    assert played.state == before


@pytest.mark.parametrize(
    ("words", "back"),
    [("1/turn", ["next"]), ("1/round", ["next", "next"]), ("1/2 rounds", ["next"] * 4), ("1/4 rounds", ["next"] * 8)],
)
def test_uses_by_turns_and_rounds_are_back_at_their_moment(words: str, back: list[str]) -> None:
    played = table(use("Sting", words)).play("use sting")
    for line in back:
        assert "spent" in played.refused("use sting by ari")
        played.play(line)
    played.shows("ari", spent=[]).play("use sting by ari")


@pytest.mark.parametrize(
    ("words", "die", "misses", "hits"),
    [("refresh 16+", 20, "15", "16"), ("recharge 16", 20, "15", "20"), ("refresh 5,6", 6, "4", "5")],
)
def test_a_die_recharges_a_use_at_the_start_of_a_turn(words: str, die: int, misses: str, hits: str) -> None:
    played = table(use("Breath", words)).play("use breath", "next")
    played.play("next", dice=misses).shows("ari", spent=["Breath"]).play("next")
    played.play("next", dice=hits).shows("ari", spent=[])
    asked = table(use("Breath", words)).play("use breath", "ask all", "next", "next")
    (question,) = asked.state["questions"]
    assert question["die"] == die
    asked.play(f"answer {hits}").shows("ari", spent=[])


def archmage(*powers: str) -> Played:
    lines = 'kind = "pc"\nlevel = 2\nmax_hp = 40\ninitiative_total = 20\ndefenses = { ac = 18, pd = 16, md = 14 }'
    foe = "max_hp = 40\ninitiative_total = 10\ndefenses = { ac = 18, pd = 16, md = 14 }"
    return Played(creature("Ari", lines, *powers), creature("Ogre", foe), system="archmage").play("begin")


def test_a_cyclic_power_is_at_will_while_the_escalation_die_is_even_but_not_at_0() -> None:
    played = archmage(use("Bolt", "cyclic")).play("use bolt").shows("ari", spent=["Bolt"])
    assert "spent" in played.refused("use bolt")
    played.play("counter escalation 2", "use bolt", "use bolt", "counter escalation 3")
    assert "spent" in played.refused("use bolt")
    played.play("finish", "rest quick").shows("ari", spent=[])


@pytest.mark.parametrize(("on", "values"), [("3+", "3456"), ("even", "246"), ("odd", "135"), ("2", "2")])
def test_a_power_waits_for_the_escalation_die(on: str, values: str) -> None:
    played = archmage(use("Late", f"escalation {on}"))
    for value in "0123456":
        played.play(f"counter escalation {value}")
        if value in values:
            played.play("use late", "use late")
        else:
            assert f"needs the escalation die at {on}" in played.refused("use late")


def test_a_power_may_be_maintained_outside_its_users_turn() -> None:
    song = power("Song", f'maintain = "save 11+"\n{FREE}')
    played = archmage(song).play("use song", "next")
    assert "Ogre sustains no power" in played.refused("maintain")
    assert "Ogre sustains no power" in played.refused("maintain by ogre")
    assert "Song" in played.play("maintain 11 by ari").names("ari")
    assert "Song" not in played.play("maintain song 10 by ari").names("ari")


def test_a_save_maintains_a_power_or_ends_it_typed_asked_and_rolled() -> None:
    song = power(
        "Song", 'maintain = "save 11+"\naction = "free"\nrange = "self"\neffects = ["self: bonus +1 attack enc"]'
    )
    kept = archmage(song).play("use song", "next", "next").play("maintain song", dice="11")
    assert kept.names("ari") == ["attack", "Song"]
    assert archmage(song).play("use song", "next", "next", "maintain song 11").state == kept.state
    asked = archmage(song).play("use song", "next", "next", "ask all", "maintain song", "next")
    assert asked.names("ari") == ["attack", "Song"]
    assert asked.play("answer 10").names("ari") == []
    lost = archmage(song).play("use song", "next", "next").play("maintain song", dice="10")
    assert lost.names("ari") == []
    assert archmage(song).play("use song", "next", "next", "next").names("ari") == []


def test_sustain_refuses_others_and_lists_the_sustainable_powers() -> None:
    song, hymn = (power(name, f'maintain = "save 11+"\n{FREE}') for name in ("Song", "Hymn"))
    played = archmage(song, hymn)
    assert "Ari sustains no power" in played.refused("maintain")
    assert "it can sustain Song" in played.play("use song").refused("maintain hymn")


def test_the_end_of_a_power_that_something_waits_for_is_logged_by_its_name() -> None:
    song = power("Song of Heroes", f'maintain = "save 11+"\n{FREE}')
    verse = '[[creature.trait]]\nname = "Final Verse"\ntrigger = "lapses Song of Heroes"\neffects = ["temp 5"]'
    played = archmage(song, verse).play("use song-of-heroes", "next", "next", "maintain song-of-heroes 2")
    assert played.logs("Ari – lapses Song of Heroes: Final Verse")
    played.shows("ari", temp_hp=5)


# Costs and resources


def test_a_power_spends_what_it_costs_and_is_refused_without_it() -> None:
    played = table(power("Flurry", f'cost = ["ki 2", "luck"]\n{FREE}')).play("use flurry")
    played.shows(
        "ari", maximums={"ki": 5, "focus": 1, "aim": 1, "luck": 2, "charge": 2, "soul": 2, "slot1": 2, "slot3": 1}
    )
    assert (played["ari"]["counters"]["ki"], played["ari"]["counters"]["luck"]) == (1, 1)
    assert "Ari has only 1 ki, not 2; use `use!` to override" in played.refused("use flurry")
    played.play("use! flurry")
    assert (played["ari"]["counters"]["ki"], played["ari"]["counters"]["luck"]) == (0, 0)


def test_a_cost_may_be_paid_from_a_counter_of_the_fight() -> None:
    played = table(power("Rally Cry", f'cost = "command 2"\n{FREE}')).play("counter command 3", "use rally-cry")
    assert played.state["counters"] == {"command": 1}
    assert "only 1 command" in played.refused("use rally-cry")


def test_a_counter_of_the_fight_is_named_in_the_log_whatever_counters_the_system_has() -> None:
    assert archmage().play("counter doom +1").logs("doom is now 1")


@pytest.mark.parametrize(
    ("line", "refused", "forced"),
    [
        ("counter ari.ki -4", "only 3 ki, not 4", -1),
        ("counter ari.ki +3", "at most 5 ki, not 6", 6),
        ("counter ari.ki 6", "at most 5 ki, not 6", 6),
    ],
)
def test_a_counter_with_a_maximum_stays_within_it_unless_overridden(line: str, refused: str, forced: int) -> None:
    played = table()
    assert refused in played.refused(line)
    played.play(line.replace("counter", "counter!"))
    assert played["ari"]["counters"]["ki"] == forced


def test_resources_are_back_at_their_moment() -> None:
    played = table()
    for name in ("ki", "focus", "aim", "luck", "charge", "slot1"):
        played.play(f"counter ari.{name} 0")

    def back(*lines: str) -> set[str]:
        played.play(*lines)
        now = played["ari"]
        return {name for name, most in now["maximums"].items() if now["counters"][name] == most}

    assert back("next") == {"focus", "slot3"}
    assert back("next") == {"focus", "aim", "slot3"}
    played.play("next", "next")
    assert played["ari"]["counters"]["charge"] == 1
    assert back("next", "next", "next", "next") == {"focus", "aim", "charge", "slot3"}
    assert back("finish", "rest short") == {"ki", "focus", "aim", "luck", "charge", "slot3"}
    assert back("rest long") == {"ki", "focus", "aim", "luck", "charge", "slot1", "slot3"}
    assert played.logs("is back at"), "what it has then, not what it has gained"


SPELL = power("Burst", 'level = 1\nhigher = "1d6"\ndamage = "2d6 fire"\naction = "free"')


def test_a_spell_spends_a_slot_of_its_level_or_a_higher_one() -> None:
    played = table(SPELL).play("use burst ogre", dice="1 2").shows("ogre", hp=57)
    played.play("use burst ogre slot 3", dice="1 2 3 4").shows("ogre", hp=47)
    assert (played["ari"]["counters"]["slot1"], played["ari"]["counters"]["slot3"]) == (1, 0)
    assert "no slot of level 3 left" in played.refused("use burst ogre slot 3")
    played.play("counter ari.slot1 0", "counter ari.slot3 1")
    assert "no slot of level 1 left; `slot 3` spends a higher one" in played.refused("use burst ogre")
    played.play("use! burst ogre", dice="1 1")


@pytest.mark.parametrize(
    ("line", "reason"), [("use burst ogre slot 1", "needs a slot of level 2"), ("use jab slot 3", "takes no slot")]
)
def test_a_slot_must_fit_its_spell(line: str, reason: str) -> None:
    assert reason in table(SPELL.replace("level = 1", "level = 2"), use("Jab", "at-will")).refused(line)


def test_a_higher_slot_heals_more() -> None:
    cure = power("Cure", 'level = 1\nhigher = "1d8"\naction = "free"\neffects = ["heal 1d8+3"]')
    table(cure, lines="hp = 5").play("use cure ari slot 3", dice="2 3 4").shows("ari", hp=17)


# Files


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('use = "3/week"', "unknown use"),
        ('use = "cyclic"', "Orcus has no escalation die"),
        ('use = "refresh 7"', "takes numbers from 1 to 6"),
        ('maintain = "save 21+"', "a save reaches at most 20"),
        ('cost = "ki 0"', 'what it spends, as "ki 2"'),
        ("level = 40", "from 0 to 30"),
    ],
)
def test_a_wrong_use_or_cost_is_a_fault(line: str, fault: str) -> None:
    with pytest.raises(EncounterFaults, match=fault):
        table(power("Any", line))


@pytest.mark.parametrize(
    ("resource", "fault"),
    [
        ('{ max = 2, per = "week" }', 'or "1/4 rounds"'),
        ("{ max = 2, now = 3 }", "at most 2"),
        ('{ max = 2, back = 1, per = "1/2 rounds" }', "which adds a number"),
        ("{ now = 1 }", "missing"),
    ],
)
def test_a_wrong_resource_is_a_fault(resource: str, fault: str) -> None:
    with pytest.raises(EncounterFaults, match=fault):
        Played(hero("Ari", 20, f"[creature.resources]\nki = {resource}"))


def test_a_written_fight_has_its_uses_and_resources(tmp_path: Path) -> None:
    played = table(use("Heal", "3/day"), use("Sting", "1/2 rounds"))
    played.play("use heal", "use sting", "counter ari.ki -1", "counter ari.charge -1", "next")
    file = tmp_path / "fight.toml"
    before = played.play(f'write "{file}"').state
    assert Session(read_encounter_bytes(file.read_bytes(), file), GivenDice([])).state() == before


# Two errors of earlier editions


def test_exhaustion_in_a_file_counts_for_the_roll_of_initiative() -> None:
    tired = 'kind = "pc"\nmax_hp = 10\ndefenses = { ac = 10 }\ncounters = { exhaustion = 1 }'
    played = Played(creature("Ari", tired), system="srd5").play("begin", dice="12 5").shows("ari", initiative=5)
    assert played.logs("disadvantage (exhaustion)")


@pytest.mark.parametrize("line", ["attack strike ogre 20 12", "damage ogre 12 crit by ari"])
@pytest.mark.parametrize(
    ("system", "said"),
    [("archmage", "12 → 24, doubled"), ("srd5", "12 counts as typed"), ("orcus", "12 counts as typed")],
)
def test_the_preview_of_typed_damage_says_whether_a_critical_hit_multiplies_it(
    system: str, said: str, line: str
) -> None:
    known = {
        "archmage": "ac = 18, pd = 16, md = 14",
        "srd5": "ac = 18",
        "orcus": "ac = 18, fortitude = 1, reflex = 1, will = 1",
    }
    lines = f"max_hp = 60\ndefenses = {{ {known[system]} }}\ninitiative_total = "
    strike = power("Strike", 'attack = "+5 vs AC"\ndamage = "2d6"')
    played = Played(creature("Ari", f'kind = "pc"\n{lines}20', strike), creature("Ogre", f"{lines}10"), system=system)
    context = played.play("begin").session.context
    assert any(said in each for each in preview_command(parse_words(line, context), context))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("slot0", "spell slots are slot1 to slot9, so no spell spends slot0"),
        ("slot10", "spell slots are slot1 to slot9, so no spell spends slot10"),
        ("Slots-3", "spell slots are slot1 to slot9, so no spell spends Slots-3; write slot3"),
        ("slot03", "spell slots are slot1 to slot9, so no spell spends slot03; write slot3"),
        ("hp", "hp is a field of every creature; give the resource another name"),
        ("Temp_HP", "temp_hp is a field of every creature; give the resource another name"),
        ("escalation", "escalation is a counter of the whole fight; give the resource another name"),
    ],
)
@pytest.mark.parametrize("in_party", [False, True])
def test_check_refuses_resources_that_nothing_spends(tmp_path: Path, name: str, message: str, in_party: bool) -> None:
    head = '[[creature]]\nname = "Ari"\nmax_hp = 9\n'
    path, party = tmp_path / "fight.toml", tmp_path / "party.toml"
    path.write_text('format = 1\nsystem = "archmage"\nparty = "party.toml"\n', encoding="utf-8")
    party.write_text("format = 1\n", encoding="utf-8")
    at_fault = party if in_party else path
    with at_fault.open("a", encoding="utf-8") as file:
        file.write(
            f'{head}counters = {{ oil = 2 }}\n[creature.resources]\nslot9 = {{ max = 1 }}\n"{name}" = {{ max = 2 }}\n'
        )
    assert name in read_encounter(path).sheets["ari"].resources
    with pytest.raises(EncounterFaults) as wrong:
        check_encounter(path)
    assert wrong.value.lines == (f"{at_fault}:{8 if in_party else 10}: creature[1].resources.{name}: {message}",)


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        ('"kii 2"', 'unknown resource "kii" (did you mean "ki"?)'),
        ('["ki 1", "fcous 1"]', 'unknown resource "fcous" (did you mean "focus"?)'),
        ('"KI 2"', ""),
        ('["oil 1", "slot2", "focus"]', ""),
    ],
)
def test_check_suggests_the_resource_that_a_cost_nearly_names(tmp_path: Path, cost: str, said: str) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(
        'format = 1\n[[creature]]\nname = "Ari"\nmax_hp = 9\n'
        "[creature.resources]\nki = { max = 2 }\nslot1 = { max = 1 }\n"
        '[[creature.form]]\nname = "Bear"\ncounters = { focus = 1 }\n'
        f'[[creature.power]]\nname = "Burn"\ncost = {cost}\n',
        encoding="utf-8",
    )
    read_encounter(path)
    with pytest.raises(EncounterFaults) if said else nullcontext() as wrong:
        check_encounter(path)
    lines = wrong.value.lines if wrong else ()
    assert lines == ((f"{path}:13: creature[1].power[1].cost: {said}",) if said else ())


def test_check_refuses_counters_that_nothing_spends(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text('format = 1\n[[creature]]\nname = "Ari"\nmax_hp = 9\ncounters = { slot10 = 2, oil = 1 }\n')
    with pytest.raises(EncounterFaults, match=r"fight.toml:5: creature\[1\].counters.slot10: spell slots are slot1"):
        check_encounter(path)


BREATH = power("Fire Breath", 'use = "encounter"\neffects = ["damage 5 fire"]')


def recharger(line: str) -> str:
    trait = f'[[creature.trait]]\nname = "Fury"\ntrigger = "staggered"\neffects = ["{line}"]'
    return monster("Drake", 20, "", BREATH, trait)


def test_a_trait_gives_a_power_back_and_shows_its_creature() -> None:
    reveals = '[[creature.trait]]\nname = "Loud"\ntrigger = "turn start"\neffects = ["reveal"]'
    fight = Played(recharger("recharge Fire Breath"), hero("Ari", 10, "hidden = true", reveals))
    fight.play("begin", "use fire-breath ari").shows("drake", spent=["Fire Breath"])
    fight.play("damage drake 30").shows("drake", spent=[])
    assert fight.logs("Fire Breath")
    assert fight["ari"]["hidden"]
    fight.play("next").shows("ari", hidden=False)


def test_an_offer_gives_a_power_back() -> None:
    fight = Played(recharger("offer self: recharge Fire Breath"), hero("Ari", 10)).play("begin", "use fire-breath ari")
    fight.play("damage drake 30").shows("drake", spent=["Fire Breath"])
    assert [each["line"] for each in fight.state["offers"]] == ['recharge drake "Fire Breath"']
    fight.play("accept").shows("drake", spent=[])


def test_a_file_names_the_power_that_a_line_gives_back() -> None:
    with pytest.raises(EncounterFaults, match='did you mean "Fire Breath"'):
        Played(recharger("self: recharge Fire Breth"))
