"""Timers, sorted by their next moment: the list next to the fight, line by line."""

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from orcus_tui.model.events import EffectEnded
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.rules import boundary_phases
from orcus_tui.rules.effects import EXPIRED
from orcus_tui.rules.system import FightView, System
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.ahead.boundaries import UNPLACED, Moment
from orcus_tui.session.ahead.timers import ENDS, Timer, short_texts, timers, when_text
from orcus_tui.systems.orcus import damage
from orcus_tui.systems.orcus.system import ORCUS
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.fights.random_fights import fights, result_of, scripts, seeds, session_on


def three(options: str = "", *, ari: str = "", ogre: tuple[str, ...] = ("",)) -> Played:
    """Cor on 20, Ari on 15, the ogre on 10; Cor's turn runs."""
    fight = Played(hero("Cor", 20), hero("Ari", 15, ari), monster("Ogre", 10, *ogre), options=options)
    return fight.play("begin")


def runs(fight: Played, system: System = ORCUS) -> list[str]:
    """A line for each timer: when, who, what and how."""
    view = FightView(system, fight.session.fight)
    formatter = Formatter(view)
    found = []
    for each in timers(view):
        what, how = short_texts(formatter, each)
        line = f"{when_text(formatter, each.when)} | {each.creature}: {what}"
        found.append(f"{line} | {how}" if how else line)
    return found


# At whose turn


def test_a_fight_that_is_over_has_no_timers() -> None:
    fight = three().play("persist ari 5 fire")
    assert runs(fight)
    assert runs(fight.play("finish")) == []


def test_saves_are_listed_at_the_end_of_their_bearers_turns_soonest_first() -> None:
    fight = three().play("apply ogre slowed save", "apply cor dazed save", "apply ari blinded save")
    assert runs(fight) == [
        "end of Cor's turn | cor: dazed | save 10+",
        "end of Ari's turn | ari: blinded | save 10+",
        "end of Ogre's turn | ogre: slowed | save 10+",
    ]
    assert [each.distance for each in timers(fight.session.view)] == [0, 2, 4]
    assert runs(fight.play("next", dice="3"))[0] == "end of Ari's turn | ari: blinded | save 10+"


@pytest.mark.parametrize(
    ("lines", "how"),
    [
        (["apply ari dazed save"], "save 8+"),
        (["apply ari dazed hard"], "save 14+"),
        (["apply ari dazed save then stunned"], "save 8+, or stunned"),
        (["bonus ari +9 saves", "apply ari dazed save"], "save: succeeds on any die"),
        (["bonus ari -13 saves", "apply ari dazed save"], "save: fails on any die"),
    ],
)
def test_a_save_shows_the_face_that_the_die_needs(lines: list[str], how: str) -> None:
    assert f"end of Ari's turn | ari: dazed | {how}" in runs(three(ari="saves = 2").play(*lines))


def test_joined_effects_have_one_timer() -> None:
    fight = three().play("apply ari dazed+slowed save", "apply ari prone+slowed eont:ogre")
    assert runs(fight) == [
        "end of Ari's turn | ari: dazed and slowed | save 10+",
        "end of Ogre's turn | ari: prone and slowed | ends",
    ]


def test_damage_and_a_condition_that_share_a_save_are_one() -> None:
    fight = three().play("apply ari dazed & persist 5 fire & persist 3 & bonus -2 will save")
    assert runs(fight) == ["start of Ari's turn | ari: dazed, 5 fire, 3 damage and −2 will | save 10+"]
    (timer,) = timers(fight.session.view)
    short = ("dazed, 5 fire, 3 damage and −2 will", "save 10+")
    assert short_texts(Formatter(fight.session.view), timer) == short


def test_persistent_damage_comes_at_the_start_and_its_save_next_in_the_turn() -> None:
    fight = three().play("persist ari 5 fire", "persist cor 3")
    assert runs(fight) == [
        "end of Cor's turn | cor: 3 damage | save 10+",
        "start of Ari's turn | ari: 5 fire | save 10+",
    ]


def test_another_system_may_have_persistent_damage_at_the_end_of_turns() -> None:
    late = replace(
        ORCUS,
        load_play=lambda: replace(
            ORCUS.play,
            turn=replace(
                ORCUS.turn,
                start=(boundary_phases.regeneration,),
                end=(boundary_phases.saving_throws, damage.persistent_damage),
            ),
        ),
    )
    fight = three().play("persist ari 5 fire", "apply ari dazed sont")
    assert runs(fight, late) == [
        "end of Ari's turn | ari: 5 fire | save 10+",
        "until the start of Cor's next turn | ari: dazed",
    ]


def test_regeneration_is_listed_whether_an_effect_or_printed_and_needed() -> None:
    fight = three(ari="regeneration = 2").play("regen ogre 4 enc")
    ogre = "start of Ogre's turn | ogre: regeneration 4 | heals 4, until the end of the encounter"
    assert runs(fight) == [ogre]
    assert runs(fight.play("damage ari 1")) == ["start of Ari's turn | ari: regeneration 2 | heals 2", ogre]


# How long


def test_the_current_turn_is_not_the_next_turn() -> None:
    fight = three().play("apply ogre dazed eont", "apply ogre slowed eot", "apply ogre prone sont")
    assert runs(fight) == [
        "end of Cor's turn | ogre: slowed | ends",
        "start of Cor's turn | ogre: prone | ends",
        "end of Cor's turn in round 2 | ogre: dazed | ends",
    ]
    assert runs(fight.play("next")) == [
        "start of Cor's turn | ogre: prone | ends",
        "end of Cor's turn | ogre: dazed | ends",
    ]


def test_rounds_end_when_the_last_of_them_is_counted() -> None:
    fight = three().play("bonus ari +2 ac 1r", "bonus ari +1 will 3r")
    assert runs(fight) == [
        "start of Cor's turn | ari: +2 ac | 1 round left",
        "start of Cor's turn in round 4 | ari: +1 will | 3 rounds left",
    ]


def test_a_save_with_a_limit_names_both_ends() -> None:
    fight = three().play("apply ogre dazed save 3r", 'apply ari slowed until "it moves" 2r')
    assert runs(fight) == [
        "end of Ogre's turn | ogre: dazed | save 10+, 3 rounds left",
        "start of Cor's turn in round 3 | ari: slowed | 2 rounds left, until it moves",
    ]


def test_rounds_that_began_before_the_fight_are_counted_with_its_rounds() -> None:
    fight = Played(hero("Cor", 20)).play("bonus cor +1 ac 2r")
    assert runs(fight) == ["round 3 begins | cor: +1 ac | 2 rounds left"]
    assert runs(fight.play("begin")) == ["round 3 begins | cor: +1 ac | 2 rounds left"]
    assert runs(fight.play("next", "next")) == []


def test_timers_without_a_moment_come_last() -> None:
    fight = three().play('apply ari dazed until "it moves"', "apply ari prone", "bonus ari +1 ac enc", "mark ari sont")
    assert runs(fight) == [
        "start of Cor's turn | ari: marked by Cor | ends",
        "until the end of the encounter | ari: +1 ac",
        "until removed | ari: prone",
        "until it moves | ari: dazed",
    ]


def test_before_the_fight_begins_moments_are_named_without_a_round() -> None:
    fight = Played(hero("Cor", 20), hero("Ari", 15, "surprised = true")).play("apply ari dazed save", "persist cor 5")
    assert runs(fight) == [
        "when the fight begins | ari: surprised",
        "start of Cor's turn | cor: 5 damage | save 10+",
        "end of Ari's turn | ari: dazed | save 10+",
    ]
    assert all(each.distance >= UNPLACED for each in timers(fight.session.view))


# Creatures that are dead, have left, or are not here


def test_the_turn_of_a_dead_creature_ends_effects_and_it_has_no_timers() -> None:
    fight = three().play("apply cor dazed eont:ogre", "apply ogre slowed save", "kill ogre")
    assert runs(fight) == ["end of Ogre's turn | cor: dazed | ends"]


def test_reserves_are_listed_by_when_they_are_due() -> None:
    reserves = [monster(name, 5, f"reserve = {when}") for name, when in (("Rat", '"round 3"'), ("Bat", "true"))]
    fight = Played(hero("Cor", 20), *reserves).play("begin")
    assert runs(fight) == ["round 3 begins | rat: in reserve | due", "until it enters | bat: in reserve"]
    assert "until it enters | rat: in reserve, was due in round 3" in runs(fight.play("next", "next"))


# Dying, powers, waiting


@pytest.mark.parametrize(("timing", "point"), [("start", "start"), ("end", "end")])
def test_the_dying_save_where_the_options_say(timing: str, point: str) -> None:
    fight = three(f'death_save_timing = "{timing}"').play("damage ari 41", "deathsave ari 3")
    assert runs(fight) == [f"{point} of Ari's turn | ari: dying | save 10+, 1 failed"]
    assert runs(fight.play("stabilize ari")) == []


def test_a_spent_power_recharges_by_its_dice() -> None:
    breath = power("Breath", 'use = "refresh 5,6"\nattack = "+5 vs Reflex"')
    roar = power("Roar", 'use = "encounter"')
    fight = three(ogre=("", breath, roar)).play("spend ogre breath", "spend ogre roar")
    assert runs(fight) == ["start of Ogre's turn | ogre: Breath | refresh 5,6"]


def test_a_sustained_effect_is_due_at_the_end_of_the_next_turn() -> None:
    wall = power("Wall", 'use = "daily"\nmaintain = "swift"')
    fight = Played(hero("Cor", 20, "", wall), monster("Ogre", 10)).play("begin", "use wall")
    assert runs(fight) == ["end of Cor's turn in round 2 | cor: Wall | ends without a swift action"]
    fight.play("next", "next")
    assert runs(fight) == ["end of Cor's turn | cor: Wall | ends without a swift action"]


def test_reminders_are_listed_at_their_own_point_of_the_turn() -> None:
    fight = three().play(
        'remind ogre end "slides 3"',
        'remind ogre start "the floor burns" sont:ari',
        'remind ogre start "it howls" eont:cor',
    )
    assert runs(fight) == [
        "start of Ari's turn | ogre: the floor burns | ends",
        "start of Ogre's turn | ogre: it howls | reminder, then ends",
        "end of Ogre's turn | ogre: slides 3 | reminder",
    ]


def test_a_readied_action_lapses_at_the_start_of_the_next_turn() -> None:
    fight = three().play('ready "the ogre moves"', "next")
    assert runs(fight) == ["start of Cor's turn | cor: readied: the ogre moves | lapses"]


def test_a_creature_that_delays_to_a_count_returns_and_saves_at_the_end_of_that_turn() -> None:
    fight = three().play("apply cor dazed save", "delay 12")
    assert runs(fight) == [
        "start of Cor's delayed turn | cor: delaying | acts on 12",
        "end of Cor's delayed turn | cor: dazed | save 10+",
    ]
    assert [each.distance for each in timers(fight.session.view)] == [1, 2]
    assert runs(fight.play("next")) == ["end of Cor's delayed turn | cor: dazed | save 10+"]


def test_a_creature_with_two_turns_that_delays_the_first_still_has_the_second() -> None:
    fight = Played(hero("Cor", 20), hero("Ari", 15), monster("Ogre", 10)).play("init cor 20,5", "begin")
    fight.play("apply ogre dazed eont by cor", "delay 12")
    second = "end of Cor's turn in round 1 | ogre: dazed | ends"
    assert runs(fight) == ["start of Cor's delayed turn | cor: delaying | acts on 12", second]
    assert runs(fight.play("next")) == [second]
    fight.play("next", "next")
    assert (fight.session.fight.active, fight.session.fight.round) == ("cor", 1)
    assert fight.play("next").names("ogre") == []


def test_a_delay_without_a_count_runs_out_with_the_round() -> None:
    fight = three().play("apply cor dazed save", "delay")
    assert runs(fight) == [
        "when Cor's delayed turn runs out | cor: delaying | may act until then",
        "when Cor's delayed turn runs out | cor: dazed | save 10+",
    ]
    wasted = three('delay_steps = "acting"').play("apply cor dazed save", "delay")
    assert runs(wasted)[1] == "end of Cor's turn | cor: dazed | save 10+"


def test_a_readied_action_of_the_last_round_has_its_end_of_turn_still_to_come() -> None:
    fight = three().play("apply cor slowed save", "next", 'ready "x"', "apply ari dazed save", dice="2")
    fight.play("next", "next", "act ari", dice="2")
    assert fight.session.fight.readied_actor == "ari"
    assert runs(fight) == [
        "end of Ari's turn | ari: dazed | save 10+",
        "end of Cor's turn | cor: slowed | save 10+",
    ]


@pytest.mark.parametrize(
    ("option", "when"), [("lose_first_turn", "end of Ogre's turn"), ("separate_round", "round 1 begins")]
)
def test_surprise_is_over_with_the_first_turn_or_the_surprise_round(option: str, when: str) -> None:
    fight = three(f'surprise = "{option}"', ogre=("surprised = true",))
    assert f"{when} | ogre: surprised | ends" in runs(fight)


def test_in_a_surprise_round_the_surprised_have_no_turn_but_the_dead_keep_their_place() -> None:
    surprised = "surprised = true"
    creatures = (hero("Cor", 20), hero("Ari", 15, surprised), monster("Ogre", 10), monster("Rat", 5, surprised))
    fight = Played(*creatures, options='surprise = "separate_round"').play("begin")
    fight.play("apply ari dazed save", "apply ogre slowed save", "apply cor prone eont:rat by rat", "kill rat")
    assert [
        (each.when.round, each.when.creature) for each in timers(fight.session.view) if isinstance(each.when, Moment)
    ] == [
        (0, "ogre"),
        (0, "rat"),
        (1, ""),
        (1, "ari"),
    ]


# Whatever the fight


@settings(max_examples=100)
@given(fights, scripts(), seeds)
def test_every_fight_has_its_timers_in_order_and_by_headings(fight: Fight, script: list[str], seed: int) -> None:
    session = session_on(fight, seed)
    for line in ("", *script):
        if line:
            result_of(session, line)
        before = session.fight
        found = timers(session.view_of(before))
        assert session.fight is before
        assert [each.distance for each in found] == sorted(each.distance for each in found)
        formatter = Formatter(session.view_of(before))
        places = [(each.distance, each.when) for each in found]  # by ids, since two creatures may share a name
        assert places == sorted(places, key=list(dict.fromkeys(places)).index)
        assert all(when_text(formatter, each.when) and short_texts(formatter, each)[0] for each in found)


TURNS = 6  # enough turns for the effects of a script to end: with one turn, effects ended in only 6 of 100 fights
LAST_STAGES = (ENDS, message("timer then ends"), message("timer rounds left", left=1))


def ids(timer: Timer) -> list[int]:
    return [] if isinstance(timer.what, Message) else [each.id for each in timer.what]


@settings(max_examples=100)
@given(fights, scripts(), seeds)
def test_effects_that_end_with_the_next_turn_come_first(fight: Fight, script: list[str], seed: int) -> None:
    session = session_on(fight, seed)
    for line in ("begin", *script):
        result_of(session, line)
    for _ in range(TURNS):
        listed, was = timers(session.view), session.fight.states
        if result_of(session, "next").error:
            break
        execution = session.timeline.executions[-1]
        known = {id_ for each in listed if each.stages and each.stages[-1] in LAST_STAGES for id_ in ids(each)}
        ending = {
            id_: each for each in listed if len(each.stages) == 1 and each.stages[0] in LAST_STAGES for id_ in ids(each)
        }
        over = (each for each in execution.events if isinstance(each, EffectEnded) and each.why == EXPIRED)
        ended = [
            each.effect.id for each in over if was[each.creature].life != "dead" and was[each.creature].place != "gone"
        ]
        assert known >= set(ended)
        farthest = max((ending[each].distance for each in ended if each in ending), default=-1)
        left = {each.id for state in execution.after.states.values() for each in state.effects}
        assert not [each for each in ending.values() if each.distance < farthest and left.intersection(ids(each))]


def test_turns_of_a_creature_with_several_are_counted_one_by_one() -> None:
    fight = three().play("init ogre 18,5", "next", "apply cor dazed 2r", "apply ari slowed eont", "persist ogre 3 enc")
    assert runs(fight) == [
        "start of Ogre's turn | ogre: 3 damage | until the end of the encounter",
        "end of Ogre's turn in round 1 | ari: slowed | ends",
        "start of Ogre's turn in round 3 | cor: dazed | 2 rounds left",
    ]


def test_a_shared_turn_starts_and_ends_after_its_partners() -> None:
    fight = three().play("share ogre with ari", "apply ogre dazed save", "persist ari 3", "persist ogre 4")
    assert [each.split(" |")[0] for each in runs(fight)] == [
        "start of Ari's turn",
        "start of Ogre's turn",
        "end of Ogre's turn",
    ]
