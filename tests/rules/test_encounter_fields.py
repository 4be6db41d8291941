"""Fields in `set` and `add`, and creatures made from them."""

from typing import Any

import pytest
from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model.creature import Sheet, State, Track
from orcus_tui.model.fight import Fight
from orcus_tui.model.typed_steps import Add
from orcus_tui.rules.creation import allot, create, from_step, stem
from orcus_tui.rules.field_faults import FieldFaults
from orcus_tui.rules.system import FightView
from orcus_tui.rules.typed_fields import read_option, set_field, typed_option
from orcus_tui.systems.orcus.system import ORCUS
from tests.helpers.casts.system_variants import BOXES, LISTED

EMPTY = Fight("Any", "orcus", {}, {})


def ari(**values: Any) -> tuple[Sheet, State]:
    return create(ORCUS, {"name": "Ari", "kind": "pc", "max_hp": 44, **values}, ())["ari"]


@pytest.mark.parametrize(
    ("field", "text", "kept"),
    [
        ("max_hp", "50", {"max_hp": 50}),
        ("name", "Ari the Bold", {"name": "Ari the Bold"}),
        ("kind", "Elite", {"kind": "elite"}),
        ("kind", "EL", {"kind": "elite"}),
        ("side", "n", {"side": "neutral"}),
        ("named_villain", "t", {"named_villain": True}),
        ("xp", "31.25", {"xp": 31.25}),
        ("initiative", "-2", {"initiative": -2}),
        ("initiative", "−2", {"initiative": -2}),
        ("tags", "orc, brute", {"tags": ("orc", "brute")}),
        ("speed", "6", {"speed": "6"}),
        ("recovery", "2d6", {"recovery": "2d6"}),
        ("defenses.ac", "20", {"defenses": {"ac": 20, "will": 13}}),
        ("AC", "20", {"defenses": {"ac": 20, "will": 13}}),
        ("defenses.ac", "none", {"defenses": {"will": 13}}),
        ("resist.fire", "5", {"resist": {"cold": 2, "fire": 5}}),
        ("resist", "fire=5, all=1", {"resist": {"fire": 5, "all": 1}}),
        ("resist", '{ fire = 5, "all" = 1 }', {"resist": {"fire": 5, "all": 1}}),
        ("tags", '["orc", "brute"]', {"tags": ("orc", "brute")}),
        ("tags", "[]", {"tags": ()}),
        ("abilities.STR", "3", {"abilities": {"str": 3}}),
        ("staggered", "21", {"staggered": 21}),
        ("staggered", "none", {"staggered": None}),
        ("uses_escalation", "yes", {"uses_escalation": True}),
        ("notes", "a, b", {"notes": "a, b"}),
    ],
)
def test_set_changes_the_sheet(field: str, text: str, kept: dict[str, object]) -> None:
    sheet, state = ari(defenses={"ac": 18, "will": 13}, resist={"cold": 2}, staggered=20)
    assert set_field(ORCUS, sheet, state, field, text) == (replace(sheet, **kept), state)


@pytest.mark.parametrize(
    ("field", "text", "kept"),
    [
        ("hp", "-3", {"hp": -3}),
        ("initiative_total", "17", {"initiative": 17}),
        ("initiative_total", "none", {"initiative": None}),
        ("counters.Ki", "4", {"counters": {"Ki": 4, "luck": 1}}),
        ("counters.ki", "4", {"counters": {"Ki": 4, "luck": 1}}),
        ("hidden", "on", {"hidden": True}),
        ("actions.move", "0", {"actions": (1, 0, 1, 1)}),
        ("life", "stable", {"life": "stable"}),
    ],
)
def test_set_changes_the_state(field: str, text: str, kept: dict[str, object]) -> None:
    sheet, state = ari(counters={"Ki": 2, "luck": 1})
    assert set_field(ORCUS, sheet, state, field, text) == (sheet, replace(state, **kept))


def test_set_reserve_changes_both() -> None:
    sheet, state = ari()
    waiting = (replace(sheet, reserve_until="round 3"), replace(state, place="reserve"))
    assert set_field(ORCUS, sheet, state, "reserve", "Round 3") == waiting
    assert set_field(ORCUS, *waiting, "reserve", "false") == (sheet, state)


def test_set_writes_fields_as_their_system_has_them() -> None:
    sheet, state = create(LISTED, {"name": "Ari", "max_hp": 4}, ())["ari"]
    assert set_field(LISTED, sheet, state, "resist", "fire, cold")[0].resist == {"fire": 0, "cold": 0}
    assert set_field(LISTED, sheet, state, "saves.con", "2")[0].saves == {"con": 2}
    sheet, state = create(BOXES, {"name": "Ari"}, ())["ari"]
    assert set_field(BOXES, sheet, state, "track.hurt", "2")[1].track == Track(hurt=2)
    assert set_field(BOXES, sheet, state, "track.dying", "true")[1].track == Track(dying=True)


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        ("max_ph", "3", 'unknown field "max_ph" (did you mean "max_hp"?)'),
        ("fortitud", "3", 'unknown field "fortitud" (did you mean "fortitude"?)'),
        ("max_hp", "many", 'max_hp: expected a whole number, got "many"'),
        ("max_hp", "0", "max_hp: expected a whole number from 1 to 1,000,000, got 0"),
        ("max_hp.x", "0", "max_hp has no parts"),
        ("kind", "bsos", 'kind: unknown kind "bsos" (did you mean "boss"?)'),
        ("defenses.acc", "3", 'unknown defense "acc" (did you mean "ac"?)'),
        ("resist.fier", "3", 'resist.fier: unknown damage type or range "fier" (did you mean "fire"?)'),
        ("hidden", "perhaps", 'hidden: expected true or false, got "perhaps"'),
        ("side", "none", 'side: unknown side "none" (known: party, foes, neutral)'),
        ("max_hp", "none", 'max_hp: expected a whole number, got "none"'),
        ("hp", "none", 'hp: expected a whole number, got "none"'),
        ("hp", "45", "hp: expected at most 44 (max_hp), got 45"),
        ("death_failures", "3", "death_failures: expected at most 2 while it lives, got 3"),
        ("name", " ", "name: a name cannot be blank"),
        ("name", "A\x1b[2J", "name: an escape character (U+001B) at character 2: remove it"),
        ("name", "A\u202eB", "name: a control character (U+202E) at character 2: remove it"),
        ("recovery", "2d", "recovery: column 3: how many sides? write d6, or d% for d100"),
        ("track.hurt", "1", "track: Orcus has no damage track"),
        ("id", "x", "id cannot be set: an id stays what it is; `rename` changes the name"),
        ("count", "3", "count cannot be set: `add` brings more of a kind"),
        ("power", "x", "power cannot be set: a power is changed in the encounter file"),
        ("effect", "x", "effect cannot be set: `apply`, `persist` and `remove` change effects"),
    ],
)
def test_set_refuses_invalid_values(field: str, text: str, message: str) -> None:
    with pytest.raises(Impossible) as refused:
        set_field(ORCUS, *ari(), field, text)
    assert str(refused.value) == message


def test_add_takes_fields_by_words() -> None:
    words = (("hp", "20"), ("init", "2"), ("ac", "15"), ("defenses.will", "11"), ("resist.fire", "5"))
    made = from_step(FightView(ORCUS, EMPTY), Add("Bandit", 3, words))
    assert list(made) == ["bandit1", "bandit2", "bandit3"]
    assert [sheet.name for sheet, _ in made.values()] == ["Bandit 1", "Bandit 2", "Bandit 3"]
    sheet, state = made["bandit2"]
    assert (sheet.max_hp, state.hp, sheet.initiative, state.initiative, sheet.group) == (20, 20, 2, None, "bandit1")
    assert (sheet.defenses, sheet.resist) == ({"ac": 15, "will": 11}, {"fire": 5})


def test_add_says_all_that_is_wrong() -> None:
    with pytest.raises(FieldFaults) as refused:
        from_step(
            FightView(ORCUS, EMPTY),
            Add("Bandit", 3, (("hpp", "20"), ("ac", "high"), ("init", "1"), ("initiative", "2"))),
        )
    assert [fault.tail for fault in refused.value.faults] == [("hpp",), ("ac", "ac"), ("initiative",)]


def test_add_needs_hit_points_unless_the_kind_gives_them() -> None:
    with pytest.raises(Impossible, match="a new creature needs hit points"):
        from_step(FightView(ORCUS, EMPTY), Add("Bandit", 1, ()))
    assert from_step(FightView(ORCUS, EMPTY), Add("Bandit", 1, (("kind", "mook"),)))["bandit"][1].hp == 1


@pytest.mark.parametrize("count", [0, 201])
def test_add_takes_a_sensible_count(count: int) -> None:
    with pytest.raises(Impossible, match="count: expected a whole number from 1 to 200"):
        from_step(FightView(ORCUS, EMPTY), Add("Bandit", count, (("hp", "20"),)))


# Ids


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Ari", "ari"),
        ("Two Words", "two-words"),
        ("Gor'mash the Élite", "gormash-the-elite"),
        ("Ærøskøbing", "aeroskobing"),
        ("Straße", "strasse"),
        ("3rd Guard!", "rd-guard"),
        ("龍", "creature"),
        ("x" * 90, "x" * 40),
    ],
)
def test_the_id_for_a_name(name: str, id_: str) -> None:
    assert stem(name) == id_


def ids(entries: list[dict[str, Any]], taken: tuple[str, ...] = ()) -> list[list[tuple[str, str]]]:
    allotted, faults = allot(entries, taken)
    assert not faults
    return allotted


def test_two_of_one_name_are_numbered() -> None:
    goblin = {"name": "Goblin"}
    assert ids([goblin, {"name": "Ari"}, goblin]) == [
        [("goblin1", "Goblin 1")],
        [("ari", "Ari")],
        [("goblin2", "Goblin 2")],
    ]


def test_an_id_that_is_given_is_kept_and_goes_first() -> None:
    assert ids([{"name": "Goblin"}, {"name": "Goblin", "id": "goblin"}, {"name": "Orc", "id": "o", "count": 2}]) == [
        [("goblin2", "Goblin 2")],
        [("goblin", "Goblin")],
        [("o1", "Orc 1"), ("o2", "Orc 2")],
    ]


@pytest.mark.parametrize(
    ("name", "taken", "id_"),
    [
        ("Goblin", ("goblin1", "goblin7"), ("goblin8", "Goblin 8")),
        ("Goblin", ("goblin",), ("goblin2", "Goblin 2")),
        ("Goblin", ("goblins1",), ("goblin", "Goblin")),
        ("Unit 7", ("unit-7",), ("unit-7-2", "Unit 7 2")),
    ],
)
def test_newcomers_continue_the_numbers(name: str, taken: tuple[str, ...], id_: tuple[str, str]) -> None:
    assert ids([{"name": name}], taken) == [[id_]]


def test_an_id_in_use_is_refused() -> None:
    with pytest.raises(FieldFaults, match='id: the id "b2" is taken already'):
        create(ORCUS, {"name": "Bandit", "id": "b", "count": 3, "max_hp": 3}, {"b2"})


# Defaults of a kind


def test_a_creature_begins_with_all_hit_points() -> None:
    sheet, state = ari()
    assert (sheet.side, sheet.group, sheet.saves) == ("party", "ari", 0)
    assert (state.hp, state.action_points, state.actions, state.place, state.track) == (
        44,
        1,
        (1, 1, 1, 1),
        "here",
        None,
    )


def test_a_kind_supplies_the_missing_fields() -> None:
    boss, state = create(ORCUS, {"name": "Ogre", "kind": "boss", "max_hp": 90, "level": 12}, ())["ogre"]
    assert (boss.side, boss.saves, state.action_points, state.recoveries) == ("foes", 5, 2, 2)
    plain, state = create(ORCUS, {"name": "Ogre", "kind": "boss", "max_hp": 90, "saves": 0, "action_points": 0}, ())[
        "ogre"
    ]
    assert (plain.saves, state.action_points) == (0, 0)


@pytest.mark.parametrize(
    ("given", "left", "most"),
    [({"recoveries": 7}, 7, 7), ({"max_recoveries": 9}, 9, 9), ({"recoveries": 2, "max_recoveries": 9}, 2, 9)],
)
def test_recoveries_follow_from_each_other(given: dict[str, int], left: int, most: int) -> None:
    sheet, state = ari(**given)
    assert (state.recoveries, sheet.max_recoveries) == (left, most)


def test_a_system_without_hit_points_has_a_track() -> None:
    sheet, state = create(BOXES, {"name": "Ari"}, ())["ari"]
    assert (sheet.max_hp, state.hp, state.track) == (None, None, Track())


# Options


@pytest.mark.parametrize(
    ("key", "value", "meant"),
    [
        ("death_save_timing", "end", "end"),
        ("death_save_timing", "END", "end"),
        ("min_half", False, False),
        ("no_recovery_20", 1, 1),
        ("immediate_per_round", 2, 2),
    ],
)
def test_an_option_is_read_from_a_file(key: str, value: object, meant: object) -> None:
    found = read_option(ORCUS, key, value)
    assert found == meant
    assert type(found) is type(meant)


@pytest.mark.parametrize(
    ("key", "text", "meant"),
    [
        ("death_save_timing", "END", "end"),
        ("min_half", "off", False),
        ("no_recovery_20", "1", 1),
        ("immediate_per_round", "2", 2),
    ],
)
def test_an_option_is_read_as_it_is_typed(key: str, text: str, meant: object) -> None:
    found = typed_option(ORCUS, key, text)
    assert found == meant
    assert type(found) is type(meant)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("death_save_timin", "end", 'unknown option "death_save_timin" (did you mean "death_save_timing"?)'),
        ("death_save_timing", "strat", 'expected "start" or "end", got "strat" (did you mean "start"?)'),
        ("min_half", 1, "expected true or false, got 1"),
        ("min_half", "true", 'expected true or false, got "true"'),
        ("immediate_per_round", "2", 'expected a whole number, got "2"'),
        ("immediate_per_round", True, "expected a whole number, got true"),
        ("immediate_per_round", -1, "expected a whole number from 0 to 1,000,000, got -1"),
        ("immediate_per_round", "two", 'expected a whole number, got "two"'),
    ],
)
def test_an_option_with_a_wrong_value_is_refused(key: str, value: object, message: str) -> None:
    with pytest.raises(Impossible) as refused:
        read_option(ORCUS, key, value)
    assert str(refused.value) == message
