"""A fight in progress is written and read back unchanged."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.line_compiler import compile_line
from orcus_tui.commands.modifiers import compile_fight_modifier, compile_modifier, compile_when
from orcus_tui.dice import parse
from orcus_tui.model.briefing import Briefing, EncounterEvent
from orcus_tui.model.clock import Countdown
from orcus_tui.model.creature import Resource, Sheet, State, Track, Trait
from orcus_tui.model.duration import Duration, Ending
from orcus_tui.model.effect import Aftereffect, Effect
from orcus_tui.model.fight import OF_LAST_ATTACK, Challenge, Fall, Fight, Question, Turn
from orcus_tui.model.modifier import ALWAYS
from orcus_tui.model.offer import Offer, OfferedLine
from orcus_tui.model.power import Cost, Power, Use
from orcus_tui.model.text import FORBIDDEN
from orcus_tui.model.zone import Aura, Zone
from orcus_tui.rules.creation import create, initial_resources
from orcus_tui.rules.fields import FIELDS
from orcus_tui.rules.system import System
from orcus_tui.rules.trigger_words import read_trigger
from orcus_tui.rules.validators import FLAG, LINE, LIST, WHOLE, Scope
from orcus_tui.rules.zone_names import with_auras
from orcus_tui.storage.encounter.effect_tables import EFFECT
from orcus_tui.storage.encounter.fight_tables import (
    creature_from_table,
    creature_table,
    fight_from_table,
    fight_table,
    fight_text,
)
from orcus_tui.storage.encounter.read import EncounterFaults, read_encounter_bytes
from orcus_tui.systems.orcus.system import ORCUS
from tests.helpers.casts.system_variants import BOXES, LISTED, known_systems
from tests.helpers.fights.random_fights import small_fight

SYSTEMS = {each.id: each for each in (ORCUS, LISTED, BOXES)}

IDS = ("ari", "goblin-2", "target")
HARD = ['say "no"', "# no comment", "it's\\n", "Ælfgifu", "👩‍👩‍👧 ok", "''' \"\"\"", "a = 1", "[x]", "100%", "—"]

forbidden = re.compile(FORBIDDEN)
texts = st.sampled_from(HARD) | st.text(max_size=8).map(lambda text: forbidden.sub("", text))
long_texts = texts | st.sampled_from(["two\nlines", "\n", "\n\nends in one\n", '"""\n\\', "a\tb"])
names = texts.map(lambda text: text if text.strip() else "x")
several = st.lists(names, max_size=2).map(tuple)
numbers = st.integers(-1_000_000, 1_000_000)
counts = st.integers(0, 1_000_000)
flags = st.booleans()
some = st.sampled_from(IDS)
some_or_nobody = st.sampled_from((*IDS, ""))
dice = st.sampled_from(["7", "2d6+4", "3d6kh2", "(1d8 + 2)*2", "2d6[cold stuff] + d8", "-1"]).map(parse)
types = st.lists(st.sampled_from(["fire", "cold", "acid"]), unique=True, min_size=1, max_size=3)


def tables(keys: Any, values: Any = numbers) -> Any:
    return st.dictionaries(keys, values, max_size=3)


def varied(base: Any, **values: Any) -> Any:
    """`base` with a few random fields: drawing all 40 fields of a record takes too long."""
    chosen = st.lists(st.sampled_from(sorted(values)), max_size=6, unique=True)
    drawn = chosen.flatmap(lambda keys: st.fixed_dictionaries({key: values[key] for key in keys}))
    return drawn.map(lambda found: replace(base, **found))


upheld_by = st.sampled_from(["grappled", "half cover", 'a "held" breath'])
durations = st.one_of(
    st.sampled_from([Duration("removed"), Duration("save"), Duration("encounter"), Duration("save", number=16)]),
    st.builds(Duration, st.sampled_from(["start", "end"]), some, skips=flags),
    st.builds(Duration, st.just("this turn"), some),
    st.builds(Duration, st.just("rounds"), some_or_nobody, st.integers(1, 99), skips=flags, slot=st.integers(1, 3)),
    st.builds(Duration, st.just("words"), words=texts),
    st.builds(Duration, st.just("while"), words=upheld_by),
    st.builds(Duration, st.just("save"), some_or_nobody, at_most=st.integers(1, 99), slot=st.integers(1, 3)),
    st.builds(Duration, st.just("words"), some_or_nobody, words=names, at_most=st.integers(1, 99)),
)
effect_names = names | st.sampled_from(["dazed", "marked", "persistent", "regeneration", "attack", "Dazed", "dazd"])
kinds = st.sampled_from(["condition", "persistent", "regeneration", "mark", "other"])
after_durations = st.one_of(
    st.sampled_from([Duration("removed"), Duration("save"), Duration("this turn"), Duration("rounds", number=3)]),
    st.builds(Duration, st.sampled_from(["start", "end"]), some),
    st.builds(Duration, st.just("words"), words=names, at_most=st.integers(0, 9)),
    st.builds(Duration, st.just("while"), words=upheld_by),
    st.builds(Duration, st.just("save"), at_most=st.integers(1, 99)),
)
VARIED_EFFECT: dict[str, Any] = {
    "amount": counts,
    "type": texts | types.map("+".join),
    "bundle": st.integers(0, 9),
    "then": several,
    "power": texts,
    "against": some,
    "once": flags,
    "tags": several,
    "point": st.sampled_from(["", "start", "end"]),
    "limit": st.sampled_from(["", "each turn", "each round"]),
    "advantage": st.sampled_from(["", "ca"]),
    "when": st.sampled_from(["", "against undead,!ari with melee", 'while hp 25%-+"half cover",round 3+ + "a b"']).map(
        lambda text: compile_when(text, ORCUS, IDS) if text else ALWAYS
    ),
    "zone": st.sampled_from(["", "fog"]),
    "maintain": texts,
    "sustained": flags,
    "natural": st.integers(1, 20),
    "later": st.lists(several, max_size=2).map(tuple),
    "after": st.builds(Aftereffect, st.lists(names, min_size=1, max_size=2).map(tuple), after_durations),
}
BY_VALIDATOR = {FLAG.read: flags, WHOLE.read: numbers, LINE.read: texts, LIST.read: several}
for each in EFFECT.fields.values():
    if each.attributes:
        VARIED_EFFECT.setdefault(each.attributes[0], BY_VALIDATOR.get(each.validator.read))
blank_effects = st.builds(Effect, st.integers(1, 500), effect_names, kinds, some_or_nobody, durations)
bonuses = st.builds(Effect, st.integers(1, 500), names, st.just("bonus"), some, durations, amount=numbers)
effects = (blank_effects | bonuses).flatmap(lambda one: varied(one, **VARIED_EFFECT))

LINES = [
    "if prone: damage 3",
    "offer damage 5 fire",
    "choose damage 5 | self: heal 5",
    "counter ki -1",
    "persist 5 fire save",
    "self: temp 5",
    "remind slide 3",
    'apply "own words" until "it moves"',
]
lines = st.sampled_from([*LINES, "apply dazed eont by ari"]).map(lambda text: compile_line(text, ORCUS, IDS))
TRIGGERS = [
    read_trigger(ORCUS, text)
    for text in ("staggered", "hp 50%", "hurt by fire", "natural 1", "text: it moves", "an ally moves")
]
triggers = st.lists(st.sampled_from(TRIGGERS), max_size=2, unique=True).map(tuple)
some_triggers = st.lists(st.sampled_from(TRIGGERS), min_size=1, max_size=2, unique=True).map(tuple)
some_lines = st.lists(lines, max_size=2).map(tuple)
TRAITS = st.builds(
    Trait,
    names,
    long_texts,
    some_triggers,
    some_lines,
    flags,
    st.sampled_from(
        [
            (),
            tuple(
                compile_modifier(each, ORCUS, IDS) for each in ("+2 attack while staggered", "ca attack against ari")
            ),
        ]
    ),
)
VARIED_POWER: dict[str, Any] = {
    "name": names,
    "action": st.sampled_from(["standard", "move", "free"]),
    "use": st.sampled_from(
        [
            *(Use(), Use("daily"), Use("refresh", (5, 6)), Use("recharge", (11,)), Use("refresh", on="staggered")),
            *(Use("daily", count=3), Use("round"), Use("rounds", (4,), count=2), Use("refresh", tuple(range(16, 21)))),
        ]
    ),
    "range": texts,
    "damage": dice,
    "crit": dice,
    "crit_range": st.sampled_from([0, 2, 18]),
    "miss": st.sampled_from(["none", "half"]) | dice,
    "targets": st.sampled_from([None, parse("1d3"), parse("2")]),
    "cost": st.sampled_from([(), (Cost("ki", 2),), (Cost("ki"), Cost("icon dice", 3))]),
    "level": st.integers(0, 9),
    "higher": st.none() | dice,
    "more_targets": st.integers(0, 20),
    "components": texts,
    "effects": st.lists(lines, max_size=2).map(tuple),
    "always": st.lists(lines, max_size=2).map(tuple),
    "maintain": st.sampled_from(["", "move", "save 11+"]),
    "trigger": triggers,
    "tags": several,
    "text": long_texts,
}
NOT_IN_ORCUS = ("crit_times", "ability", "save", "saved", "multiattack")
attacks = st.builds(Power, names, bonus=st.integers(-99, 99), defense=st.sampled_from(ORCUS.words.defenses))
typed = st.builds(Power, names, damage=dice, types=types.map(tuple))
powers = (attacks | typed).flatmap(lambda one: varied(one, **VARIED_POWER))

points, sides = st.sampled_from(["start", "end", "inside"]), st.sampled_from(["foes", "allies", "all"])
WITHSTOOD = st.sampled_from(["fire", "all", "near"])
VARIED_SHEET: dict[str, Any] = {
    "kind": st.sampled_from(["pc", "standard", "mook", "elite"]),
    "side": st.sampled_from(["party", "foes", "neutral"]),
    "group": some_or_nobody,
    **dict.fromkeys(("level", "initiative", "saves"), numbers),
    **dict.fromkeys(("role", "size", "type", "speed", "senses", "languages", "alignment", "aura", "habit"), texts),
    **dict.fromkeys(("text", "notes"), long_texts),
    "tags": several,
    "turns": st.integers(1, 5),
    # As after reading: words that the system knows have its spelling.
    "immune": several.map(lambda texts: FIELDS["immune"].validator.read(Scope(ORCUS), list(texts))),
    "xp": st.integers(0, 1000) | st.floats(0, 1000),
    "resources": st.dictionaries(
        names, st.builds(Resource, st.integers(1, 9), st.sampled_from(["short", "long", "1/4 rounds"])), max_size=2
    ),
    **dict.fromkeys(("max_recoveries", "regeneration"), counts),
    **dict.fromkeys(("recovery", "hit_dice"), st.sampled_from(["", "2d6", "8"])),
    "defenses": tables(st.sampled_from(ORCUS.words.defenses)),
    "abilities": tables(st.sampled_from(ORCUS.words.abilities)),
    "skills": tables(st.sampled_from(["perception", "sleight of hand", "juggling"])),
    "half": st.sampled_from([(), ("melee", "fire")]),
    **dict.fromkeys(("uses_death_rules", "named_villain", "uses_escalation"), flags),
    "reserve_until": st.sampled_from(["", "round 3"]),
    "traits": st.lists(st.builds(Trait, names, long_texts) | TRAITS, max_size=2).map(tuple),
    "powers": st.lists(powers, max_size=2).map(tuple),
    "auras": st.lists(
        st.builds(Aura, st.sampled_from(["Stench", "Dread"]), texts, sides, st.none() | lines, points), max_size=2
    ).map(tuple),
}
VARIED_STATE: dict[str, Any] = {
    "initiative": numbers,
    "life": st.sampled_from(["alive", "stable", "knocked out", "dead", "coma"]),
    "place": st.sampled_from(["here", "reserve", "gone"]),
    "effects": st.lists(effects, max_size=3).map(tuple),
    "actions": st.tuples(*(st.integers(0, 3) for _ in ORCUS.actions.kinds)),
    **dict.fromkeys(("recoveries", "action_points", "death_failures", "death_successes"), counts),
    **dict.fromkeys(("spent", "used", "used_until_next_turn"), several),
    **dict.fromkeys(("counters", "uses", "waits"), tables(names)),
    **dict.fromkeys(("hidden", "surprised"), flags),
    "shown_as": st.none() | names,
    "engaged": st.lists(some, max_size=2, unique=True).map(tuple),
    "outcome": st.none() | st.sampled_from(["slain", "fled", "captured", "spared", "absent"]),
    "shares_turn": st.none() | some,
    "further_turns": st.lists(numbers, max_size=2).map(tuple),
    "players": st.sampled_from(({}, {"hp": "none", "names": "unknown"}, {"defenses": "all", "initiative": "no"})),
}
# Fields that only some systems have.
WITH_POINTS = ({"max_hp": st.integers(1, 10**6), "staggered": counts}, {"hp": numbers, "temp_hp": counts})
TRACKS = st.builds(Track, counts, flags, flags, hurt=counts, dying=flags)
NUMBERED = {"resist": tables(WITHSTOOD, counts), "vulnerable": tables(WITHSTOOD, counts)}
OF_SYSTEM: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "orcus": ({**NUMBERED, **WITH_POINTS[0]}, WITH_POINTS[1]),
    "listed": (
        {
            "resist": tables(WITHSTOOD, st.just(0)),
            "saves": tables(st.sampled_from(["con", "mana"])),
            **WITH_POINTS[0],
        },
        WITH_POINTS[1],
    ),
    "boxes": (NUMBERED, {"track": TRACKS}),
}


def creatures_of(system: System) -> Any:
    """A sheet and a state, of a creature that the system could have made."""
    (sheet, state) = create(
        system, {"name": "Any", "max_hp": 9} if "hp" in system.health.fields else {"name": "Any"}, ()
    )["any"]
    on_sheet, in_state = OF_SYSTEM[system.id]
    return st.tuples(
        varied(sheet, **{**VARIED_SHEET, **on_sheet, "name": names}),
        varied(state, **{**VARIED_STATE, **in_state}),
    ).map(lambda one: (one[0], possible_state(*one)))


def possible_state(sheet: Sheet, state: State) -> State:
    """The state with at most the hit points of the sheet, and no fatal failures if the creature lives."""
    hp = state.hp if state.hp is None or sheet.max_hp is None else min(state.hp, sheet.max_hp)
    failures = state.death_failures if state.life in ("dead", "coma") else min(2, state.death_failures)
    return replace(state, hp=hp, death_failures=failures, counters={**initial_resources(sheet), **state.counters})


questions = st.lists(
    st.builds(Question, st.integers(1, 99), texts, some, texts, st.integers(1, 100), st.none() | st.integers(1, 9)),
    max_size=2,
).map(tuple)
some_text = long_texts.filter(bool)
events = (
    st.builds(EncounterEvent, st.sampled_from(["round", "initiative"]), st.integers(0, 99), text=some_text)
    | st.builds(EncounterEvent, st.sampled_from(["start", "staggered", "dies"]), creature=some, text=some_text)
    | st.builds(EncounterEvent, st.just("at"), st.integers(0, 99), some, long_texts, st.just("hide g1"))
)
house_rules = st.sampled_from(
    [
        compile_fight_modifier("@foes,!ari", compile_modifier("-2 attack with ranged", ORCUS, IDS), "Rain", ORCUS, IDS),
        compile_fight_modifier("@prone", compile_modifier("resist fire 5 unless magic", ORCUS, IDS), "", ORCUS, IDS),
        compile_fight_modifier(
            "gob*", compile_modifier('+1d6 damage type "luck" against undead each turn', ORCUS, IDS), "", ORCUS, IDS
        ),
    ]
)

zones = st.dictionaries(
    st.sampled_from(["fog", "gloom"]),
    st.builds(
        Zone,
        st.lists(some, unique=True).map(tuple),
        st.none() | lines,
        points,
        some_or_nobody,
        durations,
        texts,
        texts,
        texts,
        sides,
    ),
)
VARIED_FIGHT: dict[str, Any] = {
    "modifiers": house_rules.map(lambda rule: (rule,)) | st.just(()),
    "name": names,
    "options": st.just({"death_save_timing": "end", "min_half": False, "immediate_per_round": 2}),
    "phase": st.sampled_from(["setup", "turns", "finished"]),
    "round": counts,
    "turn": st.builds(Turn, some, flags, flags, flags, st.integers(1, 3), st.lists(some, max_size=2).map(tuple)),
    "order": st.lists(some).map(tuple),
    "acted": st.none() | st.lists(some).map(tuple),
    "passed": st.lists(some, max_size=3).map(tuple),
    "delayed": st.dictionaries(some, st.none() | numbers),
    "readied": st.dictionaries(some, st.tuples(texts, counts)),
    "readied_actor": some_or_nobody,
    **dict.fromkeys(("counters", "system_memory"), tables(names)),
    "last_targets": st.none() | st.dictionaries(st.sampled_from(OF_LAST_ATTACK), st.lists(some).map(tuple)),
    "players": st.sampled_from(
        ({}, {"timer": "90", "foes.hp": "bar"}, {"party.initiative": "no", "hidden_turn": "last"})
    ),
    "announcement": st.just("") | names,
    "clock": counts,
    "timers": st.dictionaries(names, st.builds(Countdown, st.integers(1, 10**8), texts), max_size=2),
    "challenges": st.dictionaries(
        names, st.builds(Challenge, st.integers(1, 9), st.integers(1, 9), counts, counts), max_size=2
    ),
    "zones": zones,
    "reminders": st.lists(st.tuples(st.integers(1, 99), names), max_size=3).map(tuple),
    "asking": st.sampled_from(["none", "party", "all"]),
    "briefing": st.builds(Briefing, *[long_texts] * 4, st.lists(events, max_size=3).map(tuple)),
    "questions": questions,
    "fallen": st.lists(
        st.builds(
            Fall,
            some,
            st.lists(st.tuples(some, effects), max_size=2).map(tuple),
            questions,
            st.none() | st.tuples(texts, counts),
            st.just(()) | st.tuples(st.none() | numbers),
            st.lists(some, max_size=2).map(tuple),
            st.lists(
                st.tuples(st.sampled_from(["fog", "mist"]), st.lists(some, max_size=2).map(tuple)), max_size=2
            ).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    "next_question": st.integers(1, 500),
    "offers": st.lists(
        st.builds(
            Offer,
            st.integers(1, 99),
            some,
            texts,
            st.lists(st.builds(OfferedLine, texts, some_or_nobody), min_size=1, max_size=2).map(tuple),
            texts,
            some_or_nobody,
        ),
        max_size=2,
    ).map(tuple),
    "next_offer": st.integers(1, 500),
    "makes_offers": st.just(True),
    "ended_zones": zones,
}
CREATURES = {each.id: creatures_of(each) for each in SYSTEMS.values()}


@st.composite
def fights(draw: st.DrawFn) -> Fight:
    system = draw(st.sampled_from(sorted(SYSTEMS)))
    drawn = {each: draw(CREATURES[system]) for each in IDS}
    sheets = {each: sheet for each, (sheet, _) in drawn.items()}
    states = {each: state for each, (_, state) in drawn.items()}
    base = Fight("Any", system, sheets, states, counters=dict(SYSTEMS[system].counters.initial))
    fight: Fight = draw(varied(base, **VARIED_FIGHT))
    # The next numbers are higher than those in use, as in play.
    held = [effect for state in fight.states.values() for effect in state.effects]
    next_effect = max((effect.id for effect in held), default=0) + draw(st.integers(1, 3))
    next_bundle = max((effect.bundle or 0 for effect in held), default=0) + draw(st.integers(1, 3))
    # Every aura of a creature that has not left has its zone, from its arrival on.
    return with_auras(SYSTEMS[system], replace(fight, next_effect=next_effect, next_bundle=next_bundle))


@pytest.fixture(autouse=True, scope="module")
def _own_systems() -> Iterator[None]:
    with known_systems(LISTED, BOXES):
        yield


def read(text: str) -> Fight:
    return read_encounter_bytes(text.encode(), Path("fight.toml"))


@given(fights())
def test_a_fight_is_read_back_from_its_text(fight: Fight) -> None:
    assert read(fight_text(fight)) == fight


@given(fights())
def test_a_fight_is_read_back_from_json(fight: Fight) -> None:
    table = json.loads(json.dumps(fight_table(fight)))
    assert fight_from_table(table) == fight


@given(fights())
def test_a_single_creature_is_read_back(fight: Fight) -> None:
    system = SYSTEMS[fight.system]
    for each, sheet in fight.sheets.items():
        table = json.loads(json.dumps(creature_table(each, sheet, fight.states[each], system)))
        assert creature_from_table(table, Scope(system, fight.sheets)) == (each, sheet, fight.states[each])


def test_every_attribute_is_written_and_varied_here() -> None:
    def field_names(record: type[Struct]) -> set[str]:
        return set(record.__struct_fields__)

    assert field_names(Sheet) - {"name", "legendary", "forms"} == {*VARIED_SHEET, *NUMBERED, *WITH_POINTS[0]}
    assert field_names(State) == {*VARIED_STATE, *WITH_POINTS[1], "track", "form"}
    assert field_names(Effect) - {"id", "name", "kind", "source", "duration"} == set(VARIED_EFFECT)
    assert field_names(Power) - {"bonus", "defense", "types", "part_of", *NOT_IN_ORCUS} == set(VARIED_POWER)
    assert field_names(Fight) - {"system", "sheets", "states", "next_effect", "next_bundle"} == set(VARIED_FIGHT)


@pytest.mark.parametrize("anchor", ["its", "the", "next", "end", "save", "turn", "my", "until", "encounter", "source"])
@pytest.mark.parametrize("ending", ["start", "end", "this turn", "rounds"])
def test_a_creature_whose_id_is_a_keyword_ends_effects(anchor: str, ending: Ending) -> None:
    sheet, state = create(ORCUS, {"name": anchor, "max_hp": 9}, ())[anchor]
    effect = Effect(1, "dazed", "condition", anchor, Duration(ending, anchor, 3 if ending == "rounds" else 0))
    other = replace(state, effects=(effect,))
    fight = Fight("Any", "orcus", {anchor: sheet, "b": sheet}, {anchor: state, "b": other}, next_effect=2)
    assert read(fight_text(fight)) == fight


def test_a_part_of_a_power_is_read_from_its_field_or_its_name_and_written() -> None:
    bite, sting = '{ name = "Bite (save)" }, { name = "Bite" }', '{ name = "Venom", part_of = "Bite" }'
    fight = read(f'format = 1\n[[creature]]\nname = "Snake"\nmax_hp = 9\npower = [{bite}, {sting}]\n')
    assert [each.part_of for each in fight.sheets["snake"].powers] == ["Bite", "", "Bite"]
    assert read(fight_text(fight)) == fight


@pytest.mark.parametrize(("whole", "fault"), [("Bight", 'unknown power "Bight"'), ("Venom", "no part of itself")])
def test_a_power_that_is_a_part_of_no_other_is_refused(whole: str, fault: str) -> None:
    powers = f'{{ name = "Bite" }}, {{ name = "Venom", part_of = "{whole}" }}'
    with pytest.raises(EncounterFaults, match=fault):
        read(f'format = 1\n[[creature]]\nname = "Snake"\nmax_hp = 9\npower = [{powers}]\n')


def test_defaults_are_left_out() -> None:
    fight = read('format = 1\nname = "A"\n[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 44\n')
    written = tomllib.loads(fight_text(fight))
    assert written["fight"] == {}
    assert written["creature"] == [{"name": "Ari", "id": "ari", "kind": "pc", "max_hp": 44}]


def test_a_value_that_differs_from_the_kind_is_noted() -> None:
    fight = read('format = 1\n[[creature]]\nname = "Ogre"\nkind = "boss"\nmax_hp = 90\nsaves = 0\nhp = 12\n')
    (ogre,) = tomllib.loads(fight_text(fight))["creature"]
    assert (ogre["saves"], ogre["hp"]) == (0, 12)
    assert "action_points" not in ogre


def test_notes_and_effects_are_written_to_be_read_by_a_person() -> None:
    source = 'format = 1\n[[creature]]\nname = "Ari"\nmax_hp = 4\nnotes = "one\\ntwo"\n'
    source += '[[creature.effect]]\npersist = 5\ntype = "fire"\nduration = "eont"\n'
    text = fight_text(read(source))
    assert '"""\none\ntwo"""' in text
    assert '{ persist = 5, duration = "until the end of ari\'s next turn", id = 1, type = "fire" }' in text


@pytest.mark.parametrize(("left", "most"), [(None, None), (1, None), (None, 3), (2, 3)])
def test_given_recoveries_replace_those_of_the_kind(left: int | None, most: int | None) -> None:
    fight = read('format = 1\n[[creature]]\nname = "Rat"\nkind = "boss"\nlevel = 5\nmax_hp = 9\n')
    sheets = {"rat": replace(fight.sheets["rat"], max_recoveries=most)}
    fight = replace(fight, sheets=sheets, states={"rat": replace(fight.states["rat"], recoveries=left)})
    assert read(fight_text(fight)) == fight


def test_free_words_for_an_effect_may_be_longer_than_a_name() -> None:
    source = 'format = 1\n[[creature]]\nname = "Ari"\nmax_hp = 4\n[[creature.effect]]\nkind = "other"\nname = "{}"\n'
    assert read(source.format("w" * 500)).states["ari"].effects[0].name == "w" * 500
    with pytest.raises(EncounterFaults, match="an effect's name takes at most 500 characters; this has 501"):
        read(source.format("w" * 501))


def test_the_memory_of_a_rule_has_room_for_the_longest_names() -> None:
    fight = replace(small_fight(), system_memory={f"{'p' * 100} on {'c' * 100}": 3})
    assert read_encounter_bytes(fight_text(fight).encode(), Path("x.toml")).system_memory == fight.system_memory


@pytest.mark.parametrize("words", ["end", "Start of it", "the end of the turn", "removed", "it moves\\", 'a "b"', "\\"])
def test_own_words_after_a_save_stay_a_text(words: str) -> None:
    left = Aftereffect(("slowed",), Duration("words", words=words))
    effect = Effect(1, "dazed", "condition", "ari", Duration("save"), after=left)
    table = EFFECT.write(ORCUS, effect)
    assert EFFECT.read(Scope(ORCUS, ("ari",)), table).after == left
