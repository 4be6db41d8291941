"""Encounter files: their meaning, and every fault they may have."""

import json
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from orcus_tui.dice import parse
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.model.power import Use
from orcus_tui.model.steps import Persist
from orcus_tui.storage.encounter.read import EncounterFaults, read_encounter, read_encounter_bytes
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems.orcus.system import ORCUS
from tests.helpers.casts.system_variants import known_systems
from tests.helpers.disks.disks import posix

FORD = """\
format = 1
name = "Ambush at the ford"
system = "orcus"                # one of the ids in ../rules/README.md
party = "party.toml"            # optional: its [[creature]] tables come first; a path inside this file's folder

[options]                       # optional
death_save_timing = "end"

[[creature]]
name = "Ari"
kind = "pc"                     # pc, standard, mook, elite, boss; or what the system has (minion, …)
max_hp = 44
initiative = 3                  # the modifier
[creature.defenses]
ac = 18
fortitude = 16
reflex = 14
will = 13
"""
PARTY = 'format = 1\n[[creature]]\nname = "Cor"\nkind = "pc"\nmax_hp = 30\n'
OGRE = 'format = 1\n[[creature]]\nname = "Ogre"\nmax_hp = 90\n'


def read(text: str, path: Path = Path("ford.toml")) -> Fight:
    return read_encounter_bytes(text.encode(), path)


def faults(text: str, path: Path = Path("ford.toml")) -> list[str]:
    with pytest.raises(EncounterFaults) as refused:
        read(text, path)
    return str(refused.value).split("\n")


def folder_with(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder / "ford.toml"


# Valid files


def test_the_example_file_of_the_contract_is_read(tmp_path: Path) -> None:
    fight = read_encounter(folder_with(tmp_path, ford=FORD, party=PARTY))
    assert (fight.name, fight.system, fight.options) == ("Ambush at the ford", "orcus", {"death_save_timing": "end"})
    assert list(fight.sheets) == list(fight.states) == ["cor", "ari"]
    ari = fight.sheets["ari"]
    assert (ari.side, ari.initiative) == ("party", 3)
    assert ari.defenses == {"ac": 18, "fortitude": 16, "reflex": 14, "will": 13}
    assert fight.states["ari"].hp == 44
    assert (fight.phase, fight.counters) == ("setup", dict(ORCUS.counters.initial))


def test_an_encounter_needs_neither_a_name_nor_a_system() -> None:
    fight = read(OGRE, Path("the ogre.toml"))
    assert (fight.name, fight.system) == ("the ogre", "orcus")


def test_one_entry_may_be_several() -> None:
    fight = read('format = 1\n[[creature]]\nname = "Goblin"\ncount = 2\nmax_hp = 9\n')
    assert [(each, sheet.name, sheet.group) for each, sheet in fight.sheets.items()] == [
        ("goblin1", "Goblin 1", "goblin1"),
        ("goblin2", "Goblin 2", "goblin1"),
    ]


def test_two_entries_of_one_name_roll_separately() -> None:
    goblin = '[[creature]]\nname = "Goblin"\nmax_hp = 9\n'
    fight = read(f"format = 1\n{goblin}{goblin}")
    assert [(each, sheet.group) for each, sheet in fight.sheets.items()] == [("goblin1",) * 2, ("goblin2",) * 2]


def test_fields_are_read_in_every_spelling() -> None:
    text = 'speed = 6\nsenses = ["darkvision", "scent"]\nresist = { Fire = 5, all = 2, near = 10 }\n'
    text += 'immune = ["charm"]\nhalf = ["melee"]\nreserve = "round 3"\nxp = 31.25\ndefenses = { AC = 3 }\n'
    fight = read(OGRE + text)
    sheet = fight.sheets["ogre"]
    assert (sheet.speed, sheet.senses, sheet.immune, sheet.half) == ("6", "darkvision, scent", ("charm",), ("melee",))
    assert (sheet.resist, sheet.xp, sheet.defenses) == ({"fire": 5, "all": 2, "near": 10}, 31.25, {"ac": 3})
    assert (fight.states["ogre"].place, sheet.reserve_until) == ("reserve", "round 3")


def test_a_power_in_full() -> None:
    text = '[[creature.power]]\nname = "Spew"\naction = "move"\nuse = "refresh 5,6"\nrange = "near 3"\n'
    text += 'attack = "+8 vs AC"\ndamage = "1d10+5 fire and cold"\ncrit = "1d6"\nmiss = "half"\n'
    text += 'effects = ["persist 5 fire save", "self: temp 5"]\nalways = ["remind slide 3"]\ntags = ["fear"]\n'
    (power,) = read(OGRE + text).sheets["ogre"].powers
    assert (power.action, power.use, power.origin, power.bonus, power.defense) == (
        "move",
        Use("refresh", (5, 6)),
        "near",
        8,
        "ac",
    )
    assert (power.damage, power.types, power.crit, power.miss) == (
        parse("1d10+5"),
        ("fire", "cold"),
        parse("1d6"),
        "half",
    )
    persist, temp = power.effects
    assert persist.step == Persist((), parse("5"), ("fire",), Duration("save"))
    assert (persist.to_self, temp.to_self, power.always[0].text) == (False, True, "remind slide 3")


@pytest.mark.parametrize(
    ("text", "use"),
    [
        ("at will", Use()),
        ("Daily", Use("daily")),
        ("refresh 5 6", Use("refresh", (5, 6))),
        ("refresh 5 or 6", Use("refresh", (5, 6))),
        ("refresh 5+", Use("refresh", (5, 6))),
        ("recharge 5-6", Use("recharge", (5, 6))),
        ("recharge 11", Use("recharge", (11,))),
        ("recharge 11+", Use("recharge", (11,))),
    ],
)
def test_a_use_is_read_however_it_is_written(text: str, use: Use) -> None:
    fight = read(f'{OGRE}[[creature.power]]\nname = "Spew"\nuse = "{text}"\n')
    assert fight.sheets["ogre"].powers[0].use == use


@pytest.mark.parametrize(
    ("written", "amount", "types"),
    [
        ('"2d6"', "2d6", ()),
        ('"2d6 + d8 fire"', "2d6 + d8", ("fire",)),
        ('"2d6[cold one]+1 Cold + fire"', "2d6[cold one]+1", ("cold", "fire")),
        ('"5 fire damage"', "5", ("fire",)),
        ("5", "5", ()),
    ],
)
def test_damage_is_an_amount_and_its_types(written: str, amount: str, types: tuple[str, ...]) -> None:
    (power,) = read(f'{OGRE}[[creature.power]]\nname = "Spew"\ndamage = {written}\n').sheets["ogre"].powers
    assert (power.damage, power.types) == (parse(amount), types)


def test_effects_on_a_creature_already() -> None:
    text = '[[creature.effect]]\nname = "Dazed"\nduration = "eont:ari"\n'
    text += '[[creature.effect]]\npersist = 5\ntype = "fire"\nsource = "ari"\nduration = "hard"\n'
    text += '[[creature.effect]]\nregen = 2\n[[creature.effect]]\nname = "marked"\nsource = "ari"\nduration = "sont"\n'
    text += '[[creature.effect]]\nname = "smells of onions"\nduration = "until it rains"\n'
    fight = read(f'{OGRE}count = 2\n{text}[[creature]]\nname = "Ari"\nmax_hp = 3\n')
    expected = (
        Effect(1, "dazed", "condition", "ogre1", Duration("end", "ari")),
        Effect(2, "persistent", "persistent", "ari", Duration("save", number=16), 5, "fire"),
        Effect(3, "regeneration", "regeneration", "ogre1", Duration("removed"), 2),
        Effect(4, "marked", "mark", "ari", Duration("start", "ari")),
        Effect(5, "smells of onions", "other", "ogre1", Duration("words", words="it rains")),
    )
    assert fight.states["ogre1"].effects == expected
    second = fight.states["ogre2"].effects
    assert [each.id for each in second] == [6, 7, 8, 9, 10]
    assert [each.source for each in second] == ["ogre2", "ari", "ogre2", "ari", "ogre2"]
    assert fight.next_effect == 11


def test_a_fight_written_earlier_has_what_lasts_until_the_next_turn_among_the_uses() -> None:
    earlier = ["action point", "action point this turn", "opportunity against ogre", "hit ogre this turn"]
    earlier += ["reaction this turn, ogre's", "tired by extra effort this turn", "failed to rally again this turn"]
    lasting = ["lost until after the next battle: Strike this turn", "opportunity against all odds"]
    uses = json.dumps(earlier + lasting)
    state = read(f'format = 1\n[[creature]]\nname = "Ari"\nmax_hp = 9\nused = {uses}\n').states["ari"]
    assert state.used == ("action point", *lasting)
    assert state.used_until_next_turn == (
        *("action point", "opportunity against ogre", "hit ogre", "reaction in the turn of ogre"),
        *("tired by extra effort", "failed to rally again"),
    )


# Faults


@pytest.mark.parametrize(
    ("system", "line", "fault"),
    [
        ("srd5", "death_failures = 3", "death_failures: expected at most 2 while it lives, got 3"),
        ("archmage", "death_failures = 4", "death_failures: expected at most 3 while it lives, got 4"),
    ],
)
def test_a_field_that_no_creature_of_the_system_has_is_a_fault(system: str, line: str, fault: str) -> None:
    text = f'format = 1\nsystem = "{system}"\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 9\n{line}\n'
    assert faults(text) == [f"ford.toml:7: creature[1].{fault}"]


@pytest.mark.parametrize(
    ("system", "lines"),
    [
        ("orcus", "hp = -3\ndeath_failures = 2"),
        ("orcus", 'hp = -3\ndeath_failures = 3\nlife = "dead"'),
        ("archmage", 'hp = -3\ndeath_failures = 4\nlife = "coma"'),
    ],
)
def test_possible_states_of_the_dying_and_the_dead_are_not_faults(system: str, lines: str) -> None:
    fight = read(f'format = 1\nsystem = "{system}"\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 9\n{lines}\n')
    assert fight.states["ari"].hp == -3


def test_a_fault_names_each_known_action_once() -> None:
    for system in ("orcus", "srd5"):
        text = (
            f'format = 1\nsystem = "{system}"\n[[creature]]\nname = "A"\nmax_hp = 9\n[[creature.power]]\nname = "x"\n'
        )
        (fault,) = faults(f'{text}action = "zzz"\n')
        assert fault.count("opportunity") == 1, fault


def in_creature(line: str) -> str:
    return f'format = 1\n[[creature]]\nname = "Ogre"\n{line}\nmax_hp = 9\n'


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('ac = "18"', "ac: unknown key"),
        ('defenses = { ac = "18" }', 'defenses.ac: expected a whole number, got "18"'),
        ("defenses = { ac = true }", "defenses.ac: expected a whole number, got true"),
        ("defenses = { wil = 1 }", 'defenses.wil: unknown defense "wil" (did you mean "will"?)'),
        ("defenses = 18", "defenses: expected a table, got 18"),
        ("hp_max = 3", 'hp_max: unknown key (did you mean "max_hp"?)'),
        ('hp = "3"', 'hp: expected a whole number, got "3"'),
        ("hp = 10", "hp: expected at most 9 (max_hp), got 10"),
        ("death_failures = 3", "death_failures: expected at most 2 while it lives, got 3"),
        ("level = 2000000", "level: expected a whole number from -1,000,000 to 1,000,000, got 2000000"),
        ("temp_hp = -1", "temp_hp: expected a whole number from 0 to 1,000,000,000,000,000, got -1"),
        ("count = 201", "count: expected a whole number from 1 to 200, got 201"),
        ("count = -1", "count: expected a whole number from 1 to 200, got -1"),
        ("xp = nan", "xp: expected a number from 0 to 1,000,000, got nan"),
        ('kind = "bos"', 'kind: unknown kind "bos" (did you mean "boss"?)'),
        ('side = "friends"', 'side: unknown side "friends" (known: party, foes, neutral)'),
        (
            'id = "Big Ogre"',
            'id: an id has at most 60 characters from a-z, 0-9 and -, and begins with a letter; got "Big Ogre"',
        ),
        ('tags = "orc"', 'tags: expected a list, got "orc"'),
        ('tags = ["a", 3]', "tags[2]: expected a text, got 3"),
        ('text = "a\\u0007b"', "text: a control character (U+0007) at character 2: remove it"),
        ("resist = { fier = 5 }", 'resist.fier: unknown damage type or range "fier" (did you mean "fire"?)'),
        ('half = ["mele"]', 'half[1]: unknown damage type, condition or range "mele" (did you mean "melee"?)'),
        ('reserve = "later"', 'reserve: expected true, false or "round 3", got "later"'),
        ("surprised = 1", "surprised: expected true or false, got 1"),
        ("saves = 1979-05-27", "saves: expected a whole number, got a date or time"),
        ("track = { hurt = 1 }", "track: Orcus has no damage track"),
        ('power = { name = "x" }', "power: write [[creature.power]], once for each, got a table"),
        ("power = [{}]", "power[1].name: missing"),
        ('power = [{ name = "x", attak = "" }]', 'power[1].attak: unknown key (did you mean "attack"?)'),
        ('power = [{ name = "x", action = 3 }]', "power[1].action: expected an action, got 3"),
        ('power = [{ name = "x", attack = "8" }]', 'power[1].attack: expected an attack as "+8 vs AC", got "8"'),
        ('power = [{ name = "x", use = "dayly" }]', 'power[1].use: unknown use "dayly" (did you mean "daily"?)'),
        ('power = [{ name = "x", use = "daily 3" }]', 'power[1].use: daily takes nothing after it, got "3"'),
        ('power = [{ name = "x", use = "refresh 7" }]', 'power[1].use: refresh takes numbers from 1 to 6, got "7"'),
        ('power = [{ name = "x", crit_range = 0 }]', "power[1].crit_range: expected a number from 2 to 20, got 0"),
        (
            'power = [{ name = "x", crit_range = true }]',
            "power[1].crit_range: expected a number from 2 to 20, got true",
        ),
        ('power = [{ name = "x", range = "meele" }]', 'power[1].range: unknown range "meele" (did you mean "melee"?)'),
        ('power = [{ name = "x", miss = "hafl" }]', 'power[1].miss: unknown miss "hafl" (did you mean "half"?)'),
        (
            'power = [{ name = "x", action = "swfit" }]',
            'power[1].action: unknown action "swfit" (did you mean "swift"?)',
        ),
        (
            'power = [{ name = "x", damage = "2d6 fyre" }]',
            'power[1].damage: unknown damage type "fyre" (did you mean "fire"?)',
        ),
        (
            'power = [{ name = "x", effects = ["persist 5", "aply dazed"] }]',
            'power[1].effects[2]: column 1: unknown command "aply" (did you mean "apply"?)',
        ),
        (
            'power = [{ name = "x", effects = ["crit: apply dazed"] }]',
            "power[1].effects[1]: this is for an attack roll, and the power has no attack",
        ),
        (
            'power = [{ name = "x", attack = "+1 vs AC", effects = ["miss: apply dazed"] }]',
            "power[1].effects[1]: effects are for hits; a line for a miss belongs in always",
        ),
        ('effect = [{ duration = "eont" }]', "effect[1]: missing: name, persist or regen"),
        (
            'effect = [{ name = "x", source = "ogr" }]',
            'effect[1].source: unknown creature "ogr" (did you mean "ogre"?)',
        ),
        (
            'effect = [{ persist = 5, type = "fier" }]',
            'effect[1].type: unknown damage type "fier" (did you mean "fire"?)',
        ),
        (
            'effect = [{ name = "dazd" }]',
            'effect[1].name: unknown condition "dazd" (did you mean "dazed"?); your own words need kind = "other"',
        ),
    ],
)
def test_a_fault_in_a_creature(line: str, fault: str) -> None:
    assert faults(in_creature(line)) == [f"ford.toml:4: creature[1].{fault}"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "1: format: missing: write format = 1"),
        ("format = 2", "1: format: this program reads format 1, got 2"),
        ("format = true", "1: format: this program reads format 1, got true"),
        ('format = 1\nsystem = "orcsu"', '2: system: unknown system "orcsu" (did you mean "orcus"?)'),
        ("format = 1\nsystem = 3", "2: system: expected a text, got 3"),
        ('format = 1\nname = ""', "2: name: a name cannot be blank"),
        ("format = 1\ncreatures = []", '2: creatures: unknown key (did you mean "creature"?)'),
        ('format = 1\n[creature]\nname = "A"', "2: creature: write [[creature]], once for each, got a table"),
        ("format = 1\n[[creature]]\nmax_hp = 3", "2: creature[1].name: missing: every creature needs a name"),
        ('format = 1\n[[creature]]\nname = "A"', "2: creature[1].max_hp: missing: Orcus counts hit points"),
        (
            "format = 1\n[options]\nmin_haf = true",
            '3: options.min_haf: unknown option "min_haf" (did you mean "min_half"?)',
        ),
        ("format = 1\n[options]\nmin_half = 3", "3: options.min_half: expected true or false, got 3"),
        ('format = 1\n[fight]\norder = ["x"]', '3: fight.order[1]: unknown creature "x"'),
        ('format = 1\n[fight]\nphase = "turn"', '3: fight.phase: unknown phase "turn" (did you mean "turns"?)'),
        ('format = 1\nparty = "../party.toml"', '2: party: "../party.toml" is not inside the folder of this file'),
        ('format = 1\nparty = "a/../../x"', '2: party: "a/../../x" is not inside the folder of this file'),
        ('format = 1\nparty = "/etc/passwd"', '2: party: "/etc/passwd" is not inside the folder of this file'),
        ('format = 1\nparty = "C:\\\\x"', '2: party: "C:\\x" is not inside the folder of this file'),
        ("format = 1\nparty = 3", "2: party: expected the name of a file, got 3"),
    ],
)
def test_a_fault_at_the_top(text: str, fault: str) -> None:
    assert faults(text) == [f"ford.toml:{fault}"]


def test_every_fault_is_reported_in_the_order_of_the_file() -> None:
    text = 'format = 1\n[[creature]]\nname = "Ari"\nmax_hp = "3"\n[[creature]]\nname = "Ari\\u001b"\nid = "ari"\n'
    text += '[creature.defenses]\nac = "18"\n[[creature.power]]\nname = "Bite"\nmiss = "x"\neffects = ["aply x"]\n'
    text += '[[creature]]\nname = "C"\nid = "ari"\nmax_hp = 2\n'
    assert faults(text) == [
        'ford.toml:4: creature[1].max_hp: expected a whole number, got "3"',
        "ford.toml:5: creature[2].max_hp: missing: Orcus counts hit points",
        "ford.toml:6: creature[2].name: an escape character (U+001B) at character 4: remove it",
        'ford.toml:9: creature[2].defenses.ac: expected a whole number, got "18"',
        'ford.toml:12: creature[2].power[1].miss: unknown miss "x" (known: none, half)',
        'ford.toml:13: creature[2].power[1].effects[1]: column 1: unknown command "aply" (did you mean "apply"?)',
        'ford.toml:16: creature[3].id: the id "ari" is taken already',
    ]


def test_references_between_powers_are_checked_although_the_powers_have_faults() -> None:
    text = 'format = 1\n[[creature]]\nname = "Ari"\nmax_hp = 3\n'
    text += 'trait = [{ name = "Death", trigger = "dies", effects = ["persst 5", "use Bite", "use Bitte"] }]\n'
    text += '[[creature.power]]\nname = "Bite"\nattack = "+5 v AC"\nsaved = "x"\n'
    text += '[[creature.power]]\nname = "Both"\nrnge = "melee"\nmultiattack = ["Bite", "Clw"]\n'
    text += '[[creature.power]]\nname = "Claw"\neffects = ["aply dazed", "attack Bite", "attack Bte"]\n'
    assert faults(text) == [
        'ford.toml:5: creature[1].trait[1].effects[1]: column 1: unknown command "persst" (did you mean "persist"?)',
        'ford.toml:5: creature[1].trait[1].effects[3]: unknown power "Bitte" (did you mean "Bite"?)',
        'ford.toml:8: creature[1].power[1].attack: expected an attack as "+8 vs AC", got "+5 v AC"',
        'ford.toml:9: creature[1].power[1].saved: unknown damage after a save "x" (known: none, half)',
        'ford.toml:12: creature[1].power[2].rnge: unknown key (did you mean "range"?)',
        'ford.toml:13: creature[1].power[2].multiattack[2]: unknown power "Clw" (did you mean "Claw"?)',
        'ford.toml:16: creature[1].power[3].effects[1]: column 1: unknown command "aply" (did you mean "apply"?)',
        'ford.toml:16: creature[1].power[3].effects[3]: unknown power "Bte" (did you mean "Bite"?)',
    ]


def test_the_nearest_system_checks_the_rest() -> None:
    found = faults('format = 1\nsystem = "orcsu"\n[[creature]]\nname = "A"\nkind = "bos"\nmax_hp = 1\n')
    assert found[1:] == ['ford.toml:5: creature[1].kind: unknown kind "bos" (did you mean "boss"?)']


def test_broken_toml_has_line_and_column() -> None:
    (found,) = faults("format = 1\nname = Ford\n")
    assert found.startswith("ford.toml:2:8: ")


@pytest.mark.parametrize("data", [b"\xff\xfe", b"a = " + b"[" * 5000, b"#" * 5_000_000])
def test_bytes_that_are_not_text_are_a_fault(data: bytes) -> None:
    with pytest.raises(EncounterFaults):
        read_encounter_bytes(data, Path("ford.toml"))


# Files


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.toml", "there is no such file"),
        ("", "this is a folder; name a file in it"),
        ("a\0b", "no file can have such a name"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str, message: str) -> None:
    path = tmp_path / name
    with pytest.raises(StorageError) as refused:
        read_encounter(path)
    assert str(refused.value) == f"{path}: {message}"


@posix
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(EncounterFaults, match="this is not an ordinary file"):
        read_encounter(tmp_path / "pipe")


def test_faults_of_the_party_name_its_file(tmp_path: Path) -> None:
    party = PARTY + '[[creature]]\nname = "Dee"\nmax_hp = 3\nlevl = 3\n[options]\n'
    path = folder_with(tmp_path, ford=FORD.replace("initiative = 3", "initiatve = 3"), party=party)
    with pytest.raises(EncounterFaults) as refused:
        read_encounter(path)
    assert str(refused.value).split("\n") == [
        f'{path}:13: creature[1].initiatve: unknown key (did you mean "initiative"?)',
        f'{tmp_path / "party.toml"}:9: creature[2].levl: unknown key (did you mean "level"?)',
        f"{tmp_path / 'party.toml'}:10: options: unknown key",
    ]


def test_a_party_of_another_system_is_one_fault_and_not_one_for_each_of_its_words(tmp_path: Path) -> None:
    party = (
        PARTY.replace("format = 1", 'format = 1\nsystem = "other"')
        + '[[creature]]\nname = "Dee"\ndefenses = { pd = 3 }\n'
    )
    path = folder_with(tmp_path, ford=FORD, party=party)
    other = replace(ORCUS, id="other", words=replace(ORCUS.words, defenses=("pd",)))
    with known_systems(other), pytest.raises(EncounterFaults) as refused:
        read_encounter(path)
    assert str(refused.value).endswith('party.toml:2: system: the encounter is for "orcus", got "other"')
    assert len(refused.value.faults) == 1


def test_a_missing_party_file_is_reported(tmp_path: Path) -> None:
    path = folder_with(tmp_path, ford=FORD)
    with pytest.raises(EncounterFaults) as refused:
        read_encounter(path)
    assert str(refused.value) == f"{path}:4: party: {tmp_path / 'party.toml'}: there is no such file"


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.toml").write_text(PARTY, encoding="utf-8")
    try:
        (inside / "party.toml").symlink_to(tmp_path / "secret.toml")
    except OSError:
        pytest.skip("links cannot be made here")
    with pytest.raises(EncounterFaults, match=r'ford.toml:4: party: "party.toml" is not inside the folder'):
        read_encounter(folder_with(inside, ford=FORD))


def test_a_party_in_a_subfolder_is_found(tmp_path: Path) -> None:
    (tmp_path / "heroes").mkdir()
    folder_with(tmp_path / "heroes", party=PARTY)
    path = folder_with(tmp_path, ford=FORD.replace('"party.toml"', '"heroes/party.toml"'))
    assert list(read_encounter(path).sheets) == ["cor", "ari"]


def test_ids_differ_across_both_files(tmp_path: Path) -> None:
    party = PARTY.replace('"Cor"', '"Ari"')
    assert list(read_encounter(folder_with(tmp_path, ford=FORD, party=party)).sheets) == ["ari1", "ari2"]
