"""A fight in progress comes back as it was."""

import json
import string
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from orcus_tui.commands.lines import compile_line
from orcus_tui.dice import parse
from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, Question, Turn
from orcus_tui.model.power import Power, Use
from orcus_tui.model.track import Track
from orcus_tui.rules.shapes import _FORBIDDEN, _FORBIDDEN_IN_LINES
from orcus_tui.rules.system import System
from orcus_tui.storage.encounter import read_encounter_bytes
from orcus_tui.storage.tables import creature_from_table, fight_from_table
from orcus_tui.storage.written import creature_table, fight_table, fight_text
from orcus_tui.systems.orcus import ORCUS

LISTED = replace(ORCUS, id="listed", numbered_resistances=False, save_abilities=("con", "mana"))
BOXES = replace(ORCUS, id="boxes", has_hit_points=False)
SYSTEMS = {each.id: each for each in (ORCUS, LISTED, BOXES)}

HARD = ['say "no"', "# no comment", "it's\\n", "Ælfgifu", "👩‍👩‍👧 ok", "''' \"\"\"", "a = 1", "[x]", "100%", "—"]
texts = st.one_of(st.sampled_from(HARD), st.text(max_size=8).filter(lambda text: not _FORBIDDEN.search(text)))
long_texts = st.one_of(texts, st.text(max_size=12).filter(lambda text: not _FORBIDDEN_IN_LINES.search(text)))
long_texts |= st.sampled_from(["two\nlines", "\n", "\n\nends in one\n", '"""\n\\', "a\tb"])
names = texts.filter(lambda text: text.strip() != "")
numbers = st.integers(-1_000_000, 1_000_000)
counts = st.integers(0, 1_000_000)
ids_of_creatures = st.one_of(
    st.sampled_from(["ari", "goblin1", "goblin2", "target", "its", "the", "next", "end", "save"]),
    st.text(string.ascii_lowercase + string.digits + "-", max_size=8).map(lambda text: f"a{text}"),
)
dice = st.sampled_from(["7", "2d6+4", "3d6kh2", "(1d8 + 2)*2", "2d6[cold stuff] + d8", "-1"]).map(parse)
types = st.lists(st.sampled_from(["fire", "cold", "acid"]), unique=True, max_size=3)


def durations(ids: list[str]) -> st.SearchStrategy[Duration]:
    some = st.sampled_from(ids)
    return st.one_of(
        st.sampled_from([Duration("removed"), Duration("save"), Duration("encounter"), Duration("save", number=16)]),
        st.builds(Duration, st.sampled_from(["start", "end"]), some, skips=st.booleans()),
        st.builds(Duration, st.just("this turn"), some),
        st.builds(Duration, st.just("rounds"), some | st.just(""), st.integers(1, 99), skips=st.booleans()),
        st.builds(Duration, st.just("words"), words=texts),
    )


def effects(ids: list[str]) -> st.SearchStrategy[Effect]:
    return st.builds(
        Effect,
        id=st.integers(1, 500),
        name=names | st.sampled_from(["dazed", "marked", "persistent", "regeneration", "attack", "Dazed", "dazd"]),
        kind=st.sampled_from(["condition", "persistent", "regeneration", "bonus", "mark", "other"]),
        source=st.sampled_from(ids) | st.just(""),
        duration=durations(ids),
        amount=counts,
        type=st.none() | texts | types.map("+".join).filter(bool),
        bundle=st.none() | st.integers(0, 9),
        then=st.lists(names, max_size=2).map(tuple),
        power=texts,
        against=st.sampled_from(ids) | st.just(""),
        once=st.booleans(),
        tags=st.lists(texts, max_size=2).map(tuple),
        point=st.sampled_from(["", "start", "end"]),
        maintain=texts,
        kept=st.booleans(),
        natural=st.none() | st.integers(1, 20),
    ).flatmap(lambda one: st.sampled_from([one, one if one.kind == "bonus" else replace(one, amount=None)]))


def lines(ids: list[str], system: System) -> st.SearchStrategy[Any]:
    known = ["persist 5 fire save", 'self: temp "5"', "remind slide 3", 'apply "own words" until "it moves"']
    known.append(f"apply dazed eont by {ids[0]}")
    return st.sampled_from(known).map(lambda text: compile_line(text, system, ids))


def powers(ids: list[str], system: System) -> st.SearchStrategy[Power]:
    compiled = st.lists(lines(ids, system), max_size=2).map(tuple)
    plain = st.builds(
        Power,
        name=names,
        action=st.sampled_from(["standard", "move", "free"]),
        use=st.sampled_from([Use(), Use("daily"), Use("refresh", (5, 6)), Use("recharge", (11,))]),
        range=texts,
        crit=st.none() | dice,
        miss=st.sampled_from(["none", "half"]) | dice,
        effects=compiled,
        always=compiled,
        maintain=st.sampled_from(["", "move"]),
        tags=st.lists(texts, max_size=2).map(tuple),
        text=long_texts,
    )
    attack = st.none() | st.tuples(numbers.filter(lambda n: abs(n) < 10**6), st.sampled_from(system.defenses))
    return st.builds(_armed, plain, attack, st.none() | st.tuples(dice, types.map(tuple)))


def _armed(power: Power, attack: tuple[int, str] | None, damage: tuple[Any, tuple[str, ...]] | None) -> Power:
    if attack:
        power = replace(power, bonus=attack[0], defense=attack[1])
    return replace(power, damage=damage[0], types=damage[1]) if damage else power


def tables(keys: st.SearchStrategy[str], values: st.SearchStrategy[int] = numbers) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(keys, values, max_size=3)


def sheets(ids: list[str], system: System) -> st.SearchStrategy[Sheet]:
    withstood = tables(st.sampled_from(["fire", "all", "near"]), counts if system.numbered_resistances else st.just(1))
    words = st.lists(names, max_size=2).map(tuple)
    points = st.integers(1, 1_000_000) if system.has_hit_points else st.none()
    return st.builds(
        Sheet,
        name=names,
        kind=st.sampled_from(["pc", "standard", "mook", "elite"]),
        side=st.sampled_from(["party", "foes", "neutral"]),
        group=st.sampled_from(["", *ids]),
        level=numbers,
        role=texts,
        size=texts,
        type=texts,
        tags=words,
        xp=st.integers(0, 1000) | st.floats(0, 1000),
        speed=texts,
        senses=texts,
        languages=texts,
        alignment=texts,
        text=long_texts,
        notes=long_texts,
        max_hp=points,
        staggered=st.none() | counts if system.has_hit_points else st.none(),
        initiative=numbers,
        saves=numbers | tables(st.sampled_from(["con", "mana"])) if system.save_abilities else numbers,
        max_recoveries=counts,
        recovery=st.sampled_from(["", "2d6", "8"]),
        regeneration=counts,
        defenses=tables(st.sampled_from(system.defenses)),
        abilities=tables(st.sampled_from(system.abilities)),
        resist=withstood,
        vulnerable=withstood,
        immune=words,
        half=st.sampled_from([(), ("melee", "fire")]),
        uses_death_rules=st.booleans(),
        named_villain=st.booleans(),
        uses_escalation=st.booleans(),
        aura=texts,
        reserve_until=st.sampled_from(["", "round 3"]),
        powers=st.lists(powers(ids, system), max_size=2).map(tuple),
    )


def states(ids: list[str], system: System) -> st.SearchStrategy[State]:
    words = st.lists(names, max_size=2).map(tuple)
    track = st.builds(Track, counts, st.booleans(), st.booleans(), hurt=counts, dying=st.booleans())
    return st.builds(
        State,
        hp=numbers if system.has_hit_points else st.none(),
        temp_hp=counts if system.has_hit_points else st.just(0),
        initiative=st.none() | numbers,
        life=st.sampled_from(["alive", "stable", "knocked out", "dead", "coma"]),
        place=st.sampled_from(["here", "reserve", "gone"]),
        effects=st.lists(effects(ids), max_size=3).map(tuple),
        actions=st.tuples(*(st.integers(0, 3) for _ in system.actions)),
        recoveries=counts,
        action_points=counts,
        death_failures=counts,
        death_successes=counts,
        spent=words,
        used=words,
        counters=tables(names),
        hidden=st.booleans(),
        surprised=st.booleans(),
        track=st.none() if system.has_hit_points else track,
    )


@st.composite
def fights(draw: st.DrawFn) -> Fight:
    system = draw(st.sampled_from(list(SYSTEMS.values())))
    ids = draw(st.lists(ids_of_creatures, unique=True, min_size=1, max_size=3))
    some = st.sampled_from(ids)
    fight = Fight(
        name=draw(names),
        system=system.id,
        sheets={each: draw(sheets(ids, system)) for each in ids},
        states={each: draw(states(ids, system)) for each in ids},
        options=draw(st.sampled_from([{}, {"death_save_timing": "end", "min_half": False, "immediate_per_round": 2}])),
        phase=draw(st.sampled_from(["setup", "turns", "finished"])),
        round=draw(counts),
        turn=draw(st.none() | st.builds(Turn, some, *[st.booleans()] * 3)),
        order=draw(st.lists(some, unique=True).map(tuple)),
        delayed=draw(st.dictionaries(some, st.none() | numbers)),
        readied=draw(st.dictionaries(some, st.tuples(texts, counts))),
        interrupter=draw(some | st.just("")),
        counters=draw(st.sampled_from([dict(system.counters), {}]) | tables(names)),
        asking=draw(st.sampled_from(["none", "party", "all"])),
        questions=draw(st.lists(questions(some), max_size=2).map(tuple)),
        next_question=draw(st.integers(1, 500)),
    )
    # Numbers to come lie behind those in use, as they do in play.
    held = [effect for state in fight.states.values() for effect in state.effects]
    next_effect = max((effect.id for effect in held), default=0) + draw(st.integers(1, 3))
    next_bundle = max((effect.bundle or 0 for effect in held), default=0) + draw(st.integers(1, 3))
    return replace(fight, next_effect=next_effect, next_bundle=next_bundle)


def questions(some: st.SearchStrategy[str]) -> st.SearchStrategy[Question]:
    number = st.integers(1, 100)
    return st.builds(Question, number, texts, some, texts, number, st.none() | number)


def read(text: str) -> Fight:
    return read_encounter_bytes(text.encode(), Path("fight.toml"), systems=SYSTEMS)


@given(fights())
def test_a_fight_comes_back_from_its_text(fight: Fight) -> None:
    assert read(fight_text(fight, systems=SYSTEMS)) == fight


@given(fights())
def test_a_fight_comes_back_from_json(fight: Fight) -> None:
    table = json.loads(json.dumps(fight_table(fight, systems=SYSTEMS)))
    assert fight_from_table(table, systems=SYSTEMS) == fight


@given(fights())
def test_a_creature_comes_back_by_itself(fight: Fight) -> None:
    system = SYSTEMS[fight.system]
    for each, sheet in fight.sheets.items():
        table = json.loads(json.dumps(creature_table(each, sheet, fight.states[each], system)))
        assert creature_from_table(table, system, fight.sheets) == (each, sheet, fight.states[each])


def test_what_goes_without_saying_is_left_out() -> None:
    fight = read('format = 1\nname = "A"\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 44\n')
    written = tomllib.loads(fight_text(fight))
    assert written["fight"] == {}
    assert written["creature"] == [{"name": "Ari", "id": "ari", "kind": "pc", "max_hp": 44}]


def test_what_a_kind_would_give_is_said_where_it_is_otherwise() -> None:
    fight = read('format = 1\n[[creature]]\nname = "Ogre"\nkind = "boss"\nmax_hp = 90\nsaves = 0\nhp = 12\n')
    (ogre,) = tomllib.loads(fight_text(fight))["creature"]
    assert (ogre["saves"], ogre["hp"]) == (0, 12)
    assert "action_points" not in ogre


def test_it_can_be_read_by_a_person() -> None:
    source = 'format = 1\n[[creature]]\nname = "Ari"\nmax_hp = 4\nnotes = "one\\ntwo"\n'
    source += '[[creature.effect]]\npersist = 5\ntype = "fire"\nduration = "eont"\n'
    text = fight_text(read(source))
    assert '"""\none\ntwo"""' in text
    assert "{ persist = 5, duration = \"until the end of ari's next turn\", id = 1, type = \"fire\" }" in text
